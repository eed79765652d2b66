"""What intake hands on: what players sent, and an account of every row."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, Place, Tab, is_empty

Fate = Literal["used", "superseded", "late", "refused", "ignored"]


class RowCells(Mapping[str, Cell]):
    """The cells of one row by the keys of the form, made when they are asked for.

    Of a sheet with a hundred thousand rows a few are judged: only their cells are needed. Where a key has several
    columns, the cell is the first that is filled.
    """

    __slots__ = ("_columns", "_row", "_tab")

    def __init__(self, tab: Tab, row: int, columns: Mapping[str, tuple[int, ...]]) -> None:
        self._tab, self._row, self._columns = tab, row, columns

    def __getitem__(self, key: str) -> Cell:
        """The cell of a key, empty or not; raises KeyError for a key that the sheet has no column for."""
        return pick(self._tab, self._row, self._columns[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)


class RowTexts(Mapping[str, str]):
    """The texts of a row's filled cells by their addresses, made when they are asked for."""

    __slots__ = ("_row", "_tab", "_texts")

    def __init__(self, tab: Tab, row: int) -> None:
        self._tab, self._row = tab, row
        self._texts: dict[str, str] | None = None

    def _made(self) -> dict[str, str]:
        if self._texts is None:
            cells = (self._tab.cell(self._row, column) for column in range(len(self._tab.rows[self._row])))
            self._texts = {cell.address: cell.text for cell in cells if not cell.empty}
        return self._texts

    def __getitem__(self, address: str) -> str:
        return self._made()[address]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made())

    def __len__(self) -> int:
        return len(self._made())


def is_blank(tab: Tab, row: int) -> bool:
    """Whether nothing stands in a row."""
    values = tab.rows[row]
    return not values or all(map(is_empty, values))


def account_of(tab: Tab, row: int, fate: Fate, reason: str = "") -> RowAccount:
    """An account of the row at an index (from 0) of a tab; its player isn't known."""
    return RowAccount(tab.place(str(tab.first_row + row)), fate, "", reason, RowTexts(tab, row))


def pick(tab: Tab, row: int, columns: tuple[int, ...]) -> Cell:
    """The first filled cell of a row in one of these columns, else the first cell."""
    cells = [tab.cell(row, column) for column in columns]
    return next((cell for cell in cells if not cell.empty), cells[0])


# Records of rows come by the hundred thousand and never hold each other in a ring: gc=False spares the collector.
class Submission(Struct, frozen=True, gc=False):
    """What one player sent in one row. `place.cell` is the row number.

    `cells` has a cell for each key of the form that the sheet has a column for, empty ones too; `note` is the
    text of the Note column. Where orders are written in words, `message` is the cell that holds them.
    `time`, in UTC, is None where the row has none. `said`: what is to be said of the row if it is judged; an
    error among it means that the row can't be used.
    """

    player: str
    place: Place
    cells: Mapping[str, Cell] = {}
    note: str = ""
    message: Cell | None = None
    time: dt.datetime | None = None
    said: tuple[Problem, ...] = ()

    @property
    def filled(self) -> dict[str, Cell]:
        """The cells that hold an order, by key; the message has the key "submission"."""
        cells = dict(self.cells) if self.message is None else {"submission": self.message}
        return {key: cell for key, cell in cells.items() if not cell.empty}

    @property
    def content(self) -> object:
        """What was sent, for comparison with another row of the same tab."""
        return {key: cell.text.strip() for key, cell in self.filled.items()}, self.note

    @property
    def line(self) -> str:
        """The number of the row."""
        return self.place.cell


class RowAccount(Struct, frozen=True, gc=False):
    """What became of a row: its fate and why; `cells` are the texts of its filled cells by address.

    `player` is "" where it isn't known whose row it is; `note` is what a row that was judged says to the GM.
    """

    place: Place
    fate: Fate
    player: str = ""
    reason: str = ""
    cells: Mapping[str, str] = {}
    note: str = ""


class ReadRow(Struct, frozen=True, gc=False):
    """One row as it was read; `sent` is None where there is nothing to go on with.

    `times` are its moment, read with the day first and with the month first; None where it has none.
    """

    account: RowAccount
    sent: Submission | None = None
    problems: tuple[Problem, ...] = ()
    times: tuple[dt.datetime, dt.datetime] | None = None

    def end(self, fate: Fate, reason: str, *problems: Problem) -> ReadRow:
        """The same row with another end."""
        was = self.account
        account = RowAccount(was.place, fate, was.player, reason, was.cells)
        return ReadRow(account, None, (*self.problems, *problems), self.times)

    @property
    def line(self) -> str:
        """The number of the row."""
        return self.account.place.cell


Content = frozenset[tuple[str, str]]
"""What a row holds, wherever it stands: the texts of its filled cells by the letters of their columns."""


class Had(Struct, frozen=True):
    """That a step has had an answer before: the step's name, and the number of the row then."""

    step: str
    line: str


def content_of(cells: Mapping[str, str]) -> Content:
    """The content of a row, from the texts of its cells by address."""
    return frozenset((address.rstrip("0123456789"), text) for address, text in cells.items())


def listed(lines: list[str]) -> str:
    """Row numbers in a sentence, not too many of them."""
    if len(lines) > 8:
        return f"{', '.join(lines[:6])} and {len(lines) - 6} more"
    return f"{', '.join(lines[:-1])} and {lines[-1]}" if len(lines) > 1 else lines[0]
