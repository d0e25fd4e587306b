"""Who pays whom over many matches."""

from __future__ import annotations

from typing import Any

import click

from ..errors import Refused
from ..ledger import clock, queries
from ..ledger.book import Book
from ..ledger.journal import Record, fold
from ..ledger.queries import Selection
from ..ledger.store import Store, new_uid
from ..rules.settling import balances
from ..show import lists
from .selecting import read_selection, selection_options
from .session import Session, json_option, pass_session, say_json


@click.command()
@selection_options
@click.option("--open", "still_open", is_flag=True, help="Matches that are still going on too.")
@click.option("--record", "paid", is_flag=True, help="Note that it has been paid.")
@click.option("--undo", "unpaid", is_flag=True, help="Take the last --record back.")
@json_option
@pass_session
def settle_(
    session: Session, /, still_open: bool, paid: bool, unpaid: bool, as_json: bool, **chosen: Any
) -> None:
    """Who pays whom over many matches.

    All matches, or those chosen; in the fewest payments, each currency by itself.
    Finished matches with a stake count, and of matches that were given up those that are paid for
    hand by hand. What has been noted as paid with --record does not count again.

    \b
    Examples:
      scorekeeper settle
      scorekeeper settle --since "last month" --record
    """
    if paid and unpaid:
        raise click.UsageError("give either --record or --undo, not both")
    with session.store(write=paid or unpaid) as store:
        if unpaid:
            _take_back(store)
        selection = read_selection(store, **chosen)
        found = queries.debts(store, selection, still_open=still_open)
        if paid:
            _record(store, queries.unpaid(store, selection, still_open=still_open))
        others = not still_open and queries.matches(store, Selection(status="open"), 1)
    if as_json:
        say_json(
            [
                {
                    "payer": one.payer,
                    "payee": one.payee,
                    "amount": str(one.amount),
                    "currency": one.currency,
                }
                for one in found
            ]
        )
    else:
        session.show(lists.debts(found, recorded=paid, others=bool(others)))


def _record(store: Store, numbers: list[int]) -> None:
    if not numbers:
        raise Refused("there is nothing to be paid", "`settle` shows who owes whom")
    batch = new_uid()
    with store.transaction():
        for number in numbers:
            book = store.load(number)
            owed = balances(book.variant, book.sheet.totals)
            _append(store, book, {"owed": list(owed), "batch": batch})


def _take_back(store: Store) -> None:
    """Take back the latest payment that still stands in some match."""
    for batch, numbers in queries.payments_noted(store):
        books = [store.load(number) for number in numbers]
        standing = [book for book in books if _stands(book, batch)]
        if standing:
            with store.transaction():
                for book in standing:
                    owed = _before(book, batch).paid or (0,) * len(book.players)
                    _append(store, book, {"owed": list(owed), "reverts": batch})
            return
    raise Refused("no payment is noted", "`settle --record` notes one")


def _stands(book: Book, batch: str) -> bool:
    """Whether this payment counts: neither undone nor taken back."""
    told = [entry.body for entry in book.record.undoable if entry.kind == "paid"]
    return any(body.get("batch") == batch for body in told) and not any(
        body.get("reverts") == batch for body in told
    )


def _before(book: Book, batch: str) -> Record:
    """The match as it stood before this payment."""
    place = next(i for i, one in enumerate(book.entries) if one.body.get("batch") == batch)
    return fold(book.entries[:place])


def _append(store: Store, book: Book, body: dict[str, Any]) -> None:
    store.append(book, book.after(("paid", body), at=clock.now()))
