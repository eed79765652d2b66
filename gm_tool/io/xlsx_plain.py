"""A shortcut past the XML parser, for the cells that nearly all of a sheet consists of.

A number or text that says where it stands, as nearly all programs write them, is taken by one regular expression;
a parser takes some five times as long. Rows and cells without anything in them are dropped likewise.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby
from typing import TypeVar

from gm_tool.core.sources import Value
from gm_tool.io.cell_rows import MAX_ROW
from gm_tool.io.xlsx_book import unescaped
from gm_tool.io.xlsx_values import CellValues

T = TypeVar("T")

_PLAIN = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"((?: s="[0-9]{1,6}")?'
    rb"(?:(?: t=\"[ns]\")?><v>[0-9.eE+-]{1,30}</v>| t=\"inlineStr\"><is><t>[ -%'-;=-~]{1,300}</t></is>))</c>"
    rb'(?:<c r="[A-Z0-9]{1,10}"(?: s="[0-9]{1,6}")?/>)*(?=<c r="|</row>)'
)
"""A cell, and the empty ones behind it; in ASCII, whatever the encoding. What follows has to be a cell that says
itself where it stands."""
_BLANK_CELL = re.compile(rb'<c r="[^<>"]*"(?: s="[0-9]{1,6}")?/>(?=<c r="|</row>)')
_EMPTY_ROW = re.compile(
    rb'<row r="([0-9]{1,7})"(?![^<>]* hidden="(?:1|true)")[^<>]*(?:/>|(?<!/)></row>)(?=<row r="|</sheetData>)'
)
_BARE_ROW = re.compile(rb'<row r=""(?![^<>]* hidden="true")[^<>]*>(?:<c r="[A-Z]{1,3}"(?: s="")?/>)*</row>')
"""A row without content, without its digits."""
MOST_KNOWN = 50_000
"""So many contents are remembered at a time: of times each is another, and names come again and again."""


class Known(dict[bytes, T]):
    """What pieces of XML mean, worked out when first met."""

    def __init__(self, work_out: Callable[[bytes], T]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, piece: bytes) -> T:
        if len(self) >= MOST_KNOWN:
            self.clear()
        found = self[piece] = self._work_out(piece)
        return found


class PlainCells:
    """Takes the plain cells of a worksheet into `rows`, by row and column number; `struck` has those struck through.

    `numbered` marks the rows that have been met.
    """

    def __init__(self, values: CellValues, rows: dict[int, dict[int, Value]], struck: dict[int, list[int]]) -> None:
        self.numbered = bytearray(MAX_ROW + 1)
        self._values, self._rows, self._struck = values, rows, struck
        self._columns = Known(lambda letters: values.column_number(letters.decode()))
        self._contents = Known(self._value_of)
        self._strikes = Known(self._is_struck)

    def take(self, piece: bytes) -> bytes:
        """Reads what it can of a piece of XML; returns what is left for the parser. Raises BadInput: file.damaged."""
        if _is_bare(piece):
            return piece[piece.rfind(b"<row") :]
        split = _PLAIN.split(piece)
        if len(split) > 1:
            columns = list(map(self._columns.__getitem__, split[1::4]))
            self._keep(columns, split[2::4], split[3::4])
            piece = b"".join(split[::4])
        if b"/><" in piece:
            piece = _BLANK_CELL.sub(b"", piece)
        rows = _EMPTY_ROW.split(piece)
        if len(rows) > 1:
            self._meet_all(list(map(int, rows[1::2])))
        return b"".join(rows[::2])

    def meet(self, row: int) -> None:
        """Marks a row that says its number; which of two with the same number counts, nothing tells."""
        if self.numbered[row]:
            raise self._values.row_twice(row)
        self.numbered[row] = True

    def _meet_all(self, rows: list[int]) -> None:
        self._check_rows(rows)
        numbered = self.numbered
        for row in rows:
            if numbered[row]:
                raise self._values.row_twice(row)
            numbered[row] = True

    def _check_rows(self, rows: list[int]) -> None:
        self._values.bounded(min(rows), MAX_ROW)
        self._values.bounded(max(rows), MAX_ROW)

    def _keep(self, columns: list[int], digits: list[bytes], contents: list[bytes]) -> None:
        """Puts cells into their rows; the three lists go together."""
        values = list(map(self._contents.__getitem__, contents))
        self._values.count(len(values))
        may_be_empty, may_be_struck = None in values, self._values.may_be_struck
        lengths = [(int(row), len(list(cells))) for row, cells in groupby(digits)]
        self._check_rows([row for row, _ in lengths])
        end = 0
        for row, length in lengths:
            start, end = end, end + length
            cells = dict(zip(columns[start:end], values[start:end], strict=True))
            if len(cells) < length:
                raise self._values.cell_twice(row, _twice_in(columns[start:end]))
            if may_be_empty:
                cells = {column: value for column, value in cells.items() if value is not None}
            self._join(row, cells)
            if may_be_struck:
                found = [n for n in range(start, end) if values[n] is not None and self._strikes[contents[n]]]
                if found:
                    self._struck.setdefault(row, []).extend(columns[n] for n in found)

    def _join(self, row: int, cells: dict[int, Value]) -> None:
        before = self._rows.setdefault(row, cells)
        if before is cells:
            return
        for column, value in cells.items():
            if column in before:
                raise self._values.cell_twice(row, column)
            before[column] = value

    def _value_of(self, content: bytes) -> Value:
        """The value of a plain cell, given as what follows its address: ` s="1" t="s"><v>5</v>`."""
        marks, _, body = content.partition(b"><v>")
        if not body:
            return unescaped(content.partition(b"><is><t>")[2][:-9].decode("ascii"))
        style, _, kind = marks.partition(b' t="')
        if kind == b's"':
            return self._values.shared(body[:-4].decode("ascii")) or None
        return self._values.number(body[:-4].decode("ascii"), style[4:-1].decode("ascii"))

    def _is_struck(self, content: bytes) -> bool:
        marks, _, body = content.decode("ascii").partition(">")
        style, _, kind = marks.partition(' t="')
        return self._values.is_struck(style[4:-1], kind[:-1], body[3:-4])


def _is_bare(piece: bytes) -> bool:
    """Whether a piece is nothing but rows without content which are alike but for digits (numbers, styles, heights)."""
    alike = piece.translate(None, b"0123456789")
    row = alike[: alike.find(b"</row>") + 6]
    return _BARE_ROW.fullmatch(row) is not None and alike == row * (len(alike) // len(row))


def _twice_in(columns: list[int]) -> int:
    """The first column that stands there twice."""
    return next(column for place, column in enumerate(columns) if column in columns[:place])
