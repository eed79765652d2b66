"""Deadlines as game.yaml tells them: times on the clock of the game's zone, and spans of time."""

from __future__ import annotations

import datetime as dt
import difflib
import functools
import pkgutil
import re

from msgspec import Struct

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})")
_MOMENT = re.compile(r"(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})")
_SPAN_PART = re.compile(r"\s*(\d{1,5})\s*(d|days?|h|hours?|m|min|minutes?)(?![a-z])")
YEARS = range(1990, 2200)
"""The years that a deadline may have: no clock and no span of time leads out of what can be reckoned."""

_LONGEST = dt.timedelta(days=366)


class Daily(Struct, frozen=True, tag=True):
    """Every day at the same time of the clock, also where the clocks change in between.

    `first` is the day of the first step's; None where nobody has said, and then it has no date of its own.
    """

    time: dt.time
    first: dt.date | None = None


class Dates(Struct, frozen=True, tag=True):
    """One moment a step, in the game's zone, each later than the one before."""

    moments: tuple[dt.datetime, ...]


class Every(Struct, frozen=True, tag=True):
    """The first moment, in the game's zone, and then always the same span of time later: 24 h are 24 h."""

    span: dt.timedelta
    first: dt.datetime


Deadlines = Daily | Dates | Every


def time_of(text: str) -> dt.time | None:
    """A time of day, "20:00", or None."""
    found = _TIME.fullmatch(text.strip())
    if not found or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    return dt.time(int(found[1]), int(found[2]))


def date_of(text: str) -> dt.date | None:
    """A date, "2026-05-01", or None."""
    found = _DATE.fullmatch(text.strip())
    if not found or int(found[1]) not in YEARS:
        return None
    try:
        return dt.date(*map(int, found.groups()))
    except ValueError:  # the 31st of April
        return None


def moment_of(text: str) -> dt.datetime | None:
    """A date and a time, "2026-05-01 20:00", without a zone; or None."""
    found = _MOMENT.fullmatch(text.strip())
    if not found or int(found[1]) not in YEARS:
        return None
    try:
        return dt.datetime(*map(int, found.groups()))  # type: ignore[arg-type]
    except ValueError:  # the 31st of April
        return None


def span_of(text: str) -> dt.timedelta | None:
    """A span of time, "24h", "10m", "1d 12h", at most a year; or None."""
    rest, span, parts = text.strip().lower(), dt.timedelta(), 0
    while found := _SPAN_PART.match(rest):
        unit = {"d": "days", "h": "hours", "m": "minutes"}[found[2][0]]
        span += dt.timedelta(**{unit: int(found[1])})
        rest, parts = rest[found.end() :], parts + 1
    return span if parts and not rest.strip() and span <= _LONGEST else None


@functools.cache
def zones() -> frozenset[str]:
    """The names of all time zones, the same on every machine: those of the tzdata package."""
    listed = pkgutil.get_data("tzdata", "zones")  # importlib.resources would take as long to load as all of game.yaml
    assert listed is not None, "Python's own loaders give data"
    return frozenset(listed.decode("ascii").split())


def near_zone(name: str) -> str:
    """The time zone that somebody may have meant, by its whole name or its city; "" where none is near.

    None is near "GMT+2": Etc/GMT+2 is two hours behind Greenwich, not ahead, as ships reckon.
    """
    if "+" in name or any(sign.isdigit() for sign in name):
        return ""
    known = sorted(zones(), reverse=True)
    by_word = {zone.rsplit("/", 1)[-1].lower(): zone for zone in known} | {zone.lower(): zone for zone in known}
    near = difflib.get_close_matches(name.strip().lower().replace(" ", "_"), by_word, 1, 0.75)
    return by_word[near[0]] if near else ""
