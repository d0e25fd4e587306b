"""Bringing matches in: match documents as JSON Lines, one match a line."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import IO, Any

from msgspec import Struct

from .. import variants
from ..errors import Refused
from ..rules import rulebook
from ..rules.model import Hand, Variant
from ..rules.notation import read_bid, read_call, read_extras, read_player
from ..rules.rulebook import Rules
from ..rules.sheet import check_next
from ..rules.validity import check, check_chosen
from . import clock, document
from .book import Book, open_book
from .document import Document
from .journal import Body, Entry, completed, hand_body
from .store import Store, new_uid, packed
from .terms import LONGEST_NOTE, money, note, player_names

LONGEST_LINE = 16 * 1024 * 1024


class Arrival(Struct, frozen=True):
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
    if document.facts(candidate) == document.facts(known):
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


@cache
def _shape() -> Any:
    """The types of a match document, built when first needed: msgspec is slow to import."""
    from typing import Annotated, Literal

    from msgspec import UNSET, Meta, UnsetType, defstruct

    note = Annotated[str, Meta(max_length=LONGEST_NOTE)]
    count = Annotated[int, Meta(ge=0, le=999)]

    def shape(name: str, required: dict[str, Any], optional: dict[str, Any]) -> type[Struct]:
        given = list(required.items())
        absent = [(key, type_ | UnsetType, UNSET) for key, type_ in optional.items()]
        return defstruct(name, [*given, *absent], forbid_unknown_fields=True)

    bid = shape("Bid", {"player": str, "tricks": count}, {})
    ahead: dict[str, Any] = {"call": str, "bid": bid, "bids": dict[str, count]}
    point = Annotated[int, Meta(ge=-99_999, le=99_999)]
    hand = shape(
        "Hand",
        {},
        {
            "tricks": dict[str, count],
            "points": dict[str, point],
            "maker": str,
            "alone": list[str],
            "passed": bool,
            "played": str,
            "note": note,
            "extras": dict[str, str | list[str] | count | bool | None],
            **ahead,
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
            "pending": shape("Pending", {}, ahead),
            "abandoned": str,
            "rules": dict[str, Any],
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
    rules = _rules(told)
    with naming("players"):
        players = player_names(told["players"], rulebook.seats(rules))
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
    if options:
        with naming("options"):
            check_chosen(rules, options, len(players))
    variant = rulebook.variant(rules, options, len(players))
    facts: list[tuple[str, Body]] = [("start", start)]
    before = known.record.played if known else ()
    for place, hand in enumerate(told["hands"]):
        with naming(f"hands[{place}]"):
            at = _when(hand, "played", before[place].at if place < len(before) else "")
            kind, body = _hand_fact(variant, hand, players)
            facts.append((kind, {**body, "played": at, **note(hand.get("note", ""))}))
    with naming("pending"):
        pending = hand_body(_beside(variant, told.get("pending", {}), players))
    facts += [
        (kind, {key: pending[key]})
        for kind, key in (("call", "call"), ("bid", "bid"), ("bid", "bids"))
        if key in pending
    ]
    if "abandoned" in told:
        with naming("abandoned"):
            facts.append(("abandon", {"at": clock.read_iso(told["abandoned"])}))
    return facts


def _rules(told: Document) -> Rules:
    """The rules of a document: its own, where house rules came along, else the game it names."""
    if "rules" not in told:
        with naming("variant"):
            return variants.find(told["variant"])
    rules: Rules = told["rules"]
    digest = packed(rules)[0]
    if digest in _looked_over and _looked_over[digest]["id"] == told["variant"]:
        return _looked_over[digest]
    with naming("rules"):
        check(rules)
        if rules["id"] != told["variant"]:
            raise Refused(f"the id is {rules['id'][:40]!r}", f"{told['variant']!r} is the variant")
    if len(_looked_over) >= 64:
        _looked_over.clear()
    _looked_over[digest] = rules
    return rules


# Rules that came along before, by their content: a winter of house matches is checked once.
_looked_over: dict[str, Rules] = {}


def _when(told: Document, key: str, known: str) -> str:
    """A time that is told, else the known one, else now."""
    return clock.read_iso(told[key]) if key in told else known or clock.now()


def _hand_fact(variant: Variant, hand: Document, players: Sequence[str]) -> tuple[str, Body]:
    told = hand_of(variant, hand, players)
    return ("passed", {}) if told.passed else ("hand", hand_body(told))


def hand_of(variant: Variant, hand: Document, players: Sequence[str]) -> Hand:
    """A hand of a document, whose fields have the right types. Raises `Refused`."""
    if hand.get("passed"):
        if hand.keys() - {"passed", "played", "note"}:
            raise Refused("passed stands alone", "leave tricks and calls out")
        return Hand(passed=True)
    if variant.counts not in hand:
        raise Refused(f"{variant.counts} is missing", f"give the {variant.counts} of every player")
    maker = hand["bid"]["player"] if "bid" in hand else None
    return _beside(variant, hand, players, _counts(variant, hand[variant.counts], players, maker))


def _counts(
    variant: Variant, told: Mapping[str, int], players: Sequence[str], maker: str | None
) -> tuple[int, ...]:
    """Counts as a hand has them; a side is named by any of its players."""
    if variant.counted == "maker":
        if len(told) != 1 or (maker is not None and maker not in told):
            raise Refused(f"{variant.counts} must hold the maker alone", "give one count")
        return tuple(told.values())
    if variant.counted == "seats" and [*told] == [*players]:
        return tuple(told.values())
    place_of = variant.side if variant.counted == "sides" else lambda seat: seat
    counts = {place_of(read_player(players, name)): count for name, count in told.items()}
    if len(counts) != variant.counters() or len(told) != variant.counters():
        who = "side" if variant.counted == "sides" else "player"
        raise Refused(
            f"{variant.counts} must hold every {who} once", f"the players are {', '.join(players)}"
        )
    return tuple(counts[place] for place in range(variant.counters()))


def _beside(
    variant: Variant, hand: Document, players: Sequence[str], counts: tuple[int, ...] = ()
) -> Hand:
    """A hand with these counts and what a document tells of it besides."""
    bid, bids = hand.get("bid"), hand.get("bids") or {}
    extras = [
        name if one is True else f"{name}={'nobody' if one is None else one}"
        for name, value in hand.get("extras", {}).items()
        for one in (value if isinstance(value, list) else [value])
    ]
    told = {read_player(players, name): count for name, count in bids.items()}
    return Hand(
        counts=counts,
        call=read_call(hand["call"], variant) if "call" in hand else None,
        bid=read_bid(players, f"{bid['player']}={bid['tricks']}") if bid else None,
        bids=tuple(told.get(seat) for seat in range(len(players))) if told else (),
        maker=read_player(players, hand["maker"]) if "maker" in hand else None,
        alone=tuple(sorted({read_player(players, name) for name in hand.get("alone", ())})),
        extras=read_extras(variant, players, extras) if extras else {},
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


def _differences(told: Document, book: Book) -> tuple[str, ...]:
    """Where the `result` that came along is not what the rules make of the hands."""
    if "result" not in told:
        return ()
    expected = document.result(book)
    if told["result"] == expected:
        return ()
    return tuple(
        f"match #{book.number}: result.{place} was {_short(given)},"
        f" the rules make it {_short(ours)}"
        for place, given, ours in _unlike(told["result"], expected, "")
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
