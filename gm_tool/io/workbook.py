"""Workbooks as bytes: texts that stay texts, a house style, and the same bytes on every machine.

The one door to openpyxl's writer. A text never becomes a formula, a number or a date; a workbook
has no clock, no compression (whose output differs between versions of zlib) and no lxml in it.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.writer.excel import ExcelWriter

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.views import Listing
from gm_tool.io.cell_styles import put_alignment, put_fill, put_font

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell
    from openpyxl.worksheet.worksheet import Worksheet

LONGEST_TEXT = 32_767
"""UTF-16 units that a cell holds."""

PIECE = LONGEST_TEXT // 2
"""UTF-16 units that surely fit, also where a text like _x0041_ has to be escaped."""

MONO = "Courier New"
HEAD_FILL, STRIPE, GREY = "1F4E79", "EEF3F8", "D9DEE3"
_DAY = dt.datetime(2000, 1, 1)
_APP = (
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    "<Application>gm</Application></Properties>"  # openpyxl would write its version here
)
_ZIP_DAY = (1980, 1, 1, 0, 0, 0)
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_BARRED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""Control characters but for tab and line feed, halves of signs, and what is no sign at all."""

_BARRED_IN_TITLES = str.maketrans(dict.fromkeys("\\/?*[]:", " "))


def new_workbook(title: str) -> Workbook:
    """A workbook without tabs."""
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    workbook.properties.creator = "gm"
    workbook.properties.title = clean(title)
    workbook.properties.created = workbook.properties.modified = _DAY
    return workbook


def new_tab(workbook: Workbook, title: str) -> Worksheet:
    """A tab at the end of the workbook, its title cut to what Excel takes, and different from the others."""
    tab: Worksheet = workbook.create_sheet(_tab_title(title, [other.title for other in workbook.worksheets]))
    tab.sheet_view.showGridLines = False
    tab.page_setup.orientation = "landscape"
    tab.page_setup.paperSize = 9  # A4
    tab.page_setup.fitToHeight = 0
    tab.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    return tab


def cell_at(tab: Worksheet, row: int, column: int) -> Cell:
    """The cell at that row and column, counted from 1; no tab here has merged cells."""
    return cast("Cell", tab.cell(row, column))


def clean(text: str) -> str:
    """A text without the characters that no workbook can hold; line breaks are line feeds."""
    return _BARRED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def put_text(cell: Cell, text: str) -> None:
    """Write a text as a text, whatever it begins with. Raises BadInput (cell.too_long) rather than cut it."""
    text = _ESCAPE.sub("_x005F_", clean(text))
    if utf16_length(text) > LONGEST_TEXT:
        message = f"A text of {len(text)} characters doesn't fit into a cell; it begins with {text[:40]!r}."
        hint = f"A cell holds {LONGEST_TEXT}: shorten the text."
        raise BadInput([Problem(code="cell.too_long", message=message, hint=hint)])
    cell.value = text
    cell.data_type = "s"
    cell.number_format = "@"
    cell.quotePrefix = text[:1] in ("=", "+", "-", "@", "\t", "'")


def put(cell: Cell, value: str | int) -> None:
    """Write a text as a text, a whole number as a number."""
    if isinstance(value, str):
        put_text(cell, value)
        put_alignment(cell, "top")
    else:
        cell.value = value
        put_alignment(cell, "top", "right")


def put_header(cell: Cell, text: str, right: bool = False) -> None:
    """Write a column's title, in the house style."""
    put_text(cell, text)
    put_font(cell, bold=True, color="FFFFFF")
    put_fill(cell, HEAD_FILL)
    put_alignment(cell, "center", "right" if right else "left", wrapped=True)


def put_title(cell: Cell, text: str, size: int = 14) -> None:
    """Write a headline."""
    put_text(cell, text)
    put_font(cell, bold=True, size=size, color=HEAD_FILL)


def put_lines(tab: Worksheet, row: int, text: str) -> int:
    """Write a text line by line in fixed width, so that boards stay boards; gives the next free row."""
    for line in clean(text).rstrip("\n").split("\n"):
        cell = cell_at(tab, row, 1)
        put_text(cell, line)
        put_font(cell, size=10, name=MONO)
        row += 1
    return row


def put_listing(tab: Worksheet, row: int, listing: Listing) -> int:
    """Write a table from that row on, numbers to the right; gives the next free row."""
    numeric = [bool(listing.rows) and not isinstance(value, str) for value in (listing.rows or ((),))[0]]
    for column, title in enumerate(listing.header, 1):
        put_header(cell_at(tab, row, column), title, right=column <= len(numeric) and numeric[column - 1])
        widen(tab, column, display_width(title) + 3)
    for number, values in enumerate(listing.rows):
        row += 1
        for column, value in enumerate(values, 1):
            cell = cell_at(tab, row, column)
            put(cell, value)
            widen(tab, column, display_width(str(value)) + 3)
            if number % 2:
                put_fill(cell, STRIPE)
    return row + 1


def widen(tab: Worksheet, column: int, width: float) -> None:
    """Give a column (1 is A) at least that width, in characters."""
    letter = get_column_letter(column)
    before = tab.column_dimensions[letter].width if letter in tab.column_dimensions else 0
    tab.column_dimensions[letter].width = max(before, width)


def display_width(text: str) -> int:
    """How many characters wide the longest line of a text is shown."""
    return max(_line_width(line) for line in clean(text).split("\n"))


def _line_width(line: str) -> int:
    if line.isascii() and line.isprintable():
        return len(line)
    from wcwidth import wcswidth  # its tables take long to load, and most sheets are all ASCII

    return max(wcswidth(line), 0)


def pieces(text: str, limit: int = PIECE) -> Iterator[str]:
    """A text in parts that fit into a cell (`limit` in UTF-16 units), cut at line ends where there are some."""
    rest = clean(text)
    while utf16_length(rest) > limit:
        fitting = rest.encode("utf-16-le")[: 2 * limit].decode("utf-16-le", errors="ignore")
        cut = fitting.rfind("\n") + 1 or len(fitting)
        yield rest[:cut]
        rest = rest[cut:]
    yield rest


def utf16_length(text: str) -> int:
    """The length of a text as Excel counts it."""
    return len(text.encode("utf-16-le")) // 2


def save_bytes(workbook: Workbook) -> bytes:
    """The xlsx file: the same workbook gives the same bytes, whenever and wherever."""
    written, result = io.BytesIO(), io.BytesIO()
    ExcelWriter(workbook, _Undated(written, "w", strict_timestamps=False)).save()
    with zipfile.ZipFile(written) as parts, zipfile.ZipFile(result, "w") as archive:
        for name in parts.namelist():
            info = zipfile.ZipInfo(name, _ZIP_DAY)
            info.create_system, info.external_attr = 0, 0
            archive.writestr(info, _APP if name == "docProps/app.xml" else parts.read(name), zipfile.ZIP_STORED)
    return result.getvalue()


class _Undated(zipfile.ZipFile):
    """An archive to which the clock is nothing: it may stand at 1970, which no archive can hold."""

    def writestr(self, zinfo_or_arcname: str | zipfile.ZipInfo, data: Any, *more: Any, **options: Any) -> None:
        """Put data under a name, of a day that any archive can hold."""
        info = zinfo_or_arcname
        if isinstance(info, str):
            info = zipfile.ZipInfo(info, _ZIP_DAY)
        super().writestr(info, data, *more, **options)


def _tab_title(title: str, taken: list[str]) -> str:
    """At most 31 characters, none of `:\\/?*[]`, no quote at the ends, no title twice (case aside)."""
    wanted = clean(title).translate(_BARRED_IN_TITLES).strip("' \n\t") or "Tab"
    lowered = {other.casefold() for other in [*taken, "History"]}  # Excel keeps History for itself
    number, ending = 1, ""
    while True:
        cut = (wanted.encode("utf-16-le")[: 2 * (31 - len(ending))]).decode("utf-16-le", errors="ignore").rstrip()
        if (cut + ending).casefold() not in lowered:
            return cut + ending
        number += 1
        ending = f" {number}"
