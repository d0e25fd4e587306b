"""A variant and the hands played → the score sheet, by folding hand after hand."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import Refused
from . import ending, exchanging, scoring, settling
from .checking import check
from .dealing import deal_of, next_seat
from .model import SUITS, Briefing, Deal, Exchange, Hand, Match, Row, Scoresheet, Variant


def scoresheet(match: Match) -> Scoresheet:
    """Everything that follows from the hands of a match.

    Hands after the deciding one are kept in `after_end` and count for nothing. Raises `Refused`,
    naming the hand, where the rules do not allow what is written down.
    """
    rows: list[Row] = []
    winners: tuple[int, ...] = ()
    after_end: list[Hand] = []
    dealer = match.dealer
    passers: list[int] = []
    for deals, hand in enumerate(match.hands, start=1):
        number = len(rows) + sum(not late.passed for late in after_end) + 1
        deal = deal_of(match.variant, number, dealer, hand)
        try:
            # A late hand need not fit the calls left: it counts for nothing.
            left = None if winners else _calls_left(match.variant, rows, deal.caller)
            check(match, deal, left, _caller(deal) not in passers, hand)
        except Refused as mistake:
            raise mistake.at(f"hand {deal.number}") from None
        if winners:
            after_end.append(hand)
            dealer = next_seat(match.variant, deal.dealer)
            continue
        if hand.passed:
            dealer = _after_passing(match.variant, deal, passers)
        else:
            dealer = next_seat(match.variant, deal.dealer)
            rows.append(_scored(match.variant, deal, hand, rows))
        winners = won(match.variant, rows, deals)
    totals = rows[-1].totals if rows else (match.variant.start,) * match.variant.seats
    owed = settling.balances(match.variant, totals)
    return Scoresheet(
        match=match,
        rows=tuple(rows),
        totals=totals,
        winners=winners,
        decided_at=len(rows) if winners else None,
        after_end=tuple(after_end),
        next=None if winners else _briefing(match, rows, dealer, passers),
        settlement=settling.payments(owed, match.stake),
    )


def check_next(sheet: Scoresheet, hand: Hand) -> None:
    """Refuse a hand (or a call or bid, with no tricks yet) that can't come next in this match."""
    match = sheet.match
    if sheet.next is None:
        names = " and ".join(match.players[seat] for seat in sheet.winners)
        raise Refused(
            f"the match is over: {names} won in hand {sheet.decided_at}",
            "`undo` takes that hand back, `new` starts another match",
        )
    if hand.passed and match.pending.bid:
        bidder = match.players[match.pending.bid.seat]
        raise Refused(f"{bidder} has bid {match.pending.bid.tricks}", "`undo` takes the bid back")
    deal = deal_of(match.variant, sheet.next.deal.number, sheet.next.deal.dealer, hand)
    left = _calls_left(match.variant, sheet.rows, deal.caller)
    check(match, deal, left, sheet.next.may_pass, hand)


def row(
    variant: Variant,
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    exchange: tuple[Exchange, ...] = (),
) -> Row:
    """The hand scored; `before` are the rows it adds its points to."""
    scored = scoring.KINDS[variant.scoring.kind](deal, hand, before, **variant.scoring.parameters)
    # Lists, as elsewhere on the way of a hand: for so few a generator costs more than they do.
    points = tuple([score.points for score in scored])
    totals = before[-1].totals if before else (variant.start,) * variant.seats
    return Row(
        deal=deal,
        hand=hand,
        exchange=exchange,
        took=_took(variant, deal, hand),
        points=points,
        totals=tuple([total + gained for total, gained in zip(totals, points, strict=True)]),
        reasons=tuple([score.reason for score in scored]),
        figures=tuple([score.figures for score in scored]),
    )


def won(variant: Variant, rows: Sequence[Row], deals: int) -> tuple[int, ...]:
    """The seats that have won with the last of these rows; none while the match goes on.

    `deals` have been dealt so far, passed-out ones too.
    """
    if not rows:
        return ()
    return ending.KINDS[variant.ending.kind](variant, rows, deals, **variant.ending.parameters)


def _scored(variant: Variant, deal: Deal, hand: Hand, before: Sequence[Row]) -> Row:
    try:
        return row(variant, deal, hand, before, _exchange(variant, deal, hand.call, before)[0])
    except Refused as mistake:
        raise mistake.at(f"hand {deal.number}") from None


def _caller(deal: Deal) -> int:
    return deal.dealer if deal.caller is None else deal.caller


def _after_passing(variant: Variant, deal: Deal, passers: list[int]) -> int:
    """Who deals after a deal was passed out; where everybody may pass once it is dealt again."""
    if variant.passing == "once-each":
        passers.append(_caller(deal))
        return deal.dealer
    return next_seat(variant, deal.dealer)


def _took(variant: Variant, deal: Deal, hand: Hand) -> tuple[int | None, ...]:
    if variant.counted == "maker":
        return tuple(
            hand.counts[0] if seat == deal.maker else None for seat in range(len(deal.sides))
        )
    if variant.counted == "sides":
        return tuple(hand.counts[side] for side in deal.sides)
    return hand.counts


def _calls_left(
    variant: Variant, rows: Sequence[Row], caller: int | None
) -> tuple[str, ...] | None:
    calls = variant.calls
    if calls is None or not calls.once or caller is None:
        return None
    made = {row.hand.call for row in rows if row.deal.caller == caller}
    return tuple([call for call in calls.allowed if call not in made])


def _briefing(match: Match, rows: Sequence[Row], dealer: int, passers: Sequence[int]) -> Briefing:
    variant, pending = match.variant, match.pending
    deal = deal_of(variant, len(rows) + 1, dealer, pending)
    steps, none = _exchange(variant, deal, pending.call, rows)
    hangs = variant.exchange is not None and variant.exchange.when == "suit-call"
    left = [_calls_left(variant, rows, seat) for seat in range(variant.seats)]
    return Briefing(
        deal=deal,
        pending=pending,
        may_pass=variant.passing in ("redeal", "once-each") and _caller(deal) not in passers,
        bidding=variant.opening.kind == "bid" and not rows and pending.bid is None,
        calls_left=tuple(calls for calls in left if calls is not None) or None,
        exchange=steps,
        exchange_needs="suit-call" if hangs and steps and pending.call is None else "",
        no_exchange=none,
    )


def _exchange(
    variant: Variant, deal: Deal, call: str | None, before: Sequence[Row]
) -> tuple[tuple[Exchange, ...], str]:
    """The exchange before a deal, or why there is none; an unknown call may still be a suit."""
    if variant.exchange is None:
        return (), "variant"
    if not before:
        return (), "first-hand"
    by_kind = exchanging.KINDS[variant.exchange.kind]
    steps = by_kind(before[-1].points, deal, **variant.exchange.parameters)
    if steps and variant.exchange.when == "suit-call" and call not in (None, *SUITS):
        return (), "call"
    return steps, "" if steps else "nobody-up"
