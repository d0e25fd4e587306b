"""The games: those that come along, one TOML file each, and those that people wrote down.

House rules are files of the same form, named by their path, or kept in the folder that `folder`
tells and then named like any other game.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from ..errors import Refused, nearest
from ..rules import toml, validity
from ..rules.rulebook import Rules
from ..rules.validity import Fault, Unreadable

ENDING = ".toml"
LONGEST_FILE = 256 * 1024
DEEPEST = 8
# The JSON Schema of rules files, for editors.
SCHEMA = Path(__file__).parent / "rules.schema.json"


class Game(Struct, frozen=True):
    """A game somebody named: its complete rules, and the file of house rules (None: built in)."""

    rules: Rules
    file: Path | None = None


@cache
def ids() -> tuple[str, ...]:
    """The ids of the games that come along, sorted."""
    names = (file.name for file in files(__package__).iterdir())
    return tuple(sorted(n.removesuffix(ENDING) for n in names if n.endswith(ENDING)))


@cache
def rules(variant_id: str) -> Rules:
    """The complete rules of the game that comes along with this id; `KeyError` when there is none.

    They are not checked again: the tests have done that.
    """
    if variant_id not in ids():
        raise KeyError(variant_id)
    text = (files(__package__) / f"{variant_id}{ENDING}").read_text(encoding="utf-8")
    return validity.complete(text, rules)


def folder() -> Path:
    """Where people keep rules that they want to name like any other game."""
    told = os.environ.get("SCOREKEEPER_RULES")
    if told:
        return Path(told)
    from platformdirs import user_config_path

    return user_config_path("scorekeeper", appauthor=False) / "rules"


def house_files() -> list[Path]:
    """The files of house rules that may be named like any other game, by their names."""
    return sorted(folder().glob(f"*{ENDING}"))


def read(file: Path) -> Rules:
    """The house rules in a file, complete and checked.

    Raises `Unreadable`, naming the file and its line, the key and what was expected.
    """
    return _read(file, ())


def _read(file: Path, above: tuple[Path, ...]) -> Rules:
    text = _text(file)

    def parent(extended: str) -> Rules:
        built_in = _built_in(extended)
        if built_in:
            return rules(built_in)
        other = _file_of(extended, beside=file.parent)
        if other is None or other.resolve() in (*above, file.resolve()) or len(above) > DEEPEST:
            raise KeyError(extended)
        try:
            return _read(other, (*above, file.resolve()))
        except Unreadable as mistake:  # its own file and line, not ours
            raise Refused(mistake.wrong, mistake.instead) from None

    try:
        told = validity.read_rules(text, parent, ids())
        if told["id"] in ids():
            fault = Fault("id", f"another word: {told['id']} is a game that comes along")
            raise Unreadable("", "", [fault])
    except Unreadable as mistake:
        if not mistake.faults:
            raise
        found = [replace(one, line=toml.line_of(text, one.place)) for one in mistake.faults]
        raise Unreadable(
            f"{file}, {found[0]}", f"`variants check {file}` helps to put it right", found
        ) from None
    return told


def _text(file: Path) -> str:
    try:
        if file.exists() and not file.is_file():
            raise Refused(f"{file} is no plain file", "name a rules file, as in ours.toml")
        with file.open("rb") as opened:
            content = opened.read(LONGEST_FILE + 1)
        if len(content) <= LONGEST_FILE:
            return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    except (OSError, ValueError) as mistake:
        why = mistake.strerror if isinstance(mistake, OSError) else mistake
        raise Refused(f"can't read {file}: {why}", "name a rules file, as in ours.toml") from None
    raise Refused(f"{file} is no rules file", "it is a small file of TOML, in UTF-8")


def _file_of(typed: str, beside: Path | None = None) -> Path | None:
    """The file of house rules meant by a path, or by the name of one in the folder."""
    if typed.endswith(ENDING) or os.sep in typed:
        return (beside or Path()) / Path(typed).expanduser()
    found = [file for file in house_files() if file.stem.casefold() == typed.casefold()]
    return found[0] if found else None


def find(typed: str) -> Rules:
    """The rules of a game by id, name, alias or a unique beginning of one, in any case, or a file.

    Raises `Refused` when there is none, or its file can't be played by.
    """
    return locate(typed).rules


def locate(typed: str) -> Game:
    """The game that `find` finds, with the file of its rules."""
    wanted = _key(typed)
    built_in = _built_in(typed)
    if built_in:
        return Game(rules(built_in))
    file = _file_of(typed)
    if file is not None:
        return Game(read(file), file.absolute())
    known = _names()
    house = {_key(file.stem): file for file in house_files()}
    found = {id_ for name, id_ in known.items() if wanted and name.startswith(wanted)}
    ours = [file for name, file in house.items() if wanted and name.startswith(wanted)]
    if len(found) + len(ours) == 1:
        return Game(rules(found.pop())) if found else Game(read(ours[0]), ours[0].absolute())
    likely = sorted(found) + [file.stem for file in ours]
    guess = " or ".join(likely) or nearest(wanted, [*known, *house])
    raise Refused(
        f"there is no game {typed[:40]!r}",
        (f"did you mean {guess}? " if guess else "") + "`variants` lists the games",
    )


def names() -> list[str]:
    """Every name that a game may be asked for by, those of the house first."""
    return [*(file.stem for file in house_files()), *_names()]


@cache
def _names() -> dict[str, str]:
    """The ids of the games that come along, by every name they have."""
    return {
        _key(name): id_
        for id_ in ids()
        for name in (id_, rules(id_)["name"], *rules(id_).get("aliases", ()))
    }


def _built_in(typed: str) -> str:
    """The id of the game that comes along with just this name, "" where there is none."""
    wanted = _key(typed)
    return wanted if wanted in ids() else _names().get(wanted, "")


def named(words: Sequence[str]) -> tuple[str, list[str]]:
    """A game at the beginning of these words, several where they are a name together; the rest."""
    for many in range(len(words), 1, -1):
        if is_taken(" ".join(words[:many])):
            return " ".join(words[:many]), list(words[many:])
    return words[0], list(words[1:])


def is_taken(name: str) -> bool:
    """Whether a game that comes along, or other house rules, have this name."""
    taken = {_key(file.stem) for file in house_files()}
    return bool(_built_in(name)) or _key(name) in taken


def _key(name: str) -> str:
    return "-".join(name.casefold().split())
