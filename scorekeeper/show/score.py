"""The score sheet of a match: hands down, players across, never re-sorted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..ledger import clock
from ..ledger.book import Book
from ..rules.model import Deal, Hand, Payment, Row, Variant
from ..rules.names import visible
from . import phrases as p
from .blocks import Block, Grid, Line, Pieces, cell, cut, text_of, width_of
from .card import call_name
from .phrases import say, signed


def score(book: Book, width: int | None = None) -> list[Block]:
    """The whole sheet, as roomy as `width` columns allow, what it comes to, and what to type."""
    hint = [Line(p.NEXT_HINT, "quiet")] if book.status == "open" else []
    told = notes(book)
    return [*result(book, width), *([Line(), *told, Line()] if told else []), *hint]


def result(book: Book, width: int | None = None) -> list[Block]:
    """The whole sheet, as roomy as `width` columns allow, and what it comes to."""
    return [
        heading(book),
        Line(),
        table(book, width),
        *legend(book, width),
        Line(),
        *_state(book),
    ]


def notes(book: Book) -> list[Block]:
    """The notes of hands, each under the number that the sheet has for it."""
    record = book.record
    told = [
        say(
            p.NOTED_PASSED if played.hand.passed else p.NOTED,
            number=record.number(played.entry),
            note=visible(played.note),
        )
        for played in record.played
        if played.note
    ]
    return [Line(p.NOTES), *(Line(f"  {sentence}") for sentence in told)] if told else []


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
    variant = book.variant
    names = p.both([players[seat] for seat in sheet.winners])
    sides = {variant.side(seat) for seat in sheet.winners}
    sentence = p.SHARE if len(sides) > 1 else p.WIN if variant.sides else p.WINS
    bottom = variant.ending.parameters.get("bottom")
    fallen = bottom is not None and max(sheet.totals) < variant.ending.parameters["goal"]
    rule = p.won_by(variant, bottom=fallen)
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


def points_cell(points: int, before: str = "", *, lowest: bool = False) -> Pieces:
    """Points with their sign, in the colour of up or down (the other way round for the lowest)."""
    worth = -points if lowest else points
    style = "good" if worth > 0 else "bad" if worth < 0 else ""
    return ((before, ""), (signed(points), style))


def together(book: Book, seats: Sequence[int]) -> str:
    """The names of those shown together."""
    return p.PARTNERS.join(book.players[seat] for seat in seats)


def took(variant: Variant, row: Row, seats: Sequence[int]) -> int | None:
    """What those shown together took."""
    counts = [row.took[seat] for seat in seats]
    if variant.counted == "seats":
        return sum(count or 0 for count in counts)
    return counts[0]


def mark(deal: Deal, hand: Hand, seats: Sequence[int]) -> str:
    """Letters for what those shown together do in a hand, as the legend explains them."""
    letters = "D" if deal.dealer in seats else ""
    if deal.maker is not None:
        letters += "M" if deal.maker in seats else ""
    elif deal.caller in seats and deal.caller != deal.dealer:
        letters += "C"
    return letters + ("A" if any(seat in hand.alone for seat in seats) else "")


class _Layout(Struct, frozen=True):
    """How much of each hand a cell shows; `calls` is how many letters of a call."""

    took: bool
    targets: bool
    points: bool
    calls: int
    gap: int


class _Widths(Struct, frozen=True):
    """The columns that the parts of a cell take."""

    mark: int
    took: int
    points: int
    total: int


ROOMY = _Layout(took=True, targets=True, points=True, calls=8, gap=2)
TIGHT = _Layout(took=True, targets=True, points=False, calls=8, gap=2)
NARROW = _Layout(took=True, targets=False, points=False, calls=2, gap=1)
TOTALS = _Layout(took=False, targets=False, points=False, calls=0, gap=1)


def _layout(book: Book, width: int | None) -> _Layout:
    """The roomiest layout whose figures fit."""
    for layout in (ROOMY, TIGHT, NARROW):
        if width is None or replace(_grid(book, layout), header=()).width() <= width:
            return layout
    return TOTALS


def table(book: Book, width: int | None = None) -> Grid:
    """A row a hand and the totals, as roomy as `width` allows; names are cut as a last resort."""
    grid = _grid(book, _layout(book, width))
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
    return replace(grid, header=tuple(header), narrow=_runs(book))


def _runs(book: Book) -> tuple[Line, ...]:
    """A line for each player, where not even the totals find room beside each other."""
    return tuple(
        Line(
            say(
                p.RUN,
                names=together(book, seats),
                points=" ".join(signed(row.points[seats[0]]) for row in book.sheet.rows) or "–",
                total=signed(book.sheet.totals[seats[0]]),
            ),
            hang=2,
        )
        for seats in book.variant.by_side()
    )


def _grid(book: Book, layout: _Layout) -> Grid:
    variant = book.variant
    with_calls = layout.calls > 0 and any(_called(row, layout) for row in book.sheet.rows)
    shown = variant.by_side()

    def head(number: object, call: str = "") -> list[Pieces]:
        return [cell(number), *([cell(call)] if with_calls else [])]

    widths = _widths(book, layout)
    wide = 0
    rows: list[tuple[Pieces, ...]] = []
    for hand, row in _lines(book):
        if row is not None:
            cells = [_cell(book, row, seats, layout, widths) for seats in shown]
            wide = max(wide, *(len(text_of(one)) for one in cells))
            rows.append((*head(row.deal.number, _called(row, layout)), *cells))
        elif hand.passed:
            rows.append((cell(p.PASSED_OUT, "quiet"),))
        else:
            told = [f"  {count:>{widths.took}}" for count in hand.counts]
            told += [""] * (len(shown) - len(told))
            rows.append((*head("–"), *(cell(one, "quiet") for one in told)))
    totals = [cell(f"{signed(book.sheet.totals[seats[0]]):>{wide}}", "strong") for seats in shown]
    rows.append((*head("Σ"), *totals))
    called = [p.CALL_COLUMN if layout.targets else ""] if with_calls else []
    return Grid(
        header=("#", *called, *(together(book, seats) for seats in shown)),
        rows=tuple(rows),
        align=">" + "<" * (len(called) + len(shown)),
        totals=True,
        gap=layout.gap,
    )


def _called(row: Row, layout: _Layout) -> str:
    """The call of a hand, and the winning bid where every hand has one."""
    call = call_name(row.hand.call or "")
    if row.hand.bid is None or row.deal.targets is not None:
        return call[: layout.calls]
    if layout.calls < 3:
        return f"{row.hand.bid.tricks}{call[:2]}"
    return f"{row.hand.bid.tricks} {call}"


def _widths(book: Book, layout: _Layout) -> _Widths:
    rows = book.sheet.rows
    counts = [count for row in rows for count in row.took if count is not None]
    points = [signed(points) for row in rows for points in row.points]
    totals = [signed(total) for row in rows for total in row.totals]
    if not layout.took:
        return _Widths(mark=0, took=0, points=0, total=max(map(len, totals), default=1))
    return _Widths(
        mark=max((len(mark) for mark in _marks(book)), default=0) + 1,
        took=max(2, *map(len, map(str, counts)), 0) if counts else 2,
        points=max([4, *(len(one) + 1 for one in points)]),
        total=max([5, *(len(one) + 1 for one in totals)]),
    )


def _lines(book: Book) -> Iterator[tuple[Hand, Row | None]]:
    """Every hand in order with its row, None for one that was passed out or does not count."""
    rows = iter(book.sheet.rows)
    for hand in book.sheet.match.hands:
        yield hand, None if hand.passed else next(rows, None)


def _cell(book: Book, row: Row, seats: Sequence[int], layout: _Layout, widths: _Widths) -> Pieces:
    seat, variant = seats[0], book.variant
    points = signed(row.points[seat])
    before = " " * (widths.points - len(points))
    if not layout.took:
        return cell(f"{signed(row.totals[seat]):>{widths.total}}", "strong")
    return (
        (f"{mark(row.deal, row.hand, seats):<{widths.mark}}", "label"),
        (_took(variant, row, seats, layout, widths), ""),
        *(points_cell(row.points[seat], before, lowest=variant.lowest) if layout.points else ()),
        (f"{signed(row.totals[seat]):>{widths.total}}", "strong"),
    )


def _took(
    variant: Variant, row: Row, seats: Sequence[int], layout: _Layout, widths: _Widths
) -> str:
    """What was taken, with what should have been; points are what they are worth."""
    if variant.counts == "points" and variant.counted == "seats":
        return ""
    count = took(variant, row, seats)
    told = f"{'' if count is None else count:>{widths.took}}"
    aims = row.deal.limits or row.deal.targets or row.hand.bids
    if layout.targets and aims:
        told += f"/{sum(aims[seat] or 0 for seat in seats):<2}"
    return told


def _marks(book: Book) -> list[str]:
    shown = book.variant.by_side()
    return [mark(row.deal, row.hand, seats) for row in book.sheet.rows for seats in shown]


def legend(book: Book, width: int | None = None) -> list[Block]:
    """What the letters in the table mean, at this width."""
    layout = _layout(book, width)
    if not book.sheet.rows or not layout.took:
        return []
    marks = "".join(_marks(book))
    by_dealer = all(row.deal.caller == row.deal.dealer for row in book.sheet.rows)
    used = ["DC" if by_dealer and "M" not in marks else "D", *(m for m in "CMA" if m in marks)]
    if layout.targets and any(row.hand.bids for row in book.sheet.rows):
        used.append("B")
    after_end = [p.NOT_COUNTED] if book.sheet.after_end else []
    return [Line(" · ".join([*(p.LEGEND[mark] for mark in used), *after_end]), "quiet")]


def _state(book: Book) -> list[Block]:
    if book.status != "open":
        given_up = Line(say(p.GIVEN_UP, number=book.number))
        return outcome(book) or [given_up]
    coming = book.sheet.next
    assert coming is not None
    deal, players = coming.deal, book.players
    named = {
        "number": deal.number,
        "dealer": players[deal.dealer],
        "leader": "" if deal.leader is None else players[deal.leader],
    }
    if coming.bidding:
        sentence = say(p.COMING_BID, number=deal.number, opener=players[deal.dealer])
    elif deal.leader is None:
        by_maker = book.variant.lead == "maker"
        sentence = say(p.COMING_MAKER if by_maker else p.COMING_OPEN, **named)
    elif deal.caller is not None and deal.caller not in (deal.dealer, deal.maker):
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
