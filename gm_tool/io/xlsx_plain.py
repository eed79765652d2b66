"""A shortcut past the XML parser, for the cells that nearly all of a sheet consists of.

A number or text that says where it stands, as nearly all programs write them, is taken by one regular expression;
a parser takes some five times as long. Rows and cells without anything in them are dropped likewise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby, pairwise
from typing import TypeVar

from msgspec import Struct

from gm_tool.core.sources import Value
from gm_tool.io.cell_rows import MAX_ROW, Row, open_row
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
_LETTERS_OF_CONTENT = (b"v", b"f", b"i")
_BARE_ROW = re.compile(rb'<row r=""(?![^<>]* hidden="true")[^<>]*>(?:<c r="[A-Z]{1,3}"(?: s="")?/>)*</row>')
"""A row without content, without its digits."""
_PLAIN_ROW = re.compile(
    rb'<row r="[0-9]{1,7}"(?![^<>]* hidden=)[^<>]*(?<!/)>'
    rb"(?:<c r=\"[A-Z]{1,3}[0-9]{1,7}\"(?: s=\"[0-9]{1,6}\")?(?:/>|(?: t=\"[ns]\")?><v>[0-9.]{1,30}</v></c>))*"
)
_ROW, _ROW_END, _ROW_NUMBER = b'<row r="', b"</row>", rb'<row r="([0-9]{1,7})"'
_DIGITS, _SOME_DIGITS = b"0123456789.", re.compile(rb"[0-9.]+")
MOST_PATTERNS = 200
"""A sheet with more builds of rows than these has hardly two of a build: its cells are taken one by one."""
LONGEST_ROW = 20_000
"""Bytes of a row that gets a pattern of its own: one of thousands of cells takes too long to compile."""
MOST_BETWEEN = 8
"""Columns from one with a value to the next in rows that are read as a whole: what lies between takes memory."""
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


class RowPattern(Struct, frozen=True):
    """How rows of one build are read: a pattern whose groups are the row's number and its cells' contents.

    There is a group for each column from A to the last with a value, an empty one where nothing stands;
    `columns` are those with a value. `one` is the pattern of a row up to its end tag, `run` that of one among others.
    """

    one: re.Pattern[bytes]
    run: re.Pattern[bytes]
    columns: tuple[int, ...]

    @property
    def groups(self) -> int:
        """How many groups the patterns have."""
        return self.columns[-1] + 1


class PlainCells:
    """Takes the plain cells of a worksheet into `rows`, by row and column number; `struck` has those struck through.

    `numbered` marks the rows that have been met.
    """

    def __init__(self, values: CellValues, rows: dict[int, Row], struck: dict[int, list[int]]) -> None:
        self.numbered = bytearray(MAX_ROW + 1)
        self._values, self._rows, self._struck = values, rows, struck
        self._columns = Known(lambda letters: values.column_number(letters.decode("ascii")))
        self._contents = Known(self._value_of)
        self._strikes = Known(self._is_struck)
        self._patterns: dict[bytes, RowPattern | None] = {}
        self._rows_of: Counter[RowPattern] = Counter()

    def take(self, piece: bytes) -> bytes:
        """Reads what it can of a piece of XML; returns what is left for the parser. Raises BadInput: file.damaged."""
        if _is_bare(piece):
            return piece[piece.rfind(_ROW) :]
        piece = _without_bare_rows_below(piece)
        if len(self._patterns) < MOST_PATTERNS:
            if self._rows_of:
                piece = self._take_usual_rows(piece)
            piece = self._take_rows(piece)
        split = _PLAIN.split(piece)
        if len(split) > 1:
            self._take_cells(split)
            piece = b"".join(split[::4])
        if b"/><" in piece:
            piece = _BLANK_CELL.sub(b"", piece)
        rows = _EMPTY_ROW.split(piece)
        for digits in rows[1::2]:
            self.meet(self._values.bounded(int(digits), MAX_ROW))
        return b"".join(rows[::2])

    def meet(self, row: int) -> None:
        """Marks a row that says its number; which of two with the same number counts, nothing tells."""
        if self.numbered[row]:
            raise self._values.row_twice(row)
        self.numbered[row] = True

    def _take_rows(self, piece: bytes) -> bytes:
        """Reads whole rows, of which a sheet has many of one build; returns the others.

        What follows a row that is taken has to say itself where it stands.
        """
        rows = piece.split(_ROW_END)
        left: list[bytes] = []
        taken: dict[RowPattern, list[tuple[bytes, ...]]] = {}
        for row, following in pairwise(rows):
            build = row.translate(None, _DIGITS)
            if build not in self._patterns:
                self._patterns[build] = self._pattern_of(row)
            pattern = self._patterns[build]
            found = pattern.one.fullmatch(row) if pattern and following.startswith(_ROW) else None
            if pattern is None or found is None:
                left += (row, _ROW_END)
            else:
                taken.setdefault(pattern, []).append(found.groups())
        for pattern, alike in taken.items():
            digits, *contents = zip(*alike, strict=True)
            self._keep_rows(pattern, digits, contents)
        return b"".join((*left, rows[-1]))

    def _take_usual_rows(self, piece: bytes) -> bytes:
        """Reads the rows of the build that most rows had so far; returns the others."""
        [(pattern, _)] = self._rows_of.most_common(1)
        split = pattern.run.split(piece)
        step = pattern.groups + 1
        if len(split) > 1:
            self._keep_rows(pattern, split[1::step], [split[n::step] for n in range(2, step)])
        return b"".join(split[::step])

    def _pattern_of(self, row: bytes) -> RowPattern | None:
        """The pattern of all rows that are like this one but for digits; None where it holds more than plain cells."""
        if len(row) > LONGEST_ROW or not _PLAIN_ROW.fullmatch(row):
            return None
        head, *cells = row.split(b"<c ")
        pattern, columns, last = [_ROW_NUMBER, _any_digits(head.split(b'"', 2)[2])], [], 0
        for cell in cells:
            address, rest = cell[3:].split(b'"', 1)
            letters = address.rstrip(b"0123456789")
            pattern.append(b'<c r="' + letters + rb'\1"')
            if rest.endswith(b"/>"):
                pattern.append(_any_digits(rest))
                continue
            column = self._columns[letters]
            if not last < column <= last + MOST_BETWEEN:
                return None
            pattern.append(b"()" * (column - last - 1) + b"(" + _any_digits(rest[:-4]) + b")</c>")
            columns.append(column)
            last = column
        if not columns:
            return None
        one = b"".join(pattern)
        run = one + _ROW_END + b"(?=" + _ROW + b")"
        return RowPattern(re.compile(one), re.compile(run), tuple(columns))

    def _take_cells(self, split: list[bytes]) -> None:
        """Reads single cells, as `_PLAIN` splits a piece."""
        columns, contents = [self._columns[letters] for letters in split[1::4]], split[3::4]
        end = 0
        for digits, group in groupby(split[2::4]):
            start, end = end, end + len(list(group))
            self._keep(self._values.bounded(int(digits), MAX_ROW), columns[start:end], contents[start:end])

    def _keep_rows(self, pattern: RowPattern, digits: Sequence[bytes], contents: Sequence[Sequence[bytes]]) -> None:
        """Keeps whole rows of one build, column by column: a call for each cell would take twice as long.

        The rows are given as their numbers and, for each column from A on, the contents of its cells.
        """
        numbers, columns = [int(number) for number in digits], pattern.columns
        self._rows_of[pattern] += len(numbers)
        for number in numbers:
            self.meet(self._values.bounded(number, MAX_ROW))
        if self._values.may_be_empty or self._values.may_be_struck or not self._rows.keys().isdisjoint(numbers):
            for number, row in zip(numbers, zip(*contents, strict=True), strict=True):
                self._keep(number, columns, [row[column - 1] for column in columns])
            return
        self._values.count(len(columns) * len(numbers))
        values = [map(self._contents.__getitem__, column) for column in contents]
        self._rows.update(zip(numbers, zip(*values, strict=True), strict=True))

    def _keep(self, row: int, columns: Sequence[int], contents: Sequence[bytes]) -> None:
        """Puts cells into a row."""
        self._values.count(len(contents))
        cells = open_row(self._rows, row)
        for column, content in zip(columns, contents, strict=True):
            if column in cells:
                raise self._values.cell_twice(row, column)
            value = self._contents[content]
            if value is not None:
                cells[column] = value
        if self._values.may_be_struck:
            found = [column for column, content in zip(columns, contents, strict=True) if self._strikes[content]]
            if found:
                self._struck.setdefault(row, []).extend(found)

    def _value_of(self, content: bytes) -> Value:
        """The value of a plain cell, given as what follows its address: ` s="1" t="s"><v>5</v>`; None for nothing."""
        if not content:
            return None
        marks, _, body = content[:-4].decode("ascii").partition("><v>")
        if not body:
            return unescaped(content.partition(b"><is><t>")[2][:-9].decode("ascii"))
        if marks.endswith(' t="s"'):
            return self._values.shared(body) or None
        return self._values.number(body, marks[4:].partition('"')[0])

    def _is_struck(self, content: bytes) -> bool:
        marks, _, body = content.decode("ascii").partition(">")
        style, _, kind = marks.partition(' t="')
        return self._values.is_struck(style[4:-1], kind[:-1], body[3:-4])


def _is_bare(piece: bytes) -> bool:
    """Whether a piece is rows without content and nothing else.

    That is so where rows have no letter that every content has, in `<v>`, `<f>` or `<is>`: single letters are found
    at ten times the speed of anything longer. It is so, too, where rows are alike but for digits (numbers, styles,
    heights).
    """
    if piece.startswith(_ROW) and _past_content(piece) == 0:
        return True
    alike = piece.translate(None, b"0123456789")
    row = alike[: alike.find(b"</row>") + 6]
    return _BARE_ROW.fullmatch(row) is not None and alike == row * (len(alike) // len(row))


def _without_bare_rows_below(piece: bytes) -> bytes:
    """A piece without the bare rows at its end: the first of a sheet often has a few orders and thousands of those.

    The last that says its number stays, for those that say none are counted from it.
    """
    bare = piece.find(_ROW, _past_content(piece))
    return piece if bare < 0 else piece[:bare] + piece[piece.rfind(_ROW) :]


def _past_content(piece: bytes) -> int:
    """Where a piece has no letter of content any more; 0 where it has none at all."""
    end = 0
    for letter in _LETTERS_OF_CONTENT:
        end = max(end, piece.rfind(letter, end) + 1)
    return end


def _any_digits(text: bytes) -> bytes:
    """The pattern of all texts that are like this one but for the digits."""
    return _SOME_DIGITS.sub(rb"[0-9.]+", re.escape(text).replace(rb"\.", b"."))
