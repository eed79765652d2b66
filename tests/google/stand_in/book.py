"""A spreadsheet: its tabs, and reading and writing of values (spreadsheets.get, spreadsheets.values.*)."""

import itertools
import json
from typing import Any

from .a1 import Bounds, bounds, column_name, quoted, range_name, split_title, unquoted
from .masks import mask_of, masked
from .refusals import Refusal, bad
from .sheet import Json, Sheet

Area = tuple[Sheet, Bounds]
_DEFAULT_FORMAT = {"textFormat": {"fontFamily": "arial,sans,sans-serif", "fontSize": 10}}


class Book:
    """A spreadsheet. `readers` and `writers` are accounts; None: everybody."""

    def __init__(self, id: str, title: str) -> None:
        self.id = id
        self.props: dict[str, Json] = {
            "title": title,
            "locale": "en_US",
            "autoRecalc": "ON_CHANGE",
            "timeZone": "Etc/GMT",
            "defaultFormat": _DEFAULT_FORMAT,
            "spreadsheetTheme": {"primaryFontFamily": "Arial"},
        }
        self.sheets = [Sheet.new(0, "Sheet1")]
        self.readers: set[str] | None = None
        self.writers: set[str] | None = None
        self.linked = False
        self.is_excel = False
        self.permissions: list[Json] = []
        self.exported = b""

    def sheet(self, title: str) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.title == title)

    def by_number(self, number: int) -> Sheet:
        for sheet in self.sheets:
            if sheet.number == number:
                return sheet
        raise bad(f"No grid with id: {number}")

    def area(self, text: str) -> Area:
        """The tab and the bounds of a range, cut to the grid. Refuses what Google refuses."""
        title, rest = split_title(text)
        named = [sheet for sheet in self.sheets if sheet.title == (unquoted(text) if title is None else title)]
        if title is None and named:
            return named[0], (0, 0, *named[0].size)
        if title is not None and not named:
            raise bad(f"Unable to parse range: {text}")
        sheet = named[0] if named else self.sheets[0]
        rows, columns = sheet.size
        found = bounds(rest, rows, columns)
        if found is None:
            raise bad(f"Unable to parse range: {text}")
        top, left, bottom, right = found
        if top >= rows or left >= columns:
            where = f"{quoted(sheet.title)}!{rest}"
            raise bad(f"Range ({where}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
        return sheet, (top, left, min(bottom, rows), min(right, columns))

    def touch(self) -> None:
        for index, sheet in enumerate(self.sheets):
            sheet.props["index"] = index

    # spreadsheets.get
    def told(self, query: dict[str, str], ranges: list[str]) -> Json:
        mask = mask_of(query.get("fields", ""))
        with_cells = query.get("includeGridData", "").lower() == "true" or "data" in mask.get("sheets", {})
        wanted = [self.area(text) for text in ranges]
        sheets = []
        for sheet in self.sheets:
            areas = [area for other, area in wanted if other is sheet]
            if wanted and not areas:
                continue
            told: dict[str, Json] = {"properties": sheet.props}
            if with_cells:
                told["data"] = [sheet.part(area) for area in areas or [(0, 0, *sheet.size)]]
            if sheet.protected:
                told["protectedRanges"] = sheet.protected
            sheets.append(told)
        url = f"https://docs.google.com/spreadsheets/d/{self.id}/edit"
        whole = {"spreadsheetId": self.id, "properties": self.props, "sheets": sheets, "spreadsheetUrl": url}
        return masked(whole, mask)

    # spreadsheets.values.*
    def values(self, text: str, query: dict[str, str]) -> Json:
        sheet, area = self.area(text)
        how = query.get("valueRenderOption", "FORMATTED_VALUE")
        dates = query.get("dateTimeRenderOption", "SERIAL_NUMBER")
        by_columns = query.get("majorDimension") == "COLUMNS"
        used = sheet.filled(area)
        told: dict[str, Json] = {
            "range": range_name(sheet.title, area),
            "majorDimension": "COLUMNS" if by_columns else "ROWS",
        }
        if used:
            lines = _lines(used, area, by_columns)
            told["values"] = [[sheet.rendered(*at, how, dates) for at in line] for line in lines]
        return told

    def update(self, text: str, body: Json, query: dict[str, str]) -> Json:
        values = _value_rows(body)
        if query.get("valueInputOption") not in ("RAW", "USER_ENTERED"):
            raise bad("'valueInputOption' is required but not specified")
        sheet, area = self.area(text)
        area = self._fitting(sheet, area, text, values)
        typed = query["valueInputOption"] == "USER_ENTERED"
        rows, columns, count = set(), set(), 0
        for i, j, value in [(i, j, value) for i, row in enumerate(values) for j, value in enumerate(row)]:
            if isinstance(value, list | dict):
                kind = "list_value" if isinstance(value, list) else "struct_value"
                raise bad(f"Invalid data[0]: Invalid values[{i}][{j}]: {kind}")
            sheet.put(area[0] + i, area[1] + j, value, typed)
            if value is not None:
                rows.add(i)
                columns.add(j)
                count += 1
        told = {
            "spreadsheetId": self.id,
            "updatedRange": range_name(sheet.title, area),
            "updatedRows": len(rows),
            "updatedColumns": len(columns),
            "updatedCells": count,
        }
        if query.get("includeValuesInResponse", "").lower() == "true":
            told["updatedData"] = self.values(str(told["updatedRange"]), {})
        return told

    def append(self, text: str, body: Json, query: dict[str, str]) -> Json:
        sheet, area = self.area(text)
        table = _table(sheet, area)
        values = _value_rows(body)
        row, column = (table[2], table[1]) if table else area[:2]
        height, width = max(len(values), 1), max([len(line) for line in values] + [1])
        sheet.grid["rowCount"] = max(sheet.grid["rowCount"], row + len(values))
        sheet.grid["columnCount"] = max(sheet.grid["columnCount"], column + width)
        told: dict[str, Json] = {"spreadsheetId": self.id}
        if table:
            told["tableRange"] = range_name(sheet.title, table)
        target = range_name(sheet.title, (row, column, row + height, column + width))
        told["updates"] = self.update(target, {"values": values}, query)
        return told

    def clear(self, text: str) -> str:
        sheet, area = self.area(text)
        for at in sheet.filled(area):
            cell = sheet.cells[at]
            cell.value, cell.formula, cell.error = None, "", ""
        return range_name(sheet.title, area)

    def _fitting(self, sheet: Sheet, area: Bounds, text: str, values: list[list[Json]]) -> Bounds:
        """Where the values come to stand. Refuses what is wider than the range, or outside of the grid."""
        top, left, bottom, right = area
        height, width = len(values), max([len(row) for row in values], default=0)
        one_cell = (bottom - top, right - left) == (1, 1) and ":" not in text
        if not one_cell and (height > bottom - top or width > right - left):
            where = f"row [{bottom + 1}]" if height > bottom - top else f"column [{column_name(right)}]"
            inside = range_name(sheet.title, area)
            raise bad(f"Requested writing within range [{inside}], but tried writing to {where}")
        rows, columns = sheet.size
        if top + height > rows or left + width > columns:
            where = range_name(sheet.title, (top, left, top + height, left + width))
            raise bad(f"Range ({where}) exceeds grid limits. Max rows: {rows}, max columns: {columns}")
        return top, left, top + max(height, 1), left + max(width, 1)


def _lines(used: list[tuple[int, int]], area: Bounds, by_columns: bool) -> list[list[tuple[int, int]]]:
    """The cells of each row (or column) up to the last that is filled."""
    top, left = area[:2]
    lines = []
    if by_columns:
        for column in range(left, max(at[1] for at in used) + 1):
            last = max([at[0] for at in used if at[1] == column], default=top - 1)
            lines.append([(row, column) for row in range(top, last + 1)])
    else:
        for row in range(top, max(at[0] for at in used) + 1):
            last = max([at[1] for at in used if at[0] == row], default=left - 1)
            lines.append([(row, column) for column in range(left, last + 1)])
    return lines


def _value_rows(body: Json) -> list[list[Json]]:
    values: Any = body.get("values") or []
    wrong = [row for row in values if not isinstance(row, list)] if isinstance(values, list) else [values]
    if wrong:
        text = f"Invalid value at 'data.values' (type.googleapis.com/google.protobuf.ListValue), {json.dumps(wrong[0])}"
        violation = {"field": "data.values", "description": text}
        detail = {"@type": "type.googleapis.com/google.rpc.BadRequest", "fieldViolations": [violation]}
        raise Refusal(400, "INVALID_ARGUMENT", text, details=[detail])
    if body.get("majorDimension") == "COLUMNS":
        return [list(row) for row in itertools.zip_longest(*values)]
    return list(values)


def _table(sheet: Sheet, area: Bounds) -> Bounds | None:
    """The block of filled cells to which an append adds: around the last filled cell of the range."""
    within = sheet.filled(area)
    if not within:
        return None
    used = sheet.filled((0, 0, *sheet.size))
    top, left = bottom, right = max(within)
    grown = True
    while grown:
        grown = False
        for row, column in used:
            touches = top - 1 <= row <= bottom + 1 and left - 1 <= column <= right + 1
            if touches and not (top <= row <= bottom and left <= column <= right):
                top, left, bottom, right = min(top, row), min(left, column), max(bottom, row), max(right, column)
                grown = True
    return top, left, bottom + 1, right + 1
