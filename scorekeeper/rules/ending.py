"""When a match is over and who has won: one function per kind of ending.

A kind takes the rows so far, the newest last, and returns the winning seats, none while the match
goes on. Its keyword parameters are the keys of the variant's `[ending]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .model import Row


def tricks_in_one_hand(
    rows: Sequence[Row], *, at_least: int, tie: str = "play-on"
) -> tuple[int, ...]:
    """Whoever takes `at_least` tricks in one hand wins the match, whatever the target was."""
    return _best(rows[-1].hand.tricks, at_least, tie)


def over_target(rows: Sequence[Row], *, at_least: int, tie: str = "play-on") -> tuple[int, ...]:
    """Whoever is `at_least` tricks over the target in one hand wins the match.

    The larger surplus wins. Level players play on, or share the win with `tie = "shared"`.
    """
    return _best(rows[-1].points, at_least, tie)


def race(rows: Sequence[Row], *, goal: int, tie: str = "play-on") -> tuple[int, ...]:
    """The first player to reach `goal` points in all wins.

    When several pass it in one hand, the highest total wins. Level at the top they play on until
    one player alone leads at or above the goal, or share the win with `tie = "shared"`.
    """
    return _best(rows[-1].totals, goal, tie)


def fixed_length(rows: Sequence[Row], *, hands: int) -> tuple[int, ...]:
    """After `hands` hands the player with most points wins; level players share the win."""
    if len(rows) < hands:
        return ()
    totals = rows[-1].totals
    return _best(totals, max(totals), "shared")


def _best(figures: tuple[int, ...], at_least: int, tie: str) -> tuple[int, ...]:
    best = max(figures)
    first = tuple(seat for seat, figure in enumerate(figures) if figure == best)
    return first if best >= at_least and (len(first) == 1 or tie == "shared") else ()


KINDS: Mapping[str, Callable[..., tuple[int, ...]]] = {
    "tricks-in-one-hand": tricks_in_one_hand,
    "over-target": over_target,
    "race": race,
    "fixed-length": fixed_length,
}
