"""What the matches come to: one player's figures, the table's records, standings.

One aggregate query a question, over the derived tables. Hands count in whatever became of their
match; wins, streaks and standings come from finished matches only, in the order they were started.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from ..rules.model import CALLS
from ..rules.names import name_key
from .book import Person
from .derived import SUMMED_UP
from .queries import EVERYTHING, Selection
from .store import Store

WAYS = ("wins", "rate", "points", "average", "rating")


class Tally(Struct, frozen=True):
    """Matches counted up, in `variant` ("" for all games) or of the player called `name`.

    `shared` of the `won` matches were shared with another side; `points` were scored in `hands`,
    and are `worth` as much, or as much less where the lowest total wins. With games of both kinds
    `mixed` together, `points` are what they are worth.
    """

    matches: int
    finished: int
    open: int
    abandoned: int
    won: int
    shared: int
    hands: int
    points: int
    worth: int
    variant: str = ""
    name: str = ""
    mixed: bool = False

    @property
    def rate(self) -> float | None:
        """The part of the finished matches that was won."""
        return self.won / self.finished if self.finished else None

    @property
    def average(self) -> float | None:
        """Points a hand."""
        return self.points / self.hands if self.hands else None


class Part(Struct, frozen=True):
    """The hands played in one role of a game, or as `maker` and `defender` where there is a maker.

    `targets` are the lowest and the highest the role had; `given` and `received` are the cards of
    the exchanges before these hands.
    """

    variant: str
    part: str
    targets: tuple[int, int] | None
    hands: int
    points: int
    given: int
    received: int


class Called(Struct, frozen=True):
    """The hands for which a player made one call."""

    variant: str
    call: str
    hands: int
    points: int


class Record(Struct, frozen=True):
    """The first time that somebody did what nobody has bettered; `times` counts how often in all.

    `hand` is 0 for what was done in a whole match. `limit` is the most tricks in misère.
    """

    figure: int
    times: int
    player: str
    match: int
    variant: str
    started: str
    hand: int = 0
    part: str = ""
    tricks: int | None = None
    target: int | None = None
    limit: int | None = None


class Streak(Struct, frozen=True):
    """Matches won one after the other: those up to now, and the most there ever were."""

    current: int = 0
    longest: int = 0


class Opponent(Struct, frozen=True):
    """What came of the matches with somebody else, many of them won by neither.

    `won` are those that the other has not won, `lost` those that only the other has, `points` is
    how much better they came out than the other in all of them.
    """

    name: str
    matches: int
    won: int
    lost: int
    shared: int
    points: int


class Statistics(Struct, frozen=True):
    """All about one player."""

    name: str
    total: Tally
    games: tuple[Tally, ...]
    parts: tuple[Part, ...]
    calls: tuple[Called, ...]
    best: Record | None
    worst: Record | None
    streak: Streak
    opponents: tuple[Opponent, ...]


class Holders(Struct, frozen=True):
    """A figure that nobody has more of, and all who have that many."""

    figure: int
    names: tuple[str, ...]


class Records(Struct, frozen=True):
    """The records of a table; of `total` every finished match is won, and `points` is nothing.

    `closest` and `clearest` are the smallest and the largest lead over the next by points of a
    winner who had the most points and did not share the win.
    """

    total: Tally
    players: int
    best: Record | None
    worst: Record | None
    most: Record | None
    fewest: Record | None
    closest: Record | None
    clearest: Record | None
    streak: Holders | None
    matches: Holders | None
    wins: Holders | None


class Rating(Struct, frozen=True):
    """How strong a player is thought to be, `mu`, and how unsure that still is, `sigma`."""

    mu: float
    sigma: float
    ordinal: float


class Standing(Struct, frozen=True):
    """A line of the standings; level players share a place."""

    place: int
    tally: Tally
    rating: Rating | None


def statistics(store: Store, person: Person, chosen: Selection) -> Statistics:
    """All about one player in the chosen matches."""
    games = _games(store, person.uid, chosen)
    best, worst = _extremes(store, HANDS, chosen, person.uid)
    return Statistics(
        name=person.name,
        total=_together(games, person.name),
        games=games,
        parts=_parts(store, person.uid, chosen),
        calls=_calls(store, person.uid, chosen),
        best=best,
        worst=worst,
        streak=_streaks(store, chosen, person.uid).get(person.name, Streak()),
        opponents=_opponents(store, person.uid, chosen),
    )


def records(store: Store, chosen: Selection) -> Records:
    """What nobody at the table has bettered in the chosen matches."""
    tallies = _tallies(store, chosen, archived=True)
    best, worst = _extremes(store, HANDS, chosen)
    most, fewest = _extremes(store, TOTALS, chosen)
    clearest, closest = _extremes(store, LEADS, chosen)
    streaks = _streaks(store, chosen)
    return Records(
        total=_total(store, chosen),
        players=len(tallies),
        best=best,
        worst=worst,
        most=most,
        fewest=fewest,
        closest=closest,
        clearest=clearest,
        streak=_holders({name: streak.longest for name, streak in streaks.items()}),
        matches=_holders({one.name: one.matches for one in tallies.values()}),
        wins=_holders({one.name: one.won for one in tallies.values()}),
    )


def standings(
    store: Store, chosen: Selection, *, by: str = "wins", least: int = 1
) -> list[Standing]:
    """The players with `least` finished matches or more, archived ones apart, the best first.

    `by` is one of `WAYS`; players level in that share a place.
    """
    tallies = {
        uid: one for uid, one in _tallies(store, chosen).items() if one.finished >= max(least, 1)
    }
    # Where some played games of both kinds, or some the one and some the other.
    kinds = {one.worth == one.points for one in tallies.values() if one.points}
    if len(kinds) > 1 or any(abs(one.worth) != abs(one.points) for one in tallies.values()):
        tallies = {uid: replace(one, points=one.worth, mixed=True) for uid, one in tallies.items()}
    rated = ratings(store, chosen) if by == "rating" else {}
    figures = {uid: _figure(one, rated.get(uid), by) for uid, one in tallies.items()}
    order = sorted(tallies, key=lambda uid: (-figures[uid], name_key(tallies[uid].name)))
    places: dict[float, int] = {}
    for number, uid in enumerate(order, start=1):
        places.setdefault(figures[uid], number)
    return [Standing(places[figures[uid]], tallies[uid], rated.get(uid)) for uid in order]


def ratings(store: Store, chosen: Selection) -> dict[str, Rating]:
    """The rating of every player by uid, from how the finished matches came out.

    The matches are played through again from the first, so that corrections flow through.
    """
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = {}
    for sides, ranks in _finishes(store, chosen):
        teams = [[known.get(uid) or model.rating() for uid in side] for side in sides]
        for side, rated in zip(sides, model.rate(teams, ranks), strict=True):
            known.update(zip(side, rated, strict=True))
    return {uid: Rating(one.mu, one.sigma, one.ordinal()) for uid, one in known.items()}


def _figure(one: Tally, rating: Rating | None, by: str) -> float:
    if by == "rating" and rating is not None:
        # So much is noise: players who are level must come out level.
        return round(rating.ordinal, 9)
    if by == "average":
        return one.worth / one.hands if one.hands else 0
    if by == "rate":
        return one.rate or 0
    return one.worth if by == "points" else one.won


def _holders(figures: Mapping[str, int]) -> Holders | None:
    """Those with the highest figure; None where nobody has any."""
    most = max(figures.values(), default=0)
    names = [name for name, figure in figures.items() if figure == most]
    return Holders(most, tuple(sorted(names, key=name_key))) if most else None


def _together(tallies: Sequence[Tally], name: str) -> Tally:
    """Many tallies as one."""
    both = len({one.worth == one.points for one in tallies if one.points}) > 1
    return Tally(
        matches=sum(one.matches for one in tallies),
        finished=sum(one.finished for one in tallies),
        open=sum(one.open for one in tallies),
        abandoned=sum(one.abandoned for one in tallies),
        won=sum(one.won for one in tallies),
        shared=sum(one.shared for one in tallies),
        hands=sum(one.hands for one in tallies),
        points=sum(one.worth if both else one.points for one in tallies),
        worth=sum(one.worth for one in tallies),
        name=name,
        mixed=both,
    )


# The questions

# What is summed up, in the order of a `Tally`.
SUMMED = ("matches", "finished", "open", "abandoned", "won", "shared", "hands", "points", "worth")

# What a tally counts, of matches `s` and what a player did in them, `x`.
TALLY = """
    count(*), sum(s.status = 'finished'), sum(s.status = 'open'), sum(s.status = 'abandoned'),
    sum(x.won), sum(x.won AND s.winners > 1),
    sum(s.hands), sum(x.total - s.start), sum((x.total - s.start) * (1 - 2 * s.lowest))"""

# Where records are looked for: the figure of each hand or match (hand 0) of a player, and what it
# is worth where that is not the same.
HANDS = """
    SELECT x.match, x.number, x.seat, x.points AS figure, x.points * (1 - 2 * s.lowest) AS worth
    FROM {hand_player} WHERE {where}"""
TOTALS = """
    SELECT x.match, 0 AS number, x.seat, x.total AS figure, x.total AS worth FROM {match_player}
    WHERE s.status = 'finished' AND {where}"""
LEADS = """
    SELECT match, number, seat, worth AS figure, worth FROM (
        SELECT x.match, 0 AS number, x.seat, abs(x.total - (
            SELECT CASE WHEN s.lowest THEN min(o.total) ELSE max(o.total) END FROM match_player o
            WHERE o.match = x.match AND o.side != x.side
        )) AS worth
        FROM {match_player}
        WHERE x.won AND {where} AND NOT EXISTS (
            SELECT 1 FROM match_player o WHERE o.match = x.match AND o.side != x.side
            AND (o.won OR (o.total - x.total) * (1 - 2 * s.lowest) > 0)))"""


def _from(table: str, player: str) -> str:
    """Matches `s`, and the rows `x` of a table for all their players or for one, ?1.

    Joined in this order everything is found by key, and matches are read one after the other; the
    planner left alone would walk an index by player and look up every row, ten times as long.
    """
    if not player:
        return f"match_state s CROSS JOIN {table} x ON x.match = s.match"
    return (
        "match_player y CROSS JOIN match_state s ON s.match = y.match AND y.player = ?1"
        f" CROSS JOIN {table} x ON x.match = y.match AND x.seat = y.seat"
    )


def _games(store: Store, player: str, chosen: Selection) -> tuple[Tally, ...]:
    where, values = chosen.where()
    found = store.rows(
        f"SELECT {TALLY}, s.variant FROM {_from('match_player', player)}"
        f" WHERE {where} GROUP BY s.variant ORDER BY 1 DESC, s.variant",
        [player, *values],
    )
    return tuple(Tally(*row) for row in found)


def _tallies(store: Store, chosen: Selection, *, archived: bool = False) -> dict[str, Tally]:
    """A tally of every player by uid; its hands and points are those of finished matches."""
    where, values = chosen.where()
    games = SUMMED_UP.format(where=where, by="x.player")
    if chosen == EVERYTHING:
        games = "SELECT * FROM player_game"
    sums = ", ".join(f"sum(g.{column})" for column in SUMMED)
    found = store.rows(
        f"WITH g (player, variant, {', '.join(SUMMED)}) AS ({games})"
        f" SELECT p.uid, {sums}, '', p.name FROM g JOIN player p ON p.uid = g.player"
        " WHERE ? OR NOT p.archived GROUP BY p.uid",
        [*values, archived],
    )
    return {uid: Tally(*row) for uid, *row in found}


def _total(store: Store, chosen: Selection) -> Tally:
    where, values = chosen.where()
    [row] = store.rows(
        "SELECT count(*), count(*) FILTER (WHERE s.status = 'finished'),"
        " count(*) FILTER (WHERE s.status = 'open'),"
        " count(*) FILTER (WHERE s.status = 'abandoned'),"
        " count(*) FILTER (WHERE s.status = 'finished'),"
        " count(*) FILTER (WHERE s.winners > 1),"
        f" coalesce(sum(s.hands), 0), 0, 0 FROM match_state s WHERE {where}",
        values,
    )
    return Tally(*row)


def _parts(store: Store, player: str, chosen: Selection) -> tuple[Part, ...]:
    where, values = chosen.where()
    found = store.rows(
        "SELECT s.variant, x.part, min(x.target), max(x.target),"
        " count(*), sum(x.points), sum(x.given), sum(x.received)"
        f" FROM {_from('hand_player', player)}"
        f" WHERE {where} GROUP BY s.variant, x.part"
        " ORDER BY s.variant, max(x.target) DESC, x.part DESC",
        [player, *values],
    )
    return tuple(
        Part(variant, part, None if least is None else (least, most), *figures)
        for variant, part, least, most, *figures in found
    )


def _calls(store: Store, player: str, chosen: Selection) -> tuple[Called, ...]:
    where, values = chosen.where()
    found = store.rows(
        "SELECT s.variant, h.call, count(*), sum(x.points)"
        f" FROM {_from('hand_player', player)}"
        " CROSS JOIN hand h ON h.match = x.match AND h.number = x.number AND h.caller = x.seat"
        f" WHERE h.call IS NOT NULL AND {where} GROUP BY s.variant, h.call",
        [player, *values],
    )
    return tuple(
        sorted((Called(*row) for row in found), key=lambda c: (c.variant, CALLS.index(c.call)))
    )


def _opponents(store: Store, player: str, chosen: Selection) -> tuple[Opponent, ...]:
    where, values = chosen.where()
    found = store.rows(
        "SELECT p.name, count(*), sum(x.won > o.won), sum(x.won < o.won), sum(x.won AND o.won),"
        f" sum((x.total - o.total) * (1 - 2 * s.lowest)) FROM {_from('match_player', player)}"
        " CROSS JOIN match_player o ON o.match = x.match AND o.side != x.side"
        " CROSS JOIN player p ON p.uid = o.player"
        f" WHERE {where} GROUP BY p.uid ORDER BY 2 DESC, p.key",
        [player, *values],
    )
    return tuple(Opponent(*row) for row in found)


def _streaks(store: Store, chosen: Selection, player: str = "") -> dict[str, Streak]:
    """Streaks by name: matches won after the same number of lost ones belong together."""
    where, values = chosen.where()
    found = store.rows(
        "WITH result AS (SELECT x.player, x.won, sum(NOT x.won) OVER ("
        "PARTITION BY x.player ORDER BY s.started, m.uid) AS lost"
        f" FROM {_from('match_player', player)} CROSS JOIN match m ON m.id = s.match"
        f" WHERE s.status = 'finished' AND {where}),"
        " streak AS (SELECT player, sum(won) AS wins,"
        " lost = max(lost) OVER (PARTITION BY player) AS goes_on"
        " FROM result GROUP BY player, lost)"
        " SELECT p.name, max(CASE WHEN goes_on THEN wins END), max(wins)"
        " FROM streak JOIN player p ON p.uid = streak.player GROUP BY p.uid",
        [*([player] if player else []), *values],
    )
    return {name: Streak(current, longest) for name, current, longest in found}


def _finishes(store: Store, chosen: Selection) -> Iterator[tuple[list[list[str]], list[float]]]:
    """The players of every finished match by side, and how the sides came in; in time order."""
    where, values = chosen.where()
    found = store.rows(
        f"SELECT s.match, x.side, x.player, x.rank FROM {_from('match_player', '')}"
        " CROSS JOIN match m ON m.id = s.match"
        f" WHERE s.status = 'finished' AND {where} ORDER BY s.started, m.uid, x.side, x.seat",
        values,
    )
    for _, rows in groupby(found, key=itemgetter(0)):
        sides = [list(side) for _, side in groupby(rows, key=itemgetter(1))]
        yield [[uid for _, _, uid, _ in side] for side in sides], [float(s[0][3]) for s in sides]


def _extremes(
    store: Store, figures: str, chosen: Selection, player: str = ""
) -> tuple[Record | None, Record | None]:
    """The highest and the lowest figure, each where it was reached first."""
    where, values = chosen.where()
    figures = figures.format(
        hand_player=_from("hand_player", player),
        match_player=_from("match_player", player),
        where=where,
    )
    found = [
        Record(*row)
        for row in store.rows(
            f"WITH every AS NOT MATERIALIZED ({figures}),"
            " extreme AS (SELECT max(worth) AS most, min(worth) AS least FROM every),"
            " reached AS (SELECT every.*, count(*) OVER same AS times, row_number() OVER ("
            "same ORDER BY s.started, m.uid, every.number, every.seat) AS place"
            " FROM extreme CROSS JOIN every ON worth IN (most, least)"
            " JOIN match_state s ON s.match = every.match JOIN match m ON m.id = every.match"
            " WINDOW same AS (PARTITION BY worth))"
            " SELECT r.figure, r.times, p.name, r.match, s.variant, s.started, r.number,"
            " coalesce(x.part, ''), x.tricks, x.target, x.most"
            " FROM reached r JOIN match_state s ON s.match = r.match"
            " JOIN match_player y ON y.match = r.match AND y.seat = r.seat"
            " JOIN player p ON p.uid = y.player"
            " LEFT JOIN hand_player x"
            " ON x.match = r.match AND x.number = r.number AND x.seat = r.seat"
            " WHERE r.place = 1 ORDER BY r.worth DESC",
            [*([player] if player else []), *values],
        )
    ]
    return (found[0], found[-1]) if found else (None, None)
