"""Matches as Markdown and HTML: the table of the screen, and nothing that anybody typed obeyed."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.show import pages
from scorekeeper.show.blocks import Facts, Grid, Line, cell

from .conftest import Runner

HOSTILE = "<script>alert(1)</script>"
EVENING: dict[str, Any] = {
    "format": "scorekeeper/1",
    "variant": "3-5-8",
    "players": ["Ann", "Bob", "Cy"],
    "stake": "0.10",
    "currency": "EUR",
    "started": "2024-11-27T19:30:00",
    "note": "the Feathers",
    "hands": [
        {"tricks": {"Ann": 10, "Bob": 2, "Cy": 4}, "call": "hearts", "note": "quick"},
        {"passed": True, "note": "all asleep"},
        {"tricks": {"Ann": 12, "Bob": 3, "Cy": 1}},
    ],
}


class Page(HTMLParser):
    """The tags, attributes and texts of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.cells: list[str] = []
        self.texts: list[str] = []
        self.inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag in ("td", "th"):
            self.cells.append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag not in ("td", "th")

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if self.inside:
            self.cells[-1] += data


def bring(sk: Runner, **other: Any) -> None:
    assert sk("import", "-", stdin=json.dumps({**EVENING, **other})).err == ""


def hostile(sk: Runner) -> None:
    """A match in which everything that can be typed freely is markup."""
    bring(
        sk,
        players=[HOSTILE, "a|b*c_d`e", '[x](y) & "z"\''],
        note=f"{HOSTILE} <b>",
        hands=[
            {
                "tricks": {HOSTILE: 10, "a|b*c_d`e": 2, '[x](y) & "z"\'': 4},
                "note": "</style><img src=x onerror=alert(1)>\x1b[31m",
            }
        ],
    )


# Markdown


def test_a_match_as_markdown(sk: Runner) -> None:
    bring(sk)
    ran = sk("export", "--format", "markdown")
    assert (ran.err, ran.status) == ("", 0)
    assert ran.out == (
        "## \\#1 Sergeant Major · 27 Nov 2024 · the Feathers\n"
        "\n"
        "| \\# | call | Ann | Bob | Cy |\n"
        "| ---: | --- | --- | --- | --- |\n"
        "| 1 | hearts | D 10/8 +2 +2 | 2/5 −3 −3 | 4/3 +1 +1 |\n"
        "| – a deal passed out |  |  |  |  |\n"
        "| 2 |  | 12/5 +7 +9 | 3/3 0 −3 | D 1/8 −7 −6 |\n"
        "| **Σ** |  | **+9** | **−3** | **−6** |\n"
        "\n"
        "D deals and calls\n"
        "\n"
        "**Ann wins in hand 2: 12 or more tricks in one hand.**\n"
        "\n"
        "Paid hand by hand; altogether:\n"
        "- Bob pays Ann 0.30 EUR\n"
        "- Cy pays Ann 0.60 EUR\n"
        "\n"
        "Notes:\n"
        "- Hand 1: quick\n"
        "- Passed out before hand 2: all asleep\n"
    )


def test_an_open_match_says_what_comes_next_but_not_what_to_type(sk: Runner) -> None:
    bring(sk, hands=EVENING["hands"][:1])
    for kind in ("markdown", "html"):
        page = sk("export", "-f", kind).out
        assert "Hand 2: Bob deals, Cy leads." in page
        assert "`" not in page


def test_markdown_obeys_nothing_that_was_typed(sk: Runner) -> None:
    hostile(sk)
    text = sk("export", "-f", "markdown").out
    assert not re.search(r"<|[^\\][*`\[\]](?!\*)(?<!\*\*)", text.replace("**", ""))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "a\\|b\\*c\\_d\\`e" in text
    assert "\x1b" not in text
    header, rule, *rows = (line for line in text.splitlines() if line.startswith("|"))
    columns = rule.count("|")
    assert [len(re.findall(r"(?<!\\)\|", line)) for line in (header, *rows)] == [columns] * 3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- x", r"\- x"),
        ("+ x", r"\+ x"),
        ("1. x", r"1\. x"),
        ("12) x", r"12\) x"),
        ("=====", r"\====="),
        ("# x", r"\# x"),
        ("> x", "&gt; x"),
        ("a  b", "a b"),
        ("1 x", "1 x"),
        ("&amp;", "&amp;amp;"),
        ("$x$", r"\$x\$"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_a_line_begins_no_list_and_no_heading(text: str, expected: str) -> None:
    assert pages.markdown([[Line(text)]]) == f"{expected}\n"


def test_labelled_sentences_as_markdown_and_html() -> None:
    block = Facts((("Lead", ("Ann leads.", "Always.")),))
    assert pages.markdown([[block]]) == "- **Lead** Ann leads. Always.\n"
    assert "<dl><dt>Lead</dt><dd>Ann leads.</dd><dd>Always.</dd></dl>" in pages.html("", [[block]])


# HTML


def test_a_match_as_a_page(sk: Runner, tmp_path: Path) -> None:
    bring(sk)
    sk("export", "1", "--format", "html", "-o", str(tmp_path / "page.html"))
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>\n")
    assert '<meta charset="utf-8">' in text
    assert page.cells[:5] == ["#", "call", "Ann", "Bob", "Cy"]
    assert [" ".join(one.split()) for one in page.cells[5:]][:10] == [
        *("1", "hearts", "D 10/8 +2 +2", "2/5 −3 −3", "4/3 +1 +1"),
        *("– a deal passed out", "2", "", "12/5 +7 +9", "3/3 0 −3"),
    ]
    assert '<td colspan="5"><span class="quiet">–  a deal passed out</span></td>' in text
    assert '<span class="good">+2</span>' in text
    assert '<span class="bad">−7</span>' in text
    assert '<p class="strong">Ann wins in hand 2: 12 or more tricks in one hand.</p>' in text
    assert '<p class="item">Cy pays Ann 0.60 EUR</p>' in text
    assert '<p class="item">Hand 1: quick</p>' in text


def test_a_page_runs_and_fetches_nothing(sk: Runner) -> None:
    bring(sk)
    text = sk("export", "-f", "html").out
    page = Page(text)
    assert not {"script", "link", "img", "iframe", "object", "base"} & set(page.tags)
    assert not {"src", "href", "onload", "style"} & {name for name, _ in page.attributes}
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src 'none'" in text


def test_a_page_obeys_nothing_that_was_typed(sk: Runner) -> None:
    bring(sk)
    tags = set(Page(sk("export", "-f", "html").out).tags)
    hostile(sk)
    text = sk("export", "2", "-f", "html").out
    page = Page(text)
    assert set(page.tags) <= tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert HOSTILE in page.cells
    assert "</style><img src=x onerror=alert(1)>\\x1b[31m" in "".join(page.texts)
    assert text.count("</style>") == 1


def test_every_match_has_a_sheet_of_paper_to_itself(sk: Runner) -> None:
    bring(sk)
    bring(sk)
    text = sk("export", "-f", "html").out
    assert text.count("<section>") == 2
    assert "section + section { break-before: page; }" in text
    assert "size: landscape" in text
    assert sk("export", "2", "-f", "html").out.count("<section>") == 1


def test_a_book_without_matches_is_an_empty_page(sk: Runner) -> None:
    assert sk("import", "-", stdin="").status == 0
    assert "<section>" not in sk("export", "-f", "html").out
    assert sk("export", "-f", "markdown").out == ""


def test_eighteen_hands_of_six_players_make_one_table() -> None:
    names = ("Ann", "Bob", "Cy", "Dee", "Evelyn", "Flo")
    hand = tuple((("D ", "label"), (" 9/8 ", ""), ("+1", "good")) for _ in names)
    rows = (*((cell(number), *hand) for number in range(1, 19)), (cell("Σ"), *hand))
    page = Page(pages.html("Six", [[Grid(("#", *names), rows, "><<<<<<", totals=True)]]))
    assert page.tags.count("tr") == 1 + 18 + 1
    assert page.tags.count("td") == 19 * 7
    assert (page.tags.count("thead"), page.tags.count("tfoot")) == (1, 1)
    assert page.cells[8] == "D  9/8 +1"


def test_a_title_is_escaped_too() -> None:
    assert "<title>&lt;b&gt; &amp;</title>" in pages.html("<b> &", [])
