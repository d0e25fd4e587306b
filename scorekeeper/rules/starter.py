"""A rules file to begin with: on top of a known game, everything that may be changed beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from .rulebook import OWN_WORDS, Rules

HEAD = """\
#:schema {schema}
# House rules on top of {game}. What is not said here stays as it is there.
# `scorekeeper variants check {file}` tells whether it can be played by, and plays the
# example at the end through. `scorekeeper new {file} …` starts a match by it.

id = {id}
name = {name}
extends = {parent}
summary = {summary}

# Below stands what {game} says. Take the # away, also from the [line] above, and
# change what you play differently. Lists (in [ ]) and [[tables]] are replaced as a whole.
"""
EXAMPLE = """
# A hand as you play it, and what must come of it. Players are A, B, C … clockwise, A deals.
# Put in what is different at your table: the numbers should be worked out by hand.
[[examples]]
rule = "As in {game}."
source = "our table"
hands = {hands}
points = {points}
"""


def starting_file(id_: str, name: str, parent: Rules, *, file: str, schema: str) -> str:
    """The text of a commented rules file that extends a game, and can be played by as it stands."""
    game = f"{parent['id']} ({parent['name']})"
    head = HEAD.format(
        schema=schema,
        game=game,
        file=file,
        id=_toml(id_),
        name=_toml(name),
        parent=_toml(parent["id"]),
        summary=_toml(f"{parent['name']} as we play it."),
    )
    rules = {key: value for key, value in parent.items() if key not in OWN_WORDS}
    text = head + "".join(f"# {line}".rstrip() + "\n" for line in toml_lines(rules))
    plain = (
        one
        for one in parent.get("examples", ())
        if "points" in one and not {"options", "seats", "refused"} & one.keys()
    )
    example = next(plain, None)
    if example is None:
        return text
    return text + EXAMPLE.format(
        game=game, hands=_toml(example["hands"]), points=_toml(example["points"])
    )


def toml_lines(table: Mapping[str, Any], above: str = "") -> Iterator[str]:
    """A table as lines of TOML: its own keys first, then the tables inside it."""
    nested = {key: value for key, value in table.items() if _is_table(value)}
    for key, value in table.items():
        if key not in nested:
            yield f"{_key(key)} = {_toml(value)}"
    for key, value in nested.items():
        place = f"{above}.{_key(key)}" if above else _key(key)
        for one in value if isinstance(value, list) else [value]:
            yield ""
            yield f"[[{place}]]" if isinstance(value, list) else f"[{place}]"
            yield from toml_lines(one, place)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict)
    )


def _toml(value: Any) -> str:
    """A value in one line of TOML. Texts, numbers and truth are written as in JSON."""
    if isinstance(value, Mapping):
        told = ", ".join(f"{_key(key)} = {_toml(one)}" for key, one in value.items())
        return f"{{ {told} }}" if told else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    plain = all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if plain and key else json.dumps(key)
