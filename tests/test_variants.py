"""Every worked example of every variant file, computed from its source and not by the code."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from scorekeeper import variants
from scorekeeper.rules import rulebook
from scorekeeper.rules.examples import misses
from scorekeeper.rules.model import Example

EXAMPLES = [
    pytest.param(one, example, id=f"{one}-{number}")
    for one in variants.ids()
    for number, example in enumerate(rulebook.variant(variants.rules(one)).examples, start=1)
]
WRONG = {
    "targets": (99,), "points": (99,), "totals": (99,), "exchange": ("A B 99",),
    "winners": ("L",), "next_dealer": "L", "refused": "no such words",
}  # fmt: skip


@pytest.mark.parametrize(("one", "example"), EXAMPLES)
def test_worked_example(one: str, example: Example) -> None:
    assert misses(variants.rules(one), example) == []


@pytest.mark.parametrize("what", WRONG)
def test_an_example_that_is_wrong_is_noticed(what: str) -> None:
    rules = variants.rules("3-5-8")
    example = rulebook.variant(rules).examples[0]
    changed: dict[str, Any] = {what: WRONG[what]}
    [miss] = misses(rules, replace(example, **changed))
    assert miss.what == what


@pytest.mark.parametrize(
    ("hands", "refused", "got"),
    [
        ([{"tricks": "8 5 4"}], "", "17 tricks, but a hand of 3-5-8 has 16"),
        ([{"tricks": "8 5 3"}], "17 tricks", ""),
        ([{"trikcs": "8 5 3"}], "", "a hand of an example has no 'trikcs'"),
        ([{"passed": True}], "", "['B']"),
    ],
)
def test_what_an_example_gets_wrong_is_told(
    hands: list[dict[str, Any]], refused: str, got: str
) -> None:
    rules = variants.rules("3-5-8")
    example = Example("", "", tuple(hands), refused=refused, winners=("B",))
    [miss] = misses(rules, example)
    assert got in str(miss.got if got != "['B']" else miss.expected)


@pytest.mark.parametrize("one", variants.ids())
def test_every_variant_has_examples_with_sources(one: str) -> None:
    examples = rulebook.variant(variants.rules(one)).examples
    assert len(examples) >= 6
    for example in examples:
        assert example.source
        stated = (example.points, example.totals, example.exchange, example.winners)
        assert example.refused or any(value is not None for value in stated)
