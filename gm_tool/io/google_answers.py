"""Google's answers as records: of spreadsheets.get only what is read here (Sheets API v4).

Of the small ones there may be a million; `gc=False` spares them the search for cycles, which they can't be in.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec import Struct

from gm_tool.io.google_failures import Subject

T = TypeVar("T")


class ErrorValue(Struct, frozen=True, gc=False):
    """An error in a cell, as #REF!."""

    type: str = ""


class ExtendedValue(Struct, frozen=True, gc=False, rename="camel"):
    """What a cell holds; at most one of the four is set."""

    number_value: int | float | None = None
    string_value: str | None = None
    bool_value: bool | None = None
    error_value: ErrorValue | None = None


class NumberFormat(Struct, frozen=True, gc=False):
    """How a number is shown: a type as DATE_TIME, a pattern as `yyyy-mm-dd`."""

    type: str = ""
    pattern: str = ""


NO_FORMAT = NumberFormat()


class CellFormat(Struct, frozen=True, gc=False, rename="camel"):
    """The format of a cell."""

    number_format: NumberFormat = NO_FORMAT


PLAIN = CellFormat()


class CellData(Struct, frozen=True, gc=False, rename="camel"):
    """A cell: its value, the text that is shown, its format."""

    effective_value: ExtendedValue | None = None
    formatted_value: str = ""
    effective_format: CellFormat = PLAIN


class RowData(Struct, frozen=True, gc=False):
    """A row, without the empty cells at its end."""

    values: tuple[CellData, ...] = ()


class RowProperties(Struct, frozen=True, gc=False, rename="camel"):
    """Whether a row is hidden."""

    hidden_by_user: bool = False
    hidden_by_filter: bool = False


class GridData(Struct, frozen=True, rename="camel"):
    """A part of a tab, from `start_row`, `start_column` (0 is the first) on."""

    start_row: int = 0
    start_column: int = 0
    row_data: tuple[RowData, ...] = ()
    row_metadata: tuple[RowProperties, ...] = ()


class GridProperties(Struct, frozen=True, rename="camel"):
    """The size of a tab."""

    row_count: int = 0
    column_count: int = 0


NO_GRID = GridProperties()


class TabProperties(Struct, frozen=True, rename="camel"):
    """A tab: its number, its title, whether it is a grid of cells and whether it is hidden."""

    sheet_id: int = 0
    title: str = ""
    sheet_type: str = "GRID"
    hidden: bool = False
    grid_properties: GridProperties = NO_GRID


class TabAnswer(Struct, frozen=True):
    """A tab, and of its cells the ranges asked for."""

    properties: TabProperties
    data: tuple[GridData, ...] = ()


class BookProperties(Struct, frozen=True, rename="camel"):
    """A spreadsheet's title and the zone of its dates."""

    title: str = ""
    time_zone: str = ""


class BookAnswer(Struct, frozen=True):
    """A spreadsheet."""

    properties: BookProperties
    sheets: tuple[TabAnswer, ...] = ()


class ChangeAnswer(Struct, frozen=True, rename="camel"):
    """What says that a change was made: the id of the spreadsheet."""

    spreadsheet_id: str


def answer(data: bytes, kind: type[T], subject: Subject) -> T:
    """An answer as a record of that kind. Raises WorldFailed for anything that isn't Google's."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError as error:
        hint = "Open any page in the browser: a guest network may ask you to sign in first."
        raise subject.failed("Something that isn't Google Sheets answered in its place.", hint) from error
