"""Ranges as people write them: A1, A1:C3, 'Round 5'!A:C."""

import re

_CELL = re.compile(r"\$?([A-Za-z]*)\$?([0-9]*)")
_PLAIN_TITLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LOOKS_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+")
_WITH_TITLE = re.compile(r"(?:'((?:[^']|'')*)'|([^!']*))!(.*)")

Bounds = tuple[int, int, int, int]
"""First row, first column, row and column after the last, counted from 0."""


def column_name(column: int) -> str:
    letters, number = "", column + 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def quoted(title: str) -> str:
    if _PLAIN_TITLE.fullmatch(title) and not _LOOKS_LIKE_A_CELL.fullmatch(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def split_title(text: str) -> tuple[str | None, str]:
    """The title of the tab (None where none is named) and the rest of a range."""
    found = _WITH_TITLE.fullmatch(text)
    if not found:
        return None, text
    title = found[2] if found[1] is None else found[1].replace("''", "'")
    return title, found[3]


def unquoted(text: str) -> str:
    return text[1:-1].replace("''", "'") if len(text) > 1 and text[0] == text[-1] == "'" else text


def bounds(text: str, rows: int, columns: int) -> Bounds | None:
    """The bounds of `A1`, `A1:C3`, `A:C` or `2:3` in a grid of that size, not yet cut to it; None where it is none."""
    first, colon, last = text.partition(":")
    corners = [_corner(first), _corner(last) if colon else _corner(first)]
    if corners[0] is None or corners[1] is None or (not colon and None in corners[0]):
        return None
    (row0, column0), (row1, column1) = corners[0], corners[1]
    top, left = _least(row0, row1), _least(column0, column1)
    bottom = rows if row1 is None else max(row0 or 0, row1) + 1
    right = columns if column1 is None else max(column0 or 0, column1) + 1
    return top, left, bottom, right


def range_name(title: str, area: Bounds) -> str:
    top, left, bottom, right = area
    first, last = f"{column_name(left)}{top + 1}", f"{column_name(right - 1)}{bottom}"
    return f"{quoted(title)}!{first if first == last else f'{first}:{last}'}"


def _corner(text: str) -> tuple[int | None, int | None] | None:
    found = _CELL.fullmatch(text)
    if not found or not text:
        return None
    return (int(found[2]) - 1 if found[2] else None, column_number(found[1]) if found[1] else None)


def _least(one: int | None, other: int | None) -> int:
    return min([number for number in (one, other) if number is not None], default=0)
