"""At the table: a match is begun, hands are typed, the card is read aloud, somebody wins."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest
from rich.cells import cell_len

from scorekeeper.cli import COMMANDS

from .conftest import Ran, Runner


def typed(sk: Runner, *lines: str) -> Ran:
    """Type these commands, which all have to work; what the last one printed."""
    for line in lines:
        ran = sk(*line.split())
        assert ran.status == 0, (line, ran.err)
    return ran


def document(sk: Runner) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(sk("score", "--json").out)
    return told


# Beginning


def test_without_a_match_three_lines_say_how_to_begin(sk: Runner) -> None:
    ran = sk()
    assert ran.status == 0
    assert len(ran.out.splitlines()) == 3
    assert "scorekeeper new 3-5-8 Ann Bob Cy" in ran.out
    for line in ("score", "hand 10 2 4", "next", "undo", "export"):
        assert sk(*line.split()).err == (
            "scorekeeper: there is no match yet: start one with `new 3-5-8 Ann Bob Cy`\n"
        )


@pytest.mark.parametrize(
    ("alias", "variant"),
    [
        ("sergeant-major", "3-5-8"),
        ("8-5-3", "3-5-8"),
        ("5-3-8", "3-5-8"),
        ("Sergeant", "3-5-8"),
        ("woburn", "woburn"),
        ("six-call", "3-5-8-calls"),
        ("mizz", "3-5-8-calls"),
        ("chooser", "3-5-8-chooser"),
        ("cutthroat", "cutthroat-euchre"),
    ],
)
def test_games_go_by_many_names(sk: Runner, alias: str, variant: str) -> None:
    typed(sk, f"new {alias} Ann Bob Cy")
    assert document(sk)["variant"] == variant


def test_a_match_begins_with_everything_it_was_told(sk: Runner) -> None:
    ran = sk(
        *["new", "3-5-8", "Ann", "Bob", "Cy", "--dealer", "cy", "-o", "win=target+5"],
        *["--stake", "0.10", "--currency", "EUR", "--note", "the Feathers", "--at", "2026-11-27"],
    )
    assert ran.out.startswith("#1 Sergeant Major · 27 Nov 2026 · the Feathers\n\nHand 1\n")
    told = document(sk)
    assert told["dealer"] == "Cy"
    assert told["options"] == {"win": "target+5"}
    assert (told["stake"], told["currency"]) == ("0.10", "EUR")


def test_a_dealer_is_drawn_from_the_players(sk: Runner) -> None:
    for _ in range(5):
        typed(sk, "new 3-5-8 Ann Bob Cy --draw")
        assert document(sk)["dealer"] in ("Ann", "Bob", "Cy")


def test_an_open_match_of_the_same_players_is_mentioned(sk: Runner) -> None:
    assert typed(sk, "new 3-5-8 Ann Bob Cy").err == ""
    assert "with the same players #1 is still open" in typed(sk, "new 9-5-2 cy ann bob").err
    assert typed(sk, "new 9-5-2 Ann Bob Dan").err == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("new sargeant Ann Bob Cy", "there is no game 'sargeant': did you mean sergeant"),
        ("new 3-5-8 Ann Bob", "2 players, but the game is for 3"),
        ("new 3-5-8 Ann Bob ANN", "ANN is named twice"),
        ("new 3-5-8 Ann Bob Cy --dealer Dan", "nobody here is called 'Dan'"),
        ("new 3-5-8 Ann Bob Cy -o wim=16-tricks", "3-5-8 has no option 'wim': did you mean win?"),
        ("new 3-5-8 Ann Bob Cy -o win=17", "win=17 is not possible: use 12-tricks | 16-tricks"),
        ("new 9-5-2 Ann Bob Cy -o goal=0", "goal=0 is not possible: use a whole number, 1 or more"),
        ("new 3-5-8 Ann Bob Cy -o win", "'win' is no option: type it as in -o win=target+5"),
        ("new 3-5-8 Ann Bob Cy --stake 1e3", "'1e3' is no stake"),
        ("new 3-5-8 Ann Bob Cy --stake -1", "'-1' is no stake"),
        ("new 3-5-8 Ann Bob Cy --at someday", "'someday' is no date"),
    ],
)
def test_what_can_t_be_begun(sk: Runner, line: str, said: str) -> None:
    ran = sk(*line.split())
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: {said}")
    assert ran.err.count("\n") == 1
    assert ran.out == ""
    assert sk("matches", "--json").out in ("[]\n", "")


@pytest.mark.parametrize("name", ["", " ", "A" * 41, "A\tB", "A\u202eB", "\x1bA"])
def test_names_that_are_no_names(sk: Runner, name: str) -> None:
    ran = sk("new", "3-5-8", "Ann", name, "Cy")
    assert ran.status == 1
    assert ran.err.count("\n") == 1


# Hands


@pytest.mark.parametrize(
    "line",
    ["hand 10 2 4", "hand 10 2", "hand 10 _ 4", "hand _ 2 4", "hand ann=10 bob=2 cy=4",
     "hand c=4 A=10", "hand BOB=2 cy=_ ann=10"],
)  # fmt: skip
def test_all_of_these_mean_the_same_hand(sk: Runner, line: str) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", line)
    assert document(sk)["hands"][0]["tricks"] == {"Ann": 10, "Bob": 2, "Cy": 4}


def test_a_hand_is_told_with_reasons_totals_and_the_next_card(sk: Runner) -> None:
    # Worked by hand: +2 −3 +1; Bob deals next, so Cy (5) gives before Ann (3).
    ran = typed(sk, "new 3-5-8 Ann Bob Cy", "hand 10 2 4 -c h")
    told = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert told[:4] == [
        "Hand 1, hearts",
        "Ann dealer 8 → 10 tricks = +2 total +2",
        "Bob eldest 5 → 2 tricks = −3 total −3",
        "Cy middle 3 → 4 tricks = +1 total +1",
    ]
    assert told[5] == "Hand 2"
    assert "Targets Bob (dealer) 8 · Cy (eldest) 5 · Ann (middle) 3" in told
    assert told.index("Exchange 1. Cy gives Bob 1 card.") + 1 == told.index(
        "2. Ann gives Bob 2 cards."
    )
    assert "Lead Cy leads." in told
    assert "To win Ann 12 or more · Bob 12 or more · Cy 12 or more" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hand 10 3 4", "17 tricks, but a hand of 3-5-8 has 16"),
        ("hand 17", "the tricks of Bob and Cy are missing"),
        ("hand 17 _ 0", "17 tricks, but a hand of 3-5-8 has 16"),
        ("hand 10 -1 7", "'-1' tricks can't be"),
        ("hand 10 2.5 3.5", "'2.5' is no number of tricks"),
        ("hand 10 2 4 0", "4 counts for 3 players"),
        ("hand ann=10 ann=2 cy=4", "Ann is counted twice"),
        ("hand ann=10 2 4", "some counts have a name and some have none"),
        ("hand dan=10 bob=2", "nobody here is called 'dan'"),
        ("hand 10 2 4 --call nt", "no-trump can't be called in 3-5-8"),
        ("hand 10 2 4 --call x", "'x' is no call"),
        ("hand 10 2 4 --bid Cy=10", "this match opens without bidding"),
        ("hand 10 2 4 --maker Cy", "there is no maker in 3-5-8"),
        ("hand 10 2 4 -m 7", "there is no match '7'"),
        ("hand 10 2 4 --cal h", "there is no option '--cal' here"),
    ],
)
def test_what_can_t_have_been_a_hand(sk: Runner, line: str, said: str) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy")
    before = sk("export").out
    ran = sk(*line.split())
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: {said}")
    assert ran.err.count("\n") == 1
    assert sk("export").out == before


def test_ambiguous_players_are_asked_for(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Anna Cy")
    ran = sk("hand", "an=10", "cy=4")
    assert ran.err == "scorekeeper: 'an' could be Ann or Anna: type more of the name\n"
    typed(sk, "hand ann=10 cy=4")
    assert document(sk)["hands"][0]["tricks"] == {"Ann": 10, "Anna": 2, "Cy": 4}


def test_after_the_end_the_way_on_is_told(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "hand 12 2 2")
    for line in ("hand 8 5 3", "call h", "pass"):
        assert sk(*line.split()).err == (
            "scorekeeper: the match is over: Ann won in hand 1: "
            "`undo` takes that hand back, `new` starts another match\n"
        )
    typed(sk, "undo", "hand 8 5 3")
    assert document(sk)["result"]["status"] == "open"


def test_a_call_noted_before_the_hand_belongs_to_it(sk: Runner) -> None:
    typed(sk, "new mizz Ann Bob Cy", "call mis")
    assert document(sk)["pending"] == {"call": "misere"}
    assert document(sk)["result"]["next"]["limits"] == {"Ann": 3, "Bob": 5, "Cy": 8}
    typed(sk, "hand 5 4 7")
    told = document(sk)
    assert told["hands"][0]["call"] == "misere"
    assert told["result"]["hands"][0]["points"] == {"Ann": -2, "Bob": 1, "Cy": 1}
    assert told["result"]["next"]["calls_left"]["Ann"] == [
        "clubs", "diamonds", "hearts", "spades", "no-trump",
    ]  # fmt: skip
    typed(sk, "undo")
    assert document(sk)["pending"] == {"call": "misere"}


def test_calls_are_counted_where_the_game_counts_them(sk: Runner) -> None:
    typed(sk, "new mizz Ann Bob Cy")
    assert sk("hand", "8", "5", "3").err.startswith("scorekeeper: what did Ann call?: add --call")
    typed(sk, "hand 8 5 3 -c h", "hand 3 8 5 -c h", "hand 5 3 8 -c h")
    ran = sk("hand", "8", "5", "3", "-c", "h")
    assert ran.err == (
        "scorekeeper: Ann has called hearts before: "
        "calls left: clubs, diamonds, spades, no-trump, misere\n"
    )


def test_the_exchange_of_a_chooser_hangs_on_the_call(sk: Runner) -> None:
    # Ann deals, Bob chooses and is +2, Ann −2: if a suit is called, Bob gives Ann 2.
    typed(sk, "new chooser Ann Bob Cy", "hand 1 10 5 -c h")
    assert "If a suit is called: Bob gives Ann 2 cards." in typed(sk, "next").out
    assert document(sk)["result"]["next"]["exchange_needs"] == "suit-call"
    assert "Bob gives Ann 2 cards." in typed(sk, "call clubs", "exchange").out
    assert "exchange_needs" not in document(sk)["result"]["next"]
    ran = typed(sk, "undo", "call nt", "exchange")
    assert "No exchange: no-trump was called, not a suit." in ran.out
    assert document(sk)["result"]["next"]["exchange"] == []


def test_bidding_settles_the_first_deal(sk: Runner) -> None:
    typed(sk, "new woburn Ann Bob Cy")
    assert document(sk)["result"]["next"]["targets"] is None
    assert document(sk)["result"]["next"]["opener"] == "Ann"
    assert "opens with bidding" in sk("hand", "8", "5", "3").err
    assert "a bid of 7 is not possible" in sk("bid", "Cy", "7").err
    assert "a bid of 17 is not possible" in sk("bid", "Cy", "17").err
    typed(sk, "pass")
    assert document(sk)["result"]["next"]["opener"] == "Bob"
    typed(sk, "bid Cy 13")
    assert document(sk)["result"]["next"]["targets"] == {"Ann": 2, "Bob": 1, "Cy": 13}
    ran = typed(sk, "hand 3 1 12")
    assert "Cy fell short of the bid of 13, and wins the match all the same." in ran.out
    typed(sk, "undo", "undo", "hand 2 11 3 --bid bob=11")
    assert "only hand 1 is bid for, this is hand 2" in sk("bid", "Cy", "9").err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hand 3 1 1", "who was the maker?: add it, as in --maker Ann"),
        ("hand 3 1 1 --maker Dan", "nobody here is called 'Dan'"),
        ("hand 1 2 2 -k ann -a bob -a cy", "Bob and Cy can't both defend alone"),
        ("hand 1 3 1 -k ann -a bob", "Cy sat out while Bob defended alone"),
        ("hand 3 1 2 -k ann", "6 tricks, but a hand of cutthroat-euchre has 5"),
        ("hand 3 1 1 -k ann -c nt", "no-trump can't be called in cutthroat-euchre"),
    ],
)
def test_what_can_t_have_been_a_hand_of_euchre(sk: Runner, line: str, said: str) -> None:
    typed(sk, "new cutthroat Ann Bob Cy")
    ran = sk(*line.split())
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: {said}")


def test_the_dealer_may_have_to_name_a_suit(sk: Runner) -> None:
    typed(sk, "new cutthroat Ann Bob Cy -o all_pass=dealer-names")
    assert "this deal can't be passed out" in sk("pass").err


# The sheet


def test_the_match_on_the_table_is_the_one_last_touched(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "new 9-5-2 Dan Eve Flo")
    assert document(sk)["players"] == ["Dan", "Eve", "Flo"]
    typed(sk, "hand 8 5 3 -m 1")
    assert document(sk)["players"] == ["Ann", "Bob", "Cy"]
    typed(sk, "resume 2")
    assert document(sk)["players"] == ["Dan", "Eve", "Flo"]
    assert json.loads(sk("show", "1", "--json").out)["players"] == ["Ann", "Bob", "Cy"]
    assert document(sk)["players"] == ["Dan", "Eve", "Flo"]
    uid = document(sk)["id"]
    assert json.loads(sk("score", "-m", uid[-12:], "--json").out)["id"] == uid


def test_the_environment_may_name_a_match(sk: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "new 9-5-2 Dan Eve Flo")
    monkeypatch.setenv("SCOREKEEPER_MATCH", "1")
    assert document(sk)["players"] == ["Ann", "Bob", "Cy"]


def test_a_match_given_up_waits_until_it_is_resumed(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "hand 8 5 3", "abandon")
    told = document(sk)
    assert told["result"]["status"] == "abandoned"
    assert told["result"]["next"] is None
    assert "abandoned" in told
    for line in ("hand 8 5 3", "call h", "pass", "next", "exchange", "abandon"):
        assert sk(*line.split()).status == 1
    typed(sk, "resume 1", "hand 3 8 5", "abandon", "undo", "hand 5 3 8")
    assert len(document(sk)["hands"]) == 3


def test_the_end_says_who_by_which_rule_in_which_hand_and_who_pays(sk: Runner) -> None:
    # 9-5-2, to ten: Ann +7 −… Ann 16 of 9 is +7, Bob −5, Cy −2; then Ann (2) 5 is +3: 10.
    ran = typed(
        sk,
        "new 9-5-2 Ann Bob Cy --stake 0.50 --currency CAD",
        "hand 16 0 0",
        "hand 5 8 3",
        "score",
    )
    assert ran.out.splitlines()[-4:] == [
        "Ann wins in hand 2: 10 points or more, and the most.",
        "Settlement:",
        "  Bob pays Ann 3.00 CAD",
        "  Cy pays Ann 2.00 CAD",
    ]


def test_level_scores_share_a_match_of_fixed_length(sk: Runner) -> None:
    ran = typed(
        sk,
        "new chooser Ann Bob Cy -o hands=3",
        "hand 4 8 4 -c h",
        "hand 5 3 8 -c h",
        "hand 8 5 3 -c h",
    )
    # Targets A/B/C: 3/8/5, then Bob deals: 5/3/8, then 8/5/3: +1 0 −1, then level twice.
    assert "Ann wins in hand 3: the most points after 3 hands." in ran.out
    assert "Ranking points: 10." in ran.out
    ran = typed(sk, "edit 1 3 8 5 --yes", "score")
    assert "Ann, Bob and Cy share the win in hand 3" in ran.out
    assert "Nobody owes anybody anything." in ran.out


EIGHTEEN = ["hearts", "spades", "clubs", "diamonds", "nt", "mis"]


def eighteen_hands(sk: Runner, names: str) -> None:
    typed(sk, f"new mizz {names}")
    for round_, call in enumerate(EIGHTEEN):
        for hand in ("16 0 0", "0 16 0", "0 0 16"):
            typed(sk, f"hand {hand} -c {call}")
        assert len(document(sk)["hands"]) == 3 * round_ + 3


@pytest.mark.parametrize(
    "names",
    [
        "Ann Bob Cy",
        "สมชาย 花子 Владимир",
        "Nguyễn 👨‍👩‍👧 Ольга",
        "Maximiliane Bartholomew Wilhelmina",
    ],
)
@pytest.mark.parametrize("columns", [80, 40])
def test_eighteen_hands_fit_and_stay_aligned_in_any_script(
    sk: Runner, names: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    eighteen_hands(sk, names)
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = sk("score").out.splitlines()
    assert max(map(cell_len, lines)) <= columns
    first = lines.index("") + 1
    table = lines[first : lines.index("", first) - 1]
    assert len(table) == 18 + 4
    starts = [
        [cell_len(line[:at]) for at in range(1, len(line)) if line[at - 1] == " " != line[at]]
        for line in (table[0], table[1])
    ]
    assert starts[0][-2:] == starts[1][-2:], "names stand above their columns"
    widths = {cell_len(line) for line in table[1:]}
    assert max(widths) - min(widths) <= 2


def test_piped_output_does_not_shrink_and_has_no_colour(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "hand 8 5 3")
    ran = typed(sk, "exchange")
    assert "\x1b" not in ran.out
    assert all(character not in ran.out for character in "─│┌━")


def test_color_can_be_asked_for_and_refused(sk: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "hand 8 5 3")
    assert "\x1b[" in sk("--color", "always", "score").out
    assert "\x1b[" not in sk("--color", "never", "score").out
    bare = sk("score").out
    import re

    coloured = sk("--color", "always", "score").out
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).replace("─", "-").split() == bare.split()


def test_text_and_json_agree(sk: Runner) -> None:
    typed(sk, "new 3-5-8 Ann Bob Cy", "hand 10 2 4", "hand 4 9 3", "hand 3 4 9")
    told = document(sk)["result"]
    lines = sk("score").out.splitlines()
    last = next(line for line in lines if line.startswith("Σ")).split()[1:]
    signed = [f"+{t}" if t > 0 else f"−{-t}" if t else "0" for t in told["totals"].values()]
    assert last == signed
    card = sk("next").out
    for step in told["next"]["exchange"]:
        assert f"{step['giver']} gives {step['receiver']} {step['cards']} card" in card
    for player, target in told["next"]["targets"].items():
        assert f"{player} (" in card
        assert f") {target}" in card


# Around it


def test_help_is_there_for_every_command(sk: Runner) -> None:
    assert sk("-h").out == sk("--help").out
    for name in COMMANDS:
        ran = sk(name, "-h")
        assert ran.status == 0, (name, ran.err)
        assert "Usage: scorekeeper" in ran.out


def test_a_misspelt_command_is_usage_and_guessed(sk: Runner) -> None:
    ran = sk("udno")
    assert ran.status == 2
    assert "did you mean undo?" in ran.err
    assert sk("new").status == 2
    assert sk("hand").status == 2


def complete(*words: str) -> list[str]:
    ran = subprocess.run(
        [sys.executable, "-m", "scorekeeper"],
        env={**os.environ, "_SCOREKEEPER_COMPLETE": "bash_complete",
             "COMP_WORDS": " ".join(("scorekeeper", *words)), "COMP_CWORD": str(len(words))},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return [line.partition(",")[2] for line in ran.stdout.splitlines()]


def test_the_shell_completes_commands_and_games() -> None:
    assert complete("re") == ["rematch", "redo", "resume", "restore"]
    assert complete("new", "3-5-8-c") == ["3-5-8-calls", "3-5-8-chooser"]


def test_where_the_score_book_is(sk: Runner, tmp_path: Any) -> None:
    rules = tmp_path / "rules"
    assert sk("where").out == (f"{tmp_path / 'book.db'}  (not begun yet)\n{rules}  (house rules)\n")
    typed(sk, "new 3-5-8 Ann Bob Cy")
    assert json.loads(sk("where", "--json").out) == {
        "database": str(tmp_path / "book.db"),
        "exists": True,
        "rules": str(rules),
    }


def test_without_a_setting_the_score_book_is_in_the_user_s_data(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, sk: Runner
) -> None:
    monkeypatch.delenv("SCOREKEEPER_DB")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    told = json.loads(sk("where", "--json").out)
    assert told["database"].startswith(str(tmp_path))


def test_the_demo_writes_nothing(sk: Runner, tmp_path: Any) -> None:
    ran = typed(sk, "demo")
    assert ran.out.startswith("$ scorekeeper new 3-5-8 Ann Bob Cy")
    assert "Ann wins in hand 4" in ran.out
    assert not (tmp_path / "book.db").exists()
