"""Commands that count up what has been played."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from ..ledger import statistics
from ..ledger.clock import local
from ..ledger.statistics import WAYS, Holders, Record, Records, Standing, Statistics, Tally
from ..show.blocks import Block
from .selecting import period_options, read_selection
from .session import Session, json_option, pass_session, say, say_json

format_option = click.option(
    "-f",
    "--format",
    "kind",
    type=click.Choice(["csv", "markdown", "html"]),
    help="As a table for a spreadsheet, or as a page to read and print.",
)


@click.command()
@click.argument("player", required=False)
@period_options
@format_option
@json_option
@pass_session
def stats_(
    session: Session, /, player: str | None, kind: str | None, as_json: bool, **chosen: Any
) -> None:
    """What PLAYER has done, or without one, the records of the table.

    Wins and streaks come from finished matches; a shared win is a win. Points, hands and cards
    count whatever became of the match. Over or under target is told by role, since 8 is harder
    than 3; with a maker, as maker and as defender. Against others a match is won when only the
    player has won it, lost when only the other has; a third may have won it.

    \b
    Examples:
      scorekeeper stats
      scorekeeper stats ann
      scorekeeper stats ann --variant 9-5-2 --since "last year"
    """
    from ..show import statistics as shown

    with session.store() as store:
        selection = read_selection(store, **chosen)
        if player is None:
            records = statistics.records(store, selection)
        else:
            found = statistics.statistics(store, store.find_player(player), selection)
    if player is None:
        _tell(
            session, lambda _: shown.records(records, selection), _records(records), kind, as_json
        )
    else:
        _tell(session, partial(shown.player, found, selection), _statistics(found), kind, as_json)


@click.command()
@click.option(
    "--by",
    type=click.Choice(WAYS),
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
@format_option
@json_option
@pass_session
def standings_(
    session: Session,
    /,
    by: str,
    least: int,
    limit: int | None,
    kind: str | None,
    as_json: bool,
    **chosen: Any,
) -> None:
    """Who is ahead, in finished matches.

    A shared win counts as a win for each. Level players share a place: 1, 1, 3. Archived players
    are left out. The rating goes through all matches in the order they were played, and looks at
    who came in before whom: the winner first, then by points. It is low while little is known of a
    player.

    \b
    Examples:
      scorekeeper standings
      scorekeeper standings --by rate --min-matches 5 --since "this year"
      scorekeeper standings --by rating --variant 3-5-8
    """
    from ..show import statistics as shown

    with session.store() as store:
        selection = read_selection(store, **chosen)
        found = statistics.standings(store, selection, by=by, least=least)
    found = [one for one in found if limit is None or one.place <= limit]
    told = [_standing(one) for one in found]
    _tell(session, partial(shown.standings, found, selection, by), told, kind, as_json)


def _tell(
    session: Session,
    blocks: Callable[[int | None], list[Block]],
    told: Any,
    kind: str | None,
    as_json: bool,
) -> None:
    """The figures as they are wanted: on the screen, as JSON, or as a page or table to keep."""
    if as_json:
        say_json(told)
    elif kind is None:
        session.show(blocks)
    elif kind == "csv":
        say(_table(told), utf8=True)
    else:
        from ..show import pages
        from ..show.phrases import SCORE_BOOK

        page = [blocks(None)]
        text = pages.markdown(page) if kind == "markdown" else pages.html(SCORE_BOOK, page)
        say(text.rstrip("\n"), utf8=True)


def _table(told: Any) -> str:
    """Figures as CSV: a list a row each; else a row each for what a key holds, under that name."""
    from ..ledger.sheets import table_csv

    if isinstance(told, list):
        rows = [_flat(one) for one in told]
    else:
        alone = {key: value for key, value in told.items() if not isinstance(value, list)}
        lists = {key: value for key, value in told.items() if isinstance(value, list)}
        rows = [{"table": "total", **_flat(alone)}]
        rows += [{"table": key, **_flat(one)} for key, value in lists.items() for one in value]
    header = list(dict.fromkeys(key for row in rows for key in row))
    return table_csv(header, [[row.get(key) for key in header] for row in rows]).rstrip("\r\n")


def _flat(told: dict[str, Any], before: str = "") -> dict[str, Any]:
    """One level of keys: {"rating": {"mu": 25}} → {"rating mu": 25}."""
    flat: dict[str, Any] = {}
    for key, value in told.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{key} ")
        elif isinstance(value, list):
            flat[before + key] = "; ".join(map(str, value))
        else:
            flat[before + key] = value
    return flat


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
