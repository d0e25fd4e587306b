"""Looking back: SQL over the derived tables."""

from __future__ import annotations

from dataclasses import dataclass

from .store import Store


@dataclass(frozen=True, slots=True)
class Seated:
    """One player's part in a match."""

    name: str
    total: int
    won: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """One match in a list; `started` is a kept moment."""

    number: int
    uid: str
    variant: str
    status: str
    started: str
    hands: int
    note: str
    seated: tuple[Seated, ...]


def matches(store: Store, *, status: str = "", limit: int = 20) -> list[Summary]:
    """The matches, newest first; `status` keeps only those that are open, finished or abandoned."""
    found = store.rows(
        "SELECT m.id, m.uid, s.variant, s.status, s.started, s.hands, s.note"
        " FROM match_state s JOIN match m ON m.id = s.match"
        " WHERE ?1 = '' OR s.status = ?1 ORDER BY m.id DESC LIMIT ?2",
        [status, limit],
    )
    return [
        Summary(number, uid, variant, state, started, hands, note, _seated(store, number))
        for number, uid, variant, state, started, hands, note in found
    ]


def open_with(store: Store, players: list[str]) -> list[int]:
    """Open matches, oldest first, in which exactly these players (uids) sit."""
    marks = ",".join("?" * len(players))
    return [
        number
        for (number,) in store.rows(
            "SELECT s.match FROM match_state s JOIN match_player p ON p.match = s.match"
            " WHERE s.status = 'open'"
            " AND s.match IN (SELECT match FROM match_player WHERE player = ?)"
            f" GROUP BY s.match HAVING count(*) = ? AND sum(p.player IN ({marks})) = ?"
            " ORDER BY s.match",
            [players[0], len(players), *players, len(players)],
        )
    ]


def _seated(store: Store, number: int) -> tuple[Seated, ...]:
    return tuple(
        Seated(name, total, bool(won))
        for name, total, won in store.rows(
            "SELECT p.name, x.total, x.won FROM match_player x JOIN player p ON p.uid = x.player"
            " WHERE x.match = ? ORDER BY x.seat",
            [number],
        )
    )
