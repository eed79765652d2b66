"""The cells of an ods file as plain values, each at its exact address: the same as of that sheet as xlsx.

One pass over content.xml (OpenDocument 1.3 part 3, 9.1). Rows and cells that are alike stand in it once, with a
number how often: a million empty rows are one element.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable

from gm_tool.core.sources import Tab, Value
from gm_tool.io.cell_rows import MAX_CELLS, MAX_COLUMN, MAX_ROW, MAX_SLOTS, slots_of, tab_of
from gm_tool.io.file_kinds import encrypted
from gm_tool.io.ods_styles import OdfReader, OdsStyles
from gm_tool.io.ods_values import value_of
from gm_tool.io.xlsx_parts import Package

_AROUND = {
    "office:document-content",
    "office:body",
    "office:spreadsheet",
    "table:table-row-group",
    "table:table-header-rows",
    "table:table-rows",
    "table:table-column-group",
    "table:table-header-columns",
    "table:table-columns",
}
"""What may stand around rows and columns. Anything else, as changes, drawings or comments, holds no cell."""
_STYLES = ("office:automatic-styles", "office:styles", "office:font-face-decls")
_NOT_SAID = ("text:ruby-text", "text:note")
"""What stands in a paragraph and is no part of its text."""
_BLANKS = re.compile(r"[ \t\r\n]+")
_BREAK = "\r"
"""Stands for a line break of the file's own layout, which is a blank between words and nothing at the ends."""


class Encryption(OdfReader):
    """Reads META-INF/manifest.xml: `found` where a part is encrypted."""

    found = False

    def begin(self, name: str, attrs: dict[str, str]) -> None:
        """Notes the one element that matters."""
        self.found = self.found or name == "manifest:encryption-data"


class Table:
    """A tab as far as it is read: the cells with a value, by row and column number (1 is A), and what is hidden."""

    def __init__(self, title: str, style: str) -> None:
        self.title, self.style = title, style
        self.rows: dict[int, dict[int, Value]] = {}
        self.hidden_rows: set[int] = set()
        self.struck: dict[int, tuple[int, ...]] = {}
        self.next_row = 1
        self._last_columns: list[int] = []
        self._columns: list[tuple[str, bool]] = []

    def add_columns(self, count: int, style: str, hidden: bool) -> None:
        """Notes columns that are alike: the style of their cells, and whether they are hidden."""
        last = self._last_columns[-1] if self._last_columns else 0
        self._last_columns.append(last + count)
        self._columns.append((style, hidden))

    def style_of(self, column: int) -> str:
        """The style of a cell in a column that says nothing else."""
        return self._column(column)[0]

    def hidden_columns(self) -> Iterable[int]:
        """The numbers of the columns that are hidden and hold something."""
        used = sorted(set().union(*self.rows.values()))
        return [column for column in used if self._column(column)[1]]

    def _column(self, column: int) -> tuple[str, bool]:
        place = bisect_left(self._last_columns, column)
        return self._columns[place] if place < len(self._columns) else ("", False)


class TableRow:
    """One row, or several that are alike."""

    def __init__(self, count: int, style: str, hidden: bool) -> None:
        self.count, self.style, self.hidden = count, style, hidden
        self.cells: dict[int, Value] = {}
        self.struck: list[int] = []
        self.next_column = 1


class Content(OdfReader):
    """Reads content.xml: `tables` are the tabs in order."""

    def __init__(self, package: Package, styles: OdsStyles) -> None:
        self.tables: list[Table] = []
        self._package, self._styles = package, styles
        self._cells_left = MAX_CELLS
        self._table: Table | None = None
        self._row: TableRow | None = None
        self._cell: dict[str, str] | None = None
        self._paragraphs: list[list[str]] = []
        self._in_paragraph = False
        self._struck = False
        self._in_styles = False
        self._skipped = 0

    def begin(self, name: str, attrs: dict[str, str]) -> None:
        """Begins whatever holds cells, a cell, or a part of its text; all else is passed over."""
        if self._skipped:
            self._skipped += 1
        elif self._in_styles:
            self._styles.begin(name, attrs)
        elif self._cell is not None:
            self._begin_in_cell(name, attrs)
        elif self._row is not None:
            if name in ("table:table-cell", "table:covered-table-cell"):
                self._cell, self._paragraphs, self._struck = attrs, [], False
            else:
                self._skipped = 1
        elif self._table is not None:
            self._begin_in_table(self._table, name, attrs)
        elif name == "table:table":
            self._table = Table(attrs.get("table:name", ""), attrs.get("table:style-name", ""))
            self.tables.append(self._table)
        elif name in _STYLES:
            self._in_styles = True
        elif name not in _AROUND:
            self._skipped = 1

    def finish(self, name: str) -> None:
        """Ends what `begin` began."""
        if self._skipped:
            self._skipped -= 1
        elif self._in_styles:
            self._in_styles = name not in _STYLES
            self._styles.finish(name)
        elif name == "text:p":
            self._in_paragraph = False
        elif name in ("table:table-cell", "table:covered-table-cell"):
            self._end_cell()
        elif name == "table:table-row":
            self._end_row()
        elif name == "table:table":
            self._table = None

    def text(self, data: str) -> None:
        """Keeps the text of a paragraph."""
        if self._in_paragraph and not self._skipped:
            self._paragraphs[-1].append(_BLANKS.sub(_one_blank, data))

    def _begin_in_table(self, table: Table, name: str, attrs: dict[str, str]) -> None:
        hidden = attrs.get("table:visibility", "visible") != "visible"
        style = attrs.get("table:default-cell-style-name", "")
        match name:
            case "table:table-row":
                self._row = TableRow(self._repeated(attrs, "table:number-rows-repeated"), style, hidden)
            case "table:table-column":
                table.add_columns(self._repeated(attrs, "table:number-columns-repeated"), style, hidden)
            case _ if name not in _AROUND:
                self._skipped = 1

    def _begin_in_cell(self, name: str, attrs: dict[str, str]) -> None:
        """A paragraph, or what stands in one."""
        match name:
            case "text:p" if not self._in_paragraph:
                self._paragraphs.append([])
                self._in_paragraph = True
            case _ if not self._in_paragraph or not name.startswith("text:") or name in _NOT_SAID:
                self._skipped = 1
            case "text:s":
                self._paragraphs[-1].append(" " * min(self._repeated(attrs, "text:c"), 32_767))
            case "text:tab":
                self._paragraphs[-1].append("\t")
            case "text:line-break":
                self._paragraphs[-1].append("\n")
            case "text:span":
                self._struck = self._struck or self._styles.is_struck("text", attrs.get("text:style-name", ""))

    def _end_cell(self) -> None:
        table, row, cell = self._table, self._row, self._cell
        if table is None or row is None or cell is None:
            return
        self._cell = None
        first = row.next_column
        row.next_column += self._repeated(cell, "table:number-columns-repeated")
        style = cell.get("table:style-name") or row.style or table.style_of(first)
        value = value_of(cell, self._shown(), self._styles.shape_of(style))
        if value is None:
            return
        self._count((row.next_column - first) * row.count)
        if row.next_column - 1 > MAX_COLUMN:
            raise self._package.damaged("it has cells outside of what a sheet can hold")
        columns = range(first, row.next_column)
        row.cells.update(dict.fromkeys(columns, value))
        if self._struck or self._styles.is_struck("table-cell", style):
            row.struck += columns

    def _shown(self) -> str | None:
        """The text of a cell: its paragraphs, each a line."""
        if not self._paragraphs:
            return None
        return "\n".join("".join(parts).strip(_BREAK).replace(_BREAK, " ") for parts in self._paragraphs)

    def _end_row(self) -> None:
        table, row = self._table, self._row
        if table is None or row is None:
            return
        self._row = None
        first = table.next_row
        table.next_row += row.count
        if not row.cells:
            return
        if table.next_row - 1 > MAX_ROW:
            raise self._package.damaged("it has cells outside of what a sheet can hold")
        numbers = range(first, table.next_row)
        table.rows.update(dict.fromkeys(numbers, row.cells))
        if row.hidden:
            table.hidden_rows.update(numbers)
        if row.struck:
            table.struck.update(dict.fromkeys(numbers, tuple(row.struck)))

    def _repeated(self, attrs: dict[str, str], key: str) -> int:
        """How often something stands there: once, if nothing is said."""
        raw = attrs.get(key, "1")
        if not (raw.isascii() and raw.isdecimal() and len(raw) < 9):
            raise self._package.damaged(f"something stands in it {raw[:20]!r} times")
        return int(raw)

    def _count(self, cells: int) -> None:
        self._cells_left -= cells
        if self._cells_left < 0:
            raise self._package.too_big(f"it has more than {MAX_CELLS:,} filled cells")


def read_spreadsheet(package: Package) -> tuple[Tab, ...]:
    """All tabs of an ods file, in its order. Raises BadInput: file.encrypted, file.damaged, file.too_big."""
    _refuse_encrypted(package)
    styles = OdsStyles()
    if "styles.xml" in package:
        package.parse("styles.xml", styles)
    content = Content(package, styles)
    package.parse("content.xml", content)
    if sum(slots_of(table.rows) for table in content.tables) > MAX_SLOTS:
        raise package.too_big("its filled cells lie too far apart")
    return tuple(
        tab_of(
            package.label,
            table.title,
            table.rows,
            hidden=styles.hides(table.style),
            hidden_rows=table.hidden_rows,
            hidden_columns=tuple(table.hidden_columns()),
            struck=table.struck,
        )
        for table in content.tables
    )


def _refuse_encrypted(package: Package) -> None:
    if "meta-inf/manifest.xml" in package:
        encryption = Encryption()
        package.parse("META-INF/manifest.xml", encryption)
        if encryption.found:
            raise encrypted(package.label)


def _one_blank(found: re.Match[str]) -> str:
    return _BREAK if "\n" in found[0] else " "
