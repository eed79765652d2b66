"""A tile of a track: the outline of its space, or a plate on a pole that says what it does, and to whom it belongs."""

from __future__ import annotations

from gm_tool.core.views import Tile
from gm_tool.render.pictures.lettering import clean, fitted
from gm_tool.render.pictures.svg import box, line, words
from gm_tool.render.pictures.theme import Theme, ink_on

HIGH, OWNER = 46, 18
"""Units that a plate on its pole takes above the ground, and the name of its owner below the space."""

_WIDE, _PLATE = 44, 28


def plate(tile: Tile, x: float, y: float, wide: float, high: float, theme: Theme) -> list[str]:
    """A tile by itself, its upper left corner at a point; one that sends back is filled with its dark colour."""
    fill = theme.tile if tile.label.startswith("-") else theme.tile_ground
    parts = [box(x, y, wide, high, fill, 5, theme.tile, 3.5)]
    if tile.label:
        ink = ink_on(fill)
        label = tile.label.replace("-", "\N{MINUS SIGN}")
        parts.append(words(x + wide / 2, y + high / 2 + 6, label, 17, ink, True, "middle"))
    return parts


def standing(tile: Tile, x: float, ground: float, theme: Theme) -> list[str]:
    """A tile with a label, on its pole, in the middle of a space."""
    pole = line([(x, ground - HIGH + _PLATE), (x, ground)], theme.tile, 4)
    return [pole, *plate(tile, x - _WIDE / 2, ground - HIGH + 4, _WIDE, _PLATE, theme)]


def owner(tile: Tile, x: float, base: float, room: float, theme: Theme) -> list[str]:
    """The name of the tile's owner, cut off where it takes more than the room."""
    name = fitted(clean(tile.owner), 14, room)
    return [words(x, base, name, 14, theme.faint, anchor="middle")] if name else []
