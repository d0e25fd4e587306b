"""A score book is trusted for years: killed, crowded, damaged, backed up, restored."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.ledger import SCHEMA

from . import harness
from .conftest import Runner


def book(tmp_path: Path) -> Path:
    return tmp_path / "book.db"


def evening(sk: Runner) -> None:
    for line in ("new 3-5-8 Ann Bob Cy", "hand 10 2 4", "hand 4 9 3"):
        ran = sk(*line.split())
        assert ran.status == 0, ran.err


# Killed, crowded, damaged: the longer runs are `python -m tests.harness`


def test_a_killed_process_loses_nothing_that_was_confirmed() -> None:
    told = harness.crash(60, seed=358)
    assert told.kills == 60
    assert 0 < told.confirmed < 60
    assert (told.lost, told.doubled, told.half_written) == (0, 0, 0)
    assert told.findings == ["Nothing is wrong."]


@pytest.mark.parametrize("matches", [1, 4])
def test_many_who_record_at_once_lose_and_double_nothing(matches: int) -> None:
    told = harness.contention(4, 8, matches=matches)
    assert (told.recorded, told.lost, told.doubled) == (32, 0, 0)
    assert told.refused_otherwise == []
    assert told.findings == ["Nothing is wrong."]
    if matches == 4:
        assert told.refused == 0


def test_a_damaged_score_book_is_refused_or_shows_what_was_recorded() -> None:
    told = harness.damage(60, seed=358)
    assert told.cases > 60
    assert told.refused > 0
    assert told.unnoticed == []
    assert told.written_to == []
    assert told.rude == []


# Refused files are left byte for byte as they were


def text_file(path: Path) -> None:
    path.write_text("Ann 10, Bob 2, Cy 4\n" * 99)


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")


def newer_of_ours(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE match (id INTEGER)")
        connection.execute(f"PRAGMA application_id = {0x73636F6B}")
        connection.execute("PRAGMA user_version = 99")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (text_file, "is no score book, or a damaged one"),
        (foreign, "is somebody else's database"),
        (newer, "was written by a newer scorekeeper (schema 99"),
        (newer_of_ours, "was written by a newer scorekeeper (schema 99"),
    ],
)
@pytest.mark.parametrize("typed", ["score", "new 3-5-8 Ann Bob Cy", "matches", "doctor", "export"])
def test_files_that_are_not_ours_are_refused_and_left_alone(
    sk: Runner, tmp_path: Path, make: object, said: str, typed: str
) -> None:
    assert callable(make)
    make(book(tmp_path))
    before = book(tmp_path).read_bytes()
    ran = sk(*typed.split())
    assert ran.status == 1
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert book(tmp_path).read_bytes() == before


def test_an_empty_file_is_begun_like_a_new_one(sk: Runner, tmp_path: Path) -> None:
    book(tmp_path).touch()
    assert sk("new", "3-5-8", "Ann", "Bob", "Cy").status == 0


def test_links_and_folders_are_refused_with_a_reason(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    (tmp_path / "link.db").symlink_to(book(tmp_path))
    for place, said in ((tmp_path / "link.db", "is a link"), (tmp_path, "is a folder")):
        ran = sk("--db", str(place), "score")
        assert ran.status == 1
        assert said in ran.err
    (tmp_path / "nowhere.db").symlink_to(tmp_path / "missing")
    assert "is a link" in sk("--db", str(tmp_path / "nowhere.db"), "score").err


def test_only_the_owner_can_read_what_was_recorded(sk: Runner, tmp_path: Path) -> None:
    place = tmp_path / "deep" / "folder" / "book.db"
    assert sk("--db", str(place), "new", "3-5-8", "Ann", "Bob", "Cy").status == 0
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


# A full disk: nothing may grow beyond the size it has


FULL = """
import resource, sys
from scorekeeper.cli import run
size = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
sys.exit(run(sys.argv[2:]))
"""


def test_a_full_disk_is_said_in_one_line_and_leaves_no_trace(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    before = sk("export").out
    ran = subprocess.run(
        [sys.executable, "-c", FULL, "512", "hand", "8", "5", "3"],
        env={**os.environ, "SCOREKEEPER_DEBUG": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert ran.stdout == ""
    assert len(ran.stderr.splitlines()) == 1
    assert "nothing was" in ran.stderr
    assert sk("export").out == before
    assert sk("doctor").status == 0


# Doctor


def spoil(tmp_path: Path, sql: str) -> None:
    """Change what is kept behind our back, past the triggers that hold the facts."""
    connection = sqlite3.connect(book(tmp_path))
    triggers = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall()
    for name, _ in triggers:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(sql)
    for _, made in triggers:
        connection.execute(made)
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE hand_player SET points = 5 WHERE seat = 1",
        "DELETE FROM hand WHERE number = 2",
        "UPDATE match_player SET won = 1",
        "UPDATE match_state SET status = 'finished'",
        "DELETE FROM match_player",
        "DROP TABLE hand",
    ],
)
def test_doctor_finds_and_mends_what_does_not_follow_from_the_facts(
    sk: Runner, tmp_path: Path, sql: str
) -> None:
    evening(sk)
    assert sk("doctor").out == "Nothing is wrong.\n"
    with sqlite3.connect(book(tmp_path)) as connection:
        before = list(connection.iterdump())
    spoil(tmp_path, sql)
    ran = sk("doctor")
    assert ran.status == 1
    assert ran.out
    assert json.loads(sk("doctor", "--json").out) == ran.out.splitlines()
    assert sk("doctor", "--rebuild").status == 0
    assert sk("doctor").status == 0
    with sqlite3.connect(book(tmp_path)) as connection:
        after = list(connection.iterdump())
    assert set(before) == set(after)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET body = replace(body, '10', '11')",
        "UPDATE entry SET recorded_at = '2026-01-01T00:00:00Z' WHERE sequence = 2",
        "UPDATE entry SET kind = 'passed' WHERE sequence = 2",
        "UPDATE entry SET sequence = 7 WHERE sequence = 3",
        "DELETE FROM entry WHERE sequence = 2",
        "UPDATE rules SET body = replace(body, '8', '9')",
        "UPDATE player SET uid = 'nobody' WHERE name = 'Ann'",
    ],
)
def test_changed_facts_are_refused_and_found(sk: Runner, tmp_path: Path, sql: str) -> None:
    evening(sk)
    spoil(tmp_path, sql)
    ran = sk("score")
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert "`restore` brings a backup back" in ran.err
    assert sk("doctor").status == 1
    assert sk("doctor", "--rebuild").status == 1


def test_the_database_itself_refuses_to_change_facts(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    with sqlite3.connect(book(tmp_path)) as connection:
        for sql in ("UPDATE entry SET kind = 'x'", "DELETE FROM entry"):
            with pytest.raises(sqlite3.IntegrityError, match="facts are never"):
                connection.execute(sql)


# Backups


def test_a_backup_holds_everything_and_restore_brings_it_back(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    copy = tmp_path / "copy.db"
    assert sk("backup", str(copy)).status == 0
    assert sk("--db", str(copy), "export").out == sk("export").out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    before = sk("export").out
    sk("hand", "8", "5", "3")
    sk("new", "9-5-2", "Ann", "Bob", "Dan")
    after = sk("export").out
    ran = sk("restore", str(copy))
    assert ran.status == 1
    assert "add --yes" in ran.err
    assert ran.out.splitlines()[:3] == ["matches: 2 → 1", "hands: 3 → 2", "players: 4 → 3"]
    assert sk("export").out == after
    told = json.loads(sk("restore", str(copy), "--yes", "--json").out)
    assert sk("export").out == before
    assert sk("--db", told["kept"], "export").out == after


def test_a_backup_never_overwrites(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    copy = tmp_path / "copy.db"
    copy.write_text("precious")
    ran = sk("backup", str(copy))
    assert ran.status == 1
    assert "is there already" in ran.err
    assert copy.read_text() == "precious"


def test_a_damaged_backup_is_not_restored(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    copy = tmp_path / "copy.db"
    sk("backup", str(copy))
    copy.write_bytes(copy.read_bytes()[:-4096])
    before = sk("export").out
    ran = sk("restore", str(copy), "--yes")
    assert ran.status == 1
    assert "damaged" in ran.err
    assert sk("export").out == before
    assert sk("restore", str(tmp_path / "none.db"), "--yes").status == 1


def test_restore_sets_a_damaged_score_book_aside(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    before = sk("export").out
    copy = tmp_path / "copy.db"
    sk("backup", str(copy))
    book(tmp_path).write_text("ruined")
    told = json.loads(sk("restore", str(copy), "--yes", "--json").out)
    assert Path(told["kept"]).read_text() == "ruined"
    assert sk("export").out == before


def test_one_backup_a_day_by_itself_and_the_last_ten_stay(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    folder = tmp_path / "book.db.backups"
    assert len(list(folder.iterdir())) == 1
    sk("hand", "8", "5", "3")
    assert len(list(folder.iterdir())) == 1
    for _ in range(12):
        assert sk("backup").status == 0
    assert len(list(folder.iterdir())) == 10


def test_a_hand_is_recorded_even_where_no_backup_can_be_made(sk: Runner, tmp_path: Path) -> None:
    (tmp_path / "book.db.backups").write_text("in the way")
    assert sk("new", "3-5-8", "Ann", "Bob", "Cy").status == 0
    ran = sk("hand", "10", "2", "4")
    assert ran.status == 0
    assert "backup could not be made" in ran.err
    assert '"Ann": 10' in sk("export").out


def test_matches_can_be_imported_out_of_a_backup(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    copy, other = tmp_path / "copy.db", tmp_path / "other.db"
    sk("backup", str(copy))
    ran = sk("--db", str(other), "import", str(copy))
    assert ran.status == 0, ran.err
    assert sk("--db", str(other), "export").out == sk("export").out


def test_what_can_be_read_of_a_damaged_score_book_is_still_exported(
    sk: Runner, tmp_path: Path
) -> None:
    evening(sk)
    sk("new", "9-5-2", "Ann", "Bob", "Dan")
    spoil(tmp_path, "UPDATE entry SET body = '{}' WHERE match = 1 AND sequence = 2")
    ran = sk("export")
    assert ran.status == 1
    assert [json.loads(line)["variant"] for line in ran.out.splitlines()] == ["9-5-2"]
    assert "match #1" in ran.err


# What others typed can't harm whoever looks


EVIL = "\x1b[2J\x1b]0;title\x07 \u202eevil [bold]x[/] \x9b31m"


@pytest.mark.parametrize("typed", ["score", "next", "matches", "log", "show 1", "undo --list"])
def test_notes_are_shown_and_never_obeyed(sk: Runner, typed: str) -> None:
    sk("new", "3-5-8", "Ann", "Bob", "Cy", "--note", EVIL)
    sk("hand", "8", "5", "3", "--note", EVIL)
    sk("note", "1", EVIL + " again")
    for color in ("never", "always"):
        ran = sk("--color", color, *typed.split())
        assert ran.status == 0
        assert "\x1b[2J" not in ran.out
        assert not any(bad in ran.out for bad in ("\x1b]", "\x07", "\u202e", "\x9b"))


@pytest.mark.parametrize("name", ["\x1b[2J", "a\u202eb", "a\nb\x00", "\ud800", "\x9b1m"])
def test_names_with_control_characters_are_refused(sk: Runner, name: str) -> None:
    ran = sk("new", "3-5-8", name, "Bob", "Cy")
    assert ran.status == 1
    assert ran.err.isprintable() or ran.err.rstrip("\n").isprintable()


# Terminals, pipes, signals


def spawn(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "scorekeeper", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


def test_a_closed_pipe_is_quiet(sk: Runner) -> None:
    evening(sk)
    ran = subprocess.run(
        ["sh", "-c", '"$0" -m scorekeeper variants show 3-5-8 | head -1', sys.executable],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "3-5-8 · Sergeant Major\n"
    assert ran.stderr == ""


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1251"])
def test_any_encoding_shows_the_sheet(sk: Runner, encoding: str) -> None:
    sk("new", "3-5-8", "สมชาย", "花子", "Ann")
    sk("hand", "8", "4", "4")
    ran = spawn("score", PYTHONIOENCODING=encoding)
    assert ran.returncode == 0
    assert ran.stderr == b""
    assert "Ann" in ran.stdout.decode(encoding)
    told = json.loads(spawn("score", "--json", PYTHONIOENCODING=encoding).stdout.decode("utf-8"))
    assert told["players"] == ["สมชาย", "花子", "Ann"]


@pytest.mark.parametrize("columns", ["1", "20", "40", "80", "nonsense", "0"])
def test_any_width_shows_the_sheet(
    sk: Runner, columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(sk)
    monkeypatch.setenv("COLUMNS", columns)
    for typed in ("score", "next", "exchange", "matches", "log", "variants", "variants show 9-5-2"):
        ran = sk(*typed.split())
        assert ran.status == 0, ran.err
        assert ran.out


# Every schema there has been

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.mark.parametrize("old", sorted(FIXTURES.glob("schema-*.db")), ids=lambda file: file.stem)
def test_a_score_book_of_every_schema_still_opens(sk: Runner, tmp_path: Path, old: Path) -> None:
    place = book(tmp_path)
    place.write_bytes(old.read_bytes())
    # Rules go along where they are no longer those that come along; the rest stays as it was.
    told = [json.loads(line) for line in sk("export").out.splitlines()]
    kept = old.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()
    assert [{key: one[key] for key in one if key != "rules"} for one in told] == [
        json.loads(line) for line in kept
    ]
    assert sk("doctor").out == "Nothing is wrong.\n"
    assert sk("hand", "8", "5", "3", "-m", "2", "-c", "spades").status == 0


def test_a_score_book_is_kept_as_it_was_before_its_tables_are_made_anew(
    sk: Runner, tmp_path: Path
) -> None:
    place, old = book(tmp_path), FIXTURES / "schema-1.db"
    place.write_bytes(old.read_bytes())
    assert sk("matches").status == 0
    [kept] = place.with_name(place.name + ".backups").glob("*.db")
    with closing(sqlite3.connect(kept)) as before, closing(sqlite3.connect(place)) as after:
        assert before.execute("PRAGMA user_version").fetchone() == (1,)
        assert after.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        told = [one.execute("SELECT * FROM entry").fetchall() for one in (before, after)]
    assert told[0] == told[1]


def test_sums_that_are_not_the_sums_are_found_and_mended(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    with closing(sqlite3.connect(book(tmp_path))) as connection:
        connection.execute("UPDATE player_game SET won = won + 1")
        connection.commit()
    assert "player_game is not the sum of the matches" in sk("doctor").out
    sk("doctor", "--rebuild")
    assert sk("doctor").out == "Nothing is wrong.\n"


def test_there_is_a_fixture_for_the_schema_of_today() -> None:
    assert {file.stem for file in FIXTURES.glob("*.db")} == {
        f"schema-{number}" for number in range(1, SCHEMA + 1)
    }


# What was recorded is said, and what is said is so


def test_nothing_is_written_over_a_score_book(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    before = book(tmp_path).read_bytes()
    link = tmp_path / "link"
    link.symlink_to(book(tmp_path))
    for target in (book(tmp_path), link):
        for typed in ("export -o", "export -f html -o", "chart --svg"):
            ran = sk(*typed.split(), str(target))
            assert ran.status == 1, typed
            assert "is a score book" in ran.err
    assert book(tmp_path).read_bytes() == before


def test_an_export_that_fails_leaves_the_older_file(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    out = tmp_path / "out.jsonl"
    assert sk("export", "-o", str(out)).status == 0
    kept = out.read_text(encoding="utf-8")
    assert sk("export", "-f", "sheet", "7", "-o", str(out)).status == 1
    assert out.read_text(encoding="utf-8") == kept


def test_what_is_recorded_but_can_t_be_shown_is_no_refusal(sk: Runner) -> None:
    evening(sk)
    if not Path("/dev/full").exists():
        pytest.fail("this test needs /dev/full: run it on Linux")
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "scorekeeper", "hand", "8", "5", "3"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert ran.returncode == 0
    assert "it is recorded, but could not be shown" in ran.stderr
    assert len(json.loads(sk("export").out)["hands"]) == 3


def test_interrupted_before_the_commit_nothing_is_written_after_it_all_is_said(sk: Runner) -> None:
    """Ctrl-C at many moments: status 130 if and only if the hand is not there."""
    import random
    import signal
    import time

    evening(sk)
    chance = random.Random(358)
    seen = set()
    for attempt in range(25):
        process = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "hand", "8", "5", "3", "--note", str(attempt)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(chance.uniform(0.1, 0.5))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        there = f'"note": "{attempt}"' in sk("export").out
        assert "Traceback" not in err or "scorekeeper" not in err, err
        if process.returncode == 0:
            assert there
            assert out.startswith("Hand ")
        else:
            assert not there, (process.returncode, err)
        seen.add(process.returncode)
    assert seen


@pytest.mark.parametrize("typed", ["score", "hand 8 5 3", "--version", "export", "edit 1 8 5 3"])
def test_closed_streams_are_no_mistake_of_ours(sk: Runner, typed: str) -> None:
    evening(sk)
    ran = subprocess.run(
        ["sh", "-c", f'"$0" -m scorekeeper {typed} <&- >&-', sys.executable],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "scorekeeper's own" not in ran.stderr
    assert "Traceback" not in ran.stderr


def test_an_emptied_score_book_is_not_taken_for_a_new_one(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    book(tmp_path).write_bytes(b"")
    ran = sk("doctor")
    assert ran.status == 1
    assert "is empty: `restore` brings a backup back" in ran.err


def test_only_backups_are_ever_pruned_and_never_the_new_one(sk: Runner, tmp_path: Path) -> None:
    evening(sk)
    folder = tmp_path / "book.db.backups"
    (folder / "holiday.db").write_text("mine")
    for day in range(10, 25):
        (folder / f"209901{day}T000000Z.db").write_text("from the future")
    told = json.loads(sk("backup", "--json").out)
    assert Path(told["backup"]).exists()
    assert (folder / "holiday.db").read_text() == "mine"
    assert len(list(folder.glob("2*.db"))) == 10


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM bookmark",
        "UPDATE player SET merged_into = uid",
        "UPDATE player SET name = 'Zoe' WHERE name = 'Ann'",
        "DROP INDEX match_player_by_player",
        "CREATE TABLE recipes (name TEXT)",
    ],
)
def test_doctor_sees_what_is_not_as_it_was_made(sk: Runner, tmp_path: Path, sql: str) -> None:
    evening(sk)
    spoil(tmp_path, sql)
    assert sk("doctor").status == 1


def test_readers_wait_for_the_commit_alone(sk: Runner, tmp_path: Path) -> None:
    from scorekeeper.ledger.files import open_store

    evening(sk)
    with open_store(str(book(tmp_path)), create=False) as store, store.transaction():
        for number in range(20_000):
            store.player(f"player {number}")
        told = sqlite3.connect(book(tmp_path), timeout=0)
        assert told.execute("SELECT count(*) FROM player").fetchone() == (3,)
        told.close()
