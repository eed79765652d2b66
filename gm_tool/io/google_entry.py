"""The tab in which players enter their orders: drop-downs, comments, and names that stay texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.sources import Place, Tab
from gm_tool.io.google_access import Access
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.google_writing import (
    STRIPE,
    Change,
    Seen,
    cell_of,
    change_once,
    clean,
    colour,
    header_cell,
    insert_rows,
    new_tab,
    ours,
    own_id,
    put_cells,
    refuse_titles,
    widen,
)

if TYPE_CHECKING:
    from gm_tool.io.google_answers import TabProperties
    from gm_tool.io.workshop import TurnLine

GREY = "D9DEE3"
PLAYER, NOTE = "Player", "Note"
_NOTE_HELP = "Anything you want to say to the game master. It is no part of the order."
_CLOSED = "Nothing is possible here now: leave it empty."
_LISTED_NUMBERS = 30  # as in the workbooks: longer lists are slower than typing
_LONGEST_LIST = 500  # entries that Google takes
_TEXT = {"numberFormat": {"type": "TEXT"}}


class Column(Struct, frozen=True):
    """A column: its title, the comment on it ("" for none), its width in characters."""

    title: str
    comment: str = ""
    width: int = 12


class Entry(Struct, frozen=True, kw_only=True):
    """A cell: what stands in it from the beginning, and what may be entered.

    `choices` or `minimum` and `maximum` make a rule that warns and can be overruled: whether an
    order is legal is judged when the sheet is read. `text` keeps what is typed as it is typed;
    where the cell is `closed`, nothing can be entered. `message` stands beside the cell that is clicked.
    """

    value: str | None = None
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    text: bool = False
    closed: bool = False
    message: str = ""


class EntrySheet(Struct, frozen=True):
    """A tab to be filled in: its columns, and a row of as many cells for each player."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Entry, ...], ...]


class Below(Struct, frozen=True):
    """Rows that are to stand below all that is in a tab, and the columns of their cells: 0 is A, None is none."""

    rows: tuple[tuple[Entry, ...], ...]
    columns: tuple[int | None, ...]


class MadeTab(Struct, frozen=True):
    """Whether the tab is new, the address that leads to it, and the numbers of rows that it was lengthened by.

    What was there is as it was.
    """

    new: bool
    url: str
    added: tuple[int, ...] = ()


def make_sheet_tab(
    address: SheetAddress,
    sheet: EntrySheet,
    owner: str,
    access: Access,
    patience: Patience = PATIENT,
    lacking: Callable[[Tab], Below] | None = None,
) -> MadeTab:
    """Add a tab for orders, whole or not at all. One that is there may hold orders: no cell of it is changed.

    `lacking` tells which rows one that is there lacks; they are inserted below its last row, so that what
    somebody types meanwhile isn't written over. `owner` is the game that the tab belongs to. Raises BadInput
    (google.tab_taken, google.tab_title, and as `lacking` does), WrongUse without an account, WorldFailed.
    """
    refuse_titles([sheet.title])
    number = own_id(owner, sheet.title)
    added: tuple[int, ...] = ()

    def changes(seen: Seen) -> list[Change]:
        nonlocal added
        there = ours(seen.book, owner, [sheet.title]).get(sheet.title)
        if there is None:
            return sheet_changes(sheet, number)
        if lacking is None:
            return []
        tab = seen.tab(there.title)
        below, last = lacking(tab), tab.first_row - 1 + len(tab.rows)
        if not below.rows:
            return []
        added = tuple(range(last + 1, last + 1 + len(below.rows)))
        return row_changes(below, number, last, there)

    book = change_once(address, changes, access, patience)
    return MadeTab(not ours(book, owner, [sheet.title]), SheetAddress(address.id, number).url, added)


def entry_sheet(step: Step, forms: Mapping[str, Form], title: str = "") -> EntrySheet:
    """The tab of a step: a row for each player with what that player's form asks for.

    It is called after the step unless a `title` is given.

    A form made from a player's secrets shows them: give only such forms as all may see.
    """
    rows = [((player,), form) for player, form in forms.items()]
    return _entry_sheet((PLAYER,), rows, title or step.title)


def turn_entry_sheet(word: str, lines: Sequence[TurnLine], title: str) -> EntrySheet:
    """The tab of a game that goes turn by turn: a row a turn, as in the workbook; `word` is its word for a step."""
    rows = [((str(line.number or ""), line.player), line.form) for line in lines]
    return _entry_sheet((word.capitalize(), PLAYER), rows, title)


def _entry_sheet(leading: Sequence[str], rows: Sequence[tuple[Sequence[str], Form]], title: str) -> EntrySheet:
    """A tab with these titles before those of the forms; each row has the texts that stand under them."""
    fields: dict[str, Field] = {}
    for _, form in rows:
        for field in form.fields:
            fields.setdefault(field.key, field)
    titles = [
        Column(field.title, field.help, max(field.width, min(len(field.title) + 2, 14))) for field in fields.values()
    ]
    longest = [
        max([len(texts[n]) for texts, _ in rows] + [8 if name == PLAYER else 4]) + 3 for n, name in enumerate(leading)
    ]
    columns = [Column(name, "", width) for name, width in zip(leading, longest, strict=True)]
    cells = []
    for texts, form in rows:
        asked = {field.key: _entry(field) for field in form.fields}
        entries = [asked.get(key, Entry(closed=True, message="This player isn't asked for that.")) for key in fields]
        cells.append((*(Entry(value=text, text=True) for text in texts), *entries, Entry(text=True)))
    return EntrySheet(title, (*columns, *titles, Column(NOTE, _NOTE_HELP, 40)), tuple(cells))


def sheet_changes(sheet: EntrySheet, number: int) -> list[Change]:
    """The changes that make the tab."""
    header = [
        {
            **header_cell(column.title, Place(tab=sheet.title)),
            **({"note": clean(column.comment)} if column.comment else {}),
        }
        for column in sheet.columns
    ]
    rows = [[_cell(entry, sheet.title) for entry in row] for row in sheet.rows]
    size = {
        "rowCount": max(len(rows), 1) + 1,
        "columnCount": len(sheet.columns),
        "frozenRowCount": 1,
        "frozenColumnCount": min(1, len(sheet.columns) - 1),
    }
    widths = [widen(number, column, shape.width) for column, shape in enumerate(sheet.columns)]
    return [new_tab(number, sheet.title, size), put_cells(number, [header, *rows]), *widths]


def row_changes(below: Below, number: int, last: int, there: TabProperties) -> list[Change]:
    """The changes that put rows below row `last` (1 is the first) of a tab; columns that aren't theirs stay empty."""
    changes = [insert_rows(number, last, len(below.rows), at_end=last >= there.grid_properties.row_count)]
    for n, column in enumerate(below.columns):
        if column is not None:
            cells = [[_cell(row[n], there.title)] for row in below.rows]
            changes.append(put_cells(number, cells, last, column))
    return changes


def _entry(field: Field) -> Entry:
    match field.kind:
        case "text":
            return Entry(text=True)
        case "choice":
            message = f"Legal now: {', '.join(field.choices)}." if field.choices else ""
            return Entry(choices=field.choices, text=True, closed=not field.choices, message=message)
        case "number":
            return _number(field.minimum or 0, field.maximum)


def _number(least: int, most: int | None) -> Entry:
    if most is None:
        return Entry(minimum=least, message=f"A whole number from {least} up.")
    if most < least:
        return Entry(closed=True)
    message = f"A whole number from {least} to {most}." if least < most else f"Only {least} is possible here now."
    if most - least < _LISTED_NUMBERS:
        return Entry(choices=tuple(str(number) for number in range(least, most + 1)), message=message)
    return Entry(minimum=least, maximum=most, message=message)


def _cell(entry: Entry, tab: str) -> dict[str, Any]:
    cell = cell_of(entry.value, Place(tab=tab))
    look: dict[str, Any] = dict(_TEXT) if entry.text else {}
    if entry.closed:
        look["backgroundColor"] = colour(GREY)
    elif entry.value is not None:
        look |= {"backgroundColor": colour(STRIPE), "textFormat": {"bold": True}}
    if look:
        cell["userEnteredFormat"] = look
    rule = _rule(entry)
    if rule:
        cell["dataValidation"] = rule
    return cell


def _rule(entry: Entry) -> dict[str, Any] | None:
    """What Google checks while somebody types, and the message beside the cell."""
    condition = _condition(entry)
    if condition is None:
        return None
    message = clean(entry.message) or (_CLOSED if entry.closed else "")
    return {"condition": condition, "inputMessage": message, "strict": False, "showCustomUi": True}


def _condition(entry: Entry) -> dict[str, Any] | None:
    if entry.closed:
        return _of("CUSTOM_FORMULA", "=FALSE")
    # An entry that begins like a formula would be one here. It can still be typed.
    choices = [clean(choice) for choice in entry.choices if choice[:1] not in ("=", "+")][:_LONGEST_LIST]
    if choices:
        return _of("ONE_OF_LIST", *choices)
    if entry.minimum is not None and entry.maximum is not None:
        return _of("NUMBER_BETWEEN", str(entry.minimum), str(entry.maximum))
    if entry.minimum is not None:
        return _of("NUMBER_GREATER_THAN_EQ", str(entry.minimum))
    return None


def _of(kind: str, *values: str) -> dict[str, Any]:
    return {"type": kind, "values": [{"userEnteredValue": value} for value in values]}
