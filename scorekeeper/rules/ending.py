"""When a match is over and who has won: one function per kind of ending.

A kind takes the variant, the rows so far, the newest last, and how often cards have been dealt,
passed-out deals too; it returns the winning seats, none while the match goes on. Its keyword
parameters are the keys of the variant's `[ending]` table. Partners win together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .model import Row, Variant


def tricks_in_one_hand(
    variant: Variant, rows: Sequence[Row], deals: int, *, at_least: int, tie: str = "play-on"
) -> tuple[int, ...]:
    """Whoever takes `at_least` tricks in one hand wins the match, whatever the target was."""
    took = [count or 0 for count in rows[-1].took]
    return _first(variant, took, tie) if max(took) >= at_least else ()


def over_target(
    variant: Variant, rows: Sequence[Row], deals: int, *, at_least: int, tie: str = "play-on"
) -> tuple[int, ...]:
    """Whoever is `at_least` tricks over the target in one hand wins the match.

    The larger surplus wins. Level players play on, or share the win with `tie = "shared"`.
    """
    points = rows[-1].points
    return _first(variant, points, tie) if max(points) >= at_least else ()


def race(
    variant: Variant,
    rows: Sequence[Row],
    deals: int,
    *,
    goal: int,
    bottom: int | None = None,
    first: str = "total",
    tie: str = "play-on",
) -> tuple[int, ...]:
    """The first to reach `goal` points in all wins; counting down where the lowest wins.

    When several pass it in one hand, the best total wins; or, as `first` says, the maker's side
    ("maker"), the side with most tricks in that hand ("tricks"), and with "contract" nobody but a
    maker who has just made it. Level at the top they play on until one leads alone at or beyond
    the goal, or share the win with `tie = "shared"`. Who falls to `bottom` has lost, and the best
    of the others wins.
    """
    last, worths = rows[-1], _worths(variant, rows)
    there = [s for s, worth in enumerate(worths) if worth >= _worth(variant, goal)]
    makers = [
        s for s in there if last.deal.maker is not None and _together(variant, s, last.deal.maker)
    ]
    if first == "contract":
        there = [seat for seat in makers if last.points[seat] > 0]
    elif first == "maker":
        there = makers or there
    elif first == "tricks" and there:
        most = max(last.took[seat] or 0 for seat in there)
        there = [seat for seat in there if last.took[seat] == most]
    if not there and bottom is not None and min(worths) <= bottom:
        there = [seat for seat, worth in enumerate(worths) if worth > bottom] or list(
            range(len(worths))
        )
    return _first(variant, worths, tie, among=there)


def until_reached(
    variant: Variant,
    rows: Sequence[Row],
    deals: int,
    *,
    goal: int | None = None,
    hands: int | None = None,
    tie: str = "play-on",
) -> tuple[int, ...]:
    """When somebody has `goal` points, or after `hands` hands, the best total wins.

    Without either it goes on for ever. Level at the best total they play on, or share the win with
    `tie = "shared"`.
    """
    over = (goal is not None and max(rows[-1].totals) >= goal) or (
        hands is not None and len(rows) >= hands
    )
    return _first(variant, _worths(variant, rows), tie) if over else ()


def fixed_length(
    variant: Variant,
    rows: Sequence[Row],
    deals: int,
    *,
    hands: int | None = None,
    passed: str = "left-out",
) -> tuple[int, ...]:
    """After `hands` hands the best total wins; level players share the win.

    Where the number of tricks changes and `hands` is left out, every number is played once. With
    `passed = "counted"` a deal that was passed out is one of them.
    """
    over = (deals if passed == "counted" else len(rows)) >= (hands or len(variant.sizes))
    return _first(variant, _worths(variant, rows), "shared") if over else ()


def _worth(variant: Variant, total: int) -> int:
    return -total if variant.lowest else total


def _worths(variant: Variant, rows: Sequence[Row]) -> list[int]:
    return [_worth(variant, total) for total in rows[-1].totals]


def _together(variant: Variant, seat: int, other: int) -> bool:
    return variant.side(seat) == variant.side(other)


def _first(
    variant: Variant, figures: Sequence[int], tie: str, among: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The seats with the highest figure; none where several sides have it and they play on."""
    seats = range(len(figures)) if among is None else among
    best = max((figures[seat] for seat in seats), default=0)
    first = tuple(seat for seat in seats if figures[seat] == best)
    alone = len({variant.side(seat) for seat in first}) == 1
    return first if alone or tie == "shared" else ()


KINDS: Mapping[str, Callable[..., tuple[int, ...]]] = {
    "tricks-in-one-hand": tricks_in_one_hand,
    "over-target": over_target,
    "race": race,
    "until-reached": until_reached,
    "fixed-length": fixed_length,
}
