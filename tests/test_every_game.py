"""Every command with every game: whatever a variant file says, an evening of it can be kept."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from random import Random
from typing import Any

import pytest

from scorekeeper import variants
from scorekeeper.cli.at_table import AtTable
from scorekeeper.cli.screen import lines_above
from scorekeeper.cli.table import Table
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Variant

from .conftest import Ran, Runner

NAMES = ("Ann", "Bob", "Cy", "Di", "Eve", "Flo", "Gus")
GAMES = [
    pytest.param(one, number, id=f"{one} {number}")
    for one in variants.ids()
    for number in rulebook.seats(variants.rules(one))
    if number <= len(NAMES)
]
# What can't be said by chance alone.
SAID = {
    "skat": {
        3: ["74 --bid Bob=18 --call hearts -t mat=1", "30 --bid Cy=20 --call grand -t mat=2"],
        4: ["74 --bid Di=18 --call hearts -t mat=1", "30 --bid Di=20 --call grand -t mat=2"],
    },
    "five-hundred": {
        4: ["bob=8 --bid Bob=8 --call spades", "0 --bid Ann=0 --call misere"],
        3: ["6 3 --bid Ann=6 --call spades", "0 5 5 --bid Cy=0 --call misere"],
    },
    "bid-whist": ["9 --bid Ann=3 --call uptown", "bob=9 --bid Di=3 --call down"],
    "euchre-two-handed": ["3 2 --maker Ann", "2 3 --maker Bob"],
    "knaves": ["6 6 5 -t h=ann -t d=cy -t c=cy -t s=cy", "1 8 8 -t h=b -t d=b -t c=c -t s=nobody"],
}


def evening(one: str, variant: Variant, hands: int) -> list[str]:
    """So many hands of a match as they are typed, none of which ends it."""
    said: Any = SAID.get(one)
    if isinstance(said, dict):
        said = said[variant.seats]
    if said:
        return [said[place % len(said)] for place in range(hands)]
    random = Random(f"{one} {variant.seats}")
    return [_hand(variant, number, random) for number in range(1, hands + 1)]


def _hand(variant: Variant, number: int, random: Random, moved: int = 0) -> str:
    total = variant.sum_in(number)
    if variant.scoring.kind == "by-target":
        # On target, so that nobody wins anything: who must take how much moves with the deal.
        step = 1 if variant.clockwise else -1
        dealer = step * (number - 1)
        took = {(dealer + step * role.offset) % 3: role.target or 0 for role in variant.roles}
        counts = [took[seat] for seat in range(3)]
    else:
        places, rest = variant.counters(), 12 if total is None else total
        counts = [rest // places + (place < rest % places) for place in range(places)]
    counts = [counts[0] + moved, counts[1] - moved, *counts[2:]]
    words = [" ".join(map(str, counts))]
    if variant.calls and variant.calls.once:
        words.append(f"--call {variant.calls.allowed[(number - 1) // 3]}")
    if variant.bids and variant.bids.who == "everybody":
        tricks = variant.tricks_in(number)
        bids = [random.randrange(min(tricks, 3) + 1) for _ in range(variant.seats)]
        if variant.bids.hook and sum(bids) == tricks:
            bids[0] += 1 if bids[0] < tricks else -1
        words.append("--bid " + ",".join(map(str, bids)))
    if "maker" in variant.records:
        words.append("--maker Bob")
    if variant.opening.kind == "bid" and number == 1:
        words.append("--bid Ann=8")
    return " ".join(words)


@pytest.mark.parametrize(("one", "number"), GAMES)
def test_an_evening_of_every_game(sk: Runner, tmp_path: Path, one: str, number: int) -> None:
    variant = rulebook.variant(variants.rules(one), {}, number)

    def do(line: str, *more: str) -> Ran:
        ran = sk(*shlex.split(line), *more)
        assert ran.status == 0, (line, ran.err)
        return ran

    def document(*match: str) -> Any:
        return json.loads(do("score --json", *match).out)

    hands = evening(one, variant, 3)
    do(f"new {one} {' '.join(NAMES[:number])} --stake 0.10 --currency EUR")
    for hand in hands:
        do(f"hand {hand}")
    assert len(document()["result"]["hands"]) == 3

    # What was wrong is put right, and back again.
    before = document()
    if variant.scoring.kind != "by-target":
        other = hands[0] if one in SAID else _hand(variant, 2, Random(one), moved=1)
        do(f"edit 2 {other} -y")
    do('note 2 "four aces"')
    assert document()["hands"][1]["note"] == "four aces"
    do("undo")
    if variant.scoring.kind != "by-target":
        do("undo")
    assert document() == before
    do("redo")
    do("undo")
    do("strike 3 -y")
    do(f"insert 3 {hands[2]} -y")
    again = document()
    assert [hand | {"played": ""} for hand in again["hands"]] == [
        hand | {"played": ""} for hand in before["hands"]
    ]
    assert again["result"] == before["result"]

    # Everything that looks at a match, on paper and on the narrowest screen.
    for line in ("score", "next", "exchange", "log", "matches", "players", "variants show " + one):
        assert do(line).out
    assert do("stats Ann").out.startswith("Ann")
    assert do("stats").out
    assert do("standings --by points").out.startswith("Standings by points")
    assert do("chart").out.startswith("#1 ")
    assert do("export 1 -f markdown").out.startswith("## ")
    assert "<table>" in do("export 1 -f html").out
    for name in NAMES[:number]:
        assert name in do("score").out

    # Out, and in again: the same match, and the same from a sheet.
    for form, ending in (("jsonl", ".jsonl"), ("sheet", ".csv")):
        file = tmp_path / f"evening{ending}"
        do(f"export --format {form} -o {file}")
        more = [] if form == "jsonl" else [f"--game={one}", "--stake=0.10", "--currency=EUR"]
        came = ["--db", str(tmp_path / f"{form}.db")]
        ran = sk(*came, "import", str(file), *more)
        assert ran.status == 0, ran.err
        copy = json.loads(sk(*came, "show", "1", "--json").out)
        assert copy["result"] == again["result"]
        assert sk(*came, "doctor").out == "Nothing is wrong.\n"
    assert do("export --format csv").out.count("\r\n") == 1 + 3 * number

    # It ends, is settled and played again.
    do("abandon")
    do("settle")
    do("rematch")
    assert document()["players"] == again["players"]
    assert do("doctor").out == "Nothing is wrong.\n"


@pytest.mark.parametrize(("one", "number"), GAMES)
def test_every_game_fits_a_telephone(
    sk: Runner, monkeypatch: pytest.MonkeyPatch, one: str, number: int
) -> None:
    variant = rulebook.variant(variants.rules(one), {}, number)
    monkeypatch.setenv("COLUMNS", "40")
    sk("new", one, *NAMES[:number])
    for hand in evening(one, variant, 3):
        assert sk("hand", *shlex.split(hand)).status == 0
    for line in ("score", "next"):
        for text in sk(line).out.splitlines():
            assert len(text) <= 40, text


@pytest.mark.parametrize(("one", "number"), GAMES)
def test_every_game_is_kept_in_a_window(tmp_path: Path, one: str, number: int) -> None:
    variant = rulebook.variant(variants.rules(one), {}, number)
    table = Table(AtTable(str(tmp_path / "book.db"), "never", columns=80), None)
    table.begin(one, NAMES[:number], (), None)
    for place, hand in enumerate(evening(one, variant, 3), start=1):
        for columns, lines in ((80, 24), (40, 20)):
            room = lines_above(columns, lines)
            drawn = table.drawn(columns, room).split("\n")
            assert len(drawn) <= room, "\n".join(drawn)
            assert max(map(len, drawn)) <= columns
            told = "\n".join(drawn)
            assert f"Hand {place}" in told, told
        told, wrong = table.hint(f"hand {hand}")
        assert not wrong, told
        table.enter(f"hand {hand}")
        while table.question is not None:
            table.enter("")
        assert table.told.startswith(f"Hand {place}: "), table.told
    assert table.book is not None
    assert len(table.book.sheet.rows) == 3
