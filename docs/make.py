"""Write the parts of the manual that are made from the program itself.

    python docs/make.py

`commands.md` comes from the commands' own help, `games.md` from the variant files.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper import variants
from scorekeeper.cli import root
from scorekeeper.rules import rulebook
from scorekeeper.show.blocks import plain
from scorekeeper.show.lists import rule_card

HERE = Path(__file__).parent
MADE = "<!-- Made by docs/make.py; change the program, not this page. -->\n"


def pages() -> dict[str, str]:
    """The text of every page that is made."""
    return {"commands.md": commands(), "games.md": games()}


def commands() -> str:
    """Every command with its help."""
    parts = [MADE, "# Commands\n", "Every command takes `-h` for help.\n"]
    for context in _walk(click.Context(root, info_name="scorekeeper", **root.context_settings)):
        command = context.command
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        parts.append(f"## {context.command_path}\n\n```text\n{usage}\n```\n")
        parts.append(_help(command.help or ""))
        parts.append("".join(map(_option, command.params)))
    return "\n".join(part for part in parts if part)


def _walk(context: click.Context) -> Iterator[click.Context]:
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command is not None
            yield from _walk(click.Context(command, info_name=name, parent=context))


def _help(text: str) -> str:
    """Help as Markdown; a block marked to stay as it is holds an example session."""
    parts = []
    for block in inspect.cleandoc(text).split("\n\n"):
        if block.startswith("\b\n"):
            title, *lines = block.removeprefix("\b\n").splitlines()
            parts.append(f"{title}\n\n```sh\n" + inspect.cleandoc("\n".join(lines)) + "\n```\n")
        else:
            parts.append(block + "\n")
    return "\n".join(parts)


def _option(parameter: click.Parameter) -> str:
    if not isinstance(parameter, click.Option):
        return ""
    names = ", ".join(parameter.opts)
    value = "" if parameter.is_flag else f" {parameter.metavar or parameter.type.name.upper()}"
    if isinstance(parameter.type, click.Choice):
        value = " " + " | ".join(map(str, parameter.type.choices))
    return f"- `{names}{value}`: {parameter.help}\n"


def games() -> str:
    """The rule card of every game."""
    parts = [MADE, "# Games\n"]
    for one in variants.ids():
        rules = variants.rules(one)
        title, *card = rule_card(rulebook.variant(rules), rulebook.seats(rules))
        parts.append(f"## {one}\n\n```text\n{plain([title, *card], 96)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
