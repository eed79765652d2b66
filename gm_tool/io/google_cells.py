"""The cells of a Google Sheet as plain values, as a workbook's would be.

A date is a number of days since 1899-12-30 in the spreadsheet's own zone; that it is one is told
by the number format alone. A moment gets that zone, so that it can be compared with a deadline.
"""

from __future__ import annotations

import datetime as dt
import functools
import re

from gm_tool.core.sources import CellFault, Tab, Value
from gm_tool.io.google_answers import CellData, GridData, NumberFormat, TabAnswer
from gm_tool.io.xlsx_formats import DAY, LAST_DAY, Shape, shape_of

_EPOCH = dt.datetime(1899, 12, 30)
_SHAPES: dict[str, Shape] = {"DATE": "date", "TIME": "time", "DATE_TIME": "datetime"}
_LEADING_ZERO = re.compile(r"0[0-9]+")


def tab_of(sheet: TabAnswer, label: str, zone: dt.tzinfo | None) -> Tab:
    """A tab of the answer, without the empty rows and cells at its ends."""
    grid = sheet.data[0] if sheet.data else GridData()
    rows = [_trimmed([value_of(cell, zone) for cell in row.values]) for row in grid.row_data]
    while rows and not rows[-1]:
        rows.pop()
    hidden = [n for n, row in enumerate(grid.row_metadata) if row.hidden_by_user or row.hidden_by_filter]
    return Tab(
        file=label,
        title=sheet.properties.title,
        rows=tuple(rows),
        first_row=grid.start_row + 1,
        first_column=grid.start_column + 1,
        hidden=sheet.properties.hidden,
        hidden_rows=frozenset(grid.start_row + 1 + n for n in hidden if n < len(rows)),
    )


def value_of(cell: CellData, zone: dt.tzinfo | None) -> Value:
    """The value of a cell: a text, number or truth as it stands there, a date by its format, a fault.

    A number that is shown with leading zeros (007) is a name or a code, so it is the text shown.
    """
    held = cell.effective_value
    if held is None:
        return None
    if held.error_value is not None:
        waiting = held.error_value.type == "LOADING"
        return CellFault("formula" if waiting else "error", cell.formatted_value or "#ERROR!")
    if held.number_value is None:
        return held.string_value if held.bool_value is None else held.bool_value
    if _LEADING_ZERO.fullmatch(cell.formatted_value):
        return cell.formatted_value
    return moment(held.number_value, _shape(cell.effective_format.number_format), zone)


def moment(number: int | float, shape: Shape, zone: dt.tzinfo | None) -> Value:
    """What a number of days stands for under its format, to the millisecond.

    A whole day under a format without a clock is a date, part of a day under one without a day
    a time of day. What Google shows as no date (below zero, after 9999) stays a number.
    """
    if shape == "number" or not 0 <= number < LAST_DAY + 1:
        return number
    days, rest = divmod(round(number * DAY), DAY)
    span = dt.timedelta(days=days, milliseconds=rest)
    if shape == "duration":
        return span
    if shape == "time" and days == 0:
        return (_EPOCH + span).time()
    if shape == "date" and rest == 0:
        return (_EPOCH + span).date()
    return (_EPOCH + span).replace(tzinfo=zone)


@functools.lru_cache(maxsize=256)
def _shape(number_format: NumberFormat) -> Shape:
    known = _SHAPES.get(number_format.type, "number")
    if known == "number" or not number_format.pattern:
        return known
    written = shape_of(number_format.pattern)
    return known if written == "number" else written


def _trimmed(values: list[Value]) -> tuple[Value, ...]:
    while values and values[-1] is None:
        values.pop()
    return tuple(values)
