"""The match document: what other programs read and write. JSON Lines, one match a line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import IO, Any

from .. import variants
from ..errors import Refused
from ..rules import rulebook
from ..rules.chances import to_win
from ..rules.model import Briefing, Hand, Row
from ..rules.notation import clean_name, is_plain, name_key, read_bid, read_call, read_player
from ..rules.sheet import check_next
from . import clock
from .book import Book, open_book
from .journal import Body, Entry, Played, completed, hand_body
from .store import Store, new_uid

FORMAT = "scorekeeper/1"
LONGEST_LINE = 16 * 1024 * 1024
LONGEST_NOTE = 1_000
STAKE = re.compile(r"\d{1,9}(\.\d{1,6})?", re.ASCII)
Document = dict[str, Any]


# Out


def document(book: Book) -> Document:
    """The match document of the contract: what people told, and `result`, what follows from it."""
    record, players = book.record, book.players
    told: Document = {
        "format": FORMAT,
        "id": book.uid,
        "variant": book.variant.id,
        "options": dict(record.options),
        "players": list(players),
        "dealer": players[record.dealer],
        "stake": None if record.stake is None else str(record.stake),
        "currency": record.currency,
        "started": _exported(record.started),
        "note": record.note,
        "abandoned": _exported(record.abandoned),
        "hands": [told_hand(played, players) for played in record.played],
        "pending": _told(record.pending, players),
    }
    kept = {key: value for key, value in told.items() if value or key in ("options", "hands")}
    return {**kept, "result": _result(book)}


def to_json(value: Any, indent: int | None = None) -> str:
    """A value as JSON in plain Unicode, but for what a terminal could obey, which is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return "\n".join(line if line.isprintable() else _escaped(line) for line in text.split("\n"))


def _escaped(text: str) -> str:
    return "".join(c if is_plain(c) else json.dumps(c)[1:-1] for c in text)


def _exported(moment: str) -> str:
    return clock.local(moment).isoformat() if moment else ""


def told_hand(played: Played, players: Sequence[str]) -> Document:
    """A hand as a match document has it; its time is left out where it is not known ("")."""
    if played.hand.passed:
        told: Document = {"passed": True}
    else:
        told = {"tricks": _named(played.hand.tricks, players), **_told(played.hand, players)}
    if played.at:
        told["played"] = _exported(played.at)
    if played.note:
        told["note"] = played.note
    return told


def _told(hand: Hand, players: Sequence[str]) -> Document:
    """What is known of a hand besides its tricks."""
    told: Document = {}
    if hand.call:
        told["call"] = hand.call
    if hand.bid:
        told["bid"] = {"player": players[hand.bid.seat], "tricks": hand.bid.tricks}
    if hand.maker is not None:
        told["maker"] = players[hand.maker]
    if hand.alone:
        told["alone"] = [players[seat] for seat in hand.alone]
    return told


def _result(book: Book) -> Document:
    sheet, players = book.sheet, book.players
    ranks = sheet.winners and book.variant.ranking
    ranking = max((sheet.totals[w] for w in sheet.winners), default=0) * book.variant.ranking
    open_next = sheet.next if book.status == "open" else None
    return {
        "hands": [_row(row, players) for row in sheet.rows],
        "totals": _named(sheet.totals, players),
        "status": book.status,
        "winners": [players[seat] for seat in sheet.winners],
        "decided_at": sheet.decided_at,
        **({"ranking_points": ranking} if ranks else {}),
        "settlement": [
            {
                "payer": players[payment.payer],
                "payee": players[payment.payee],
                "points": payment.points,
                **({} if payment.amount is None else {"amount": str(payment.amount)}),
            }
            for payment in sheet.settlement
        ],
        "next": None if open_next is None else _briefing(open_next, book),
    }


def _row(row: Row, players: Sequence[str]) -> Document:
    deal = row.deal
    told: Document = {
        "number": deal.number,
        "dealer": players[deal.dealer],
        "caller": None if deal.caller is None else players[deal.caller],
        "leader": players[deal.leader],
        "targets": deal.targets and _named(deal.targets, players),
    }
    if deal.limits:
        told["limits"] = _named(deal.limits, players)
    return {
        **told,
        "points": _named(row.points, players),
        "totals": _named(row.totals, players),
        "reasons": _named(row.reasons, players),
    }


def _briefing(coming: Briefing, book: Book) -> Document:
    deal, players = coming.deal, book.players
    told: Document = {
        "number": deal.number,
        "dealer": None if coming.bidding else players[deal.dealer],
        "caller": None if deal.caller is None or coming.bidding else players[deal.caller],
        "leader": None if coming.bidding else players[deal.leader],
        "targets": deal.targets and _named(deal.targets, players),
    }
    if coming.bidding:
        told["opener"] = players[deal.dealer]
    if deal.limits:
        told["limits"] = _named(deal.limits, players)
    if coming.calls_left is not None:
        told["calls_left"] = {
            player: list(left) for player, left in zip(players, coming.calls_left, strict=True)
        }
    if book.variant.exchange is not None:
        told["exchange"] = [
            {"giver": players[e.giver], "receiver": players[e.receiver], "cards": e.cards}
            for e in coming.exchange
        ]
    if coming.exchange_needs:
        told["exchange_needs"] = coming.exchange_needs
    told["to_win"] = [
        {
            "player": players[chance.seat],
            **({"as": chance.part} if chance.part else {}),
            "at_most" if chance.at_most else "at_least": chance.tricks,
            "sure": chance.sure,
        }
        for chance in to_win(book.sheet)
    ]
    return told


def _named(figures: Sequence[Any], players: Sequence[str]) -> dict[str, Any]:
    return dict(zip(players, figures, strict=True))


# In


@dataclass(frozen=True, slots=True)
class Arrival:
    """A match that came in: its book, what became of it (`new`, `same`, `replaced`), warnings."""

    book: Book
    outcome: str
    warnings: tuple[str, ...] = ()


def lines(stream: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """The numbered lines that hold something. Raises `Refused` where one is far too long."""
    number = 0
    while text := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(text) > LONGEST_LINE:
            raise Refused(
                f"line {number} is longer than {LONGEST_LINE >> 20} MiB",
                "one match a line is expected, as `export` writes it",
            )
        if number == 1:
            text = text.removeprefix(b"\xef\xbb\xbf")
        if text.strip():
            yield number, text


def bring_in(
    store: Store, numbered: Iterable[tuple[int, bytes]], *, replace: bool = False
) -> Iterator[Arrival]:
    """Write down the matches of these lines, inside the caller's transaction.

    Raises `Refused` for the first line that is no valid match document, naming the line, the field
    and what was expected; the caller's transaction then keeps nothing of the file.
    """
    for number, text in numbered:
        try:
            yield arrive(store, _read(text), replace=replace)
        except Refused as mistake:
            raise mistake.at(f"line {number}") from None


def arrive(store: Store, told: Document, *, replace: bool = False) -> Arrival:
    """Write down one match document, whose fields have the right types, inside a transaction."""
    known = None
    if "id" in told:
        number = store.number_of(told["id"])
        known = None if number is None else store.load(number)
    facts = _facts(store, told, known)
    if known is None:
        entries = _entries(facts, clock.now(), 0)
        book = store.add(_opened(store, told.get("id") or new_uid(), entries))
        return Arrival(book, "new", _differences(told, book))
    candidate = _opened(store, known.uid, _entries(facts, clock.now(), 0))
    if _facts_of(candidate) == _facts_of(known):
        return Arrival(known, "same", _differences(told, known))
    if not replace:
        raise Refused(
            f"match #{known.number} has the same id and other content",
            "`import --replace` puts this one in its place",
        )
    fresh = _entries(facts, clock.now(), len(known.entries))
    people = {**known.people, **candidate.people}
    rulebooks = {**known.rulebooks, **candidate.rulebooks}
    book = open_book(known.number, known.uid, (*known.entries, *fresh), people, rulebooks)
    store.append(known, book)
    return Arrival(book, "replaced", _differences(told, book))


def _read(text: bytes) -> Document:
    """A line as a document whose fields have the right types, times and names as they are kept."""
    import msgspec

    try:
        told: Document = msgspec.json.decode(text)
        msgspec.convert(told, _shape())
    except UnicodeDecodeError:
        raise Refused("this is not UTF-8 text", "export it again as UTF-8") from None
    except (msgspec.DecodeError, RecursionError) as mistake:
        wrong, _, place = str(mistake).partition(" - at `$")
        field = place.strip("`.") or "the line"
        raise Refused(
            f"{field}: {wrong.replace('`', '')}", "a match document is expected"
        ) from None
    return told


def _shape() -> Any:
    """The types of a match document, built when first needed: msgspec is slow to import."""
    from typing import Annotated, Literal

    from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

    note = Annotated[str, Meta(max_length=LONGEST_NOTE)]
    count = Annotated[int, Meta(ge=0, le=999)]

    def shape(name: str, required: dict[str, Any], optional: dict[str, Any]) -> type[Struct]:
        given = list(required.items())
        absent = [(key, type_ | UnsetType, UNSET) for key, type_ in optional.items()]
        return defstruct(name, [*given, *absent], forbid_unknown_fields=True)

    bid = shape("Bid", {"player": str, "tricks": count}, {})
    extras: dict[str, Any] = {"call": str, "bid": bid}
    hand = shape(
        "Hand",
        {},
        {
            "tricks": dict[str, count],
            "maker": str,
            "alone": list[str],
            "passed": bool,
            "played": str,
            "note": note,
            **extras,
        },
    )
    return shape(
        "Match",
        {
            "format": Literal["scorekeeper/1"],
            "variant": str,
            "players": list[str],
            "hands": list.__class_getitem__(hand),
        },
        {
            "id": Annotated[str, Meta(min_length=8, max_length=64, pattern="^[0-9A-Za-z-]+$")],
            "options": dict[str, int | str | None],
            "dealer": str,
            "stake": str,
            "currency": str,
            "started": str,
            "note": note,
            "pending": shape("Pending", {}, extras),
            "abandoned": str,
            "result": dict[str, Any],
        },
    )


@contextmanager
def naming(field: str) -> Iterator[None]:
    """Put the field in front of what is refused inside."""
    try:
        yield
    except Refused as mistake:
        raise mistake.at(field) from None


def _facts(store: Store, told: Document, known: Book | None) -> list[tuple[str, Body]]:
    """The facts of a document as a journal keeps them; absent times are the known ones, or now."""
    with naming("variant"):
        rules = variants.find(told["variant"])
    with naming("players"):
        players = player_names(told["players"], rulebook.variant(rules).seats)
    with naming("dealer"):
        dealer = read_player(players, told.get("dealer", players[0]))
    with naming("options"):
        options = rulebook.read_options(rules, told.get("options", {}).items())
    with naming("started"):
        started = _when(told, "started", known.record.started if known else "")
    with naming("stake"):
        stake = money(told.get("stake"), told.get("currency", ""))
    start = {
        "players": [store.player(name) for name in players],
        "rules": store.keep_rules(rules),
        "dealer": dealer,
        "options": options,
        "started": started,
        **stake,
        **note(told.get("note", "")),
    }
    facts: list[tuple[str, Body]] = [("start", start)]
    before = known.record.played if known else ()
    for place, hand in enumerate(told["hands"]):
        with naming(f"hands[{place}]"):
            at = _when(hand, "played", before[place].at if place < len(before) else "")
            kind, body = _hand_fact(hand, players)
            facts.append((kind, {**body, "played": at, **note(hand.get("note", ""))}))
    with naming("pending"):
        pending = hand_body(_extras(told.get("pending", {}), players))
    facts += [(kind, {kind: pending[kind]}) for kind in ("call", "bid") if kind in pending]
    if "abandoned" in told:
        with naming("abandoned"):
            facts.append(("abandon", {"at": clock.read_iso(told["abandoned"])}))
    return facts


def _when(told: Document, key: str, known: str) -> str:
    """A time that is told, else the known one, else now."""
    return clock.read_iso(told[key]) if key in told else known or clock.now()


def _hand_fact(hand: Document, players: Sequence[str]) -> tuple[str, Body]:
    if hand.get("passed"):
        if hand.keys() - {"passed", "played", "note"}:
            raise Refused("passed stands alone", "leave tricks and calls out")
        return "passed", {}
    if "tricks" not in hand:
        raise Refused("tricks is missing", "give the tricks of every player")
    counts = {read_player(players, name): count for name, count in hand["tricks"].items()}
    if len(counts) != len(players) or len(hand["tricks"]) != len(players):
        raise Refused("tricks must hold every player once", f"the players are {', '.join(players)}")
    body = hand_body(_extras(hand, players))
    return "hand", {"tricks": [counts[seat] for seat in range(len(players))], **body}


def _extras(hand: Document, players: Sequence[str]) -> Hand:
    bid = hand.get("bid")
    return Hand(
        call=read_call(hand["call"]) if "call" in hand else None,
        bid=read_bid(players, f"{bid['player']}={bid['tricks']}") if bid else None,
        maker=read_player(players, hand["maker"]) if "maker" in hand else None,
        alone=tuple(sorted({read_player(players, name) for name in hand.get("alone", ())})),
    )


def _entries(facts: Sequence[tuple[str, Body]], at: str, after: int) -> tuple[Entry, ...]:
    return tuple(
        Entry(after + place, kind, body, at) for place, (kind, body) in enumerate(facts, start=1)
    )


def _opened(store: Store, uid: str, entries: tuple[Entry, ...]) -> Book:
    """The book of a document, not yet numbered, with every hand checked by the rules."""
    start = entries[0].body
    book = open_book(0, uid, entries, store.people(start["players"]), store.rulebooks([start]))
    if book.sheet.next is not None and book.record.pending != Hand():
        with naming("pending"):
            check_next(book.sheet, completed(Hand(), book.record.pending))
    return book


def _facts_of(book: Book) -> Document:
    told = document(book)
    return {key: value for key, value in told.items() if key != "result"}


def _differences(told: Document, book: Book) -> tuple[str, ...]:
    """Where the `result` that came along is not what the rules make of the hands."""
    if "result" not in told:
        return ()
    expected = document(book)["result"]
    return tuple(
        f"match #{book.number}: result.{place} was {_short(given)},"
        f" the rules make it {_short(ours)}"
        for place, given, ours in _unlike(told.get("result", {}), expected, "")
    )


def _short(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        text = "…"
    return text if len(text) <= 60 else text[:60] + "…"


def _unlike(given: Any, ours: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(given, Mapping) and isinstance(ours, Mapping):
        for key, value in given.items():
            yield from _unlike(value, ours.get(key), f"{place}.{key}" if place else key)
    elif isinstance(given, list) and isinstance(ours, list) and len(given) == len(ours):
        for number, (value, our) in enumerate(zip(given, ours, strict=True)):
            yield from _unlike(value, our, f"{place}[{number}]")
    elif given != ours:
        yield place, given, ours


# What a match is started with, wherever it is told


def player_names(typed: Sequence[str], seats: int) -> list[str]:
    """The names of a table, checked: as many as there are seats, and no two the same."""
    names = [clean_name(name) for name in typed]
    keys = [name_key(name) for name in names]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise Refused(f"{names[place]} is named twice", "every player sits once")
    if len(names) != seats:
        raise Refused(
            f"{len(names)} players, but the game is for {seats}", f"name {seats} players, clockwise"
        )
    return names


def money(stake: str | None, currency: str = "") -> dict[str, str]:
    """A stake per point as exact decimal text, with its currency. Raises `Refused`."""
    told: dict[str, str] = {}
    if stake is not None:
        amount = stake.strip().replace(",", ".")
        if not STAKE.fullmatch(amount) or not Decimal(amount):
            raise Refused(
                f"{stake[:40]!r} is no stake", "type it as in --stake 0.10, six decimals at most"
            )
        told["stake"] = amount
    if currency:
        if not 1 <= len(currency) <= 8 or not currency.isprintable() or " " in currency:
            raise Refused(f"{currency[:40]!r} is no currency", "type it as in --currency EUR")
        told["currency"] = currency.upper() if currency.isascii() else currency
    return told


def note(typed: str) -> dict[str, str]:
    """A note in one line, as it is kept; {} for none. Raises `Refused` when it is too long."""
    text = " ".join(typed.split())
    if len(text) > LONGEST_NOTE:
        raise Refused(f"the note is longer than {LONGEST_NOTE} characters", "shorten it")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Refused("the note is no proper text", "type it in UTF-8")
    return {"note": text} if text else {}
