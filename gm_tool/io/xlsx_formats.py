"""Which numbers of a workbook are dates: number formats, and the serial numbers of days.

A workbook stores a date as a number of days and says only by the cell's number format that
it is one (ECMA-376 part 1, 18.8.30 and 18.17.4).
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Literal

Shape = Literal["number", "date", "time", "datetime", "duration"]

DAY = 86_400_000
"""Milliseconds in a day: the finest step that spreadsheets keep."""
LAST_DAY = 2_958_465
"""9999-12-31, after which a spreadsheet shows no date."""
_FROM_1900, _FROM_1904 = dt.datetime(1899, 12, 30), dt.datetime(1904, 1, 1)
_LITERALS = re.compile(r'"[^"]*"|\\.|_.|\*.', re.DOTALL)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)
_BRACKETS = re.compile(r"\[[^\]]*\]")
_BUILT_IN: dict[int, Shape] = {
    **dict.fromkeys((14, 15, 16, 17, *range(27, 32), 36, *range(50, 55), 57, 58), "date"),
    **dict.fromkeys((18, 19, 20, 21, 32, 33, 34, 35, 45, 47, 55, 56), "time"),
    22: "datetime",
    46: "duration",
}


def built_in_shape(number: int) -> Shape:
    """What a number is shown as under one of the formats that have a number only."""
    return _BUILT_IN.get(number, "number")


def shape_of(code: str) -> Shape:
    """What a number is shown as under a format code: "yyyy-mm-dd" is a date, "[h]:mm" a duration."""
    bare = _LITERALS.sub("", code).split(";")[0]
    if _ELAPSED.search(bare):
        return "duration"
    bare = _BRACKETS.sub("", bare).lower()
    if "general" in bare:
        return "number"
    clock = "h" in bare or "s" in bare
    day = "d" in bare or "y" in bare or ("m" in bare and not clock)
    if day:
        return "datetime" if clock else "date"
    return "time" if clock else "number"


def moment(
    serial: float, shape: Shape, since_1904: bool
) -> dt.datetime | dt.date | dt.time | dt.timedelta | int | float:
    """The date, time or duration that a number of days stands for, to the millisecond.

    A whole day under a format without a clock is a date, part of a day under one without a
    day a time of day. What no spreadsheet shows as a date (below zero, after 9999) stays a number.
    """
    if shape == "number" or not -1e6 < serial < LAST_DAY + 1:
        return serial
    days, rest = divmod(round(serial * DAY), DAY)
    if shape == "duration":
        return dt.timedelta(days=days, milliseconds=rest)
    if not 0 <= days <= LAST_DAY - 1462 * since_1904:
        return serial
    if not since_1904 and 0 < days < 60:
        days += 1  # Excel counts a 29 February 1900 that never was, so that days before it are one off
    exact = (_FROM_1904 if since_1904 else _FROM_1900) + dt.timedelta(days, 0, 0, rest)
    if shape == "time" and days == 0:
        return exact.time()
    return exact.date() if shape == "date" and rest == 0 else exact
