"""What a match is started with, wherever it is told: who sits down, for how much, and a note."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ..errors import Refused
from ..rules.names import clean_name, name_key
from ..rules.notation import span

LONGEST_NOTE = 1_000
STAKE = r"\d{1,9}(\.\d{1,6})?"


def player_names(typed: Sequence[str], seats: Sequence[int]) -> list[str]:
    """The names of a table, checked: as many as the game is for, and no two the same."""
    names = [clean_name(name) for name in typed]
    keys = [name_key(name) for name in names]
    for place, key in enumerate(keys):
        if key in keys[:place]:
            raise Refused(f"{names[place]} is named twice", "every player sits once")
    if len(names) not in seats:
        many = span(seats)
        raise Refused(
            f"{len(names)} players, but the game is for {many}", f"name {many} players, clockwise"
        )
    return names


def money(stake: str | None, currency: str = "") -> dict[str, str]:
    """A stake per point as exact decimal text, with its currency. Raises `Refused`."""
    told: dict[str, str] = {}
    if stake is not None:
        amount = stake.strip().replace(",", ".")
        if not re.fullmatch(STAKE, amount, re.ASCII) or not Decimal(amount):
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
