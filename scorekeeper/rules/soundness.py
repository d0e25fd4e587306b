"""What is wrong with the rules of a game whose values have the right types."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..errors import nearest
from . import ending, exchanging, scoring
from .model import CALLS, ExchangeRule, Kind, Variant
from .rulebook import MOST_TRICKS

OPENINGS = {"deal": (), "bid": ("targets",)}
# The words that a key may hold; a misspelt one would silently be another rule.
WORDS: Mapping[str, tuple[str, ...]] = {
    "stakes": ("hands", "totals", "differences"),
    "passing": ("redeal", "dealer-names", "once-each", "no-trump", "never"),
    "passed_on": ("left", "right", "across", "nobody"),
    "kitty.order": ("discard-first", "take-first"),
    "exchange.when": ("always", "suit-call"),
    "exchange.trump_answer": ("highest", "any"),
    "calls.allowed": CALLS,
    "bids.who": ("everybody", "maker"),
    "counts": ("tricks", "points"),
    "counted": ("seats", "sides", "maker"),
    "calls.no_maker": CALLS,
    "records": ("maker", "alone"),
}
# The extras that kinds of scoring know by name, and what these say.
KNOWN_EXTRAS: Mapping[str, Mapping[str, str]] = {
    "by-bid-and-success": {"declared": "player", "revealed": "player"},
    "by-bid-and-bags": {"blind": "players"},
    "by-being-set": {"out": "players"},
    "by-game-value": {
        "matadors": "number",
        **dict.fromkeys(("hand", "schneider", "schwarz", "schwarz-made", "ouvert"), "flag"),
    },
}
EXTRAS = ("player", "players", "number", "flag")
# The words that a parameter of a kind may be.
KEYWORDS: Mapping[str, tuple[str, ...]] = {
    "tie": ("play-on", "shared"),
    "moon": ("none", "add", "subtract"),
    "first": ("total", "maker", "tricks", "contract"),
    "passed": ("left-out", "counted"),
    "nil_tricks": ("apart", "together"),
    "made": ("books", "bid"),
}
# What is expected of a parameter, by its annotation; the others are whole numbers.
SHAPES = {
    "Mapping[str, int]": "a table of whole numbers",
    "Mapping[str, int] | None": "a table of whole numbers",
    "tuple[int, ...]": "a list of whole numbers",
}


def unsound(one: Variant) -> Iterable[str]:
    """Every fault, as its dotted key and what is expected there: "ending.goal: a goal"."""
    names = [role.name for role in one.roles]
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,39}", one.id):
        yield "id: small letters, digits and -, at most 40 of them"
    if not one.name.strip() or len(one.name) > 60:
        yield "name: a name to read, of at most 60 letters"
    if not 0 <= one.tricks <= MOST_TRICKS:
        yield f"tricks: a number from 0 to {MOST_TRICKS}"
    if len(set(names)) < len(names) or sum(not role.sits_out for role in one.roles) < 2:
        yield "roles: another name for each, and two at least who play"
    if any((role.target or 0) < 0 or (role.limit or 0) < 0 for role in one.roles):
        yield "roles: targets of 0 or more"
    if sorted(role.offset for role in one.roles) != list(range(one.seats)):
        yield f"roles: one for each of the {one.seats} seats, with offset 0 … {one.seats - 1}"
    if one.lead not in (*names, "maker", ""):
        yield f"lead: one of the roles {', '.join(names)}, or maker"
    for place, taker in (
        ("calls.who", one.calls and one.calls.who),
        ("kitty.taker", one.kitty and one.kitty.taker),
    ):
        if taker and taker not in (*names, "maker"):
            yield f"{place}: one of the roles {', '.join(names)}"
    if one.sides and (one.sides < 2 or one.seats % one.sides or one.seats == one.sides):
        yield f"sides: as many players on each, which {one.seats} players can't be"
    if one.counted == "sides" and not one.sides:
        yield "counted: seats, because nobody has a partner"
    for figure in ("target", "limit"):
        figures = [getattr(role, figure) for role in one.roles]
        if figures != [None] * one.seats and (None in figures or sum(figures) != one.tricks):
            yield f"roles: every {figure}, adding up to the {one.tricks} tricks"
    for table, kinds, given in (
        ("scoring", scoring.KINDS, 3),
        ("ending", ending.KINDS, 3),
        ("exchange", exchanging.KINDS, 2),
    ):
        rule = getattr(one, table)
        if rule is not None:
            yield from (f"{table}.{wrong}" for wrong in _parameter_faults(rule, kinds, given))
    yield from _kind_faults(one)
    if (
        one.opening.kind not in OPENINGS
        or tuple(one.opening.parameters) != OPENINGS[one.opening.kind]
    ):
        yield 'opening: kind = "deal", or kind = "bid" with a list of targets for each bid'
    for targets in one.opening.parameters.get("targets", ()):
        if len(targets) != one.seats or sum(targets) != one.tricks:
            yield f"opening.targets: {one.seats} targets adding up to the {one.tricks} tricks"
    if one.scoring.kind != "by-target" and one.stakes != "differences":
        yield "stakes: differences, because these points do not sum to 0"
    yield from _ending_faults(one)
    yield from _word_faults(one)
    yield from _deck_faults(one)
    for extra in one.extras:
        if extra.of not in EXTRAS:
            yield f"extras.{extra.name}.of: {', '.join(EXTRAS)}"


def _kind_faults(one: Variant) -> Iterable[str]:
    """What a kind of scoring or ending needs of the rest of the rules."""
    kind = one.scoring.kind
    if kind == "by-target" and any(role.target is None for role in one.roles):
        yield "roles: a target for each, because the scoring is by-target"
    if kind == "by-maker" and "maker" not in one.records:
        yield "records: maker, because the scoring is by-maker"
    if kind in scoring.EVERYBODY_BIDS and (one.bids is None or one.bids.who != "everybody"):
        yield f"bids: who = everybody, because the scoring is {kind}"
    if kind in scoring.MAKER_BIDS and (one.bids is None or one.bids.who != "maker"):
        yield f"bids: who = maker, because the scoring is {kind}"
    known = {extra.name: extra.of for extra in one.extras}
    for key in ("worth", "honours"):
        told = one.scoring.parameters.get(key)
        for name in told if isinstance(told, Mapping) else ():
            if known.get(name) != "player":
                yield f"scoring.{key}.{name}: there is no such extra that names a player"
    for name, of in KNOWN_EXTRAS.get(kind, {}).items():
        if known.get(name, of) != of:
            yield f'extras.{name}.of: "{of}", as the scoring {kind} reads it'
    if (one.counted == "maker") != (kind == "by-game-value"):
        yield "counted: maker goes with the scoring by-game-value, and nothing else does"
    if kind == "by-being-set" and "maker" not in one.records:
        yield "records: maker, because the scoring is by-being-set"
    if one.exchange is not None and any(role.target is None for role in one.roles):
        yield "roles: a target for each, because the exchange goes by them"
    if kind in scoring.MAKER_BIDS and not (one.calls and one.calls.needed):
        yield f"calls.needed: true, because the scoring is {kind}"
    if one.bids is not None and one.bids.who == "maker" and not any(one.bids.allowed):
        yield "bids.allowed: the figures that may be bid"
    for extra in one.extras:
        if not re.fullmatch(r"[a-z][a-z0-9-]*", extra.name) or extra.least > extra.most:
            yield f"extras.{extra.name}: small letters and -, and least no larger than most"


def _ending_faults(one: Variant) -> Iterable[str]:
    """Whether a match can end at all."""
    kind, told = one.ending.kind, one.ending.parameters
    goal, at_least = told.get("goal"), told.get("at_least")
    way = "below" if one.lowest else "above"
    if kind == "race" and type(goal) is int and not _beyond(goal, one.start, way):
        yield f"ending.goal: {way} the start of {one.start}, or nobody has to play for it"
    most = one.tricks
    if kind == "over-target":
        most -= min((role.target for role in one.roles if role.target is not None), default=0)
    if kind in ("tricks-in-one-hand", "over-target") and type(at_least) is int and at_least > most:
        yield f"ending.at_least: {most} at the most, or nobody can win"
    hands = told.get("hands")
    if type(hands) is int and hands < 1:
        yield "ending.hands: 1 or more"
    if kind == "fixed-length" and not (told.get("hands") or one.sizes):
        yield "ending.hands: a number of hands, or the match never ends"
    if kind == "until-reached" and type(goal) is int and goal <= one.start:
        yield f"ending.goal: above the start of {one.start}, or the match is over at once"
    needed = one.scoring.parameters.get("needed")
    if type(needed) is int and needed > one.tricks:
        yield f"scoring.needed: {one.tricks} at the most, which are all tricks"
    by_option = {option.sets for option in one.options}
    lengths = {"ending.goal", "ending.hands"}
    if kind == "until-reached" and not (goal or told.get("hands") or by_option & lengths):
        yield "ending.goal: a goal, or a number of hands, or the match never ends"


def _beyond(goal: int, start: int, way: str) -> bool:
    return goal < start if way == "below" else goal > start


def _deck_faults(one: Variant) -> Iterable[str]:
    deck, kitty = one.deck, one.kitty.cards if one.kitty else 0
    if deck is None:
        return
    # The kitty may count as a trick of its own.
    playing = sum(not role.sits_out for role in one.roles)
    if one.sizes:
        most = deck.cards // playing
        if max(one.sizes) > most:
            yield f"sizes.most: {most} at the most, for {playing} players and {deck.cards} cards"
        return
    if one.tricks and one.tricks - deck.each not in ((0, 1) if kitty else (0,)):
        yield f"deck.each: {one.tricks}, a card for every trick"
    together = deck.each * playing + kitty + deck.dummy + deck.left
    if together != deck.cards:
        yield f"deck.cards: {together}, the hands, the kitty, the dummy and what is left together"


def _word_faults(one: Variant) -> Iterable[str]:
    for place, allowed in WORDS.items():
        value: Any = one
        for key in place.split("."):
            value = None if value is None else getattr(value, key)
        given = [value] if isinstance(value, str) else value or ()
        if not set(given) <= set(allowed):
            yield f"{place}: {', '.join(allowed)}"


def _parameter_faults(
    rule: Kind | ExchangeRule, kinds: Mapping[str, Callable[..., Any]], given: int
) -> Iterable[str]:
    if rule.kind in kinds:
        wanted = list(inspect.signature(kinds[rule.kind]).parameters.values())[given:]
        yield from _misfits(rule.parameters, {one.name: one for one in wanted})
    else:
        yield f"kind: one of {', '.join(kinds)}"


def _misfits(given: Mapping[str, Any], known: Mapping[str, inspect.Parameter]) -> Iterable[str]:
    for name in given:
        if name not in known:
            guess = nearest(name, known)
            yield f"{name}: unknown key" + (f", did you mean {guess}?" if guess else "")
    for name, parameter in known.items():
        if name not in given:
            if parameter.default is parameter.empty:
                yield f"{name}: is missing"
        elif parameter.annotation == "str":
            if given[name] not in KEYWORDS[name]:
                yield f"{name}: {', '.join(KEYWORDS[name])}"
        elif not _fits(given[name], str(parameter.annotation)):
            yield f"{name}: {SHAPES.get(str(parameter.annotation), 'a whole number')}"


def _fits(value: object, annotation: str) -> bool:
    if annotation.startswith("Mapping"):
        return isinstance(value, Mapping) and all(type(v) is int for v in value.values())
    if annotation.startswith("tuple"):
        return isinstance(value, list | tuple) and all(type(v) is int for v in value)
    return type(value) is int
