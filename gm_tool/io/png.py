"""A drawing as a PNG, made by resvg with the font that comes along: no machine's own fonts, no window system."""

from __future__ import annotations

from gm_tool.core.problems import WorldFailed
from gm_tool.io.drawing import drawn
from gm_tool.io.resources import font_files


def png(svg: str, width: int) -> bytes:
    """A drawing in SVG as a PNG that many pixels wide and in proportion high.

    The same drawing gives the same bytes wherever the same build of resvg runs. Signs that the font lacks
    (it has Latin, Greek and Cyrillic letters) are boxes. Raises WorldFailed where the installation has lost
    the font, or where resvg can't make a picture of the drawing.
    """
    try:
        return drawn(svg, width, font_paths())
    except ValueError as error:
        hint = "This is a fault of gm: please report it with the game's folder, but without seed.key."
        raise WorldFailed(f"The picture can't be drawn: {error}", hint) from error


def font_paths() -> list[str]:
    """The paths of the font's files. Raises WorldFailed where the installation has lost it."""
    return [str(path) for path in font_files()]
