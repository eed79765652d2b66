"""Numbers as workbooks store them: texts of digits, whatever the kind of file."""

from __future__ import annotations

from math import isfinite

MAX_DIGITS = 300
"""A number with more is too large for any spreadsheet."""
_SIGNS = "0123456789.eE+-"


def number_of(raw: str) -> int | float | str:
    """A stored number: whole ones keep all their digits; what is no number, or too large for one, stays a text."""
    digits = raw.replace(".", "", 1)
    if digits.isdigit() and digits.isascii() and len(digits) <= MAX_DIGITS:  # nearly all are: the short way
        return int(raw) if digits == raw else float(raw)
    if raw.strip(_SIGNS):
        return raw
    try:
        if raw.lstrip("+-").isdigit() and len(raw) <= MAX_DIGITS:
            return int(raw)
        number = float(raw)
    except ValueError:
        return raw
    return number if isfinite(number) else raw
