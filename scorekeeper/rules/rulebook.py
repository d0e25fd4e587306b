"""Rules as data: the text of a variant file → `Variant`.

Rules travel as a plain dictionary (`Rules`), as TOML and JSON have them: read from a file, with
`extends` resolved, kept with each match, and turned into a `Variant` once options are chosen.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from typing import Any, TypeVar

from ..errors import Refused, nearest
from . import dealing, ending, exchanging, scoring
from .model import (
    CALLS,
    PLACES,
    Bids,
    Calls,
    Deck,
    Example,
    ExchangeRule,
    Extra,
    Kind,
    Kitty,
    Option,
    Role,
    Source,
    Variant,
)

Rules = dict[str, Any]
Chosen = Mapping[str, int | str | None]
T = TypeVar("T")

OWN_WORDS = ("id", "name", "summary", "aliases", "sources", "examples", "extends")
OPENINGS = {"deal": (), "bid": ("targets",)}
# The words that a key may hold; a misspelt one would silently be another rule.
WORDS: Mapping[str, tuple[str, ...]] = {
    "stakes": ("hands", "totals", "differences"),
    "passing": ("redeal", "dealer-names", "once-each", "no-trump", "never"),
    "kitty.order": ("discard-first", "take-first"),
    "exchange.when": ("always", "suit-call"),
    "exchange.trump_answer": ("highest", "any"),
    "calls.allowed": CALLS,
    "bids.who": ("everybody", "maker"),
    "counts": ("tricks", "points"),
    "counted": ("seats", "sides", "maker"),
    "records": ("maker", "no-maker", "alone"),
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


def read_rules(text: str, parent: Callable[[str], Rules]) -> Rules:
    """The rules in a TOML text, complete: `parent` finds the rules that it `extends`.

    Raises `Refused` where the text is no TOML or the rules are not whole (see `check`).
    """
    import tomllib

    try:
        rules = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise Refused(f"this is not a rules file: {mistake}", "see `variants show`") from None
    if "extends" in rules:
        extended = rules.pop("extends")
        try:
            inherited = parent(extended).items()
        except (KeyError, TypeError):
            raise Refused(
                f"extends: there is no game {str(extended)[:40]!r}",
                "name one that `variants` lists",
            ) from None
        rules = overlaid({k: v for k, v in inherited if k not in OWN_WORDS}, rules)
    check(rules)
    return rules


def overlaid(below: Mapping[str, Any], above: Mapping[str, Any]) -> Rules:
    """`above` laid over `below`: tables merge key by key, unless they name another `kind`.

    A table that is `false` above is left out.
    """
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        if value is False and isinstance(under, Mapping):
            del merged[key]
            continue
        if (
            isinstance(value, Mapping)
            and isinstance(under, Mapping)
            and value.get("kind", under.get("kind")) == under.get("kind")
        ):
            value = overlaid(under, value)
        merged[key] = value
    return merged


def seats(rules: Rules) -> tuple[int, ...]:
    """The numbers of players that the game is for, the usual one first."""
    told = rules["seats"]
    return tuple(told) if isinstance(told, list) else (told,)


def variant(rules: Rules, chosen: Chosen | None = None, players: int | None = None) -> Variant:
    """The variant that these rules make for so many players, or the usual number.

    `chosen` holds options as `read_options` returns them, all others are at their default.
    """
    number = players or seats(rules)[0]
    by_number = rules.get("by_seats", {}).get(str(number), {})
    settled = overlaid({k: v for k, v in rules.items() if k != "by_seats"}, by_number)
    settled["seats"] = number
    for option in _options(settled):
        value = (chosen or {}).get(option.name, option.default)
        if option.choices:
            settled = overlaid(settled, option.choices[str(value)])
        elif value is not None or (option.off and option.name in (chosen or {})):
            settled = _with(settled, option.sets, value)
    return _build(settled)


def read_options(rules: Rules, typed: Iterable[tuple[str, object]]) -> dict[str, int | str | None]:
    """Options as somebody chose them (name, value), each with its proper type.

    Raises `Refused` for an unknown option or a value that the option does not allow.
    """
    known = {option.name: option for option in _options(rules)}
    chosen: dict[str, int | str | None] = {}
    for name, value in typed:
        if name not in known:
            names = ", ".join(known)
            guess = nearest(name, known)
            raise Refused(
                f"{rules['id']} has no option {name!r}",
                (f"did you mean {guess}? " if guess else "")
                + (f"its options are {names}" if names else "it has none"),
            )
        chosen[name] = _option_value(known[name], value)
    return chosen


def check(rules: Rules) -> None:
    """Refuse rules that are not whole: keys, types, kinds, targets that miss the tricks.

    Raises `Refused`, naming the key and what was expected there.
    """
    import msgspec

    try:
        numbers = seats(rules)
        if not numbers or not all(type(n) is int and 2 <= n <= 12 for n in numbers):
            raise ValueError("seats: a number of players from 2 to 12, or a list of such numbers")
        built = variant(rules)
        msgspec.convert(msgspec.to_builtins(built), Variant)
        strange = set(rules.get("by_seats", {})) - set(map(str, numbers))
        if strange:
            raise ValueError(f"by_seats.{min(strange)}: seats has no such number")
        settled = []
        for number in numbers:
            settled.append(variant(rules, {}, number))
            for option in built.options:
                values: list[Any] = [*option.choices, *option.allowed] or [option.default]
                settled += [variant(rules, {option.name: value}, number) for value in values]
        faults = [wrong for one in settled for wrong in _faults(one)]
    except (KeyError, TypeError, ValueError, AttributeError) as mistake:
        raise Refused(f"rules of {rules.get('id', '?')}", _plainly(mistake)) from None
    if faults:
        raise Refused(f"rules of {rules['id']}", faults[0])


def option_values(option: Option) -> str:
    """What an option may be set to, as people read it: "3 | 6 | 9", "1 or more"."""
    if option.choices or option.allowed:
        return " | ".join(str(value) for value in (*option.choices, *option.allowed))
    numbers = f"a whole number, {option.minimum or 0} or more"
    return f"none, or {numbers}" if option.off else numbers


def _option_value(option: Option, value: object) -> int | str | None:
    if option.choices or option.allowed:
        for known in (*option.choices, *option.allowed):
            if str(value).casefold() == str(known):
                return known
    elif option.off and (value is None or str(value).casefold() == "none"):
        return None
    elif isinstance(value, str | int) and not isinstance(value, bool):
        digits = str(value)
        whole = digits.isascii() and digits.isdigit() and len(digits) < 7
        if whole and int(digits) >= (option.minimum or 0):
            return int(digits)
    raise Refused(f"{option.name}={value} is not possible", f"use {option_values(option)}")


def _with(rules: Mapping[str, Any], place: str, value: int | str | None) -> Rules:
    """The rules with a value put at a dotted key, as in `ending.goal`; None leaves the key away."""
    outer, _, inner = place.partition(".")
    if inner:
        return {**rules, outer: _with(rules.get(outer, {}), inner, value)}
    kept = {key: told for key, told in rules.items() if key != outer}
    return kept if value is None else {**kept, outer: value}


def _options(rules: Rules) -> tuple[Option, ...]:
    return tuple(
        _make(Option, {"name": name, **table}) for name, table in rules.get("options", {}).items()
    )


def _build(rules: Rules) -> Variant:
    """Plain construction, no validation: rules kept with a match were checked when it began."""
    shapes: dict[str, Callable[[Any], Any]] = {
        "roles": lambda tables: tuple(_make(Role, table) for table in tables),
        "deck": lambda table: _make(Deck, table),
        "kitty": lambda table: _make(Kitty, table),
        "calls": lambda table: _make(Calls, table),
        "exchange": lambda table: _with_parameters(ExchangeRule, table),
        "scoring": lambda table: _with_parameters(Kind, table),
        "ending": lambda table: _with_parameters(Kind, table),
        "opening": lambda table: _with_parameters(Kind, table),
        "sources": lambda tables: tuple(_make(Source, table) for table in tables),
        "examples": lambda tables: tuple(_make(Example, table) for table in tables),
        "bids": lambda table: _make(Bids, table),
        "extras": lambda tables: tuple(
            _make(Extra, {"name": name, **table}) for name, table in tables.items()
        ),
        "sizes": _sizes,
        "options": lambda _: _options(rules),
    }
    places = [{"name": name, "offset": i} for i, name in enumerate(_places(rules["seats"]))]
    built = {
        key: shapes[key](value) if key in shapes else value
        for key, value in {"roles": places, **rules}.items()
    }
    return _make(Variant, built)


def _places(number: int) -> list[str]:
    return [*PLACES, *(f"place {place}" for place in range(len(PLACES) + 1, number + 1))][:number]


def _sizes(table: Mapping[str, Any]) -> tuple[int, ...]:
    rule = _with_parameters(Kind, table)
    for wrong in _parameter_faults(rule, dealing.KINDS, 0):
        raise ValueError(f"sizes.{wrong}")
    return dealing.KINDS[rule.kind](**rule.parameters)


def _make(shape: type[T], table: Mapping[str, Any]) -> T:
    known = {field.name: field for field in fields(shape)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            guess = nearest(key, known)
            raise ValueError(f"unknown key {key!r}" + (f", did you mean {guess}?" if guess else ""))
    for field in known.values():
        if field.name not in table and field.default is field.default_factory is MISSING:
            raise ValueError(f"the key {field.name!r} is missing")
    return shape(**{k: tuple(v) if isinstance(v, list) else v for k, v in table.items()})


def _with_parameters(shape: type[T], table: Mapping[str, Any]) -> T:
    own = {field.name for field in fields(shape)} - {"parameters"}  # type: ignore[arg-type]
    rest = {key: value for key, value in table.items() if key not in own}
    return _make(shape, {**{k: v for k, v in table.items() if k in own}, "parameters": rest})


def _faults(one: Variant) -> Iterable[str]:
    """What is wrong with a variant whose values have the right types."""
    names = [role.name for role in one.roles]
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
    yield from _word_faults(one)
    yield from _deck_faults(one)
    for extra in one.extras:
        if extra.of not in EXTRAS:
            yield f"extras.{extra.name}.of: {', '.join(EXTRAS)}"
    for option in one.options:
        if not option.choices and not option.sets:
            yield f"options.{option.name}: either `sets` (a key) or `choices` (tables)"


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
    worth = one.scoring.parameters.get("worth")
    known = {extra.name for extra in one.extras}
    for name in worth if isinstance(worth, Mapping) else ():
        if name not in known:
            yield f"scoring.worth.{name}: there is no such extra"


def _deck_faults(one: Variant) -> Iterable[str]:
    deck, kitty = one.deck, one.kitty.cards if one.kitty else 0
    if deck is None:
        return
    # The kitty may count as a trick of its own.
    if one.tricks and one.tricks - deck.each not in ((0, 1) if kitty else (0,)):
        yield f"deck.each: {one.tricks}, a card for every trick"
    playing = sum(not role.sits_out for role in one.roles)
    if deck.each * playing + kitty + deck.dummy + deck.left != deck.cards:
        yield "deck.cards: the hands, the kitty, the dummy and what is left together"


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


def _plainly(mistake: Exception) -> str:
    if isinstance(mistake, KeyError):
        return f"the key {mistake.args[0]!r} is missing"
    return str(mistake)
