"""Whether a score book is whole, and what in it is not."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from ..errors import Refused
from ..rules.names import is_plain, name_key, visible
from . import derived
from .files import scratch
from .store import Store


def findings(store: Store) -> Iterator[str]:
    """Everything that is wrong, a line each; nothing for a score book that is whole."""
    try:
        yield from _in_the_file(store)
        for number in store.numbers():
            yield from _in_a_match(store, number)
        yield from _sums(store)
        yield from _left_over(store)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as mistake:
        yield f"the file is damaged: {' '.join(str(mistake).split())}"


def _in_the_file(store: Store) -> Iterator[str]:
    for (told,) in store.rows("PRAGMA integrity_check"):
        if told != "ok":
            yield f"the file: {' '.join(told.split())}"
    yield from _schema(store)
    if store.current() is None and store.numbers():
        yield "no match is on the table: `resume` puts one there"
    for uid, name, key, merged in store.rows("SELECT uid, name, key, merged_into FROM player"):
        if not is_plain(name) or name_key(name) != key or merged == uid:
            yield f"the player {visible(name)} is not what was written down"
    for table, row, other, _ in store.rows("PRAGMA foreign_key_check"):
        yield f"{table}, row {row}: what it belongs to in {other} is missing"


def _schema(store: Store) -> Iterator[str]:
    """Tables, indexes and triggers that are not as they should be."""
    sql = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'"
    with scratch() as whole:
        expected = {(kind, name): text for kind, name, text in whole.rows(sql)}
    found = {(kind, name): text for kind, name, text in store.rows(sql)}
    for kind, name in sorted(expected.keys() | found.keys()):
        if (kind, name) not in found:
            yield f"the {kind} {name} is missing"
        elif (kind, name) not in expected:
            yield f"the {kind} {name} is none of ours"
        elif found[kind, name] != expected[kind, name]:
            yield f"the {kind} {name} is not as it was made"


def _in_a_match(store: Store, number: int) -> Iterator[str]:
    try:
        book = store.load(number)
    except Refused as mistake:
        yield f"match #{number}: {mistake.wrong}"
        return
    for table, rows in derived.rows(book).items():
        kept = list(store.rows(f"SELECT * FROM {table} WHERE match = ?", [number]))
        if sorted(kept, key=repr) != sorted(rows, key=repr):
            yield f"match #{number}: {table} is not what follows from the journal"


def _sums(store: Store) -> Iterator[str]:
    summed_up = derived.SUMMED_UP.format(where="1", by=derived.BY)
    kept = f"SELECT * FROM {derived.SUMS}"
    for one, other in ((kept, summed_up), (summed_up, kept)):
        if next(store.rows(f"SELECT * FROM ({one}) EXCEPT SELECT * FROM ({other})"), None):
            yield f"{derived.SUMS} is not the sum of the matches"
            return


def _left_over(store: Store) -> Iterator[str]:
    for table in derived.TABLES:
        for (number,) in store.rows(
            f"SELECT DISTINCT match FROM {table} WHERE match NOT IN (SELECT id FROM match)"
        ):
            yield f"{table} holds a match #{number} that is not there"
