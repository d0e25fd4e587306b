"""The man page: what `scorekeeper -h` and the help of every command say, as roff."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from scorekeeper.cli import root

ENVIRONMENT = {
    "SCOREKEEPER_DB": "The score book to use.",
    "SCOREKEEPER_MATCH": "Another match than the one on the table.",
    "SCOREKEEPER_RULES": "The folder of house rules.",
    "NO_COLOR": "Print without colour.",
    "COLUMNS": "The width to fit what is shown to.",
}
STATUS = {
    "0": "Done.",
    "1": "Refused; one line says what is wrong, and what to type instead.",
    "2": "Wrong usage.",
    "3": "Somebody else recorded in the meantime; nothing was written.",
    "130": "Interrupted; nothing was written.",
}


def page(contexts: Iterator[click.Context]) -> str:
    """The man page of these commands, the first of which is the program itself."""
    first = next(contexts)
    lines = [
        '.\\" Made by docs/make.py; change the program, not this page.',
        '.TH SCOREKEEPER 1 "" "scorekeeper" "User Commands"',
        ".SH NAME",
        f"scorekeeper \\- {_text(_summary(root))}",
        ".SH SYNOPSIS",
        f".B scorekeeper\n{_text(' '.join(root.collect_usage_pieces(first)))}",
        ".SH DESCRIPTION",
        *_help(root),
        *_options(root),
        ".SH COMMANDS",
    ]
    for context in contexts:
        usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
        lines += [f".SS {_text(usage)}", *_help(context.command), *_options(context.command)]
    lines += [".SH ENVIRONMENT", *_terms(ENVIRONMENT), ".SH EXIT STATUS", *_terms(STATUS)]
    return "\n".join(lines) + "\n"


def _summary(command: click.Command) -> str:
    text: str = inspect.cleandoc(command.help or "").split("\n")[0]
    return text[0].lower() + text[1:].rstrip(".")


def _help(command: click.Command) -> Iterator[str]:
    for block in inspect.cleandoc(command.help or "").split("\n\n"):
        if block.startswith("\b\n"):
            title, *session = block.removeprefix("\b\n").splitlines()
            yield from (".PP", _text(title), ".PP", ".nf", *map(_text, session), ".fi")
        else:
            yield from (".PP", _text(block))


def _options(command: click.Command) -> Iterator[str]:
    context = click.Context(command)
    options = (one for one in command.params if isinstance(one, click.Option))
    records = (one.get_help_record(context) for one in options)
    yield from _terms({record[0]: record[1] for record in records if record})


def _terms(terms: dict[str, str]) -> Iterator[str]:
    for term, meaning in terms.items():
        yield from (".TP", f".B {_text(term)}", _text(meaning))


def _text(text: str) -> str:
    """A text that roff shows as it is."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    escaped = "".join(c if c.isascii() else f"\\[u{ord(c):04X}]" for c in escaped)
    return "\n".join(
        "\\&" + line if line[:1] in (".", "'") else line for line in escaped.split("\n")
    )
