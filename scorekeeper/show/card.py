"""The card of the coming hand, which a table reads aloud, and the exchange step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..ledger.book import Book
from ..rules.chances import to_win
from ..rules.model import MISERE, Briefing, Chance
from . import phrases as p
from .blocks import Block, Facts, Line
from .phrases import both, either, say, signed


def card(book: Book) -> list[Block]:
    """Everything a table has to know before the coming hand, in the order it happens."""
    coming = book.sheet.next
    if coming is None or book.status != "open":
        return []
    early_call = book.variant.exchange is not None and book.variant.exchange.when == "suit-call"
    told = _exchange_in_short(book, coming) if book.variant.exchange and not coming.bidding else ()
    exchange = ("Exchange", tuple(told))
    call = ("Call", tuple(_call(book, coming)))
    items = [
        ("Deal", tuple(_deal(book, coming))),
        ("Targets", tuple(_targets(book, coming))),
        *((call, exchange) if early_call else (exchange, call)),
        ("Kitty", tuple(_kitty(book, coming))),
        ("Lead", tuple(_lead(book, coming))),
        ("To win", tuple(_to_win(book))),
    ]
    title = say(p.RECORDED, number=coming.deal.number)
    return [Line(title, "title"), Facts(tuple(item for item in items if item[1]))]


def exchange(book: Book) -> list[Block]:
    """The exchange before the coming hand, complete enough for people who do not know the rule."""
    coming = book.sheet.next
    if coming is None or book.status != "open":
        return []
    title = Line(say(p.RECORDED + ": exchange", number=coming.deal.number), "title")
    if not coming.exchange:
        return [title, *(Line(sentence) for sentence in _exchange_in_short(book, coming))]
    steps = [
        Line(f"{number}. {sentence}", "strong", hang=3)
        for number, sentence in enumerate(_steps(book, coming), start=1)
    ]
    rules = [Line(f"–  {sentence}", hang=3) for sentence in _exchange_rules(book, coming)]
    return [title, Line(_why(book)), *steps, *rules]


def _deal(book: Book, coming: Briefing) -> Iterator[str]:
    deck, kitty = book.variant.deck, book.variant.kitty
    if deck.removed:
        yield say(p.REMOVE, removed=deck.removed, cards=deck.cards)
    named = {"dealer": book.players[coming.deal.dealer], "each": deck.each}
    if deck.dummy:
        yield say(p.DEAL_DUMMY, dummy=deck.dummy, left=deck.left, **named)
    elif kitty is not None:
        yield say(p.DEAL_KITTY, kitty=kitty.cards, **named)
    else:
        yield say(p.DEAL, **named)
    if coming.bidding:
        bids = [targets[0] for targets in book.variant.opening.parameters["targets"]]
        opener = book.players[coming.deal.dealer]
        yield say(p.BID, opener=opener, least=bids[0], most=bids[-1], example=opener)
    elif coming.pending.bid:
        bid = coming.pending.bid
        yield say(p.BID_WON, bidder=book.players[bid.seat], tricks=bid.tricks)


def _targets(book: Book, coming: Briefing) -> Iterator[str]:
    deal = coming.deal
    aims = deal.limits or deal.targets
    if aims is None:
        return
    sentence = p.LIMIT if deal.limits else p.TARGET
    clockwise = [(deal.dealer + i) % len(aims) for i in range(len(aims))]
    yield " · ".join(
        say(sentence, player=book.players[s], role=deal.roles[s].name, tricks=aims[s])
        for s in clockwise
    )


def _call(book: Book, coming: Briefing) -> Iterator[str]:
    calls, deal = book.variant.calls, coming.deal
    if calls is None or coming.bidding:
        return
    if "maker" in book.variant.records:
        first = (deal.dealer + 1) % len(book.players)
        yield say(p.MAKER_NAMES, first=book.players[first])
        if coming.pending.call:
            yield say(p.TRUMPS, call=call_name(coming.pending.call))
        return
    assert deal.caller is not None
    caller = book.players[deal.caller]
    allowed: Sequence[str] = calls.allowed
    if coming.calls_left is not None:
        allowed = coming.calls_left[deal.caller]
    if coming.pending.call:
        yield say(p.CALLED, caller=caller, call=call_name(coming.pending.call))
    elif allowed:
        named = {"caller": caller, "calls": either([call_name(call) for call in allowed])}
        yield say(p.CALL_EARLY, after=calls.after, **named) if calls.after else say(p.CALL, **named)
    else:
        yield say(p.NO_CALLS_LEFT, caller=caller)


def _exchange_in_short(book: Book, coming: Briefing) -> Iterator[str]:
    if coming.no_exchange:
        call = call_name(coming.pending.call or "")
        yield say(p.NO_EXCHANGE[coming.no_exchange], call=call)
        return
    steps = list(_steps(book, coming))
    if len(steps) == 1:
        yield from steps
    else:
        yield from (f"{number}. {sentence}" for number, sentence in enumerate(steps, start=1))


def _steps(book: Book, coming: Briefing) -> Iterator[str]:
    sentence = p.GIVES_IF if coming.exchange_needs else p.GIVES
    for step in coming.exchange:
        giver, receiver = book.players[step.giver], book.players[step.receiver]
        yield say(sentence, giver=giver, receiver=receiver, cards=step.cards)


def _why(book: Book) -> str:
    points = book.sheet.rows[-1].points
    told = [f"{player} {signed(p)}" for player, p in zip(book.players, points, strict=True)]
    return say(
        p.WHY,
        up=both([text for text, p in zip(told, points, strict=True) if p > 0]),
        down=both([text for text, p in zip(told, points, strict=True) if p < 0]),
    )


def _exchange_rules(book: Book, coming: Briefing) -> Iterator[str]:
    rule, points = book.variant.exchange, book.sheet.rows[-1].points
    assert rule is not None
    if coming.exchange_needs:
        yield p.EXCHANGE_IF
        yield p.EXCHANGE_TELL
    yield p.CARD_BACK
    yield p.SAME_BACK
    if rule.trump_answer == "any":
        yield p.ANY_FOR_TRUMP
    yield p.STOP_EARLY
    cap = rule.parameters.get("cap")
    for seat, player in enumerate(book.players):
        cards = sum(e.cards for e in coming.exchange if seat in (e.giver, e.receiver))
        owed = abs(points[seat])
        if cap is not None and owed > cap == cards:
            yield say(p.CAPPED, player=player, cards=cards, cap=cap)
        elif cards < owed:
            yield say(p.CUT_SHORT, player=player, cards=cards, owed=owed)
    kitty, dealer = book.variant.kitty, coming.deal.dealer
    if kitty is not None and kitty.taker == "dealer" and points[dealer] < 0:
        yield say(p.KITTY_OWED, dealer=book.players[dealer])


def _kitty(book: Book, coming: Briefing) -> Iterator[str]:
    kitty, deal = book.variant.kitty, coming.deal
    if kitty is None or coming.bidding:
        return
    seat = next(s for s, role in enumerate(deal.roles) if role.name == kitty.taker)
    if kitty.shown:
        yield p.KITTY_SHOWN
    yield say(
        p.KITTY[kitty.order],
        taker=book.players[seat],
        cards=kitty.cards,
        together=book.variant.deck.each + kitty.cards,
    )


def _lead(book: Book, coming: Briefing) -> Iterator[str]:
    if not coming.bidding:
        sentence = p.LEAD_ALONE if "alone" in book.variant.records else p.LEAD
        yield say(sentence, leader=book.players[coming.deal.leader])


def _to_win(book: Book) -> Iterator[str]:
    """One line for all where everybody needs the same kind of thing, else a line each."""
    told: dict[bool, list[str]] = {False: [], True: []}
    for chance in to_win(book.sheet):
        need = _need(chance, book.variant.tricks)
        player = book.players[chance.seat]
        sentence = p.TO_WIN_AS if chance.part else p.TO_WIN
        told[chance.at_most].append(
            say(sentence, player=player, part=p.PARTS.get(chance.part), need=need)
        )
    if told[False]:
        yield " · ".join(told[False])
    if told[True]:
        both_ways = bool(told[False])
        need = " · ".join(told[True])
        yield say(p.MISERE_NEED, need=need) if both_ways else need


def _need(chance: Chance, every: int) -> str:
    if chance.sure == (every if chance.at_most else 0):
        return p.NEED_NOTHING
    if chance.sure is None:
        return say(p.NEED_AND_LUCK[chance.at_most], tricks=chance.tricks)
    if chance.sure == chance.tricks == every and not chance.at_most:
        return say(p.NEED_EXACTLY, tricks=every)
    sentence = p.NEED[chance.at_most, chance.sure == chance.tricks]
    return say(sentence, tricks=chance.tricks, sure=chance.sure)


def call_name(call: str) -> str:
    """A call as people read it."""
    return "misère" if call == MISERE else call
