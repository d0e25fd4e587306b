"""Buck Euchre (Dirty Clubs), computed by hand from the rule text.

Sources: pagat.com "Buck Euchre / Dirty Clubs" (copy at gambiter.com), euchre.com and gamerules.com
"Buck Euchre": everyone starts with 25 points and takes off one for each trick won; the maker must
win three tricks, everybody else who stays in one; who does not ("set") adds five instead; who
dropped out scores nothing. When a club is turned up, or nobody makes trumps, there is no maker and
nobody may drop out. First player to zero or below wins.
"""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (4, 3, 5, 6)
OPTIONS: dict[str, list[int | str]] = {
    "start": [25, 15],
    "all_pass": ["no-trump", "redeal"],  # no-trump: it is played with no maker
}


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < 60 and not winners(players, options, hands):
        if options["all_pass"] == "redeal" and random.random() < 0.1:
            hands.append({"passed": True})
            continue
        hand: dict[str, Any] = {}
        lucky = random.choice(players)
        playing = random.sample(players, random.randint(1, len(players)))
        tricks = dict.fromkeys(players, 0)
        for _ in range(5):
            tricks[lucky if random.random() < 0.5 else random.choice(playing)] += 1
        if random.random() < 0.9:
            maker = lucky if random.random() < 0.85 else random.choice(players)
            hand["maker"] = maker
            none = [name for name in players if tricks[name] == 0 and name != maker]
            out = [name for name in none if random.random() < 0.9]
            if len(none) == len(players) - 1 and random.random() < 0.5:
                out = none  # everybody gave in: the maker has all five tricks
            if out:
                hand["extras"] = {"out": out}
        hand["tricks"] = tricks
        hands.append(hand)
    return hands


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    result = []
    for hand in hands:
        if hand.get("passed"):
            continue
        change = {}
        for name in players:
            taken = hand["tricks"][name]
            needed = 3 if name == hand.get("maker") else 1
            if name in hand.get("extras", {}).get("out", []):
                change[name] = 0
            elif taken < needed:
                change[name] = 5
            else:
                change[name] = -taken
        result.append(change)
    return result


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    total = dict.fromkeys(players, int(options["start"]))
    for change in points(players, options, hands):
        for name in players:
            total[name] += change[name]
        best = min(total.values())
        if best <= 0:
            return [name for name in players if total[name] == best]
    return []
