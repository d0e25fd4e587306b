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
