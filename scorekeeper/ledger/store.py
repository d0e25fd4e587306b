"""The one module that knows SQLite: where facts are kept and derived tables refreshed.

The recording path is plain `sqlite3`; sqlite-utils is loaded only to create or migrate a database,
because importing it takes longer than everything else a hand needs.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import Conflict, Refused
from ..rules.notation import name_key, read_player
from ..rules.rulebook import Rules
from . import derived
from .book import Book, Person, open_book, renumbered
from .journal import Entry

# "scok" in the header of the file, so that nobody else's database is taken for ours.
APPLICATION_ID = 0x73636F6B
SCHEMA = 1
BUSY_SECONDS = 10.0


class Store:
    """An open database. Use as a context manager, or `close` it."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self.path = path

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def rows(self, sql: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, streaming."""
        yield from self._connection.execute(sql, values)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything inside is written together and is durable afterwards, or nothing is."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    # Finding

    def current(self) -> int | None:
        """The number of the match on the table: the one last touched."""
        number: int | None = self._value("SELECT match FROM bookmark")
        return number

    def find(self, typed: str) -> int:
        """The number of a match named by its number (`12`, `#12`) or a unique piece of its id."""
        wanted = typed.strip().removeprefix("#").casefold()
        if wanted.isdecimal() and len(wanted) < 12:
            number = self._value("SELECT id FROM match WHERE id = ?", int(wanted))
            if number is not None:
                return int(number)
        like = "%" + wanted.replace("\\", r"\\").replace("%", r"\%").replace("_", r"\_") + "%"
        found = list(self.rows(r"SELECT id FROM match WHERE uid LIKE ? ESCAPE '\' LIMIT 2", [like]))
        if len(found) == 1 and wanted:
            return int(found[0][0])
        wrong = (
            f"several matches have {typed[:40]!r} in their id"
            if len(found) > 1 and wanted
            else f"there is no match {typed[:40]!r}"
        )
        raise Refused(wrong, "`matches` lists them with their numbers")

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
        entries = tuple(
            Entry(sequence, kind, json.loads(body), recorded_at)
            for sequence, kind, body, recorded_at in self.rows(
                "SELECT sequence, kind, body, recorded_at FROM entry"
                " WHERE match = ? ORDER BY sequence",
                [number],
            )
        )
        start = next(e for e in reversed(entries) if e.kind == "start").body
        players = {player for e in entries if e.kind == "start" for player in e.body["players"]}
        return open_book(
            number, str(uid), entries, self.people(players), self.rules(start["rules"])
        )

    def rules(self, digest: str) -> Rules:
        """The rules kept under this content hash."""
        body = self._value("SELECT body FROM rules WHERE hash = ?", digest)
        rules: Rules = json.loads(str(body))
        return rules

    def people(self, players: Iterable[str]) -> dict[str, Person]:
        """The players with these uids, a merged one as the person merged into."""
        uids = list(players)
        marks = ",".join("?" * len(uids))
        return {
            uid: Person(known_as, name)
            for uid, known_as, name in self.rows(
                "SELECT p.uid, known.uid, known.name FROM player p"
                " JOIN player known ON known.uid = coalesce(p.merged_into, p.uid)"
                f" WHERE p.uid IN ({marks})",
                uids,
            )
        }

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
        from hashlib import sha256

        told = {key: value for key, value in rules.items() if key != "examples"}
        body = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest = sha256(body.encode()).hexdigest()
        self._connection.execute(
            "INSERT OR IGNORE INTO rules (hash, variant, body) VALUES (?, ?, ?)",
            [digest, rules["id"], body],
        )
        return digest

    def add(self, book: Book) -> Book:
        """Write down a match that is not here yet; the book comes back with its number."""
        cursor = self._connection.execute("INSERT INTO match (uid) VALUES (?)", [book.uid])
        assert cursor.lastrowid is not None
        book = renumbered(book, cursor.lastrowid)
        self._write(book, book.entries)
        return book

    def append(self, before: Book, after: Book) -> None:
        """Write down what `after` has more than `before`.

        Raises `Conflict` when somebody else recorded in this match since `before` was loaded.
        """
        known = len(before.entries)
        latest = self._value("SELECT max(sequence) FROM entry WHERE match = ?", before.number)
        if latest != known:
            theirs = self.load(before.number).log()[known:]
            told = ", ".join(f"`{one.words}`" for one in theirs)
            raise Conflict(
                f"somebody else recorded {told} in the meantime, nothing of yours was written",
                "look at `score`, then type it again if it is still missing",
            )
        self._write(after, after.entries[known:])

    def bookmark(self, number: int) -> None:
        """Put a match on the table."""
        self._connection.execute(
            "INSERT OR REPLACE INTO bookmark (one, match) VALUES (1, ?)", [number]
        )

    def _write(self, book: Book, entries: Sequence[Entry]) -> None:
        self._connection.executemany(
            "INSERT INTO entry (uid, match, sequence, kind, body, recorded_at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    new_uid(),
                    book.number,
                    e.sequence,
                    e.kind,
                    json.dumps(e.body, ensure_ascii=False, separators=(",", ":")),
                    e.recorded_at,
                )
                for e in entries
            ],
        )
        self.derive(book)

    def derive(self, book: Book) -> None:
        """Write the derived rows of a match anew."""
        for table, rows in derived.rows(book).items():
            self._connection.execute(f"DELETE FROM {table} WHERE match = ?", [book.number])
            if rows:
                marks = ",".join("?" * len(rows[0]))
                self._connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)

    def _value(self, sql: str, *values: Any) -> Any:
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else row[0]


def open_store(path: Path, *, create: bool) -> Store:
    """Open the database at `path`, bringing an older one up to date.

    Without `create` a missing file is refused. Foreign, newer and damaged files are refused and
    left as they are.
    """
    if not path.exists():
        if not create:
            raise Refused("there is no match yet", "start one with `new 3-5-8 Ann Bob Cy`")
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    try:
        _check_ours(connection, path)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    return Store(connection, path)


def _check_ours(connection: sqlite3.Connection, path: Path) -> None:
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.DatabaseError as mistake:
        raise Refused(
            f"{path} can't be read as a score book ({mistake})", "name another with --db"
        ) from None
    if tables and application != APPLICATION_ID:
        raise Refused(f"{path} is somebody else's database", "name another with --db")
    if version > SCHEMA:
        raise Refused(
            f"{path} was written by a newer scorekeeper (schema {version}, not {SCHEMA})",
            "install the newer version; the file was left as it is",
        )
    if version < SCHEMA:
        from .schema import migrate

        migrate(connection)


def new_uid() -> str:
    """A UUIDv7: unique everywhere, and in the order of creation (RFC 9562, section 5.7)."""
    stamp = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    bits = (stamp & (1 << 48) - 1) << 80 | 0x7 << 76 | (random >> 68) << 64
    bits |= 0b10 << 62 | random & (1 << 62) - 1
    digits = f"{bits:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
