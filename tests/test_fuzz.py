"""Whatever is typed, whatever a file holds: one line or a result, no traceback, no hang."""

from __future__ import annotations

import copy
import json
import tempfile
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorekeeper import variants
from scorekeeper.cli import COMMANDS
from scorekeeper.errors import Refused
from scorekeeper.rules import rulebook
from scorekeeper.rules.validity import read_rules

from .conftest import Ran, scorekeeper
from .harness import score_book

SECONDS = 2.0
OBEYED = {"Cc", "Cf", "Cs", "Zl", "Zp"}
SHOWN = {"\n", "\u200c", "\u200d"}

# Words that mean something somewhere, and words that mean trouble.
WORDS = [
    "0", "1", "2", "3", "8", "10", "16", "-1", "_", "5.5", "１０", "99999999999999999999", "",
    "ann", "An", "bob", "Cy", "Dan", "ann=8", "cy=", "=3", "bob=_", "a=b=3", "hearts", "h", "mis",
    "nt", "none", "3-5-8", "woburn", "mizz", "chooser", "cutthroat", "9-5-2", "6-3-8", "no-such",
    "win=16-tricks", "hands=3", "goal=0", "max_exchange=none", "tie=", "list", "show", "edit",
    "add",
    "merge", "rename", "archive", "yesterday", "2026-11-28", "3 weeks ago",
    "99999 years ago",
    "2026-13-45", "0.10", "1e9", "nan", "-0", "EUR", "#1", "#", "%", "0" * 40,
    "\x1b[2J",
    "\u202e",
    "é", "e\u0301", "สมชาย", "👨‍👩‍👧", "a" * 41, "\ud800", "\n", "--", "-", "--yes",
    "--json", "--call",
    "--maker", "--alone", "--bid", "--note", "--at", "-m", "--dealer", "--draw", "-o", "--stake",
    "--currency", "--seats", "--passed", "--list", "--since", "--until", "--player", "--with",
    "--won-by", "--variant", "--status", "--limit", "--format", "csv", "sheet", "html", "markdown",
    "--by", "rating", "--min-matches", "--record", "--undo", "--open", "--replace", "--dry-run",
    "--game", "--rebuild", "--all", "--help", "open", "Ann,Bob,Cy", "Bob,Ann,Cy", "Ann,Ann,Cy",
]  # fmt: skip
# These would read from or write to places the words name.
LEFT_OUT = {"demo", "backup", "restore", "import", "export", "chart"}

words = st.lists(
    st.one_of(st.sampled_from(WORDS), st.text(max_size=6), st.integers(-20, 20).map(str)),
    max_size=7,
)
lines = st.tuples(st.sampled_from(sorted(set(COMMANDS) - LEFT_OUT)), words)

DOCUMENT: dict[str, Any] = {
    "format": "scorekeeper/1",
    "id": "019a0000-0000-7000-8000-000000000358",
    "variant": "3-5-8-chooser",
    "options": {"hands": 9, "max_exchange": 2},
    "players": ["Ann", "Bob", "Cy"],
    "dealer": "Cy",
    "stake": "0.10",
    "currency": "EUR",
    "started": "2026-11-28T19:30:00+01:00",
    "note": "the Feathers",
    "hands": [
        {"tricks": {"Ann": 10, "Bob": 1, "Cy": 5}, "call": "hearts", "note": "x",
         "played": "2026-11-28T19:52:00+01:00"},
        {"passed": True},
        {"tricks": {"Ann": 3, "Bob": 5, "Cy": 8}, "call": "no-trump"},
    ],
    "pending": {"call": "misere"},
    "result": {"totals": {"Ann": 2}},
}  # fmt: skip
EUCHRE: dict[str, Any] = {
    "format": "scorekeeper/1",
    "variant": "cutthroat-euchre",
    "players": ["Ann", "Bob", "Cy"],
    "hands": [{"tricks": {"Ann": 1, "Bob": 4, "Cy": 0}, "maker": "Ann", "alone": ["Bob"]}],
}
WOBURN: dict[str, Any] = {
    "format": "scorekeeper/1",
    "variant": "woburn",
    "players": ["Ann", "Bob", "Cy"],
    "hands": [{"tricks": {"Ann": 2, "Bob": 4, "Cy": 10}, "bid": {"player": "Cy", "tricks": 10}}],
    "abandoned": "2026-11-28T22:00:00Z",
}
SHEET = "date,Ann,Bob,Cy,call,note\n2026-11-27,10,2,4,hearts,\n,4,8,_,spades,\n,passed,,,,\n"
RULES = [
    (Path(variants.__file__).parent / f"{one}.toml").read_text(encoding="utf-8")
    for one in ("3-5-8", "cutthroat-euchre", "woburn")
]

anything = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8),
        st.sampled_from(["Ann", "Cy", "hearts", "9-5-2", 10**30, -1, 17, "\ud800", "\x1b[2J"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value, as keys from the outside in."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += places(inner, (*path, index))
    return found


@st.composite
def documents(draw: st.DrawFn) -> bytes:
    """A match document with a few things put elsewhere, taken out or made into something else."""
    value = copy.deepcopy(draw(st.sampled_from([DOCUMENT, EUCHRE, WOBURN])))
    for _ in range(draw(st.integers(0, 3))):
        *outer, last = draw(st.sampled_from(places(value)))
        holder = value
        try:
            for key in outer:
                holder = holder[key]
            if draw(st.booleans()):
                holder[last] = draw(anything)
            else:
                del holder[last]
        except (KeyError, IndexError, TypeError):
            continue
        if not value:
            break
    return mangled(draw, json.dumps(value).encode())


def mangled(draw: st.DrawFn, text: bytes) -> bytes:
    """The text with a few bytes cut out or put in, now and then."""
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 9)))
        text = text[:start] + draw(st.binary(max_size=4)) + text[end:]
    return text


@st.composite
def sheets(draw: st.DrawFn) -> bytes:
    """A paper sheet with cells and characters that do not belong there."""
    rows = [row.split(",") for row in SHEET.splitlines()]
    for _ in range(draw(st.integers(0, 3))):
        row = draw(st.sampled_from(rows))
        cell = draw(st.one_of(st.sampled_from(WORDS), st.text(max_size=6)))
        row[draw(st.integers(0, len(row) - 1))] = cell
    separator = draw(st.sampled_from([",", ";", "\t"]))
    text = "\n".join(separator.join(row) for row in rows)
    return mangled(draw, text.encode("utf-8", "surrogatepass"))


@st.composite
def rule_files(draw: st.DrawFn) -> str:
    """A rules file with lines exchanged, taken out or changed."""
    told = draw(st.sampled_from(RULES)).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(told) - 1))
        key = told[place].partition("=")[0]
        told[place] = draw(
            st.sampled_from(
                ["", told[place - 1], f"{key}= {draw(st.integers(-3, 60))}", f'{key}= "x"',
                 f"{key}= []", f"{key}= {{}}", "[[roles]]", "[ending]", draw(st.text(max_size=12))]
            )
        )  # fmt: skip
    return "\n".join(told)


def judged(ran: Ran, took: float, what: object) -> None:
    """Fail unless this is how a person may be answered."""
    assert ran.status in (0, 1, 2, 3), what
    assert "scorekeeper's own" not in ran.err, (what, ran.err)
    assert "Traceback" not in ran.err, (what, ran.err)
    if ran.status in (1, 3) and not ran.out:
        assert len(ran.err.splitlines()) == 1, (what, ran.err)
    bad = [c for c in ran.out + ran.err if unicodedata.category(c) in OBEYED and c not in SHOWN]
    assert not bad, (what, bad)
    assert took < SECONDS, (what, took)


def timed(*arguments: str, stdin: bytes = b"") -> tuple[Ran, float]:
    """Run a command, and say how long it took."""
    begun = time.process_time()
    ran = scorekeeper(*arguments, stdin=stdin.decode("utf-8", "surrogateescape"))
    return ran, time.process_time() - begun


def try_arguments(folder: Path, template: bytes, line: tuple[str, list[str]]) -> None:
    database = folder / "book.db"
    database.write_bytes(template)
    command, typed = line
    ran, took = timed(command, *typed)
    # Tabs separate nothing here; pages and tables may hold them where they were typed.
    judged(Ran(ran.out.replace("\ufeff", "").replace("\r", ""), ran.err, ran.status), took, line)
    assert timed("export")[0].status == 0, line


def try_import(folder: Path, template: bytes, content: bytes, *options: str) -> None:
    database = folder / "book.db"
    database.write_bytes(template)
    before = scorekeeper("export").out
    file = folder / ("sheet.csv" if options else "matches.jsonl")
    file.write_bytes(content)
    ran, took = timed("import", str(file), *options)
    judged(ran, took, content)
    if ran.status:
        assert scorekeeper("export").out == before, content
    else:
        after, took = timed("export")
        judged(after, took, content)
        for look in ("score", "matches", "standings", "log"):
            judged(*timed(look), content)


def try_rules(text: str) -> None:
    begun = time.process_time()
    try:
        rules = read_rules(text, variants.rules)
        rulebook.variant(rules)
    except Refused:
        pass
    assert time.process_time() - begun < SECONDS, text


def fuzz(cases: int) -> dict[str, int]:
    """Try about so many cases in all; the number of each kind that was tried."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with score_book(folder / "book.db"):
            for line in ("new 3-5-8-chooser Ann Bob Cy", "hand 3 8 5 -c h", "call nt"):
                assert scorekeeper(*line.split()).status == 0
            template = (folder / "book.db").read_bytes()
            kinds: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
                "arguments": (lines, lambda one: try_arguments(folder, template, one)),
                "documents": (documents(), lambda one: try_import(folder, template, one)),
                "sheets": (
                    sheets(),
                    lambda one: try_import(folder, template, one, "--game", "3-5-8"),
                ),
                "rules": (rule_files(), try_rules),
            }
            return {
                name: _tried(strategy, judge, cases // len(kinds))
                for name, (strategy, judge) in kinds.items()
            }


def _tried(strategy: st.SearchStrategy[Any], judge: Callable[[Any], None], cases: int) -> int:
    count = 0

    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        derandomize=cases < 1000,
    )
    @given(strategy)
    def each(one: Any) -> None:
        nonlocal count
        count += 1
        judge(one)

    each()
    return count


def test_nothing_that_is_typed_or_read_gets_further_than_a_line() -> None:
    assert all(fuzz(800).values())


@pytest.mark.parametrize("start", ["{", '{"format": "', "Ann,Bob,Cy\n", '"'])
def test_an_endless_line_is_refused_before_it_is_read_whole(tmp_path: Path, start: str) -> None:
    import tracemalloc

    file = tmp_path / "endless"
    file.write_bytes(start.encode() + b"a" * 100_000_000)
    tracemalloc.start()
    ran, took = timed("import", str(file), *(["--game", "3-5-8"] if start[0] != "{" else []))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    judged(ran, took / 4, start)
    assert ran.status == 1
    assert peak < 200_000_000
