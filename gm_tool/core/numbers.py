"""Whole numbers as spreadsheets and people write them."""

from __future__ import annotations

import math
import re
import unicodedata

from gm_tool.core.sources import CellFault, Value, text_of

_WHOLE = re.compile(r"([+-]?)\s?(\d{1,15})(?:[.,](?:00?|0{4,}))?")  # three zeros may be thousands: 1,000
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


def whole(value: Value) -> int | None:
    """The whole number that a cell holds, or None.

    10, 10.0, "10", " 10.0 " are 10; 2.5, 10.000000001, "1E+1", TRUE, dates and "ten" are none,
    nor is "1,000", which may be a thousand or one.
    """
    match value:
        case bool() | CellFault() | None:
            return None
        case int():
            return value
        case float():
            return int(value) if math.isfinite(value) and value.is_integer() and abs(value) < 1e15 else None
        case str():
            text = unicodedata.normalize("NFKC", value).translate(_DASHES).strip()
            found = _WHOLE.fullmatch(text)
            return int(found[1] + found[2]) if found and text.isascii() else None
        case _:
            return None


def number_or_text(value: Value) -> int | str:
    """For an order's JSON: the whole number, else the text as it stands (which no game takes for a number)."""
    number = whole(value)
    return text_of(value) if number is None else number
