# ruff: noqa: N999
"""Sergeant Major 8-5-3 played as a race, computed by hand from the rule text.

Sources: debitcardcasino.ca "Variations of 9-5-2 (Includes 8-5-3 Rules)" (dealer 8 tricks, left of
the dealer 5, right of the dealer 3, of 16; a player scores the tricks over or under the target;
"the target score to win is chosen prior to the start, usually +10 to +20 points") and Board Game
Arena help "Ninefivetwo" (the next dealer is the player to the left; "an agreed-upon cumulative
total, such as 12").
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {"goal": [10, 12, 15, 20]}
CALLS = ["clubs", "diamonds", "hearts", "spades"]
TARGETS = (8, 5, 3)  # the dealer, the player to the left, the third player


def _targets(players: list[str], number: int) -> dict[str, int]:
    return {players[(number + place) % 3]: target for place, target in enumerate(TARGETS)}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        kind = random.randrange(8)
        if kind == 0:  # one player takes everything
            tricks = dict.fromkeys(players, 0)
            tricks[random.choice(players)] = 16
        elif kind == 1:  # everybody exactly
            tricks = _targets(players, len(hands))
        else:
            first, second = sorted((random.randint(0, 16), random.randint(0, 16)))
            tricks = dict(zip(players, (first, second - first, 16 - second), strict=True))
        hands.append({"tricks": tricks, "call": random.choice(CALLS)})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for number, hand in enumerate(hands):
        targets = _targets(players, number)
        result.append({name: hand["tricks"][name] - targets[name] for name in players})
    return result


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    total = dict.fromkeys(players, 0)
    for gained in points(players, options, hands):
        for name in players:
            total[name] += gained[name]
        best = max(total.values())
        if best >= int(options["goal"]):
            return [name for name in players if total[name] == best]
    return []
