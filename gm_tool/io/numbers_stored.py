"""Numbers as workbooks store them: texts of digits, whatever the kind of file."""

from __future__ import annotations

import re

MAX_DIGITS = 300
"""A number with more is too large for any spreadsheet."""
_NUMBER = re.compile(r"[+-]?(?:[0-9]+(\.[0-9]*)?|(\.[0-9]+))([eE][+-]?[0-9]+)?")


def number_of(raw: str) -> int | float | str:
    """A stored number: whole ones keep all their digits; what is no number, or too large for one, stays a text."""
    found = _NUMBER.fullmatch(raw)
    if found:
        if found.lastindex is None and len(raw) <= MAX_DIGITS:
            return int(raw)
        number = float(raw)
        return raw if number in (float("inf"), float("-inf")) else number
    return raw
