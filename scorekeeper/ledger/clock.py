"""Times: kept as ISO 8601 in UTC, shown and exported in the time zone of whoever looks."""

from __future__ import annotations

from datetime import UTC, datetime

from ..errors import Refused


def now() -> str:
    """The present moment as it is kept, to the second."""
    return kept(datetime.now(UTC))


def kept(moment: datetime) -> str:
    """A moment as it is kept; without a zone it is taken as local time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read(text: str) -> str:
    """An ISO 8601 date or time as it is kept. Raises `Refused`."""
    try:
        return kept(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        raise Refused(
            f"{text[:40]!r} is no date or time", "write it as in 2026-11-28T19:30"
        ) from None


def local(moment: str) -> datetime:
    """A kept moment in the local time zone."""
    return datetime.fromisoformat(moment).astimezone()
