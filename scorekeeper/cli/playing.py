"""The command that stays open all evening."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from .. import variants
from ..show.phrases import LEAVING
from .at_table import AtTable
from .session import Session, match_option, pass_session, say
from .starting import complete_games
from .table import Table
from .telling import rule_option


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@click.argument("players", nargs=-1)
@click.option("--dealer", metavar="NAME", help="Who deals first; without it, the first named.")
@rule_option
@match_option
@pass_session
def play_(
    session: Session,
    game: str | None,
    players: Sequence[str],
    dealer: str | None,
    options: tuple[str, ...],
    match: str | None,
) -> None:
    """Keep the score of a whole evening, without typing commands.

    Goes on with the match on the table, or asks for the game, the players and the dealer. Then
    type what each took, and Enter: `10 1` is a hand. Everything else is a word: `undo`, `edit 3 9 4
    3`, `stats bob`; `help` lists them, `quit` leaves. What is shown as recorded is kept, whatever
    happens to the window.

    \b
    Examples:
      scorekeeper play
      scorekeeper play 9-5-2 Ann Bob Cy
    """
    if not game and (dealer or options):
        raise click.UsageError("these are for a new match: name the GAME too")
    if dealer and len(variants.named((game or "", *players))[1]) == 0:
        raise click.UsageError("--dealer names one of the PLAYERS: name them all")
    os.environ.pop("SCOREKEEPER_MATCH", None)
    windowed = _has_window()
    table = Table(
        AtTable(
            session.database,
            session.color,
            columns=None if windowed else session.width(),
            styled=session.in_style(),
            on_board=windowed,
        ),
        match,
    )
    if game:
        game, players = variants.named((game, *players))
    table.begin(game or "", players, options, dealer)
    if windowed:
        from .screen import Screen

        Screen(table).show()
    else:
        _line_by_line(table)
    if table.book is not None:
        click.echo(LEAVING, err=True)


def _has_window() -> bool:
    """Whether the terminal can be drawn upon; else everything is told line after line."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "dumb") != "dumb"
        and (sys.stdout.encoding or "").lower().startswith("utf")
    )


def _line_by_line(table: Table) -> None:
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    say(table.greeting())
    while not table.over:
        if table.question is not None:
            click.echo(table.hint("")[0], err=True)
        click.echo(table.prompt, nl=False, err=True)
        line = sys.stdin.readline()
        if not line:
            click.echo(err=True)
            return
        table.enter(line)
        if table.output:
            say(table.output)
        if table.wrong or (table.told and not table.output):
            click.echo(table.told, err=True)
