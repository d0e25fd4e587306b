"""What a journal comes to: facts fold into a record, and are told in the words people type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.errors import Refused
from scorekeeper.ledger import journal
from scorekeeper.ledger.journal import Body, Entry, Played, Record, body_hand, fold, hand_body, log
from scorekeeper.rules.model import CALLS, Bid, Hand

from .told import game

Fact = tuple[str, Body]
NAMES = {"a": "Ann", "b": "Bob", "c": "Cy", "d": "Dee Lee"}
START: dict[str, Any] = {"players": ["a", "b", "c"], "rules": "#1", "dealer": 0, "options": {}}
UNDO: Fact = ("undo", {})
REDO: Fact = ("redo", {})
PASSED: Fact = ("passed", {})


def minute(sequence: int) -> str:
    return f"2026-11-28T20:{sequence:02}:00Z"


def entries(*facts: Fact, start: Body = START) -> list[Entry]:
    """A journal that begins with `start`, an entry a minute from 20:01."""
    told: list[Fact] = [("start", start), *facts]
    return [Entry(n, kind, body, minute(n)) for n, (kind, body) in enumerate(told, start=1)]


def record(*facts: Fact, start: Body = START) -> Record:
    return fold(entries(*facts, start=start))


def played(*tricks: int, **more: object) -> Fact:
    return "hand", {"tricks": list(tricks), **more}


def hands(kept: Record) -> list[Hand]:
    return [one.hand for one in kept.played]


# The start


def test_a_match_begins_with_what_new_was_told() -> None:
    start = {
        **START,
        "dealer": 2,
        "options": {"goal": 20},
        "stake": "0.10",
        "currency": "EUR",
        "note": "the Feathers",
        "started": "2026-11-28T19:30:00Z",
    }
    assert record(start=start) == Record(
        players=("a", "b", "c"),
        rules="#1",
        dealer=2,
        options={"goal": 20},
        started="2026-11-28T19:30:00Z",
        stake=Decimal("0.10"),
        currency="EUR",
        note="the Feathers",
    )


def test_what_new_was_not_told_is_unknown_and_it_started_when_it_was_recorded() -> None:
    kept = record()
    assert kept == Record(("a", "b", "c"), "#1", 0, {}, started=minute(1))
    assert kept.stake is None


def test_a_later_start_tells_the_match_anew() -> None:
    anew = {**START, "players": ["c", "b", "a"], "rules": "#2"}
    kept = record(played(8, 5, 3), ("call", {"call": "hearts"}), ("start", anew))
    assert kept.players == ("c", "b", "a")
    assert kept.rules == "#2"
    assert kept.played == ()
    assert kept.pending == Hand()


def test_a_start_told_anew_can_be_taken_back() -> None:
    anew = {**START, "players": ["c", "b", "a"]}
    kept = record(played(8, 5, 3), ("start", anew), played(5, 8, 3), UNDO, UNDO)
    assert kept.players == ("a", "b", "c")
    assert hands(kept) == [Hand((8, 5, 3))]


# Hands


def test_hands_stand_in_the_order_they_were_told_with_time_and_note() -> None:
    kept = record(
        played(8, 5, 3),
        ("passed", {"played": "2026-11-27T10:00:00Z", "note": "all asleep"}),
        played(4, 8, 4, played="2026-11-27T10:05:00Z", note="four aces"),
    )
    assert kept.played == (
        Played(Hand((8, 5, 3)), entry=2, at=minute(2)),
        Played(Hand(passed=True), entry=3, at="2026-11-27T10:00:00Z", note="all asleep"),
        Played(Hand((4, 8, 4)), entry=4, at="2026-11-27T10:05:00Z", note="four aces"),
    )


def test_the_rules_see_the_hands_and_the_names() -> None:
    kept = record(played(8, 5, 3), PASSED, ("call", {"call": "spades"}))
    match = replace(kept, stake=Decimal("0.5"), dealer=1).match(game("3-5-8"), ["Ann", "Bob", "Cy"])
    assert match.players == ("Ann", "Bob", "Cy")
    assert match.dealer == 1
    assert match.hands == (Hand((8, 5, 3)), Hand(passed=True))
    assert match.stake == Decimal("0.5")
    assert match.pending == Hand(call="spades")


@pytest.mark.parametrize(
    ("facts", "last", "pending"),
    [
        pytest.param(
            [("call", {"call": "hearts"})], None, Hand(call="hearts"), id="a call, not yet played"
        ),
        pytest.param(
            [("bid", {"bid": [2, 10]}), ("call", {"call": "clubs"})],
            None,
            Hand(call="clubs", bid=Bid(2, 10)),
            id="a bid and a call",
        ),
        pytest.param(
            [("call", {"call": "hearts"}), ("call", {"call": "spades"})],
            None,
            Hand(call="spades"),
            id="a call put right",
        ),
        pytest.param(
            [("bid", {"bid": [2, 10]}), ("call", {"call": "clubs"}), played(3, 3, 10)],
            Hand((3, 3, 10), call="clubs", bid=Bid(2, 10)),
            Hand(),
            id="the hand takes both over",
        ),
        pytest.param(
            [("bid", {"bid": [2, 10]}), played(3, 3, 10, bid=[1, 9], call="spades")],
            Hand((3, 3, 10), call="spades", bid=Bid(1, 9)),
            Hand(),
            id="the hand knows better",
        ),
        pytest.param(
            [("call", {"call": "hearts"}), PASSED],
            Hand(passed=True),
            Hand(),
            id="passed out after all",
        ),
        pytest.param(
            [("call", {"call": "hearts"}), played(8, 5, 3), played(3, 8, 5)],
            Hand((3, 8, 5)),
            Hand(),
            id="not for the hand after",
        ),
        pytest.param(
            [("call", {"call": "hearts"}), played(8, 5, 3), UNDO],
            None,
            Hand(call="hearts"),
            id="known again once the hand is taken back",
        ),
    ],
)
def test_what_is_known_before_a_hand_becomes_part_of_it(
    facts: list[Fact], last: Hand | None, pending: Hand
) -> None:
    kept = record(*facts)
    assert (hands(kept)[-1] if kept.played else None) == last
    assert kept.pending == pending


# Taking back


@pytest.mark.parametrize(
    ("told", "standing", "undoable", "redoable"),
    [
        ("", "", "", ""),
        ("1", "1", "1", ""),
        ("1 2 3", "123", "123", ""),
        ("1 u", "", "", "1"),
        ("1 2 u", "1", "1", "2"),
        ("1 2 u u", "", "", "21"),
        ("1 2 u u r", "1", "1", "2"),
        ("1 2 u u r r", "12", "12", ""),
        ("1 2 3 u u r u u", "", "", "321"),
        ("1 2 3 u u u r r r", "123", "123", ""),
        ("1 u r u r u", "", "", "1"),
        ("1 2 u 3", "13", "13", ""),
        ("1 2 u 3 u", "1", "1", "3"),
        ("1 2 u u 3 4 u", "3", "3", "4"),
        ("1 2 u u 3 4 u r", "34", "34", ""),
    ],
)
def test_undo_and_redo_are_facts_like_any_other(
    told: str, standing: str, undoable: str, redoable: str
) -> None:
    moves = {"u": UNDO, "r": REDO}
    kept = record(*(moves.get(word) or played(int(word), 0, 0) for word in told.split()))
    assert "".join(str(hand.counts[0]) for hand in hands(kept)) == standing
    assert "".join(str(entry.body["tricks"][0]) for entry in kept.undoable) == undoable
    assert "".join(str(entry.body["tricks"][0]) for entry in kept.redoable) == redoable


def test_the_next_undo_and_redo_are_known_beforehand() -> None:
    told = entries(played(8, 5, 3), ("call", {"call": "hearts"}), UNDO)
    kept = fold(told)
    assert journal.undo(kept) is told[1]
    assert journal.redo(kept) is told[2]


@pytest.mark.parametrize("facts", [[], [played(8, 5, 3), UNDO]])
def test_the_start_of_a_match_is_not_taken_back(facts: list[Fact]) -> None:
    with pytest.raises(Refused) as refusal:
        journal.undo(record(*facts))
    assert str(refusal.value) == (
        "there is nothing to take back in this match: `matches` lists the other matches"
    )


@pytest.mark.parametrize("facts", [[], [played(8, 5, 3), UNDO, played(8, 4, 4)]])
def test_nothing_comes_back_that_was_not_undone_last(facts: list[Fact]) -> None:
    with pytest.raises(Refused) as refusal:
        journal.redo(record(*facts))
    assert str(refusal.value) == (
        "there is nothing to bring back: redo follows an undo, before anything new"
    )


@pytest.mark.parametrize(
    ("facts", "abandoned"),
    [
        ([("abandon", {})], minute(2)),
        ([("abandon", {"at": "2026-12-01T00:00:00Z"})], "2026-12-01T00:00:00Z"),
        ([("abandon", {}), ("reopen", {})], ""),
        ([("abandon", {}), UNDO], ""),
        ([("abandon", {}), ("reopen", {}), UNDO], minute(2)),
    ],
)
def test_a_match_is_given_up_and_goes_on_after_all(facts: list[Fact], abandoned: str) -> None:
    assert record().abandoned == ""
    assert record(*facts).abandoned == abandoned


def test_what_is_known_of_the_next_hand_outlasts_giving_up() -> None:
    kept = record(("call", {"call": "hearts"}), ("abandon", {}), ("reopen", {}))
    assert kept.pending == Hand(call="hearts")


# Putting right


def amend(sequence: int, **different: object) -> Fact:
    return "amend", {"hand": sequence, **different}


TWO_HANDS: list[Fact] = [played(8, 5, 3, call="hearts", note="first"), played(3, 8, 5)]


@pytest.mark.parametrize(
    ("facts", "first"),
    [
        pytest.param(
            [amend(2, tricks=[9, 4, 3])],
            Played(Hand((9, 4, 3), call="hearts"), 2, minute(2), "first"),
            id="the tricks",
        ),
        pytest.param(
            [amend(2, call="spades")],
            Played(Hand((8, 5, 3), call="spades"), 2, minute(2), "first"),
            id="the call",
        ),
        pytest.param(
            [amend(2, call=None)],
            Played(Hand((8, 5, 3)), 2, minute(2), "first"),
            id="no call after all",
        ),
        pytest.param(
            [amend(2, bid=[0, 9], maker=1, alone=[1])],
            Played(
                Hand((8, 5, 3), call="hearts", bid=Bid(0, 9), maker=1, alone=(1,)),
                2,
                minute(2),
                "first",
            ),
            id="what was left out",
        ),
        pytest.param(
            [amend(2, maker=1, alone=[1]), amend(2, alone=None)],
            Played(Hand((8, 5, 3), call="hearts", maker=1), 2, minute(2), "first"),
            id="nobody alone after all",
        ),
        pytest.param(
            [amend(2, note="")], Played(Hand((8, 5, 3), call="hearts"), 2, minute(2)), id="no note"
        ),
        pytest.param(
            [amend(2, note=None)], Played(Hand((8, 5, 3), call="hearts"), 2, minute(2)), id="null"
        ),
        pytest.param(
            [amend(2, played="2026-11-01T00:00:00Z")],
            Played(Hand((8, 5, 3), call="hearts"), 2, "2026-11-01T00:00:00Z", "first"),
            id="the time",
        ),
        pytest.param(
            [amend(2, call="spades"), UNDO],
            Played(Hand((8, 5, 3), call="hearts"), 2, minute(2), "first"),
            id="taken back",
        ),
    ],
)
def test_a_hand_is_put_right_and_keeps_the_rest(facts: list[Fact], first: Played) -> None:
    kept = record(*TWO_HANDS, *facts)
    assert kept.played == (first, Played(Hand((3, 8, 5)), 3, minute(3)))


@pytest.mark.parametrize(
    ("facts", "standing"),
    [
        pytest.param([("strike", {"hand": 2})], ["3 8 5"], id="strike the first"),
        pytest.param([("strike", {"hand": 3})], ["8 5 3"], id="strike the last"),
        pytest.param(
            [("insert", {"before": 2, "tricks": [4, 4, 8]})],
            ["4 4 8", "8 5 3", "3 8 5"],
            id="insert before the first",
        ),
        pytest.param(
            [("insert", {"before": 3, "tricks": [4, 4, 8]})],
            ["8 5 3", "4 4 8", "3 8 5"],
            id="insert in between",
        ),
        pytest.param(
            [("insert", {"before": None, "tricks": [4, 4, 8]})],
            ["8 5 3", "3 8 5", "4 4 8"],
            id="insert at the end",
        ),
        pytest.param(
            [("insert", {"before": 3, "passed": True})],
            ["8 5 3", "pass", "3 8 5"],
            id="insert a passed deal",
        ),
        pytest.param(
            [("insert", {"before": 3, "tricks": [4, 4, 8]}), amend(4, tricks=[4, 5, 7])],
            ["8 5 3", "4 5 7", "3 8 5"],
            id="put an inserted hand right",
        ),
        pytest.param(
            [("insert", {"before": 3, "tricks": [4, 4, 8]}), ("strike", {"hand": 4})],
            ["8 5 3", "3 8 5"],
            id="strike an inserted hand",
        ),
        pytest.param([("strike", {"hand": 2}), UNDO], ["8 5 3", "3 8 5"], id="taken back"),
        pytest.param([("strike", {"hand": 2}), UNDO, REDO], ["3 8 5"], id="brought back"),
    ],
)
def test_hands_are_struck_and_inserted(facts: list[Fact], standing: list[str]) -> None:
    told = hands(record(*TWO_HANDS, *facts))
    assert ["pass" if h.passed else "{} {} {}".format(*h.counts) for h in told] == standing


def test_an_inserted_hand_leaves_the_call_of_the_next_one_alone() -> None:
    kept = record(("call", {"call": "clubs"}), ("insert", {"before": None, "tricks": [8, 5, 3]}))
    assert hands(kept) == [Hand((8, 5, 3))]
    assert kept.pending == Hand(call="clubs")


def test_hands_are_numbered_without_the_passed_deals() -> None:
    kept = record(PASSED, played(8, 5, 3), PASSED, played(3, 8, 5))
    assert kept.hand(1).entry == 3
    assert kept.hand(2).entry == 5
    assert [kept.number(entry) for entry in (2, 3, 4, 5)] == [1, 1, 2, 2]


@pytest.mark.parametrize(
    ("facts", "number", "message"),
    [
        ([], 1, "there is no hand 1: nothing has been played yet"),
        ([PASSED], 1, "there is no hand 1: nothing has been played yet"),
        (TWO_HANDS, 3, "there is no hand 3: hands 1 to 2 have been played"),
        (TWO_HANDS, 0, "there is no hand 0: hands 1 to 2 have been played"),
    ],
)
def test_a_hand_that_was_not_played_is_refused(
    facts: list[Fact], number: int, message: str
) -> None:
    with pytest.raises(Refused) as refusal:
        record(*facts).hand(number)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("body", "field", "value"),
    [
        ({"dealer": 2}, "dealer", 2),
        ({"options": {"goal": 20}}, "options", {"tie": "shared", "goal": 20}),
        ({"options": {"tie": "play-on"}}, "options", {"tie": "play-on"}),
        ({"stake": "0.25"}, "stake", Decimal("0.25")),
        ({"stake": None}, "stake", None),
        ({"currency": "CHF"}, "currency", "CHF"),
        ({"note": "at home"}, "note", "at home"),
        ({"started": "2026-01-01T00:00:00Z"}, "started", "2026-01-01T00:00:00Z"),
    ],
)
def test_the_match_itself_is_put_right(body: Body, field: str, value: object) -> None:
    start = {**START, "options": {"tie": "shared"}, "stake": "0.10", "currency": "EUR", "note": "x"}
    before = record(played(8, 5, 3), start=start)
    after = record(played(8, 5, 3), ("match", body), start=start)
    assert getattr(after, field) == value
    assert replace(after, **{field: getattr(before, field)}, undoable=before.undoable) == before


def test_everybody_keeps_what_they_did_when_the_seats_change() -> None:
    kept = record(
        played(10, 2, 4, bid=[0, 10], maker=1, alone=[0, 1]),
        PASSED,
        ("paid", {"owed": [2, -3, 1], "batch": "x"}),
        ("bid", {"bid": [2, 9]}),
        # Now b sits first, then c, then a.
        ("match", {"seats": [1, 2, 0]}),
    )
    assert kept.players == ("b", "c", "a")
    assert kept.dealer == 2
    assert hands(kept) == [
        Hand((2, 4, 10), bid=Bid(2, 10), maker=0, alone=(0, 2)),
        Hand(passed=True),
    ]
    assert kept.pending == Hand(bid=Bid(1, 9))
    assert kept.paid == (-3, 1, 2)


def test_a_dealer_named_along_with_new_seats_is_one_of_the_new_seats() -> None:
    kept = record(("match", {"seats": [2, 1, 0], "dealer": 0}))
    assert kept.players == ("c", "b", "a")
    assert kept.dealer == 0
    assert kept.paid == ()


def test_what_has_been_paid_so_far_is_kept() -> None:
    first, second = {"owed": [2, -3, 1], "batch": "x"}, {"owed": [4, -4, 0], "batch": "y"}
    assert record(("paid", first)).paid == (2, -3, 1)
    assert record(("paid", first), ("paid", second)).paid == (4, -4, 0)
    assert record(("paid", first), ("paid", second), UNDO).paid == (2, -3, 1)


# Bodies


seats = st.integers(0, 2)
any_hand = st.just(Hand(passed=True)) | st.builds(
    Hand,
    counts=st.just(()) | st.tuples(*[st.integers(0, 17)] * 3),
    call=st.none() | st.sampled_from(CALLS),
    bid=st.none() | st.builds(Bid, seats, st.integers(0, 17)),
    maker=st.none() | seats,
    alone=st.sets(seats).map(lambda chosen: tuple(sorted(chosen))),
)


@given(any_hand)
def test_a_hand_reads_back_from_its_body_as_json_keeps_it(hand: Hand) -> None:
    assert body_hand(json.loads(json.dumps(hand_body(hand)))) == hand


@pytest.mark.parametrize(
    ("hand", "body"),
    [
        (Hand(), {}),
        (Hand(passed=True), {"passed": True}),
        (Hand((8, 5, 3)), {"tricks": [8, 5, 3]}),
        (
            Hand((3, 2, 0), call="hearts", bid=Bid(1, 9), maker=0, alone=(0, 1)),
            {"tricks": [3, 2, 0], "call": "hearts", "bid": [1, 9], "maker": 0, "alone": [0, 1]},
        ),
    ],
)
def test_a_body_holds_only_what_is_known(hand: Hand, body: Body) -> None:
    assert hand_body(hand) == body


# In words

TOLD = [
    # the facts after `new`; what the last is told as, and what stood there before
    pytest.param([played(10, 2, 4)], "hand 10 2 4", "", id="hand"),
    pytest.param(
        [played(10, 1, 5, call="hearts", note="x", played=minute(9))],
        "hand 10 1 5 --call hearts",
        "",
        id="hand with a call",
    ),
    pytest.param(
        [played(2, 3, 0, maker=0, alone=[1])],
        "hand 2 3 0 --maker Ann --alone Bob",
        "",
        id="hand with a maker",
    ),
    pytest.param([PASSED], "pass", "", id="pass"),
    pytest.param([("call", {"call": "no-trump"})], "call no-trump", "", id="call"),
    pytest.param([("bid", {"bid": [2, 10]})], "bid Cy 10", "", id="bid"),
    pytest.param([("abandon", {"at": minute(9)})], "abandon", "", id="abandon"),
    pytest.param([("abandon", {}), ("reopen", {})], "reopen", "", id="reopen"),
    pytest.param([("paid", {"owed": [0, 0, 0], "batch": "x"})], "settle --record", "", id="paid"),
    pytest.param(
        [("paid", {"owed": [0, 0, 0], "reverts": "x"})],
        "settle --undo",
        "",
        id="not paid after all",
    ),
    pytest.param([*TWO_HANDS, UNDO], "undo", "hand 3 8 5", id="undo"),
    pytest.param([*TWO_HANDS, UNDO, UNDO], "undo", "hand 8 5 3 --call hearts", id="undo twice"),
    pytest.param([*TWO_HANDS, UNDO, REDO], "redo", "hand 3 8 5", id="redo"),
    pytest.param(
        [*TWO_HANDS, amend(2, tricks=[9, 4, 3])],
        "edit 1 9 4 3 --call hearts",
        "8 5 3 --call hearts",
        id="edit",
    ),
    pytest.param(
        [PASSED, *TWO_HANDS, amend(4, call="clubs")],
        "edit 2 3 8 5 --call clubs",
        "3 8 5",
        id="edit after a passed deal",
    ),
    pytest.param([*TWO_HANDS, amend(2, note="aces")], "note 1 aces", "first", id="note"),
    pytest.param([*TWO_HANDS, amend(2, note=None)], 'note 1 ""', "first", id="note removed"),
    pytest.param(
        [*TWO_HANDS, amend(3, played="2026-11-01T00:00:00Z")],
        "at 2 2026-11-01T00:00:00Z",
        minute(3),
        id="at",
    ),
    pytest.param(
        [*TWO_HANDS, ("strike", {"hand": 2})], "strike 1", "8 5 3 --call hearts", id="strike"
    ),
    pytest.param(
        [*TWO_HANDS, PASSED, ("strike", {"hand": 4})], "strike 3 --passed", "pass", id="strike pass"
    ),
    pytest.param(
        [*TWO_HANDS, ("insert", {"before": 3, "tricks": [4, 4, 8], "call": "clubs"})],
        "insert 2 4 4 8 --call clubs",
        "",
        id="insert",
    ),
    pytest.param(
        [PASSED, *TWO_HANDS, ("insert", {"before": None, "passed": True})],
        "insert 3 --passed",
        "",
        id="insert pass",
    ),
    pytest.param(
        [("match", {"dealer": 1, "options": {"win": "16-tricks", "max_exchange": None}})],
        "match edit --dealer Bob -o win=16-tricks -o max_exchange=none",
        "",
        id="match edit",
    ),
    pytest.param(
        [
            (
                "match",
                {
                    **{"stake": "0.20", "currency": "CHF", "note": "at home"},
                    "started": "2026-11-01T00:00:00Z",
                },
            )
        ],
        'match edit --stake 0.20 --currency CHF --at 2026-11-01T00:00:00Z --note "at home"',
        "",
        id="match edit, money and note",
    ),
    pytest.param([("match", {"stake": None})], "match edit --stake none", "", id="no stake"),
    pytest.param(
        [("match", {"seats": [1, 2, 0], "dealer": 0})],
        "match edit --seats Bob,Cy,Ann --dealer Bob",
        "",
        id="seats",
    ),
    pytest.param(
        [("match", {"seats": [1, 2, 0]}), ("bid", {"bid": [0, 9]})], "bid Bob 9", "", id="new seats"
    ),
]


@pytest.mark.parametrize(("facts", "words", "replaced"), TOLD)
def test_every_fact_is_told_as_it_is_typed(
    facts: Sequence[Fact], words: str, replaced: str
) -> None:
    told = log(entries(*facts), NAMES, {"#1": "3-5-8", "#2": "3-5-8"})
    assert len(told) == 1 + len(facts)
    assert told[0].words == "new 3-5-8 Ann Bob Cy"
    assert (told[-1].words, told[-1].replaced) == (words, replaced)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({}, "new 9-5-2 Ann Bob Cy"),
        ({"dealer": 1}, "new 9-5-2 Ann Bob Cy --dealer Bob"),
        ({"players": ["d", "a", "b"]}, 'new 9-5-2 "Dee Lee" Ann Bob'),
        (
            {"options": {"goal": 20, "max_exchange": None}},
            "new 9-5-2 Ann Bob Cy -o goal=20 -o max_exchange=none",
        ),
        (
            {"stake": "0.10", "currency": "EUR", "note": "the Feathers"},
            'new 9-5-2 Ann Bob Cy --stake 0.10 --currency EUR --note "the Feathers"',
        ),
    ],
)
def test_the_start_is_told_in_full(start: Body, words: str) -> None:
    (told,) = log(entries(start={**START, **start}), NAMES, {"#1": "9-5-2", "#2": "9-5-2"})
    assert told.words == words


def test_a_match_told_anew_by_other_rules_is_told_with_its_game() -> None:
    told = log(entries(("start", {**START, "rules": "#2"})), NAMES, {"#1": "3-5-8", "#2": "woburn"})
    assert [one.words for one in told] == ["new 3-5-8 Ann Bob Cy", "new woburn Ann Bob Cy"]


def test_a_match_told_anew_begins_again_in_the_log() -> None:
    anew = {**START, "players": ["c", "b", "a"]}
    told = log(
        entries(played(8, 5, 3), ("start", anew), UNDO), NAMES, {"#1": "3-5-8", "#2": "3-5-8"}
    )
    assert [one.words for one in told] == [
        "new 3-5-8 Ann Bob Cy",
        "hand 8 5 3",
        "new 3-5-8 Cy Bob Ann",
        "undo",
    ]
    assert told[-1].replaced == "new 3-5-8 Cy Bob Ann"
