"""The sheet of a game that goes turn by turn: a row a turn, those that are resolved above, those to come below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gm_tool.core.forms import Step
from gm_tool.io import workbook as wb
from gm_tool.io.cell_styles import put_fill, put_font
from gm_tool.io.round_sheet import (
    PLAYER,
    Rules,
    columns_of,
    frame,
    prepare_entry,
    put_standings,
    put_titles,
)
from gm_tool.io.workshop import STANDINGS, Standing, TurnLine

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from gm_tool.core.forms import Field


def turn_workbook(
    step: Step, lines: Sequence[TurnLine], standings: Sequence[Standing] = (), title: str = "", note: str = ""
) -> bytes:
    """The workbook as the bytes of an xlsx file; `step` is the turn that is due.

    Its first tab is called after the game's word for a step ("Turns"). A line that is `done` is grey; each other
    one has drop-downs of what its form allows, which warn and can be overruled, as in the sheet of a round.
    """
    workbook = wb.new_workbook(title or tab_title(step))
    tab = wb.new_tab(workbook, tab_title(step))
    fields = columns_of(line.form for line in lines)
    put_titles(tab, fields, (step.word.capitalize(), PLAYER))
    for row, line in enumerate(lines, 2):
        _put_line(tab, row, line, fields)
    put_standings(wb.new_tab(workbook, STANDINGS), workbook.properties.title or "", note, standings)
    forms = {row: line.form for row, line in enumerate(lines, 2) if not line.done}
    Rules(workbook, tab).lay(fields, forms, 3)
    return wb.save_bytes(workbook)


def tab_title(step: Step) -> str:
    """The title of the tab with the turns: "Turns"."""
    return f"{step.word.capitalize()}s"


def _put_line(tab: Worksheet, row: int, line: TurnLine, fields: dict[str, Field]) -> None:
    asked = {field.key: field for field in line.form.fields}
    tab.row_dimensions[row].height = 20
    last = len(fields) + 3
    for column, key in enumerate(fields, 3):
        cell = wb.cell_at(tab, row, column)
        if not line.done:
            prepare_entry(cell, asked.get(key))
    wb.cell_at(tab, row, last).number_format = "@"
    for column in range(1, last + 1):
        frame(wb.cell_at(tab, row, column), shaded=line.done or column <= 2, wrapped=column == last)
    values = (line.number, line.player, *(line.entries.get(key) for key in fields), line.note)
    for column, value in enumerate(values, 1):
        cell = wb.cell_at(tab, row, column)
        if isinstance(value, str) and value:
            wb.put_text(cell, value)
        elif isinstance(value, int):
            cell.value = value
        if line.done:
            put_font(cell, color=_PAST)
            put_fill(cell, wb.STRIPE)
        elif column <= 2:
            put_font(cell, bold=True)
    wb.widen(tab, 1, 8)
    wb.widen(tab, 2, max(12, wb.display_width(line.player) + 3))


_PAST = "7B8794"
