"""The values every other part speaks in: frozen, seats as indices, names only at the edges.

A seat is an index into the players as they sit, clockwise; everything "by seat" is a tuple in
that order. Counts are whole tricks, cards or points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

SUITS = ("clubs", "diamonds", "hearts", "spades")
NO_TRUMP = "no-trump"
MISERE = "misere"
CALLS = (*SUITS, NO_TRUMP, MISERE)


@dataclass(frozen=True, slots=True)
class Role:
    """A place relative to the dealer: `offset` seats clockwise, with what it must take.

    `target` is the fewest tricks the role should take, `limit` the most in misère.
    """

    name: str
    offset: int
    target: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards: how many, how many to each player, and what lies beside the hands."""

    cards: int
    each: int
    removed: str = ""
    dummy: int = 0
    left: int = 0
    upcard: bool = False


@dataclass(frozen=True, slots=True)
class Kitty:
    """The cards left over: the role that takes them, in which order, and whether all see them."""

    cards: int
    taker: str
    order: str = "take-first"
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Calls:
    """What may be called. `who` is the calling role, "" where the maker names the suit.

    With `once`, each player makes each call once in the match, so every hand must record one.
    `after` is the number of cards the caller has seen, 0 for the whole hand.
    """

    allowed: tuple[str, ...]
    who: str = ""
    once: bool = False
    after: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A TOML table that names one of our functions (`kind`) and its keyword parameters."""

    kind: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExchangeRule:
    """When cards pass between hands: `when` is "always" or "suit-call".

    `trump_answer` is "any" where a trump given may be answered with any card, else "highest".
    """

    kind: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    when: str = "always"
    trump_answer: str = "highest"


@dataclass(frozen=True, slots=True)
class Option:
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
    choices: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example of a variant file: what was played, and what must come of it.

    Players are the letters A, B, C …, clockwise; A deals first. `exchange` steps read "C B 1".
    """

    rule: str
    source: str
    hands: tuple[Mapping[str, Any], ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    targets: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    exchange: tuple[str, ...] | None = None
    pending: str = ""
    winners: tuple[str, ...] | None = None
    next_dealer: str | None = None
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule comes from."""

    title: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """The rules of one game with its options settled; what a TOML file of `variants/` says.

    `lead` is the role that leads first, `stakes` a kind of settling, `records` what a hand tells
    besides tricks ("maker", "alone"), `ranking` how many ranking points a winner gets per point (0:
    none are kept), `passing` "redeal" or "dealer-names", `play` the rest of
    the rules in sentences.
    """

    id: str
    name: str
    summary: str
    seats: int
    tricks: int
    roles: tuple[Role, ...]
    deck: Deck
    lead: str
    scoring: Kind
    ending: Kind
    opening: Kind
    stakes: str
    aliases: tuple[str, ...] = ()
    kitty: Kitty | None = None
    calls: Calls | None = None
    exchange: ExchangeRule | None = None
    passing: str = "redeal"
    records: tuple[str, ...] = ()
    ranking: int = 0
    play: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    sources: tuple[Source, ...] = ()
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True)
class Bid:
    """The winning bid of an opening: who, and the tricks promised as dealer."""

    seat: int
    tricks: int


@dataclass(frozen=True, slots=True)
class Hand:
    """What people tell of one deal: tricks by seat (empty until played), and what belongs to it."""

    tricks: tuple[int, ...] = ()
    call: str | None = None
    bid: Bid | None = None
    maker: int | None = None
    alone: tuple[int, ...] = ()
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Match:
    """Everything the rules need to know: `dealer` dealt first, `pending` is known of the next hand.

    `stake` is money per point, exact decimal, None when nothing is played for.
    """

    variant: Variant
    players: tuple[str, ...]
    dealer: int = 0
    hands: tuple[Hand, ...] = ()
    stake: Decimal | None = None
    pending: Hand = Hand()


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal before it is played: who deals, calls and leads, and by seat what each must take.

    `caller` is None where the maker names the suit; `targets` is None while a bid is still to
    come and in games without targets; `limits` holds the most tricks by seat in misère.
    """

    number: int
    dealer: int
    caller: int | None
    leader: int
    roles: tuple[Role, ...]
    targets: tuple[int, ...] | None
    limits: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Exchange:
    """One step of an exchange: at most `cards` cards, and as many back."""

    giver: int
    receiver: int
    cards: int


@dataclass(frozen=True, slots=True)
class Row:
    """A hand that counts: points and running totals by seat, each with the reason of the points.

    `exchange` is what was to be exchanged before it.
    """

    deal: Deal
    hand: Hand
    exchange: tuple[Exchange, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
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


@dataclass(frozen=True, slots=True)
class Briefing:
    """What a table has to know before the coming hand.

    `exchange_needs` is "suit-call" while the exchange hangs on a call not yet made; `no_exchange`
    says why there is none: "variant", "first-hand", "nobody-up", "call" or "".
    """

    deal: Deal
    pending: Hand
    bidding: bool
    calls_left: tuple[tuple[str, ...], ...] | None
    exchange: tuple[Exchange, ...]
    exchange_needs: str
    no_exchange: str


@dataclass(frozen=True, slots=True)
class Payment:
    """Who pays whom: points, and money where there is a stake."""

    payer: int
    payee: int
    points: int
    amount: Decimal | None


@dataclass(frozen=True, slots=True)
class Scoresheet:
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
