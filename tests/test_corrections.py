"""What was entered wrong can be put right, and everything after it follows."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper import variants
from scorekeeper.ledger.book import Book, Person, open_book
from scorekeeper.ledger.journal import Entry, hand_body
from scorekeeper.rules.model import Hand
from scorekeeper.rules.sheet import scoresheet

from .conftest import Runner

NOW = "2026-11-28T19:30:00Z"
PEOPLE = {letter: Person(letter, letter) for letter in "ABC"}


def begun(variant: str = "3-5-8") -> Book:
    start = {"players": list("ABC"), "rules": "", "dealer": 0, "options": {}}
    return open_book(
        1, "uid", (Entry(1, "start", start, NOW),), PEOPLE, {"": variants.rules(variant)}
    )


# Any hand short of the twelve tricks that would end the match is legal at any time in 3-5-8.
hands = (
    st.tuples(st.integers(0, 11), st.integers(0, 11))
    .filter(lambda two: 5 <= sum(two) <= 16)
    .map(lambda two: Hand((*two, 16 - sum(two))))
)
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["hand", "edit", "insert"]), hands, st.integers(0, 9)),
        st.tuples(st.sampled_from(["strike", "undo", "redo", "passed"]), hands, st.integers(0, 9)),
    ),
    max_size=25,
)


@given(steps)
def test_any_sequence_of_corrections_equals_the_match_typed_correctly(
    told: list[tuple[str, Hand, int]],
) -> None:
    book = begun()
    right: list[Hand] = []
    before: list[list[Hand]] = []
    after: list[list[Hand]] = []
    for kind, hand, place in told:
        played = [i for i, one in enumerate(right) if not one.passed]
        at = played[place % len(played)] if played else None
        fact: tuple[str, dict[str, Any]]
        if kind == "undo":
            if not before:
                continue
            after.append(right)
            right = before.pop()
            fact = ("undo", {})
        elif kind == "redo":
            if not after:
                continue
            before.append(right)
            right = after.pop()
            fact = ("redo", {})
        else:
            changed = list(right)
            if kind == "hand":
                changed.append(hand)
                fact = ("hand", hand_body(hand))
            elif kind == "passed":
                changed.append(Hand(passed=True))
                fact = ("passed", {})
            elif at is None:
                continue
            else:
                entry = book.record.played[at].entry
                if kind == "edit":
                    changed[at] = hand
                    fact = ("amend", {"hand": entry, **hand_body(hand)})
                elif kind == "strike":
                    del changed[at]
                    fact = ("strike", {"hand": entry})
                else:
                    changed.insert(at, hand)
                    fact = ("insert", {"before": entry, **hand_body(hand)})
            before.append(right)
            after.clear()
            right = changed
        book = book.after(fact, at=NOW)
    typed_correctly = begun().after(
        *(("passed", {}) if hand.passed else ("hand", hand_body(hand)) for hand in right), at=NOW
    )
    assert book.sheet == typed_correctly.sheet
    assert book.sheet == scoresheet(replace(book.sheet.match, hands=tuple(right)))


def evening(sk: Runner, *typed: str) -> None:
    for line in ("new 3-5-8 Ann Bob Cy", *typed):
        ran = sk(*line.split())
        assert ran.status == 0, ran.err


def totals(sk: Runner) -> dict[str, int]:
    found: dict[str, int] = json.loads(sk("score", "--json").out)["result"]["totals"]
    return found


def test_an_edit_flows_forward_and_undo_takes_it_back(sk: Runner) -> None:
    # Hand 2 is dealt by Bob: targets Ann 3, Bob 8, Cy 5.
    evening(sk, "hand 10 2 4", "hand 4 9 3")
    assert totals(sk) == {"Ann": 3, "Bob": -2, "Cy": -1}
    ran = sk("edit", "1", "9", "2", "5", "--yes")
    assert totals(sk) == {"Ann": 2, "Bob": -2, "Cy": 0}
    assert "hand 1: 10 2 4 → 9 2 5" in ran.out
    assert "hand 1, points: Ann +2 → +1 · Cy +1 → +2" in ran.out
    assert (
        "before hand 2 Cy gave Bob 1 and Ann gave Bob 2; "
        "it should have been: Cy gave Bob 2 and Ann gave Bob 1" in ran.out
    )
    assert sk("undo").out.startswith("Taken back: edit 1 9 2 5")
    assert totals(sk) == {"Ann": 3, "Bob": -2, "Cy": -1}
    sk("redo")
    assert totals(sk) == {"Ann": 2, "Bob": -2, "Cy": 0}


def test_without_a_terminal_nothing_is_written_unless_yes_is_said(sk: Runner) -> None:
    evening(sk, "hand 10 2 4")
    ran = sk("edit", "1", "9", "2", "5")
    assert ran.status == 1
    assert ran.err.strip().endswith("add --yes")
    assert "hand 1: 10 2 4 → 9 2 5" in ran.out
    assert totals(sk) == {"Ann": 2, "Bob": -3, "Cy": 1}


def test_a_struck_hand_moves_the_later_ones_up_with_another_dealer(sk: Runner) -> None:
    # Without hand 1, the second hand was dealt by Ann: targets 8, 5, 3.
    evening(sk, "hand 10 2 4", "hand 4 9 3")
    ran = sk("strike", "1", "--yes")
    assert "hand 1 (10 2 4) is taken out" in ran.out
    assert "hand 1: Bob → Ann" in ran.out
    assert totals(sk) == {"Ann": -4, "Bob": 4, "Cy": 0}


def test_an_inserted_hand_moves_the_later_ones_down(sk: Runner) -> None:
    # 8 5 3 by Ann is level; 10 2 4 is then dealt by Bob: targets 3, 8, 5.
    evening(sk, "hand 10 2 4")
    sk("insert", "1", "8", "5", "3", "--yes")
    assert totals(sk) == {"Ann": 7, "Bob": -6, "Cy": -1}


def test_an_insert_may_come_at_the_end(sk: Runner) -> None:
    evening(sk, "hand 8 5 3")
    sk("insert", "2", "3", "8", "5", "--yes")
    assert totals(sk) == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert sk("insert", "9", "3", "8", "5", "--yes").status == 1


def test_a_passed_deal_can_be_put_in_and_taken_out(sk: Runner) -> None:
    evening(sk, "hand 8 5 3")
    ran = sk("insert", "1", "--passed", "--yes")
    assert "deals passed out: 0 → 1" in ran.out
    # Bob dealt it then: targets Ann 3, Bob 8, Cy 5.
    assert totals(sk) == {"Ann": 5, "Bob": -3, "Cy": -2}
    sk("strike", "1", "--passed", "--yes")
    assert totals(sk) == {"Ann": 0, "Bob": 0, "Cy": 0}


def test_a_correction_that_ends_the_match_keeps_later_hands_uncounted(sk: Runner) -> None:
    evening(sk, "hand 8 5 3", "hand 3 8 5", "hand 5 3 8")
    ran = sk("edit", "2", "12", "2", "2", "--yes")
    assert "hand 3 was played after the end and no longer counts" in ran.out
    assert "nobody yet → Ann in hand 2" in ran.out
    assert "not counted" in sk("score").out
    ran = sk("undo")
    assert "Ann" in ran.out
    assert totals(sk) == {"Ann": 0, "Bob": 0, "Cy": 0}
    assert "not counted" not in sk("score").out


def test_an_edit_refused_downstream_names_that_hand(sk: Runner) -> None:
    sk("new", "3-5-8-calls", "Ann", "Bob", "Cy")
    for line in ("8 5 3 -c hearts", "3 8 5 -c spades", "5 3 8 -c clubs", "8 5 3 -c spades"):
        assert sk("hand", *line.split()).status == 0
    ran = sk("edit", "1", "--call", "spades", "--yes")
    assert ran.status == 1
    assert ran.err.startswith("scorekeeper: hand 4: Ann has called spades before")
    assert sk("edit", "1", "--call", "diamonds", "--yes").status == 0


def test_calls_can_be_taken_away_where_they_are_optional(sk: Runner) -> None:
    evening(sk, "hand 8 5 3 -c hearts")
    ran = sk("edit", "1", "--call", "none", "--yes")
    assert "8 5 3 --call hearts → 8 5 3" in ran.out


def test_new_seats_move_nobody_s_tricks(sk: Runner) -> None:
    # In the seats Bob, Ann, Cy with Ann dealing: Ann 8, Cy 5, Bob 3.
    evening(sk, "hand 10 2 4")
    ran = sk("match", "edit", "--seats", "Bob,Ann,Cy", "--yes")
    assert "Ann, Bob, Cy → Bob, Ann, Cy" in ran.out
    assert totals(sk) == {"Bob": -1, "Ann": 2, "Cy": -1}


def test_what_a_match_began_with_can_be_put_right(sk: Runner) -> None:
    evening(sk, "hand 12 2 2")
    ran = sk(
        *["match", "edit", "--dealer", "Bob", "--stake", "0.50", "--currency", "EUR"],
        *["-o", "win=16-tricks", "--yes"],
        *["--note", "in the garden", "--at", "2026-11-27T20:00:00+00:00"],
    )
    assert ran.status == 0, ran.err
    told = json.loads(sk("score", "--json").out)
    assert told["dealer"] == "Bob"
    assert told["stake"] == "0.50"
    assert told["currency"] == "EUR"
    assert told["options"] == {"win": "16-tricks"}
    assert told["note"] == "in the garden"
    assert told["started"] == "2026-11-27T20:00:00+00:00"
    assert told["result"]["status"] == "open"
    # Bob dealt: targets Ann 3, Bob 8, Cy 5.
    assert told["result"]["totals"] == {"Ann": 9, "Bob": -6, "Cy": -3}


def test_notes_and_times_of_hands(sk: Runner) -> None:
    evening(sk, "hand 8 5 3")
    assert sk("note", "1", "four aces").status == 0
    assert sk("at", "1", "2026-11-27T20:00:00+00:00").status == 0
    assert sk("note", "a cold evening").status == 0
    told = json.loads(sk("score", "--json").out)
    assert told["hands"][0]["note"] == "four aces"
    assert told["hands"][0]["played"] == "2026-11-27T20:00:00+00:00"
    assert told["note"] == "a cold evening"


def test_undo_lists_its_steps_and_stops_at_the_beginning(sk: Runner) -> None:
    evening(sk, "hand 8 5 3", "hand 3 8 5")
    sk("edit", "1", "9", "4", "3", "--yes")
    ran = sk("undo", "--list")
    assert [line.split(". ")[1] for line in ran.out.splitlines()[1:]] == [
        "edit 1 9 4 3",
        "hand 3 8 5",
        "hand 8 5 3",
    ]
    for _ in range(3):
        assert sk("undo").status == 0
    ran = sk("undo")
    assert ran.status == 1
    assert "nothing to take back in this match" in ran.err


def test_the_log_tells_what_was_typed_and_what_it_replaced(sk: Runner) -> None:
    evening(sk, "hand 8 5 3")
    sk("edit", "1", "9", "4", "3", "--yes")
    sk("undo")
    told = json.loads(sk("log", "--json").out)
    assert [(one["words"], one["replaced"]) for one in told] == [
        ("new 3-5-8 Ann Bob Cy", ""),
        ("hand 8 5 3", ""),
        ("edit 1 9 4 3", "8 5 3"),
        ("undo", "edit 1 9 4 3"),
    ]
    for one, line in zip(told, sk("log").out.splitlines(), strict=True):
        assert one["words"] in line
        assert one["replaced"] in line


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("edit 3 8 5 3 --yes", "there is no hand 3: hands 1 to 1 have been played"),
        ("edit 1 --yes", "what should be different?"),
        ("edit 1 8 5 4 --yes", "hand 1: 17 tricks, but a hand of 3-5-8 has 16"),
        ("strike 2 --yes", "there is no hand 2"),
        ("strike 1 --passed --yes", "no deal was passed out before hand 1"),
        ("note 7 hello", "there is no hand 7"),
        ("match edit --seats Ann,Bob,Bob --yes", "every player has one seat"),
        ("match edit --dealer Dan --yes", "nobody here is called 'Dan'"),
        ("redo", "there is nothing to bring back"),
    ],
)
def test_refused(sk: Runner, typed: str, said: str) -> None:
    evening(sk, "hand 8 5 3")
    before = sk("export").out
    ran = sk(*typed.split())
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: {said}")
    assert ran.err.count("\n") == 1
    assert sk("export").out == before


def test_notes_stand_under_the_sheet(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("hand", "10", "1", "5")
    sk("pass", "--note", "all asleep")
    assert "Notes:" in sk("score").out
    sk("note", "1", "four aces")
    told = sk("score").out
    assert "Hand 1: four aces" in told
    assert "Passed out before hand 2: all asleep" in told
