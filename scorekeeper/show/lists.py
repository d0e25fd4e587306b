"""Lists: the matches in a database, the games, and the rule card of one game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..ledger import clock
from ..ledger.queries import Debt, Known, Summary
from ..rules.examples import Miss
from ..rules.model import Example, Option, Variant
from ..rules.notation import span
from ..rules.rulebook import option_values
from . import phrases as p
from .blocks import Block, Facts, Grid, Line, Pieces, cell, text_of
from .card import call_name
from .phrases import say, signed


def matches(found: Sequence[Summary], current: int | None) -> list[Block]:
    """One row a match; the one on the table is marked, winners carry a star."""
    rows = []
    for match in found:
        seated = ", ".join(
            f"{'*' if one.won else ''}{one.name} {signed(one.total)}" for one in match.seated
        )
        rows.append(
            (
                cell(("→ " if match.number == current else "") + f"#{match.number}", "strong"),
                cell(clock.local(match.started).strftime("%Y-%m-%d")),
                cell(match.variant),
                cell(match.status, "good" if match.status == "open" else ""),
                cell(match.hands),
                cell(seated),
                cell(match.note, "quiet"),
            )
        )
    header = ("match", "started", "game", "status", "hands", "players", "note")
    return [Grid(header, tuple(rows), "><<<><<", narrow=in_paragraphs(rows, head=4))]


def in_paragraphs(rows: Sequence[tuple[Pieces, ...]], head: int) -> tuple[Line, ...]:
    """Rows for a narrow screen: the first `head` cells in a line, the others below."""
    lines = []
    for row in rows:
        texts = [text_of(one) for one in row]
        lines.append(Line(" · ".join(filter(None, texts[:head])), "strong", hang=2))
        rest = "  ".join(filter(None, texts[head:]))
        if rest:
            lines.append(Line(f"  {rest}", hang=4))
    return tuple(lines)


def players(found: Sequence[Known]) -> list[Block]:
    """One row a player."""
    rows = tuple(
        (
            cell(one.name, "strong"),
            cell(one.matches),
            cell(clock.local(one.seen).strftime("%Y-%m-%d") if one.seen else "–"),
            cell("archived" if one.archived else "", "quiet"),
        )
        for one in found
    )
    return [Grid(("player", "matches", "last seen", ""), rows, "<><<")]


def debts(found: Sequence[Debt], *, recorded: bool, others: bool) -> list[Block]:
    """One line a payment, a currency after the other; `others` are going on and do not count."""
    if not found:
        return [Line(p.EVEN), *([Line(p.EVEN_BUT_OPEN, "quiet")] if others else [])]
    told = [
        Line(
            say(
                p.PAYS,
                payer=one.payer,
                payee=one.payee,
                amount=f"{one.amount} {one.currency}".strip(),
            )
        )
        for one in found
    ]
    return [*told, *([Line(p.PAID, "quiet")] if recorded else [])]


def games(known: Sequence[Variant], house: Sequence[tuple[Path, Variant | None]]) -> list[Block]:
    """One line a game; a file of house rules that can't be played by (None) is listed too."""
    rows = [(one.id, (f"{one.name}. {one.summary}",)) for one in known]
    for file, one in house:
        told = say(p.HOUSE_RULES_WRONG, file=file.stem)
        if one is not None:
            told = say(p.HOUSE_RULES, name=one.name, summary=one.summary)
        rows.append((file.stem, (told,)))
    return [
        Facts(tuple(rows)),
        Line(),
        Line("`variants show ID` prints the rule card of a game.", "quiet"),
    ]


def checked(
    file: str,
    one: Variant,
    seats: Sequence[int],
    found: Sequence[tuple[Example, Sequence[Miss]]],
) -> list[Block]:
    """What came of the worked examples of a rules file."""
    many = say(p.CHECKED_EXAMPLES, count=len(found))
    players = span(seats)
    lines = [Line(say(p.CHECKED, name=one.name, players=players, examples=many), "title")]
    for example, misses in found:
        if not misses:
            lines.append(Line(say(p.CAME_OUT, rule=example.rule), "good", hang=2))
        for miss in misses:
            named = {"what": miss.what, "expected": _shown(miss.expected), "got": _shown(miss.got)}
            sentence = p.CAME_OUT_NOT
            if miss.what == "refused":
                sentence = p.WAS_REFUSED if miss.got else p.NOT_REFUSED
            lines.append(Line(say(sentence, rule=example.rule, **named), "bad", hang=2))
    if not any(misses for _, misses in found):
        lines += [Line(say(p.IN_ORDER, file=file))]
    return [*lines]


def _shown(value: object) -> str:
    """A figure, or several, of an example as it is written there."""
    if isinstance(value, list):
        return " ".join(map(str, value)) or "nobody"
    return str(value) or "nothing"


def differences(
    one: tuple[Variant, Sequence[int]], other: tuple[Variant, Sequence[int]]
) -> list[Block]:
    """What two rule cards do not say alike, label by label."""
    cards = _facts(*one), _facts(*other)
    items = []
    for label in dict.fromkeys([*cards[0], *cards[1]]):
        mine, yours = (card.get(label, ()) for card in cards)
        if label not in ("Also called", "Sources") and mine != yours:
            told = [f"{one[0].id}: {line}" for line in mine if line not in yours]
            told += [f"{other[0].id}: {line}" for line in yours if line not in mine]
            items.append((label, tuple(told)))
    return [Facts(tuple(items))] if items else [Line(p.NO_DIFFERENCE)]


def rule_card(one: Variant, seats: Sequence[int]) -> list[Block]:
    """The rules of a game on one page, made from the same tables that are played by.

    `seats` are the numbers of players it is for.
    """
    return [
        Line(f"{one.id} · {one.name}", "title"),
        Line(one.summary),
        Line(),
        Facts(tuple(_facts(one, seats).items())),
        Line(),
        Line("Worked examples (A deals first)", "title"),
        *(Line(f"–  {_example(example)}", hang=3) for example in one.examples),
    ]


def choices(one: Variant, seats: Sequence[int]) -> list[Block]:
    """What a table that is about to begin wants to know of a game: what it is, what to choose."""
    told = _facts(one, seats)
    shown = ("Players", "Winning", "Options")
    return [
        Line(f"{one.id} · {one.name}", "title"),
        Line(one.summary),
        Line(),
        Facts(tuple((label, told[label]) for label in shown if label in told)),
    ]


def _facts(one: Variant, seats: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """What a rule card says, by label."""
    facts: list[tuple[str, tuple[str, ...]]] = [
        ("Also called", (", ".join(one.aliases),)),
        ("Players", tuple(_players(one, seats))),
        ("Cards", tuple(_cards(one))),
        ("Tricks", tuple(_tricks(one))),
        ("Roles", tuple(_roles(one))),
        ("Pass", (", ".join(one.passed_on),)),
        ("Bids", tuple(_bids(one))),
        ("Call", tuple(_calls(one))),
        ("Passing", tuple(filter(None, (p.PASSING[one.passing],)))),
        ("Tell", tuple(f"{extra.name}: {extra.help}" for extra in one.extras)),
        ("Scoring", _doc(one, "scoring")),
        ("Exchange", _doc(one, "exchange")),
        ("Winning", (p.won_by(one).capitalize() + ".",)),
        ("Play", one.play),
        (
            "Options",
            tuple(f"{o.name} = {_default(o)} ({option_values(o)}): {o.help}" for o in one.options),
        ),
        ("Sources", tuple(" ".join(filter(None, (s.title, s.url))) for s in one.sources)),
    ]
    return {label: told for label, told in facts if any(told)}


def _default(option: Option) -> str:
    if option.default is None:
        return "none" if option.off else "as above"
    return str(option.default)


def _players(one: Variant, seats: Sequence[int]) -> list[str]:
    told = [span(seats) if len(seats) == 1 else f"{span(seats)}; this card is for {one.seats}"]
    if one.sides:
        told.append("Partners sit across the table.")
    if not one.clockwise:
        told.append(p.COUNTER_CLOCKWISE)
    return told


def _tricks(one: Variant) -> list[str]:
    if one.sizes:
        return [f"{', '.join(map(str, one.sizes))}: so many hand after hand."]
    counted = {
        "seats": "",
        "sides": "Each side's are counted together.",
        "maker": f"What the maker took is told, in {one.counts}.",
    }[one.counted]
    if one.counts == "points" and one.counted == "seats":
        together = "" if one.adds_up_to is None else f", {one.adds_up_to} in all"
        counted = f"The points of each player are told{together}."
    return [*([f"{one.tricks} a hand."] if one.tricks else []), *([counted] if counted else [])]


def _bids(one: Variant) -> list[str]:
    if one.bids is None:
        return []
    figures = ", ".join(map(str, one.bids.allowed)) or "any number of the tricks"
    who = "Everybody bids" if one.bids.who == "everybody" else "The winning bid is told:"
    return [f"{who} {figures}.", *([p.HOOK_RULE] if one.bids.hook else [])]


def _cards(one: Variant) -> list[str]:
    deck, kitty = one.deck, one.kitty
    if deck is None:
        return []
    told = [
        f"{deck.cards} cards"
        + (f", {deck.each} each" if deck.each else "")
        + (f", {kitty.cards} in the kitty" if kitty else "")
        + (f", {deck.dummy} in the dummy, {deck.left} left over" if deck.dummy else "")
        + "."
    ]
    if deck.removed:
        told.append(f"Taken out: {deck.removed}.")
    if kitty:
        told.append(
            say(
                p.KITTY[kitty.order],
                taker=f"The {kitty.taker}",
                cards=kitty.cards,
                together=deck.each + kitty.cards,
            )
        )
        if kitty.shown:
            told.append(p.KITTY_SHOWN)
    return told


def _roles(one: Variant) -> list[str]:
    sides = ("left", "right") if one.clockwise else ("right", "left")
    places = {
        0: "deals",
        1: f"{sides[0]} of the dealer",
        one.seats - 1: f"{sides[1]} of the dealer",
    }
    told = []
    if all(role.target is None and not role.sits_out for role in one.roles):
        return [f"The {one.lead} leads."] if one.lead else []
    for role in one.roles:
        aims = [f"target {role.target}"] if role.target is not None else []
        aims += [f"limit in misère {role.limit}"] if role.limit is not None else []
        leads = ["leads"] if role.name == one.lead else []
        leads += ["sits out"] if role.sits_out else []
        told.append(", ".join([f"{role.name}: {places.get(role.offset, '')}", *aims, *leads]))
    return told


def _calls(one: Variant) -> list[str]:
    if one.calls is None:
        return []
    names = ", ".join(call_name(call) for call in one.calls.allowed)
    who = f"The {one.calls.who} calls" if one.calls.who else "The maker names"
    told = [f"{who} one of {names}."]
    if one.calls.once:
        told.append("Each player makes each call once in the match.")
    return told


def _doc(one: Variant, table: str) -> tuple[str, ...]:
    """The manual's text of a kind, which is the docstring of its function."""
    import inspect

    from ..rules import exchanging, scoring

    rule = getattr(one, table)
    if rule is None:
        return ("None.",)
    kinds = scoring.KINDS if table == "scoring" else exchanging.KINDS
    told = inspect.getdoc(kinds[rule.kind]) or ""
    settled = ", ".join(f"{key} = {value}" for key, value in rule.parameters.items())
    return (
        " ".join(told.split("Source:")[0].replace("`", "").split()),
        *((f"Here {settled}.",) if settled else ()),
    )


def _example(example: Example) -> str:
    hands = "; ".join(_hand(hand) for hand in example.hands)
    told = []
    for label, figures in (("points", example.points), ("totals", example.totals)):
        if figures is not None:
            told.append(f"{label} {' '.join(signed(figure) for figure in figures)}")
    if example.exchange is not None:
        told.append("exchange " + (", ".join(_step(s) for s in example.exchange) or "none"))
    if example.winners:
        told.append(f"{' and '.join(example.winners)} won")
    if example.refused:
        told.append(f"refused: {example.refused}")
    players = f" ({example.seats} players)" if example.seats else ""
    return f"{example.rule} {hands}{players}: {', '.join(told)}. ({example.source})"


def _hand(hand: dict[str, object] | object) -> str:
    assert isinstance(hand, dict)
    if hand.get("passed"):
        return "passed"
    extras = [f"{key} {value}" for key, value in hand.items() if key != "tricks"]
    return " ".join([str(hand["tricks"]), *extras])


def _step(step: str) -> str:
    giver, receiver, cards = step.split()
    return f"{giver} gives {receiver} {cards}"
