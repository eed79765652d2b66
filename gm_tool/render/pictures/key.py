"""What the signs of a board mean: pieces that no table names, where they run, tiles."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gm_tool.core.views import Listing, Piece, Track
from gm_tool.render.pictures.camel import camel
from gm_tool.render.pictures.lettering import width_of
from gm_tool.render.pictures.svg import INNER, MARGIN, box, words
from gm_tool.render.pictures.theme import Theme

KEY, KEY_SIZE, ICON = 32, 17, 37


class Sign(Struct, frozen=True):
    """A word of the key with what is drawn before it: a piece, a tile, or nothing."""

    text: str
    piece: Piece | None = None
    tile: bool = False

    @property
    def icon(self) -> float:
        """The room before the word."""
        return ICON if self.piece is not None or self.tile else 0

    @property
    def width(self) -> float:
        """The room of all, with what is left free behind it."""
        return self.icon + width_of(self.text, KEY_SIZE) + 10


def key_lines(track: Track, listing: Listing | None) -> list[list[Sign]]:
    """What a reader may not know, in lines: the pieces without a row in the listing, and the tiles."""
    named = set() if listing is None else {row[0] for row in listing.rows}
    ends = (track.spaces[0].number, track.spaces[-1].number)
    signs: list[Sign] = []
    for way, (start, goal) in (("up", ends), ("down", ends[::-1])):
        unnamed = [piece for piece in track.pieces if piece.heading == way and piece.name not in named]
        if unnamed:
            signs += [Sign(f"{start} → {goal}"), *(Sign(piece.name, piece) for piece in unnamed)]
    if any(space.tile for space in track.spaces):
        signs.append(Sign("Tile", tile=True))
    return _lines(signs)


def _lines(signs: Sequence[Sign]) -> list[list[Sign]]:
    lines: list[list[Sign]] = []
    left: float = 0
    for sign in signs:
        if not lines or sign.width > left:
            lines.append([])
            left = INNER
        lines[-1].append(sign)
        left -= sign.width
    return lines


def key_height(lines: Sequence[Sequence[Sign]]) -> float:
    """How many units high a key is drawn."""
    return KEY * len(lines)


def key_parts(lines: Sequence[Sequence[Sign]], y: float, theme: Theme) -> list[str]:
    """A key from the left margin on, its upper edge at `y`."""
    parts = []
    for number, signs in enumerate(lines):
        x, base = float(MARGIN), y + KEY * number + 22
        for sign in signs:
            parts += _sign(sign, x, base, theme)
            x += sign.width
    return parts


def _sign(sign: Sign, x: float, base: float, theme: Theme) -> list[str]:
    parts = [words(x + sign.icon, base, sign.text, KEY_SIZE, theme.faint)]
    if sign.piece is not None:
        parts.append(camel(sign.piece, x + 18, base + 4, theme, sign.piece.heading == "down", 0.66))
    elif sign.tile:
        parts.append(box(x + 2, base - 16, ICON - 10, 20, theme.tile_ground, 5, theme.tile, 3.5))
    return parts
