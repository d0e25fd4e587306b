"""What each player has to take in the coming hand to win the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb

from msgspec.structs import replace

from .dealing import sitting_out
from .model import MISERE, Chance, Hand, Scoresheet, Variant
from .sheet import row, won

# Beyond this many ways to share the tricks a table has other worries than the winning count.
MOST_HANDS = 2_000


def to_win(sheet: Scoresheet) -> tuple[Chance, ...]:
    """Every seat that can win the match in the coming hand, with the tricks it needs for that.

    Found by playing out every hand that is possible, so it holds for any kind of scoring and
    ending. Empty while nobody can win, or while a bid is still to come; and in games where too much
    else decides.
    """
    coming, variant = sheet.next, sheet.match.variant
    if (
        coming is None
        or coming.bidding
        or not countable(variant)
        or comb(variant.tricks + variant.seats - 1, variant.seats - 1) > MOST_HANDS
    ):
        return ()
    outcomes: dict[tuple[int, bool, str], dict[int, set[bool]]] = {}
    for hand in _possible_hands(sheet):
        limits = tuple(role.limit or 0 for role in coming.deal.roles)
        deal = replace(
            coming.deal, maker=hand.maker, limits=limits if hand.call == MISERE else None
        )
        winners = won(
            variant,
            [*sheet.rows, row(variant, deal, hand, sheet.rows)],
            len(sheet.match.hands) + 1,
        )
        for seat in range(variant.seats):
            part, took = _part(hand, seat)
            counts = outcomes.setdefault((seat, hand.call == MISERE, part), {})
            counts.setdefault(took, set()).add(seat in winners)
    chances = [
        _chance(seat, at_most, part, counts)
        for (seat, at_most, part), counts in sorted(outcomes.items())
        if any(True in won_or_not for won_or_not in counts.values())
    ]
    plain = {(c.seat, c.part): c.tricks for c in chances}
    return tuple(
        c
        for c in chances
        if not c.part.startswith("lone ")
        or c.tricks < plain.get((c.seat, "maker" if c.part == "lone maker" else "defenders"), 99)
    )


def countable(variant: Variant) -> bool:
    """Whether the tricks that a hand may be shared out in decide a match of this game."""
    plain = (variant.counts, variant.counted, variant.sizes) == ("tricks", "seats", ())
    return plain and variant.bids is None and not variant.extras


def _chance(seat: int, at_most: bool, part: str, counts: dict[int, set[bool]]) -> Chance:
    from_best = sorted(counts, reverse=not at_most)
    possible = [took for took in from_best if True in counts[took]]
    sure = None
    for took in from_best:
        if False in counts[took]:
            break
        sure = took
    return Chance(seat, possible[-1], sure, at_most, part)


def _part(hand: Hand, seat: int) -> tuple[str, int]:
    """The side a seat is on in a hand, and the tricks of that side."""
    if hand.maker is None:
        return "", hand.counts[seat]
    if seat == hand.maker:
        return ("lone maker" if seat in hand.alone else "maker"), hand.counts[seat]
    side = "lone defender" if hand.alone and hand.maker not in hand.alone else "defenders"
    return side, sum(hand.counts) - hand.counts[hand.maker]


def _possible_hands(sheet: Scoresheet) -> Iterator[Hand]:
    """Every way the coming hand may go, one suit standing for all of them."""
    assert sheet.next is not None
    variant, seats = sheet.match.variant, range(sheet.match.variant.seats)
    makers: Sequence[int | None] = seats if "maker" in variant.records else (None,)
    for call in _possible_calls(sheet):
        for maker in makers:
            sides = [()] if maker is None else [(), *((seat,) for seat in seats)]
            for alone in sides:
                for tricks in _shares(variant.tricks, variant.seats):
                    hand = Hand(tricks, call=call, maker=maker, alone=alone)
                    if not any(tricks[seat] for seat in sitting_out(variant, hand)):
                        yield hand


def _possible_calls(sheet: Scoresheet) -> list[str | None]:
    """At most two: one in which tricks are wanted, and misère."""
    coming, calls = sheet.next, sheet.match.variant.calls
    assert coming is not None
    if coming.pending.call:
        return [coming.pending.call]
    allowed: Sequence[str] = calls.allowed if calls else ()
    if coming.calls_left is not None and coming.deal.caller is not None:
        allowed = coming.calls_left[coming.deal.caller]
    wanted = [call for call in allowed if call != MISERE][:1]
    return [*wanted, *(call for call in allowed if call == MISERE)] or [None]


def _shares(tricks: int, seats: int) -> Iterator[tuple[int, ...]]:
    """Every way to share the tricks of a hand among the seats."""
    for bars in combinations(range(tricks + seats - 1), seats - 1):
        edges = (-1, *bars, tricks + seats - 1)
        yield tuple(after - before - 1 for before, after in pairwise(edges))
