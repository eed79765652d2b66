"""From a Google Sheet to its tabs: two requests with an account, one download with a link."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from gm_tool.core.names import any_of, near_titles
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place, Tab, column_name
from gm_tool.io.google_access import Access
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_failures import Subject, private
from gm_tool.io.google_patience import PATIENT, Patience

if TYPE_CHECKING:
    from gm_tool.io.google_answers import BookAnswer, TabProperties
    from gm_tool.io.google_client import SheetsClient

UNNAMED = "The Google Sheet"
_MARK = " (Google Sheet)"
_PROPERTIES = "properties(title,timeZone),sheets.properties(sheetId,title,sheetType,hidden,gridProperties)"
_CELLS = "rowData.values(effectiveValue,formattedValue,effectiveFormat.numberFormat)"
_ROWS = "rowMetadata(hiddenByUser,hiddenByFilter)"


class Pulled(Struct, frozen=True):
    """What was read: the tabs, and a digest of them that tells whether they changed since.

    `title` is the spreadsheet's. `zone` is the zone that its dates are in, "" where it isn't known:
    then the moments in it have none.
    """

    tabs: tuple[Tab, ...]
    digest: str
    title: str
    zone: str = ""


def read_spreadsheet(
    address: SheetAddress, wanted: Sequence[str] | None, access: Access, patience: Patience = PATIENT
) -> Pulled:
    """The tabs of those titles, or all of them, with their hidden rows and tabs marked; nothing is changed.

    With an account it takes two requests; with `LINK` the whole spreadsheet is downloaded as
    anybody with the link may. Raises WorldFailed where Google or the network says no, BadInput
    (tab.missing) for a title that isn't there.
    """
    if access.kind == "link":
        return _by_link(address, wanted, access, patience)
    from gm_tool.io.google_client import SheetsClient, in_words

    with in_words(Subject(UNNAMED, access)):
        client = SheetsClient(access, False, patience)
        book = look_at(client, address, access)
    label = label_of(book.properties.title)
    with in_words(Subject(label, access)):
        return read_tabs(client, address, wanted, book, access)


def look_at(client: SheetsClient, address: SheetAddress, access: Access) -> BookAnswer:
    """A spreadsheet's title and tabs, without their cells: one request."""
    from gm_tool.io.google_answers import BookAnswer, answer

    return answer(client.get(address, {"fields": _PROPERTIES}), BookAnswer, Subject(UNNAMED, access))


def label_of(title: str) -> str:
    """How messages call the spreadsheet, in the place of a file's name."""
    return f"{title}{_MARK}" if title else UNNAMED


def is_label(text: str) -> bool:
    """Whether a text is how messages call a spreadsheet."""
    return text == UNNAMED or text.endswith(_MARK)


def digest_of_tabs(tabs: Iterable[Tab]) -> str:
    """SHA-256, in hex, of all that the tabs hold; not of the spreadsheet's name, which may change."""
    held = [(tab.title, tab.first_row, tab.first_column, tab.hidden, tab.hidden_rows, tab.rows) for tab in tabs]
    return hashlib.sha256(msgspec.json.encode(held, order="deterministic")).hexdigest()


def read_tabs(
    client: SheetsClient, address: SheetAddress, wanted: Sequence[str] | None, book: BookAnswer, access: Access
) -> Pulled:
    """The tabs of those titles, or all of them, of a spreadsheet that was looked at: one request.

    Raises BadInput (tab.missing), and what the client raises.
    """
    from gm_tool.io.google_answers import BookAnswer, answer
    from gm_tool.io.google_cells import tab_of

    title, label = book.properties.title, label_of(book.properties.title)
    grids = [sheet.properties for sheet in book.sheets if sheet.properties.sheet_type == "GRID"]
    titles = _chosen([grid.title for grid in grids], wanted, label)
    ranges = [_range(grid) for grid in grids if grid.title in titles]
    zone = _zone(book.properties.time_zone)
    tabs: tuple[Tab, ...] = ()
    if ranges:
        fields = (
            f"properties(title,timeZone),sheets(properties(title,hidden),data(startRow,startColumn,{_CELLS},{_ROWS}))"
        )
        read = answer(client.get(address, {"ranges": ranges, "fields": fields}), BookAnswer, Subject(label, access))
        zone = _zone(read.properties.time_zone)
        tabs = tuple(tab_of(sheet, label, zone) for sheet in read.sheets)
    return Pulled(tabs, digest_of_tabs(tabs), title, str(zone or ""))


def _by_link(address: SheetAddress, wanted: Sequence[str] | None, access: Access, patience: Patience) -> Pulled:
    from gm_tool.io.file_kinds import ZIP_HEADS
    from gm_tool.io.google_client import download, in_words
    from gm_tool.io.reading import MAX_BYTES, tabs_of

    subject = Subject(UNNAMED, access)
    with in_words(subject):
        data, headers = download(f"https://docs.google.com/spreadsheets/d/{address.id}/export?format=xlsx", patience)
    if not data.startswith(ZIP_HEADS):
        raise private(subject)
    if len(data) > MAX_BYTES:
        raise subject.failed(
            f"The spreadsheet has more than {MAX_BYTES // 10**6} MB.", "Copy what matters to a new one."
        )
    title = _file_title(headers)
    tabs = tabs_of(data, label_of(title))
    titles = _chosen([tab.title for tab in tabs], wanted, label_of(title))
    tabs = tuple(tab for tab in tabs if tab.title in titles)
    return Pulled(tabs, digest_of_tabs(tabs), title)


def _chosen(titles: Sequence[str], wanted: Sequence[str] | None, label: str) -> frozenset[str]:
    """The titles that are wanted, as the spreadsheet spells them. Raises BadInput: tab.missing."""
    if wanted is None:
        return frozenset(titles)
    found, problems = set(), []
    for name in wanted:
        folded = name.strip().casefold()
        same = [title for title in titles if title == name] or [t for t in titles if t.strip().casefold() == folded]
        if same:
            found.add(same[0])
        else:
            near = near_titles(name, titles)
            hint = f"Its tabs: {', '.join(titles)}." if titles else "It has no tabs."
            hint = f"Did you mean {any_of(map(repr, near))}? {hint}" if near else hint
            message = f"{label} has no tab {name!r}."
            problems.append(Problem(code="tab.missing", message=message, place=Place(label), value=name, hint=hint))
    if problems:
        raise BadInput(problems)
    return frozenset(found)


def _range(grid: TabProperties) -> str:
    """All of a tab; with its columns named, so that a tab called R5 isn't taken for a cell."""
    quoted = grid.title.replace("'", "''")
    return f"'{quoted}'!A:{column_name(max(grid.grid_properties.column_count, 1))}"


def _zone(name: str) -> dt.tzinfo | None:
    """The zone of that name; None where there is no such, so that moments without one are on the game's clock."""
    from zoneinfo import ZoneInfo

    from gm_tool.io.deadlines import zones

    return ZoneInfo(name) if name in zones() else None


def _file_title(headers: Mapping[str, str]) -> str:
    """The spreadsheet's title as the name of the downloaded file tells it."""
    from email.message import Message  # slow to import, and most commands read no Google Sheet

    message = Message()
    message["Content-Disposition"] = headers.get("Content-Disposition", "")
    name = message.get_filename("")
    return name.removesuffix(".xlsx")
