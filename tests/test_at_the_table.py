"""An evening told line by line, as to a terminal that can't be drawn upon."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorekeeper.cli.at_table import AtTable
from scorekeeper.cli.table import Table

from .conftest import Ran, Runner


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def hands(sk: Runner) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = json.loads(sk("score", "--json").out)["hands"]
    return [{key: one[key] for key in one if key != "played"} for one in told]


def play(sk: Runner, *typed: str, words: tuple[str, ...] = ()) -> Ran:
    ran = sk("play", *words, stdin=lines(*typed))
    assert ran.status == 0, ran.err
    return ran


# Beginning


def test_a_new_table_is_asked_for_the_game_the_players_and_the_dealer(sk: Runner) -> None:
    ran = play(sk, "sergeant major", "Ann Bob Cy", "cy", "quit")
    assert "Game> The 3 players" in ran.err
    assert "Players> Who deals first" in ran.err
    assert "Dealer [Ann]> Tricks> " in ran.err
    assert "Deal      Cy deals 16 cards each" in ran.out


def test_the_usual_players_and_the_last_game_are_offered(sk: Runner) -> None:
    for names in (("Ann", "Bob", "Cy"), ("Dot", "Ed", "Flo"), ("Ann", "Bob", "Cy")):
        sk("new", "woburn", *names)
    sk("abandon")
    ran = play(sk, "new", "", "", "", "quit")
    assert "Game [woburn]> " in ran.err
    assert "Players [Ann Bob Cy]> " in ran.err
    assert "#4 Woburn" in sk().out


def test_a_name_of_two_words_is_quoted(sk: Runner) -> None:
    play(sk, "3-5-8", '"Mary Ann" Bob Cy', "", "mary=8 bob=5", "quit")
    assert hands(sk) == [{"tricks": {"Mary Ann": 8, "Bob": 5, "Cy": 3}}]


def test_rules_are_chosen_with_the_game_and_shown_before(sk: Runner) -> None:
    ran = play(sk, "3-5-8 win=target+5", "Ann Bob Cy", "draw", "quit")
    assert json.loads(sk("score", "--json").out)["options"] == {"win": "target+5"}
    assert ran.status == 0


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["sargeant-major"], "there is no game 'sargeant-major'"),
        (["3-5-8", "Ann Bob"], "2 players, but the game is for 3"),
        (["3-5-8", "Ann Bob Ann"], "Ann is named twice"),
        (["3-5-8", "Ann Bob Cy", "dot"], "nobody here is called 'dot'"),
        (["3-5-8 win=often"], "win"),
    ],
)
def test_a_slip_in_the_beginning_is_told_and_asked_again(
    sk: Runner, typed: list[str], told: str
) -> None:
    ran = play(sk, *typed, "quit")
    assert told in ran.err
    assert sk("matches").out == "No matches.\n"


def test_before_a_game_is_named_there_is_more_to_do(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("abandon")
    ran = play(sk, "variants", "resume 1", "10 1", "quit")
    assert "cutthroat-euchre" in ran.out
    assert hands(sk) == [{"tricks": {"Ann": 10, "Bob": 1, "Cy": 5}}]


def test_named_on_the_command_line_nothing_is_asked(sk: Runner) -> None:
    ran = play(sk, "quit", words=("9-5-2", "Ann", "Bob", "Cy", "--dealer", "Bob", "-o", "goal=5"))
    assert "Bob deals" in ran.out
    assert "Game" not in ran.err
    assert sk("play", "9-5-2", "Ann", "Bob").err.endswith("name 3 players, clockwise\n")


def test_the_same_words_again_go_on_with_the_evening(sk: Runner) -> None:
    for typed in ("10 1", "4 8"):
        play(sk, typed, words=("3-5-8", "Ann", "Bob", "Cy"))
    assert len(hands(sk)) == 2
    play(sk, "quit", words=("3-5-8", "Bob", "Ann", "Cy"))
    assert "#2" in sk().out


def test_an_open_match_is_gone_on_with_and_another_may_be_named(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("new", "9-5-2", "Dot", "Ed", "Flo")
    play(sk, "10 1", words=("-m", "1"))
    play(sk, "9 5", words=("-m", "2"))
    assert [one["hands"] for one in json.loads(sk("matches", "--json").out)] == [1, 1]


# A hand


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("3-5-8", "10 1", {}),
        ("3-5-8", "10 1 h", {"call": "hearts"}),
        ("3-5-8", "HAND 10 1 5 --call h", {"call": "hearts"}),
        ("3-5-8", "scorekeeper hand ann=10 cy=5", {}),
        ("3-5-8-calls", "10 1 nt", {"call": "no-trump"}),
    ],
)
def test_a_hand_is_typed_in_many_ways(
    sk: Runner, game: str, typed: str, told: dict[str, str]
) -> None:
    play(sk, typed, words=(game, "Ann", "Bob", "Cy"))
    assert hands(sk) == [{"tricks": {"Ann": 10, "Bob": 1, "Cy": 5}, **told}]


FOUR = ("Ann", "Bob", "Cy", "Dot")
# Game, players, what is typed, and the questions with their answers, in order. What may be left
# out is asked for only where points hang on it: a lone march counts more in euchre of four (4
# points, not 2), but not in cutthroat euchre (3 either way, unless the rules in play say else).
ASKED: list[tuple[tuple[str, ...], str, list[tuple[str, str]], dict[str, Any]]] = [
    (("cutthroat-euchre", *FOUR[:3]), "3 1 1", [("Maker", "ann")], {"maker": "Ann"}),
    (
        ("cutthroat-euchre", *FOUR[:3]),
        "5 0 0",
        [("Maker", "ann alone")],
        {"maker": "Ann", "alone": ["Ann"]},
    ),
    (("euchre", *FOUR), "3 2", [("Maker", "cy")], {"maker": "Cy"}),
    (
        ("euchre", *FOUR),
        "5 0",
        [("Maker", "cy"), ("Alone", "cy")],
        {"maker": "Cy", "alone": ["Cy"]},
    ),
    (("euchre", *FOUR), "5 0 cy h", [("Alone", "")], {"maker": "Cy", "call": "hearts"}),
    (("3-5-8-calls", *FOUR[:3]), "8 5", [("Call", "mis")], {"call": "misere"}),
    (
        ("woburn", *FOUR[:3]),
        "2 4 10",
        [("Bid", "cy 10")],
        {"bid": {"player": "Cy", "tricks": 10}},
    ),
    (
        ("bid-whist", *FOUR),
        "10 3",
        [("Bid", "ann 4 uptown")],
        {"bid": {"player": "Ann", "tricks": 4}, "call": "uptown"},
    ),
    (
        ("skat", *FOUR[:3]),
        "80",
        [("Bid", "ann 24"), ("Call", "grand"), ("More", "matadors=2 hand")],
        {
            "bid": {"player": "Ann", "tricks": 24},
            "call": "grand",
            "extras": {"matadors": 2, "hand": True},
        },
    ),
    (
        ("knaves", *FOUR[:3]),
        "9 4",
        [("Clubs", "bob"), ("Diamonds", "nobody"), ("Hearts", "ann"), ("Spades", "cy")],
        {"extras": {"hearts": "Ann", "diamonds": None, "clubs": "Bob", "spades": "Cy"}},
    ),
]


@pytest.mark.parametrize(("words", "typed", "asked", "told"), ASKED)
def test_exactly_what_is_missing_is_asked(
    sk: Runner,
    words: tuple[str, ...],
    typed: str,
    asked: list[tuple[str, str]],
    told: dict[str, Any],
) -> None:
    ran = play(sk, typed, *(answer for _, answer in asked), words=words)
    prompts = [word for word in ran.err.replace("> ", ">\n").split("\n") if word.endswith(">")]
    labels = [prompt.split(" ")[-1].rstrip(">") for prompt in prompts]
    assert labels[1:-1] == [label for label, _ in asked]
    (hand,) = hands(sk)
    assert {key: hand[key] for key in hand if key not in ("tricks", "points")} == told


def test_where_everybody_bids_the_bids_come_first(sk: Runner) -> None:
    ran = play(sk, "3 0 2 1", "4 1 3", words=("oh-hell", *FOUR))
    assert ran.err.startswith("Bids> Tricks> Bids> ")
    assert hands(sk)[0]["bids"] == {"Ann": 3, "Bob": 0, "Cy": 2, "Dot": 1}
    assert hands(sk)[0]["tricks"] == {"Ann": 4, "Bob": 1, "Cy": 3, "Dot": 2}


def test_a_call_alone_is_noted_before_the_hand(sk: Runner) -> None:
    ran = play(sk, "nt", "10 1", words=("3-5-8-calls", *FOUR[:3]))
    assert "Ann has called no-trump." in ran.out
    assert hands(sk)[0]["call"] == "no-trump"


def test_a_step_back_costs_nothing(sk: Runner) -> None:
    play(sk, "5 0", "ann", "back", "cy", "", words=("euchre", *FOUR))
    assert [hand["maker"] for hand in hands(sk)] == ["Cy"]
    play(sk, "undo", "5 0", "back", "4 1", "bob", words=("euchre", *FOUR))
    assert [(hand["maker"], "alone" in hand) for hand in hands(sk)] == [("Bob", False)]


def test_a_wrong_answer_is_asked_again(sk: Runner) -> None:
    ran = play(sk, "3 1 1", "zoe", "", "bob", words=("cutthroat-euchre", *FOUR[:3]))
    assert "nobody here is called 'zoe'" in ran.err
    assert ran.err.count("Maker> ") == 3
    assert hands(sk)[0]["maker"] == "Bob"


# Other words


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("40 1", "41 tricks, but a hand of 3-5-8 has 16"),
        ("10", "the tricks of Bob and Cy are missing"),
        ("udno", "did you mean undo?"),
        ("hnad 3 4", "did you mean hand?"),
        ("xyzzy", "`help` lists what can be typed"),
        ("10 1 hartz", "did you mean hearts?"),
        ("play", "you are at the table already"),
        ("edit 7 1 2 3", "there is no hand 7"),
        ("stats zoe", "nobody here is called 'zoe'"),
        ("undo --nonsense", "No such option"),
        ("redo", "nothing to bring back"),
        ("import", "Missing argument"),
    ],
)
def test_what_cannot_be_is_told_in_a_line_and_the_evening_goes_on(
    sk: Runner, typed: str, told: str
) -> None:
    ran = play(sk, typed, "10 1", words=("3-5-8", *FOUR[:3]))
    assert told in ran.err
    assert len(hands(sk)) == 1


def test_every_word_of_the_commands_works(sk: Runner) -> None:
    ran = play(
        sk, "10 1", "pass", "undo", "redo", "note 1 a slip", "exchange", "score", "next", "log",
        "stats ann", "standings", "settle", "chart", "strike 1", "y", "help", "help edit",
        words=("3-5-8", *FOUR[:3]),
    )  # fmt: skip
    for text in (
        "Taken back: pass", "Brought back: pass", "Cy gives", "Matches     1",
        "No finished matches", "What changes", "10 1 hearts", "Usage: scorekeeper edit",
    ):  # fmt: skip
        assert text in ran.out, text
    assert hands(sk) == [{"passed": True}]


@pytest.mark.parametrize(("answer", "kept"), [("y", 8), ("yes", 8), ("n", 10), ("", 10)])
def test_a_correction_is_shown_and_asked_about(sk: Runner, answer: str, kept: int) -> None:
    ran = play(sk, "10 1", "edit 1 8 4 4", answer, "4 8", words=("3-5-8", *FOUR[:3]))
    assert ran.out.count("What changes") == 1
    assert [hand["tricks"]["Ann"] for hand in hands(sk)] == [kept, 4]
    assert ("Nothing was written." in ran.err) == (kept == 10)


def test_at_the_end_a_rematch_is_offered_and_the_deal_moves_on(sk: Runner) -> None:
    ran = play(sk, "12 2", "y", "10 1", words=("3-5-8", *FOUR[:3]))
    assert "Ann wins in hand 1: 12 or more tricks in one hand." in ran.out
    assert "Rematch? " in ran.err
    assert json.loads(sk("score", "--json").out)["dealer"] == "Bob"
    assert len(hands(sk)) == 1


def test_a_match_that_was_given_up_waits(sk: Runner) -> None:
    ran = play(sk, "abandon", "10 1", "resume 1", "10 1", words=("3-5-8", *FOUR[:3]))
    assert "match #1 was given up: `resume 1` goes on with it" in ran.err
    assert len(hands(sk)) == 1


# Two at one match


def at_table(sk: Runner) -> Table:
    import os

    return Table(AtTable(os.environ["SCOREKEEPER_DB"], "never", columns=80), None)


def test_what_somebody_else_records_appears(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    assert not table.refresh("")
    sk("hand", "10", "1", "5")
    assert table.refresh("")
    assert table.hint("") == ("Written down elsewhere: hand 10 1 5", False)
    assert "10/8" in table.drawn(80, 20)
    assert not table.refresh("")


def test_nothing_is_recorded_on_a_stale_board(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    sk("hand", "10", "1", "5")
    table.enter("9 3")
    assert table.wrong
    assert "somebody else recorded `hand 10 1 5` in the meantime" in table.told
    assert table.typed == "9 3"
    assert "10/8" in table.drawn(80, 20)
    assert len(hands(sk)) == 1
    table.enter(table.typed)
    assert len(hands(sk)) == 2


def test_what_was_half_typed_is_not_recorded_on_top_of_it(sk: Runner) -> None:
    sk("new", "cutthroat", "Ann", "Bob", "Cy")
    table = at_table(sk)
    sk("hand", "3", "1", "1", "ann")
    assert table.refresh("3 1")
    assert table.hint("3 1") == ("Written down elsewhere: hand 3 1 1 --maker Ann", False)
    table.enter("3 1 1 ann")
    assert "somebody else recorded `hand 3 1 1 --maker Ann`" in table.told
    assert len(hands(sk)) == 1
    table.enter("1 3 1")
    assert table.prompt == "Maker> "
    sk("hand", "1", "3", "1", "bob")
    assert table.refresh("")
    table.enter("bob")
    assert (table.prompt, table.typed, table.wrong) == ("Tricks> ", "1 3 1", True)
    assert len(hands(sk)) == 2


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("10 1", "16 of 16 · Ann +2 · Bob −4 · Cy +2"),
        ("10 1 h", "16 of 16 · Ann +2 · Bob −4 · Cy +2"),
        ("13 2", "16 of 16 · Ann +5 · Bob −3 · Cy −2 · Ann wins in hand 1:"),
        ("10", "the tricks of Bob and Cy are missing"),
        ("10 9", "19 tricks, but a hand of 3-5-8 has 16"),
        ("undo", "Take back the last thing recorded."),
        ("stats ann", ""),
    ],
)
def test_what_a_line_would_mean_is_told_before_it_is_entered(
    sk: Runner, typed: str, meant: str
) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    told, _ = at_table(sk).hint(typed)
    assert told.startswith(meant)
    assert hands(sk) == []
