"""Hearts as in Bicycle's and pagat.com's rules: hearts one each, the queen of spades thirteen."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 3, 5, 6)
OPTIONS: dict[str, list[int | str]] = {
    "moon": ["add", "subtract"],
    "queen": ["on", "off"],
    "jack": ["off", "on"],
    "goal": [100, 50],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        weights = [random.random() ** 3 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=13)
        if random.random() < 0.1:
            takers = [random.choice(players)] * 13
        taken = {player: takers.count(player) for player in players}
        if options["queen"] == "on":
            queen = takers[0] if random.random() < 0.4 else random.choice(players)
            taken[queen] += 13
        hand: dict[str, Any] = {"points": taken}
        if options["jack"] == "on":
            hand["extras"] = {"jack": random.choice(players)}
        hands.append(hand)
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    everything = 26 if options["queen"] == "on" else 13
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        taken: dict[str, int] = {player: hand["points"].get(player, 0) for player in players}
        score = dict(taken)
        for shooter in players:
            if taken[shooter] == everything:
                if options["moon"] == "add":
                    score = dict.fromkeys(players, everything)
                    score[shooter] = 0
                else:
                    score = dict.fromkeys(players, 0)
                    score[shooter] = -everything
        if options["jack"] == "on":
            score[hand["extras"]["jack"]] -= 10
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """Somebody at the goal ends the match; the lowest total wins, level totals share."""
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    if max(totals.values()) < int(options["goal"]):
        return []
    return [player for player in players if totals[player] == min(totals.values())]
