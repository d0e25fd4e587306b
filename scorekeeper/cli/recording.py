"""Commands that write down what happened at the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from ..errors import Refused
from ..ledger import journal
from ..ledger.book import Book
from ..ledger.journal import completed, hand_body
from ..rules.model import Hand
from ..rules.notation import is_count, read_bids, read_call, read_hand
from ..rules.sheet import check_next
from ..show.blocks import Block, Line
from ..show.phrases import MOVED, say
from ..show.recorded import recorded, standing
from .session import (
    Session,
    at_option,
    find,
    find_open,
    json_option,
    match_option,
    pass_session,
    record,
    say_json,
)
from .telling import hand_options

# So that -1 is read as a count, and refused as one, not as an unknown option.
COUNTS = {"ignore_unknown_options": True}


@click.command(context_settings=COUNTS)
@click.argument("counts", nargs=-1, required=True)
@hand_options
@click.option("--note", metavar="TEXT", default="", help="A word about this hand.")
@at_option
@match_option
@json_option
@pass_session
def hand_(
    session: Session,
    counts: tuple[str, ...],
    told: dict[str, Any],
    note: str,
    at: str | None,
    match: str | None,
    as_json: bool,
) -> None:
    """Record what each player took.

    COUNTS are the tricks (or points, where the game counts those) in seating order, or
    NAME=TRICKS. One may be left out, or given as _, and is worked out from the others. Partners
    have one count together where only what both took matters. Names and calls may be shortened.

    What was called, who was the maker or played alone, and what else the game wants to know may
    stand beside the counts, or be told by the options.

    \b
    Examples:
      scorekeeper hand 10 2 4
      scorekeeper hand 10 _ 4
      scorekeeper hand ann=10 cy=4
      scorekeeper hand 5 4 7 misere
      scorekeeper hand 3 1 1 ann alone
      scorekeeper hand 3 1 1 --maker ann --alone ann
      scorekeeper hand 3 0 2 1 --bid 3,1,2,1
      scorekeeper hand 8 --bid bob=8 --call hearts
    """
    with session.store(write=True) as store:
        book = find_open(store, match)
        hand = read_hand(book.variant, book.players, counts, number=next_number(book), **told)
        check_next(book.sheet, completed(hand, book.record.pending))
        record(
            session,
            store,
            book,
            ("hand", {**hand_body(hand), **_when(at, note)}),
            recorded,
            as_json,
        )


@click.command()
@click.argument("called", metavar="CALL")
@match_option
@json_option
@pass_session
def call_(session: Session, called: str, match: str | None, as_json: bool) -> None:
    """Note what was called, before the hand is played.

    The card of the hand then becomes definite: where the exchange hangs on the call it is settled,
    and in misère everybody sees their limit.

    \b
    Examples:
      scorekeeper call hearts
      scorekeeper call nt
    """
    with session.store(write=True) as store:
        book = find_open(store, match)
        told = Hand(call=read_call(called, book.variant))
        check_next(book.sheet, completed(told, book.record.pending))
        record(session, store, book, ("call", hand_body(told)), standing, as_json)


@click.command(context_settings=COUNTS)
@click.argument("words", nargs=-1, required=True, metavar="NAME TRICKS | TRICKS…")
@match_option
@json_option
@pass_session
def bid_(session: Session, words: tuple[str, ...], match: str | None, as_json: bool) -> None:
    """Note what was bid, before the hand is played.

    The winning bid, or what everybody bids, in seating order or by name; a bid not made yet is _.

    \b
    Examples:
      scorekeeper bid Cy 10
      scorekeeper bid ann 8 hearts
      scorekeeper bid 3 0 2 1
      scorekeeper bid ann=3 bob=0
    """
    with session.store(write=True) as store:
        book = find_open(store, match)
        told = read_bid(book, list(words))
        pending = book.record.pending
        if completed(told, pending) == pending:
            raise Refused("that tells nothing new", "`undo` takes a bid back")
        check_next(book.sheet, completed(told, book.record.pending))
        record(session, store, book, ("bid", hand_body(told)), standing, as_json)


@click.command()
@click.option("--note", metavar="TEXT", default="", help="A word about this deal.")
@at_option
@match_option
@json_option
@pass_session
def pass_(session: Session, note: str, at: str | None, match: str | None, as_json: bool) -> None:
    """Record a deal that was passed out.

    Nothing is scored, the deal moves left.

    \b
    Example:
      scorekeeper pass
    """
    with session.store(write=True) as store:
        book = find_open(store, match)
        check_next(book.sheet, Hand(passed=True))
        record(session, store, book, ("passed", _when(at, note)), recorded, as_json)


@click.command()
@click.option("--list", "listing", is_flag=True, help="Only list what would be taken back.")
@match_option
@json_option
@pass_session
def undo_(session: Session, listing: bool, match: str | None, as_json: bool) -> None:
    """Take back the last thing recorded.

    Again for the one before, as far as the beginning of the match.
    Nothing is lost: `redo` brings it back until something new is recorded. It never goes on into
    another match.

    \b
    Examples:
      scorekeeper undo --list
      scorekeeper undo
    """
    with session.store(write=True) as store:
        book = find(store, match)
        if listing:
            _list_undo(session, book, as_json)
            return
        journal.undo(book.record)
        record(session, store, book, ("undo", {}), lambda b: _moved("undo", b), as_json)


@click.command()
@match_option
@json_option
@pass_session
def redo_(session: Session, match: str | None, as_json: bool) -> None:
    """Bring back what was taken back last.

    \b
    Example:
      scorekeeper redo
    """
    with session.store(write=True) as store:
        book = find(store, match)
        journal.redo(book.record)
        record(session, store, book, ("redo", {}), lambda b: _moved("redo", b), as_json)


def read_typed(book: Book, words: Sequence[str]) -> Hand:
    """The hand that the words of the command `hand` tell, options and all."""
    told = _parsed(words)
    if told["match"] is not None:
        raise Refused("this is about the match on the board", "leave -m out")
    options = {key: told[key] for key in ("bid", "maker", "alone", "tell")}
    return read_hand(
        book.variant,
        book.players,
        told["counts"],
        number=next_number(book),
        call=told["called"],
        **options,
    )


def _parsed(words: Sequence[str]) -> dict[str, Any]:
    """The words of `hand` as its parameters; what asks for help is left among the counts."""
    return hand_.make_context("hand", list(words), help_option_names=[]).params


def alone(words: Sequence[str]) -> bool:
    """Whether the words of `hand` ask for its help, or are about another match."""
    return "-h" in words or "--help" in words or _parsed(words)["match"] is not None


def read_bid(book: Book, words: list[str]) -> Hand:
    """Bids in order, by name, or one as NAME TRICKS; the maker's may be followed by a call."""
    rule = book.variant.bids
    call = None
    if rule is not None and rule.who == "maker" and len(words) > 2 and is_count(words[-2]):
        call = read_call(words.pop(), book.variant)
    by_name = len(words) > 1 and "=" not in "".join(words) and not is_count(words[0])
    typed = [f"{' '.join(words[:-1])}={words[-1]}"] if by_name else words
    return Hand(call=call, **read_bids(book.variant, book.players, typed))


def next_number(book: Book) -> int:
    """The number of the hand that would be recorded now."""
    return len(book.sheet.rows) + 1


def _list_undo(session: Session, book: Book, as_json: bool) -> None:
    from ..show.corrections import undo_steps

    told = book.undoable()
    if as_json:
        say_json([{"sequence": one.entry.sequence, "words": one.words} for one in told])
    else:
        session.show(undo_steps(told))


def _moved(way: str, book: Book) -> list[Block]:
    what = book.log(since=len(book.entries) - 1)[0].replaced
    return [
        Line(say(MOVED[way], what=what), "strong"),
        Line(),
        *standing(book),
    ]


def _when(at: str | None, note: str) -> dict[str, str]:
    """The time and note of a hand, where given."""
    told = {}
    if at is not None:
        from ..ledger.clock import read

        told["played"] = read(at)
    if note:
        from ..ledger.terms import note as kept_note

        told |= kept_note(note)
    return told
