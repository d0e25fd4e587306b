"""How people write a hand: words → `Hand`, and back.

The one grammar for hands, used wherever one is typed or read: counts in seating order (`10 1 5`)
or by name (`ann=10 cy=5`), one of them left out or given as `_`; calls, makers, bids and whatever
else belongs to it in any unique short form, as options or as words beside the counts
(`10 1 5 hearts`, `3 1 1 ann alone`). A side is named by any of its players.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from ..errors import Refused, Unsaid, nearest
from .model import CALLS, Bid, Extra, Hand, Telling, Variant
from .names import VARIANTS, as_word, name_key, shown

# Bids to show how they are typed.
EXAMPLE_BIDS = (1, 0, 2, 1, 0, 2, 1, 0, 1, 0, 2, 1)
OTHER_WORDS = {
    "nt": "no-trump",
    "notrump": "no-trump",
    "sans": "no-trump",
    "mizz": "misere",
    "null": "misere",
    "♣": "clubs",
    "♦": "diamonds",
    "♥": "hearts",
    "♠": "spades",
}


def read_hand(
    variant: Variant,
    players: Sequence[str],
    words: Iterable[str],
    *,
    number: int = 1,
    call: str | None = None,
    bid: Iterable[str] = (),
    maker: str | None = None,
    alone: Iterable[str] = (),
    tell: Iterable[str] = (),
) -> Hand:
    """Hand `number` as these words tell it. Raises `Refused` for anything it can't make out.

    `tell` are the extras, NAME=VALUE. Whether the rules allow the hand is not decided here, see
    `sheet.check_next`.
    """
    counts, beside = read_words(variant, players, words, maker_told=maker is not None)
    for field, option in (("call", call), ("maker", maker)):
        if option and field in beside:
            raise Refused(f"the {field} is told twice", "tell it once")
    bids = read_bids(variant, players, bid)
    together = {*beside.get("alone", ()), *(read_player(players, name) for name in alone)}
    return Hand(
        counts=_read_counts(variant, players, counts, number, bids.get("bid")),
        call=read_call(call, variant) if call else beside.get("call"),
        **bids,
        maker=read_player(players, maker) if maker else beside.get("maker"),
        alone=tuple(sorted(together)),
        extras=read_extras(variant, players, [*beside.get("tell", ()), *tell]),
    )


def read_words(
    variant: Variant, players: Sequence[str], words: Iterable[str], *, maker_told: bool = False
) -> tuple[list[str], dict[str, Any]]:
    """The counts among these words, and what the others tell: fields of a `Hand`, and `tell`.

    A word beside the counts is a call, an extra, or a player: the maker, or, before the word
    `alone`, who played alone. Raises `Refused` for one that could be several of these.
    """
    counts: list[str] = []
    told: dict[str, Any] = {}
    player: int | None = None
    for word in paired(players, list(words)):
        if word == "alone" and player is not None and "alone" in variant.records:
            told["alone"] = (*told.get("alone", ()), player)
            continue
        meant = _meanings(variant, players, word)
        if len(meant) > 1:
            could = " or ".join(name for _, _, name in meant)
            raise Refused(f"{shown(word)} could be {could}", "type more of it")
        for field, value, _ in meant:
            if field == "player":
                player = value
                if not maker_told and "maker" not in told:
                    told["maker"] = player
            elif field == "tell":
                told["tell"] = (*told.get("tell", ()), value)
            elif field in told:
                raise Refused(f"the {field} is told twice", "tell it once")
            else:
                told[field] = value
        if not meant:
            if variant.calls and word.isalpha() and nearest(word, variant.calls.allowed):
                read_call(word, variant)  # it says which one was meant
            counts.append(word)
    return counts, told


def paired(players: Sequence[str], words: list[str]) -> list[str]:
    """`ann 8 bob 5 hearts` is `ann=8 bob=5 hearts`; a single pair must be all there is."""
    pairs: list[str] = []
    with suppress(Refused):
        for name, count in zip(words[::2], words[1::2], strict=False):
            if is_count(name) or not is_count(count):
                break
            read_player(players, name)
            pairs.append(f"{name}={count}")
    rest = words[2 * len(pairs) :]
    return [*pairs, *rest] if len(pairs) > 1 or not rest else words


def _meanings(variant: Variant, players: Sequence[str], word: str) -> list[tuple[str, Any, str]]:
    """What a word beside the counts can mean: the field, its value, and the whole word."""
    name, equals, value = word.partition("=")
    if equals:
        with suppress(Refused):
            if is_count(value):
                read_player(players, name)
                return []
        extras = [extra for extra in variant.extras if _begins(extra.name, name)]
        return [("tell", word, extra.name) for extra in extras[:1]]
    if is_count(word) or word in "oO" or not (word[:1].isalpha() or word in OTHER_WORDS):
        return []
    meant: list[tuple[str, Any, str]] = []
    with suppress(Refused):
        if variant.calls:
            call = read_call(word, variant)
            meant.append(("call", call, call))
    with suppress(Refused):
        if "maker" in variant.records:
            seat = read_player(players, word)
            meant.append(("player", seat, players[seat]))
    flags = [one.name for one in variant.extras if one.of == "flag" and _begins(one.name, word)]
    meant += [("tell", flag, flag) for flag in flags]
    return [one for one in meant if name_key(one[2]) == name_key(word)] or meant


def _begins(name: str, typed: str) -> bool:
    return bool(typed) and name.startswith(_plain(typed))


def write_hand(hand: Hand, players: Sequence[str]) -> str:
    """The words that `read_hand` reads back as this hand, options included as they are typed.

    >>> write_hand(Hand((10, 1, 5), call="hearts"), ("Ann", "Bob", "Cy"))
    '10 1 5 --call hearts'
    """
    words = [str(count) for count in hand.counts]
    if hand.call:
        words.append(f"--call {hand.call}")
    if hand.bid:
        words.append(f"--bid {as_word(players[hand.bid.seat])}={hand.bid.tricks}")
    if hand.bids:
        words.append(f"--bid {write_bids(hand)}")
    if hand.maker is not None:
        words.append(f"--maker {as_word(players[hand.maker])}")
    words += [f"--alone {as_word(players[seat])}" for seat in hand.alone]
    words += [f"--tell {word}" for word in write_extras(hand, players)]
    return " ".join(words)


def write_bids(hand: Hand) -> str:
    """Everybody's bids in one word, `_` for one not known: `3,_,1`."""
    return ",".join("_" if bid is None else str(bid) for bid in hand.bids)


def write_extras(hand: Hand, players: Sequence[str], *, quoted: bool = True) -> list[str]:
    """The extras of a hand as they are typed: `jack=Ann`, `matadors=2`, `ouvert`.

    Names are `quoted` for a command line where they need it.
    """
    words = []
    for name, value in hand.extras.items():
        if isinstance(value, tuple):
            names = [players[seat] for seat in value]
            told = [f"{name}={as_word(player) if quoted else player}" for player in names]
            words += told or [f"{name}=nobody"]
        else:
            words.append(name if value is True else f"{name}={value}")
    return words


def read_player(players: Sequence[str], typed: str) -> int:
    """The seat of a player named in full or by a unique beginning, in any case."""
    if typed in players:
        return players.index(typed)
    wanted = name_key(typed)
    keys = [name_key(player) for player in players]
    if wanted in keys:
        return keys.index(wanted)
    found = [seat for seat, key in enumerate(keys) if wanted and key.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise Refused(
            f"{shown(typed)} could be {' or '.join(players[seat] for seat in found)}",
            "type more of the name",
        )
    guess = nearest(typed, players)
    some = ", ".join(players[:8]) + (" …" if len(players) > 8 else "")
    raise Refused(
        f"nobody here is called {shown(typed)}",
        f"did you mean {guess}?" if guess else f"the players are {some}",
    )


def read_call(typed: str, variant: Variant | None = None) -> str:
    """The call meant by any unique beginning or usual short form: `h`, `nt`, `mizz`.

    What can't be made out is answered with the calls of the variant, if it is given.
    """
    usual = CALLS[:6]
    known = variant.calls.allowed if variant and variant.calls else usual
    if typed in known:
        return typed
    plain = _plain(typed)
    if plain in ("pass", "passed"):
        raise Refused("a pass is no call", "`pass` records it")
    for calls in (known, usual, CALLS):
        wanted = plain if plain in calls else OTHER_WORDS.get(plain, plain)
        found = [call for call in calls if wanted and call.startswith(wanted)]
        if len(found) == 1 or wanted in found:
            return wanted if wanted in found else found[0]
    guess = nearest(wanted, known)
    raise Refused(
        f"{shown(typed)} is no call",
        (f"did you mean {guess}? " if guess else "") + f"the calls are {', '.join(known)}",
    )


def read_bid(players: Sequence[str], typed: str) -> Bid:
    """A bid as `NAME=TRICKS`."""
    name, equals, count = typed.rpartition("=")
    if not equals:
        raise Refused(f"{shown(typed)} is no bid", f"type who and how many, as in {players[0]}=10")
    return Bid(read_player(players, name), read_count(count))


def read_bids(variant: Variant, players: Sequence[str], typed: Iterable[str]) -> dict[str, Any]:
    """What was bid, as the part of a `Hand` it belongs to: `bid`, or `bids` by seat.

    The winning bid is `NAME=TRICKS`; where everybody bids they come in seating order or by name,
    `_` for one not known yet.
    """
    words = list(typed)
    if not words:
        return {}
    if variant.bids is None or variant.bids.who != "everybody":
        if len(words) > 1:
            raise Refused("several bids", f"tell the winning one, as in {players[0]}=10")
        return {"bid": read_bid(players, words[0])}
    words = [part for word in words for piece in word.split() for part in _parts(piece)]
    words = [re.sub(r"^(.*=)?nil$", r"\g<1>0", word.casefold()) for word in words]
    told = _by_place(players, words, len(players), lambda seat: seat, "bids")
    bids = tuple(told.get(seat) for seat in range(len(players)))
    return {"bids": bids} if any(bid is not None for bid in bids) else {}


def read_extras(
    variant: Variant, players: Sequence[str], typed: Iterable[str]
) -> dict[str, Telling]:
    """The extras told as `NAME=VALUE`, or `NAME` for one that is so. Raises `Refused`."""
    known = {extra.name: extra for extra in variant.extras}
    told: dict[str, Telling] = {}
    for word in typed:
        name, _, value = word.partition("=")
        wanted = _plain(name)
        found = [one for one in known if one == wanted] or [
            one for one in known if wanted and one.startswith(wanted)
        ]
        if len(found) != 1:
            guess = " or ".join(found) or nearest(wanted, known)
            raise Refused(
                f"{variant.id} has no {shown(name)} to tell",
                (f"did you mean {guess}? " if guess else "")
                + (f"it has {', '.join(known)}" if known else "leave --tell out"),
            )
        extra = known[found[0]]
        read = _read_extra(extra, players, value)
        before = told.get(extra.name)
        if extra.of == "players" and isinstance(before, tuple) and isinstance(read, tuple):
            read = tuple(sorted({*before, *read}))
        elif before is not None:
            raise Refused(f"{extra.name} is told twice", "tell it once")
        told[extra.name] = read
    return told


def _read_extra(extra: Extra, players: Sequence[str], value: str) -> Telling:
    if extra.of == "flag":
        if value.casefold() not in ("", "yes", "true"):
            raise Refused(f"{extra.name} is told without a value", f"type --tell {extra.name}")
        return True
    if not value:
        raise Refused(f"{extra.name}: what is it?", f"type --tell {extra.name}=…: {extra.help}")
    if extra.of == "number":
        if value.isdecimal() and len(value) <= 3:
            return int(value)
        raise Refused(f"{shown(value)} is no number", f"type --tell {extra.name}=…: {extra.help}")
    if extra.nobody and value.casefold() in ("nobody", "none"):
        return ()
    several = extra.of == "players" and name_key(value) not in map(name_key, players)
    names = value.split(",") if several else [value]
    return tuple(sorted({read_player(players, name) for name in names}))


def _read_counts(
    variant: Variant, players: Sequence[str], words: list[str], number: int, bid: Bid | None
) -> tuple[int, ...]:
    """One count a player, side or maker; one that is missing is worked out from the others."""
    total = variant.sum_in(number)
    words = [part for word in words for part in _parts(word)]
    if variant.counted == "maker":
        if len(words) != 1:
            raise Refused(f"{len(words)} counts", "type what the maker took, one count")
        name, _, count = words[0].rpartition("=")
        if name and (bid is None or read_player(players, name) != bid.seat):
            raise Refused(
                f"{shown(name)} is not told as the maker", "type what the maker took alone"
            )
        return (read_count(count, variant.counts),)
    places = variant.counters()
    if len(words) > places and variant.bids and variant.bids.who == "everybody":
        example = ",".join(map(str, EXAMPLE_BIDS[:places]))
        raise Refused(
            f"{len(words)} counts for {places} players",
            f"bids are one word, as in --bid {example}",
        )
    names = [" and ".join(players[seat] for seat in seats) for seats in variant.by_side()]
    if variant.counted == "seats":
        names = list(players)
    told = _by_place(
        players,
        words,
        places,
        variant.side if variant.counted == "sides" else lambda seat: seat,
        variant.counts,
    )
    missing = [place for place in range(places) if told.get(place) is None]
    if len(missing) > 1 or (missing and total is None):
        whose = " and ".join(names[place] for place in missing)
        raise Unsaid(
            f"the {variant.counts} of {whose} are missing",
            "one count may be left out, not more" if total is not None else "type every count",
            "counts",
        )
    known = [count for count in told.values() if count is not None]
    rest = (total or 0) - sum(known)
    if missing and rest < 0 and variant.tricks_in(number):
        raise Refused(
            f"{so_many(sum(known), variant.counts)}, but a hand of {variant.id} has {total}",
            "count again",
        )
    return tuple(rest if (c := told.get(place)) is None else c for place in range(places))


def _by_place(
    players: Sequence[str],
    words: Sequence[str],
    places: int,
    place_of: Callable[[int], int],
    counts: str,
) -> dict[int, int | None]:
    """Figures in order, or each with the name of a player; None for `_`."""
    named = [word for word in words if "=" in word]
    example = " ".join(f"{as_word(player)}=…" for player in players[:places])
    if named and len(named) < len(words):
        raise Refused(
            "some counts have a name and some have none",
            f"type all in seating order, or all as {example}",
        )
    told: dict[int, int | None] = {}
    for place, word in enumerate(words):
        name, _, count = word.rpartition("=")
        if named:
            place = place_of(read_player(players, name))
        if place in told:
            raise Refused(f"{players[place]} is counted twice", f"type {example}")
        told[place] = None if count == "_" else read_count(count, counts)
    if len(words) > places:
        if places < len(players):
            raise Refused(
                f"{len(words)} counts for {places} sides",
                "partners have one count together, as in 8 5",
            )
        what = counts if counts == "bids" else "counts"
        raise Refused(
            f"{len(words)} {what} for {places} players",
            f"they sit in the order {', '.join(players)}",
        )
    return told


def _parts(word: str) -> list[str]:
    """Counts with commas between them are several; a name may hold a comma of its own."""
    parts = [part for part in word.split(",") if part]
    return parts if len({"=" in part for part in parts}) == 1 else [word]


def read_count(typed: str, counts: str = "tricks") -> int:
    """A number of tricks, bids or points; points may be below 0. Raises `Refused`."""
    if typed.startswith("--"):
        raise Refused(f"there is no option {shown(typed)} here", "-h lists those there are")
    digits = typed[1:] if typed[:1] in ("-", "−", "+") else typed
    if digits.isdecimal() and len(digits) <= (3 if counts != "points" else 5):
        if digits == typed or counts == "points":
            return -int(digits) if typed[0] in "-−" else int(digits)
        if typed[0] != "+":
            raise Refused(f"{shown(typed)} {counts} can't be", "nobody takes fewer than 0")
    if "o" in typed.casefold() and not set(typed) - set("0123456789oO"):
        raise Refused(f"{shown(typed)} is written with the letter O", "type a zero")
    raise Refused(
        f"{shown(typed)} is no number of {counts}", "type whole numbers, as in 10 1 5, or ann=10"
    )


def is_count(word: str) -> bool:
    """Whether a word is a figure, or `_` for one not known."""
    return word in ("_", "nil") or word.isdecimal()


def so_many(count: int, counts: str) -> str:
    """A count with what is counted: "1 trick", "3 points"."""
    return f"{count} {counts.removesuffix('s') if count == 1 else counts}"


def span(numbers: Iterable[int]) -> str:
    """Numbers of players as they are said: "3", "3 or 4", "3 to 7"."""
    told = sorted(numbers)
    if len(told) > 2:
        return f"{told[0]} to {told[-1]}"
    return " or ".join(map(str, told))


def _plain(typed: str) -> str:
    """Without case and accents, so that misère may be typed on any keyboard."""
    letters = unicodedata.normalize("NFD", typed.strip().casefold())
    seen = (c for c in letters if not unicodedata.combining(c) and c not in VARIANTS)
    return "".join(seen).replace(" ", "-")
