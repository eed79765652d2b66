"""The boards that show something else after a correction: of tables only the rows that differ, and what they said."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tool.core.views import Board, Listing, Supply
from gm_tool.render.boards import as_listing


def changed_boards(was: Mapping[str, Board], now: Mapping[str, Board]) -> tuple[dict[str, Board], bool]:
    """The boards of `now` that differ, by name, and whether a table among them has the old cells in brackets.

    A table whose rows can't be told apart by their first cell, or aren't the same as before, stands whole.
    """
    changed: dict[str, Board] = {}
    bracketed = False
    for name, board in now.items():
        if board != was.get(name):
            rows = _rows_that_differ(was.get(name), board)
            changed[name] = rows or board
            bracketed = bracketed or rows is not None
    return changed, bracketed


def _rows_that_differ(was: Board | None, now: Board) -> Listing | None:
    """The rows of a table that differ, each cell as "5 (3)" where it was 3; None where there are no such rows."""
    old, new = _table(was), _table(now)
    if old is None or new is None or old.header != new.header:
        return None
    before = {row[0]: row for row in old.rows}
    if [row[0] for row in new.rows] != list(before) or len(before) != len(old.rows):
        return None
    pairs = [(row, before[row[0]]) for row in new.rows if row != before[row[0]]]
    rows = tuple(tuple(map(_cell, row, other)) for row, other in pairs)
    return Listing(new.header, rows) if rows else None


def _table(board: Board | None) -> Listing | None:
    match board:
        case Supply():
            return as_listing(board)
        case Listing():
            return board
        case _:
            return None


def _cell(now: str | int, was: str | int) -> str | int:
    return now if now == was else f"{_text(now)} ({_text(was)})"


def _text(cell: str | int) -> str:
    """A cell in words; a dash for an empty one."""
    return str(cell) or "-"
