"""What is shown after something was recorded: the hand with its reasons, then the coming one."""

from __future__ import annotations

from collections.abc import Sequence

from ..ledger.book import Book
from ..rules.model import Row
from ..rules.notation import write_extras
from ..rules.settling import payments
from . import phrases as p
from .blocks import Block, Grid, Line, Pieces, cell, text_of
from .card import call_name, card
from .phrases import say, signed
from .score import outcome, payment, points_cell, together, took


def recorded(book: Book) -> list[Block]:
    """The hand just recorded, with reasons and totals, then the card of the next or the winner."""
    if book.record.played[-1].hand.passed:
        return [Line(p.PASSED, "strong"), Line(), *card(book)]
    row = book.sheet.rows[-1]
    title = say(p.RECORDED, number=row.deal.number)
    if row.hand.call:
        title += f", {call_name(row.hand.call)}"
    if row.hand.extras:
        title += f" · {', '.join(write_extras(row.hand, book.players, quoted=False))}"
    return [
        Line(title, "title"),
        _reasons(book, row),
        *_remarks(book, row),
        Line(),
        *(outcome(book) or card(book)),
    ]


def standing(book: Book) -> list[Block]:
    """Where the match stands when no hand was added: the outcome, or the card of the next hand."""
    return outcome(book) or card(book)


def _reasons(book: Book, row: Row) -> Block:
    rows: list[tuple[Pieces, ...]] = []
    for seats in book.variant.by_side():
        seat = seats[0]
        points = row.points[seat]
        rows.append(
            (
                cell(together(book, seats)),
                cell(_role(book, row, seats)),
                cell(_reason(book, row, seats)),
                points_cell(points, "= ", lowest=book.variant.lowest),
                cell("total"),
                cell(signed(row.totals[seat]), "strong"),
            )
        )
    narrow = [
        Line(f"{text_of(row[0])}: {' '.join(text_of(one) for one in row[2:])}", hang=2)
        for row in rows
    ]
    return Grid((), tuple(rows), "<<<<<>", narrow=tuple(narrow))


def _role(book: Book, row: Row, seats: Sequence[int]) -> str:
    """The part those shown together had in a hand."""
    maker, alone = row.deal.maker, row.hand.alone
    if row.deal.roles[seats[0]].sits_out:
        return p.SITTING_OUT
    if maker is None:
        return row.deal.roles[seats[0]].name if len(seats) == 1 else ""
    if maker not in seats:
        role = "defender" if len(seats) == 1 else "defenders"
    elif len(seats) == 1:
        role = "maker"
    else:
        role = say(p.MAKER_OF_SIDE, player=book.players[maker])
    return role + (", alone" if any(seat in alone for seat in seats) else "")


def _reason(book: Book, row: Row, seats: Sequence[int]) -> str:
    """The rule that the points come from, in words."""
    seat, variant = seats[0], book.variant
    figures = dict(row.figures[seat])
    also = figures.pop("also", {})
    count, reason = took(variant, row, seats), row.reasons[seat]
    if reason == "count" and variant.counts == "points":
        reason = "points"
    if count is None and reason == "beaten":
        reason = "waited"
    if "call" in figures:
        figures["call"] = call_name(figures["call"])
    named = {
        "tricks": count,
        "target": row.deal.targets and row.deal.targets[seat],
        "limit": row.deal.limits and row.deal.limits[seat],
    }
    told = say(p.REASONS[reason], **(named | figures))
    more = [say(p.ALSO, what=what, points=signed(points)) for what, points in also.items()]
    return ", ".join([told, *more])


def _remarks(book: Book, row: Row) -> list[Block]:
    """What the figures alone leave open: a bid missed by the winner, and what is paid now."""
    told: list[Block] = []
    for seat in book.sheet.winners:
        if row.hand.bid and row.hand.bid.seat == seat and row.points[seat] < 0:
            bid = row.hand.bid.tricks
            told.append(Line(say(p.DOWN_AND_WON, player=book.players[seat], bid=bid)))
    if book.variant.stakes == "hands" and book.record.stake is not None:
        told += [
            Line(payment(book, paid, p.HAND_PAYS))
            for paid in payments(row.points, book.record.stake)
        ]
    return told
