"""Score sheets to print: what is on them, that they are one page, and that they come in again."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from scorekeeper import variants
from scorekeeper.rules import rulebook

from .conftest import Ran, Runner
from .test_every_game import evening
from .test_pages import Page

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lee")
GAMES = [(one, n) for one in variants.ids() for n in rulebook.seats(variants.rules(one))]


def written(sk: Runner, file: Path, *typed: str) -> bytes:
    """The file that `sheet` writes."""
    ran = sk("sheet", *typed, "--output", str(file))
    assert (ran.out, ran.err, ran.status) == ("", "", 0)
    return file.read_bytes()


class Sheet:
    """A printed sheet as a person sees it: rows of cells under names and the words below them."""

    def __init__(self, page: bytes) -> None:
        text = page.decode()
        (head,) = re.findall(r"<thead><tr>(.*)</tr>\n<tr>", text)
        spans = Page(head).cells
        wide = [int(columns) for columns in re.findall(r'colspan="(\d+)"', head)]
        self.names = [n for n, columns in zip(spans, wide, strict=True) for _ in range(columns)]
        cells = Page(text).cells[len(spans) :]
        width = len(self.names)
        self.words, *rows = [cells[i : i + width] for i in range(0, len(cells), width)]
        self.rows = [[one.strip() for one in row] for row in rows[:-1]]
        self.totals = rows[-1]
        self.text = "\n".join(Page(text).texts)

    def cell(self, row: Sequence[str], name: str, word: str) -> str:
        found = [
            cell
            for cell, *where in zip(row, self.names, self.words, strict=True)
            if where == [name, word]
        ]
        return found[0] if found else ""

    def column(self, name: str, word: str) -> list[str]:
        return [self.cell(row, name, word) for row in self.rows]

    def command(self) -> list[str]:
        (line,) = re.findall(r"scorekeeper (import SHEET\.csv .*)", self.text)
        return shlex.split(line)


def marks(sheet: Sheet, players: Sequence[str]) -> Iterator[str]:
    """Whose mark stands in row after row."""
    for row in sheet.rows:
        marked = [
            name for name, cell in zip(sheet.names, row, strict=True)
            if name in players and cell.startswith("D")
        ]  # fmt: skip
        assert len(marked) <= 1
        yield "".join(marked)


# What is on an empty one


def test_an_empty_sheet_on_the_screen(sk: Runner) -> None:
    ran = sk("sheet", "3-5-8", "Ann", "Bob", "Cy", "--hands", "3", "--dealer", "Bob")
    assert (ran.err, ran.status) == ("", 0)
    assert ran.out == (
        "Sergeant Major · date ____________________\n"
        "Win twelve tricks in one hand; whoever was up takes cards from whoever was down.\n"
        "\n"
        "         Ann                    Bob                    Cy\n"
        "#  call   taken  points  total   taken  points  total   taken  points  total\n"
        "-  ----  ------  ------  -----  ------  ------  -----  ------  ------  -----\n"
        "1            /3                 D   /8                     /5\n"
        "2            /5                     /3                 D   /8\n"
        "3        D   /8                     /5                     /3\n"
        "-  ----  ------  ------  -----  ------  ------  -----  ------  ------  -----\n"
        "Σ\n"
        "taken/target · D deals and calls\n"
        "\n"
        "Call      The dealer calls clubs, diamonds, hearts or spades.\n"
        "Exchange  Who was up in the last hand gives a card a point to those who were down, and"
        " gets the highest of its suit back; the higher target in the coming hand gives first.\n"
        "Passed    A deal that is passed out takes a row, with “passed” in it, and the deal moves"
        " on.\n"
        "To win    12 or more tricks in one hand.\n"
        "Type up   A line a hand into SHEET.csv, below a first line Ann, Bob, Cy, call, note;"
        " then:\n"
        "          scorekeeper import SHEET.csv --game 3-5-8 --dealer Bob\n"
        "          Add --at and the date where that is not today.\n"
    )


def test_many_hands_are_printed_smaller(sk: Runner, tmp_path: Path) -> None:
    """A page of A4 is 277 mm high; 60 rows and a total of 4.2 mm alone would take 256."""
    zooms = []
    for hands in ("9", "60"):
        page = tmp_path / f"{hands}.html"
        sk("sheet", "3-5-8", "Ann", "Bob", "Cy", "--hands", hands, "--output", str(page))
        zooms += re.findall(r"zoom: ([\d.]+)", page.read_text(encoding="utf-8"))
    assert float(zooms[0]) == 1
    assert 0.5 < float(zooms[1]) < 1


def test_a_match_given_up_before_its_first_hand_has_a_sheet(sk: Runner, tmp_path: Path) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("abandon")
    for kind in ("pdf", "html", "csv"):
        assert sk("sheet", "--output", str(tmp_path / f"sheet.{kind}")).err == ""


@pytest.mark.parametrize(("one", "number"), GAMES)
def test_every_game_has_a_sheet_of_one_page(
    sk: Runner, tmp_path: Path, one: str, number: int
) -> None:
    players = NAMES[:number]
    sheet = Sheet(written(sk, tmp_path / "s.html", one, *players, "--hands", "9"))
    assert [cell[0] for cell in sheet.rows] == list("123456789")
    rules = variants.rules(one)
    step = -1 if rules.get("clockwise") is False else 1
    expected = [players[step * hand % number] for hand in range(9)]
    assert list(marks(sheet, players)) == ([""] * 9 if one == "woburn" else expected)
    for kind, typed in ((".pdf", players), (".html", ()), (".csv", players)):
        file = tmp_path / f"empty{kind}"
        content = written(sk, file, one, *typed, *(() if typed else ("--players", str(number))))
        if kind == ".pdf":
            (page,) = PdfReader(io.BytesIO(content)).pages
            assert set(players) <= set(page.extract_text().split())
    # A sheet that nothing was typed into is a match that has not begun.
    came = sk("import", str(file), "--game", one)
    assert (came.err, came.status) == ("", 0)
    assert json.loads(sk("show", "1", "--json").out)["hands"] == []


@pytest.mark.parametrize(
    ("typed", "hands"),
    [
        ("3-5-8-calls Ann Bob Cy", 18),  # three players, six calls
        ("3-5-8-calls Ann Bob Cy -o hands=9", 9),
        ("oh-hell Ann Bob Cy Di", 19),  # ten cards down to one and up to ten again
        ("oh-hell --players 7", 13),  # seven down to one and up
        ("wizard --players 5", 12),  # sixty cards for five
        ("skat Ann Bob Cy", 36),
        ("points Ann Bob -o rounds=5", 5),
        ("points Ann Bob -o rounds=90000", 60),  # more would not be a page
        ("ninety-nine Ann Bob Cy -o end=nine-hands", 9),
    ],
)
def test_a_sheet_has_as_many_hands_as_the_game(
    sk: Runner, tmp_path: Path, typed: str, hands: int
) -> None:
    sheet = Sheet(written(sk, tmp_path / "s.html", *typed.split()))
    assert [row[0] for row in sheet.rows] == [str(number) for number in range(1, hands + 1)]
    lines = written(sk, tmp_path / "s.csv", *typed.split()).splitlines()
    assert len(lines) == 1 + hands


@pytest.mark.parametrize("number", range(2, 13))
def test_where_it_is_open_they_are_whole_rounds(sk: Runner, tmp_path: Path, number: int) -> None:
    sheet = Sheet(written(sk, tmp_path / "s.html", "points", "--players", str(number)))
    assert len(sheet.rows) % number == 0
    assert 10 <= len(sheet.rows) <= 25


def test_hand_sizes_and_the_way_cards_are_passed_are_printed(sk: Runner, tmp_path: Path) -> None:
    sheet = Sheet(written(sk, tmp_path / "s.html", "oh-hell", "Ann", "Bob", "Cy", "-o", "most=3"))
    assert sheet.column("", "cards") == ["3", "2", "1", "2", "3"]
    assert sheet.words == ["#", "cards", *("bid", "taken", "points", "total") * 3]
    sheet = Sheet(written(sk, tmp_path / "s.html", "hearts", *NAMES[:4], "--hands", "5"))
    assert sheet.column("", "pass") == ["left", "right", "across", "nobody", "left"]
    assert sheet.words == ["#", "pass", *("points", "total") * 4]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("cutthroat-euchre", "call maker alone"),
        ("woburn", "call bid"),
        ("skat", "call bid tell"),
        ("knaves", "tell"),
        ("points", ""),
    ],
)
def test_a_sheet_has_the_columns_that_the_game_tells(
    sk: Runner, tmp_path: Path, game: str, words: str
) -> None:
    number = rulebook.seats(variants.rules(game))[0]
    sheet = Sheet(written(sk, tmp_path / "s.html", game, *NAMES[:number]))
    told = [word for name, word in zip(sheet.names, sheet.words, strict=True) if not name]
    assert told == ["#", *words.split()]
    first = written(sk, tmp_path / "s.csv", game, *NAMES[:number]).decode("utf-8-sig").split()[0]
    assert first == ",".join([*NAMES[:number], *words.split(), "note"])


def test_partners_are_counted_each_and_scored_together(sk: Runner, tmp_path: Path) -> None:
    sheet = Sheet(written(sk, tmp_path / "s.html", "spades", *NAMES[:4]))
    assert list(dict.fromkeys(sheet.names)) == ["", *NAMES[:4], "Ann & Cy", "Bob & Di"]
    assert sheet.words == ["#", "tell", *("bid", "taken") * 4, *("points", "total") * 2]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("woburn", "by the bid (dealer, eldest, middle): 8 5 3 · 9 4 3 · 10 4 2 ·"),
        ("woburn", "After that: dealer 8 · eldest 5 · middle 3."),
        ("woburn", "No player takes part in more than 3 cards."),
        ("3-5-8-calls", "Each player makes each call once in the match."),
        ("3-5-8-calls", "In misère at most: dealer 3 · eldest 5 · middle 8."),
        ("2-3-5", "pulls a card a point"),
        ("blato", "Only where a suit is called."),
        ("blato", "the same dealer deals again."),
        ("oh-hell", "The dealer bids last and may not make the bids add up to the tricks."),
        ("oh-hell", "In the column bid stand everybody's in seating order, as in 1 0 2."),
        ("skat", "What the maker took stands under the maker."),
        ("skat", "In the column tell stands what is so of hand, matadors=…"),
        ("whist", "What partners took together stands under either of them."),
        ("9-5-2 -o goal=20", "20 points or more, and the most."),
        ("9-5-2 -o goal=20", "scorekeeper import SHEET.csv --game 9-5-2 -o goal=20"),
    ],
)
def test_what_has_to_be_known_stands_below(sk: Runner, typed: str, told: str) -> None:
    assert told in sk("sheet", *typed.split()).out


def test_house_rules_have_a_sheet_too(sk: Runner, tmp_path: Path) -> None:
    rules = tmp_path / "rules" / "ours.toml"
    rules.parent.mkdir()
    rules.write_text('extends = "3-5-8"\nid = "ours"\nname = "Ours"\nsummary = "Ours."\n')
    out = sk("sheet", "ours", "Ann", "Bob", "Cy").out
    assert out.startswith("Ours · date")
    assert "--game ours\n" in out


# A match


def brought_in(sk: Runner, database: Path, file: Path, command: Sequence[str]) -> Any:
    """The match that comes of a typed-up sheet, in a score book of its own."""
    words = [str(file) if word == "SHEET.csv" else word for word in command]
    ran = sk("--db", str(database), *words)
    assert (ran.err, ran.status) == ("", 0), file.read_text()
    return json.loads(sk("--db", str(database), "show", "1", "--json").out)


def the_same(one: Any, other: Any) -> None:
    """Two match documents that tell the same, but for ids and seconds."""
    for key in ("variant", "players", "dealer", "stake", "currency", "note", "result"):
        assert one.get(key) == other.get(key), key
    hands = [[{**hand, "played": ""} for hand in told["hands"]] for told in (one, other)]
    assert hands[0] == hands[1]


def typed_up(sheet: Sheet, players: Sequence[str], file: Path) -> None:
    """Type what a printed sheet says into a file, as a person would."""
    (line,) = re.findall(r"below a first line (.*); then:", sheet.text)
    columns = line.split(", ")
    rows = []
    counted = "taken" if "taken" in sheet.words else "points"
    for printed in sheet.rows:
        row = {word: sheet.cell(printed, "", word) for word in columns if word not in players}
        bids = [sheet.cell(printed, player, "bid") for player in players]
        if any(bids):
            row["bid"] = " ".join(re.sub(r"^\D*", "", bid) for bid in bids)
        for player in players:
            row[player] = re.sub(r"^[DCMA ]*|/.*$", "", sheet.cell(printed, player, counted))
        rows.append(row)
    with file.open("w", encoding="utf-8", newline="") as stream:
        typing = csv.DictWriter(stream, columns)
        typing.writeheader()
        typing.writerows({column: row.get(column, "") for column in columns} for row in rows)


MATCHES = {
    "3-5-8 Ann Bob Cy --dealer Cy --stake 0.10 --currency EUR -o win=target+5": [
        *("hand 7 1 8 -c hearts", "pass", "hand 4 8 4", "hand 1 4 11 -c s", "edit 2 5 7 4 -y"),
    ],
    "3-5-8-calls Ann Bob Cy --note Feathers": ["hand 10 2 4 -c h", "hand 7 4 5 -c mis", "pass"],
    "woburn Ann Bob Cy": ["pass", "hand 4 8 4 --bid Bob=9", "hand 5 3 8"],
    "woburn Ann Bob Cy --dealer Bob": [],
    "cutthroat Ann Bob Cy": ["hand 3 1 1 -k Ann -c d", "hand 1 4 0 -k Ann -a Bob", "pass"],
    "euchre Ann Bob Cy Di": ["hand 3 -k Bob -c h", "hand 5 -k Ann -a Ann -c c"],
    "spades Ann Bob Cy Di": ["hand 4 3 3 3 -b 4,3,0,3 -t blind=cy", "hand 4 3 3 3 -b 4,3,2,3"],
    "oh-hell Ann Bob Cy -o most=3 --dealer Bob": ["hand 1 2 0 -b 1,0,0", "hand 1 0 1 -b 1,1,1"],
    "wizard Ann Bob Cy": ["hand 1 0 0 -b 1,1,0"],
    "skat Ann Bob Cy": ["hand 74 -b Bob=18 -c hearts -t mat=1 -t hand", "hand 30 -b Cy=20 -c g"
                        " -t mat=2"],
    "skat Ann Bob Cy Di": ["hand 74 -b Di=18 -c hearts -t mat=1"],
    "five-hundred Ann Bob Cy Di": ["hand 8 -b Ann=8 -c s", "hand bob=0 -b Bob=0 -c mis"],
    "knaves Ann Bob Cy": ["hand 6 6 5 -t h=ann -t d=cy -t c=cy -t s=nobody"],
    "points Ann Bob Cy -o wins=lowest -o rounds=2": ["hand 12 -3 5", "hand 0 7 1"],
    "hearts Ann Bob Cy Di": ["hand 26 0 0 0", "hand 3 20 3 0"],
    "blato Ann Bob Cy": ["pass", "hand 4 4 8 -c nt", "hand 4 8 4 -c d"],
}  # fmt: skip


@pytest.mark.parametrize("begun", MATCHES)
def test_a_printed_sheet_typed_up_is_the_same_match(sk: Runner, tmp_path: Path, begun: str) -> None:
    for line in (f"new {begun}", *MATCHES[begun]):
        ran = sk(*shlex.split(line))
        assert ran.status == 0, (line, ran.err)
    original = json.loads(sk("show", "1", "--json").out)
    sheet = Sheet(written(sk, tmp_path / "s.html", "-m", "1"))
    typed_up(sheet, original["players"], tmp_path / "typed.csv")
    copy = brought_in(sk, tmp_path / "other.db", tmp_path / "typed.csv", sheet.command())
    the_same(original, copy)
    assert copy["started"][:16] == original["started"][:16]
    # And so is the sheet to type into, which has what was played in it.
    written(sk, tmp_path / "s.csv", "-m", "1")
    the_same(original, brought_in(sk, tmp_path / "third.db", tmp_path / "s.csv", sheet.command()))


TYPED: dict[str, list[tuple[str, Mapping[str, str]]]] = {
    "3-5-8 Ann Bob Cy": [
        ("hand 10 2 4 -c hearts", {"Ann": "10", "Bob": "2", "call": "h"}),
        ("pass", {"Bob": "passed"}),
        ("hand 4 8 4", {"Ann": "4", "Bob": "8", "Cy": "4"}),
    ],
    "cutthroat-euchre Ann Bob Cy": [
        ("hand 3 1 1 -k Ann", {"Ann": "3", "Bob": "1", "Cy": "1", "maker": "Ann"}),
        (
            "hand 1 4 0 -k Ann -a Ann -a Bob -c clubs",
            {"Ann": "1", "Bob": "4", "Cy": "0", "maker": "a", "alone": "a, b", "call": "clubs"},
        ),
    ],
    "spades Ann Bob Cy Di": [
        (
            "hand 4 3 3 3 -b 4,3,0,3 -t blind=Cy",
            {"Ann": "4", "Bob": "3", "Cy": "3", "Di": "3", "bid": "4 3 0 3", "tell": "blind=Cy"},
        ),
    ],
    "euchre Ann Bob Cy Di": [("hand 3 2 -k Bob", {"Cy": "3", "Di": "2", "maker": "Bob"})],
    "skat Ann Bob Cy": [
        (
            "hand 74 -b Bob=18 -c hearts -t matadors=1",
            {"Bob": "74", "bid": "Bob=18", "call": "hearts", "tell": "matadors=1"},
        )
    ],
    "woburn Ann Bob Cy": [
        ("hand 4 8 4 -b Bob=9", {"Ann": "4", "Bob": "8", "bid": "Bob=9"}),
        ("hand 4 4 8", {"Ann": "4", "Bob": "4"}),
    ],
    "oh-hell Ann Bob Cy -o most=2": [
        ("hand 1 1 0 -b 1,0,0", {"Ann": "1", "Bob": "1", "bid": "1 0 0"})
    ],
}


@pytest.mark.parametrize("begun", TYPED)
def test_an_empty_sheet_that_was_typed_into_is_the_match_recorded_by_hand(
    sk: Runner, tmp_path: Path, begun: str
) -> None:
    file = tmp_path / "s.csv"
    written(sk, file, *begun.split())
    with file.open(encoding="utf-8-sig", newline="") as stream:
        header, *rows = csv.reader(stream)
    assert not any(chain.from_iterable(rows))
    for row, (_, cells) in zip(rows, TYPED[begun], strict=False):
        for column, cell in cells.items():
            row[header.index(column)] = cell
    with file.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])
    page = Sheet(written(sk, tmp_path / "s.html", *begun.split()))
    copy = brought_in(sk, tmp_path / "other.db", file, page.command())
    for line in (f"new {begun}", *(line for line, _ in TYPED[begun])):
        assert sk(*shlex.split(line)).status == 0, line
    the_same(json.loads(sk("show", "1", "--json").out), copy)


@pytest.mark.parametrize(("one", "number"), [(one, n) for one, n in GAMES if n < 8])
def test_an_evening_of_every_game_has_a_sheet(
    sk: Runner, tmp_path: Path, one: str, number: int
) -> None:
    sk("new", one, *NAMES[:number])
    variant = rulebook.variant(variants.rules(one), {}, number)
    for hand in evening(one, variant, 3):
        assert sk("hand", *shlex.split(hand)).status == 0
    rows = json.loads(sk("show", "1", "--json").out)["result"]["hands"]
    sheet = Sheet(written(sk, tmp_path / "s.html", "--hands", "5"))
    assert [row[0] for row in sheet.rows] == list("12345")
    assert len(PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf", "--hands", "5"))).pages) == 1
    assert len(rows) == 3
    dealers = list(marks(sheet, NAMES[:number]))
    assert "" not in dealers
    steps = {(NAMES.index(b) - NAMES.index(a)) % number for a, b in pairwise(dealers)}
    assert steps == {1 if variant.clockwise else number - 1}


def test_a_finished_match_says_who_won_and_who_pays(sk: Runner, tmp_path: Path) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy", "--stake", "0.10", "--note", "the Feathers")
    sk("hand", "10", "2", "4", "--call", "hearts", "--note", "quick")
    sk("hand", "12", "3", "1")
    sheet = Sheet(written(sk, tmp_path / "s.html"))
    assert sheet.text.strip().splitlines()[0].startswith("#1 Sergeant Major")
    assert sheet.words == ["#", "call", *("taken", "points", "total") * 3]
    squeezed = [[" ".join(cell.split()) for cell in row] for row in sheet.rows]
    # 10 of 8, 2 of 5, 4 of 3; then Bob deals: 12 of 3, 3 of 8, 1 of 5.
    assert squeezed == [
        ["1", "hearts", "D 10/8", "+2", "+2", "2/5", "−3", "−3", "4/3", "+1", "+1"],
        ["2", "", "12/3", "+9", "+11", "D 3/8", "−5", "−8", "1/5", "−4", "−3"],
    ]
    assert [one for one in sheet.totals if one] == ["Σ", "+11", "−8", "−3"]
    (page,) = PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf"))).pages
    for text in (sheet.text, page.extract_text()):
        assert "the Feathers" in text
        assert "Ann wins in hand 2: 12 or more tricks in one hand." in text
        assert "Bob pays Ann 0.80" in text
        assert "Hand 1: quick" in text
        assert "Exchange" not in text


def test_an_open_match_goes_on_with_empty_rows(sk: Runner, tmp_path: Path) -> None:
    sk("new", "woburn", "Ann", "Bob", "Cy")
    sk("hand", "4", "8", "4", "--bid", "Bob=9")
    sheet = Sheet(written(sk, tmp_path / "s.html", "--hands", "3"))
    taken = [[row[i].replace(" ", "") for i in (3, 6, 9)] for row in sheet.rows]
    # Bob bid nine and dealt: 9 for him, 4 for Cy, 3 for Ann. Then Cy deals, then Ann.
    assert taken == [["4/3", "D8/9", "4/4"], ["/5", "/3", "D/8"], ["D/8", "/5", "/3"]]
    sk("abandon")
    assert len(Sheet(written(sk, tmp_path / "s.html", "--hands", "3")).rows) == 1


def test_hands_after_the_end_stand_there_without_points(sk: Runner, tmp_path: Path) -> None:
    sk("import", "-", "--game", "3-5-8", stdin="Ann,Bob,Cy\n12,2,2\n8,4,4\n")
    sheet = Sheet(written(sk, tmp_path / "s.html", "-m", "1"))
    assert [one for one in sheet.rows[1] if one] == ["–", "8", "4", "4"]


# One page, whatever is on it


@pytest.mark.parametrize(
    "names",
    [
        ("Нгуен Владимир", "Nguyễn Thị Ánh", "Ełżbieta"),
        ("ภาษาไทย", "日本語の名前", "한국어"),
        ("W" * 40, "i" * 40, "Wilhelmina Featherstonehaugh"),
        ("👩‍👩‍👧 Ann", "עברית", "العربية"),
    ],
)
def test_names_of_all_scripts_fit(sk: Runner, tmp_path: Path, names: Sequence[str]) -> None:
    (page,) = PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf", "3-5-8", *names))).pages
    assert "Sergeant Major" in page.extract_text()
    if names[0].startswith("Н"):  # the letters that every font has
        assert all(word in page.extract_text() for name in names for word in name.split())


def test_nothing_that_was_typed_is_obeyed(sk: Runner, tmp_path: Path) -> None:
    names = ("#let x = 1", "$ \\alpha $ *b*", "<script>_\"]'")
    sk("new", "3-5-8", *names, "--note", "#panic() </style><img src=x> @a // b")
    sk("hand", "10", "2", "4", "--note", '"); #read("/etc/passwd") [')
    (page,) = PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf"))).pages
    text = " ".join(page.extract_text().split())
    for told in (*names, "#panic() </style><img src=x> @a // b", '"); #read("/etc/passwd") ['):
        assert told in text
    html = written(sk, tmp_path / "s.html").decode()
    assert not {"script", "img"} & set(Page(html).tags)
    assert html.count("</style>") == 1
    assert set(names) < set(Sheet(html.encode()).names)


@pytest.mark.parametrize(("rows", "more"), [(200, ""), (60, "x" * 900)])
def test_however_much_there_is_it_is_one_page(
    sk: Runner, tmp_path: Path, rows: int, more: str
) -> None:
    hands = "".join(f"8,4,4,{more}\n" if row < 9 else "8,4,4\n" for row in range(rows))
    sk("import", "-", "--game", "3-5-8", stdin=f"Ann,Bob,Cy,note\n{hands}")
    (page,) = PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf"))).pages
    assert page.mediabox.width < page.mediabox.height
    assert f"{rows}" in page.extract_text()


def test_the_paper_is_held_as_it_suits(sk: Runner, tmp_path: Path) -> None:
    for typed, upright in (("3-5-8", True), ("skat", True), ("oh-hell --players 7", False)):
        page = written(sk, tmp_path / "s.html", *typed.split()).decode()
        assert f"size: A4 {'portrait' if upright else 'landscape'};" in page
        (drawn,) = PdfReader(io.BytesIO(written(sk, tmp_path / "s.pdf", *typed.split()))).pages
        assert (drawn.mediabox.height > drawn.mediabox.width) == upright


def test_the_same_sheet_is_the_same_file(sk: Runner, tmp_path: Path) -> None:
    one = written(sk, tmp_path / "a.pdf", "3-5-8", "Ann", "Bob", "Cy")
    assert one == written(sk, tmp_path / "b.pdf", "3-5-8", "Ann", "Bob", "Cy")


def test_a_narrow_screen_is_told_where_to_look(sk: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert "too wide to be shown here" in sk("sheet", "3-5-8").out.replace("\n", " ")


# What is refused


@pytest.mark.parametrize(
    ("typed", "told", "status"),
    [
        ("3-5-7", "there is no game '3-5-7': did you mean ", 1),
        ("3-5-8 Ann Bob", "2 players, but the game is for 3: name 3 players, clockwise", 1),
        ("3-5-8 --players 4", "3-5-8 is not for 4 players: it is for 3", 1),
        ("3-5-8 Ann Bob Cy --dealer Dee", "nobody here is called 'Dee': ", 1),
        ("3-5-8 -o wins=1", "3-5-8 has no option 'wins': did you mean win? ", 1),
        ("", "there is no match yet: start one with `new 3-5-8 Ann Bob Cy`", 1),
        ("3-5-8 --output s.txt", "a sheet can't be written as .txt: name one that ends in .pdf, "
         ".html or .csv", 1),
        ("3-5-8 --output s", "a sheet can't be written as a file without an ending: name ", 1),
        ("3-5-8 Ann Note Cy --output s.csv", "a sheet has a column note, so a player can't be"
         " called Note: write another name on the sheet", 1),
        ("3-5-8 Ann Bob Cy --players 3", "name the players, or say how many there are, not", 2),
        ("3-5-8 --dealer Ann", "--dealer names one of the PLAYERS: name them all", 2),
        ("3-5-8 -m 1", "name a GAME, or a match with -m, not both", 2),
        ("--dealer Ann", "these are for an empty sheet: name the GAME too", 2),
        ("3-5-8 --hands 61", "61 is not in the range 1<=x<=60", 2),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(sk: Runner, typed: str, told: str, status: int) -> None:
    ran: Ran = sk("sheet", *typed.split())
    assert told in ran.err
    assert (ran.out, ran.status) == ("", status)


def test_a_match_named_for_all_commands_is_no_hindrance(
    sk: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_MATCH", "1")
    assert sk("sheet", "3-5-8").status == 0


def test_a_score_book_is_not_written_over(sk: Runner, tmp_path: Path) -> None:
    book = tmp_path / "book.csv"
    sk("--db", str(book), "new", "3-5-8", "Ann", "Bob", "Cy")
    before = book.read_bytes()
    ran = sk("sheet", "3-5-8", "Ann", "Bob", "Cy", "--output", str(book))
    assert ran.err == (
        f"scorekeeper: {book} is a score book, or another database: name another file\n"
    )
    assert book.read_bytes() == before


def test_without_what_typesets_a_pdf_there_is_still_the_page(
    sk: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    kept = tmp_path / "s.pdf"
    kept.write_text("mine")
    ran = sk("sheet", "3-5-8", "--output", str(kept))
    assert (ran.status, kept.read_text()) == (1, "mine")
    assert ran.err == (
        "scorekeeper: there is nothing here to typeset a PDF with: `pip install typst`, or write"
        " a page .html and print that from a browser\n"
    )
    assert written(sk, tmp_path / "s.html", "3-5-8")
