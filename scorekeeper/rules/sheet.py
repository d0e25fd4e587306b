"""A variant and the hands played → the score sheet, by folding hand after hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from ..errors import Refused
from . import ending, exchanging, scoring, settling
from .model import MISERE, SUITS, Briefing, Deal, Exchange, Hand, Match, Row, Scoresheet, Variant


def scoresheet(match: Match) -> Scoresheet:
    """Everything that follows from the hands of a match.

    Hands after the deciding one are kept in `after_end` and count for nothing. Raises `Refused`,
    naming the hand, where the rules do not allow what is written down.
    """
    rows: list[Row] = []
    winners: tuple[int, ...] = ()
    after_end: list[Hand] = []
    dealer = match.dealer
    for hand in match.hands:
        number = len(rows) + sum(not late.passed for late in after_end) + 1
        deal = _deal(match.variant, number, dealer, hand)
        try:
            # A late hand need not fit the calls left: it counts for nothing.
            _check(match, deal, None if winners else _calls_left(match, rows), hand)
        except Refused as mistake:
            raise mistake.at(f"hand {deal.number}") from None
        if winners:
            after_end.append(hand)
        elif not hand.passed:
            rows.append(row(match.variant, deal, hand, rows))
            winners = won(match.variant, rows)
        dealer = (deal.dealer + 1) % match.variant.seats
    totals = rows[-1].totals if rows else (0,) * match.variant.seats
    owed = settling.balances(totals, match.variant.stakes)
    return Scoresheet(
        match=match,
        rows=tuple(rows),
        totals=totals,
        winners=winners,
        decided_at=len(rows) if winners else None,
        after_end=tuple(after_end),
        next=None if winners else _briefing(match, rows, dealer),
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
    deal = _deal(match.variant, sheet.next.deal.number, sheet.next.deal.dealer, hand)
    _check(match, deal, _calls_left(match, sheet.rows), hand)


def row(variant: Variant, deal: Deal, hand: Hand, before: Sequence[Row]) -> Row:
    """The hand scored; `before` are the rows it adds its points to."""
    scored = scoring.KINDS[variant.scoring.kind](deal, hand, **variant.scoring.parameters)
    points = tuple(score.points for score in scored)
    totals = before[-1].totals if before else (0,) * variant.seats
    return Row(
        deal=deal,
        hand=hand,
        exchange=_exchange(variant, deal, hand.call, before)[0],
        points=points,
        totals=tuple(map(sum, zip(totals, points, strict=True))),
        reasons=tuple(score.reason for score in scored),
    )


def won(variant: Variant, rows: Sequence[Row]) -> tuple[int, ...]:
    """The seats that have won with the last of these rows; none while the match goes on."""
    return ending.KINDS[variant.ending.kind](rows, **variant.ending.parameters)


def _deal(variant: Variant, number: int, dealer: int, hand: Hand) -> Deal:
    """The deal of hand `number`: a bid moves the first to the bidder, a loner moves the lead."""
    targets_by_role: Sequence[int | None] = [role.target for role in variant.roles]
    if number == 1 and variant.opening.kind == "bid":
        targets_by_role = _targets_after_bid(variant, hand)
        if hand.bid and not hand.passed:
            dealer = hand.bid.seat
    seat_of = {role.name: (dealer + role.offset) % variant.seats for role in variant.roles}
    by_seat = sorted(range(variant.seats), key=lambda i: seat_of[variant.roles[i].name])
    roles = tuple(variant.roles[i] for i in by_seat)
    targets = [t for i in by_seat if (t := targets_by_role[i]) is not None]
    limits = [role.limit for role in roles if role.limit is not None]
    who = variant.calls.who if variant.calls else ""
    leader = seat_of[variant.lead]
    if hand.alone:
        leader = _left_of_loner(variant.seats, hand)
    return Deal(
        number=number,
        dealer=dealer,
        caller=seat_of[who] if who else hand.maker,
        leader=leader,
        roles=roles,
        targets=tuple(targets) or None,
        limits=tuple(limits) if hand.call == MISERE else None,
    )


def _targets_after_bid(variant: Variant, hand: Hand) -> Sequence[int | None]:
    """Targets in the order of the roles, whose first is the dealer's and so the bid."""
    for targets in variant.opening.parameters["targets"]:
        if hand.bid and targets[0] == hand.bid.tricks:
            return list(targets)
    return [None] * variant.seats


def _left_of_loner(seats: int, hand: Hand) -> int:
    """The first player left of the loner who plays; left of the maker if both sides are alone."""
    loner = hand.maker if hand.maker in hand.alone else hand.alone[0]
    assert loner is not None
    out = sitting_out(seats, hand)
    return next(seat for i in range(1, seats + 1) if (seat := (loner + i) % seats) not in out)


def sitting_out(seats: int, hand: Hand) -> tuple[int, ...]:
    """The defenders who lay down their cards because another defender plays alone."""
    lone = [seat for seat in hand.alone if seat != hand.maker]
    return tuple(s for s in range(seats) if lone and s != hand.maker and s not in lone)


def _calls_left(match: Match, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...] | None:
    calls = match.variant.calls
    if calls is None or not calls.once:
        return None
    made = {(row.deal.caller, row.hand.call) for row in rows}
    return tuple(
        tuple(call for call in calls.allowed if (seat, call) not in made)
        for seat in range(match.variant.seats)
    )


def _briefing(match: Match, rows: Sequence[Row], dealer: int) -> Briefing:
    variant, pending = match.variant, match.pending
    deal = _deal(variant, len(rows) + 1, dealer, pending)
    steps, none = _exchange(variant, deal, pending.call, rows)
    hangs = variant.exchange is not None and variant.exchange.when == "suit-call"
    return Briefing(
        deal=deal,
        pending=pending,
        bidding=variant.opening.kind == "bid" and not rows and pending.bid is None,
        calls_left=_calls_left(match, rows),
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


def _check(
    match: Match, deal: Deal, calls_left: tuple[tuple[str, ...], ...] | None, hand: Hand
) -> None:
    """Raise `Refused` unless the rules allow this hand, or this call or bid before the hand."""
    variant = match.variant
    if hand.passed:
        if variant.passing == "dealer-names":
            raise Refused(
                "this deal can't be passed out: the dealer has to name a suit",
                "record the hand, with --maker",
            )
        return
    played = bool(hand.tricks)
    if played:
        _check_tricks(variant, hand)
    if variant.opening.kind == "bid" and deal.number == 1:
        _check_bid(match, hand, played)
    elif hand.bid:
        _refuse_bid(variant, deal)
    _check_call(match, deal, calls_left, hand, played)
    if played:
        _check_maker(match, hand)


def _check_tricks(variant: Variant, hand: Hand) -> None:
    if len(hand.tricks) != variant.seats:
        raise Refused(
            f"{len(hand.tricks)} counts for {variant.seats} players",
            "give the tricks of every player, in seating order",
        )
    if min(hand.tricks) < 0:
        raise Refused("nobody can take fewer than 0 tricks", "count again")
    if sum(hand.tricks) != variant.tricks:
        raise Refused(
            f"{sum(hand.tricks)} tricks, but a hand of {variant.id} has {variant.tricks}",
            "count again; one count may be left out as _",
        )


def _check_bid(match: Match, hand: Hand, played: bool) -> None:
    bids = [targets[0] for targets in match.variant.opening.parameters["targets"]]
    if hand.bid is None:
        if played:
            raise Refused(
                f"hand 1 of {match.variant.id} opens with bidding",
                f"add the winning bid, as in --bid {match.players[-1]}={bids[0]}",
            )
    elif hand.bid.tricks not in bids:
        raise Refused(
            f"a bid of {hand.bid.tricks} is not possible", f"bid {bids[0]} to {bids[-1]} tricks"
        )


def _refuse_bid(variant: Variant, deal: Deal) -> NoReturn:
    if variant.opening.kind == "bid":
        raise Refused(f"only hand 1 is bid for, this is hand {deal.number}", "leave the bid out")
    if any("bid" in option.choices for option in variant.options):
        raise Refused(
            "this match opens without bidding",
            f"leave the bid out, or start one with `new {variant.id} -o opening=bid`",
        )
    raise Refused(f"there is no bidding in {variant.id}", "leave the bid out")


def _check_call(
    match: Match,
    deal: Deal,
    calls_left: tuple[tuple[str, ...], ...] | None,
    hand: Hand,
    played: bool,
) -> None:
    calls, caller = match.variant.calls, deal.caller
    if calls is None or hand.call is None:
        if hand.call is not None:
            raise Refused(f"nothing is called in {match.variant.id}", "leave the call out")
        if played and calls_left is not None and caller is not None:
            left = ", ".join(calls_left[caller]) or "none: `pass` moves the deal on"
            raise Refused(
                f"what did {match.players[caller]} call?", f"add --call; calls left: {left}"
            )
        return
    if hand.call not in calls.allowed:
        raise Refused(
            f"{hand.call} can't be called in {match.variant.id}",
            f"the calls are {', '.join(calls.allowed)}",
        )
    if calls_left is not None and caller is not None and hand.call not in calls_left[caller]:
        left = ", ".join(calls_left[caller]) or "none: `pass` moves the deal on"
        raise Refused(
            f"{match.players[caller]} has called {hand.call} before", f"calls left: {left}"
        )


def _check_maker(match: Match, hand: Hand) -> None:
    variant, players = match.variant, match.players
    if "maker" not in variant.records:
        if hand.maker is not None or hand.alone:
            raise Refused(f"there is no maker in {variant.id}", "leave --maker and --alone out")
        return
    if hand.maker is None:
        raise Refused("who was the maker?", f"add it, as in --maker {players[0]}")
    defenders = [seat for seat in hand.alone if seat != hand.maker]
    if len(defenders) > 1:
        names = " and ".join(players[seat] for seat in defenders)
        raise Refused(
            f"{names} can't both defend alone", "one defender may play alone, and the maker"
        )
    for seat in sitting_out(variant.seats, hand):
        if hand.tricks[seat]:
            raise Refused(
                f"{players[seat]} sat out while {players[defenders[0]]} defended alone",
                f"{players[seat]} took 0 tricks; count again",
            )
