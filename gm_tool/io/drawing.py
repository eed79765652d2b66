"""Drawings made PNGs by resvg, in this process or in one that does nothing else.

That process is sent one message for all drawings, as JSON: {"fonts": [path, ...], "drawings": [[svg, width], ...]}.
It sends one back for each. It loads this module and resvg alone, so it is there as soon as a drawing is.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from gm_tool.io.pipes import read_message, write_message

FAMILY = "DejaVu Sans"
"""The family of the font that comes along, for every text whatever family it asks for."""


def drawn(svg: str, width: int, fonts: Sequence[str]) -> bytes:
    """A drawing in SVG as a PNG that many pixels wide, its texts in the fonts at these paths.

    Raises ValueError where resvg can't make a picture of it.
    """
    from resvg_py import svg_to_bytes  # only a command that writes pictures needs it

    return bytes(
        svg_to_bytes(
            svg_string=svg,
            width=width,
            skip_system_fonts=True,
            font_files=list(fonts),
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def request(drawings: Sequence[tuple[str, int]], fonts: Sequence[str]) -> bytes:
    """The message that asks for these drawings, each an SVG and the width of its PNG in pixels."""
    return json.dumps({"fonts": fonts, "drawings": drawings}).encode()


def serve() -> None:
    """The process: draw what is asked for until nothing more is."""
    import resvg_py  # noqa: F401 (while there is nothing to draw yet)

    while (wanted := read_message(sys.stdin.buffer)) is not None:
        asked = json.loads(wanted)
        for picture in [drawn(svg, width, asked["fonts"]) for svg, width in asked["drawings"]]:
            write_message(sys.stdout.buffer, picture)
