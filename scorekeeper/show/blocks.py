"""What a screen is made of, and the two ways to draw it: plain text, and rich on a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

# A cell is text in pieces, each with the name of a style ("" for none).
Cell = tuple[tuple[str, str], ...]

STYLES = {
    "title": "bold",
    "good": "green",
    "bad": "red",
    "quiet": "dim",
    "strong": "bold",
    "label": "cyan",
    "": "",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A paragraph; `hang` is how far its further lines are indented."""

    text: str = ""
    style: str = ""
    hang: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """Labelled sentences, one below the other."""

    items: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: `align` is "<" or ">" per column, `rule_before` the last row set off by a line."""

    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    align: str
    total_row: bool = False


Block = Line | Facts | Grid


def cell(text: object, style: str = "") -> Cell:
    """A cell in one piece."""
    return ((str(text), style),)


def text_of(pieces: Cell) -> str:
    """The text of a cell without its styles."""
    return "".join(text for text, _ in pieces)


def width_of(text: str) -> int:
    """The columns a text takes on a terminal, whatever the script."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fitted(text: str, width: int, align: str = "<") -> str:
    """A text cut or padded to exactly this many columns."""
    if width_of(text) > width:
        while width_of(text) > width - 1 and text:
            text = text[:-1]
        text += "…"
    space = " " * (width - width_of(text))
    return space + text if align == ">" else text + space


def widths(grid: Grid) -> list[int]:
    """The columns each column of a grid takes."""
    columns = zip(grid.header, *([text_of(c) for c in row] for row in grid.rows), strict=True)
    return [max(map(width_of, column)) for column in columns]


def plain(blocks: Iterable[Block], width: int | None = None) -> str:
    """The blocks as text without colour or box drawing; sentences wrap at `width` if given."""
    lines: list[str] = []
    for block in blocks:
        if isinstance(block, Grid):
            lines += _plain_grid(block)
        elif isinstance(block, Facts):
            label_width = max(width_of(label) for label, _ in block.items) + 2
            for label, sentences in block.items:
                for number, sentence in enumerate(sentences):
                    head = fitted("" if number else label, label_width)
                    lines += _wrapped(head + sentence, width, label_width)
        else:
            lines += _wrapped(block.text, width, block.hang)
    return "\n".join(line.rstrip() for line in lines)


def _plain_grid(grid: Grid) -> list[str]:
    wide = widths(grid)

    def line(texts: Iterable[str]) -> str:
        return "  ".join(map(fitted, texts, wide, grid.align))

    lines = [line(grid.header)]
    lines.append("  ".join("-" * columns for columns in wide))
    lines += [line(map(text_of, row)) for row in grid.rows]
    if grid.total_row:
        lines.insert(-1, lines[1])
    return lines


def _wrapped(text: str, width: int | None, hang: int) -> list[str]:
    if width is None or width_of(text) <= width:
        return [text]
    # textwrap counts characters; wide scripts are wrapped earlier by what they take in addition.
    extra = max(width_of(text) - len(text), 0) * width // max(width_of(text), 1)
    return textwrap.wrap(
        text,
        max(width - extra, hang + 8),
        subsequent_indent=" " * hang,
        drop_whitespace=True,
        replace_whitespace=False,
        break_on_hyphens=False,
    )


def styled(blocks: Iterable[Block]) -> RenderableType:
    """The blocks for a rich console, which fits them to the terminal."""
    from rich.console import Group

    return Group(*map(_styled, blocks))


def _styled(block: Block) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    if isinstance(block, Line):
        if not block.hang:
            return Text(block.text, STYLES[block.style])
        table = Table.grid()
        table.add_column(width=block.hang)
        table.add_column()
        table.add_row(block.text[: block.hang], Text(block.text[block.hang :], STYLES[block.style]))
        return table
    if isinstance(block, Facts):
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(style=STYLES["label"], no_wrap=True)
        table.add_column()
        for label, sentences in block.items:
            for number, sentence in enumerate(sentences):
                table.add_row("" if number else label, Text(sentence))
        return table
    return _styled_grid(block)


def _styled_grid(grid: Grid) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD, padding=(0, 1), pad_edge=False, header_style="bold", show_edge=False
    )
    for title, align in zip(grid.header, grid.align, strict=True):
        table.add_column(Text(title), justify="right" if align == ">" else "left", no_wrap=True)
    for number, row in enumerate(grid.rows, start=1):
        before_total = grid.total_row and number == len(grid.rows) - 1
        table.add_row(*map(_text, row), end_section=before_total)
    return table


def _text(pieces: Sequence[tuple[str, str]]) -> Text:
    from rich.text import Text

    return Text.assemble(*((text, STYLES[style]) for text, style in pieces))
