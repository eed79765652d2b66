"""What one audience may see, built by adding: words for a template, boards to draw.

A view holds plain values only. Rendering never sees a state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from gm_tool.core.events import Event


class Viewer(Struct, frozen=True):
    """For whom a view is made: the public, the GM, or one player (a player may be called "gm")."""

    kind: Literal["public", "gm", "player"]
    player: str = ""

    def knows(self, event: Event) -> bool:
        """Whether this viewer may know of an event; one that is the GM's alone not even the player it is about."""
        if event.known_to == "public" or self.kind == "gm":
            return True
        return event.known_to == "player" and self.kind == "player" and event.player == self.player


PUBLIC = Viewer("public")
GM = Viewer("gm")


class Piece(Struct, frozen=True):
    """A piece on a board: its name, a code of one or two ASCII letters, a colour (#rrggbb), where it heads."""

    name: str
    code: str
    colour: str
    heading: Literal["up", "down"] = "up"


class Tile(Struct, frozen=True):
    """A tile on a track: what it is called, its sign of one or two ASCII characters, whose it is ("": nobody's to see).

    `label` is what a drawing writes on it ("": the tile is shown as an outline of its space).
    """

    name: str
    sign: str
    label: str = ""
    owner: str = ""


class Space(Struct, frozen=True):
    """One space of a track: the names of the pieces on it, bottom first, and the tile that lies there."""

    number: int
    stack: tuple[str, ...] = ()
    tile: Tile | None = None


class Track(Struct, frozen=True):
    """A track: all its spaces in order, and the pieces that run on it.

    `flat` are spaces on which pieces stand in a row instead of a stack (first listed, furthest back).
    `lap` are the first and the last space of a track that is closed to an oval, with the line between
    them: a space before the first, or after the last, is where pieces stand that crossed it.
    """

    spaces: tuple[Space, ...]
    pieces: tuple[Piece, ...]
    flat: tuple[int, ...] = ()
    lap: tuple[int, int] | None = None


class Ground(Struct, frozen=True):
    """What a square of a grid is made of: its name and an ASCII sign.

    `kind`: "open" to go on, "hill", or "goal", which brings its square to whom `code` tells.
    """

    name: str
    sign: str
    kind: Literal["open", "hill", "goal"] = "open"
    code: str = ""


class Grid(Struct, frozen=True):
    """A board of squares: columns from left to right and rows from top to bottom by the names at the edge.

    `squares` has the ground of each square, row by row; `standing` the piece on each square that has one,
    by the square's name, which is that of its column and that of its row ("c3").
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...]
    squares: tuple[tuple[Ground, ...], ...]
    standing: Mapping[str, Piece]


class Chip(Struct, frozen=True):
    """A ticket, a die or a card of a supply: what is on it, its colour, and whether it is still there to take."""

    text: str
    colour: str
    there: bool = True


class Stock(Struct, frozen=True):
    """What there is of one thing: its name, and for each column of the supply chips, or a number, or nothing."""

    name: str
    cells: tuple[tuple[Chip, ...] | int, ...]


class Supply(Struct, frozen=True):
    """What lies ready beside a board, in rows under titles (the first one is that of the names)."""

    header: tuple[str, ...]
    rows: tuple[Stock, ...]


class Listing(Struct, frozen=True):
    """A small table: column titles, rows of texts and whole numbers (numbers stand to the right)."""

    header: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


Board = Track | Grid | Supply | Listing


class View(Struct, frozen=True):
    """What a viewer may see of a step: `words` for the template, `boards` by name."""

    viewer: Viewer
    words: Mapping[str, object]
    boards: Mapping[str, Board]
