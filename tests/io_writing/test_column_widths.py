"""How wide a sheet's columns must be: as wide as a terminal would show their texts."""

import pytest
from wcwidth import wcswidth

from gm_tool.io.workbook import display_width


@pytest.mark.parametrize("text", ["", "Ann", "Zoë", "駱駝", "🐫 Red", "a\tb", "\t", "é"])
def test_a_line_is_as_wide_as_it_shows(text: str) -> None:
    assert display_width(text) == max(wcswidth(text), 0)


def test_the_longest_line_counts() -> None:
    assert display_width("a\nlong one\r\n駱駝") == len("long one")
