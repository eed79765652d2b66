"""The camels: their names, kinds, directions and pieces."""

from __future__ import annotations

from typing import Literal

from gm_tool.core.views import Piece

Colour = Literal["Red", "Blue", "Green", "Yellow", "Purple"]
Camel = Literal["Red", "Blue", "Green", "Yellow", "Purple", "Black", "Gray"]

COLOURS: tuple[Colour, ...] = ("Red", "Blue", "Green", "Yellow", "Purple")
CRAZY: tuple[Camel, ...] = ("Black", "Gray")
CAMELS: tuple[Camel, ...] = (*COLOURS, *CRAZY)
CAMEL_SET: frozenset[Camel] = frozenset(CAMELS)
COLOUR_SET: frozenset[Camel] = frozenset(COLOURS)
CRAZY_SET: frozenset[Camel] = frozenset(CRAZY)

START = 1
"""Where the coloured camels start, and the goal of the crazy ones; the other end is `track_length`."""

# Mid tones, so that each stands out from a white page and from a dark one alike.
PIECES: tuple[Piece, ...] = (
    Piece("Red", "R", "#d9403a"),
    Piece("Blue", "B", "#3b7ddd"),
    Piece("Green", "G", "#35a05a"),
    Piece("Yellow", "Y", "#d9a514"),
    Piece("Purple", "P", "#9457c8"),
    Piece("Black", "K", "#4d4d4d", "down"),
    Piece("Gray", "A", "#9b9b9b", "down"),
)
