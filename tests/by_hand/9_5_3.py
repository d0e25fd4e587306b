# ruff: noqa: N999
"""9-5-3 (Sergeant Major with 17 cards each and a kitty of one), computed by hand.

Sources: Wikipedia "Sergeant major (card game)", section "9-5-3 variation using single card kitty"
(dealer 9, next 5, third 3, of 17 tricks) and its lead ("When a player wins 12 or more tricks in
one hand, they win the game"); Board Game Arena help "Ninefivetwo", section "Game End", for the
play to an agreed cumulative total, such as 12.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {
    "win": ["tricks-12", "points"],
    "goal": [12, 10, 20],  # only counts when "win" is "points"
}
CALLS = ["clubs", "diamonds", "hearts", "spades"]
TARGETS = (9, 5, 3)  # the dealer, the player to the left, the third player


def _targets(players: list[str], number: int) -> dict[str, int]:
    return {players[(number + place) % 3]: target for place, target in enumerate(TARGETS)}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        kind = random.randrange(12)
        tricks = _targets(players, len(hands))  # everybody exactly
        if kind == 0:  # one player takes everything
            tricks = dict.fromkeys(players, 0)
            tricks[random.choice(players)] = 17
        elif kind in (1, 2):
            first, second = sorted((random.randint(0, 17), random.randint(0, 17)))
            tricks = dict(zip(players, (first, second - first, 17 - second), strict=True))
        elif kind > 3:  # a few tricks change hands: 11 and 12 tricks come up
            for _ in range(random.randint(1, 4)):
                winner, loser = random.sample(players, 2)
                moved = min(1, tricks[loser])
                tricks[winner] += moved
                tricks[loser] -= moved
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
    for hand, gained in zip(hands, points(players, options, hands), strict=True):
        if options["win"] == "tricks-12":
            if max(hand["tricks"].values()) >= 12:
                return [name for name in players if hand["tricks"][name] >= 12]
            continue
        for name in players:
            total[name] += gained[name]
        best = max(total.values())
        if best >= int(options["goal"]):
            return [name for name in players if total[name] == best]
    return []
