"""Whist for four in partnerships, computed by hand from the rule text.

Source: "The Laws of Whist" (short whist), laws 2-5: a game consists of five points; each trick
above six counts one; a side that holds the four honours (ace, king, queen, knave of trumps) scores
four, any three honours two; a side one point short of the game at the beginning of a deal cannot
score honours; tricks score before honours. American whist: 7 points, no honours; long whist: 10.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4,)
OPTIONS: dict[str, list[int | str]] = {"goal": [5, 7, 9, 10], "honours": ["none", "count"]}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        taken = random.choice([0, 13, random.randint(0, 13), *[random.randint(4, 9)] * 7])
        hand: dict[str, Any] = {"tricks": {players[0]: taken, players[1]: 13 - taken}}
        if options["honours"] == "count" and random.random() < 0.7:
            fact = random.choice(["four-honours", "three-honours"])
            hand["extras"] = {fact: random.choice(players)}
        hands.append(hand)
    return hands


def _score(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> tuple[list[list[int]], int | None]:
    """The points of both sides (0: A and C, 1: B and D) by hand, and the side that has won."""
    goal = int(options["goal"])
    total = [0, 0]
    won: int | None = None
    result = []
    for hand in hands:
        before = list(total)
        gained = [max(0, hand["tricks"][players[side]] - 6) for side in (0, 1)]
        for side in (0, 1):  # tricks score first
            total[side] += gained[side]
            if won is None and total[side] >= goal:
                won = side
        if options["honours"] == "count":
            for fact, worth in (("four-honours", 4), ("three-honours", 2)):
                holder = hand.get("extras", {}).get(fact)
                if holder is None:
                    continue
                side = players.index(holder) % 2
                if before[side] == goal - 1:
                    continue
                gained[side] += worth
                total[side] += worth
                if won is None and total[side] >= goal:
                    won = side
        result.append(gained)
    return result, won


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    sides = _score(players, options, hands)[0]
    return [{name: gained[seat % 2] for seat, name in enumerate(players)} for gained in sides]


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    won = _score(players, options, hands)[1]
    return [] if won is None else [name for seat, name in enumerate(players) if seat % 2 == won]
