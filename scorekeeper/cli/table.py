"""An evening at the table, whatever the terminal: what a line does, what is asked, what is shown.

Every line becomes the words of a command, which runs as if it had been typed to a shell.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO, StringIO, TextIOWrapper

import click
from msgspec import field
from msgspec.structs import replace

from ..errors import Refused, Unsaid
from ..ledger.book import Book
from ..ledger.files import is_begun
from ..rules.notation import EXAMPLE_BIDS, as_word, name_key
from ..show import phrases as p
from ..show.blocks import Block, Line
from ..show.board import board, brief
from ..show.phrases import say
from ..show.recorded import standing
from ..show.score import heading
from . import COMMANDS, run
from .dialogs import Dialog, Question, hand_dialog, new_dialog, yes_dialog
from .session import Session, find, release_interrupts
from .typed import HELP, foreseen, meaning, stage, wants_help, words_of

LEAVE = ("quit", "q", "exit", "bye")
BACK = ("back", "..")


class AtTable(Session, frozen=True):
    """A session within the window of an evening, `columns` wide; None does not wrap.

    `known` is how many entries of match `number` were on the board when a line was typed: nothing
    is added to what nobody has seen. What a command wants to ask goes into `asked`.
    """

    columns: int | None = None
    styled: bool = False
    number: int | None = None
    known: int = 0
    asked: list[str] = field(default_factory=list)

    def width(self) -> int | None:
        """The columns of the window."""
        return self.columns

    def in_style(self) -> bool:
        """As the terminal of the evening can show it."""
        return self.styled

    def ask(self, question: str) -> None:
        """Leave the question to the table, which runs the command again with --yes."""
        self.asked.append(question)
        raise Refused(question)

    def before_recording(self, book: Book) -> None:
        """Refuse what was typed before somebody else's hand was to be seen."""
        if book.number == self.number and len(book.entries) > self.known:
            raise book.conflict(self.known)


class Table:
    """An evening, line by line: `begin` it, then `enter` what is typed until it is `over`.

    `typed` is what is to stand in the line, `told` one line about the last one, `wrong` whether it
    was refused, and `output` what its command printed. `changes` counts what may have changed the
    look of the table.
    """

    def __init__(self, session: AtTable, match: str | None) -> None:
        self.session = session
        self.book: Book | None = None
        self.question: Question | None = None
        self.typed = self.told = self.output = ""
        self.wrong = self.over = False
        self.changes = 0
        self._looking = False
        self._dialog: Dialog | None = None
        self._answers: list[str] = []
        self._line = ""
        # Why the next line is not done, because of what was recorded elsewhere while it was typed.
        self._meanwhile = ""
        # What a command has shown already before it asked.
        self._shown = ""
        self._stamp: object = None
        self._sit_down(match)

    # What a line does

    def begin(
        self, game: str, players: Sequence[str], options: Sequence[str], dealer: str | None
    ) -> None:
        """Go on with the match on the board, or begin one with what was typed after `play`.

        Raises `Refused` where no such match can begin.
        """
        book = self.book
        if book is not None and book.status == "open" and (not game or _same(book, game, players)):
            return
        if players:
            told = [word for option in options for word in ("-o", option)]
            self._run(["new", game, *players, *told, *(["--dealer", dealer] if dealer else [])])
            if self.wrong:
                raise Refused(self.told)
        else:
            self._begin([" ".join([game, *options])] if game else [])

    def enter(self, typed: str) -> None:
        """Do what a line says, or take it as the answer to the question."""
        self.changes += 1
        self.typed = self.told = self.output = ""
        self.wrong = self._looking = False
        first = typed.strip().casefold()
        if first in LEAVE:
            self.over = True
            return
        if self._meanwhile:
            self.typed = self._line if self.question else typed
            self._forget()
            self.told, self.wrong, self._meanwhile = self._meanwhile, True, ""
            return
        try:
            if first in BACK:
                self.back()
            elif self.question is None:
                self._start(typed.strip())
            elif self.question.or_command and first.split(" ")[0] in (*COMMANDS, *HELP):
                self._do_first(typed.strip())
            else:
                self._go_on([*self._answers, typed.strip() or self.question.offered])
        except (Refused, click.ClickException) as mistake:
            self.typed, self.told, self.wrong = typed, _sentence(mistake), True

    def back(self) -> None:
        """A step back: to the question before, or to the line that led to the first one."""
        self.changes += 1
        self.told, self._looking = "", False
        if self._answers:
            *before, last = self._answers
            self._go_on(before)
            self.typed = last
        elif self.question is not None and self.book is not None:
            self._forget()
            self.typed = self._line
        else:
            self.typed = ""

    def refresh(self, typed: str) -> bool:
        """Whether something was recorded elsewhere; it is on the board then.

        What was `typed` so far is not done before somebody has seen that.
        """
        if self.book is None or self._stamp == _stamp(self.session.path):
            return False
        known = len(self.book.entries)
        self._load()
        theirs = self.book.log(since=known)
        if theirs:
            self.told = say(p.ELSEWHERE, words=" · ".join(one.words for one in theirs))
            self.typed, self.wrong = typed, False
            self._meanwhile = str(self.book.conflict(known)) if typed or self.question else ""
            self.changes += 1
        return bool(theirs)

    # What is shown

    @property
    def prompt(self) -> str:
        """What stands before the line."""
        label = p.PROMPTS[stage(self.book)]
        if self.question is not None:
            offered = f" [{self.question.offered}]" if self.question.offered else ""
            label = self.question.label + offered
        return f"{label} " if label.endswith("?") else f"{label}> "

    def hint(self, typed: str) -> tuple[str, bool]:
        """What a line would mean, or what is asked for; and whether it is wrong."""
        if self.told and typed.strip() == self.typed.strip():
            return self.told, self.wrong
        try:
            if typed.strip() and self.question is None:
                return meaning(self.book, typed), False
            if typed.strip() and self._dialog is not None and self.book is not None:
                step = self._dialog([*self._answers, typed.strip()])
                if isinstance(step, list) and step[0] == "hand":
                    return foreseen(self.book, step[1:], complete=True), False
        except Unsaid as mistake:
            return str(mistake), False
        except (Refused, click.ClickException) as mistake:
            return _sentence(mistake), True
        return self._invitation(), False

    def words(self) -> list[str]:
        """What may complete a line."""
        if self.question is not None:
            return list(self.question.words)
        calls = self.book.variant.calls if self.book else None
        players = self.book.players if self.book else ()
        return [*COMMANDS, "help", "quit", *players, *(calls.allowed if calls else ())]

    def drawn(self, columns: int, lines: int) -> str:
        """What stands above the line: what was asked to be shown, else the board, fitted."""
        self.session = replace(self.session, columns=columns)
        return self.output if self._looking else self.session.drawn(self._blocks(columns, lines))

    def greeting(self) -> str:
        """What a terminal that only scrolls shows in the beginning."""
        book = self.book
        blocks = [heading(book), Line(), *standing(book)] if book and not self.question else None
        return self.session.drawn(blocks or self._blocks(0, 0))

    def _blocks(self, columns: int, lines: int) -> Iterable[Block]:
        if self.question is not None and self.question.about:
            return self.question.about
        if self.book is None:
            return ()
        return board(self.book, columns, lines, drawn=self.session.in_style())

    def _invitation(self) -> str:
        if self.question is not None:
            steps = bool(self._answers or self.book)
            return " ".join(filter(None, (self.question.hint, p.STEP_BACK if steps else "")))
        book = self.book
        assert book is not None
        places = book.variant.counters()
        total = book.variant.sum_in(len(book.sheet.rows) + 1) or 10
        even = [total // places + (place < total % places) for place in range(places)]
        return say(
            p.INVITATION[stage(book)],
            counts=" ".join(map(str, even[: max(1, places - 1)])),
            bids=" ".join(map(str, EXAMPLE_BIDS[: len(book.players)])),
            example=f"{as_word(book.players[-1])} 10",
            number=str(book.number),
        )

    # How it is done

    def _do_first(self, typed: str) -> None:
        """Do something else, and come back to the question unless it is idle now."""
        before, dialog, question = self.book, self._dialog, self.question
        self._start(typed)
        if self.question is None and (self.book is None or self.book == before):
            self._dialog, self.question = dialog, question

    def _start(self, typed: str) -> None:
        words = words_of(self.book, typed)
        self._line = typed
        if words == ["--help"]:
            self._show([Line(line) for line in p.PLAY_HELP])
        elif words[:1] == ["hand"] and self.book is not None and not wants_help(words):
            self._ask(hand_dialog(self.book, words[1:]))
        elif words[:1] == ["new"] and len(words) < 3 and not wants_help(words):
            self._begin(words[1:])
        elif words:
            self._run(words)

    def _begin(self, words: list[str]) -> None:
        with self.session.store(create=True) as store:
            dialog = new_dialog(store, words)
        self._ask(dialog)

    def _ask(self, dialog: Dialog) -> None:
        self._dialog = dialog
        self._go_on([])

    def _go_on(self, answers: list[str]) -> None:
        """The next question, or the command that is complete with these answers."""
        assert self._dialog is not None
        step = self._dialog(answers)
        if isinstance(step, Question):
            self._answers, self.question = answers, step
        elif step:
            self._run(step)
        else:
            self._forget()
            self.told = p.NOTHING_WRITTEN

    def _forget(self) -> None:
        """Ask nothing any more."""
        self._dialog, self._answers, self.question = None, [], None

    def _run(self, words: list[str]) -> None:
        """Run a command, and tell what came of it."""
        self._forget()
        before = self.book
        known = {"number": before.number, "known": len(before.entries)} if before else {}
        session = replace(self.session, asked=[], **known)
        match = {"match": str(before.number)} if before else {}
        with _captured() as (out, err):
            status = run(words, obj=session, default_map={words[0]: {**match, "edit": match}})
        release_interrupts()
        shown, self.output = self._shown, out.getvalue().decode("utf-8", "replace").rstrip("\n")
        self.output, self._shown = self.output.removeprefix(shown).lstrip("\n"), ""
        if session.asked:
            self._looking, self._shown = True, self.output
            self._ask(yes_dialog(words, session.asked[0]))
            return
        self._sit_down(None if words[0] in ("new", "rematch", "resume") and not status else before)
        told = [line.removeprefix("scorekeeper: ") for line in err.getvalue().splitlines()]
        if status:
            self.told = told[-1].removeprefix("Error: ") if told else ""
            self.typed, self.wrong = self._line, True
            return
        recorded = self._recorded(before)
        self.told = " ".join(told) or recorded
        self._looking = not recorded

    def _show(self, blocks: Iterable[Block]) -> None:
        self.output, self._looking = self.session.drawn(blocks), True

    def _recorded(self, before: Book | None) -> str:
        """What was written down since, in a line; "" for nothing."""
        book = self.book
        if book is None:
            return ""
        if before is None or book.number != before.number:
            return heading(book).text
        new = book.log(since=len(before.entries))
        if not new:
            return ""
        last = new[-1]
        if last.entry.kind == "hand" and book.sheet.rows:
            return brief(book)
        if last.entry.kind in p.MOVED:
            return say(p.MOVED[last.entry.kind], what=last.replaced)
        was = say(p.REPLACED, what=last.replaced) if last.replaced else ""
        return say(p.WRITTEN, words=f"{last.words} {was}".strip())

    # The score book

    def _sit_down(self, match: str | Book | None) -> None:
        """Put a match on the board: this one, or the one on the table, if there is any."""
        if not is_begun(self.session.path):
            return
        self._stamp = _stamp(self.session.path)
        with self.session.store() as store:
            if isinstance(match, Book):
                self.book = store.load(match.number)
            elif match is not None or store.current() is not None:
                self.book = find(store, match)

    def _load(self) -> None:
        """The match on the board, as it is now."""
        self._sit_down(self.book)


def _same(book: Book, game: str, players: Sequence[str]) -> bool:
    """Whether a match is what somebody wants to begin, who began it before."""
    from .. import variants

    named = [name_key(player) for player in players]
    return book.rules["id"] == variants.find(game)["id"] and (
        not named or named == [name_key(player) for player in book.players]
    )


def _stamp(path: str) -> object:
    """Something about a file that is another after every commit."""
    told = os.stat(path)
    return told.st_mtime_ns, told.st_size, told.st_ino


def _sentence(mistake: Exception) -> str:
    return mistake.format_message() if isinstance(mistake, click.ClickException) else str(mistake)


@contextmanager
def _captured() -> Iterator[tuple[BytesIO, StringIO]]:
    """Where a command prints to meanwhile; nothing can be read."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = BytesIO(), StringIO()
    written = TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stdin, sys.stdout, sys.stderr = StringIO(), written, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
        written.detach()  # or it closes what was written with itself
