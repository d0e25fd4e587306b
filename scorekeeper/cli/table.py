"""An evening at the table, whatever the terminal: what a line does, what is asked, what is shown.

Every line becomes the words of a command, which runs as if it had been typed to a shell.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import click
from msgspec import Struct
from msgspec.structs import replace

from .. import variants
from ..errors import Refused, Unsaid
from ..ledger.book import Book
from ..ledger.files import is_begun
from ..rules import rulebook
from ..rules.names import as_word, name_key, visible
from ..rules.notation import EXAMPLE_BIDS
from ..show import phrases as p
from ..show.blocks import Block, Facts, Line, wrapped
from ..show.board import board, brief
from ..show.phrases import say
from ..show.recorded import standing
from ..show.score import heading
from . import COMMANDS, run, trouble
from .at_table import AtTable, captured, stamp
from .dialogs import Dialog, Question, hand_dialog, new_dialog, yes_dialog
from .recording import alone
from .session import check_going_on, find, release_interrupts
from .starting import pair
from .typed import HELP, foreseen, meaning, stage, words_of

# What can go wrong without being a mistake of the program's own.
TROUBLE = (Refused, click.ClickException, sqlite3.Error, OSError, UnicodeDecodeError)
LEAVE = ("quit", "exit", "bye")
BACK = ("back", "..")
# The commands that are followed by a game, and those that put another match on the table.
WITH_GAMES = ("new", "sheet", "variants")
MOVING = ("new", "rematch", "resume")
ERROR = "Error: "
# As many lines of usage stand above a mistake.
FEW = 3


class _Asking(Struct, frozen=True):
    """The question that stands, what it belongs to, and what was answered before it."""

    dialog: Dialog
    answers: tuple[str, ...]
    question: Question


class Table:
    """An evening, line by line: `begin` it, then `enter` what is typed until it is `over`.

    `typed` is what is to stand in the line, `told` one line about the last one, `wrong` whether it
    was refused, and `output` what its command printed. `changes` counts what may have changed the
    look of the table.
    """

    def __init__(self, session: AtTable, match: str | None) -> None:
        self.session = session
        self.book: Book | None = None
        self.typed = self.told = self.output = ""
        self.wrong = self.over = False
        self.changes = 0
        self._looking = False
        self._asking: _Asking | None = None
        # The line that led to the question.
        self._line = ""
        # Why the next line is not done, because of what was recorded elsewhere while it was typed.
        self._meanwhile = ""
        # What a command has shown already before it asked.
        self._shown = ""
        self._stamp: object = None
        self._sit_down(match)

    @property
    def question(self) -> Question | None:
        """What the next line is to answer."""
        return self._asking.question if self._asking else None

    # What a line does

    def begin(
        self, game: str, players: Sequence[str], options: Sequence[str], dealer: str | None
    ) -> None:
        """Go on with the match on the board, or begin one with what was typed after `play`.

        Raises `Refused` where no such match can begin.
        """
        book = self.book
        going_on = book is not None and book.status == "open"
        if book and going_on and (not game or _same(book, game, players, options, dealer)):
            return
        if players:
            told = [word for option in options for word in ("-o", option)]
            told += ["--dealer", dealer] if dealer else []
            self._run(["new", *told, "--", game, *players])
            if self.wrong:
                raise Refused(self.told)
        else:
            self._begin([" ".join([game, *options])] if game else [])

    def enter(self, typed: str) -> None:
        """Do what a line says, or take it as the answer to the question."""
        self.changes += 1
        self.typed = self.told = self.output = ""
        self.wrong = self._looking = False
        said = typed.strip()
        if self._is(said, LEAVE) or (said.casefold() == "q" and not self._asking):
            self.over = True
            return
        if said or self._asking:
            self.refresh(typed)
            self.typed = self.told = ""
        else:
            self._meanwhile = ""
        with self._telling(typed):
            if self._is(said, BACK):
                self.back()
            elif self._meanwhile and said not in HELP:
                self.told, self.wrong, self._meanwhile = self._meanwhile, True, ""
                self.typed = self._line if self._asking else typed
                self._asking = None
            elif self._asking is None:
                self._start(said)
            elif self._is(said.split(" ")[0], (*COMMANDS, *HELP)):
                self._do_first(said, self._asking)
            else:
                self._answer(said, self._asking)
        self._keep_asking()

    def back(self) -> None:
        """A step back: to the question before, or to the line that led to the first one."""
        self.changes += 1
        self.told, self.typed, self._meanwhile = "", "", ""
        self.wrong = self._looking = False
        asking = self._asking
        with self._telling(""):
            if asking is not None and asking.answers:
                self._ask(asking.dialog, asking.answers[:-1])
                self.typed = asking.answers[-1]
            elif asking is not None and self.book is not None:
                self._asking = None
                self.typed = self._line

    def refresh(self, typed: str) -> bool:
        """Whether something was recorded elsewhere; it is on the board then.

        What was `typed` so far is not done before somebody has seen that.
        """
        before, told = self.book, self.told
        if self._stamp == stamp(self.session.path):
            return False
        if before is None and self._asking is not None and self._asking.answers:
            return False  # somebody is about to begin a match
        with self._telling(typed):
            self._sit_down(before)
            self._follow()
        book = self.book
        if book == before:
            return self.told != told
        self.changes += 1
        self.typed, self.wrong = typed, False
        known = len(before.entries) if before else 0
        if book is None or before is None or book.uid != before.uid:
            self.told = heading(book).text if book else ""
            self._meanwhile = self.told if typed or (self._asking and before) else ""
            self._asking = None
            return True
        theirs = " · ".join(one.words for one in book.log(since=known))
        self.told = say(p.ELSEWHERE, words=theirs) if theirs else p.CHANGED_ELSEWHERE
        if typed or self._asking:
            self._meanwhile = str(book.conflict(known)) if theirs else p.CHANGED_ELSEWHERE
        return True

    def cleared(self) -> None:
        """The line is empty: what was half typed will not be done any more."""
        self._meanwhile = "" if self._asking is None else self._meanwhile

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
        said = typed.strip()
        if self.told and said == self.typed.strip():
            clear = f" · {p.ESC_CLEARS}" if self.wrong and said and not self._asking else ""
            return f"{visible(self.told)}{clear}", self.wrong
        try:
            if said and self._asking is None:
                return meaning(self.book, typed), False
            if said and self._asking is not None and self.book is not None:
                step = self._asking.dialog((*self._asking.answers, said))
                if isinstance(step, list) and step[:1] == ["hand"]:
                    return foreseen(self.book, step[1:], complete=True), False
        except Unsaid as mistake:
            return str(mistake), False
        except TROUBLE as mistake:
            return visible(trouble(mistake)), True
        return self._invitation(), False

    def words(self, before: str) -> list[str]:
        """What may come next in a line that has these words already."""
        if self.question is not None:
            return list(self.question.words)
        first = before.split(" ")[0].casefold()
        if first in WITH_GAMES:
            return variants.names()
        if first in HELP:
            return list(COMMANDS)
        calls = self.book.variant.calls if self.book else None
        players = map(as_word, self.book.players if self.book else ())
        told = [*players, *(calls.allowed if calls else ())]
        return told if first else [*told, *COMMANDS, "help", "quit"]

    def drawn(self, columns: int, lines: int) -> str:
        """What stands above the line: what was asked to be shown, else the board, fitted."""
        blocks = self.blocks(columns, lines)
        if blocks is not None:
            return self.session.drawn(blocks)
        # Help is laid out for no less than fifty columns.
        told = (
            [line] if "\x1b" in line else wrapped(line, columns, len(line) - len(line.lstrip()))
            for line in self.output.split("\n")
        )
        return "\n".join(line for one in told for line in one)

    def greeting(self) -> str:
        """What a terminal that only scrolls shows in the beginning."""
        book = self.book
        blocks = [heading(book), Line(), *standing(book)] if book and not self.question else None
        return self.session.drawn(blocks or (self.question.about if self.question else ()))

    def blocks(self, columns: int, lines: int) -> Iterable[Block] | None:
        """What `drawn` draws; None where that is the answer of a command."""
        self.session = replace(self.session, columns=columns)
        if self._looking:
            return None
        if self.question is not None and self.question.about:
            return self.question.about
        if self.book is None:
            return ()
        return board(self.book, columns, lines, drawn=self.session.in_style())

    def _invitation(self) -> str:
        if self._asking is not None:
            back = p.STEP_BACK if self._asking.answers or self.book else ""
            return f"{self._asking.question.hint} {back}".rstrip()
        book = self.book
        if book is None:
            return ""
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

    def _is(self, word: str, known: Sequence[str]) -> bool:
        """Whether this is one of the known words, and nobody and nothing here is called so."""
        folded = name_key(word)
        players = self.book.players if self.book else ()
        names = [*players, *(self.question.words if self.question else ())]
        return folded in known and folded not in map(name_key, names)

    @contextmanager
    def _telling(self, typed: str) -> Iterator[None]:
        """Tell what goes wrong inside in a line, and leave what was typed for another try."""
        try:
            yield
        except TROUBLE as mistake:
            self.typed, self.told, self.wrong = typed, trouble(mistake), True

    def _do_first(self, typed: str, asking: _Asking) -> None:
        """Do something else, and come back to the question, or to the line that led to it."""
        before, line = self.book, self._line
        try:
            self._start(typed)
        finally:
            if self.book == before and self._asking in (None, asking):
                self._asking, self._line = asking, line
        if self._asking is None and before is not None:
            self.typed = line

    def _keep_asking(self) -> None:
        """Where there is neither a match nor a question, ask for the game."""
        if self.book is None and self._asking is None and not self.over:
            typed, told, wrong = self.typed, self.told, self.wrong
            self._begin([])
            self.typed, self.told, self.wrong = typed, told, wrong

    def _start(self, typed: str) -> None:
        words = words_of(self.book, typed)
        self._line = typed
        if words == ["--help"]:
            facts = Facts(tuple((word, (meant,)) for word, meant in p.PLAY_HELP.items()))
            self.output, self._looking = self.session.drawn([facts]), True
        elif words[:1] == ["hand"] and self.book is not None and not alone(words):
            check_going_on(self.book)
            self._ask(hand_dialog(self.book, words[1:]))
        elif words[:1] == ["new"] and (game := _only_game(words[1:])) is not None:
            self._begin(game)
        elif words:
            self._asking = None
            self._run(words)

    def _begin(self, words: list[str]) -> None:
        if not is_begun(self.session.path):
            self._ask(new_dialog(None, words))
            return
        with self.session.store() as store:
            dialog = new_dialog(store, words)
        self._ask(dialog)

    def _answer(self, said: str, asking: _Asking) -> None:
        if asking.question.about and not (said or asking.question.offered):
            return
        before = self.book
        self._ask(asking.dialog, (*asking.answers, said or asking.question.offered))
        if self.wrong and self.book == before:  # it was the last answer that was no good
            self._asking, self.typed = asking, said

    def _ask(self, dialog: Dialog, answers: tuple[str, ...] = ()) -> None:
        """Ask the next question, or run the command that is complete with these answers."""
        step = dialog(answers)
        if isinstance(step, Question):
            self._asking = _Asking(dialog, answers, step)
            return
        self._asking = None
        if step:
            self._run(step)
        else:
            self.told = p.NOTHING_WRITTEN

    def _run(self, words: list[str]) -> None:
        """Run a command, and tell what came of it."""
        before = self.book
        known = {"uid": before.uid, "known": before.entries} if before else {}
        session = replace(self.session, asked=[], after=[], **known)
        match = {"match": before.uid} if before else {}
        with captured() as (out, err):
            status = run(words, obj=session, default_map={words[0]: {**match, "edit": match}})
        release_interrupts()
        shown, self.output = self._shown, out.getvalue().decode("utf-8", "replace").rstrip("\n")
        self.output, self._shown = self.output.removeprefix(shown).lstrip("\n"), ""
        if session.asked:
            self._looking, self._shown = True, self.output
            self._ask(yes_dialog(words, session.asked[0]))
            return
        if session.after and session.after[-1].uid == session.uid:
            # What else there may be is seen when it is looked for next.
            self.book, self._stamp = session.after[-1], None
        else:
            self._sit_down(None if words[0] in MOVING and not status else before)
        told = [line.removeprefix("scorekeeper: ") for line in err.getvalue().splitlines()]
        if status and len(told) > FEW and not told[-1].startswith(ERROR):
            self.output, self._looking = "\n".join(told), True  # the help of a group of commands
        elif status:
            self.told = told[-1].removeprefix(ERROR) if told else ""
            self.typed, self.wrong = self._line, True
        else:
            recorded = self._recorded(before)
            self.told = " · ".join(told) or recorded or ("" if self.output else p.DONE)
            self._looking = bool(self.output) and not recorded

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
        if last.entry.kind == "abandon":
            return say(p.GIVEN_UP, number=book.number)
        was = say(p.REPLACED, what=last.replaced) if last.replaced else ""
        return say(p.WRITTEN, words=f"{last.words} {was}".strip())

    # The score book

    def _sit_down(self, match: str | Book | None) -> None:
        """Put a match on the board: this one, or the one on the table, if there is any."""
        self._stamp = stamp(self.session.path)
        if not is_begun(self.session.path):
            self.book = None
            return
        with self.session.store() as store:
            if isinstance(match, Book):
                number = store.number_of(match.uid)
                match = None if number is None else str(number)
            if match is None and store.current() is None:
                self.book = None
            else:
                self.book = find(store, match)

    def _follow(self) -> None:
        """Where the match on the board is over, and others have gone on to another, go along."""
        if self.book is not None and self.book.status == "finished" and not self.question:
            self._sit_down(None)


def _same(
    book: Book, game: str, players: Sequence[str], options: Sequence[str], dealer: str | None
) -> bool:
    """Whether a match is what somebody wants to begin, who began it before."""
    rules = variants.find(game)
    named = [name_key(player) for player in players]
    chosen = rulebook.read_options(rules, map(pair, options))
    return (
        book.rules["id"] == rules["id"]
        and (not named or named == [name_key(player) for player in book.players])
        and chosen == book.record.options
        and (not dealer or name_key(dealer) == name_key(book.players[book.record.dealer]))
    )


def _only_game(words: list[str]) -> list[str] | None:
    """What follows `new` as the first answer to its questions; None if it tells more."""
    plain = [word for word in words if "=" not in word and word not in ("-o", "--option")]
    if any(word.startswith("-") for word in plain) or (plain and variants.named(plain)[1]):
        return None
    return [" ".join(map(as_word, words))] if words else []
