"""A tab of plain values as a workbook: what was read, written down again."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from gm_tool.core.numbers import MOST
from gm_tool.core.sources import CellFault, Tab, Value, text_of
from gm_tool.io import workbook as wb

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell


def tab_bytes(tab: Tab) -> bytes:
    """The bytes of an xlsx file with one tab that holds these values; texts stay texts, whatever they look like.

    A formula without a result and an error value are written as such; a number that no sheet can hold as a text.
    """
    workbook = wb.new_workbook(tab.title)
    sheet = wb.new_tab(workbook, tab.title)
    for row, values in enumerate(tab.rows, tab.first_row):
        for column, value in enumerate(values, tab.first_column):
            _put(wb.cell_at(sheet, row, column), value)
    return wb.save_bytes(workbook)


def _put(cell: Cell, value: Value) -> None:
    match value:
        case None:
            return
        case CellFault(kind="error"):
            cell.value, cell.data_type = value.text, "e"
        case CellFault():
            cell.value = value.text
        case str():
            wb.put_text(cell, value)
        case float() if not math.isfinite(value):
            wb.put_text(cell, text_of(value))
        case int() if abs(value) >= MOST:
            wb.put_text(cell, str(value))
        case _:
            cell.value = value
