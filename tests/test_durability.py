"""What is confirmed is on the disk: the system calls of a recorded hand, counted."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import Runner


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not here")
@pytest.mark.parametrize("typed", ["hand 8 5 3", "undo", "edit 1 9 4 3 -y"])
def test_a_hand_is_on_the_disk_before_it_is_confirmed(
    sk: Runner, tmp_path: Path, typed: str
) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("hand", "8", "5", "3")
    calls = tmp_path / "calls"
    traced = subprocess.run(
        ["strace", "-f", "-y", "-e", "trace=fsync,fdatasync,write", "-o", calls,
         sys.executable, "-m", "scorekeeper", *typed.split()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "ptrace" in traced.stderr:
        pytest.skip("nothing may be traced here")
    assert traced.returncode == 0, traced.stderr
    lines = calls.read_text(encoding="utf-8").splitlines()
    synced = [place for place, line in enumerate(lines) if re.search(r"\bf(data)?sync\(", line)]
    of_the_book = [place for place in synced if re.search(r"book\.db>\)", lines[place])]
    said = [place for place, line in enumerate(lines) if re.search(r"\bwrite\(1<", line)]
    assert of_the_book, "the score book is never synced"
    assert len(synced) <= 4
    # A correction says what would change before it is written, and what stands now afterwards.
    confirmed = said[-1] if typed.startswith("edit") else said[0]
    assert of_the_book[-1] < confirmed
