"""Rules that people write down: begun, checked, played by, kept, carried elsewhere."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import jsonschema
import pytest

from scorekeeper import variants
from scorekeeper.rules import keys, rulebook
from scorekeeper.rules.examples import misses
from scorekeeper.rules.starter import starting_file
from scorekeeper.rules.toml import line_of
from scorekeeper.rules.validity import faults, read_rules

from .conftest import Runner

ROOT = Path(__file__).parent.parent
FEATHERS = """id = "feathers"
name = "The Feathers"
extends = "3-5-8"
summary = "Five over target wins."

[options.win]
default = "target+5"
"""
# A hand of twelve tricks, four over, which wins in Sergeant Major and not at the Feathers.
TWELVE = ("hand", "12", "2", "2")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, with a place for house rules that are known by name."""
    monkeypatch.setenv("SCOREKEEPER_RULES", str(tmp_path / "rules"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(file: Path, text: str = FEATHERS) -> Path:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


# Begun


@pytest.mark.parametrize("game", variants.ids())
def test_a_file_to_begin_with_can_be_played_by_as_it_stands(
    sk: Runner, here: Path, game: str
) -> None:
    assert sk("variants", "new", "ours.toml", "--from", game).out == "ours.toml\n"
    ran = sk("variants", "check", "ours.toml")
    assert ran.status == 0, ran.err
    text = (here / "ours.toml").read_text(encoding="utf-8")
    # Everything that the game says stands there to be taken up, and still can be read.
    taken_up = re.sub(r"(?m)^# (?=[\[\w\"]+.*(=|\]$))", "", text)
    whole = read_rules(taken_up, variants.rules)
    assert faults(whole) == []
    ours = {key: value for key, value in whole.items() if key not in keys.MEANINGS or key in OWN}
    assert whole.keys() - ours.keys() == variants.rules(game).keys() - OWN - ours.keys()


def test_a_game_without_examples_can_be_begun_with_too() -> None:
    bare = {key: value for key, value in variants.rules("3-5-8").items() if key != "examples"}
    text = starting_file("ours", "Ours", bare, file="ours.toml", schema="")
    assert "[[examples]]" not in text
    assert read_rules(text, variants.rules)["tricks"] == 16


OWN = {"id", "name", "summary", "aliases", "sources", "examples", "extends"}


def test_a_file_by_name_is_a_game_like_any_other(sk: Runner, here: Path) -> None:
    ran = sk("variants", "new", "Feathers", "--from", "sergeant-major")
    assert ran.out.strip() == str(here / "rules" / "Feathers.toml")
    assert "Feathers, house rules. Sergeant Major as we play it." in sk("variants").out
    listed = json.loads(sk("variants", "--json").out)
    assert [one for one in listed if "file" in one] == [
        {
            "id": "feathers",
            "name": "Feathers",
            "summary": "Sergeant Major as we play it.",
            "aliases": [],
            "file": ran.out.strip(),
        }
    ]
    for typed in ("feathers", "FEATHERS", "feath"):
        assert sk("new", typed, "Ann", "Bob", "Cy").status == 0
    assert sk("where").out.splitlines()[1] == f"{here / 'rules'}  (house rules)"


@pytest.mark.parametrize("name", ["3-5-8", "../up", ".hidden", "woburn.toml"])
def test_names_that_house_rules_cannot_have(sk: Runner, here: Path, name: str) -> None:
    assert "can't be the name of house rules" in sk("variants", "new", name).err


def test_a_file_that_is_there_is_left_alone(sk: Runner, here: Path) -> None:
    file = written(here / "ours.toml")
    assert sk("variants", "new", "ours.toml").err == (
        "scorekeeper: ours.toml is there already: name another file\n"
    )
    assert file.read_text(encoding="utf-8") == FEATHERS


# Played by


def test_a_match_by_a_file(sk: Runner, here: Path) -> None:
    written(here / "ours.toml")
    ran = sk("new", "--rules", "ours.toml", "Ann", "Bob", "Cy")
    assert ran.out.startswith("#1 The Feathers · ")
    assert "wins" not in sk(*TWELVE).out
    assert "Bob wins in hand 2: 5 or more over target in one hand." in sk("hand", "0", "16").out
    assert sk("matches", "--variant", "feathers").out.count("#1") == 1
    assert "feathers" in sk("stats", "Ann").out


def test_changing_the_file_changes_no_old_evening(sk: Runner, here: Path) -> None:
    file = written(here / "ours.toml")
    sk("new", "ours.toml", "Ann", "Bob", "Cy")
    sk(*TWELVE)
    before = sk("score").out
    assert "has changed since" not in before
    written(file, FEATHERS.replace("target+5", "12-tricks"))
    remark = (
        f"This match keeps the rules it was begun with; {file} has changed since, or is gone.\n"
    )
    assert sk("score").out == before + remark
    assert sk("show", "1").out == before + remark
    file.unlink()
    assert sk("score").out == before + remark
    # A match begun now goes by what the file says now, the return match by what was agreed.
    written(file, FEATHERS.replace("target+5", "12-tricks"))
    sk("rematch", "--dealer", "Ann")
    assert "wins" not in sk(*TWELVE).out
    sk("new", "ours.toml", "Ann", "Bob", "Cy")
    assert "Ann wins" in sk(*TWELVE).out


def test_house_rules_may_extend_house_rules(sk: Runner, here: Path) -> None:
    written(here / "rules" / "feathers.toml")
    child = FEATHERS.replace('"feathers"', '"winter"').replace('"3-5-8"', '"feathers"')
    written(here / "winter.toml", child.replace('[options.win]\ndefault = "target+5"\n', ""))
    sk("new", "winter.toml", "Ann", "Bob", "Cy")
    assert "wins" not in sk(*TWELVE).out
    # By a path it is looked for beside the file.
    written(here / "spring.toml", child.replace('extends = "feathers"', 'extends = "winter.toml"'))
    assert sk("variants", "check", "spring.toml").status == 0


@pytest.mark.parametrize("extended", ["ours.toml", "nothing", "missing.toml"])
def test_what_is_extended_must_be_there_and_another(sk: Runner, here: Path, extended: str) -> None:
    written(here / "ours.toml", FEATHERS.replace('"3-5-8"', f'"{extended}"'))
    ran = sk("new", "ours.toml", "Ann", "Bob", "Cy")
    assert ran.status == 1
    assert ran.err.count("\n") == 1


def test_rules_go_along_with_a_match(sk: Runner, here: Path) -> None:
    written(here / "ours.toml")
    sk("new", "ours.toml", "Ann", "Bob", "Cy")
    sk(*TWELVE)
    told = json.loads(sk("export", "-o", "out.jsonl").out or Path("out.jsonl").read_text("utf-8"))
    assert told["rules"]["options"]["win"]["default"] == "target+5"
    assert "file" not in told
    (here / "ours.toml").unlink()
    assert sk("--db", "other.db", "import", "out.jsonl").status == 0
    assert json.loads(sk("--db", "other.db", "show", "1", "--json").out) == told
    # What comes from elsewhere is checked like a file.
    told["rules"]["tricks"] = 17
    Path("bad.jsonl").write_text(json.dumps(told), encoding="utf-8")
    ran = sk("--db", "third.db", "import", "bad.jsonl")
    assert ran.err.startswith("scorekeeper: line 1: rules: rules of feathers: roles: every target")
    told["rules"]["tricks"], told["variant"] = 16, "other"
    Path("bad.jsonl").write_text(json.dumps(told), encoding="utf-8")
    assert "the id is 'feathers'" in sk("--db", "third.db", "import", "bad.jsonl").err


def test_rules_of_the_games_that_come_along_stay_at_home(sk: Runner) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy")
    assert "rules" not in json.loads(sk("score", "--json").out)


# Checked


WRONG = [
    # what is put wrong in the file, line and key, what is said
    ('name = "The Feathers"\n', 'nmae = "x"\n', 2, "nmae: unknown key, did you mean name?"),
    ('id = "feathers"', 'id = "3-5-8"', 1, "id: another word: 3-5-8 is a game that comes along"),
    ('"target+5"', '"target+6"', 7, "options.win.default: one of 12-tricks, 16-tricks, target+5"),
    ('"target+5"\n', '"target+5"\n[deck]\neach = 14\n', 9, "deck.each: 16, a card for every trick"),
    (
        '"target+5"\n',
        '"target+5"\n[[roles]]\nname = "dealer"\noffset = 0\ntarget = "9"\n',
        11,
        "roles[0].target: a whole number, not a text",
    ),
    ('"target+5"', '"target+5', 7, "a quotation mark is missing at the end of the line"),
    (
        '"target+5"\n',
        '"target+5"\n[options.win.choices."20-tricks"]\n'
        'ending = { kind = "tricks-in-one-hand", at_least = 20 }\n',
        1,
        "ending.at_least: 16 at the most, or nobody can win",
    ),
    ('"target+5"\n', '"target+5"\n[[options]]\nx = 1\n', 8, "this is said twice"),
    ('id = "feathers"', 'id = "The Feathers"', 1, "id: small letters, digits and -"),
    (
        "[options.win]",
        'kitty = { order = "take-first" }\n[options.win]',
        6,
        "kitty.order: the option kitty puts discard-first here: change options.kitty.default",
    ),
    (
        '"3-5-8"',
        '"3-5-7"',
        3,
        "extends: a game that `variants` lists, or a rules file, did you mean",
    ),
    ("[options.win]", "options = 3\n[x.win]", 6, "options: a table"),
    ("[options.win]", "roles = 3\n[options.win]", 6, "roles: [[roles]], one table for each"),
]


@pytest.mark.parametrize(("old", "new", "line", "said"), WRONG)
def test_what_is_wrong_is_named_with_its_line_and_key(
    sk: Runner, here: Path, old: str, new: str, line: int, said: str
) -> None:
    assert old in FEATHERS
    written(here / "ours.toml", FEATHERS.replace(old, new))
    ran = sk("variants", "check", "ours.toml")
    assert ran.status == 1
    assert f"line {line}: " in ran.out
    assert said in ran.out
    assert ran.err == (
        "scorekeeper: ours.toml can't be played by:"
        " put right what is named above, and check again\n"
    )
    told = json.loads(sk("variants", "check", "ours.toml", "--json").out)
    assert line in [one["line"] for one in told]
    # Nothing is begun by it.
    begun = sk("new", "ours.toml", "Ann", "Bob", "Cy")
    assert begun.err.startswith("scorekeeper: ours.toml, line ")
    assert said in begun.err
    assert sk("matches").out == "No matches.\n"


def test_everything_that_is_wrong_is_told(sk: Runner, here: Path) -> None:
    more = 'default = "target+5"\n[deck]\neach = 14\n[kitty]\ntaker = "deeler"\n'
    written(here / "ours.toml", FEATHERS.replace('default = "target+5"\n', more))
    told = sk("variants", "check", "ours.toml").out.splitlines()
    assert told == [
        "line 11: kitty.taker: one of the roles dealer, eldest, middle",
        "line 9: deck.each: 16, a card for every trick",
        "line 8: deck.cards: 46, the hands, the kitty, the dummy and what is left together",
    ]


EXAMPLE = """
[[examples]]
rule = "Twelve tricks win nothing."
source = "our table"
hands = [{ tricks = "12 2 2" }]
points = [4, -3, -2]
winners = []
"""


def test_worked_examples_are_played_through(sk: Runner, here: Path) -> None:
    written(here / "ours.toml", FEATHERS + EXAMPLE)
    ran = sk("variants", "check", "ours.toml")
    assert ran.out == (
        "The Feathers: 3 players, 1 worked example.\n"
        "✗ Twelve tricks win nothing. Expected points: 4 -3 -2; it comes to 4 -3 -1.\n"
    )
    assert ran.err == (
        "scorekeeper: 1 of 1 worked examples do not come out: put the rules right, or the example\n"
    )
    assert ran.status == 1
    told = json.loads(sk("variants", "check", "ours.toml", "--json").out)
    assert told[0]["misses"] == [{"what": "points", "expected": [4, -3, -2], "got": [4, -3, -1]}]
    written(here / "ours.toml", FEATHERS + EXAMPLE.replace("-2]", "-1]"))
    ran = sk("variants", "check", "ours.toml")
    assert ran.out.endswith(
        "✓ Twelve tricks win nothing.\nEverything is in order: `new ours.toml` starts a match.\n"
    )
    assert ran.status == 0


def test_a_broken_file_does_not_hide_the_games(sk: Runner, here: Path) -> None:
    written(here / "rules" / "broken.toml", "id = ")
    out = sk("variants").out
    assert "broken" in out
    assert "can't be played by: `variants check broken`" in out
    assert "Sergeant Major" in out


@pytest.mark.parametrize(
    ("name", "content"),
    [("none.toml", None), ("big.toml", b"#" * 300_000), ("odd.toml", b"\xff\xfe")],
)
def test_what_is_no_rules_file_is_refused(
    sk: Runner, here: Path, name: str, content: bytes | None
) -> None:
    if content is not None:
        (here / name).write_bytes(content)
    ran = sk("new", name, "Ann", "Bob", "Cy")
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert name in ran.err


def test_what_differs_is_said_in_words(sk: Runner, here: Path) -> None:
    written(here / "ours.toml")
    values = (
        "(12-tricks | 16-tricks | target+5): What wins the match: 12 or more tricks in one hand,"
        " all 16, or five over target in one hand."
    )
    assert sk("variants", "diff", "3-5-8", "ours.toml").out.splitlines() == [
        "Winning  3-5-8: 12 or more tricks in one hand.",
        "         feathers: 5 or more over target in one hand.",
        f"Options  3-5-8: win = 12-tricks {values}",
        f"         feathers: win = target+5 {values}",
    ]
    assert sk("variants", "diff", "3-5-8", "sergeant-major").out == "There is no difference.\n"
    assert sk("variants", "show", "ours.toml").out.startswith("feathers · The Feathers\n")


# For editors, and for the manual


def test_the_schema_knows_every_file(sk: Runner, here: Path) -> None:
    schema = json.loads(sk("variants", "schema").out)
    jsonschema.Draft202012Validator.check_schema(schema)
    for file in variants.SCHEMA.parent.glob("*.toml"):
        jsonschema.validate(tomllib.loads(file.read_text(encoding="utf-8")), schema)
    jsonschema.validate(tomllib.loads(FEATHERS), schema)


@pytest.mark.parametrize(
    "wrong", ["tikcs = 3\n", 'stakes = "total"\n', 'ending = { kind = "rase" }\n', "sides = true\n"]
)
def test_the_schema_notices_slips(wrong: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(wrong + FEATHERS), keys.schema())


def test_every_key_has_a_meaning() -> None:
    properties = keys.schema()["properties"]
    for name, table in properties.items():
        assert name in keys.MEANINGS
        inner = table.get("items", table).get("properties", {})
        for key in inner if name in keys.TABLES else ():
            if name not in keys.KINDS or key in ("when", "trump_answer"):
                assert key == "kind" or name == "exchange" or f"{name}.{key}" in keys.MEANINGS


def test_the_files_in_the_manual_can_be_played_by() -> None:
    text = (ROOT / "docs" / "rules-files.md").read_text(encoding="utf-8").split("<!-- Made")[0]
    blocks = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)
    assert len(blocks) == 4
    example = blocks.pop()
    assert "[[examples]]" in example
    tens = (ROOT / "examples" / "tens.toml").read_text(encoding="utf-8").split("[[examples]]")[0]
    rules = read_rules(tens + example, variants.rules)
    assert misses(rules, rulebook.variant(rules).examples[0]) == []
    for block in blocks:
        whole = block if "id = " in block else FEATHERS.split("\n[options")[0] + "\n" + block
        read_rules(whole, variants.rules)


@pytest.mark.parametrize(
    ("place", "line"),
    [("name", 2), ("options.win", 5), ("options.win.default", 6), ("roles[1].target", 12),
     ("roles[0]", 7), ("nothing", 1), ("line 9", 9)],
)  # fmt: skip
def test_where_a_key_stands(place: str, line: int) -> None:
    text = (
        'id = "x"\nname = "x"\n\n# [ending]\n[options."win"]\ndefault = 1\n'
        '[[roles]]\nname = "a"\n\n[[roles]]\nname = "b"\ntarget = 3\n'
    )
    assert line_of(text, place) == line


# What strangers wrote


def alone(more: str, scoring: str = 'kind = "by-count"') -> str:
    """A game of three that stands alone, with these keys before its tables."""
    return (
        f'id = "ours"\nname = "Ours"\nsummary = "Ours."\nseats = 3\n{more}\n'
        f'[scoring]\n{scoring}\n[ending]\nkind = "race"\ngoal = 10\n'
    )


def based(game: str, more: str) -> str:
    """House rules on top of a game."""
    return f'id = "ours"\nname = "Ours"\nsummary = "Ours."\nextends = "{game}"\n{more}\n'


UNPLAYABLE = [
    (alone("tricks = -4"), "tricks: a number from 0 to 60"),
    (alone("tricks = 5\nranking = 100000000"), "ranking: a number from -99999 to 99999"),
    (alone('tricks = 5\nlead = 2020-01-01'), "lead: a text in quotation marks, a whole number"),
    (alone("tricks = 5").replace('"Ours"', '" "'), "name: a name to read"),
    (alone("tricks = 5").replace('"Ours"', f'"{"x" * 2_000}"'), "name: at most 1000 letters"),
    (based("skat", '[calls]\nallowed = ["clubs", "uptown"]'), "a hand that is allowed can't be"),
    (based("skat", "[calls]\nneeded = false"), "calls.needed: true, because the scoring is"),
    (based("skat", "[extras]\nmatadors = false"), "no hand with the call clubs can be played"),
    (based("euchre", 'counted = "maker"'), "counted: maker goes with the scoring by-game-value"),
    (based("hearts", '[exchange]\nkind = "up-to-down"'), "roles: a target for each, because the"),
    (based("ninety-nine", '[extras.declared]\nof = "number"'), 'extras.declared.of: "player"'),
    (based("ninety-nine", "[scoring]\nbonus = [1]"), "a hand that is allowed can't be scored"),
    (based("buck-euchre", "records = []"), "records: maker, because the scoring is by-being-set"),
    (based("3-5-8-calls", "[calls]\nallowed = []"), "no hand can be played by them (hand 1: what"),
    (
        based("3-5-8", 'options.opening = false\n[opening]\nkind = "bid"\ntargets = []'),
        "no hand with the call clubs can be played by them (there is none to try)",
    ),
    (based("bid-whist", "[bids]\nallowed = [0]"), "bids.allowed: the figures that may be bid"),
    (based("hearts", '[extras."x,y"]\nhelp = "?"\nof = "flag"'), "extras.x,y: small letters and -"),
    (based("whist", "[scoring.honours]\nnone = 3"), "scoring.honours.none: there is no such extra"),
    (based("wizard", "[ending]\nhands = -3"), "ending.hands: 1 or more"),
    (based("wizard", "[sizes]\nleast = 0"), "sizes.least: a whole number from 1 to 60"),
    (based("oh-hell", "[sizes]\nmost = 9.5"), "sizes.most: a whole number, not a number with a"),
    (based("hearts", '[by_seats.4]\nid = "hearts"'), "by_seats.4.id: another key: this one stays"),
    (based("hearts", '[options.n]\nhelp = "?"\nsets = "seats"\ndefault = 4'), "options.n.sets: an"),
    (
        based("hearts", '[options.n]\nhelp = "?"\ndefault = "a"\nchoices = { a = { seats = 4 } }'),
        "options.n.choices.a.seats: another key: this one stays",
    ),
    (based("hearts", "[options.goal]\ndefault = 5\nminimum = 9"), "options.goal.minimum: a number"),
    (based("hearts", '[options.tie]\ndefault = "never"'), "options.tie.default: one of play-on"),
    (based("skat", '[[by_seats.4.roles]]\nname = "dealer"\noffset = 0'), "roles: one for each of"),
    (
        based("3-5-8", '[[roles]]\nname = "a"\noffset = 0\ntarget = 19\n[[roles]]\nname = "b"\n'
              'offset = 1\ntarget = -3\n[[roles]]\nname = "b"\noffset = 2\ntarget = 0'),
        "roles: another name for each, and two at least who play",
    ),
    ('id = "ours"\nextends = ["hearts"]\n', "extends: a game that `variants` lists"),
    (f"a = {'1' * 5_000}\n", "this can't be read"),
    (f"a = {'[' * 20_000}\n", "this can't be read"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), UNPLAYABLE)
def test_what_cannot_be_played_by_is_not_in_order(
    sk: Runner, here: Path, text: str, said: str
) -> None:
    written(here / "rules" / "ours.toml", text)
    ran = sk("variants", "check", "ours")
    assert ran.status == 1
    assert said in ran.out
    assert sk("new", "ours", "Ann", "Bob", "Cy").status == 1
    assert sk("variants").status == 0  # the others are listed all the same
    assert sk("matches").out == "No matches.\n"


def test_a_match_that_could_not_be_shown_is_not_begun(
    sk: Runner, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorekeeper.cli import starting

    def fails(_: object) -> list[object]:
        raise ValueError("no card")

    monkeypatch.setattr(starting, "_begun", fails)
    monkeypatch.delenv("SCOREKEEPER_DEBUG")
    assert sk("new", "3-5-8", "Ann", "Bob", "Cy").status == 1
    assert sk("matches").out == "No matches.\n"


@pytest.mark.parametrize("name", ["Hearts", "sergeant-major", "358", "Mein Spiel ä", "x.TOML"])
def test_names_that_would_be_another_game(sk: Runner, here: Path, name: str) -> None:
    assert "can't be the name of house rules" in sk("variants", "new", name).err
    sk("variants", "new", "ours")
    assert "can't be the name of house rules" in sk("variants", "new", "OURS").err


def test_the_games_that_come_along_keep_their_names(sk: Runner, here: Path) -> None:
    written(here / "rules" / "sergeant-major.toml")
    assert sk("new", "sergeant-major", "A", "B", "C").out.startswith("#1 Sergeant Major")


def test_a_fault_of_the_parent_is_told_of_the_parent(sk: Runner, here: Path) -> None:
    written(here / "bad.toml", FEATHERS + "[scoring]\nzz = 1\n")
    written(here / "ours.toml", FEATHERS.replace('"3-5-8"', '"bad.toml"'))
    assert "bad.toml, line 9: scoring.zz: unknown key" in sk("variants", "check", "ours.toml").err


def test_a_game_may_be_extended_by_any_name(sk: Runner, here: Path) -> None:
    written(here / "ours.toml", FEATHERS.replace('"3-5-8"', '"sergeant-major"'))
    assert sk("variants", "check", "ours.toml").status == 0


def test_a_folder_is_no_rules_file(sk: Runner, here: Path) -> None:
    (here / "rules" / "x.toml").mkdir(parents=True)
    assert "is no plain file" in sk("new", "x", "A", "B", "C").err
    assert sk("variants").status == 0


def test_a_new_winning_bid_brings_its_own_call(sk: Runner) -> None:
    sk("new", "five-hundred", "Ann", "Bob", "Cy", "Di")
    sk("bid", "ann", "8", "hearts")
    sk("bid", "bob", "9")
    assert "what was called?" in sk("hand", "4", "6").err
    assert sk("hand", "4", "6", "--call", "clubs").status == 0
