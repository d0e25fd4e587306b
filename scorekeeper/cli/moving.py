"""Commands that carry matches in and out, and the demonstration."""

from __future__ import annotations

import sqlite3
from collections import Counter
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import IO

import click

from ..ledger import interchange
from ..ledger.book import Book, open_book
from ..ledger.interchange import Arrival
from ..ledger.store import Store
from ..show.blocks import Block, Line
from ..show.recorded import recorded, standing
from ..show.score import heading, score
from .session import Session, json_option, pass_session, say, say_json, warn


class _DryRun(Exception):
    """Takes the transaction back at the end of `import --dry-run`."""


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--replace", is_flag=True, help="Put matches that are here with other content anew.")
@click.option("--dry-run", is_flag=True, help="Only say what would come in.")
@json_option
@pass_session
def import_(session: Session, file: IO[bytes], replace: bool, dry_run: bool, as_json: bool) -> None:
    """Bring in matches from FILE, as `export` writes them; - reads standard input.

    All of the file comes in, or nothing: the first line that is wrong is named with what was
    expected. A match that is here already is left alone, or refused if it differs.

    \b
    Examples:
      scorekeeper import winter.jsonl
      scorekeeper export -m 12 | ssh club scorekeeper import -
    """
    arrivals: list[Arrival] = []
    with session.store(create=True) as store:
        try:
            with store.transaction():
                for arrival in interchange.bring_in(
                    store, interchange.lines(file), replace=replace
                ):
                    arrivals.append(arrival)
                if store.current() is None and arrivals:
                    store.bookmark(arrivals[-1].book.number)
                if dry_run:
                    raise _DryRun
        except _DryRun:
            pass
    for arrival in arrivals:
        for warning in arrival.warnings:
            warn(warning)
    if as_json:
        say_json(
            [{"number": a.book.number, "id": a.book.uid, "outcome": a.outcome} for a in arrivals]
        )
    else:
        session.show(_came_in(arrivals, dry_run))


@click.command()
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write here instead of to standard output.",
)
@pass_session
def export_(session: Session, matches: tuple[str, ...], output: str | None) -> None:
    """Write matches as JSON Lines, one match a line; all of them, or those named.

    \b
    Examples:
      scorekeeper export -o winter.jsonl
      scorekeeper export 12 13
    """
    with session.store() as store:
        numbers = [store.find(one) for one in matches] or store.numbers()
        with click.open_file(output or "-", "wb") as stream:
            for number in numbers:
                line = interchange.line(interchange.document(store.load(number)))
                stream.write(line.encode() + b"\n")


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@pass_session
def demo_(session: Session, file: IO[bytes] | None) -> None:
    """Replay an evening, command by command; nothing is written to your score book.

    FILE holds other matches to replay, as `export` writes them.

    \b
    Examples:
      scorekeeper demo
      scorekeeper demo examples/woburn.jsonl
    """
    stream = file or (files("scorekeeper") / "demo.jsonl").open("rb")
    with stream, _scratch() as store:
        with store.transaction():
            arrivals = list(interchange.bring_in(store, interchange.lines(stream)))
        for arrival in arrivals:
            for step in range(1, len(arrival.book.entries) + 1):
                _replay(session, arrival.book, step)
            say("$ scorekeeper score")
            session.show(partial(score, arrival.book))


def _scratch() -> Store:
    from ..ledger.schema import migrate

    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return Store(connection, Path(":memory:"))


def _replay(session: Session, whole: Book, step: int) -> None:
    """Show one command of a match and what it printed at the time."""
    book = open_book(whole.number, whole.uid, whole.entries[:step], whole.people, whole.rules)
    entry = book.entries[-1]
    say(f"$ scorekeeper {book.log()[-1].words}")
    blocks: list[Block]
    if entry.kind == "start":
        blocks = [heading(book), Line(), *standing(book)]
    elif entry.kind in ("hand", "passed"):
        blocks = recorded(book)
    else:
        blocks = standing(book)
    session.show([*blocks, Line()])


def _came_in(arrivals: list[Arrival], dry_run: bool) -> list[Block]:
    counted = Counter(arrival.outcome for arrival in arrivals)
    told = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counted.items()))
    many = "1 match" if len(arrivals) == 1 else f"{len(arrivals)} matches"
    would = "would come in" if dry_run else "read"
    return [Line(f"{many} {would}: {told}." if arrivals else "The file holds no match.")]
