"""A CSV file as one tab of texts: no number, date or truth is guessed from what stands there."""

from __future__ import annotations

import codecs
import csv
import io
from collections.abc import Iterator
from contextlib import contextmanager

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import Tab, Value
from gm_tool.io.file_kinds import refused

MAX_SLOTS = 10_000_000
"""Fields in a file."""
MAX_FIELD = 131_072
"""Characters in a field; spreadsheet programs have cells of 32,767 at most."""
DELIMITERS = (",", ";", "\t")
AS_UTF8 = 'Open it in a spreadsheet program and save it as "CSV UTF-8 (comma delimited)", or as .xlsx.'
_END = "\x00end"
"""A record that no file can hold, put behind its last one."""
LINES_TRIED = 20
CHARACTERS_TRIED = 1 << 16
_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def read_csv(data: bytes, label: str) -> tuple[Tab, ...]:
    """The one tab of a CSV file, without a title; record n is row n, an empty field is None.

    Raises BadInput: file.wrong where it isn't text, file.damaged for a quote that swallows rows, file.too_big.
    """
    text = decoded(data, label)
    text, delimiter = _without_sep_line(text)
    rows: list[tuple[Value, ...]] = []
    slots_left = MAX_SLOTS
    with _fields_of_any_length(text):
        for row in _records(text, delimiter or delimiter_of(text), label):
            slots_left -= len(row) + 1
            if slots_left < 0:
                hint = "Copy the rows that matter into a new file and use that."
                raise refused("file.too_big", label, f"The file has more than {MAX_SLOTS:,} fields.", hint)
            rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return (Tab(label, "", tuple(rows)),)


def decoded(data: bytes, label: str) -> str:
    """The text of a file: by its byte-order mark (UTF-8, UTF-16), else as UTF-8, else as Windows-1252.

    Spreadsheet programs in western Europe still save CSV as Windows-1252, and hardly any text
    in it is valid UTF-8 by chance. Raises BadInput: file.wrong.
    """
    mark, encoding = next((pair for pair in _MARKS if data.startswith(pair[0])), (b"", ""))
    body = data[len(mark) :]
    for candidate in (encoding,) if encoding else ("utf-8", "cp1252"):
        try:
            text = body.decode(candidate)
        except UnicodeDecodeError:
            continue
        if "\x00" not in text:
            return text
        break
    raise refused("file.wrong", label, "The file is no readable text, and no spreadsheet that is known.", AS_UTF8)


def delimiter_of(text: str) -> str:
    """What parts the fields: whichever of , ; tab stands most often, outside quotes, in the first line with any.

    That line is the header, or a title above it that a spreadsheet program pads with delimiters; neither
    holds numbers with commas. As many of two: the first in this order. None at all: the comma.
    """
    for line in _first_lines(text):
        counts = [line.count(delimiter) for delimiter in DELIMITERS]
        if any(counts):
            return DELIMITERS[counts.index(max(counts))]
    return ","


def _without_sep_line(text: str) -> tuple[str, str]:
    """Excel's own first line `sep=;` says the delimiter, and is no row of the sheet."""
    first, _, rest = text.partition("\n")
    mark, _, delimiter = first.rstrip("\r").strip('"').lower().partition("=")
    return (rest, delimiter) if mark == "sep" and delimiter in (*DELIMITERS, "|") else (text, "")


def _first_lines(text: str) -> list[str]:
    """The first lines without what stands in quotes; a line break in quotes ends no line."""
    outside = "".join(text[:CHARACTERS_TRIED].split('"')[::2])
    return outside.splitlines()[:LINES_TRIED]


@contextmanager
def _fields_of_any_length(text: str) -> Iterator[None]:
    """Have no field too long for the csv module: what is wrong with a long one is seen when it has been read."""
    before = csv.field_size_limit(len(text) + len(_END) + 1)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _records(text: str, delimiter: str, label: str) -> Iterator[tuple[Value, ...]]:
    """All records, each without its empty fields at the end; a blank line is an empty record."""
    joint = "" if text.endswith(("\n", "\r")) else "\n"
    lines: list[str] = []
    reader = csv.reader(_noted(f"{text}{joint}{_END}", lines), delimiter=delimiter)
    number = 0
    for number, record in enumerate(reader, 1):
        if record == [_END]:
            return
        if record and record[-1].endswith(_END):
            break
        if len(lines) > 1 and not _is_well_quoted(lines, delimiter):
            raise _swallowing(number, label)
        lines.clear()
        while record and not record[-1]:
            record.pop()
        if max(map(len, record), default=0) > MAX_FIELD:
            hint = "No cell of a spreadsheet is that long: shorten that text, or see whether a quotation mark is amiss."
            message = f"A field of row {number} is too long: it has more than {MAX_FIELD:,} characters."
            raise refused("file.too_big", label, message, hint)
        yield tuple(field or None for field in record)
    raise refused(
        "file.damaged",
        label,
        f"A quotation mark is opened in row {number} and never closed, which swallows all rows after it.",
        f'Close the quotation mark in row {number}; a " inside of a text in quotes is written "".',
    )


def _noted(text: str, lines: list[str]) -> Iterator[str]:
    """The lines of a text, each also put to those that the record has which is being read."""
    for line in io.StringIO(text, newline=""):
        lines.append(line)
        yield line


def _is_well_quoted(lines: list[str], delimiter: str) -> bool:
    """Whether in a record each closing quotation mark ends its field.

    Where a record goes over several lines and one doesn't, it opened a text rather, and so the one before it
    is a stray: what stands between the two are rows.
    """
    try:
        list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        return False
    return True


def _swallowing(number: int, label: str) -> BadInput:
    return refused(
        "file.damaged",
        label,
        f"A quotation mark opened in row {number} closes some lines further down in the midst of a field: the rows "
        "between may be swallowed.",
        f'Close or take away the quotation mark in row {number}; a " inside of a text in quotes is written "".',
    )
