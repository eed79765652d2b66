"""PNGs of drawings: the same bytes each time, in the font that comes along and no other."""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest

from gm_tool.core.problems import WorldFailed
from gm_tool.core.views import Listing, Space, Tile, Track
from gm_tool.io import resources
from gm_tool.io.png import png
from gm_tool.io.resources import font_files
from gm_tool.render.pictures import track_svg
from gm_tool.render.pictures.lettering import fitted, in_lines, width_of
from gm_tool.render.pictures.svg import FONT
from gm_tool.rules.camellots.camels import PIECES

from .drawings import pixels, size

TILE = Tile("tile", "##")
BOARD = Track(
    tuple(
        Space(number, ("Red", "Gray") if number == 4 else (), TILE if number == 7 else None) for number in range(1, 21)
    ),
    PIECES,
)
MARKET = Listing(("Camel", "Stocks"), (("Red", 5), ("Blue", 5)))

MAKE = """
import sys
from tests.pictures.test_png import BOARD, MARKET
from gm_tool.io.png import png
from gm_tool.render.pictures import track_svg
sys.stdout.buffer.write(png(track_svg(BOARD, "The same, wherever: Žluťoučký", MARKET), 300))
"""


def written(text: str, weight: str = "normal", family: str = FONT, width: int = 140) -> bytes:
    """The PNG of a text on clear ground, in letters of 24 pixels."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="40" font-family="{family}">'
        f'<text x="8" y="28" font-size="24" font-weight="{weight}">{escape(text)}</text></svg>'
    )
    return png(svg, width)


def test_a_picture_is_as_wide_as_asked_and_in_proportion_high() -> None:
    drawing = track_svg(BOARD, "Board", MARKET)
    (width, height), (half, less) = size(png(drawing, 600)), size(png(drawing, 300))
    assert (width, half) == (600, 300)
    assert abs(height - 2 * less) <= 1


def test_the_same_drawing_gives_the_same_bytes() -> None:
    drawing = track_svg(BOARD, "Board", MARKET)
    assert png(drawing, 600) == png(drawing, 600)


def test_a_hash_seed_changes_nothing() -> None:
    made = [
        subprocess.run(
            [sys.executable, "-c", MAKE],
            capture_output=True,
            timeout=60,
            check=True,
            cwd=Path(__file__).parents[2],
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    ]
    assert made[0] == made[1]
    assert size(made[0])[0] == 300


# The font


def test_texts_are_there() -> None:
    assert pixels(written("")).ink() == 0
    assert pixels(written("Round 5")).ink() > 500


def test_bold_has_a_font_of_its_own() -> None:
    assert pixels(written("Round 5", "bold")).ink() > 1.15 * pixels(written("Round 5")).ink()


@pytest.mark.parametrize("family", ["sans-serif", "serif", "No Such Font", "Liberation Serif", "DejaVu Serif"])
def test_no_font_of_the_machine_is_used(family: str) -> None:
    """Whatever family a drawing asks for, it gets the one that came along, or none."""
    assert written("Round 5", family=family) in (written("Round 5"), written(""))


def test_a_sign_that_the_font_lacks_is_a_box_and_nothing_of_the_machine() -> None:
    """The machine may well have a font with these signs."""
    assert written("さ") != written("")
    assert written("さ") == written("く") == written("\U0001f42a")


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_letters_and_signs_that_texts_need_are_no_boxes(weight: str) -> None:
    nothing = {written("", weight), written("さ", weight)}
    signs = "AZaz09€→←↑↓…–—“”„’•×−ÄßéñØþŁőşžΩωЖяїґ"
    assert [sign for sign in signs if written(sign, weight) in nothing] == []


@pytest.mark.parametrize("weight", ["normal", "bold"])
@pytest.mark.parametrize(
    "text",
    [
        "Camel 123",
        "WWWWWWWW",
        "mmmmmmmm",
        "iiiiiiii",
        "The quick brown fox",
        "Přílišš žluť",
        "Дмитрий",
        "@%&@%&",
        "さくら",
    ],
)
def test_no_text_is_wider_than_it_is_thought_to_be(weight: str, text: str) -> None:
    """The widths in lettering.py against the font itself; two pixels for what bends over the edge."""
    assert pixels(written(text, weight, width=360)).extent() <= width_of(text, 24) + 2


def test_ascii_is_measured_closely() -> None:
    text = "Camels in the desert, round 12"
    assert width_of(text, 24) < 1.15 * pixels(written(text, "bold", width=500)).extent()


def test_a_fitted_text_fits() -> None:
    assert fitted("Camel", 20, 200) == "Camel"
    cut = fitted("A camel with a long name", 20, 120)
    assert cut.endswith("…")
    assert cut.startswith("A camel")
    assert width_of(cut, 20) <= 120


def test_lines_are_broken_at_blanks() -> None:
    assert in_lines("one two three four", 20, width_of("three four", 20), 2) == ["one two", "three four"]
    assert in_lines("one two three four five", 20, width_of("three four", 20), 2)[1].endswith("…")


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    files = font_files()
    assert sum(file.stat().st_size for file in files) < 120_000
    licence = (files[0].parent / "LICENSE.txt").read_text(encoding="utf-8")
    assert "Bitstream Vera Fonts Copyright" in licence
    assert "Arev Fonts Copyright" in licence


# What can go wrong


def test_an_installation_without_its_font_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else every text would be missing, without a word."""
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    with pytest.raises(WorldFailed, match="lacks its font"):
        png(track_svg(BOARD, "Board"), 300)


@pytest.mark.parametrize(("svg", "width"), [("", 600), ("<svg", 600), (track_svg(BOARD, "Board"), 0)])
def test_what_is_no_drawing_is_said_to_be_none(svg: str, width: int) -> None:
    with pytest.raises(WorldFailed, match="can't be drawn"):
        png(svg, width)
