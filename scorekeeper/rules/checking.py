"""What the rules allow: a hand, or a call or bid before the hand, that can't be is refused."""

from __future__ import annotations

from typing import NoReturn

from ..errors import Refused, Unsaid
from .dealing import sitting_out
from .model import Bids, Deal, Hand, Match, Variant
from .names import as_word
from .notation import EXAMPLE_BIDS, so_many


def check(
    match: Match, deal: Deal, calls_left: tuple[str, ...] | None, may_pass: bool, hand: Hand
) -> None:
    """Raise `Refused` unless the rules allow this hand, or this call or bid before the hand.

    `calls_left` are those the caller may still make, None for any.
    """
    variant = match.variant
    if hand.passed:
        _check_pass(variant)
        if not may_pass:
            who = match.players[deal.dealer if deal.caller is None else deal.caller]
            raise Refused(f"{who} has passed before", "everybody may pass once in a match")
        return
    played = bool(hand.counts)
    if deal.maker is not None and deal.roles[deal.maker].sits_out:
        sitter = match.players[deal.maker]
        raise Refused(f"{sitter} deals and sits out", "name one of the others")
    if played:
        _check_counts(variant, deal, hand)
    if variant.opening.kind == "bid" and deal.number == 1:
        _check_opening_bid(match, hand, played)
    elif variant.bids is not None and variant.bids.who == "maker":
        _check_winning_bid(match, deal, variant.bids, hand, played)
    elif hand.bid:
        _refuse_bid(variant, deal)
    _check_bids(match, deal, hand, played)
    _check_call(match, deal, calls_left, hand, played)
    if played:
        _check_maker(match, deal, hand)
    _check_extras(match, hand, played)


def _check_pass(variant: Variant) -> None:
    wrong = "this deal can't be passed out"
    if variant.passing == "never":
        raise Refused(wrong, f"nobody passes in {variant.id}")
    if variant.passing == "no-trump":
        raise Refused(f"{wrong}: it is played at no-trump", "record the hand, without a maker")
    if variant.passing == "dealer-names":
        if variant.bids is not None:
            raise Refused(f"{wrong}: the dealer has to bid", "record the hand, with --bid")
        raise Refused(f"{wrong}: the dealer has to name a suit", "record the hand, with --maker")


def _check_counts(variant: Variant, deal: Deal, hand: Hand) -> None:
    if len(hand.counts) != variant.counters():
        raise Refused(
            f"{len(hand.counts)} counts for {variant.counters()} {_counted(variant)}",
            f"give the {variant.counts} of every player, in seating order",
        )
    # Where no tricks are known points are those of any game, and may be below 0.
    if deal.tricks and min(hand.counts) < 0:
        raise Refused(f"nobody can take fewer than 0 {variant.counts}", "count again")
    if deal.adds_up_to is None:
        return
    told, most = sum(hand.counts), deal.adds_up_to
    if told > most or (variant.counted != "maker" and told != most):
        raise Refused(
            f"{so_many(told, variant.counts)}, but a hand of {variant.id} has {deal.adds_up_to}",
            "count again; one count may be left out as _",
        )


def _counted(variant: Variant) -> str:
    return {"seats": "players", "sides": "sides", "maker": "maker"}[variant.counted]


def _check_opening_bid(match: Match, hand: Hand, played: bool) -> None:
    bids = [targets[0] for targets in match.variant.opening.parameters["targets"]]
    if hand.bid is None:
        if played:
            raise Unsaid(
                f"hand 1 of {match.variant.id} opens with bidding",
                f"add the winning bid, as in --bid {as_word(match.players[-1])}={bids[0]}",
                "bid",
            )
    elif hand.bid.tricks not in bids:
        raise Refused(
            f"a bid of {hand.bid.tricks} is not possible", f"bid {bids[0]} to {bids[-1]} tricks"
        )


def _check_winning_bid(match: Match, deal: Deal, rule: Bids, hand: Hand, played: bool) -> None:
    if hand.bid is None:
        if played:
            example = f"{as_word(match.players[-1])}={min(bid for bid in rule.allowed if bid)}"
            raise Unsaid("who won the bidding?", f"add the bid, as in --bid {example}", "bid")
        return
    if hand.bid.tricks not in rule.allowed:
        bids = ", ".join(map(str, rule.allowed[:12]))
        if len(rule.allowed) > 12:
            bids += f" … {rule.allowed[-1]}"
        raise Refused(f"a bid of {hand.bid.tricks} is not possible", f"the bids are {bids}")


def _check_bids(match: Match, deal: Deal, hand: Hand, played: bool) -> None:
    rule, players = match.variant.bids, match.players
    if rule is None or rule.who != "everybody":
        if hand.bids:
            raise Refused(f"not everybody bids in {match.variant.id}", "tell the winning bid alone")
        return
    bids = hand.bids or (None,) * len(players)
    missing = [player for player, bid in zip(players, bids, strict=True) if bid is None]
    if played and missing:
        example = ",".join(str(min(bid, deal.tricks)) for bid in EXAMPLE_BIDS[: len(players)])
        raise Unsaid(
            f"what did {' and '.join(missing)} bid?",
            f"add the bids in seating order, as in --bid {example}",
            "bids",
        )
    for player, bid in zip(players, bids, strict=True):
        allowed = rule.allowed or range(deal.tricks + 1)
        if bid is not None and bid not in allowed:
            raise Refused(
                f"{player} can't bid {bid}",
                f"bid {allowed[0]} to {allowed[-1]}, and tell all bids anew",
            )
    if rule.hook and not missing and sum(bid or 0 for bid in bids) == deal.tricks:
        raise Refused(
            f"the bids add up to the {so_many(deal.tricks, 'tricks')} of the hand",
            f"{players[deal.dealer]} bids last and has to bid something else",
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
    match: Match, deal: Deal, calls_left: tuple[str, ...] | None, hand: Hand, played: bool
) -> None:
    calls, caller = match.variant.calls, deal.caller
    if calls is None or hand.call is None:
        if hand.call is not None:
            raise Refused(f"nothing is called in {match.variant.id}", "leave the call out")
        if played and calls is not None and calls.needed:
            raise Unsaid("what was called?", f"add --call: {', '.join(calls.allowed)}", "call")
        if played and calls_left is not None and caller is not None:
            left = ", ".join(calls_left) or "none: `pass` moves the deal on"
            raise Unsaid(
                f"what did {match.players[caller]} call?", f"add --call; calls left: {left}", "call"
            )
        return
    if hand.call not in calls.allowed:
        raise Refused(
            f"{hand.call} can't be called in {match.variant.id}",
            f"the calls are {', '.join(calls.allowed)}",
        )
    if calls_left is not None and caller is not None and hand.call not in calls_left:
        left = ", ".join(calls_left) or "none: `pass` moves the deal on"
        raise Refused(
            f"{match.players[caller]} has called {hand.call} before", f"calls left: {left}"
        )


def _check_maker(match: Match, deal: Deal, hand: Hand) -> None:
    variant, players = match.variant, match.players
    if "maker" not in variant.records:
        if hand.maker is not None or hand.alone:
            raise Refused(f"there is no maker in {variant.id}", "leave --maker and --alone out")
        return
    nobody = variant.calls.no_maker if variant.calls else ()
    if hand.maker is None and hand.call in nobody and not hand.alone:
        return
    if hand.maker is None:
        without = f"; without one the call is {' or '.join(nobody)}" if nobody else ""
        raise Unsaid(
            "who was the maker?",
            f"add it, as in --maker {as_word(players[0])}{without}",
            "maker",
        )
    if hand.alone and "alone" not in variant.records:
        raise Refused(f"nobody plays alone in {variant.id}", "leave --alone out")
    defenders = [seat for seat in hand.alone if seat != hand.maker]
    if len(defenders) > 1:
        names = " and ".join([players[seat] for seat in defenders])
        raise Refused(
            f"{names} can't both defend alone", "one defender may play alone, and the maker"
        )
    if defenders and "defended_alone" not in variant.scoring.parameters:
        raise Refused(
            f"only the maker plays alone in {variant.id}", f"that is {players[hand.maker]}"
        )
    if variant.counted == "seats":
        for seat in sitting_out(variant, hand):
            if hand.counts[seat]:
                raise Refused(
                    f"{players[seat]} sat out while {players[defenders[0]]} defended alone",
                    f"{players[seat]} took 0 tricks; count again",
                )


def _check_extras(match: Match, hand: Hand, played: bool) -> None:
    if not match.variant.extras and not hand.extras:
        return
    known = {extra.name: extra for extra in match.variant.extras}
    for name, value in hand.extras.items():
        if name not in known:
            raise Refused(
                f"{match.variant.id} has no {name!r} to tell",
                f"it has {', '.join(known)}" if known else "leave --tell out",
            )
        extra = known[name]
        if isinstance(value, int) and not extra.least <= value <= extra.most:
            raise Refused(
                f"{name} can't be {value}", f"it is a number from {extra.least} to {extra.most}"
            )
        if other := next((o for o in extra.excludes if o in hand.extras), ""):
            raise Refused(f"{name} and {other} can't both be", "leave one out")
    if sum(told == () for told in hand.extras.values()) > 1:
        raise Refused("only one card is turned up", "say who took the others")
    if match.variant.counts == "tricks" and match.variant.counted == "seats" and played:
        for name in match.variant.scoring.parameters.get("worth", ()):
            seat = hand.seat_told(name)
            if seat is not None and not hand.counts[seat]:
                raise Refused(f"{name}: {match.players[seat]} took no trick", "count again")
    for extra in known.values():
        if played and extra.required and extra.name not in hand.extras:
            raise Unsaid(
                f"{extra.name} is missing", f"add --tell {extra.name}=…: {extra.help}", extra.name
            )
