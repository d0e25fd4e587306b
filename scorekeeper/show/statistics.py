"""Statistics of a player, the records of a table, and standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from msgspec import Struct

from ..ledger import clock
from ..ledger.queries import Selection
from ..ledger.statistics import Holders, Part, Record, Records, Standing, Statistics, Tally
from . import phrases as p
from .blocks import Block, Facts, Grid, Line, Pieces, cell, cut, text_of, width_of
from .card import call_name
from .phrases import say, signed
from .score import points_cell


class _Column(Struct, frozen=True):
    """A column of a table; where it is narrow, the one with most `spare` goes first, 0 never."""

    title: str
    align: str
    cells: tuple[Pieces, ...]
    spare: int = 0


def player(found: Statistics, chosen: Selection, width: int | None = None) -> list[Block]:
    """What one player has done, then by game, role and call, and against everybody met."""
    heading = _heading(found.name, chosen)
    if not found.total.matches:
        return [heading, Line(p.NO_MATCHES)]
    tables = [
        (p.BY_GAME, _games(found.games) if len(found.games) > 1 else []),
        (p.BY_ROLE, _parts(found)),
        (p.BY_CALL, _calls(found)),
        (p.AGAINST, _opponents(found)),
    ]
    return [
        heading,
        Line(),
        Facts(tuple(_facts(found))),
        *(
            block
            for title, columns in tables
            if columns and columns[0].cells
            for block in (Line(), Line(title, "title"), _table(columns, width))
        ),
    ]


def records(found: Records, chosen: Selection) -> list[Block]:
    """What nobody at the table has bettered."""
    heading = _heading(p.RECORDS, chosen)
    if not found.total.matches:
        return [heading, Line(p.NO_MATCHES)]
    counted = say(p.HANDS_BY, hands=found.total.hands, players=found.players)
    told: list[tuple[str, tuple[str, ...]]] = [("Matches", (_matches(found.total), counted))]
    for label, record in (
        ("Best hand", found.best),
        ("Worst hand", found.worst),
        ("Most points", found.most),
        ("Fewest points", found.fewest),
        ("Clearest win", found.clearest),
        ("Closest win", found.closest),
    ):
        if record is not None:
            told.append((label, (f"{record.player} {_record(record)}",)))
    for label, holders, sentence in (
        ("Longest streak", found.streak, p.STREAK_OF),
        ("Most wins", found.wins, p.MOST_OF),
        ("Most matches", found.matches, p.MOST_OF),
    ):
        if holders is not None:
            told.append((label, (_held(holders, sentence),)))
    return [heading, Line(), Facts(tuple(told))]


def standings(
    found: Sequence[Standing], chosen: Selection, by: str, width: int | None = None
) -> list[Block]:
    """Who is ahead: a line a player, the figure that decides never left out."""
    heading = _heading(say(p.STANDINGS, by=p.STANDINGS_BY[by]), chosen)
    if not found:
        return [heading, Line(p.NO_STANDINGS)]
    tallies = [one.tally for one in found]
    figures = [
        ("rating", [_decimal(one.rating.ordinal, 1) for one in found if one.rating], 0),
        ("matches", [str(one.finished) for one in tallies], 1),
        ("won", [str(one.won) for one in tallies], 2),
        ("shared", [str(one.shared) for one in tallies], 6),
        ("rate", [_percent(one) for one in tallies], 3),
        ("points", [signed(one.points) for one in tallies], 4),
        ("average", [_average(one.points, one.hands) for one in tallies], 5),
    ]
    decides = "won" if by == "wins" else by
    columns = [
        _column("place", ">", [str(one.place) for one in found]),
        _column("player", "<", [one.name for one in tallies]),
        *(
            _column(title, ">", texts, 0 if title == decides else spare, title == decides)
            for title, texts, spare in figures
            if texts
        ),
    ]
    mixed = [Line(p.MIXED, "quiet")] if any(one.mixed for one in tallies) else []
    return [heading, Line(), _table(columns, width), Line(p.STANDINGS_COUNT, "quiet"), *mixed]


def _heading(about: str, chosen: Selection) -> Line:
    """One line that says what this is, and of which matches."""
    since = clock.local(chosen.since).strftime("%-d %b %Y") if chosen.since else ""
    parts = [about, chosen.variant, since and say(p.SINCE, day=since), _until(chosen)]
    return Line(" · ".join(filter(None, parts)), "title")


def _until(chosen: Selection) -> str:
    """The last day meant: the moment kept is the first that is not."""
    if not chosen.until:
        return ""
    last = clock.local(chosen.until) - timedelta(seconds=1)
    return say(p.UNTIL, day=last.strftime("%-d %b %Y"))


def _facts(found: Statistics) -> Iterator[tuple[str, tuple[str, ...]]]:
    total = found.total
    yield "Matches", (_matches(total),)
    if total.finished:
        sentence = p.WON_SHARED if total.shared else p.WON
        won = say(
            sentence,
            won=total.won,
            finished=total.finished,
            rate=_percent(total),
            shared=total.shared,
        )
        yield "Wins", (won,)
        streak = found.streak
        yield "Streak", (say(p.STREAK, current=streak.current, longest=streak.longest),)
    if not total.hands:
        return
    average = _average(total.points, total.hands)
    scored = say(p.SCORED, points=signed(total.points), hands=total.hands, average=average)
    yield "Points", (scored, *([p.MIXED] if total.mixed else []))
    if found.best and found.worst:
        yield "Best hand", (_record(found.best),)
        yield "Worst hand", (_record(found.worst),)
    given, received = sum(e.given for e in found.parts), sum(e.received for e in found.parts)
    if given or received:
        yield "Exchange", (say(p.CARDS_PASSED, given=given, received=received),)


def _matches(total: Tally) -> str:
    """How many, and what became of them."""
    states = (("finished", total.finished), ("open", total.open), ("abandoned", total.abandoned))
    told = ", ".join(f"{count} {state}" for state, count in states if count)
    return say(p.MATCHES_COUNTED, matches=total.matches, states=told)


def _record(one: Record) -> str:
    """The figure, how it came about and where, without the player."""
    told = {"figure": signed(one.figure), "match": one.match, "game": one.variant}
    told["day"] = clock.local(one.started).strftime("%-d %b %Y")
    if one.hand:
        aim = "limit" if one.limit is not None else "target" if one.target is not None else "beaten"
        how = one.part
        if one.tricks is not None:
            took = say(p.REASONS[aim], tricks=one.tricks, target=one.target, limit=one.limit)
            how = f"{one.part}, {took}"
        sentence = say(p.RECORD_HAND, hand=one.hand, how=how, **told)
    else:
        sentence = say(p.RECORD_MATCH, **told)
    return say(p.RECORD_OFTEN, record=sentence, times=one.times) if one.times > 1 else sentence


def _held(holders: Holders, sentence: str) -> str:
    return say(sentence, names=p.both(holders.names), figure=holders.figure)


def _games(games: Sequence[Tally]) -> list[_Column]:
    return [
        _column("game", "<", [one.variant for one in games]),
        _column("matches", ">", [str(one.matches) for one in games], 1),
        _column("finished", ">", [str(one.finished) for one in games], 5),
        _column("won", ">", [str(one.won) for one in games]),
        _column("shared", ">", [str(one.shared) for one in games], 4),
        _column("hands", ">", [str(one.hands) for one in games], 2),
        *_points([(one.points, one.hands) for one in games]),
    ]


def _parts(found: Statistics) -> list[_Column]:
    return [
        _column("game", "<", _once([one.variant for one in found.parts])),
        _column("role", "<", [_role(one) for one in found.parts]),
        _column("hands", ">", [str(one.hands) for one in found.parts], 2),
        *_points([(one.points, one.hands) for one in found.parts]),
        _column("given", ">", [str(one.given) for one in found.parts], 4),
        _column("received", ">", [str(one.received) for one in found.parts], 5),
    ]


def _calls(found: Statistics) -> list[_Column]:
    return [
        _column("game", "<", _once([one.variant for one in found.calls])),
        _column("call", "<", [call_name(one.call) for one in found.calls]),
        _column("hands", ">", [str(one.hands) for one in found.calls], 2),
        *_points([(one.points, one.hands) for one in found.calls]),
    ]


def _opponents(found: Statistics) -> list[_Column]:
    met = found.opponents
    points = tuple(points_cell(one.points) for one in met)
    return [
        _column("player", "<", [one.name for one in met]),
        _column("matches", ">", [str(one.matches) for one in met], 1),
        _column("won", ">", [str(one.won) for one in met]),
        _column("lost", ">", [str(one.lost) for one in met]),
        _column("shared", ">", [str(one.shared) for one in met], 3),
        _Column("points", ">", points, 2),
    ]


def _points(scored: Sequence[tuple[int, int]]) -> list[_Column]:
    """Points, and points a hand, of these (points, hands)."""
    return [
        _Column("points", ">", tuple(points_cell(points) for points, _ in scored), 3),
        _column("average", ">", [_average(*one) for one in scored]),
    ]


def _column(
    title: str, align: str, texts: Sequence[str], spare: int = 0, strong: bool = False
) -> _Column:
    return _Column(title, align, tuple(cell(t, "strong" if strong else "") for t in texts), spare)


def _table(columns: Sequence[_Column], width: int | None) -> Grid:
    """The columns that fit, set closer where it is narrow, the texts cut as a last resort."""
    shown = list(columns)
    grid = _grid(shown)
    if width is None or grid.width() <= width:
        return grid
    while (grid := _grid(shown, gap=1)).width() > width and any(c.spare for c in shown):
        shown.remove(max(shown, key=lambda column: column.spare))
    while (grid := _grid(shown, gap=1)).width() > width:
        each = grid.widths()
        place = max((i for i, c in enumerate(shown) if c.align == "<"), key=each.__getitem__)
        column, narrower = shown[place], each[place] - 1
        if narrower < width_of(column.title):
            break
        texts = [cut(text_of(pieces), narrower) for pieces in column.cells]
        shown[place] = _column(column.title, "<", texts)
    return grid


def _grid(columns: Sequence[_Column], gap: int = 2) -> Grid:
    return Grid(
        header=tuple(column.title for column in columns),
        rows=tuple(zip(*(column.cells for column in columns), strict=True)),
        align="".join(column.align for column in columns),
        gap=gap,
    )


def _once(texts: Sequence[str]) -> list[str]:
    """Each text once, and nothing where the line above says the same."""
    return ["" if place and texts[place - 1] == text else text for place, text in enumerate(texts)]


def _role(one: Part) -> str:
    """A role with its target; "dealer, 8–13" where bids have moved that."""
    if one.targets is None:
        return one.part
    least, most = one.targets
    return f"{one.part}, {least}" + (f"–{most}" if most > least else "")


def _average(points: int, hands: int) -> str:
    """Points a hand, with their sign."""
    average = _decimal(points / hands if hands else 0, 2)
    return f"+{average}" if points > 0 and average.strip("0.") else average


def _decimal(figure: float, places: int) -> str:
    """A figure with so many decimal places; nothing has no sign."""
    text = f"{abs(figure):.{places}f}"
    return f"−{text}" if figure < 0 and text.strip("0.") else text


def _percent(one: Tally) -> str:
    return "–" if one.rate is None else f"{one.rate:.0%}"
