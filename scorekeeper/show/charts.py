"""How the totals of a match ran, hand by hand: drawn for a terminal, and as SVG."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import Any

from ..ledger.book import Book
from . import phrases as p
from .blocks import Block, Grid, Line, Pieces, cell, text_of, width_of
from .phrases import signed
from .score import heading, together

# Totals by side (or seat), from the beginning of a match: its start, then one after each hand.
Runs = Sequence[Sequence[int]]

WIDTH = 80
NARROWEST = 24
HEIGHT = 22
MARKS = "OX*#@%&=+$?!"
FRAME = str.maketrans("│┤└┬─", "|+++-")
# On paper, told apart by most eyes that do not see all colours too.
INKS = (
    "#1e88d2",
    "#e08a00",
    "#009e73",
    "#d33f49",
    "#b061b8",
    "#6b8e23",
    "#8a6fdf",
    "#808080",
)
COLOUR = re.compile(r"\x1b\[([\d;]*)m")
ZERO = 250


def runs(book: Book) -> Runs:
    """The totals of those shown together, from the beginning of the match."""
    start = book.variant.start
    return tuple(
        (start, *(row.totals[seats[0]] for row in book.sheet.rows))
        for seats in book.variant.by_side()
    )


def names(book: Book) -> list[str]:
    """What the lines are called."""
    return [together(book, seats) for seats in book.variant.by_side()]


def chart(book: Book, width: int | None = None, *, drawn: bool = False) -> list[Block]:
    """The chart of a match with its legend; see `canvas`."""
    told = runs(book)
    signs = marks(names(book))
    legend = [
        (
            cell("──" if drawn else signs[seat], _ink(seat)),
            cell(player),
            cell(signed(told[seat][-1]), "strong"),
        )
        for seat, player in enumerate(names(book))
    ]
    return [
        heading(book),
        Line(),
        canvas(told, signs, width or WIDTH, drawn=drawn),
        Line(),
        Grid((), tuple(legend), "<<>"),
    ]


def picture(book: Book, width: int, height: int, *, drawn: bool) -> list[Block]:
    """The chart alone, in so many lines, the last of which say whose line is which."""
    signs = marks(names(book))
    told = runs(book)
    legend: list[Pieces] = [()]
    for seat, player in enumerate(names(book)):
        piece = f"{'──' if drawn else signs[seat]} {player} {signed(told[seat][-1])}   "
        if width_of(text_of(legend[-1]) + piece.rstrip()) > width:
            legend.append(())
        legend[-1] = (*legend[-1], (piece, _ink(seat)))
    rows = tuple((pieces,) for pieces in legend)
    return [
        canvas(told, signs, width, height - len(rows), drawn=drawn),
        *(Grid((), (row,), "<") for row in rows),
    ]


def marks(players: Sequence[str]) -> Sequence[str]:
    """A sign for each player: the first letters of the names, where they can be told apart."""
    letters = [player[0].upper() for player in players]
    plain = all(letter.isascii() and letter.isalpha() for letter in letters)
    return letters if plain and len(set(letters)) == len(letters) else MARKS


def canvas(
    told: Runs, signs: Sequence[str], width: int, height: int = HEIGHT, *, drawn: bool
) -> Grid:
    """The lines of the players in their colours: fine ones when `drawn`, else of their signs.

    It is so many columns and lines large. A sign that has a small form is small between the hands.
    """
    import plotext

    hands = len(told[0]) - 1
    low, high = _reach(told)
    width = max(width, NARROWEST)
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)
    plotext.plot_size(width, height)
    plotext.xaxes(True, False)
    plotext.yaxes(True, False)
    plotext.ylim(low, high)
    plotext.xlim(0, hands)
    plotext.xticks(ticks(0, hands, width // 4))
    heights = ticks(low, high, height // 2)
    plotext.yticks(heights, [signed(height) for height in heights])
    plotext.xlabel(p.HAND_AXIS)
    plotext.plot([0, hands], [0, 0], marker="·" if drawn else ".", color=ZERO)
    for seat, totals in enumerate(told):
        sign = "braille" if drawn else signs[seat].lower()
        plotext.plot(range(hands + 1), totals, marker=sign, color=seat % len(INKS) + 1)
    for seat, totals in enumerate(() if drawn else told):
        plotext.scatter(range(hands + 1), totals, marker=signs[seat], color=seat % len(INKS) + 1)
    picture = plotext.build() if drawn else plotext.build().translate(FRAME)
    return Grid((), tuple((_pieces(line),) for line in picture.splitlines()), "<")


def ticks(low: int, high: int, most: int) -> list[int]:
    """At most so many round numbers from `low` to `high`, evenly spaced."""
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(step for step in steps if high // step + -low // step < most)
    return list(range(-(-low // step) * step, high + 1, step))


def svg(book: Book) -> bytes:
    """The chart as one SVG file, without scripts, links or anything fetched from elsewhere."""
    from pygal import Line as Chart
    from pygal.style import Style

    told = runs(book)
    low, high = _reach(told)
    hands = range(len(told[0]))
    drawing = Chart(
        width=960,
        height=540,
        title=heading(book).text,
        x_title=p.HAND_AXIS,
        js=[],
        range=(low, high),
        show_minor_x_labels=False,
        show_minor_y_labels=True,
        x_labels_major=[str(hand) for hand in ticks(0, hands[-1], 25)],
        y_labels=ticks(low, high, 12),
        y_labels_major=[0],
        value_formatter=lambda value: signed(int(value)),
        legend_at_bottom=True,
        legend_at_bottom_columns=3,
        truncate_legend=-1,
        truncate_label=-1,
        dots_size=3,
        style=Style(
            background="white",
            plot_background="white",
            colors=INKS,
            stroke_width="2.5",
            stroke_opacity="1",
            opacity="1",
            guide_stroke_color="#cccccc",
            major_guide_stroke_color="#666666",
            font_family="system-ui, sans-serif",
            label_font_size=12,
            major_label_font_size=12,
        ),
    )
    drawing.uuid = book.uid
    drawing.x_labels = [str(hand) for hand in hands]
    for seat, player in enumerate(names(book)):
        # Every second line is dashed, for eyes and printers that see no colours.
        stroke = {"dasharray": "8, 4"} if seat % 2 else None
        drawing.add(f"{player} {signed(told[seat][-1])}", told[seat], stroke_style=stroke)
    drawing.add_xml_filter(_lifeless)
    rendered: bytes = drawing.render()
    return rendered


def _reach(told: Runs) -> tuple[int, int]:
    """The lowest and the highest total; never the same, so that there is a height to draw in."""
    low, high = min(map(min, told)), max(map(max, told))
    return (low, high) if low < high else (low - 1, high + 1)


def _pieces(line: str) -> Pieces:
    """A line with the colour codes of plotext as pieces, each in the style of its seat."""
    first, *coded = COLOUR.split(line)
    told = zip(coded[::2], coded[1::2], strict=True)
    return ((first, ""), *((text, _style(code)) for code, text in told if text))


def _ink(seat: int) -> str:
    return f"seat {seat % len(INKS)}"


def _style(code: str) -> str:
    if not code.startswith("38;5;"):
        return ""
    number = int(code.removeprefix("38;5;"))
    return "quiet" if number == ZERO else f"seat {number - 1}"


def _lifeless(root: Any) -> Any:
    """The tree of a drawing without scripts, and without comments that name places on the web."""
    for parent in list(root.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.endswith("script"):
                parent.remove(child)
    return root
