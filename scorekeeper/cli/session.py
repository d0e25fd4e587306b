"""What every command shares: which database, which match, how to record and how to show."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ..errors import Refused
from ..ledger import clock
from ..ledger.book import Book
from ..ledger.journal import Body
from ..ledger.store import Store, open_store
from ..show.blocks import Block, plain, styled

# For terminals that can't show these.
ASCII = str.maketrans({"−": "-", "–": "-", "→": "->", "·": "|", "…": "...", "è": "e"})


@dataclass(frozen=True, slots=True)
class Session:
    """The options given before the command. `database` None means the usual place."""

    database: str | None
    color: str

    @property
    def path(self) -> Path:
        """The file of the score book."""
        if self.database:
            return Path(self.database).expanduser()
        from platformdirs import user_data_path

        return user_data_path("scorekeeper", appauthor=False) / "scorekeeper.db"

    def store(self, *, create: bool = False) -> Store:
        """The score book, opened; with `create` a missing one is begun."""
        return open_store(self.path, create=create)

    def show(self, blocks: Iterable[Block] | Callable[[int | None], Iterable[Block]]) -> None:
        """Print blocks, or what makes them for a width, as the terminal at hand can show them."""
        width = self._width()
        if callable(blocks):
            blocks = blocks(width)
        if self._in_style():
            from rich.console import Console

            console = Console(
                width=width, force_terminal=True, highlight=False, emoji=False, markup=False
            )
            console.print(styled(blocks, width), soft_wrap=True)
        else:
            say(plain(blocks, width))

    def _in_style(self) -> bool:
        if self.color != "auto":
            return self.color == "always"
        return (
            sys.stdout.isatty()
            and os.environ.get("TERM", "dumb") != "dumb"
            and not os.environ.get("NO_COLOR")
            and (sys.stdout.encoding or "").lower().startswith("utf")
        )

    def _width(self) -> int | None:
        """The columns to fit; None for piped output, which does not shrink with the window."""
        columns = os.environ.get("COLUMNS", "")
        if columns.isdecimal() and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(sys.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return None


pass_session = click.make_pass_decorator(Session)
match_option = click.option(
    "-m",
    "--match",
    metavar="MATCH",
    envvar="SCOREKEEPER_MATCH",
    help="Another match than the one on the table: its number, or a piece of its id."
    " [env: SCOREKEEPER_MATCH]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")
yes_option = click.option("-y", "--yes", is_flag=True, help="Do not ask, write it.")
at_option = click.option(
    "--at", metavar="WHEN", help="When it was: 2026-11-28T19:30, yesterday, '12 Nov 2026'."
)


def find(store: Store, typed: str | None) -> Book:
    """The match somebody named, or the one on the table."""
    number = store.find(typed) if typed else store.current()
    if number is None:
        raise Refused("there is no match yet", "start one with `new 3-5-8 Ann Bob Cy`")
    return store.load(number)


def find_open(store: Store, typed: str | None) -> Book:
    """Like `find`, for commands that go on with the match."""
    book = find(store, typed)
    if book.status == "abandoned":
        raise Refused(
            f"match #{book.number} was given up", f"`resume {book.number}` goes on with it"
        )
    return book


def record(store: Store, book: Book, *facts: tuple[str, Body]) -> Book:
    """Write facts down, durably, and put the match on the table. Raises `Conflict`."""
    after = book.after(*facts, at=clock.now())
    with store.transaction():
        store.append(book, after)
        store.bookmark(book.number)
    return after


def correct(
    session: Session, store: Store, book: Book, fact: tuple[str, Body], yes: bool, as_json: bool
) -> Book:
    """Show what a correction changes, ask, and write it down. Raises `Refused`, or `Abort`."""
    from ..show.changes import changes
    from ..show.phrases import ASK

    after = book.after(fact, at=clock.now())
    if not as_json:
        session.show(changes(book, after))
    if not yes:
        if not sys.stdin.isatty():
            raise Refused("nothing was written, because nobody can be asked here", "add --yes")
        click.confirm(ASK, abort=True, err=True)
    return record(store, book, fact)


def say(text: str) -> None:
    """Print a text on standard output, simplified where the terminal can't show it."""
    encoding = sys.stdout.encoding or "ascii"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(ASCII).encode(encoding, "replace").decode(encoding)
    click.echo(text)


def say_json(value: Any) -> None:
    """Print one JSON value, always in UTF-8."""
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "replace"))


def warn(line: str) -> None:
    """One line on standard error, for what is worth knowing but no result."""
    from ..rules.notation import visible

    click.echo(f"scorekeeper: {visible(line)}", err=True)


def show_match(
    session: Session, book: Book, blocks: Callable[[Book], list[Block]], as_json: bool
) -> None:
    """A match as these blocks, or as its match document."""
    if as_json:
        from ..ledger.interchange import document

        say_json(document(book))
    else:
        session.show(blocks(book))
