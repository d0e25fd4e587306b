"""The file that a score book is: opened, refused, backed up, restored."""

from __future__ import annotations

import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from ..errors import Damaged, Refused
from . import APPLICATION_ID, SCHEMA, clock
from .store import Store

BUSY_SECONDS = 10.0
BACKUPS_KEPT = 10
PAGES_KEPT = 4_000
# A daily backup is made where so many copies would find room.
ROOM = 3
ELSEWHERE = "name another file with --db"
MEND = "`restore` brings a backup back, --db names another file"
STAMPED = r"\d{8}T\d{6}Z(-\d{3})?\.db"
MAGIC = b"SQLite format 3\x00"


def open_store(path: str, *, create: bool) -> Store:
    """Open the score book at `path`, bringing an older one up to date.

    Without `create` a missing file is refused. Links, other people's files, foreign, newer and
    damaged files are refused and left as they are.
    """
    if not os.path.lexists(path):
        if not create:
            raise Refused("there is no match yet", "start one with `new 3-5-8 Ann Bob Cy`")
        before = os.umask(0o077)
        try:
            os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        finally:
            os.umask(before)
    _check_file(path)
    if not create and not os.path.getsize(path):
        if backups(path):
            raise Damaged(f"{path} is empty", "`restore` brings a backup back")
        raise Refused("there is no match yet", "start one with `new 3-5-8 Ann Bob Cy`")
    connection = _connect(path)
    try:
        version = _check_ours(connection, path)
        if version < SCHEMA:
            if version:
                keep_backup(Store(connection, path))
            from .schema import migrate

            migrate(connection)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        # Pages stay in memory until the commit, so that readers wait for that alone; but for
        # imports of tens of thousands of hands, which would take all the memory there is.
        connection.execute(f"PRAGMA cache_spill = {PAGES_KEPT}")
    except BaseException:
        connection.close()
        raise
    return Store(connection, path)


def is_begun(path: str) -> bool:
    """Whether there is a score book: an empty file that was never anything else is none yet."""
    return os.path.exists(path) and (os.path.getsize(path) > 0 or bool(backups(path)))


@contextmanager
def open_copy(path: str) -> Iterator[Store]:
    """A copy of a score book in memory, up to date whatever its schema; the file is only read."""
    if not os.path.exists(path):
        raise Refused(f"there is no file {path}", "`where` shows where backups are kept")
    _check_file(path, own=False)
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as memory:
        with closing(_connect(path)) as connection:
            _check_ours(connection, path)
            _check_whole(connection, path)
            connection.backup(memory)
        from .schema import migrate

        migrate(memory)
        yield Store(memory, path)


def scratch() -> Store:
    """A score book in memory, gone when it is closed."""
    from .schema import migrate

    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrate(connection)
    return Store(connection, ":memory:")


def is_database(start: bytes) -> bool:
    """Whether a file that starts like this is an SQLite database."""
    return start.startswith(MAGIC)


# Backups


def backups(path: str) -> list[str]:
    """The backups kept beside a score book, oldest first."""
    folder = _folder(path)
    kept = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(os.path.join(folder, name) for name in kept if re.fullmatch(STAMPED, name))


def back_up(store: Store, target: str) -> None:
    """Write a copy to `target`, safe while others write, and look it over afterwards.

    Raises `Refused` where the target exists or the copy is not whole.
    """
    if os.path.lexists(target):
        raise Refused(f"{target} is there already", "name a new file")
    os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with closing(_connect(target)) as copy:
            store.copy_to(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            _check_whole(copy, target)
    except BaseException:
        os.unlink(target)
        raise


def keep_backup(store: Store) -> str:
    """A backup beside the score book; of the older ones the last ten stay."""
    folder = _folder(store.path)
    if os.path.islink(folder):
        raise Refused(f"{folder} is a link", "put a folder in its place")
    os.makedirs(folder, mode=0o700, exist_ok=True)
    stamp = clock.now().replace(":", "").replace("-", "")
    places = (
        os.path.join(folder, f"{stamp}{more}.db")
        for more in ["", *(f"-{n:03}" for n in range(1, 1000))]
    )
    target = next(place for place in places if _backed_up(store, place))
    older = [file for file in backups(store.path) if file != target]
    for old in older[: max(0, len(older) + 1 - BACKUPS_KEPT)]:
        with suppress(FileNotFoundError):
            os.unlink(old)
    return target


def _backed_up(store: Store, target: str) -> bool:
    """Whether a backup could be put here; another process may have taken the place just now."""
    if os.path.lexists(target):
        return False
    try:
        back_up(store, target)
    except FileExistsError:
        return False
    return True


def keep_daily_backup(store: Store) -> None:
    """A backup, unless there is one of today. An empty score book needs none."""
    today = clock.now()[:10].replace("-", "")
    try:
        kept = os.listdir(_folder(store.path))
    except FileNotFoundError:
        kept = []
    if store.current() is not None and not any(name.startswith(today) for name in kept):
        import shutil

        folder = os.path.dirname(os.path.abspath(store.path))
        if shutil.disk_usage(folder).free < ROOM * os.path.getsize(store.path):
            raise Refused("there is too little room left on the disk", "make some")
        keep_backup(store)


def restore(path: str, source: Store) -> str:
    """Put another score book's content in place of what is at `path`, all of it or nothing.

    What was there is kept as a backup, and where it is too damaged for that, moved there as it
    is; its new place is returned.
    """
    try:
        with closing(open_store(path, create=True)) as store:
            kept = keep_backup(store)
            store.copy_from(source)
            return kept
    except Damaged:
        kept = _set_aside(path)
    with closing(open_store(path, create=True)) as store:
        store.copy_from(source)
    return kept


def _set_aside(path: str) -> str:
    """Move a damaged file, and the journal that belongs to it, into the folder of backups."""
    stamp = clock.now().replace(":", "").replace("-", "")
    target = os.path.join(_folder(path), f"{stamp}.damaged")
    os.makedirs(_folder(path), mode=0o700, exist_ok=True)
    os.replace(path, target)
    if os.path.exists(f"{path}-journal"):
        os.replace(f"{path}-journal", f"{target}-journal")
    return target


def _folder(path: str) -> str:
    return f"{path}.backups"


# Refusing


def _connect(path: str) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _check_file(path: str, *, own: bool = True) -> None:
    """Refuse what is no plain file of ours. Elsewhere than on POSIX nobody owns files."""
    if os.path.islink(path):
        raise Refused(f"{path} is a link", "name the file it leads to with --db")
    if os.path.isdir(path):
        raise Refused(f"{path} is a folder", ELSEWHERE)
    if not os.path.isfile(path):
        raise Refused(f"{path} is no plain file", ELSEWHERE)
    if own and hasattr(os, "getuid") and os.stat(path).st_uid != os.getuid():
        raise Refused(f"{path} belongs to somebody else", ELSEWHERE)


def _check_ours(connection: sqlite3.Connection, path: str) -> int:
    """The schema version of a score book (0: empty). Raises `Refused` for anything else."""
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        raise  # busy, or not to be opened at all: the file itself may be whole
    except sqlite3.DatabaseError as mistake:
        raise Damaged(f"{path} is no score book, or a damaged one ({mistake})", MEND) from None
    if tables and application != APPLICATION_ID:
        raise Refused(f"{path} is somebody else's database", ELSEWHERE)
    if version > SCHEMA:
        raise Refused(
            f"{path} was written by a newer scorekeeper (schema {version}, not {SCHEMA})",
            "install the newer version; the file was left as it is",
        )
    if not tables and version:
        raise Damaged(f"{path} has lost its tables", "`restore` brings a backup back")
    return int(version)


def _check_whole(connection: sqlite3.Connection, path: str) -> None:
    try:
        (told,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.DatabaseError as mistake:
        told = str(mistake)
    if told != "ok":
        raise Damaged(
            f"{path} is damaged ({' '.join(told.split())})", "`restore` brings a backup back"
        )
