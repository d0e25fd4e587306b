"""Times: kept as ISO 8601 in UTC, read and shown in the time zone of whoever looks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from ..errors import Refused

if TYPE_CHECKING:
    from dateutil.relativedelta import relativedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
AGO = re.compile(r"(an?|\d{1,4}) (day|week|month|year)s? ago")
LAST = re.compile(r"(last|this) (week|month|year)")
EXAMPLES = "write it as 2026-11-28, '12 Nov 2026', yesterday, friday, '3 weeks ago' or 'last month'"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time, both ends as kept moments; `end` is no longer part of it."""

    start: str
    end: str


def now() -> str:
    """The present moment as it is kept, to the second."""
    return kept(datetime.now(UTC))


def kept(moment: datetime) -> str:
    """A moment as it is kept; without a zone it is taken as local time."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def local(moment: str) -> datetime:
    """A kept moment in the local time zone."""
    return datetime.fromisoformat(moment).astimezone()


def read_iso(text: str) -> str:
    """An ISO 8601 time as it is kept. Raises `Refused`."""
    try:
        return kept(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        raise Refused(
            f"{text[:40]!r} is no time", "write it as in 2026-11-28T19:30:00+01:00"
        ) from None


def read(text: str) -> str:
    """When something was, as people say it; a day without a time is taken as its noon.

    Raises `Refused` for what can't be read, and for what is still to come.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        if re.fullmatch(r"[\d-]+", text.strip()):
            moment = datetime.combine(moment, time(12))
    except ValueError:
        start, _ = days(text, datetime.now())
        moment = datetime.combine(start, time(12)) if start.time() == time() else start
    try:
        told = kept(moment)
    except (ValueError, OverflowError, OSError):
        raise _unreadable(text) from None
    if told > kept(datetime.now(UTC) + timedelta(days=1)):
        raise Refused(f"{text[:40]!r} is still to come", EXAMPLES)
    return told


def span(text: str) -> Span:
    """The day, week, month, year or moment that somebody names. Raises `Refused`."""
    start, end = days(text, datetime.now())
    try:
        return Span(kept(start), kept(end))
    except (ValueError, OverflowError, OSError):
        raise _unreadable(text) from None


def days(text: str, today: datetime) -> tuple[datetime, datetime]:
    """The first moment of what was named and the first after it, in local time."""
    from dateutil.parser import ParserError, parse
    from dateutil.relativedelta import relativedelta

    said = " ".join(text.casefold().split())
    day = datetime.combine(today, time())
    one = relativedelta(days=1)
    if said in ("today", "yesterday"):
        start = day if said == "today" else day - one
        return start, start + one
    weekday = said.removeprefix("last ").removeprefix("on ")
    if weekday in WEEKDAYS or weekday in {name[:3] for name in WEEKDAYS}:
        index = next(i for i, name in enumerate(WEEKDAYS) if name.startswith(weekday))
        start = day - relativedelta(days=(day.weekday() - index - 1) % 7 + 1)
        return start, start + one
    if found := AGO.fullmatch(said):
        count = 1 if found[1].startswith("a") else int(found[1])
        try:
            start = day - relativedelta(**{f"{found[2]}s": count})  # type: ignore[arg-type]
        except (ValueError, OverflowError):
            raise _unreadable(text) from None
        return start, start + one
    if found := LAST.fullmatch(said):
        start = _beginning(day, found[2])
        length: relativedelta = relativedelta(**{f"{found[2]}s": 1})  # type: ignore[arg-type]
        return (start - length, start) if found[1] == "last" else (start, start + length)
    if re.fullmatch(r"\d{4}(-\d\d)?", said):
        length = relativedelta(months=1) if "-" in said else relativedelta(years=1)
        try:
            start = datetime.strptime(said, "%Y-%m" if "-" in said else "%Y")
            return start, start + length
        except (ValueError, OverflowError):
            raise _unreadable(text) from None
    # The parser would read almost anything; only a date that can't be misread gets that far.
    if not re.search(r"\d{4}-\d\d-\d\d|[a-z]{3,}\.? .*\d{4}|\d{1,2}\.? [a-z]{3,}", said):
        raise _unreadable(text)
    try:
        moment = parse(text, default=day)
    except (ParserError, OverflowError, ValueError, TypeError):
        raise _unreadable(text) from None
    if moment.time() == time():
        return moment, moment + one
    return moment, moment + relativedelta(minutes=1)


def _beginning(day: datetime, unit: str) -> datetime:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1)


def _unreadable(text: str) -> Refused:
    return Refused(f"{text[:40]!r} is no date", EXAMPLES)
