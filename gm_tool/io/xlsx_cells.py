"""The cells of an xlsx file as plain values, each at its exact address.

One pass over the XML tells all that a GM needs to know of a cell: its value, a formula that
nobody has calculated yet, an error value, a hidden row (ECMA-376 part 1, 18.3.1). Only cells
that hold something are kept, so that a million formatted empty rows cost no memory.
"""

from __future__ import annotations

from gm_tool.core.sources import Tab, Value
from gm_tool.io.cell_rows import MAX_COLUMN, MAX_ROW, MAX_SLOTS, Row, open_row, slots_of, tab_of
from gm_tool.io.xlsx_book import YES, SharedStrings, Sheet, Styles, Workbook, says_yes
from gm_tool.io.xlsx_parts import Package, PartReader, Relation, local
from gm_tool.io.xlsx_plain import PlainCells
from gm_tool.io.xlsx_values import CellValues


class Cells(PartReader):
    """Reads a worksheet: `rows` holds the rows with a value by number.

    `struck` has, by row, the columns whose text is struck through.
    """

    def __init__(self, package: Package, values: CellValues) -> None:
        self.rows: dict[int, Row] = {}
        self.hidden_rows: set[int] = set()
        self.hidden_columns: set[int] = set()
        self.struck: dict[int, list[int]] = {}
        self.plain = PlainCells(values, self.rows, self.struck)
        self._package, self._values = package, values
        self._columns: dict[str, int] = {}
        self._row, self._row_digits, self._column = 0, "", 0
        self._cell: dict[str, str] | None = None
        self._value: list[str] | None = None
        self._formula: list[str] | None = None
        self._sink: list[str] | None = None
        self._phonetic = False
        self._struck_run = False

    def start(self, name: str, attrs: dict[str, str]) -> None:
        """Begins a row, a cell, or a part of a cell."""
        if ":" in name:
            name = local(name)
        if name == "c":
            self._cell, self._value, self._formula, self._struck_run = attrs, None, None, False
        elif name == "row":
            self._begin_row(attrs)
        elif self._cell is not None:
            self._begin_part(name, attrs)
        elif name == "col" and attrs.get("hidden") in YES:
            self._hide_columns(attrs.get("min", ""), attrs.get("max", ""))

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

    def _begin_part(self, name: str, attrs: dict[str, str]) -> None:
        if name == "v" or (name == "t" and not self._phonetic):
            self._value = self._sink = self._value or []
        elif name == "f":
            self._formula = self._sink = []
        elif name == "rPh":
            self._phonetic = True
        elif name == "strike" and says_yes(attrs):
            self._struck_run = True

    def _hide_columns(self, first: str, last: str) -> None:
        if first.isdecimal() and last.isdecimal() and len(first) < 9 and len(last) < 9:
            self.hidden_columns.update(range(int(first), min(int(last), MAX_COLUMN) + 1))

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
        if not (number.isascii() and number.isdecimal() and len(number) < 9):
            raise self._package.damaged(f"a row has the number {number[:20]!r}")
        self._go_to_row(int(number))
        self.plain.meet(self._row)

    def _go_to_row(self, number: int) -> None:
        self._row = self._values.bounded(number, MAX_ROW)
        self._row_digits = str(number)

    def _end_cell(self, attrs: dict[str, str]) -> None:
        address = attrs.get("r")
        self._column = self._column + 1 if address is None else self._column_of(address)
        raw = None if self._value is None else "".join(self._value)
        value = self._values.read(attrs, raw, None if self._formula is None else "".join(self._formula))
        if value is None:
            return
        self._keep(self._row, self._values.bounded(self._column, MAX_COLUMN), value)
        if self._struck_run or self._values.is_struck(attrs.get("s", ""), attrs.get("t", ""), raw or ""):
            self.struck.setdefault(self._row, []).append(self._column)

    def _keep(self, row: int, column: int, value: Value) -> None:
        self._values.count(1)
        cells = open_row(self.rows, row)
        if column in cells:
            raise self._values.cell_twice(row, column)
        cells[column] = value

    def _column_of(self, address: str) -> int:
        """The column number of an address. Where its row isn't the one it stands in, the address holds."""
        letters = address.rstrip("0123456789")
        digits = address[len(letters) :]
        if digits != self._row_digits:
            self._go_to_row(int(digits) if 0 < len(digits) < 9 else 0)
        if letters not in self._columns:
            self._columns[letters] = self._values.column_number(letters)
        return self._columns[letters]


def read_workbook(package: Package) -> tuple[Tab, ...]:
    """All tabs of an xlsx file, in its order, without chart sheets. Raises BadInput: file.damaged, file.too_big."""
    main = _main_part(package)
    book, relations = Workbook(), package.relations(main)
    package.parse(main, book)
    styles, strings = Styles(), SharedStrings()
    for relation in relations.values():
        if relation.kind == "styles" and relation.target in package:
            package.parse(relation.target, styles)
        elif relation.kind == "sharedStrings" and relation.target in package:
            package.parse(relation.target, strings)
    values, tabs, slots_left = CellValues(package, book, styles, strings), [], MAX_SLOTS
    for sheet in book.sheets:
        relation = _relation_of(sheet, relations, package)
        if relation.kind != "worksheet":
            continue
        cells = Cells(package, values)
        package.parse(relation.target, cells, cells.plain.take)
        slots_left -= slots_of(cells.rows)
        if slots_left < 0:
            raise package.too_big("its filled cells lie too far apart")
        tabs.append(_tab(package.label, sheet, cells))
    return tuple(tabs)


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
    return tab_of(
        label,
        sheet.title,
        cells.rows,
        hidden=sheet.hidden,
        hidden_rows=cells.hidden_rows,
        hidden_columns=cells.hidden_columns,
        struck={row: tuple(sorted(columns)) for row, columns in cells.struck.items()},
    )
