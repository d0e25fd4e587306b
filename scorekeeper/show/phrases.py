"""Every sentence a table is told, in one place: whole, with named parameters.

A number followed by a word is written `{cards:card|cards}`; `say` picks the form.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..rules.model import Variant

# The card of the coming hand, in the order things happen at the table.
REMOVE = "Take out {removed}: {cards} cards are left."
DEALS = "{dealer} deals."
DEAL = "{dealer} deals {each:card|cards} each."
DEAL_KITTY = "{dealer} deals {each:card|cards} each; the last {kitty:is|are} the kitty."
DEAL_DUMMY = (
    "{dealer} deals {each:card|cards} each and {dummy} to the dummy; "
    "of the {left} left over the top one is turned up."
)
BID = (
    "From {opener} clockwise everybody bids the tricks they would take as dealer, {least} to "
    "{most}, or passes. The highest bidder deals: `bid {example} 10`. All pass: `pass`."
)
BID_WON = "{bidder} bid {tricks} and deals."
COUNTER_CLOCKWISE = "It is dealt and played counter-clockwise."
SITS_OUT = "{player} sits this hand out."
PARTNERS = " & "
SIDES = "{sides} play together."
BIDS = "From {first} on everybody bids {least} to {most}; {dealer} bids last."
BIDS_SO_FAR = "Bid so far: {bids}; {together} in all, of {tricks}."
BIDS_KNOWN = "{bids}; {together} bid, {tricks} to be taken."
HOOK = "{dealer} may not make the bids add up to {tricks}."
HOOK_RULE = "The dealer bids last and may not make the bids add up to the tricks."
HOOK_NOW = "{dealer} may not bid {tricks}."
BID_TYPE = "Type them in the order {order}, as in `bid {example}`, or with the hand."
BAGS = "{bags}; every {limit} cost {penalty}."
BAGS_OF = "{names} {bags:bag|bags}"
BID_MAKER = "From {first} on all bid; the highest is the maker: `bid {example}`."
MAKER_HAS_BID = "{bidder} is the maker with a bid of {tricks}."
MAKER_CALLS = "The maker calls {calls}."
PASS_ONCE = "{caller} may pass once in the match: `pass`, and {dealer} deals again."
PASSED_ON = {
    "left": "Everybody passes cards to the left.",
    "right": "Everybody passes cards to the right.",
    "across": "Everybody passes cards across.",
    "nobody": "No cards are passed this time.",
}
TELL = "Add to the hand what is so: {extras}."
TELL_HELP = "{what} {help}"
CALL = "{caller} calls {calls}."
CALL_EARLY = "After {after:card|cards} {caller} calls {calls}."
CALLED = "{caller} has called {call}."
NO_CALLS_LEFT = "{caller} has made every call: `pass` moves the deal on."
TRUMPS = "{call} are trumps."
MAKER_NAMES = "From {first} clockwise: who names trumps is the maker and plays against the others."
MAKER_NAMES_FOR_SIDE = (
    "From {first} clockwise: who names trumps is the maker and plays, with the partner or alone, "
    "against the others."
)
KITTY = {
    "discard-first": "{taker} discards {cards:card|cards} face down, then takes the kitty.",
    "take-first": "{taker} takes the kitty, then discards any {cards:card|cards} of {together}.",
}
KITTY_SHOWN = "The kitty is turned up for all to see."
TARGET = "{player} ({role}) {tricks}"
LIMIT = "{player} ({role}) at most {tricks}"
LEAD = "{leader} leads."
LEAD_MAKER = "The maker leads."
LEAD_ALONE = "{leader} leads, or the player left of whoever plays alone."
TO_WIN = "{player} {need}"
TO_WIN_AS = "{player} {part} {need}"
PARTS = {
    "maker": "as maker",
    "lone maker": "as maker alone",
    "defenders": "as defender, both together,",
    "lone defender": "defending alone",
}
NEED = {
    (False, True): "{tricks} or more",
    (False, False): "{tricks} or more, sure with {sure}",
    (True, True): "{tricks} or fewer",
    (True, False): "{tricks} or fewer, sure with {sure}",
}
NEED_AND_LUCK = {
    False: "{tricks} or more, if the others fall right",
    True: "{tricks} or fewer, if the others fall right",
}
NEED_NOTHING = "whatever happens"
NEED_EXACTLY = "all {tricks}"
MISERE_NEED = "in misère {need}"

# Exchange
NO_EXCHANGE = {
    "variant": "This game has no exchange.",
    "first-hand": "No exchange before the first hand.",
    "nobody-up": "No exchange: nobody was up in the last hand.",
    "call": "No exchange: {call} was called, not a suit.",
}
GIVES = "{giver} gives {receiver} {cards:card|cards}."
GIVES_IF = "If a suit is called: {giver} gives {receiver} {cards:card|cards}."
EXCHANGE_IF = "Only if a suit is called; no-trump and misère cancel it for good."
EXCHANGE_TELL = "Type the call first, as in `call hearts`; then this is definite."
WHY = "Up in the last hand: {up}. Down: {down}."
CARD_BACK = "For each card the receiver returns the highest card held of that suit, ace high."
SAME_BACK = (
    "A receiver with none of the suit, or nothing higher, hands the very same card back; "
    "nothing need be shown."
)
PULLS = "{giver} pulls {cards:card|cards} from {receiver}."
STEPS = {"up-to-down": GIVES, "pulled": PULLS}
PULL_UNSEEN = "The cards are pulled unseen, one at a time, from the hand held up in a fan."
PULL_BACK = "For each the puller gives back another card, face down, not the same one."
ANY_FOR_TRUMP = "A trump given may be answered with any card."
STOP_EARLY = "A giver may stop early: the number is a right, not a duty."
EXCHANGE_RULES = {
    "up-to-down": (CARD_BACK, SAME_BACK, STOP_EARLY),
    "pulled": (PULL_UNSEEN, PULL_BACK),
}
CAPPED = "{player} exchanges only {cards}: no player takes part in more than {cap} cards."
CUT_SHORT = "{player} exchanges {cards} of {owed}: the others have no more to exchange."
KITTY_OWED = (
    "If {dealer} gives away the best card held of a suit and then finds a higher one of it in the "
    "kitty, {dealer} shows it, privately, to the player exchanged with."
)

# A hand recorded
RECORDED = "Hand {number}"
BRIEF = "Hand {number}: {points}"
PASSED = "The deal is passed out; nothing is scored."
REASONS = {
    "target": "{target} → {tricks:trick|tricks}",
    "limit": "at most {limit} → {tricks:trick|tricks}",
    "made": "made it with {tricks:trick|tricks}",
    "march": "march, all {tricks:trick|tricks}",
    "march-alone": "march alone, all {tricks:trick|tricks}",
    "beaten": "{tricks:trick|tricks}",
    "euchred": "euchred with {tricks:trick|tricks}",
    "defended": "euchred the maker, {tricks:trick|tricks}",
    "defended-alone": "euchred the maker, {tricks:trick|tricks}",
    "defended-alone-march": "march against the maker, {tricks:trick|tricks}",
    "count": "{tricks:trick|tricks}",
    "points": "{tricks:point|points}",
    "moon": "shot the moon",
    "moon-shot": "the moon was shot",
    "bid-made": "bid {bid} and made it",
    "bid-missed": "bid {bid}, {tricks:trick|tricks}",
    "bags": "bid {contract}, {tricks:trick|tricks}, {bags:bag|bags}",
    "set": "bid {contract}, {tricks:trick|tricks}, {bags:bag|bags}",
    "nil": "{bags:bag|bags}",
    "odd-tricks": "{tricks:trick|tricks}, {book} make the book",
    "contract": "bid {bid}, made it with {tricks:trick|tricks}",
    "contract-failed": "bid {bid}, {tricks:trick|tricks} only",
    "odd": "{tricks:trick|tricks}",
    "game": "{call}, worth {value}",
    "game-lost": "{call}, worth {value}, lost",
    "stayed": "{tricks:trick|tricks}",
    "set-back": "set back with {tricks:trick|tricks}",
    "out": "dropped out",
    "waited": "–",
}
ALSO = "{what} {points}"
SITTING_OUT = "sits out"
MAKER_OF_SIDE = "{player} maker"
DOWN_AND_WON = "{player} fell short of the bid of {bid}, and wins the match all the same."
HAND_PAYS = "{payer} pays {payee} {amount} for this hand."

# The end
WINS = "{names} wins in hand {hand}: {rule}."
WIN = "{names} win in hand {hand}: {rule}."
SHARE = "{names} share the win in hand {hand}: {rule}."
WON_BY = {
    "tricks-in-one-hand": "{at_least} or more tricks in one hand",
    "over-target": "{at_least} or more over target in one hand",
    "race": "{goal} points or more, and the most",
    "race, lowest": "{goal} points or fewer, and the fewest",
    "race, by contract": "{goal} points or more, by making the bid",
    "race, bottom": "the others fell to {bottom} points",
    "until-reached": "the most points, somebody having {goal} or more",
    "until-reached, lowest": "the fewest points, somebody having {goal} or more",
    "fixed-length": "the most points after {hands:hand|hands}",
    "fixed-length, lowest": "the fewest points after {hands:hand|hands}",
    "open": "the most points, when the number of rounds is told",
    "open, lowest": "the fewest points, when the number of rounds is told",
}
RANKING = "Ranking points: {points}."
PAYS = "{payer} pays {payee} {amount}"
PAYS_POINTS = "{payer} owes {payee} {points:point|points}"
SETTLED_BY_HAND = "Paid hand by hand; altogether:"
SETTLEMENT = "Settlement:"
DIFFERENCES = "Each pays everybody ahead the difference; in as few payments as possible:"
SETTLEMENT_SO_FAR = "As it stands:"
PAID = "Noted as paid; `settle --undo` takes that back."
EVEN = "Nobody owes anybody anything."
EVEN_BUT_OPEN = "Matches that are still going on count with `settle --open`."
GIVEN_UP = "This match was given up; `resume {number}` goes on with it."
RULES_SINCE = "This match keeps the rules it was begun with; {file} has changed since, or is gone."
CHECKED = "{name}: {players} players, {examples}."
CHECKED_EXAMPLES = "{count:worked example|worked examples}"
CAME_OUT = "✓ {rule}"
CAME_OUT_NOT = "✗ {rule} Expected {what}: {expected}; it comes to {got}."
WAS_REFUSED = "✗ {rule} It is refused: {got}."
NOT_REFUSED = "✗ {rule} It should be refused with “{expected}”, and is not."
PASSING = {
    "redeal": "A deal that nobody takes moves on.",
    "dealer-names": "The dealer may not pass.",
    "once-each": "Each player may pass once in the match; the same dealer deals again.",
    "no-trump": "A deal that nobody takes is played at no-trump, without a maker.",
    "never": "",
}
IN_ORDER = "Everything is in order: `new {file}` starts a match."
NO_DIFFERENCE = "There is no difference."
HOUSE_RULES = "{name}, house rules. {summary}"
HOUSE_RULES_WRONG = "house rules that can't be played by: `variants check {file}`"
PASSED_OUT = "–  a deal passed out"
RUN = "{names}: {points} = {total}"
NOT_COUNTED = "– played after the end, not counted"

# Import
CAME_IN = "#{number} {game}: {players}, {status}"

# Corrections, before and after
CHANGES = "What changes"
NO_CHANGE = "Nothing changes."
FIRST_DEALER = "first dealer: {change}"
HAND_OUT = "hand {number} ({hand}) is taken out, later ones move up"
HAND_IN = "hand {number} ({hand}) is put in"
PAID_WRONGLY = "for hand {number}: {paid}; it should have been: {should}"
ALTOGETHER = "altogether: {change}"
NO_PAYMENT = "nobody pays"
HAND_CHANGE = "hand {number}: {change}"
POINTS_CHANGE = "hand {number}, points: {change}"
PASSED_DEALS = "deals passed out: {change}"
COUNTS_NO_MORE = "hand {number} was played after the end and no longer counts"
COUNTS_AGAIN = "hand {number} counts again"
DEAL_CHANGE = "hand {number}: {change}"
EXCHANGED_WRONGLY = "before hand {number} {gave}; it should have been: {should}"
EXCHANGE_CHANGE = "before hand {number}: {change}"
GAVE = "{giver} gave {receiver} {cards}"
WILL_GIVE = "{giver} gives {receiver} {cards}"
NO_STEP = "no exchange"
HAND_DETAIL = "hand {number}, {word}: {change}"
WINNER = "{names} in hand {hand}"
NOBODY_YET = "nobody yet"
ASK = "Write it so?"
REPLACED = "(was: {what})"
MOVED = {"undo": "Taken back: {what}", "redo": "Brought back: {what}"}
UNDO_STEPS = "`undo` would take back, in this order:"
NO_UNDO = "There is nothing to take back."

# Score
COMING = "Hand {number}: {dealer} deals, {leader} leads."
COMING_CALLER = "Hand {number}: {dealer} deals, {caller} calls, {leader} leads."
COMING_MAKER = "Hand {number}: {dealer} deals, the maker leads."
COMING_OPEN = "Hand {number}: {dealer} deals."
COMING_BID = "Hand {number}: {opener} opens the bidding."
CALL_COLUMN = "call"
LEGEND = {
    "B": "taken/bid",
    "T": "taken/target",
    "D": "D deals",
    "DC": "D deals and calls",
    "C": "C calls",
    "M": "M maker",
    "A": "A alone",
}
NEXT_HINT = "`hand` records what each player took, `next` shows the whole card."
WELCOME = (
    "No match yet. Start one, naming the players clockwise:",
    "  scorekeeper new 3-5-8 Ann Bob Cy   Sergeant Major; Ann deals first",
    "  scorekeeper variants               the games; `demo` shows an evening",
)

# At the table, all evening
PLAY_WELCOME = (
    "Which game?",
    "",
    "Type its name, or the beginning of it; Tab shows the names. 3-5-8 is Sergeant Major.",
    "Rules that you want otherwise may follow, and what is played for, as in "
    "`3-5-8 win=target+5 stake=0.10 currency=EUR`.",
    "`variants` lists the games, `matches` the evenings so far, `resume 12` goes on with one.",
)
ASK_GAME = ("Game", "What is played, as in `3-5-8` or `sergeant major`.")
ASK_PLAYERS = (
    "Players",
    "The {seats} players as they sit, clockwise, with spaces between the names.",
)
ASK_DEALER = ("Dealer", "Who deals first, or `draw` to have the first dealer drawn.")
ASKED = {
    "bid": ("Bid", "Who won the bidding, and with how many, as in `{example}`."),
    "bids": ("Bids", "What everybody bid, in the order {order}, as in `{bids}`."),
    "call": ("Call", "What was called: {calls}."),
    "maker": ("Maker", "Who was the maker: {players}."),
    "alone": ("Alone", "Did anybody play alone? {players}; Enter for nobody."),
    "more": ("More", "Anything of this: {extras}? Enter for nothing."),
}
STEP_BACK = "`back` or Esc goes a step back."
YES_OR_NO = "y or n."
NOTHING_WRITTEN = "Nothing was written."
TOLD_SO_FAR = "{told} of {of}"
THEN_ASKED = "then: {label}?"
WRITTEN = "Written down: {words}"
ELSEWHERE = "Written down elsewhere: {words}"
CHANGED_ELSEWHERE = "Something was changed elsewhere: look, then type it again."
DONE = "Done."
INVITATION = {
    "bid": "Who won the bidding, and with how many, as in `{example}`; `help` lists other words.",
    "bids": "What everybody bids, as in `{bids}`; or another word, `help` lists them.",
    "tricks": "What each took, as in `{counts}`; or another word, `help` lists them.",
    "points": "What each has, as in `{counts}`; or another word, `help` lists them.",
    "over": "`y` for a rematch, `undo` if that was wrong, `new` for another game, `quit`.",
    "abandoned": "Given up: `resume {number}` goes on with it, `new` begins another match.",
}
PROMPTS = {
    "bid": "Bid",
    "bids": "Bids",
    "tricks": "Tricks",
    "points": "Points",
    "over": "Rematch?",
    "abandoned": "",
    "": "",
}
TYPE_HELP = "`help` lists what can be typed"
PLAY_HELP = {
    "10 1": "What each took, in seating order; the last is worked out.",
    "ann=10 cy=5": "The same by name; names may be short.",
    "10 1 hearts": "With what was called; or `hearts` alone, before the hand.",
    "3 1 1 ann": "With who was the maker; `3 1 1 ann alone`.",
    "bid cy 10": "A bid, before the hand; `bid 3 0 2 1` where everybody bids.",
    "pass": "A deal passed out.",
    "undo, redo": "Take the last thing back, bring it back.",
    "edit 3 9 4 3": "Put hand 3 right; also `strike 3`, `insert 3 9 4 3`.",
    "match edit": "Put the match right: `match edit --stake 0.10`, --dealer, --seats, --note.",
    "note 3 …": "A word about hand 3; `note …` about the match.",
    "exchange": "The exchange step by step; `next` is the whole card.",
    "score, chart": "The whole sheet, and drawn; `log` is what was typed.",
    "stats bob": "How good Bob is; also `standings`, `settle`, `matches`.",
    "new, rematch": "Another match; `resume 12` goes back to one.",
    "help edit": "About one of these words.",
    "quit": "End the evening; everything is kept.",
}
LEAVING = "Everything is kept; `scorekeeper play` goes on with it."
ESC_CLEARS = "Esc clears the line"

# Pages, sheets and charts
SCORE_BOOK = "Score book"
NOTES = "Notes:"
NOTED = "Hand {number}: {note}"
NOTED_PASSED = "Passed out before hand {number}: {note}"
HAND_AXIS = "hand"

# A sheet to print
DATED = "{game} · date ____________________"
TARGETS_BY_BID = (
    "In the first hand, which the highest bidder deals, by the bid ({roles}): {targets}."
)
TARGETS_LATER = "After that: {targets}."
AT_MOST = "In misère at most: {limits}."
CALLED_ONCE = "Each player makes each call once in the match."
EXCHANGED = {
    "up-to-down": "Who was up in the last hand gives a card a point to those who were down, and "
    "gets the highest of its suit back; the higher target in the coming hand gives first.",
    "pulled": "Who was up in the last hand pulls a card a point from those who were down, unseen, "
    "and gives another one back; the higher target in the coming hand pulls first.",
}
EXCHANGED_AT_MOST = "No player takes part in more than {cap:card|cards}."
EXCHANGED_IN_SUITS = "Only where a suit is called."
PASSED_ROW = {
    "redeal": "A deal that is passed out takes a row, with “passed” in it, and the deal moves on.",
    "once-each": "A deal that is passed out takes a row of its own, with “passed” in it; the same "
    "dealer deals again.",
}
ANOTHER_DAY = "Add --at and the date where that is not today."
TYPE_UP = "A line a hand into SHEET.csv, below a first line {columns}; then:"
BIDS_COLUMN = "In the column bid stand everybody's in seating order, as in 1 0 2."
BID_COLUMN = "In the column bid stands the winning one, as in Ann=10."
TELL_COLUMN = "In the column tell stands what is so of {extras}."
COUNTED = {
    "sides": "What partners took together stands under either of them.",
    "maker": "What the maker took stands under the maker.",
}
NAMES = "the names"
TOO_WIDE = "This sheet is too wide to be shown here; --output FILE writes it."

# Statistics and standings
NO_MATCHES = "No matches."
MATCHES_COUNTED = "{matches} ({states})"
WON = "{won} of {finished} finished, {rate}"
WON_SHARED = "{won} of {finished} finished, {rate}; {shared} of them shared"
STREAK = "{current} in a row now, {longest} at the longest"
SCORED = "{points} in {hands:hand|hands}, {average} a hand"
CARDS_PASSED = "{given:card|cards} given, {received} received"
BY_GAME = "By game"
BY_ROLE = "By role"
BY_CALL = "As caller"
AGAINST = "Against"
RECORDS = "Records"
HANDS_BY = "{hands:hand|hands} by {players:player|players}"
RECORD_HAND = "{figure} as {how}: #{match} hand {hand}, {day}"
RECORD_MATCH = "{figure}: #{match}, {game}, {day}"
RECORD_OFTEN = "{record}; the first of {times}"
STREAK_OF = "{names}, {figure:win|wins} in a row"
MOST_OF = "{names}, {figure}"
STANDINGS = "Standings by {by}"
STANDINGS_BY = {
    "wins": "wins",
    "rate": "part of the matches won",
    "points": "points",
    "average": "points a hand",
    "rating": "rating",
}
MIXED = "Points of games that the lowest total wins count against."
STANDINGS_COUNT = "Finished matches count; a shared win is a win for each."
NO_STANDINGS = "No finished matches."
SINCE = "since {day}"
UNTIL = "until {day}"


class _Count(int):
    """A number that is followed by the right form of a word: `{cards:card|cards}`."""

    def __format__(self, spec: str) -> str:
        if "|" not in spec:
            return int.__format__(self, spec)
        one, many = spec.split("|")
        return f"{int(self)} {one if self == 1 else many}".replace("-", "−")


def say(sentence: str, **named: Any) -> str:
    """The sentence with its parameters filled in and the right plural forms."""
    counted = {key: _Count(one) if type(one) is int else one for key, one in named.items()}
    return sentence.format(**counted)


def won_by(variant: Variant, *, bottom: bool = False) -> str:
    """The rule by which a match of this game is won, as the end of a sentence."""
    ending, told = variant.ending, dict(variant.ending.parameters)
    kind = ending.kind
    if bottom:
        return say(WON_BY["race, bottom"], bottom=signed(told["bottom"]))
    if kind == "race" and told.get("first") == "contract":
        kind = "race, by contract"
    if kind in ("until-reached", "fixed-length") and told.get("goal") is None:
        told["hands"] = told.get("hands") or len(variant.sizes)
        kind = "fixed-length" if told["hands"] else "open"
    if variant.lowest:
        kind += ", lowest"
    return say(WON_BY[kind], **told)


def either(words: Sequence[str]) -> str:
    """A choice as it is read aloud: "clubs, hearts or spades"."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def both(words: Sequence[str]) -> str:
    """A list as it is read aloud: "Ann, Bob and Cy"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def signed(points: int) -> str:
    """Points with their sign: +2, −4, 0."""
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"
