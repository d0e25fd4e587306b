"""Which matches, which players, who owes whom: looking back over many evenings."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from scorekeeper.errors import Refused
from scorekeeper.ledger import clock

from .conftest import Runner


def winter(sk: Runner) -> None:
    """Three matches: 1 won by Ann, 2 won by Bob, 3 open; 0.10 EUR a point in 1 and 2.

    Match 1: 12/2/2 with Ann dealing is +4/−3/−1. Match 2: Bob deals 12 of 3/8/5 tricks: Ann 3,
    Bob 12, Cy 1 is 0/+4/−4.
    """
    for line in (
        "new 3-5-8 Ann Bob Cy --stake 0.10 --currency EUR --at 2026-01-10T20:00:00",
        "hand 12 2 2",
        "new 3-5-8 Ann Bob Cy --dealer Bob --stake 0.10 --currency EUR --at 2026-02-10T20:00:00",
        "hand 3 12 1",
        "new 9-5-2 Ann Bob Dan --stake 1 --currency USD --at 2026-03-10T20:00:00",
        "hand 10 5 1",
    ):
        ran = sk(*line.split())
        assert ran.status == 0, ran.err


def numbers(sk: Runner, *options: str) -> list[int]:
    ran = sk("matches", "--json", *options)
    assert ran.status == 0, ran.err
    return [one["number"] for one in json.loads(ran.out)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", [3, 2, 1]),
        ("--player cy", [2, 1]),
        ("--player ann --with dan", [3]),
        ("--player cy --with dan", []),
        ("--variant sergeant-major", [2, 1]),
        ("--status open", [3]),
        ("--won-by bob", [2]),
        ("--since 2026-02-10", [3, 2]),
        ("--until 2026-02-10", [2, 1]),
        ("--since 2026-02 --until 2026-02", [2]),
        ("--limit 1", [3]),
    ],
)
def test_matches_can_be_picked(sk: Runner, options: str, expected: list[int]) -> None:
    winter(sk)
    assert numbers(sk, *options.split()) == expected


def test_matches_are_found_by_their_notes_and_those_of_their_hands(sk: Runner) -> None:
    winter(sk)
    sk("note", "-m", "1", "at the Feathers")
    sk("note", "-m", "2", "1", "four aces")
    assert numbers(sk, "--note", "feathers") == [1]
    assert numbers(sk, "--note", "aces") == [2]


def owed(sk: Runner, *options: str) -> list[str]:
    ran = sk("settle", *options)
    assert ran.status == 0, ran.err
    return ran.out.splitlines()


def test_settle_adds_up_matches_and_keeps_currencies_apart(sk: Runner) -> None:
    # Over 1 and 2: Ann +4, Bob +1, Cy −5. Match 3 as it stands: Ann +1, Bob 0, Dan −1.
    winter(sk)
    assert owed(sk) == ["Cy pays Ann 0.40 EUR", "Cy pays Bob 0.10 EUR"]
    assert owed(sk, "--open") == [
        "Cy pays Ann 0.40 EUR",
        "Cy pays Bob 0.10 EUR",
        "Dan pays Ann 1 USD",
    ]
    assert owed(sk, "--won-by", "bob") == ["Cy pays Bob 0.40 EUR"]


def test_what_is_paid_does_not_count_again_but_a_later_correction_does(sk: Runner) -> None:
    winter(sk)
    sk("settle", "--record")
    assert owed(sk)[0] == "Nobody owes anybody anything."
    assert sk("settle", "--record").status == 1
    # 13/2/1 instead of 12/2/2 is one point more from Cy to Ann.
    sk("edit", "-m", "1", "1", "13", "2", "1", "--yes")
    assert owed(sk) == ["Cy pays Ann 0.10 EUR"]
    sk("settle", "--undo")
    assert owed(sk) == ["Cy pays Ann 0.50 EUR", "Cy pays Bob 0.10 EUR"]
    assert sk("settle", "--undo").status == 1


def test_a_match_given_up_is_paid_for_only_where_every_hand_is(sk: Runner) -> None:
    sk(*["new", "3-5-8", "Ann", "Bob", "Cy", "--stake", "1"])
    sk("hand", "10", "2", "4")
    sk("abandon")
    sk(*["new", "9-5-2", "Ann", "Bob", "Cy", "--stake", "1"])
    sk("hand", "10", "5", "1")
    sk("abandon")
    assert owed(sk) == ["Bob pays Ann 2", "Bob pays Cy 1"]


def players(sk: Runner, *options: str) -> dict[str, int]:
    return {
        one["name"]: one["matches"]
        for one in json.loads(sk("players", "list", "--json", *options).out)
    }


def test_players_are_added_renamed_merged_and_archived(sk: Runner) -> None:
    winter(sk)
    sk("players", "add", "Eve")
    assert players(sk) == {"Ann": 3, "Bob": 3, "Dan": 1, "Cy": 2, "Eve": 0}
    sk("players", "rename", "Eve", "Eva")
    assert sk("players", "merge", "Dan", "Cy").status == 0
    assert players(sk) == {"Ann": 3, "Bob": 3, "Cy": 3, "Eva": 0}
    assert "Cy" in sk("show", "3").out
    assert "Dan" not in sk("show", "3").out
    sk("players", "archive", "eva")
    assert "Eva" not in players(sk)
    assert "Eva" in players(sk, "--all")
    sk("players", "archive", "eva", "--undo")
    assert "Eva" in players(sk)


def test_a_merged_spelling_still_finds_the_person(sk: Runner) -> None:
    winter(sk)
    sk("players", "merge", "Dan", "Cy")
    assert numbers(sk, "--player", "dan") == [3, 2, 1]
    sk(*["new", "3-5-8", "Dan", "Ann", "Bob"])
    assert numbers(sk, "--player", "cy") == [4, 3, 2, 1]


def test_two_people_of_one_match_are_never_merged(sk: Runner) -> None:
    winter(sk)
    before = sk("export").out
    ran = sk("players", "merge", "Ann", "Bob")
    assert ran.status == 1
    assert "sat together in match #1" in ran.err
    assert sk("players", "merge", "Ann", "Ann").status == 1
    assert sk("players", "rename", "Ann", "bob").status == 1
    assert sk("players", "rename", "Zoe", "Zed").status == 1
    assert sk("export").out == before


def test_a_new_name_is_seen_in_every_match(sk: Runner) -> None:
    winter(sk)
    sk("players", "rename", "Bob", "Robert")
    for line in sk("export").out.splitlines():
        assert "Robert" in json.loads(line)["players"]


def test_a_rematch_keeps_players_rules_and_stake_and_moves_the_deal(sk: Runner) -> None:
    winter(sk)
    told = json.loads(sk("rematch", "-m", "2", "--json").out)
    assert told["players"] == ["Ann", "Bob", "Cy"]
    assert told["dealer"] == "Cy"
    assert told["stake"] == "0.10"
    assert told["variant"] == "3-5-8"
    told = json.loads(sk("rematch", "--seats", "Cy,Bob,Ann", "--dealer", "Ann", "--json").out)
    assert told["players"] == ["Cy", "Bob", "Ann"]
    assert told["dealer"] == "Ann"
    assert sk("rematch", "--seats", "Cy,Bob").status == 1


# Friday 27 November 2026, half past nine in the evening, UTC.
TODAY = datetime(2026, 11, 27, 21, 30)


@pytest.mark.parametrize(
    ("said", "first", "after"),
    [
        ("2026-11-12", "2026-11-12", "2026-11-13"),
        ("12 Nov 2026", "2026-11-12", "2026-11-13"),
        ("November 12, 2026", "2026-11-12", "2026-11-13"),
        ("today", "2026-11-27", "2026-11-28"),
        ("Yesterday", "2026-11-26", "2026-11-27"),
        ("wednesday", "2026-11-25", "2026-11-26"),
        ("wed", "2026-11-25", "2026-11-26"),
        ("friday", "2026-11-20", "2026-11-21"),
        ("3 weeks ago", "2026-11-06", "2026-11-07"),
        ("a month ago", "2026-10-27", "2026-10-28"),
        ("this month", "2026-11-01", "2026-12-01"),
        ("last month", "2026-10-01", "2026-11-01"),
        ("last week", "2026-11-16", "2026-11-23"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("2026-10", "2026-10-01", "2026-11-01"),
        ("2025", "2025-01-01", "2026-01-01"),
    ],
)
def test_days_as_people_say_them(said: str, first: str, after: str) -> None:
    start, end = clock.days(said, TODAY)
    assert (start.isoformat(), end.isoformat()) == (f"{first}T00:00:00", f"{after}T00:00:00")


@pytest.mark.parametrize(
    "said",
    ["", "blah", "3", "12/11/2026", "2026-13-01", "31 Feb 2026", "99999 years ago", "soon",
     "2026-11-12T99:00", "9999 years ago", "\x00", "０"],
)  # fmt: skip
def test_what_is_no_date_is_refused_with_examples(said: str) -> None:
    with pytest.raises(Refused, match="is no date: write it as 2026-11-28"):
        clock.span(said)


def test_a_day_without_a_time_is_its_noon_and_the_future_is_refused() -> None:
    assert clock.read("2026-01-10") == "2026-01-10T12:00:00Z"
    assert clock.read("10 Jan 2026 20:30") == "2026-01-10T20:30:00Z"
    assert clock.read("2026-01-10T20:30:00+01:00") == "2026-01-10T19:30:00Z"
    with pytest.raises(Refused, match="still to come"):
        clock.read("2099-01-01")
