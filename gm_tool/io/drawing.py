"""Drawings made PNGs by resvg, in this process or in one that does nothing else.

That process is sent one message for all drawings: the number of fonts, their paths, then the width and the SVG of
each drawing, with a NUL between one and the next, which stands in none of them. It sends one message back for each.
It loads this module and resvg alone, so it is there as soon as a drawing is.
"""

from __future__ import annotations

import sys

from gm_tool.io.pipes import read_message, write_message

TYPE_CHECKING = False
if TYPE_CHECKING:  # what the process can do without, it doesn't load
    from collections.abc import Sequence

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
    words = [str(len(fonts)), *fonts, *(word for svg, width in drawings for word in (str(width), svg))]
    return "\0".join(words).encode("utf-8", "surrogateescape")  # a path on Linux may be any bytes


def asked(message: bytes) -> tuple[list[str], list[tuple[str, int]]]:
    """The fonts and the drawings that such a message asks for."""
    count, *words = message.decode("utf-8", "surrogateescape").split("\0")
    rest = iter(words[int(count) :])
    return words[: int(count)], [(svg, int(width)) for width, svg in zip(rest, rest, strict=True)]


def serve() -> None:
    """The process: draw what is asked for, if anything is."""
    import resvg_py  # noqa: F401 (while there is nothing to draw yet)

    wanted = read_message(sys.stdin.buffer)
    if wanted is not None:
        fonts, drawings = asked(wanted)
        for picture in [drawn(svg, width, fonts) for svg, width in drawings]:
            write_message(sys.stdout.buffer, picture)
