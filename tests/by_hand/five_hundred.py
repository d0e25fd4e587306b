"""Five Hundred with the Avondale schedule, by pagat.com's and Wikipedia's "500" rules."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 3)
OPTIONS: dict[str, list[int | str]] = {
    "win": ["contract", "any"],
    "slam": ["on", "off"],
}
SIX = {"spades": 40, "clubs": 60, "diamonds": 80, "hearts": 100, "no-trump": 120}
MISERES = {"misere": 250, "open-misere": 500}


def sides_of(players: list[str]) -> list[list[str]]:
    if len(players) == 4:
        return [[players[0], players[2]], [players[1], players[3]]]
    return [[player] for player in players]


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    sides = sides_of(players)
    while len(hands) < 60 and not winners(players, options, hands):
        if random.random() < 0.05:
            hands.append({"passed": True})
            continue
        maker = random.choice(players)
        mine = next(side[0] for side in sides if maker in side)
        rest = [side[0] for side in sides if side[0] != mine]
        if random.random() < 0.12:
            call, bid = random.choice(list(MISERES)), 0
            took = random.choice([0, 0, 0, 1, 2, 10])
        else:
            call, bid = random.choice(list(SIX)), random.choice([6, 6, 6, 6, 7, 7, 7, 8, 9, 10])
            took = random.choice([bid - 2, bid - 1, bid, bid, bid, min(10, bid + 1), 10, 0])
        takers = [mine] * took + [random.choice(rest) for _ in range(10 - took)]
        hands.append(
            {
                "bid": {"player": maker, "tricks": bid},
                "call": call,
                "tricks": {side[0]: takers.count(side[0]) for side in sides},
            }
        )
    return hands


def hand_score(
    players: list[str], options: dict[str, int | str], hand: dict[str, Any]
) -> tuple[list[int], int, bool]:
    """The points of every side, the place of the declaring side, and whether it made its bid."""
    sides = sides_of(players)
    maker = next(i for i, side in enumerate(sides) if hand["bid"]["player"] in side)
    took = [int(hand["tricks"].get(side[0], 0)) for side in sides]
    call, bid = hand["call"], int(hand["bid"]["tricks"])
    if call in MISERES:
        made = took[maker] == 0
        score = [0 for _ in sides]
        score[maker] = MISERES[call] if made else -MISERES[call]
        return score, maker, made
    value = SIX[call] + 100 * (bid - 6)
    made = took[maker] >= bid
    score = [10 * number for number in took]
    score[maker] = value if made else -value
    if options["slam"] == "on" and took[maker] == 10:
        score[maker] = max(250, value)
    return score, maker, made


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        score = hand_score(players, options, hand)[0]
        place = {p: i for i, side in enumerate(sides_of(players)) for p in side}
        scores.append({player: score[place[player]] for player in players})
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    sides = sides_of(players)
    played = [hand for hand in hands if not hand.get("passed")]
    if not played:
        return []
    totals = [sum(s[side[0]] for s in points(players, options, played)) for side in sides]
    _, maker, made = hand_score(players, options, played[-1])
    ahead: list[int] = []
    if made and totals[maker] >= 500:
        ahead = [maker]
    elif options["win"] == "any" and max(totals) >= 500:
        ahead = [i for i, total in enumerate(totals) if total == max(totals)]
    elif min(totals) <= -500:
        best = max(totals)
        ahead = [i for i, total in enumerate(totals) if total == best]
    won = [player for i in ahead for player in sides[i]]
    return [player for player in players if player in won]
