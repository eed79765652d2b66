"""The order in which problems are shown: as one reads a sheet, row by row, left to right."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gm_tool.core.problems import Problem

_ADDRESS = re.compile(r"([A-Z]*)([0-9]*)")


def in_reading_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems by file, tab, row, column and code; those without a place come first."""
    return tuple(sorted(problems, key=_reading_key))


def _reading_key(problem: Problem) -> tuple[str, str, int, int, str, str, str, str, str]:
    place = problem.place
    row, column = row_and_column(place.cell)
    return (
        place.file,
        place.tab,
        row,
        column,
        problem.code,
        problem.player,
        problem.field,
        problem.value,
        problem.message,
    )


def row_and_column(cell: str) -> tuple[int, int]:
    """The numbers of an address: "C5" is (5, 3), a row "5" is (5, 0), anything else (0, 0)."""
    found = _ADDRESS.fullmatch(cell)
    if not found:
        return 0, 0
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2] or 0), column
