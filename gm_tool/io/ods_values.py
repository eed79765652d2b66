"""What stands in a cell of an ods file, as the same cell of an xlsx file would be read.

OpenDocument 1.3 part 3: 19.385 (office:value-type) and what belongs to it.
"""

from __future__ import annotations

import datetime as dt
import re

from gm_tool.core.sources import CellFault, Value
from gm_tool.io.numbers_stored import number_of
from gm_tool.io.xlsx_formats import DAY, Shape, moment

_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:[.,](\d{1,12}))?)?Z?", re.ASCII)
_TIME = re.compile(r"(-?)P(?:(\d{1,7})D)?T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})(?:[.,](\d{1,12}))?S)?", re.ASCII)
_REFERENCE = re.compile(r"\[([^\[\]]*)\]")
_ERRORS = ("#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!")
_ERROR = re.compile(rf"{'|'.join(map(re.escape, _ERRORS))}|Err:\d{{3}}", re.ASCII)


def value_of(attrs: dict[str, str], text: str | None, shape: Shape) -> Value:
    """The value of a cell; None for nothing, an empty text included.

    `attrs` are the cell's attributes by their usual names, `text` what it shows (None: no text at all), `shape`
    what its style shows a number as. Dates, times and durations are to the millisecond.
    """
    kind, formula = attrs.get("office:value-type", ""), attrs.get("table:formula", "")
    if attrs.get("calcext:value-type") == "error" or (formula and _ERROR.fullmatch(text or "")):
        return CellFault("error", text or "#ERROR!")
    raw = attrs.get(_WHERE.get(kind, ""), "")
    if formula and not raw and text is None:
        return CellFault("formula", formula_of(formula))
    match kind:
        case "float" | "currency" | "percentage" if raw:
            return _number(raw, shape, text or "" if formula and kind == "float" else "")
        case "date" if raw:
            return _date(raw, shape)
        case "time" if raw:
            return _time(raw, shape)
        case "boolean" if raw:
            return {"true": True, "false": False}.get(raw, raw)
        case _:
            return raw or text or None


_WHERE = {
    "float": "office:value",
    "currency": "office:value",
    "percentage": "office:value",
    "date": "office:date-value",
    "time": "office:time-value",
    "boolean": "office:boolean-value",
    "string": "office:string-value",
}
"""Which attribute has the value of each kind."""


def formula_of(stored: str) -> str:
    """A formula as a spreadsheet program shows it: `of:=SUM([.D4:.D5])` is "=SUM(D4:D5)"."""
    found = _REFERENCE.sub(lambda cells: cells[1].replace(":.", ":").removeprefix("."), stored.partition("=")[2])
    return f"={found or '…'}"


def _number(raw: str, shape: Shape, shown: str) -> Value:
    """A number. A formula's truth is stored as the number 1 or 0 and shown as a word."""
    number = number_of(raw.strip())
    if isinstance(number, str):
        return number or None
    if number in (0, 1) and shown.isalpha():
        return number == 1
    return moment(number, shape, False)


def _date(raw: str, shape: Shape) -> Value:
    """A date, or a moment where the file or the cell's style has a clock; what is no such date is a text."""
    found = _DATE.fullmatch(raw)
    if not found:
        return raw
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    try:
        exact = dt.datetime(year, month, day, hour, minute, second)
        exact += dt.timedelta(milliseconds=_milliseconds(found[7]))
    except (ValueError, OverflowError):
        return raw
    with_clock = shape in ("datetime", "time") or (shape == "number" and found[4])
    return exact if with_clock or exact.time() != dt.time() else exact.date()


def _time(raw: str, shape: Shape) -> Value:
    """A time of day or a duration, as the cell's style shows it."""
    found = _TIME.fullmatch(raw)
    if not found:
        return raw
    days, hours, minutes, seconds = (int(part or 0) for part in found.groups()[1:5])
    total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + _milliseconds(found[6])
    return moment((-total if found[1] else total) / DAY, "time" if shape == "number" else shape, False)


def _milliseconds(digits: str | None) -> int:
    """Digits behind the point of a second."""
    return round(float(f"0.{digits or 0}") * 1000)
