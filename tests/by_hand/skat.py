"""Skat by the Internationale Skatordnung (section 5) and the Seeger-Fabian list."""

from __future__ import annotations

from random import Random
from typing import Any

SEATS = (3, 4)
OPTIONS: dict[str, list[int | str]] = {
    "score": ["plain", "seeger-fabian"],
    "hands": [36, 48, 12],
}
BASE = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
BIDS = sorted(
    {base * times for base in (9, 10, 11, 12) for times in range(2, 19)}
    | {24 * times for times in range(2, 12)}
    | {23, 35, 46, 59}
)


def null_value(extras: dict[str, Any]) -> int:
    if extras.get("ouvert"):
        return 59 if extras.get("hand") else 46
    return 35 if extras.get("hand") else 23


def random_hands(
    random: Random, players: list[str], options: dict[str, int | str]
) -> list[dict[str, Any]]:
    hands: list[dict[str, Any]] = []
    while len(hands) < int(options["hands"]):
        dealer = players[len(hands) % len(players)]
        active = [player for player in players if len(players) == 3 or player != dealer]
        if random.random() < 0.07:
            hands.append({"passed": True})
            continue
        declarer = random.choice(active)
        call = random.choice([*BASE, "null"])
        extras: dict[str, Any] = {"hand": True} if random.random() < 0.4 else {}
        if call == "null":
            if random.random() < 0.4:
                extras["ouvert"] = True
            most = null_value(extras)
            taken = random.choice([0, 0, 0, 1, 1, 2, 5, 10])
        else:
            extras["matadors"] = random.randint(
                1, random.choice([1, 2, 4, 4 if call == "grand" else 11])
            )
            for flag in ("schneider", "schwarz", "ouvert"):
                if not extras.get("hand") or random.random() < 0.6:
                    break
                extras[flag] = True
            fate = random.random()
            if fate < 0.1 or (fate < 0.7 and extras.get("schwarz")):
                taken, extras["schwarz-made"] = 120, True
            elif fate > 0.93:
                taken, extras["schwarz-made"] = random.choice([0, 2, 11, 14, 22]), True
            else:
                close = [0, 30, 31, 59, 60, 61, 89, 90, 118, 120, random.randint(32, 117)]
                taken = random.choice([*close, random.randint(61, 89), random.randint(90, 117)])
            levels = sum(flag in extras for flag in ("hand", "schneider", "schwarz", "ouvert"))
            most = BASE[call] * (extras["matadors"] + 3 + levels)
            if random.random() < 0.6:
                most = max(18, BASE[call] * (extras["matadors"] + 1))
        hand: dict[str, Any] = {"call": call, "points": {declarer: taken}}
        bid = random.choice([bid for bid in BIDS if bid <= most][-random.choice([1, 4, 99]) :])
        hand["bid"] = {"player": declarer, "tricks": bid}
        if extras:
            hand["extras"] = extras
        hands.append(hand)
    return hands


def game(hand: dict[str, Any]) -> tuple[bool, int]:
    """Whether the declarer has won, and the value of the game (not yet doubled)."""
    extras = hand.get("extras", {})
    bid = int(hand["bid"]["tricks"])
    taken = int(hand["points"][hand["bid"]["player"]])
    if hand["call"] == "null":
        return taken == 0, null_value(extras)
    base = BASE[hand["call"]]
    ouvert = bool(extras.get("ouvert"))
    schwarz_said = ouvert or bool(extras.get("schwarz"))
    schneider_said = schwarz_said or bool(extras.get("schneider"))
    by_hand = schneider_said or bool(extras.get("hand"))
    no_trick = bool(extras.get("schwarz-made"))
    won = taken > 60
    if schneider_said and taken < 90:
        won = False
    if schwarz_said and not (no_trick and taken > 60):
        won = False
    # An announced level counts even when it was not reached (5.2.5).
    schneider = schneider_said or taken >= 90 or taken <= 30
    schwarz = schwarz_said or no_trick
    levels = [by_hand, schneider, schneider_said, schwarz, schwarz_said, ouvert]
    value = base * (int(extras["matadors"]) + 1 + sum(levels))
    if value < bid:  # overbid (5.4.2)
        won = False
        while value < bid:
            value += base
    return won, value


def points(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[dict[str, int]]:
    scores: list[dict[str, int]] = []
    for hand in hands:
        if hand.get("passed"):
            continue
        declarer = hand["bid"]["player"]
        won, value = game(hand)
        score = dict.fromkeys(players, 0)
        score[declarer] = value if won else -2 * value
        if options["score"] == "seeger-fabian":
            if not won:
                score = {p: s + (40 if len(players) == 3 else 30) for p, s in score.items()}
                score[declarer] = -2 * value
            score[declarer] += 50 if won else -50
        scores.append(score)
    return scores


def winners(
    players: list[str], options: dict[str, int | str], hands: list[dict[str, Any]]
) -> list[str]:
    """After the agreed number of deals, passed-out ones included; level totals share."""
    if len(hands) < int(options["hands"]):
        return []
    scores = points(players, options, hands)
    totals = {player: sum(score[player] for score in scores) for player in players}
    return [player for player in players if totals[player] == max(totals.values())]
