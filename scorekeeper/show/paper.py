"""A score sheet to print: empty and to be written on, or as far as a match has come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import Struct

from ..ledger.book import Book
from ..ledger.sheets import PASSED, cells_of, columns_of
from ..rules.dealing import deal_of, next_seat
from ..rules.model import Deal, Hand, Match, Row, Scoresheet, Variant
from ..rules.sheet import scoresheet
from . import phrases as p
from .blocks import Block, Facts, Grid, Line, Pieces, cell
from .card import call_name, typed_extra
from .phrases import either, say, signed
from .score import heading, mark, notes, outcome
from .typeset import comfortable_hands

MOST_HANDS = 60
# What the columns of a player are called.
BID, TAKEN, POINTS, TOTAL = "bid", "taken", "points", "total"


class _Column(Struct, frozen=True):
    """A column of the table, and those it belongs to: a player, partners, or nobody.

    One of each player's is `marked` with what the player does in a hand.
    """

    name: str
    seats: tuple[int, ...] = ()
    marked: bool = False


class _Hand(Struct, frozen=True):
    """A row of the table; the deal is None where it hangs on what is still to be told."""

    number: int | None
    deal: Deal | None
    hand: Hand = Hand()
    row: Row | None = None


def empty(match: Match, hands: int, command: str) -> list[Block]:
    """A sheet for so many hands of a match to come; `command` brings it in when it is typed up."""
    sheet, variant = scoresheet(match), match.variant
    return [
        Line(say(p.DATED, game=variant.name), "title"),
        Line(variant.summary, "quiet"),
        Line(),
        *_table(sheet, hands),
        Facts((*_rules(sheet), _type_up(match, command, p.ANOTHER_DAY))),
    ]


def of_match(book: Book, hands: int, command: str) -> list[Block]:
    """The sheet of a match as far as it has come, with empty rows up to so many hands."""
    rules = _rules(book.sheet) if book.status == "open" else ()
    told = [*outcome(book), *notes(book)]
    return [
        heading(book),
        Line(),
        *_table(book.sheet, hands),
        *([*told, Line()] if told else []),
        Facts((*rules, _type_up(book.sheet.match, command))),
    ]


def usual_hands(variant: Variant) -> int:
    """How many hands a match has; where that is open, as many whole rounds as go well on a page."""
    fixed = variant.ending.parameters.get("hands") or len(variant.sizes)
    if fixed:
        return min(int(fixed), MOST_HANDS)
    rounds = round(comfortable_hands(len(_columns(variant))) / variant.seats)
    return max(1, rounds) * variant.seats


# The table


def _table(sheet: Scoresheet, hands: int) -> list[Block]:
    """The table and its legend."""
    match, variant = sheet.match, sheet.match.variant
    columns = _columns(variant)
    rows = [tuple(_cell(match, one, column) for column in columns) for one in _hands(sheet, hands)]
    marks = {
        letter for row in rows for one in row for text, of in one if of == "mark" for letter in text
    }
    by_dealer = variant.calls is not None and variant.calls.who == "dealer"
    used = ["T"] if any(role.target is not None for role in variant.roles) else []
    used += ["DC" if by_dealer and one == "D" else one for one in "DCMA" if one in marks]
    grid = Grid(
        header=tuple(column.name for column in columns),
        rows=(*rows, tuple(_total(sheet, column) for column in columns)),
        align="".join(">" if column.seats else "<" for column in columns),
        totals=True,
        narrow=(Line(p.TOO_WIDE, "quiet"),),
        over=tuple(_names(match, columns)),
        form=True,
    )
    return [grid, Line(" · ".join(p.LEGEND[one] for one in used), "quiet"), Line()]


def _columns(variant: Variant) -> list[_Column]:
    """What is known of a hand and told of it all, what each player has, and what partners have."""
    bids = [BID] if _everybody_bids(variant) else []
    hand = ["#"] + ["cards"] * bool(variant.sizes) + ["pass"] * bool(variant.passed_on)
    hand += [column for column in columns_of(variant) if column not in ("note", *bids)]
    each = [*bids, POINTS if _as_typed(variant) else TAKEN]
    scored = [TOTAL] if _as_typed(variant) else [POINTS, TOTAL]
    of_seats = [
        ((seat,), each if variant.sides else each + scored) for seat in range(variant.seats)
    ]
    of_sides = [(seats, scored) for seats in variant.by_side()] if variant.sides else []
    return [_Column(name) for name in hand] + [
        _Column(name, seats, len(seats) == 1 and name == each[0])
        for seats, names in of_seats + of_sides
        for name in names
    ]


def _everybody_bids(variant: Variant) -> bool:
    return variant.bids is not None and variant.bids.who == "everybody"


def _as_typed(variant: Variant) -> bool:
    """Whether what is counted are the points themselves."""
    return variant.counts == "points" and variant.counted == "seats"


def _names(match: Match, columns: Sequence[_Column]) -> Iterator[tuple[str, int]]:
    """The names above the columns, each with how many it goes across."""
    for seats, belonging in groupby(columns, key=lambda column: column.seats):
        yield p.PARTNERS.join(match.players[seat] for seat in seats), len(list(belonging))


def _hands(sheet: Scoresheet, hands: int) -> Iterator[_Hand]:
    """What has been played, passed-out deals too, then empty rows up to so many hands."""
    variant, rows = sheet.match.variant, iter(sheet.rows)
    for hand in sheet.match.hands:
        row = None if hand.passed else next(rows, None)
        yield _Hand(row.deal.number, row.deal, hand, row) if row else _Hand(None, None, hand)
    if sheet.next is None:
        return
    deal = sheet.next.deal
    for number in range(deal.number, hands + 1):
        yield _Hand(number, None if sheet.next.bidding else deal)
        deal = deal_of(variant, number + 1, next_seat(variant, deal.dealer), Hand())


def _cell(match: Match, one: _Hand, column: _Column) -> Pieces:
    if not column.seats:
        told = _told(match, one).get(column.name, "")
        return cell(told, "quiet" if column.name in ("#", "cards", "pass") else "")
    seat = column.seats[0]
    if column.name == BID:
        inside = cell(one.hand.bids[seat] if one.hand.bids else "")
    elif column.name == TOTAL:
        inside = cell(signed(one.row.totals[seat]) if one.row else "", "strong")
    elif column.name == POINTS and not _as_typed(match.variant):
        inside = cell(signed(one.row.points[seat]) if one.row else "")
    else:
        inside = _taken(match.variant, one, seat)
    if not column.marked:
        return inside
    letters = mark(one.deal, one.hand, column.seats) if one.deal else ""
    return ((f"{letters:<2}", "mark"), *inside)


def _told(match: Match, one: _Hand) -> dict[str, object]:
    """What stands in the columns that are nobody's."""
    told = cells_of(one.hand, match.players)
    told["call"] = call_name(told["call"])
    told |= {
        column: told[column].replace(",", ", ") for column in ("alone", "tell") if column in told
    }
    if one.number is None:
        return {"#": "–", **told}
    ways = match.variant.passed_on
    way = ways[(one.number - 1) % len(ways)] if ways else ""
    return {"#": one.number, "cards": match.variant.tricks_in(one.number), "pass": way, **told}


def _taken(variant: Variant, one: _Hand, seat: int) -> Pieces:
    """What a player took, and what should have been taken."""
    deal, hand = one.deal, one.hand
    count: object = ""
    if hand.passed:
        count = PASSED if seat == 0 else ""
    elif variant.counted == "maker":
        count = hand.counts[0] if hand.bid and hand.bid.seat == seat else ""
    elif seat < len(hand.counts):
        count = str(hand.counts[seat]).replace("-", "−")
    aims = (deal.limits or deal.targets) if deal else None
    return (*cell(f"{count:>2}"), *(cell(f"/{aims[seat]}", "quiet") if aims else ()))


def _total(sheet: Scoresheet, column: _Column) -> Pieces:
    if column.name == "#":
        return cell("Σ", "strong")
    known = column.name == TOTAL and sheet.rows
    return cell(signed(sheet.totals[column.seats[0]]) if known else "", "strong")


# Below it


def _rules(sheet: Scoresheet) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What has to be known without a screen, in few words."""
    variant = sheet.match.variant
    told: list[tuple[str, Iterable[str]]] = [
        ("Targets", _targets(variant) if sheet.next and sheet.next.bidding else ()),
        ("Bids", (p.HOOK_RULE,) if variant.bids and variant.bids.hook else ()),
        ("Call", _calls(variant)),
        ("Exchange", _exchange(variant)),
        ("Passed", filter(None, (p.PASSED_ROW.get(variant.passing if variant.deck else ""),))),
        ("To win", (_capital(p.won_by(variant)),)),
    ]
    return tuple((label, sentences) for label, one in told if (sentences := tuple(one)))


def _targets(variant: Variant) -> Iterator[str]:
    roles = ", ".join(role.name for role in variant.roles)
    by_bid = " · ".join(
        " ".join(map(str, targets)) for targets in variant.opening.parameters["targets"]
    )
    yield say(p.TARGETS_BY_BID, roles=roles, targets=by_bid)
    later = " · ".join(f"{role.name} {role.target}" for role in variant.roles)
    yield say(p.TARGETS_LATER, targets=later)


def _calls(variant: Variant) -> Iterator[str]:
    calls = variant.calls
    if calls is None:
        return
    named = either([call_name(call) for call in calls.allowed])
    yield say(p.CALL, caller=f"The {calls.who or 'maker'}", calls=named)
    if calls.once:
        yield p.CALLED_ONCE
    limits = [f"{role.name} {role.limit}" for role in variant.roles if role.limit is not None]
    if limits:
        yield say(p.AT_MOST, limits=" · ".join(limits))


def _exchange(variant: Variant) -> Iterator[str]:
    rule = variant.exchange
    if rule is None:
        return
    yield p.EXCHANGED[rule.kind]
    if rule.parameters.get("cap"):
        yield say(p.EXCHANGED_AT_MOST, **rule.parameters)
    if rule.when == "suit-call":
        yield p.EXCHANGED_IN_SUITS


def _type_up(match: Match, command: str, *more: str) -> tuple[str, tuple[str, ...]]:
    """How what was written down comes into a score book."""
    variant, columns = match.variant, columns_of(match.variant)
    names = match.players if all(match.players) else (p.NAMES,)
    told = [say(p.TYPE_UP, columns=", ".join((*names, *columns))), command, *more]
    if BID in columns:
        told.append(p.BIDS_COLUMN if _everybody_bids(variant) else p.BID_COLUMN)
    if variant.extras:
        extras = sorted(map(typed_extra, variant.extras))
        told.append(say(p.TELL_COLUMN, extras=", ".join(extras)))
    if variant.counted != "seats":
        told.append(p.COUNTED[variant.counted])
    return "Type up", tuple(told)


def _capital(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}."
