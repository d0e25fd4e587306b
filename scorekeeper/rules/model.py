"""The values every other part speaks in: frozen, seats as indices, names only at the edges.

A seat is an index into the players as they sit, clockwise; everything "by seat" is a tuple in
that order. Partners sit across: with two sides, seats 0 and 2 play against 1 and 3, and what is
"by side" is a tuple in the order of the first player of each. Counts are whole tricks, cards or
points.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from msgspec import Struct

SUITS = ("clubs", "diamonds", "hearts", "spades")
NO_TRUMP = "no-trump"
MISERE = "misere"
OPEN_MISERE = "open-misere"
CALLS = (*SUITS, NO_TRUMP, MISERE, OPEN_MISERE, "grand", "null", "uptown", "downtown")
# The roles of a game that names none, from the dealer on.
PLACES = ("dealer", "eldest", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


class Role(Struct, frozen=True):
    """A place `offset` seats on from the dealer in the order of play, with what it must take.

    `target` is the fewest tricks the role should take, `limit` the most in misère. Who `sits_out`
    deals and waits.
    """

    name: str
    offset: int
    target: int | None = None
    limit: int | None = None
    sits_out: bool = False


class Deck(Struct, frozen=True):
    """The cards: how many, how many to each player, and what lies beside the hands."""

    cards: int
    each: int = 0
    removed: str = ""
    dummy: int = 0
    left: int = 0
    upcard: bool = False


class Kitty(Struct, frozen=True):
    """The cards left over: the role that takes them, in which order, and whether all see them."""

    cards: int
    taker: str
    order: str = "take-first"
    shown: bool = False


class Calls(Struct, frozen=True):
    """What may be called. `who` is the calling role, "" where the maker names the suit.

    With `once`, each player makes each call once in the match, so every hand must record one; with
    `needed` it must because the points hang on it. `after` is the number of cards the caller has
    seen, 0 for the whole hand. The calls of `no_maker` are nobody's: such a hand has no maker.
    """

    allowed: tuple[str, ...]
    who: str = ""
    once: bool = False
    needed: bool = False
    after: int = 0
    no_maker: tuple[str, ...] = ()


class Bids(Struct, frozen=True):
    """What is bid before a hand: by `everybody`, or the winning bid of the `maker`.

    `allowed` are the figures that may be bid, empty for any number of tricks that the hand has.
    With `hook` the dealer, who bids last, may not make the bids add up to the tricks.
    """

    who: str
    allowed: tuple[int, ...] = ()
    hook: bool = False


class Extra(Struct, frozen=True):
    """Something else that a hand tells: `of` is "player", "players", "number" or "flag".

    A number lies between `least` and `most`; of those it `excludes` none may be told as well. With
    `nobody` a player may be nobody.
    """

    name: str
    help: str
    of: str
    required: bool = False
    nobody: bool = False
    least: int = 0
    most: int = 999
    excludes: tuple[str, ...] = ()


# What an extra says: seats, a number, or that it is so.
Telling = tuple[int, ...] | int


class Kind(Struct, frozen=True):
    """A TOML table that names one of our functions (`kind`) and its keyword parameters."""

    kind: str
    parameters: Mapping[str, Any] = {}


class ExchangeRule(Struct, frozen=True):
    """When cards pass between hands: `when` is "always" or "suit-call".

    `trump_answer` is "any" where a trump given may be answered with any card, else "highest".
    """

    kind: str
    parameters: Mapping[str, Any] = {}
    when: str = "always"
    trump_answer: str = "highest"


class Option(Struct, frozen=True):
    """A rule a table may choose: a number or a word put at `sets`, or tables (`choices`) laid over.

    `off` allows "none", which leaves the key at `sets` away.
    """

    name: str
    help: str
    default: int | str | None = None
    sets: str = ""
    allowed: tuple[int | str, ...] = ()
    minimum: int | None = None
    off: bool = False
    choices: Mapping[str, Mapping[str, Any]] = {}


class Example(Struct, frozen=True):
    """A worked example of a rules file: what was played, and what must come of it.

    Players are the letters A, B, C …, clockwise, as many as `seats` (0: the usual number); A deals
    first. `exchange` steps read "C B 1".
    """

    rule: str
    source: str
    hands: tuple[Mapping[str, Any], ...]
    seats: int = 0
    options: Mapping[str, Any] = {}
    targets: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    exchange: tuple[str, ...] | None = None
    pending: str = ""
    winners: tuple[str, ...] | None = None
    next_dealer: str | None = None
    refused: str = ""


class Source(Struct, frozen=True):
    """Where a rule comes from."""

    title: str
    url: str = ""


class Variant(Struct, frozen=True):
    """The rules of one game with its players counted and its options settled.

    Partners make `sides` (0: everybody plays alone). What is counted after a hand are `counts`
    "tricks" or "points", by `counted` "seats", "sides", or the "maker" alone; they add up to
    `adds_up_to` (None: to `tricks`, or to anything where points are counted). `sizes` are the
    tricks of hand after hand where they change, the last again from there on. `lead` is the role
    that leads first, "maker", or "" where the cards decide. Totals begin at `start`; the `lowest`
    wins, or the highest. `stakes` is a kind of settling, `records` what a hand tells besides counts
    ("maker", "alone"), `ranking` how many ranking points a winner gets per point (0:
    none are kept), `passing` what becomes of a deal that nobody takes ("redeal", "dealer-names",
    "once-each", "no-trump", "never"), `passed_on` whither everybody passes cards before hand after
    hand, over and over, `play` the rest of the rules.
    """

    id: str
    name: str
    summary: str
    seats: int
    roles: tuple[Role, ...]
    scoring: Kind
    ending: Kind
    opening: Kind = Kind("deal")
    tricks: int = 0
    sides: int = 0
    counts: str = "tricks"
    counted: str = "seats"
    adds_up_to: int | None = None
    sizes: tuple[int, ...] = ()
    clockwise: bool = True
    start: int = 0
    lowest: bool = False
    lead: str = ""
    stakes: str = "differences"
    aliases: tuple[str, ...] = ()
    deck: Deck | None = None
    kitty: Kitty | None = None
    calls: Calls | None = None
    bids: Bids | None = None
    extras: tuple[Extra, ...] = ()
    exchange: ExchangeRule | None = None
    passing: str = "redeal"
    passed_on: tuple[str, ...] = ()
    records: tuple[str, ...] = ()
    ranking: int = 0
    play: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    sources: tuple[Source, ...] = ()
    examples: tuple[Example, ...] = ()

    def side(self, seat: int) -> int:
        """The side that a seat plays for; everybody's own where nobody has a partner."""
        return seat % (self.sides or self.seats)

    def by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every side."""
        sides = self.sides or self.seats
        return tuple(tuple(range(side, self.seats, sides)) for side in range(sides))

    def counters(self) -> int:
        """How many counts a hand has."""
        return {"seats": self.seats, "sides": self.sides, "maker": 1}[self.counted]

    def tricks_in(self, number: int) -> int:
        """The tricks of hand `number`."""
        return self.sizes[min(number, len(self.sizes)) - 1] if self.sizes else self.tricks

    def sum_in(self, number: int) -> int | None:
        """What the counts of hand `number` add up to, None for anything."""
        if self.adds_up_to is None and self.counts == "tricks":
            return self.tricks_in(number)
        return self.adds_up_to


class Bid(Struct, frozen=True):
    """The winning bid of an opening: who, and the tricks promised as dealer."""

    seat: int
    tricks: int


class Hand(Struct, frozen=True):
    """What people tell of one deal: what was counted (empty until played), and what belongs to it.

    `bid` is the winning bid, `bids` those of everybody by seat, None for one not known yet.
    """

    counts: tuple[int, ...] = ()
    call: str | None = None
    bid: Bid | None = None
    maker: int | None = None
    alone: tuple[int, ...] = ()
    passed: bool = False
    bids: tuple[int | None, ...] = ()
    extras: Mapping[str, Telling] = {}

    def seat_told(self, extra: str) -> int | None:
        """The seat that an extra names, None where it names none."""
        told = self.extras.get(extra)
        return told[0] if isinstance(told, tuple) and told else None


class Match(Struct, frozen=True):
    """Everything the rules need to know: `dealer` dealt first, `pending` is known of the next hand.

    `stake` is money per point, exact decimal, None when nothing is played for.
    """

    variant: Variant
    players: tuple[str, ...]
    dealer: int = 0
    hands: tuple[Hand, ...] = ()
    stake: Decimal | None = None
    pending: Hand = Hand()


class Deal(Struct, frozen=True):
    """One deal before it is played: who deals, calls and leads, and by seat what each must take.

    `caller` is None where the maker names the suit, `leader` where it is not known yet; `maker` is
    who made trumps or won the bidding. `targets` is None while a bid is still to come and in games
    without targets; `limits` holds the most tricks by seat in misère. `sides` is the side of each
    seat, `tricks` how many the hand has and `adds_up_to` what its counts must come to.
    """

    number: int
    dealer: int
    caller: int | None
    leader: int | None
    maker: int | None
    roles: tuple[Role, ...]
    targets: tuple[int, ...] | None
    limits: tuple[int, ...] | None
    sides: tuple[int, ...]
    tricks: int
    adds_up_to: int | None

    def seat_at(self, offset: int) -> int:
        """The seat so many places on from the dealer, in the order of play."""
        return next(seat for seat, role in enumerate(self.roles) if role.offset == offset)

    def by_side(self, hand: Hand) -> tuple[int, ...]:
        """What every side took, whether its players were counted together or each alone."""
        sides = max(self.sides) + 1
        if len(hand.counts) == sides:
            return hand.counts
        return tuple(
            sum(count for count, own in zip(hand.counts, self.sides, strict=True) if own == side)
            for side in range(sides)
        )


class Score(Struct, frozen=True):
    """The points of one seat in one hand, the rule they come from, and what its sentence needs."""

    points: int
    reason: str
    figures: Mapping[str, Any] = {}


class Exchange(Struct, frozen=True):
    """One step of an exchange: at most `cards` cards, and as many back."""

    giver: int
    receiver: int
    cards: int


class Row(Struct, frozen=True):
    """A hand that counts: points and running totals by seat, each with the reason of the points.

    `took` is what was counted by seat, for partners what their side took, None where nothing was;
    `reasons` name a rule, whose `figures` are what its sentence needs. `exchange` is what was to
    be exchanged before the hand.
    """

    deal: Deal
    hand: Hand
    exchange: tuple[Exchange, ...]
    took: tuple[int | None, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reasons: tuple[str, ...]
    figures: tuple[Mapping[str, Any], ...]


class Chance(Struct, frozen=True):
    """What a seat has to take in the coming hand to win the match.

    `part` is "", "maker", "lone maker", "defenders" or "lone defender"; the tricks of both
    defenders count together.
    `tricks` is the first count with which it can be done, `sure` the first with which it must,
    whatever the others take (None: never sure). In misère fewer is better: `at_most`.
    """

    seat: int
    tricks: int
    sure: int | None
    at_most: bool = False
    part: str = ""


class Briefing(Struct, frozen=True):
    """What a table has to know before the coming hand.

    `may_pass` is whether the deal may be passed out. `exchange_needs` is "suit-call" while the
    exchange hangs on a call not yet made; `no_exchange` says why there is none: "variant",
    "first-hand", "nobody-up", "call" or "".
    """

    deal: Deal
    pending: Hand
    bidding: bool
    may_pass: bool
    calls_left: tuple[tuple[str, ...], ...] | None
    exchange: tuple[Exchange, ...]
    exchange_needs: str
    no_exchange: str


class Payment(Struct, frozen=True):
    """Who pays whom: points, and money where there is a stake."""

    payer: int
    payee: int
    points: int
    amount: Decimal | None


class Scoresheet(Struct, frozen=True):
    """All that follows from a match. `after_end` hands were played after it was decided.

    `decided_at` is the number of the hand that ended it.
    """

    match: Match
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    decided_at: int | None
    after_end: tuple[Hand, ...]
    next: Briefing | None
    settlement: tuple[Payment, ...]
