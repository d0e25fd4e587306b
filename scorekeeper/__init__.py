"""The score book for people who play card games with real cards.

The public Python interface, loaded when first used:

>>> import scorekeeper
>>> rules = scorekeeper.find("sergeant-major")
>>> match = scorekeeper.Match(scorekeeper.variant(rules), ("Ann", "Bob", "Cy"))
>>> hand = scorekeeper.read_hand(match.variant, match.players, ["10", "2"])
>>> sheet = scorekeeper.scoresheet(scorekeeper.replace(match, hands=(hand,)))
>>> sheet.totals
(2, -3, 1)
>>> [(step.giver, step.receiver, step.cards) for step in sheet.next.exchange]
[(2, 1, 1), (0, 1, 2)]
"""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"

_PUBLIC = {
    "Bid": "rules.model",
    "Hand": "rules.model",
    "Match": "rules.model",
    "Scoresheet": "rules.model",
    "Variant": "rules.model",
    "Refused": "errors",
    "find": "variants",
    "read_hand": "rules.notation",
    "replace": "msgspec.structs",
    "scoresheet": "rules.sheet",
    "variant": "rules.rulebook",
    "write_hand": "rules.notation",
}
__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _PUBLIC:
        raise AttributeError(name)
    place = _PUBLIC[name]
    return getattr(
        import_module(place if place == "msgspec.structs" else f"{__name__}.{place}"), name
    )
