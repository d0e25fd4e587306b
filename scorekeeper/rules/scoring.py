"""What a hand is worth: one function per kind of scoring.

A kind takes the deal and the hand and returns one `Score` a seat; its keyword parameters are the
keys of the variant's `[scoring]` table, its docstring the manual's text for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .model import Deal, Hand


@dataclass(frozen=True, slots=True)
class Score:
    """The points of one seat in one hand, and the rule they come from."""

    points: int
    reason: str


def by_target(deal: Deal, hand: Hand) -> tuple[Score, ...]:
    """A point for every trick above the target, one off for every trick below.

    In misère a point for every trick below the limit, one off for every trick above.
    """
    if deal.limits is not None:
        return tuple(
            Score(limit - took, "limit")
            for limit, took in zip(deal.limits, hand.tricks, strict=True)
        )
    assert deal.targets is not None
    return tuple(
        Score(took - target, "target")
        for target, took in zip(deal.targets, hand.tricks, strict=True)
    )


def by_maker(
    deal: Deal,
    hand: Hand,
    *,
    needed: int,
    made: int,
    march: int,
    alone_march: int,
    euchred: int,
    defended_alone: int,
    defended_alone_march: int,
) -> tuple[Score, ...]:
    """The maker plays against all others and needs `needed` tricks.

    The maker scores `made`, or `march` for all tricks (`alone_march` when playing alone). Failing
    that, the maker is euchred and each defender scores `euchred`; behind a lone defender
    `defended_alone`, or `defended_alone_march` if that one took every trick.
    """
    assert hand.maker is not None
    took, every = hand.tricks[hand.maker], sum(hand.tricks)
    if took >= needed:
        if took < every:
            maker = Score(made, "made")
        elif hand.maker in hand.alone:
            maker = Score(alone_march, "march-alone")
        else:
            maker = Score(march, "march")
        defender = Score(0, "beaten")
    else:
        maker = Score(0, "euchred")
        lone = [seat for seat in hand.alone if seat != hand.maker]
        if not lone:
            defender = Score(euchred, "defended")
        elif hand.tricks[lone[0]] == every:
            defender = Score(defended_alone_march, "defended-alone-march")
        elif hand.tricks[lone[0]] >= needed:
            defender = Score(defended_alone, "defended-alone")
        else:
            defender = Score(euchred, "defended")
    return tuple(maker if seat == hand.maker else defender for seat in range(len(hand.tricks)))


KINDS: Mapping[str, Callable[..., tuple[Score, ...]]] = {
    "by-target": by_target,
    "by-maker": by_maker,
}
