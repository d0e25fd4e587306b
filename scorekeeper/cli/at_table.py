"""How commands run at a table: in its window, on what is on the board, without a shell."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO, StringIO, TextIOWrapper

from msgspec import field

from ..errors import Refused
from ..ledger.book import Book
from ..ledger.journal import Entry
from .session import Session


class AtTable(Session, frozen=True):
    """A session within the window of an evening, `columns` wide; None does not wrap.

    With `on_board` what is recorded is seen there, and need not be told. `known` are the entries of
    the match `uid` on the board when a line was typed: nothing is added to what nobody has seen.
    What a command wants to ask goes into `asked`, what it has recorded into `after`.
    """

    columns: int | None = None
    styled: bool = False
    on_board: bool = False
    uid: str = ""
    known: tuple[Entry, ...] = ()
    asked: list[str] = field(default_factory=list)
    after: list[Book] = field(default_factory=list)

    def width(self) -> int | None:
        """The columns of the window."""
        return self.columns

    def in_style(self) -> bool:
        """As the terminal of the evening can show it."""
        return self.styled

    def ask(self, question: str) -> None:
        """Leave the question to the table, which runs the command again with --yes."""
        self.asked.append(question)
        raise Refused(question)

    def says_what_is_recorded(self, book: Book) -> bool:
        """Unless the board shows it."""
        return not self.on_board or book.uid != self.uid

    def before_recording(self, book: Book) -> None:
        """Refuse what was typed before somebody else's hand was to be seen."""
        if book.uid == self.uid and book.entries != self.known:
            raise book.conflict(len(self.known))

    def recorded(self, after: Book) -> None:
        """Keep the match as it is now."""
        self.after.append(after)


def stamp(path: str) -> object:
    """Something about a file that is another after every commit; None where there is no file."""
    try:
        told = os.stat(path)
    except OSError:
        return None
    return told.st_mtime_ns, told.st_size, told.st_ino


@contextmanager
def captured() -> Iterator[tuple[BytesIO, StringIO]]:
    """Where a command prints to meanwhile; nothing can be read."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = BytesIO(), StringIO()
    written = TextIOWrapper(out, encoding="utf-8", write_through=True)
    nothing = TextIOWrapper(BytesIO(), encoding="utf-8")
    sys.stdin, sys.stdout, sys.stderr = nothing, written, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        written.detach()  # or it closes what was written with itself
