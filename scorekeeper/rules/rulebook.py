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
from . import ending, exchanging, scoring
from .model import (
    CALLS,
    Calls,
    Deck,
    Example,
    ExchangeRule,
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
    "passing": ("redeal", "dealer-names"),
    "kitty.order": ("discard-first", "take-first"),
    "exchange.when": ("always", "suit-call"),
    "exchange.trump_answer": ("highest", "any"),
    "calls.allowed": CALLS,
    "records": ("maker", "alone"),
}


TIES = ("play-on", "shared")


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
    """`above` laid over `below`: tables merge key by key, unless they name another `kind`."""
    merged = dict(below)
    for key, value in above.items():
        under = merged.get(key)
        if (
            isinstance(value, Mapping)
            and isinstance(under, Mapping)
            and value.get("kind", under.get("kind")) == under.get("kind")
        ):
            value = overlaid(under, value)
        merged[key] = value
    return merged


def variant(rules: Rules, chosen: Chosen | None = None) -> Variant:
    """The variant that these rules make with the chosen options, the others at their default.

    `chosen` holds values as `read_options` returns them.
    """
    settled = rules
    for option in _options(rules):
        value = (chosen or {}).get(option.name, option.default)
        if option.choices:
            settled = overlaid(settled, option.choices[str(value)])
        elif value is not None:
            settled = overlaid(settled, _at(option.sets, value))
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
        built = variant(rules)
        msgspec.convert(msgspec.to_builtins(built), Variant)
        settled = [built]
        for option in built.options:
            values: list[Any] = [*option.choices, *option.allowed] or [option.default]
            settled += [variant(rules, {option.name: value}) for value in values]
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


def _at(place: str, value: int | str) -> Rules:
    """A value at a dotted key, as a table: `ending.goal` → {"ending": {"goal": value}}."""
    outer, _, inner = place.partition(".")
    return {outer: _at(inner, value) if inner else value}


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
        "options": lambda _: _options(rules),
    }
    return _make(Variant, {key: shapes[key](v) if key in shapes else v for key, v in rules.items()})


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
    if one.lead not in names:
        yield f"lead: one of the roles {', '.join(names)}"
    for place, taker in (
        ("calls.who", one.calls and one.calls.who),
        ("kitty.taker", one.kitty and one.kitty.taker),
    ):
        if taker and taker not in names:
            yield f"{place}: one of the roles {', '.join(names)}"
    for figure in ("target", "limit"):
        figures = [getattr(role, figure) for role in one.roles]
        if figures != [None] * one.seats and (None in figures or sum(figures) != one.tricks):
            yield f"roles: every {figure}, adding up to the {one.tricks} tricks"
    for table, kinds, given in (
        ("scoring", scoring.KINDS, 2),
        ("ending", ending.KINDS, 1),
        ("exchange", exchanging.KINDS, 2),
    ):
        rule = getattr(one, table)
        if rule is not None:
            yield from (f"{table}.{wrong}" for wrong in _parameter_faults(rule, kinds, given))
    if (
        one.opening.kind not in OPENINGS
        or tuple(one.opening.parameters) != OPENINGS[one.opening.kind]
    ):
        yield 'opening: kind = "deal", or kind = "bid" with a list of targets for each bid'
    for targets in one.opening.parameters.get("targets", ()):
        if len(targets) != one.seats or sum(targets) != one.tricks:
            yield f"opening.targets: {one.seats} targets adding up to the {one.tricks} tricks"
    if one.scoring.kind == "by-maker" and one.stakes != "differences":
        yield "stakes: differences, because the points of a maker do not sum to 0"
    yield from _word_faults(one)
    deck, kitty = one.deck, one.kitty.cards if one.kitty else 0
    if deck.each != one.tricks:
        yield f"deck.each: {one.tricks}, a card for every trick"
    if deck.each * one.seats + kitty + deck.dummy + deck.left != deck.cards:
        yield "deck.cards: the hands, the kitty, the dummy and what is left together"
    for option in one.options:
        if not option.choices and not option.sets:
            yield f"options.{option.name}: either `sets` (a key) or `choices` (tables)"


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
        elif "int" in str(parameter.annotation):
            if type(given[name]) is not int:
                yield f"{name}: a whole number"
        elif given[name] not in TIES:
            yield f"{name}: {', '.join(TIES)}"


def _plainly(mistake: Exception) -> str:
    if isinstance(mistake, KeyError):
        return f"the key {mistake.args[0]!r} is missing"
    return str(mistake)
