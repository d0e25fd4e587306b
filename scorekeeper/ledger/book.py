"""One match as it is kept, opened: its facts, and the score sheet that follows from them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..rules import rulebook
from ..rules.model import Scoresheet, Variant
from ..rules.rulebook import Rules
from ..rules.sheet import scoresheet
from . import journal
from .journal import Body, Entry, Record


@dataclass(frozen=True, slots=True)
class Book:
    """A match: `number` is its place in one database, `uid` its name everywhere.

    `names` are the known players by their uid; `rules` are complete, as the match began with them.
    """

    number: int
    uid: str
    entries: tuple[Entry, ...]
    names: Mapping[str, str]
    rules: Rules
    record: Record
    sheet: Scoresheet

    @property
    def variant(self) -> Variant:
        """The rules of the match with its options settled."""
        return self.sheet.match.variant

    @property
    def players(self) -> tuple[str, ...]:
        """The names in seating order, clockwise."""
        return self.sheet.match.players

    @property
    def status(self) -> str:
        """`open`, `finished` or `abandoned`."""
        if self.sheet.winners:
            return "finished"
        return "abandoned" if self.record.abandoned else "open"

    def after(self, *facts: tuple[str, Body], at: str) -> Book:
        """The book with these facts (kind, body) added at the end, recorded at `at`."""
        first = len(self.entries) + 1
        entries = [Entry(first + i, kind, body, at) for i, (kind, body) in enumerate(facts)]
        return open_book(self.number, self.uid, (*self.entries, *entries), self.names, self.rules)


def open_book(
    number: int, uid: str, entries: tuple[Entry, ...], names: Mapping[str, str], rules: Rules
) -> Book:
    """Fold a journal into a book. Raises `Refused` where its hands break the rules."""
    record = journal.fold(entries)
    variant = rulebook.variant(rules, record.options)
    match = record.match(variant, [names[player] for player in record.players])
    return Book(number, uid, entries, names, rules, record, scoresheet(match))


def renumbered(book: Book, number: int) -> Book:
    """The same match at its place in a database."""
    return replace(book, number=number)
