"""What the tests share: a score book of their own, and the command line as a person meets it."""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import pytest

from scorekeeper.cli import run


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit status."""

    out: str
    err: str
    status: int


class _Stream(io.TextIOWrapper):
    """A piped stream in UTF-8, as a shell gives it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", newline="\n")

    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode()


def scorekeeper(*arguments: str, stdin: str = "") -> Ran:
    """Run one command line in this process, output piped."""
    out, err = _Stream(), _Stream()
    given = io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8", "surrogateescape")))
    with mock.patch.multiple(sys, stdout=out, stderr=err, stdin=given):
        status = run(list(arguments))
    return Ran(out.text(), err.text(), status)


Runner = Callable[..., Ran]


@pytest.fixture(autouse=True)
def quiet_surroundings(tmp_path: Path) -> Iterator[None]:
    """No setting of whoever runs the tests reaches them, and nothing of theirs reaches back."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("SCOREKEEPER_")}
    for key in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        kept.pop(key, None)
    kept |= {"SCOREKEEPER_DB": str(tmp_path / "book.db"), "SCOREKEEPER_DEBUG": "1", "TZ": "UTC"}
    kept["SCOREKEEPER_RULES"] = str(tmp_path / "rules")
    with mock.patch.dict(os.environ, kept, clear=True):
        _take_up_the_time_zone()
        yield
    _take_up_the_time_zone()


def _take_up_the_time_zone() -> None:
    if hasattr(time, "tzset"):
        time.tzset()


@pytest.fixture
def sk() -> Runner:
    """Run `scorekeeper` with these arguments on a score book of the test's own."""
    return scorekeeper
