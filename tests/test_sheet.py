"""What the rules refuse, who deals, calls and leads, and what a table is told before a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from msgspec.structs import replace

from scorekeeper.errors import Refused
from scorekeeper.rules.dealing import sitting_out
from scorekeeper.rules.model import Bid, Hand, Match
from scorekeeper.rules.sheet import check_next, scoresheet

from .told import ABC, SIX_CALLS, game, hand, letters, sheet, steps

# What is refused

REDEALT = {"all_pass": "dealer-names"}
A_CALLED_ALL = [
    words for call in SIX_CALLS for words in (f"8 5 3 --call {call}", "pass", "pass")
]  # only A ever deals a hand
REFUSED = [
    # variant, options, the hands before, the hand, what is wrong, what to do instead
    pytest.param(
        *("3-5-8", {}, [], "10 2 5"),
        "17 tricks, but a hand of 3-5-8 has 16",
        "one count may be left out as _",
        id="one trick too many",
    ),
    pytest.param(
        *("6-3-8", {}, [], "8 5 3"),
        "16 tricks, but a hand of 6-3-8 has 17",
        "count again",
        id="one trick too few",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 2 1 --maker A"),
        "6 tricks, but a hand of cutthroat-euchre has 5",
        "count again",
        id="one trick too many of five",
    ),
    pytest.param(
        *("cutthroat-euchre", REDEALT, [], "pass"),
        "this deal can't be passed out: the dealer has to name a suit",
        "record the hand, with --maker",
        id="a pass where the dealer has to name a suit",
    ),
    pytest.param(
        *("woburn", {}, [], "8 5 3"),
        "hand 1 of woburn opens with bidding",
        "add the winning bid, as in --bid C=8",
        id="no bid where one opens",
    ),
    pytest.param(
        *("woburn", {}, [], "8 5 3 --bid A=7"),
        "a bid of 7 is not possible",
        "bid 8 to 16 tricks",
        id="a bid below 8",
    ),
    pytest.param(
        *("woburn", {}, [], "8 5 3 --bid A=17"),
        "a bid of 17 is not possible",
        "bid 8 to 16 tricks",
        id="a bid above 16",
    ),
    pytest.param(
        *("woburn", {}, ["8 5 3 --bid A=8"], "3 8 5 --bid B=8"),
        "only hand 1 is bid for, this is hand 2",
        "leave the bid out",
        id="a bid for hand 2",
    ),
    pytest.param(
        *("3-5-8", {}, [], "8 5 3 --bid A=8"),
        "this match opens without bidding",
        "leave the bid out, or start one with `new 3-5-8 -o opening=bid`",
        id="a bid in a match without one",
    ),
    pytest.param(
        *("9-5-2", {}, [], "9 5 2 --bid A=9"),
        "there is no bidding in 9-5-2",
        "leave the bid out",
        id="a bid in a game without one",
    ),
    pytest.param(
        *("3-5-8", {}, [], "8 5 3 --call no-trump"),
        "no-trump can't be called in 3-5-8",
        "the calls are clubs, diamonds, hearts, spades",
        id="no-trump where only suits are called",
    ),
    pytest.param(
        *("3-5-8-calls", {}, [], "8 5 3"),
        "what did A call?",
        "calls left: clubs, diamonds, hearts, spades, no-trump, misere",
        id="no call where every call counts",
    ),
    pytest.param(
        *("3-5-8-chooser", {}, [], "3 8 5"),
        "what did B call?",
        "add --call",
        id="no call of the chooser",
    ),
    pytest.param(
        *("3-5-8-calls", {}, ["8 5 3 --call hearts", "pass", "pass"], "8 5 3 --call hearts"),
        "A has called hearts before",
        "calls left: clubs, diamonds, spades, no-trump, misere",
        id="a call made before",
    ),
    pytest.param(
        *("3-5-8-calls", {}, A_CALLED_ALL, "8 5 3 --call hearts"),
        "A has called hearts before",
        "`pass` moves the deal on",
        id="a call after all six",
    ),
    pytest.param(
        *("3-5-8-calls", {}, A_CALLED_ALL, "8 5 3"),
        "what did A call?",
        "`pass` moves the deal on",
        id="no call after all six",
    ),
    pytest.param(
        *("3-5-8", {}, [], "8 5 3 --maker A"),
        "there is no maker in 3-5-8",
        "leave --maker and --alone out",
        id="a maker where there is none",
    ),
    pytest.param(
        *("3-5-8", {}, [], "8 5 3 --alone A"),
        "there is no maker in 3-5-8",
        "leave --maker and --alone out",
        id="a loner where there is no maker",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 1 1"),
        "who was the maker?",
        "add it, as in --maker A",
        id="no maker",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 1 1 --maker A --alone B --alone C"),
        "B and C can't both defend alone",
        "one defender may play alone, and the maker",
        id="two lone defenders",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 1 1 --maker A --alone B"),
        "C sat out while B defended alone",
        "C took 0 tricks",
        id="tricks of a player who sat out",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 1 1 --maker B --alone B --alone C"),
        "A sat out while C defended alone",
        "A took 0 tricks",
        id="tricks of a player who sat out, the maker alone too",
    ),
    pytest.param(
        *("cutthroat-euchre", {}, [], "3 1 1 --maker A --call misere"),
        "misere can't be called in cutthroat-euchre",
        "the calls are clubs, diamonds, hearts, spades",
        id="misère where trumps are a suit",
    ),
]


@pytest.mark.parametrize(("variant", "options", "before", "words", "wrong", "instead"), REFUSED)
def test_a_hand_that_the_rules_do_not_allow_is_refused(
    variant: str,
    options: Mapping[str, object],
    before: Sequence[str],
    words: str,
    wrong: str,
    instead: str,
) -> None:
    so_far = sheet(variant, *before, options=options)
    with pytest.raises(Refused) as refusal:
        check_next(so_far, hand(so_far.match.variant, words))
    assert refusal.value.wrong == wrong
    assert instead in refusal.value.instead


def test_a_match_with_such_a_hand_is_refused_naming_the_hand() -> None:
    with pytest.raises(Refused, match=r"^hand 2: 17 tricks, but a hand of 3-5-8 has 16"):
        sheet("3-5-8", "8 5 3", "pass", "4 8 5")


@pytest.mark.parametrize(
    ("tricks", "wrong"),
    [
        ((8, 8), "2 counts for 3 players"),
        ((8, 4, 3, 1), "4 counts for 3 players"),
        ((20, -2, -2), "nobody can take fewer than 0 tricks"),
    ],
)
def test_counts_that_no_table_can_have_are_refused(tricks: tuple[int, ...], wrong: str) -> None:
    with pytest.raises(Refused) as refusal:
        check_next(sheet("3-5-8"), Hand(tricks))
    assert refusal.value.wrong == wrong


def test_nothing_can_be_called_where_the_game_has_no_calls() -> None:
    silent = Match(replace(game("3-5-8"), calls=None), ABC)
    check_next(scoresheet(silent), Hand((8, 5, 3)))
    with pytest.raises(Refused) as refusal:
        check_next(scoresheet(silent), Hand((8, 5, 3), call="hearts"))
    assert str(refusal.value) == "nothing is called in 3-5-8: leave the call out"


@pytest.mark.parametrize(
    ("variant", "words", "wrong"),
    [
        ("3-5-8", "--call no-trump", "no-trump can't be called in 3-5-8"),
        ("3-5-8", "--bid A=8", "this match opens without bidding"),
        ("woburn", "--bid A=7", "a bid of 7 is not possible"),
    ],
)
def test_a_call_or_bid_is_checked_before_its_hand_is_played(
    variant: str, words: str, wrong: str
) -> None:
    with pytest.raises(Refused) as refusal:
        check_next(sheet(variant), hand(game(variant), words))
    assert refusal.value.wrong == wrong


@pytest.mark.parametrize(
    ("variant", "words"),
    [
        ("3-5-8", "--call hearts"),
        ("3-5-8", "8 5 3"),
        ("3-5-8", "8 5 3 --call hearts"),
        ("3-5-8", "pass"),
        ("woburn", "--bid C=16"),
        ("woburn", "--call hearts"),
        ("woburn", "2 3 11 --bid C=11"),
        ("cutthroat-euchre", "--call hearts"),
        ("cutthroat-euchre", "0 3 2 --maker A --alone A"),
        ("cutthroat-euchre", "pass"),
    ],
)
def test_what_may_come_next_is_accepted(variant: str, words: str) -> None:
    so_far = sheet(variant)
    told = hand(so_far.match.variant, words)
    check_next(so_far, told)
    if told.counts:
        assert scoresheet(replace(so_far.match, hands=(told,))).rows[0].hand == told


def test_a_bid_after_a_passed_deal_may_come_from_anybody() -> None:
    so_far = sheet("woburn", "pass")
    check_next(so_far, Hand((2, 3, 11), bid=Bid(2, 11)))
    with pytest.raises(Refused, match="hand 1 of woburn opens with bidding"):
        check_next(so_far, Hand((8, 5, 3)))


def test_a_deal_that_somebody_has_bid_for_is_not_passed_out() -> None:
    with pytest.raises(Refused) as refusal:
        check_next(sheet("woburn", pending="--bid C=10"), Hand(passed=True))
    assert str(refusal.value) == "C has bid 10: `undo` takes the bid back"


# Hands after the end


def test_nothing_comes_after_the_end() -> None:
    with pytest.raises(Refused) as refusal:
        check_next(sheet("3-5-8", "8 5 3", "2 12 2"), Hand((8, 5, 3)))
    assert str(refusal.value) == (
        "the match is over: B won in hand 2: "
        "`undo` takes that hand back, `new` starts another match"
    )


def test_all_winners_are_named_when_nothing_comes_after_the_end() -> None:
    level = [f"{tricks} --call hearts" for tricks in ("8 5 3", "3 8 5", "5 3 8")]
    with pytest.raises(Refused, match="the match is over: A and B and C won in hand 3"):
        check_next(sheet("3-5-8-calls", *level, options={"hands": 3}), Hand((8, 5, 3)))


def test_hands_after_the_deciding_one_are_kept_and_count_for_nothing() -> None:
    over = sheet("3-5-8", "12 2 2", "0 0 16", "pass")
    assert over.after_end == (Hand((0, 0, 16)), Hand(passed=True))
    assert len(over.rows) == 1
    assert over.totals == (4, -3, -1)
    assert letters(over.winners) == "A"
    assert over.decided_at == 1
    assert over.next is None


def test_hands_after_the_deciding_one_still_have_to_be_hands() -> None:
    with pytest.raises(Refused, match="hand 3: 3 tricks, but a hand of 3-5-8 has 16"):
        sheet("3-5-8", "12 2 2", "pass", "8 5 3", "1 1 1")


def test_hands_after_the_deciding_one_may_repeat_a_call_or_have_none() -> None:
    level = [f"{tricks} --call hearts" for tricks in ("8 5 3", "3 8 5", "5 3 8")]
    over = sheet("3-5-8-calls", *level, "8 5 3 --call hearts", "3 8 5", options={"hands": 3})
    assert over.after_end == (Hand((8, 5, 3), call="hearts"), Hand((3, 8, 5)))


# The dealer


@pytest.mark.parametrize(
    ("variant", "first", "hands", "dealers", "next_dealer"),
    [
        pytest.param("3-5-8", "A", [], "", "A", id="before the first hand"),
        pytest.param("3-5-8", "A", ["8 5 3"] * 4, "ABCA", "B", id="round the table"),
        pytest.param("3-5-8", "C", ["8 5 3"] * 2, "CA", "B", id="another first dealer"),
        pytest.param("3-5-8", "A", ["pass"], "", "B", id="a deal passed out"),
        pytest.param("3-5-8", "A", ["8 5 3", "pass", "8 5 3"], "AC", "A", id="passed in between"),
        pytest.param("woburn", "A", ["4 2 10 --bid C=10"], "C", "A", id="the bidder deals"),
        pytest.param("woburn", "B", ["pass", "pass"], "", "A", id="all pass, twice"),
        pytest.param(
            "woburn", "A", ["pass", "8 5 3 --bid A=8", "pass", "8 5 3"], "AC", "A", id="both"
        ),
    ],
)
def test_the_deal_passes_left(
    variant: str, first: str, hands: Sequence[str], dealers: str, next_dealer: str
) -> None:
    played = sheet(variant, *hands, dealer=first)
    assert letters([row.deal.dealer for row in played.rows]) == dealers
    assert [row.deal.number for row in played.rows] == list(range(1, len(dealers) + 1))
    assert played.next is not None
    assert letters([played.next.deal.dealer]) == next_dealer


def test_the_seats_and_their_roles_go_round_with_the_deal() -> None:
    coming = sheet("3-5-8", "8 5 3").next
    assert coming is not None
    assert [role.name for role in coming.deal.roles] == ["middle", "dealer", "eldest"]


# Who leads


@pytest.mark.parametrize(
    ("variant", "words", "leader", "caller"),
    [
        pytest.param("3-5-8", "8 5 3", "B", "A", id="eldest; the dealer calls"),
        pytest.param("3-5-8-calls", "8 5 3 --call mizz", "B", "A", id="misère is led by eldest"),
        pytest.param("3-5-8-chooser", "3 8 5 --call h", "B", "B", id="the chooser calls and leads"),
        pytest.param("cutthroat-euchre", "3 1 1 --maker A", "B", "A", id="the maker calls"),
        pytest.param("cutthroat-euchre", "1 1 3 --maker C", "B", "C", id="wherever the maker sits"),
    ],
)
def test_who_calls_and_who_leads(variant: str, words: str, leader: str, caller: str) -> None:
    deal = sheet(variant, words).rows[0].deal
    assert letters([deal.leader]) == leader
    assert deal.caller is not None
    assert letters([deal.caller]) == caller


@pytest.mark.parametrize(
    ("words", "leader"),
    [
        pytest.param("5 0 0 --maker A --alone A", "B", id="left of the lone maker A"),
        pytest.param("0 5 0 --maker B --alone B", "C", id="left of the lone maker B"),
        pytest.param("0 0 5 --maker C --alone C", "A", id="left of the lone maker C"),
        pytest.param("3 2 0 --maker A --alone B", "A", id="left of B sits out: the maker"),
        pytest.param("3 0 2 --maker A --alone C", "A", id="left of C: the maker"),
        pytest.param("0 2 3 --maker C --alone B", "C", id="left of B: the maker"),
        pytest.param("0 3 2 --maker B --alone C", "B", id="left of C sits out: the maker B"),
        pytest.param("3 2 0 --maker A --alone A --alone B", "B", id="both: left of the maker"),
        pytest.param("3 0 2 --maker A --alone A --alone C", "C", id="both: left sits out"),
        pytest.param("2 3 0 --maker B --alone A --alone B", "A", id="both: left of B sits out"),
    ],
)
def test_a_loner_moves_the_lead(words: str, leader: str) -> None:
    assert letters([sheet("cutthroat-euchre", words).rows[0].deal.leader]) == leader


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ("3 1 1 --maker A", ""),
        ("3 1 1 --maker A --alone A", ""),
        ("3 2 0 --maker A --alone B", "C"),
        ("3 0 2 --maker A --alone A --alone C", "B"),
    ],
)
def test_only_the_partner_of_a_lone_defender_sits_out(words: str, out: str) -> None:
    euchre = game("cutthroat-euchre")
    assert letters(sitting_out(euchre, hand(euchre, words))) == out


# Calls and limits


@pytest.mark.parametrize(
    ("variant", "hands", "left"),
    [
        pytest.param("3-5-8-calls", [], (SIX_CALLS, SIX_CALLS, SIX_CALLS), id="six each"),
        pytest.param(
            "3-5-8-calls",
            ["8 5 3 --call hearts", "3 8 5 --call misere", "pass", "8 5 3 --call no-trump"],
            (
                ("clubs", "diamonds", "spades", "misere"),
                ("clubs", "diamonds", "hearts", "spades", "no-trump"),
                SIX_CALLS,
            ),
            id="each makes each call once",
        ),
        pytest.param(
            "3-5-8-chooser",
            ["3 8 5 --call hearts"],
            (SIX_CALLS, ("clubs", "diamonds", "spades", "no-trump", "misere"), SIX_CALLS),
            id="the chooser has called",
        ),
        pytest.param("3-5-8", ["8 5 3 --call hearts"], None, id="not counted"),
    ],
)
def test_calls_left(
    variant: str, hands: Sequence[str], left: tuple[tuple[str, ...], ...] | None
) -> None:
    coming = sheet(variant, *hands).next
    assert coming is not None
    assert coming.calls_left == left


@pytest.mark.parametrize(
    ("variant", "dealer", "called", "limits"),
    [
        ("3-5-8-calls", "A", "misere", (3, 5, 8)),
        ("3-5-8-calls", "B", "misere", (8, 3, 5)),
        ("3-5-8-calls", "C", "misere", (5, 8, 3)),
        ("3-5-8-chooser", "A", "misere", (8, 3, 5)),
        ("3-5-8-chooser", "B", "misere", (5, 8, 3)),
        ("3-5-8-chooser", "A", "no-trump", None),
        ("3-5-8-calls", "A", "hearts", None),
    ],
)
def test_misere_limits_go_with_the_deal(
    variant: str, dealer: str, called: str, limits: tuple[int, ...] | None
) -> None:
    coming = sheet(variant, pending=f"--call {called}", dealer=dealer).next
    assert coming is not None
    assert coming.deal.limits == limits


# Before the hand


@pytest.mark.parametrize(
    ("before", "opener"), [([], "A"), (["pass"], "B"), (["pass", "pass"], "C")]
)
def test_while_a_bid_is_to_come_nobody_has_a_target(before: Sequence[str], opener: str) -> None:
    coming = sheet("woburn", *before).next
    assert coming is not None
    assert coming.bidding
    assert coming.deal.number == 1
    assert coming.deal.targets is None
    assert letters([coming.deal.dealer]) == opener


def test_a_bid_settles_the_deal_before_it_is_played() -> None:
    coming = sheet("woburn", "pass", pending="--bid C=10").next
    assert coming is not None
    assert not coming.bidding
    assert coming.pending == Hand(bid=Bid(2, 10))
    assert letters([coming.deal.dealer, coming.deal.leader]) == "CA"
    assert coming.deal.targets == (4, 2, 10)


def test_there_is_no_bidding_after_hand_1() -> None:
    coming = sheet("woburn", "8 5 3 --bid A=8").next
    assert coming is not None
    assert not coming.bidding


@pytest.mark.parametrize(
    ("variant", "hands", "pending", "needs", "none"),
    [
        ("3-5-8", [], "", "", "first-hand"),
        ("3-5-8", ["8 5 3"], "", "", "nobody-up"),
        ("3-5-8", ["10 2 4"], "", "", ""),
        ("3-5-8-calls", ["9 4 3 --call hearts"], "", "", "variant"),
        ("3-5-8-chooser", ["1 10 5 --call h"], "", "suit-call", ""),
        ("3-5-8-chooser", ["1 10 5 --call h"], "--call spades", "", ""),
        ("3-5-8-chooser", ["1 10 5 --call h"], "--call no-trump", "", "call"),
        ("3-5-8-chooser", ["1 10 5 --call h"], "--call misere", "", "call"),
        ("3-5-8-chooser", ["3 8 5 --call h"], "", "", "nobody-up"),
    ],
)
def test_whether_cards_are_exchanged_and_why_not(
    variant: str, hands: Sequence[str], pending: str, needs: str, none: str
) -> None:
    coming = sheet(variant, *hands, pending=pending).next
    assert coming is not None
    assert coming.exchange_needs == needs
    assert coming.no_exchange == none
    assert bool(coming.exchange) == (none == "")


def test_only_the_hand_before_counts_for_the_exchange() -> None:
    # A was up two, but in the hand before this one everybody was on target.
    coming = sheet("3-5-8", "10 4 2", "3 8 5").next
    assert coming is not None
    assert coming.no_exchange == "nobody-up"


def test_a_passed_deal_keeps_the_exchange_and_moves_the_targets() -> None:
    # A +1, B +1, C -2: B gives first while B deals (8), but A (5) before B (3) when C does.
    played = sheet("3-5-8", "9 6 1").next
    assert played is not None
    assert steps(played.exchange) == "B gives C 1, A gives C 1"
    passed = sheet("3-5-8", "9 6 1", "pass").next
    assert passed is not None
    assert passed.deal.targets == (5, 3, 8)
    assert steps(passed.exchange) == "A gives C 1, B gives C 1"


@pytest.mark.parametrize(
    ("variant", "hands", "exchanges"),
    [
        ("3-5-8", ["10 2 4", "3 8 5"], ["", "C gives B 1, A gives B 2"]),
        ("3-5-8-calls", ["9 4 3 --call h", "3 8 5 --call h"], ["", ""]),
        ("3-5-8-chooser", ["1 10 5 --call h", "5 3 8 --call h"], ["", "B gives A 2"]),
        ("3-5-8-chooser", ["1 10 5 --call h", "5 3 8 --call nt"], ["", ""]),
        ("woburn", ["4 7 5 --bid A=8", "3 8 5"], ["", "B gives A 2, C gives A 1"]),
    ],
)
def test_every_hand_keeps_the_exchange_before_it(
    variant: str, hands: Sequence[str], exchanges: Sequence[str]
) -> None:
    assert [steps(row.exchange) for row in sheet(variant, *hands).rows] == exchanges
