"""Euchre for four in partnerships, computed by hand from the rule text.

Source: Bicycle / Hoyle "Euchre", section "Card values / scoring": the makers win 3 or 4 tricks: 1
point; all 5 (march): 2; a lone hand that wins 3 or 4: 1; a lone hand that wins all 5: 4; makers or
lone hand euchred: 2 to the opponents. First side to 10 (5, 7, 11) points.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4,)
OPTIONS: dict[str, list[int | str]] = {
    "goal": [10, 5, 7, 11],
    "all_pass": ["redeal", "dealer-names"],  # the latter is "stick the dealer"
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        if options["all_pass"] == "redeal" and random.random() < 0.15:
            hands.append({"passed": True})
            continue
        taken = random.choice([0, 1, 2, 3, 3, 4, 5, 5])
        maker = random.choice(players)
        hand: dict[str, Any] = {
            "tricks": {players[0]: taken, players[1]: 5 - taken},
            "maker": maker,
        }
        if random.random() < 0.4:
            hand["alone"] = [maker]
        hands.append(hand)
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for hand in hands:
        if hand.get("passed"):
            continue
        making = players.index(hand["maker"]) % 2  # the side: 0 for A and C, 1 for B and D
        taken = hand["tricks"][players[making]]
        side_points = [0, 0]
        if taken < 3:
            side_points[1 - making] = 2
        elif taken < 5:
            side_points[making] = 1
        elif hand.get("alone"):
            side_points[making] = 4
        else:
            side_points[making] = 2
        result.append({name: side_points[seat % 2] for seat, name in enumerate(players)})
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
