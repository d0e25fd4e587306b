"""How people write names, counts, calls and bids, and what they are told when it can't be read."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.errors import Refused
from scorekeeper.rules.model import CALLS, Bid, Hand
from scorekeeper.rules.names import as_word, clean_name, name_key, shown, visible
from scorekeeper.rules.notation import read_bid, read_call, read_hand, read_player, write_hand

from .told import game, hand

TABLE = ("Ann", "Bob", "Cy")
FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
OVERRIDE = "\u202e"

INVISIBLE = "\u115f\u1160\u3164\uffa0\u2800"  # letters and a symbol that show nothing

# Counts


@pytest.mark.parametrize(
    "words",
    [
        pytest.param("10 2 4", id="in seating order"),
        pytest.param("10 2", id="the last left out"),
        pytest.param("10 _ 4", id="the middle one left out"),
        pytest.param("_ 2 4", id="the first left out"),
        pytest.param("ann=10 bob=2 cy=4", id="by name"),
        pytest.param("Cy=4 Ann=10 Bob=2", id="by name in any order"),
        pytest.param("a=10 b=2 c=4", id="by initial"),
        pytest.param("ann=10 cy=4", id="by name, one left out"),
        pytest.param("ann=10 bob=_ cy=4", id="by name, one as _"),
        pytest.param("10,2,4", id="with commas"),
        pytest.param("10, 2, 4", id="with commas and spaces"),
        pytest.param("10,_,4", id="with commas, one left out"),
        pytest.param("ann=10,cy=4", id="by name, with a comma"),
        pytest.param("๑๐ ๒ ๔", id="Thai digits"),
        pytest.param("010 02 4", id="leading zeros"),
    ],
)
def test_ways_to_write_ten_two_and_four_tricks(words: str) -> None:
    assert read_hand(game("3-5-8"), TABLE, words.split()) == Hand((10, 2, 4))


@pytest.mark.parametrize(
    ("words", "tricks"),
    [("16 0", (16, 0, 0)), ("0 0", (0, 0, 16)), ("0 0 0", (0, 0, 0)), ("9 9 9", (9, 9, 9))],
)
def test_counts_are_taken_as_they_stand(words: str, tricks: tuple[int, ...]) -> None:
    assert read_hand(game("3-5-8"), TABLE, words.split()).counts == tricks


COUNTS_REFUSED = [
    # words, what is wrong, what to type instead
    ("", "the tricks of Ann and Bob and Cy are missing", "one count may be left out, not more"),
    ("10", "the tricks of Bob and Cy are missing", "one count may be left out"),
    ("10 _", "the tricks of Bob and Cy are missing", "one count may be left out"),
    ("_ _ 4", "the tricks of Ann and Bob are missing", "one count may be left out"),
    ("bob=2", "the tricks of Ann and Cy are missing", "one count may be left out"),
    ("9 8 -1", "'-1' tricks can't be", "nobody takes fewer than 0"),
    ("9 8 −1", "'−1' tricks can't be", "nobody takes fewer than 0"),
    ("2.5 9.5 4", "'2.5' is no number of tricks", "type whole numbers, as in 10 1 5"),
    ("½ 9 4", "'½' is no number of tricks", "type whole numbers"),
    ("² 9 4", "'²' is no number of tricks", "type whole numbers"),
    ("ten 2 4", "'ten' is no number of tricks", "type whole numbers"),
    ("- 2 4", "'-' is no number of tricks", "type whole numbers"),
    ("+10 2 4", "'+10' is no number of tricks", "type whole numbers"),
    ("1000 2 4", "'1000' is no number of tricks", "type whole numbers"),
    ("ann= bob=2 cy=4", "'' is no number of tricks", "type whole numbers"),
    ("ann=10 2 4", "some counts have a name and some have none", "all as Ann=… Bob=… Cy=…"),
    ("ann=10 Ann=2 cy=4", "Ann is counted twice", "type Ann=… Bob=… Cy=…"),
    ("ann=10 dee=2 cy=4", "nobody here is called 'dee'", "the players are Ann, Bob, Cy"),
    ("=10 bob=2 cy=4", "nobody here is called ''", "the players are Ann, Bob, Cy"),
    ("10 2 3 1", "4 counts for 3 players", "they sit in the order Ann, Bob, Cy"),
    ("10 7", "17 tricks, but a hand of 3-5-8 has 16", "count again"),
]


@pytest.mark.parametrize(("words", "wrong", "instead"), COUNTS_REFUSED)
def test_counts_that_make_no_hand_are_refused(words: str, wrong: str, instead: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_hand(game("3-5-8"), TABLE, words.split())
    assert refusal.value.wrong == wrong
    assert instead in refusal.value.instead


def test_an_empty_count_is_refused_and_not_taken_as_left_out() -> None:
    with pytest.raises(Refused, match="'' is no number of tricks"):
        read_hand(game("3-5-8"), TABLE, ["10", "", "4"])


def test_a_name_of_two_words_is_quoted_in_what_to_type_instead() -> None:
    with pytest.raises(Refused, match='type all in seating order, or all as "Ann Lee"=… Bob=… Cy'):
        read_hand(game("3-5-8"), ("Ann Lee", "Bob", "Cy"), ["ann=10", "2", "4"])


# Players


@pytest.mark.parametrize(
    ("players", "typed", "seat"),
    [
        pytest.param(TABLE, "Bob", 1, id="in full"),
        pytest.param(TABLE, "bOB", 1, id="in any case"),
        pytest.param(TABLE, "b", 1, id="a beginning"),
        pytest.param(TABLE, " bob ", 1, id="spaces around"),
        pytest.param(("Anna", "Ann", "Bob"), "ann", 1, id="in full, though another begins so"),
        pytest.param(("Ann Lee", "Ann May", "Bob"), "ann  m", 1, id="two words, two spaces"),
        pytest.param(("Zoe", "Zoë", "Bob"), "zoe\u0308", 1, id="an accent typed apart"),
        pytest.param(("Zoe\u0308", "Bob", "Cy"), "ZOË", 0, id="an accent kept apart"),
        pytest.param(("Strauß", "Bob", "Cy"), "STRAUSS", 0, id="a sharp s"),
        pytest.param(("Анна", "Борис", "Вера"), "б", 1, id="Cyrillic"),
        pytest.param((FAMILY, "Bob", "Cy"), FAMILY, 0, id="an emoji"),
    ],
)
def test_players_are_known_by_any_unique_beginning(
    players: Sequence[str], typed: str, seat: int
) -> None:
    assert read_player(players, typed) == seat


@pytest.mark.parametrize(
    ("players", "typed", "message"),
    [
        (("Ann", "Anna", "Bob"), "an", "'an' could be Ann or Anna: type more of the name"),
        (TABLE, "Dee", "nobody here is called 'Dee': the players are Ann, Bob, Cy"),
        (TABLE, "Bbo", "nobody here is called 'Bbo': did you mean Bob?"),
        (TABLE, "nn", "nobody here is called 'nn': did you mean Ann?"),
        (
            ("Ann", "Bob", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal", "Ike"),
            "Zoë",
            "nobody here is called 'Zoë': the players are Ann, Bob, Cy, Dan, Eve, Fay, Gus, Hal …",
        ),
        (
            ("Ann", "Bob", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal"),
            "Zoë",
            "nobody here is called 'Zoë': the players are Ann, Bob, Cy, Dan, Eve, Fay, Gus, Hal",
        ),
        (TABLE, "", "nobody here is called '': the players are Ann, Bob, Cy"),
        (TABLE, "\x1b[2J", r"nobody here is called '\x1b[2J': the players are Ann, Bob, Cy"),
    ],
)
def test_nobody_or_several_of_that_name(players: Sequence[str], typed: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_player(players, typed)
    assert str(refusal.value) == message


# Names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("Ann", "Ann", id="as it is"),
        pytest.param("  Ann   Lee ", "Ann Lee", id="single spaces"),
        pytest.param("Zoe\u0308", "Zo\u00eb", id="composed"),
        pytest.param("Nguyễn Văn A", "Nguyễn Văn A", id="Vietnamese"),
        pytest.param("สมชาย", "สมชาย", id="Thai"),
        pytest.param(FAMILY, FAMILY, id="an emoji joined from three"),
        pytest.param("نرگس\u200cخانم", "نرگس\u200cخانم", id="a Persian non-joiner"),
        pytest.param("x" * 40, "x" * 40, id="forty characters"),
        pytest.param("e\u0308" * 40, "\u00eb" * 40, id="forty characters once composed"),
    ],
)
def test_names_are_kept_composed_and_with_single_spaces(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        pytest.param("", "a name is empty: type at least one letter", id="nothing"),
        pytest.param(" \u3000 ", "a name is empty: type at least one letter", id="spaces"),
        pytest.param(
            "\x1b[31mAnn",
            r"the name '\x1b[31mAnn' holds control characters: type it by hand",
            id="an escape sequence",
        ),
        pytest.param(
            f"Ann{OVERRIDE}yoB",
            r"the name 'Ann\u202eyoB' holds control characters: type it by hand",
            id="a direction override",
        ),
        pytest.param(
            "Ann\u2066",
            r"the name 'Ann\u2066' holds control characters: type it by hand",
            id="a direction isolate",
        ),
        pytest.param(
            "Ann\nLee",
            r"the name 'Ann\nLee' holds control characters: type it by hand",
            id="a line break",
        ),
        pytest.param(
            "Ann\u2028Lee",
            r"the name 'Ann\u2028Lee' holds control characters: type it by hand",
            id="a line separator",
        ),
        pytest.param(
            "Ann\u2029Lee",
            r"the name 'Ann\u2029Lee' holds control characters: type it by hand",
            id="a paragraph separator",
        ),
        pytest.param(
            "Ann\ud800",
            r"the name 'Ann\ud800' holds control characters: type it by hand",
            id="half a character",
        ),
        *(
            pytest.param(
                blank,
                f"nothing can be seen of the name '{blank}': type at least one letter",
                id=f"blank {blank!a}",
            )
            for blank in (*INVISIBLE, "\u200d", "\u200c \u200d", "\u0308")
        ),
        pytest.param(
            "x" * 41,
            "the name xxxxxxxxxxxx… is longer than 40 characters: shorten it",
            id="forty-one characters",
        ),
    ],
)
def test_names_that_nobody_can_have(typed: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        clean_name(typed)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann", "aNN", True),
        ("Ann  Lee", " ann lee", True),
        ("Zoë", "ZOE\u0308", True),
        ("Strauß", "STRAUSS", True),
        (FAMILY, FAMILY.replace("\u200d", ""), True),
        ("Ann \u2665", "ann \u2665\ufe0f", True),
        ("Zoë", "Zoe", False),
        ("Ann", "Anna", False),
    ],
)
def test_which_names_are_the_same(one: str, other: str, same: bool) -> None:
    assert (name_key(one) == name_key(other)) == same


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("Ann Lee", "Ann Lee"),
        (FAMILY, FAMILY),
        ("Zoë \x1b[0m", r"Zoë \x1b[0m"),
        (f"a{OVERRIDE}b", r"a\u202eb"),
        ("a\x07\x9bb", r"a\x07\x9bb"),
    ],
)
def test_nothing_that_a_terminal_could_obey_is_ever_shown(text: str, safe: str) -> None:
    assert visible(text) == safe


def test_what_is_quoted_in_a_message_is_cut_after_forty_characters() -> None:
    assert shown("x" * 40) == "'" + "x" * 40 + "'"
    assert shown("x" * 41) == "'" + "x" * 40 + "…'"


# Calls and bids


@pytest.mark.parametrize(
    ("call", "typed"),
    [
        ("clubs", ["clubs", "c", "Club", "♣"]),
        ("diamonds", ["diamonds", "d", "DIA", "♦"]),
        ("hearts", ["hearts", "h", " Hearts ", "♥"]),
        ("spades", ["spades", "s", "sp", "♠"]),
        ("no-trump", ["no-trump", "n", "no", "nt", "NT", "notrump", "No Trump", "sans"]),
        ("misere", ["misere", "m", "misère", "Misère", "mise\u0300re", "mizz", "null"]),
    ],
)
def test_short_forms_of_calls(call: str, typed: list[str]) -> None:
    assert [read_call(word) for word in typed] == [call] * len(typed)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("hearst", "'hearst' is no call: did you mean hearts? the calls are clubs, diamonds, "),
        ("x", "'x' is no call: the calls are clubs, diamonds, hearts, spades, no-trump, misere"),
        ("", "'' is no call: the calls are clubs"),
        ("spadess", "'spadess' is no call: did you mean spades? the calls are clubs"),
    ],
)
def test_what_is_no_call(typed: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_call(typed)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize(
    ("variant", "typed", "message"),
    [
        ("3-5-8", "x", "'x' is no call: the calls are clubs, diamonds, hearts, spades"),
        (
            *("3-5-8-calls", "mizere"),
            "'mizere' is no call: did you mean misere? "
            "the calls are clubs, diamonds, hearts, spades, no-trump, misere",
        ),
    ],
)
def test_only_the_calls_of_the_game_are_offered(variant: str, typed: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_hand(game(variant), TABLE, ["8", "5", "3"], call=typed)
    assert str(refusal.value) == message


@pytest.mark.parametrize("typed", ["Cy=10", "cy=10", "c=10", "C=๑๐"])
def test_a_bid_is_a_name_and_a_count(typed: str) -> None:
    assert read_bid(TABLE, typed) == Bid(2, 10)


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("10", "'10' is no bid: type who and how many, as in Ann=10"),
        ("", "'' is no bid: type who and how many, as in Ann=10"),
        ("cy=ten", "'ten' is no number of tricks: type whole numbers, as in 10 1 5, or ann=10"),
        ("cy=-1", "'-1' tricks can't be: nobody takes fewer than 0"),
        ("dee=10", "nobody here is called 'dee': the players are Ann, Bob, Cy"),
    ],
)
def test_what_is_no_bid(typed: str, message: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_bid(TABLE, typed)
    assert str(refusal.value) == message


# Whole hands

WRITTEN = [
    (Hand((10, 2, 4)), "10 2 4"),
    (Hand((10, 1, 5), call="hearts"), "10 1 5 --call hearts"),
    (Hand((4, 2, 10), bid=Bid(2, 10)), "4 2 10 --bid Cy=10"),
    (
        Hand((2, 3, 0), maker=0, alone=(0, 1)),
        '2 3 0 --maker "Ann Lee" --alone "Ann Lee" --alone Bob',
    ),
]


@pytest.mark.parametrize(("told", "words"), WRITTEN)
def test_a_hand_is_written_as_it_is_typed(told: Hand, words: str) -> None:
    players = ("Ann Lee", "Bob", "Cy")
    assert write_hand(told, players) == words
    assert hand(game("3-5-8"), words, players) == told


def test_loners_are_kept_once_and_in_seating_order() -> None:
    told = read_hand(game("3-5-8"), TABLE, ["3", "1", "1"], maker="a", alone=["cy", "Ann", "CY"])
    assert told == Hand((3, 1, 1), maker=0, alone=(0, 2))


def test_a_name_may_hold_an_equals_sign() -> None:
    players = ("E=mc", "Bob", "Cy")
    told = read_hand(game("3-5-8"), players, ["e=mc=10", "bob=2"], bid=["e=mc=8"])
    assert told == Hand((10, 2, 4), bid=Bid(0, 8))


def _is_a_name(typed: str) -> bool:
    return bool(typed.split())


letters = st.characters(categories=["Lu", "Ll", "Lo", "Nd"], exclude_characters=INVISIBLE)
names = (
    st.text(letters | st.just(" "), min_size=1, max_size=12)
    .filter(_is_a_name)
    .map(lambda typed: clean_name(unicodedata.normalize("NFC", typed)))
)
seats = st.integers(0, 2)
hands = st.builds(
    Hand,
    counts=st.tuples(*[st.integers(0, 999)] * 3),
    # "null" is another word for misère but where it is a call of its own.
    call=st.none() | st.sampled_from([call for call in CALLS if call != "null"]),
    bid=st.none() | st.builds(Bid, seats, st.integers(0, 999)),
    maker=st.none() | seats,
    alone=st.sets(seats).map(lambda seats: tuple(sorted(seats))),
)


@settings(max_examples=100, deadline=None)
@given(hands, st.lists(names, min_size=3, max_size=3, unique_by=name_key))
def test_whatever_is_written_reads_back_as_the_same_hand(told: Hand, players: list[str]) -> None:
    assert hand(game("3-5-8"), write_hand(told, players), players) == told


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ann", "Ann"),
        ("Ann Lee", '"Ann Lee"'),
        ('say "hi"', "'say \"hi\"'"),
        ("$5", "'$5'"),
        ("", '""'),
        ("2026-11-28T19:30:00Z", "2026-11-28T19:30:00Z"),
    ],
)
def test_a_text_becomes_one_word_that_a_shell_reads_back(text: str, word: str) -> None:
    import shlex

    assert as_word(text) == word
    assert shlex.split(word) == [text]


@pytest.mark.parametrize(
    ("words", "options", "wrong"),
    [
        ("3 1 1 h", {}, "'h' could be hearts or Hal"),
        ("3 1 1 hearts spades", {}, "the call is told twice"),
        ("3 1 1 hearts", {"call": "spades"}, "the call is told twice"),
        ("3 1 1 hearts clubs", {"maker": "bob"}, "the call is told twice"),
        ("3 1 1 harts", {}, "'harts' is no call"),
        ("3 1 1 zoe", {}, "'zoe' is no number of tricks"),
    ],
)
def test_words_beside_the_counts_that_are_not_clear(
    words: str, options: dict[str, str], wrong: str
) -> None:
    with pytest.raises(Refused) as refusal:
        read_hand(game("cutthroat-euchre"), ("Hal", "Bob", "Cy"), words.split(), **options)  # type: ignore[arg-type]
    assert refusal.value.wrong == wrong


@pytest.mark.parametrize(
    ("words", "call", "maker", "alone"),
    [
        ("3 1 1 hal", None, 0, ()),
        ("5 0 0 bob alone hearts", "hearts", 1, (1,)),
        ("1 0 4 hal cy alone", None, 0, (2,)),
        ("3 1 1 ♥ cy", "hearts", 2, ()),
        ("hal 3 bob 1 cy 1 cy s", "spades", 2, ()),
    ],
)
def test_words_beside_the_counts(
    words: str, call: str | None, maker: int, alone: tuple[int, ...]
) -> None:
    hand = read_hand(game("cutthroat-euchre"), ("Hal", "Bob", "Cy"), words.split())
    assert (hand.call, hand.maker, hand.alone) == (call, maker, alone)
    again = read_hand(
        game("cutthroat-euchre"),
        ("Hal", "Bob", "Cy"),
        map(str, hand.counts),
        call=call,
        maker=("Hal", "Bob", "Cy")[maker],
        alone=[("Hal", "Bob", "Cy")[seat] for seat in alone],
    )
    assert again == hand
