"""What a score book promises, tried for real: killed, crowded, damaged. Linux and macOS.

    python -m tests.harness crash 1000 --seed 1
    python -m tests.harness contention 8 100
    python -m tests.harness damage 1000 --seed 1
    python -m tests.harness fuzz 50000

Each prints its figures; the tests run the same functions for a shorter time.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.cli import run

from .conftest import scorekeeper


@contextmanager
def score_book(database: Path) -> Iterator[None]:
    """Every command inside uses this score book, and tells its own mistakes in one line."""
    kept = dict(os.environ)
    os.environ["SCOREKEEPER_DB"] = str(database)
    os.environ.pop("SCOREKEEPER_DEBUG", None)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(kept)


def recorded(database: Path) -> Counter[str]:
    """The notes of all hands in the journal, read without any of our code."""
    with sqlite3.connect(database) as connection:
        found = connection.execute(
            "SELECT json_extract(body, '$.note') FROM entry WHERE kind = 'hand'"
        ).fetchall()
    connection.close()
    return Counter(note for (note,) in found)


def in_a_child(arguments: list[str]) -> tuple[int, int]:
    """Start a command in a forked process: its id, and a pipe of all it prints."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)
    os.dup2(writing, 1)
    os.dup2(writing, 2)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = os.fdopen(2, "w", encoding="utf-8")
    status = run(arguments)
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def all_of(reading: int) -> str:
    """Everything that comes out of a pipe."""
    parts = []
    while piece := os.read(reading, 65536):
        parts.append(piece)
    os.close(reading)
    return b"".join(parts).decode("utf-8", "replace")


@dataclass
class Crashes:
    """The figures of a crash run."""

    kills: int = 0
    inside_a_commit: int = 0
    confirmed: int = 0
    lost: int = 0
    doubled: int = 0
    half_written: int = 0
    kept_but_untold: int = 0
    findings: list[str] = field(default_factory=list)


def crash(times: int, seed: int) -> Crashes:
    """Kill the recording process at random moments, and look what is on disk each time.

    A hand is confirmed once its line has been printed. A process killed after the commit and
    before the line has kept a hand without telling; those are counted by themselves.
    """
    chance = random.Random(seed)
    told = Crashes()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "book.db"
        with score_book(database):
            scorekeeper("new", "3-5-8", "Ann", "Bob", "Cy")
            scorekeeper("hand", "8", "5", "3", "--note", "first")
            usual = _usual_seconds()
            known = recorded(database)
            for attempt in range(times):
                if attempt % 40 == 39:
                    scorekeeper("new", "3-5-8", "Ann", "Bob", "Cy")
                note = f"hand-{attempt}"
                child, reading = in_a_child(["hand", "8", "5", "3", "--note", note])
                time.sleep(chance.uniform(0, usual * 1.3))
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                confirmed = "\nHand " in "\n" + all_of(reading)
                told.kills += 1
                told.inside_a_commit += os.path.exists(f"{database}-journal")
                told.confirmed += confirmed
                now = recorded(database)
                told.lost += confirmed and not now[note]
                told.doubled += now[note] > 1
                told.kept_but_untold += bool(now[note]) and not confirmed
                told.half_written += now - known not in (Counter(), Counter([note]))
                known = now
            told.findings = scorekeeper("doctor").out.splitlines()
    return told


def _usual_seconds() -> float:
    """How long recording takes here, so that kills fall into all of it."""
    took = []
    for attempt in range(5):
        begun = time.perf_counter()
        child, reading = in_a_child(["hand", "8", "5", "3", "--note", f"usual-{attempt}"])
        all_of(reading)
        os.waitpid(child, 0)
        took.append(time.perf_counter() - begun)
    return sorted(took)[2]


@dataclass
class Crowd:
    """The figures of a contention run."""

    recorded: int = 0
    lost: int = 0
    doubled: int = 0
    refused: int = 0
    refused_otherwise: list[str] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)


def contention(processes: int, hands: int, *, matches: int = 1) -> Crowd:
    """So many processes record so many hands each, into one match or one each, all at once."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "book.db"
        with score_book(database):
            for _ in range(matches):
                scorekeeper("new", "3-5-8", "Ann", "Bob", "Cy")
            children = []
            for process in range(processes):
                reading, writing = os.pipe()
                child = os.fork()
                if not child:
                    os.close(reading)
                    _record_stubbornly(process, hands, 1 + process % matches, writing)
                os.close(writing)
                children.append((child, reading))
            refusals = "".join(all_of(reading) for _, reading in children).splitlines()
            for child, _ in children:
                os.waitpid(child, 0)
            found = recorded(database)
            findings = scorekeeper("doctor").out.splitlines()
    wanted = {f"{process}-{hand}" for process in range(processes) for hand in range(hands)}
    return Crowd(
        recorded=sum(found.values()),
        lost=len(wanted - found.keys()),
        doubled=sum(count > 1 for count in found.values()),
        refused=len(refusals),
        refused_otherwise=[
            line for line in refusals
            if not line.startswith("3 scorekeeper: somebody else recorded `hand 8 5 3")
        ],
        findings=findings,
    )  # fmt: skip


def _record_stubbornly(process: int, hands: int, match: int, writing: int) -> None:
    for hand in range(hands):
        while True:
            ran = scorekeeper(
                "hand", "8", "5", "3", "--note", f"{process}-{hand}", "-m", str(match)
            )
            if ran.status == 0:
                break
            if ran.status != 3:
                os.write(writing, f"{ran.status} {ran.err}".encode())
                os._exit(1)
            os.write(writing, f"{ran.status} {ran.err}".encode())
    os._exit(0)


@dataclass
class Damage:
    """The figures of a damage run."""

    cases: int = 0
    refused: int = 0
    harmless: int = 0
    found_by_doctor: int = 0
    unnoticed: list[str] = field(default_factory=list)
    written_to: list[str] = field(default_factory=list)
    rude: list[str] = field(default_factory=list)


LOOKS = (["score", "--json"], ["export"], ["matches", "--json"], ["next"])


def damage(flips: int, seed: int) -> Damage:
    """Truncate a score book at every page, flip bytes in it, and look at it with every command."""
    chance = random.Random(seed)
    told = Damage()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "book.db"
        with score_book(database):
            _an_evening()
            whole = database.read_bytes()
            expected = [scorekeeper(*look) for look in LOOKS]
            cases = [
                (f"truncated to {size}", whole[:size])
                for size in range(0, len(whole), 4096)
                if size
            ]
            for _ in range(flips):
                place, bit = chance.randrange(len(whole)), 1 << chance.randrange(8)
                flipped = bytearray(whole)
                flipped[place] ^= bit
                cases.append((f"bit {bit} of byte {place} flipped", bytes(flipped)))
            for name, content in cases:
                database.write_bytes(content)
                shutil.rmtree(f"{database}.backups", ignore_errors=True)
                seen = [scorekeeper(*look) for look in LOOKS]
                told.cases += 1
                if database.read_bytes() != content:
                    told.written_to.append(name)
                for ran in seen:
                    lines = ran.err.splitlines()
                    if ran.status not in (0, 1) or len(lines) > 1 or "own (" in ran.err:
                        told.rude.append(f"{name}: {ran.err}")
                if any(ran.status for ran in seen):
                    told.refused += 1
                elif [ran.out for ran in seen] == [ran.out for ran in expected]:
                    told.harmless += 1
                elif scorekeeper("doctor").status == 1:
                    told.found_by_doctor += 1
                else:
                    told.unnoticed.append(name)
    return told


def _an_evening() -> None:
    for line in (
        "new 3-5-8-chooser Ann Bob Cy --note evening",
        *("hand 5 8 3 --call hearts", "hand 3 5 8 --call nt", "hand 9 4 3 --call mis"),
        *("edit 1 4 9 3 --yes", "undo", "note 2 hello"),
        "new cutthroat-euchre Ann Bob Dan",
        *("hand 3 1 1 --maker Ann", "hand 1 4 0 --maker Ann --alone Bob"),
    ):
        ran = scorekeeper(*line.split())
        assert ran.status == 0, ran.err


def main() -> None:
    """Run one of the trials and print its figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("trial", choices=["crash", "contention", "damage", "fuzz"])
    parser.add_argument("numbers", nargs="+", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1)
    given = parser.parse_args()
    if given.trial == "contention":
        print(contention(*given.numbers, matches=given.matches))
    elif given.trial == "crash":
        print(crash(given.numbers[0], given.seed))
    elif given.trial == "fuzz":
        from .test_fuzz import fuzz

        print(fuzz(given.numbers[0]))
    else:
        print(damage(given.numbers[0], given.seed))


if __name__ == "__main__":
    main()
