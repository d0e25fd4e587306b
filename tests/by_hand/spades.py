"""Partnership Spades by the rules at pagat.com ("Spades for four players")."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4,)
OPTIONS: dict[str, list[int | str]] = {
    "bags": [10, "none"],
    "nil-tricks": ["apart", "together"],
    "goal": [500, 200],
    "bottom": ["none", -200],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        weights = [random.random() ** 2 + 0.001 for _ in players]
        takers = random.choices(players, weights, k=13)
        if random.random() < 0.05:
            takers = [random.choice(players)] * 13
        tricks = {player: takers.count(player) for player in players}
        bids: dict[str, int] = {}
        for player in players:
            bid = max(0, tricks[player] + random.choice([-3, -2, -1, -1, 0, 0, 0, 1]))
            bids[player] = 0 if random.random() < 0.1 else min(13, bid)
        hand: dict[str, Any] = {"bids": bids, "tricks": tricks}
        blind = [player for player in players if bids[player] == 0 and random.random() < 0.3]
        if blind:
            hand["extras"] = {"blind": blind}
        hands.append(hand)
    return hands


def side_score(hand: dict[str, Any], side: list[str], together: bool) -> tuple[int, int]:
    """The points of a side without the penalty for bags, and its new bags."""
    blind = hand.get("extras", {}).get("blind", [])
    score = contract = towards = bags = 0
    for player in side:
        bid = int(hand["bids"][player])
        took = int(hand["tricks"][player])
        if bid == 0:
            worth = 200 if player in blind else 100
            score += worth if took == 0 else -worth
        contract += bid
        if bid > 0 or together:
            towards += took
        else:
            bags += took
    if towards >= contract:
        score += 10 * contract
        bags += towards - contract
    else:
        score -= 10 * contract
    return score + bags, bags


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    sides = [[players[0], players[2]], [players[1], players[3]]]
    gathered = [0, 0]
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        result = dict.fromkeys(players, 0)
        for number, side in enumerate(sides):
            score, bags = side_score(hand, side, options["nil-tricks"] == "together")
            if options["bags"] != "none":
                full = int(options["bags"])
                gathered[number] += bags
                while gathered[number] >= full:
                    gathered[number] -= full
                    score -= 100
            for player in side:
                result[player] = score
        scores.append(result)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """The higher side once somebody is at the goal or the bottom; level sides play on."""
    scores = points(players, options, hands)
    ours = sum(score[players[0]] for score in scores)
    theirs = sum(score[players[1]] for score in scores)
    over = max(ours, theirs) >= int(options["goal"])
    if options["bottom"] != "none" and min(ours, theirs) <= int(options["bottom"]):
        over = True
    if not over or ours == theirs:
        return []
    return [players[0], players[2]] if ours > theirs else [players[1], players[3]]
