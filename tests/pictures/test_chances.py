"""Chances as a picture: each in figures and as a bar, estimates told as such."""

from __future__ import annotations

import re

from gm_tool.core.forecast import Forecast
from gm_tool.core.views import Piece
from gm_tool.render.pictures import chances_svg

PIECES = (Piece("Red", "R", "#cc2222"), Piece("Blue", "B", "#2222cc"))
EXACT = Forecast("Leads leg", {"Red": 0.75, "Blue": 0.25})
ESTIMATE = Forecast("Wins <race>", {"Red": 0.5, "Blue": 0.5}, {"Red": 0.004, "Blue": 0.002})


def texts(svg: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", svg)


def bars(svg: str) -> list[float]:
    return [float(width) for width in re.findall(r'<rect [^>]*width="([0-9.]+)" height="12"', svg)]


def test_every_chance_stands_in_figures_and_as_a_bar_of_its_length() -> None:
    svg = chances_svg([EXACT], PIECES, "Odds")
    assert {"Red", "Blue", "75.0 %", "25.0 %", "Leads leg"} <= set(texts(svg))
    red, blue = bars(svg)
    assert abs(red - 3 * blue) < 0.5


def test_only_estimates_are_told_to_be_such() -> None:
    assert not [text for text in texts(chances_svg([EXACT], PIECES, "Odds")) if "simulated" in text]
    said = texts(chances_svg([EXACT, ESTIMATE], PIECES, "Odds"))
    assert said[-1] == "Wins &lt;race&gt;: simulated, ± 0.4 % at most"


def test_a_piece_that_is_not_known_has_its_name_and_bar() -> None:
    svg = chances_svg([Forecast("Wins", {"Green": 1.0})], (), "Odds")
    assert "Green" in texts(svg)
    assert len(bars(svg)) == 1


def test_what_is_told_as_nothing_has_no_bar() -> None:
    """A sliver beside 0.0 % looks like the chance of 1.5 %."""
    shares = {"Red": 0.9846, "Blue": 0.015, "Green": 0.0004, "Black": 0.0}
    svg = chances_svg([Forecast("Wins", shares)], PIECES, "Odds")
    assert texts(svg).count("0.0 %") == 2
    large, small = bars(svg)
    assert abs(large * 0.015 / 0.9846 - small) < 0.1
