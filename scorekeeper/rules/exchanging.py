"""Who gives how many cards to whom: one function per kind of exchange.

A kind takes the points of the hand before and the deal about to be played; its keyword parameters
are the keys of the variant's `[exchange]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    in_turn = _in_turn(deal)
    return _steps(
        [min(abs(p), cap) if cap is not None else abs(p) for p in points],
        sorted((s for s in in_turn if points[s] > 0), key=lambda s: -targets[s]),
        sorted((s for s in in_turn if points[s] < 0), key=lambda s: targets[s]),
    )


def pulled(points: tuple[int, ...], deal: Deal) -> tuple[Exchange, ...]:
    """Every player up pulls a card a point, unseen, from those down, and returns another one.

    Whoever has the higher target in the coming hand pulls first, the dealer first if down.
    Source: Wikipedia, 3-2-5; the order as in 9-5-2, because no source of 3-2-5 tells it.
    """
    assert deal.targets is not None
    targets = deal.targets
    in_turn = _in_turn(deal)
    return _steps(
        [abs(p) for p in points],
        sorted((s for s in in_turn if points[s] > 0), key=lambda s: -targets[s]),
        [s for s in in_turn if points[s] < 0],
    )


def _in_turn(deal: Deal) -> list[int]:
    """The seats from the dealer on."""
    return [deal.seat_at(offset) for offset in range(len(deal.roles))]


def _steps(
    cards: list[int], givers: Sequence[int], receivers: Sequence[int]
) -> tuple[Exchange, ...]:
    """Everybody's cards paired off: giver after giver, each with the receivers in their order."""
    steps = []
    for giver in givers:
        for receiver in receivers:
            both = min(cards[giver], cards[receiver])
            if both:
                steps.append(Exchange(giver, receiver, both))
                cards[giver] -= both
                cards[receiver] -= both
    return tuple(steps)


KINDS: Mapping[str, Callable[..., tuple[Exchange, ...]]] = {
    "up-to-down": up_to_down,
    "pulled": pulled,
}
