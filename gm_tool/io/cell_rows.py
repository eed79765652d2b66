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

Row = dict[int, Value] | tuple[Value, ...]
"""The cells of a row: those with a value by column number (1 is A), or all from A to the last with a value."""
Rows = Mapping[int, Row]
"""The rows by their numbers."""
_NONE_STRUCK: Mapping[int, tuple[int, ...]] = {}


def slots_of(rows: Rows) -> int:
    """How many cells the rows have from the first column to their last filled one."""
    return sum(_last(row) for row in rows.values() if row)


def open_row(rows: dict[int, Row], number: int) -> dict[int, Value]:
    """The cells of a row by column number, to put more into it."""
    row = rows.get(number)
    if not isinstance(row, dict):
        row = rows[number] = {column: value for column, value in enumerate(row or (), 1) if value is not None}
    return row


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
    first_row, first_column = min(filled), _first_column(filled)
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
        row = filled.get(number, ())
        if isinstance(row, dict):
            row = tuple(map(row.get, range(first_column, max(row) + 1)))
        else:
            row = row[first_column - 1 :]
        rows.append(row)
    return tuple(rows)


def _first_column(filled: Rows) -> int:
    """The first column in which something stands; in most sheets the first row tells."""
    first = MAX_COLUMN
    for row in filled.values():
        first = min(first, _first(row))
        if first == 1:
            break
    return first


def _first(row: Row) -> int:
    """The first column with a value."""
    if isinstance(row, dict):
        return min(row)
    return next(column for column, value in enumerate(row, 1) if value is not None)


def _last(row: Row) -> int:
    return max(row) if isinstance(row, dict) else len(row)


def _filled_columns(filled: Rows, columns: Collection[int]) -> frozenset[int]:
    """Those of the columns in which something stands."""
    used: set[int] = set()
    for row in filled.values():
        used.update(row if isinstance(row, dict) else (n for n, value in enumerate(row, 1) if value is not None))
    return frozenset(column for column in columns if column in used)
