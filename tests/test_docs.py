"""The manual says what the program does: made pages are current, nothing is left out."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from docs.make import pages
from scorekeeper.cli import COMMANDS, root
from scorekeeper.show import phrases
from scorekeeper.variants import SCHEMA

ROOT = Path(__file__).parent.parent


@cache
def made() -> dict[str, tuple[Path, str]]:
    return {file.name: (file, text) for file, text in pages().items()}


@pytest.mark.parametrize(
    "name", ["commands.md", "games.md", "rules-files.md", "scorekeeper.1", SCHEMA.name]
)
def test_made_pages_are_current(name: str) -> None:
    file, text = made()[name]
    assert text == file.read_text(encoding="utf-8"), "run `python -m docs.make`"


@pytest.mark.parametrize("file", sorted((ROOT / "docs" / "screens").iterdir()), ids=str)
def test_pictures_show_what_screens_show_today(file: Path) -> None:
    """Their words; how they are drawn is left to whatever version draws them."""
    told = made()[file.name][1]
    words = [re.findall(r"<text[^>]*>([^<]*)", one) for one in (told, file.read_text("utf-8"))]
    assert words[0] == words[1], "run `python -m docs.make`"
    assert "http" not in told.replace("http://www.w3.org/2000/svg", "")


def test_every_command_shows_an_example_of_itself() -> None:
    import click

    for name in COMMANDS:
        command = root.get_command(click.Context(root, **root.context_settings), name)
        assert command is not None
        assert f"scorekeeper {name}" in (command.help or ""), name


def test_every_page_of_the_manual_is_linked_and_every_link_leads_somewhere() -> None:
    linked = set()
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            file = (page.parent / target).resolve()
            assert file.exists(), f"{page.name} links to {target}"
            linked.add(file)
    for page in (ROOT / "docs").glob("*.md"):
        assert page in linked, f"no page links to {page.name}"


def test_every_phrase_is_used() -> None:
    source = "".join(
        file.read_text(encoding="utf-8") for file in (ROOT / "scorekeeper").rglob("*.py")
    )
    for name in vars(phrases):
        if name.isupper():
            uses = len(re.findall(rf"\b{name}\b", source))
            assert uses >= 2, f"{name} is never said"
