"""The cells of an xlsx file as plain values, each at its exact address.

One pass over the XML tells all that a GM needs to know of a cell: its value, a formula that
nobody has calculated yet, an error value, a hidden row (ECMA-376 part 1, 18.3.1). Only cells
that hold something are kept, so that a million formatted empty rows cost no memory.
"""

from __future__ import annotations

import datetime as dt
import re

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import CellFault, Tab, Value, column_name
from gm_tool.io.xlsx_book import YES, SharedStrings, Sheet, Styles, Workbook, unescaped
from gm_tool.io.xlsx_formats import Shape, moment
from gm_tool.io.xlsx_parts import Package, PartReader, Relation, local

MAX_CELLS = 3_000_000
"""Cells with a value in a workbook."""
MAX_SLOTS = 10_000_000
"""Cells, empty ones between included, in a workbook's tabs."""
MAX_ROW = 1_048_576
MAX_COLUMN = 16_384

_WHOLE = re.compile(r"[+-]?[0-9]{1,300}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_PLAIN = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"((?: s="[0-9]{1,6}")?'
    rb"(?:(?: t=\"[ns]\")?><v>[0-9.eE+-]{1,30}</v>| t=\"inlineStr\"><is><t>[ -%'-;=-~]{1,300}</t></is>))</c>"
    rb'(?=<c r="|</row>)'
)
"""A number or text that says where it stands, as nearly all programs write them; in ASCII, whatever the encoding."""
_BLANK = re.compile(
    rb'<row r="[0-9]+"(?![^<>]* hidden="(?:1|true)")[^<>]*(?:/>|(?<!/)>(?:<c r="[^<>"]*"[^<>]*/>)*</row>)'
    rb'(?=<row r="|</sheetData>)'
    rb'|<c r="[^<>"]*"[^<>]*/>(?=<c r="|</row>)'
)
"""Formatted empty rows and cells. What follows has to say itself where it stands."""


class Cells(PartReader):
    """Reads a worksheet: `rows` holds the cells with a value, by row and column number (1 is A)."""

    def __init__(
        self, package: Package, book: Workbook, shapes: list[Shape], texts: list[str], cells_left: int
    ) -> None:
        self.rows: dict[int, dict[int, Value]] = {}
        self.hidden_rows: set[int] = set()
        self.cells_left = cells_left
        self._package, self._book, self._shapes, self._texts = package, book, shapes, texts
        self._columns: dict[str, int] = {}
        self._plain_columns: dict[bytes, int] = {}
        self._plain_values: dict[bytes, Value] = {}
        self._numbered = bytearray(MAX_ROW + 1)
        self._row, self._row_digits, self._column = 0, "", 0
        self._cell: dict[str, str] | None = None
        self._value: list[str] | None = None
        self._formula: list[str] | None = None
        self._sink: list[str] | None = None
        self._phonetic = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begins a row, a cell, or a part of a cell."""
        if ":" in name:
            name = local(name)
        if name == "c":
            self._cell, self._value, self._formula = attrs, None, None
        elif name == "row":
            self._begin_row(attrs)
        elif self._cell is not None:
            if name == "v" or (name == "t" and not self._phonetic):
                self._value = self._sink = self._value or []
            elif name == "f":
                self._formula = self._sink = []
            elif name == "rPh":
                self._phonetic = True

    def end(self, name: str) -> None:
        """Ends a cell or a part of one."""
        self._sink = None
        if ":" in name:
            name = local(name)
        if name == "c" and self._cell is not None:
            self._end_cell(self._cell)
            self._cell = None
        elif name == "rPh":
            self._phonetic = False

    def text(self, data: str) -> None:
        """Keeps the text of a value or formula."""
        if self._sink is not None:
            self._sink.append(data)

    def take_plain(self, piece: bytes) -> bytes:
        """Reads the cells of a piece of XML that need no parser; returns what does.

        A sheet is nearly all such cells, and a parser takes three times as long for them.
        """
        values, columns = self._plain_values, self._plain_columns
        row: dict[int, Value] = {}
        row_digits = b""
        piece = _BLANK.sub(b"", piece)  # first: rows whose cells are all read here still have to say their number
        found = _PLAIN.findall(piece)
        for letters, digits, content in found:
            if digits != row_digits:
                row_digits = digits
                row = self.rows.setdefault(self._bounded(int(digits), MAX_ROW), {})
            if letters not in columns:
                columns[letters] = self._column_number(letters.decode())
            if content not in values:
                values[content] = self._plain_value(content)
            value = values[content]
            if value is not None:
                column = columns[letters]
                if column in row:
                    raise self._twice(int(digits), column)
                row[column] = value
        self._count(len(found))
        return _PLAIN.sub(b"", piece) if found else piece

    def _begin_row(self, attrs: dict[str, str]) -> None:
        number = attrs.get("r")
        if number is None:
            self._go_to_row(self._row + 1)
        else:
            self._go_to_numbered_row(number)
        self._column = 0
        if attrs.get("hidden") in YES:
            self.hidden_rows.add(self._row)

    def _go_to_numbered_row(self, number: str) -> None:
        """Goes to a row that says its number; which of two with the same number counts, nothing tells."""
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise self._package.damaged(f"a row has the number {number[:20]!r}")
        self._go_to_row(int(number))
        if self._numbered[self._row]:
            raise self._package.damaged(f"row {self._row} stands in it twice")
        self._numbered[self._row] = True

    def _go_to_row(self, number: int) -> None:
        self._row = self._bounded(number, MAX_ROW)
        self._row_digits = str(number)

    def _end_cell(self, attrs: dict[str, str]) -> None:
        address = attrs.get("r")
        self._column = self._column_of(address) if address else self._column + 1
        if self._value is None and self._formula is None:
            return
        value = self._read(attrs)
        if value is not None:
            self._keep(self._row, self._bounded(self._column, MAX_COLUMN), value)

    def _keep(self, row: int, column: int, value: Value) -> None:
        self._count(1)
        cells = self.rows.setdefault(row, {})
        if column in cells:
            raise self._twice(row, column)
        cells[column] = value

    def _twice(self, row: int, column: int) -> BadInput:
        return self._package.damaged(f"the cell {column_name(column)}{row} stands in it twice")

    def _count(self, cells: int) -> None:
        self.cells_left -= cells
        if self.cells_left < 0:
            raise self._package.too_big(f"it has more than {MAX_CELLS:,} filled cells")

    def _plain_value(self, content: bytes) -> Value:
        """The value of a plain cell, given as what follows its address: ` s="1" t="s"><v>5</v>`."""
        marks, _, body = content.decode().partition(">")
        if marks.endswith('"inlineStr"'):
            return unescaped(body.removeprefix("<is><t>").removesuffix("</t></is>"))
        raw = body.removeprefix("<v>").removesuffix("</v>")
        if marks.endswith('t="s"'):
            return self._shared(raw) or None
        return self._number(raw, marks.partition('s="')[2].partition('"')[0])

    def _column_of(self, address: str) -> int:
        """The column number of an address. Where its row isn't the one it stands in, the address holds."""
        letters = address.rstrip("0123456789")
        digits = address[len(letters) :]
        if digits != self._row_digits:
            self._go_to_row(int(digits) if 0 < len(digits) < 9 else 0)
        return self._column_number(letters)

    def _column_number(self, letters: str) -> int:
        if letters not in self._columns:
            if not (letters.isascii() and letters.isalpha() and len(letters) < 4):
                raise self._package.damaged(f"{letters[:20]!r} is no column of a sheet")
            number = 0
            for letter in letters.upper():
                number = number * 26 + ord(letter) - ord("A") + 1
            self._columns[letters] = self._bounded(number, MAX_COLUMN)
        return self._columns[letters]

    def _bounded(self, number: int, most: int) -> int:
        if not 1 <= number <= most:
            raise self._package.damaged("it has cells outside of what a sheet can hold")
        return number

    def _read(self, attrs: dict[str, str]) -> Value:
        """What stands in the cell; None for nothing, an empty text included."""
        kind = attrs.get("t", "n")
        raw = "".join(self._value or ())
        if not raw and self._formula is not None and (kind != "str" or self._value is None):
            return CellFault("formula", f"={''.join(self._formula) or '…'}")
        match kind:
            case "n":
                return self._number(raw.strip(), attrs.get("s", ""))
            case "s" if raw:
                return self._shared(raw) or None
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

    def _shared(self, raw: str) -> str:
        index = raw.strip()
        if not index.isdecimal() or len(index) > 8 or int(index) >= len(self._texts):
            raise self._package.damaged(f"a cell in row {self._row} refers to a text that isn't in the file")
        return self._texts[int(index)]

    def _number(self, raw: str, style: str) -> Value:
        number = number_of(raw)
        if isinstance(number, str) or not style.isdecimal() or len(style) > 8 or int(style) >= len(self._shapes):
            return number or None if isinstance(number, str) else number
        return moment(number, self._shapes[int(style)], self._book.since_1904)


def read_workbook(data: bytes, label: str) -> tuple[Tab, ...]:
    """All tabs of an xlsx file, in its order, without chart sheets; `label` is the file's name for the GM.

    Raises BadInput: file.truncated, file.encrypted, file.damaged, file.too_big, or what other zip it is.
    """
    package = Package(data, label)
    main = _main_part(package)
    book, relations = Workbook(), package.relations(main)
    package.parse(main, book)
    styles, strings = Styles(), SharedStrings()
    for relation in relations.values():
        if relation.kind == "styles" and relation.target in package:
            package.parse(relation.target, styles)
        elif relation.kind == "sharedStrings" and relation.target in package:
            package.parse(relation.target, strings)
    shapes, tabs = styles.shapes(), []
    cells_left, slots_left = MAX_CELLS, MAX_SLOTS
    for sheet in book.sheets:
        relation = _relation_of(sheet, relations, package)
        if relation.kind != "worksheet":
            continue
        cells = Cells(package, book, shapes, strings.texts, cells_left)
        package.parse(relation.target, cells, cells.take_plain)
        cells_left = cells.cells_left
        slots_left -= sum(max(row, default=0) for row in cells.rows.values())
        if slots_left < 0:
            raise package.too_big("its filled cells lie too far apart")
        tabs.append(_tab(label, sheet, cells))
    return tuple(tabs)


def number_of(raw: str) -> int | float | str:
    """A stored number: whole ones keep all their digits; what is no number, or too large for one, stays a text."""
    if _WHOLE.fullmatch(raw):
        return int(raw)
    if _NUMBER.fullmatch(raw):
        number = float(raw)
        return raw if number in (float("inf"), float("-inf")) else number
    return raw


def _iso(raw: str) -> Value:
    """A date in ISO 8601; anything else is the text that it is."""
    try:
        return dt.date.fromisoformat(raw) if len(raw) == 10 else dt.datetime.fromisoformat(raw)
    except ValueError:
        return raw or None


def _main_part(package: Package) -> str:
    for relation in package.relations("").values():
        if relation.kind == "officeDocument":
            return relation.target
    raise package.damaged("nothing in it says where the workbook is")


def _relation_of(sheet: Sheet, relations: dict[str, Relation], package: Package) -> Relation:
    if sheet.relation not in relations:
        raise package.damaged(f"the tab {sheet.title!r} is listed but not there")
    return relations[sheet.relation]


def _tab(label: str, sheet: Sheet, cells: Cells) -> Tab:
    """The cells as rows, from the first row and column that hold something to the last."""
    filled = {number: row for number, row in cells.rows.items() if row}
    if not filled:
        return Tab(label, sheet.title, (), hidden=sheet.hidden)
    first_row, first_column = min(filled), min(map(min, filled.values()))
    rows = tuple(_row(filled.get(number), first_column) for number in range(first_row, max(filled) + 1))
    hidden_rows = frozenset(cells.hidden_rows & filled.keys())
    return Tab(label, sheet.title, rows, first_row, first_column, sheet.hidden, hidden_rows)


def _row(cells: dict[int, Value] | None, first_column: int) -> tuple[Value, ...]:
    return tuple(cells.get(column) for column in range(first_column, max(cells) + 1)) if cells else ()
