"""When a match ends and who has won, and who then pays whom: exactly, and in few payments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import pytest
from msgspec.structs import replace

from scorekeeper.rules.model import Role
from scorekeeper.rules.settling import balances, payments, transfers

from .told import game, letters, sheet

# Endings

SHARED = {"tie": "shared"}
TARGET_5 = {"win": "target+5"}
BID_TARGET_5 = {"opening": "bid", "win": "target+5"}
ALL_16 = {"win": "16-tricks"}


def goal(points: int, tie: str = "play-on") -> Mapping[str, object]:
    return {"goal": points, "tie": tie}


def called(*tricks: str) -> list[str]:
    return [f"{counts} --call hearts" for counts in tricks]


EUCHRED_C = "2 1 2 --maker C"  # A and B two points each
ENDINGS = [
    # variant, options, hands, winners ("" while the match goes on)
    pytest.param("3-5-8", {}, ["11 3 2"], "", id="eleven tricks are not enough"),
    pytest.param("3-5-8", {}, ["2 12 2"], "B", id="twelve are, whatever the target"),
    pytest.param("3-5-8", {}, ["8 5 3", "0 0 16"], "C", id="more than twelve too, in any hand"),
    pytest.param("3-5-8", ALL_16, ["1 15 0"], "", id="16-tricks: fifteen are not enough"),
    pytest.param("3-5-8", ALL_16, ["0 16 0"], "B", id="16-tricks: all sixteen are"),
    pytest.param("3-5-8", TARGET_5, ["12 2 2"], "", id="target+5: dealer with 12"),
    pytest.param("3-5-8", TARGET_5, ["13 2 1"], "A", id="target+5: dealer with 13"),
    pytest.param("3-5-8", TARGET_5, ["4 9 3"], "", id="target+5: eldest with 9"),
    pytest.param("3-5-8", TARGET_5, ["4 10 2"], "B", id="target+5: eldest with 10"),
    pytest.param("3-5-8", TARGET_5, ["6 3 7"], "", id="target+5: middle with 7"),
    pytest.param("3-5-8", TARGET_5, ["6 2 8"], "C", id="target+5: middle with 8"),
    pytest.param("3-5-8", TARGET_5, ["12 2 2", "7 6 3"], "", id="target+5: twice four over"),
    # Targets 14/1/1.
    pytest.param(
        "3-5-8", BID_TARGET_5, ["0 10 6 --bid A=14"], "B", id="target+5: +9 beats +5 in one hand"
    ),
    pytest.param("3-5-8", BID_TARGET_5, ["2 7 7 --bid A=14"], "", id="target+5 level: play on"),
    pytest.param(
        "3-5-8", {**BID_TARGET_5, **SHARED}, ["2 7 7 --bid A=14"], "BC", id="target+5 level: shared"
    ),
    pytest.param("woburn", {}, ["3 1 12 --bid A=13"], "C", id="woburn: twelve against a bid"),
    # Targets 9/5/2: -9, +5, +4.
    pytest.param("9-5-2", goal(6), ["0 10 6"], "", id="race: not there yet"),
    pytest.param("9-5-2", goal(5), ["0 10 6"], "B", id="race: exactly at the goal"),
    pytest.param("9-5-2", goal(4), ["0 10 6"], "B", id="race: two pass it, the higher total wins"),
    # -8, +4, +4, then targets 2/9/5.
    pytest.param("9-5-2", goal(4), ["1 9 6"], "", id="race level: play on"),
    pytest.param("9-5-2", goal(4, "shared"), ["1 9 6"], "BC", id="race level: shared"),
    pytest.param("9-5-2", goal(4), ["1 9 6", "2 9 5"], "", id="race still level: play on"),
    pytest.param("9-5-2", goal(4), ["1 9 6", "2 10 4"], "B", id="race: B leads alone"),
    pytest.param("9-5-2", goal(4), ["1 9 6", "4 8 4"], "", id="race: level below the goal again"),
    pytest.param("9-5-2", goal(4), ["1 9 6", "4 9 3"], "B", id="race: the other fell back"),
    pytest.param("9-5-2", {}, ["0 5 11", "2 9 5"], "", id="race to ten: nine points"),
    pytest.param("9-5-2", {}, ["0 5 11", "2 8 6"], "C", id="race to ten: ten points"),
    pytest.param("9-5-2", {}, ["12 2 2"], "", id="race: twelve tricks win nothing"),
    pytest.param("6-3-8", {}, ["0 16 1"], "B", id="6-3-8: ten over in one hand"),
    pytest.param("6-3-8", {}, ["17 0 0"], "", id="6-3-8: the dealer's nine over"),
    pytest.param("cutthroat-euchre", goal(2), [EUCHRED_C], "", id="euchre: play on"),
    pytest.param(
        "cutthroat-euchre", goal(2, "shared"), [EUCHRED_C], "AB", id="euchre level: shared"
    ),
    pytest.param(
        "cutthroat-euchre", goal(2), [EUCHRED_C, "1 3 1 --maker B"], "B", id="euchre: then alone"
    ),
    pytest.param(
        "3-5-8-calls", {"hands": 3}, called("16 0 0", "3 8 5"), "", id="fixed: one hand to go"
    ),
    pytest.param(
        "3-5-8-calls", {"hands": 3}, called("9 4 3", "3 8 5", "5 3 8"), "A", id="fixed: most points"
    ),
    # A +1, C -1 (B is level) before the last hand, where the targets are 5/3/8.
    pytest.param(
        "3-5-8-calls", {"hands": 3}, called("9 5 2", "3 8 5", "3 3 10"), "C", id="fixed: at last"
    ),
    pytest.param(
        "3-5-8-calls",
        {"hands": 3},
        called("9 6 1", "3 8 5", "5 3 8"),
        "AB",
        id="fixed: two level share the win",
    ),
    pytest.param(
        "3-5-8-calls",
        {"hands": 3},
        ["pass", *called("3 8 5", "5 3 8"), "pass", "3 8 5 --call clubs"],
        "ABC",
        id="fixed: all level; passed deals are no hands",
    ),
    pytest.param(
        "3-5-8-chooser",
        {"hands": 3},
        called("2 9 5", "5 3 8", "8 5 3"),
        "B",
        id="fixed: the chooser",
    ),
]


@pytest.mark.parametrize(("variant", "options", "hands", "winners"), ENDINGS)
def test_when_a_match_is_over_and_who_has_won(
    variant: str, options: Mapping[str, object], hands: Sequence[str], winners: str
) -> None:
    played = sheet(variant, *hands, options=options)
    assert letters(played.winners) == winners
    assert (played.next is None) == bool(winners)
    numbered = [words for words in hands if words != "pass"]
    assert played.decided_at == (len(numbered) if winners else None)


@pytest.mark.parametrize("length", [3, 6, 9, 18])
@pytest.mark.parametrize("variant", ["3-5-8-calls", "3-5-8-chooser"])
def test_a_match_of_fixed_length_ends_with_its_last_hand(variant: str, length: int) -> None:
    on_target = {
        "3-5-8-calls": ["8 5 3", "3 8 5", "5 3 8"],
        "3-5-8-chooser": ["3 8 5", "5 3 8", "8 5 3"],
    }[variant]
    calls = ["clubs", "diamonds", "hearts", "spades", "no-trump"]
    hands = [f"{tricks} --call {call}" for call in calls for tricks in on_target]
    # In misère everybody is at the limit: 3, 5 and 8 for the dealer, eldest and the middle player
    # of six-call, 8, 3 and 5 for the dealer, the chooser and the third player.
    at_limit = {
        "3-5-8-calls": ["3 5 8", "8 3 5", "5 8 3"],
        "3-5-8-chooser": ["8 3 5", "5 8 3", "3 5 8"],
    }[variant]
    hands += [f"{tricks} --call misere" for tricks in at_limit]
    options = {"hands": length}
    assert sheet(variant, *hands[: length - 1], options=options).winners == ()
    assert letters(sheet(variant, *hands[:length], options=options).winners) == "ABC"


# Payments

PAYMENTS = [
    # what each seat is owed, who pays whom how much
    pytest.param((0, 0, 0), [], id="nothing owed"),
    pytest.param((7, -4, -3), [(1, 0, 4), (2, 0, 3)], id="two pay one"),
    pytest.param((-3, 1, 2), [(0, 1, 1), (0, 2, 2)], id="one pays two"),
    pytest.param((5, 0, -5), [(2, 0, 5)], id="one is level"),
    pytest.param((4, -1, -4, 1), [(1, 3, 1), (2, 0, 4)], id="four players, two pairs"),
    pytest.param(
        # 50 = 10 + 40 and 3 = 1 + 2; paid in the order they sit it would take five.
        (3, 50, -10, -1, -40, -2),
        [(2, 1, 10), (3, 0, 1), (4, 1, 40), (5, 0, 2)],
        id="six players, two groups of three",
    ),
    pytest.param(
        (5, 4, -2, -7), [(2, 0, 2), (3, 0, 3), (3, 1, 4)], id="four players, one group of four"
    ),
    pytest.param(
        (12, *[-1] * 12), [(payer, 0, 1) for payer in range(1, 13)], id="thirteen players"
    ),
]


@pytest.mark.parametrize(("owed", "paid"), PAYMENTS)
def test_who_pays_whom(owed: tuple[int, ...], paid: list[tuple[int, int, int]]) -> None:
    assert [(p.payer, p.payee, p.points) for p in payments(owed)] == paid
    assert all(payment.amount is None for payment in payments(owed))


def test_three_pairs_among_six_settle_in_three_payments() -> None:
    paid = payments((1, 2, 3, -2, -3, -1))
    assert [(p.payer, p.payee, p.points) for p in paid] == [(3, 1, 2), (4, 2, 3), (5, 0, 1)]


@pytest.mark.parametrize(
    ("totals", "stakes", "owed"),
    [
        ((7, -4, -3), "hands", (7, -4, -3)),
        ((7, -4, -3), "totals", (7, -4, -3)),
        # A gets 6 and 9, B pays 6 and gets 3, C pays 9 and 3.
        ((10, 4, 1), "differences", (15, -3, -12)),
        ((10, 10, 0), "differences", (10, 10, -20)),
        ((3, 3, 3), "differences", (0, 0, 0)),
        # Against 2, 0 and 0: 3 + 5 + 5; then 2 + 2 - 3, and twice 0 - 5 - 2.
        ((5, 2, 0, 0), "differences", (13, 1, -7, -7)),
    ],
)
def test_what_everybody_is_owed(
    totals: tuple[int, ...], stakes: str, owed: tuple[int, ...]
) -> None:
    seats = tuple(Role(str(seat), seat) for seat in range(len(totals)))
    table = replace(game("3-5-8"), seats=len(totals), roles=seats, stakes=stakes)
    assert balances(table, totals) == owed


SETTLED = [
    # variant, hands, stake, who pays whom how much, to the last digit
    pytest.param(
        *("3-5-8", ["10 2 4"], "0.10"),
        [("B", "A", 2, "0.20"), ("B", "C", 1, "0.10")],
        id="hand by hand",
    ),
    pytest.param(
        # +2/-3/+1, then with targets 3/8/5 +1/-2/+1: +3/-5/+2.
        *("3-5-8", ["10 2 4", "4 6 6"], "0.10"),
        [("B", "A", 3, "0.30"), ("B", "C", 2, "0.20")],
        id="two hands together",
    ),
    pytest.param(
        *("9-5-2", ["16 0 0"], "0.005"),
        [("B", "A", 5, "0.025"), ("C", "A", 2, "0.010")],
        id="tenths of a cent",
    ),
    pytest.param(
        *("cutthroat-euchre", ["5 0 0 --maker A", "1 3 1 --maker B"], "0.01"),
        # Totals 3/1/0: A gets 2 and 3, B pays 2 and gets 1, C pays 3 and 1.
        [("B", "A", 1, "0.01"), ("C", "A", 4, "0.04")],
        id="differences",
    ),
    pytest.param("6-3-8", ["8 6 3"], "1", [], id="nobody owes anything"),
    pytest.param("6-3-8", ["9 5 3"], "0", [("B", "A", 1, "0")], id="for nothing"),
    pytest.param(
        *("6-3-8", ["9 5 3"], "123456789.99"), [("B", "A", 1, "123456789.99")], id="a high stake"
    ),
]


@pytest.mark.parametrize(("variant", "hands", "stake", "paid"), SETTLED)
def test_stakes_are_paid_exactly(
    variant: str, hands: Sequence[str], stake: str, paid: list[tuple[str, str, int, str]]
) -> None:
    settled = sheet(variant, *hands, stake=stake).settlement
    assert [
        (letters([p.payer]), letters([p.payee]), p.points, str(p.amount)) for p in settled
    ] == paid


def test_amounts_of_money_are_settled_like_points() -> None:
    owed = [Decimal("0.50"), Decimal("-0.20"), Decimal("-0.30")]
    assert transfers(owed) == [(1, 0, Decimal("0.20")), (2, 0, Decimal("0.30"))]


def test_three_dimes_are_thirty_cents_and_not_a_bit_more() -> None:
    (payment,) = payments((3, -3), Decimal("0.1"))
    assert payment.amount == Decimal("0.3")


def test_without_a_stake_points_change_hands_but_no_money() -> None:
    (payment,) = sheet("6-3-8", "9 5 3").settlement
    assert payment.points == 1
    assert payment.amount is None
