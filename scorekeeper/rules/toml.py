"""The text of a rules file: read, and where in it a key stands."""

from __future__ import annotations

import re
from typing import Any

# What tomllib says of a slip, and what a person would.
SLIPS = {
    "Illegal character": "a quotation mark is missing at the end of the line",
    "Invalid value": "what stands after the = is no number, and a text needs quotation marks",
    "Expected '=' after a key": "an = is missing, or a quotation mark",
    "Expected newline or end of document": "something stands after the value",
    "Cannot overwrite a value": "this is said twice",
    "Cannot declare": "this table is begun twice",
}


class Slip(ValueError):
    """The text is no TOML: in which line, and what is wrong there."""

    def __init__(self, line: int, told: str) -> None:
        super().__init__(f"line {line}: {told}")
        self.line, self.told = line, told


def parsed(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises `Slip`."""
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        where = re.search(r" \(at line (\d+),", str(mistake))
        told = str(mistake).partition(" (at")[0]
        plainly = next((said for sign, said in SLIPS.items() if told.startswith(sign)), told)
        raise Slip(int(where[1]) if where else text.count("\n") + 1, plainly) from None
    except (ValueError, RecursionError) as mistake:
        raise Slip(1, f"this can't be read ({mistake})") from None


def line_of(text: str, place: str) -> int:
    r"""The number of the line of a TOML text where a dotted key stands, or where it belongs.

    >>> line_of('id = "x"\n[ending]\ngoal = 5\n', "ending.goal")
    3
    """
    if found := re.fullmatch(r"line (\d+)", place):
        return int(found[1])
    wanted = [part for part in re.split(r"[.\[\]]+", place) if part]
    best, line = 0, 1
    table: list[str] = []
    counts: dict[str, int] = {}
    for number, written in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*(\[\[?)\s*(.+?)\s*\]", written)
        key = re.match(r"\s*([\w.\"'-]+)\s*=", written)
        if head:
            table = _parts(head[2])
            if head[1] == "[[":
                name = ".".join(table)
                table.append(str(counts.get(name, 0)))
                counts[name] = counts.get(name, 0) + 1
            path = table
        elif key:
            path = [*table, *_parts(key[1])]
        else:
            continue
        if path == wanted[: len(path)] and len(path) > best:
            best, line = len(path), number
    return line


def _parts(key: str) -> list[str]:
    return [a or b or c for a, b, c in re.findall(r"\"([^\"]*)\"|'([^']*)'|([\w-]+)", key)]
