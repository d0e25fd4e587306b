"""The match document: what other programs can rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .conftest import Ran, Runner, scorekeeper

# The example of the manual's contract, with its arithmetic done by hand: Ann chose and took 10 of
# 8, Bob 1 of 5, Cy 5 of 3.
MATCH: dict[str, Any] = {
    "format": "scorekeeper/1",
    "id": "019a0000-0000-7000-8000-000000000358",
    "variant": "3-5-8-chooser",
    "options": {"hands": 9},
    "players": ["Ann", "Bob", "Cy"],
    "dealer": "Cy",
    "stake": "0.10",
    "currency": "EUR",
    "started": "2026-11-28T19:30:00+00:00",
    "note": "the Feathers",
    "hands": [
        {"tricks": {"Ann": 10, "Bob": 1, "Cy": 5}, "call": "hearts",
         "played": "2026-11-28T19:52:00+00:00", "note": "what a hand"},
    ],
}  # fmt: skip


def brought_in(sk: Runner, tmp_path: Path, *documents: Any, options: str = "") -> Ran:
    file = tmp_path / "in.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in documents), encoding="utf-8")
    return sk("import", str(file), *options.split())


def test_the_whole_document(sk: Runner, tmp_path: Path) -> None:
    assert brought_in(sk, tmp_path, MATCH).status == 0
    told = json.loads(sk("export").out)
    result = told.pop("result")
    assert told == MATCH
    hand = result["hands"][0]
    assert {key: hand[key] for key in ("number", "dealer", "caller", "leader")} == {
        "number": 1, "dealer": "Cy", "caller": "Ann", "leader": "Ann",
    }  # fmt: skip
    assert hand["targets"] == {"Ann": 8, "Bob": 5, "Cy": 3}
    assert hand["points"] == hand["totals"] == {"Ann": 2, "Bob": -4, "Cy": 2}
    assert result["totals"] == {"Ann": 2, "Bob": -4, "Cy": 2}
    assert (result["status"], result["winners"], result["decided_at"]) == ("open", [], None)
    assert result["settlement"] == [
        {"payer": "Bob", "payee": "Ann", "points": 2, "amount": "0.20"},
        {"payer": "Bob", "payee": "Cy", "points": 2, "amount": "0.20"},
    ]
    coming = result["next"]
    assert (coming["number"], coming["dealer"], coming["caller"]) == (2, "Ann", "Bob")
    assert (coming["leader"], coming["targets"]) == ("Bob", {"Ann": 3, "Bob": 8, "Cy": 5})
    assert coming["calls_left"]["Ann"] == ["clubs", "diamonds", "spades", "no-trump", "misere"]
    assert len(coming["calls_left"]["Bob"]) == 6
    assert coming["exchange"] == [
        {"giver": "Cy", "receiver": "Bob", "cards": 2},
        {"giver": "Ann", "receiver": "Bob", "cards": 2},
    ]
    assert coming["exchange_needs"] == "suit-call"


def test_a_passed_deal_has_no_number_and_moves_the_deal(sk: Runner, tmp_path: Path) -> None:
    passed = {**MATCH, "hands": [*MATCH["hands"], {"passed": True}]}
    brought_in(sk, tmp_path, passed)
    result = json.loads(sk("export").out)["result"]
    assert [hand["number"] for hand in result["hands"]] == [1]
    assert (result["next"]["number"], result["next"]["dealer"]) == (2, "Bob")


def test_games_without_targets_say_null(sk: Runner, tmp_path: Path) -> None:
    euchre = {
        "format": "scorekeeper/1", "variant": "cutthroat-euchre", "players": ["Ann", "Bob", "Cy"],
        "hands": [{"tricks": {"Ann": 1, "Bob": 4, "Cy": 0}, "maker": "Ann", "alone": ["Bob"]}],
    }  # fmt: skip
    brought_in(sk, tmp_path, euchre)
    told = json.loads(sk("export").out)
    assert told["hands"][0]["alone"] == ["Bob"]
    assert told["result"]["hands"][0]["targets"] is None
    assert told["result"]["hands"][0]["points"] == {"Ann": 0, "Bob": 2, "Cy": 2}


def test_the_same_again_changes_nothing_and_something_else_is_refused(
    sk: Runner, tmp_path: Path
) -> None:
    brought_in(sk, tmp_path, MATCH)
    before = sk("export").out
    ran = brought_in(sk, tmp_path, MATCH, options="--json")
    assert json.loads(ran.out)[0]["outcome"] == "same"
    other = {**MATCH, "players": ["Ann", "Bob", "Dan"], "dealer": "Dan",
             "hands": [{"tricks": {"Ann": 9, "Bob": 2, "Dan": 5}, "call": "clubs"}]}  # fmt: skip
    ran = brought_in(sk, tmp_path, other)
    assert ran.status == 1
    assert ran.err.startswith("scorekeeper: line 1: match #1 has the same id and other content")
    assert sk("export").out == before
    ran = brought_in(sk, tmp_path, other, options="--replace --json")
    assert json.loads(ran.out)[0]["outcome"] == "replaced"
    assert json.loads(sk("export").out)["players"] == ["Ann", "Bob", "Dan"]
    assert sk("doctor").status == 0
    assert "Dan" in sk("score").out


def test_a_replacement_is_taken_back_like_anything_else(sk: Runner, tmp_path: Path) -> None:
    brought_in(sk, tmp_path, MATCH)
    before = sk("export").out
    brought_in(sk, tmp_path, {**MATCH, "hands": []}, options="--replace")
    assert json.loads(sk("export").out)["hands"] == []
    assert sk("undo").status == 0
    assert sk("export").out == before


def test_an_import_is_all_or_nothing(sk: Runner, tmp_path: Path) -> None:
    bad = {**MATCH, "id": "another-match", "hands": [{"tricks": {"Ann": 10, "Bob": 1, "Cy": 6}}]}
    ran = brought_in(sk, tmp_path, MATCH, bad)
    assert ran.status == 1
    assert ran.err.startswith(
        "scorekeeper: line 2: hand 1: 17 tricks, but a hand of 3-5-8-chooser has 16"
    )
    assert sk("export").out == ""


def test_a_dry_run_keeps_nothing(sk: Runner, tmp_path: Path) -> None:
    ran = brought_in(sk, tmp_path, MATCH, options="--dry-run")
    assert ran.out == ("1 match would come in: 1 new.\n  #1 3-5-8-chooser: Ann, Bob, Cy, open\n")
    assert sk("export").out == ""


def test_a_result_the_rules_do_not_give_is_warned_of(sk: Runner, tmp_path: Path) -> None:
    ran = brought_in(sk, tmp_path, {**MATCH, "result": {"totals": {"Ann": 3, "Bob": -4}}})
    assert ran.status == 0
    assert ran.err == ("scorekeeper: match #1: result.totals.Ann was 3, the rules make it 2\n")


def changed(**keys: Any) -> dict[str, Any]:
    return {key: value for key, value in {**MATCH, **keys}.items() if value is not ...}


def hand(**keys: Any) -> dict[str, Any]:
    return changed(hands=[{**MATCH["hands"][0], **keys}])


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (7, "the line: Expected object, got int"),
        (changed(format="scorekeeper/2"), "format: Invalid enum value 'scorekeeper/2'"),
        (changed(format=...), "the line: Object missing required field format"),
        (changed(variant=3), "variant: Expected str, got int"),
        (changed(variant="bridge"), "variant: there is no game 'bridge'"),
        (changed(players="Ann"), "players: Expected array, got str"),
        (changed(players=["Ann", "Bob"]), "players: 2 players, but the game is for 3"),
        (changed(dealer="Dan"), "dealer: nobody here is called 'Dan'"),
        (changed(options={"hands": 4}), "options: hands=4 is not possible"),
        (changed(options={"hands": [9]}), "options[...]: Expected int | str | null, got array"),
        (changed(stake=0.1), "stake: Expected str, got float"),
        (changed(stake="much"), "stake: 'much' is no stake"),
        (changed(started="yesterday"), "started: 'yesterday' is no time"),
        (changed(id="x"), "id: Expected str of length >= 8"),
        (changed(colour="red"), "the line: Object contains unknown field colour"),
        (changed(pending={"bid": None}), "pending.bid: Expected object, got null"),
        (changed(hands=[{}]), "hands[0]: tricks is missing"),
        (changed(hands=[{"passed": True, "call": "hearts"}]), "hands[0]: passed stands alone"),
        (hand(tricks={"Ann": 10, "Bob": 6}), "hands[0]: tricks must hold every player once"),
        (hand(tricks={"Ann": -1, "Bob": 12, "Cy": 5}), "hands[0].tricks[...]: Expected int >= 0"),
        (hand(call="x"), "hands[0]: 'x' is no call"),
        (hand(call=...), "hand 1: what did Ann call?"),
        (hand(maker="Ann"), "hand 1: there is no maker in 3-5-8-chooser"),
    ],
)  # fmt: skip
def test_the_first_bad_line_is_named_with_field_and_what_was_expected(
    sk: Runner, tmp_path: Path, document: Any, said: str
) -> None:
    if isinstance(document, dict):
        for one in document.get("hands", ()):
            for key in [key for key, value in one.items() if value is ...]:
                del one[key]
    ran = brought_in(sk, tmp_path, document)
    assert ran.status == 1
    assert ran.err.startswith(f"scorekeeper: line 1: {said}"), ran.err
    assert ran.err.count("\n") == 1
    assert sk("export").out == ""


@pytest.mark.parametrize(
    "content",
    [b"{", b"{}}", b"\xff{", b"[" * 100_000, b'{"format": "scorekeeper/1"', b"null"],
)
def test_what_is_no_document_at_all(sk: Runner, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "in.jsonl"
    file.write_bytes(content)
    ran = sk("import", str(file))
    assert ran.status == 1
    assert ran.err.startswith("scorekeeper: line 1: ")
    assert ran.err.count("\n") == 1


def test_blank_lines_byte_order_marks_and_line_ends_do_no_harm(sk: Runner, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps(MATCH).encode() + b"\r\n\r\n")
    assert sk("import", str(file)).out.startswith("1 match read: 1 new.\n")
    file.write_bytes(b"\n")
    assert sk("import", str(file)).out == "The file holds no match.\n"


GAMES = {
    "3-5-8": [("8 5 3", ""), ("3 9 4", "-c h"), ("", "pass"), ("11 2 3", "--note x")],
    "woburn": [("", "pass"), ("3 9 4", "--bid bob=9"), ("2 5 9", "")],
    "6-3-8": [("8 6 3", ""), ("9 4 4", "")],
    "9-5-2": [("9 5 2", ""), ("12 2 2", "")],
    "3-5-8-calls": [("8 5 3", "-c mis"), ("3 9 4", "-c h"), ("", "pass")],
    "3-5-8-chooser": [("3 8 5", "-c mis"), ("3 9 4", "-c h"), ("", "call nt")],
    "cutthroat-euchre": [("3 1 1", "-k ann -a ann"), ("1 4 0", "-k ann -a bob"), ("", "pass")],
}


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(game=st.sampled_from(sorted(GAMES)), steps=st.integers(0, 4), undo=st.integers(0, 2),
       abandon=st.booleans())  # fmt: skip
def test_export_import_export_is_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, game: str, steps: int, undo: int, abandon: bool
) -> None:
    folder = tmp_path_factory.mktemp("round")
    here, there = str(folder / "here.db"), str(folder / "there.db")
    sk = scorekeeper
    sk("--db", here, "new", game, "Ann", "Bob", "Сергей", "--stake", "0.05", "--note", '=naïve"')
    for tricks, rest in GAMES[game][:steps]:
        line = f"hand {tricks} {rest}" if tricks else rest
        ran = sk("--db", here, *line.replace("bob=", "Bob=").split())
        assert ran.status == 0, ran.err
    for _ in range(undo):
        sk("--db", here, "undo")
    if abandon:
        sk("--db", here, "abandon")
    first = sk("--db", here, "export").out
    (folder / "out.jsonl").write_text(first, encoding="utf-8")
    ran = sk("--db", there, "import", str(folder / "out.jsonl"))
    assert (ran.status, ran.err) == (0, "")
    assert sk("--db", there, "export").out == first
    assert (
        json.loads(first)["result"] == json.loads(sk("--db", here, "score", "--json").out)["result"]
    )


def test_taking_back_a_replacement_brings_the_old_rules_back_too(
    sk: Runner, tmp_path: Path
) -> None:
    first = {
        "format": "scorekeeper/1", "id": "one-match-only", "variant": "3-5-8",
        "players": ["Ann", "Bob", "Cy"],
        "hands": [{"tricks": {"Ann": 10, "Bob": 2, "Cy": 4}}],
    }  # fmt: skip
    brought_in(sk, tmp_path, first)
    before = sk("export").out
    other = {**first, "variant": "cutthroat-euchre",
             "hands": [{"tricks": {"Ann": 3, "Bob": 1, "Cy": 1}, "maker": "Ann"}]}  # fmt: skip
    assert brought_in(sk, tmp_path, other, options="--replace").status == 0
    assert json.loads(sk("export").out)["variant"] == "cutthroat-euchre"
    for _ in range(2):
        assert sk("undo").status == 0
    assert sk("export").out == before
    assert "new cutthroat-euchre Ann Bob Cy" in sk("log").out


def test_hands_after_the_end_have_to_be_possible_too(sk: Runner, tmp_path: Path) -> None:
    won = {
        "format": "scorekeeper/1", "variant": "3-5-8", "players": ["Ann", "Bob", "Cy"],
        "hands": [{"tricks": {"Ann": 12, "Bob": 2, "Cy": 2}},
                  {"tricks": {"Ann": 1, "Bob": 1, "Cy": 1}}],
    }  # fmt: skip
    ran = brought_in(sk, tmp_path, won)
    assert ran.status == 1
    assert "hand 2: 3 tricks, but a hand of 3-5-8 has 16" in ran.err
