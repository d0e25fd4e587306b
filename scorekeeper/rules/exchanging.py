"""Who gives how many cards to whom: one function per kind of exchange.

A kind takes the points of the hand before and the deal about to be played; its keyword parameters
are the keys of the variant's `[exchange]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .model import Deal, Exchange


def up_to_down(
    points: tuple[int, ...], deal: Deal, *, cap: int | None = None
) -> tuple[Exchange, ...]:
    """Every player up gives a card a point to those down, and gets the best of that suit back.

    The giver with the higher target in the coming hand goes first, and serves the receiver with
    the lower target first. With `cap`, no player takes part in more than so many cards in all.
    Source: Wikipedia, Sergeant major (card game), "Subsequent deals and exchanges" and "Woburn".
    """
    assert deal.targets is not None
    targets = deal.targets
    rest = [min(abs(p), cap) if cap is not None else abs(p) for p in points]
    clockwise = [(deal.dealer + i) % len(points) for i in range(len(points))]
    givers = sorted((s for s in clockwise if points[s] > 0), key=lambda s: -targets[s])
    receivers = sorted((s for s in clockwise if points[s] < 0), key=lambda s: targets[s])
    steps = []
    for giver in givers:
        for receiver in receivers:
            cards = min(rest[giver], rest[receiver])
            if cards:
                steps.append(Exchange(giver, receiver, cards))
                rest[giver] -= cards
                rest[receiver] -= cards
    return tuple(steps)


KINDS: Mapping[str, Callable[..., tuple[Exchange, ...]]] = {"up-to-down": up_to_down}
