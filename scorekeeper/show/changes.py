"""What a correction changes, before and after, so that nobody is surprised by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from ..ledger import clock
from ..ledger.book import Book
from ..rules.model import Exchange, Hand, Row
from ..rules.notation import write_extras, write_hand
from ..rules.settling import balances, payments
from . import phrases as p
from .blocks import Block, Facts, Line
from .card import call_name
from .phrases import both, say, signed
from .score import payment


def changes(before: Book, after: Book) -> list[Block]:
    """Points, totals, deals, calls left, exchanges and winners, wherever they are not the same."""
    told = told_changes(before, after)
    if not told:
        return [Line(p.NO_CHANGE)]
    return [Line(p.CHANGES, "title"), Facts(tuple(told.items()))]


def told_changes(before: Book, after: Book) -> dict[str, tuple[str, ...]]:
    """The same as sentences, by what they are about."""
    old, new = _rows(before), _rows(after)
    items = (
        ("Match", tuple(_match(before, after))),
        ("Hands", tuple(_hands(before, after, old, new))),
        ("Totals", tuple(_totals(before, after))),
        ("Deal", tuple(_deals(before, after, old, new))),
        ("Calls left", tuple(_calls(before, after))),
        ("Exchange", tuple(_exchanges(before, after, old, new))),
        ("Winner", tuple(_winners(before, after))),
        ("Money", tuple(_money(before, after, old, new))),
    )
    return {about: sentences for about, sentences in items if sentences}


Rows = dict[int, Row | None]
Figure = TypeVar("Figure")


def _rows(book: Book) -> Rows:
    """The row of every hand by the entry that told it; None where it does not count."""
    rows = iter(book.sheet.rows)
    return {
        played.entry: next(rows, None) for played in book.record.played if not played.hand.passed
    }


def _match(before: Book, after: Book) -> Iterator[str]:
    if set(before.players) == set(after.players) and before.players != after.players:
        yield _arrow(", ".join(before.players), ", ".join(after.players))
    first = [book.players[book.record.dealer] for book in (before, after)]
    if first[0] != first[1]:
        yield say(p.FIRST_DEALER, change=_arrow(*first))
    for word, was, is_ in (
        ("stake", _stake(before), _stake(after)),
        ("note", before.record.note, after.record.note),
        ("started", _time(before.record.started), _time(after.record.started)),
        *((name, _option(before, name), _option(after, name)) for name in _names(before, after)),
    ):
        if was != is_:
            yield f"{word}: {_arrow(was or 'none', is_ or 'none')}"


def _names(before: Book, after: Book) -> list[str]:
    return sorted({*before.record.options, *after.record.options})


def _option(book: Book, name: str) -> object:
    """What holds for an option in a match, chosen or not."""
    default = next(one.default for one in book.variant.options if one.name == name)
    return book.record.options.get(name, default)


def _time(moment: str) -> str:
    return clock.local(moment).strftime("%Y-%m-%d %H:%M")


def _stake(book: Book) -> str:
    stake = book.record.stake
    return "" if stake is None else f"{stake} {book.record.currency}".strip()


def _hands(before: Book, after: Book, old: Rows, new: Rows) -> Iterator[str]:
    stood = {played.entry: played for played in before.record.played}
    stands = {played.entry: played for played in after.record.played}
    for entry in sorted(old.keys() - new.keys()):
        number, hand = before.record.number(entry), stood[entry].hand
        yield say(p.HAND_OUT, number=number, hand=write_hand(hand, before.players))
    for entry, is_ in new.items():
        number, was = after.record.number(entry), old.get(entry)
        if entry not in old:
            told = write_hand(stands[entry].hand, after.players)
            yield say(p.HAND_IN, number=number, hand=told)
            continue
        for word, old_detail, new_detail in (
            ("note", stood[entry].note, stands[entry].note),
            ("played", _time(stood[entry].at), _time(stands[entry].at)),
        ):
            if old_detail != new_detail:
                change = _arrow(old_detail or "none", new_detail or "none")
                yield say(p.HAND_DETAIL, number=number, word=word, change=change)
        old_hand, new_hand = stood[entry].hand, stands[entry].hand
        if _facts(before, old_hand) != _facts(after, new_hand):
            change = _arrow(
                write_hand(old_hand, before.players), write_hand(new_hand, after.players)
            )
            yield say(p.HAND_CHANGE, number=number, change=change)
        if was and is_:
            yield from _hand(before, after, was, is_)
        elif was is not is_:
            yield say(p.COUNTS_NO_MORE if was else p.COUNTS_AGAIN, number=number)
    passed = [sum(one.hand.passed for one in book.record.played) for book in (before, after)]
    if passed[0] != passed[1]:
        yield say(p.PASSED_DEALS, change=_arrow(*passed))


def _hand(before: Book, after: Book, was: Row, is_: Row) -> Iterator[str]:
    if _by_name(before, was.points) != _by_name(after, is_.points):
        figures = _figures(before, after, was.points, is_.points)
        yield say(p.POINTS_CHANGE, number=is_.deal.number, change=figures)


def _facts(book: Book, hand: Hand) -> object:
    """What was told of a hand, by names, so that other seats alone make no difference."""
    names = book.players
    return (
        _by_name(book, hand.counts) if len(hand.counts) == len(names) else hand.counts,
        hand.call,
        hand.bid and (names[hand.bid.seat], hand.bid.tricks),
        _by_name(book, hand.bids) if hand.bids else None,
        set(write_extras(hand, names)),
        None if hand.maker is None else names[hand.maker],
        {names[seat] for seat in hand.alone},
    )


def _by_name(book: Book, figures: Sequence[Figure]) -> dict[str, Figure]:
    return dict(zip(book.players, figures, strict=True))


def _figures(before: Book, after: Book, was: Sequence[int], is_: Sequence[int]) -> str:
    old, new = _by_name(before, was), _by_name(after, is_)
    return " · ".join(
        f"{player} {_arrow(signed(old[player]), signed(new[player]))}"
        for player in new
        if player in old and old[player] != new[player]
    )


def _totals(before: Book, after: Book) -> Iterator[str]:
    told = _figures(before, after, before.sheet.totals, after.sheet.totals)
    if told:
        yield told


def _deals(before: Book, after: Book, old: Rows, new: Rows) -> Iterator[str]:
    for entry, is_ in new.items():
        was = old.get(entry)
        if was and is_:
            yield from _deal(before, after, was.deal.dealer, is_.deal.dealer, is_.deal.number)
    if before.sheet.next and after.sheet.next:
        was_next, next_ = before.sheet.next.deal, after.sheet.next.deal
        yield from _deal(before, after, was_next.dealer, next_.dealer, next_.number)


def _deal(before: Book, after: Book, was: int, is_: int, number: int) -> Iterator[str]:
    if before.players[was] != after.players[is_]:
        change = _arrow(before.players[was], after.players[is_])
        yield say(p.DEAL_CHANGE, number=number, change=change)


def _calls(before: Book, after: Book) -> Iterator[str]:
    was, is_ = before.sheet.next, after.sheet.next
    if was and is_ and was.calls_left is not None and is_.calls_left is not None:
        old = dict(zip(before.players, was.calls_left, strict=True))
        for player, left in zip(after.players, is_.calls_left, strict=True):
            if player in old and old[player] != left:
                yield f"{player}: {', '.join(map(call_name, left)) or 'none'}"


def _exchanges(before: Book, after: Book, old: Rows, new: Rows) -> Iterator[str]:
    for entry, is_ in new.items():
        was = old.get(entry)
        if was and is_:
            gave = _steps(p.GAVE, before, was.exchange)
            should = _steps(p.GAVE, after, is_.exchange)
            if gave != should:
                number = is_.deal.number
                yield say(p.EXCHANGED_WRONGLY, number=number, gave=gave, should=should)
    if before.sheet.next and after.sheet.next:
        gives = _steps(p.WILL_GIVE, before, before.sheet.next.exchange)
        will = _steps(p.WILL_GIVE, after, after.sheet.next.exchange)
        if gives != will:
            number = after.sheet.next.deal.number
            yield say(p.EXCHANGE_CHANGE, number=number, change=_arrow(gives, will))


def _steps(sentence: str, book: Book, steps: Sequence[Exchange]) -> str:
    told = [
        say(sentence, giver=book.players[e.giver], receiver=book.players[e.receiver], cards=e.cards)
        for e in steps
    ]
    return both(told) if told else p.NO_STEP


def _winners(before: Book, after: Book) -> Iterator[str]:
    if _won(before) != _won(after):
        yield _arrow(_winner(before), _winner(after))


def _money(before: Book, after: Book, old: Rows, new: Rows) -> Iterator[str]:
    """Coins that have moved on the old figures, where there is a stake."""
    if before.record.stake is None and after.record.stake is None:
        return
    if after.variant.stakes == "hands":
        for entry, is_ in new.items():
            was = old.get(entry)
            paid = _payments(before, was.points if was else ())
            should = _payments(after, is_.points if is_ else ())
            if was and paid != should:
                number = was.deal.number
                yield say(p.PAID_WRONGLY, number=number, paid=paid, should=should)
    paid, should = (_payments(b, balances(b.variant, b.sheet.totals)) for b in (before, after))
    if paid != should:
        yield say(p.ALTOGETHER, change=_arrow(paid, should))


def _payments(book: Book, owed: tuple[int, ...]) -> str:
    told = [payment(book, paid) for paid in payments(owed, book.record.stake)]
    return ", ".join(told) or p.NO_PAYMENT


def _won(book: Book) -> object:
    """Who has won and when, whatever their seats."""
    return {book.players[seat] for seat in book.sheet.winners}, book.sheet.decided_at


def _winner(book: Book) -> str:
    if not book.sheet.winners:
        return p.NOBODY_YET
    names = both([book.players[seat] for seat in book.sheet.winners])
    return say(p.WINNER, names=names, hand=book.sheet.decided_at)


def _arrow(was: object, is_: object) -> str:
    return f"{was} → {is_}"
