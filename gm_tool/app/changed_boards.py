"""The boards that show something else after a correction: of tables only the rows that differ, and what they said."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tool.core.views import Board, Listing, Supply
from gm_tool.render.boards import as_listing


def changed_boards(was: Mapping[str, Board], now: Mapping[str, Board]) -> tuple[dict[str, Board], bool]:
    """The boards of `now` that differ, by name, and whether a table among them has the old cells in brackets.

    A table whose rows can't be told apart by a name, or aren't the same as before, stands whole.
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
    column = _names(old, new)
    if column is None:
        return None
    before = {row[column]: row for row in old.rows}
    pairs = [(row, before[row[column]]) for row in new.rows if row != before[row[column]]]
    rows = tuple(tuple(map(_cell, row, other)) for row, other in pairs)
    return Listing(new.header, rows) if rows else None


def _names(old: Listing, new: Listing) -> int | None:
    """The first column of texts that are all different; None where there is none, or it names other rows in `old`."""
    for column in range(len(new.header)):
        names = {row[column] for row in new.rows}
        if len(names) == len(new.rows) and all(isinstance(name, str) for name in names):
            same = len(old.rows) == len(names) and names == {row[column] for row in old.rows}
            return column if same else None
    return None


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
