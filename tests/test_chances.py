"""The winning counts: what each player has to take in the coming hand, computed by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from scorekeeper import variants
from scorekeeper.rules import rulebook
from scorekeeper.rules.chances import to_win
from scorekeeper.rules.model import Match, Scoresheet
from scorekeeper.rules.sheet import scoresheet

from .told import ABC, game, hand, sheet


def counts(played: Scoresheet) -> list[str]:
    """Each chance in words: `A 9`, from 11 on for certain: `A 9 sure 11`."""
    return [
        " ".join(
            (
                played.match.players[chance.seat],
                *([chance.part] if chance.part else []),
                *(["at most"] if chance.at_most else []),
                str(chance.tricks),
                *([] if chance.sure == chance.tricks else ["sure", str(chance.sure)]),
            )
        )
        for chance in to_win(played)
    ]


LEVEL = ["8 5 3 --call hearts", "3 8 5 --call hearts"]  # on target, A and then B dealing
TARGET_5 = {"win": "target+5"}
BID_TARGET_5 = {"opening": "bid", "win": "target+5"}
CHANCES = [
    # variant, options, hands so far, what is known of the next, who wins with how many tricks
    pytest.param("3-5-8", {}, [], "", ["A 12", "B 12", "C 12"], id="twelve tricks"),
    pytest.param("3-5-8", {}, ["10 2 4"], "", ["A 12", "B 12", "C 12"], id="in any hand"),
    pytest.param("3-5-8", {"win": "16-tricks"}, [], "", ["A 16", "B 16", "C 16"], id="all sixteen"),
    pytest.param("3-5-8", TARGET_5, [], "", ["A 13", "B 10", "C 8"], id="five over 8, 5 and 3"),
    pytest.param(
        "3-5-8", TARGET_5, ["8 5 3"], "", ["A 8", "B 13", "C 10"], id="five over 3, 8 and 5"
    ),
    # Targets 14/1/1: A would need nineteen. B wins with six unless C has as many or more; only
    # with nine C can't.
    pytest.param(
        "3-5-8", BID_TARGET_5, [], "--bid A=14", ["B 6 sure 9", "C 6 sure 9"], id="five over 1"
    ),
    # With eight each they share the win.
    pytest.param(
        *("3-5-8", {**BID_TARGET_5, "tie": "shared"}, [], "--bid A=14"),
        ["B 6 sure 8", "C 6 sure 8"],
        id="five over 1, ties shared",
    ),
    pytest.param("woburn", {}, [], "--bid A=10", ["A 12", "B 12", "C 12"], id="woburn, bid known"),
    pytest.param("woburn", {}, [], "", [], id="woburn, the bid to come"),
    # Ten over a target of 8 would be eighteen of seventeen tricks.
    pytest.param("6-3-8", {}, [], "", ["B 16", "C 13"], id="race: ten at once"),
    # A +3, B -2, C -1, then targets 2/9/5: A needs seven over 2, C eleven over 5, B can't.
    pytest.param("9-5-2", {}, ["12 3 1"], "", ["A 9", "C 16"], id="race: what is missing"),
    # A +7, B -6, C -1, then targets 5/2/9: A needs three over 5, B and C sixteen and eleven.
    pytest.param("9-5-2", {}, ["16 0 0", "2 8 6"], "", ["A 8"], id="race: only one can"),
    # Four over 9, 5 and 2. B's nine are not enough if C has six (level) or more, ten are; C's six
    # not if B has nine or more, seven are.
    pytest.param(
        "9-5-2", {"goal": 4}, [], "", ["A 13", "B 9 sure 10", "C 6 sure 7"], id="race: two at once"
    ),
    pytest.param("9-5-2", {"goal": 20}, [], "", [], id="race: nobody can"),
    pytest.param("3-5-8-calls", {"hands": 6}, LEVEL, "", [], id="fixed: not the last hand"),
    # C deals with targets 5/3/8. The most points over target win or share. A is level with five,
    # and sure with nine: seven for B are as many over. B is sure with seven (A nine), C only with
    # eleven (B five).
    pytest.param(
        *("3-5-8-calls", {"hands": 3}, LEVEL, "--call spades"),
        ["A 5 sure 9", "B 3 sure 7", "C 8 sure 11"],
        id="fixed: the others matter",
    ),
    # Limits 5/8/3. One who takes nothing is five, eight or three under; so only B is ever sure:
    # with three B is five under, as A is with none.
    pytest.param(
        *("3-5-8-calls", {"hands": 3}, LEVEL, "--call misere"),
        ["A at most 5 sure None", "B at most 8 sure 3", "C at most 3 sure None"],
        id="fixed: misère",
    ),
    pytest.param(
        *("3-5-8-calls", {"hands": 3}, LEVEL, ""),
        [
            *("A 5 sure 9", "A at most 5 sure None"),
            *("B 3 sure 7", "B at most 8 sure 3"),
            *("C 8 sure 11", "C at most 3 sure None"),
        ],
        id="fixed: either call possible",
    ),
    # C called misère before, with everybody at the limits 5/8/3.
    pytest.param(
        *("3-5-8-calls", {"hands": 6}),
        [*LEVEL, "5 8 3 --call misere", "8 5 3 --call clubs", "3 8 5 --call clubs"],
        "",
        ["A 5 sure 9", "B 3 sure 7", "C 8 sure 11"],
        id="fixed: misère called before",
    ),
    # A is two ahead, B and C one behind: A wins from two below 5 on (all level at 0), surely with
    # eight (B eight: +4 against +5). B needs one over 3, surely nine (A seven: +4 against +5); C
    # one over 8, surely eleven (A five, or B five: level).
    pytest.param(
        *("3-5-8-calls", {"hands": 3}, ["10 4 2 --call clubs", LEVEL[1]], "--call spades"),
        ["A 3 sure 8", "B 4 sure 9", "C 9 sure 11"],
        id="fixed: with a lead",
    ),
    # A leads by 21 to -13 and -8. Even without a trick A keeps 16, and nobody else gets above 0.
    pytest.param(
        *("3-5-8-calls", {"hands": 3}),
        ["16 0 0 --call clubs", "16 0 0 --call clubs"],
        "--call spades",
        ["A 0"],
        id="fixed: nobody can catch up",
    ),
    # Nobody can score ten at once in euchre.
    pytest.param("cutthroat-euchre", {}, [], "", [], id="euchre: out of reach"),
    # A march is worth three. Euchring gives both defenders the same, so neither is alone in front.
    pytest.param(
        *("cutthroat-euchre", {"goal": 3}, [], ""),
        ["A maker 5", "B maker 5", "C maker 5"],
        id="euchre: a march",
    ),
    # A has one: two for euchring make three, one ahead of the other defender.
    pytest.param(
        *("cutthroat-euchre", {"goal": 3}, ["3 1 1 --maker A"], ""),
        ["A defenders 3", "A maker 5", "B maker 5", "C maker 5"],
        id="euchre: defending",
    ),
    pytest.param(
        *("cutthroat-euchre", {"goal": 2}, ["3 1 1 --maker A"], ""),
        ["A defenders 3", "A maker 3", "B maker 5", "C maker 5"],
        id="euchre: the maker's point",
    ),
    # Level defenders share; all five taken alone are four, but three tricks are two already.
    pytest.param(
        *("cutthroat-euchre", {"goal": 2, "tie": "shared"}, [], ""),
        [
            *("A defenders 3", "A maker 5"),
            *("B defenders 3", "B maker 5"),
            *("C defenders 3", "C maker 5"),
        ],
        id="euchre: ties shared",
    ),
    # Only a lone defender with all five tricks brings four points.
    pytest.param(
        *("cutthroat-euchre", {"goal": 4, "tie": "shared"}, [], ""),
        ["A lone defender 5", "B lone defender 5", "C lone defender 5"],
        id="euchre: a lone defender",
    ),
    pytest.param(
        *("cutthroat-euchre", {"goal": 4, "alone_march": 4}, [], ""),
        ["A lone maker 5", "B lone maker 5", "C lone maker 5"],
        id="euchre: a lone maker",
    ),
]


@pytest.mark.parametrize(("variant", "options", "hands", "pending", "chances"), CHANCES)
def test_what_has_to_be_taken_to_win(
    variant: str,
    options: Mapping[str, object],
    hands: Sequence[str],
    pending: str,
    chances: list[str],
) -> None:
    assert counts(sheet(variant, *hands, options=options, pending=pending)) == chances


def test_nobody_has_to_take_anything_once_the_match_is_over() -> None:
    assert counts(sheet("3-5-8", "12 2 2")) == []


def test_with_only_misere_left_to_call_only_misere_counts() -> None:
    only_two = rulebook.overlaid(
        variants.rules("3-5-8-calls"), {"calls": {"allowed": ["hearts", "misere"]}}
    )
    hands = [
        *(*LEVEL, "5 3 8 --call hearts"),
        *("3 5 8 --call misere", "8 3 5 --call misere"),
    ]
    variant = rulebook.variant(only_two, {"hands": 6})
    played = Match(variant, ABC, hands=tuple(hand(variant, words) for words in hands))
    assert counts(scoresheet(played)) == [
        "A at most 5 sure None",
        "B at most 8 sure 3",
        "C at most 3 sure None",
    ]


def test_a_game_without_calls_can_be_won_too() -> None:
    assert counts(scoresheet(Match(replace(game("3-5-8"), calls=None), ABC))) == [
        "A 12",
        "B 12",
        "C 12",
    ]


@pytest.mark.parametrize(
    ("players", "chances"),
    [
        pytest.param("ABC", ["A 7", "B 7", "C 7"], id="three players"),
        pytest.param("ABCD", ["A 7", "B 7", "C 7", "D 7"], id="four players"),
        # 2 380 ways to share thirteen tricks: nobody looks through so many.
        pytest.param("ABCDE", [], id="five players"),
    ],
)
def test_counts_are_given_while_the_ways_to_share_the_tricks_are_few(
    players: str, chances: list[str]
) -> None:
    seats = len(players)
    majority = rulebook.variant(
        {
            **{"id": "majority", "name": "Majority", "summary": "Most of thirteen tricks."},
            **{"seats": seats, "tricks": 13, "lead": "seat 1", "stakes": "totals"},
            "roles": [
                {"name": f"seat {offset}", "offset": offset, "target": 13 if offset == 0 else 0}
                for offset in range(seats)
            ],
            "deck": {"cards": 13 * seats, "each": 13},
            "opening": {"kind": "deal"},
            "scoring": {"kind": "by-target"},
            "ending": {"kind": "tricks-in-one-hand", "at_least": 7},
        }
    )
    assert counts(scoresheet(Match(majority, tuple(players)))) == chances
