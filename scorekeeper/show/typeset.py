"""A page with one table on it, to be printed: as HTML, and as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

import msgspec
from msgspec import Struct

from ..errors import Refused
from .blocks import Block, Facts, Grid, Line
from .pages import html

# Heights in mm: what stands above the rows, a line below them, and a row.
HEAD, LINE, LOWEST, TALLEST = 38, 4, 4.2, 10
STYLE = """
.form table { width: 100%; table-layout: fixed; font: inherit; }
.form col:first-child { width: 8mm; }
.form col.call, .form col.maker, .form col.alone { width: 19mm; }
.form col.cards, .form col.pass { width: 12mm; }
.form col.tell { width: 32mm; }
.form col.first { border-left: .8pt solid #444; }
.form thead th, .form td { border: .3pt solid #b5b5b5; padding: 0 1mm; }
.form thead tr:first-child th { height: 8mm; vertical-align: middle; }
.form thead th { text-align: center; border-width: 0 .3pt; font-size: 110%; }
.form thead tr:last-child th { padding: 0; color: #666; font: 7px system-ui, sans-serif; }
.form tbody tr:first-child td, .form tfoot td { border-top: .8pt solid #444; }
.form td { height: ROW; line-height: 1.1; white-space: normal; overflow-wrap: anywhere;
  vertical-align: middle; }
.form td:not(.number) { font-size: 80%; }
.form .mark { float: left; color: #888; }
dl { display: grid; grid-template-columns: max-content 1fr; column-gap: 3mm; margin: 1mm 0 0; }
dt { grid-column: 1; }
dd { grid-column: 2; margin: 0; }
p, dl { font-size: 90%; line-height: 1.3; }
@page { size: SIZE; margin: 10mm; }
@media print {
  body { zoom: ZOOM; }
  h1 { margin-bottom: 1mm; }
  p { margin: .5mm 0; }
  .table { margin: 2mm 0; }
  .form table { font-size: 11px; }
}
"""


class Paper(Struct, frozen=True):
    """A4 held one way, without its margins, in mm; and how many hands go well on it.

    `height` is what is usually left for them.
    """

    upright: bool
    width: int
    height: int
    hands: int

    @property
    def whole(self) -> int:
        """The height of the page."""
        return 277 if self.upright else 190

    def ease(self, columns: int, hands: int) -> float:
        """How easily so many columns and hands are written in; 1 is comfortable."""
        return min(self.width / columns / 13, self.height / max(1, hands) / 7)


PAPERS = (
    Paper(upright=True, width=190, height=190, hands=24),
    Paper(upright=False, width=277, height=112, hands=16),
)


def comfortable_hands(columns: int) -> int:
    """How many hands go well on a page with so many columns."""
    return max(PAPERS, key=lambda paper: paper.ease(columns, paper.hands)).hands


def page(title: str, blocks: Sequence[Block]) -> str:
    """The blocks as a file of HTML that prints on one page of A4."""
    grid = _table(blocks)
    paper = _paper_for(grid)
    told = [block.text for block in blocks if isinstance(block, Line) and block.text]
    for block in blocks:
        if isinstance(block, Facts):
            told += [sentence for _, sentences in block.items for sentence in sentences]
    lines = sum(1 + len(sentence) * 2 // paper.width for sentence in told)
    head, rows = HEAD + LINE * lines, len(grid.rows)
    row = min(TALLEST, max(LOWEST, (paper.whole - head) / rows))
    zoom = min(1, paper.whole / (head + row * rows))
    size = f"A4 {'portrait' if paper.upright else 'landscape'}"
    style = STYLE.replace("SIZE", size).replace("ROW", f"{row:.1f}mm")
    return html(title, [blocks], style.replace("ZOOM", f"{zoom:.2f}"))


def pdf(title: str, blocks: Sequence[Block]) -> bytes:
    """The blocks on one page of A4; the program that draws them takes them as mere data.

    Raises `Refused` where nothing is there to typeset them.
    """
    try:
        import typst
    except ImportError:
        raise Refused(
            "there is nothing here to typeset a PDF with",
            "`pip install typst`, or write a page .html and print that from a browser",
        ) from None
    told = {
        "title": title,
        "upright": _paper_for(_table(blocks)).upright,
        "blocks": [(type(block).__name__, block) for block in blocks],
    }
    template = (files(__package__) / "paper.typ").read_bytes()
    return typst.compile(template, sys_inputs={"sheet": msgspec.json.encode(told).decode()})


def _table(blocks: Sequence[Block]) -> Grid:
    return next(block for block in blocks if isinstance(block, Grid))


def _paper_for(grid: Grid) -> Paper:
    """The way to hold the paper on which a table is easier to write in."""
    return max(PAPERS, key=lambda paper: paper.ease(len(grid.align), len(grid.rows) - 1))
