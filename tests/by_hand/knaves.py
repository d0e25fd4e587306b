"""Knaves by the rules at games-of-playing-cards.pokerwiner.com and gamerules.com."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3,)
OPTIONS: dict[str, list[int | str]] = {"goal": [20]}
PENALTIES = {
    "jack-of-hearts": 4,
    "jack-of-diamonds": 3,
    "jack-of-clubs": 2,
    "jack-of-spades": 1,
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        weights = [random.random() ** 2 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=17)
        if random.random() < 0.05:
            takers = [random.choice(players)] * 17
        extras = {jack: random.choice(sorted(set(takers))) for jack in PENALTIES}
        if random.random() < 0.2:
            # The jack is the card turned up for trumps; nobody takes it.
            del extras[random.choice(list(PENALTIES))]
        tricks = {player: takers.count(player) for player in players}
        if sum(list(extras.values()).count(player) > 3 * tricks[player] for player in players):
            continue
        hands.append({"tricks": tricks, "extras": extras})
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        score = {player: int(hand["tricks"][player]) for player in players}
        for jack, penalty in PENALTIES.items():
            taker = hand.get("extras", {}).get(jack)
            if taker is not None:
                score[taker] -= penalty
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """The highest of those at the goal; level at the top plays on."""
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    best = [player for player in players if totals[player] == max(totals.values())]
    if max(totals.values()) < int(options["goal"]) or len(best) > 1:
        return []
    return best
