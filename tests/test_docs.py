"""The manual says what the program does: made pages are current, nothing is left out."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from scorekeeper.cli import COMMANDS, root
from scorekeeper.show import phrases
from scorekeeper.variants import SCHEMA

ROOT = Path(__file__).parent.parent


def made_pages() -> dict[str, str]:
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    pages: dict[Path, str] = module.pages()
    return {file.name: text for file, text in pages.items()}


@pytest.mark.parametrize("name", ["commands.md", "games.md", "rules-files.md", SCHEMA.name])
def test_made_pages_are_current(name: str) -> None:
    kept = (SCHEMA if name == SCHEMA.name else ROOT / "docs" / name).read_text(encoding="utf-8")
    assert made_pages()[name] == kept, "run `python docs/make.py`"


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
