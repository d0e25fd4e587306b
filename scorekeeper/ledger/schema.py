"""The tables, version by version. Loaded only to create or migrate a database.

Facts are written once; triggers hold that. Derived tables can be thrown away and rebuilt from
them; they are there to be queried, with any SQLite tool, by anyone.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils import Database, Migrations

from . import APPLICATION_ID
from .store import Store

migrations = Migrations("scorekeeper")

FACTS = """
CREATE TABLE rules (
    hash TEXT PRIMARY KEY,      -- sha256 of body
    variant TEXT NOT NULL,      -- the variant's id
    body TEXT NOT NULL,         -- the full rules as JSON, so that old evenings keep theirs
    "check" INTEGER NOT NULL    -- crc32 of body
) STRICT, WITHOUT ROWID;
CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,   -- the name without regard to case
    archived INTEGER NOT NULL DEFAULT 0,
    merged_into TEXT REFERENCES player (uid)    -- another spelling of the same person
) STRICT;
CREATE TABLE match (
    id INTEGER PRIMARY KEY,     -- the number people type
    uid TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE entry (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    match INTEGER NOT NULL REFERENCES match (id),
    sequence INTEGER NOT NULL,  -- 1, 2, 3 … within the match
    kind TEXT NOT NULL,
    body TEXT NOT NULL,         -- JSON
    recorded_at TEXT NOT NULL,  -- ISO 8601, UTC
    "check" INTEGER NOT NULL,   -- crc32 over this entry and those before it
    UNIQUE (match, sequence)
) STRICT;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
    BEGIN SELECT RAISE(ABORT, 'facts are never changed'); END;
CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
    BEGIN SELECT RAISE(ABORT, 'facts are never deleted'); END;
CREATE TABLE bookmark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    match INTEGER NOT NULL REFERENCES match (id)
) STRICT
"""

DERIVED = """
CREATE TABLE match_state (
    match INTEGER PRIMARY KEY REFERENCES match (id),
    variant TEXT NOT NULL,
    status TEXT NOT NULL,       -- open, finished, abandoned
    started TEXT NOT NULL,
    hands INTEGER NOT NULL,     -- hands that count
    decided_at INTEGER,         -- number of the hand that ended the match
    winners INTEGER NOT NULL,   -- how many sides won: several share the win
    lowest INTEGER NOT NULL,    -- 1 where the lowest total is the best
    start INTEGER NOT NULL,     -- the points everybody began with
    stake TEXT,
    currency TEXT NOT NULL,
    note TEXT NOT NULL
) STRICT;
CREATE TABLE match_player (
    match INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL,
    side INTEGER NOT NULL,      -- partners are on the same; else everybody on their own
    player TEXT NOT NULL REFERENCES player (uid),
    total INTEGER NOT NULL,
    rank INTEGER NOT NULL,      -- 1 is first: the winner, else the best total
    won INTEGER NOT NULL,       -- 1 for the winner, and for each who shares the win
    owed INTEGER NOT NULL,      -- points to be received (below 0: paid) that are not settled yet
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE hand (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    dealer INTEGER NOT NULL,    -- a seat, as are caller, leader and maker
    caller INTEGER,
    leader INTEGER,             -- NULL where the cards decide
    call TEXT,
    maker INTEGER,              -- who made trumps, or won the bidding
    played TEXT NOT NULL,
    note TEXT NOT NULL,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE hand_player (
    match INTEGER NOT NULL REFERENCES match (id),
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    player TEXT NOT NULL REFERENCES player (uid),
    role TEXT NOT NULL,
    part TEXT NOT NULL,         -- maker, partner or defender where there is a maker, else the role
    tricks INTEGER,             -- those of the side where only these are counted
    bid INTEGER,                -- what the player bid, or the maker where one bid wins
    target INTEGER,
    most INTEGER,               -- the limit in misère
    given INTEGER NOT NULL,     -- cards to those down, in the exchange before the hand
    received INTEGER NOT NULL,  -- cards from those up
    points INTEGER NOT NULL,
    total INTEGER NOT NULL,     -- running, this hand included
    PRIMARY KEY (match, number, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE player_game (      -- match_state and match_player summed up
    player TEXT NOT NULL REFERENCES player (uid),
    variant TEXT NOT NULL,
    matches INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    open INTEGER NOT NULL,
    abandoned INTEGER NOT NULL,
    won INTEGER NOT NULL,
    shared INTEGER NOT NULL,    -- of those won, with another side
    hands INTEGER NOT NULL,     -- those of finished matches, as are points and worth
    points INTEGER NOT NULL,    -- without what everybody began with
    worth INTEGER NOT NULL,     -- the points, or as many off where the lowest total wins
    PRIMARY KEY (player, variant)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_state_by_start ON match_state (started DESC, match DESC);
CREATE INDEX match_player_by_player ON match_player (player, match);
CREATE INDEX hand_player_by_player ON hand_player (player, match, number)
"""


@migrations()
def first(db: Database) -> None:
    """The facts, and the tables derived from them."""
    for script in (FACTS, DERIVED):
        for statement in statements(script):
            db.conn.execute(statement)
    db.conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.conn.execute("PRAGMA user_version = 1")


@migrations()
def second(db: Database) -> None:
    """Derived tables for partners, bids and points: made anew, and filled from the facts."""
    Store(db.conn, "").rebuild()
    db.conn.execute("PRAGMA user_version = 2")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the newest schema, whole or not at all, even when two start at once."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        migrations.apply(Database(connection, execute_plugins=False))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def statements(script: str) -> list[str]:
    """The statements of a script, one by one: `executescript` would commit the transaction."""
    found, begun = [], ""
    for piece in script.split(";"):
        begun += piece + ";"
        if sqlite3.complete_statement(begun):
            found.append(begun)
            begun = ""
    return [*found, begun.removesuffix(";")] if begun.strip("; \n") else found
