"""Mistakes that a person can put right: what is wrong, and what to type instead."""

from __future__ import annotations

from collections.abc import Iterable


class Refused(Exception):
    """One line for the person at the table; nothing has been written.

    `wrong` says what is the matter, `instead` what to type; both end up on one line of
    standard error. `exit_code` is the status the program ends with.
    """

    exit_code = 1

    def __init__(self, wrong: str, instead: str = "") -> None:
        super().__init__(wrong, instead)
        self.wrong = wrong
        self.instead = instead

    def __str__(self) -> str:
        return f"{self.wrong}: {self.instead}" if self.instead else self.wrong

    def at(self, place: str) -> Refused:
        """The same mistake, with the place it was found in (`hand 4`, `line 12`) named first."""
        return type(self)(f"{place}: {self.wrong}", self.instead)


class Unsaid(Refused):
    """A hand lacks something that its game needs to know.

    `what` is a field of `Hand`, or the name of an extra.
    """

    def __init__(self, wrong: str, instead: str, what: str) -> None:
        super().__init__(wrong, instead)
        self.what = what

    def at(self, place: str) -> Unsaid:
        """The same, with the place named first."""
        return type(self)(f"{place}: {self.wrong}", self.instead, self.what)


class Conflict(Refused):
    """Somebody else recorded in the meantime; nothing of ours was written."""

    exit_code = 3


class Damaged(Refused):
    """What is kept is not what was written: a disk, or a stranger, has changed it."""


def nearest(typed: str, known: Iterable[str], closeness: float = 0.6) -> str:
    """The known words closest to what was typed, joined by "or"; "" when nothing is close.

    `closeness` is between 0 and 1; names of people are short and want more of it.

    >>> nearest("sargeant-major", ["sergeant-major", "woburn"])
    'sergeant-major'
    """
    from difflib import get_close_matches

    folded = {word.casefold(): word for word in known}
    return " or ".join(folded[w] for w in get_close_matches(typed.casefold(), folded, 3, closeness))
