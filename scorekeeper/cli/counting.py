"""Commands that count up what has been played."""

from __future__ import annotations

from functools import partial
from typing import Any

import click

from ..ledger.clock import local
from ..ledger.statistics import Holders, Record, Records, Standing, Statistics, Tally
from .selecting import period_options, read_selection
from .session import Session, json_option, pass_session, say_json


@click.command()
@click.argument("player", required=False)
@period_options
@json_option
@pass_session
def stats_(session: Session, /, player: str | None, as_json: bool, **chosen: Any) -> None:
    """What PLAYER has done, or without one, the records of the table.

    Wins and streaks come from finished matches; a shared win is a win. Points, hands and cards
    count whatever became of the match. Over or under target is told by role, since 8 is harder
    than 3; with a maker, as maker and as defender. Against others a match is won when only the
    player has won it, lost when only the other has; most are won by somebody else.

    \b
    Examples:
      scorekeeper stats
      scorekeeper stats ann
      scorekeeper stats ann --variant 9-5-2 --since "last year"
    """
    from ..ledger import statistics
    from ..show import statistics as shown

    with session.store() as store:
        selection = read_selection(store, **chosen)
        if player is None:
            records = statistics.records(store, selection)
        else:
            found = statistics.statistics(store, store.find_player(player), selection)
    if player is None:
        if as_json:
            say_json(_records(records))
        else:
            session.show(shown.records(records, selection))
    elif as_json:
        say_json(_statistics(found))
    else:
        session.show(partial(shown.player, found, selection))


@click.command()
@click.option(
    "--by",
    type=click.Choice(["wins", "rate", "points", "average", "rating"]),
    default="wins",
    show_default=True,
    help="What decides: wins, the part of the matches won, points, points a hand, or a rating.",
)
@click.option(
    "--min-matches",
    "least",
    type=click.IntRange(1, 1_000_000),
    default=1,
    show_default=True,
    metavar="N",
    help="Leave out who has finished fewer.",
)
@click.option(
    "-n", "--limit", type=click.IntRange(1, 1_000_000), metavar="N", help="Only the first N places."
)
@period_options
@json_option
@pass_session
def standings_(
    session: Session, /, by: str, least: int, limit: int | None, as_json: bool, **chosen: Any
) -> None:
    """Who is ahead, in finished matches.

    A shared win counts as a win for each. Level players share a place: 1, 1, 3. Archived players
    are left out. The rating goes through all matches in the order they were played, and looks at
    who came in before whom by points; it is low while little is known of a player.

    \b
    Examples:
      scorekeeper standings
      scorekeeper standings --by rate --min-matches 5 --since "this year"
      scorekeeper standings --by rating --variant 3-5-8
    """
    from ..ledger import statistics
    from ..show import statistics as shown

    with session.store() as store:
        selection = read_selection(store, **chosen)
        found = statistics.standings(store, selection, by=by, least=least)
    found = [one for one in found if limit is None or one.place <= limit]
    if as_json:
        say_json([_standing(one) for one in found])
    else:
        session.show(partial(shown.standings, found, selection, by))


def _statistics(found: Statistics) -> dict[str, Any]:
    return {
        "player": found.name,
        **_tally(found.total),
        "streak": {"current": found.streak.current, "longest": found.streak.longest},
        "best_hand": found.best and _record(found.best),
        "worst_hand": found.worst and _record(found.worst),
        "given": sum(one.given for one in found.parts),
        "received": sum(one.received for one in found.parts),
        "games": [{"variant": one.variant, **_tally(one)} for one in found.games],
        "roles": [
            {
                "variant": one.variant,
                "role": one.part,
                "targets": one.targets and list(one.targets),
                **_scored(one.points, one.hands),
                "given": one.given,
                "received": one.received,
            }
            for one in found.parts
        ],
        "calls": [
            {"variant": one.variant, "call": one.call, **_scored(one.points, one.hands)}
            for one in found.calls
        ],
        "against": [
            {
                "player": one.name,
                "matches": one.matches,
                "won": one.won,
                "lost": one.lost,
                "shared": one.shared,
                "points": one.points,
            }
            for one in found.opponents
        ],
    }


def _records(found: Records) -> dict[str, Any]:
    hands = {"best_hand": found.best, "worst_hand": found.worst}
    matches = {
        "most_points": found.most,
        "fewest_points": found.fewest,
        "clearest_win": found.clearest,
        "closest_win": found.closest,
    }
    holders = {
        "longest_streak": found.streak,
        "most_wins": found.wins,
        "most_matches": found.matches,
    }
    return {
        "matches": _matches(found.total),
        "shared_wins": found.total.shared,
        "hands": found.total.hands,
        "players": found.players,
        **{name: one and _record(one) for name, one in (hands | matches).items()},
        **{name: one and _held(one) for name, one in holders.items()},
    }


def _standing(one: Standing) -> dict[str, Any]:
    tally, rating = one.tally, one.rating
    told = {
        "place": one.place,
        "player": tally.name,
        "matches": tally.finished,
        "won": tally.won,
        "shared": tally.shared,
        "rate": tally.rate,
        **_scored(tally.points, tally.hands),
    }
    if rating is not None:
        told["rating"] = {"ordinal": rating.ordinal, "mu": rating.mu, "sigma": rating.sigma}
    return told


def _tally(one: Tally) -> dict[str, Any]:
    return {
        "matches": _matches(one),
        "won": one.won,
        "shared": one.shared,
        "rate": one.rate,
        **_scored(one.points, one.hands),
    }


def _matches(one: Tally) -> dict[str, int]:
    return {
        "all": one.matches,
        "finished": one.finished,
        "open": one.open,
        "abandoned": one.abandoned,
    }


def _scored(points: int, hands: int) -> dict[str, Any]:
    return {"hands": hands, "points": points, "average": points / hands if hands else None}


def _record(one: Record) -> dict[str, Any]:
    told: dict[str, Any] = {
        "points": one.figure,
        "times": one.times,
        "player": one.player,
        "match": one.match,
        "variant": one.variant,
        "started": local(one.started).isoformat(),
    }
    if one.hand:
        told |= {"hand": one.hand, "role": one.part, "tricks": one.tricks}
        told |= {"target": one.target, "limit": one.limit}
    return told


def _held(one: Holders) -> dict[str, Any]:
    return {"figure": one.figure, "players": list(one.names)}
