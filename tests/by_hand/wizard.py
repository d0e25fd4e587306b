"""Wizard by Ken Fisher's rules (exact: 20 and 10 a trick; else 10 lost for each trick off)."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 3, 5, 6)
OPTIONS: dict[str, list[int | str]] = {"hook": ["off", "on"]}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    for size in range(1, 60 // len(players) + 1):
        weights = [random.random() ** 3 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=size)
        if random.random() < 0.1:
            takers = [random.choice(players)] * size
        tricks = {player: takers.count(player) for player in players}
        while True:
            bids = {
                player: min(size, max(0, tricks[player] + random.choice([-2, -1, 0, 0, 0, 1])))
                for player in players
            }
            if random.random() < 0.05:
                bids[random.choice(players)] = size
            if options["hook"] == "off" or sum(bids.values()) != size:
                break
        hands.append({"bids": bids, "tricks": tricks})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        score: dict[str, int] = {}
        for player in players:
            off = abs(int(hand["bids"][player]) - int(hand["tricks"][player]))
            score[player] = 20 + 10 * int(hand["tricks"][player]) if off == 0 else -10 * off
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """After all sixty cards have been dealt out the highest total wins; level totals share."""
    scores = points(players, options, hands)
    if len(scores) < 60 // len(players):
        return []
    totals = {player: sum(score[player] for score in scores) for player in players}
    return [player for player in players if totals[player] == max(totals.values())]
