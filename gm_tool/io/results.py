"""results.xlsx, the tool's own workbook: boards, private updates, the tally. For the GM's eyes: it holds secrets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from gm_tool.core.views import Listing
from gm_tool.io import workbook as wb
from gm_tool.io.cell_styles import put_alignment, put_fill, put_font
from gm_tool.io.workshop import RoundTexts

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_TALLEST = 405  # points; Excel takes no row of more than 409
_LINE_HEIGHT = 13.5
_LINE_LENGTH = 84  # characters of fixed width in the column of updates


def results_workbook(
    rounds: Sequence[RoundTexts], tally: Listing, tally_title: str = "Coins", title: str = ""
) -> bytes:
    """The workbook as the bytes of an xlsx file; the newest step stands on top.

    `tally` has a row a player and a column a step, as it is to be shown: texts and whole numbers.
    """
    workbook = wb.new_workbook(title or "Results")
    newest_first = list(reversed(rounds))
    _boards(wb.new_tab(workbook, "Board"), newest_first)
    _private(wb.new_tab(workbook, "Private"), newest_first)
    tab = wb.new_tab(workbook, tally_title)
    wb.put_listing(tab, 1, tally)
    tab.freeze_panes = "B2"
    return wb.save_bytes(workbook)


def _boards(tab: Worksheet, rounds: Sequence[RoundTexts]) -> None:
    """One block a step: a headline, then the board line by line, so that it can be marked and copied."""
    row = 1
    for texts in rounds:
        wb.put_header(wb.cell_at(tab, row, 1), texts.title)
        wb.widen(tab, 1, 1.15 * wb.display_width(texts.board) + 2)
        row = wb.put_lines(tab, row + 1, texts.board) + 1


def _private(tab: Worksheet, rounds: Sequence[RoundTexts]) -> None:
    for column, (title, width) in enumerate((("Round", 12), ("Player", 16), ("Update", 100)), 1):
        wb.put_header(wb.cell_at(tab, 1, column), title)
        wb.widen(tab, column, width)
    tab.freeze_panes = "A2"
    for row, (block, title, player, text) in enumerate(_updates(rounds), 2):
        for column, value in enumerate((title, player, text), 1):
            cell = wb.cell_at(tab, row, column)
            wb.put_text(cell, value)
            if column == 3:
                put_font(cell, size=10, name=wb.MONO)
            else:
                put_font(cell, bold=column == 2)
            put_alignment(cell, "top", wrapped=column == 3)
            if block % 2:
                put_fill(cell, wb.STRIPE)
        wb.widen(tab, 2, wb.display_width(player) + 3)
        tab.row_dimensions[row].height = min(_TALLEST, _LINE_HEIGHT * (_lines(text) + 1))
    if tab.max_row > 1:
        tab.auto_filter.ref = f"A1:C{tab.max_row}"


def _updates(rounds: Sequence[RoundTexts]) -> Iterator[tuple[int, str, str, str]]:
    """A row for each update; one that is too long for a cell goes on in the next row."""
    for block, texts in enumerate(rounds):
        for player, update in texts.private.items():
            parts = list(wb.pieces(update))
            for number, part in enumerate(parts, 1):
                title = texts.title if len(parts) == 1 else f"{texts.title} ({number} of {len(parts)})"
                yield block, title, player, part


def _lines(text: str) -> int:
    """How many lines a text takes in its column."""
    return sum(1 + max(wb.display_width(line) - 1, 0) // _LINE_LENGTH for line in text.rstrip("\n").split("\n"))
