"""What a line typed at the table means: the words of a command, and what it would bring."""

from __future__ import annotations

import shlex

import click

from ..errors import Refused, Unsaid, nearest
from ..ledger.book import Book
from ..ledger.journal import completed, hand_body
from ..rules.asking import unsaid
from ..rules.names import shown
from ..rules.notation import is_count, paired, read_words
from ..show import phrases as p
from ..show.board import points_in, verdict
from ..show.phrases import say
from . import COMMANDS, root
from .recording import alone, next_number, read_typed
from .session import check_going_on

HELP = ("help", "?")
YES = ("y", "yes")
NO = ("n", "no")


def split(typed: str) -> list[str]:
    """A line as words; quotes keep together what has spaces."""
    try:
        return shlex.split(typed)
    except ValueError:  # an apostrophe, as in O'Hara
        return typed.split()


def stage(book: Book | None) -> str:
    """What a table is to tell next, or `over`, `abandoned`, "" where there is nothing to tell.

    That is the winning `bid`, the `bids` of all, or the `tricks` or `points`.
    """
    if book is None:
        return ""
    if book.status != "open":
        return {"finished": "over"}.get(book.status, book.status)
    if book.sheet.next is not None and book.sheet.next.bidding:
        return "bid"
    bids, told = book.variant.bids, book.record.pending.bids
    if bids and bids.who == "everybody" and (not told or None in told):
        return "bids"
    return book.variant.counts


def words_of(book: Book | None, typed: str) -> list[str]:
    """The words of the command that a line means; [] for an empty one. Raises `Refused`."""
    words = split(typed)
    if words[:1] == ["scorekeeper"]:
        words = words[1:]
    if not words:
        return []
    first = words[0].casefold()
    if first == "play":
        raise Refused("you are at the table already", p.TYPE_HELP)
    if first in COMMANDS:
        return [first, *words[1:]]
    if first in HELP:
        return [*words[1:2], "--help"]
    where = stage(book)
    if where == "over" and first in (*YES, *NO):
        return ["rematch"] if first in YES else []
    if book is None:
        raise _unknown(first)
    return _hand_words(book, where, words)


def _hand_words(book: Book, where: str, words: list[str]) -> list[str]:
    """A hand, or what is told before one, without the name of a command."""
    figures = [is_count(word.rpartition("=")[2]) for word in words]
    rule = book.variant.bids
    is_bid = where in ("bid", "bids") or (rule is not None and rule.who == "maker")
    if is_bid and len(words) < 4 and figures[:2] == [False, True] and "=" not in words[1]:
        return ["bid", *words]
    words = paired(book.players, words)
    if where == "bids" and all(is_count(word.rpartition("=")[2]) for word in words):
        return ["bid", *words]
    try:
        counts, told = read_words(book.variant, book.players, words)
    except Refused:
        if nearest(words[0], COMMANDS, 0.75):
            raise _unknown(words[0]) from None
        raise
    if words[0] in counts and words[0].isalpha() and words[0] not in ("nil", "o", "O"):
        raise _unknown(words[0])
    if counts:
        return ["hand", *words]
    if set(told) == {"call"}:
        return ["call", *words]
    raise Refused("what did each take?", "type that with it, as in `hand -h`")


def meaning(book: Book | None, typed: str) -> str:
    """What a line would do: the points of a hand, else what its command is for.

    Raises `Refused` or click's exceptions for what can't be.
    """
    words = words_of(book, typed)
    if not words:
        return ""
    if words[0] == "hand" and book is not None and not alone(words):
        check_going_on(book)
        return foreseen(book, words[1:])
    command = root.get_command(click.Context(root), words[0])
    return command.get_short_help_str(200) if command else ""


def foreseen(book: Book, words: list[str], *, complete: bool = False) -> str:
    """The sum of a hand and the points it would bring: "16 of 16 · Ann +2 · Bob −4 · Cy +2".

    What would be asked then is named, unless the hand is `complete`.
    """
    hand = read_typed(book, words)
    told, of = sum(hand.counts), book.variant.sum_in(next_number(book))
    parts = [str(told) if of is None else say(p.TOLD_SO_FAR, told=told, of=of)]
    try:
        what = unsaid(book.sheet, completed(hand, book.record.pending))
        after = book.after(("hand", hand_body(hand)), at="")
        parts += filter(None, (points_in(after), verdict(after)))
    except Unsaid as question:
        what = question.what
    if what and not complete:
        parts.append(say(p.THEN_ASKED, label=label_of(what)))
    return " · ".join(parts)


def label_of(what: str) -> str:
    """What stands before the answer to the question for a part of a hand."""
    return p.ASKED[what][0] if what in p.ASKED else what.capitalize()


def _unknown(word: str) -> Refused:
    guess = nearest(word, COMMANDS)
    return Refused(
        f"there is no word {shown(word)} here", f"did you mean {guess}?" if guess else p.TYPE_HELP
    )
