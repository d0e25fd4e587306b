"""What holds for every match: points, exchanges and payments add up, and undo loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper import variants
from scorekeeper.errors import Refused
from scorekeeper.ledger.journal import Body, Entry, fold
from scorekeeper.rules import rulebook
from scorekeeper.rules.chances import to_win
from scorekeeper.rules.model import MISERE, Bid, Hand, Match, Option, Scoresheet, Variant
from scorekeeper.rules.notation import read_call
from scorekeeper.rules.settling import balances, payments, transfers
from scorekeeper.rules.sheet import scoresheet

from .told import ABC, game

ZERO_SUM = ["3-5-8", "woburn", "6-3-8", "9-5-2", "3-5-8-calls", "3-5-8-chooser"]
WITH_EXCHANGE = ["3-5-8", "woburn", "6-3-8", "9-5-2", "3-5-8-chooser"]

some = settings(max_examples=60, deadline=None)
few = settings(max_examples=20, deadline=None)


def values(option: Option) -> st.SearchStrategy[int | str | None]:
    words: list[int | str] = [*option.choices, *option.allowed]
    if words:
        return st.sampled_from(words)
    numbers = st.integers(option.minimum or 1, 12)
    return st.none() | numbers if option.off else numbers


@st.composite
def games(draw: st.DrawFn, names: list[str]) -> Variant:
    """A built-in variant, every option set to anything it allows."""
    rules = variants.rules(draw(st.sampled_from(names)))
    options = rulebook.variant(rules).options
    return rulebook.variant(rules, {option.name: draw(values(option)) for option in options})


@st.composite
def counts(draw: st.DrawFn, tricks: int) -> tuple[int, ...]:
    """Any way three players can share the tricks."""
    first, second = sorted(draw(st.tuples(*[st.integers(0, tricks)] * 2)))
    return first, second - first, tricks - second


@st.composite
def played_on(draw: st.DrawFn, names: list[str], most: int) -> Scoresheet:
    """A match with up to so many hands of any kind, as far as it goes."""
    variant = draw(games(names))
    sheet = scoresheet(Match(variant, ABC, dealer=draw(st.integers(0, 2))))
    for _ in range(draw(st.integers(1, most))):
        if sheet.next is not None:
            sheet = scoresheet(
                replace(sheet.match, hands=(*sheet.match.hands, draw(next_hands(sheet))))
            )
    return sheet


@st.composite
def next_hands(draw: st.DrawFn, sheet: Scoresheet) -> Hand:
    """Any hand that the rules allow next."""
    coming, variant = sheet.next, sheet.match.variant
    assert coming is not None
    if draw(st.integers(0, 9)) == 9 and variant.passing == "redeal":
        return Hand(passed=True)
    calls: tuple[str | None, ...] = (None, *variant.calls.allowed) if variant.calls else (None,)
    if coming.calls_left is not None and coming.deal.caller is not None:
        calls = coming.calls_left[coming.deal.caller]
    return Hand(
        draw(counts(variant.tricks)),
        call=draw(st.sampled_from(calls)),
        bid=draw(st.builds(Bid, st.integers(0, 2), st.integers(8, 16))) if coming.bidding else None,
        maker=draw(st.integers(0, 2)) if "maker" in variant.records else None,
    )


# Points


@some
@given(played_on(ZERO_SUM, most=6))
def test_the_points_of_every_hand_sum_to_nothing(sheet: Scoresheet) -> None:
    assert [sum(row.points) for row in sheet.rows] == [0] * len(sheet.rows)
    assert sum(sheet.totals) == 0


@some
@given(played_on([*ZERO_SUM, "cutthroat-euchre"], most=6))
def test_totals_are_the_points_so_far(sheet: Scoresheet) -> None:
    for number, row in enumerate(sheet.rows, start=1):
        so_far = [one.points for one in sheet.rows[:number]]
        assert row.totals == tuple(sum(points) for points in zip(*so_far, strict=True))


# The exchange


@settings(max_examples=150, deadline=None)
@given(played_on(WITH_EXCHANGE, most=3), st.sampled_from(["hearts", "spades"]))
def test_nobody_exchanges_more_than_they_are_up_or_down(sheet: Scoresheet, called: str) -> None:
    if not sheet.rows or sheet.next is None:
        return
    pending = Hand(call=read_call(called))
    coming = scoresheet(replace(sheet.match, pending=pending)).next
    assert coming is not None
    points = sheet.rows[-1].points
    given_away, received = [0, 0, 0], [0, 0, 0]
    for step in coming.exchange:
        assert step.cards > 0
        given_away[step.giver] += step.cards
        received[step.receiver] += step.cards
    exchange = sheet.match.variant.exchange
    assert exchange is not None
    cap = exchange.parameters.get("cap")
    for seat in range(3):
        up, down = max(points[seat], 0), max(-points[seat], 0)
        if cap is None:
            assert (given_away[seat], received[seat]) == (up, down)
        else:
            assert given_away[seat] <= min(up, cap)
            assert received[seat] <= min(down, cap)
    targets = coming.deal.targets
    assert targets is not None
    order = [(-targets[step.giver], targets[step.receiver]) for step in coming.exchange]
    assert order == sorted(order)


# Undo and redo

steps = st.sampled_from(
    [
        ("hand", {"tricks": [8, 5, 3]}),
        ("hand", {"tricks": [4, 6, 6], "call": "hearts", "note": "x"}),
        ("hand", {"tricks": [9, 4, 3], "bid": [2, 9], "maker": 1, "alone": [1]}),
        ("passed", {}),
        ("call", {"call": "spades"}),
        ("bid", {"bid": [1, 10]}),
        ("match", {"dealer": 2, "stake": "0.10", "options": {"goal": 7}}),
        ("match", {"seats": [2, 0, 1]}),
        ("paid", {"owed": [1, 0, -1], "batch": "x"}),
        ("insert", {"before": None, "tricks": [16, 0, 0]}),
        ("insert", {"before": None, "passed": True}),
        ("abandon", {}),
        ("reopen", {}),
        ("start", {"players": ["c", "b", "a"], "rules": "#2", "dealer": 1, "options": {}}),
        ("undo", {}),
        ("redo", {}),
    ]
)


def journal(*facts: tuple[str, Body]) -> list[Entry]:
    """A journal of these facts, leaving out each undo and redo for which there is nothing."""
    start = {"players": ["a", "b", "c"], "rules": "#1", "dealer": 0, "options": {}}
    told = [Entry(1, "start", start, "2026-11-28T20:00:00Z")]
    for kind, body in facts:
        before = fold(told)
        if (kind != "undo" or before.undoable) and (kind != "redo" or before.redoable):
            told.append(Entry(len(told) + 1, kind, body, f"2026-11-28T20:{len(told):02}:00Z"))
    return told


def more(told: list[Entry], kind: str, times: int) -> list[Entry]:
    at = len(told) + 1
    return [*told, *(Entry(at + i, kind, {}, "2026-11-28T23:00:00Z") for i in range(times))]


@some
@given(
    st.lists(steps, max_size=12),
    st.lists(steps.filter(lambda fact: fact[0] not in ("undo", "redo")), min_size=1, max_size=6),
)
def test_undo_takes_back_and_redo_brings_back_at_every_depth(
    before: list[tuple[str, Body]], after: list[tuple[str, Body]]
) -> None:
    depth = len(after)
    states = [fold(journal(*before, *after[:told])) for told in range(depth + 1)]
    whole = journal(*before, *after)
    for times in range(1, depth + 1):
        undone = fold(more(whole, "undo", times))
        assert replace(undone, redoable=()) == replace(states[depth - times], redoable=())
        assert undone.redoable == tuple(reversed(whole[-times:]))
        brought_back = fold(more(more(whole, "undo", times), "redo", times))
        assert brought_back == states[depth]


@some
@given(st.lists(steps, max_size=12))
def test_a_journal_at_any_time_holds_all_that_can_be_undone_or_redone(
    facts: list[tuple[str, Body]],
) -> None:
    told = journal(*facts)
    record = fold(told)
    assert fold([told[0], *record.undoable]) == replace(record, redoable=())
    assert not set(map(id, record.undoable)) & set(map(id, record.redoable))


# Payments


@st.composite
def owed_by_all(draw: st.DrawFn, most: int) -> tuple[int, ...]:
    owed = draw(st.lists(st.integers(-9, 9), min_size=1, max_size=most - 1))
    return (*owed, -sum(owed))


def most_groups(owed: list[int]) -> int:
    """Into how many groups that each sum to 0 these can be divided, by trying everything."""
    best = 1 if owed else 0
    for size in range(1, len(owed)):
        # The group of the first: itself and any of the others.
        for chosen in combinations(range(1, len(owed)), size - 1):
            if owed[0] + sum(owed[i] for i in chosen) == 0:
                rest = [owed[i] for i in range(1, len(owed)) if i not in chosen]
                best = max(best, 1 + most_groups(rest))
    return best


@settings(max_examples=150, deadline=None)
@given(owed_by_all(most=8))
def test_payments_settle_every_balance_and_are_as_few_as_possible(owed: tuple[int, ...]) -> None:
    paid = payments(owed)
    rest = list(owed)
    for payment in paid:
        assert payment.points > 0
        assert owed[payment.payer] < 0 < owed[payment.payee]
        rest[payment.payer] += payment.points
        rest[payment.payee] -= payment.points
    assert rest == [0] * len(owed)
    involved = [points for points in owed if points]
    assert len(paid) == len(involved) - most_groups(involved)
    assert len(paid) <= len(owed) - 1


@few
@given(owed_by_all(most=16))
def test_any_number_of_people_is_settled(owed: tuple[int, ...]) -> None:
    rest = list(owed)
    for payer, payee, points in transfers(owed):
        assert points > 0
        rest[payer] += points
        rest[payee] -= points
    assert rest == [0] * len(owed)
    assert len(transfers(owed)) <= len(owed) - 1


@some
@given(st.lists(st.integers(0, 20), min_size=2, max_size=6).map(tuple))
def test_everybody_pays_everybody_ahead_the_difference(totals: tuple[int, ...]) -> None:
    owed = [0] * len(totals)
    for one in range(len(totals)):
        for other in range(len(totals)):
            if totals[other] > totals[one]:
                owed[one] -= totals[other] - totals[one]
                owed[other] += totals[other] - totals[one]
    table = replace(game("points"), seats=len(totals))
    assert balances(table, totals) == tuple(owed)


# The winning counts


def outcomes(sheet: Scoresheet, calls: list[str | None]) -> Iterator[tuple[Hand, tuple[int, ...]]]:
    """Every hand that may come next, with those who win by it, told by the score sheet."""
    tricks = sheet.match.variant.tricks
    makers = [0, 1, 2] if "maker" in sheet.match.variant.records else [None]
    for call in calls:
        for maker in makers:
            for alone in [()] if maker is None else [(), (0,), (1,), (2,)]:
                for a in range(tricks + 1):
                    for b in range(tricks + 1 - a):
                        hand = Hand((a, b, tricks - a - b), call=call, maker=maker, alone=alone)
                        hands = (*sheet.match.hands, hand)
                        # Whoever sits out can't take a trick, and the score sheet says so.
                        with suppress(Refused):
                            yield hand, scoresheet(replace(sheet.match, hands=hands)).winners


@few
@given(played_on(["3-5-8", "6-3-8", "9-5-2", "3-5-8-calls", "3-5-8-chooser"], most=5))
def test_winning_counts_agree_with_playing_every_hand_out(sheet: Scoresheet) -> None:
    coming = sheet.next
    if coming is None or coming.bidding:
        assert to_win(sheet) == ()
        return
    calls: list[str | None] = [None]
    if coming.calls_left is not None:
        assert coming.deal.caller is not None
        left = coming.calls_left[coming.deal.caller]
        calls = [*[call for call in left if call != MISERE][:1], *({MISERE} & set(left))]
    found = {(chance.seat, chance.at_most): chance for chance in to_win(sheet)}
    for at_most in (False, True):
        hands = [
            (hand, winners)
            for hand, winners in outcomes(sheet, calls)
            if (hand.call == MISERE) == at_most
        ]
        for seat in range(3):
            enough = [hand.counts[seat] for hand, winners in hands if seat in winners]
            if not enough:
                assert (seat, at_most) not in found
                continue
            short = [hand.counts[seat] for hand, winners in hands if seat not in winners]
            chance = found[seat, at_most]
            all_tricks = range(sheet.match.variant.tricks + 1)
            if at_most:
                assert chance.tricks == max(enough)
                safe = [took for took in all_tricks if took < min(short, default=99)]
                assert chance.sure == (max(safe) if safe else None)
            else:
                assert chance.tricks == min(enough)
                safe = [took for took in all_tricks if took > max(short, default=-1)]
                assert chance.sure == (min(safe) if safe else None)


@few
@given(played_on(["cutthroat-euchre"], most=8))
def test_winning_counts_of_euchre_agree_with_playing_every_hand_out(sheet: Scoresheet) -> None:
    if sheet.next is None:
        assert to_win(sheet) == ()
        return
    fewest: dict[tuple[int, str], int] = {}
    for hand, winners in outcomes(sheet, [None]):
        assert hand.maker is not None
        for seat in winners:
            maker_alone = hand.alone == (hand.maker,)
            if seat == hand.maker:
                part, took = "lone maker" if maker_alone else "maker", hand.counts[seat]
            else:
                took = 5 - hand.counts[hand.maker]
                part = "lone defender" if hand.alone and not maker_alone else "defenders"
            fewest[seat, part] = min(took, fewest.get((seat, part), 99))
    plain = {"lone maker": "maker", "lone defender": "defenders"}
    worth_telling = {
        (seat, part): took
        for (seat, part), took in fewest.items()
        if part not in plain or took < fewest.get((seat, plain[part]), 99)
    }
    assert {(c.seat, c.part): c.tricks for c in to_win(sheet)} == worth_telling
