"""Times: kept as ISO 8601 in UTC, read and shown in the time zone of whoever looks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct

from ..errors import Damaged, Refused

if TYPE_CHECKING:
    from dateutil.relativedelta import relativedelta

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
COUNTS = ("", "a", "two", "three", "four", "five", "six")
AGO = rf"({'|'.join(COUNTS[1:])}|\d{{1,4}}) (day|week|month|year)s? ago"
ISO = r"\d{4}-?\d\d-?\d\d"
CLOCK = r"(\d{1,2})[:.](\d\d)"
# What is called a date here; a book of card games needs no other.
YEARS = range(1900, 2200)
MINUTE = timedelta(minutes=1)
LAST = r"(last|this) (week|month|year)"
EXAMPLES = "write it as 2026-11-28, '12 Nov 2026', yesterday, friday, '3 weeks ago' or 'last month'"


class Span(Struct, frozen=True):
    """A stretch of time, both ends as kept moments; `end` is no longer part of it."""

    start: str
    end: str


def now() -> str:
    """The present moment as it is kept, to the second."""
    return kept(datetime.now(UTC))


def kept(moment: datetime) -> str:
    """A moment as it is kept; without a zone it is taken as local time."""
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def local(moment: str) -> datetime:
    """A kept moment in the local time zone. Raises `Damaged` for what was never kept so."""
    try:
        return datetime.fromisoformat(moment).astimezone()
    except (ValueError, OverflowError):
        raise Damaged(f"the time {moment[:40]!r} is damaged", "`doctor` tells more") from None


def read_iso(text: str) -> str:
    """An ISO 8601 time as it is kept. Raises `Refused`."""
    try:
        moment = datetime.fromisoformat(text)
        if moment.year in YEARS:
            return kept(moment)
    except (ValueError, OverflowError):
        pass
    raise Refused(f"{text[:40]!r} is no time", "write it as in 2026-11-28T19:30:00+01:00")


def read(text: str) -> str:
    """When something was, as people say it; a day without a time is taken as its noon.

    Raises `Refused` for what can't be read, for more than a day, and for what is still to come.
    """
    start, end = days(text, datetime.now())
    if end - start > timedelta(days=1):
        raise Refused(f"{text[:40]!r} is more than a day", EXAMPLES)
    moment = datetime.combine(start, time(12)) if end - start == timedelta(days=1) else start
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
    said = " ".join(text.casefold().split())
    day, _, hour = said.rpartition(" ")
    try:
        if day and (clock := re.fullmatch(CLOCK, hour, re.ASCII)):
            start, _ = _day(day.removesuffix(" at").removesuffix(","), today)
            start = start.replace(hour=int(clock[1]), minute=int(clock[2]))
            return start, start + timedelta(minutes=1)
        start, end = _day(said, today)
    except (ValueError, OverflowError, TypeError):
        raise _unreadable(text) from None
    if start.year not in YEARS:
        raise _unreadable(text)
    return start, end


def _day(said: str, today: datetime) -> tuple[datetime, datetime]:
    """The same for what has no time of day after it. Raises `ValueError` and its like."""
    if re.match(ISO, said, re.ASCII):
        return _moment(datetime.fromisoformat(said.upper()), said)
    from dateutil.relativedelta import relativedelta

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
    if found := re.fullmatch(AGO, said, re.ASCII):
        count = COUNTS.index(found[1]) if found[1] in COUNTS else int(found[1])
        start = day - relativedelta(**{f"{found[2]}s": count})  # type: ignore[arg-type]
        return start, start + one
    if found := re.fullmatch(LAST, said):
        start = _beginning(day, found[2])
        length: relativedelta = relativedelta(**{f"{found[2]}s": 1})  # type: ignore[arg-type]
        return (start - length, start) if found[1] == "last" else (start, start + length)
    if re.fullmatch(r"\d{4}(-\d\d)?", said, re.ASCII):
        length = relativedelta(months=1) if "-" in said else relativedelta(years=1)
        start = datetime.strptime(said, "%Y-%m" if "-" in said else "%Y")
        return start, start + length
    return _written(said, day)


def _written(said: str, day: datetime) -> tuple[datetime, datetime]:
    """A date with the month as a word, which can't be misread."""
    import warnings

    from dateutil.parser import parse

    if not re.search(r"[a-z]{3,}\.? \d|\d{1,2}\.? [a-z]{3,}", said):
        raise ValueError(said)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            return _moment(parse(said, default=day), said)
        except Warning as unknown:
            raise ValueError(str(unknown)) from None


def _moment(moment: datetime, said: str) -> tuple[datetime, datetime]:
    """The day or the minute that was said."""
    length = timedelta(days=1) if moment.time() == time() and ":" not in said else MINUTE
    return moment, moment + length


def _beginning(day: datetime, unit: str) -> datetime:
    if unit == "week":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if unit == "month" else day.replace(month=1, day=1)


def _unreadable(text: str) -> Refused:
    return Refused(f"{text[:40]!r} is no date", EXAMPLES)
