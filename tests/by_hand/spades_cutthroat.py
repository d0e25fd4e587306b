"""Cutthroat Spades by the rules at onlinespades.net, with the scoring of pagat.com's Spades."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3, 4)
OPTIONS: dict[str, list[int | str]] = {
    "bags": [10, "none"],
    "hook": ["off", "on"],
    "goal": [500, 200],
    "bottom": ["none", -200],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    size = 52 // len(players)
    while len(hands) < 60 and not winners(players, options, hands):
        weights = [random.random() ** 2 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=size)
        if random.random() < 0.05:
            takers = [random.choice(players)] * size
        tricks = {player: takers.count(player) for player in players}
        while True:
            bids: dict[str, int] = {}
            for player in players:
                bid = max(0, tricks[player] + random.choice([-3, -2, -1, -1, 0, 0, 0, 1]))
                bids[player] = 0 if random.random() < 0.1 else min(size, bid)
            if options["hook"] == "off" or sum(bids.values()) != size:
                break
        hand: dict[str, Any] = {"bids": bids, "tricks": tricks}
        blind = [player for player in players if bids[player] == 0 and random.random() < 0.3]
        if blind:
            hand["extras"] = {"blind": blind}
        hands.append(hand)
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    gathered = dict.fromkeys(players, 0)
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        blind = hand.get("extras", {}).get("blind", [])
        result: dict[str, int] = {}
        for player in players:
            bid = int(hand["bids"][player])
            took = int(hand["tricks"][player])
            if bid == 0:
                worth = 200 if player in blind else 100
                score = worth if took == 0 else -worth
            else:
                score = 10 * bid if took >= bid else -10 * bid
            bags = max(0, took - bid)
            score += bags
            if options["bags"] != "none":
                full = int(options["bags"])
                tens_before = gathered[player] // full
                gathered[player] += bags
                score -= 100 * (gathered[player] // full - tens_before)
            result[player] = score
        scores.append(result)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """The highest once somebody is at the goal or the bottom; level at the top plays on."""
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    over = max(totals.values()) >= int(options["goal"])
    if options["bottom"] != "none" and min(totals.values()) <= int(options["bottom"]):
        over = True
    best = [player for player in players if totals[player] == max(totals.values())]
    return best if over and len(best) == 1 else []
