"""Euchre for two, computed by hand from the rule text.

Sources: Cassell's Book of Indoor Amusements "Euchre for two players" and Hoyle's Games Modernized
"Two-handed Euchre": three or four tricks count one point, all five two; if the maker does not get
three the adversary scores two; five points are the game (ten in modern descriptions).
No lone hands: every hand is one.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (2,)
OPTIONS: dict[str, list[int | str]] = {
    "goal": [5, 10],
    "all_pass": ["redeal", "dealer-names"],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        if options["all_pass"] == "redeal" and random.random() < 0.15:
            hands.append({"passed": True})
            continue
        taken = random.randint(0, 5)
        tricks = {players[0]: taken, players[1]: 5 - taken}
        hands.append({"tricks": tricks, "maker": random.choice(players)})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for hand in hands:
        if hand.get("passed"):
            continue
        maker = hand["maker"]
        (other,) = (name for name in players if name != maker)
        taken = hand["tricks"][maker]
        if taken == 5:
            result.append({maker: 2, other: 0})
        elif taken >= 3:
            result.append({maker: 1, other: 0})
        else:
            result.append({maker: 0, other: 2})
    return result


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    total = dict.fromkeys(players, 0)
    for gained in points(players, options, hands):
        for name in players:
            total[name] += gained[name]
        reached = [name for name in players if total[name] >= int(options["goal"])]
        if reached:
            return reached
    return []
