"""Blato (Блато, the Bulgarian 3-5-8), computed by hand from the rule text.

Sources: belot.bg "3-5-8 (Блато) правила" (counter-clockwise; dealer 3, player to the dealer's
right 8, who calls and leads, player to the left 5; calls: four suits, no trumps and pass, a pass
only once a game for each player; after a pass the cards are dealt again without a change of the
order); bg.wikipedia.org "3-5-8" (the goal is +21).
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {"goal": [21, 15]}
CALLS = ["clubs", "diamonds", "hearts", "spades", "no-trump"]
PASS_MOVES_THE_DEAL = False  # belot.bg, favorite-games.com: the same player deals again


def _dealers(hands: list[dict[str, Any]]) -> list[int]:
    """How many places (counter-clockwise) the deal has moved, for every hand and the next one."""
    moved = [0]
    for hand in hands:
        stays = hand.get("passed", False) and not PASS_MOVES_THE_DEAL
        moved.append(moved[-1] + (0 if stays else 1))
    return moved


def _targets(players: list[str], moved: int) -> dict[str, int]:
    dealer, right, left = -moved % 3, (-moved - 1) % 3, (-moved + 1) % 3
    return {players[dealer]: 3, players[right]: 8, players[left]: 5}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    may_pass = set(players)
    while len(hands) < 60 and not winners(players, options, hands):
        targets = _targets(players, _dealers(hands)[-1])
        (caller,) = (name for name in players if targets[name] == 8)
        if caller in may_pass and random.random() < 0.3:
            may_pass.remove(caller)
            hands.append({"passed": True})
            continue
        kind = random.randrange(8)
        if kind == 0:  # one player takes everything
            tricks = dict.fromkeys(players, 0)
            tricks[random.choice(players)] = 16
        elif kind == 1:  # everybody exactly
            tricks = targets
        else:
            first, second = sorted((random.randint(0, 16), random.randint(0, 16)))
            tricks = dict(zip(players, (first, second - first, 16 - second), strict=True))
        hands.append({"tricks": tricks, "call": random.choice(CALLS)})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for hand, moved in zip(hands, _dealers(hands), strict=False):
        if not hand.get("passed"):
            targets = _targets(players, moved)
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
