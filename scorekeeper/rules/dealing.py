"""A deal before it is played: who deals, calls and leads, what each must take, and how many tricks.

Where the number of tricks changes there is one function a kind: it returns the tricks of hand
after hand, and its keyword parameters are the keys of the variant's `[sizes]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from .model import MISERE, Deal, Hand, Variant


def deal_of(variant: Variant, number: int, dealer: int, hand: Hand) -> Deal:
    """The deal of hand `number`: a bid moves the first to the bidder, a loner moves the lead."""
    targets_by_role: Sequence[int | None] = [role.target for role in variant.roles]
    if number == 1 and variant.opening.kind == "bid":
        targets_by_role = _targets_after_bid(variant, hand)
        if hand.bid and not hand.passed:
            dealer = hand.bid.seat
    step = 1 if variant.clockwise else -1
    seat_of = {role.name: (dealer + step * role.offset) % variant.seats for role in variant.roles}
    by_seat = sorted(range(variant.seats), key=lambda i: seat_of[variant.roles[i].name])
    roles = tuple(variant.roles[i] for i in by_seat)
    targets = [t for i in by_seat if (t := targets_by_role[i]) is not None]
    limits = [role.limit for role in roles if role.limit is not None]
    who = variant.calls.who if variant.calls else ""
    maker = hand.maker
    if variant.bids is not None and variant.bids.who == "maker" and hand.bid is not None:
        maker = hand.bid.seat
    leader = maker if variant.lead == "maker" else seat_of.get(variant.lead)
    if hand.alone and leader is not None:
        leader = _lead_with_loner(variant, hand, leader)
    return Deal(
        number=number,
        dealer=dealer,
        caller=seat_of[who] if who else maker,
        leader=leader,
        maker=maker,
        roles=roles,
        targets=tuple(targets) or None,
        limits=tuple(limits) if hand.call == MISERE and limits else None,
        sides=tuple(map(variant.side, range(variant.seats))),
        tricks=variant.tricks_in(number),
        adds_up_to=variant.sum_in(number),
    )


def _targets_after_bid(variant: Variant, hand: Hand) -> Sequence[int | None]:
    """Targets in the order of the roles, whose first is the dealer's and so the bid."""
    for targets in variant.opening.parameters["targets"]:
        if hand.bid and targets[0] == hand.bid.tricks:
            return list(targets)
    return [None] * variant.seats


def _lead_with_loner(variant: Variant, hand: Hand, leader: int) -> int:
    """Partners keep the lead, unless it falls to one who sits out; else it is left of the loner.

    With both camps alone it is left of the maker.
    """
    seat = leader
    if not variant.sides:
        loner = hand.maker if hand.maker in hand.alone else hand.alone[0]
        assert loner is not None
        seat = next_seat(variant, loner)
    out = sitting_out(variant, hand)
    while seat in out:
        seat = next_seat(variant, seat)
    return seat


def sitting_out(variant: Variant, hand: Hand) -> tuple[int, ...]:
    """Those who lay down their cards because somebody on their side plays alone.

    Where nobody has a partner the defenders are a side.
    """
    camps = [
        variant.side(seat) if variant.sides else seat == hand.maker for seat in range(variant.seats)
    ]
    lone = {camps[seat] for seat in hand.alone}
    return tuple(s for s, camp in enumerate(camps) if camp in lone and s not in hand.alone)


def next_seat(variant: Variant, seat: int) -> int:
    """The seat whose turn is after this one."""
    return (seat + (1 if variant.clockwise else -1)) % variant.seats


def up(*, least: int = 1, most: int) -> tuple[int, ...]:
    """From `least` tricks up to `most`, one more every hand."""
    return tuple(range(least, most + 1))


def down(*, least: int = 1, most: int) -> tuple[int, ...]:
    """From `most` tricks down to `least`, one fewer every hand."""
    return tuple(range(most, least - 1, -1))


def up_down(*, least: int = 1, most: int) -> tuple[int, ...]:
    """From `least` tricks up to `most`, and down again to `least`."""
    return up(least=least, most=most) + down(least=least, most=most - 1)


def down_up(*, least: int = 1, most: int) -> tuple[int, ...]:
    """From `most` tricks down to `least`, and up again to `most`."""
    return down(least=least, most=most) + up(least=least + 1, most=most)


KINDS: Mapping[str, Callable[..., tuple[int, ...]]] = {
    "up": up,
    "down": down,
    "up-down": up_down,
    "down-up": down_up,
}
