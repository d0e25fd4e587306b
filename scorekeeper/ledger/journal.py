"""Facts in the order they were told, and the match that follows from them. Pure.

A match's journal is append-only and begins with `start`; a later `start` tells the match anew.
`undo` and `redo` are facts like any other: nothing is ever taken out, so every earlier state can
be had again.

Kinds, and what their bodies hold (seats as numbers, times as ISO 8601 in UTC; what is not known
is left out):

- `start`: `players` (their uids, clockwise), `rules` (a content hash), `dealer`, `options`,
  `stake`, `currency`, `note`, `started`
- `hand`: `tricks` by seat, `call`, `bid` [seat, tricks], `maker`, `alone` (seats), `played`, `note`
- `passed`: `played`, `note`; the deal was passed out
- `call`: `call`, made before the hand was played
- `bid`: `bid` [seat, tricks], the winning bid of the opening
- `abandon`: `at`; the match was given up
- `reopen`: it goes on after all
- `undo`: the latest fact that counts does not count any more
- `redo`: the fact that was undone last counts again
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from ..errors import Refused
from ..rules.model import Bid, Hand, Match, Variant
from ..rules.notation import write_hand

Body = Mapping[str, Any]
UNKNOWN = Hand()


@dataclass(frozen=True, slots=True)
class Entry:
    """One fact: `sequence` counts from 1 within the match, `recorded_at` is ISO 8601 in UTC."""

    sequence: int
    kind: str
    body: Body
    recorded_at: str


@dataclass(frozen=True, slots=True)
class Played:
    """A hand that stands, with the time and note that belong to it."""

    hand: Hand
    at: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What the journal of a match comes to.

    `players` are uids in seating order, `rules` the hash of the rules the match is played by.
    `undoable` are the facts that `undo` would take back, the latest last; `redoable` those that
    `redo` would bring back, the next one last. Times are ISO 8601 in UTC.
    """

    players: tuple[str, ...]
    rules: str
    dealer: int
    options: Mapping[str, int | str | None]
    started: str
    stake: Decimal | None = None
    currency: str = ""
    note: str = ""
    played: tuple[Played, ...] = ()
    pending: Hand = UNKNOWN
    abandoned: str = ""
    undoable: tuple[Entry, ...] = ()
    redoable: tuple[Entry, ...] = ()

    def match(self, variant: Variant, players: Sequence[str]) -> Match:
        """The match as the rules see it."""
        return Match(
            variant=variant,
            players=tuple(players),
            dealer=self.dealer,
            hands=tuple(played.hand for played in self.played),
            stake=self.stake,
            pending=self.pending,
        )


def fold(entries: Iterable[Entry]) -> Record:
    """The state that these facts, a whole journal in order, come to."""
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.kind == "undo":
            undone.append(done.pop())
        elif entry.kind == "redo":
            done.append(undone.pop())
        else:
            done.append(entry)
            undone.clear()
    record = _started(None, done[0])
    for entry in done[1:]:
        record = _EFFECTS[entry.kind](record, entry)
    return replace(record, undoable=tuple(done[1:]), redoable=tuple(undone))


def undo(record: Record) -> Entry:
    """The fact that an `undo` takes back now. Raises `Refused` at the beginning of the match."""
    if not record.undoable:
        raise Refused(
            "there is nothing to take back in this match", "`matches` lists the other matches"
        )
    return record.undoable[-1]


def redo(record: Record) -> Entry:
    """The fact that a `redo` brings back now. Raises `Refused` when nothing was undone last."""
    if not record.redoable:
        raise Refused("there is nothing to bring back", "redo follows an undo, before anything new")
    return record.redoable[-1]


def hand_body(hand: Hand) -> dict[str, Any]:
    """A hand as an entry keeps it: seats as numbers, nothing that is not known."""
    body: dict[str, Any] = {}
    if hand.tricks:
        body["tricks"] = list(hand.tricks)
    if hand.call:
        body["call"] = hand.call
    if hand.bid:
        body["bid"] = [hand.bid.seat, hand.bid.tricks]
    if hand.maker is not None:
        body["maker"] = hand.maker
    if hand.alone:
        body["alone"] = list(hand.alone)
    return body


def body_hand(body: Body) -> Hand:
    """The hand that `hand_body` wrote."""
    return Hand(
        tricks=tuple(body.get("tricks", ())),
        call=body.get("call"),
        bid=Bid(*body["bid"]) if "bid" in body else None,
        maker=body.get("maker"),
        alone=tuple(body.get("alone", ())),
    )


def tell(
    entry: Entry, players: Sequence[str], record: Record | None = None, variant: str = ""
) -> str:
    """The words that a fact was told in, as they are typed: `hand 10 1 5 --call hearts`.

    With the record and the variant's id, `start` is told in full, else as `new`.
    """
    hand = body_hand(entry.body)
    if entry.kind == "start":
        words = ["new", *(_tell_start(players, record, variant) if record else ())]
    elif entry.kind == "call":
        words = ["call", str(hand.call)]
    elif entry.kind == "bid" and hand.bid:
        words = ["bid", players[hand.bid.seat], str(hand.bid.tricks)]
    else:
        word = "pass" if entry.kind == "passed" else entry.kind
        words = [word, write_hand(hand, players)]
    return " ".join(filter(None, words))


def _tell_start(players: Sequence[str], record: Record, variant: str) -> Iterator[str]:
    yield variant
    yield from (f'"{player}"' if " " in player else player for player in players)
    if record.dealer:
        yield f"--dealer {players[record.dealer]}"
    yield from (f"-o {name}={value or 'none'}" for name, value in record.options.items())
    if record.stake is not None:
        yield f"--stake {record.stake}"
    if record.currency:
        yield f"--currency {record.currency}"
    if record.note:
        yield f'--note "{record.note}"'


def completed(hand: Hand, pending: Hand) -> Hand:
    """A hand together with what was told of it before it was played."""
    return replace(hand, call=hand.call or pending.call, bid=hand.bid or pending.bid)


def _started(_: Record | None, entry: Entry) -> Record:
    body = entry.body
    return Record(
        players=tuple(body["players"]),
        rules=body["rules"],
        dealer=body["dealer"],
        options=body["options"],
        started=body.get("started", entry.recorded_at),
        stake=Decimal(body["stake"]) if "stake" in body else None,
        currency=body.get("currency", ""),
        note=body.get("note", ""),
    )


def _played(record: Record, entry: Entry) -> Record:
    hand = Hand(passed=True)
    if entry.kind == "hand":
        hand = completed(body_hand(entry.body), record.pending)
    at = entry.body.get("played", entry.recorded_at)
    played = Played(hand, at, entry.body.get("note", ""))
    return replace(record, played=(*record.played, played), pending=UNKNOWN)


def _known(record: Record, entry: Entry) -> Record:
    return replace(record, pending=completed(body_hand(entry.body), record.pending))


def _abandoned(record: Record, entry: Entry) -> Record:
    return replace(record, abandoned=entry.body.get("at", entry.recorded_at))


def _reopened(record: Record, entry: Entry) -> Record:
    return replace(record, abandoned="")


_EFFECTS: Mapping[str, Callable[[Record, Entry], Record]] = {
    "start": _started,
    "hand": _played,
    "passed": _played,
    "call": _known,
    "bid": _known,
    "abandon": _abandoned,
    "reopen": _reopened,
}
