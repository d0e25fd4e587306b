"""Commands that look after the file itself."""

from __future__ import annotations

import os
import sqlite3

import click

from ..errors import Refused
from ..ledger import doctor, files
from ..ledger.store import Store
from ..show.blocks import Block, Line
from .session import Session, json_option, pass_session, say_json, yes_option


@click.command()
@click.option("--rebuild", is_flag=True, help="Write the derived tables anew from the facts.")
@json_option
@pass_session
def doctor_(session: Session, rebuild: bool, as_json: bool) -> None:
    """Look the score book over.

    The file, the journal of every match, and every derived figure, worked out again and compared.
    Each finding is a line, and the exit status 1.

    \b
    Examples:
      scorekeeper doctor
      scorekeeper doctor --rebuild
    """
    with session.store() as store:
        if rebuild:
            with store.transaction():
                store.rebuild()
        found = list(doctor.findings(store))
    if as_json:
        say_json(found)
    else:
        session.show([Line(one) for one in found] or [Line("Nothing is wrong.")])
    if found:
        raise click.exceptions.Exit(1)


@click.command()
@click.argument("path", required=False)
@json_option
@pass_session
def backup_(session: Session, path: str | None, as_json: bool) -> None:
    """Write a copy of the score book, and look it over.

    To PATH, or beside the score book, where the last ten are kept. One is made by itself on the
    first day's writing. `restore` brings one back, `import` reads the matches out of one.

    \b
    Examples:
      scorekeeper backup
      scorekeeper backup /media/stick/winter.db
    """
    with session.store() as store:
        if path is None:
            target = files.keep_backup(store)
        else:
            target = os.path.expanduser(path)
            files.back_up(store, target)
    if as_json:
        say_json({"backup": str(target)})
    else:
        session.show([Line(f"Backup: {target}")])


@click.command()
@click.argument("file")
@yes_option
@json_option
@pass_session
def restore_(session: Session, file: str, yes: bool, as_json: bool) -> None:
    """Put a backup in the place of the score book.

    FILE is looked over first, and what would change is shown. The present score book is kept as a
    backup.

    \b
    Example:
      scorekeeper restore /media/stick/winter.db
    """
    with files.open_copy(os.path.expanduser(file)) as source:
        for wrong in doctor.findings(source):
            raise Refused(f"{file} is damaged ({wrong})", "use another backup")
        if not as_json:
            session.show(_what_changes(_counts_now(session), _counts(source)))
        if not yes:
            session.ask("Put it in place?")
        kept = files.restore(session.path, source)
    if as_json:
        say_json({"restored": file, "kept": str(kept)})
    else:
        session.show([Line(f"Restored. What was there before: {kept}")])


def _counts(store: Store) -> dict[str, int]:
    """How many matches, hands and players a score book holds."""
    return {
        what: next(store.rows(f"SELECT count(*) FROM {table}"))[0]
        for what, table in (("matches", "match"), ("hands", "hand"), ("players", "player"))
    }


def _counts_now(session: Session) -> dict[str, int]:
    """The same for the present score book, nothing where it can't be read."""
    try:
        with session.store() as store:
            return _counts(store)
    except (Refused, sqlite3.DatabaseError):
        return {}


def _what_changes(now: dict[str, int], then: dict[str, int]) -> list[Block]:
    return [Line(f"{what}: {now.get(what, 'unreadable')} → {then[what]}") for what in then]
