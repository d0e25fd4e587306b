"""The journal of a match, and what undo would take back."""

from __future__ import annotations

from collections.abc import Sequence

from ..ledger import clock
from ..ledger.journal import Told
from . import phrases as p
from .blocks import Block, Grid, Line, cell
from .lists import in_paragraphs
from .phrases import say


def log(told: Sequence[Told]) -> list[Block]:
    """One line a fact, oldest first."""
    rows = tuple(
        (
            cell(one.entry.sequence),
            cell(clock.local(one.entry.recorded_at).strftime("%Y-%m-%d %H:%M"), "quiet"),
            cell(one.words, "strong"),
            cell(say(p.REPLACED, what=one.replaced) if one.replaced else "", "quiet"),
        )
        for one in told
    )
    return [Grid((), rows, "><<<", narrow=in_paragraphs(rows, head=2))]


def undo_steps(told: Sequence[Told]) -> list[Block]:
    """What the next `undo`s would take back, the first one first."""
    if not told:
        return [Line(p.NO_UNDO)]
    steps = enumerate(told, start=1)
    return [
        Line(p.UNDO_STEPS),
        *(Line(f"{n:>3}. {one.words}", hang=5) for n, one in steps),
    ]
