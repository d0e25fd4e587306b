"""The options that say which matches are meant, the same for every command that looks back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from ..errors import Refused
from ..ledger import clock
from ..ledger.queries import Selection
from ..ledger.store import Store

Command = TypeVar("Command", bound=Callable[..., Any])

VARIANT = click.option("--variant", metavar="GAME", help="Only matches of this game.")
SINCE = click.option("--since", metavar="WHEN", help="From this day on: 2026-11-01, 'last month'.")
UNTIL = click.option("--until", metavar="WHEN", help="Up to the end of this day.")
OPTIONS = (
    click.option(
        "--player",
        "players",
        metavar="NAME",
        multiple=True,
        help="Only matches with this player; several times for several.",
    ),
    click.option(
        "--with",
        "others",
        metavar="NAME",
        multiple=True,
        help="The same; reads well after --player.",
    ),
    click.option("--won-by", metavar="NAME", help="Only matches this player won or shared."),
    VARIANT,
    click.option(
        "--status",
        type=click.Choice(["open", "finished", "abandoned"]),
        help="Only matches in this state.",
    ),
    click.option("--note", "noted", metavar="TEXT", help="Only matches with this in a note."),
    SINCE,
    UNTIL,
)


def selection_options(command: Command) -> Command:
    """Give a command the options that `read_selection` reads."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def period_options(command: Command) -> Command:
    """Give a command those of the options that make sense whoever took part."""
    return VARIANT(SINCE(UNTIL(command)))


def _game(store: Store, typed: str) -> str:
    """The id of a game that was played here, or could be."""
    from .. import variants

    return typed if typed in store.games() else str(variants.find(typed)["id"])


def read_selection(
    store: Store,
    *,
    players: tuple[str, ...] = (),
    others: tuple[str, ...] = (),
    won_by: str | None = None,
    variant: str | None = None,
    status: str | None = None,
    noted: str | None = None,
    since: str | None = None,
    until: str | None = None,
) -> Selection:
    """The matches meant by these options. Raises `Refused` for names, games and dates unknown."""
    first = clock.span(since).start if since else ""
    after = clock.span(until).end if until else ""
    if first and after and first >= after:
        raise Refused(f"nothing is since {since} and until {until}", "exchange the two")
    return Selection(
        players=tuple(store.find_player(name).uid for name in (*players, *others)),
        won_by=store.find_player(won_by).uid if won_by else "",
        variant=_game(store, variant) if variant else "",
        status=status or "",
        note=noted or "",
        since=first,
        until=after,
    )
