"""The table in a window of its own: the board above, below it the line and what it would mean."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    CompletionsMenu,
    Float,
    FloatContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from ..show.blocks import STYLES, Pieces, lines, wrapped
from .table import Table

# How often it is looked whether somebody recorded elsewhere, in seconds.
PATIENCE = 0.5
# Below the board: a rule, the line, and what it means.
RULE, LINE = 1, 1
WIDE = 60
# The styles of blocks, by the names that they have here.
NAMES = {"": "", "bold": "bold", "dim": "#888888"}
INKS = {style: NAMES.get(look, f"ansi{look.replace('_', '')}") for style, look in STYLES.items()}
STYLE = Style.from_dict(
    {"rule": "#888888", "prompt": "bold", "hint": "#888888", "wrong": "ansired"}
)


def _fragments(pieces: Pieces) -> StyleAndTextTuples:
    """Pieces of a line as what this window draws, each in its ink."""
    return [(INKS[style], text) for text, style in pieces]


class _Words(Completer):
    """Completes the word before the cursor."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
        before, _, word = document.text_before_cursor.rpartition(" ")
        for known in self._table.words(before):
            if known.casefold().lstrip('"').startswith(word.casefold().lstrip('"')):
                yield Completion(known, -len(word))


def lines_below(columns: int) -> int:
    """How many lines of a window tell what the typed one means."""
    return 2 if columns >= WIDE else 3


def lines_above(columns: int, lines: int) -> int:
    """How many lines of a window stand above the line that is typed."""
    return max(1, lines - RULE - LINE - lines_below(columns))


class Screen:
    """One evening on a terminal; `show` returns when it is over."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._first = 0
        self._drawn: tuple[object, list[StyleAndTextTuples]] = (None, [])
        self._line = Buffer(
            multiline=False,
            history=InMemoryHistory(),
            completer=_Words(table),
        )
        self._application: Application[None] = Application(
            layout=Layout(self._windows()),
            key_bindings=self._keys(),
            style=STYLE,
            color_depth=None if table.session.in_style() else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
        )
        self._line.on_text_changed += lambda line: None if line.text else table.cleared()
        self._offer()

    def show(self) -> None:
        """Show the table until somebody leaves it."""

        def watch() -> None:
            self._application.create_background_task(self._watch())

        self._application.run(pre_run=watch)

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(PATIENCE)
            if self._table.refresh(self._line.text):
                self._application.invalidate()

    def _windows(self) -> FloatContainer:
        prompt = Window(
            FormattedTextControl(lambda: [("class:prompt", self._table.prompt)]),
            dont_extend_width=True,
        )
        return FloatContainer(
            HSplit(
                [
                    Window(FormattedTextControl(self._above), wrap_lines=False),
                    Window(FormattedTextControl(self._rule), height=RULE),
                    VSplit([prompt, Window(BufferControl(self._line))], height=LINE),
                    Window(FormattedTextControl(self._hint), height=self._below, wrap_lines=True),
                ]
            ),
            [Float(CompletionsMenu(max_height=6), xcursor=True, ycursor=True)],
        )

    def _size(self) -> tuple[int, int]:
        """The columns of the window, and the lines above the line that is typed."""
        size = self._application.output.get_size()
        return size.columns, lines_above(size.columns, size.rows)

    def _below(self) -> int:
        return lines_below(self._size()[0])

    def _lines(self) -> list[StyleAndTextTuples]:
        """What stands above, drawn anew only where something may have changed."""
        size = self._size()
        key = (size, self._table.changes)
        if self._drawn[0] != key:
            blocks = self._table.blocks(*size)
            drawn: list[StyleAndTextTuples]
            if blocks is None:
                told = self._table.drawn(*size).split("\n")
                drawn = [[*to_formatted_text(ANSI(line))] for line in told]
            else:
                drawn = [_fragments(pieces) for pieces in lines(blocks, size[0], "─")]
            self._drawn = key, drawn
        return self._drawn[1]

    def _above(self) -> StyleAndTextTuples:
        room = self._size()[1]
        self._first = max(0, min(self._first, len(self._lines()) - room))
        shown = self._lines()[self._first : self._first + room]
        return [fragment for line in shown for fragment in (*line, ("", "\n"))]

    def _rule(self) -> StyleAndTextTuples:
        columns, room = self._size()
        more = len(self._lines()) - self._first - room
        sign = " PgDn ↓ " if more > 0 else " PgUp ↑ " if self._first else ""
        return [("class:rule", "─" * (columns - len(sign)) + sign)]

    def _hint(self) -> StyleAndTextTuples:
        told, wrong = self._table.hint(self._line.text)
        told = "\n".join(wrapped(told, self._size()[0]))
        return [("class:wrong" if wrong else "class:hint", told)]

    def _offer(self) -> None:
        self._line.document = Document(self._table.typed)

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("enter")
        def _(event: KeyPressEvent) -> None:
            typed = self._line.text
            self._line.append_to_history()
            self._first = 0
            self._table.enter(typed)
            self._line.reset()
            self._offer()
            if self._table.over:
                event.app.exit()

        @keys.add("escape", eager=True)
        def _(event: KeyPressEvent) -> None:
            if self._line.text:
                self._line.reset()
            else:
                self._table.back()
                self._offer()

        @keys.add("<bracketed-paste>")
        def _(event: KeyPressEvent) -> None:
            self._line.insert_text(" ".join(event.data.split()))

        @keys.add("c-c")
        def _(event: KeyPressEvent) -> None:
            self._line.reset()

        @keys.add("c-d")
        def _(event: KeyPressEvent) -> None:
            if not self._line.text:
                event.app.exit()

        @keys.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @keys.add("pagedown")
        def _(event: KeyPressEvent) -> None:
            self._first += self._size()[1] - 1

        @keys.add("pageup")
        def _(event: KeyPressEvent) -> None:
            self._first -= self._size()[1] - 1

        return keys
