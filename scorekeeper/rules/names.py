"""Names and other texts that people type: the form they are kept in, and shown in safety."""

from __future__ import annotations

import unicodedata

from ..errors import Refused

LONGEST_NAME = 40
JOINERS = "\u200c\u200d"
# Letters and symbols that show nothing: two Hangul fillers, their kin, the empty Braille cell.
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"
VARIANTS = "\ufe0e\ufe0f"


def clean_name(typed: str) -> str:
    """A player's name in the form it is kept: NFC, single spaces. Raises `Refused`."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if not name:
        raise Refused("a name is empty", "type at least one letter")
    if not is_plain(typed):
        raise Refused(f"the name {shown(typed)} holds control characters", "type it by hand")
    if not any(unicodedata.category(c)[0] in "LNPS" and c not in BLANKS for c in name):
        raise Refused(f"nothing can be seen of the name {shown(typed)}", "type at least one letter")
    if len(name) > LONGEST_NAME:
        raise Refused(
            f"the name {name[:12]}… is longer than {LONGEST_NAME} characters", "shorten it"
        )
    return name


def name_key(name: str) -> str:
    """What makes two names the same: NFC, without case, extra spaces and what can't be seen."""
    seen = "".join(c for c in name if c not in JOINERS + VARIANTS)
    folded = unicodedata.normalize("NFC", " ".join(seen.split())).casefold()
    return unicodedata.normalize("NFC", folded)


def is_plain(text: str) -> bool:
    """Whether a text holds nothing that a terminal could obey: controls, overrides, surrogates."""
    return all(
        character in JOINERS
        or unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
        for character in text
    )


def visible(text: str) -> str:
    r"""A text with everything that a terminal could obey written out: `\x1b`."""
    if text.isprintable() or is_plain(text):
        return text
    return "".join(c if is_plain(c) else repr(c)[1:-1] for c in text)


def shown(typed: str) -> str:
    """Typed text made safe and short enough to be quoted in a message."""
    safe = visible(typed)
    return f"'{safe if len(safe) <= LONGEST_NAME else safe[:LONGEST_NAME] + '…'}'"


def as_word(name: str) -> str:
    """A text as one word of a command line."""
    if name and all(c.isalnum() or c in "-+.,:_" for c in name):
        return name
    if not set(name) & set('"$`\\!'):
        return f'"{name}"'
    from shlex import quote

    return quote(name)
