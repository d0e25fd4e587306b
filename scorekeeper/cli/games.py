"""The games and their rules."""

from __future__ import annotations

from pathlib import Path

import click
from msgspec.structs import asdict

from .. import variants
from ..errors import Refused
from ..rules import rulebook
from ..rules.model import Variant
from ..show import lists
from ..show.blocks import Line
from .session import Session, json_option, pass_session, say, say_json


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def variants_(ctx: click.Context, as_json: bool) -> None:
    """The games that scorekeeper knows, and house rules.

    \b
    Examples:
      scorekeeper variants
      scorekeeper variants show woburn
      scorekeeper variants new feathers --from sergeant-major
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_, as_json=as_json)


@variants_.command("list")
@json_option
@pass_session
def list_(session: Session, as_json: bool) -> None:
    """All games, a line each.

    \b
    Example:
      scorekeeper variants list
    """
    known = [rulebook.variant(variants.rules(one)) for one in variants.ids()]
    house = [(file, _readable(file)) for file in variants.house_files()]
    if as_json:
        say_json(
            [
                {
                    "id": one.id,
                    "name": one.name,
                    "summary": one.summary,
                    "aliases": list(one.aliases),
                    **({} if file is None else {"file": str(file)}),
                }
                for file, one in [*((None, one) for one in known), *house]
                if one is not None
            ]
        )
    else:
        session.show(lists.games(known, house))


def _readable(file: Path) -> Variant | None:
    try:
        return rulebook.variant(variants.read(file))
    except Refused:
        return None


@variants_.command("show")
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="The rules for so many players.")
@json_option
@pass_session
def show_(session: Session, game: str, players: int | None, as_json: bool) -> None:
    """The rule card of a game: roles, scoring, options, sources and worked examples.

    \b
    Examples:
      scorekeeper variants show sergeant-major
      scorekeeper variants show oh-hell --players 6
    """
    rules = variants.find(game)
    if as_json:
        say_json(rules)
    else:
        if players is not None:
            rulebook.check_seats(rules, players)
        one = rulebook.variant(rules, {}, players)
        session.show(lists.rule_card(one, rulebook.seats(rules)))


@variants_.command("new")
@click.argument("name")
@click.option("--from", "parent", metavar="GAME", default="3-5-8", help="The game to begin with.")
@pass_session
def new_(session: Session, name: str, parent: str) -> None:
    """Write a commented file of house rules to begin with.

    NAME is a word, and the file goes where `new` finds it by that word; or it is a file, as in
    ours.toml.

    \b
    Examples:
      scorekeeper variants new feathers --from sergeant-major
      scorekeeper variants new ours.toml --from oh-hell
    """
    from ..rules.names import clean_name
    from ..rules.starter import starting_file

    by_path = name.endswith(variants.ENDING)
    file = Path(name) if by_path else variants.folder() / f"{name}{variants.ENDING}"
    word = clean_name(file.stem)
    id_ = "-".join(word.casefold().split())
    astray = not by_path and Path(name).name != name
    plain = id_.isascii() and id_.replace("-", "").isalnum() and len(id_) <= 40
    if astray or not plain or variants.is_taken(word):
        raise Refused(f"{word!r} can't be the name of house rules", "choose another word")
    text = starting_file(
        id_,
        word.title() if word.islower() else word,
        variants.find(parent),
        file=str(file) if by_path else word,
        schema=variants.SCHEMA.as_uri(),
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        with file.open("x", encoding="utf-8") as begun:
            begun.write(text)
    except FileExistsError:
        raise Refused(f"{file} is there already", "name another file") from None
    session.show([Line(str(file))])


@variants_.command("check")
@click.argument("file", metavar="GAME")
@json_option
@pass_session
def check_(session: Session, file: str, as_json: bool) -> None:
    """Whether a rules file can be played by, and whether its worked examples come out.

    Everything that is wrong is told with its line, its key and what was expected there.

    \b
    Examples:
      scorekeeper variants check ours.toml
      scorekeeper variants check feathers
    """
    from ..rules.examples import misses
    from ..rules.validity import Unreadable

    try:
        rules = variants.find(file)
    except Unreadable as mistake:
        if as_json:
            say_json([asdict(one) for one in mistake.faults])
        else:
            session.show([Line(str(one), "bad", hang=2) for one in mistake.faults])
        raise Refused(
            f"{file} can't be played by", "put right what is named above, and check again"
        ) from None
    variant = rulebook.variant(rules)
    found = [(example, misses(rules, example)) for example in variant.examples]
    if as_json:
        say_json(
            [
                {"rule": example.rule, "misses": [asdict(miss) for miss in missed]}
                for example, missed in found
            ]
        )
    else:
        session.show(lists.checked(file, variant, rulebook.seats(rules), found))
    wrong = sum(bool(missed) for _, missed in found)
    if wrong:
        raise Refused(
            f"{wrong} of {len(found)} worked examples do not come out",
            "put the rules right, or the example",
        )


@variants_.command("diff")
@click.argument("game")
@click.argument("other")
@pass_session
def diff_(session: Session, game: str, other: str) -> None:
    """What differs between two games, in words.

    \b
    Example:
      scorekeeper variants diff 3-5-8 ours.toml
    """
    both = [variants.find(one) for one in (game, other)]
    session.show(lists.differences(*((rulebook.variant(r), rulebook.seats(r)) for r in both)))


@variants_.command("schema")
def schema_() -> None:
    """The JSON Schema of rules files, for editors that help with it.

    \b
    Example:
      scorekeeper variants schema
    """
    say(variants.SCHEMA.read_text(encoding="utf-8").rstrip(), utf8=True)
