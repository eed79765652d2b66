"""A number is read alike whether a cell holds it as a number or as a text: what a kept sheet says is found again."""

import pytest

from gm_tool.core.numbers import whole


@pytest.mark.parametrize("most", [999_999_999_999_999, 999_999_999_999_999.0, "999999999999999"])
def test_fifteen_digits_are_a_number(most: int | float | str) -> None:
    assert whole(most) == 999_999_999_999_999


@pytest.mark.parametrize("too_large", [10**15, 1e15, "1000000000000000", -(10**15), "-1000000000000000", 10**30])
def test_more_are_none_in_any_kind_of_cell(too_large: int | float | str) -> None:
    assert whole(too_large) is None
