"""One match as it is kept, opened: its facts, and the score sheet that follows from them. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..errors import Conflict
from ..rules import rulebook
from ..rules.model import Scoresheet, Variant
from ..rules.rulebook import Rules
from ..rules.sheet import scoresheet
from . import journal
from .journal import Body, Entry, Record, Told


class Person(Struct, frozen=True):
    """A player as known today; after a merge several uids in old facts mean the same person."""

    uid: str
    name: str


class Book(Struct, frozen=True):
    """A match: `number` is its place in one database, `uid` its name everywhere.

    `people` are the known players by the uid that facts use; `rulebooks` the complete rules, by
    their content hash, that the match was told to be played by, now or before a replacement.
    """

    number: int
    uid: str
    entries: tuple[Entry, ...]
    people: Mapping[str, Person]
    rulebooks: Mapping[str, Rules]
    record: Record
    sheet: Scoresheet

    @property
    def variant(self) -> Variant:
        """The rules of the match with its options settled."""
        return self.sheet.match.variant

    @property
    def rules(self) -> Rules:
        """The complete rules of the match, its options still open."""
        return self.rulebooks[self.record.rules]

    @property
    def players(self) -> tuple[str, ...]:
        """The names in seating order, clockwise."""
        return self.sheet.match.players

    @property
    def names(self) -> dict[str, str]:
        """The names of all players that the facts speak of, by uid."""
        return {uid: person.name for uid, person in self.people.items()}

    @property
    def status(self) -> str:
        """`open`, `finished` or `abandoned`."""
        if self.sheet.winners:
            return "finished"
        return "abandoned" if self.record.abandoned else "open"

    def after(self, *facts: tuple[str, Body], at: str) -> Book:
        """The book with these facts (kind, body) added at the end, recorded at `at`.

        Raises `Refused`, naming the hand, where the rules do not allow what then stands there.
        """
        first = len(self.entries) + 1
        entries = [Entry(first + i, kind, body, at) for i, (kind, body) in enumerate(facts)]
        return open_book(
            self.number, self.uid, (*self.entries, *entries), self.people, self.rulebooks
        )

    def log(self, since: int = 0) -> list[Told]:
        """The journal in the words it was typed in, from the entry at place `since` on."""
        return self._told(self.entries, since)

    def conflict(self, known: int) -> Conflict:
        """What somebody is told who knew only the first so many entries, and wants to add some."""
        theirs = ", ".join(f"`{one.words}`" for one in self.log(since=known)) or "something else"
        return Conflict(
            f"somebody else recorded {theirs} in the meantime, nothing of yours was written",
            "type it again if it is missing",
        )

    def _told(self, entries: Sequence[Entry], since: int) -> list[Told]:
        games = {digest: rules["id"] for digest, rules in self.rulebooks.items()}
        return journal.log(entries, self.names, games, since)

    def undoable(self) -> list[Told]:
        """What `undo` would take back, step by step, in words."""
        start = next(entry for entry in self.entries if entry.kind == "start")
        return self._told([start, *self.record.undoable], 1)[::-1]


def open_book(
    number: int,
    uid: str,
    entries: tuple[Entry, ...],
    people: Mapping[str, Person],
    rulebooks: Mapping[str, Rules],
) -> Book:
    """Fold a journal into a book. Raises `Refused` where its hands break the rules."""
    record = journal.fold(entries)
    variant = rulebook.variant(rulebooks[record.rules], record.options, len(record.players))
    match = record.match(variant, [people[player].name for player in record.players])
    return Book(number, uid, entries, people, rulebooks, record, scoresheet(match))


def renumbered(book: Book, number: int) -> Book:
    """The same match at its place in a database."""
    return replace(book, number=number)
