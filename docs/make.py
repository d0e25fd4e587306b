"""Write the parts of the manual that are made from the program itself.

    python -m docs.make

`commands.md` and the man page come from the commands' own help, the pictures from an evening that
is played, `games.md` from the variant files, the reference in `rules-files.md` and the JSON Schema
from the values and functions that rules files become.
"""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from scorekeeper import variants
from scorekeeper.cli import root
from scorekeeper.rules import keys, rulebook, soundness
from scorekeeper.rules.rulebook import overlaid
from scorekeeper.rules.starter import toml_lines
from scorekeeper.show.blocks import plain
from scorekeeper.show.lists import rule_card

from . import man, screens

HERE = Path(__file__).parent
MADE = "<!-- Made by docs/make.py; change the program, not this page. -->\n"


def pages() -> dict[Path, str]:
    """The text of every file that is made."""
    return {
        HERE / "commands.md": commands(),
        HERE / "scorekeeper.1": man.page(_walk(_root())),
        **{HERE / "screens" / name: drawn for name, drawn in screens.screens()},
        HERE / "games.md": games(),
        HERE / "rules-files.md": rules_files(),
        variants.SCHEMA: json.dumps(keys.schema(), indent=2, ensure_ascii=False) + "\n",
    }


def commands() -> str:
    """Every command with its help."""
    parts = [MADE, "# Commands\n", "Every command takes `-h` for help.\n"]
    for context in _walk(_root()):
        command = context.command
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        parts.append(f"## {context.command_path}\n\n```text\n{usage}\n```\n")
        parts.append(_help(command.help or ""))
        parts.append("".join(map(_option, command.params)))
    return "\n".join(part for part in parts if part)


def _root() -> click.Context:
    return click.Context(root, info_name="scorekeeper", **root.context_settings)


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


def rules_files() -> str:
    """The page on rules files: what stands above the mark is written, the reference is made."""
    written = (HERE / "rules-files.md").read_text(encoding="utf-8").split(MADE)[0]
    return f"{written}{MADE}\n" + "\n".join([*_keys(), *_kinds()])


def _keys() -> Iterator[str]:
    yield "## Keys\n\n| key | what it means | as in |\n|---|---|---|"
    files = sorted(variants.SCHEMA.parent.glob("*.toml"))
    games = [tomllib.loads(file.read_text(encoding="utf-8")) for file in files]
    for key, meaning in keys.MEANINGS.items():
        words = " | ".join(f"`{word}`" for word in soundness.WORDS.get(key, ()))
        told = f"{meaning} {words}" if words else meaning
        told = told.replace("|", "\\|")
        yield f"| `{key}` | {told} | {_as_in(games, key.split('.'))} |"
    yield ""


def _as_in(games: Sequence[Mapping[str, Any]], key: Sequence[str]) -> str:
    """The key as the first game has it that says it shortly."""
    for game in games:
        table = game.get(key[0])
        inner = table if isinstance(table, list) else [table]
        if key[0] in ("options", "extras") and isinstance(table, dict):
            inner = list(table.values())
        for one in [game] if len(key) == 1 else inner:
            value = one.get(key[-1]) if isinstance(one, dict) else None
            line = next(iter(toml_lines({key[-1]: value})), "") if value is not None else ""
            if line and len(line) <= 60:
                return f"`{line}`".replace("|", "\\|")
    return ""


def _kinds() -> Iterator[str]:
    yield "## Kinds\n"
    for table, (kinds, given) in keys.KINDS.items():
        yield f"### {table}\n\n{keys.MEANINGS[table]}\n"
        for kind, function in kinds.items():
            yield f"#### `{kind}`\n\n{inspect.getdoc(function)}\n"
            yield _parameters(function, given) + _kind_example(table, kind)


def _parameters(function: Callable[..., Any], given: int) -> str:
    lines = []
    for one in keys.parameters(function, given):
        words = soundness.KEYWORDS.get(one.name, ())
        what = soundness.SHAPES.get(str(one.annotation), "a whole number")
        if one.annotation == "str":
            what = " or ".join(f"`{word}`" for word in words)
        needed = one.default is one.empty
        without = "needed" if needed else f"{one.default or 'none'} where it is left out"
        lines.append(f"- `{one.name}`: {what}; {without}\n")
    return "".join(lines) + ("\n" if lines else "")


def _kind_example(table: str, kind: str) -> str:
    """The table of the first game that uses a kind, as it stands in its file."""
    for one in variants.ids():
        rules = variants.rules(one)
        ways = [rules] + [
            overlaid(rules, choice)
            for option in rules.get("options", {}).values()
            for choice in option.get("choices", {}).values()
        ]
        for way in ways:
            if way.get(table, {}).get("kind") == kind:
                lines = "\n".join(toml_lines({table: way[table]})).strip()
                return f"From {one}:\n\n```toml\n{lines}\n```\n"
    kinds, given = keys.KINDS[table]
    needed = [
        f"{one.name} = 10\n"
        for one in keys.parameters(kinds[kind], given)
        if one.default is one.empty
    ]
    return f'```toml\n[{table}]\nkind = "{kind}"\n{"".join(needed)}```\n'


if __name__ == "__main__":
    for file, text in pages().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
