"""Commands that put right what was entered wrong; everything after it follows by itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
from msgspec.structs import replace

from ..errors import Refused
from ..ledger import clock
from ..ledger.book import Book
from ..ledger.journal import Played, completed, hand_body
from ..ledger.terms import money
from ..ledger.terms import note as kept_note
from ..rules import rulebook
from ..rules.model import Hand
from ..rules.notation import read_hand, read_player, read_words
from ..rules.validity import check_chosen
from ..show import corrections
from ..show.blocks import Block, Line
from ..show.recorded import standing
from .recording import COUNTS
from .session import (
    Session,
    at_option,
    correct,
    find,
    json_option,
    match_option,
    pass_session,
    say_json,
    yes_option,
)
from .starting import new_order, pair
from .telling import hand_options, rule_option

number_argument = click.argument("number", type=click.IntRange(1, 9999), metavar="N")


@click.command(context_settings=COUNTS)
@number_argument
@click.argument("counts", nargs=-1)
@hand_options
@click.option("--note", metavar="TEXT", help="A word about this hand.")
@at_option
@match_option
@yes_option
@json_option
@pass_session
def edit_(
    session: Session,
    number: int,
    counts: tuple[str, ...],
    told: dict[str, Any],
    note: str | None,
    at: str | None,
    match: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Put hand N right.

    In the words that `hand` takes; what is not said stays as it is. `--call none`, `--alone none`
    and `--tell none` take away what was said.
    What changes is shown first, also in later hands, and nothing is written before you agree.

    \b
    Examples:
      scorekeeper edit 3 9 4 3
      scorekeeper edit 3 --call spades
    """
    with session.store(write=True) as store:
        book = find(store, match)
        played = book.record.hand(number)
        if not any((counts, *told.values(), at)) and note is None:
            raise Refused("what should be different?", f"type it as in `edit {number} 9 4 3`")
        body: dict[str, Any] = {"hand": played.entry}
        if any((counts, *told.values())):
            body |= _difference(book, played, number, counts, told)
        if note is not None:
            body["note"] = kept_note(note).get("note", "")
        if at is not None:
            body["played"] = clock.read(at)
        correct(session, store, book, ("amend", body), _afterwards, yes, as_json)


@click.command()
@number_argument
@click.option("--passed", is_flag=True, help="The passed-out deal before hand N instead.")
@match_option
@yes_option
@json_option
@pass_session
def strike_(
    session: Session, number: int, passed: bool, match: str | None, yes: bool, as_json: bool
) -> None:
    """Take hand N out: it was never played.

    Later hands move up.

    \b
    Example:
      scorekeeper strike 3
    """
    with session.store(write=True) as store:
        book = find(store, match)
        hand = _passed_before(book, number) if passed else book.record.hand(number)
        correct(session, store, book, ("strike", {"hand": hand.entry}), _afterwards, yes, as_json)


@click.command(context_settings=COUNTS)
@number_argument
@click.argument("counts", nargs=-1)
@hand_options
@click.option("--passed", is_flag=True, help="A deal that was passed out, before hand N.")
@match_option
@yes_option
@json_option
@pass_session
def insert_(
    session: Session,
    number: int,
    counts: tuple[str, ...],
    told: dict[str, Any],
    passed: bool,
    match: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Put in a hand that was forgotten.

    It becomes hand N, later ones move down.

    \b
    Example:
      scorekeeper insert 3 9 4 3 --call hearts
    """
    if passed == bool(counts):
        raise click.UsageError("give the counts of the hand, or --passed")
    with session.store(write=True) as store:
        book = find(store, match)
        last = sum(not played.hand.passed for played in book.record.played)
        before = None if number == last + 1 else book.record.hand(number).entry
        hand = Hand(passed=True)
        if not passed:
            hand = read_hand(book.variant, book.players, counts, number=number, **told)
        body = {"before": before, **hand_body(hand)}
        correct(session, store, book, ("insert", body), _afterwards, yes, as_json)


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[N] TEXT")
@match_option
@json_option
@pass_session
def note_(session: Session, words: tuple[str, ...], match: str | None, as_json: bool) -> None:
    """Put a note beside hand N, or the match.

    Without a number it is the match's; "" removes a note.

    \b
    Examples:
      scorekeeper note 3 "Bob held all four aces"
      scorekeeper note "at the Feathers"
    """
    with session.store(write=True) as store:
        book = find(store, match)
        to_hand = len(words) > 1 and words[0].isdecimal()
        if len(words) == 1 and words[0].isdecimal():
            raise Refused(f"what about hand {words[0]}?", f'type it as in `note {words[0]} "…"`')
        text = kept_note(" ".join(words[to_hand:])).get("note", "")
        if to_hand:
            entry = book.record.hand(int(words[0])).entry
            fact = ("amend", {"hand": entry, "note": text})
        else:
            fact = ("match", {"note": text})
        correct(session, store, book, fact, lambda b: [], True, as_json)


@click.command()
@number_argument
@click.argument("when", nargs=-1, required=True)
@match_option
@json_option
@pass_session
def at_(
    session: Session, number: int, when: tuple[str, ...], match: str | None, as_json: bool
) -> None:
    """Say when hand N was played.

    \b
    Examples:
      scorekeeper at 3 2026-11-28T20:15
      scorekeeper at 3 yesterday
    """
    with session.store(write=True) as store:
        book = find(store, match)
        fact = {"hand": book.record.hand(number).entry, "played": clock.read(" ".join(when))}
        correct(session, store, book, ("amend", fact), lambda b: [], True, as_json)


@click.group()
def match_() -> None:
    """Put right what a match was started with.

    \b
    Example:
      scorekeeper match edit --dealer Bob
    """


@match_.command("edit")
@click.option("--dealer", metavar="NAME", help="Who dealt first.")
@click.option("--seats", metavar="NAME,NAME,…", help="The players clockwise, as they really sat.")
@click.option("--stake", metavar="AMOUNT", help="Money per point; `none` for no stake.")
@click.option("--currency", metavar="CODE", help="What the stake is in.")
@click.option("--note", metavar="TEXT", help="The note beside the match.")
@click.option("--at", metavar="WHEN", help="When it began.")
@rule_option
@match_option
@yes_option
@json_option
@pass_session
def match_edit(
    session: Session,
    dealer: str | None,
    seats: str | None,
    stake: str | None,
    currency: str | None,
    note: str | None,
    at: str | None,
    options: tuple[str, ...],
    match: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """Put right the dealer, seats, stake, note, date or rules of a match.

    What follows from it is shown first. Everybody keeps what they took when seats change.

    \b
    Examples:
      scorekeeper match edit --dealer Bob
      scorekeeper match edit --seats Bob,Ann,Cy -o win=16-tricks
    """
    with session.store(write=True) as store:
        book = find(store, match)
        body: dict[str, Any] = {}
        players = list(book.players)
        if seats is not None:
            body["seats"] = new_order(players, seats)
            _check_partners(book, body["seats"])
            players = [players[former] for former in body["seats"]]
        if dealer is not None:
            body["dealer"] = read_player(players, dealer)
        if options:
            body["options"] = rulebook.read_options(book.rules, map(pair, options))
            check_chosen(book.rules, {**book.record.options, **body["options"]}, len(players))
        if stake is not None:
            off = stake.casefold() == "none"
            body["stake"] = None if off else money(stake)["stake"]
        if currency is not None:
            body["currency"] = money(None, currency).get("currency", "")
        if note is not None:
            body["note"] = kept_note(note).get("note", "")
        if at is not None:
            body["started"] = clock.read(at)
        if not body:
            raise click.UsageError("say what should be different, as in --dealer Bob")
        correct(session, store, book, ("match", body), _afterwards, yes, as_json)


@click.command()
@match_option
@json_option
@pass_session
def log_(session: Session, match: str | None, as_json: bool) -> None:
    """The journal of a match.

    What was typed, when, and what it replaced.

    \b
    Example:
      scorekeeper log
    """
    with session.store() as store:
        book = find(store, match)
    told = book.log()
    if as_json:
        say_json(
            [
                {
                    "sequence": one.entry.sequence,
                    "recorded": clock.local(one.entry.recorded_at).isoformat(),
                    "kind": one.entry.kind,
                    "words": one.words,
                    "replaced": one.replaced,
                }
                for one in told
            ]
        )
    else:
        session.show(corrections.log(told))


def _afterwards(book: Book) -> list[Block]:
    return [Line(), *standing(book)]


def _difference(
    book: Book, played: Played, number: int, counts: tuple[str, ...], told: dict[str, Any]
) -> dict[str, Any]:
    """What `edit` was told about a hand, as the body of an `amend`."""
    before = played.hand
    typed, beside = read_words(book.variant, book.players, counts, maker_told=bool(told["maker"]))
    alone = [book.players[seat] for seat in beside.get("alone", ())]
    told = {
        **told,
        "call": told["call"] or beside.get("call"),
        "maker": told["maker"] or ("maker" in beside and book.players[beside["maker"]]) or None,
        "alone": (*told["alone"], *alone),
        "tell": (*told["tell"], *beside.get("tell", ())),
    }
    gone = [key for key in ("call", "alone") if told[key] and "none" in _folded(told[key])]
    words = [word for word in told["tell"] if word.casefold() != "none"]
    kept = before.extras if len(words) == len(told["tell"]) else {}
    hand = read_hand(
        book.variant,
        book.players,
        _counts(book, before, number, typed),
        number=number,
        **{**told, **dict.fromkeys(gone, ()), "tell": words},
    )
    if told["tell"]:
        hand = replace(hand, extras={**kept, **hand.extras})
    hand = replace(hand, bids=completed(hand, before).bids if hand.bids else ())
    body = {**hand_body(hand), **dict.fromkeys(gone)}
    return {**body, **({"extras": None} if told["tell"] and not hand.extras else {})}


def _counts(book: Book, before: Hand, number: int, counts: list[str]) -> list[str]:
    """The counts as typed; where they need not add up, those not named stay as they were."""
    old = [str(count) for count in before.counts]
    if not counts:
        return old
    free = book.variant.sum_in(number) is None
    if not free or not all("=" in word for word in counts):
        return list(counts)
    named = {read_player(book.players, word.rpartition("=")[0]) for word in counts}
    kept = [
        f"{player}={count}"
        for seat, (player, count) in enumerate(zip(book.players, old, strict=True))
        if seat not in named
    ]
    return [*counts, *kept]


def _folded(told: str | Iterable[str]) -> list[str]:
    return [word.casefold() for word in ([told] if isinstance(told, str) else told)]


def _check_partners(book: Book, order: list[int]) -> None:
    """Refuse seats that part partners whose tricks were counted together."""
    variant = book.variant
    if variant.counted == "sides" and any(
        len({variant.side(order[seat]) for seat in side}) > 1 for side in variant.by_side()
    ):
        raise Refused(
            "that parts partners, whose tricks were counted together",
            "`abandon` this match and begin another with `new`",
        )


def _passed_before(book: Book, number: int) -> Played:
    for played in book.record.played:
        if played.hand.passed and book.record.number(played.entry) == number:
            return played
    raise Refused(f"no deal was passed out before hand {number}", "`score` shows where one was")
