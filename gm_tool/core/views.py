"""What one audience may see, built by adding: words for a template, boards to draw.

A view holds plain values only. Rendering never sees a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class Viewer(Struct, frozen=True):
    """For whom a view is made: the public, the GM, or one player (a player may be called "gm")."""

    kind: Literal["public", "gm", "player"]
    player: str = ""


PUBLIC = Viewer("public")
GM = Viewer("gm")


class Piece(Struct, frozen=True):
    """A piece on a board: its name, a code of one or two ASCII letters, a colour (#rrggbb), where it heads."""

    name: str
    code: str
    colour: str
    heading: Literal["up", "down"] = "up"


class Space(Struct, frozen=True):
    """One space of a track: the names of the pieces on it, bottom first, and whether a tile lies there."""

    number: int
    stack: tuple[str, ...] = ()
    tile: bool = False


class Track(Struct, frozen=True):
    """A track: all its spaces in order, the pieces that run on it, whether the ends are open stacks.

    `flat` are spaces on which pieces stand in a row instead of a stack (first listed, furthest back).
    """

    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    flat: tuple[int, ...] = ()


class Listing(Struct, frozen=True):
    """A small table: column titles, rows of texts and whole numbers (numbers stand to the right)."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


Board = Track | Listing


class View(Struct, frozen=True):
    """What a viewer may see of a step: `words` for the template, `boards` by name."""

    viewer: Viewer
    words: Mapping[str, object]
    boards: Mapping[str, Board]
