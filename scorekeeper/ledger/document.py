"""The match document: what people told of a match, and what the rules make of it, for others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from .. import variants
from ..rules.chances import to_win
from ..rules.model import Briefing, Hand, Row, Variant
from ..rules.names import is_plain
from . import clock
from .book import Book
from .journal import Played
from .store import packed

FORMAT = "scorekeeper/1"
Document = dict[str, Any]


def document(book: Book) -> Document:
    """The match document of the contract: what people told, and `result`, what follows from it."""
    return {**facts(book), "result": result(book)}


def facts(book: Book) -> Document:
    """What people told of a match."""
    record, players = book.record, book.players
    told: Document = {
        "format": FORMAT,
        "id": book.uid,
        "variant": book.variant.id,
        "options": dict(record.options),
        "players": list(players),
        "dealer": players[record.dealer],
        "stake": None if record.stake is None else str(record.stake),
        "currency": record.currency,
        "started": _exported(record.started),
        "note": record.note,
        "abandoned": _exported(record.abandoned),
        "hands": [told_hand(book.variant, played, players) for played in record.played],
        "pending": _told(book.variant, record.pending, players),
    }
    if record.rules != _built_in(book.variant.id):
        told["rules"] = {key: value for key, value in book.rules.items() if key != "examples"}
    return {key: value for key, value in told.items() if value or key in ("options", "hands")}


@cache
def _built_in(variant_id: str) -> str | None:
    """The content hash of the rules of a game that comes along; None for house rules."""
    return packed(variants.rules(variant_id))[0] if variant_id in variants.ids() else None


def to_json(value: Any) -> str:
    """A value as readable JSON, in plain Unicode but for what a terminal could obey."""
    # Not by msgspec: the name of a file may hold what is no proper text.
    text = json.dumps(value, ensure_ascii=False, indent=2)
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n"))


def to_line(told: Document) -> str:
    """A match document as JSON in one line, in plain Unicode but for what a terminal could obey."""
    line = msgspec.json.format(msgspec.json.encode(told), indent=0).decode()
    return line if line.isprintable() else _escaped(line)


def _escaped(text: str) -> str:
    return "".join(c if is_plain(c) else json.dumps(c)[1:-1] for c in text)


def _exported(moment: str) -> str:
    return clock.local(moment).isoformat() if moment else ""


def told_hand(variant: Variant, played: Played, players: Sequence[str]) -> Document:
    """A hand as a match document has it; its time is left out where it is not known ("").

    What a side took stands beside the first player of the side, what a maker took beside that one.
    """
    hand = played.hand
    if hand.passed:
        told: Document = {"passed": True}
    else:
        counters = players[: variant.counters()]
        if variant.counted == "maker" and hand.bid is not None:
            counters = [players[hand.bid.seat]]
        told = {variant.counts: _named(hand.counts, counters), **_told(variant, hand, players)}
    if played.at:
        told["played"] = _exported(played.at)
    if played.note:
        told["note"] = played.note
    return told


def _told(variant: Variant, hand: Hand, players: Sequence[str]) -> Document:
    """What is known of a hand besides its counts."""
    told: Document = {}
    if hand.call:
        told["call"] = hand.call
    if hand.bid:
        told["bid"] = {"player": players[hand.bid.seat], "tricks": hand.bid.tricks}
    if hand.maker is not None:
        told["maker"] = players[hand.maker]
    if hand.alone:
        told["alone"] = [players[seat] for seat in hand.alone]
    if hand.bids:
        told["bids"] = {
            p: bid for p, bid in zip(players, hand.bids, strict=True) if bid is not None
        }
    if hand.extras:
        lists = {extra.name for extra in variant.extras if extra.of == "players"}
        told["extras"] = {
            name: value
            if not isinstance(value, tuple)
            else [players[seat] for seat in value]
            if name in lists
            else (players[value[0]] if value else None)
            for name, value in hand.extras.items()
        }
    return told


def result(book: Book) -> Document:
    """What the rules make of it."""
    sheet, players = book.sheet, book.players
    ranks = sheet.winners and book.variant.ranking
    ranking = max((sheet.totals[w] for w in sheet.winners), default=0) * book.variant.ranking
    open_next = sheet.next if book.status == "open" else None
    return {
        "hands": [_row(row, players) for row in sheet.rows],
        "totals": _named(sheet.totals, players),
        "status": book.status,
        "winners": [players[seat] for seat in sheet.winners],
        "decided_at": sheet.decided_at,
        **({"ranking_points": ranking} if ranks else {}),
        "settlement": [
            {
                "payer": players[payment.payer],
                "payee": players[payment.payee],
                "points": payment.points,
                **({} if payment.amount is None else {"amount": str(payment.amount)}),
            }
            for payment in sheet.settlement
        ],
        "next": None if open_next is None else _briefing(open_next, book),
    }


def _row(row: Row, players: Sequence[str]) -> Document:
    deal = row.deal
    told: Document = {
        "number": deal.number,
        "dealer": players[deal.dealer],
        "caller": None if deal.caller is None else players[deal.caller],
        "leader": None if deal.leader is None else players[deal.leader],
        "targets": deal.targets and _named(deal.targets, players),
    }
    if deal.limits:
        told["limits"] = _named(deal.limits, players)
    return {
        **told,
        "points": _named(row.points, players),
        "totals": _named(row.totals, players),
        "reasons": _named(row.reasons, players),
    }


def _briefing(coming: Briefing, book: Book) -> Document:
    deal, players = coming.deal, book.players
    told: Document = {
        "number": deal.number,
        "dealer": None if coming.bidding else players[deal.dealer],
        "caller": None if deal.caller is None or coming.bidding else players[deal.caller],
        "leader": None if deal.leader is None or coming.bidding else players[deal.leader],
        "targets": deal.targets and _named(deal.targets, players),
    }
    if coming.bidding:
        told["opener"] = players[deal.dealer]
    if deal.limits:
        told["limits"] = _named(deal.limits, players)
    if coming.calls_left is not None:
        told["calls_left"] = {
            player: list(left) for player, left in zip(players, coming.calls_left, strict=True)
        }
    if book.variant.exchange is not None:
        told["exchange"] = [
            {"giver": players[e.giver], "receiver": players[e.receiver], "cards": e.cards}
            for e in coming.exchange
        ]
    if coming.exchange_needs:
        told["exchange_needs"] = coming.exchange_needs
    told["to_win"] = [
        {
            "player": players[chance.seat],
            **({"as": chance.part} if chance.part else {}),
            "at_most" if chance.at_most else "at_least": chance.tricks,
            "sure": chance.sure,
        }
        for chance in to_win(book.sheet)
    ]
    return told


def _named(figures: Sequence[Any], players: Sequence[str]) -> dict[str, Any]:
    return dict(zip(players, figures, strict=True))
