"""What a table still has to be asked about a hand: only what its points can hang on."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from ..errors import Refused, Unsaid
from .dealing import deal_of
from .model import Extra, Hand, Scoresheet, Telling, Variant
from .sheet import check_next, row

# Stands for all extras that need not be told: they are asked for together.
MORE = "more"


def unsaid(sheet: Scoresheet, hand: Hand, asked: Collection[str] = ()) -> str:
    """What is to be asked next of a hand that was played; "" when nothing is left.

    A field of `Hand`, the name of an extra that must be told, or `MORE`. What may be left out is
    asked for only where some answer would change the points, and not if it was `asked` before.
    Raises `Refused` for a hand that the rules do not allow whatever is added.
    """
    try:
        check_next(sheet, hand)
    except Unsaid as question:
        return question.what
    points = _points(sheet, hand)
    for what, other in _others(sheet.match.variant, hand):
        if what not in asked and _points(sheet, other) not in (None, points):
            return what
    return ""


def _points(sheet: Scoresheet, hand: Hand) -> tuple[int, ...] | None:
    """The points a hand would have; None where the rules do not allow it."""
    assert sheet.next is not None
    variant, coming = sheet.match.variant, sheet.next.deal
    try:
        check_next(sheet, hand)
        deal = deal_of(variant, coming.number, coming.dealer, hand)
        return row(variant, deal, hand, sheet.rows).points
    except Refused:
        return None


def _others(variant: Variant, hand: Hand) -> Iterator[tuple[str, Hand]]:
    """The same hand with one thing more told, in every way there is."""
    if hand.call is None and variant.calls:
        for call in variant.calls.allowed:
            yield "call", replace(hand, call=call)
    if not hand.alone and "alone" in variant.records:
        for seat in range(variant.seats):
            yield "alone", replace(hand, alone=(seat,))
    for extra in variant.extras:
        if extra.name not in hand.extras:
            for value in _values(variant, extra):
                yield MORE, replace(hand, extras={**hand.extras, extra.name: value})


def _values(variant: Variant, extra: Extra) -> list[Telling]:
    ways: dict[str, list[Any]] = {"flag": [True], "number": [extra.least, extra.most]}
    return ways.get(extra.of) or [(seat,) for seat in range(variant.seats)]
