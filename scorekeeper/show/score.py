"""The score sheet of a match: hands down, players across, never re-sorted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..ledger import clock
from ..ledger.book import Book
from ..rules.model import Hand, Payment, Row
from . import phrases as p
from .blocks import Block, Grid, Line, Pieces, cell, cut, text_of, width_of
from .card import call_name
from .phrases import say, signed


def score(book: Book, width: int | None = None) -> list[Block]:
    """The whole sheet, as roomy as `width` columns allow, what it comes to, and what to type."""
    hint = [Line(p.NEXT_HINT, "quiet")] if book.status == "open" else []
    return [*result(book, width), *hint]


def result(book: Book, width: int | None = None) -> list[Block]:
    """The whole sheet, as roomy as `width` columns allow, and what it comes to."""
    return [heading(book), Line(), _table(book, width), *_legend(book), Line(), *_state(book)]


def heading(book: Book) -> Line:
    """One line that says which match this is."""
    parts = [
        f"#{book.number} {book.variant.name}",
        clock.local(book.record.started).strftime("%-d %b %Y"),
        *([book.record.note] if book.record.note else []),
    ]
    return Line(" · ".join(parts), "title")


def outcome(book: Book) -> list[Block]:
    """Who has won and by which rule, and who pays whom; nothing while the match is open."""
    sheet, players = book.sheet, book.players
    if not sheet.winners:
        return []
    ending = book.variant.ending
    rule = say(p.WON_BY[ending.kind], **ending.parameters)
    names = p.both([players[seat] for seat in sheet.winners])
    sentence = p.WINS if len(sheet.winners) == 1 else p.SHARE
    best = max(sheet.totals[seat] for seat in sheet.winners)
    ranking = [Line(say(p.RANKING, points=best * book.variant.ranking))]
    return [
        Line(say(sentence, names=names, hand=sheet.decided_at, rule=rule), "strong"),
        *(ranking if book.variant.ranking else []),
        *_settlement(book),
    ]


def payment(book: Book, paid: Payment, sentence: str = p.PAYS) -> str:
    """One payment as a sentence: money where there is a stake, else points."""
    named = {"payer": book.players[paid.payer], "payee": book.players[paid.payee]}
    if paid.amount is None:
        return say(p.PAYS_POINTS, points=paid.points, **named)
    amount = f"{paid.amount} {book.record.currency}".strip()
    return say(sentence, amount=amount, **named)


def points_cell(points: int, before: str = "") -> Pieces:
    """Points with their sign, in the colour of up or down."""
    style = "good" if points > 0 else "bad" if points < 0 else ""
    return ((before, ""), (signed(points), style))


@dataclass(frozen=True, slots=True)
class _Layout:
    """How much of each hand a cell shows; `calls` is how many letters of a call."""

    targets: bool
    points: bool
    calls: int
    gap: int


ROOMY = _Layout(targets=True, points=True, calls=8, gap=2)
TIGHT = _Layout(targets=True, points=False, calls=8, gap=2)
NARROW = _Layout(targets=False, points=False, calls=2, gap=1)


def _table(book: Book, width: int | None) -> Grid:
    """The roomiest table that fits, names cut as a last resort."""
    for layout in (ROOMY, TIGHT, NARROW):
        grid = _grid(book, layout)
        if width is None or replace(grid, header=()).width() <= width:
            break
    if width is None:
        return grid
    excess = grid.width() - width
    header = list(grid.header)
    narrowest = replace(grid, header=()).widths()
    while excess > 0:
        spare = [width_of(name) - least for name, least in zip(header, narrowest, strict=True)]
        place = spare.index(max(spare))
        if spare[place] <= 0:
            break
        header[place] = cut(header[place], width_of(header[place]) - 1)
        excess -= 1
    return replace(grid, header=tuple(header))


def _grid(book: Book, layout: _Layout) -> Grid:
    with_calls = any(row.hand.call for row in book.sheet.rows)

    def head(number: object, call: str = "") -> list[Pieces]:
        called = [cell(call_name(call)[: layout.calls])] if with_calls else []
        return [cell(number), *called]

    marks = max((len(mark) for mark in _marks(book)), default=0)
    wide = 0
    rows: list[tuple[Pieces, ...]] = []
    for hand, row in _lines(book):
        if row is not None:
            cells = [_cell(row, seat, layout, marks) for seat in range(len(row.points))]
            wide = max(wide, *(len(text_of(one)) for one in cells))
            rows.append((*head(row.deal.number, row.hand.call or ""), *cells))
        elif hand.passed:
            rows.append((cell(p.PASSED_OUT, "quiet"),))
        else:
            told = [cell(f"  {tricks:>2}", "quiet") for tricks in hand.tricks]
            rows.append((*head("–"), *told))
    totals = [cell(f"{signed(total):>{wide}}", "strong") for total in book.sheet.totals]
    rows.append((*head("Σ"), *totals))
    called = [p.CALL_COLUMN if layout.targets else ""] if with_calls else []
    return Grid(
        header=("#", *called, *book.players),
        rows=tuple(rows),
        align=">" + "<" * (len(called) + len(book.players)),
        totals=True,
        gap=layout.gap,
    )


def _lines(book: Book) -> Iterator[tuple[Hand, Row | None]]:
    """Every hand in order with its row, None for one that was passed out or does not count."""
    rows = iter(book.sheet.rows)
    for hand in book.sheet.match.hands:
        yield hand, None if hand.passed else next(rows, None)


def _cell(row: Row, seat: int, layout: _Layout, marks: int) -> Pieces:
    aims = row.deal.limits or row.deal.targets
    took = f"{row.hand.tricks[seat]:>2}"
    if layout.targets and aims:
        took += f"/{aims[seat]:<2}"
    points = signed(row.points[seat])
    return (
        (f"{_mark(row, seat):<{marks + 1}}", "label"),
        (took, ""),
        *(points_cell(row.points[seat], " " * (4 - len(points))) if layout.points else ()),
        (f"{signed(row.totals[seat]):>5}", "strong"),
    )


def _mark(row: Row, seat: int) -> str:
    deal, hand = row.deal, row.hand
    mark = "D" if seat == deal.dealer else ""
    if hand.maker is not None:
        mark += "M" if seat == hand.maker else ""
    elif seat == deal.caller and deal.caller != deal.dealer:
        mark += "C"
    return mark + ("A" if seat in hand.alone else "")


def _marks(book: Book) -> list[str]:
    return [_mark(row, seat) for row in book.sheet.rows for seat in range(len(row.points))]


def _legend(book: Book) -> list[Block]:
    if not book.sheet.rows:
        return []
    marks = "".join(_marks(book))
    by_dealer = all(row.deal.caller == row.deal.dealer for row in book.sheet.rows)
    used = ["DC" if by_dealer and "M" not in marks else "D", *(m for m in "CMA" if m in marks)]
    after_end = [p.NOT_COUNTED] if book.sheet.after_end else []
    return [Line(" · ".join([*(p.LEGEND[mark] for mark in used), *after_end]), "quiet")]


def _state(book: Book) -> list[Block]:
    if book.status != "open":
        given_up = Line(say(p.GIVEN_UP, number=book.number))
        return outcome(book) or [given_up]
    coming = book.sheet.next
    assert coming is not None
    deal, players = coming.deal, book.players
    named = {"number": deal.number, "dealer": players[deal.dealer], "leader": players[deal.leader]}
    if coming.bidding:
        sentence = say(p.COMING_BID, number=deal.number, opener=players[deal.dealer])
    elif deal.caller is not None and deal.caller != deal.dealer:
        sentence = say(p.COMING_CALLER, caller=players[deal.caller], **named)
    else:
        sentence = say(p.COMING, **named)
    so_far = _settlement(book) if book.record.stake is not None and book.sheet.rows else []
    return [Line(sentence, "strong"), *so_far]


def _settlement(book: Book) -> list[Block]:
    """Who pays whom, over the whole match as it stands."""
    owed = book.sheet.settlement
    if not owed:
        return [Line(p.EVEN)]
    if not book.sheet.winners:
        title = p.SETTLEMENT_SO_FAR
    else:
        title = {"hands": p.SETTLED_BY_HAND, "differences": p.DIFFERENCES}.get(
            book.variant.stakes, p.SETTLEMENT
        )
    return [Line(title), *(Line(f"  {payment(book, paid)}") for paid in owed)]
