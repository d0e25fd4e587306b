"""The options that tell a hand, the same wherever one is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

OPTIONS = (
    click.option(
        "--call", "-c", "called", metavar="CALL", help="What was called: hearts, h, nt, mis."
    ),
    click.option("--bid", "-b", metavar="NAME=TRICKS", help="The winning bid of the opening."),
    click.option("--maker", "-k", metavar="NAME", help="Who named trumps."),
    click.option("--alone", "-a", metavar="NAME", multiple=True, help="Who played alone."),
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
    """Give a command the options of a hand besides its counts."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
