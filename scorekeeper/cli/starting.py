"""Commands that begin a match, go back to one, or give one up."""

from __future__ import annotations

from typing import Any

import click

from .. import variants
from ..errors import Refused, nearest
from ..ledger import clock, queries
from ..ledger.book import Book, open_book
from ..ledger.journal import Entry
from ..ledger.store import Store, new_uid
from ..ledger.terms import money, player_names
from ..ledger.terms import note as kept_note
from ..rules import rulebook
from ..rules.dealing import next_seat
from ..rules.notation import read_player
from ..rules.rulebook import Rules
from ..rules.validity import check_chosen
from ..show.blocks import Block, Line
from ..show.card import card
from ..show.phrases import both
from ..show.recorded import standing
from ..show.score import heading
from .session import (
    Session,
    at_option,
    find,
    json_option,
    match_option,
    match_text,
    pass_session,
    record,
    say_recorded,
    show_match,
    warn,
)
from .telling import rule_option


def complete_games(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The games whose name begins so, for a shell to complete."""
    return [one for one in variants.names() if one.startswith(incomplete)]


@click.command()
@click.argument("game", shell_complete=complete_games)
@click.argument("players", nargs=-1)
@click.option(
    "--rules", "file", metavar="FILE", help="Play by this file of house rules; leave GAME out then."
)
@click.option("--dealer", metavar="NAME", help="Who deals first; without it, the first named.")
@click.option("--draw", is_flag=True, help="Draw the first dealer.")
@rule_option
@click.option("--stake", metavar="AMOUNT", help="Money per point, as in 0.10.")
@click.option("--currency", metavar="CODE", default="", help="What the stake is in, as in EUR.")
@click.option("--note", metavar="TEXT", default="", help="A word about this match.")
@at_option
@json_option
@pass_session
def new_(
    session: Session,
    game: str,
    players: tuple[str, ...],
    file: str | None,
    dealer: str | None,
    draw: bool,
    options: tuple[str, ...],
    stake: str | None,
    currency: str,
    note: str,
    at: str | None,
    as_json: bool,
) -> None:
    """Start a match of GAME with these PLAYERS, named clockwise.

    GAME is one that `variants` lists, in short if you like, or a file of house rules (--rules).

    \b
    Examples:
      scorekeeper new 3-5-8 Ann Bob Cy
      scorekeeper new sergeant-major Ann Bob Cy --dealer Cy -o win=target+5
      scorekeeper new --rules ours.toml Ann Bob Cy
      scorekeeper new 9-5-2 Ann Bob Cy --stake 0.10 --currency EUR --note "the Feathers"
    """
    if file is not None:
        game, players = file, (game, *players)
    game, others = variants.named((game, *players))
    located = variants.locate(game)
    rules = located.rules
    chosen = rulebook.read_options(rules, [pair(option) for option in options])
    names = player_names(others, rulebook.seats(rules))
    check_chosen(rules, chosen, len(names))
    start: dict[str, Any] = {
        "options": chosen,
        **money(stake, currency),
        **kept_note(note),
        "started": clock.read(at) if at else clock.now(),
        "dealer": _first_dealer(names, dealer, draw),
        **({"file": str(located.file)} if located.file else {}),
    }
    with session.store(create=True) as store:
        _begin(session, store, rules, names, start, as_json)


@click.command()
@click.option("--dealer", metavar="NAME", help="Who deals first; without it, the deal moves on.")
@click.option("--draw", is_flag=True, help="Draw the first dealer.")
@click.option("--seats", metavar="NAME,NAME,…", help="The same players in other seats, clockwise.")
@click.option("--note", metavar="TEXT", default="", help="A word about this match.")
@at_option
@match_option
@json_option
@pass_session
def rematch_(
    session: Session,
    dealer: str | None,
    draw: bool,
    seats: str | None,
    note: str,
    at: str | None,
    match: str | None,
    as_json: bool,
) -> None:
    """Start again with the same players.

    Rules and stake are kept, and the deal moves on.

    \b
    Examples:
      scorekeeper rematch
      scorekeeper rematch --seats Bob,Ann,Cy --draw
    """
    with session.store(write=True) as store:
        last = find(store, match)
        names = list(last.players)
        deals = last.record.dealer
        if last.sheet.rows:
            deals = next_seat(last.variant, last.sheet.rows[-1].deal.dealer)
        dealt_next = names[deals]
        if seats is not None:
            names = [names[seat] for seat in new_order(names, seats)]
        start: dict[str, Any] = {
            "options": dict(last.record.options),
            **money(
                None if last.record.stake is None else str(last.record.stake), last.record.currency
            ),
            **kept_note(note),
            "started": clock.read(at) if at else clock.now(),
            "dealer": _first_dealer(names, dealer or (None if draw else dealt_next), draw),
            **({"file": last.record.file} if last.record.file else {}),
        }
        _begin(session, store, last.rules, names, start, as_json)


def _begin(
    session: Session,
    store: Store,
    rules: Rules,
    names: list[str],
    start: dict[str, Any],
    as_json: bool,
) -> None:
    """Write a new match down, put it on the table, and say so; what is said is made before."""
    known = [one.name for one in queries.players(store, archived=True)]
    with store.transaction():
        uids = [store.player(name) for name in names]
        others = queries.open_with(store, uids)
        facts = {**start, "players": uids, "rules": store.keep_rules(rules)}
        entries = (Entry(1, "start", facts, clock.now()),)
        book = store.add(
            open_book(0, new_uid(), entries, store.people(uids), {facts["rules"]: rules})
        )
        store.bookmark(book.number)
        told = match_text(session, book, _begun, as_json)
    for name in book.players:
        alike = nearest(name, known, 0.8) if known and name not in known else ""
        if alike:
            warn(f"{name} is new here; if that is {alike}, `players merge {name} {alike}`")
    if others:
        one = others[-1]
        these = both([f"#{number}" for number in others])
        warn(
            f"with the same players {these} {'is' if len(others) == 1 else 'are'} still open: "
            f"`resume {one}` goes back to #{one}, `abandon -m {one}` gives it up"
        )
    say_recorded(told, as_json)


@click.command()
@click.argument("match", metavar="MATCH")
@json_option
@pass_session
def resume_(session: Session, match: str, as_json: bool) -> None:
    """Put another match on the table, also one that was given up.

    \b
    Example:
      scorekeeper resume 12
    """
    with session.store(write=True) as store:
        book = find(store, match)
        if book.status == "abandoned":
            record(session, store, book, ("reopen", {}), _again, as_json)
            return
        with store.transaction():
            store.bookmark(book.number)
    show_match(session, book, _again, as_json)


@click.command()
@match_option
@json_option
@pass_session
def abandon_(session: Session, match: str | None, as_json: bool) -> None:
    """Give up a match that will not be finished; it stays in the book.

    \b
    Example:
      scorekeeper abandon
    """
    with session.store(write=True) as store:
        book = find(store, match)
        if book.status != "open":
            state = "over" if book.status == "finished" else "given up already"
            raise Refused(f"match #{book.number} is {state}", "`matches` lists the open ones")
        record(session, store, book, ("abandon", {}), _given_up, as_json, to_table=False)


def _begun(book: Book) -> list[Block]:
    return [heading(book), Line(), *card(book)]


def _again(book: Book) -> list[Block]:
    return [heading(book), Line(), *standing(book)]


def _given_up(book: Book) -> list[Block]:
    return [
        Line(f"Match #{book.number} is given up; `resume {book.number}` or `undo` goes on with it.")
    ]


def pair(option: str) -> tuple[str, str]:
    """An option as it was typed, NAME=VALUE, in its two parts. Raises `Refused`."""
    name, equals, value = option.partition("=")
    if not equals:
        raise Refused(f"{option[:40]!r} is no option", "type it as in -o win=target+5")
    return name, value


def new_order(players: list[str], typed: str) -> list[int]:
    """The former seats in the order of a list of names. Raises `Refused` unless all sit once."""
    order = [read_player(players, name) for name in typed.split(",")]
    if sorted(order) != list(range(len(players))):
        raise Refused("every player has one seat", f"as in --seats {','.join(reversed(players))}")
    return order


def _first_dealer(names: list[str], dealer: str | None, draw: bool) -> int:
    if draw and dealer:
        raise click.UsageError("give either --dealer or --draw, not both")
    if draw:
        from random import SystemRandom

        return SystemRandom().randrange(len(names))
    return read_player(names, dealer) if dealer else 0
