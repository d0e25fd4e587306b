"""What goes astray at a table: slips, other windows, files that change, lines that mean nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from scorekeeper import variants
from scorekeeper.cli.at_table import AtTable
from scorekeeper.cli.session import written
from scorekeeper.cli.table import Table
from scorekeeper.rules import rulebook
from scorekeeper.rules.names import visible

from .conftest import Runner
from .test_at_the_table import FOUR, at_table, hands, play


@pytest.mark.parametrize(
    ("typed", "players"),
    [
        ("Ann, Bob and Cy", ["Ann", "Bob", "Cy"]),
        ("Ann,Bob,Cy", ["Ann", "Bob", "Cy"]),
        ("Ann & Bob & Cy", ["Ann", "Bob", "Cy"]),
        ('"Mary Ann" "A,B" Cy', ["Mary Ann", "A,B", "Cy"]),
        ("-x --draw O'Hara", ["-x", "--draw", "O'Hara"]),
        ("Quit Back No", ["Quit", "Back", "No"]),
    ],
)
def test_players_are_named_as_people_write_them(sk: Runner, typed: str, players: list[str]) -> None:
    play(sk, "3-5-8", typed, "", "10 1")
    assert json.loads(sk("score", "--json").out)["players"] == players
    assert len(hands(sk)) == 1
    play(sk, "abandon", "new", "", "", "")
    assert json.loads(sk("score", "--json").out)["players"] == players


def test_a_game_of_two_words_is_named_in_front_of_the_players(sk: Runner) -> None:
    play(sk, "quit", words=("oh", "hell", *FOUR))
    play(sk, "new sergeant major Ann Bob Cy", "quit")
    found = json.loads(sk("matches", "--json").out)
    assert [(one["variant"], len(one["players"])) for one in found] == [
        ("3-5-8", 3),
        ("oh-hell", 4),
    ]


def test_money_is_told_with_the_game(sk: Runner) -> None:
    play(sk, "3-5-8 stake=0.10 currency=eur win=16-tricks", "Ann Bob Cy", "")
    told = json.loads(sk("score", "--json").out)
    assert (told["stake"], told["currency"]) == ("0.10", "EUR")
    assert told["options"] == {"win": "16-tricks"}


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("ann 8 bob 5 cy 3", {"Ann": 8, "Bob": 5, "Cy": 3}),
        ("ann 8 bob 5", {"Ann": 8, "Bob": 5, "Cy": 3}),
        ("BOB=5, ANN=8", {"Ann": 8, "Bob": 5, "Cy": 3}),
        ("8,5", {"Ann": 8, "Bob": 5, "Cy": 3}),
    ],
)
def test_counts_are_told_as_people_say_them(sk: Runner, typed: str, told: dict[str, int]) -> None:
    play(sk, typed, words=("3-5-8", *FOUR[:3]))
    assert hands(sk)[0]["tricks"] == told


@pytest.mark.parametrize("typed", ["1O 1", "10 O 6"])
def test_the_letter_o_is_no_zero(sk: Runner, typed: str) -> None:
    assert (
        "is written with the letter O: type a zero"
        in play(sk, typed, words=("3-5-8", *FOUR[:3])).err
    )


def test_bids_are_told_by_name_too(sk: Runner) -> None:
    play(sk, "bob 3", "ann 1 cy 0 dot 2", "hand 4 1 3", words=("oh-hell", *FOUR))
    assert hands(sk)[0]["bids"] == {"Ann": 1, "Bob": 3, "Cy": 0, "Dot": 2}


def test_a_nil_is_asked_whether_it_was_blind_and_need_not_be(sk: Runner) -> None:
    ran = play(sk, "4 4 nil 3", "3 5 0 5", "", words=("spades-cutthroat", *FOUR))
    assert "More> " in ran.err
    assert "extras" not in hands(sk)[0]


def test_other_words_may_come_before_the_answer(sk: Runner) -> None:
    ran = play(
        sk, "10 1", "undo", "3 1 1", "help", "stats ann", "ann", "1 3 1", "undo", "0 5 0", "bob",
        words=("cutthroat", *FOUR[:3]),
    )  # fmt: skip
    assert "What each took, in seating order" in ran.out
    assert [hand["maker"] for hand in hands(sk)] == ["Bob"]


def test_a_name_comes_before_a_word_of_the_table(sk: Runner) -> None:
    play(sk, "5 0", "q", "q", words=("euchre", "Q", "Bo", "No", "Back"))
    play(sk, "0 5", "back", "back")
    assert [(hand["maker"], hand["alone"]) for hand in hands(sk)] == [
        ("Q", ["Q"]),
        ("Back", ["Back"]),
    ]


def test_what_needs_a_match_first_is_never_the_end_of_it(sk: Runner) -> None:
    ran = play(sk, "new sargent", "3-5-8", "Ann Bob Ann", "Ann Bob Cy", "back", "Bob Ann Cy", "")
    assert "there is no game 'sargent'" in ran.err
    assert json.loads(sk("score", "--json").out)["players"] == ["Bob", "Ann", "Cy"]


def test_a_hand_of_another_match_is_told_as_to_a_shell(sk: Runner) -> None:
    sk("new", "cutthroat", "Dan", "Ed", "Flo")
    play(sk, "hand 3 1 1 dan -m 1", "hand -h", words=("3-5-8", *FOUR[:3]))
    first, second = (json.loads(sk("show", one, "--json").out)["hands"] for one in "12")
    assert (first[0]["maker"], second) == ("Dan", [])


def test_help_stays_whole_on_a_narrow_screen(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    for line in ("help", "help edit", "help hand"):
        table.enter(line)
        for columns in (80, 40):
            assert max(map(len, table.drawn(columns, 16).split("\n"))) <= columns


# What happens to the file meanwhile


def test_a_score_book_that_is_gone_is_told_and_waited_for(sk: Runner, tmp_path: Path) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    book = tmp_path / "book.db"
    table = at_table(sk)
    kept = book.read_bytes()
    book.write_bytes(b"rubbish" * 1000)
    assert table.refresh("")
    assert table.told
    book.unlink()
    table.refresh("")
    assert table.drawn(80, 20) == ""
    book.write_bytes(kept)
    assert table.refresh("")
    table.enter("10 1")
    assert hands(sk) == [{"tricks": {"Ann": 10, "Bob": 1, "Cy": 5}}]


def test_a_hand_never_goes_to_another_match_of_the_same_number(sk: Runner, tmp_path: Path) -> None:
    other = str(tmp_path / "other.db")
    sk("--db", other, "new", "9-5-2", "Dan", "Ed", "Flo")
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    assert sk("restore", other, "--yes").status == 0
    table.enter("8 5")
    assert table.wrong or table.question
    assert hands(sk) == []
    table.refresh("")
    assert table.book is not None
    assert table.book.players == ("Dan", "Ed", "Flo")


def test_who_is_done_goes_along_to_the_rematch(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("hand", "12", "2", "2")
    table = at_table(sk)
    sk("rematch")
    assert table.refresh("")
    assert table.book is not None
    assert table.book.number == 2


def test_a_new_name_is_on_the_board_at_once(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    sk("players", "rename", "Ann", "Zoe")
    assert table.refresh("")
    assert "Zoe deals" in table.drawn(80, 20)


@pytest.mark.parametrize("game", ["woburn", "points", "skat", "oh-hell", "3-5-8"])
def test_no_window_is_too_small(sk: Runner, game: str) -> None:
    players = FOUR if game == "oh-hell" else FOUR[:3]
    sk("new", game, *players)
    table = at_table(sk)
    for columns in (1, 7, 20, 40, 300):
        for lines in (1, 2, 5, 9, 17, 100):
            assert table.drawn(columns, lines)


WORDS = (
    "10 1", "3 1 1", "8 5", "5 0 0", "1 1 1", "3,0,2", "_ 4", "nil 1 0", "-5 3", "999999 1", "h",
    "nt", "ann", "bob alone", "ann 8", "cy=5", "bid ann 8", "pass", "undo", "redo",
    "edit 1 8 5 3", "y", "n", "strike 1", "note x", "new", "new 3-5-8", "rematch", "resume 1",
    "abandon", "help", "help edit", "stats ann", "score", "next", "exchange", "chart", "log",
    "match", "settle", "", "back", "?", "draw", "Ann Bob Cy", "'", '"', "\x1b[2J", "a\u202eb",
    "ไทย 日本", "--help", "-h", "hand -h", "hand 1 -m 9", "import -", "players rename Ann Zoe",
    "x" * 500, "variants show 3-5-8", "where", "=", "ann=", "=3",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_nothing_that_is_typed_ends_the_evening(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    table = Table(AtTable(str(tmp_path / "book.db"), "never", columns=80), None)
    game = random.choice(variants.ids())
    seats = random.choice(rulebook.seats(variants.rules(game)))
    table.begin(game, [f"P{seat}" for seat in range(seats - 2)] + ["Ann", "Bob"], (), None)
    for _ in range(40):
        line = random.choice(WORDS)
        told, _ = table.hint(line)
        assert visible(told) == told
        if random.random() < 0.1:
            table.back()
        table.enter(line)
        assert not table.over
        assert table.prompt.strip() or table.book is not None
        table.drawn(random.choice((20, 40, 80)), random.choice((3, 15, 20)))
        assert "a mistake of scorekeeper's own" not in table.told


# What other strangers did


@pytest.mark.parametrize("typed", ["10 1 -hearts", "8 5 -hh", "hand 10 1 -h5", "3 1 1 -xh"])
def test_what_looks_like_help_is_only_a_wrong_word(sk: Runner, typed: str) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    assert table.hint(typed)[1]
    table.enter(typed)
    assert table.wrong
    assert "Usage" not in table.output
    table.enter("10 1")
    assert len(hands(sk)) == 1


@pytest.mark.parametrize(
    ("typed", "took"),
    [
        (("3 1 1", "hand 1 3 1", "bob"), [1, 3, 1]),
        (("3 1 1 ann", "edit 1 1 3 1", "edit 1 0 2 3", "y"), [0, 2, 3]),
        (("3 1 1 ann", "edit 1 1 3 1", "strike 1", "y"), None),
    ],
)
def test_the_question_asked_last_is_the_one_answered(
    sk: Runner, typed: tuple[str, ...], took: list[int] | None
) -> None:
    play(sk, *typed, words=("cutthroat", *FOUR[:3]))
    assert [list(hand["tricks"].values()) for hand in hands(sk)] == ([took] if took else [])


def test_enter_alone_does_not_answer_what_has_changed_meanwhile(sk: Runner) -> None:
    sk("new", "euchre", *FOUR)
    table = at_table(sk)
    table.enter("5 0 cy")
    assert table.prompt == "Alone> "
    sk("hand", "5", "0", "cy")
    table.refresh("")
    table.enter("")
    assert table.wrong
    assert table.typed == "5 0 cy"
    assert len(hands(sk)) == 1


def test_what_was_taken_out_of_the_line_does_not_come_back(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    sk("hand", "10", "1", "5")
    table.refresh("9")
    table.cleared()
    table.enter("score")
    assert not table.wrong


def test_a_step_back_after_a_slip_in_the_beginning(sk: Runner) -> None:
    table = at_table(sk)
    table.begin("", (), (), None)
    for typed in ("3-5-8", "Ann Bob"):
        table.enter(typed)
    assert table.wrong
    table.back()
    assert table.prompt == "Game> "
    for typed in ("3-5-8", "Ann Bob Cy", "zoe"):
        table.enter(typed)
    table.back()
    assert (table.prompt, table.typed) == ("Players> ", "Ann Bob Cy")


def test_players_may_be_called_by_figures(sk: Runner) -> None:
    play(sk, "1 0 2 1", "hand 4 1 3 2", words=("oh-hell", "1", "2", "3", "4"))
    assert hands(sk)[0]["bids"] == {"1": 1, "2": 0, "3": 2, "4": 1}
    assert hands(sk)[0]["tricks"] == {"1": 4, "2": 1, "3": 3, "4": 2}


@pytest.mark.parametrize("typed", ["8 5 -m1", "8 5 --match=1", "hand 8 5 -m 1"])
def test_another_match_is_another_match_however_it_is_written(sk: Runner, typed: str) -> None:
    sk("new", "9-5-2", "Dan", "Ed", "Flo")
    play(sk, typed, words=("3-5-8", *FOUR[:3]))
    first, second = (json.loads(sk("show", one, "--json").out)["hands"] for one in "12")
    assert not second
    assert len(first) == 1


def test_bids_told_in_parts_come_together(sk: Runner) -> None:
    ran = play(sk, "hand 4 1 3 2", "1 0 2", "", "dot 1", words=("oh-hell", *FOUR))
    assert hands(sk)[0]["bids"] == {"Ann": 1, "Bob": 0, "Cy": 2, "Dot": 1}
    assert "What everybody bid, in the order Ann, Bob, Cy, Dot" in ran.err


def test_what_the_points_need_is_asked_again(sk: Runner) -> None:
    ran = play(sk, "80", "", "bob 24", "grand", "", "matadors=2", words=("skat", *FOUR[:3]))
    assert ran.err.count("Bid> ") == 2
    assert ran.err.count("More> ") == 2
    assert hands(sk)[0]["extras"] == {"matadors": 2}


def test_a_correction_keeps_what_is_not_told(sk: Runner) -> None:
    sk("new", "skat", "Ann", "Bob", "Cy")
    sk("hand", "80", "--bid", "bob=24", "grand", "mat=2", "hand")
    assert sk("edit", "1", "70", "mat=1", "-y").status == 0
    assert hands(sk)[0]["extras"] == {"matadors": 1, "hand": True}
    sk("new", "euchre", *FOUR)
    sk("hand", "5", "0", "ann")
    assert sk("edit", "1", "cy", "alone", "hearts", "-y").status == 0
    (hand,) = hands(sk)
    assert (hand["maker"], hand["alone"], hand["call"]) == ("Cy", ["Cy"], "hearts")
    assert hand["tricks"] == {"Ann": 5, "Bob": 0}


def test_the_dealer_is_one_of_the_players(sk: Runner) -> None:
    assert sk("play", "3-5-8", "--dealer", "Bob").status == 2
    for _ in range(2):
        play(sk, "quit", words=("3-5-8", "Ann", "Bob", "Cy", "--dealer", "bob"))
    assert "#1 " in sk().out


@pytest.mark.parametrize("typed", ["new oh hell", "new sergeant major", "new 9-5-2 goal=5", "new"])
def test_a_game_alone_is_asked_the_rest(sk: Runner, typed: str) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    table.enter(typed)
    assert not table.wrong
    assert table.prompt.startswith(("Players", "Game"))


def test_a_command_without_an_answer_says_so(sk: Runner, tmp_path: Path) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    table = at_table(sk)
    table.enter(f"sheet --output {tmp_path / 'sheet.csv'}")
    assert (table.told, table.wrong) == ("Done.", False)
    assert "Hand 1" in table.drawn(80, 20)


def test_a_match_begun_elsewhere_comes_to_a_table_that_has_none(sk: Runner) -> None:
    table = at_table(sk)
    table.begin("", (), (), None)
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    assert table.refresh("")
    assert table.prompt == "Tricks> "


def test_two_who_agree_to_a_rematch_begin_one(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("hand", "12", "2", "2")
    one, other = at_table(sk), at_table(sk)
    one.enter("y")
    other.enter("y")
    assert len(json.loads(sk("matches", "--json").out)) == 2
    assert other.book is not None
    assert other.book.number == 2


def test_a_sheet_that_may_be_filled_in_is_not_overwritten(sk: Runner, tmp_path: Path) -> None:
    file = tmp_path / "friday.csv"
    assert sk("sheet", "3-5-8", "Ann", "Bob", "Cy", "--output", str(file)).status == 0
    file.write_text("Ann,Bob,Cy\n10,1,5\n")
    again = sk("sheet", "3-5-8", "Ann", "Bob", "Cy", "--output", str(file))
    assert (again.status, "is there already" in again.err) == (1, True)
    assert "10,1,5" in file.read_text()


def half_written(file: Path) -> None:
    with written(str(file)) as stream:
        stream.write(b"half")
        raise OSError("the disk is full")


@pytest.mark.parametrize("words", [("export", "-o"), ("sheet", "3-5-8", "A", "B", "C", "--output")])
def test_a_file_is_replaced_only_by_a_whole_one(
    sk: Runner, tmp_path: Path, words: tuple[str, ...]
) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    file = tmp_path / "page.html"
    file.write_text("old")
    missing = sk(*words, str(tmp_path / "nowhere" / "page.html"))
    assert (
        missing.err
        == f"scorekeeper: can't use {tmp_path}/nowhere/page.html: No such file or directory\n"
    )
    (tmp_path / "locked.html").mkdir()
    assert sk(*words, str(tmp_path / "locked.html")).status != 0
    with pytest.raises(OSError, match="full"):
        half_written(file)
    assert file.read_text() == "old"
    assert sk(*words, str(file)).status == 0
    assert file.read_text() != "old"
    assert sorted(one.name for one in tmp_path.glob("*.new")) == []


def test_enter_after_a_look_brings_the_first_question_back(sk: Runner) -> None:
    table = at_table(sk)
    table.begin("", (), (), None)
    table.enter("variants")
    assert "woburn" in table.drawn(80, 20)
    table.enter("")
    assert not table.wrong
    assert "Which game?" in table.drawn(80, 20)
