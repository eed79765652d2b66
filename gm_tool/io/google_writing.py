"""Tabs of gm's own in a Google Sheet: one change of all of them or none, which can be repeated.

A tab is ours by its number, which is made from the game and the tab's title; Google lets the
maker choose it. So a repeated push finds its tabs again, and a tab of the GM's is never touched,
whatever it is called.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place, Tab
from gm_tool.io.google_access import Access
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_failures import Subject, UnknownOutcome
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.google_reading import UNNAMED, label_of, look_at, read_tabs

if TYPE_CHECKING:
    from gm_tool.io.google_answers import BookAnswer, TabProperties
    from gm_tool.io.google_client import SheetsClient

Written = str | int | float | bool | None
Change = dict[str, Any]
"""One request of a spreadsheets.batchUpdate."""

LONGEST_TEXT = 50_000
"""UTF-16 units that a cell holds."""
LONGEST_TITLE = 100
HEAD_FILL, HEAD_INK, STRIPE = "1F4E79", "FFFFFF", "EEF3F8"
MARK = "Written by gm: what is changed here is overwritten by the next gm push."
_CELL_FIELDS = "userEnteredValue,userEnteredFormat,note,dataValidation"
_GRID = ("rowCount", "columnCount", "frozenRowCount", "frozenColumnCount")


class TabToWrite(Struct, frozen=True, kw_only=True):
    """A tab: its rows, of which the first is the header unless it has none.

    A text is written as a text, whatever it looks like. `fixed_width` is for boards; `widths`
    are the columns', in characters.
    """

    title: str
    rows: tuple[tuple[Written, ...], ...]
    header: bool = True
    fixed_width: bool = False
    widths: tuple[int, ...] = ()


class Seen(Struct, frozen=True):
    """A spreadsheet as it was seen before a change: its tabs, and the way to what stands in them."""

    book: BookAnswer
    client: SheetsClient
    address: SheetAddress
    access: Access

    def tab(self, title: str) -> Tab:
        """All that stands in a tab: one request more."""
        [tab] = read_tabs(self.client, self.address, [title], self.book, self.access).tabs
        return tab


Changes = Callable[[Seen], list[Change]]
"""What is to be changed in a spreadsheet that looks like that."""


class Pushed(Struct, frozen=True):
    """What was written: the spreadsheet's title and address, the titles of new and of renewed tabs."""

    title: str
    url: str
    made: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()


def push(
    address: SheetAddress, tabs: Sequence[TabToWrite], owner: str, access: Access, patience: Patience = PATIENT
) -> Pushed:
    """Write the tabs: new ones at the end, those of an earlier push in their place, all of them or none.

    `owner` is the game that they belong to, for one spreadsheet may serve two. What everybody who
    may open the spreadsheet can see is written: public things only. Raises BadInput
    (google.tab_taken, google.tab_title, cell.too_long), WrongUse without an account, WorldFailed.
    """
    refuse_titles([tab.title for tab in tabs])
    cells = {tab.title: _cells_of(tab) for tab in tabs}

    def changes(seen: Seen) -> list[Change]:
        there = ours(seen.book, owner, [tab.title for tab in tabs])
        return [change for tab in tabs for change in _tab_changes(tab, cells[tab.title], owner, there.get(tab.title))]

    book = change_once(address, changes, access, patience)
    there = ours(book, owner, [tab.title for tab in tabs])
    made = tuple(tab.title for tab in tabs if tab.title not in there)
    return Pushed(book.properties.title, address.url, made, tuple(there))


def rehearse(
    address: SheetAddress, tabs: Sequence[TabToWrite], owner: str, access: Access, patience: Patience = PATIENT
) -> None:
    """Look whether `push` would write these tabs; nothing is written.

    Raises as `push` does, but not where Google refuses the change itself: whether gm may write is asked by writing.
    """
    refuse_titles([tab.title for tab in tabs])
    for tab in tabs:
        _cells_of(tab)

    def no_change(seen: Seen) -> list[Change]:
        ours(seen.book, owner, [tab.title for tab in tabs])
        return []

    change_once(address, no_change, access, patience)


def change_once(address: SheetAddress, changes: Changes, access: Access, patience: Patience) -> BookAnswer:
    """Look at a spreadsheet, make `changes(seen)` of it and send them; gives what it looked like before.

    Where no answer comes, it looks again and sends what is then to do: `changes` must see by the
    tabs' numbers what is there already. Nothing is sent where there is nothing to do.
    """
    from gm_tool.io.google_client import SheetsClient, in_words

    with in_words(Subject(UNNAMED, access, write=True)):
        client = SheetsClient(access, True, patience)
        book = look_at(client, address, access)
    subject = Subject(label_of(book.properties.title), access, write=True)
    with in_words(subject):
        todo = changes(Seen(book, client, address, access))
        try:
            _send(client, address, todo, subject)
        except UnknownOutcome:
            patience.announce("Google didn't answer; looking whether it was written.")
            seen = Seen(look_at(client, address, access), client, address, access)
            _send(client, address, changes(seen), subject)
    return book


def ours(book: BookAnswer, owner: str, titles: Sequence[str]) -> dict[str, TabProperties]:
    """Those of our tabs that are there, by the title that we gave them.

    Raises BadInput (google.tab_taken) where somebody else's tab has a title that we need.
    """
    there = {sheet.properties.sheet_id: sheet.properties for sheet in book.sheets}
    found = {title: there[own_id(owner, title)] for title in titles if own_id(owner, title) in there}
    taken = {sheet.properties.title.casefold() for sheet in book.sheets}
    problems = [_taken(title, book) for title in titles if title not in found and title.casefold() in taken]
    if problems:
        raise BadInput(problems)
    return found


def own_id(owner: str, title: str) -> int:
    """The number of our tab of that title: 31 bits of a digest, so that another's tab has it by chance almost never."""
    digest = hashlib.sha256(f"gm tab\n{owner}\n{title}".encode()).digest()
    return int.from_bytes(digest[:4]) & 0x7FFF_FFFF or 1


def cell_of(value: Written, place: Place) -> dict[str, Any]:
    """A cell with a typed value: nothing in it is read as a formula, number or date.

    Raises BadInput (cell.too_long) rather than cut a text.
    """
    match value:
        case None:
            return {}
        case bool():
            return {"userEnteredValue": {"boolValue": value}}
        case int() | float() if math.isfinite(value):
            return {"userEnteredValue": {"numberValue": value}}
    text = clean(str(value))
    if len(text.encode("utf-16-le")) // 2 > LONGEST_TEXT:
        message = f"A text of {len(text)} characters doesn't fit into a cell; it begins with {text[:40]!r}."
        raise BadInput([Problem(code="cell.too_long", message=message, place=place, hint="Shorten the text.")])
    return {"userEnteredValue": {"stringValue": text}, "userEnteredFormat": {"numberFormat": {"type": "TEXT"}}}


def clean(text: str) -> str:
    """A text without control characters and half characters; line breaks are line feeds."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="ignore")
    return "".join(sign for sign in text if sign in "\n\t" or sign.isprintable() or ord(sign) > 0x9F)


def header_cell(title: str, place: Place) -> dict[str, Any]:
    """A column's title in the house style."""
    look = {
        "backgroundColor": colour(HEAD_FILL),
        "textFormat": {"bold": True, "foregroundColor": colour(HEAD_INK)},
        "wrapStrategy": "WRAP",
        "verticalAlignment": "MIDDLE",
    }
    cell = cell_of(title, place)
    return {**cell, "userEnteredFormat": {**cell["userEnteredFormat"], **look}}


def colour(code: str) -> dict[str, float]:
    """A colour (RRGGBB) as the Sheets API has it."""
    red, green, blue = (round(int(code[n : n + 2], 16) / 255, 4) for n in (0, 2, 4))
    return {"red": red, "green": green, "blue": blue}


def new_tab(number: int, title: str, grid: Mapping[str, int]) -> Change:
    """The change that adds a tab at the end."""
    return {"addSheet": {"properties": {"sheetId": number, "title": title, "gridProperties": dict(grid)}}}


def put_cells(number: int, rows: Sequence[Sequence[Mapping[str, Any]]], row: int = 0, column: int = 0) -> Change:
    """The change that writes cells from A1 on, or from that row and column (0 is the first)."""
    values = [{"values": [dict(cell) for cell in cells]} for cells in rows]
    start = {"sheetId": number, "rowIndex": row, "columnIndex": column}
    return {"updateCells": {"start": start, "rows": values, "fields": _CELL_FIELDS}}


def insert_rows(number: int, row: int, count: int, at_end: bool) -> Change:
    """The change that makes room for rows above `row` (0 is the first); what stands there moves down.

    At the end of the grid Google wants them to look like the row before, elsewhere they look like the one after.
    """
    place = {"sheetId": number, "dimension": "ROWS", "startIndex": row, "endIndex": row + count}
    return {"insertDimension": {"range": place, "inheritFromBefore": at_end}}


def widen(number: int, column: int, characters: int) -> Change:
    """The change that gives a column (0 is A) a width."""
    place = {"sheetId": number, "dimension": "COLUMNS", "startIndex": column, "endIndex": column + 1}
    return {
        "updateDimensionProperties": {
            "range": place,
            "properties": {"pixelSize": 7 * characters + 14},
            "fields": "pixelSize",
        }
    }


def _send(client: SheetsClient, address: SheetAddress, changes: list[Change], subject: Subject) -> None:
    from gm_tool.io.google_answers import ChangeAnswer, answer

    if changes:
        answer(client.change(address, changes), ChangeAnswer, subject)


def refuse_titles(titles: Sequence[str]) -> None:
    """Titles that Google would refuse; two of the same title are a mistake of the caller."""
    problems = []
    for title in titles:
        if not title.strip() or len(title) > LONGEST_TITLE or clean(title) != title or "\n" in title:
            hint = f"A title is a line of 1 to {LONGEST_TITLE} characters."
            message = f"A tab can't be called {title[:LONGEST_TITLE]!r}."
            problems.append(Problem(code="google.tab_title", message=message, value=title[:200], hint=hint))
    if problems:
        raise BadInput(problems)
    if len({title.casefold() for title in titles}) < len(titles):
        raise ValueError(f"two tabs of the same title: {titles}")


def _taken(title: str, book: BookAnswer) -> Problem:
    label = label_of(book.properties.title)
    return Problem(
        code="google.tab_taken",
        message=f"{label} has a tab {title!r} that gm didn't make, so gm doesn't write there.",
        place=Place(label, title),
        hint="Rename that tab, then run the command again.",
    )


def _cells_of(tab: TabToWrite) -> list[list[dict[str, Any]]]:
    rows = []
    for row, values in enumerate(tab.rows):
        place = Place(tab=tab.title, cell=str(row + 1))
        if tab.header and row == 0:
            rows.append([header_cell("" if value is None else str(value), place) for value in values])
        else:
            rows.append([_styled(cell_of(value, place), tab.fixed_width) for value in values])
    return rows


def _styled(cell: dict[str, Any], fixed_width: bool) -> dict[str, Any]:
    look: dict[str, Any] = {"verticalAlignment": "TOP"}
    if fixed_width:
        look["textFormat"] = {"fontFamily": "Courier New"}
    return {**cell, "userEnteredFormat": {**cell.get("userEnteredFormat", {}), **look}} if cell else cell


def _tab_changes(
    tab: TabToWrite, cells: list[list[dict[str, Any]]], owner: str, there: TabProperties | None
) -> list[Change]:
    number = own_id(owner, tab.title)
    frozen = 1 if tab.header and cells else 0
    size = {
        "rowCount": max(len(cells), frozen + 1),  # Google doesn't freeze all rows of a tab
        "columnCount": max([len(row) for row in cells] + [1]),
        "frozenRowCount": frozen,
    }
    if there is None:
        mark = {"range": {"sheetId": number}, "description": MARK, "warningOnly": True}
        changes = [new_tab(number, tab.title, size), {"addProtectedRange": {"protectedRange": mark}}]
    else:
        changes = _emptied(number, size)
    changes.append(put_cells(number, cells))
    return changes + [widen(number, column, width) for column, width in enumerate(tab.widths)]


def _emptied(number: int, size: Mapping[str, int]) -> list[Change]:
    """Give a tab of ours its new size and take everything out of it; its title and place are as the GM left them."""
    fields = ",".join(f"gridProperties.{name}" for name in _GRID)
    resized = {"sheetId": number, "gridProperties": {"frozenColumnCount": 0, **size}}
    return [
        {"updateSheetProperties": {"properties": resized, "fields": fields}},
        {"updateCells": {"range": {"sheetId": number}, "fields": _CELL_FIELDS}},
    ]
