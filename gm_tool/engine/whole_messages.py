"""Messages in a csv file that was typed by hand: their own commas part them, and here they are put together again."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from gm_tool.core.forms import Form
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Tab, Value, is_empty, text_of
from gm_tool.engine.columns import Header, find_header
from gm_tool.engine.submissions import listed

Row = tuple[Value, ...]


def header_and_rows(tab: Tab, form: Form, columns: Mapping[str, str]) -> tuple[Tab, Header | None, tuple[Problem, ...]]:
    """The tab with its messages whole, and what `find_header` gives for it.

    A csv file is a tab without a title. In one whose last title is that of the messages, a row with more fields than
    titles holds a message with commas, and no quotation marks around it: "Bob,bet 5 on red, 3 on blue". A note tells
    of such rows: message.joined.
    """
    header, problems = find_header(tab, form, columns)
    at = header.roles.get("submission", ()) if header is not None and not tab.title else ()
    if header is None or not at or any(not is_empty(title) for title in tab.rows[header.row][at[-1] + 1 :]):
        return tab, header, problems
    rows = [_joined(row, at[-1]) if index > header.row else row for index, row in enumerate(tab.rows)]
    changed = [str(tab.first_row + index) for index, row in enumerate(rows) if row is not tab.rows[index]]
    if not changed:
        return tab, header, problems
    whole = structs.replace(tab, rows=tuple(rows))
    header, problems = find_header(whole, form, columns)
    assert header is not None, "the titles are the same"
    note = _note(tab, changed)
    return whole, structs.replace(header, problems=(*header.problems, note)), problems


def _joined(row: Row, column: int) -> Row:
    """The row with all that stands from that column on as one text; itself where that is one field."""
    if all(is_empty(value) for value in row[column + 1 :]):
        return row
    return (*row[:column], ",".join(map(text_of, row[column:])))


def _note(tab: Tab, lines: list[str]) -> Problem:
    rows = f"Row {lines[0]} has" if len(lines) == 1 else f"Rows {listed(lines)} have"
    return Problem(
        code="message.joined",
        severity="note",
        place=tab.place(lines[0]),
        message=f"{rows} more fields than there are titles: they were read as one message with commas in it.",
        hint='Where that is wrong, write quotation marks around the message: Bob,"bet 5 on red, 3 on blue".',
    )
