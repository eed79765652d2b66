"""A tab: its properties and its cells."""

import copy
from dataclasses import dataclass, field
from typing import Any

from .a1 import Bounds
from .typed import Value, entered, is_date, shown

Json = Any


@dataclass
class Cell:
    """A cell. `pattern` and `kind` are its number format, `error` an error value as #REF!."""

    value: Value = None
    formula: str = ""
    pattern: str = ""
    kind: str = ""
    error: str = ""
    look: Json = None
    note: str = ""
    rule: Json = None

    @property
    def filled(self) -> bool:
        return self.value not in (None, "") or bool(self.error)


@dataclass
class Sheet:
    """A tab. Cells by row and column from 0."""

    props: dict[str, Any]
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    protected: list[Json] = field(default_factory=list)
    hidden_rows: dict[int, str] = field(default_factory=dict)

    @classmethod
    def new(cls, number: int, title: str, rows: int = 1000, columns: int = 26) -> "Sheet":
        grid = {"rowCount": rows, "columnCount": columns}
        return cls({"sheetId": number, "title": title, "index": 0, "sheetType": "GRID", "gridProperties": grid})

    @property
    def number(self) -> int:
        return int(self.props["sheetId"])

    @property
    def title(self) -> str:
        return str(self.props["title"])

    @property
    def grid(self) -> dict[str, int]:
        grid: dict[str, int] = self.props["gridProperties"]
        return grid

    @property
    def size(self) -> tuple[int, int]:
        return self.grid["rowCount"], self.grid["columnCount"]

    def cell(self, row: int, column: int) -> Cell:
        return self.cells.setdefault((row, column), Cell())

    def filled(self, area: Bounds) -> list[tuple[int, int]]:
        return [at for at, cell in self.cells.items() if cell.filled and _within(at, area)]

    def put(self, row: int, column: int, value: Json, typed: bool) -> None:
        """Write a value as the values API does: as it is, or as if it were typed. None leaves the cell alone."""
        if value is None:
            return
        cell = self.cell(row, column)
        cell.error, cell.formula = "", ""
        if typed and isinstance(value, str) and value.startswith("=") and len(value) > 1:
            cell.formula, cell.value, cell.error = value, "#NAME?", "#NAME?"
        elif typed:
            cell.value, pattern = entered(value)
            cell.pattern = pattern or cell.pattern
        else:
            cell.value = value
        if cell.value == "":
            cell.value = None

    def rendered(self, row: int, column: int, how: str, dates: str) -> Json:
        """A value as values.get gives it."""
        cell = self.cells.get((row, column))
        if cell is None or not cell.filled:
            return ""
        if how == "FORMULA" and cell.formula:
            return cell.formula
        if cell.error:
            return cell.error
        if how in ("UNFORMATTED_VALUE", "FORMULA"):
            as_text = is_date(cell.pattern) and dates == "FORMATTED_STRING"
            return shown(cell.value, cell.pattern) if as_text else cell.value
        return shown(cell.value, cell.pattern)

    def part(self, area: Bounds) -> Json:
        """The cells of a part of the tab, as spreadsheets.get gives them: GridData."""
        top, left, bottom, right = area
        told = {at: _cell_data(cell) for at, cell in sorted(self.cells.items()) if _within(at, area)}
        told = {at: data for at, data in told.items() if data}
        part: dict[str, Json] = {}
        if top:
            part["startRow"] = top
        if left:
            part["startColumn"] = left
        if told:
            last = max(row for row, _ in told)
            part["rowData"] = [_row_data(told, row, left) for row in range(top, last + 1)]
        part["rowMetadata"] = [self._row_properties(row) for row in range(top, bottom)]
        part["columnMetadata"] = [{"pixelSize": 100} for _ in range(left, right)]
        return part

    def cut_to_grid(self) -> None:
        rows, columns = self.size
        self.cells = {at: cell for at, cell in self.cells.items() if at[0] < rows and at[1] < columns}

    def insert_rows(self, first: int, count: int, like: int) -> None:
        """Empty rows that look like the row `like`, which is told by its number before; others move down."""
        looks = {column: cell for (row, column), cell in self.cells.items() if row == like}
        moved = {row: row + count for row in range(first, self.size[0])}
        self.cells = {(moved.get(row, row), column): cell for (row, column), cell in self.cells.items()}
        self.hidden_rows = {moved.get(row, row): how for row, how in self.hidden_rows.items()}
        self.grid["rowCount"] += count
        for row in range(first, first + count):
            for column, cell in looks.items():
                kept = Cell(pattern=cell.pattern, kind=cell.kind, look=cell.look, rule=cell.rule)
                self.cells[row, column] = copy.deepcopy(kept)

    def copied(self, number: int, title: str) -> "Sheet":
        sheet = copy.deepcopy(self)
        sheet.props.update(sheetId=number, title=title)
        return sheet

    def _row_properties(self, row: int) -> Json:
        hidden = {self.hidden_rows[row]: True} if row in self.hidden_rows else {}
        return {**hidden, "pixelSize": 21}


def _within(at: tuple[int, int], area: Bounds) -> bool:
    top, left, bottom, right = area
    return top <= at[0] < bottom and left <= at[1] < right


def _row_data(told: dict[tuple[int, int], Json], row: int, left: int) -> Json:
    columns = [column for at_row, column in told if at_row == row]
    if not columns:
        return {}
    return {"values": [told.get((row, column), {}) for column in range(left, max(columns) + 1)]}


def _cell_data(cell: Cell) -> dict[str, Json]:
    data: dict[str, Json] = {}
    if cell.filled:
        held = _extended(cell)
        data["userEnteredValue"] = {"formulaValue": cell.formula} if cell.formula else held
        data["effectiveValue"] = held
        data["formattedValue"] = cell.error or shown(cell.value, cell.pattern)
    if cell.look:
        data["userEnteredFormat"] = cell.look
    if cell.pattern or cell.kind:
        data["effectiveFormat"] = {"numberFormat": {"type": cell.kind or _kind(cell.pattern), "pattern": cell.pattern}}
    if cell.note:
        data["note"] = cell.note
    if cell.rule:
        data["dataValidation"] = cell.rule
    return data


def _extended(cell: Cell) -> Json:
    if cell.error:
        return {"errorValue": {"type": cell.error.strip("#!?/0"), "message": cell.error}}
    match cell.value:
        case bool():
            return {"boolValue": cell.value}
        case int() | float():
            return {"numberValue": cell.value}
        case _:
            return {"stringValue": cell.value}


def _kind(pattern: str) -> str:
    if is_date(pattern):
        return "DATE_TIME" if "h" in pattern else "DATE"
    return "SCIENTIFIC" if "E" in pattern else "PERCENT" if "%" in pattern else "NUMBER"
