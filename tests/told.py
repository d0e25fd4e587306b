"""Matches told in words, as people type them, for the tests of the rules."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from decimal import Decimal

from scorekeeper import variants
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Exchange, Hand, Match, Scoresheet, Variant
from scorekeeper.rules.notation import read_bids, read_call, read_hand
from scorekeeper.rules.sheet import scoresheet

LETTERS = "ABCDEFGHIJKL"
ABC = ("A", "B", "C")
SUITS = ("clubs", "diamonds", "hearts", "spades")
SIX_CALLS = (*SUITS, "no-trump", "misere")


def game(name: str, options: Mapping[str, object] | None = None) -> Variant:
    """A built-in variant with the options that somebody chose."""
    rules = variants.rules(name)
    return rulebook.variant(rules, rulebook.read_options(rules, (options or {}).items()))


def hand(variant: Variant, words: str, players: Sequence[str] = ABC, number: int = 1) -> Hand:
    """The hand in words like `10 2 4 --call hearts`, `--bid C=9` (not yet played) or `pass`."""
    if words == "pass":
        return Hand(passed=True)
    counts: list[str] = []
    words = words.replace(" -t ", " --tell ")
    given: dict[str, list[str]] = {key: [] for key in ("call", "bid", "maker", "alone", "tell")}
    typed = iter(shlex.split(words))
    for word in typed:
        if word.startswith("--"):
            given[word.removeprefix("--")].append(next(typed))
        else:
            counts.append(word)
    call, maker = (next(iter(given[key]), None) for key in ("call", "maker"))
    if not counts:
        bids = read_bids(variant, players, given["bid"])
        return Hand(call=read_call(call, variant) if call else None, **bids)
    return read_hand(
        variant,
        players,
        counts,
        number=number,
        call=call,
        bid=given["bid"],
        maker=maker,
        alone=given["alone"],
        tell=given["tell"],
    )


def match(
    name: str,
    *hands: str,
    options: Mapping[str, object] | None = None,
    pending: str = "",
    dealer: str = "A",
    stake: str | None = None,
) -> Match:
    """A match of A, B and C, clockwise."""
    variant = game(name, options)
    return Match(
        variant=variant,
        players=ABC,
        dealer=ABC.index(dealer),
        hands=tuple(hand(variant, words) for words in hands),
        stake=None if stake is None else Decimal(stake),
        pending=hand(variant, pending),
    )


def sheet(
    name: str,
    *hands: str,
    options: Mapping[str, object] | None = None,
    pending: str = "",
    dealer: str = "A",
    stake: str | None = None,
) -> Scoresheet:
    """The score sheet of a match of A, B and C, clockwise."""
    return scoresheet(
        match(name, *hands, options=options, pending=pending, dealer=dealer, stake=stake)
    )


def letters(seats: Sequence[int | None]) -> str:
    """Seats as the letters of who sits there, `-` for nobody."""
    return "".join("-" if seat is None else ABC[seat] for seat in seats)


def steps(exchange: Sequence[Exchange]) -> str:
    """An exchange in words: `C gives B 1, A gives B 2`."""
    return ", ".join(f"{ABC[e.giver]} gives {ABC[e.receiver]} {e.cards}" for e in exchange)
