"""What a hand is worth: one function per kind of scoring.

A kind takes the deal, the hand and the rows before it, and returns one `Score` a seat; its keyword
parameters are the keys of the variant's `[scoring]` table, its docstring the manual's text for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..errors import Refused
from .contracts import (
    by_bid,
    by_bid_and_bags,
    by_bid_and_success,
    by_books,
    by_game_value,
    by_schedule,
)
from .model import Deal, Hand, Row, Score


def by_target(deal: Deal, hand: Hand, before: Sequence[Row]) -> tuple[Score, ...]:
    """A point for every trick above the target, one off for every trick below.

    In misère a point for every trick below the limit, one off for every trick above.
    """
    if deal.limits is not None:
        limits = zip(deal.limits, hand.counts, strict=True)
        return tuple([Score(limit - took, "limit") for limit, took in limits])
    assert deal.targets is not None
    targets = zip(deal.targets, hand.counts, strict=True)
    return tuple([Score(took - target, "target") for target, took in targets])


def by_maker(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    needed: int,
    made: int,
    march: int,
    euchred: int,
    alone_march: int | None = None,
    defended_alone: int | None = None,
    defended_alone_march: int | None = None,
) -> tuple[Score, ...]:
    """The maker's side plays against all others and needs `needed` tricks.

    The maker scores `made`, or `march` for all tricks (`alone_march` when playing alone). Failing
    that, the maker is euchred and each defender scores `euchred`; behind a lone defender
    `defended_alone`, or `defended_alone_march` if that one took every trick.
    """
    assert deal.maker is not None
    sides = deal.by_side(hand)
    mine, every = deal.sides[deal.maker], sum(sides)
    lone = [deal.sides[seat] for seat in hand.alone if deal.sides[seat] != mine]
    if sides[mine] >= needed:
        if sides[mine] < every:
            maker = Score(made, "made")
        elif deal.maker in hand.alone:
            maker = Score(march if alone_march is None else alone_march, "march-alone")
        else:
            maker = Score(march, "march")
        defender = Score(0, "beaten")
    else:
        maker, defender = Score(0, "euchred"), Score(euchred, "defended")
        if lone and sides[lone[0]] == every and defended_alone_march is not None:
            defender = Score(defended_alone_march, "defended-alone-march")
        elif lone and sides[lone[0]] >= needed and defended_alone is not None:
            defender = Score(defended_alone, "defended-alone")
    return tuple(maker if side == mine else defender for side in deal.sides)


def by_count(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    each: int = 1,
    over: int = 0,
    worth: Mapping[str, int] | None = None,
    moon: str = "none",
) -> tuple[Score, ...]:
    """So many points for `each` trick or point counted, from the first one `over` a number on.

    What an extra is `worth` goes to the player it names, and to that player's side. Who counts all
    there is has shot the `moon`: all others get that many points instead ("add"), or the one gets
    them off ("subtract").
    """
    sides = deal.by_side(hand)
    points = [each * max(count - over, 0) if over else each * count for count in sides]
    reasons = ["count"] * len(points)
    also: list[dict[str, int]] = [{} for _ in points]
    every = each * (deal.adds_up_to or 0)
    if moon != "none" and every and every in points:
        shooter = points.index(every)
        points = [every if moon == "add" else 0] * len(points)
        points[shooter] = 0 if moon == "add" else -every
        reasons = ["moon" if side == shooter else "moon-shot" for side in range(len(points))]
    for extra, value in (worth or {}).items():
        seat = hand.seat_told(extra)
        if seat is not None:
            points[deal.sides[seat]] += value
            also[deal.sides[seat]][extra] = value
    return tuple(Score(points[s], reasons[s], {"also": also[s]}) for s in deal.sides)


def by_odd_tricks(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    book: int,
    honours: Mapping[str, int] | None = None,
    goal: int = 0,
) -> tuple[Score, ...]:
    """A point for each trick above the `book`.

    `honours` are what extras are worth, for the side of the player they name; a side one short of
    the `goal` scores none.
    """
    points = [max(count - book, 0) for count in deal.by_side(hand)]
    also: list[dict[str, int]] = [{} for _ in points]
    for extra, value in (honours or {}).items():
        seat = hand.seat_told(extra)
        if seat is not None and (not before or before[-1].totals[seat] != goal - 1):
            points[deal.sides[seat]] += value
            also[deal.sides[seat]][extra] = value
    figures = [{"book": book, "also": told} for told in also]
    return tuple(Score(points[side], "odd-tricks", figures[side]) for side in deal.sides)


def by_being_set(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    needed: int,
    least: int = 1,
    each: int = -1,
    set_back: int,
) -> tuple[Score, ...]:
    """So many points for `each` trick; who takes too few is set back instead.

    The maker needs `needed` tricks, everybody else `least`, but for those who dropped out (the
    extra "out"), who score nothing.
    """
    out = hand.extras.get("out", ())
    if out and deal.maker is None:
        raise Refused(
            "nobody may drop out of a hand without a maker", "add --maker, or tell nobody out"
        )
    scores = []
    for seat, took in enumerate(hand.counts):
        if isinstance(out, tuple) and seat in out:
            if seat == deal.maker:
                raise Refused("the maker can't drop out", "name the others who did")
            if took:
                raise Refused("who dropped out takes no tricks", "count again")
            scores.append(Score(0, "out"))
        elif took >= (needed if seat == deal.maker else least):
            scores.append(Score(each * took, "stayed"))
        else:
            scores.append(Score(set_back, "set-back"))
    return tuple(scores)


KINDS: Mapping[str, Callable[..., tuple[Score, ...]]] = {
    "by-target": by_target,
    "by-maker": by_maker,
    "by-count": by_count,
    "by-bid": by_bid,
    "by-bid-and-success": by_bid_and_success,
    "by-bid-and-bags": by_bid_and_bags,
    "by-odd-tricks": by_odd_tricks,
    "by-books": by_books,
    "by-schedule": by_schedule,
    "by-game-value": by_game_value,
    "by-being-set": by_being_set,
}
EVERYBODY_BIDS = ("by-bid", "by-bid-and-success", "by-bid-and-bags")
MAKER_BIDS = ("by-books", "by-schedule", "by-game-value")
