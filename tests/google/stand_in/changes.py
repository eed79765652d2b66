"""spreadsheets.batchUpdate: all of its changes or none."""

import copy
import itertools
from collections.abc import Callable, Iterator

from .book import Book
from .masks import split_fields
from .refusals import Refusal, bad
from .sheet import Cell, Json, Sheet

_numbers = itertools.count(1_000_001)


def change(book: Book, body: Json) -> Json:
    """Make the changes, or put everything back and refuse."""
    before = copy.deepcopy((book.props, book.sheets))
    try:
        replies = [_one(book, number, request) for number, request in enumerate(body.get("requests") or [])]
        if not replies:
            raise bad("Must specify at least one request.")
    except Exception:
        book.props, book.sheets = before
        raise
    book.touch()
    return {"spreadsheetId": book.id, "replies": replies}


def _one(book: Book, number: int, request: Json) -> Json:
    ((kind, given),) = request.items()
    if kind not in _KINDS:
        text = f"Invalid JSON payload received. Unknown name \"{kind}\" at 'requests[{number}]': Cannot find field."
        raise bad(text)
    try:
        reply = _KINDS[kind](book, given)
    except Refusal as refusal:
        refusal.message = f"Invalid requests[{number}].{kind}: {refusal.message}"
        raise
    book.touch()
    return {} if reply is None else {kind: reply}


def _book_properties(book: Book, given: Json) -> None:
    for name in given["fields"].split(","):
        book.props[name] = given["properties"][name]


def _add_sheet(book: Book, given: Json) -> Json:
    props = copy.deepcopy(given.get("properties") or {})
    title = props.get("title") or f"Sheet{len(book.sheets) + 1}"
    if any(sheet.title.casefold() == title.casefold() for sheet in book.sheets):
        raise bad(f'A sheet with the name "{title}" already exists. Please enter another name.')
    number = props.get("sheetId") or next(_numbers)
    if any(sheet.number == number for sheet in book.sheets):
        raise bad(f"Sheet with id {number} already exists.")
    sheet = Sheet.new(number, title)
    sheet.grid.update(props.get("gridProperties", {}))
    _check_frozen(sheet)
    book.sheets.insert(props.get("index", len(book.sheets)), sheet)
    book.touch()
    return {"properties": copy.deepcopy(sheet.props)}


def _duplicate_sheet(book: Book, given: Json) -> Json:
    source = book.by_number(given["sourceSheetId"])
    title = given.get("newSheetName") or f"Copy of {source.title}"
    sheet = source.copied(given.get("newSheetId") or next(_numbers), title)
    book.sheets.insert(given.get("insertSheetIndex", 0), sheet)
    book.touch()
    return {"properties": copy.deepcopy(sheet.props)}


def _delete_sheet(book: Book, given: Json) -> None:
    sheet = book.by_number(given["sheetId"])
    if len(book.sheets) == 1:
        raise bad("You can't remove all the sheets in a document.")
    book.sheets.remove(sheet)


def _sheet_properties(book: Book, given: Json) -> None:
    props = given["properties"]
    sheet = book.by_number(props.get("sheetId", 0))
    for name in given["fields"].replace("/", ".").split(","):
        _set_property(book, sheet, props, name.strip())
    _check_frozen(sheet)
    sheet.cut_to_grid()


def _set_property(book: Book, sheet: Sheet, props: Json, name: str) -> None:
    if name == "index":
        # Moving to the right counts the place that the tab has now.
        index = props["index"] - (1 if props["index"] > sheet.props["index"] else 0)
        book.sheets.remove(sheet)
        book.sheets.insert(index, sheet)
        return
    alone = all(other.props.get("hidden") for other in book.sheets if other is not sheet)
    if name == "hidden" and props.get("hidden") and alone:
        raise bad("You can't hide all the sheets in a document.")
    source, target, (*parents, last) = props, sheet.props, name.split(".")
    for parent in parents:
        source, target = source.get(parent, {}), target.setdefault(parent, {})
    if source.get(last) in (None, False) or (source[last] == 0 and "frozen" in last):
        target.pop(last, None)
    else:
        target[last] = source[last]


def _check_frozen(sheet: Sheet) -> None:
    for frozen, count in (("frozenRowCount", "rowCount"), ("frozenColumnCount", "columnCount")):
        if sheet.grid.get(frozen, 0) >= sheet.grid[count]:
            raise bad("You can't freeze all visible rows or columns on the sheet.")


def _insert_dimension(book: Book, given: Json) -> None:
    """Rows put in: those from there on move down. New ones look like a neighbour, whose drop-downs come along."""
    place, before = given["range"], given.get("inheritFromBefore", False)
    sheet = book.by_number(place.get("sheetId", 0))
    first, count, size = place["startIndex"], place["endIndex"] - place["startIndex"], sheet.size[0]
    if place["dimension"] != "ROWS":
        raise bad("the stand-in inserts rows only")
    if first > size:
        raise bad(f"range.startIndex is larger than current grid size ({size})")
    if first == size and not before:
        raise bad(f"range.startIndex must be less than the grid size ({size}) if inheritFromBefore is false.")
    sheet.insert_rows(first, count, like=first - 1 if before else first)


def _update_cells(book: Book, given: Json) -> None:
    place = given.get("range") or given["start"]
    sheet = book.by_number(place.get("sheetId", 0))
    if "range" in given and not given.get("rows"):
        for at in [at for at in _places(sheet, place) if at in sheet.cells]:
            _set_cell(sheet.cells[at], {}, given["fields"])
        return
    top = place.get("startRowIndex", place.get("rowIndex", 0))
    left = place.get("startColumnIndex", place.get("columnIndex", 0))
    for i, row in enumerate(given.get("rows", [])):
        for j, cell in enumerate(row.get("values", [])):
            if top + i >= sheet.size[0] or left + j >= sheet.size[1]:
                raise bad("Attempting to write outside of the grid.")
            _set_cell(sheet.cell(top + i, left + j), cell, given["fields"])


def _repeat_cell(book: Book, given: Json) -> None:
    sheet = book.by_number(given["range"].get("sheetId", 0))
    for at in _places(sheet, given["range"]):
        _set_cell(sheet.cell(*at), given["cell"], given["fields"])


def _set_rule(book: Book, given: Json) -> None:
    sheet = book.by_number(given["range"].get("sheetId", 0))
    for at in _places(sheet, given["range"]):
        sheet.cell(*at).rule = copy.deepcopy(given.get("rule"))


def _places(sheet: Sheet, given: Json) -> Iterator[tuple[int, int]]:
    rows, columns = sheet.size
    last_row, last_column = (
        min(given.get("endRowIndex", rows), rows),
        min(given.get("endColumnIndex", columns), columns),
    )
    for row in range(given.get("startRowIndex", 0), last_row):
        for column in range(given.get("startColumnIndex", 0), last_column):
            yield row, column


def _set_cell(cell: Cell, given: Json, fields: str) -> None:
    for name in split_fields(fields):
        match name.split(".")[0].split("(")[0]:
            case "userEnteredValue":
                _set_value(cell, given.get("userEnteredValue") or {})
            case "userEnteredFormat":
                cell.look = copy.deepcopy(given.get("userEnteredFormat"))
                number_format = (cell.look or {}).get("numberFormat") or {}
                cell.pattern, cell.kind = number_format.get("pattern", ""), number_format.get("type", "")
            case "note":
                cell.note = given.get("note") or ""
            case "dataValidation":
                cell.rule = copy.deepcopy(given.get("dataValidation"))
            case other:
                raise bad(f"the stand-in doesn't know the field {other}")


def _set_value(cell: Cell, given: Json) -> None:
    cell.error, cell.formula, cell.value = "", "", None
    for kind, value in given.items():
        if kind == "formulaValue":
            cell.formula, cell.error, cell.value = value, "#NAME?", "#NAME?"
        else:
            cell.value = value


def _protect(book: Book, given: Json) -> Json:
    asked = copy.deepcopy(given["protectedRange"])
    sheet = book.by_number((asked.get("range") or {}).get("sheetId", 0))
    area = {key: value for key, value in asked["range"].items() if key != "sheetId" or value}
    told = {"protectedRangeId": next(_numbers), "range": area}
    told |= {key: asked[key] for key in ("description", "warningOnly") if asked.get(key)}
    editors = {key: value for key, value in (asked.get("editors") or {}).items() if value}
    told |= {"requestingUserCanEdit": True, "editors": editors}
    sheet.protected.append(told)
    return {"protectedRange": told}


def _no_trace(book: Book, given: Json) -> None:
    """Widths of columns: nothing here tells them again."""


_KINDS: dict[str, Callable[[Book, Json], Json]] = {
    "updateSpreadsheetProperties": _book_properties,
    "addSheet": _add_sheet,
    "duplicateSheet": _duplicate_sheet,
    "deleteSheet": _delete_sheet,
    "updateSheetProperties": _sheet_properties,
    "insertDimension": _insert_dimension,
    "updateCells": _update_cells,
    "repeatCell": _repeat_cell,
    "setDataValidation": _set_rule,
    "addProtectedRange": _protect,
    "updateDimensionProperties": _no_trace,
    "autoResizeDimensions": _no_trace,
}
