"""Facts in the order they were told, and the match that follows from them. Pure.

A match's journal is append-only and begins with `start`; a later `start` tells the match anew.
Corrections, `undo` and `redo` are facts like any other: nothing is ever taken out, so every
earlier state can be had again.

Kinds, and what their bodies hold (seats as numbers, times as ISO 8601 in UTC; what is not known
is left out; a hand is named by the sequence of the entry that told it first):

- `start`: `players` (their uids, clockwise), `rules` (a content hash), `file` (where house rules
  were read), `dealer`, `options`, `stake`, `currency`, `note`, `started`
- `hand`: `tricks`, which are the counts by seat or by side, `call`, `bid` [seat, tricks], `bids`
  by seat, `maker`, `alone` (seats), `extras` by name (seats as a list, a number, true), `played`,
  `note`
- `passed`: `played`, `note`; the deal was passed out
- `call`: `call`, made before the hand was played
- `bid`: `bid` [seat, tricks], the winning bid, or `bids` by seat, null for one not known
- `amend`: `hand`, and what is different about it, null for what is not so after all
- `strike`: `hand`, which was never played
- `insert`: `before` (a hand, null for the end) and a hand that was forgotten, or `passed`
- `match`: what is different about the match: `dealer`, `options`, `stake`, `currency`, `note`,
  `started`, `seats` (the former seats in their new order)
- `paid`: `owed` (points by seat that have been settled so far), `batch`; who owed money has paid
- `abandon`: `at`; the match was given up
- `reopen`: it goes on after all
- `undo`: the latest fact that counts does not count any more
- `redo`: the fact that was undone last counts again
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..errors import Refused
from ..rules.model import Bid, Hand, Match, Variant
from ..rules.names import as_word
from ..rules.notation import write_bids, write_hand

Body = Mapping[str, Any]
UNKNOWN = Hand()
# What an `amend` may take away, and the word it is typed with.
GONE = {"call": "call", "alone": "alone", "extras": "tell"}


class Entry(Struct, frozen=True):
    """One fact: `sequence` counts from 1 within the match, `recorded_at` is ISO 8601 in UTC."""

    sequence: int
    kind: str
    body: Body
    recorded_at: str


class Played(Struct, frozen=True):
    """A hand that stands: the sequence of the entry that told it, its time, its note."""

    hand: Hand
    entry: int
    at: str
    note: str = ""


class Record(Struct, frozen=True):
    """What the journal of a match comes to.

    `players` are uids in seating order, `rules` the hash of the rules the match is played by,
    `file` where house rules were read, `paid` the points by seat that have been settled (empty:
    none). `undoable` are the facts that `undo` would take back, the latest last; `redoable` those
    that `redo` would bring back, the next one last. Times are ISO 8601 in UTC.
    """

    players: tuple[str, ...]
    rules: str
    dealer: int
    options: Mapping[str, int | str | None]
    started: str
    file: str = ""
    stake: Decimal | None = None
    currency: str = ""
    note: str = ""
    played: tuple[Played, ...] = ()
    pending: Hand = UNKNOWN
    paid: tuple[int, ...] = ()
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

    def hand(self, number: int) -> Played:
        """The hand with this number, passed-out deals not counted. Raises `Refused`."""
        hands = [played for played in self.played if not played.hand.passed]
        if not 1 <= number <= len(hands):
            raise Refused(
                f"there is no hand {number}",
                f"hands 1 to {len(hands)} have been played"
                if hands
                else "nothing has been played yet",
            )
        return hands[number - 1]

    def number(self, entry: int) -> int:
        """The number of the hand that this entry told (of the next hand for a passed-out deal)."""
        before = [played for played in self.played if not played.hand.passed]
        place = next(i for i, played in enumerate(self.played) if played.entry == entry)
        return 1 + sum(self.played.index(played) < place for played in before)


def fold(entries: Iterable[Entry]) -> Record:
    """The state that these facts, a whole journal in order, come to."""
    done, undone = _standing(entries)
    record = _started(None, done[0])
    for entry in done[1:]:
        record = _EFFECTS[entry.kind](record, entry)
    return replace(record, undoable=tuple(done[1:]), redoable=tuple(undone))


def _standing(entries: Iterable[Entry]) -> tuple[list[Entry], list[Entry]]:
    """The facts that count, and those undone that may still be brought back."""
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
    return done, undone


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


# Hands as bodies


def hand_body(hand: Hand) -> dict[str, Any]:
    """A hand as an entry keeps it: seats as numbers, nothing that is not known."""
    body: dict[str, Any] = {}
    if hand.passed:
        body["passed"] = True
    if hand.counts:
        body["tricks"] = list(hand.counts)
    if hand.call:
        body["call"] = hand.call
    if hand.bid:
        body["bid"] = [hand.bid.seat, hand.bid.tricks]
    if hand.maker is not None:
        body["maker"] = hand.maker
    if hand.alone:
        body["alone"] = list(hand.alone)
    if hand.bids:
        body["bids"] = list(hand.bids)
    if hand.extras:
        body["extras"] = {
            name: list(told) if isinstance(told, tuple) else told
            for name, told in hand.extras.items()
        }
    return body


def body_hand(body: Body) -> Hand:
    """The hand that `hand_body` wrote."""
    bid = body.get("bid")
    return Hand(
        counts=tuple(body.get("tricks") or ()),
        call=body.get("call"),
        bid=Bid(*bid) if bid else None,
        maker=body.get("maker"),
        alone=tuple(body.get("alone") or ()),
        passed=body.get("passed", False),
        bids=tuple(body.get("bids") or ()),
        extras={
            name: tuple(told) if isinstance(told, list) else told
            for name, told in (body.get("extras") or {}).items()
        },
    )


def completed(hand: Hand, pending: Hand) -> Hand:
    """A hand together with what was told of it before it was played."""
    bids = hand.bids or pending.bids
    if hand.bids and pending.bids:
        bids = tuple(
            before if told is None else told
            for told, before in zip(hand.bids, pending.bids, strict=True)
        )
    # Somebody else's winning bid goes with a call of its own.
    call = pending.call if pending.bid is None or hand.bid in (None, pending.bid) else None
    return replace(hand, call=hand.call or call, bid=hand.bid or pending.bid, bids=bids)


# What each kind of fact does to the record


def _started(_: Record | None, entry: Entry) -> Record:
    body = entry.body
    return Record(
        players=tuple(body["players"]),
        rules=body["rules"],
        dealer=body["dealer"],
        options=body["options"],
        started=body.get("started", entry.recorded_at),
        file=body.get("file", ""),
        stake=Decimal(body["stake"]) if "stake" in body else None,
        currency=body.get("currency", ""),
        note=body.get("note", ""),
    )


def _played(record: Record, entry: Entry) -> Record:
    if entry.kind == "passed":
        hand = Hand(passed=True)
    else:
        hand = completed(body_hand(entry.body), record.pending)
    return replace(record, played=(*record.played, _told(hand, entry)), pending=UNKNOWN)


def _inserted(record: Record, entry: Entry) -> Record:
    place = _place(record, entry.body["before"])
    told = _told(body_hand(entry.body), entry)
    return replace(record, played=(*record.played[:place], told, *record.played[place:]))


def _amended(record: Record, entry: Entry) -> Record:
    place = _place(record, entry.body["hand"])
    old = record.played[place]
    body = {**hand_body(old.hand), "played": old.at, "note": old.note, **entry.body}
    new = Played(body_hand(body), old.entry, body["played"], body["note"] or "")
    return replace(record, played=(*record.played[:place], new, *record.played[place + 1 :]))


def _struck(record: Record, entry: Entry) -> Record:
    place = _place(record, entry.body["hand"])
    return replace(record, played=(*record.played[:place], *record.played[place + 1 :]))


def _told(hand: Hand, entry: Entry) -> Played:
    at = entry.body.get("played", entry.recorded_at)
    return Played(hand, entry.sequence, at, entry.body.get("note", ""))


def _place(record: Record, hand: int | None) -> int:
    """Where in the record the hand told by this entry stands; its end for None."""
    places = (i for i, played in enumerate(record.played) if played.entry == hand)
    return next(places, len(record.played))


def _known(record: Record, entry: Entry) -> Record:
    return replace(record, pending=completed(body_hand(entry.body), record.pending))


def _match_changed(record: Record, entry: Entry) -> Record:
    body = dict(entry.body)
    if "seats" in body:
        record = _reseated(record, body.pop("seats"))
    if "stake" in body:
        body["stake"] = None if body["stake"] is None else Decimal(body["stake"])
    if "options" in body:
        body["options"] = {**record.options, **body["options"]}
    return replace(record, **body)


def _reseated(record: Record, order: Sequence[int]) -> Record:
    """Everybody keeps what they took, dealt, called and made; only the places change."""
    new = {former: seat for seat, former in enumerate(order)}

    def moved(hand: Hand) -> Hand:
        return replace(
            hand,
            counts=_reordered(hand.counts, order),
            bid=hand.bid and Bid(new[hand.bid.seat], hand.bid.tricks),
            bids=tuple(hand.bids[former] for former in order) if hand.bids else (),
            maker=None if hand.maker is None else new[hand.maker],
            alone=tuple(sorted(new[seat] for seat in hand.alone)),
            extras={
                name: tuple(sorted(new[seat] for seat in told)) if isinstance(told, tuple) else told
                for name, told in hand.extras.items()
            },
        )

    return replace(
        record,
        players=tuple(record.players[former] for former in order),
        dealer=new[record.dealer],
        played=tuple(replace(played, hand=moved(played.hand)) for played in record.played),
        pending=moved(record.pending),
        paid=tuple(record.paid[former] for former in order) if record.paid else (),
    )


def _reordered(counts: tuple[int, ...], order: Sequence[int]) -> tuple[int, ...]:
    """Counts by seat go with their players; a side's go with the first player of the side.

    Partners stay partners, or what the sides took would be nobody's.
    """
    return tuple(counts[former % len(counts)] for former in order[: len(counts)])


def _paid(record: Record, entry: Entry) -> Record:
    return replace(record, paid=tuple(entry.body["owed"]))


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
    "amend": _amended,
    "strike": _struck,
    "insert": _inserted,
    "match": _match_changed,
    "paid": _paid,
    "abandon": _abandoned,
    "reopen": _reopened,
}


# Facts as words


class Told(Struct, frozen=True):
    """An entry in the words it is typed in, and in `replaced` what stood there before ("" none)."""

    entry: Entry
    words: str
    replaced: str = ""


def log(
    entries: Sequence[Entry],
    names: Mapping[str, str],
    games: Mapping[str, str],
    since: int = 0,
) -> list[Told]:
    """The journal in words, from the entry at place `since` on.

    `names` are the players' by uid, `games` the ids of variants by the hash of their rules.
    """
    return [_told_at(entries, place, names, games) for place in range(since, len(entries))]


def _told_at(
    entries: Sequence[Entry], place: int, names: Mapping[str, str], games: Mapping[str, str]
) -> Told:
    entry = entries[place]
    if entry.kind == "start":
        begun = fold([entry])
        return Told(entry, " ".join(_tell_start(begun, names, games[begun.rules])))
    before = fold(entries[:place])
    if entry.kind in ("undo", "redo"):
        moved = before.undoable[-1] if entry.kind == "undo" else before.redoable[-1]
        told = _told_at(entries, entries.index(moved), names, games)
        return Told(entry, entry.kind, told.words)
    return tell(entry, before, names)


def tell(entry: Entry, before: Record, names: Mapping[str, str]) -> Told:
    """A fact (no `start`, `undo` or `redo`) in words; `before` is what it was added to."""
    players = [names[player] for player in before.players]
    body, hand = entry.body, body_hand(entry.body)
    if entry.kind == "amend":
        return _tell_amend(entry, before, players)
    if entry.kind == "strike":
        old = before.played[_place(before, body["hand"])]
        number = before.number(old.entry)
        if old.hand.passed:
            return Told(entry, f"strike {number} --passed", "pass")
        return Told(entry, f"strike {number}", write_hand(old.hand, players))
    if entry.kind == "insert":
        number = 1 + sum(not p.hand.passed for p in before.played[: _place(before, body["before"])])
        how = "--passed" if hand.passed else write_hand(hand, players)
        return Told(entry, f"insert {number} {how}")
    if entry.kind == "match":
        return Told(entry, " ".join(("match edit", *tell_terms(body, players))))
    if entry.kind == "call":
        return Told(entry, f"call {hand.call}")
    if entry.kind == "bid" and hand.bid:
        called = f" {hand.call}" if hand.call else ""
        return Told(entry, f"bid {players[hand.bid.seat]} {hand.bid.tricks}{called}")
    if entry.kind == "bid":
        return Told(entry, f"bid {write_bids(hand).replace(',', ' ')}")
    if entry.kind == "paid":
        return Told(entry, f"settle --{'undo' if 'reverts' in body else 'record'}")
    word = "pass" if entry.kind == "passed" else entry.kind
    return Told(entry, f"{word} {write_hand(hand, players)}".rstrip())


def _tell_amend(entry: Entry, before: Record, players: Sequence[str]) -> Told:
    body = entry.body
    old = before.played[_place(before, body["hand"])]
    number = before.number(old.entry)
    changed = body.keys() - {"hand"}
    if changed == {"note"}:
        return Told(entry, f"note {number} {as_word(body['note'] or '')}", old.note)
    if changed == {"played"}:
        return Told(entry, f"at {number} {body['played']}", old.at)
    new = body_hand({**hand_body(old.hand), **body})
    gone = [f"--{word} none" for key, word in GONE.items() if key in body and not body[key]]
    words = " ".join((f"edit {number}", write_hand(new, players), *gone))
    return Told(entry, words, write_hand(old.hand, players))


def tell_terms(body: Body, players: Sequence[str]) -> Iterator[str]:
    """The options of `match edit`, of `new` or of `import`, that say these things."""
    if "seats" in body:
        players = [players[former] for former in body["seats"]]
        yield "--seats " + as_word(",".join(players))
    if "dealer" in body:
        yield f"--dealer {as_word(players[body['dealer']])}"
    for name, value in body.get("options", {}).items():
        yield f"-o {name}={'none' if value is None else value}"
    for key, word in (("stake", "stake"), ("currency", "currency"), ("started", "at")):
        if key in body:
            yield f"--{word} {'none' if body[key] is None else as_word(str(body[key]))}"
    if "note" in body:
        yield f"--note {as_word(body['note'])}"


def _tell_start(record: Record, names: Mapping[str, str], variant: str) -> Iterator[str]:
    players = [names[player] for player in record.players]
    yield f"new {variant}"
    yield from map(as_word, players)
    told: dict[str, Any] = {
        "dealer": record.dealer,
        "options": record.options,
        "stake": record.stake,
        "currency": record.currency,
        "note": record.note,
    }
    yield from tell_terms({key: value for key, value in told.items() if value}, players)
