"""The games and their rules."""

from __future__ import annotations

import click

from .. import variants
from ..errors import Refused
from ..rules import rulebook
from ..show import lists
from .session import Session, json_option, pass_session, say_json


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def variants_(ctx: click.Context, as_json: bool) -> None:
    """The games that scorekeeper knows.

    \b
    Examples:
      scorekeeper variants
      scorekeeper variants show woburn
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, as_json=as_json)


@variants_.command("list")
@json_option
@pass_session
def list_(session: Session, as_json: bool) -> None:
    """All games, a line each.

    \b
    Example:
      scorekeeper variants list
    """
    known = [rulebook.variant(variants.rules(one)) for one in variants.ids()]
    if as_json:
        say_json(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "summary": one.summary,
                    "aliases": list(one.aliases),
                }
                for one in known
            ]
        )
    else:
        session.show(lists.games(known))


@variants_.command("show")
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="The rules for so many players.")
@json_option
@pass_session
def show_(session: Session, game: str, players: int | None, as_json: bool) -> None:
    """The rule card of a game: roles, scoring, options, sources and worked examples.

    \b
    Examples:
      scorekeeper variants show sergeant-major
      scorekeeper variants show oh-hell --players 6
    """
    rules = variants.find(game)
    if as_json:
        say_json(rules)
    else:
        numbers = rulebook.seats(rules)
        if players is not None and players not in numbers:
            raise Refused(
                f"{rules['id']} is not for {players} players",
                f"it is for {', '.join(map(str, sorted(numbers)))}",
            )
        session.show(lists.rule_card(rulebook.variant(rules, {}, players), numbers))
