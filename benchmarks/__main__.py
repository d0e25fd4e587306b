"""Print today's figures: `python -m benchmarks`, or with `--quick` in less than two minutes.

Everything is measured on an installed wheel with compiled bytecode, in whole processes, the two
sides of a ratio one after the other, again and again; the figure is the ratio of the medians.
"""

from __future__ import annotations

import argparse
import csv
import fcntl
import json
import os
import platform
import pty
import select
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from .history import documents

ROOT = Path(__file__).parent.parent
# A window that has said nothing for so many seconds is drawn.
QUIET = 0.3
MODULES = "click, sqlite3"
SCREEN = "click, sqlite3, rich.console, rich.table"


@dataclass(frozen=True)
class Place:
    """Where everything is: the installed program, and a folder for score books."""

    folder: Path
    runs: int

    @property
    def python(self) -> str:
        return str(self.folder / "venv" / "bin" / "python")

    @property
    def program(self) -> str:
        return str(self.folder / "venv" / "bin" / "scorekeeper")

    def book(self, name: str) -> Path:
        return self.folder / f"{name}.db"


@dataclass(frozen=True)
class Figure:
    """What was measured: the medians of both sides in seconds, and how much it may be."""

    what: str
    against: str
    ours: float
    theirs: float
    bound: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


def installed(folder: Path) -> None:
    """A fresh environment with a wheel of this checkout, its bytecode compiled."""
    venv, wheels = folder / "venv", folder / "wheels"
    python = venv / "bin" / "python"
    _quietly(sys.executable, "-m", "venv", venv)
    _quietly(python, "-m", "pip", "wheel", "--no-deps", "-w", wheels, ROOT)
    [wheel] = wheels.glob("*.whl")
    _quietly(python, "-m", "pip", "install", "--compile", wheel)
    _quietly(python, "-m", "compileall", "-q", venv / "lib", check=False)


def _quietly(*words: object, check: bool = True) -> None:
    subprocess.run(list(map(str, words)), env=_environment(), capture_output=True, check=check)


def _environment(book: Path | None = None) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"SCOREKEEPER_DB": str(book)} if book else kept


def run(command: Sequence[object], book: Path | None = None, *, screen: bool = False) -> float:
    """The seconds that a whole process takes, its output read; on a terminal with `screen`."""
    words = list(map(str, command))
    if screen:
        words = ["script", "-qec", " ".join(words), "/dev/null"]
    begun = time.perf_counter()
    ran = subprocess.run(words, env=_environment(book), capture_output=True, check=False)
    took = time.perf_counter() - begun
    if ran.returncode:
        raise SystemExit(f"{' '.join(words)}: {ran.stderr.decode()}")
    return took


def paired(
    what: str,
    against: str,
    bound: float,
    runs: int,
    ours: Callable[[], float],
    theirs: Callable[[], float],
    between: Callable[[], object] = lambda: None,
) -> Figure:
    """Both sides in turn, so that whatever else the machine does falls on both."""
    taken: list[tuple[float, float]] = []
    for _ in range(runs):
        taken.append((ours(), theirs()))
        between()
    return Figure(what, against, median(t[0] for t in taken), median(t[1] for t in taken), bound)


# What is measured


def start_up(place: Place) -> Iterator[Figure]:
    """What every command costs before it does anything."""
    book = place.book("evening")
    run([place.program, "new", "3-5-8", "Ann", "Bob", "Cy"], book)
    hand = [place.program, "hand", "8", "5", "3"]
    undo = [place.program, "undo"]

    def take_back() -> float:
        return run(undo, book)

    def imports(modules: str, screen: bool = False) -> Callable[[], float]:
        return lambda: run(
            [place.python, "-c", f"'import {modules}'" if screen else f"import {modules}"],
            screen=screen,
        )

    if shutil.which("script"):
        yield paired(
            "hand 8 5 3, on a terminal",
            f"import {SCREEN}",
            1.40,
            place.runs,
            lambda: run(hand, book, screen=True),
            imports(SCREEN, screen=True),
            take_back,
        )
    yield paired(
        "hand 8 5 3, piped",
        f"import {MODULES}",
        1.30,
        place.runs,
        lambda: run(hand, book),
        imports(MODULES),
        take_back,
    )
    yield paired(
        "--version",
        "import click",
        1.20,
        place.runs,
        lambda: run([place.program, "--version"]),
        imports("click"),
    )
    words = {
        "_SCOREKEEPER_COMPLETE": "bash_complete",
        "COMP_WORDS": "scorekeeper sc",
        "COMP_CWORD": "1",
    }
    completing = ["env", *(f"{key}={value}" for key, value in words.items()), place.program]
    yield paired(
        "completion of a command",
        "import click",
        1.20,
        place.runs,
        lambda: run(completing),
        imports("click"),
    )


def evening(place: Place) -> Iterator[Figure]:
    """From Enter to the board with the new hand, in a window that is open already."""
    book = place.book("table")
    run([place.program, "new", "3-5-8", "Ann", "Bob", "Cy"], book)
    for _ in range(3):
        run([place.program, "hand", "8", "5", "3"], book)
    bare = subprocess.Popen(
        [place.python, ROOT / "benchmarks" / "evening.py", book, place.folder],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment(book),
    )  # fmt: skip
    assert bare.stdin is not None
    assert bare.stdout is not None
    asking, telling = bare.stdin, bare.stdout

    def least() -> float:
        asking.write("\n")
        asking.flush()
        return float(telling.readline())

    child, window = pty.fork()
    if child == 0:
        os.environ.update(_environment(book), TERM="xterm-256color")
        os.execv(place.program, [place.program, "play"])
    fcntl.ioctl(window, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    select.select([window], [], [])
    _until_quiet(window)
    yield paired(
        "Enter to board, in `play`",
        "one commit, the board drawn once",
        3.0,
        place.runs,
        lambda: _drawn(window, "8 5 3\r"),
        least,
        lambda: _drawn(window, "undo\r"),
    )
    _drawn(window, "quit\r")
    os.waitpid(child, 0)
    bare.communicate()


def _drawn(window: int, keys: str) -> float:
    """The seconds from the last of these keys until the window has been drawn, and is quiet."""
    *typed, last = [*keys] or [""]
    if typed:
        os.write(window, "".join(typed).encode())
        _until_quiet(window)
    begun = time.perf_counter()
    os.write(window, last.encode())
    return _until_quiet(window) - begun


def _until_quiet(window: int) -> float:
    told = time.perf_counter()
    while select.select([window], [], [], QUIET)[0]:
        try:
            if not os.read(window, 1 << 16):
                break
        except OSError:  # it is closed
            break
        told = time.perf_counter()
    return told


def history(place: Place, hands: int) -> Iterator[Figure]:
    """The same commands after a hundred hands and after a lifetime."""
    young, old = place.book("young"), place.book("old")
    _grown(place, young, 108)
    _grown(place, old, hands)
    for book in (young, old):
        run([place.program, "new", "3-5-8", "Ann", "Bob", "Cy"], book)
        run([place.program, "hand", "8", "5", "3"], book)
    many = f"{hands:,} hands"
    for words in (["hand", "4", "8", "4"], ["undo"], ["score"], ["next"]):
        others = {"hand": ["undo"], "undo": ["redo"]}.get(words[0])

        def again(words: list[str] | None = others) -> None:
            for book in (young, old):
                if words:
                    run([place.program, *words], book)

        yield paired(
            f"{' '.join(words)}, {many}",
            "108 hands",
            1.10,
            place.runs,
            lambda words=words: run([place.program, *words], old),  # type: ignore[misc]
            lambda words=words: run([place.program, *words], young),  # type: ignore[misc]
            again,
        )
    for words in (["standings"], ["matches"]):
        yield paired(
            f"{words[0]}, {many}",
            "108 hands",
            1.15,
            place.runs,
            lambda words=words: run([place.program, *words], old),  # type: ignore[misc]
            lambda words=words: run([place.program, *words], young),  # type: ignore[misc]
        )
    if not shutil.which("sqlite3"):
        return
    for what, words, sql in (
        (
            "stats Ann",
            ["stats", "Ann"],
            "SELECT h.role, count(*), sum(h.points) FROM hand_player h JOIN player p"
            " ON p.uid = h.player WHERE p.name = 'Ann' GROUP BY h.role",
        ),
        (
            "standings since 2000",
            ["standings", "--since", "2000-01-01"],
            "SELECT x.player, count(*), sum(x.won), sum(s.hands), sum(x.total) FROM match_state s"
            " JOIN match_player x ON x.match = s.match WHERE s.started >= '2000' GROUP BY x.player",
        ),
    ):
        yield paired(
            f"{what}, {many}",
            "sqlite3, the same GROUP BY",
            1.5,
            max(5, place.runs // 3),
            lambda words=words: run([place.program, *words], old),  # type: ignore[misc]
            lambda sql=sql: run(["sqlite3", old, sql]),  # type: ignore[misc]
        )


def carrying(place: Place, hands: int) -> Iterator[Figure]:
    """A whole history in, and out again."""
    file = place.folder / "history.jsonl"
    file.write_text("".join(f"{line}\n" for line in documents(hands)), encoding="utf-8")
    target, bare = place.book("import"), place.book("bare")

    def ours() -> float:
        target.unlink(missing_ok=True)
        return run([place.program, "import", file], target)

    ours()
    commands = _as_csv(target, place.folder)

    def theirs() -> float:
        bare.unlink(missing_ok=True)
        begun = time.perf_counter()
        subprocess.run(["sqlite3", bare], input=commands, text=True, check=True)
        return time.perf_counter() - begun

    if shutil.which("sqlite3"):
        yield paired(
            f"import of {hands:,} hands", "sqlite3, .import of the same rows", 2.5, 3, ours, theirs
        )
    exported = place.folder / "out.jsonl"
    run([place.program, "export", "-o", exported], target)
    values = place.folder / "values.py"
    values.write_text(
        "import json, pickle, sys\n"
        "values = pickle.load(open(sys.argv[1], 'rb'))\n"
        "import time; begun = time.perf_counter()\n"
        "with open(sys.argv[2], 'w') as out:\n"
        "    for value in values: out.write(json.dumps(value, ensure_ascii=False) + '\\n')\n"
        "print(time.perf_counter() - begun)\n",
        encoding="utf-8",
    )
    import pickle

    ready = place.folder / "values.pickle"
    ready.write_bytes(pickle.dumps([json.loads(line) for line in exported.open(encoding="utf-8")]))

    def dumped() -> float:
        words = [place.python, str(values), str(ready), str(place.folder / "dumped.jsonl")]
        return float(subprocess.run(words, capture_output=True, text=True, check=True).stdout)

    yield paired(
        f"export of {hands:,} hands",
        "json.dumps of ready values",
        1.5,
        3,
        lambda: run([place.program, "export", "-o", exported], target),
        dumped,
    )


def memory(place: Place, hands: int) -> Iterator[Figure]:
    """The largest memory that a process takes, in megabytes, for ten times the file."""
    peaks: dict[str, list[float]] = {"import": [], "export": []}
    for many in (hands // 10, hands):
        file, book = place.folder / f"{many}.jsonl", place.book(f"memory-{many}")
        file.write_text("".join(f"{line}\n" for line in documents(many)), encoding="utf-8")
        peaks["import"].append(_peak([place.program, "import", file], book))
        peaks["export"].append(_peak([place.program, "export", "-o", place.folder / "x"], book))
    for what, (small, large) in peaks.items():
        yield Figure(
            f"memory of {what}, {hands:,} hands (MB)", "a tenth of them", large, small, 1.1
        )


def _peak(command: Sequence[object], book: Path) -> float:
    script = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True,"
        " stdout=subprocess.DEVNULL);"
        " print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    words = [sys.executable, "-c", script, *map(str, command)]
    ran = subprocess.run(words, env=_environment(book), capture_output=True, text=True, check=True)
    return int(ran.stdout) / (2**20 if sys.platform == "darwin" else 1024)


def _grown(place: Place, book: Path, hands: int) -> None:
    file = place.folder / f"{book.stem}.jsonl"
    file.write_text("".join(f"{line}\n" for line in documents(hands)), encoding="utf-8")
    run([place.program, "import", file], book)


def _as_csv(book: Path, folder: Path) -> str:
    """What the sqlite3 shell is told to take in the rows of a score book as bare CSV."""
    told = [".mode csv"]
    with closing(sqlite3.connect(book)) as connection:
        for table in ("entry", "hand", "hand_player", "match_state", "match_player"):
            file = folder / f"{table}.csv"
            rows = connection.execute(f"SELECT * FROM {table}")
            names = [name for name, *_ in rows.description]
            with file.open("w", newline="", encoding="utf-8") as out:
                csv.writer(out).writerows(rows)
            columns = ", ".join(f'"{name}"' for name in names)
            told += [f"CREATE TABLE {table} ({columns});", f".import {file} {table}"]
    return "\n".join(told)


# What is printed


def machine() -> str:
    """The machine and the versions that the figures are of."""
    return (
        f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()}"
        f" {platform.release()}, Python {platform.python_version()},"
        f" SQLite {sqlite3.sqlite_version}"
    )


def main() -> None:
    """Measure, and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer runs, a smaller history")
    quick = parser.parse_args().quick
    lifetime, carried = (36_000, 9_000) if quick else (1_000_000, 300_000)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), 7 if quick else 21)
        installed(place.folder)
        print(f"{machine()}\n")
        print("| what | median | against | median | ratio | at most |\n|---|---|---|---|---|---|")
        for measure in (
            start_up(place),
            evening(place),
            history(place, lifetime),
            carrying(place, carried),
            memory(place, carried),
        ):
            for one in measure:
                print(
                    f"| {one.what} | {one.ours:.3f} | {one.against} | {one.theirs:.3f} |"
                    f" {one.ratio:.2f} | {one.bound:.2f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
