"""Ninety-Nine for three players, by David Parlett's rules at pagat.com."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {"end": ["hundred", "nine-deals"]}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        weights = [random.random() ** 2 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=9)
        if random.random() < 0.08:
            takers = [random.choice(players)] * 9
        tricks = {player: takers.count(player) for player in players}
        bids = {
            player: min(9, max(0, tricks[player] + random.choice([-2, -1, 0, 0, 0, 1, 2])))
            for player in players
        }
        hand: dict[str, Any] = {"bids": bids, "tricks": tricks}
        if random.random() < 0.5:
            premium = random.choice(["declared", "declared", "revealed"])
            hand["extras"] = {premium: random.choice(players)}
        hands.append(hand)
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        tricks: dict[str, int] = hand["tricks"]
        successes = [player for player in players if tricks[player] == hand["bids"][player]]
        contract = {0: 0, 1: 30, 2: 20, 3: 10}[len(successes)]
        score = {p: tricks[p] + (contract if p in successes else 0) for p in players}
        extras = hand.get("extras", {})
        for name, premium in (("declared", 30), ("revealed", 60)):
            bidder = extras.get(name)
            if bidder is None:
                continue
            if bidder in successes:
                score[bidder] += premium
            else:
                for opponent in players:
                    if opponent != bidder:
                        score[opponent] += premium
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    hundred = options["end"] == "hundred"
    over = max(totals.values()) >= 100 if hundred else len(scores) >= 9
    return [p for p in players if over and totals[p] == max(totals.values())]
