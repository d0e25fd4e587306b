"""Rules as data: the text of a variant file → `Variant`.

Rules travel as a plain dictionary (`Rules`), as TOML and JSON have them: read from a file, with
`extends` resolved, kept with each match, and turned into a `Variant` once options are chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from ..errors import Refused, nearest
from . import dealing
from .model import (
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
T = TypeVar("T", bound=Struct)

# More than any pack has for a player.
MOST_TRICKS = 60
MOST_SEATS = 12
OWN_WORDS = ("id", "name", "summary", "aliases", "sources", "examples", "extends")


class Misfit(ValueError):
    """Something in rules that can't be: where (a dotted key), and what is expected there."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(f"{place}: {expected}")
        self.place, self.expected = place, expected


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
    if "seats" not in rules:
        raise Misfit("seats", "is missing; it stands before the first [table]")
    told = rules["seats"]
    numbers = tuple(told) if isinstance(told, list) else (told,)
    if not numbers or not all(type(n) is int and 2 <= n <= MOST_SEATS for n in numbers):
        raise Misfit(
            "seats", f"a number of players from 2 to {MOST_SEATS}, or a list of such numbers"
        )
    return numbers


def check_seats(rules: Rules, players: int) -> None:
    """Refuse a number of players that the game is not for."""
    numbers = sorted(seats(rules))
    if players not in numbers:
        raise Refused(
            f"{rules['id']} is not for {players} players",
            f"it is for {', '.join(map(str, numbers))}",
        )


def variant(rules: Rules, chosen: Chosen | None = None, players: int | None = None) -> Variant:
    """The variant that these rules make for so many players, or the usual number.

    `chosen` holds options as `read_options` returns them, all others are at their default.
    """
    key = (id(rules), tuple((chosen or {}).items()), players)
    known = _known.get(key)
    if known is None or known[0] is not rules:
        if len(_known) >= 256:
            _known.clear()
        known = _known[key] = (rules, _settled(rules, chosen, players))
    return known[1]


# Rules and what they made with some options for some number of players; matches come in hundreds.
_known: dict[tuple[Any, ...], tuple[Rules, Variant]] = {}


def _settled(rules: Rules, chosen: Chosen | None, players: int | None) -> Variant:
    number = players or seats(rules)[0]
    by_seats = table_at(rules, "by_seats")
    by_number = _table(by_seats.get(str(number), {}), f"by_seats.{number}")
    settled = overlaid({k: v for k, v in rules.items() if k != "by_seats"}, by_number)
    settled["seats"] = number
    for option in _options(settled):
        value = (chosen or {}).get(option.name, option.default)
        if option.choices:
            if str(value) not in option.choices:
                raise Misfit(
                    f"options.{option.name}.default", f"one of {', '.join(option.choices)}"
                )
            settled = overlaid(settled, option.choices[str(value)])
        elif not option.sets:
            raise Misfit(f"options.{option.name}", "either `sets` (a key) or `choices` (tables)")
        elif not isinstance(option.sets, str) or not all(option.sets.split(".")):
            raise Misfit(f"options.{option.name}.sets", "a dotted key, as in ending.goal")
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


def option_values(option: Option) -> str:
    """What an option may be set to, as people read it: "3 | 6 | 9", "1 or more"."""
    if option.choices or option.allowed:
        return " | ".join(str(value) for value in (*option.choices, *option.allowed))
    numbers = f"a whole number, {option.minimum or 0} or more"
    return f"none, or {numbers}" if option.off else numbers


def _option_value(option: Option, value: object) -> int | str | None:
    if option.choices or option.allowed:
        for known in (*option.choices, *option.allowed):
            if str(value).casefold() == str(known).casefold():
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
        _make(Option, {"name": name, **_table(table, f"options.{name}")}, f"options.{name}")
        for name, table in _table(rules.get("options", {}), "options").items()
    )


def _build(rules: Rules) -> Variant:
    """Plain construction, no validation: rules kept with a match were checked when it began."""
    shapes: dict[str, Callable[[Any, str], Any]] = {
        "roles": _several(Role),
        "deck": _one(Deck),
        "kitty": _one(Kitty),
        "calls": _one(Calls),
        "exchange": lambda table, place: with_parameters(ExchangeRule, table, place),
        "scoring": lambda table, place: with_parameters(Kind, table, place),
        "ending": lambda table, place: with_parameters(Kind, table, place),
        "opening": lambda table, place: with_parameters(Kind, table, place),
        "sources": _several(Source),
        "examples": _several(Example),
        "bids": _one(Bids),
        "extras": lambda tables, place: tuple(
            _make(Extra, {"name": name, **_table(table, f"{place}.{name}")}, f"{place}.{name}")
            for name, table in _table(tables, place).items()
        ),
        "sizes": _sizes,
        "options": lambda _, place: _options(rules),
    }
    places = [{"name": name, "offset": i} for i, name in enumerate(_places(rules["seats"]))]
    built = {
        key: shapes[key](value, key) if key in shapes else value
        for key, value in {"roles": places, **rules}.items()
    }
    return _make(Variant, built, "")


def _one(shape: type[T]) -> Callable[[Any, str], T]:
    return lambda table, place: _make(shape, _table(table, place), place)


def _several(shape: type[T]) -> Callable[[Any, str], tuple[T, ...]]:
    def make(tables: Any, place: str) -> tuple[T, ...]:
        if not isinstance(tables, list):
            raise Misfit(place, f"[[{place}]], one table for each")
        return tuple(
            _make(shape, _table(table, f"{place}[{n}]"), f"{place}[{n}]")
            for n, table in enumerate(tables)
        )

    return make


def table_at(rules: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """A table of the rules, empty where there is none. Raises `Misfit` for something else."""
    return _table(rules.get(key, {}), key)


def _table(value: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise Misfit(place, "a table")
    return value


def _places(number: int) -> list[str]:
    return [*PLACES, *(f"place {place}" for place in range(len(PLACES) + 1, number + 1))][:number]


def _sizes(table: Any, place: str) -> tuple[int, ...]:
    rule = with_parameters(Kind, table, place)
    most = rule.parameters.get("most")
    least = rule.parameters.get("least", 1)
    if type(least) is not int or not 1 <= least <= MOST_TRICKS:
        raise Misfit(f"{place}.least", f"a whole number from 1 to {MOST_TRICKS}")
    if type(most) is not int or not 1 <= most <= MOST_TRICKS:
        raise Misfit(f"{place}.most", f"a whole number from 1 to {MOST_TRICKS}")
    if rule.kind not in dealing.KINDS:
        raise Misfit(f"{place}.kind", f"one of {', '.join(dealing.KINDS)}")
    try:
        return dealing.KINDS[rule.kind](**rule.parameters)
    except TypeError:
        raise Misfit(place, "kind, most and least, nothing else") from None


def _make(shape: type[T], table: Mapping[str, Any], place: str) -> T:
    known = shape.__struct_fields__
    above = f"{place}." if place else ""
    for key in table:
        if key not in known:
            guess = nearest(key, known)
            raise Misfit(
                f"{above}{key}", "unknown key" + (f", did you mean {guess}?" if guess else "")
            )
    for name in known[: len(known) - len(shape.__struct_defaults__)]:
        if name not in table:
            where = "" if place else "; it stands before the first [table]"
            raise Misfit(f"{above}{name}", f"is missing{where}")
    made: T = shape(**{k: tuple(v) if isinstance(v, list) else v for k, v in table.items()})
    return made


def with_parameters(shape: type[T], table: Any, place: str) -> T:
    """A table that names one of our functions: its own keys, and the others as parameters."""
    table = _table(table, place)
    own = set(shape.__struct_fields__) - {"parameters"}
    rest = {key: value for key, value in table.items() if key not in own}
    return _make(shape, {**{k: v for k, v in table.items() if k in own}, "parameters": rest}, place)
