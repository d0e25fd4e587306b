"""Who pays whom: what each seat is owed, then as few payments as possible."""

from __future__ import annotations

from decimal import Decimal

from .model import Payment


def balances(totals: tuple[int, ...], stakes: str) -> tuple[int, ...]:
    """Points each seat receives (or pays, below 0); they sum to 0.

    `stakes` is "hands" or "totals" where points already sum to 0 (paid after every hand, or at the
    end), "differences" where every player pays every player ahead the difference of their totals.
    """
    if stakes == "differences":
        return tuple(len(totals) * total - sum(totals) for total in totals)
    return totals


def payments(owed: tuple[int, ...], stake: Decimal | None = None) -> tuple[Payment, ...]:
    """The fewest payments that bring everybody's balance to 0, in seating order of the payers.

    A group that settles among itself needs one payment fewer than it has players, so the balances
    are first divided into as many groups that sum to 0 as there are.
    """
    steps: list[tuple[int, int, int]] = []
    for group in _groups_summing_to_zero(owed):
        payers = [[seat, -owed[seat]] for seat in group if owed[seat] < 0]
        payees = [[seat, owed[seat]] for seat in group if owed[seat] > 0]
        while payers:
            payer, payee = payers[0], payees[0]
            points = min(payer[1], payee[1])
            steps.append((payer[0], payee[0], points))
            payer[1] -= points
            payee[1] -= points
            if not payer[1]:
                payers.pop(0)
            if not payee[1]:
                payees.pop(0)
    return tuple(
        Payment(payer, payee, points, None if stake is None else stake * points)
        for payer, payee, points in sorted(steps)
    )


def _groups_summing_to_zero(owed: tuple[int, ...]) -> list[list[int]]:
    """As many disjoint groups as possible, by dynamic programming over sets of at most 12 seats."""
    seats = [seat for seat, points in enumerate(owed) if points]
    if len(seats) > 12:
        return [seats]
    size = 1 << len(seats)
    total = [0] * size
    # most[s]: the largest number of prefixes summing to 0 when the seats of s are taken in a
    # row; last[s]: the seat taken last on that way.
    most, last = [0] * size, [0] * size
    for chosen in range(1, size):
        low = (chosen & -chosen).bit_length() - 1
        total[chosen] = total[chosen & (chosen - 1)] + owed[seats[low]]
        inside = [i for i in range(len(seats)) if chosen >> i & 1]
        last[chosen] = max(inside, key=lambda i: (most[chosen & ~(1 << i)], i))
        most[chosen] = most[chosen & ~(1 << last[chosen])] + (total[chosen] == 0)
    groups: list[list[int]] = []
    chosen = size - 1
    while chosen:
        if total[chosen] == 0:
            groups.insert(0, [])
        groups[0].insert(0, seats[last[chosen]])
        chosen &= ~(1 << last[chosen])
    return [sorted(group) for group in groups]
