"""The command line: read what was typed, decide, record, show."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .. import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# In the order of an evening; each lives in a module of this package and is loaded when used.
COMMANDS = {
    "play": "playing",
    "new": "starting",
    "rematch": "starting",
    "hand": "recording",
    "call": "recording",
    "bid": "recording",
    "pass": "recording",
    "next": "looking",
    "exchange": "looking",
    "score": "looking",
    "undo": "recording",
    "redo": "recording",
    "edit": "correcting",
    "strike": "correcting",
    "insert": "correcting",
    "note": "correcting",
    "at": "correcting",
    "match": "correcting",
    "log": "correcting",
    "matches": "looking",
    "show": "looking",
    "chart": "charting",
    "sheet": "printing",
    "stats": "counting",
    "standings": "counting",
    "resume": "starting",
    "abandon": "starting",
    "variants": "games",
    "import": "moving",
    "export": "moving",
    "demo": "moving",
    "where": "looking",
    "backup": "keeping",
    "restore": "keeping",
    "doctor": "keeping",
    "players": "people",
    "settle": "paying",
}


class _Evening(click.Group):
    """The commands of an evening, imported one at a time: start-up is felt at the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"{__name__}.{COMMANDS[cmd_name]}")
        command: click.Command = getattr(module, f"{cmd_name}_")
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in COMMANDS if name.startswith(incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from ..errors import nearest

            guess = nearest(args[0], COMMANDS)
            hint = f"did you mean {guess}?" if guess else "`scorekeeper -h` lists the commands"
            ctx.fail(f"there is no command {args[0][:40]!r}; {hint}")
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Evening,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--db",
    envvar="SCOREKEEPER_DB",
    metavar="FILE",
    help="The score book to use; `where` tells which it is. [env: SCOREKEEPER_DB]",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    help="Colour and lines: on a terminal (auto), always or never.",
)
@click.version_option(__version__, message="scorekeeper %(version)s")
@click.pass_context
def root(ctx: click.Context, db: str | None, color: str) -> None:
    """Keep the score of card games played with real cards.

    \b
    An evening:
      scorekeeper new 3-5-8 Ann Bob Cy    players clockwise; Ann deals first
      scorekeeper hand 10 2 4             what each took, in seating order
      scorekeeper undo                    that was wrong
      scorekeeper hand ann=9 cy=5         by name; one is worked out
      scorekeeper                         the score sheet

    Without a command, the score sheet of the match on the table is shown.
    """
    from .session import Session, release_interrupts

    release_interrupts()
    ctx.obj = ctx.obj or Session(db, color)
    if ctx.invoked_subcommand is None:
        from .looking import on_the_table

        on_the_table(ctx.obj)


def main() -> NoReturn:
    """Run the command line; every mistake ends in one line on standard error and a status."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str], **context: Any) -> int:
    """The exit status of a command line, mistakes told on standard error.

    `context` are settings of click's context, for commands that are not typed to a shell.
    """
    import sqlite3

    from ..errors import Refused

    if hasattr(sys.stderr, "reconfigure"):
        sys.stderr.reconfigure(errors="backslashreplace")
    try:
        status = root.main(arguments, prog_name="scorekeeper", standalone_mode=False, **context)
        sys.stdout.flush()
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except click.ClickException as mistake:
        _tell_usage(mistake)
        return mistake.exit_code
    except (click.Abort, KeyboardInterrupt):
        return _tell("interrupted, nothing was written", 130)
    except (Refused, UnicodeDecodeError, sqlite3.Error) as mistake:
        return _tell(trouble(mistake), getattr(mistake, "exit_code", 1))
    except SystemExit as leaving:
        # How click leaves when whoever read our output has seen enough.
        return 0 if type(sys.stdout).__name__ == "PacifyFlushWrapper" else int(leaving.code or 0)
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep Python from flushing into the pipe again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as mistake:
        return _tell(trouble(mistake), 1)
    except Exception as mistake:
        if os.environ.get("SCOREKEEPER_DEBUG"):
            raise
        return _tell(
            f"a mistake of scorekeeper's own ({type(mistake).__name__}: {mistake}): please report"
            " it; SCOREKEEPER_DEBUG=1 shows where it happened",
            1,
        )
    return status if isinstance(status, int) else 0


def _tell(line: str, status: int) -> int:
    from ..rules.names import visible

    click.echo(f"scorekeeper: {visible(line)}", err=True)
    return status


def _tell_usage(mistake: click.ClickException) -> None:
    """What click says of wrong usage, with nothing in it that a terminal could obey."""
    from io import StringIO

    from ..rules.names import visible

    told = StringIO()
    mistake.show(told)
    for line in told.getvalue().split("\n")[:-1]:
        click.echo(visible(line), err=True)


def trouble(mistake: Exception) -> str:
    """What is told of a mistake that is not the program's own, in one line."""
    import sqlite3

    if isinstance(mistake, click.ClickException):
        return mistake.format_message()
    if isinstance(mistake, UnicodeDecodeError):
        return "the score book holds text that is damaged: `doctor` tells more"
    if isinstance(mistake, OSError):
        place = f" {mistake.filename}" if mistake.filename else ""
        return f"can't use{place}: {mistake.strerror or mistake}"
    return _database_trouble(mistake) if isinstance(mistake, sqlite3.Error) else str(mistake)


def _database_trouble(mistake: Exception) -> str:
    told = str(mistake)
    if "locked" in told:
        return "the score book is busy, nothing was written: try again in a moment"
    if "readonly" in told:
        return (
            "the score book can't be written to, nothing was: see who owns the file `where` names"
        )
    if "I/O" in told:
        return "the disk could not be written to or read, nothing was recorded: see that it is well"
    if "full" in told:
        return "the disk is full, nothing was written: make room, then type it again"
    if "malformed" in told or "not a database" in told:
        return (
            "the score book is damaged: `export` saves what can be read,"
            " `restore` brings a backup back"
        )
    return f"the score book can't be used ({told}): `where` tells which file it is"
