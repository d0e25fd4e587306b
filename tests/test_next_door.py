"""What the games next door need of the rules: sides, bids, extras, sizes, the lowest that wins."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper import variants
from scorekeeper.errors import Refused
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Hand, Match, Scoresheet
from scorekeeper.rules.notation import read_hand, write_hand
from scorekeeper.rules.sheet import check_next, scoresheet

from .conftest import Ran, Runner
from .told import LETTERS, game, hand


def table(
    name: str,
    *hands: str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    pending: str = "",
    dealer: int = 0,
) -> Scoresheet:
    """The score sheet of a match of A, B, C …, clockwise."""
    settled = game(name, options)
    if seats is not None:
        rules = variants.rules(name)
        settled = rulebook.variant(
            rules, rulebook.read_options(rules, (options or {}).items()), seats
        )
    players = tuple(LETTERS[: settled.seats])
    told: list[Hand] = []
    for words in hands:
        number = 1 + sum(not one.passed for one in told)
        told.append(hand(settled, words, players, number))
    match = Match(settled, players, dealer, tuple(told))
    return scoresheet(replace(match, pending=hand(settled, pending, players, len(told) + 1)))


REFUSED: list[tuple[str, int | None, dict[str, Any], Sequence[str], str]] = [
    # game, seats, options, hands, what is said of the last
    ("euchre", None, {}, ["3 3 --maker A"], "6 tricks, but a hand of euchre has 5"),
    ("euchre", None, {}, ["3 1 1 --maker A"], "3 counts for 2 sides"),
    (
        "euchre",
        None,
        {},
        ["3 --maker A --alone C"],
        "only the maker plays alone in euchre: that is",
    ),
    ("euchre-two-handed", None, {}, ["5 --maker A --alone A"], "nobody plays alone in euchre-two"),
    ("euchre", None, {"all_pass": "dealer-names"}, ["pass"], "the dealer has to name a suit"),
    ("bid-whist", None, {}, ["pass"], "the dealer has to bid: record the hand, with --bid"),
    ("bid-whist", None, {}, ["9 --call uptown"], "who won the bidding"),
    ("bid-whist", None, {}, ["9 --bid A=4"], "what was called"),
    ("bid-whist", None, {}, ["9 --bid A=2 --call uptown"], "the bids are 3, 4, 5, 6, 7"),
    ("bid-whist", None, {}, ["0 --bid A=4 --call uptown"], "the buried kitty is a book"),
    ("bid-whist", None, {}, ["9 --bid A=4 --bid B=5 --call uptown"], "several bids"),
    ("bid-whist", None, {}, ["9 --bid A=4 --call uptown --maker A"], "there is no maker"),
    ("five-hundred", None, {}, ["7 --bid A=7 --call misere"], "7 misere is no bid"),
    ("five-hundred", None, {}, ["7 --bid A=0 --call clubs"], "0 clubs is no bid"),
    ("whist", None, {}, ["pass"], "nobody passes in whist"),
    ("whist", None, {}, ["7 --tell honours=A"], "whist has no 'honours' to tell: leave --tell out"),
    (
        *("whist", None, {"honours": "count"}),
        *(["7 --tell four-honours=A --tell three-honours=B"], "can't both be: leave one out"),
    ),
    ("oh-hell", None, {}, ["3 3 4 0"], "what did A and B and C and D bid"),
    ("oh-hell", None, {}, ["3 3 4 0 --bid 1,2,_,0"], "what did C bid"),
    ("oh-hell", None, {}, ["3 3 4 0 --bid 11,0,0,0"], "A can't bid 11: bid 0 to 10"),
    ("oh-hell", None, {}, ["3 3 4 0 --bid 1,2,3,4"], "A bids last and has to bid something else"),
    ("oh-hell", None, {}, ["3 3 4 0 --bid 1,2,3"], "what did D bid"),
    ("oh-hell", None, {}, ["3 3 4 0 --bid A=1 --bid A=2"], "A is counted twice"),
    (
        "oh-hell",
        None,
        {},
        ["3 3 4 0 --bid 1,2,3,0", "3 3 4 --bid 0,0,0,0"],
        "10 tricks, but a hand",
    ),
    ("3-5-8", None, {}, ["8 5 3 --tell jack=A"], "3-5-8 has no 'jack' to tell: leave --tell out"),
    ("spades", None, {}, ["4 3 3 3 --bid 1,1,1,1 --tell blind=A"], "blind is for a bid of nothing"),
    ("hearts", None, {"jack": "on"}, ["26 0 0 0"], "jack is missing: add --tell jack=…"),
    ("hearts", None, {"jack": "on"}, ["26 0 0 0 --tell jack"], "jack: what is it"),
    ("hearts", None, {"jack": "on"}, ["26 0 0 0 --tell jack=nobody"], "nobody here is called"),
    ("hearts", None, {}, ["27 -1 0 0"], "nobody can take fewer than 0 points"),
    ("hearts", None, {}, ["20 0 0 0"], "20 points, but a hand of hearts has 26"),
    (
        *("knaves", None, {}),
        *(["17 0 0 -t h=B -t d=A -t c=A -t s=A"], "hearts: B took no trick"),
    ),
    (
        *("knaves", None, {}),
        *(["6 6 5 -t h=nobody -t d=nobody -t c=A -t s=A"], "only one card is turned up"),
    ),
    ("ninety-nine", None, {}, ["3 3 3 --bid 3,3,3 -t decl=A -t rev=B"], "can't both be"),
    ("buck-euchre", None, {}, ["3 2 0 0 --maker A -t out=A"], "the maker can't drop out"),
    (
        "buck-euchre",
        None,
        {},
        ["3 2 0 0 -t out=D"],
        "who was the maker?: add it, as in --maker A; without one the call is clubs or no-trump",
    ),
    ("buck-euchre", None, {}, ["3 1 1 0 --maker A -t out=C"], "who dropped out takes no tricks"),
    ("buck-euchre", None, {}, ["3 2 0 0 --call clubs -t out=D"], "nobody may drop out of a hand"),
    ("buck-euchre", None, {}, ["pass"], "it is played at no-trump: record the hand"),
    ("blato", None, {}, ["pass", "pass"], "C has passed before: everybody may pass once"),
    ("skat", None, {}, ["74 46 --bid B=18 --call hearts -t m=1"], "2 counts: type what the maker"),
    ("skat", None, {}, ["121 --bid B=18 --call hearts -t m=1"], "121 points, but a hand of skat"),
    ("skat", None, {}, ["119 --bid B=18 --call hearts -t m=1"], "119 card points can't be"),
    ("skat", None, {}, ["74 --bid B=18 --call hearts"], "how many matadors"),
    ("skat", None, {}, ["74 --bid B=18 --call hearts -t m=12"], "a number from 1 to 11"),
    ("skat", None, {}, ["74 --bid B=18 --call hearts -t m=x"], "'x' is no number"),
    ("skat", None, {}, ["74 --bid B=18 --call grand -t m=5"], "grand has four matadors at most"),
    ("skat", None, {}, ["74 --bid B=18 --call h -t m=1 -t schwarz-m"], "not every trick, and not"),
    (
        "skat",
        None,
        {},
        ["74 --bid B=18 --call h -t m=1 -t hand=no"],
        "hand is told without a value",
    ),
    (
        "skat",
        None,
        {},
        ["74 --bid B=18 --call h -t m=1 -t sch"],
        "did you mean schneider or schwarz",
    ),
    ("skat", None, {}, ["0 --bid B=18 --call null -t m=1"], "matadors can't be in null"),
    ("skat", None, {}, ["11 --bid B=18 --call null"], "11 tricks can't be in null"),
    ("skat", None, {}, ["0 --bid B=30 --call null"], "null is worth 23, less than the bid of 30"),
    ("skat", 4, {}, ["74 --bid A=18 --call h -t m=1"], "A deals and sits out"),
    ("points", 2, {}, ["5"], "the points of B are missing: type every count"),
    ("points", 2, {"sum": 0}, ["5 5"], "10 points, but a hand of points has 0"),
    ("points", 2, {}, ["5 +x"], "'+x' is no number of points"),
]


@pytest.mark.parametrize(("name", "seats", "options", "hands", "said"), REFUSED)
def test_what_cannot_be_is_refused(
    name: str, seats: int | None, options: dict[str, Any], hands: Sequence[str], said: str
) -> None:
    with pytest.raises(Refused) as refusal:
        table(name, *hands, seats=seats, options=options)
    assert said in str(refusal.value)


def test_only_the_games_in_which_everybody_bids_take_everybodys_bids() -> None:
    so_far = table("whist")
    with pytest.raises(Refused, match="not everybody bids in whist: tell the winning bid alone"):
        check_next(so_far, Hand((7, 6), bids=(1, 2, 3, 4)))


def test_an_extra_that_no_rule_knows_is_refused() -> None:
    with pytest.raises(Refused, match="3-5-8 has no 'jack' to tell: leave --tell out"):
        check_next(table("3-5-8"), Hand((8, 5, 3), extras={"jack": (0,)}))


def test_partners_count_and_score_together() -> None:
    row = table("euchre", "d=5 --maker B").rows[0]
    assert row.took == (0, 5, 0, 5)
    assert row.points == (0, 2, 0, 2)
    # A side is named by either of its players.
    assert table("euchre", "c=3 --maker A").rows[0].took == (3, 2, 3, 2)


@pytest.mark.parametrize(
    ("words", "leader"),
    [
        ("3 --maker A", "B"),  # left of the dealer
        ("3 --maker B --alone B", "B"),
        ("3 --maker A --alone A", "B"),
        ("3 --maker D --alone D", "C"),  # B sits out: the next to the left
    ],
)
def test_among_partners_the_lead_stays_with_eldest_unless_eldest_sits_out(
    words: str, leader: str
) -> None:
    lead = table("euchre", words).rows[0].deal.leader
    assert lead is not None
    assert LETTERS[lead] == leader


def test_a_count_is_worked_out_for_a_side() -> None:
    assert table("whist", "8").rows[0].took == (8, 5, 8, 5)


@pytest.mark.parametrize(
    ("seats", "sizes"),
    [(4, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3]), (6, [8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5])],
)
def test_hands_change_size(seats: int, sizes: list[int]) -> None:
    hands = [
        " ".join([str(size), *["0"] * (seats - 1)]) + " --bid " + ",".join(["0"] * seats)
        for size in sizes
    ]
    hands[sizes.index(1)] = (
        " ".join(["1", *["0"] * (seats - 1)]) + " --bid " + ",".join("1" * seats)
    )
    assert [row.deal.tricks for row in table("oh-hell", *hands, seats=seats).rows] == sizes


@pytest.mark.parametrize(
    ("sequence", "sizes"),
    [("down-up", (3, 2, 1, 2, 3)), ("up-down", (1, 2, 3, 2, 1)), ("down", (3, 2, 1))],
)
def test_sequences_of_hands(sequence: str, sizes: tuple[int, ...]) -> None:
    assert game("oh-hell", {"sequence": sequence, "most": 3}).sizes == sizes


def test_a_match_of_changing_hands_ends_after_the_last() -> None:
    hands = ["0 2 0 0 --bid 0,0,0,0", "0 1 0 0 --bid 1,1,0,0"]
    so_far = table("oh-hell", *hands, options={"sequence": "down", "most": 2})
    assert so_far.decided_at == 2
    # A took nothing twice, having bid 0 and 1; C and D bid 0 and took nothing twice.
    assert so_far.totals == (10, 11, 20, 20)
    assert [LETTERS[seat] for seat in so_far.winners] == ["C", "D"]


def test_the_lowest_total_wins_and_pays_least() -> None:
    over = table("hearts", "20 6 0 0", options={"goal": 20})
    assert [LETTERS[seat] for seat in over.winners] == ["C", "D"]
    # A pays 14 to B and 20 each to C and D; B pays 6 each to C and D.
    owed = {(LETTERS[p.payer], LETTERS[p.payee]): p.points for p in over.settlement}
    assert sum(points for (payer, _), points in owed.items() if payer == "A") == 54
    assert sum(points for (_, payee), points in owed.items() if payee == "C") == 26


def test_counting_down_begins_at_the_start() -> None:
    so_far = table("buck-euchre", "3 1 1 0 --maker A")
    assert so_far.totals == (22, 24, 24, 30)


def test_the_direction_of_play_moves_deal_lead_and_targets() -> None:
    so_far = table("2-3-5", "2 3 5")
    assert so_far.rows[0].deal.targets == (2, 3, 5)
    assert so_far.next is not None
    assert LETTERS[so_far.next.deal.dealer] == "C"
    clockwise = table("2-3-5", "2 5 3", options={"direction": "clockwise"})
    assert clockwise.next is not None
    assert LETTERS[clockwise.next.deal.dealer] == "B"


def test_a_pass_that_is_a_call_leaves_the_deal_where_it_was() -> None:
    so_far = table("blato", "pass")
    assert so_far.next is not None
    assert LETTERS[so_far.next.deal.dealer] == "A"
    assert not so_far.next.may_pass


def test_a_passed_deal_counts_in_a_series_of_skat() -> None:
    over = table("skat", "74 --bid B=18 --call h -t m=1", "pass", options={"hands": 2})
    assert [LETTERS[seat] for seat in over.winners] == ["B"]
    assert table("skat", "pass", options={"hands": 1}).winners == ()


def test_bids_may_be_told_piece_by_piece() -> None:
    coming = table("oh-hell", pending="--bid B=2").next
    assert coming is not None
    assert coming.pending.bids == (None, 2, None, None)


WRITTEN = [
    ("oh-hell", Hand((3, 3, 4, 0), bids=(1, None, 2, 0)), "3 3 4 0 --bid 1,_,2,0"),
    ("points", Hand((-5, 17, 0, 3)), "-5 17 0 3"),
    (
        "skat",
        Hand((74,), extras={"matadors": 2, "hand": True}),
        "74 --tell matadors=2 --tell hand",
    ),
    (
        "spades",
        Hand((4, 3, 3, 3), extras={"blind": (0, 2)}),
        "4 3 3 3 --tell blind=A --tell blind=C",
    ),
    ("knaves", Hand((6, 6, 5), extras={"hearts": ()}), "6 6 5 --tell hearts=nobody"),
]


@pytest.mark.parametrize(("name", "told", "words"), WRITTEN)
def test_what_is_written_is_read_back(name: str, told: Hand, words: str) -> None:
    variant = game(name)
    players = tuple(LETTERS[: variant.seats])
    assert write_hand(told, players) == words
    counts, *options = words.split(" --")
    read: dict[str, Any] = {"bid": [], "tell": []}
    for option in options:
        key, value = option.split()
        read[key].append(value)
    assert read_hand(variant, players, counts.split(), **read) == told


def test_a_house_may_count_partners_one_by_one() -> None:
    rules = rulebook.overlaid(variants.rules("euchre"), {"counted": "seats"})
    settled = rulebook.variant(rules)
    told = hand(settled, "1 0 2 2 --maker A", LETTERS[:4])
    row = scoresheet(Match(settled, tuple(LETTERS[:4]), hands=(told,))).rows[0]
    assert row.points == (1, 0, 1, 0)


def test_a_call_may_be_known_before_the_bid_is_told() -> None:
    coming = table("five-hundred", pending="--call hearts").next
    assert coming is not None
    check_next(table("five-hundred"), coming.pending)


def test_bids_told_bit_by_bit_come_together(sk: Runner) -> None:
    sk("new", "oh-hell", "Ann", "Bob", "Cy", "-o", "most=3")
    sk("bid", "1", "_", "0")
    sk("bid", "bob=1")
    ran = sk("bid", "cy", "2")
    assert "Ann 1 · Bob 1 · Cy 2; 4 bid, 3 to be taken." in ran.out
    sk("hand", "1", "1", "1")
    assert [line.split(maxsplit=3)[3] for line in sk("log").out.splitlines()[1:]] == [
        "bid 1 _ 0",
        "bid _ 1 _",
        "bid _ _ 2",
        "hand 1 1 1",
    ]
    played = json.loads(sk("score", "--json").out)["hands"][0]
    assert played["bids"] == {"Ann": 1, "Bob": 1, "Cy": 2}


def test_partners_are_not_parted_once_their_tricks_are_counted_together(sk: Runner) -> None:
    sk("new", "whist", "Ann", "Bob", "Cy", "Di")
    sk("hand", "8", "5")
    ran = sk("match", "edit", "--seats", "Ann,Cy,Bob,Di", "-y")
    assert ran.err.startswith(
        "scorekeeper: that parts partners, whose tricks were counted together"
    )
    assert sk("match", "edit", "--seats", "Bob,Ann,Di,Cy", "-y").status == 0
    assert json.loads(sk("score", "--json").out)["hands"][0]["tricks"] == {"Bob": 5, "Ann": 8}


def test_what_was_told_besides_can_be_taken_away(sk: Runner) -> None:
    sk("new", "skat", "Ann", "Bob", "Cy")
    sk("hand", "74", "-b", "bob=18", "-c", "hearts", "-t", "m=1", "-t", "hand")
    assert sk("edit", "1", "-t", "none", "-y").status == 1
    assert sk("edit", "1", "-t", "m=2", "-y").status == 0
    told = json.loads(sk("score", "--json").out)["hands"][0]["extras"]
    assert told == {"matadors": 2, "hand": True}
    assert sk("edit", "1", "-t", "none", "-t", "m=1", "-y").status == 0
    assert json.loads(sk("score", "--json").out)["hands"][0]["extras"] == {"matadors": 1}


# At the table


def play(sk: Runner, *lines: str) -> Ran:
    """These command lines, one after the other, all but the last successful; the last."""
    for line in lines:
        ran = sk(*shlex.split(line))
        assert ran.status == 0 or line is lines[-1], ran.err
    return ran


SIDES = [
    # a row of a sheet for four partners, what the sides took or what is said
    ("3,2,,,A", (3, 2)),
    (",,3,2,A", (3, 2)),
    ("2,1,1,1,A", (3, 2)),  # everybody's own tricks
    ("3,_,,,A", (3, 2)),
    ("3,2,1,4,A", "10 tricks, but a hand of euchre has 5"),
    ("3,2,3,_,A", "8 tricks, but a hand of euchre has 5"),
]


@pytest.mark.parametrize(("row", "took"), SIDES)
def test_sheets_of_partners(sk: Runner, tmp_path: Path, row: str, took: object) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(f"A,B,C,D,maker\n{row}\n", encoding="utf-8")
    ran = sk("import", str(file), "--game", "euchre")
    if isinstance(took, str):
        assert took in ran.err
    else:
        told = json.loads(sk("show", "1", "--json").out)["hands"][0]["tricks"]
        assert tuple(told.values()) == took


def test_what_is_told_of_the_maker_alone_is_the_makers(sk: Runner, tmp_path: Path) -> None:
    hand = "--bid ida=20 --call hearts -t mat=1"
    ran = play(sk, "new skat Ida Jo Kim", f"hand jo=40 {hand}")
    assert ran.err == (
        "scorekeeper: 'jo' is not told as the maker: type what the maker took alone\n"
    )
    assert play(sk, f"hand ida=80 {hand}").status == 0
    file = tmp_path / "sheet.csv"
    for row, status in (("80,,", 0), (",40,", 1)):
        file.write_text(
            f"Ida,Jo,Kim,bid,call,tell\n{row},Ida=20,hearts,matadors=1\n", encoding="utf-8"
        )
        assert sk("import", str(file), "--game", "skat").status == status
    told = json.loads(sk("export", "1").out)
    told["hands"][0]["points"] = {"Jo": 80}
    (tmp_path / "x.jsonl").write_text(json.dumps(told), encoding="utf-8")
    assert "points must hold the maker alone" in sk("import", str(tmp_path / "x.jsonl")).err


def test_a_maker_is_not_forgotten(sk: Runner) -> None:
    ran = play(sk, "new buck-euchre A B C D", "hand 2 1 1 1 --call spades")
    assert (
        "who was the maker?: add it, as in --maker A; without one the call is clubs or" in ran.err
    )
    assert play(sk, "hand 2 1 1 1 --call clubs").status == 0


def test_odd_names_survive_a_sheet(sk: Runner, tmp_path: Path) -> None:
    play(
        sk,
        "new knaves 'Mary Ann' Bob 'Jo, Lee'",
        "hand 6 6 5 -t h=Mary -t 'd=Jo, Lee' -t c=Bob -t s=Mary",
    )
    told = json.loads(sk("score", "--json").out)["hands"][0]["extras"]
    file = str(tmp_path / "sheet.csv")
    play(sk, f"export 1 -f sheet -o {file}", f"import {file} --game knaves")
    assert json.loads(sk("show", "2", "--json").out)["hands"][0]["extras"] == told


def test_points_to_begin_with_are_not_scored(sk: Runner) -> None:
    play(sk, "new buck-euchre A B C D -o start=5", "hand 5 0 0 0 --maker A -t out=B,C")
    # A: five tricks are five off. D stayed in without a trick: five on.
    assert "Points      −5 in 1 hand, −5.00 a hand" in sk("stats", "A").out
    told = json.loads(sk("standings", "--by", "points", "--json").out)
    assert [(one["player"], one["points"]) for one in told] == [
        ("A", -5), ("B", 0), ("C", 0), ("D", 5)
    ]  # fmt: skip


def test_the_figure_that_decides_is_shown_when_games_of_both_kinds_are_counted(sk: Runner) -> None:
    play(sk, "new hearts A B C D -o goal=20", "hand 20 6 0 0", "new points A B C D -o rounds=1")
    play(sk, "hand 30 5 0 0")
    told = json.loads(sk("standings", "--by", "points", "--json").out)
    # Points less those of Hearts: 30 - 20, 5 - 6, nothing.
    assert [(one["player"], one["points"]) for one in told] == [
        ("A", 10), ("C", 0), ("D", 0), ("B", -1)
    ]  # fmt: skip
    assert "count against" in sk("standings", "--by", "points").out
    assert "count against" in sk("stats", "A").out
    only = json.loads(sk("standings", "--by", "points", "--variant", "hearts", "--json").out)
    assert [(one["player"], one["points"]) for one in only] == [
        ("C", 0), ("D", 0), ("B", 6), ("A", 20)
    ]  # fmt: skip
    against = json.loads(sk("stats", "C", "--variant", "hearts", "--json").out)["against"]
    assert {one["player"]: one["points"] for one in against} == {"A": 20, "B": 6, "D": 0}


def test_a_hand_of_points_tells_no_tricks_in_the_statistics(sk: Runner) -> None:
    play(sk, "new hearts A B C D", "hand 20 6 0 0")
    assert "Worst hand  +20 as dealer: #1 hand 1, " in sk("stats", "A").out


BIDS = [
    ("new spades A B C D", "hand 3 3 4 3 --bid '3 3 3 nil'", ""),
    ("new spades A B C D", "hand 3 3 4 3 --bid 3 3 3 3", "bids are one word, as in --bid 1,0,2,1"),
    ("new five-hundred A B C D", "bid a 8 hearts", ""),
    ("new skat A B C D", "bid a 18", "A deals and sits out: name one of the others"),
    ("new skat A B C", "bid b 19", "the bids are 18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44"),
    ("new oh-hell A B C", "bid _ _ _", "that tells nothing new: `undo` takes a bid back"),
    ("new oh-hell A B C -o most=18", "", "these options can't be: sizes.most: 17 at the most"),
    ("new blato A B C", "call pass", "a pass is no call: `pass` records it"),
    ("new whist A B C D", "hand 6 7 0 0", "partners have one count together, as in 8 5"),
    ("new ninety-nine A B C", "hand 3 3 3 -b 3,3,3 -t d=a -t d=b", "declared is told twice"),
]


@pytest.mark.parametrize(("begun", "typed", "said"), BIDS)
def test_what_people_type_of_bids(sk: Runner, begun: str, typed: str, said: str) -> None:
    ran = play(sk, *filter(None, (begun, typed)))
    assert said in ran.err
    assert ran.status == bool(said)


def test_a_bid_and_a_call_in_one_go(sk: Runner) -> None:
    play(sk, "new five-hundred Ann Bob Cy Di", "bid ann 8 hearts", "hand 8")
    assert "bid Ann 8 hearts" in sk("log").out
    assert json.loads(sk("score", "--json").out)["result"]["totals"]["Ann"] == 300


def test_what_changes_is_told_from_what_held(sk: Runner) -> None:
    ran = play(sk, "new euchre A B C D", "match edit -o goal=5 -y")
    assert "goal: 10 → 5" in ran.out


def test_a_correction_that_changes_nothing_is_not_written(sk: Runner) -> None:
    play(sk, "new euchre A B C D", "hand 3 2 --maker A")
    ran = sk("edit", "1", "--maker", "A")
    assert (ran.out, ran.status) == ("Nothing changes.\n", 0)
    assert len(sk("log").out.splitlines()) == 2


def test_a_strike_that_leaves_impossible_hands_says_so(sk: Runner) -> None:
    ran = play(
        sk,
        "new wizard A B C",
        "hand 1 0 0 --bid 0,0,0",
        "hand 1 1 0 --bid 1,1,0",
        "strike 1 -y",
    )
    assert ran.err == (
        "scorekeeper: that can't stand: hand 1: 2 tricks, but a hand of wizard has 1:"
        " put the hands that follow right first\n"
    )


def test_partners_in_other_seats_are_the_same_winners(sk: Runner) -> None:
    play(sk, "new euchre A B C D -o goal=1", "hand 2 3 --maker A")
    assert "Winner" not in sk("match", "edit", "--seats", "A,D,C,B", "-y").out


def test_twelve_players_fit_a_telephone(sk: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    names = " ".join(f"Player{letter}" for letter in LETTERS)
    play(sk, f"new points {names}", "hand " + " ".join(["1234"] * 12))
    monkeypatch.setenv("COLUMNS", "40")
    lines = sk("score").out.splitlines()
    assert "PlayerA: +1234 = +1234" in lines
    assert max(map(len, lines)) <= 40


def test_the_card_of_spades_tells_the_bags_and_the_order(sk: Runner) -> None:
    play(sk, "new spades Ann Bob Cy Di -o goal=200", "hand 7 0 6 0 --bid 3,1,3,1")
    told = sk("next").out
    assert "Bags    Ann & Cy 7 bags · Bob & Di 0 bags; every 10 cost 100." in told
    assert "Type them in the order Ann, Bob, Cy, Di, as in `bid 1 0 2 1`" in told
    assert "To win  200 points or more, and the most." in told
    play(sk, "hand 4 3 3 3 --bid 2,3,2,2")
    # Three more bags are ten: gone, at a cost. B and D took what they bid together and one more.
    assert "Ann & Cy 0 bags · Bob & Di 1 bag;" in sk("next").out


def test_points_that_are_not_named_stay_as_they_were(sk: Runner) -> None:
    play(sk, "new points Ann Bob Cy", "hand 5 6 7", "edit 1 bob=16 -y")
    assert json.loads(sk("score", "--json").out)["hands"][0]["points"] == {
        "Ann": 5, "Bob": 16, "Cy": 7
    }  # fmt: skip


@pytest.mark.parametrize(
    ("names", "ways"),
    [
        ("A B C D", ["to the left", "to the right", "across", "No cards", "to the left"]),
        ("A B C", ["to the left", "to the right", "No cards", "to the left"]),
    ],
)
def test_cards_are_passed_another_way_each_hand(sk: Runner, names: str, ways: list[str]) -> None:
    play(sk, f"new hearts {names}")
    for way in ways:
        told = next(line for line in sk("next").out.splitlines() if line.startswith("Pass"))
        assert way in told
        play(sk, "hand 8 9 9" + " 0" * (len(names.split()) - 3))
