"""Oh Hell by the rules at pagat.com ("Oh Hell!"), with the Wikipedia and Guardian scorings."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 3, 5, 6, 7)
OPTIONS: dict[str, list[int | str]] = {
    "scoring": ["exact", "tricks", "difference"],
    "hook": ["on", "off"],
    "sequence": ["down-up", "up-down", "down"],
}


def hand_sizes(seats: int, sequence: int | str) -> list[int]:
    """Ten cards for up to five players, eight for six, seven for seven."""
    most = {6: 8, 7: 7}.get(seats, 10)
    down = list(range(most, 0, -1))
    up = list(range(1, most + 1))
    if sequence == "down":
        return down
    return down + up[1:] if sequence == "down-up" else up + down[1:]


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    for size in hand_sizes(len(players), options["sequence"]):
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
            bid = int(hand["bids"][player])
            took = int(hand["tricks"][player])
            if took == bid:
                score[player] = 10 + took
            elif options["scoring"] == "tricks":
                score[player] = took
            elif options["scoring"] == "difference":
                score[player] = -abs(took - bid)
            else:
                score[player] = 0
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """After the last hand of the sequence the highest total wins; level totals share."""
    scores = points(players, options, hands)
    if len(scores) < len(hand_sizes(len(players), options["sequence"])):
        return []
    totals = {player: sum(score[player] for score in scores) for player in players}
    return [player for player in players if totals[player] == max(totals.values())]
