"""Worked examples of a rules file, played through: what must come of them, and what does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..errors import Refused
from . import rulebook
from .model import Example, Hand, Match, Scoresheet, Variant
from .notation import read_call, read_hand
from .rulebook import Rules
from .sheet import scoresheet

LETTERS = "ABCDEFGHIJKL"
# The words of a hand in an example, besides its counts (`tricks`).
KEYS = ("tricks", "call", "bid", "maker", "alone", "tell", "passed")


class Miss(Struct, frozen=True):
    """Something that did not come out as an example says."""

    what: str
    expected: object
    got: object


def misses(rules: Rules, example: Example) -> list[Miss]:
    """All that does not come out as the example says; empty where everything does."""
    try:
        got = _outcome(_played(rules, example))
    except Refused as refusal:
        if example.refused and example.refused in str(refusal):
            return []
        return [Miss("refused", example.refused, str(refusal))]
    if example.refused:
        return [Miss("refused", example.refused, "")]
    return [
        Miss(what, expected, came)
        for what, came in got.items()
        if (expected := _plain(getattr(example, what))) is not None and expected != came
    ]


def _plain(expected: object) -> object:
    return list(expected) if isinstance(expected, list | tuple) else expected


def _played(rules: Rules, example: Example) -> Scoresheet:
    options = rulebook.read_options(rules, example.options.items())
    variant = rulebook.variant(rules, options, example.seats or None)
    players = tuple(LETTERS[: variant.seats])
    hands: list[Hand] = []
    for told in example.hands:
        number = 1 + sum(not hand.passed for hand in hands)
        hands.append(_hand(variant, players, told, number))
    match = Match(variant, players, hands=tuple(hands))
    if example.pending:
        call = read_call(example.pending.removeprefix("call "), variant)
        match = replace(match, pending=Hand(call=call))
    return scoresheet(match)


def _hand(variant: Variant, players: Sequence[str], told: Mapping[str, Any], number: int) -> Hand:
    strange = next((key for key in told if key not in KEYS), "")
    if strange:
        raise Refused(f"a hand of an example has no {strange!r}", f"it has {', '.join(KEYS)}")
    if told.get("passed"):
        return Hand(passed=True)
    return read_hand(
        variant,
        players,
        str(told.get("tricks", "")).split(),
        number=number,
        call=told.get("call"),
        bid=str(told.get("bid", "")).split(),
        maker=told.get("maker"),
        alone=str(told.get("alone", "")).split(),
        tell=str(told.get("tell", "")).split(),
    )


def _outcome(sheet: Scoresheet) -> dict[str, object]:
    """What came of the last hand, under the names that an example has for it."""
    letters, coming = sheet.match.players, sheet.next
    got: dict[str, object] = {
        "totals": list(sheet.totals),
        "winners": [letters[seat] for seat in sheet.winners],
        "next_dealer": letters[coming.deal.dealer] if coming else "",
        "exchange": [f"{letters[e.giver]} {letters[e.receiver]} {e.cards}" for e in coming.exchange]
        if coming
        else [],
    }
    if sheet.rows:
        last = sheet.rows[-1]
        got |= {"points": list(last.points), "targets": list(last.deal.targets or ())}
    return got
