"""What every key of a rules file means: for the manual, and for editors that help to write one.

Keys are dotted, without the numbers of lists and the names of options and extras: `roles.target`,
`options.default`. The keys of kinds are the parameters of their functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from . import dealing, ending, exchanging, scoring
from .model import Bids, Calls, Deck, Example, ExchangeRule, Extra, Kitty, Option, Role, Source
from .model import Variant as Game
from .soundness import KEYWORDS, WORDS

# The tables of a rules file; those of lists and of named tables hold one of these each.
TABLES: Mapping[str, type] = {
    "roles": Role,
    "deck": Deck,
    "kitty": Kitty,
    "calls": Calls,
    "bids": Bids,
    "extras": Extra,
    "exchange": ExchangeRule,
    "options": Option,
    "sources": Source,
    "examples": Example,
}
# The tables that name one of our functions, with what it is given besides its parameters.
KINDS: Mapping[str, tuple[Mapping[str, Callable[..., Any]], int]] = {
    "scoring": (scoring.KINDS, 3),
    "exchange": (exchanging.KINDS, 2),
    "ending": (ending.KINDS, 3),
    "sizes": (dealing.KINDS, 0),
}
MEANINGS: Mapping[str, str] = {
    "extends": "The game that these rules change, by id, or another rules file. What is not said "
    "stays as it is there; a table set to false is left out.",
    "id": "The name that matches are kept under: lower case, no spaces.",
    "name": "The name that people read.",
    "aliases": "Other names the game is found by.",
    "summary": "The game in one sentence.",
    "seats": "How many play; a list where several numbers can, the usual one first.",
    "by_seats": "Tables laid over the rules for so many players, as in [by_seats.3].",
    "sides": "How many sides partners make; they sit across. Left out, everybody plays alone.",
    "tricks": "The tricks of a hand.",
    "counts": "What is counted after a hand: tricks, or points.",
    "counted": "Whose count is told: of all seats, of the sides, or of the maker alone.",
    "adds_up_to": "What the counts come to together, where that is not the tricks.",
    "sizes": "The tricks of hand after hand, where they change.",
    "clockwise": "false for games dealt and played counter-clockwise.",
    "start": "The points everybody begins with.",
    "lowest": "true where the lowest total wins.",
    "lead": "The role that leads first, or maker; left out where the cards decide.",
    "stakes": "How debts follow from points: paid hand by hand, from the totals at the end, or "
    "from everybody's difference to those ahead (where it is left out).",
    "passing": "What becomes of a deal that nobody takes: it moves on (where this is left out), "
    "the dealer has to name trumps, each may pass once, it is played at no-trump, or nobody "
    "ever passes.",
    "passed_on": "To whom everybody passes cards before the first hand, the second and so on, then "
    "from the beginning again.",
    "records": "What a hand tells besides counts: its maker, and who played alone.",
    "ranking": "Ranking points a winner gets per point.",
    "play": "The rest of the rules, in sentences.",
    "roles": "The places from the dealer on, where they differ; a [[roles]] table for each. Left "
    "out they are dealer, eldest, third, fourth and so on.",
    "roles.name": "What the place is called.",
    "roles.offset": "How many places after the dealer, in the order of play.",
    "roles.target": "The tricks it should take.",
    "roles.limit": "The most tricks it may take in misère.",
    "roles.sits_out": "true for a dealer who does not play.",
    "deck": "The cards.",
    "deck.cards": "How many there are.",
    "deck.each": "How many each player gets.",
    "deck.removed": "Which were taken out, in words.",
    "deck.dummy": "How many lie as a hand that nobody holds.",
    "deck.left": "How many are left over.",
    "deck.upcard": "true where one of those is turned up.",
    "kitty": "The cards that one player takes.",
    "kitty.cards": "How many they are.",
    "kitty.taker": "The role that takes them, or maker.",
    "kitty.order": "Whether cards are discarded before the kitty is taken, or after.",
    "kitty.shown": "true where all see it first.",
    "calls": "What is called, such as trumps.",
    "calls.allowed": "What may be called.",
    "calls.who": "The role that calls; left out where the maker does.",
    "calls.once": "true where each player makes each call once in the match.",
    "calls.needed": "true where a hand can't be scored without it.",
    "calls.no_maker": "The calls that are nobody's: such a hand has no maker.",
    "calls.after": "The cards the caller has seen, where that is not the whole hand.",
    "bids": "What is bid before a hand.",
    "bids.who": "Everybody bids, or the winning bid of the maker is told.",
    "bids.allowed": "The figures that may be bid; left out, any number of the tricks.",
    "bids.hook": "true where the dealer may not make the bids add up to the tricks.",
    "extras": "What else a hand tells, by name, as in [extras.jack].",
    "extras.help": "What it is, in a sentence.",
    "extras.of": "What it says: player, players, number, or flag for something that is so.",
    "extras.required": "true where every hand must tell it.",
    "extras.nobody": "true where it may be nobody.",
    "extras.least": "The least number.",
    "extras.most": "The largest number.",
    "extras.excludes": "Other extras that can't be told as well.",
    "scoring": "What a hand is worth.",
    "exchange": "Who gives cards to whom because of the hand before.",
    "exchange.when": "Before every hand, or only when a suit is called.",
    "exchange.trump_answer": "What a trump given is answered with.",
    "ending": "When a match is over, and who has won.",
    "opening": 'How the first dealer is found: kind = "deal", or kind = "bid" with the targets '
    "that each bid makes.",
    "options": "Rules that a table may choose, by name, as in [options.goal].",
    "options.help": "What is chosen, in a sentence.",
    "options.default": "What holds where nothing is chosen.",
    "options.sets": "The dotted key that the value is put at, as in ending.goal.",
    "options.allowed": "The values that may be chosen.",
    "options.minimum": "The least number that may be chosen.",
    "options.off": "true where none may be chosen, which leaves the key away.",
    "options.choices": "Instead of sets: a table for each value, laid over the rules.",
    "sources": "Where the rules come from; a [[sources]] table for each.",
    "sources.title": "The book or page.",
    "sources.url": "Its address.",
    "examples": "Worked examples, played through by `variants check`; an [[examples]] table each.",
    "examples.rule": "What the example shows, in a sentence.",
    "examples.source": "Where it comes from.",
    "examples.seats": "How many play, where that is not the usual number.",
    "examples.options": "The options chosen.",
    "examples.hands": 'The hands, as they are typed: { tricks = "10 2 4", call = "hearts" }; also '
    "bid, maker, alone, tell, passed.",
    "examples.pending": "A call known of the coming hand, as in call hearts.",
    "examples.targets": "The targets of the last hand, by seat.",
    "examples.points": "Its points, one for each player, also where partners have the same.",
    "examples.totals": "The totals after it, one for each player.",
    "examples.exchange": 'The exchange before the next hand: "C B 1" for C gives B one card.',
    "examples.winners": 'Who has won, as in ["A", "C"]; [] for nobody yet.',
    "examples.next_dealer": "Who deals next.",
    "examples.refused": "A piece of what is said where the last hand can't be.",
}


def schema() -> dict[str, Any]:
    """The JSON Schema of a rules file: for completion and a first check while typing."""
    plain = {
        name: _property(name, Game.__annotations__[name])
        for name in Game.__struct_fields__
        if name not in (*TABLES, *KINDS)
    }
    tables = {name: _table(name, shape) for name, shape in TABLES.items()}
    for name in ("roles", "sources", "examples"):
        tables[name] = {"type": "array", "items": tables[name]}
    for name in ("options", "extras"):
        removed = {"anyOf": [tables[name], {"const": False}]}
        tables[name] = {"type": "object", "additionalProperties": removed}
    for name, (kinds, given) in KINDS.items():
        tables[name] = _kind_table(name, kinds, given)
    plain["seats"] = {
        "anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]
    }
    plain["opening"] = {"type": "object"}
    properties: dict[str, dict[str, Any]] = {
        "extends": {"type": "string"},
        "by_seats": {"type": "object", "additionalProperties": {"type": "object"}},
        **plain,
        **tables,
    }
    for name, table in properties.items():
        table["description"] = MEANINGS[name]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Rules of a card game, for scorekeeper",
        "type": "object",
        "required": ["id", "name", "summary"],
        "properties": properties,
        "additionalProperties": False,
    }


def parameters(function: Callable[..., Any], given: int) -> list[inspect.Parameter]:
    """The parameters of a kind: the keys of its table."""
    return list(inspect.signature(function).parameters.values())[given:]


def _table(name: str, shape: type) -> dict[str, Any]:
    properties = {
        key: _property(f"{name}.{key}", annotation)
        for key, annotation in shape.__annotations__.items()
        if key not in ("kind", "parameters")
        and not (name in ("options", "extras") and key == "name")
    }
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _kind_table(name: str, kinds: Mapping[str, Callable[..., Any]], given: int) -> dict[str, Any]:
    """A table of a kind, with the keys of all kinds: which go together `check` tells."""
    properties: dict[str, Any] = {"kind": {"enum": list(kinds)}}
    if name == "exchange":
        properties |= _table(name, ExchangeRule)["properties"]
    for function in kinds.values():
        for parameter in parameters(function, given):
            told = _property("", str(parameter.annotation))
            if parameter.annotation == "str":
                told = {"enum": list(KEYWORDS[parameter.name])}
            other = properties.setdefault(parameter.name, told)
            if other != told:  # two kinds have a key of this name
                properties[parameter.name] = {"anyOf": [other, told]}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _property(key: str, annotation: str) -> dict[str, Any]:
    types = {"int": "integer", "str": "string", "bool": "boolean"}
    told: dict[str, Any] = {}
    if annotation.startswith("tuple"):
        told = {"type": "array"}
    elif annotation.startswith("Mapping"):
        told = {"type": "object"}
    elif all(one in types for one in annotation.removesuffix(" | None").split(" | ")):
        found = [types[one] for one in annotation.removesuffix(" | None").split(" | ")]
        told = {"type": found[0] if len(found) == 1 else found}
    if key in WORDS:
        words = list(WORDS[key])
        told = (
            {"type": "array", "items": {"enum": words}}
            if "tuple" in annotation
            else {"enum": words}
        )
    if key in MEANINGS:
        told["description"] = MEANINGS[key]
    return told
