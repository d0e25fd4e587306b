"""What is asked before a command is complete, one short question after the other.

A dialog is a function from the answers given so far to the next question, or to the words of the
complete command, none where nothing is to be done. So a step back costs nothing: it is the same
answers without the last.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from msgspec import Struct

from .. import variants
from ..errors import Refused
from ..ledger import queries
from ..ledger.book import Book
from ..ledger.journal import completed
from ..ledger.store import Store
from ..ledger.terms import player_names
from ..rules import rulebook
from ..rules.asking import MORE, unsaid
from ..rules.model import Hand
from ..rules.names import as_word, name_key, shown
from ..rules.notation import EXAMPLE_BIDS, read_call, read_player, span, write_bids, write_hand
from ..rules.validity import check_chosen
from ..show import phrases as p
from ..show.blocks import Block, Line
from ..show.card import typed_extra
from ..show.lists import choices
from ..show.phrases import either, say
from .recording import read_bid, read_typed
from .starting import pair
from .typed import NO, YES, label_of, split

WELCOME: tuple[Block, ...] = (
    Line(p.PLAY_WELCOME[0], "title"),
    *(Line(line) for line in p.PLAY_WELCOME[1:]),
)
TERMS = ("stake", "currency", "note")
JOINING = ("", "and", "&", "+")
NOBODY = ("", "no", "nobody", "none", "nothing")
# So many of the latest matches tell who usually plays.
LATEST = 30


class Question(Struct, frozen=True):
    """One thing to ask: what stands before the answer, what may be, and what Enter alone answers.

    `words` complete the answer; `about` is worth showing meanwhile.
    """

    label: str
    hint: str
    words: tuple[str, ...] = ()
    offered: str = ""
    about: tuple[Block, ...] = ()


Dialog = Callable[[Sequence[str]], Question | list[str]]


def hand_dialog(book: Book, typed: Sequence[str]) -> Dialog:
    """What a hand has to tell besides what was typed."""

    def step(answers: Sequence[str]) -> Question | list[str]:
        words, asked = ["hand", *typed], list[str]()
        what = _unsaid(book, words, asked)
        for answer in answers:
            asked.append(what)
            told = _with(book, words, what, answer)
            before, what = what, _unsaid(book, told, asked)
            if what == before and told == words:
                raise Refused(_question(book, what).hint)
            words = told
        return _question(book, what) if what else words

    return step


def new_dialog(store: Store | None, typed: Sequence[str] = ()) -> Dialog:
    """Which game, who plays, who deals: what `new` has to be told besides what was `typed`."""
    known = [one.name for one in queries.players(store)] if store else []
    latest = queries.matches(store, limit=LATEST) if store else []
    tables = Counter(tuple(player.name for player in match.seated) for match in latest)
    last = latest[0].variant if latest else ""

    def step(answers: Sequence[str]) -> Question | list[str]:
        told = [*typed, *answers]
        if not told:
            return Question(*p.ASK_GAME, tuple(variants.names()), last, WELCOME)
        game, options, terms = _game(told[0])
        rules = variants.find(game)
        chosen = rulebook.read_options(rules, [pair(option) for option in options])
        seats = rulebook.seats(rules)
        if len(told) == 1:
            fitting = [table for table in tables if len(table) in seats]
            usual = max(fitting, key=lambda table: tables[table], default=())
            label, hint = p.ASK_PLAYERS
            hint = say(hint, seats=span(seats))
            offered = " ".join(map(as_word, usual))
            return Question(label, hint, tuple(map(as_word, known)), offered, _about(rules))
        names = player_names(_names(told[1], seats), seats)
        check_chosen(rules, chosen, len(names))
        if len(told) == 2:
            return Question(*p.ASK_DEALER, (*names, "draw"), as_word(names[0]), _about(rules))
        dealer = _one_name(told[2])
        words = ["new", *terms, *(word for one in options for word in ("-o", one))]
        if dealer.casefold() == "draw":
            words.append("--draw")
        else:
            words += ["--dealer", names[read_player(names, dealer)]]
        return [*words, "--", game, *names]

    return step


def yes_dialog(words: list[str], question: str) -> Dialog:
    """Whether a command that has shown what it would do is to do it."""

    def step(answers: Sequence[str]) -> Question | list[str]:
        if not answers:
            return Question(question, p.YES_OR_NO, ("y", "n"))
        if answers[0].casefold() in ("", *NO):
            return []
        if answers[0].casefold() not in YES:
            raise Refused(f"{shown(answers[0])} is neither yes nor no", "type y or n")
        place = 2 if words[0] == "match" else 1
        return [*words[:place], "--yes", *words[place:]]

    return step


def _unsaid(book: Book, words: Sequence[str], asked: Sequence[str]) -> str:
    hand = read_typed(book, words[1:])
    return unsaid(book.sheet, completed(hand, book.record.pending), asked)


def _with(book: Book, words: list[str], what: str, answer: str) -> list[str]:
    """The words of a hand with an answer; bids that were told in parts are put together."""
    if what != "bids" or not answer:
        return [*words, *_words_for(book, what, answer)]
    before = read_typed(book, words[1:])
    bids = completed(read_bid(book, split(answer)), completed(before, book.record.pending))
    place = words.index("--bid") if "--bid" in words else len(words)
    return [*words[:place], "--bid", write_bids(bids), *words[place + 2 :]]


def _words_for(book: Book, what: str, answer: str) -> list[str]:
    """An answer as words of `hand`; whatever else it tells is taken too, as in `ann alone`."""
    is_player = name_key(answer) in map(name_key, book.players)
    may_be_left_out = what in ("call", "alone", MORE) and answer.casefold() in NOBODY
    if not answer or (may_be_left_out and not is_player):
        return []
    words = split(answer)
    if what == "bid":
        bid = read_bid(book, words)
        return split(write_hand(Hand(bid=bid.bid, bids=bid.bids, call=bid.call), book.players))
    if what == "alone":
        names = map(_one_name, answer.split(","))
        return [word for name in names for word in ("--alone", name)]
    if what == MORE:
        return [word for one in words for word in ("--tell", one)]
    if what not in ("call", "maker"):
        return ["--tell", f"{what}={_one_name(answer)}"]
    try:
        if what == "call":
            return ["--call", read_call(answer, book.variant)]
        if what == "maker":
            return ["--maker", book.players[read_player(book.players, _one_name(answer))]]
    except Refused:
        if len(words) == 1:
            raise
    return words


def _question(book: Book, what: str) -> Question:
    variant, players = book.variant, book.players
    extras = {extra.name: extra for extra in variant.extras}
    if what in extras:
        nobody = ("nobody",) if extras[what].nobody else ()
        return Question(label_of(what), extras[what].help, (*players, *nobody))
    calls = variant.calls.allowed if variant.calls else ()
    bids = variant.bids.allowed if variant.bids else ()
    words = {"call": calls, "maker": players, "alone": players, "bid": players, MORE: tuple(extras)}
    told = say(
        p.ASKED[what][1],
        players=either([as_word(player) for player in players]),
        calls=either(calls),
        order=", ".join(players),
        example=f"{as_word(players[-1])} {min((bid for bid in bids if bid), default=10)}",
        bids=" ".join(map(str, EXAMPLE_BIDS[: len(players)])),
        extras=", ".join(f"`{typed_extra(extra)}`" for extra in extras.values()),
    )
    return Question(label_of(what), told, words.get(what, ()))


def _game(typed: str) -> tuple[str, list[str], list[str]]:
    """A game, the options typed after it, each with -o or without, and the terms, as of `new`."""
    words = [word for word in split(typed) if word not in ("-o", "--option")]
    told = [word for word in words if "=" in word]
    terms = [word for word in told if word.partition("=")[0] in TERMS]
    options = [word for word in told if word not in terms]
    game = " ".join(word for word in words if word not in told)
    return game, options, [f"--{term}" for term in terms]


def _names(typed: str, seats: Sequence[int]) -> list[str]:
    """Players in a line, with or without commas, and with "and" or "&" before the last."""
    names = [name for name in (word.strip(",") for word in split(typed)) if name not in JOINING]
    return names if len(names) in seats else [one for name in names for one in name.split(",")]


def _one_name(typed: str) -> str:
    """A name of one word or several, in quotes or without."""
    return " ".join(split(typed))


def _about(rules: rulebook.Rules) -> tuple[Block, ...]:
    """What a game is, and which rules of it can be chosen."""
    seats = rulebook.seats(rules)
    return tuple(choices(rulebook.variant(rules, {}, seats[0]), seats))
