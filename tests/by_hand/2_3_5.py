# ruff: noqa: N999
"""3-2-5 / 2-3-5 (Teen Do Paanch), computed by hand from the rule text.

Source: pagat.com "3-2-5" (copy at gamesitereviews.biz, section "Players, Cards and Objective"):
deal and play run counter-clockwise; the dealer tries for 2 tricks, the player to the dealer's
right (who calls trumps and leads) for 5, the player to the dealer's left for 3. A score is the
tricks won less the quota. When the game ends is agreed beforehand: notes in /tmp/research/2-3-5.md.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {
    "goal": [10, 5],
    "deals": [0, 9],  # 0: play to the goal; else so many deals, and the goal does not count
    "direction": ["counter-clockwise", "clockwise"],
}
CALLS = ["clubs", "diamonds", "hearts", "spades"]


def _quotas(players: list[str], options: dict[str, int | str], number: int) -> dict[str, int]:
    """What each player has to win in the deal with this number (the first is 0)."""
    step = 1 if options["direction"] == "clockwise" else -1
    dealer = number * step
    caller = dealer + step
    third = caller + step
    return {players[dealer % 3]: 2, players[caller % 3]: 5, players[third % 3]: 3}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        quotas = _quotas(players, options, len(hands))
        kind = random.randrange(8)
        if kind == 0:  # one player takes everything
            tricks = dict.fromkeys(players, 0)
            tricks[random.choice(players)] = 10
        elif kind == 1:  # everybody exactly
            tricks = dict(quotas)
        else:
            first, second = sorted((random.randint(0, 10), random.randint(0, 10)))
            tricks = dict(zip(players, (first, second - first, 10 - second), strict=True))
        hands.append({"tricks": tricks, "call": random.choice(CALLS)})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for number, hand in enumerate(hands):
        quotas = _quotas(players, options, number)
        result.append({name: hand["tricks"][name] - quotas[name] for name in players})
    return result


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    deals = int(options["deals"])
    total = dict.fromkeys(players, 0)
    for number, gained in enumerate(points(players, options, hands), 1):
        for name in players:
            total[name] += gained[name]
        best = max(total.values())
        over = number == deals if deals else best >= int(options["goal"])
        if over:
            return [name for name in players if total[name] == best]
    return []
