"""The options that tell a hand, the same wherever one is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import click

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option(
        "--call", "-c", "called", metavar="CALL", help="What was called: hearts, h, nt, mis."
    ),
    click.option(
        "--bid",
        "-b",
        metavar="BID",
        multiple=True,
        help="The winning bid, as in ann=10; everybody's in seating order, as in 3,0,2.",
    ),
    click.option("--maker", "-k", metavar="NAME", help="Who named trumps."),
    click.option("--alone", "-a", metavar="NAME", multiple=True, help="Who played alone."),
    click.option(
        "--tell",
        "-t",
        metavar="NAME=VALUE",
        multiple=True,
        help="What else the game wants to know, as in jack=ann; `variants show GAME` lists it.",
    ),
)

rule_option = click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A rule of the game to choose; `variants show GAME` lists them.",
)


def hand_options(command: Command) -> Command:
    """Give a command the options of a hand besides its counts, told in one dictionary `told`.

    Its keys are the keywords of `read_hand`, its values as typed.
    """

    @wraps(command)
    def with_told(*given: Any, called: str | None, **named: Any) -> Any:
        told = {
            "call": called,
            **{key: named.pop(key) for key in ("bid", "maker", "alone", "tell")},
        }
        return command(*given, told=told, **named)

    for option in reversed(OPTIONS):
        with_told = option(with_told)
    return cast(Command, with_told)
