"""The command that draws."""

from __future__ import annotations

import click

from ..errors import Refused
from .session import Session, find, json_option, pass_session, say_json, written


@click.command()
@click.argument("match", required=False, metavar="[MATCH]", envvar="SCOREKEEPER_MATCH")
@click.option(
    "--svg",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Draw it as SVG into this file instead; - is standard output.",
)
@json_option
@pass_session
def chart_(session: Session, match: str | None, svg: str | None, as_json: bool) -> None:
    """How the totals ran, hand by hand; of MATCH, or of the match on the table.

    \b
    Examples:
      scorekeeper chart
      scorekeeper chart 12 --svg evening.svg
    """
    from ..show import charts

    if svg and as_json:
        raise click.UsageError("give either --svg or --json, not both")
    with session.store() as store:
        book = find(store, match)
    if as_json:
        series = [
            {"player": player, "totals": list(totals[1:])}
            for player, totals in zip(book.players, charts.runs(book), strict=True)
        ]
        say_json({"number": book.number, "id": book.uid, "series": series})
        return
    if not book.sheet.rows:
        raise Refused(
            f"nothing has been played yet in match #{book.number}", "`hand` records a hand"
        )
    if svg:
        drawn = charts.svg(book)
        with written(svg) as stream:
            stream.write(drawn)
    else:
        session.show(lambda width: charts.chart(book, width, drawn=session.in_style()))
