"""Every worked example of every variant file, computed from its source and not by the code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper import variants
from scorekeeper.errors import Refused
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Example, Hand, Match, Scoresheet, Variant
from scorekeeper.rules.notation import read_call, read_hand
from scorekeeper.rules.sheet import scoresheet

LETTERS = "ABCDEFGH"
EXAMPLES = [
    pytest.param(one, example, id=f"{one}-{number}")
    for one in variants.ids()
    for number, example in enumerate(rulebook.variant(variants.rules(one)).examples, start=1)
]


def read_example_hand(variant: Variant, players: tuple[str, ...], told: Any) -> Hand:
    if told.get("passed"):
        return Hand(passed=True)
    return read_hand(
        variant,
        players,
        told["tricks"].split(),
        call=told.get("call"),
        bid=told.get("bid"),
        maker=told.get("maker"),
        alone=told.get("alone", "").split(),
    )


def played_out(one: str, example: Example) -> Scoresheet:
    rules = variants.rules(one)
    options = rulebook.read_options(rules, example.options.items())
    variant = rulebook.variant(rules, options)
    players = tuple(LETTERS[: variant.seats])
    hands = tuple(read_example_hand(variant, players, told) for told in example.hands)
    match = Match(variant, players, hands=hands)
    if example.pending:
        word, call = example.pending.split()
        assert word == "call"
        match = replace(match, pending=Hand(call=read_call(call)))
    return scoresheet(match)


@pytest.mark.parametrize(("one", "example"), EXAMPLES)
def test_worked_example(one: str, example: Example) -> None:
    if example.refused:
        with pytest.raises(Refused, match=r"^hand \d+: ") as refusal:
            played_out(one, example)
        assert example.refused in str(refusal.value)
        return
    sheet = played_out(one, example)
    last, coming = sheet.rows[-1], sheet.next
    letters = sheet.match.players
    if example.targets is not None:
        assert last.deal.targets == tuple(example.targets)
    if example.points is not None:
        assert last.points == tuple(example.points)
    if example.totals is not None:
        assert sheet.totals == tuple(example.totals)
    if example.winners is not None:
        assert [letters[seat] for seat in sheet.winners] == list(example.winners)
    if example.next_dealer is not None:
        assert coming is not None
        assert letters[coming.deal.dealer] == example.next_dealer
    if example.exchange is not None:
        assert coming is not None
        steps = [f"{letters[e.giver]} {letters[e.receiver]} {e.cards}" for e in coming.exchange]
        assert steps == list(example.exchange)


@pytest.mark.parametrize("one", variants.ids())
def test_every_variant_has_examples_with_sources(one: str) -> None:
    examples = rulebook.variant(variants.rules(one)).examples
    assert len(examples) >= 6
    for example in examples:
        assert example.source
        stated = (example.points, example.totals, example.exchange, example.winners)
        assert example.refused or any(value is not None for value in stated)
