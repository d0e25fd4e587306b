"""What a hand is worth where tricks are bid for: one function per kind, as in `scoring`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..errors import Refused
from .model import NO_TRUMP, Deal, Hand, Row, Score


def by_bid(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    made: int,
    made_per_trick: int = 0,
    missed_per_trick: int = 0,
    off: int = 0,
) -> tuple[Score, ...]:
    """Who takes exactly what was bid scores `made`, and `made_per_trick` for each trick.

    Everybody else scores `missed_per_trick` for each trick taken, less `off` for each one above or
    below the bid.
    """
    scores = []
    for bid, took in zip(bids(hand), hand.counts, strict=True):
        if took == bid:
            points, reason = made + made_per_trick * took, "bid-made"
        else:
            points, reason = missed_per_trick * took - off * abs(took - bid), "bid-missed"
        scores.append(Score(points, reason, {"bid": bid}))
    return tuple(scores)


def by_bid_and_success(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    bonus: tuple[int, ...],
    declared: int,
    revealed: int,
) -> tuple[Score, ...]:
    """A point a trick; who takes exactly the bid also gets the bonus for so many who did.

    Who `declared` or `revealed` the bid (an extra that names the player) gets that much more for
    taking exactly that, and failing gives it to each of the others.
    """
    made = [took == bid for took, bid in zip(hand.counts, bids(hand), strict=True)]
    points = [
        took + (bonus[sum(made) - 1] if success else 0)
        for took, success in zip(hand.counts, made, strict=True)
    ]
    for extra, premium in (("declared", declared), ("revealed", revealed)):
        seat = hand.seat_told(extra)
        if seat is not None:
            for other in range(len(points)):
                points[other] += premium if (other == seat) == made[seat] else 0
    return tuple(
        Score(points[seat], "bid-made" if made[seat] else "bid-missed", {"bid": bid})
        for seat, bid in enumerate(bids(hand))
    )


def by_bid_and_bags(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    each: int = 10,
    nil: int = 100,
    blind: int = 200,
    bags: int | None = None,
    penalty: int = 100,
    nil_tricks: str = "apart",
) -> tuple[Score, ...]:
    """A side that takes what its players bid together scores `each` times that, and 1 a bag.

    A bag is a trick above the bid; for every `bags` of them a side has gathered it loses `penalty`.
    A side that takes fewer loses `each` times its bid. Who bids nothing scores `nil` for taking
    nothing and loses as much otherwise; bid before seeing the cards (the extra "blind") it is
    `blind`. The tricks of a failed nil are bags ("apart"), or help the partner ("together").
    """
    blindly = hand.extras.get("blind", ())
    if isinstance(blindly, tuple) and any(bids(hand)[seat] for seat in blindly):
        raise Refused("blind is for a bid of nothing", "leave blind out, or put the bid right")
    by_side = []
    for side in range(max(deal.sides) + 1):
        seats = [seat for seat, own in enumerate(deal.sides) if own == side]
        nils = [seat for seat in seats if not bids(hand)[seat]]
        contract = sum(bids(hand)[seat] for seat in seats)
        took = sum(hand.counts[seat] for seat in seats)
        fallen = sum(hand.counts[seat] for seat in nils)
        points, over = 0, 0
        also: dict[str, int] = {}
        for seat in nils:
            worth = blind if isinstance(blindly, tuple) and seat in blindly else nil
            also["nil"] = also.get("nil", 0) + (-worth if hand.counts[seat] else worth)
        counting = took if nil_tricks == "together" or not contract else took - fallen
        if contract and counting < contract:
            points -= each * contract
        else:
            points += each * contract
            over = counting - contract
        over += took - counting
        had = sum(row.figures[seats[0]]["bags"] for row in before)
        if bags and (had + over) // bags > had // bags:
            also["bags"] = -penalty * ((had + over) // bags - had // bags)
        points += over + sum(also.values())
        reason = "bags" if contract and counting >= contract else "set" if contract else "nil"
        by_side.append(
            Score(
                points,
                reason,
                {"contract": contract, "tricks": counting, "bags": over, "also": also},
            )
        )
    return tuple(by_side[side] for side in deal.sides)


def by_books(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    book: int,
    made: str = "books",
    no_trump: int = 2,
) -> tuple[Score, ...]:
    """The maker's side bids tricks above the `book`; nobody else scores.

    The kitty that the maker buries is the side's first trick.

    It scores all it took above the book (`made = "books"`) or its bid ("bid"), and loses the bid
    when it falls short; `no_trump` times as much without trumps.
    """
    assert hand.bid is not None
    mine, bid = deal.sides[hand.bid.seat], hand.bid.tricks
    over = deal.by_side(hand)[mine] - book
    if over == -book:
        raise Refused("the buried kitty is a book of the maker's side", "count again")
    points = (over if made == "books" else bid) if over >= bid else -bid
    times = no_trump if hand.call == NO_TRUMP else 1
    maker = Score(points * times, "contract" if over >= bid else "contract-failed", {"bid": bid})
    return tuple(maker if side == mine else Score(0, "beaten") for side in deal.sides)


def by_schedule(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    six: Mapping[str, int],
    step: int,
    nothing: Mapping[str, int],
    slam: int = 0,
    odd: int,
) -> tuple[Score, ...]:
    """The maker's side scores the value of its bid for taking as many tricks, or loses it.

    `six` is the value of a bid of six tricks by call, each trick more is worth a `step` more; a bid
    of 0 is one of the calls of `nothing`, to take no trick. All tricks score a `slam` at least.
    The others score `odd` for each trick they take, except against a bid of nothing.
    """
    assert hand.bid is not None
    assert hand.call is not None
    bid, mine = hand.bid.tricks, deal.sides[hand.bid.seat]
    sides = deal.by_side(hand)
    if (hand.call in nothing) != (bid == 0):
        raise Refused(f"{bid} {hand.call} is no bid", "a bid of 0 goes with misere or open-misere")
    if bid == 0:
        value, made = nothing[hand.call], sides[mine] == 0
    else:
        value, made = six[hand.call] + step * (bid - 6), sides[mine] >= bid
    worth = value if made else -value
    if bid and sides[mine] == deal.tricks:
        worth = max(worth, slam)
    figures = {"bid": bid, "call": hand.call, "value": value}
    maker = Score(worth, "contract" if made else "contract-failed", figures)
    return tuple(
        maker if side == mine else Score(odd * sides[side] if bid else 0, "odd")
        for side in deal.sides
    )


def by_game_value(
    deal: Deal,
    hand: Hand,
    before: Sequence[Row],
    *,
    base: Mapping[str, int],
    null: tuple[int, ...],
    won: int = 0,
    lost: int = 0,
    others: int = 0,
) -> tuple[Score, ...]:
    """The maker scores the value of the game, or loses twice that.

    The value is the `base` of the call times the matadors plus one, one more for each of hand,
    schneider, schneider announced, schwarz, schwarz announced and ouvert. `null` are the fixed
    values of null, null hand, null ouvert and null ouvert hand. A game that is worth less than the
    bid is lost, at the next multiple of the base that covers it. On top of that `won` or `lost`
    goes to the maker, and `others`, divided by the number of players, to each of the others when a
    game is lost.
    Source: International Skat Rules (ISkO), 5.1 to 5.4.
    """
    assert hand.bid is not None
    assert hand.call is not None
    told, took, bid = hand.extras, hand.counts[0], hand.bid.tricks
    if hand.call == "null":
        strange = told.keys() - {"hand", "ouvert"}
        if strange or took > deal.tricks:
            raise Refused(
                f"{min(strange, default=f'{took} tricks')} can't be in null",
                "tell the tricks that the maker took; hand or ouvert may be told as well",
            )
        value = null[2 * ("ouvert" in told) + ("hand" in told)]
        made = took == 0
        if value < bid:
            raise Refused(f"null is worth {value}, less than the bid of {bid}", "check the bid")
    else:
        value, made = _skat_value(hand, base[hand.call])
        if value < bid:
            value, made = -(-bid // base[hand.call]) * base[hand.call], False
    maker = Score(
        value + won if made else -2 * value - lost,
        "game" if made else "game-lost",
        {"call": hand.call, "value": value},
    )
    other = Score(0 if made else others // len(deal.sides), "beaten")
    return tuple(maker if seat == deal.maker else other for seat in range(len(deal.sides)))


def _skat_value(hand: Hand, base: int) -> tuple[int, bool]:
    """The value of a game with trumps, and whether what was announced was reached."""
    told, took = hand.extras, hand.counts[0]
    if took in (1, 119):
        raise Refused(f"{took} card points can't be", "count again")
    if "schwarz-made" in told and 22 < took < 120:
        raise Refused(f"{took} card points are not every trick, and not none", "count again")
    if hand.call == "grand" and told.get("matadors", 0) not in range(5):
        raise Refused("grand has four matadors at most", "count the jacks alone")
    ouvert = "ouvert" in told
    schwarz_announced = ouvert or "schwarz" in told
    schneider_announced = schwarz_announced or "schneider" in told
    schwarz = schwarz_announced or "schwarz-made" in told
    schneider = schneider_announced or schwarz or not 30 < took < 90
    matadors = told.get("matadors")
    if not isinstance(matadors, int):
        raise Refused("how many matadors, with or without?", "add --tell matadors=1")
    levels = (
        "hand" in told or schneider_announced,
        schneider,
        schneider_announced,
        schwarz,
        schwarz_announced,
        ouvert,
    )
    needed = 61
    if schneider_announced:
        needed = 90
    made = took >= needed and (not schwarz_announced or ("schwarz-made" in told and took == 120))
    return base * (matadors + 1 + sum(levels)), made


def bids(hand: Hand) -> tuple[int, ...]:
    """What everybody bid, all of it known."""
    return tuple(bid or 0 for bid in hand.bids)
