"""Looking back: SQL over the derived tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct

from ..rules.settling import transfers
from .store import Store


class Selection(Struct, frozen=True):
    """Which matches are meant; "" and () leave a question open.

    `players` (uids) all took part, `won_by` (a uid) won or shared the win, `note` is a piece of
    the match's note or of a hand's, `since` and `until` are kept moments, the second excluded.
    """

    players: tuple[str, ...] = ()
    won_by: str = ""
    variant: str = ""
    status: str = ""
    note: str = ""
    since: str = ""
    until: str = ""

    def where(self) -> tuple[str, list[Any]]:
        """An SQL condition on `s`, a row of match_state, and its values."""
        told: list[tuple[str, list[Any]]] = [
            (f"s.match IN (SELECT match FROM match_player WHERE player = ?{also})", [player])
            for player, also in [(uid, "") for uid in self.players]
            + ([(self.won_by, " AND won")] if self.won_by else [])
        ]
        if self.note:
            piece = f"%{self.note}%"
            told.append(
                (
                    "(s.note LIKE ? OR s.match IN (SELECT match FROM hand WHERE note LIKE ?))",
                    [piece, piece],
                )
            )
        for condition, value in (
            ("s.variant = ?", self.variant),
            ("s.status = ?", self.status),
            ("s.started >= ?", self.since),
            ("s.started < ?", self.until),
        ):
            if value:
                told.append((condition, [value]))
        return (
            " AND ".join(condition for condition, _ in told) or "1",
            [value for _, values in told for value in values],
        )


EVERYTHING = Selection()


class Seated(Struct, frozen=True):
    """One player's part in a match."""

    name: str
    total: int
    won: bool


class Summary(Struct, frozen=True):
    """One match in a list; `started` is a kept moment."""

    number: int
    uid: str
    variant: str
    status: str
    started: str
    hands: int
    note: str
    seated: tuple[Seated, ...]


class Known(Struct, frozen=True):
    """A player in a list; `seen` is the kept moment of the latest match, "" for none."""

    uid: str
    name: str
    matches: int
    seen: str
    archived: bool


class Debt(Struct, frozen=True):
    """What one person pays another over many matches, in one currency ("" where none was named)."""

    payer: str
    payee: str
    amount: Decimal
    currency: str


def matches(store: Store, chosen: Selection = EVERYTHING, limit: int = 20) -> list[Summary]:
    """The chosen matches, newest first."""
    where, values = chosen.where()
    found = store.rows(
        "SELECT m.id, m.uid, s.variant, s.status, s.started, s.hands, s.note"
        " FROM match_state s JOIN match m ON m.id = s.match"
        f" WHERE {where} ORDER BY s.started DESC, s.match DESC LIMIT ?",
        [*values, limit],
    )
    return [
        Summary(number, uid, variant, status, started, hands, note, _seated(store, number))
        for number, uid, variant, status, started, hands, note in found
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


def numbers(store: Store, chosen: Selection) -> list[int]:
    """The numbers of the chosen matches, oldest first."""
    where, values = chosen.where()
    sql = f"SELECT s.match FROM match_state s WHERE {where} ORDER BY s.started, s.match"
    return [number for (number,) in store.rows(sql, values)]


def open_with(store: Store, players: Sequence[str]) -> list[int]:
    """Open matches, oldest first, in which exactly these players (uids) sit."""
    found = numbers(store, Selection(players=tuple(players), status="open"))
    return [number for number in found if len(_seated(store, number)) == len(players)]


def players(store: Store, *, archived: bool = False) -> list[Known]:
    """The players, those seen last first; archived ones only when asked for."""
    found = store.rows(
        "SELECT p.uid, p.name, count(x.match), coalesce(max(s.started), ''), p.archived"
        " FROM player p LEFT JOIN match_player x ON x.player = p.uid"
        " LEFT JOIN match_state s ON s.match = x.match"
        " WHERE p.merged_into IS NULL AND (? OR NOT p.archived)"
        " GROUP BY p.id ORDER BY 4 DESC, p.key",
        [archived],
    )
    return [Known(uid, name, count, seen, bool(gone)) for uid, name, count, seen, gone in found]


def debts(store: Store, chosen: Selection, *, still_open: bool = False) -> list[Debt]:
    """Who pays whom over the chosen matches, each currency by itself, in the fewest payments."""
    balances: dict[str, dict[str, Decimal]] = {}
    for name, currency, stake, points in _owed(store, chosen, still_open):
        people = balances.setdefault(currency, {})
        people[name] = people.get(name, Decimal(0)) + Decimal(stake) * points
    return [
        Debt(names[payer], names[payee], amount, currency)
        for currency, people in sorted(balances.items())
        for names in [list(people)]
        for payer, payee, amount in transfers([people[name] for name in names])
    ]


def _owed(store: Store, chosen: Selection, still_open: bool) -> Iterator[tuple[Any, ...]]:
    where, values = chosen.where()
    return store.rows(
        "SELECT p.name, s.currency, s.stake, sum(x.owed)"
        " FROM match_state s JOIN match_player x ON x.match = s.match"
        " JOIN player p ON p.uid = x.player"
        f" WHERE s.stake IS NOT NULL AND (s.status != 'open' OR ?) AND {where}"
        " GROUP BY p.uid, s.currency, s.stake ORDER BY p.key",
        [still_open, *values],
    )


def unpaid(store: Store, chosen: Selection, *, still_open: bool = False) -> list[int]:
    """The numbers of the chosen matches in which somebody still owes money, oldest first."""
    where, values = chosen.where()
    return [
        number
        for (number,) in store.rows(
            "SELECT s.match FROM match_state s"
            f" WHERE s.stake IS NOT NULL AND (s.status != 'open' OR ?) AND {where}"
            " AND EXISTS (SELECT 1 FROM match_player x WHERE x.match = s.match AND x.owed)"
            " ORDER BY s.started, s.match",
            [still_open, *values],
        )
    ]


def payments_noted(store: Store) -> list[tuple[str, list[int]]]:
    """Every `settle --record`, taken back or not: its batch and its matches, the latest first."""
    found: dict[str, list[int]] = {}
    for batch, number in store.rows(
        "SELECT body ->> 'batch', match FROM entry"
        " WHERE kind = 'paid' AND body ->> 'batch' IS NOT NULL ORDER BY id DESC"
    ):
        found.setdefault(batch, []).append(number)
    return list(found.items())
