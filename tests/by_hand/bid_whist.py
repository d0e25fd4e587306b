"""Bid Whist, computed by hand from the rule text.

Source: the rules as in pagat.com "Bid Whist" and "Bid Whist - Classic": a bid of 3 to 7 promises
so many books over six; the kitty counts as the first of the 13 books, for the bidder's side; the
side that makes its bid scores every book over six, the side that fails loses the amount of the
bid; no trumps count double, won or lost; the other side scores nothing. A side wins with 7 points,
or when the other side is at minus 7.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4,)
OPTIONS: dict[str, list[int | str]] = {
    "goal": [7, 5, 9, 21],  # also the minus that loses
    "made": ["books", "bid"],  # a made bid scores the books over six, or just the bid
    "no_trump": ["double", "single"],
    "all_pass": ["dealer-bids", "redeal"],
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        if options["all_pass"] == "redeal" and random.random() < 0.1:
            hands.append({"passed": True})
            continue
        seat = random.randrange(4)
        bid = random.choice([3, 3, 4, 4, 5, 6, 7])
        close = 6 + bid + random.randint(-2, 2)
        books = min(13, max(1, random.choice([close, close, close, 13, random.randint(1, 13)])))
        bidding, other = players[seat % 2], players[1 - seat % 2]
        books_by_side = {bidding: books, other: 13 - books}
        hands.append(
            {
                "tricks": {name: books_by_side[name] for name in players[:2]},
                "bid": {"player": players[seat], "tricks": bid},
                "call": random.choice(["uptown", "downtown", "no-trump"]),
            }
        )
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for hand in hands:
        if hand.get("passed"):
            continue
        bidding = players.index(hand["bid"]["player"]) % 2
        bid = hand["bid"]["tricks"]
        over = hand["tricks"][players[bidding]] - 6
        if over < bid:
            score = -bid
        elif options["made"] == "books":
            score = over
        else:
            score = bid
        if hand["call"] == "no-trump" and options["no_trump"] == "double":
            score *= 2
        result.append(
            {name: score if seat % 2 == bidding else 0 for seat, name in enumerate(players)}
        )
    return result


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    goal = int(options["goal"])
    total = dict.fromkeys(players, 0)
    for gained in points(players, options, hands):
        for name in players:
            total[name] += gained[name]
        for side, other in ((0, 1), (1, 0)):
            if total[players[side]] >= goal or total[players[other]] <= -goal:
                return [players[side], players[side + 2]]
    return []
