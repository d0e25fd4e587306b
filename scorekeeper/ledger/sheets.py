"""Score sheets as CSV: written so that a spreadsheet opens them, and read as people type them up.

What is written begins with a byte order mark, because Excel takes a file without one for the
local code page; lines end in CRLF, as the csv module writes them. A text that a spreadsheet would
run as a formula gets an apostrophe in front, which reading takes away again. Times are local, to
the second. Pure.
"""

from __future__ import annotations

import csv
import io
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from .. import variants
from ..errors import Refused, nearest
from ..rules import rulebook
from ..rules.model import Hand, Match, Variant
from ..rules.names import name_key, shown, visible
from ..rules.notation import (
    read_bids,
    read_call,
    read_count,
    read_extras,
    read_hand,
    read_player,
    write_bids,
    write_extras,
)
from ..rules.sheet import scoresheet
from . import clock
from .book import Book
from .derived import bid_of
from .document import FORMAT, Document, told_hand
from .journal import Played
from .terms import money, player_names
from .terms import note as kept_note

BOM = "\ufeff"
# How a text begins that a spreadsheet would run, or that could be taken for one guarded before.
RUNS = r"[=+\-@\t\r\n]"
PASSED = "passed"
COLUMNS = ("date", "call", "maker", "alone", "bid", "tell", "note")
HANDS = (
    "match id",
    "number",
    "started",
    "variant",
    "hand",
    "player",
    "seat",
    "role",
    "tricks",
    "target",
    "limit",
    "call",
    "points",
    "total",
    "dealer",
    "maker",
    "alone",
    "note",
    "played",
    "bid",
)

Read = TypeVar("Read")


# Out


def table_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Any table as CSV for a spreadsheet: numbers stay numbers, None is empty, truth is yes or no.

    >>> table_csv(["player", "points"], [["=Ann", -3]])
    "\ufeffplayer,points\r\n'=Ann,-3\r\n"
    """
    text = io.StringIO(newline="")
    csv.writer(text).writerows([_safe(value) for value in row] for row in (header, *rows))
    return BOM + text.getvalue()


def hands_csv(books: Iterable[Book]) -> str:
    """One row a player and hand that counts; seats are numbered from 1, clockwise."""
    return table_csv(HANDS, (row for book in books for row in _hand_rows(book)))


def sheet_csv(book: Book, empty: int = 0) -> str:
    """A match as a wide sheet, a row a deal, which `read_sheet` reads back.

    So many `empty` rows follow, to type the rest into. Raises `Refused` where a player's name is
    that of a column.
    """
    _check_names(book.players, "export it with --format jsonl")
    rows = [_sheet_row(book.variant, played, book.players) for played in book.record.played]
    used = {column for row in rows for column in COLUMNS if row.get(column)}
    used |= {*columns_of(book.variant)} if empty else set()
    header = (COLUMNS[0], *book.players, *(one for one in COLUMNS[1:] if one in used))
    rows += [{}] * empty
    return table_csv(header, [[row.get(column) for column in header] for row in rows])


def empty_csv(variant: Variant, players: Sequence[str], hands: int) -> str:
    """A sheet to type into: the line that names the columns, then so many empty ones.

    Raises `Refused` where a player's name is that of a column.
    """
    _check_names(players, "write another name on the sheet")
    header = (*players, *columns_of(variant))
    return table_csv(header, [[None] * len(header)] * hands)


def columns_of(variant: Variant) -> tuple[str, ...]:
    """The columns that a sheet of this game may have besides those of the players and the date."""
    told = {
        "call": variant.calls is not None,
        "maker": "maker" in variant.records,
        "alone": "alone" in variant.records,
        "bid": variant.bids is not None or variant.opening.kind == "bid",
        "tell": bool(variant.extras),
        "note": True,
    }
    return tuple(column for column in COLUMNS if told.get(column))


def cells_of(hand: Hand, players: Sequence[str]) -> dict[str, str]:
    """What a hand tells besides its counts, by the columns that it stands in."""
    told = {"call": hand.call or ""}
    if hand.bid:
        told["bid"] = f"{players[hand.bid.seat]}={hand.bid.tricks}"
    if hand.bids:
        told["bid"] = write_bids(hand).replace(",", " ")
    if hand.maker is not None:
        told["maker"] = players[hand.maker]
    if hand.alone:
        told["alone"] = _joined([players[seat] for seat in hand.alone])
    if hand.extras:
        told["tell"] = _joined(write_extras(hand, players, quoted=False))
    return told


def _check_names(players: Sequence[str], instead: str) -> None:
    for player in players:
        if name_key(player) in COLUMNS:
            raise Refused(
                f"a sheet has a column {name_key(player)}, so a player can't be called {player}",
                instead,
            )


def _safe(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and re.match(f"'*{RUNS}", value):
        return f"'{value}"
    return value


def _bare(text: str) -> str:
    return text[1:] if re.match(f"'+{RUNS}", text) else text


def _hand_rows(book: Book) -> Iterator[tuple[object, ...]]:
    played = [told for told in book.record.played if not told.hand.passed]
    for row, told in zip(book.sheet.rows, played, strict=False):
        deal, hand = row.deal, row.hand
        made = hand.maker is not None
        for seat, player in enumerate(book.players):
            yield (
                book.uid,
                book.number,
                _when(book.record.started),
                book.variant.id,
                deal.number,
                player,
                seat + 1,
                deal.roles[seat].name,
                row.took[seat],
                deal.targets[seat] if deal.targets else None,
                deal.limits[seat] if deal.limits else None,
                hand.call,
                row.points[seat],
                row.totals[seat],
                seat == deal.dealer,
                seat == hand.maker if made else None,
                seat in hand.alone if made else None,
                visible(told.note),
                _when(told.at),
                bid_of(row, seat),
            )


def _sheet_row(variant: Variant, played: Played, players: Sequence[str]) -> dict[str, object]:
    row: dict[str, object] = {"date": _when(played.at), "note": visible(played.note)}
    if played.hand.passed:
        return {**row, players[0]: PASSED}
    counts = told_hand(variant, played, players)[variant.counts]
    return {**row, **cells_of(played.hand, players), **counts}


def _joined(names: Sequence[str]) -> str:
    """Names in one cell, which is a line of CSV itself: they may hold commas."""
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(names)
    return text.getvalue()


def _when(moment: str) -> str:
    return clock.local(moment).strftime("%Y-%m-%d %H:%M:%S")


# In


class Terms(Struct, frozen=True):
    """What a paper sheet leaves out about its match, as typed; `at` is a kept time, "" unknown."""

    game: str = ""
    options: tuple[tuple[str, str], ...] = ()
    dealer: str = ""
    stake: str | None = None
    currency: str = ""
    note: str = ""
    at: str = ""


def read_sheet(content: bytes, terms: Terms) -> Document:
    """The match document of a sheet: a line with the players as they sit, then a line a deal.

    Columns are separated by commas, semicolons or tabs. One count of a hand may be empty or `_`;
    an empty date is the one above it. Empty lines and lines that begin with `#` are left out.
    The id follows from the sheet. Raises `Refused`, naming the line and the column.
    """
    rules = variants.find(terms.game)
    chosen = rulebook.read_options(rules, terms.options)
    header, *rows = list(_rows(_decoded(content))) or [_Row(1, ())]
    try:
        columns = _columns(header.cells, rulebook.seats(rules))
    except Refused as mistake:
        raise mistake.at(f"line {header.line}") from None
    players = [column for column in columns if column not in COLUMNS]
    dealer = terms.dealer or players[0]
    variant = rulebook.variant(rules, chosen, len(players))
    match = Match(variant, tuple(players), read_player(players, dealer))
    lines = [row.line for row in rows]
    played: list[Played] = []
    for row in rows:
        try:
            named = _named(columns, row.cells)
            played.append(_played(variant, players, named, played, terms.at))
        except Refused as mistake:
            _check(match, played, lines)  # an earlier line may break the rules: it comes first
            raise mistake.at(f"line {row.line}") from None
    _check(match, played, lines)
    started = terms.at or next((told.at for told in played if told.at), "")
    return {
        "format": FORMAT,
        "id": _id(content, terms),
        "variant": variant.id,
        "options": chosen,
        "players": players,
        "dealer": dealer,
        **money(terms.stake, terms.currency),
        **kept_note(terms.note),
        **({"started": started} if started else {}),
        "hands": [told_hand(variant, told, players) for told in played],
    }


def _id(content: bytes, terms: Terms) -> str:
    """An id that the same sheet has each time it is read, so that it does not come in twice."""
    from uuid import NAMESPACE_OID, uuid5

    return str(uuid5(NAMESPACE_OID, repr((content, replace(terms, at="")))))


class _Row(Struct, frozen=True):
    """The cells of a row, and the number of the line it begins in."""

    line: int
    cells: tuple[str, ...]


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused("the sheet is not UTF-8 text", "save it as CSV UTF-8") from None


def _rows(text: str) -> Iterator[_Row]:
    """The rows that hold something, without comments and the empty cells at their ends."""
    lines = io.StringIO(text, newline=None)
    reader = csv.reader(lines, delimiter=_separator(text), strict=True)
    line = 1
    try:
        for raw in reader:
            cells = [" ".join(_bare(cell).split()) for cell in raw]
            while cells and not cells[-1]:
                cells.pop()
            if cells and not cells[0].startswith("#"):
                yield _Row(line, tuple(cells))
            line = reader.line_num + 1
    except csv.Error as mistake:
        raise Refused(f"line {line}: {mistake}", "see where its quotes begin and end") from None


def _separator(text: str) -> str:
    """What the first line that holds something is best taken apart with."""
    lines = (line.strip() for line in io.StringIO(text, newline=None))
    first = next((line for line in lines if line and not line.startswith("#")), "")[:10_000]
    return max(",;\t", key=lambda one: len(next(csv.reader([first], delimiter=one), [])))


def _columns(cells: Sequence[str], seats: Sequence[int]) -> list[str]:
    """What the cells of the first line name: columns in lower case, players as they are kept."""
    keys = [name_key(cell) for cell in cells]
    typed = [cell for cell, key in zip(cells, keys, strict=True) if key not in COLUMNS]
    strange = next((name for name in typed if nearest(name, COLUMNS)), "")
    if not any(typed):
        raise Refused(
            "the players are missing", "begin with a line that names them, as in Ann,Bob,Cy"
        )
    if len(typed) > max(seats) and strange:
        raise Refused(
            f"{shown(strange)} is one player too many, and no column",
            f"did you mean {nearest(strange, COLUMNS)}?"
            f" besides players there may be {', '.join(COLUMNS)}",
        )
    for column in COLUMNS:
        if keys.count(column) > 1:
            raise Refused(f"there are two columns {column}", "leave one out")
    names = iter(player_names(typed, seats))
    return [key if key in COLUMNS else next(names) for key in keys]


def _named(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """The cells of a row by column."""
    if len(cells) > len(columns):
        raise Refused(
            f"there are {len(cells)} cells for {len(columns)} columns",
            "leave out what has no column, or name it in the first line",
        )
    padded = (*cells, *[""] * len(columns))
    return dict(zip(columns, padded, strict=False))


def _played(
    variant: Variant,
    players: Sequence[str],
    row: Mapping[str, str],
    before: Sequence[Played],
    at: str,
) -> Played:
    at = _cell(row, "date", clock.read) or (before[-1].at if before else at)
    note = _cell(row, "note", kept_note) or {}
    number = 1 + sum(not told.hand.passed for told in before)
    return Played(_hand(variant, players, row, number), 0, at, **note)


def _hand(variant: Variant, players: Sequence[str], row: Mapping[str, str], number: int) -> Hand:
    if any(row[player].casefold() == PASSED for player in players):
        if sum(bool(cell) for column, cell in row.items() if column not in ("date", "note")) > 1:
            raise Refused("passed stands alone", "leave tricks and calls out")
        return Hand(passed=True)
    for player in players:
        _cell(row, player, lambda count: count == "_" or read_count(count, variant.counts))
    _cell(row, "call", partial(read_call, variant=variant))
    bids = _cell(row, "bid", partial(_bids, variant)) or ()
    _cell(row, "bid", lambda _: read_bids(variant, players, bids))
    _cell(row, "maker", partial(read_player, players))
    extras = _cell(row, "tell", _in_cell) or ()
    _cell(row, "tell", lambda _: read_extras(variant, players, extras))
    return read_hand(
        variant,
        players,
        _counts(variant, players, row),
        number=number,
        call=row.get("call"),
        bid=bids,
        maker=row.get("maker"),
        alone=_cell(row, "alone", partial(_several, players)) or (),
        tell=extras,
    )


def _counts(variant: Variant, players: Sequence[str], row: Mapping[str, str]) -> list[str]:
    """The counts of a row: a side's under either player, or each one's own; a maker's alone."""
    if variant.counted == "maker":
        return [f"{player}={row[player]}" for player in players if row[player]]
    if variant.counted == "seats":
        return [row[player] or "_" for player in players]
    told = [
        [cell for seat in side if (cell := row[players[seat]]) not in ("", "_")]
        for side in variant.by_side()
    ]
    return [str(sum(map(int, cells))) if cells else "_" for cells in told]


def _bids(variant: Variant, cell: str) -> list[str]:
    """The bids in a cell: everybody's with spaces between them, or the winning one."""
    everybody = variant.bids is not None and variant.bids.who == "everybody"
    return cell.split() if everybody else [cell]


def _in_cell(cell: str) -> list[str]:
    """What stands in a cell with commas between."""
    return [told for told in next(csv.reader([cell], skipinitialspace=True)) if told]


def _several(players: Sequence[str], cell: str) -> list[str]:
    """The players named in a cell, with commas between them."""
    return [players[read_player(players, name)] for name in _in_cell(cell)]


def _cell(row: Mapping[str, str], column: str, read: Callable[[str], Read]) -> Read | None:
    """What a cell says, None where it is empty. Raises `Refused`, naming the column."""
    try:
        return read(row[column]) if row.get(column) else None
    except Refused as mistake:
        raise mistake.at(f"column {column}") from None


def _check(match: Match, played: Sequence[Played], lines: Sequence[int]) -> None:
    """Raise `Refused`, naming its line, for the first hand that the rules do not allow."""
    match = replace(match, hands=tuple(told.hand for told in played))

    def refused(count: int) -> bool:
        try:
            scoresheet(replace(match, hands=match.hands[:count]))
        except Refused:
            return True
        return False

    try:
        scoresheet(match)
    except Refused as mistake:
        place = bisect_left(range(1, len(played)), True, key=refused)
        raise mistake.at(f"line {lines[place]}") from None
