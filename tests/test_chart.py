"""How the totals ran: in a terminal, as SVG and as JSON."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from scorekeeper.show import charts
from scorekeeper.show.blocks import STYLES, Grid, plain, text_of, width_of

from .conftest import Runner

# Points of six players in eighteen hands, and the totals that come of them.
POINTS = [[(3 * hand + 5 * seat + hand * seat) % 7 - 3 for hand in range(18)] for seat in range(6)]
SIX = [[0, *accumulate(points)] for points in POINTS]
NAMES = ("Ann", "Bob", "Cy", "Dee", "Evelyn", "Flo")
SVG = "{http://www.w3.org/2000/svg}"


def played(sk: Runner, *hands: str, players: tuple[str, ...] = ("Ann", "Bob", "Cy")) -> None:
    assert sk("new", "3-5-8", *players, "--note", "a <b> & c").status == 0
    for hand in hands:
        assert sk("hand", *hand.split()).status == 0


def width_of_picture(grid: Grid) -> int:
    return max(width_of(text_of(row[0])) for row in grid.rows)


def test_a_chart_has_a_line_for_each_player(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    ran = sk("chart")
    assert (ran.err, ran.status) == ("", 0)
    heading, *picture = ran.out.splitlines()
    assert heading.startswith("#1 Sergeant Major · ")
    # Ann 0 +2 +4, Bob 0 −3 −3, Cy 0 +1 −1
    lines = {found[1]: line for line in picture if (found := re.match(r" ?([+−]?\d)\+", line))}
    assert list(lines) == ["+4", "+3", "+2", "+1", "0", "−1", "−2", "−3"]
    assert lines["+4"].endswith("A")
    assert lines["−1"].endswith("C")
    assert lines["−3"].endswith("B")
    middle = lines["−3"].index("B")
    assert (lines["+2"][middle], lines["+1"][middle]) == ("A", "C")
    assert picture[-6].split() == ["0", "1", "2"]
    assert picture[-5].strip() == "hand"
    assert picture[-3:] == ["A  Ann  +4", "B  Bob  −3", "C  Cy   −1"]


def test_a_chart_that_is_piped_is_plain(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    out = sk("chart").out
    assert "\x1b" not in out
    assert not set("│┤└┬─") & set(out)
    assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_a_chart_in_colour_has_fine_lines(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    out = sk("--color", "always", "chart").out
    assert "\x1b[" in out
    assert any("⠀" < character <= "⣿" for character in out)
    assert "──" in out
    assert "\x1b" not in sk("--color", "never", "chart").out


@pytest.mark.parametrize("columns", [24, 40, 60, 80, 120])
def test_a_chart_is_as_wide_as_the_terminal(
    sk: Runner, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    played(sk, *["8 5 3", "3 8 5", "5 3 8"] * 6)
    monkeypatch.setenv("COLUMNS", str(columns))
    widths = [len(line) for line in sk("chart").out.splitlines()]
    assert columns - 2 <= max(widths) <= columns
    monkeypatch.delenv("COLUMNS")
    assert 78 <= max(len(line) for line in sk("chart").out.splitlines()) <= 80


@pytest.mark.parametrize("drawn", [False, True])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_six_players_and_eighteen_hands_can_be_read(width: int, drawn: bool) -> None:
    grid = charts.canvas(SIX, charts.marks(NAMES), width, drawn=drawn)
    assert width_of_picture(grid) == width
    lines = plain([grid]).splitlines()
    assert len(lines) == charts.HEIGHT
    assert [int(tick) for tick in lines[-2].split()][-1] == 18
    seen = {style for row in grid.rows for piece in row[0] for style in piece[1:]}
    assert {f"seat {seat}" for seat in range(6)} <= seen <= set(STYLES)
    if not drawn:
        assert set("ABCDEF") <= set("".join(lines))


def test_a_hand_is_where_its_number_stands() -> None:
    told = [[0, 5, -5], [0, 0, 0]]
    lines = plain([charts.canvas(told, "OX", 60, drawn=False)]).splitlines()
    top, bottom = (next(line for line in lines if line.startswith(f"{at}5")) for at in ("+", "−"))
    hands = lines[-2]
    assert top.index("O", 3) == hands.index("1")
    assert bottom.index("O", 3) == hands.index("2")


@pytest.mark.parametrize("told", [[[0, 0], [0, 0]], [[0, 0, 0], [0, -1, -1]], [[0] * 300] * 3])
def test_a_chart_of_hardly_anything(told: list[list[int]]) -> None:
    assert width_of_picture(charts.canvas(told, "OX*", 40, drawn=False)) == 40


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (("Ann", "bob", "Cy"), "ABC"),
        (("Ann", "Amy", "Cy"), "OX*"),
        (("Ann", "=Bob", "Cy"), "OX*"),
        (("Ann", "中村", "Cy"), "OX*"),
        (tuple("Aa" * 4), "OX*#@%&="),
    ],
)
def test_players_have_signs_that_differ(players: tuple[str, ...], expected: str) -> None:
    assert "".join(charts.marks(players)[: len(players)]) == expected


@pytest.mark.parametrize(
    ("low", "high", "most", "expected"),
    [
        (0, 3, 10, [0, 1, 2, 3]),
        (0, 18, 19, list(range(19))),
        (0, 18, 18, list(range(0, 19, 2))),
        (0, 18, 4, [0, 5, 10, 15]),
        (-7, 12, 7, [-5, 0, 5, 10]),
        (-3, 4, 10, [-3, -2, -1, 0, 1, 2, 3, 4]),
        (0, 1000, 6, [0, 200, 400, 600, 800, 1000]),
    ],
)
def test_ticks_are_round_numbers(low: int, high: int, most: int, expected: list[int]) -> None:
    assert charts.ticks(low, high, most) == expected


def test_another_match_than_the_one_on_the_table(
    sk: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(sk, "10 2 4")
    played(sk, "5 8 3", players=("Dee", "Evelyn", "Flo"))
    assert "Evelyn" in sk("chart").out
    assert "Bob" in sk("chart", "1").out
    monkeypatch.setenv("SCOREKEEPER_MATCH", "1")
    assert "Bob" in sk("chart").out


def test_every_number_of_a_chart_as_json(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    told: dict[str, Any] = json.loads(sk("chart", "--json").out)
    assert told == {
        "number": 1,
        "id": told["id"],
        "series": [
            {"player": "Ann", "totals": [2, 4]},
            {"player": "Bob", "totals": [-3, -3]},
            {"player": "Cy", "totals": [1, -1]},
        ],
    }


def test_nothing_to_draw(sk: Runner, tmp_path: Path) -> None:
    ran = sk("chart")
    assert (ran.out, ran.status) == ("", 1)
    assert ran.err.startswith("scorekeeper: there is no match yet")
    played(sk)
    kept = tmp_path / "kept.svg"
    kept.write_text("mine")
    for options in ([], ["--svg", str(kept)]):
        ran = sk("chart", *options)
        assert (ran.out, ran.status) == ("", 1)
        assert ran.err == (
            "scorekeeper: nothing has been played yet in match #1: `hand` records a hand\n"
        )
    assert kept.read_text() == "mine"
    assert json.loads(sk("chart", "--json").out)["series"][0] == {"player": "Ann", "totals": []}


def test_svg_and_json_do_not_go_together(sk: Runner, tmp_path: Path) -> None:
    assert sk("chart", "--svg", str(tmp_path / "a.svg"), "--json").status == 2


def test_a_chart_as_svg(sk: Runner, tmp_path: Path) -> None:
    played(sk, "10 2 4", "5 8 3", players=("Ann", "<script>x</script>", "Cy & Co"))
    file = tmp_path / "chart.svg"
    ran = sk("chart", "--svg", str(file))
    assert (ran.out, ran.err, ran.status) == ("", "", 0)
    root = ElementTree.fromstring(file.read_bytes())
    texts = [node.text for node in root.iter(f"{SVG}text")]
    assert {"Ann +4", "<script>x</script> −3", "Cy & Co −1", "hand"} <= set(texts)
    assert {"+4", "−3", "0", "1", "2"} <= set(texts)
    assert "a <b> & c" in str(root.findtext(f"{SVG}title"))
    assert len(root.findall(f".//{SVG}path[@class='line reactive nofill']")) == 3


def test_an_svg_runs_and_fetches_nothing(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    out = sk("chart", "--svg", "-").out
    root = ElementTree.fromstring(out)
    for node in root.iter():
        assert not node.tag.endswith(("script", "}a", "image", "use", "foreignObject"))
        assert not [name for name in node.attrib if name.endswith("href") or name.startswith("on")]
    assert "http" not in out.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in out
    assert "@import" not in out
    assert "<?xml-stylesheet" not in out


def test_the_same_match_is_drawn_the_same(sk: Runner) -> None:
    played(sk, "10 2 4", "5 8 3")
    assert sk("chart", "--svg", "-").out == sk("chart", "--svg", "-").out
