"""The twelve worked examples of the rules: points, and what follows for the next hand."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from .told import letters, sheet, steps

# A deals, B sits left of A, C right of A; B deals the next hand.
WOBURN_5 = ("woburn", "4 7 5 --bid A=8", (-4, 2, 2))
WOBURN_6 = ("woburn", "6 9 1 --bid A=8", (-2, 4, -2))
CHOSEN = ("3-5-8-chooser", "1 10 5 --call hearts", (-2, 2, 0))
UNCAPPED = {"max_exchange": "none"}
EXCHANGES = [
    # variant, tricks of A B C, points, options, call of the next hand, the exchange before it
    pytest.param("3-5-8", "10 2 4", (2, -3, 1), {}, "", "C gives B 1, A gives B 2", id="1"),
    pytest.param(
        *("3-5-8", "12 2 2", (4, -3, -1), {"win": "target+5"}, "", "A gives C 1, A gives B 3"),
        id="2 under target+5",
    ),
    pytest.param("3-5-8", "11 4 1", (3, -1, -2), {}, "", "A gives C 2, A gives B 1", id="3"),
    pytest.param("3-5-8", "8 5 3", (0, 0, 0), {}, "", "", id="4"),
    pytest.param(*WOBURN_5, {}, "", "B gives A 2, C gives A 1", id="5"),
    pytest.param(*WOBURN_5, UNCAPPED, "", "B gives A 2, C gives A 2", id="5 uncapped"),
    pytest.param(*WOBURN_6, {}, "", "B gives A 2, B gives C 1", id="6"),
    pytest.param(*WOBURN_6, UNCAPPED, "", "B gives A 2, B gives C 2", id="6 uncapped"),
    pytest.param("woburn", "11 3 2 --bid A=10", (1, -1, 0), {}, "", "A gives B 1", id="7"),
    pytest.param("3-5-8-calls", "5 4 7 --call mizz", (-2, 1, 1), {}, "", "", id="8"),
    pytest.param(*CHOSEN, {}, "--call spades", "B gives A 2", id="9 a suit called"),
    pytest.param(*CHOSEN, {}, "--call no-trump", "", id="9 no-trump called"),
    pytest.param(*CHOSEN, {}, "--call misere", "", id="9 misère called"),
    pytest.param("9-5-2", "11 4 1", (2, -1, -1), {}, "", "A gives C 1, A gives B 1", id="10"),
    pytest.param("6-3-8", "10 4 3", (2, -2, 0), {}, "", "A gives B 2", id="11"),
    pytest.param("cutthroat-euchre", "2 1 2 --maker C", (2, 2, 0), {}, "", "", id="12"),
]


@pytest.mark.parametrize(
    ("variant", "tricks", "points", "options", "next_call", "exchange"), EXCHANGES
)
def test_points_and_the_exchange_before_the_next_hand(
    variant: str,
    tricks: str,
    points: tuple[int, ...],
    options: Mapping[str, object],
    next_call: str,
    exchange: str,
) -> None:
    played = sheet(variant, tricks, options=options, pending=next_call)
    assert played.rows[0].points == points
    assert played.winners == ()
    assert played.next is not None
    assert played.next.deal.number == 2
    assert letters([played.next.deal.dealer]) == "B"
    assert steps(played.next.exchange) == exchange
    assert played.next.exchange_needs == ""


def test_example_2_twelve_tricks_win_the_match() -> None:
    played = sheet("3-5-8", "12 2 2")
    assert played.rows[0].points == (4, -3, -1)
    assert letters(played.winners) == "A"
    assert played.decided_at == 1
    assert played.next is None


def test_example_7_the_bid_moves_the_targets_of_its_hand_only() -> None:
    played = sheet("woburn", "11 3 2 --bid A=10")
    assert played.rows[0].deal.targets == (10, 4, 2)
    assert played.next is not None
    assert played.next.deal.targets == (3, 8, 5)


def test_example_8_misere_has_limits() -> None:
    assert sheet("3-5-8-calls", "5 4 7 --call mizz").rows[0].deal.limits == (3, 5, 8)


def test_example_9_until_something_is_called_the_exchange_is_a_plan() -> None:
    coming = sheet("3-5-8-chooser", "1 10 5 --call hearts").next
    assert coming is not None
    assert steps(coming.exchange) == "B gives A 2"
    assert coming.exchange_needs == "suit-call"


SIXES = {"alone_march": 6}  # not worth as much as anything else
REASONS = [
    ("3-5-8", {}, "10 2 4", (2, -3, 1), ("target", "target", "target")),
    ("3-5-8-calls", {}, "5 4 7 --call mizz", (-2, 1, 1), ("limit", "limit", "limit")),
    ("cutthroat-euchre", {}, "2 1 2 --maker C", (2, 2, 0), ("defended", "defended", "euchred")),
    ("cutthroat-euchre", {}, "3 1 1 --maker A", (1, 0, 0), ("made", "beaten", "beaten")),
    ("cutthroat-euchre", {}, "4 1 0 --maker A", (1, 0, 0), ("made", "beaten", "beaten")),
    ("cutthroat-euchre", SIXES, "5 0 0 --maker A", (3, 0, 0), ("march", "beaten", "beaten")),
    (
        *("cutthroat-euchre", SIXES, "5 0 0 --maker A --alone A"),
        *((6, 0, 0), ("march-alone", "beaten", "beaten")),
    ),
    (
        *("cutthroat-euchre", {}, "2 3 0 --maker A --alone B"),
        *((0, 2, 2), ("euchred", "defended-alone", "defended-alone")),
    ),
    (
        *("cutthroat-euchre", {}, "0 5 0 --maker A --alone B"),
        *((0, 4, 4), ("euchred", "defended-alone-march", "defended-alone-march")),
    ),
    (
        *("cutthroat-euchre", {}, "3 2 0 --maker A --alone B"),
        *((1, 0, 0), ("made", "beaten", "beaten")),
    ),
]


@pytest.mark.parametrize(("variant", "options", "words", "points", "reasons"), REASONS)
def test_points_come_with_the_rule_they_follow(
    variant: str,
    options: Mapping[str, object],
    words: str,
    points: tuple[int, ...],
    reasons: tuple[str, ...],
) -> None:
    (row,) = sheet(variant, words, options=options).rows
    assert row.points == points
    assert row.reasons == reasons


@pytest.mark.parametrize(
    ("variant", "targets", "next_targets"),
    [
        ("3-5-8", (8, 5, 3), (3, 8, 5)),
        ("6-3-8", (8, 6, 3), (3, 8, 6)),
        ("9-5-2", (9, 5, 2), (2, 9, 5)),
        ("3-5-8-calls", (8, 5, 3), (3, 8, 5)),
        ("3-5-8-chooser", (3, 8, 5), (5, 3, 8)),
    ],
)
def test_targets_run_from_small_to_large(
    variant: str, targets: tuple[int, ...], next_targets: tuple[int, ...]
) -> None:
    on_target = " ".join(str(target) for target in targets)
    played = sheet(variant, f"{on_target} --call hearts")
    assert played.rows[0].deal.targets == targets
    assert played.rows[0].points == (0, 0, 0)
    assert played.next is not None
    assert played.next.deal.targets == next_targets


@pytest.mark.parametrize(
    ("bid", "targets"),
    [
        (8, (8, 5, 3)),
        (9, (9, 4, 3)),
        (10, (10, 4, 2)),
        (11, (11, 3, 2)),
        (12, (12, 2, 2)),
        (13, (13, 2, 1)),
        (14, (14, 1, 1)),
        (15, (15, 1, 0)),
        (16, (16, 0, 0)),
    ],
)
def test_what_each_bid_makes_everybody_take(bid: int, targets: tuple[int, ...]) -> None:
    coming = sheet("woburn", pending=f"--bid A={bid}").next
    assert coming is not None
    assert coming.deal.targets == targets


def test_a_bid_of_thirteen_with_twelve_tricks_is_down_and_still_wins() -> None:
    played = sheet("woburn", "12 3 1 --bid A=13")
    assert played.rows[0].points == (-1, 1, 0)
    assert letters(played.winners) == "A"
