"""What the signs of a board mean: pieces that no table names, where they run, tiles."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gm_tool.core.views import Listing, Piece, Supply, Tile, Track
from gm_tool.render.pictures.camel import camel
from gm_tool.render.pictures.lettering import capital, width_of
from gm_tool.render.pictures.svg import INNER, MARGIN, words
from gm_tool.render.pictures.theme import Theme
from gm_tool.render.pictures.tile import plate

KEY, KEY_SIZE, ICON = 32, 17, 37


class Sign(Struct, frozen=True):
    """A word of the key with what is drawn before it: a piece, a tile, or nothing."""

    text: str
    piece: Piece | None = None
    tile: Tile | None = None

    @property
    def icon(self) -> float:
        """The room before the word."""
        return ICON if self.piece is not None or self.tile is not None else 0

    @property
    def width(self) -> float:
        """The room of all, with what is left free behind it."""
        return self.icon + width_of(self.text, KEY_SIZE) + 10


def key_lines(track: Track, beside: Listing | Supply | None) -> list[list[Sign]]:
    """What a reader may not know, in lines: the pieces without a row in the table below, and the tiles."""
    named = _named(beside)
    ends = track.lap or (track.spaces[0].number, track.spaces[-1].number)
    signs: list[Sign] = []
    for way, (start, goal) in (("up", ends), ("down", ends[::-1])):
        unnamed = [piece for piece in track.pieces if piece.heading == way and piece.name not in named]
        if unnamed:
            signs += [Sign(f"{start} → {goal}"), *(Sign(piece.name, piece) for piece in unnamed)]
    tiles = {space.tile.sign: space.tile for space in track.spaces if space.tile is not None}
    signs += [Sign(capital(tile.name), tile=tile) for _, tile in sorted(tiles.items())]
    return _lines(signs)


def _named(beside: Listing | Supply | None) -> set[str]:
    match beside:
        case Listing():
            return {str(row[0]) for row in beside.rows}
        case Supply():
            return {row.name for row in beside.rows}
        case None:
            return set()


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
    elif sign.tile is not None:
        parts += plate(sign.tile, x + 2, base - 16, ICON - 10, 20, theme)
    return parts
