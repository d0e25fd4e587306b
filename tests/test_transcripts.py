"""Every console block of the README, the manual and the examples, run and compared.

A block fenced as `console` begins each command with `$ `; what follows is what it prints, on
standard output and standard error together. All blocks of a file share one score book. A line
`…` stands for any lines, `…` inside a line for any text, and a date such as 28 Nov 2026,
2026-11-28 or 2026-11-28 19:30 for any date. The byte order mark of CSV is not compared.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from .conftest import scorekeeper

ROOT = Path(__file__).parent.parent
FILES = [
    ROOT / "README.md",
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("examples/*.md")),
]


DATE = re.compile(r"\d{1,2} [A-Z][a-z]{2} \d{4}|\d{4}-\d{2}-\d{2}(?: \d\d:\d\d)?")


@dataclass(frozen=True)
class Command:
    line: int
    typed: str
    printed: tuple[str, ...]


def commands(text: str) -> Iterator[Command]:
    """The commands of the console blocks of a Markdown text, with what they are said to print."""
    inside, typed, printed, line = False, "", [""], 0
    for number, raw in enumerate(text.splitlines(), start=1):
        if raw.startswith("```"):
            if inside and typed:
                yield Command(line, typed, tuple(printed))
            inside, typed = raw.strip() == "```console", ""
        elif inside and raw.startswith("$ "):
            if typed:
                yield Command(line, typed, tuple(printed))
            typed, printed, line = raw[2:], [], number
        elif inside:
            printed.append(raw)


def pattern(printed: tuple[str, ...]) -> str:
    """A regular expression for what was printed."""
    parts = []
    for line in printed:
        if line.strip() == "…":
            parts.append(r"(?:.*\n)*?")
        else:
            pieces = DATE.sub("<date>", line).split("…")
            parts.append(r".*".join(map(re.escape, pieces)) + r"\n")
    return "".join(parts)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_transcript(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command in commands(file.read_text(encoding="utf-8")):
        words = shlex.split(command.typed, comments=True)
        assert words[0] == "scorekeeper", f"{file.name}:{command.line}: not a scorekeeper command"
        ran = scorekeeper(*words[1:])
        printed = "".join(f"{line.rstrip()}\n" for line in (ran.out + ran.err).splitlines())
        printed = DATE.sub("<date>", printed).replace("\ufeff", "")
        expected = "\n".join(command.printed).rstrip()
        assert re.fullmatch(pattern(command.printed).rstrip("\n") + r"\n*", printed), (
            f"{file.name}:{command.line}: {command.typed}\n"
            f"--- printed\n{printed}\n--- expected\n{expected}"
        )


def test_the_readme_has_a_tour_to_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(list(commands(readme))) >= 5
