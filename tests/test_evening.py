"""`play` as people meet it: on a real terminal, evening after evening.

The evenings are those of `examples/`, typed the short way; what they come to is written there.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterator

import pytest

from .terminal import Terminal
from .test_transcripts import ROOT, Command, commands

EVENINGS = [
    "sergeant-major",
    "woburn",
    "six-three-eight",
    "nine-five-two",
    "six-calls",
    "chooser",
    "cutthroat",
]
LOOKING = ("score", "next", "exchange")
TOTAL = re.compile(r"\btotal +([+−]?\d+)")
Opener = Callable[..., Terminal]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Open terminals, all on the score book of the test."""
    windows: list[Terminal] = []

    def terminal(*arguments: str, columns: int = 80, lines: int = 24, **more: str) -> Terminal:
        book = {"SCOREKEEPER_DB": os.environ["SCOREKEEPER_DB"], **more}
        windows.append(Terminal(*arguments, columns=columns, lines=lines, environment=book))
        return windows[-1]

    yield terminal
    for window in windows:
        window.is_closed()


def short(words: list[str]) -> str:
    """A command of an example as it is typed at the table: `hand 3 1 1 -k ann` is `3 1 1 ann`."""
    told = words[1:] if words[0] == "hand" else list(words)
    line: list[str] = []
    while told:
        word = told.pop(0)
        if word in ("-c", "--call", "-k", "--maker"):
            line.append(told.pop(0))
        elif word in ("-a", "--alone"):
            line += [told.pop(0), "alone"]
        elif word != "--yes":
            line.append(shlex.quote(word))
    return " ".join(line)


def expected(command: Command) -> list[str]:
    """What has to be on the screen after a command of an example."""
    words = shlex.split(command.typed)[1:]
    printed = "\n".join(command.printed)
    if printed.startswith("scorekeeper: "):
        return [printed.removeprefix("scorekeeper: ").strip()]
    if words[0] == "hand":
        totals = [TOTAL.findall(line)[0] for line in command.printed if TOTAL.search(line)]
        won = [line for line in command.printed if " in hand " in line]
        return [*(totals if won else [f"Σ {' '.join(totals)}"]), *won, *roles(command)]
    if words[0] in LOOKING:
        return [command.printed[0]] if words[0] == "exchange" else []
    return roles(command)


def roles(command: Command) -> list[str]:
    """The targets of the coming hand."""
    return [
        line.removeprefix("Targets").strip()
        for line in command.printed
        if line.startswith("Targets")
    ]


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (40, 20)])
@pytest.mark.parametrize("evening", EVENINGS)
def test_an_evening(opened: Opener, evening: str, columns: int, lines: int) -> None:
    text = (ROOT / "examples" / f"{evening}.md").read_text(encoding="utf-8")
    first, *rest = [c for c in commands(text) if "rematch" not in c.typed]
    window = opened("play", columns=columns, lines=lines)
    window.sees("Game>")
    window.enters(short(shlex.split(first.typed)[1:]))
    window.sees("Hand 1", *roles(first))
    hands = 0
    for command in rest:
        words = shlex.split(command.typed)[1:]
        if words[0] == "hand" and hands == 1:
            # A slip, a line that means nothing, and the battery; the board is as it was.
            window.enters("40 1 1")
            window.sees("42 tricks, but a hand of")
            window.enters("hnad")
            window.sees("did you mean hand?")
            window.is_killed()
            window = opened("play", columns=columns, lines=lines)
            window.sees("Hand 2", "Tricks>")
            window.enters("undo")
            window.sees("Taken back: ")
            window.enters("redo")
            window.sees("Brought back: ")
        window.enters(short(words))
        if "--yes" in words:
            window.sees("Write it so?", "What changes")
            window.enters("y")
            window.sees("Written down: edit")
        window.sees(*expected(command))
        hands += words[0] == "hand" and not command.printed[0].startswith("scorekeeper: ")
    assert hands > 1
    window.enters("undo")
    window.sees("Taken back: hand", "Tricks>")
    window.enters("redo")
    window.sees("Brought back: hand", "Rematch?", " in hand ")
    window.enters("y")
    window.sees("Hand 1", "#2")
    window.enters("quit")
    assert window.ends() == 0


def test_a_hand_recorded_elsewhere_appears_by_itself(opened: Opener) -> None:
    here = opened("play", "3-5-8", "Ann", "Bob", "Cy")
    here.sees("Tricks>")
    there = opened("play")
    there.sees("#1 Sergeant Major", "Tricks>")
    there.enters("10 1")
    there.sees("Σ +2 −4 +2")
    here.sees("Written down elsewhere: hand 10 1 5", "Σ +2 −4 +2")
    here.enters("4 8")
    there.sees("Written down elsewhere: hand 4 8 4", "Σ +3 −4 +1")


def test_the_table_fits_the_window_again_when_that_changes(opened: Opener) -> None:
    window = opened("play", "3-5-8", "Ann", "Bob", "Cy")
    window.sees("Tricks>")
    for hand in ("10 1", "4 8", "6 4", "8 4"):
        window.enters(hand)
    window.sees("1 D 10/8", "4 D 8/8", "To win Ann 12 or more")
    window.resizes(40, 20)
    window.sees("3 6 +4", "4 D 8 +4", "Targets Bob (dealer) 8")
    assert "10/8" not in window.text
    assert max(map(len, window.lines)) <= 40
    window.resizes(100, 30)
    window.sees("1 D 10/8", "To win Ann 12 or more")


def test_what_a_hand_would_mean_is_told_while_it_is_typed(opened: Opener) -> None:
    window = opened("play", "cutthroat-euchre", "Ann", "Bob", "Cy", columns=40, lines=20)
    window.sees("Tricks>")
    window.types("3 1")
    window.sees("5 of 5 · then: Maker?")
    window.types("3 4")
    window.sees("7 tricks, but a hand of cutthroat-euchre has 5")
    window.enters("3 1")
    window.sees("Maker>", "Who was the maker: Ann, Bob or Cy.")
    window.types("an")
    window.sees("5 of 5 · Ann +1 · Bob 0 · Cy 0")
    window.presses("escape")
    window.sees("Maker>", "Who was the maker")
    window.presses("escape")
    window.sees("Tricks> 3 1")
    window.presses("enter")
    window.sees("Maker>")
    window.enters("cy")
    window.sees("Hand 1: Ann +2 · Bob +2 · Cy 0")


def test_pages_that_are_too_long_are_turned(opened: Opener) -> None:
    window = opened("play", "3-5-8", "Ann", "Bob", "Cy", columns=40, lines=20)
    window.sees("Tricks>")
    window.enters("variants show 3-5-8")
    window.sees("3-5-8 · Sergeant Major", "PgDn")
    for _ in range(12):
        window.presses("page down")
    window.sees("(Wikipedia, Optional Woburn rules (all pass))", "PgUp")
    window.presses("enter")
    window.sees("Hand 1", "Tricks>")


def test_words_are_completed(opened: Opener) -> None:
    window = opened("play")
    window.sees("Game>")
    window.types("cutt")
    window.presses("tab")
    window.sees("cutthroat-euchre")
    window.enters("3-5-8")
    window.sees("Players>")


def test_without_colour(opened: Opener) -> None:
    window = opened("play", "3-5-8", "Ann", "Bob", "Cy", NO_COLOR="1")
    window.sees("Tricks>")
    window.enters("10 1")
    window.sees("Σ +2 −4 +2")
    assert not re.search(r"\x1b\[[\d;]*(3[1-7]|9[0-7]|38)[\d;]*m", window.printed)


def test_a_dumb_terminal_gets_plain_lines(opened: Opener) -> None:
    window = opened("play", "3-5-8", "Ann", "Bob", "Cy", TERM="dumb")
    window.sees("Deal Ann deals 16 cards each", "Tricks>")
    window.enters("10 1")
    window.sees("Ann dealer 8 → 10 tricks = +2 total +2")
    window.enters("quit")
    assert window.ends() == 0
    assert "\x1b" not in window.printed


def test_the_evening_goes_on_where_the_window_was_closed(opened: Opener) -> None:
    window = opened("play", "woburn", "Ann", "Bob", "Cy")
    window.sees("Bid")
    window.enters("cy 10")
    window.sees("Cy (dealer) 10 · Ann (eldest) 4 · Bob (middle) 2")
    window.is_closed()
    window = opened("play")
    window.sees("Cy (dealer) 10 · Ann (eldest) 4 · Bob (middle) 2", "Tricks>")


def test_the_prompt_stays_whatever_was_typed_before(opened: Opener) -> None:
    window = opened("play", "3-5-8", "Ann", "Bob", "Cy", columns=40, lines=20)
    window.sees("Tricks>")
    window.enters("note Bob held all four aces and kings and then some")
    window.sees("Written down")
    window.enters("10 1")
    window.sees("Hand 1: Ann +2", "Tricks>")
    window.enters("edit 1 8 5 3")
    window.sees("Write it so?")
    window.enters("n")
    window.sees("Nothing was written.", "Tricks>", "Σ +2 −4 +2")
