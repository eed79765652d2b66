"""A drawing as a PNG, made by resvg with the font that comes along: no machine's own fonts, no window system."""

from __future__ import annotations

from gm_tool.core.problems import WorldFailed
from gm_tool.io.resources import font_files

FAMILY = "DejaVu Sans"
"""The family of the font that comes along, for every text whatever family it asks for."""


def png(svg: str, width: int) -> bytes:
    """A drawing in SVG as a PNG that many pixels wide and in proportion high.

    The same drawing gives the same bytes wherever the same build of resvg runs. Signs that the font lacks
    (it has Latin, Greek and Cyrillic letters) are boxes. Raises WorldFailed where the installation has lost
    the font, or where resvg can't make a picture of the drawing.
    """
    from resvg_py import svg_to_bytes  # only a command that writes pictures needs it

    fonts = [str(path) for path in font_files()]
    try:
        return bytes(
            svg_to_bytes(
                svg_string=svg,
                width=width,
                skip_system_fonts=True,
                font_files=fonts,
                font_family=FAMILY,
                sans_serif_family=FAMILY,
            )
        )
    except ValueError as error:
        hint = "This is a fault of gm: please report it with the game's folder, but without seed.key."
        raise WorldFailed(f"The picture can't be drawn: {error}", hint) from error
