"""Rules read from text: options, rules laid over others, and every fault that is pointed out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scorekeeper import variants
from scorekeeper.errors import Refused
from scorekeeper.rules import rulebook
from scorekeeper.rules.model import Match, Option
from scorekeeper.rules.rulebook import Rules, option_values, overlaid, read_options
from scorekeeper.rules.sheet import scoresheet
from scorekeeper.rules.validity import check, read_rules

from .told import ABC, game, hand

DUEL = """
id = "duel"
name = "Duel"
summary = "Two players, four tricks, first to five points."
aliases = ["two"]
seats = 2
tricks = 4
lead = "eldest"
stakes = "totals"
[opening]
kind = "deal"
[deck]
cards = 9
each = 4
[kitty]
cards = 1
taker = "dealer"
[[roles]]
name = "dealer"
offset = 0
target = 3
limit = 1
[[roles]]
name = "eldest"
offset = 1
target = 1
limit = 3
[calls]
who = "dealer"
allowed = ["hearts"]
[scoring]
kind = "by-target"
[exchange]
kind = "up-to-down"
[ending]
kind = "race"
goal = 5
[options.goal]
help = "The points that win."
default = 5
minimum = 1
sets = "ending.goal"
[options.win]
help = "What wins."
default = "race"
choices.race.ending.kind = "race"
choices.hands.ending = { kind = "fixed-length", hands = 2 }
[[sources]]
title = "Our own"
[[examples]]
rule = "One over target, one under."
source = "Our own"
hands = [{ tricks = "4 0" }]
points = [1, -1]
"""


def nobody(parent: str) -> Rules:
    """No rules to extend."""
    raise AssertionError(parent)


def refusal_of(text: str, parent: Callable[[str], Rules] = nobody) -> str:
    with pytest.raises(Refused) as refusal:
        read_rules(text, parent)
    return str(refusal.value)


def test_whole_rules_are_read() -> None:
    duel = rulebook.variant(read_rules(DUEL, nobody))
    assert (duel.id, duel.aliases, duel.seats) == ("duel", ("two",), 2)
    assert [role.name for role in duel.roles] == ["dealer", "eldest"]
    assert duel.sources[0].title == "Our own"
    assert [example.points for example in duel.examples] == [(1, -1)]
    played = scoresheet(Match(duel, ("A", "B"), hands=(hand(duel, "4 0", ("A", "B")),)))
    assert played.rows[0].points == (1, -1)


# Faults

FAULTS = [
    # what is replaced in the rules, by what, what is said
    ("", "seets = 2\n", "seets: unknown key, did you mean seats"),
    ("", "zzz = 2\n", "zzz: unknown key"),
    ("tricks = 4\n", "", "roles: every target, adding up to the 0 tricks"),
    ("cards = 9\n", "", "deck.cards: is missing"),
    ("cards = 9\n", "cards = 9\ndummmy = 5\n", "deck.dummmy: unknown key, did you mean dummy?"),
    ('taker = "dealer"\n', "", "kitty.taker: is missing"),
    ('default = "race"\n', 'default = "duel"\n', "options.win.default: one of race, hands"),
    (
        "[options.goal]",
        "[options.gaol]\nhepl = 1",
        "options.gaol.hepl: unknown key, did you mean help?",
    ),
    ("seats = 2", 'seats = "2"', "seats: a number of players from 2 to 12"),
    ("target = 3", "target = 3.5", "roles[0].target: a whole number, not a number with a point"),
    ('title = "Our own"', "title = 1", "sources[0].title: a text, not a whole number"),
    (
        "offset = 1",
        "offset = 2",
        "roles: one for each of the 2 seats, with offset 0 … 1",
    ),
    ('lead = "eldest"', 'lead = "middle"', "lead: one of the roles dealer, eldest"),
    ('who = "dealer"', 'who = "middle"', "calls.who: one of the roles dealer, eldest"),
    ('taker = "dealer"', 'taker = "third"', "kitty.taker: one of the roles dealer, eldest"),
    ("target = 3", "target = 2", "roles: every target, adding up to the 4 tricks"),
    ("target = 3\n", "", "roles: every target, adding up to the 4 tricks"),
    ("limit = 1", "limit = 2", "roles: every limit, adding up to the 4 tricks"),
    ("limit = 1\n", "", "roles: every limit, adding up to the 4 tricks"),
    ('kind = "by-target"', 'kind = "by-trick"', "scoring.kind: one of by-target, by-maker"),
    (
        'ending.kind = "race"',
        'ending.kind = "rase"',
        "ending.kind: one of tricks-in-one-hand, over-target, race, until-reached, fixed-length",
    ),
    ('kind = "up-to-down"', 'kind = "down-to-up"', "exchange.kind: one of up-to-down"),
    ("goal = 5", "goal = 5\ntye = 1", "ending.tye: unknown key, did you mean tie?"),
    ("goal = 5", "goal = 5\nzzz = 1", "ending.zzz: unknown key"),
    (
        'kind = "by-target"',
        'kind = "by-maker"\nneeded = 3\nmade = 1\nmarch = 2',
        "scoring.euchred: is missing",
    ),
    ('kind = "up-to-down"', 'kind = "up-to-down"\ncap = "3"', "exchange.cap: a whole number"),
    ("goal = 5", "goal = 5\ntie = 1", "ending.tie: play-on, shared"),
    (
        'kind = "deal"',
        'kind = "draw"',
        'opening: kind = "deal", or kind = "bid" with a list of targets for each bid',
    ),
    ('kind = "deal"', 'kind = "deal"\ntargets = []', 'opening: kind = "deal", or kind = "bid"'),
    ('kind = "deal"', 'kind = "bid"', 'opening: kind = "deal", or kind = "bid"'),
    (
        'kind = "deal"',
        'kind = "bid"\ntargets = [[3, 1], [4, 1]]',
        "opening.targets: 2 targets adding up to the 4 tricks",
    ),
    (
        'kind = "deal"',
        'kind = "bid"\ntargets = [[4]]',
        "opening.targets: 2 targets adding up to the 4 tricks",
    ),
    ('stakes = "totals"', 'stakes = "total"', "stakes: hands, totals, differences"),
    ("", 'passing = "sometimes"\n', "passing: redeal, dealer-names"),
    ('taker = "dealer"', 'taker = "dealer"\norder = "any"', "kitty.order: discard-first, take-fi"),
    (
        'kind = "up-to-down"',
        'kind = "up-to-down"\nwhen = "never"',
        "exchange.when: always, suit-call",
    ),
    (
        'kind = "up-to-down"',
        'kind = "up-to-down"\ntrump_answer = "trump"',
        "exchange.trump_answer: highest, any",
    ),
    (
        'allowed = ["hearts"]',
        'allowed = ["hearts", "harts"]',
        "calls.allowed: clubs, diamonds, hearts, spades, no-trump, misere",
    ),
    ("", 'records = ["makers"]\n', "records: maker, alone"),
    ("each = 4", "each = 5", "deck.each: 4, a card for every trick"),
    (
        "cards = 9",
        "cards = 10",
        "deck.cards: 9, the hands, the kitty, the dummy and what is left together",
    ),
    (
        'default = 5\nminimum = 1\nsets = "ending.goal"\n',
        "",
        "options.goal: either `sets` (a key) or `choices` (tables)",
    ),
    (
        'kind = "fixed-length", hands = 2',
        'kind = "fixed-lenght", hands = 2',
        "ending.kind: one of tricks-in-one-hand, over-target, race, until-reached, fixed-length",
    ),
    (
        'default = 5\nminimum = 1\nsets = "ending.goal"\n',
        'default = "play-on"\nallowed = ["play-on", 1]\nsets = "ending.tie"\n',
        "ending.tie: play-on, shared",
    ),
]


@pytest.mark.parametrize(("old", "new", "wrong"), FAULTS)
def test_rules_that_are_not_whole_are_refused(old: str, new: str, wrong: str) -> None:
    assert old in DUEL
    broken = DUEL.replace(old, new, 1) if old else new + DUEL
    assert refusal_of(broken).startswith(f"rules of duel: {wrong}")


def test_an_unknown_key_far_from_any_other_suggests_none() -> None:
    assert refusal_of("zzz = 2\n" + DUEL) == "rules of duel: zzz: unknown key"


def test_rules_without_an_id_are_refused() -> None:
    assert (
        refusal_of(DUEL.replace('id = "duel"\n', ""))
        == "rules of ?: id: is missing; it stands before the first [table]"
    )


@pytest.mark.parametrize("text", ['id = "duel', "<html>", "a = 1\na = 2", "\x00"])
def test_what_is_no_toml_is_refused(text: str) -> None:
    message = refusal_of(text)
    assert message.startswith("this is not a rules file: ")
    assert message.endswith("see `variants show`")


def test_rules_whose_options_are_no_tables_are_refused() -> None:
    assert refusal_of('id = "duel"\noptions = 1').startswith("rules of duel: ")


# Extending other rules


def extending_duel(more: str) -> Rules:
    text = f'id = "child"\nextends = "duel"\nname = "Child"\nsummary = "A duel."\n{more}'
    return read_rules(text, {"duel": read_rules(DUEL, nobody)}.__getitem__)


def test_rules_take_over_what_they_extend_but_not_its_own_words() -> None:
    child = rulebook.variant(extending_duel(""))
    assert (child.id, child.name, child.summary) == ("child", "Child", "A duel.")
    assert child.aliases == ()
    assert child.sources == ()
    assert child.examples == ()
    assert child.tricks == 4
    assert child.ending.parameters == {"goal": 5}


@pytest.mark.parametrize("word", ["id", "name", "summary"])
def test_rules_that_extend_others_still_have_to_say_what_they_are(word: str) -> None:
    duel = read_rules(DUEL, nobody)
    own = {"id": "child", "name": "Child", "summary": "A duel.", "extends": "duel"}
    text = "".join(f'{key} = "{value}"\n' for key, value in own.items() if key != word)
    message = refusal_of(text, lambda _: duel)
    assert message.endswith(f": {word}: is missing; it stands before the first [table]")


@pytest.mark.parametrize("parent", ['"duet"', '["duel"]', "1"])
def test_only_known_rules_can_be_extended(parent: str) -> None:
    duel = {"duel": read_rules(DUEL, nobody)}
    message = refusal_of(f"extends = {parent}\n", duel.__getitem__)
    assert message.startswith("extends: there is no game ")
    assert message.endswith(": name one that `variants` lists")


def test_a_table_is_laid_over_key_by_key() -> None:
    child = rulebook.variant(extending_duel('[ending]\ntie = "shared"'))
    assert child.ending.kind == "race"
    assert child.ending.parameters == {"goal": 5, "tie": "shared"}


def test_a_table_of_another_kind_takes_the_place_of_the_other() -> None:
    rules = extending_duel(
        'stakes = "differences"\nrecords = ["maker"]\n[scoring]\nkind = "by-maker"\n' + MAKER
    )
    assert rulebook.variant(rules).scoring.parameters["needed"] == 3
    below = {"ending": {"kind": "race", "goal": 5}, "seats": 2}
    above = {"ending": {"kind": "fixed-length", "hands": 3}}
    assert overlaid(below, above) == {"ending": {"kind": "fixed-length", "hands": 3}, "seats": 2}


MAKER = """needed = 3
made = 1
march = 2
alone_march = 2
euchred = 1
defended_alone = 1
defended_alone_march = 2
"""


def test_laying_over_leaves_both_as_they_were() -> None:
    below: Rules = {"ending": {"goal": 5}}
    assert overlaid(below, {"ending": {"goal": 7}}) == {"ending": {"goal": 7}}
    assert below == {"ending": {"goal": 5}}


def test_woburn_is_sergeant_major_with_other_defaults() -> None:
    woburn, sergeant_major = game("woburn"), game("3-5-8")
    assert (woburn.opening.kind, sergeant_major.opening.kind) == ("bid", "deal")
    assert woburn.exchange is not None
    assert sergeant_major.exchange is not None
    assert woburn.exchange.parameters == {"cap": 3}
    assert sergeant_major.exchange.parameters == {}
    assert woburn.roles == sergeant_major.roles
    assert not set(woburn.aliases) & set(sergeant_major.aliases)


def test_a_maker_who_needs_four_can_fail_without_a_winner_on_the_other_side() -> None:
    rules = overlaid(variants.rules("cutthroat-euchre"), {"scoring": {"needed": 4}})
    variant = rulebook.variant(rules)
    played = scoresheet(Match(variant, ABC, hands=(hand(variant, "3 2 0 --maker A --alone B"),)))
    assert played.rows[0].points == (0, 2, 2)
    assert played.rows[0].reasons == ("euchred", "defended", "defended")


# Options


@pytest.mark.parametrize(
    ("variant", "name", "typed", "value"),
    [
        ("3-5-8", "win", "target+5", "target+5"),
        ("3-5-8", "win", "TARGET+5", "target+5"),
        ("3-5-8", "tie", "shared", "shared"),
        ("3-5-8", "max_exchange", "3", 3),
        ("3-5-8", "max_exchange", 3, 3),
        ("3-5-8", "max_exchange", "none", None),
        ("3-5-8", "max_exchange", "None", None),
        ("3-5-8", "max_exchange", None, None),
        ("9-5-2", "goal", "20", 20),
        ("9-5-2", "goal", 20, 20),
        ("9-5-2", "goal", "1", 1),
        ("9-5-2", "goal", "999999", 999999),
        ("3-5-8-calls", "hands", "9", 9),
        ("3-5-8-calls", "hands", 9, 9),
    ],
)
def test_an_option_is_read_with_its_proper_type(
    variant: str, name: str, typed: object, value: int | str | None
) -> None:
    assert read_options(variants.rules(variant), [(name, typed)]) == {name: value}


@pytest.mark.parametrize(
    ("variant", "name", "typed", "message"),
    [
        ("9-5-2", "goal", "0", "goal=0 is not possible: use a whole number, 1 or more"),
        ("9-5-2", "goal", 0, "goal=0 is not possible: use a whole number, 1 or more"),
        ("9-5-2", "goal", "-1", "goal=-1 is not possible"),
        ("9-5-2", "goal", "1.5", "goal=1.5 is not possible"),
        ("9-5-2", "goal", "ten", "goal=ten is not possible"),
        ("9-5-2", "goal", "", "goal= is not possible"),
        ("9-5-2", "goal", "๑๐", "goal=๑๐ is not possible"),
        ("9-5-2", "goal", "1000000", "goal=1000000 is not possible"),
        ("9-5-2", "goal", "none", "goal=none is not possible"),
        ("9-5-2", "goal", None, "goal=None is not possible"),
        ("9-5-2", "goal", True, "goal=True is not possible"),
        ("9-5-2", "goal", [10], "goal=[10] is not possible"),
        ("3-5-8-calls", "hands", "4", "hands=4 is not possible: use 3 | 6 | 9 | 18"),
        (
            "3-5-8",
            "max_exchange",
            "0",
            "max_exchange=0 is not possible: use none, or a whole number, 1 or more",
        ),
        (
            "3-5-8",
            "win",
            "13-tricks",
            "win=13-tricks is not possible: use 12-tricks | 16-tricks | target+5",
        ),
        (
            "9-5-2",
            "gaol",
            "10",
            "9-5-2 has no option 'gaol': did you mean goal? "
            "its options are goal, tie, max_exchange",
        ),
        (
            "9-5-2",
            "xyz",
            "10",
            "9-5-2 has no option 'xyz': its options are goal, tie, max_exchange",
        ),
    ],
)
def test_options_that_are_not_possible(
    variant: str, name: str, typed: object, message: str
) -> None:
    with pytest.raises(Refused) as refusal:
        read_options(variants.rules(variant), [(name, typed)])
    assert str(refusal.value).startswith(message)


def test_rules_without_options_have_none_to_choose() -> None:
    rules = {key: value for key, value in variants.rules("9-5-2").items() if key != "options"}
    with pytest.raises(Refused) as refusal:
        read_options(rules, [("goal", "10")])
    assert str(refusal.value) == "9-5-2 has no option 'goal': it has none"


@pytest.mark.parametrize(
    ("variant", "name", "values"),
    [
        ("3-5-8", "win", "12-tricks | 16-tricks | target+5"),
        ("3-5-8-calls", "hands", "3 | 6 | 9 | 18"),
        ("9-5-2", "goal", "a whole number, 1 or more"),
        ("3-5-8", "max_exchange", "none, or a whole number, 1 or more"),
    ],
)
def test_what_an_option_may_be_set_to(variant: str, name: str, values: str) -> None:
    (option,) = (one for one in game(variant).options if one.name == name)
    assert isinstance(option, Option)
    assert option_values(option) == values


def test_the_chosen_options_settle_the_rules() -> None:
    chosen = game("3-5-8", {"win": "target+5", "tie": "shared", "kitty": "take-first"})
    assert chosen.ending.kind == "over-target"
    assert chosen.ending.parameters == {"at_least": 5, "tie": "shared"}
    assert chosen.kitty is not None
    assert chosen.kitty.order == "take-first"


def test_options_not_chosen_are_at_their_default() -> None:
    plain = game("3-5-8")
    assert plain.ending.kind == "tricks-in-one-hand"
    assert plain.ending.parameters == {"at_least": 12, "tie": "play-on"}
    assert plain.kitty is not None
    assert plain.kitty.order == "discard-first"


@pytest.mark.parametrize(("typed", "cap"), [("2", {"cap": 2}), ("none", {})])
def test_an_option_that_is_off_leaves_its_key_away(typed: str, cap: dict[str, int]) -> None:
    woburn = game("woburn", {"max_exchange": typed})
    assert woburn.exchange is not None
    assert woburn.exchange.parameters == cap


def test_points_of_a_maker_are_settled_by_differences() -> None:
    rules = overlaid(variants.rules("cutthroat-euchre"), {"stakes": "totals"})
    with pytest.raises(Refused, match="stakes: differences, because these points do not"):
        check(rules)


# Rules for several numbers of players, and the tables of the games next door


NEXT_DOOR = [
    # what is replaced in the rules of duel, by what, what is said
    ("seats = 2", "seats = [2, 1]", "seats: a number of players from 2 to 12"),
    ("", "by_seats = { 3 = { tricks = 6 } }\n", "by_seats.3: seats has no such number"),
    ("", "sides = 2\n", "sides: as many players on each, which 2 players can't be"),
    ("", 'counted = "sides"\n', "counted: seats, because nobody has a partner"),
    (
        "",
        'sizes = { kind = "updown", most = 3 }\n',
        "sizes.kind: one of up, down, up-down, down-up",
    ),
    ("", 'sizes = { kind = "up" }\n', "sizes.most: a whole number from 1 to 60"),
    (
        "",
        'extras = { jack = { help = "Who?", of = "person" } }\n',
        "extras.jack.of: player, players",
    ),
    (
        'kind = "by-target"',
        'kind = "by-bid"\nmade = 10',
        "bids: who = everybody, because the scoring",
    ),
    ('kind = "by-target"', 'kind = "by-books"\nbook = 6', "bids: who = maker, because the scoring"),
    (
        'kind = "by-target"',
        'kind = "by-count"\nworth = { jack = 1 }',
        "scoring.worth.jack: there is no such extra",
    ),
    (
        'kind = "by-target"',
        'kind = "by-count"\nworth = 3',
        "scoring.worth: a table of whole numbers",
    ),
    (
        'kind = "by-target"',
        'kind = "by-bid-and-success"\nbonus = 3\ndeclared = 1\nrevealed = 1',
        "scoring.bonus: a list of whole numbers",
    ),
    ('kind = "by-target"', 'kind = "by-maker"', "scoring.needed: is missing"),
    ("", 'sizes = { kind = "up", most = 3, leats = 1 }\n', "sizes: kind, most and least, nothing"),
    (
        'default = "race"',
        'default = "race"\nsets = "start"',
        "options.win: either `sets` (a key) or",
    ),
    ('sets = "ending.goal"', "sets = 5", "options.goal.sets: a dotted key, as in ending.goal"),
    ('sets = "ending.goal"', 'sets = "."', "options.goal.sets: a dotted key, as in ending.goal"),
    ('kind = "deal"', 'kind = "bid"\ntargets = 5', "the rules: tables and keys as in the manual"),
    ("minimum = 1", 'minimum = "1"', "options.goal.minimum: a whole number, not a text"),
    ("", "by_seats = 3\n", "by_seats: a table"),
    ("", "start = 5\n", "ending.goal: above the start of 5, or nobody has to play for it"),
    ("", "lowest = true\n", "ending.goal: below the start of 0"),
]


@pytest.mark.parametrize(("old", "new", "said"), NEXT_DOOR)
def test_what_the_games_next_door_need_is_checked_too(old: str, new: str, said: str) -> None:
    text = DUEL.replace(old, new, 1) if old else new + DUEL
    text = text.replace('stakes = "totals"\n', "").replace('stakes = "hands"\n', "")
    assert said in refusal_of(text)


@pytest.mark.parametrize(
    ("name", "without", "said"),
    [
        (
            "wizard",
            {"sizes": False, "by_seats": False, "tricks": 5},
            "ending.hands: a number of hands",
        ),
        ("points", {"options": False}, "ending.goal: a goal, or a number of hands, or the match"),
        ("hearts", {"ending": {"goal": -5}, "options": False}, "ending.goal: above the start of 0"),
        ("euchre", {"scoring": {"needed": 6}}, "scoring.needed: 5 at the most"),
    ],
)
def test_a_match_must_be_able_to_end(name: str, without: Rules, said: str) -> None:
    with pytest.raises(Refused) as refusal:
        check(overlaid(variants.rules(name), without))
    assert said in str(refusal.value)


def test_a_table_that_is_false_leaves_an_inherited_one_out() -> None:
    rules = extending_duel("[options]\ngoal = false\n")
    assert "goal" not in rules["options"]


def test_a_game_for_several_numbers_of_players_has_a_card_for_each() -> None:
    rules = variants.rules("hearts")
    assert rulebook.seats(rules) == (4, 3, 5, 6)
    decks = [rulebook.variant(rules, {}, number).deck for number in (3, 4, 5, 6)]
    assert [deck.each for deck in decks if deck] == [17, 13, 10, 8]
