"""The pictures of the manual: an evening that is really played, drawn as its screens show it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from scorekeeper.cli.at_table import AtTable
from scorekeeper.cli.screen import lines_above
from scorekeeper.cli.table import Table
from scorekeeper.show.blocks import wrapped

LAPTOP, PHONE = (80, 24), (40, 20)
BEGUN = (
    'new 3-5-8 Ann Bob Cy --at 2026-11-28T19:30 --stake 0.10 --currency EUR --note "the Feathers"',
    "10 2 hearts",
    "4 8 spades",
)
MORE = ("6 3 clubs", "9 4 hearts", "6 8 diamonds", "2 2 spades")
# The terminal alone: no window around it, no font that would be fetched from elsewhere.
SVG = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px;
  line-height: {line_height}px;
}}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal">
  <rect x="0" y="0" width="{terminal_width}" height="{terminal_height}"/>
</clipPath>
{lines}
</defs>
<rect fill="#292929" x="1" y="1" width="{width}" height="{height}" rx="8"/>
<g transform="translate(9, 9)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def screens() -> Iterator[tuple[str, str]]:
    """The pictures, with the names of their files."""
    with tempfile.TemporaryDirectory() as folder:
        book = str(Path(folder) / "book.db")
        table = Table(AtTable(book, "always", columns=LAPTOP[0], styled=True), None)
        table.begin("", (), (), None)
        yield "game.svg", picture(table, LAPTOP)
        for typed in BEGUN:
            table.enter(typed)
        yield "board.svg", picture(table, LAPTOP, "6 3 clubs")
        yield "slip.svg", picture(table, PHONE, "6 13")
        table.drawn(*LAPTOP)
        table.enter("edit 1 9 3 4")
        yield "correction.svg", picture(table, LAPTOP)
        table.enter("n")
        for typed in MORE:
            table.enter(typed)
        yield "end.svg", picture(table, LAPTOP)


def picture(table: Table, size: tuple[int, int], typed: str = "") -> str:
    """The screen of the table with this on its line, as SVG."""
    columns, lines = size
    room = lines_above(columns, lines)
    above = table.drawn(columns, room).split("\n")[:room]
    told, wrong = table.hint(typed)
    screen = Text.from_ansi("\n".join([*above, *[""] * (room - len(above))]))
    screen.append("\n" + "─" * columns, "dim").append(f"\n{table.prompt}", "bold").append(typed)
    hint = wrapped(told, columns)
    screen.append("\n" + "\n".join(hint), "red" if wrong else "dim")
    console = Console(record=True, width=columns, file=StringIO(), force_terminal=True)
    console.print(screen)
    return console.export_svg(code_format=SVG)
