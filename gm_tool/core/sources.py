"""Where a value came from: cells, places, tabs.

A tab is read once, by a room that knows files, and handed on as plain values.
Everybody after that speaks of cells with an address, so that a problem can say
"sheets/round-05.xlsx, Round 5, C5".
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

UNSEEN = dict.fromkeys(
    (0x00AD, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF)
)
"""For `str.translate`: characters that take no room, as browsers and chats leave them behind, are nothing."""


class CellFault(Struct, frozen=True):
    """A cell whose value can't be known: a formula without a stored result, or an error value.

    `text` is what stands in the cell ("=1+2", "#REF!").
    """

    kind: Literal["formula", "error"]
    text: str


Value = str | int | float | bool | dt.datetime | dt.date | dt.time | dt.timedelta | CellFault | None
"""What a cell may hold. A text stays a text: no number, date or truth is guessed from it."""


class Place(Struct, frozen=True, gc=False):
    """Where something stands: a file (relative to the game folder), a tab, a cell ("C5") or a row ("5")."""

    file: str = ""
    tab: str = ""
    cell: str = ""

    @property
    def row(self) -> str:
        """The row of a cell: "5" for "C5" and for "5"."""
        return self.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

    def __str__(self) -> str:
        cell = f"row {self.cell}" if self.cell.isdecimal() else self.cell
        return ", ".join(part for part in (self.file, self.tab, cell) if part)


class Cell(Struct, frozen=True):
    """One cell: its address in its tab ("C5") and its value."""

    address: str
    value: Value

    @property
    def text(self) -> str:
        """The value as the GM would read it: `10.0` is "10", True is "TRUE", a date is ISO."""
        return text_of(self.value)

    @property
    def empty(self) -> bool:
        """Only an empty cell, or one of blanks alone, is empty: "None" and "NA" are texts."""
        return is_empty(self.value)


class Tab(Struct, frozen=True):
    """One tab of a file as plain values; rows may differ in length.

    `rows[0][0]` stands at row `first_row`, column `first_column` (1 is A) of the tab.
    `hidden_rows` and `hidden_columns` are numbers of rows and columns of the tab that hold something; `struck`
    has, by row number, the numbers of the columns whose text there is struck through, all of it or a part.
    A csv file is one tab without a title.
    """

    file: str
    title: str
    rows: tuple[tuple[Value, ...], ...]
    first_row: int = 1
    first_column: int = 1
    hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    struck: Mapping[int, tuple[int, ...]] = {}

    def cell(self, row: int, column: int) -> Cell:
        """The cell at index `row`, `column` of `rows` (from 0), whether or not the row is that long."""
        values = self.rows[row]
        value = values[column] if column < len(values) else None
        return Cell(self.address(row, column), value)

    def address(self, row: int, column: int) -> str:
        """The address ("C5") of index `row`, `column` of `rows`."""
        return f"{column_name(self.first_column + column)}{self.first_row + row}"

    def place(self, cell: str = "") -> Place:
        """The place of a cell of this tab, or of the tab itself."""
        return Place(self.file, self.title, cell)


def column_name(number: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def is_empty(value: Value) -> bool:
    """Whether nothing can be seen in a cell: no value, blanks, or characters without width (U+200B and the like)."""
    if value is None:
        return True
    if type(value) is not str or (value.isascii() and value.strip()):
        return False
    return not value.translate(UNSEEN).strip()


def text_of(value: Value) -> str:
    """A value as a person would read it in the cell."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case float() if math.isfinite(value) and value == int(value) and abs(value) < 1e15:
            return str(int(value))
        case CellFault():
            return value.text
        case dt.datetime():
            return value.isoformat(sep=" ")
        case dt.date() | dt.time():
            return value.isoformat()
        case _:
            return str(value)
