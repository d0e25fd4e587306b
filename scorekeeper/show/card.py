"""The card of the coming hand, which a table reads aloud, and the exchange step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..ledger.book import Book
from ..rules.chances import countable, to_win
from ..rules.model import MISERE, OPEN_MISERE, Briefing, Chance, Extra
from ..rules.names import as_word
from ..rules.notation import EXAMPLE_BIDS
from . import phrases as p
from .blocks import Block, Facts, Line
from .phrases import both, either, say, signed

# So many are explained on the card, more are only named.
FEW_EXTRAS = 4


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
        ("Pass", tuple(_passed_on(book, coming))),
        ("Bids", tuple(_bids(book, coming))),
        ("Bags", tuple(_bags(book))),
        *((call, exchange) if early_call else (exchange, call)),
        ("Kitty", tuple(_kitty(book, coming))),
        ("Lead", tuple(_lead(book, coming))),
        ("To win", tuple(_to_win(book))),
        ("Tell", tuple(_tell(book))),
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
    variant, deal = book.variant, coming.deal
    deck, kitty = variant.deck, variant.kitty
    if variant.sides and deal.number == 1:
        sides = [p.PARTNERS.join(book.players[s] for s in seats) for seats in variant.by_side()]
        yield say(p.SIDES, sides=both(sides))
    if deck is not None and deck.removed:
        yield say(p.REMOVE, removed=deck.removed, cards=deck.cards)
    named = {
        "dealer": book.players[deal.dealer],
        "each": deck.each if deck and deck.each else deal.tricks,
    }
    if deck is not None and deck.dummy:
        yield say(p.DEAL_DUMMY, dummy=deck.dummy, left=deck.left, **named)
    elif kitty is not None:
        yield say(p.DEAL_KITTY, kitty=kitty.cards, **named)
    else:
        yield say(p.DEAL if named["each"] else p.DEALS, **named)
    if not variant.clockwise:
        yield p.COUNTER_CLOCKWISE
    for seat, role in enumerate(deal.roles):
        if role.sits_out:
            yield say(p.SITS_OUT, player=book.players[seat])
    if coming.bidding:
        bids = [targets[0] for targets in book.variant.opening.parameters["targets"]]
        opener = book.players[coming.deal.dealer]
        yield say(p.BID, opener=opener, least=bids[0], most=bids[-1], example=opener)
    elif coming.pending.bid and variant.bids is None:
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


def _passed_on(book: Book, coming: Briefing) -> Iterator[str]:
    ways = book.variant.passed_on
    if ways:
        yield p.PASSED_ON[ways[(coming.deal.number - 1) % len(ways)]]


def _bids(book: Book, coming: Briefing) -> Iterator[str]:
    rule, deal, pending = book.variant.bids, coming.deal, coming.pending
    if rule is None:
        return
    dealer, first = book.players[deal.dealer], book.players[deal.seat_at(1)]
    if rule.who == "maker":
        if pending.bid is not None:
            bidder = book.players[pending.bid.seat]
            yield say(p.MAKER_HAS_BID, bidder=bidder, tricks=pending.bid.tricks)
        else:
            example = f"{as_word(book.players[-1])} {min(bid for bid in rule.allowed if bid)}"
            yield say(p.BID_MAKER, first=first, example=example)
        return
    tricks = deal.tricks
    told = [
        f"{player} {bid}"
        for player, bid in zip(book.players, pending.bids, strict=False)
        if bid is not None
    ]
    together = sum(bid or 0 for bid in pending.bids)
    named = {"bids": " · ".join(told), "together": together, "tricks": tricks}
    if len(told) == len(book.players):
        yield say(p.BIDS_KNOWN, **named)
        return
    allowed = rule.allowed or range(tricks + 1)
    yield say(p.BIDS, first=first, least=allowed[0], most=allowed[-1], dealer=dealer)
    if told:
        yield say(p.BIDS_SO_FAR, **named)
    if rule.hook:
        left = tricks - together
        if len(told) < len(book.players) - 1 or pending.bids[deal.dealer] is not None:
            yield say(p.HOOK, dealer=dealer, tricks=tricks)
        elif left >= 0:
            yield say(p.HOOK_NOW, dealer=dealer, tricks=left)
    if not told:
        example = " ".join(str(min(bid, tricks)) for bid in EXAMPLE_BIDS[: len(book.players)])
        yield say(p.BID_TYPE, order=", ".join(book.players), example=example)


def _tell(book: Book) -> Iterator[str]:
    extras = sorted(book.variant.extras, key=lambda extra: extra.name)
    told = [f"`{typed_extra(extra)}`" for extra in extras]
    if len(extras) > FEW_EXTRAS:
        yield say(p.TELL, extras=", ".join(told))
        return
    for what, extra in zip(told, extras, strict=True):
        yield say(p.TELL_HELP, what=what, help=extra.help)


def typed_extra(extra: Extra) -> str:
    """How an extra is typed beside the counts: `jack=…`."""
    return extra.name if extra.of == "flag" else f"{extra.name}=…"


def _bags(book: Book) -> Iterator[str]:
    """The tricks above their bids that sides have gathered since it last cost them something."""
    told = book.variant.scoring.parameters
    if not told.get("bags") or not book.sheet.rows:
        return
    gathered = [
        say(
            p.BAGS_OF,
            names=p.PARTNERS.join(book.players[seat] for seat in seats),
            bags=sum(row.figures[seats[0]]["bags"] for row in book.sheet.rows) % told["bags"],
        )
        for seats in book.variant.by_side()
    ]
    yield say(p.BAGS, bags=" · ".join(gathered), limit=told["bags"], penalty=told["penalty"])


def _call(book: Book, coming: Briefing) -> Iterator[str]:
    calls, deal = book.variant.calls, coming.deal
    if calls is None or coming.bidding:
        return
    if book.variant.bids is not None and book.variant.bids.who == "maker":
        if coming.pending.call:
            caller = book.players[coming.pending.bid.seat] if coming.pending.bid else "The maker"
            yield say(p.CALLED, caller=caller, call=call_name(coming.pending.call))
        else:
            yield say(p.MAKER_CALLS, calls=either([call_name(call) for call in calls.allowed]))
        return
    if "maker" in book.variant.records:
        sentence = p.MAKER_NAMES_FOR_SIDE if book.variant.sides else p.MAKER_NAMES
        yield say(sentence, first=book.players[deal.seat_at(1)])
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
    if book.variant.passing == "once-each" and coming.may_pass:
        yield say(p.PASS_ONCE, caller=caller, dealer=book.players[deal.dealer])


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
    rule = book.variant.exchange
    assert rule is not None
    sentence = p.GIVES_IF if coming.exchange_needs else p.STEPS[rule.kind]
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
    *most, last = p.EXCHANGE_RULES[rule.kind]
    yield from most
    if rule.trump_answer == "any":
        yield p.ANY_FOR_TRUMP
    yield last
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
    taker = "The maker"
    if kitty.taker != "maker":
        taker = next(
            book.players[s] for s, role in enumerate(deal.roles) if role.name == kitty.taker
        )
    elif deal.maker is not None:
        taker = book.players[deal.maker]
    if kitty.shown:
        yield p.KITTY_SHOWN
    each = (book.variant.deck.each if book.variant.deck else 0) or deal.tricks
    yield say(p.KITTY[kitty.order], taker=taker, cards=kitty.cards, together=each + kitty.cards)


def _lead(book: Book, coming: Briefing) -> Iterator[str]:
    leader = coming.deal.leader
    if leader is not None and not coming.bidding:
        lone = "alone" in book.variant.records and not book.variant.sides
        yield say(p.LEAD_ALONE if lone else p.LEAD, leader=book.players[leader])
    elif leader is None and book.variant.lead == "maker":
        yield p.LEAD_MAKER


def _to_win(book: Book) -> Iterator[str]:
    """One line for all where everybody needs the same kind of thing, else a line each.

    Where too much else decides it is the rule by which the match is won.
    """
    if not countable(book.variant):
        sentence = p.won_by(book.variant)
        yield f"{sentence[0].upper()}{sentence[1:]}."
        return
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
    return {MISERE: "misère", OPEN_MISERE: "open misère"}.get(call, call)
