"""A rules file: read, checked, and where in it something is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..errors import Refused, nearest
from . import toml
from .model import Variant
from .rulebook import (
    OWN_WORDS,
    Chosen,
    Misfit,
    Rules,
    overlaid,
    seats,
    table_at,
    variant,
)
from .soundness import unsound
from .trial import obstacle

TYPES = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
MOST = 99_999
LONGEST_TEXT = 1_000
# What options and numbers of players can't change.
FIXED = ("id", "name", "summary", "seats", "by_seats", "extends", "options", "examples")


class Fault(Struct, frozen=True):
    """Something wrong: at which dotted key (`roles[0].target`), and what is expected there.

    `line` is the number of its line in the file, 0 for rules that come from no file.
    """

    place: str
    expected: str
    line: int = 0

    def __str__(self) -> str:
        told = self.expected if self.place.startswith("line ") else f"{self.place}: {self.expected}"
        return f"line {self.line}: {told}" if self.line else told


class Unreadable(Refused):
    """A rules file that can't be played by; `faults` are all that was found wrong with it."""

    def __init__(self, wrong: str, instead: str, faults: Sequence[Fault] = ()) -> None:
        super().__init__(wrong, instead)
        self.faults = tuple(faults)


def read_rules(text: str, parent: Callable[[str], Rules], known: Iterable[str] = ()) -> Rules:
    """The rules in a TOML text, complete and checked; see `complete`.

    Raises `Unreadable` where the text is no TOML or the rules are not whole (see `check`).
    """
    own = _parsed(text)
    rules = _extended(own, parent, known)
    check(rules)
    found = list(_overridden(own, rules))
    if found:
        raise _unreadable(rules, found)
    return rules


def complete(text: str, parent: Callable[[str], Rules]) -> Rules:
    """The rules in a TOML text, complete: `parent` finds the rules that it `extends`.

    Raises `Unreadable` where the text is no TOML, or extends what is not there.
    """
    return _extended(_parsed(text), parent, ())


def _parsed(text: str) -> Rules:
    try:
        return toml.parsed(text)
    except toml.Slip as slip:
        raise Unreadable(
            f"this is not a rules file: line {slip.line}: {slip.told}",
            "see `variants show`",
            [Fault(f"line {slip.line}", slip.told)],
        ) from None


def _extended(own: Rules, parent: Callable[[str], Rules], known: Iterable[str]) -> Rules:
    if "extends" not in own:
        return own
    extended = own["extends"]
    try:
        if not isinstance(extended, str):
            raise TypeError
        inherited = parent(extended).items()
    except (KeyError, TypeError):
        guess = f", did you mean {near}?" if (near := nearest(str(extended), known)) else ""
        fault = Fault("extends", f"a game that `variants` lists, or a rules file{guess}")
        raise Unreadable(
            f"extends: there is no game {str(extended)[:40]!r}",
            "name one that `variants` lists",
            [fault],
        ) from None
    rules = overlaid({key: value for key, value in inherited if key not in OWN_WORDS}, own)
    del rules["extends"]
    return rules


def check(rules: Rules) -> None:
    """Refuse rules that are not whole: keys, types, kinds, targets that miss the tricks.

    Raises `Unreadable`, naming the key and what was expected there.
    """
    found = faults(rules)
    if found:
        raise _unreadable(rules, found)


def _unreadable(rules: Rules, found: Sequence[Fault]) -> Unreadable:
    name = str(rules.get("id", "?"))[:40]
    return Unreadable(f"rules of {name}", f"{found[0].place}: {found[0].expected}", found)


def faults(rules: Rules) -> list[Fault]:
    """All that is wrong with these rules, whatever options are chosen and however many play."""
    try:
        plain = list(_plain_faults(rules, ""))
        if plain:
            return plain
        settled = list(_settled(rules))
        found = dict.fromkeys(_fault(told) for one in settled for told in unsound(one))
    except Misfit as misfit:
        return [Fault(misfit.place, misfit.expected)]
    except Exception as mistake:  # strangers write these: whatever it is, it is no rules
        return [Fault("the rules", f"tables and keys as in the manual ({mistake})")]
    if not found:
        tried = filter(None, dict.fromkeys(map(obstacle, settled)))
        found = dict.fromkeys(Fault("the rules", told) for told in tried)
    return list(found)


def _plain_faults(value: Any, place: str) -> Iterator[Fault]:
    """Values that no rule holds: dates, numbers with a point, and those out of all proportion."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if not (place == "" and key in ("examples", "sources")):
                yield from _plain_faults(inner, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _plain_faults(inner, f"{place}[{number}]")
    elif type(value) is int and not -MOST <= value <= MOST:
        yield Fault(place, f"a number from -{MOST} to {MOST}")
    elif type(value) is str and len(value) > LONGEST_TEXT:
        yield Fault(place, f"at most {LONGEST_TEXT} letters")
    elif type(value) is float:
        yield Fault(place, "a whole number, not a number with a point")
    elif type(value) not in (int, str, bool):
        yield Fault(place, "a text in quotation marks, a whole number, or true or false")


def _fault(told: str) -> Fault:
    place, expected = told.split(": ", 1)
    return Fault(place, expected)


def _overridden(own: Rules, rules: Rules) -> Iterator[Fault]:
    """What a file says that the default of an option, its own or inherited, puts aside."""
    for name, option in rules.get("options", {}).items():
        default = option.get("default")
        laid = option.get("choices", {}).get(str(default), {})
        if option.get("sets") and default is not None:
            laid = _nested(option["sets"].split("."), default)
        for place, value in _leaves(laid, ""):
            said: Any = own
            for key in place.split("."):
                said = said.get(key) if isinstance(said, Mapping) else None
            if said is not None and said != value:
                yield Fault(
                    place,
                    f"the option {name} puts {value} here: change options.{name}.default, or set"
                    f" options.{name} to false",
                )


def _nested(keys: Sequence[str], value: Any) -> dict[str, Any]:
    return {keys[0]: _nested(keys[1:], value) if len(keys) > 1 else value}


def _leaves(table: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        place = f"{above}.{key}" if above else key
        if isinstance(value, Mapping):
            yield from _leaves(value, place)
        else:
            yield place, value


def check_chosen(rules: Rules, chosen: Chosen, players: int) -> None:
    """Refuse options that do not make sense together, or for so many players."""
    for told in map(_fault, unsound(variant(rules, chosen, players))):
        raise Refused(f"these options can't be: {told.place}", told.expected)


def _settled(rules: Rules) -> Iterator[Variant]:
    """The variants that these rules make: each number of players, each value of each option."""
    numbers = seats(rules)
    strange = set(table_at(rules, "by_seats")) - set(map(str, numbers))
    if strange:
        raise Misfit(f"by_seats.{min(strange)}", "seats has no such number")
    for number in numbers:
        built = variant(rules, {}, number)
        _check_types(built)
        _check_fixed(rules)
        yield built
        for option in built.options:
            if bool(option.choices) == bool(option.sets):
                raise Misfit(
                    f"options.{option.name}", "either `sets` (a key) or `choices` (tables)"
                )
            values: list[Any] = [*option.choices, *option.allowed] or [option.default]
            for value in values:
                one = variant(rules, {option.name: value}, number)
                _check_types(one)
                yield one


def _check_fixed(rules: Rules) -> None:
    """Options and numbers of players change rules, not what the game is called or for how many."""
    for number, table in rules.get("by_seats", {}).items():
        for key in table if isinstance(table, Mapping) else ():
            if key in FIXED:
                raise Misfit(f"by_seats.{number}.{key}", "another key: this one stays the same")
    for name, option in rules.get("options", {}).items():
        place = f"options.{name}"
        if str(option.get("sets", "")).partition(".")[0] in FIXED:
            raise Misfit(f"{place}.sets", "another key: this one stays the same")
        for value, table in option.get("choices", {}).items():
            for key in table:
                if key in FIXED:
                    raise Misfit(f"{place}.choices.{value}.{key}", "another key: this one stays")
        default, allowed, least = (option.get(k) for k in ("default", "allowed", "minimum"))
        if allowed and default is not None and default not in allowed:
            raise Misfit(f"{place}.default", f"one of {', '.join(map(str, allowed))}")
        if least is not None and (least < 0 or (type(default) is int and default < least)):
            raise Misfit(f"{place}.minimum", "a number from 0 up to the default")


def _check_types(built: Variant) -> None:
    import msgspec

    try:
        msgspec.convert(msgspec.to_builtins(built), Variant)
    except msgspec.ValidationError as mistake:
        told, _, place = str(mistake).partition(" - at `$.")
        wanted, _, got = told.replace("`", "").removeprefix("Expected ").partition(", got ")
        expected = " or ".join(TYPES.get(one, one) for one in wanted.split(" | ") if one != "null")
        raise Misfit(
            _as_written(built, place.strip("`")), f"{expected}, not {TYPES.get(got, got)}"
        ) from None


def _as_written(built: Variant, place: str) -> str:
    """A place in a variant as its key in the file: options and extras are tables there."""
    found = re.fullmatch(r"(options|extras)\[(\d+)\](.*)", place)
    if found is None:
        return place.replace("parameters.", "")
    table, number, rest = found[1], int(found[2]), found[3]
    return f"{table}.{getattr(built, table)[number].name}{rest}"
