"""The games that come along: one TOML file each, with rules, options, sources and examples."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from ..errors import Refused, nearest
from ..rules import rulebook
from ..rules.rulebook import Rules


def ids() -> list[str]:
    """The ids of all variants, sorted."""
    return sorted(
        file.name.removesuffix(".toml")
        for file in files(__package__).iterdir()
        if file.name.endswith(".toml")
    )


@cache
def rules(variant_id: str) -> Rules:
    """The complete rules of the variant with this id; `KeyError` when there is none."""
    file = files(__package__) / f"{variant_id}.toml"
    if variant_id not in ids():
        raise KeyError(variant_id)
    return rulebook.read_rules(file.read_text(encoding="utf-8"), rules)


def find(typed: str) -> Rules:
    """The rules of a variant by id, name, alias or a unique beginning of one, in any case."""
    wanted = "-".join(typed.casefold().split())
    if wanted in ids():
        return rules(wanted)
    known = {
        "-".join(name.casefold().split()): id_
        for id_ in ids()
        for name in (id_, rules(id_)["name"], *rules(id_).get("aliases", ()))
    }
    if wanted in known:
        return rules(known[wanted])
    found = {id_ for name, id_ in known.items() if wanted and name.startswith(wanted)}
    if len(found) == 1:
        return rules(found.pop())
    guess = " or ".join(sorted(found)) or nearest(wanted, known)
    raise Refused(
        f"there is no game {typed[:40]!r}",
        (f"did you mean {guess}? " if guess else "") + f"the games are {', '.join(ids())}",
    )
