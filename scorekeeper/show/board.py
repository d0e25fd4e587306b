"""What lies before a table all evening: the last hands, and the card of the coming one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ..ledger.book import Book
from . import phrases as p
from .blocks import Block, Facts, Grid, Line, height
from .card import card
from .phrases import say, signed
from .score import heading, legend, outcome, table, together

# What a small window does without, first to last; `next` shows it all.
SPARED = ("To win", "Kitty", "Tell", "Bags", "Deal")
# So many hands are worth more than what is spared.
FEW = 2
LOWEST_CHART = 10


def board(book: Book, width: int, room: int, *, drawn: bool = False) -> list[Block]:
    """The score and the card of the coming hand, or how the match ended, in `room` lines.

    Where that is too few, the earlier hands are left out, then the heading, then what can be looked
    up elsewhere. A match that is over shows its chart where there is room, `drawn` or in signs.
    """
    below = outcome(book) or card(book)
    above = [heading(book), Line()]
    left = room - height([*above, *below], width)
    if book.sheet.winners and left >= LOWEST_CHART and len(book.sheet.rows) > 1:
        return [*above, *below, *_chart(book, width, left, drawn=drawn)]
    grid = table(book, width)
    hands = len(grid.rows) - 1
    for spared in range(len(SPARED) + 1):
        below = _without(below, SPARED[:spared])
        for frame in (above, []):
            least = [*frame, *_last(grid, 0), *below]
            left = room - height(least, width)
            if left >= min(hands, FEW):
                letters = legend(book, width) if frame and left > hands else []
                return [*frame, *_last(grid, min(hands, left), letters), *below]
    return [
        *(replace(one, totals=False) for one in _last(grid, 1) if isinstance(one, Grid)),
        *below,
    ]


def brief(book: Book) -> str:
    """The latest hand in a line: "Hand 3: Ann +2 · Bob −4 · Cy +2"."""
    number = book.sheet.rows[-1].deal.number
    told = say(p.BRIEF, number=number, points=points_in(book))
    return " · ".join(filter(None, (told, verdict(book))))


def verdict(book: Book) -> str:
    """Who has won and by which rule; "" while nobody has."""
    return next((line.text for line in outcome(book)[:1] if isinstance(line, Line)), "")


def points_in(book: Book) -> str:
    """What the latest hand brought to everybody: "Ann +2 · Bob −4 · Cy +2"."""
    points = book.sheet.rows[-1].points
    return " · ".join(
        f"{together(book, seats)} {signed(points[seats[0]])}" for seats in book.variant.by_side()
    )


def _last(grid: Grid, hands: int, letters: Sequence[Block] = ()) -> list[Block]:
    """The table with so many hands, the last, and what its `letters` mean; nothing before hands."""
    if len(grid.rows) == 1:
        return []
    return [replace(grid, rows=grid.rows[-hands - 1 :]), *letters, Line()]


def _without(blocks: Sequence[Block], labels: Sequence[str]) -> list[Block]:
    """The blocks without the facts that have these labels."""
    left: list[Block] = []
    for block in blocks:
        if isinstance(block, Facts):
            block = Facts(tuple(item for item in block.items if item[0] not in labels))
        left += [] if block == Facts(()) else [block]
    return left


def _chart(book: Book, width: int, room: int, *, drawn: bool) -> list[Block]:
    """How the totals of a match that is over ran, in so many lines."""
    from .charts import HEIGHT, picture

    return [Line(), *picture(book, width, min(room - 1, HEIGHT), drawn=drawn)]
