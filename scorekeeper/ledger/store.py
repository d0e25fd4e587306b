"""The one module that knows SQLite: where facts are kept and derived tables refreshed.

The recording path is plain `sqlite3`; sqlite-utils is loaded only to create or migrate a database,
because importing it takes longer than everything else a hand needs.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from zlib import crc32

from msgspec import json

from ..errors import Damaged, Refused
from ..rules.names import name_key, shown
from ..rules.notation import read_player
from ..rules.rulebook import Rules
from . import derived
from .book import Book, Person, open_book, renumbered
from .journal import Body, Entry

MEND = "`doctor` tells more, `restore` brings a backup back"
# A shorter piece of an id would be meant as a number.
SHORTEST_PIECE = 6


class Store:
    """An open database. Use as a context manager, or `close` it."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self._connection = connection
        self.path = path
        # Called when everything is written but for the commit itself.
        self.before_commit: Callable[[], object] = lambda: None
        self._rules: dict[str, Rules] = {}
        self._many = False

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def copy_to(self, target: sqlite3.Connection) -> None:
        """Copy everything, as it stands at one moment, while others may go on writing."""
        self._connection.backup(target)

    def copy_from(self, other: Store) -> None:
        """Take another store's content in place of ours, in one durable step."""
        other.copy_to(self._connection)

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, streaming."""
        return self._connection.execute(sql, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written together and is durable afterwards, or nothing is."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.before_commit()
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def many(self) -> Iterator[None]:
        """A transaction for many matches: what is summed up over all is summed up at the end."""
        with self.transaction():
            self._many = True
            try:
                yield
            finally:
                self._many = False
            self.sum_up()

    # Finding

    def current(self) -> int | None:
        """The number of the match on the table: the one last touched."""
        number: int | None = self._value("SELECT match FROM bookmark")
        return number

    def find(self, typed: str) -> int:
        """The number of a match named by its number (`12`, `#12`) or a unique piece of its id."""
        wanted = typed.strip().removeprefix("#").casefold()
        found: list[tuple[int]] = []
        if wanted.isdecimal() and len(wanted) < 12:
            found = list(self.rows("SELECT id FROM match WHERE id = ?", [int(wanted)]))
        if not found and len(wanted) >= SHORTEST_PIECE:
            sql = "SELECT id FROM match WHERE instr(uid, ?) LIMIT 2"
            found = list(self.rows(sql, [wanted]))
        if len(found) == 1:
            return found[0][0]
        wrong = "several matches have" if found else "there is no match"
        where = " in their id" if found else ""
        raise Refused(f"{wrong} {shown(typed)}{where}", "`matches` lists them with their numbers")

    def find_player(self, typed: str) -> Person:
        """A player of this score book, named in full, by a former spelling, or by a beginning."""
        uid = self._value("SELECT uid FROM player WHERE key = ?", name_key(typed))
        if uid is None:
            known = list(self.rows("SELECT uid, name FROM player WHERE merged_into IS NULL"))
            if not known:
                raise Refused("there are no players yet", "`new` writes them down")
            uid = known[read_player([name for _, name in known], typed)][0]
        return self.people([uid])[uid]

    def numbers(self) -> list[int]:
        """The numbers of all matches, oldest first."""
        return [number for (number,) in self.rows("SELECT id FROM match ORDER BY id")]

    def number_of(self, uid: str) -> int | None:
        """The number of the match with this full id, None when it is not here."""
        number: int | None = self._value("SELECT id FROM match WHERE uid = ?", uid)
        return number

    def load(self, number: int) -> Book:
        """The match with this number."""
        uid = self._value("SELECT uid FROM match WHERE id = ?", number)
        entries = self._entries(number, str(uid))
        starts = [entry.body for entry in entries if entry.kind == "start"]
        people = self.people({player for start in starts for player in start["players"]})
        return open_book(number, str(uid), entries, people, self.rulebooks(starts))

    def _entries(self, number: int, uid: str) -> tuple[Entry, ...]:
        """The journal of a match, every entry held against its checksum."""
        found = []
        known = crc32(uid.encode())
        for place, (entry_uid, sequence, kind, body, at, check) in enumerate(
            self.rows(
                'SELECT uid, sequence, kind, body, recorded_at, "check" FROM entry'
                " WHERE match = ? ORDER BY sequence",
                [number],
            ),
            start=1,
        ):
            known = checksum(known, entry_uid, sequence, kind, body, at)
            if known != check or sequence != place:
                raise Damaged(f"entry {place} of match #{number} is damaged", MEND)
            found.append(Entry(sequence, kind, json.decode(body), at))
        if not found:
            raise Damaged(f"match #{number} has no entries", MEND)
        return tuple(found)

    def rulebooks(self, starts: Iterable[Body]) -> dict[str, Rules]:
        """The rules that these `start` bodies name, by their hash, held against their checksums."""
        wanted = {start["rules"] for start in starts}
        for digest in wanted - self._rules.keys():
            sql = 'SELECT body, "check" FROM rules WHERE hash = ?'
            row = self._connection.execute(sql, [digest]).fetchone()
            if row is None or crc32(row[0].encode()) != row[1]:
                raise Damaged(f"the rules {digest[:12]} are damaged", MEND)
            self._rules[digest] = json.decode(row[0])
        return {digest: self._rules[digest] for digest in wanted}

    def people(self, players: Iterable[str]) -> dict[str, Person]:
        """The players with these uids, a merged one as the person merged into."""
        uids = list(players)
        marks = ",".join("?" * len(uids))
        people = {
            uid: Person(known_as, name)
            for uid, known_as, name in self.rows(
                "SELECT p.uid, known.uid, known.name FROM player p"
                " JOIN player known ON known.uid = coalesce(p.merged_into, p.uid)"
                f" WHERE p.uid IN ({marks})",
                uids,
            )
        }
        if len(people) < len(set(uids)):
            raise Damaged("a player is missing from the score book", MEND)
        return people

    # Writing, inside a transaction

    def player(self, name: str) -> str:
        """The uid of the player of this name, who is written down when new."""
        key = name_key(name)
        uid = self._value("SELECT coalesce(merged_into, uid) FROM player WHERE key = ?", key)
        if uid is None:
            uid = new_uid()
            self._connection.execute(
                "INSERT INTO player (uid, name, key) VALUES (?, ?, ?)", [uid, name, key]
            )
        return str(uid)

    def rename(self, player: Person, name: str) -> None:
        """Give a player another name, in every match. Raises `Refused` where it is taken."""
        key = name_key(name)
        other = self._value("SELECT name FROM player WHERE key = ? AND uid != ?", key, player.uid)
        if other is not None:
            raise Refused(
                f"there is a player {other} already",
                f"`players merge {player.name} {other}` makes them one",
            )
        self._connection.execute(
            "UPDATE player SET name = ?, key = ? WHERE uid = ?", [name, key, player.uid]
        )

    def merge(self, spelling: Person, person: Person) -> int:
        """Make two spellings one person; the number of matches that moves.

        Raises `Refused` where both sat in one match, for then they are two.
        """
        both = self._value(
            "SELECT a.match FROM match_player a JOIN match_player b ON b.match = a.match"
            " WHERE a.player = ? AND b.player = ?",
            spelling.uid,
            person.uid,
        )
        if both is not None:
            raise Refused(
                f"{spelling.name} and {person.name} sat together in match #{both}",
                "they are two people; `players rename` gives one of them another name",
            )
        moved = [
            number
            for (number,) in self.rows(
                "SELECT match FROM match_player WHERE player = ?", [spelling.uid]
            )
        ]
        self._connection.execute(
            "UPDATE player SET merged_into = ?1 WHERE uid = ?2 OR merged_into = ?2",
            [person.uid, spelling.uid],
        )
        for number in moved:
            self.derive(self.load(number))
        return len(moved)

    def archive(self, player: Person, archived: bool) -> None:
        """Leave a player out of lists, or take them in again; all history is kept."""
        self._connection.execute(
            "UPDATE player SET archived = ? WHERE uid = ?", [int(archived), player.uid]
        )

    def keep_rules(self, rules: Rules) -> str:
        """Write down the full rules, examples apart, and return their content hash."""
        digest, body = packed(rules)
        self._connection.execute(
            'INSERT OR IGNORE INTO rules (hash, variant, body, "check") VALUES (?, ?, ?, ?)',
            [digest, rules["id"], body, crc32(body.encode())],
        )
        return digest

    def add(self, book: Book) -> Book:
        """Write down a match that is not here yet; the book comes back with its number."""
        cursor = self._connection.execute("INSERT INTO match (uid) VALUES (?)", [book.uid])
        assert cursor.lastrowid is not None
        book = renumbered(book, cursor.lastrowid)
        self._write(book, book.entries)
        self._write_rows(book)
        self._add_to_sums(book.number, 1)
        return book

    def append(self, before: Book, after: Book) -> None:
        """Write down what `after` has more than `before`.

        Raises `Conflict` when somebody else recorded in this match since `before` was loaded.
        """
        known = len(before.entries)
        latest = self._value("SELECT max(sequence) FROM entry WHERE match = ?", before.number)
        if latest != known:
            raise self.load(before.number).conflict(known)
        self._write(after, after.entries[known:])
        self.derive(after)

    def bookmark(self, number: int) -> None:
        """Put a match on the table."""
        self._connection.execute(
            "INSERT OR REPLACE INTO bookmark (one, match) VALUES (1, ?)", [number]
        )

    def _write(self, book: Book, entries: Sequence[Entry]) -> None:
        known = crc32(book.uid.encode())
        if entries[0].sequence > 1:
            sql = 'SELECT "check" FROM entry WHERE match = ? AND sequence = ?'
            known = self._value(sql, book.number, entries[0].sequence - 1)
        rows = []
        for entry in entries:
            body = json.encode(entry.body).decode()
            told = (new_uid(), entry.sequence, entry.kind, body, entry.recorded_at)
            known = checksum(known, *told)
            rows.append((book.number, *told, known))
        self._connection.executemany(
            'INSERT INTO entry (match, uid, sequence, kind, body, recorded_at, "check")'
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            rows,
        )

    def rebuild(self) -> list[str]:
        """Make the derived tables of all matches anew; the matches whose facts are damaged."""
        from .schema import DERIVED, statements

        for table in (derived.SUMS, *reversed(derived.TABLES)):
            self._connection.execute(f"DROP TABLE IF EXISTS {table}")
        for statement in statements(DERIVED):
            self._connection.execute(statement)
        left = []
        for number in self.numbers():
            try:
                self._write_rows(self.load(number))
            except Refused as mistake:
                left.append(f"match #{number}: {mistake}")
        self.sum_up()
        return left

    def sum_up(self) -> None:
        """Make the sums over all matches anew."""
        self._connection.execute(f"DELETE FROM {derived.SUMS}")
        summed_up = derived.SUMMED_UP.format(where="1", by=derived.BY)
        self._connection.execute(f"INSERT INTO {derived.SUMS} {summed_up}")

    def derive(self, book: Book) -> None:
        """Write the derived rows of a match anew, and what they change in the sums."""
        self._add_to_sums(book.number, -1)
        for table in derived.TABLES:
            self._connection.execute(f"DELETE FROM {table} WHERE match = ?", [book.number])
        self._write_rows(book)
        self._add_to_sums(book.number, 1)
        self._connection.execute(f"DELETE FROM {derived.SUMS} WHERE matches = 0")

    def _add_to_sums(self, number: int, sign: int) -> None:
        """Take a match, as its derived rows tell it, into the sums, or out of them again."""
        if self._many:
            return
        summed_up = derived.SUMMED_UP.format(where="s.match = ?", by=derived.BY)
        columns = (
            "matches",
            "finished",
            "open",
            "abandoned",
            "won",
            "shared",
            "hands",
            "points",
            "worth",
        )
        self._connection.execute(
            f"INSERT INTO {derived.SUMS} {summed_up} ON CONFLICT (player, variant) DO UPDATE SET "
            + ", ".join(f"{name} = {name} + {sign} * excluded.{name}" for name in columns),
            [number],
        )

    def _write_rows(self, book: Book) -> None:
        for table, rows in derived.rows(book).items():
            if rows:
                marks = ",".join("?" * len(rows[0]))
                self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def games(self) -> list[str]:
        """The ids of all games that were ever played here, house rules too."""
        return [
            variant for (variant,) in self.rows("SELECT DISTINCT variant FROM rules ORDER BY 1")
        ]

    def _value(self, sql: str, *values: Any) -> Any:
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]


def packed(rules: Rules) -> tuple[str, str]:
    """The content hash of rules, examples apart, and the text that is kept of them."""
    from hashlib import sha256

    told = {key: value for key, value in rules.items() if key != "examples"}
    body = json.encode(told, order="sorted")
    return sha256(body).hexdigest(), body.decode()


def checksum(known: int, uid: str, sequence: int, kind: str, body: str, at: str) -> int:
    """The checksum of an entry, which covers those before it: a changed byte is noticed."""
    return crc32(f"{uid}\x1f{sequence}\x1f{kind}\x1f{body}\x1f{at}".encode(), known)


def new_uid() -> str:
    """A UUIDv7: unique everywhere, and in the order of creation (RFC 9562, section 5.7)."""
    stamp, random = f"{time.time_ns() // 1_000_000:012x}", os.urandom(10).hex()
    variant = "89ab"[int(random[3], 16) & 3]
    return f"{stamp[:8]}-{stamp[8:]}-7{random[:3]}-{variant}{random[4:7]}-{random[7:19]}"
