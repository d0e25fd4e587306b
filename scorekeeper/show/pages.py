"""What a screen shows, as Markdown and as a page of HTML: the same blocks, drawn differently."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from itertools import accumulate

from ..ledger.book import Book
from .blocks import Block, Facts, Grid, Pieces, text_of
from .score import notes, result

# Light on every screen, one match a sheet of paper, nothing fetched from anywhere.
STYLE = """
:root { color-scheme: light; }
body { margin: 2rem; background: #fff; color: #1b1b1b; font: 15px/1.5 system-ui, sans-serif; }
section { margin-bottom: 3rem; }
h1 { margin: 0 0 .8rem; font-size: 1.25rem; }
h1, p, dd, th { overflow-wrap: anywhere; }
p { margin: .3rem 0; }
p.item { margin-left: 1.5rem; }
dt { font-weight: 600; }
.table { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; }
th, td { padding: .15rem 1.1rem .15rem 0; text-align: left; vertical-align: bottom; }
td { white-space: pre; border-bottom: 1px solid #e4e4e4; }
thead th { border-bottom: 2px solid #1b1b1b; max-width: 9rem; }
tfoot td { border-bottom: none; border-top: 2px solid #1b1b1b; }
.number { text-align: right; }
.title, .strong { font-weight: 600; }
.label { color: #00628f; }
.good { color: #1a7a3c; }
.bad { color: #b3261e; }
.quiet { color: #666; }
@page { size: landscape; margin: 12mm; }
@media print {
  body { margin: 0; font-size: 12px; }
  table { font-size: 11px; line-height: 1.4; }
  .table { overflow: visible; }
  section { margin: 0; break-inside: avoid; }
  section + section { break-before: page; }
}
"""
PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{sections}
</body>
</html>
"""
MARKDOWN = re.compile(r"([\\`*_{}\[\]#|~$])")
# What begins a list or an underline at the start of a line.
BEGINS = re.compile(r"^(\d*)([-+=.)])")


def match(book: Book) -> list[Block]:
    """A match as it is put on a page: the score sheet, what it comes to, and the notes."""
    return [*result(book), *notes(book)]


def markdown(pages: Iterable[Sequence[Block]]) -> str:
    """Pages of blocks as Markdown, one below the other."""
    told = [text for page in pages for block in page if (text := _markdown(block))]
    text = "\n\n".join(told).replace("\n\n- ", "\n- ")
    return f"{text}\n" if text else ""


def html(title: str, pages: Iterable[Sequence[Block]], style: str = "") -> str:
    """One file of HTML that needs no other and runs nothing; each page prints on its own sheet.

    `style` comes after the usual style sheet.
    """
    sections = "\n".join(
        "<section>\n{}\n</section>".format("\n".join(filter(None, map(_html, page))))
        for page in pages
    )
    return PAGE.format(title=escape(title), style=STYLE + style, sections=sections)


# Markdown


def _markdown(block: Block) -> str:
    if isinstance(block, Grid):
        return _grid_markdown(block)
    if isinstance(block, Facts):
        return "\n".join(
            f"- **{_escaped(label)}** {_escaped(' '.join(sentences))}"
            for label, sentences in block.items
        )
    if not block.text:
        return ""
    if block.style == "title":
        return f"## {_escaped(block.text)}"
    text = BEGINS.sub(r"\1\\\2", _escaped(block.text))
    if block.text.startswith("  "):
        return f"- {text}"
    return f"**{text}**" if block.style == "strong" else text


def _grid_markdown(grid: Grid) -> str:
    rules = ["---:" if align == ">" else "---" for align in grid.align]
    header = [_escaped(title) for title in grid.header] or [""] * len(rules)
    rows = [[_escaped(text_of(pieces)) for pieces in row] for row in grid.rows]
    rows = [row + [""] * (len(rules) - len(row)) for row in rows]
    if grid.totals:
        rows[-1] = [f"**{text}**" if text else "" for text in rows[-1]]
    return "\n".join(f"| {' | '.join(row)} |" for row in (header, rules, *rows))


def _escaped(text: str) -> str:
    """A text that Markdown shows as it is: no markup, no HTML, single spaces."""
    return MARKDOWN.sub(r"\\\1", escape(" ".join(text.split()), quote=False))


# HTML


def _html(block: Block) -> str:
    if isinstance(block, Grid):
        return f'<div class="table{" form" if block.form else ""}">{_grid_html(block)}</div>'
    if isinstance(block, Facts):
        told = (
            f"<dt>{escape(label)}</dt>" + "".join(f"<dd>{escape(one)}</dd>" for one in sentences)
            for label, sentences in block.items
        )
        return f"<dl>{''.join(told)}</dl>"
    if not block.text:
        return ""
    if block.style == "title":
        return f"<h1>{escape(block.text)}</h1>"
    marks = " ".join(filter(None, (block.style, "item" if block.text.startswith("  ") else "")))
    return f"<p{_class(marks)}>{escape(block.text.strip())}</p>"


def _grid_html(grid: Grid) -> str:
    header = [
        f'<th scope="col"{_class(_kind(align))}>{escape(title)}</th>'
        for title, align in zip(grid.header, grid.align, strict=False)
    ]
    over = "".join(f'<th colspan="{columns}">{escape(title)}</th>' for title, columns in grid.over)
    rows = [_row_html(row, grid.align) for row in grid.rows]
    totals = [rows.pop()] if grid.totals else []
    return (
        "<table>\n"
        + (f"<colgroup>{_columns(grid)}</colgroup>\n" if grid.form else "")
        + (f"<thead><tr>{over}</tr>\n" if over else "<thead>" if header else "")
        + (f"<tr>{''.join(header)}</tr></thead>\n" if header else "")
        + _body("tbody", rows)
        + (_body("tfoot", totals) if totals else "")
        + "</table>"
    )


def _columns(grid: Grid) -> str:
    """The columns by their names, the first below each title marked."""
    first = set(accumulate(columns for _, columns in grid.over))
    return "".join(
        f"<col{_class(escape(name) + ' first' * (place in first))}>"
        for place, name in enumerate(grid.header)
    )


def _row_html(row: Sequence[Pieces], align: str) -> str:
    if len(row) < len(align):
        return f'<td colspan="{len(align)}">{_pieces(row[0])}</td>'
    return "".join(
        f"<td{_class(_kind(side))}>{_pieces(one)}</td>"
        for one, side in zip(row, align, strict=True)
    )


def _body(tag: str, rows: Sequence[str]) -> str:
    return f"<{tag}>\n" + "".join(f"<tr>{row}</tr>\n" for row in rows) + f"</{tag}>\n"


def _pieces(pieces: Pieces) -> str:
    return "".join(
        f"<span{_class(style)}>{escape(text)}</span>" if style else escape(text)
        for text, style in pieces
    )


def _kind(align: str) -> str:
    return "number" if align == ">" else ""


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
