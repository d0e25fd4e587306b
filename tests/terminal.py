"""A terminal with somebody at it: a real pseudo-terminal, and what is on its screen. Unix."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pexpect
import pyte

PATIENCE = 20.0
KEYS = {"enter": "\r", "escape": "\x1b", "page down": "\x1b[6~", "page up": "\x1b[5~", "tab": "\t"}


class Terminal:
    """A window in which `scorekeeper` runs with these arguments."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, environment: dict[str, str]
    ) -> None:
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.Stream(self._screen)
        self.printed = ""
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "scorekeeper", *arguments],
            dimensions=(lines, columns),
            env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **environment},
            encoding="utf-8",
            timeout=PATIENCE,
            cwd=Path(__file__).parent.parent,
        )

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        """What is on the screen, as one line."""
        return " ".join(" ".join(self.lines).split())

    def sees(self, *texts: str) -> None:
        """Wait until all of these are on the screen, wherever they are wrapped."""
        while not all(text in self.text for text in texts):
            try:
                told = self._child.read_nonblocking(65536, timeout=PATIENCE)
            except (pexpect.TIMEOUT, pexpect.EOF):
                shown = "\n".join(self.lines)
                raise AssertionError(f"{texts} are not on the screen:\n{shown}") from None
            self.printed += told
            self._stream.feed(told)

    def presses(self, key: str) -> None:
        """Press a key that is no letter."""
        self._child.send(KEYS[key])

    def types(self, text: str) -> None:
        """Type a line without Enter, in place of what stands there; wait until it is there."""
        self._child.sendcontrol("e")
        self._child.sendcontrol("u")
        self._child.send(text)
        self.sees(f"> {text}" if text else ">")

    def enters(self, text: str) -> None:
        """Type a line, and Enter."""
        self._child.sendcontrol("e")
        self._child.sendcontrol("u")
        self._child.send(f"{text}\r")

    def resizes(self, columns: int, lines: int) -> None:
        """Make the window another size."""
        self._screen.resize(lines, columns)
        self._child.setwinsize(lines, columns)

    def is_killed(self) -> None:
        """Kill the program without a word, as a battery does."""
        self._child.kill(signal.SIGKILL)
        self._child.wait()

    def is_closed(self) -> None:
        """Close the window."""
        self._child.close(force=True)

    def ends(self) -> int:
        """Wait for the program to end; its exit status."""
        self._child.expect(pexpect.EOF)
        self.printed += self._child.before or ""
        self._child.close()
        status: int | None = self._child.exitstatus
        assert status is not None
        return status
