"""The filled rows of gm's own sheet of turns, taken over when it is made anew: nothing filled in is lost."""

from __future__ import annotations

from gm_tool.app.folder import GameFolder
from gm_tool.app.sheet_content import KeptRow
from gm_tool.app.turn_reading import TurnReading
from gm_tool.core.forms import Form
from gm_tool.core.sources import Tab, Value, is_empty, text_of
from gm_tool.engine.queue import TurnRow
from gm_tool.io.cell_comments import commented_cells
from gm_tool.io.reading import digest_of, read_bytes
from gm_tool.io.workshop import LISTS, STANDINGS

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What an address begins with; in row 1 gm's own comments stand."""


def kept_rows(folder: GameFolder, reading: TurnReading) -> tuple[KeptRow, ...] | str:
    """The rows of the sheet that was read with something filled in, in their order; or why it can't be made anew.

    Rows of turns that are resolved now are done, and tell which turn they were of.
    """
    tab, form = reading.read.tab, folder.game.form(folder.state_after(folder.played), None)
    if not reading.source.file.endswith(".xlsx"):
        return "gm writes .xlsx files alone"
    if reading.read.open:
        return "it is open in another program"
    data = read_bytes(folder.path / reading.source.file, reading.source.file)
    if digest_of(data) != reading.source.digest:
        return "it was changed meanwhile"
    if not _laid_out_as_ours(tab, reading, form, folder.word, folder.tab_of_all):
        return "its tabs or titles aren't those that gm gave it"
    commented = [cell for cell in commented_cells(data, reading.source.file) if cell.lstrip(_LETTERS) != "1"]
    if commented:
        return f"cell {commented[0]} has a comment, which gm can't take over"
    done = {line: had.number for line, had in reading.rows.past.items()}
    for turn in reading.run.turns:
        done |= {account.place.cell: turn.checked.step.number for account in turn.checked.accounts}
    kept = []
    for row in reading.queue.rows:
        if not row.filled and row.row.line not in done:
            continue
        taken = _taken_over(row, tab, form, done.get(row.row.line))
        if taken is None:
            return f"row {row.row.line} has something in it that gm can't take over"
        kept.append(taken)
    return tuple(kept)


def _laid_out_as_ours(tab: Tab, reading: TurnReading, form: Form, word: str, name: str) -> bool:
    """Whether a sheet has the tabs and titles that gm gives it, and nothing beside or above them."""
    titles = [word.capitalize(), "Player", *(field.title for field in form.fields), "Note"]
    corner = (tab.first_row, tab.first_column, reading.queue.header) == (1, 1, 0)
    if not corner or tab.title != name or not {*reading.read.tabs} <= {name, STANDINGS, LISTS}:
        return False
    first, *rows = tab.rows
    beside = any(not is_empty(value) for row in rows for value in row[len(titles) :])
    return [text_of(value) for value in first if not is_empty(value)] == titles and not beside


def _taken_over(row: TurnRow, tab: Tab, form: Form, done: int | None) -> KeptRow | None:
    """A row as it stands; None where a cell holds more than a text or a whole number."""
    index = int(row.row.line) - tab.first_row
    width = len(form.fields) + 3
    values = [_plain(value) for value in (*tab.rows[index], *(None for _ in range(width)))[:width]]
    if any(value is False for value in values):
        return None
    typed, player, *entries, note = (None if value is False else value for value in values)
    number = done if done is not None else row.number
    return KeptRow(
        number=number,
        player=str(player or ""),
        entries={field.key: value for field, value in zip(form.fields, entries, strict=True) if value is not None},
        note=str(note or ""),
        done=done is not None,
        typed="" if number is not None or typed is None else str(typed),
    )


def _plain(value: Value) -> str | int | bool | None:
    """A value as it can be written anew; False where it can't."""
    match value:
        case None:
            return None
        case bool():
            return False
        case str() | int():
            return value
        case float() if value.is_integer() and abs(value) < 1e15:
            return int(value)
        case _:
            return False
