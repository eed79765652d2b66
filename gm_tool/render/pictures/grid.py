"""A board of squares as a drawing: what stands where, names at the edge, the signs explained."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.core.views import Grid, Ground, Listing, Piece
from gm_tool.render.pictures.camel import HIGH, camel
from gm_tool.render.pictures.lettering import capital, clean, fitted
from gm_tool.render.pictures.listing import listing_height, listing_parts
from gm_tool.render.pictures.svg import INNER, MARGIN, WIDTH, box, document, heading, num, path, words
from gm_tool.render.pictures.theme import LIGHT, Theme

LARGEST, EDGE, GAP, SEAM = 66, 34, 18, 4
"""The side of a square at most, the room for names at the edge, what is free between parts and between squares."""

KEY, KEY_SIZE, ICON = 32, 17, 40
SQUARE = 26
"""The side of a square in the key."""


def grid_svg(grid: Grid, title: str, listing: Listing | None = None, theme: Theme = LIGHT) -> str:
    """A grid as SVG, 600 units wide, with a small table below it."""
    y, parts = heading(title, theme)
    side = min(LARGEST, (INNER - EDGE) / len(grid.columns))
    left = (WIDTH - side * len(grid.columns) + EDGE) / 2
    y += GAP + EDGE
    parts += _names(grid, left, y, side, theme)
    parts += _squares(grid, left, y, side, theme)
    y += side * len(grid.rows) + GAP
    if listing is not None and listing.rows:
        parts += listing_parts(listing, tuple(grid.standing.values()), y, theme)
        y += listing_height(listing) + GAP
    key = _key(grid, y, theme)
    return document(title, y + KEY * len(_grounds(grid)) + MARGIN - GAP, theme, [*parts, *key])


def _names(grid: Grid, left: float, top: float, side: float, theme: Theme) -> list[str]:
    """The columns' names above, the rows' names to the left."""
    columns = [
        words(left + side * (index + 0.5), top - 10, name, 20, theme.ink, True, "middle")
        for index, name in enumerate(grid.columns)
    ]
    rows = [
        words(left - 12, top + side * (index + 0.5) + 7, name, 20, theme.ink, True, "end")
        for index, name in enumerate(grid.rows)
    ]
    return columns + rows


def _squares(grid: Grid, left: float, top: float, side: float, theme: Theme) -> list[str]:
    grounds: list[str] = []
    standing: list[str] = []
    for line, row, across in zip(range(len(grid.rows)), grid.rows, grid.squares, strict=True):
        for place, column, ground in zip(range(len(grid.columns)), grid.columns, across, strict=True):
            x, y = left + side * place, top + side * line
            grounds += _square(ground, x + SEAM / 2, y + SEAM / 2, side - SEAM, theme)
            piece = grid.standing.get(f"{column}{row}")
            if piece is not None:
                standing.append(_piece(piece, x, y, side, ground.kind == "hill", theme))
    return grounds + standing


def _piece(piece: Piece, x: float, y: float, side: float, on_hill: bool, theme: Theme) -> str:
    """A piece in the middle of its square; on a hill it is smaller, at the hill's foot."""
    if on_hill:
        return camel(piece, x + side * 0.56, y + side * 0.93, theme, False, side / LARGEST * 0.85)
    scale = side / LARGEST * 1.1
    return camel(piece, x + side / 2, y + (side + HIGH * scale) / 2, theme, False, scale)


def _square(ground: Ground, x: float, y: float, side: float, theme: Theme) -> list[str]:
    """A ground: sand, two peaks, or the letter of whose goal it is."""
    match ground.kind:
        case "open":
            return [box(x, y, side, side, theme.ground, side / 9)]
        case "hill":
            return [box(x, y, side, side, theme.stripe, side / 9), *_peaks(x, y, side, theme)]
        case "goal":
            size = side * 0.42
            letter = words(x + side / 2, y + side / 2 + size * 0.36, ground.code, size, theme.ink, True, "middle")
            return [box(x, y, side, side, theme.end, side / 9), letter]


def _peaks(x: float, y: float, side: float, theme: Theme) -> list[str]:
    """Two peaks, the nearer one with snow on it."""

    def at(*steps: tuple[float, float]) -> str:
        return f"M{'L'.join(f'{num(x + side * across)} {num(y + side * down)}' for across, down in steps)}Z"

    far = at((0.36, 0.9), (0.68, 0.3), (0.96, 0.9))
    near = at((0.04, 0.9), (0.4, 0.12), (0.76, 0.9))
    snow = at((0.4, 0.12), (0.53, 0.4), (0.46, 0.36), (0.4, 0.46), (0.34, 0.36), (0.27, 0.4))
    return [path(far, theme.rule), path(near, theme.faint), path(snow, theme.paper)]


def _grounds(grid: Grid) -> list[Ground]:
    """The grounds of a grid that must be explained, each once: all but the plain one."""
    found = dict.fromkeys(ground for line in grid.squares for ground in line)
    return [ground for ground in found if ground.kind != "open"]


def _key(grid: Grid, y: float, theme: Theme) -> Sequence[str]:
    parts = []
    for index, ground in enumerate(_grounds(grid)):
        top = y + KEY * index
        parts += _square(ground, MARGIN, top, SQUARE, theme)
        name = fitted(clean(capital(ground.name)), KEY_SIZE, INNER - ICON)
        parts.append(words(MARGIN + ICON, top + 19, name, KEY_SIZE, theme.faint))
    return parts
