"""A deal before it is played: who deals, calls and leads, what each must take, and how many tricks.

Where the number of tricks changes there is one function a kind: it returns the tricks of hand
after hand, and its keyword parameters are the keys of the variant's `[sizes]` table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from .model import MISERE, Deal, Hand, Role, Variant


class _Seating(Struct, frozen=True):
    """Who has which role with one dealer; targets and limits are None where there are none."""

    roles: tuple[Role, ...]
    seat_of: dict[str, int]
    targets: tuple[int, ...] | None
    limits: tuple[int, ...] | None
    sides: tuple[int, ...]


def deal_of(variant: Variant, number: int, dealer: int, hand: Hand) -> Deal:
    """The deal of hand `number`: a bid moves the first to the bidder, a loner moves the lead."""
    bid_for = number == 1 and variant.opening.kind == "bid"
    if bid_for and hand.bid and not hand.passed:
        dealer = hand.bid.seat
    seating = _seating(variant, dealer)
    who = variant.calls.who if variant.calls else ""
    maker = hand.maker
    if variant.bids is not None and variant.bids.who == "maker" and hand.bid is not None:
        maker = hand.bid.seat
    leader = maker if variant.lead == "maker" else seating.seat_of.get(variant.lead)
    if hand.alone and leader is not None:
        leader = _lead_with_loner(variant, hand, leader)
    return Deal(
        number=number,
        dealer=dealer,
        caller=seating.seat_of[who] if who else maker,
        leader=leader,
        maker=maker,
        roles=seating.roles,
        targets=_targets_after_bid(variant, seating, hand) if bid_for else seating.targets,
        limits=seating.limits if hand.call == MISERE else None,
        sides=seating.sides,
        tricks=variant.tricks_in(number),
        adds_up_to=variant.sum_in(number),
    )


# The same for every hand with that dealer, and there are many hands.
_known: dict[tuple[int, int], tuple[Variant, _Seating]] = {}


def _seating(variant: Variant, dealer: int) -> _Seating:
    known = _known.get((id(variant), dealer))
    if known is not None and known[0] is variant:
        return known[1]
    step = 1 if variant.clockwise else -1
    seat_of = {role.name: (dealer + step * role.offset) % variant.seats for role in variant.roles}
    roles = tuple(sorted(variant.roles, key=lambda role: seat_of[role.name]))
    targets = tuple(role.target for role in roles if role.target is not None)
    limits = tuple(role.limit for role in roles if role.limit is not None)
    sides = tuple(map(variant.side, range(variant.seats)))
    seating = _Seating(roles, seat_of, targets or None, limits or None, sides)
    if len(_known) >= 1_000:
        _known.clear()
    _known[id(variant), dealer] = (variant, seating)
    return seating


def _targets_after_bid(variant: Variant, seating: _Seating, hand: Hand) -> tuple[int, ...] | None:
    """Targets by seat; the bids are told in the order of the roles, the dealer's first."""
    for targets in variant.opening.parameters["targets"]:
        if hand.bid and targets[0] == hand.bid.tricks:
            by_role = {role.name: t for role, t in zip(variant.roles, targets, strict=True)}
            return tuple(by_role[role.name] for role in seating.roles)
    return None


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
