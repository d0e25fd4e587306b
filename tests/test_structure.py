"""How the parts hang together: imports point one way, and a hand is recorded without heavy ones."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .conftest import Runner

PACKAGE = Path(__file__).parent.parent / "scorekeeper"

# What each part may use of the others.
MAY_USE = {
    "errors": set(),
    "rules": {"errors"},
    "variants": {"errors", "rules"},
    "ledger": {"errors", "rules", "variants"},
    "show": {"errors", "rules", "variants", "ledger"},
    "cli": {"errors", "rules", "variants", "ledger", "show"},
}


def imported(file: Path) -> Iterator[str]:
    """The full names of the modules of ours that a file imports."""
    package = ["scorekeeper", *file.relative_to(PACKAGE).with_suffix("").parts]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = package[: len(package) - node.level]
            if file.name == "__init__.py" and node.level > 1:
                above = package[: -node.level]
            for name in [node.module] if node.module else [alias.name for alias in node.names]:
                yield ".".join([*above, str(name)])
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("scorekeeper"):
            yield str(node.module)


@pytest.mark.parametrize("part", MAY_USE)
def test_imports_point_one_way(part: str) -> None:
    files = sorted((PACKAGE / part).glob("*.py")) or [PACKAGE / f"{part}.py"]
    for file in files:
        for name in imported(file):
            other = name.removeprefix("scorekeeper.").split(".")[0]
            if other in MAY_USE and other != part:
                assert other in MAY_USE[part], f"{file.name} imports {name}"


def test_the_rules_know_no_clock_file_database_or_terminal() -> None:
    allowed = {"__future__", "collections", "contextlib", "dataclasses", "decimal", "difflib",
               "inspect",
               "itertools", "json", "math", "msgspec", "re", "shlex", "tomllib", "typing",
               "unicodedata"}  # fmt: skip
    for file in [*(PACKAGE / "rules").glob("*.py"), PACKAGE / "errors.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [str(node.module)]
            for name in names:
                assert name.split(".")[0] in allowed, f"{file.name} imports {name}"


HEAVY = ("sqlite_utils", "difflib", "rich.console", "dateutil", "tomllib", "openskill", "plotext",
         "prompt_toolkit", "pygal", "csv", "typst")  # fmt: skip


@pytest.mark.parametrize(
    "typed", ["hand 8 5 3", "call hearts", "score", "next", "undo", "matches", "--version"]
)
def test_what_is_typed_at_the_table_loads_nothing_heavy(sk: Runner, typed: str) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    sk("hand", "8", "5", "3")
    script = (
        "import sys; from scorekeeper.cli import run; status = run(sys.argv[1:]);"
        f" print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr);"
        " sys.exit(status)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, *typed.split()], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0
    assert ran.stderr.strip() == "[]"
