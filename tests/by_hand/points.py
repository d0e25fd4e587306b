"""Any other game: typed points, and the end as agreed."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12)
OPTIONS: dict[str, list[int | str | None]] = {
    "wins": ["highest", "lowest"],
    "goal": [None, 100, 50],
    "rounds": [None, 5, 12],
    "sum": [None, 0, 26],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str | None]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    most = random.choice([10, 20, 60])
    endless = options["goal"] is None and options["rounds"] is None
    while len(hands) < (15 if endless else 60) and not winners(players, options, hands):
        low = random.choice([0, 0, -most])
        typed = {player: random.randint(low, most) for player in players}
        if random.random() < 0.1:
            typed = dict.fromkeys(players, 0)
        if options["sum"] is not None:
            typed[random.choice(players)] += int(options["sum"]) - sum(typed.values())
        hands.append({"points": typed})
    return hands


def points(
    players: list[str], options: dict[str, int | str | None], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    return [
        {player: int(hand["points"][player]) for player in players}
        for hand in hands
        if not hand.get("passed")
    ]


def winners(
    players: list[str], options: dict[str, int | str | None], hands: list[dict[str, Any]]
) -> list[str]:
    """At the goal or after the rounds; level totals share."""
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    goal, rounds = options["goal"], options["rounds"]
    over = goal is not None and max(totals.values()) >= int(goal)
    if rounds is not None and len(scores) >= int(rounds):
        over = True
    if not over:
        return []
    wanted = max(totals.values()) if options["wins"] == "highest" else min(totals.values())
    return [player for player in players if totals[player] == wanted]
