"""What a screen is made of, laid out once and drawn as plain text or, with rich, in colour."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from ..rules.names import visible

if TYPE_CHECKING:
    from rich.text import Text

# A text in pieces, each with the name of a style ("" for none): a cell, or a whole line.
Pieces = tuple[tuple[str, str], ...]

# Our own signs, which take one column each; measuring others takes a table of all scripts.
SINGLE = dict.fromkeys(map(ord, "−–→·…—Σ─✓✗“”’è"), "x")
STYLES = {
    "title": "bold",
    "strong": "bold",
    "label": "cyan",
    "good": "green",
    "bad": "red",
    "quiet": "dim",
    # What is printed at the edge of a cell that is to be written in.
    "mark": "dim",
    "": "",
    # The players of a chart; terminals with sixteen colours show them all different.
    "seat 0": "cyan",
    "seat 1": "yellow",
    "seat 2": "magenta",
    "seat 3": "green",
    "seat 4": "red",
    "seat 5": "blue",
    "seat 6": "bright_magenta",
    "seat 7": "bright_black",
}


class Line(Struct, frozen=True):
    """A paragraph; when it wraps, its further lines are indented by `hang` columns."""

    text: str = ""
    style: str = ""
    hang: int = 0


class Facts(Struct, frozen=True):
    """Labelled sentences, one below the other."""

    items: tuple[tuple[str, tuple[str, ...]], ...]


class Grid(Struct, frozen=True):
    """A table: `align` has "<" or ">" for each column; an empty `header` is not shown.

    A row of a single cell goes across all columns. `totals` sets the last row off by a rule.
    Tables do not wrap; `narrow` stands in for one that is too wide. `over` are titles above the
    header, each with the number of columns that it goes across. A `form` is to be written in.
    """

    header: tuple[str, ...]
    rows: tuple[tuple[Pieces, ...], ...]
    align: str
    totals: bool = False
    gap: int = 2
    narrow: tuple[Line, ...] = ()
    over: tuple[tuple[str, int], ...] = ()
    form: bool = False

    def across(self, row: tuple[Pieces, ...]) -> bool:
        """Whether this row is a single cell that goes across all columns."""
        return len(row) < len(self.align)

    def widths(self) -> list[int]:
        """The columns of the screen that each column takes."""
        texts = [[text_of(cell) for cell in row] for row in self.rows if not self.across(row)]
        columns = zip(*([self.header] if self.header else []), *texts, strict=True)
        each = [max(map(width_of, column)) for column in columns]
        for title, place, room in self.titles(each):
            each[place] += max(0, width_of(title) - room)
        return each

    def titles(self, each: Sequence[int]) -> Iterator[tuple[str, int, int]]:
        """The titles `over` the header: the last column each is above, and the room it has."""
        first = 0
        for title, columns in self.over:
            last = first + columns - 1
            yield title, last, sum(each[first : last + 1]) + self.gap * (columns - 1)
            first = last + 1

    def width(self) -> int:
        """The columns of the screen that the whole table takes."""
        each = self.widths()
        return sum(each) + self.gap * (len(each) - 1)


Block = Line | Facts | Grid


def cell(text: object, style: str = "") -> Pieces:
    """A cell in one piece, with nothing in it that a terminal could obey."""
    return ((visible(str(text)), style),)


def text_of(pieces: Pieces) -> str:
    """The text without its styles."""
    return "".join(text for text, _ in pieces)


def width_of(text: str) -> int:
    """The columns a text takes on a terminal, whatever the script."""
    if text.translate(SINGLE).isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def cut(text: str, width: int) -> str:
    """A text cut to at most this many columns, with an ellipsis where something is missing."""
    if width_of(text) <= width:
        return text
    while text and width_of(text) >= width:
        text = text[:-1]
    return text + "…"


def plain(blocks: Iterable[Block], width: int | None = None) -> str:
    """The blocks as text without colour; sentences wrap at `width` where it is given."""
    return "\n".join(text_of(line).rstrip() for line in lines(blocks, width, "-"))


def styled(blocks: Iterable[Block], width: int | None = None) -> Text:
    """The same lines for a rich console, in colour and with drawn rules."""
    from rich.text import Text

    drawn = [
        Text.assemble(*((text, STYLES[style]) for text, style in line))
        for line in lines(blocks, width, "─")
    ]
    return Text("\n", no_wrap=True, overflow="ignore").join(drawn)


def lines(blocks: Iterable[Block], width: int | None, rule: str) -> Iterator[Pieces]:
    """The blocks line by line; `rule` is the character that rules are drawn with."""
    for block in blocks:
        if isinstance(block, Grid):
            if block.narrow and width is not None and block.width() > width:
                yield from lines(block.narrow, width, rule)
            else:
                yield from _grid_lines(block, rule)
        elif isinstance(block, Facts):
            indent = max(width_of(label) for label, _ in block.items) + 2
            for label, sentences in block.items:
                head = label
                for sentence in sentences:
                    for text in wrapped(visible(sentence), width and width - indent):
                        yield _padded(cell(head, "label"), indent) + cell(text)
                        head = ""
        else:
            first, *rest = wrapped(visible(block.text), width, block.hang)
            yield cell(first, block.style)
            for text in rest:
                yield cell(" " * block.hang + text, block.style)


def height(blocks: Iterable[Block], width: int) -> int:
    """The lines that blocks take on a screen so wide."""
    return sum(1 for _ in lines(blocks, width, "-"))


def _grid_lines(grid: Grid, rule: str) -> Iterator[Pieces]:
    each = grid.widths()

    def line(cells: Iterable[Pieces]) -> Pieces:
        padded = map(_padded, cells, each, grid.align)
        first, *rest = padded
        gap = cell(" " * grid.gap)
        return (*first, *(piece for one in rest for piece in (*gap, *one)))

    ruled = cell((" " * grid.gap).join(rule * columns for columns in each), "quiet")
    if grid.over:
        gap = " " * grid.gap
        titles = (title + " " * (room - width_of(title)) for title, _, room in grid.titles(each))
        yield cell(gap.join(titles), "title")
    if grid.header:
        yield line(cell(title, "title") for title in grid.header)
        yield ruled
    for number, row in enumerate(grid.rows, start=1):
        if grid.totals and number == len(grid.rows):
            yield ruled
        yield row[0] if grid.across(row) else line(row)


def _padded(pieces: Pieces, width: int, align: str = "<") -> Pieces:
    space = cell(" " * (width - width_of(text_of(pieces))))
    return (*space, *pieces) if align == ">" else (*pieces, *space)


def wrapped(text: str, width: int | None, hang: int = 0) -> list[str]:
    """A text in lines of at most `width` columns, all but the first shorter by `hang`."""
    if width is None or width_of(text) <= width:
        return [text]
    found: list[str] = []
    line, *words = text.lstrip(" ").split(" ")
    line = " " * (len(text) - len(text.lstrip(" "))) + line
    for word in words:
        room = width - (hang if found else 0)
        if width_of(line) + 1 + width_of(word) > room:
            found.append(line)
            line = word
        else:
            line = f"{line} {word}"
    return [*found, line]
