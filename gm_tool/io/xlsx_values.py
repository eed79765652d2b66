"""What stands in a cell of an xlsx file (ECMA-376 part 1, 18.3.1.4 and 18.18.11)."""

from __future__ import annotations

import datetime as dt

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import CellFault, Value, column_name
from gm_tool.io.cell_rows import MAX_CELLS, MAX_COLUMN
from gm_tool.io.numbers_stored import number_of
from gm_tool.io.xlsx_book import SharedStrings, Styles, Workbook, unescaped
from gm_tool.io.xlsx_formats import moment
from gm_tool.io.xlsx_parts import Package


class CellValues:
    """From what a workbook stores to values: with its number formats, shared texts, and where dates begin."""

    def __init__(self, package: Package, book: Workbook, styles: Styles, strings: SharedStrings) -> None:
        self._package = package
        self._since_1904 = book.since_1904
        self._shapes = {str(index): shape for index, shape in enumerate(styles.shapes())}
        self._struck_styles = styles.struck()
        self._texts, self._struck_texts = strings.texts, strings.struck
        self.may_be_empty = "" in strings.texts
        self.may_be_struck = bool(self._struck_styles or self._struck_texts)
        self._cells_left = MAX_CELLS

    def read(self, attrs: dict[str, str], raw: str | None, formula: str | None) -> Value:
        """The value of a cell by its attributes, its stored value and its formula (None where it has none).

        None for nothing, an empty text included. A formula without a stored result is a fault.
        """
        kind = attrs.get("t", "n")
        if not raw and formula is not None and (kind != "str" or raw is None):
            return CellFault("formula", f"={formula or '…'}")
        raw = raw or ""
        match kind:
            case "n":
                return self.number(raw.strip(), attrs.get("s", ""))
            case "s" if raw:
                return self.shared(raw) or None
            case "str" | "inlineStr":
                return unescaped(raw) or None
            case "b":
                return {"1": True, "true": True, "0": False, "false": False}.get(raw.strip(), raw or None)
            case "e":
                return CellFault("error", raw.strip() or "#ERROR!")
            case "d":
                return _iso(raw)
            case _:
                return raw or None

    def is_struck(self, style: str, kind: str, raw: str) -> bool:
        """Whether the text of a cell is struck through: by its style, or in a part of the shared text."""
        if style in self._struck_styles:
            return True
        return kind == "s" and bool(self._struck_texts) and self._index(raw) in self._struck_texts

    def number(self, raw: str, style: str) -> Value:
        """A number, or the moment that its cell's format shows it as."""
        number = number_of(raw)
        if isinstance(number, str):
            return number or None
        shape = self._shapes.get(style, "number")
        return number if shape == "number" else moment(number, shape, self._since_1904)

    def shared(self, raw: str) -> str:
        """The shared text of a number. Raises BadInput: file.damaged."""
        return self._texts[self._index(raw)]

    def _index(self, raw: str) -> int:
        index = raw.strip()
        if not index.isdecimal() or len(index) > 8 or int(index) >= len(self._texts):
            raise self._package.damaged(f"a cell refers to the text {index[:20]!r}, which isn't in the file")
        return int(index)

    def count(self, cells: int) -> None:
        """Counts filled cells of the workbook. Raises BadInput: file.too_big."""
        self._cells_left -= cells
        if self._cells_left < 0:
            raise self._package.too_big(f"it has more than {MAX_CELLS:,} filled cells")

    def column_number(self, letters: str) -> int:
        """The number of a column: A is 1. Raises BadInput: file.damaged."""
        if not (letters.isascii() and letters.isalpha() and len(letters) < 4):
            raise self._package.damaged(f"{letters[:20]!r} is no column of a sheet")
        number = 0
        for letter in letters.upper():
            number = number * 26 + ord(letter) - ord("A") + 1
        return self.bounded(number, MAX_COLUMN)

    def bounded(self, number: int, most: int) -> int:
        """A number of a row or column that a sheet can have. Raises BadInput: file.damaged."""
        if not 1 <= number <= most:
            raise self._package.damaged("it has cells outside of what a sheet can hold")
        return number

    def cell_twice(self, row: int, column: int) -> BadInput:
        """The exception for two cells at one place: which of them counts, nothing tells."""
        return self._package.damaged(f"the cell {column_name(column)}{row} stands in it twice")

    def row_twice(self, row: int) -> BadInput:
        """The exception for two rows of one number."""
        return self._package.damaged(f"row {row} stands in it twice")


def _iso(raw: str) -> Value:
    """A date in ISO 8601; anything else is the text that it is."""
    try:
        return dt.date.fromisoformat(raw) if len(raw) == 10 else dt.datetime.fromisoformat(raw)
    except ValueError:
        return raw or None
