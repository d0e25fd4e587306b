"""The command that prints a score sheet for the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from msgspec import Struct

from .. import variants
from ..errors import Refused
from ..ledger import clock
from ..ledger.book import Book
from ..ledger.journal import tell_terms
from ..ledger.sheets import empty_csv, sheet_csv
from ..ledger.terms import player_names
from ..rules import rulebook
from ..rules.model import Match
from ..rules.names import as_word
from ..rules.notation import read_player
from ..rules.validity import check_chosen
from ..show import paper, typeset
from ..show.blocks import Block, Line
from ..show.phrases import either
from .session import Session, find, match_option, pass_session, writable, written
from .starting import complete_games, pair
from .telling import rule_option

KINDS = (".pdf", ".html", ".csv")


class _Sheet(Struct, frozen=True):
    """A sheet as it is shown, and what makes the file to type it up in."""

    blocks: list[Block]
    csv: Callable[[], str]


@click.command()
@click.argument("game", required=False, shell_complete=complete_games)
@click.argument("players", nargs=-1)
@click.option(
    "--players",
    "seats",
    type=click.IntRange(2, rulebook.MOST_SEATS),
    metavar="N",
    help="So many players, with room for their names.",
)
@click.option("--dealer", metavar="NAME", help="Who deals first; without it, the first named.")
@rule_option
@click.option(
    "--hands",
    type=click.IntRange(1, paper.MOST_HANDS),
    metavar="N",
    help="So many hands; without it, as many as the game has, or as fill a page.",
)
@match_option
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write it to this file: a page to print (.pdf or .html), or a sheet to type into (.csv).",
)
@pass_session
def sheet_(
    session: Session,
    game: str | None,
    players: tuple[str, ...],
    seats: int | None,
    dealer: str | None,
    options: tuple[str, ...],
    hands: int | None,
    match: str | None,
    output: str | None,
) -> None:
    """A score sheet to print on one page, for evenings without a screen.

    Of GAME, named as for `new`, it is an empty one: targets, hand sizes and whose deal it is are
    filled in. Without PLAYERS there is room to write their names. Without GAME it is the sheet of
    the match on the table or of another one (-m), as far as that has come.

    What was written on it comes in with `import`; the sheet says what to type.

    \b
    Examples:
      scorekeeper sheet 3-5-8 Ann Bob Cy --output friday.pdf
      scorekeeper sheet oh-hell --players 5 --output empty.html
      scorekeeper sheet 3-5-8 Ann Bob Cy --output friday.csv
      scorekeeper sheet -m 12 --output evening.pdf
    """
    if game is None:
        if seats or dealer or options:
            raise click.UsageError("these are for an empty sheet: name the GAME too")
        with session.store() as store:
            sheet = _of_match(find(store, match), hands)
    else:
        source = click.get_current_context().get_parameter_source("match")
        if source is ParameterSource.COMMANDLINE:
            raise click.UsageError("name a GAME, or a match with -m, not both")
        sheet = _empty(game, players, seats, dealer, options, hands)
    if output is None:
        session.show(sheet.blocks)
        return
    content = _content(sheet, Path(output).suffix.casefold())
    if writable(output).casefold().endswith(".csv") and os.path.exists(output):
        raise Refused(f"{output} is there already, perhaps filled in", "name a new file")
    with written(output) as stream:
        stream.write(content)


def _empty(
    game: str,
    players: tuple[str, ...],
    seats: int | None,
    dealer: str | None,
    options: tuple[str, ...],
    hands: int | None,
) -> _Sheet:
    """The sheet of a match to come."""
    located = variants.locate(game)
    rules = located.rules
    chosen = rulebook.read_options(rules, [pair(option) for option in options])
    if players and seats:
        raise click.UsageError("name the players, or say how many there are, not both")
    if dealer and not players:
        raise click.UsageError("--dealer names one of the PLAYERS: name them all")
    if players:
        names = player_names(players, rulebook.seats(rules))
    else:
        names = [""] * (seats or rulebook.seats(rules)[0])
        rulebook.check_seats(rules, len(names))
    check_chosen(rules, chosen, len(names))
    variant = rulebook.variant(rules, chosen, len(names))
    first = read_player(names, dealer) if dealer else 0
    told = {"dealer": first, "options": chosen}
    command = _command(game if located.file else variant.id, told, names)
    count = hands or paper.usual_hands(variant)
    blocks = paper.empty(Match(variant, tuple(names), first), count, command)
    return _Sheet(blocks, partial(empty_csv, variant, names, count))


def _of_match(book: Book, hands: int | None) -> _Sheet:
    """The sheet of a match in the score book; where it goes on, with empty rows for the rest."""
    record, played = book.record, len(book.sheet.rows)
    count = played
    if book.status == "open":
        count = hands or paper.usual_hands(book.variant)
    told = {
        "dealer": record.dealer,
        "options": record.options,
        "stake": record.stake,
        "currency": record.currency,
        "started": clock.local(record.started).strftime("%Y-%m-%dT%H:%M"),
        "note": record.note,
    }
    command = _command(record.file or book.variant.id, told, book.players)
    blocks = paper.of_match(book, count, command)
    return _Sheet(blocks, partial(sheet_csv, book, max(0, count - played)))


def _command(game: str, told: dict[str, Any], players: Sequence[str]) -> str:
    """What brings the sheet in when it has been typed up."""
    known = {key: value for key, value in told.items() if value}
    words = ["scorekeeper import SHEET.csv --game", as_word(game), *tell_terms(known, players)]
    return " ".join(words)


def _content(sheet: _Sheet, kind: str) -> bytes:
    """The sheet as a file of this kind."""
    title = next(block.text for block in sheet.blocks if isinstance(block, Line))
    if kind == ".pdf":
        return typeset.pdf(title, sheet.blocks)
    if kind == ".html":
        return typeset.page(title, sheet.blocks).encode()
    if kind == ".csv":
        return sheet.csv().encode()
    raise Refused(
        f"a sheet can't be written as {kind or 'a file without an ending'}",
        f"name one that ends in {either(KINDS)}",
    )
