"""When a row was sent: moments as spreadsheets, forms and people write them, and what is late.

All moments are compared in UTC. One that names no zone is on the clock of the game's zone.
"""

from __future__ import annotations

import datetime as dt
import functools
import math
import re
import unicodedata

from msgspec import Struct

from gm_tool.core.names import plain
from gm_tool.core.numbers import has_odd_digits
from gm_tool.core.sources import UNSEEN, Value
from gm_tool.engine.calendars import MONTHS, WEEKDAYS

Date = tuple[int, int, int]
"""Year, month and day as they are written: there may be no such date."""

SERIALS = (40_000, 60_000)
"""A bare number in a time column is a spreadsheet's serial date within these (years 2009 to 2064), else none."""

_EPOCH = dt.datetime(1899, 12, 30)
_START, _UTC_START = dt.datetime(2000, 1, 1), dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
_YEARS = range(1990, 2200)
_YEAR_FIRST = r"(?P<y>\d{4})(?P<s1>[-/.])(?P<m>\d{1,2})(?P=s1)(?P<d>\d{1,2})"
_SHORT_YEAR = r"\d{4}|\d{2}(?!\d)"  # 14.03.2021:05 isn't 21:05 in the year 20
_YEAR_LAST = rf"(?P<a>\d{{1,2}})(?P<s2>[-/.])(?P<b>\d{{1,2}})(?P=s2)(?P<y2>{_SHORT_YEAR})"
_WORD = r"[^\W\d_]+"
_NTH = r"(?:\.|st|nd|rd|th|er|[oae]|-?го)?"
_DAY_NAMED = (
    rf"(?P<d3>\d{{1,2}}){_NTH}(?:[-/ ]|(?<=\.))(?:(?:de|of) )?(?P<n3>{_WORD})\.?[-/]?,? ?"
    rf"(?:del? |of )?'?(?P<y3>{_SHORT_YEAR})(?: ?г\.?| ?года)?"
)
_NAMED_DAY = rf"(?P<n4>{_WORD})\.?[- ](?P<d4>\d{{1,2}}){_NTH},? (?P<y4>\d{{4}})"
_YEAR_NAMED = rf"(?P<y5>\d{{4}})[-/ ](?P<n5>{_WORD})\.?[-/ ](?P<d5>\d{{1,2}}){_NTH}"
_DATE = f"(?:{_YEAR_FIRST}|{_YEAR_LAST}|{_DAY_NAMED}|{_NAMED_DAY}|{_YEAR_NAMED})"
_WEEKDAY = rf"(?:(?P<weekday>{_WORD}(?:-feira)?)\.?,? )?"
_BETWEEN = r"(?:t|,? ?(?:at|um|à|a las?|às|as|в)? ?)"
_TIME = r"(?P<h>\d{1,2})[:.h](?P<min>\d{2})(?:[:.](?P<sec>\d{2})(?:[.,](?P<frac>\d{1,9}))?)?(?: ?uhr)?"
_HALF = r"(?: ?(?P<half>[ap])\.? ?m\.?)?"
_ZONE = r"(?: ?(?P<zone>z|utc|gmt)?(?: ?(?P<off>[+-]\d{1,2}(?::?\d{2})?))?)"
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


class Clock(Struct, frozen=True):
    """How the times of a sheet are read, and until when orders count.

    `zone` is the zone of times that name none; an hour that comes twice when the clocks go back is the first of
    the two, one that never comes is as much later as the clocks jump. `day_first` says what 03/04/2026 is: the
    3rd of April, or (False) the 4th of March; None where nobody has said. `due` is the deadline, with its zone,
    and `grace` how long after it orders still count. What was sent up to `opens` belongs to the step before;
    None where the sheet holds nothing but this step's.
    """

    zone: dt.tzinfo = dt.UTC
    day_first: bool | None = None
    due: dt.datetime | None = None
    grace: dt.timedelta = dt.timedelta()
    opens: dt.datetime | None = None

    def is_late(self, moment: dt.datetime) -> bool:
        """Whether a moment is after the deadline and its grace; the very moment of the deadline is in time."""
        return self.due is not None and in_utc(moment) > in_utc(self.due) + self.grace

    def is_early(self, moment: dt.datetime) -> bool:
        """Whether a moment is within the step before."""
        return self.opens is not None and moment <= self.opens

    @property
    def too_late(self) -> str:
        """Of what was sent after the deadline, and its grace: after what; "" without a deadline."""
        if self.due is None:
            return ""
        minutes = int(self.grace.total_seconds() // 60)
        grace = f" and {minutes} {'minute' if minutes == 1 else 'minutes'} of grace" if minutes else ""
        return f"sent after {self.text(self.due)}{grace}"

    def text(self, moment: dt.datetime) -> str:
        """A moment on the clock of the zone, with UTC beside it."""
        utc = in_utc(moment)
        local = self.zone.fromutc(utc.replace(tzinfo=self.zone))
        shown = local.replace(tzinfo=None, microsecond=0).isoformat(" ")
        if local.utcoffset() == dt.timedelta():
            return f"{shown} UTC"
        day = f"{utc.date().isoformat()} " if utc.date() != local.date() else ""
        return f"{shown} ({day}{utc.time().replace(microsecond=0).isoformat()} UTC)"


class Moment(Struct, frozen=True, gc=False):
    """A moment in UTC, read with the day first and with the month first: the same where that makes no difference."""

    day_first: dt.datetime
    month_first: dt.datetime

    @property
    def in_doubt(self) -> bool:
        """Whether it makes a difference which of the two is first."""
        return self.day_first is not self.month_first and self.day_first != self.month_first

    @property
    def readings(self) -> tuple[dt.datetime, dt.datetime]:
        """Both readings, that with the day first before."""
        return self.day_first, self.month_first


def read_moment(value: Value, clock: Clock) -> Moment | None:
    """The moment that a cell of a time column holds, or None: it can't be read, or it has no time of day.

    A date and time of the spreadsheet; its serial number; a text: `2026-04-03T21:30:00Z`, `03.04.2026 23:30`,
    `2026/04/03 11:30:00 PM GMT-7`, `03/04/2026 à 23:30:00`, `Fri, 3rd of April 2026, 11:30 p.m.`. With dots the day
    is first, with the year in front the month follows; only slashes and dashes are in doubt, and only where both
    numbers may be a month. A day of the week has to be that of the date.
    """
    match value:
        case dt.datetime():
            return _once(value, clock)
        case bool():
            return None
        case int() | float():
            return _serial(value, clock)
        case str():
            return _written(value, clock)
        case _:
            return None


def in_utc(moment: dt.datetime) -> dt.datetime:
    """The same moment in UTC. In a zone an hour more on the clock isn't an hour later when the clocks change."""
    return (moment.replace(tzinfo=None) - (moment.utcoffset() or dt.timedelta())).replace(tzinfo=dt.UTC)


def _once(local: dt.datetime, clock: Clock) -> Moment | None:
    moment = utc_of(local, clock.zone)
    return None if moment is None else Moment(moment, moment)


def utc_of(local: dt.datetime, zone: dt.tzinfo) -> dt.datetime | None:
    """The moment in UTC that a date and time names, on the clock of `zone` where it names no zone; None for odd years.

    By sums alone, for `replace` takes ten times as long. A sum within a zone is on its clock, and the first of two.
    """
    if local.year not in _YEARS:
        return None
    if local.tzinfo is None:
        local = _start(zone) + (local - _START)
    return _UTC_START + (local - _UTC_START)


@functools.lru_cache(100)
def _start(zone: dt.tzinfo) -> dt.datetime:
    return _START.replace(tzinfo=zone)


def _serial(number: float, clock: Clock) -> Moment | None:
    """Days since 1899-12-30, to the millisecond: a spreadsheet's fraction of a day holds no more."""
    if not math.isfinite(number) or not SERIALS[0] <= number <= SERIALS[1]:
        return None
    return _once(_EPOCH + dt.timedelta(milliseconds=round(number * 86_400_000)), clock)


def _written(text: str, clock: Clock) -> Moment | None:
    part = _parts(text)
    if part is None:
        return None
    time, offset = _time(part), _offset(part)
    if time is None or offset == "wrong":
        return None
    zone = clock.zone if isinstance(offset, str) else offset
    readings = [_at(date, time, zone) for date in _dates(part, clock)]
    valid = [reading for reading in readings if reading is not None]
    return Moment(valid[0], valid[-1]) if valid else None


def dates_in(text: str) -> tuple[str, ...]:
    """The dates that a written time may name, as they are written elsewhere: "2026-04-03", or that and "2026-03-04"."""
    part = _parts(text)
    dates = [] if part is None else _dates(part, Clock())
    return tuple(f"{year}-{month:02d}-{day:02d}" for year, month, day in dates)


def _parts(text: str) -> dict[str, str | None] | None:
    """What stands in a written time, by the names in the patterns; None where it is none."""
    if has_odd_digits(text[:80]):
        return None
    if not text.isascii():  # browsers put marks of direction around the parts of a date
        text = unicodedata.normalize("NFKC", text.translate(UNSEEN)[:80]).translate(_DASHES)
    text = text[:80]
    found = _moment().fullmatch(" ".join(text.lower().split()))
    return found.groupdict() if found else None


@functools.cache
def _moment() -> re.Pattern[str]:
    """A written time; it takes long to compile, and most sheets have none or a spreadsheet's own."""
    return re.compile(f"{_WEEKDAY}{_DATE}{_BETWEEN}{_TIME}{_HALF}{_ZONE}")


def _dates(part: dict[str, str | None], clock: Clock) -> list[Date]:
    """The dates as which a text may be read, with the day first before with the month first.

    A day of the week must be that of the date.
    """
    dates, weekday = _numbers(part, clock), part["weekday"]
    if not weekday:
        return dates
    return [date for date in dates if _falls_on(date, WEEKDAYS.get(plain(weekday), -1))]


def _numbers(part: dict[str, str | None], clock: Clock) -> list[Date]:
    if part["y"]:
        return [(int(part["y"]), int(part["m"] or 0), int(part["d"] or 0))]
    for way in "345":
        named, month, day = part[f"y{way}"], part[f"n{way}"], part[f"d{way}"]
        if named and month and day:
            return [(_year(named), MONTHS.get(plain(month), 0), int(day))]
    year, first, second = _year(part["y2"] or ""), int(part["a"] or 0), int(part["b"] or 0)
    readings = []
    if clock.day_first is not False or part["s2"] == ".":
        readings.append((year, second, first))
    if clock.day_first is not True and part["s2"] != ".":
        readings.append((year, first, second))
    return readings


def _year(digits: str) -> int:
    return int(digits) + (2000 if len(digits) == 2 else 0)


def _falls_on(date: Date, weekday: int) -> bool:
    try:
        return dt.date(*date).weekday() == weekday
    except ValueError:
        return False


def _time(part: dict[str, str | None]) -> dt.time | None:
    hour, half = int(part["h"] or 0), part["half"]
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "p" else 0)
    fraction = f"{part['frac'] or '':0<6}"[:6]
    try:
        return dt.time(hour, int(part["min"] or 0), int(part["sec"] or 0), int(fraction))
    except ValueError:
        return None


def _offset(part: dict[str, str | None]) -> dt.tzinfo | str:
    """The zone that a text names; "" where it names none, "wrong" where there is no such."""
    if part["off"] is None:
        return dt.UTC if part["zone"] else ""
    digits = part["off"][1:].replace(":", "")
    hours, minutes = (int(digits), 0) if len(digits) <= 2 else (int(digits[:-2]), int(digits[-2:]))
    if hours > 14 or minutes > 59 or part["zone"] == "z":
        return "wrong"
    span = dt.timedelta(hours=hours, minutes=minutes)
    return dt.timezone(-span if part["off"][0] == "-" else span)


def _at(date: Date, time: dt.time, zone: dt.tzinfo) -> dt.datetime | None:
    try:
        return utc_of(dt.datetime.combine(dt.date(*date), time, zone), zone)
    except ValueError:
        return None
