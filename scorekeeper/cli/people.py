"""The players in the score book."""

from __future__ import annotations

import os

import click

from ..errors import Refused
from ..ledger import clock, queries
from ..ledger.queries import Known
from ..rules.names import clean_name
from ..show import lists
from ..show.blocks import Line
from .session import Session, json_option, pass_session, say_json


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def players_(ctx: click.Context, as_json: bool) -> None:
    """The players: who they are, and what they are called.

    \b
    Examples:
      scorekeeper players
      scorekeeper players rename Bob Robert
      scorekeeper players merge Anne Ann
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, everybody=False, as_json=as_json)


@players_.command("list")
@click.option("--all", "everybody", is_flag=True, help="Archived players too.")
@json_option
@pass_session
def list_(session: Session, everybody: bool, as_json: bool) -> None:
    """All players, with their matches and when they were last seen.

    \b
    Example:
      scorekeeper players list --all
    """
    found: list[Known] = []
    if os.path.exists(session.path):
        with session.store() as store:
            found = queries.players(store, archived=everybody)
    if as_json:
        say_json(
            [
                {
                    "id": one.uid,
                    "name": one.name,
                    "matches": one.matches,
                    "seen": clock.local(one.seen).isoformat() if one.seen else None,
                    "archived": one.archived,
                }
                for one in found
            ]
        )
    else:
        session.show(lists.players(found) if found else [Line("No players.")])


@players_.command()
@click.argument("names", nargs=-1, required=True)
@pass_session
def add(session: Session, names: tuple[str, ...]) -> None:
    """Write players down before they play.

    \b
    Example:
      scorekeeper players add Dan Eve
    """
    wanted = [clean_name(name) for name in names]
    with session.store(create=True) as store, store.transaction():
        for name in wanted:
            store.player(name)
    session.show([Line(f"Written down: {', '.join(wanted)}.")])


@players_.command()
@click.argument("player")
@click.argument("name")
@pass_session
def rename(session: Session, player: str, name: str) -> None:
    """Call PLAYER by another NAME, in every match.

    \b
    Example:
      scorekeeper players rename Bob Robert
    """
    wanted = clean_name(name)
    with session.store(write=True) as store, store.transaction():
        person = store.find_player(player)
        store.rename(person, wanted)
    session.show([Line(f"{person.name} is called {wanted} from now on, in every match.")])


@players_.command()
@click.argument("spelling")
@click.argument("player")
@pass_session
def merge(session: Session, spelling: str, player: str) -> None:
    """Make two spellings one person: all of SPELLING's history becomes PLAYER's.

    \b
    Example:
      scorekeeper players merge Anne Ann
    """
    with session.store(write=True) as store, store.transaction():
        gone, person = store.find_player(spelling), store.find_player(player)
        if gone.uid == person.uid:
            raise Refused(f"{spelling} and {player} are one person already", "`players` lists them")
        moved = store.merge(gone, person)
    many = "1 match" if moved == 1 else f"{moved} matches"
    session.show([Line(f"{gone.name} is {person.name} now, in {many}.")])


@players_.command()
@click.argument("player")
@click.option("--undo", "back", is_flag=True, help="Take the player in again.")
@pass_session
def archive(session: Session, player: str, back: bool) -> None:
    """Leave a player out of lists and standings; all history is kept.

    \b
    Examples:
      scorekeeper players archive Dan
      scorekeeper players archive Dan --undo
    """
    with session.store(write=True) as store, store.transaction():
        person = store.find_player(player)
        store.archive(person, not back)
    state = "listed again" if back else "archived; `--undo` takes them in again"
    session.show([Line(f"{person.name} is {state}.")])
