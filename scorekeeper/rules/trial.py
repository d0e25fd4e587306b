"""Whether a game can be played by its rules at all: its first hand, tried in every way there is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from ..errors import Refused
from .model import Bid, Hand, Match, Telling, Variant
from .sheet import scoresheet

LETTERS = "ABCDEFGHIJKL"


def obstacle(variant: Variant) -> str:
    """Why the first hand of a match can't be scored by these rules; "" where it can.

    Tried with every call and with several bids, makers and extras. With every call one of them at
    least must be accepted, and whatever the rules accept must have its points.
    """
    match = Match(variant, tuple(LETTERS[: variant.seats]))
    refusals: dict[str | None, str] = {}
    accepted: set[str | None] = set()
    try:
        scoresheet(match)
        for hand in _hands(variant):
            try:
                scoresheet(Match(variant, match.players, hands=(hand,)))
                accepted.add(hand.call)
            except Refused as mistake:
                refusals.setdefault(hand.call, str(mistake))
    except Exception as mistake:  # whatever somebody wrote, it has no points
        return f"a hand that is allowed can't be scored ({type(mistake).__name__}: {mistake})"
    calls = variant.calls.allowed if variant.calls else ()
    for call in calls or (None,):
        if call not in accepted:
            what = "no hand" if call is None else f"no hand with the call {call}"
            return f"{what} can be played by them ({refusals.get(call, 'there is none to try')})"
    return ""


def _hands(variant: Variant) -> Iterator[Hand]:
    calls = variant.calls.allowed if variant.calls else ()
    for counts, call, bid, maker, bids, extras in product(
        _counts(variant),
        (None, *calls),
        _bid(variant),
        (None, variant.seats - 1) if "maker" in variant.records else (None,),
        _bids(variant),
        _extras(variant),
    ):
        yield Hand(counts=counts, call=call, bid=bid, maker=maker, bids=bids, extras=extras)


def _counts(variant: Variant) -> list[tuple[int, ...]]:
    """As even as may be, and all to the first or to the last."""
    places, total = variant.counters(), variant.sum_in(1)
    total = 10 if total is None else total
    if places == 1:
        return [(total,), (0,), (total * 2 // 3,)]
    even = tuple(total // places + (place < total % places) for place in range(places))
    return [even, (total, *[0] * (places - 1)), (*[0] * (places - 1), total)]


def _bid(variant: Variant) -> list[Bid | None]:
    last = variant.seats - 1
    if variant.bids is not None and variant.bids.who == "maker":
        return [Bid(last, bid) for bid in (variant.bids.allowed[0:2] + variant.bids.allowed[-1:])]
    if variant.opening.kind == "bid":
        return [Bid(last, targets[0]) for targets in variant.opening.parameters["targets"]]
    return [None]


def _bids(variant: Variant) -> list[tuple[int, ...]]:
    if variant.bids is None or variant.bids.who != "everybody":
        return [()]
    least, most = (
        (min(variant.bids.allowed), max(variant.bids.allowed))
        if (variant.bids.allowed)
        else (0, variant.tricks_in(1))
    )
    one = (most, *[least] * (variant.seats - 1))
    return [(least,) * variant.seats, (most,) * variant.seats, one]


def _extras(variant: Variant) -> list[Mapping[str, Telling]]:
    """Only what must be told, and everything that may be told together."""
    told: dict[str, Any] = {}
    for extra in variant.extras:
        if not any(other in told for other in extra.excludes):
            told[extra.name] = {"number": extra.least, "flag": True}.get(extra.of, (0,))
    needed = {extra.name: told[extra.name] for extra in variant.extras if extra.required}
    numbers = {e.name: told[e.name] for e in variant.extras if e.of == "number" and e.name in told}
    return [needed, {**needed, **numbers}, told]
