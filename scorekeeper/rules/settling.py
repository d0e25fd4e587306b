"""Who pays whom: what each seat is owed, then as few payments as possible."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import TypeVar

from .model import Payment, Variant

Amount = TypeVar("Amount", int, Decimal)


def balances(variant: Variant, totals: tuple[int, ...]) -> tuple[int, ...]:
    """Points each seat receives (or pays, below 0); they sum to 0.

    Stakes are "hands" or "totals" where points already sum to 0 (paid after every hand, or at the
    end), "differences" where every player, or every side, pays those ahead the difference of their
    totals; partners pay and receive alike.
    """
    if variant.lowest:
        totals = tuple(-total for total in totals)
    if variant.stakes != "differences":
        return totals
    sides = [totals[seats[0]] for seats in variant.by_side()]
    return tuple(len(sides) * total - sum(sides) for total in totals)


def payments(owed: tuple[int, ...], stake: Decimal | None = None) -> tuple[Payment, ...]:
    """The fewest payments that bring all points to 0, in money too where there is a stake."""
    return tuple(
        Payment(payer, payee, points, None if stake is None else stake * points)
        for payer, payee, points in transfers(owed)
    )


def transfers(owed: Sequence[Amount]) -> list[tuple[int, int, Amount]]:
    """The fewest payments (payer, payee, amount) that bring every balance to 0, by payer.

    A group that settles among itself needs one payment fewer than it has members, so the balances
    are first divided into as many groups that sum to 0 as there are (of three there is only one;
    beyond twelve people everybody settles in one group).
    """
    steps: list[tuple[int, int, Amount]] = []
    for group in _groups_summing_to_zero(owed):
        rest = {member: owed[member] for member in group}
        while payers := [member for member in group if rest[member] < 0]:
            payer = payers[0]
            payee = next(member for member in group if rest[member] > 0)
            amount = min(-rest[payer], rest[payee])
            steps.append((payer, payee, amount))
            rest[payer] += amount
            rest[payee] -= amount
    return sorted(steps)


def _groups_summing_to_zero(owed: Sequence[Amount]) -> list[list[int]]:
    """As many disjoint groups as possible, by dynamic programming over sets of members."""
    members = [member for member, amount in enumerate(owed) if amount]
    if not 3 < len(members) <= 12:
        return [members]
    size = 1 << len(members)
    total: list[Amount | int] = [0] * size
    # most[s]: the largest number of prefixes summing to 0 when the members of s are taken in a
    # row; last[s]: the one taken last on that way.
    most, last = [0] * size, [0] * size
    for chosen in range(1, size):
        low = (chosen & -chosen).bit_length() - 1
        total[chosen] = total[chosen & (chosen - 1)] + owed[members[low]]
        inside = [i for i in range(len(members)) if chosen >> i & 1]
        last[chosen] = max(inside, key=lambda i: (most[chosen & ~(1 << i)], i))
        most[chosen] = most[chosen & ~(1 << last[chosen])] + (not total[chosen])
    groups: list[list[int]] = []
    chosen = size - 1
    while chosen:
        if not total[chosen]:
            groups.insert(0, [])
        groups[0].insert(0, members[last[chosen]])
        chosen &= ~(1 << last[chosen])
    return [sorted(group) for group in groups]
