"""A piece as a camel in its colour, with its letters on the flank and its head where it goes."""

from __future__ import annotations

from gm_tool.core.views import Piece
from gm_tool.render.pictures.svg import path, placed, words
from gm_tool.render.pictures.theme import Theme, contrast, ink_on

WIDE, HIGH = 50, 38
"""The room that a camel takes; its origin is on the ground, in the middle."""

STEP = 30
"""How much higher the next camel of a stack stands: on the hump."""

# Heads to the right; clockwise from the hind foot.
_OUTLINE = (
    "M-19 0L-18 -10C-20.5 -14 -20.5 -21 -15.5 -24C-12.5 -26 -10.5 -28 -8.5 -31.5C-6 -35.5 -1 -35.5 1.5 -31.5"
    "C3.5 -28 5.5 -25.5 8 -23.5C11 -21.5 13 -23 14 -26C15 -29 15 -32.5 17.5 -34.5L19 -37.5L21.5 -34.8"
    "C26 -34.5 28.5 -30.5 25 -29C23.5 -28.4 21.5 -28.6 21 -27C20 -22 20 -17 15.5 -12L16.5 0H10.5L9 -5.5H-11.5L-12.5 0Z"
)
_TAIL = "M-18 -20C-22 -19 -23 -14 -22 -9"


def camel(piece: Piece, x: float, y: float, theme: Theme, left: bool, scale: float = 1) -> str:
    """The camel of a piece with its feet at a point, its head to the left or to the right."""
    ink = ink_on(piece.colour)
    tail = f'<path d="{_TAIL}" fill="none" stroke="{piece.colour}" stroke-width="3" stroke-linecap="round"/>'
    edge = theme.paper if contrast(piece.colour, theme.paper) >= 2 else theme.faint
    body = placed([tail, path(_OUTLINE, piece.colour, edge, 1.5)], 0, 0, mirrored=left)
    size = 21 if len(piece.code) == 1 else 15
    letters = words(2 if left else -2, -6.8, piece.code, size, ink, bold=True, anchor="middle")
    return placed([body, letters], x, y, scale)
