"""Sheets as CSV: what a spreadsheet is given, and what people type up and bring in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.errors import Refused
from scorekeeper.ledger.sheets import BOM, Terms, read_sheet, table_csv

from .conftest import Ran, Runner

FRIDAY: dict[str, Any] = {
    "format": "scorekeeper/1",
    "id": "friday-evening",
    "variant": "3-5-8",
    "players": ["Ann", "Bob", "Cy"],
    "dealer": "Cy",
    "started": "2024-11-27T19:30:00",
    "hands": [
        {
            "tricks": {"Ann": 7, "Bob": 1, "Cy": 8},
            "call": "hearts",
            "played": "2024-11-27T19:52:00",
        },
        {"passed": True, "played": "2024-11-27T19:55:00", "note": "all asleep"},
        {
            "tricks": {"Ann": 0, "Bob": 12, "Cy": 4},
            "played": "2024-11-27T20:10:30",
            "note": "=1+1",
        },
    ],
}
EUCHRE: dict[str, Any] = {
    "format": "scorekeeper/1",
    "id": "euchre-evening",
    "variant": "cutthroat-euchre",
    "players": ["Ann", "Bob", "Lee, Jr"],
    "started": "2024-11-27T19:30:00",
    "hands": [
        {
            "tricks": {"Ann": 3, "Bob": 0, "Lee, Jr": 2},
            "maker": "Ann",
            "alone": ["Ann", "Lee, Jr"],
            "call": "clubs",
            "played": "2024-11-27T19:52:00",
        },
        {
            "tricks": {"Ann": 1, "Bob": 3, "Lee, Jr": 1},
            "maker": "Bob",
            "played": "2024-11-27T20:00:00",
        },
    ],
}
WOBURN: dict[str, Any] = {
    "format": "scorekeeper/1",
    "id": "woburn-evening",
    "variant": "woburn",
    "players": ["Ann", "-Bob", "Cy"],
    "started": "2024-11-27T19:30:00",
    "hands": [
        {"passed": True, "played": "2024-11-27T19:52:00"},
        {
            "tricks": {"Ann": 4, "-Bob": 8, "Cy": 4},
            "bid": {"player": "-Bob", "tricks": 9},
            "played": "2024-11-27T19:53:00",
        },
    ],
}


def bring(sk: Runner, *documents: dict[str, Any]) -> None:
    text = "\n".join(json.dumps(document) for document in documents)
    assert sk("import", "-", stdin=text).err == ""


def typed(sk: Runner, text: str, *options: str) -> Ran:
    """Bring a sheet in that was typed up as this text."""
    return sk("import", "-", "--game", "3-5-8", *options, stdin=text)


def latest(sk: Runner) -> dict[str, Any]:
    """The match document of the only match in the book."""
    document: dict[str, Any] = json.loads(sk("export").out)
    return document


def hands(document: dict[str, Any]) -> list[Any]:
    """What was played, tricks in seating order, without the times."""
    told = [{**hand} for hand in document["hands"]]
    for hand in told:
        hand.pop("played", None)
        if "tricks" in hand:
            hand["tricks"] = list(hand["tricks"].values())
    return told


# Out: a row a player and hand


def test_a_row_for_each_player_and_hand(sk: Runner) -> None:
    bring(sk, FRIDAY)
    begin = "friday-evening,1,2024-11-27 19:30:00,3-5-8"
    assert sk("export", "--format", "csv").out == BOM + "".join(
        f"{line}\r\n"
        for line in (
            "match id,number,started,variant,hand,player,seat,role,tricks,target,limit,call,"
            "points,total,dealer,maker,alone,note,played,bid",
            f"{begin},1,Ann,1,eldest,7,5,,hearts,2,2,no,,,,2024-11-27 19:52:00,",
            f"{begin},1,Bob,2,middle,1,3,,hearts,-2,-2,no,,,,2024-11-27 19:52:00,",
            f"{begin},1,Cy,3,dealer,8,8,,hearts,0,0,yes,,,,2024-11-27 19:52:00,",
            f"{begin},2,Ann,1,middle,0,3,,,-3,-1,no,,,'=1+1,2024-11-27 20:10:30,",
            f"{begin},2,Bob,2,dealer,12,8,,,4,2,yes,,,'=1+1,2024-11-27 20:10:30,",
            f"{begin},2,Cy,3,eldest,4,5,,,-1,-1,no,,,'=1+1,2024-11-27 20:10:30,",
        )
    )


def test_the_maker_and_who_played_alone_are_told_of_every_player(sk: Runner) -> None:
    bring(sk, EUCHRE)
    rows = list(csv.DictReader(io.StringIO(sk("export", "--format", "csv").out)))
    assert [(row["player"], row["maker"], row["alone"], row["target"]) for row in rows] == [
        ("Ann", "yes", "yes", ""),
        ("Bob", "no", "no", ""),
        ("Lee, Jr", "no", "yes", ""),
        ("Ann", "no", "no", ""),
        ("Bob", "yes", "no", ""),
        ("Lee, Jr", "no", "no", ""),
    ]


def test_all_matches_or_those_named_make_one_table(sk: Runner) -> None:
    bring(sk, FRIDAY, EUCHRE)
    rows = list(csv.DictReader(io.StringIO(sk("export", "--format", "csv").out)))
    assert [row["number"] for row in rows] == ["1"] * 6 + ["2"] * 6
    rows = list(csv.DictReader(io.StringIO(sk("export", "2", "-f", "csv").out)))
    assert {row["number"] for row in rows} == {"2"}


def test_the_file_holds_what_is_printed(sk: Runner, tmp_path: Path) -> None:
    bring(sk, FRIDAY)
    assert sk("export", "-f", "csv", "-o", str(tmp_path / "out.csv")).out == ""
    content = (tmp_path / "out.csv").read_bytes()
    assert content == sk("export", "-f", "csv").out.encode()
    assert content.startswith(b"\xef\xbb\xbfmatch id,")


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", '"\'\r=1"'),
        ("'=1", "''=1"),
        ("'quoted'", "'quoted'"),
        ("a=b", "a=b"),
        ("a,b", '"a,b"'),
        ("", ""),
        (-3, "-3"),
        (0, "0"),
        (2.5, "2.5"),
        (None, ""),
        (True, "yes"),
        (False, "no"),
    ],
)
def test_no_text_of_a_table_runs_as_a_formula(value: object, cell: str) -> None:
    assert table_csv(["name", "last"], [[value, 1]]) == f"{BOM}name,last\r\n{cell},1\r\n"


def test_a_header_does_not_run_either() -> None:
    assert table_csv(["=A1"], []) == f"{BOM}'=A1\r\n"


# Out: a wide sheet


def test_a_wide_sheet_has_only_the_columns_it_uses(sk: Runner) -> None:
    bring(sk, FRIDAY)
    assert sk("export", "--format", "sheet").out == BOM + (
        "date,Ann,Bob,Cy,call,note\r\n"
        "2024-11-27 19:52:00,7,1,8,hearts,\r\n"
        "2024-11-27 19:55:00,passed,,,,all asleep\r\n"
        "2024-11-27 20:10:30,0,12,4,,'=1+1\r\n"
    )


def test_a_sheet_of_a_game_with_a_maker(sk: Runner) -> None:
    bring(sk, EUCHRE)
    assert sk("export", "--format", "sheet").out == BOM + (
        'date,Ann,Bob,"Lee, Jr",call,maker,alone\r\n'
        '2024-11-27 19:52:00,3,0,2,clubs,Ann,"Ann,""Lee, Jr"""\r\n'
        "2024-11-27 20:00:00,1,3,1,,Bob,\r\n"
    )


def test_a_sheet_of_a_match_that_was_bid_for(sk: Runner) -> None:
    bring(sk, WOBURN)
    assert sk("export", "--format", "sheet").out == BOM + (
        "date,Ann,'-Bob,Cy,bid\r\n"
        "2024-11-27 19:52:00,passed,,,\r\n"
        "2024-11-27 19:53:00,4,8,4,'-Bob=9\r\n"
    )


@pytest.mark.parametrize("document", [FRIDAY, EUCHRE, WOBURN], ids=lambda d: d["variant"])
def test_a_sheet_that_went_out_comes_back_the_same(
    sk: Runner, tmp_path: Path, document: dict[str, Any]
) -> None:
    bring(sk, document)
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    sk("export", "1", "-f", "sheet", "-o", str(first))
    dealer = document.get("dealer", document["players"][0])
    ran = sk("import", str(first), "--game", document["variant"], f"--dealer={dealer}")
    assert (ran.out.splitlines()[0], ran.err, ran.status) == ("1 match read: 1 new.", "", 0)
    sk("export", "2", "-f", "sheet", "-o", str(second))
    assert first.read_bytes() == second.read_bytes()
    one, two = (json.loads(line) for line in sk("export").out.splitlines())
    assert one["hands"] == two["hands"]
    assert one["result"] == two["result"]


def test_a_match_without_hands_comes_back_too(sk: Runner) -> None:
    sk("new", "3-5-8", "#1", "=Bob", "date x")
    sheet = sk("export", "-f", "sheet").out
    assert sheet == f"{BOM}date,#1,'=Bob,date x\r\n"
    assert typed(sk, sheet).status == 0
    assert sk("export", "2", "-f", "sheet").out == sheet


@pytest.mark.parametrize("matches", [[], ["1", "2"]])
def test_a_sheet_holds_one_match(sk: Runner, tmp_path: Path, matches: Sequence[str]) -> None:
    bring(sk, FRIDAY, EUCHRE)
    kept = tmp_path / "kept.csv"
    kept.write_text("mine")
    ran = sk("export", *matches, "-f", "sheet", "-o", str(kept))
    assert (ran.out, ran.status) == ("", 1)
    assert ran.err == (
        "scorekeeper: a sheet holds one match: name it, as in `export 12 --format sheet`\n"
    )
    assert kept.read_text() == "mine"


def test_a_player_called_like_a_column_would_not_come_back(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Note", "Cy")
    assert sk("export", "-f", "sheet").err == (
        "scorekeeper: a sheet has a column note, so a player can't be called Note:"
        " export it with --format jsonl\n"
    )


def test_a_note_that_a_terminal_could_obey_is_written_out(sk: Runner) -> None:
    bring(sk, {**FRIDAY, "hands": [{**FRIDAY["hands"][0], "note": "a \x1b[31mred\x00 one"}]})
    for kind in ("csv", "sheet"):
        assert "a \\x1b[31mred\\x00 one" in sk("export", "-f", kind).out


# In


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Ann,Bob,Cy\n10,2,4\n", [{"tricks": [10, 2, 4]}], id="commas"),
        pytest.param("Ann;Bob;Cy\n10;2;4\n", [{"tricks": [10, 2, 4]}], id="semicolons"),
        pytest.param("Ann\tBob\tCy\n10\t2\t4\n", [{"tricks": [10, 2, 4]}], id="tabs"),
        pytest.param("\ufeffAnn,Bob,Cy\r\n10,2,4\r\n", [{"tricks": [10, 2, 4]}], id="from Excel"),
        pytest.param("Ann,Bob,Cy\r10,2,4\r", [{"tricks": [10, 2, 4]}], id="from an old Mac"),
        pytest.param("Ann,Bob,Cy\n10,2,4", [{"tricks": [10, 2, 4]}], id="no last line end"),
        pytest.param("Ann,Bob,Cy\n10,,4\n", [{"tricks": [10, 2, 4]}], id="one empty"),
        pytest.param("Ann,Bob,Cy\n10,2\n", [{"tricks": [10, 2, 4]}], id="the last left out"),
        pytest.param("Ann,Bob,Cy\n_,2,4\n", [{"tricks": [10, 2, 4]}], id="one unknown"),
        pytest.param("Ann,Bob,Cy\n", [], id="only the players"),
        pytest.param(
            "Ann,Bob,Cy,,\n10,2,4,,\n,,,,\n", [{"tricks": [10, 2, 4]}], id="empty cells at the end"
        ),
        pytest.param(
            "# at the Feathers\n\n Ann , Bob, Cy\n\n10, 2 ,4\n#9,9,9\n,,\n",
            [{"tricks": [10, 2, 4]}],
            id="comments and space",
        ),
        pytest.param(
            "Note,CALL,Ann,Bob,Cy\nhello,h,10,2,4\n",
            [{"tricks": [10, 2, 4], "call": "hearts", "note": "hello"}],
            id="columns before",
        ),
        pytest.param(
            "Ann,call,Bob,note,Cy\n10,♠,2,,4\n",
            [{"tricks": [10, 2, 4], "call": "spades"}],
            id="columns between",
        ),
        pytest.param(
            'Ann,Bob,Cy,note\n10,2,4,"two\nlines, and ""more"""\n',
            [{"tricks": [10, 2, 4], "note": 'two lines, and "more"'}],
            id="a note in quotes",
        ),
        pytest.param(
            "Ann,Bob,Cy,note\npassed,,,\n,Passed,,late\n",
            [{"passed": True}, {"passed": True, "note": "late"}],
            id="passed out",
        ),
        pytest.param("Ann,Bob,Cy\n１０,2,4\n", [{"tricks": [10, 2, 4]}], id="wide digits"),
    ],
)
def test_a_sheet_is_read_as_people_type_it(sk: Runner, text: str, expected: list[Any]) -> None:
    ran = typed(sk, text)
    assert (ran.out.splitlines()[0], ran.err, ran.status) == ("1 match read: 1 new.", "", 0)
    document = latest(sk)
    assert document["players"] == ["Ann", "Bob", "Cy"]
    assert document["dealer"] == "Ann"
    assert hands(document) == expected


def test_names_that_hold_separators_are_quoted(sk: Runner) -> None:
    assert typed(sk, '"Lee, A";"Lee, B";Cy\n10;2;4\n').status == 0
    assert latest(sk)["players"] == ["Lee, A", "Lee, B", "Cy"]


def test_what_the_sheet_leaves_out_is_said_on_the_command_line(sk: Runner) -> None:
    ran = typed(
        sk,
        "Ann,Bob,Cy\n0,13,3\n",
        *("-o", "win=target+5", "--dealer", "b", "--at", "2024-11-27T20:00:00"),
        *("--stake", "0.10", "--currency", "EUR", "--note", "the  Feathers"),
    )
    assert ran.err == ""
    document = latest(sk)
    assert document["dealer"] == "Bob"
    assert document["options"]["win"] == "target+5"
    assert (document["stake"], document["currency"]) == ("0.10", "EUR")
    assert document["note"] == "the Feathers"
    assert document["started"].startswith("2024-11-27T20:00:00")
    assert document["hands"][0]["played"] == document["started"]
    assert document["result"]["winners"] == ["Bob"]


def test_an_empty_date_is_the_one_above_it(sk: Runner) -> None:
    text = "date,Ann,Bob,Cy\n2024-11-27 19:00,10,2,4\n,9,3,4\n28 Nov 2024,8,4,4\n"
    assert typed(sk, text, "--at", "2024-11-27T18:00:00").err == ""
    document = latest(sk)
    assert [document["started"][:19], *(hand["played"][:19] for hand in document["hands"])] == [
        "2024-11-27T18:00:00",
        "2024-11-27T19:00:00",
        "2024-11-27T19:00:00",
        "2024-11-28T12:00:00",
    ]


def test_a_match_began_with_its_first_dated_hand(sk: Runner) -> None:
    assert typed(sk, "Ann,Bob,Cy,date\n10,2,4\n9,3,4,2024-11-27T19:00:00\n").err == ""
    assert latest(sk)["started"].startswith("2024-11-27T19:00:00")


def test_a_maker_and_two_who_played_alone(sk: Runner) -> None:
    text = "Ann;Bob;Lee, Jr;maker;alone\n3;0;2;a;ann, lee\n"
    assert sk("import", "-", "--game", "cutthroat", stdin=text).status == 0
    assert hands(latest(sk)) == [{"tricks": [3, 0, 2], "maker": "Ann", "alone": ["Ann", "Lee, Jr"]}]


def test_hands_after_the_end_are_kept(sk: Runner) -> None:
    assert typed(sk, "Ann,Bob,Cy\n12,2,2\n8,4,4\n").status == 0
    document = latest(sk)
    assert (len(document["hands"]), document["result"]["decided_at"]) == (2, 1)


@pytest.mark.parametrize("name", ["sheet.csv", "SHEET.CSV", "sheet.tsv", "sheet.txt", "sheet"])
def test_a_sheet_is_known_by_its_name_or_by_what_it_holds(
    sk: Runner, tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.write_text("Ann,Bob,Cy\n10,2,4\n")
    assert sk("import", str(file), "--game", "3-5-8").status == 0


def test_a_name_counts_for_more_than_what_is_held(sk: Runner, tmp_path: Path) -> None:
    sheet, documents = tmp_path / "sheet.csv", tmp_path / "all.jsonl"
    sheet.write_text("{Ann,Bob,Cy\n10,2,4\n")
    assert sk("import", str(sheet), "--game", "3-5-8").status == 0
    documents.write_text("Ann,Bob,Cy\n10,2,4\n")
    assert sk("import", str(documents)).err == (
        "scorekeeper: line 1: the line: JSON is malformed: invalid character (byte 0):"
        " a match document is expected\n"
    )


def test_a_dry_run_says_what_would_come_in_and_keeps_nothing(sk: Runner) -> None:
    assert typed(sk, "Ann,Bob,Cy\n", "--dry-run").out.startswith("1 match would come in: 1 new.\n")
    assert sk("export").out == ""


def test_what_came_in_is_told_as_json_too(sk: Runner) -> None:
    (arrival,) = json.loads(typed(sk, "Ann,Bob,Cy\n", "--json").out)
    assert (arrival["number"], arrival["outcome"]) == (1, "new")
    assert arrival["id"] == latest(sk)["id"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param(
            "Ann,Bob,Cy\n10,2,4\n9,3,x\n",
            "line 3: column Cy: 'x' is no number of tricks: "
            "type whole numbers, as in 10 1 5, or ann=10",
            id="no number",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,2,-4\n",
            "line 2: column Cy: '-4' tricks can't be: nobody takes fewer than 0",
            id="below zero",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,2,ann=4\n",
            "line 2: column Cy: 'ann=4' is no number of tricks: "
            "type whole numbers, as in 10 1 5, or ann=10",
            id="a name in a cell",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,,\n",
            "line 2: the tricks of Bob and Cy are missing: one count may be left out, not more",
            id="two missing",
        ),
        pytest.param(
            "Ann,Bob,Cy\n8,4,4\n\n10,2,5\n8,4,x4\n",
            "line 4: hand 2: 17 tricks, but a hand of 3-5-8 has 16: count again; one count may be "
            "left out as _",
            id="the first line that is wrong, whatever is wrong with it",
        ),
        pytest.param(
            "Ann,Bob,Cy\n8,4,4\npassed\n\n10,2,5\n9,9,9\n",
            "line 5: hand 2: 17 tricks, but a hand of 3-5-8 has 16:"
            " count again; one count may be left out as _",
            id="too many tricks",
        ),
        pytest.param(
            "Ann,Bob,Cy\n8,4,4\n1,1,1\n",
            "line 3: hand 2: 3 tricks, but a hand of 3-5-8 has 16:"
            " count again; one count may be left out as _",
            id="too few tricks in the last line",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,8,\n",
            "line 2: 18 tricks, but a hand of 3-5-8 has 16: count again",
            id="nothing left to infer",
        ),
        pytest.param(
            "Ann,Bob,Cy,call\n10,2,4,harts\n",
            "line 2: column call: 'harts' is no call: did you mean hearts?"
            " the calls are clubs, diamonds, hearts, spades",
            id="no call",
        ),
        pytest.param(
            "Ann,Bob,Cy,maker\n10,2,4,Dee\n",
            "line 2: column maker: nobody here is called 'Dee': the players are Ann, Bob, Cy",
            id="no maker",
        ),
        pytest.param(
            "Ann,Bob,Cy,alone\n10,2,4,ann + bob\n",
            "line 2: column alone: nobody here is called 'ann + bob': the players are Ann, Bob, Cy",
            id="nobody alone",
        ),
        pytest.param(
            "Ann,Bob,Cy,maker\n10,2,4,Ann\n",
            "line 2: hand 1: there is no maker in 3-5-8: leave --maker and --alone out",
            id="a maker in another game",
        ),
        pytest.param(
            "Ann,Bob,Cy,bid\n10,2,4,9\n",
            "line 2: column bid: '9' is no bid: type who and how many, as in Ann=10",
            id="no bid",
        ),
        pytest.param(
            "date,Ann,Bob,Cy\n28/11/26,10,2,4\n",
            "line 2: column date: '28/11/26' is no date: write it as 2026-11-28, '12 Nov 2026',"
            " yesterday, friday, '3 weeks ago' or 'last month'",
            id="no date",
        ),
        pytest.param(
            f"Ann,Bob,Cy,note\n10,2,4,{'x' * 1001}\n",
            "line 2: column note: the note is longer than 1000 characters: shorten it",
            id="a long note",
        ),
        pytest.param(
            "Ann,Bob,Cy\npassed,0,16\n",
            "line 2: passed stands alone: leave tricks and calls out",
            id="passed and counts",
        ),
        pytest.param(
            "Ann,Bob,Cy,call\npassed,,,h\n",
            "line 2: passed stands alone: leave tricks and calls out",
            id="passed and called",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,2,4,hearts\n",
            "line 2: there are 4 cells for 3 columns:"
            " leave out what has no column, or name it in the first line",
            id="too many cells",
        ),
        pytest.param(
            "Ann,Bob,Cy\n10,2,4\nTotal,2,4\n",
            "line 3: column Ann: 'Total' is no number of tricks: "
            "type whole numbers, as in 10 1 5, or ann=10",
            id="a totals row",
        ),
        pytest.param(
            "date,Ann,Bob,Cy\n,10,2,4\nΣ,2,-3,1\n",
            "line 3: column date: 'Σ' is no date: write it as 2026-11-28, '12 Nov 2026',"
            " yesterday, friday, '3 weeks ago' or 'last month'",
            id="a totals row below dates",
        ),
        pytest.param(
            "",
            "line 1: the players are missing: begin with a line that names them, as in Ann,Bob,Cy",
            id="empty",
        ),
        pytest.param(
            "\n# nothing\n,,\n",
            "line 1: the players are missing: begin with a line that names them, as in Ann,Bob,Cy",
            id="nothing but space",
        ),
        pytest.param(
            "call,note\nh,x\n",
            "line 1: the players are missing: begin with a line that names them, as in Ann,Bob,Cy",
            id="no players",
        ),
        pytest.param(
            "\nAnn,Bob,ANN\n10,2,4\n",
            "line 2: ANN is named twice: every player sits once",
            id="a player twice",
        ),
        pytest.param(
            "Ann,Bob\n10,6\n",
            "line 1: 2 players, but the game is for 3: name 3 players, clockwise",
            id="too few players",
        ),
        pytest.param(
            "Ann,Bob,Cy,Gwendolyn\n10,2,4,0\n",
            "line 1: 4 players, but the game is for 3: name 3 players, clockwise",
            id="too many players",
        ),
        pytest.param(
            "Ann,Bob,Cy,cals\n10,2,4,h\n",
            "line 1: 'cals' is one player too many, and no column: did you mean call?"
            " besides players there may be date, call, maker, alone, bid, tell, note",
            id="a column misspelt",
        ),
        pytest.param(
            "Ann,,Bob,Cy\n10,,2,4\n",
            "line 1: a name is empty: type at least one letter",
            id="a column without a name",
        ),
        pytest.param(
            "Ann,Bob,Cy,call,Call\n10,2,4,h,s\n",
            "line 1: there are two columns call: leave one out",
            id="a column twice",
        ),
        pytest.param(
            f"Ann,Bob,{'y' * 41}\n",
            f"line 1: the name {'y' * 12}… is longer than 40 characters: shorten it",
            id="a long name",
        ),
        pytest.param(
            'Ann,Bob,Cy,note\n8,4,4\n10,2,4,"never ends\n',
            "line 3: unexpected end of data: see where its quotes begin and end",
            id="an open quote",
        ),
        pytest.param(
            'Ann,Bob,Cy\n10,2,"4"x\n',
            "line 2: ',' expected after '\"': see where its quotes begin and end",
            id="a quote in the middle",
        ),
        pytest.param(
            f"Ann,Bob,Cy\n10,2,{'4' * 140_000}\n",
            "line 2: field larger than field limit (131072): see where its quotes begin and end",
            id="an endless cell",
        ),
    ],
)
def test_the_first_bad_line_is_named_and_nothing_is_kept(
    sk: Runner, tmp_path: Path, text: str, told: str
) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(text, newline="")
    ran = sk("import", str(file), "--game", "3-5-8")
    assert (ran.out, ran.err, ran.status) == ("", f"scorekeeper: {told}\n", 1)
    assert sk("export").out == ""


def test_a_call_made_twice_is_found_in_its_line(sk: Runner) -> None:
    text = "Ann,Bob,Cy,call\n6,5,5,h\n6,5,5,h\n6,5,5,h\n6,5,5,h\n6,5,5,h\n"
    ran = sk("import", "-", "--game", "3-5-8-calls", stdin=text)
    assert ran.err == (
        "scorekeeper: line 5: hand 4: Ann has called hearts before:"
        " calls left: clubs, diamonds, spades, no-trump, misere\n"
    )


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            [],
            "this looks like a paper sheet, which does not say what was played:"
            " add the game, as in --game 3-5-8",
        ),
        (["--game", "3-5-7"], "there is no game '3-5-7': did you mean "),
        (["--game", "3-5-8", "--dealer", "Dee"], "nobody here is called 'Dee': the players are "),
        (["--game", "3-5-8", "-o", "wins=12"], "3-5-8 has no option 'wins': did you mean win? "),
        (["--game", "3-5-8", "-o", "win"], "'win' is no option: type it as in -o win=target+5"),
        (["--game", "3-5-8", "--stake", "ten"], "'ten' is no stake: type it as in --stake 0.10"),
        (["--game", "3-5-8", "--currency", "a b"], "'a b' is no currency: type it as in "),
        (["--game", "3-5-8", "--at", "some day"], "'some day' is no date: write it as "),
        (["--game", "3-5-8", "--note", "x" * 1001], "the note is longer than 1000 characters"),
    ],
)
def test_what_is_said_beside_the_sheet_is_checked(
    sk: Runner, options: Sequence[str], told: str
) -> None:
    ran = sk("import", "-", *options, stdin="Ann,Bob,Cy\n10,2,4\n")
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: {told}")
    assert ran.err.count("\n") == 1


def test_documents_say_themselves_what_was_played(sk: Runner) -> None:
    ran = sk("import", "-", "--game", "3-5-8", stdin=json.dumps(FRIDAY))
    assert (ran.err, ran.status) == (
        "scorekeeper: these are whole matches, which say themselves what was played:"
        " leave --game and the like out\n",
        1,
    )


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_sheet_is_utf_8(sk: Runner, tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text("Ann,Zoë,Cy\n10,2,4\n", encoding=encoding)
    ran = sk("import", str(file), "--game", "3-5-8")
    assert (ran.err, ran.status) == (
        "scorekeeper: the sheet is not UTF-8 text: save it as CSV UTF-8\n",
        1,
    )


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_every_note_comes_back_as_it_went_out(note: str) -> None:
    sheet = table_csv(["Ann", "Bob", "Cy", "note"], [[10, 2, 4, note]])
    (hand,) = read_sheet(sheet.encode(), Terms("3-5-8"))["hands"]
    assert hand.get("note", "") == " ".join(note.split())


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_whatever_a_file_holds_is_read_or_refused(content: bytes) -> None:
    with suppress(Refused):
        document = read_sheet(b"Ann,Bob,Cy\n" + content, Terms("3-5-8"))
        assert document["players"] == ["Ann", "Bob", "Cy"]
