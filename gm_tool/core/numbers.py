"""Whole numbers as spreadsheets and people write them."""

from __future__ import annotations

import math
import re
import unicodedata

from gm_tool.core.sources import UNSEEN, CellFault, Value, text_of

_WHOLE = re.compile(r"([+-]?) ?([0-9]{1,15})(?:[.,](?:00?|0{4,}))?")  # three zeros may be thousands: 1,000
MOST = 10**15
"""No number has more than 15 digits, whether a cell holds it as a number or as a text: spreadsheets keep no more."""
_ASCII = str.maketrans(
    {
        **UNSEEN,
        **{0xFEE0 + code: chr(code) for code in range(0x21, 0x7F)},  # full-width signs, as on Asian keyboards
        **dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212"), "-"),
        **dict.fromkeys(map(ord, "\t\u00a0\u2007\u2009\u202f\u3000"), " "),
    }
)


def plain_signs(text: str) -> str:
    """A text with full-width signs, dashes and blanks of any kind as those of ASCII; letters stay as they are."""
    return text.translate(_ASCII)


def whole(value: Value) -> int | None:
    """The whole number that a cell holds, or None.

    10, 10.0, "10", " 10.0 " are 10; 2.5, 10.000000001, "1E+1", TRUE, dates and "ten" are none,
    nor is "1,000", which may be a thousand or one, nor 10**15 and beyond,
    nor what has digits in other forms, as "1²" and "⑩".
    """
    match value:
        case bool() | CellFault() | None:
            return None
        case int():
            return value if abs(value) < MOST else None
        case float():
            return int(value) if math.isfinite(value) and value.is_integer() and abs(value) < MOST else None
        case str():
            found = _WHOLE.fullmatch(plain_signs(value).strip())
            return int(found[1] + found[2]) if found else None
        case _:
            return None


def number_or_text(value: Value) -> int | str:
    """For an order's JSON: the whole number, else the text as it stands (which no game takes for a number)."""
    number = whole(value)
    return text_of(value) if number is None else number


def has_odd_digits(text: str) -> bool:
    """Whether a text has signs that are digits only once they are spelled out: superscripts, circled ones and so on.

    Full-width digits are none of them: they are what some keyboards write.
    """
    return not text.isascii() and any(
        any("0" <= sign <= "9" for sign in unicodedata.normalize("NFKC", c)) for c in plain_signs(text) if c > "~"
    )
