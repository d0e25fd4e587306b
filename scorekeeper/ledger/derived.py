"""What is written beside the facts so that anyone can query it: a book → rows. Pure."""

from __future__ import annotations

from typing import Any

from ..rules.model import Row
from ..rules.settling import balances
from .book import Book

# The derived tables of single matches, those that others build on first.
TABLES = ("match_state", "match_player", "hand", "hand_player")
# And the one that sums them up, so that looking back takes as long after years as on the first day.
SUMS = "player_game"
# How it sums up matches `s` and what their players did in them, `x`.
SUMMED_UP = """
    SELECT x.player, s.variant, count(*), sum(s.status = 'finished'), sum(s.status = 'open'),
        sum(s.status = 'abandoned'), sum(x.won), sum(x.won AND s.winners > 1),
        sum((s.status = 'finished') * s.hands),
        sum((s.status = 'finished') * (x.total - s.start)),
        sum((s.status = 'finished') * (x.total - s.start) * (1 - 2 * s.lowest))
    FROM match_state s CROSS JOIN match_player x ON x.match = s.match
    WHERE {where} GROUP BY {by}"""
# What the sums are kept by.
BY = "x.player, s.variant"

Rows = list[tuple[Any, ...]]


def rows(book: Book) -> dict[str, Rows]:
    """The rows of every derived table for one match, columns in the order of the schema."""
    sheet, record, match, variant = book.sheet, book.record, book.number, book.variant
    stake = None if record.stake is None else str(record.stake)
    players = [book.people[player].uid for player in record.players]
    played = [told for told in record.played if not told.hand.passed]
    # Whoever has won is first, whatever the totals: twelve tricks end a match that others led.
    best = -1 if variant.lowest else 1
    came_in = [(seat in sheet.winners, best * total) for seat, total in enumerate(sheet.totals)]
    ranks = [1 + sum(other > mine for other in came_in) for mine in came_in]
    owed = unsettled(book)
    return {
        "match_state": [
            (
                match,
                variant.id,
                book.status,
                record.started,
                len(sheet.rows),
                sheet.decided_at,
                len({variant.side(seat) for seat in sheet.winners}),
                int(variant.lowest),
                variant.start,
                stake,
                record.currency,
                record.note,
            )
        ],
        "match_player": [
            (
                match,
                seat,
                variant.side(seat),
                player,
                sheet.totals[seat],
                ranks[seat],
                int(seat in sheet.winners),
                owed[seat],
            )
            for seat, player in enumerate(players)
        ],
        "hand": [
            (
                match,
                row.deal.number,
                row.deal.dealer,
                row.deal.caller,
                row.deal.leader,
                row.hand.call,
                row.deal.maker,
                told.at,
                told.note,
            )
            for row, told in zip(sheet.rows, played, strict=False)
        ],
        "hand_player": [
            (
                match,
                row.deal.number,
                seat,
                player,
                row.deal.roles[seat].name,
                part_of(row, seat),
                row.took[seat] if variant.counts == "tricks" else None,
                bid_of(row, seat),
                row.deal.targets[seat] if row.deal.targets else None,
                row.deal.limits[seat] if row.deal.limits else None,
                sum([step.cards for step in row.exchange if step.giver == seat]),
                sum([step.cards for step in row.exchange if step.receiver == seat]),
                row.points[seat],
                row.totals[seat],
            )
            for row in sheet.rows
            for seat, player in enumerate(players)
        ],
    }


def part_of(row: Row, seat: int) -> str:
    """What a player was in a hand: maker, the maker's partner or defender, else the role."""
    maker, role = row.deal.maker, row.deal.roles[seat]
    if maker is None or role.sits_out:
        return "sits out" if role.sits_out else role.name
    if seat == maker:
        return "maker"
    return "partner" if row.deal.sides[seat] == row.deal.sides[maker] else "defender"


def bid_of(row: Row, seat: int) -> int | None:
    """What a player bid: each their own, or the winning bid of the maker."""
    if row.hand.bids:
        return row.hand.bids[seat]
    bid = row.hand.bid
    return bid.tricks if bid is not None and bid.seat == seat else None


def unsettled(book: Book) -> tuple[int, ...]:
    """The points by seat that are still to be paid for.

    A match that was given up counts only where every hand is paid for on its own.
    """
    given_up = book.status == "abandoned" and book.variant.stakes != "hands"
    owed = balances(book.variant, book.sheet.totals)
    paid = book.record.paid or (0,) * len(owed)
    return tuple(0 if given_up else o - p for o, p in zip(owed, paid, strict=True))
