"""How people write a hand: words → `Hand`, and back.

The one grammar for hands, used wherever one is typed or read: counts in seating order (`10 1 5`)
or by name (`ann=10 cy=5`), one of them left out or given as `_`; calls, makers and bids in any
unique short form.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

from ..errors import Refused, nearest
from .model import CALLS, Bid, Hand, Variant

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
# Letters and symbols that show nothing: two Hangul fillers, their kin, the empty Braille cell.
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
VARIANTS = "\ufe0e\ufe0f"
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
    call: str | None = None,
    bid: str | None = None,
    maker: str | None = None,
    alone: Iterable[str] = (),
) -> Hand:
    """The hand that these words tell. Raises `Refused` for anything it can't make out.

    Whether the rules allow the hand is not decided here, see `sheet.check_next`.
    """
    return Hand(
        tricks=_read_tricks(variant, players, list(words)),
        call=read_call(call, variant) if call else None,
        bid=read_bid(players, bid) if bid else None,
        maker=read_player(players, maker) if maker else None,
        alone=tuple(sorted({read_player(players, name) for name in alone})),
    )


def write_hand(hand: Hand, players: Sequence[str]) -> str:
    """The words that `read_hand` reads back as this hand, options included as they are typed.

    >>> write_hand(Hand((10, 1, 5), call="hearts"), ("Ann", "Bob", "Cy"))
    '10 1 5 --call hearts'
    """
    words = [str(count) for count in hand.tricks]
    if hand.call:
        words.append(f"--call {hand.call}")
    if hand.bid:
        words.append(f"--bid {as_word(players[hand.bid.seat])}={hand.bid.tricks}")
    if hand.maker is not None:
        words.append(f"--maker {as_word(players[hand.maker])}")
    words += [f"--alone {as_word(players[seat])}" for seat in hand.alone]
    return " ".join(words)


def read_player(players: Sequence[str], typed: str) -> int:
    """The seat of a player named in full or by a unique beginning, in any case."""
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
    wanted = _plain(typed)
    wanted = OTHER_WORDS.get(wanted, wanted)
    found = [call for call in CALLS if wanted and call.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    known = variant.calls.allowed if variant and variant.calls else CALLS
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


def clean_name(typed: str) -> str:
    """A player's name in the form it is kept: NFC, single spaces. Raises `Refused`."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not name:
        raise Refused("a name is empty", "type at least one letter")
    if not is_plain(typed):
        raise Refused(f"the name {shown(typed)} holds control characters", "type it by hand")
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANKS for c in name):
        raise Refused(f"nothing can be seen of the name {shown(typed)}", "type at least one letter")
    if len(name) > LONGEST_NAME:
        raise Refused(
            f"the name {name[:12]}… is longer than {LONGEST_NAME} characters", "shorten it"
        )
    return name


def name_key(name: str) -> str:
    """What makes two names the same: NFC, without case, extra spaces and what can't be seen."""
    seen = "".join(c for c in name if c not in JOINERS + VARIANTS)
    folded = unicodedata.normalize("NFC", " ".join(seen.split())).casefold()
    return unicodedata.normalize("NFC", folded)


def is_plain(text: str) -> bool:
    """Whether a text holds nothing that a terminal could obey: controls, overrides, surrogates."""
    return all(
        character in JOINERS
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for character in text
    )


def visible(text: str) -> str:
    r"""A text with everything that a terminal could obey written out: `\x1b`."""
    if text.isprintable() or is_plain(text):
        return text
    return "".join(c if is_plain(c) else repr(c)[1:-1] for c in text)


def shown(typed: str) -> str:
    """Typed text made safe and short enough to be quoted in a message."""
    safe = visible(typed)
    return f"'{safe if len(safe) <= LONGEST_NAME else safe[:LONGEST_NAME] + '…'}'"


def _read_tricks(variant: Variant, players: Sequence[str], words: list[str]) -> tuple[int, ...]:
    words = [part for word in words for part in _parts(word)]
    named = [word for word in words if "=" in word]
    example = " ".join(f"{as_word(player)}=…" for player in players)
    if named and len(named) < len(words):
        raise Refused(
            "some counts have a name and some have none",
            f"type all in seating order, or all as {example}",
        )
    counts: dict[int, int | None] = {}
    for place, word in enumerate(words):
        name, _, count = word.rpartition("=")
        seat = read_player(players, name) if named else place
        if seat in counts:
            raise Refused(f"{players[seat]} is counted twice", f"type {example}")
        counts[seat] = None if count == "_" else read_count(count)
    if len(words) > variant.seats:
        raise Refused(
            f"{len(words)} counts for {variant.seats} players",
            f"they sit in the order {', '.join(players)}",
        )
    missing = [seat for seat in range(variant.seats) if counts.get(seat) is None]
    if len(missing) > 1:
        raise Refused(
            f"the tricks of {' and '.join(players[seat] for seat in missing)} are missing",
            "one count may be left out, not more",
        )
    known = [count for count in counts.values() if count is not None]
    rest = variant.tricks - sum(known)
    if missing and rest < 0:
        raise Refused(
            f"{sum(known)} tricks, but a hand of {variant.id} has {variant.tricks}", "count again"
        )
    return tuple(rest if (c := counts.get(seat)) is None else c for seat in range(variant.seats))


def _parts(word: str) -> list[str]:
    """Counts with commas between them are several; a name may hold a comma of its own."""
    parts = [part for part in word.split(",") if part]
    return parts if len({"=" in part for part in parts}) == 1 else [word]


def read_count(typed: str) -> int:
    """A number of tricks. Raises `Refused`."""
    if typed.isdecimal() and len(typed) <= 3:
        return int(typed)
    if typed[:1] in ("-", "−") and typed[1:].isdecimal():
        raise Refused(f"{shown(typed)} tricks can't be", "nobody takes fewer than 0")
    raise Refused(
        f"{shown(typed)} is no number of tricks", "type whole numbers, as in 10 1 5, or ann=10"
    )


def as_word(name: str) -> str:
    """A text as one word of a command line."""
    if name and all(c.isalnum() or c in "-+.,:_" for c in name):
        return name
    if not set(name) & set('"$`\\!'):
        return f'"{name}"'
    from shlex import quote

    return quote(name)


def _plain(typed: str) -> str:
    """Without case and accents, so that misère may be typed on any keyboard."""
    letters = unicodedata.normalize("NFD", typed.strip().casefold())
    seen = (c for c in letters if not unicodedata.combining(c) and c not in VARIANTS)
    return "".join(seen).replace(" ", "-")
