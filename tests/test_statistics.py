"""Statistics and standings: an evening counted by hand, and 2,000 matches counted another way.

The other way knows nothing of the program: it reads exported documents as JSON and goes through
them match by match, hand by hand, with the rules of exchanging and counting written down anew.
"""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce, PlackettLuceRating

from .conftest import Runner, scorekeeper

Document = dict[str, Any]


def told(*arguments: str) -> Any:
    """The JSON that a command prints."""
    ran = scorekeeper(*arguments, "--json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


# An evening


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six matches of four people, one open and one given up; what they come to is worked out here.

    1. Ann +2, Bob −3, Cy +1; so Cy gives Bob 1 card and Ann gives Bob 2. Then Ann +9 as middle,
       Bob −5, Cy −4: Ann has twelve tricks.
    2. Cy deals: Ann +3, Bob +3, Cy −6: Ann and Bob share the win.
    3. Ann makes it, +1. Bob is euchred: Ann +2, Dan +2. Ann wins.
    4. Misère, limits 3, 5, 8: Cy +2, Bob −1, Dan −1. Given up.
    5. Nothing yet.
    6. Bob −4, Cy +7, Dan −3: Cy has twelve tricks.
    """
    database = tmp_path_factory.mktemp("evening") / "book.db"
    for line in (
        "new 3-5-8 Ann Bob Cy --at 2026-11-01",
        "hand 10 2 4 --call hearts",
        "hand 12 3 1",
        "new 9-5-2 Ann Bob Cy --dealer Cy -o goal=3 -o tie=shared --at 2026-11-02",
        "hand 8 5 3",
        "new cutthroat-euchre Ann Bob Dan -o goal=3 --at 2026-11-03",
        "hand 3 1 1 --maker Ann --call clubs",
        "hand 1 1 3 --maker Bob",
        "new 3-5-8-calls Cy Bob Dan --at 2026-11-04",
        "hand 1 6 9 --call misere",
        "abandon",
        "new 3-5-8 Ann Dan Cy --at 2026-11-05",
        "new 3-5-8 Bob Cy Dan --at 2026-11-06",
        "hand 4 12 0",
    ):
        ran = scorekeeper("--db", str(database), *line.split())
        assert ran.status == 0, ran.err
    return database


@pytest.fixture
def evening(played: Path, tmp_path: Path) -> None:
    """Those matches in the score book of the test."""
    shutil.copy(played, tmp_path / "book.db")


@pytest.mark.usefixtures("evening")
def test_all_about_one_player(sk: Runner) -> None:
    found = told("stats", "an")
    assert found["player"] == "Ann"
    assert found["matches"] == {"all": 4, "finished": 3, "open": 1, "abandoned": 0}
    assert (found["won"], found["shared"], found["rate"]) == (3, 1, 1)
    assert (found["hands"], found["points"], found["average"]) == (5, 17, 3.4)
    assert found["streak"] == {"current": 3, "longest": 3}
    assert (found["given"], found["received"]) == (2, 0)
    assert [one["variant"] for one in found["games"]] == ["3-5-8", "9-5-2", "cutthroat-euchre"]
    roles = [
        (one["variant"], one["role"], one["targets"], one["hands"], one["points"], one["given"])
        for one in found["roles"]
    ]
    assert roles == [
        ("3-5-8", "dealer", [8, 8], 1, 2, 0),
        ("3-5-8", "middle", [3, 3], 1, 9, 2),
        ("9-5-2", "eldest", [5, 5], 1, 3, 0),
        ("cutthroat-euchre", "maker", None, 1, 1, 0),
        ("cutthroat-euchre", "defender", None, 1, 2, 0),
    ]
    calls = [(one["variant"], one["call"], one["hands"], one["average"]) for one in found["calls"]]
    assert calls == [("3-5-8", "hearts", 1, 2), ("cutthroat-euchre", "clubs", 1, 1)]
    assert [tuple(one.values()) for one in found["against"]] == [
        ("Bob", 3, 2, 0, 1, 22),
        ("Cy", 3, 2, 0, 0, 23),
        ("Dan", 2, 1, 0, 0, 1),
    ]
    best, worst = found["best_hand"], found["worst_hand"]
    assert (best["points"], best["match"], best["hand"], best["tricks"]) == (9, 1, 2, 12)
    assert (best["role"], best["target"], best["limit"]) == ("middle", 3, None)
    assert (worst["points"], worst["match"], worst["role"]) == (1, 3, "maker")


@pytest.mark.usefixtures("evening")
def test_streaks_end_with_a_match_that_another_wins(sk: Runner) -> None:
    assert told("stats", "bob")["streak"] == {"current": 0, "longest": 1}
    assert told("stats", "cy")["streak"] == {"current": 1, "longest": 1}
    assert told("stats", "dan")["streak"] == {"current": 0, "longest": 0}


@pytest.mark.usefixtures("evening")
def test_the_screen_of_a_player(sk: Runner) -> None:
    assert sk("stats", "Cy").out.splitlines() == [
        "Cy",
        "",
        "Matches     5 (3 finished, 1 open, 1 abandoned)",
        "Wins        1 of 3 finished, 33%",
        "Streak      1 in a row now, 1 at the longest",
        "Points      0 in 5 hands, 0.00 a hand",
        "Best hand   +7 as eldest, 5 → 12 tricks: #6 hand 1, 6 Nov 2026",
        "Worst hand  −6 as dealer, 9 → 3 tricks: #2 hand 1, 2 Nov 2026",
        "Exchange    1 card given, 0 received",
        "",
        "By game",
        "game         matches  finished  won  shared  hands  points  average",
        "-----------  -------  --------  ---  ------  -----  ------  -------",
        "3-5-8              3         2    1       0      3      +4    +1.33",
        "3-5-8-calls        1         0    0       0      1      +2    +2.00",
        "9-5-2              1         1    0       0      1      −6    −6.00",
        "",
        "By role",
        "game         role       hands  points  average  given  received",
        "-----------  ---------  -----  ------  -------  -----  --------",
        "3-5-8        eldest, 5      2      +3    +1.50      1         0",
        "             middle, 3      1      +1    +1.00      0         0",
        "3-5-8-calls  dealer, 8      1      +2    +2.00      0         0",
        "9-5-2        dealer, 9      1      −6    −6.00      0         0",
        "",
        "As caller",
        "game         call    hands  points  average",
        "-----------  ------  -----  ------  -------",
        "3-5-8-calls  misère      1      +2    +2.00",
        "",
        "Against",
        "player  matches  won  lost  shared  points",
        "------  -------  ---  ----  ------  ------",
        "Bob           4    1     1       0     +10",
        "Ann           3    0     2       0     −23",
        "Dan           3    1     0       0     +13",
    ]


@pytest.mark.usefixtures("evening")
def test_the_records_of_the_table(sk: Runner) -> None:
    assert sk("stats").out.splitlines() == [
        "Records",
        "",
        "Matches         6 (4 finished, 1 open, 1 abandoned)",
        "                7 hands by 4 players",
        "Best hand       Ann +9 as middle, 3 → 12 tricks: #1 hand 2, 1 Nov 2026",
        "Worst hand      Cy −6 as dealer, 9 → 3 tricks: #2 hand 1, 2 Nov 2026",
        "Most points     Ann +11: #1, 3-5-8, 1 Nov 2026",
        "Fewest points   Bob −8: #1, 3-5-8, 1 Nov 2026",
        "Clearest win    Ann +14: #1, 3-5-8, 1 Nov 2026",
        "Closest win     Ann +1: #3, cutthroat-euchre, 3 Nov 2026",
        "Longest streak  Ann, 3 wins in a row",
        "Most wins       Ann, 3",
        "Most matches    Bob and Cy, 5",
    ]


def test_a_record_in_misere_and_one_reached_twice(sk: Runner) -> None:
    for at in ("2026-11-02", "2026-11-01"):
        sk("new", "3-5-8-calls", "Ann", "Bob", "Cy", "--at", at)
        sk("hand", "0", "5", "11", "--call", "misere")
    best = "Ann +3 as dealer, at most 3 → 0 tricks: #2 hand 1, 1 Nov 2026; the first of 2"
    assert f"Best hand     {best}" in sk("stats").out
    assert "Most points" not in sk("stats").out


@pytest.mark.usefixtures("evening")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", [(1, "Ann", 3), (2, "Bob", 1), (2, "Cy", 1), (4, "Dan", 0)]),
        ("--limit 2", [(1, "Ann", 3), (2, "Bob", 1), (2, "Cy", 1)]),
        ("--min-matches 3", [(1, "Ann", 3), (2, "Bob", 1), (2, "Cy", 1)]),
        ("--by rate", [(1, "Ann", 3), (2, "Cy", 1), (3, "Bob", 1), (4, "Dan", 0)]),
        ("--by points", [(1, "Ann", 3), (2, "Dan", 0), (3, "Cy", 1), (4, "Bob", 1)]),
        ("--by average", [(1, "Ann", 3), (2, "Dan", 0), (3, "Cy", 1), (4, "Bob", 1)]),
        ("--variant 9-5-2", [(1, "Ann", 1), (1, "Bob", 1), (3, "Cy", 0)]),
        ("--since 2026-11-03", [(1, "Ann", 1), (1, "Cy", 1), (3, "Bob", 0), (3, "Dan", 0)]),
        ("--until 2026-11-01", [(1, "Ann", 1), (2, "Bob", 0), (2, "Cy", 0)]),
        ("--variant woburn", []),
    ],
)
def test_standings(sk: Runner, options: str, expected: list[tuple[int, str, int]]) -> None:
    found = told("standings", *options.split())
    assert [(one["place"], one["player"], one["won"]) for one in found] == expected


@pytest.mark.usefixtures("evening")
def test_the_screen_of_the_standings(sk: Runner) -> None:
    assert sk("standings", "--by", "average", "--since", "2026-11-02").out.splitlines() == [
        "Standings by points a hand · since 2 Nov 2026",
        "",
        "place  player  matches  won  shared  rate  points  average",
        "-----  ------  -------  ---  ------  ----  ------  -------",
        "    1  Ann           2    2       1  100%      +6    +2.00",
        "    2  Cy            2    1       0   50%      +1    +0.50",
        "    3  Bob           3    1       1   33%      −1    −0.25",
        "    4  Dan           2    0       0    0%      −1    −0.33",
        "Finished matches count; a shared win is a win for each.",
    ]


@pytest.mark.usefixtures("evening")
def test_the_rating_is_that_of_how_matches_came_out_in_the_order_of_time(sk: Runner) -> None:
    model = PlackettLuce()
    people = {name: model.rating() for name in ("Ann", "Bob", "Cy", "Dan")}
    for ranks in (
        {"Ann": 1.0, "Bob": 3.0, "Cy": 2.0},
        {"Ann": 1.0, "Bob": 1.0, "Cy": 3.0},
        {"Ann": 1.0, "Bob": 3.0, "Dan": 2.0},
        {"Bob": 3.0, "Cy": 1.0, "Dan": 2.0},
    ):
        rated = model.rate([[people[name]] for name in ranks], list(ranks.values()))
        people |= {name: team[0] for name, team in zip(ranks, rated, strict=True)}
    found = told("standings", "--by", "rating")
    assert [one["player"] for one in found] == ["Ann", "Cy", "Dan", "Bob"]
    for one in found:
        assert one["rating"]["mu"] == pytest.approx(people[one["player"]].mu)
        assert one["rating"]["sigma"] == pytest.approx(people[one["player"]].sigma)
        assert one["rating"]["ordinal"] == pytest.approx(people[one["player"]].ordinal())
    shown = sk("standings", "--by", "rating").out.splitlines()[4]
    assert shown.split()[:3] == ["1", "Ann", f"{found[0]['rating']['ordinal']:.1f}"]


def test_players_who_are_level_in_rating_share_a_place(sk: Runner) -> None:
    sk("new", "3-5-8-calls", "Ann", "Bob", "Cy", "-o", "hands=3")
    for line in ("8 5 3", "3 8 5", "5 3 8"):
        sk("hand", *line.split(), "--call", "spades")
    assert [one["place"] for one in told("standings", "--by", "rating")] == [1, 1, 1]
    assert [one["place"] for one in told("standings")] == [1, 1, 1]


@pytest.mark.usefixtures("evening")
def test_who_is_archived_stands_nowhere_and_is_still_found(sk: Runner) -> None:
    rated = {one["player"]: one["rating"] for one in told("standings", "--by", "rating")}
    sk("players", "archive", "Ann")
    found = told("standings", "--by", "rating")
    assert [(one["place"], one["player"]) for one in found] == [(1, "Cy"), (2, "Dan"), (3, "Bob")]
    assert all(one["rating"] == rated[one["player"]] for one in found)
    assert told("stats", "ann")["won"] == 3


@pytest.mark.usefixtures("evening")
def test_two_spellings_merged_are_one_player(sk: Runner) -> None:
    sk("new", "3-5-8", "Anne", "Bob", "Cy", "--at", "2026-11-07")
    sk("hand", "12", "2", "2")
    sk("players", "merge", "Anne", "Ann")
    for typed in ("Ann", "anne", "an"):
        assert told("stats", typed)["streak"] == {"current": 4, "longest": 4}


@pytest.mark.usefixtures("evening")
def test_a_correction_flows_into_everything(sk: Runner, tmp_path: Path) -> None:
    # Bob, not Ann, had the twelve tricks: Ann 3 − 3, Bob 12 − 8, Cy 1 − 5.
    assert sk("edit", "-m", "1", "2", "3", "12", "1", "--yes").status == 0
    found = told("standings", "--by", "rating")
    assert {one["player"]: one["points"] for one in found} == {
        "Ann": 8,
        "Bob": 0,
        "Cy": -2,
        "Dan": -1,
    }
    assert told("stats", "bob")["streak"] == {"current": 0, "longest": 2}
    other = tmp_path / "other.db"
    brought_in(other, sk("export").out)
    assert told("--db", str(other), "standings", "--by", "rating") == found


@pytest.mark.usefixtures("evening")
def test_names_games_and_dates_that_are_none(sk: Runner) -> None:
    for arguments, wrong in (
        (["stats", "Zed"], "nobody here is called 'Zed'"),
        (["stats", "Ann", "--variant", "bridge"], "there is no game 'bridge'"),
        (["standings", "--since", "sometime"], "'sometime' is no date"),
    ):
        ran = sk(*arguments)
        assert ran.status == 1
        assert wrong in ran.err


def test_a_book_with_nothing_to_count(sk: Runner) -> None:
    assert sk("stats").status == 1
    assert "there is no match yet" in sk("standings").err
    sk("players", "add", "Ann")
    assert sk("stats", "Ann").out == "Ann\nNo matches.\n"
    assert sk("stats").out == "Records\nNo matches.\n"
    assert sk("standings").out == "Standings by wins\nNo finished matches.\n"
    assert told("standings") == []
    assert told("stats")["best_hand"] is None
    found = told("stats", "Ann")
    assert (found["rate"], found["average"], found["roles"]) == (None, None, [])


@pytest.mark.parametrize("columns", [80, 60, 40])
@pytest.mark.parametrize(
    "command", ["stats Maximilian", "stats", *(f"standings --by {by}" for by in ("wins", "rating"))]
)
def test_screens_fit(
    sk: Runner, monkeypatch: pytest.MonkeyPatch, columns: int, command: str
) -> None:
    long = "Maximilian Constantine of the Long Names"
    for line in (
        ["new", "cutthroat-euchre", long, "Theodora Alexandra", "Wu", "-o", "goal=1"],
        ["hand", "0", "0", "5", "--maker", "Wu", "--call", "diamonds"],
        ["new", "3-5-8-chooser", long, "Theodora Alexandra", "Wu", "-o", "hands=3"],
        ["hand", "1", "10", "5", "--call", "no-trump"],
        ["new", "woburn", "Wu", "Theodora Alexandra", long],
        ["hand", "10", "5", "1", "--bid", "wu=10"],
        ["hand", "2", "12", "2"],
    ):
        ran = sk(*line)
        assert ran.status == 0, ran.err
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = sk(*command.split()).out.splitlines()
    assert max(map(len, lines)) <= columns
    assert len(lines) > 5


# 2,000 matches, all games, any options, told as documents

PEOPLE = ["Ann", "Anne", "Bob", "Cy", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
SIX = [*SUITS, "no-trump", "misere"]
Options = dict[str, list[Any]]
RACE: Options = {"goal": [3, 10], "tie": ["play-on", "shared", "shared"], "max_exchange": [None, 2]}
TWELVE: Options = {
    "win": ["12-tricks", "16-tricks", "target+5"],
    "tie": ["play-on", "shared", "shared"],
    "opening": ["deal", "bid"],
    "max_exchange": [None, 1, 4],
}
FIXED: Options = {"hands": [3, 6, 9]}
ONCE = {"3-5-8-calls": 0, "3-5-8-chooser": 1}  # and how far left of the dealer who calls sits
ROLES = {"3-5-8": ("dealer", "eldest", "middle"), "3-5-8-chooser": ("dealer", "chooser", "third")}
GAMES: dict[str, tuple[int, Options]] = {
    "3-5-8": (16, TWELVE),
    "woburn": (16, TWELVE),
    "9-5-2": (16, RACE),
    "6-3-8": (17, RACE),
    "3-5-8-calls": (16, FIXED),
    "3-5-8-chooser": (16, {**FIXED, "max_exchange": [None, 2]}),
    "cutthroat-euchre": (5, {"goal": [3, 5], "tie": ["play-on", "shared", "shared"]}),
}


def some_match(draw: random.Random) -> Document:
    """A legal match of any game, as far as it was played; several begin at the same moment."""
    game = draw.choice(list(GAMES))
    options = {
        name: draw.choice(values) for name, values in GAMES[game][1].items() if draw.random() < 0.5
    }
    players = draw.sample(PEOPLE, 3)
    if {"Ann", "Anne"} <= {*players}:
        players = ["Anne", "Bob", "Cy"]
    dealer = draw.randrange(3)
    started = datetime(2024, 1, 1, 20, tzinfo=UTC) + timedelta(days=14 * draw.randrange(50))
    match: Document = {
        "format": "scorekeeper/1",
        "id": f"{draw.getrandbits(128):032x}",
        "variant": game,
        "options": options,
        "players": players,
        "dealer": players[dealer],
        "started": started.isoformat(),
        "hands": list(some_hands(draw, game, options, players, dealer)),
    }
    # It takes long to export an open match, with all that might come next; some are enough.
    if draw.random() < 0.9:
        match["abandoned"] = (started + timedelta(hours=3)).isoformat()
    return match


def some_hands(
    draw: random.Random, game: str, options: Document, players: Sequence[str], dealer: int
) -> Iterator[Document]:
    """Hands as they may follow each other; those after the end of the match do not count."""
    tricks = GAMES[game][0]
    made: set[tuple[int, str]] = set()
    bidding = options.get("opening", "bid" if game == "woburn" else "deal") == "bid"
    for _ in range(draw.randrange(14)):
        if draw.random() < 0.05:
            yield {"passed": True}
            dealer = (dealer + 1) % 3
            continue
        hand: Document = {}
        if bidding:
            bidding, dealer = False, draw.randrange(3)
            hand["bid"] = {"player": players[dealer], "tricks": draw.randrange(8, 17)}
        if game in ONCE:
            caller = (dealer + ONCE[game]) % 3
            hand["call"] = draw.choice([call for call in SIX if (caller, call) not in made])
            made.add((caller, hand["call"]))
        elif draw.random() < 0.7:
            hand["call"] = draw.choice(SUITS)
        first, second = sorted((draw.randint(0, tricks), draw.randint(0, tricks)))
        counts = [first, second - first, tricks - second]
        if game == "cutthroat-euchre":
            maker, defender, other = draw.sample(range(3), 3)
            hand["maker"] = players[maker]
            hand["alone"] = [players[maker]] if draw.random() < 0.2 else []
            if draw.random() < 0.2:
                hand["alone"].append(players[defender])
                counts[defender] += counts[other]
                counts[other] = 0
        yield {"tricks": dict(zip(players, counts, strict=True)), **hand}
        dealer = (dealer + 1) % 3


@dataclass(frozen=True)
class History:
    """A score book, its matches as exported, and their numbers in it by id."""

    database: str
    matches: tuple[Document, ...]
    numbers: Mapping[str, int]

    def told(self, *arguments: str) -> Any:
        return told("--db", self.database, *arguments)


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> History:
    """2,000 matches in two years; Anne has turned out to be Ann, Kit has left."""
    draw = random.Random(358)
    lines = "\n".join(json.dumps(some_match(draw)) for _ in range(2_000))
    database = tmp_path_factory.mktemp("history") / "book.db"
    numbers = brought_in(database, lines)
    for change in (["merge", "Anne", "Ann"], ["archive", "Kit"]):
        ran = scorekeeper("--db", str(database), "players", *change)
        assert ran.status == 0, ran.err
    exported = scorekeeper("--db", str(database), "export").out
    return History(str(database), tuple(map(json.loads, exported.splitlines())), numbers)


def brought_in(database: Path, lines: str) -> dict[str, int]:
    """The numbers of these documents by id, after they came into a score book."""
    ran = scorekeeper("--db", str(database), "import", "-", "--json", stdin=lines)
    assert ran.status == 0, ran.err
    return {one["id"]: one["number"] for one in json.loads(ran.out)}


# The other way


@dataclass(frozen=True)
class Part:
    """What one player did in one hand of a match."""

    match: Document
    seat: int
    number: int
    part: str
    target: int | None
    limit: int | None
    tricks: int
    points: int
    given: int
    received: int
    call: str | None

    @property
    def name(self) -> str:
        return str(self.match["players"][self.seat])


@dataclass(frozen=True)
class Feat:
    """Something that may be a record: the figure, when it was, and what is told of it."""

    figure: int
    when: tuple[Any, ...]
    about: Document


def when(match: Document) -> tuple[datetime, str]:
    return datetime.fromisoformat(match["started"]), match["id"]


def by_part(match: Document) -> Iterator[Part]:
    """Every hand that counts, for everybody who played it."""
    hands = [hand for hand in match["hands"] if not hand.get("passed")]
    rows = match["result"]["hands"]
    names = match["players"]
    for place, row in enumerate(rows):
        hand, dealer = hands[place], names.index(row["dealer"])
        cards = exchanged(match, hand, row, rows[place - 1]) if place else []
        caller = hand.get("maker") or names[(dealer + ONCE.get(match["variant"], 0)) % 3]
        for seat, name in enumerate(names):
            if "maker" in hand:
                part = "maker" if hand["maker"] == name else "defender"
            else:
                part = ROLES.get(match["variant"], ROLES["3-5-8"])[(seat - dealer) % 3]
            yield Part(
                match,
                seat,
                row["number"],
                part,
                (row["targets"] or {}).get(name),
                row.get("limits", {}).get(name),
                hand["tricks"][name],
                row["points"][name],
                sum(giver == name for giver, _ in cards),
                sum(receiver == name for _, receiver in cards),
                hand.get("call") if caller == name else None,
            )


def exchanged(
    match: Document, hand: Document, row: Document, before: Document
) -> list[tuple[str, str]]:
    """The cards that passed before a hand, one by one: (giver, receiver)."""
    game = match["variant"]
    if game in ("3-5-8-calls", "cutthroat-euchre"):
        return []
    if game == "3-5-8-chooser" and hand["call"] not in SUITS:
        return []
    most = match["options"].get("max_exchange", 3 if game == "woburn" else None)
    left = {name: min(abs(up), most or 99) for name, up in before["points"].items()}
    names = match["players"]
    turn = names.index(row["dealer"])
    by_target = sorted((names[(turn + i) % 3] for i in range(3)), key=lambda n: -row["targets"][n])
    cards: list[tuple[str, str]] = []
    while True:
        givers = [name for name in by_target if left[name] and before["points"][name] > 0]
        takers = [name for name in by_target if left[name] and before["points"][name] < 0]
        if not givers or not takers:
            return cards
        # Of players with the same target the one nearer to the dealer comes first.
        lowest = min(row["targets"][name] for name in takers)
        taker = next(name for name in takers if row["targets"][name] == lowest)
        cards.append((givers[0], taker))
        left[givers[0]] -= 1
        left[taker] -= 1


@dataclass(frozen=True)
class Slow:
    """Everything that the two commands say of these matches, in time order, counted anew."""

    matches: Sequence[Document]
    numbers: Mapping[str, int]

    def names(self) -> list[str]:
        return sorted({name for match in self.matches for name in match["players"]})

    def finished(self) -> list[Document]:
        return [match for match in self.matches if match["result"]["status"] == "finished"]

    def player(self, name: str) -> Document:
        mine = [match for match in self.matches if name in match["players"]]
        hands = [part for match in mine for part in by_part(match) if part.name == name]
        games = grouped(mine, lambda match: match["variant"])
        roles = grouped(hands, lambda hand: (hand.match["variant"], hand.part))
        calls = grouped(
            [hand for hand in hands if hand.call], lambda hand: (hand.match["variant"], hand.call)
        )
        met = {other for match in mine for other in match["players"]} - {name}
        return {
            "player": name,
            **tally(name, mine),
            "streak": streak(name, self.finished()),
            "best_hand": self.record(map(self.hand, hands), max),
            "worst_hand": self.record(map(self.hand, hands), min),
            "given": sum(hand.given for hand in hands),
            "received": sum(hand.received for hand in hands),
            "games": sorted(
                ({"variant": game, **tally(name, played)} for game, played in games.items()),
                key=lambda one: (-one["matches"]["all"], one["variant"]),
            ),
            "roles": sorted(
                (
                    {"variant": game, "role": part, **role(played)}
                    for (game, part), played in sorted(roles.items(), reverse=True)
                ),
                key=lambda one: (one["variant"], -max(one["targets"] or [0])),
            ),
            "calls": [
                {
                    "variant": game,
                    "call": call,
                    **scored([hand.points for hand in calls[game, call]]),
                }
                for game, call in sorted(calls, key=lambda named: (named[0], SIX.index(named[1])))
            ],
            "against": sorted(
                (against(name, other, mine) for other in met),
                key=lambda one: (-one["matches"], one["player"]),
            ),
        }

    def records(self) -> Document:
        hands = [part for match in self.matches for part in by_part(match)]
        feats = [self.hand(hand) for hand in hands]
        totals = [
            self.match(match, seat, match["result"]["totals"][name])
            for match in self.finished()
            for seat, name in enumerate(match["players"])
        ]
        leads = [self.match(*lead) for match in self.finished() for lead in lead_of(match)]
        names = self.names()
        return {
            "matches": states(self.matches),
            "shared_wins": sum(len(match["result"]["winners"]) > 1 for match in self.matches),
            "hands": len(hands) // 3,
            "players": len(names),
            "best_hand": self.record(feats, max),
            "worst_hand": self.record(feats, min),
            "most_points": self.record(totals, max),
            "fewest_points": self.record(totals, min),
            "clearest_win": self.record(leads, max),
            "closest_win": self.record(leads, min),
            "longest_streak": held({n: streak(n, self.finished())["longest"] for n in names}),
            "most_wins": held({n: len(won(n, self.matches)) for n in names}),
            "most_matches": held({n: sum(n in m["players"] for m in self.matches) for n in names}),
        }

    def standings(self, by: str, least: int = 1) -> list[Document]:
        ratings = rated(self.finished()) if by == "rating" else {}
        lines: list[tuple[float, Document]] = []
        for name in self.names():
            mine = [match for match in self.finished() if name in match["players"]]
            if name == "Kit" or len(mine) < least:
                continue
            line = {"player": name, **tally(name, mine), "matches": len(mine)}
            if by == "rating":
                mu, sigma = ratings[name].mu, ratings[name].sigma
                line["rating"] = {"ordinal": mu - 3 * sigma, "mu": mu, "sigma": sigma}
                figure = mu - 3 * sigma
            else:
                figure = line["won" if by == "wins" else by]
            lines.append((figure, line))
        lines.sort(key=lambda ranked: (-ranked[0], ranked[1]["player"]))
        return [
            {"place": 1 + sum(other > figure for other, _ in lines), **line}
            for figure, line in lines
        ]

    def hand(self, part: Part) -> Feat:
        about = {
            **self.match(part.match, part.seat, 0).about,
            "hand": part.number,
            "role": part.part,
            "tricks": part.tricks,
            "target": part.target,
            "limit": part.limit,
        }
        return Feat(part.points, (*when(part.match), part.number, part.seat), about)

    def match(self, match: Document, seat: int, figure: int) -> Feat:
        about = {
            "player": match["players"][seat],
            "match": self.numbers[match["id"]],
            "variant": match["variant"],
            "started": match["started"],
        }
        return Feat(figure, (*when(match), 0, seat), about)

    def record(
        self, feats: Iterable[Feat], best: Callable[[Iterable[int]], int]
    ) -> Document | None:
        found = list(feats)
        if not found:
            return None
        figure = best(feat.figure for feat in found)
        level = [feat for feat in found if feat.figure == figure]
        first = min(level, key=lambda feat: feat.when)
        return {"points": figure, "times": len(level), **first.about}


def grouped(things: Iterable[Any], key: Callable[[Any], Any]) -> dict[Any, list[Any]]:
    groups: dict[Any, list[Any]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def states(matches: Sequence[Document]) -> Document:
    found = [match["result"]["status"] for match in matches]
    counted = {state: found.count(state) for state in ("finished", "open", "abandoned")}
    return {"all": len(found), **counted}


def won(name: str, matches: Sequence[Document]) -> list[Document]:
    return [match for match in matches if name in match["result"]["winners"]]


def scored(points: Sequence[int]) -> Document:
    average = sum(points) / len(points) if points else None
    return {"hands": len(points), "points": sum(points), "average": average}


def tally(name: str, matches: Sequence[Document]) -> Document:
    counted, wins = states(matches), won(name, matches)
    return {
        "matches": counted,
        "won": len(wins),
        "shared": sum(len(match["result"]["winners"]) > 1 for match in wins),
        "rate": len(wins) / counted["finished"] if counted["finished"] else None,
        **scored([row["points"][name] for match in matches for row in match["result"]["hands"]]),
    }


def role(hands: Sequence[Part]) -> Document:
    targets = [hand.target for hand in hands if hand.target is not None]
    return {
        "targets": [min(targets), max(targets)] if targets else None,
        **scored([hand.points for hand in hands]),
        "given": sum(hand.given for hand in hands),
        "received": sum(hand.received for hand in hands),
    }


def against(name: str, other: str, matches: Sequence[Document]) -> Document:
    met = [match["result"] for match in matches if other in match["players"]]
    results = [(name in result["winners"], other in result["winners"]) for result in met]
    return {
        "player": other,
        "matches": len(met),
        "won": results.count((True, False)),
        "lost": results.count((False, True)),
        "shared": results.count((True, True)),
        "points": sum(result["totals"][name] - result["totals"][other] for result in met),
    }


def streak(name: str, finished: Sequence[Document]) -> Document:
    current = longest = 0
    for match in finished:
        if name in match["players"]:
            current = current + 1 if name in match["result"]["winners"] else 0
            longest = max(longest, current)
    return {"current": current, "longest": longest}


def lead_of(match: Document) -> Iterator[tuple[Document, int, int]]:
    """How far ahead the only winner was, unless somebody else had more points."""
    winners, totals = match["result"]["winners"], match["result"]["totals"]
    if len(winners) == 1:
        lead = totals[winners[0]] - max(t for name, t in totals.items() if name not in winners)
        if lead >= 0:
            yield match, match["players"].index(winners[0]), lead


def held(figures: Mapping[str, int]) -> Document:
    most = max(figures.values())
    return {
        "figure": most,
        "players": [name for name, figure in figures.items() if figure == most],
    }


def rated(finished: Sequence[Document]) -> dict[str, PlackettLuceRating]:
    model = PlackettLuce()
    people: dict[str, PlackettLuceRating] = {}
    for match in finished:
        totals = match["result"]["totals"]
        teams = [[people.get(name) or model.rating()] for name in match["players"]]
        won = match["result"]["winners"]
        scores = [totals[name] + 1_000.0 * (name in won) for name in match["players"]]
        for name, team in zip(match["players"], model.rate(teams, scores=scores), strict=True):
            people[name] = team[0]
    return people


def slow(history: History, wanted: Callable[[Document], bool] = bool) -> Slow:
    return Slow(sorted(filter(wanted, history.matches), key=when), history.numbers)


# Both ways are compared


def test_the_history_holds_everything_that_is_counted(history: History) -> None:
    assert {match["variant"] for match in history.matches} == {*GAMES}
    both = slow(history)
    assert min(states(both.matches).values()) > 50
    assert sum(len(match["result"]["winners"]) > 1 for match in both.matches) > 10
    assert len({match["started"] for match in both.matches}) == 50
    assert any(
        match["result"]["hands"] and match["result"]["status"] == "open" for match in both.matches
    )
    parts = [part for match in both.matches for part in by_part(match)]
    assert sum(part.given for part in parts) == sum(part.received for part in parts) > 1_000
    assert {part.call for part in parts} == {*SIX, None}
    assert any(part.limit is not None for part in parts)


def test_statistics_are_those_of_the_documents(history: History) -> None:
    expected = slow(history)
    assert len(expected.names()) == 11
    for name in expected.names():
        assert history.told("stats", name) == expected.player(name), name
    assert history.told("stats") == expected.records()


@pytest.mark.parametrize("game", list(GAMES))
def test_statistics_of_one_game(history: History, game: str) -> None:
    expected = slow(history, lambda match: match["variant"] == game)
    assert history.told("stats", "--variant", game) == expected.records()
    assert history.told("stats", "Ann", "--variant", game) == expected.player("Ann")


def test_statistics_of_some_months(history: History) -> None:
    def within(match: Document) -> bool:
        day = datetime.fromisoformat(match["started"]).date().isoformat()
        return "2024-11-20" <= day <= "2025-02-28"

    expected = slow(history, within)
    dates = ("--since", "2024-11-20", "--until", "2025-02")
    assert 100 < len(expected.matches) < 500
    assert history.told("stats", *dates) == expected.records()
    assert history.told("stats", "bob", *dates) == expected.player("Bob")
    assert history.told("standings", *dates) == expected.standings("wins")


@pytest.mark.parametrize("by", ["wins", "rate", "points", "average", "rating"])
def test_standings_are_those_of_the_documents(history: History, by: str) -> None:
    expected = slow(history)
    assert comparable(history.told("standings", "--by", by)) == comparable(expected.standings(by))
    game = slow(history, lambda match: match["variant"] == "3-5-8")
    found = history.told("standings", "--by", by, "--variant", "3-5-8", "--min-matches", "60")
    assert comparable(found) == comparable(game.standings(by, 60))


def comparable(standings: list[Document]) -> list[Document]:
    """With ratings to nine digits: floating point adds up differently from build to build."""
    for one in standings:
        for name, figure in one.get("rating", {}).items():
            one["rating"][name] = round(figure, 9)
    return standings


def test_standings_do_not_depend_on_how_matches_are_stored(
    history: History, tmp_path: Path
) -> None:
    some = [json.dumps(match) for match in history.matches[:200]]
    books = [tmp_path / "first.db", tmp_path / "second.db"]
    brought_in(books[0], "\n".join(some))
    brought_in(books[1], "\n".join(reversed(some)))
    for by in ("rating", "wins"):
        first, second = (told("--db", str(book), "standings", "--by", by) for book in books)
        assert first == second
        assert len(first) == 11
