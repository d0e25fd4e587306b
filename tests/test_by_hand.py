"""Every game of the newer ones, computed a second time from its rule text alone (see `by_hand`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

import pytest

from scorekeeper import variants
from scorekeeper.ledger.interchange import hand_of
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Match, Scoresheet
from scorekeeper.rules.sheet import scoresheet

from .told import LETTERS

HANDS = 10_000
GAMES = (
    "2-3-5", "8-5-3-race", "blato", "9-5-3", "euchre", "euchre-two-handed", "buck-euchre",
    "oh-hell", "ninety-nine", "spades", "spades-cutthroat", "wizard", "hearts", "knaves", "whist",
    "bid-whist", "five-hundred", "skat", "points",
)  # fmt: skip
# Options as the other computation calls them, in the words of ours: (name, value) → ours, by game.
KNAVES = {f"jack-of-{suit}": suit for suit in ("hearts", "diamonds", "clubs", "spades")}


def options_of(game: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The options of the other computation in the words of ours."""
    told = {name.replace("-", "_"): value for name, value in chosen.items()}
    if game in ("2-3-5", "8-5-3-race", "blato", "9-5-3", "buck-euchre"):
        told["tie"] = "shared"
    if game == "2-3-5":
        told["hands"] = deals = told.pop("deals")
        told["goal"] = "none" if deals else told["goal"]
        told["hands"] = deals or "none"
    if game == "9-5-3":
        goal = told.pop("goal")
        told["win"] = {"tricks-12": "12-tricks", "points": f"{goal}-points"}[told["win"]]
    if game == "ninety-nine":
        told["end"] = told["end"].replace("deals", "hands")
    if game.startswith("spades"):
        told["bottom"] = str(told["bottom"]).removeprefix("-")
    return told


def sheet_of(
    game: str, players: Sequence[str], chosen: Mapping[str, Any], hands: Sequence[Any]
) -> Scoresheet:
    """The same hands by the variant file."""
    rules = variants.rules(game)
    options = rulebook.read_options(rules, options_of(game, chosen).items())
    variant = rulebook.variant(rules, options, len(players))
    if game == "knaves":
        hands = [
            {**h, "extras": {own: h["extras"].get(name, "nobody") for name, own in KNAVES.items()}}
            for h in hands
        ]
    if game == "buck-euchre":
        hands = [h if "maker" in h or "passed" in h else {**h, "call": "clubs"} for h in hands]
    told = tuple(hand_of(variant, hand, players) for hand in hands)
    return scoresheet(Match(variant, tuple(players), hands=told))


@pytest.mark.parametrize("game", GAMES)
def test_another_computation_agrees(game: str) -> None:
    other = import_module(f"tests.by_hand.{game.replace('-', '_')}")
    names = list(other.OPTIONS)
    ways = [dict(zip(names, way, strict=True)) for way in product(*other.OPTIONS.values())]
    if game == "9-5-3":
        ways = [way for way in ways if way["win"] == "tricks-12" or way["goal"] == 12]
    random = Random(f"{game}: the same hands every time")
    played = finished = 0
    while played < HANDS:
        chosen = ways[random.randrange(len(ways))]
        players = list(LETTERS[: random.choice(other.SEATS)])
        hands = other.random_hands(random, players, chosen)
        sheet = sheet_of(game, players, chosen, hands)
        points = [dict(zip(players, row.points, strict=True)) for row in sheet.rows]
        assert points == other.points(players, chosen, hands), (chosen, hands)
        winners = [players[seat] for seat in sheet.winners]
        assert winners == other.winners(players, chosen, hands), (chosen, hands)
        assert not sheet.after_end
        played += len(points)
        finished += bool(winners)
    assert finished or game == "points"
