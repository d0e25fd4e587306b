"""What every command shares: which database, which match, how to record and how to show."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from ..errors import Refused
from ..ledger import clock
from ..ledger.book import Book
from ..ledger.files import keep_daily_backup, open_store
from ..ledger.journal import Body
from ..ledger.store import Store
from ..show.blocks import Block, Line, plain, styled

# For terminals that can't show these.
ASCII = str.maketrans(
    {"−": "-", "–": "-", "→": "->", "·": "|", "…": "...", "è": "e", "Σ": "=", "─": "-"}
)


class Session(Struct, frozen=True):
    """The options given before the command. `database` None means the usual place."""

    database: str | None
    color: str

    @property
    def path(self) -> str:
        """The file of the score book."""
        if self.database is not None:
            path = os.path.expanduser(self.database)
            if path and not path.startswith("~"):  # else it is a home that nobody has
                return path
            raise Refused(f"{self.database!r} is no file", "name one with --db")
        from platformdirs import user_data_path

        return str(user_data_path("scorekeeper", appauthor=False) / "scorekeeper.db")

    def store(self, *, create: bool = False, write: bool = False) -> Store:
        """The score book, opened; with `create` a missing one is begun.

        With either, a backup is kept first, once a day; a hand is recorded even where that fails.
        """
        store = open_store(self.path, create=create)
        store.before_commit = hold_interrupts
        if create or write:
            try:
                keep_daily_backup(store)
            except (OSError, sqlite3.Error, Refused) as mistake:
                warn(f"today's backup could not be made ({mistake})")
        return store

    def show(self, blocks: Iterable[Block] | Callable[[int | None], Iterable[Block]]) -> None:
        """Print blocks, or what makes them for a width, as the terminal at hand can show them."""
        say(self.drawn(blocks))

    def drawn(self, blocks: Iterable[Block] | Callable[[int | None], Iterable[Block]]) -> str:
        """What `show` prints."""
        width = self.width()
        if callable(blocks):
            blocks = blocks(width)
        if not self.in_style():
            return plain(blocks, width)
        from rich.console import Console

        console = Console(width=width, force_terminal=True, highlight=False)
        with console.capture() as captured:
            console.print(styled(blocks, width), soft_wrap=True, end="")
        return captured.get()

    def ask(self, question: str) -> None:
        """Go on only if somebody agrees. Raises `Refused` where nobody can be asked."""
        if not sys.stdin.isatty():
            raise Refused("nothing was written, because nobody can be asked here", "add --yes")
        if not click.confirm(question, err=True):
            raise Refused("nothing was written", "type it again when you are sure")

    def says_what_is_recorded(self, book: Book) -> bool:
        """Whether the answer to a command is all that is seen of what it recorded."""
        return True

    def before_recording(self, book: Book) -> None:
        """Nothing: who types a whole command knows what it adds to."""

    def recorded(self, after: Book) -> None:
        """Nothing: the next command reads the score book anew."""

    def in_style(self) -> bool:
        """Whether colour and drawn lines are wanted, and can be shown."""
        if self.color != "auto":
            return self.color == "always"
        return (
            sys.stdout.isatty()
            and os.environ.get("TERM", "dumb") != "dumb"
            and not os.environ.get("NO_COLOR")
            and (sys.stdout.encoding or "").lower().startswith("utf")
        )

    def width(self) -> int | None:
        """The columns to fit; None for piped output, which does not shrink with the window."""
        columns = os.environ.get("COLUMNS", "")
        if columns.isdecimal() and len(columns) < 6 and int(columns) > 0:
            return int(columns)
        try:
            return os.get_terminal_size(sys.stdout.fileno()).columns or 80
        except (OSError, ValueError):
            return None


_held: list[Any] = []


def hold_interrupts() -> None:
    """From the commit on Ctrl-C comes too late: what is recorded is also said."""
    import signal
    import threading

    if threading.current_thread() is threading.main_thread():
        _held.append(signal.signal(signal.SIGINT, signal.SIG_IGN))


def release_interrupts() -> None:
    """Let Ctrl-C through again, for a process that runs another command."""
    import signal

    while _held:
        signal.signal(signal.SIGINT, _held.pop())


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
    number = store.current() if typed is None else store.find(typed)
    if number is None:
        raise Refused("there is no match yet", "start one with `new 3-5-8 Ann Bob Cy`")
    return store.load(number)


def find_open(store: Store, typed: str | None) -> Book:
    """Like `find`, for commands that go on with the match."""
    book = find(store, typed)
    check_going_on(book)
    return book


def check_going_on(book: Book) -> None:
    """Refuse to go on with a match that was given up."""
    if book.status == "abandoned":
        raise Refused(
            f"match #{book.number} was given up", f"`resume {book.number}` goes on with it"
        )


def record(
    session: Session,
    store: Store,
    book: Book,
    fact: tuple[str, Body],
    blocks: Callable[[Book], list[Block]],
    as_json: bool,
    *,
    to_table: bool = True,
    **more: Any,
) -> None:
    """Write a fact down, durably, put the match on the table, and say what came of it.

    What will be said is made before the commit, so that next to nothing can come between the two.
    Raises `Refused` where the rules do not allow it, `Conflict` where somebody was faster.
    """
    session.before_recording(book)
    after = book.after(fact, at=clock.now())
    told = ""
    if as_json or session.says_what_is_recorded(book):
        told = match_text(session, after, blocks, as_json, **more)
    with store.transaction():
        store.append(book, after)
        if to_table:
            store.bookmark(book.number)
    session.recorded(after)
    say_recorded(told, as_json)


def correct(
    session: Session,
    store: Store,
    book: Book,
    fact: tuple[str, Body],
    blocks: Callable[[Book], list[Block]],
    yes: bool,
    as_json: bool,
) -> None:
    """Like `record`, but show first what a correction changes, and ask."""
    from ..show.changes import changes, told_changes
    from ..show.phrases import ASK, NO_CHANGE

    try:
        after = book.after(fact, at=clock.now())
    except Refused as mistake:
        if fact[0] == "amend":
            raise
        raise Refused(
            f"that can't stand: {mistake.wrong}", "put the hands that follow right first"
        ) from None
    if replace(after.record, undoable=(), redoable=()) == replace(
        book.record, undoable=(), redoable=()
    ):
        show_match(session, book, lambda b: [Line(NO_CHANGE)], as_json)
        return
    if not as_json:
        session.show(changes(book, after))
    if not yes:
        session.ask(ASK)
    more: dict[str, Any] = {"changes": told_changes(book, after)} if as_json else {}
    record(session, store, book, fact, blocks, as_json, **more)


def say(text: str, *, utf8: bool = False) -> None:
    """Print a text on standard output, simplified where the terminal can't show it.

    With `utf8` it goes out in UTF-8 whatever the terminal: other programs read it. A reader who
    has seen enough is no mistake.
    """
    encoding = "utf-8" if utf8 else sys.stdout.encoding or "ascii"
    try:
        told = text.encode(encoding)
    except UnicodeEncodeError:
        told = text.translate(ASCII).encode(encoding, "replace")
    try:
        click.echo(told)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say_recorded(text: str, utf8: bool) -> None:
    """Print what came of something that is on disk already, whatever becomes of the printing."""
    try:
        say(text, utf8=utf8)
    except OSError as mistake:
        warn(f"it is recorded, but could not be shown ({mistake.strerror})")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def writable(path: str) -> str:
    """A file to write to, as it was named. Raises `Refused` where it would destroy a score book."""
    from ..ledger.files import is_database

    if os.path.isfile(path):
        with open(path, "rb") as there:
            if is_database(there.read(16)):
                raise Refused(f"{path} is a score book, or another database", "name another file")
    return path


@contextmanager
def written(path: str) -> Iterator[IO[bytes]]:
    """A file to write, which takes the place of an old one when it is whole; `-` is the output.

    Raises `Refused` where it would destroy a score book.
    """
    target = os.path.realpath(writable(path))
    if path == "-" or (os.path.exists(target) and not os.path.isfile(target)):
        with click.open_file(path, "wb") as stream:
            yield stream
        return
    new = f"{target}.{os.getpid()}.new"
    try:
        with open(new, "xb") as stream:
            yield stream
        os.replace(new, target)
    except BaseException as mistake:
        with suppress(OSError):
            os.unlink(new)
        if isinstance(mistake, OSError) and mistake.errno and mistake.filename in (None, new):
            mistake.filename = path
        raise


def say_json(value: Any) -> None:
    """Print one JSON value."""
    say(json_text(value), utf8=True)


def json_text(value: Any) -> str:
    """A value as readable JSON."""
    from ..ledger.document import to_json

    return to_json(value)


def warn(line: str) -> None:
    """One line on standard error, for what is worth knowing but no result."""
    from ..rules.names import visible

    click.echo(f"scorekeeper: {visible(line)}", err=True)


def show_match(
    session: Session, book: Book, blocks: Callable[[Book], list[Block]], as_json: bool
) -> None:
    """Print a match as these blocks, or as its match document."""
    say(match_text(session, book, blocks, as_json), utf8=as_json)


def match_text(
    session: Session,
    book: Book,
    blocks: Callable[[Book], list[Block]],
    as_json: bool,
    **more: Any,
) -> str:
    """What `show_match` prints; `more` is added to the document."""
    if not as_json:
        return session.drawn(blocks(book))
    from ..ledger.document import document

    return json_text({**document(book), **more})
