"""What the service makes of typed text, and how it shows values."""

import datetime as dt
import re
from typing import Any

Value = str | int | float | bool | None

EPOCH = dt.datetime(1899, 12, 30)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d+)?")
_PERCENT = re.compile(r"[+-]?\d+(\.\d+)?%")
_DATES = (
    ("%Y-%m-%d", "yyyy-mm-dd"),
    ("%m/%d/%Y", "m/d/yyyy"),
    ("%m/%d/%Y %H:%M:%S", "m/d/yyyy h:mm:ss"),
    ("%Y-%m-%d %H:%M:%S", "yyyy-mm-dd h:mm:ss"),
)


def entered(text: Any) -> tuple[Value, str]:
    """A text typed into a cell that isn't plain text: its value, and the number format that comes with it."""
    if not isinstance(text, str):
        return text, ""
    if text.startswith("'"):
        return text[1:], ""
    bare = text.strip()
    if bare.upper() in ("TRUE", "FALSE"):
        return bare.upper() == "TRUE", ""
    if _NUMBER.fullmatch(bare):
        return whole(float(bare)), "0.00E+00" if "e" in bare.lower() else ""
    if _GROUPED.fullmatch(bare):
        return whole(float(bare.replace(",", ""))), "#,##0.00" if "." in bare else "#,##0"
    if _PERCENT.fullmatch(bare):
        return float(bare[:-1]) / 100, "0.00%" if "." in bare else "0%"
    return _date(bare) or (text, "")


def shown(value: Value, pattern: str = "") -> str:
    """A value as it is shown under a number format."""
    match value:
        case None:
            return ""
        case bool():
            return "TRUE" if value else "FALSE"
        case int() | float():
            return _number(value, pattern)
        case _:
            return value


def is_date(pattern: str) -> bool:
    return "yy" in pattern


def whole(number: float) -> int | float:
    return int(number) if number.is_integer() and abs(number) < 1e15 else number


def _date(text: str) -> tuple[Value, str] | None:
    for form, pattern in _DATES:
        try:
            moment = dt.datetime.strptime(text, form)
        except ValueError:
            continue
        return whole((moment - EPOCH).total_seconds() / 86400), pattern
    return None


def _number(value: int | float, pattern: str) -> str:
    if is_date(pattern):
        moment = EPOCH + dt.timedelta(days=value)
        clock = f" {moment.hour}:{moment:%M:%S}" if "h" in pattern else ""
        year_first = pattern.startswith("yyyy")
        return (f"{moment:%Y-%m-%d}" if year_first else f"{moment.month}/{moment.day}/{moment.year}") + clock
    if pattern and set(pattern) == {"0"}:
        return f"{round(value):0{len(pattern)}d}"
    decimals = 2 if "." in pattern else 0
    if pattern.endswith("%"):
        return f"{value * 100:.{decimals}f}%"
    if pattern == "0.00E+00":
        return f"{value:.2E}"
    if pattern.startswith("#,##0"):
        return f"{value:,.{decimals}f}"
    if isinstance(value, int):
        return str(value)
    return f"{value:.10g}" if 1e-5 < abs(value) < 1e15 or value == 0 else f"{value:.5E}"
