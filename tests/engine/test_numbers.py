"""Whole numbers as cells hold them."""

from __future__ import annotations

import pytest

from gm_tool.core.numbers import has_odd_digits, number_or_text, whole
from gm_tool.core.sources import Value


@pytest.mark.parametrize(
    ("value", "number"),
    [
        *(
            (10, 10),
            (10.0, 10),
            ("10", 10),
            (" 10.0 ", 10),
            ("10,00", 10),
            ("10.0000", 10),
            ("\u2212 3", -3),
            ("+3", 3),
        ),
        *((2.5, None), (10.000000001, None), ("1E+1", None), (True, None), ("ten", None), ("", None), ("1e400", None)),
        *(("3\u200b", 3), ("\ufeff3", 3), ("\uff11\uff12", 12), ("\uff0b3", 3), ("\u00a07\u00a0", 7)),
        *(("1\u00b2", None), ("\u2469", None), ("\u2488", None), ("\u2081", None), ("\u0661", None)),
        *(("1,000", None), ("1.000", None), ("12.000", None), ("1,000.0", None), (float("nan"), None)),
    ],
)
def test_a_number_is_whole_and_clear_or_none(value: Value, number: int | None) -> None:
    assert whole(value) == number


def test_what_is_no_number_stays_as_it_stands() -> None:
    assert [number_or_text(value) for value in ("1,000", 2.5, 3.0)] == ["1,000", "2.5", 3]


def test_digits_in_other_forms_are_odd_but_full_width_ones_are_not() -> None:
    assert [has_odd_digits(text) for text in ("Round 1\u00b2", "R\u2469", "Runde \uff15", "Round 5", "Züge 5")] == [
        True,
        True,
        False,
        False,
        False,
    ]
