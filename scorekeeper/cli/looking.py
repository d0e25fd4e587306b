"""Commands that only look."""

from __future__ import annotations

import os
from typing import Any

import click

from ..errors import Refused
from ..ledger.book import Book
from ..ledger.files import is_begun
from ..ledger.queries import Summary
from ..show.blocks import Block, Line
from ..show.phrases import WELCOME
from .selecting import read_selection, selection_options
from .session import (
    Session,
    check_going_on,
    find,
    json_option,
    match_option,
    pass_session,
    say_json,
    show_match,
)


def on_the_table(session: Session) -> None:
    """What `scorekeeper` alone shows: the current match, or how to begin."""
    from ..show.score import score

    if is_begun(session.path):
        with session.store() as store:
            wanted = os.environ.get("SCOREKEEPER_MATCH") or None
            if wanted or store.current() is not None:
                book = find(store, wanted)
                session.show(lambda width: score(book, width))
                return
    session.show([Line(line) for line in WELCOME])


@click.command()
@match_option
@json_option
@pass_session
def score_(session: Session, match: str | None, as_json: bool) -> None:
    """The score sheet of the match on the table.

    Tricks against target, points and totals of every hand.

    \b
    Example:
      scorekeeper score
    """
    _show_score(session, match, as_json)


@click.command()
@click.argument("match", metavar="MATCH")
@json_option
@pass_session
def show_(session: Session, match: str, as_json: bool) -> None:
    """The score sheet of another match.

    This does not put it on the table.

    \b
    Example:
      scorekeeper show 12
    """
    _show_score(session, match, as_json)


@click.command()
@match_option
@json_option
@pass_session
def next_(session: Session, match: str | None, as_json: bool) -> None:
    """The card of the coming hand, to read aloud.

    Who deals and how, targets, exchange, call, kitty, lead, and what would win the match.

    \b
    Example:
      scorekeeper next
    """
    from ..show.recorded import standing

    book = _going_on(session, match, as_json)
    show_match(session, book, standing, as_json)


@click.command()
@match_option
@json_option
@pass_session
def exchange_(session: Session, match: str | None, as_json: bool) -> None:
    """Who gives how many cards to whom.

    The exchange before the coming hand, step by step, with its rules.

    \b
    Example:
      scorekeeper exchange
    """
    from ..show.card import exchange
    from ..show.score import outcome

    book = _going_on(session, match, as_json)

    def blocks(one: Book) -> list[Block]:
        return outcome(one) or exchange(one)

    show_match(session, book, blocks, as_json)


@click.command()
@selection_options
@click.option(
    "-n",
    "--limit",
    type=click.IntRange(1, 1_000_000),
    default=20,
    show_default=True,
    help="At most so many.",
)
@json_option
@pass_session
def matches_(session: Session, /, limit: int, as_json: bool, **chosen: Any) -> None:
    """The matches in the book, newest first.

    An arrow marks the one on the table, a star the winners.

    \b
    Examples:
      scorekeeper matches --status open
      scorekeeper matches --player ann --with bob --since "last month"
    """
    from ..ledger import queries
    from ..show import lists

    found: list[Summary] = []
    current = None
    if os.path.exists(session.path):
        with session.store() as store:
            found = queries.matches(store, read_selection(store, **chosen), limit)
            current = store.current()
    if as_json:
        say_json([_summary(one, current) for one in found])
    else:
        session.show(lists.matches(found, current) if found else [Line("No matches.")])


@click.command()
@json_option
@pass_session
def where_(session: Session, as_json: bool) -> None:
    """Which file the score book is, and where house rules are looked for.

    \b
    Example:
      scorekeeper where
    """
    from ..variants import folder

    path = os.path.abspath(session.path)
    exists = os.path.exists(path)
    if as_json:
        say_json({"database": path, "exists": exists, "rules": str(folder())})
    else:
        begun = "" if exists else "  (not begun yet)"
        session.show([Line(f"{path}{begun}"), Line(f"{folder()}  (house rules)")])


def _show_score(session: Session, match: str | None, as_json: bool) -> None:
    from ..show.score import score

    with session.store() as store:
        book = find(store, match)
    if as_json:
        show_match(session, book, lambda b: [], as_json)
    else:
        session.show(lambda width: [*score(book, width), *_rules_since(book)])


def _rules_since(book: Book) -> list[Block]:
    """Whether the file of house rules says something else today than when the match was begun."""
    if not book.record.file:
        return []
    from pathlib import Path

    from .. import variants
    from ..ledger.store import packed
    from ..show import phrases as p

    try:
        same = packed(variants.read(Path(book.record.file)))[0] == book.record.rules
    except Refused:
        same = False
    return [] if same else [Line(p.say(p.RULES_SINCE, file=book.record.file), "quiet", hang=2)]


def _going_on(session: Session, match: str | None, as_json: bool) -> Book:
    with session.store() as store:
        book = find(store, match)
    if not as_json:
        check_going_on(book)
    return book


def _summary(one: Summary, current: int | None) -> dict[str, object]:
    from ..ledger.clock import local

    return {
        "number": one.number,
        "id": one.uid,
        "variant": one.variant,
        "status": one.status,
        "started": local(one.started).isoformat(),
        "hands": one.hands,
        "note": one.note,
        "players": [
            {"name": player.name, "total": player.total, "won": player.won} for player in one.seated
        ],
        "current": one.number == current,
    }
