"""The bare minimum of a hand at the table: one commit, and the board drawn once.

Run with a score book and a folder; for every line it reads it prints the seconds that took.
"""

from __future__ import annotations

import sqlite3
import sys
import time
from pathlib import Path

from scorekeeper.cli.at_table import AtTable
from scorekeeper.cli.table import Table

COLUMNS, LINES = 80, 20
BODY = '{"counts":[8,5,3]}'


def main() -> None:
    book, folder = sys.argv[1:]
    session = AtTable(book, "always", columns=COLUMNS, styled=True)
    bare = sqlite3.connect(Path(folder) / "commits.db", isolation_level=None)
    bare.execute("PRAGMA synchronous = FULL")
    bare.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, body TEXT)")
    for _ in sys.stdin:
        table = Table(session, None)
        begun = time.perf_counter()
        bare.execute("BEGIN IMMEDIATE")
        bare.execute("INSERT INTO entry (body) VALUES (?)", [BODY])
        bare.execute("COMMIT")
        table.drawn(COLUMNS, LINES)
        print(time.perf_counter() - begun, flush=True)


if __name__ == "__main__":
    main()
