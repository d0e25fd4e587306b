"""Commands that carry matches in and out, and the demonstration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.resources import files
from itertools import chain, islice
from pathlib import Path
from typing import IO, Any

import click

from ..errors import Damaged, Refused
from ..ledger import clock, interchange, queries
from ..ledger.book import Book, open_book
from ..ledger.document import document, to_line
from ..ledger.files import is_database, open_copy, scratch
from ..ledger.interchange import Arrival
from ..ledger.sheets import Terms, hands_csv, read_sheet, sheet_csv
from ..ledger.store import Store
from ..show import pages, phrases
from ..show.blocks import Block, Line
from ..show.phrases import SCORE_BOOK
from ..show.recorded import recorded, standing
from ..show.score import heading, score
from .selecting import read_selection, selection_options
from .session import Session, at_option, json_option, pass_session, say, say_json, warn, written
from .starting import pair
from .telling import rule_option

SHEETS = (".csv", ".tsv")
# As many are told one by one.
FEW = 5
LONGEST_SHEET = 1_000_000
DOCUMENTS = (".jsonl", ".ndjson", ".json")


class _DryRun(Exception):
    """Takes the transaction back at the end of `import --dry-run`."""


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--replace", is_flag=True, help="Put matches that are here with other content anew.")
@click.option("--dry-run", is_flag=True, help="Only say what would come in.")
@click.option("--game", metavar="GAME", default="", help="What was played, for a paper sheet.")
@rule_option
@click.option(
    "--dealer", metavar="NAME", default="", help="Who dealt first; without it, the first named."
)
@at_option
@click.option("--stake", metavar="AMOUNT", help="Money per point, as in 0.10.")
@click.option("--currency", metavar="CODE", default="", help="What the stake is in, as in EUR.")
@click.option("--note", metavar="TEXT", default="", help="A word about the match.")
@json_option
@pass_session
def import_(
    session: Session,
    file: IO[bytes],
    replace: bool,
    dry_run: bool,
    game: str,
    options: tuple[str, ...],
    dealer: str,
    at: str | None,
    stake: str | None,
    currency: str,
    note: str,
    as_json: bool,
) -> None:
    """Bring in matches from FILE, as `export` writes them; - reads standard input.

    FILE may also be another score book, or a backup of one; or a paper sheet typed up as CSV. The
    first line of a sheet names the players as they sit; columns call, maker, alone, bid, note and
    date may be added. Then comes a line a hand with what each player took; one count may be left
    empty, and `passed` is a deal passed out.

    All of the file comes in, or nothing: the first line that is wrong is named with what was
    expected. A match that is here already is left alone, or refused if it differs.

    \b
    Examples:
      scorekeeper import winter.jsonl
      scorekeeper import friday.csv --game 3-5-8 --dealer Cy --at 2026-11-27
      scorekeeper export 12 | ssh club scorekeeper import -
    """
    chosen = tuple(pair(option) for option in options)
    when = clock.read(at) if at else ""
    terms = Terms(game, chosen, dealer, stake, currency, note, when)
    peek = getattr(file, "peek", None)
    if peek is not None:
        peek(1)  # wait for whoever writes to us before anybody has to wait for us
    told: list[dict[str, Any]] = []
    few: list[Book] = []
    last, outcomes = 0, Counter[str]()
    with session.store(create=True) as store:
        try:
            with store.many():
                for arrival in _arriving(store, file, terms, replace):
                    book = arrival.book
                    last, outcomes[arrival.outcome] = book.number, outcomes[arrival.outcome] + 1
                    if as_json:
                        one = {"number": book.number, "id": book.uid, "outcome": arrival.outcome}
                        told.append(one)
                    few += [book] if len(few) <= FEW else []
                    for warning in arrival.warnings:
                        warn(warning)
                if store.current() is None and last:
                    store.bookmark(last)
                if dry_run:
                    raise _DryRun
        except _DryRun:
            pass
    if as_json:
        say_json(told)
    else:
        session.show(_came_in(outcomes, few, dry_run))


@click.command()
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@selection_options
@click.option(
    "-f",
    "--format",
    "kind",
    type=click.Choice(["jsonl", "csv", "sheet", "markdown", "html"]),
    default="jsonl",
    show_default=True,
    help="jsonl: match documents, which `import` reads. csv: a row a player and hand. sheet: the"
    " score sheet of one match as CSV, which `import` reads. markdown, html: to read and print.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write here instead of to standard output.",
)
@pass_session
def export_(
    session: Session,
    /,
    matches: tuple[str, ...],
    kind: str,
    output: str | None,
    **chosen: Any,
) -> None:
    """Write matches to a file for other programs, spreadsheets or paper.

    All matches, those named, or those picked by the options that `matches` takes.

    CSV is made for spreadsheets: UTF-8 with a byte order mark, and an apostrophe before a text
    that would otherwise be run as a formula.

    \b
    Examples:
      scorekeeper export -o winter.jsonl
      scorekeeper export --format html --since "last month" -o november.html
      scorekeeper export 12 --format sheet -o friday.csv
    """
    with session.store() as store:
        if matches and any(chosen.values()):
            raise click.UsageError("name matches, or pick them by options, not both")
        picked = queries.numbers(store, read_selection(store, **chosen))
        numbers = [store.find(one) for one in matches] or picked
        lost: list[str] = []
        texts = _exported(kind, _loaded(store, numbers, lost))
        with written(output or "-") as stream:
            for text in texts:
                stream.write(text.encode())
    if lost:
        raise Refused(
            f"left out what can't be read: {'; '.join(lost)}", "`doctor` tells more of the damage"
        )


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@pass_session
def demo_(session: Session, file: IO[bytes] | None) -> None:
    """Replay an evening, command by command; nothing is written to your score book.

    FILE holds other matches to replay, as `export` writes them.

    \b
    Examples:
      scorekeeper demo
      scorekeeper demo winter.jsonl
    """
    stream = file or (files("scorekeeper") / "demo.jsonl").open("rb")
    with stream, scratch() as store:
        with store.transaction():
            arrivals = list(interchange.bring_in(store, interchange.lines(stream)))
        for arrival in arrivals:
            for step in range(1, len(arrival.book.entries) + 1):
                _replay(session, arrival.book, step)
            say("$ scorekeeper score")
            session.show(partial(score, arrival.book))


def _arriving(store: Store, file: IO[bytes], terms: Terms, replace: bool) -> Iterator[Arrival]:
    """The matches of a sheet, of documents or of another score book, as they are written down."""
    path = Path(str(getattr(file, "name", "")))
    numbered = interchange.lines(file)
    number, first = next(numbered, (1, b""))
    if _is_sheet(path, first):
        if not terms.game:
            raise Refused(
                "this looks like a paper sheet, which does not say what was played",
                "add the game, as in --game 3-5-8",
            )
        rest = file.read(LONGEST_SHEET + 1)
        if len(rest) > LONGEST_SHEET:
            raise Refused("this is far too long for a paper sheet", "import an evening at a time")
        sheet = b"\n" * (number - 1) + first + rest
        yield interchange.arrive(store, read_sheet(sheet, terms), replace=replace)
    elif terms != Terms():
        raise Refused(
            "these are whole matches, which say themselves what was played",
            "leave --game and the like out",
        )
    elif is_database(first):
        with open_copy(str(path)) as other:
            for one in other.numbers():
                told = document(other.load(one))
                yield interchange.arrive(store, told, replace=replace)
    else:
        lines = chain([(number, first)] if first else (), numbered)
        yield from interchange.bring_in(store, lines, replace=replace)


def _is_sheet(path: Path, first: bytes) -> bool:
    """Whether a file is a paper sheet: its name says so, or else how it begins."""
    kind = path.suffix.casefold()
    if kind in SHEETS or kind in DOCUMENTS:
        return kind in SHEETS
    return first.strip()[:1] not in (b"", b"{") and not is_database(first)


def _loaded(store: Store, numbers: Iterable[int], lost: list[str]) -> Iterator[Book]:
    """The matches that can be read; what is wrong with the others is added to `lost`."""
    for number in numbers:
        try:
            yield store.load(number)
        except Damaged as mistake:
            lost.append(mistake.wrong)


def _exported(kind: str, books: Iterator[Book]) -> Iterable[str]:
    """The text of a file of this kind; only documents are many and made while they are written."""
    if kind == "jsonl":
        return (f"{to_line(document(book))}\n" for book in books)
    if kind == "csv":
        return [hands_csv(books)]
    if kind == "sheet":
        chosen = list(islice(books, 2))
        if len(chosen) != 1:
            raise Refused("a sheet holds one match", "name it, as in `export 12 --format sheet`")
        return [sheet_csv(chosen[0])]
    told = [pages.match(book) for book in books]
    if kind == "markdown":
        return [pages.markdown(told)]
    return [pages.html(SCORE_BOOK, told)]


def _replay(session: Session, whole: Book, step: int) -> None:
    """Show one command of a match and what it printed at the time."""
    book = open_book(whole.number, whole.uid, whole.entries[:step], whole.people, whole.rulebooks)
    entry = book.entries[-1]
    say(f"$ scorekeeper {book.log(since=step - 1)[0].words}")
    blocks: list[Block]
    if entry.kind == "start":
        blocks = [heading(book), Line(), *standing(book)]
    elif entry.kind in ("hand", "passed"):
        blocks = recorded(book)
    else:
        blocks = standing(book)
    session.show([*blocks, Line()])


def _came_in(outcomes: Counter[str], few: list[Book], dry_run: bool) -> list[Block]:
    if not outcomes:
        return [Line("The file holds no match.")]
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items()))
    many = "1 match" if outcomes.total() == 1 else f"{outcomes.total()} matches"
    blocks: list[Block] = [Line(f"{many} {'would come in' if dry_run else 'read'}: {told}.")]
    for book in few if len(few) <= FEW else ():
        players = ", ".join(book.players)
        named = {"number": book.number, "game": book.variant.id, "status": book.status}
        blocks.append(Line(f"  {phrases.say(phrases.CAME_IN, players=players, **named)}", hang=4))
    return blocks
