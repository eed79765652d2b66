"""From single cells to a tab: what the readers of workbooks share, whatever the kind of file."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gm_tool.core.sources import Tab, Value

MAX_CELLS = 3_000_000
"""Cells with a value in a workbook."""
MAX_SLOTS = 10_000_000
"""Cells, empty ones between included, in a workbook's tabs."""
MAX_ROW = 1_048_576
MAX_COLUMN = 16_384

Rows = Mapping[int, Mapping[int, Value]]
"""The cells with a value, by row and column number (1 is A)."""
_NONE_STRUCK: Mapping[int, tuple[int, ...]] = {}


def slots_of(rows: Rows) -> int:
    """How many cells the rows have from the first column to their last filled one."""
    return sum(map(max, filter(None, rows.values())))


def tab_of(
    label: str,
    title: str,
    rows: Rows,
    *,
    hidden: bool = False,
    hidden_rows: Collection[int] = (),
    hidden_columns: Collection[int] = (),
    struck: Mapping[int, tuple[int, ...]] = _NONE_STRUCK,
) -> Tab:
    """The cells as rows, from the first row and column that hold something to the last.

    Of the hidden rows and columns (numbers) those are kept that hold something; `struck` has, by
    row, the columns whose text is struck through.
    """
    filled = {number: row for number, row in rows.items() if row}
    if not filled:
        return Tab(label, title, (), hidden=hidden)
    first_row, first_column = min(filled), min(map(min, filled.values()))
    return Tab(
        label,
        title,
        _rows(filled, first_row, first_column),
        first_row,
        first_column,
        hidden,
        frozenset(number for number in hidden_rows if number in filled),
        _filled_columns(filled, hidden_columns) if hidden_columns else frozenset(),
        struck,
    )


def _rows(filled: Rows, first_row: int, first_column: int) -> tuple[tuple[Value, ...], ...]:
    """All rows from the first to the last that is filled, each up to its last filled cell."""
    rows: list[tuple[Value, ...]] = []
    for number in range(first_row, max(filled) + 1):
        cells = filled.get(number)
        rows.append(tuple(map(cells.get, range(first_column, max(cells) + 1))) if cells else ())
    return tuple(rows)


def _filled_columns(filled: Rows, columns: Collection[int]) -> frozenset[int]:
    """Those of the columns in which something stands."""
    used = set().union(*filled.values())
    return frozenset(column for column in columns if column in used)
