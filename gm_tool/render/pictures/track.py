"""The board of a race: who leads, the track as a snake from the top, the market, the signs explained.

A row of the track is read in the direction in which it runs; the road at its end leads down into
the next one. A camel's head is on the side to which it goes. Stacks stand on their space; on the
ends, where nobody rides, several camels stand in a row below it, each kind with its front camel
in front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_tool.core.views import Listing, Piece, Space, Track
from gm_tool.render.pictures.camel import HIGH, STEP, WIDE, camel
from gm_tool.render.pictures.key import key_height, key_lines, key_parts
from gm_tool.render.pictures.listing import listing_height, listing_parts
from gm_tool.render.pictures.svg import INNER, MARGIN, WIDTH, box, document, heading, line, num, path, words
from gm_tool.render.pictures.theme import LIGHT, Theme, ink_on

IN_ROW = 10
"""Spaces in a row of the track, at most: a camel must stand on each."""

SLAB, GAP = 30, 18
"""The height of a space, and what is left free between the parts of the drawing."""

SEAM = 5
"""What is left free between two spaces."""


class _Row(Struct, frozen=True):
    """A row of the track in the order of its numbers.

    `left` if it runs to the left; `above` and `below` are the units that its stacks and its pens
    take, `step` those of a piece in a pen.
    """

    spaces: tuple[Space, ...]
    left: bool
    above: float
    below: float
    step: float

    @property
    def height(self) -> float:
        return self.above + SLAB + self.below


class _Scene(Struct, frozen=True):
    """What all rows need to know."""

    pieces: Mapping[str, Piece]
    flat: tuple[int, ...]
    pitch: float
    theme: Theme


def track_svg(track: Track, title: str, listing: Listing | None = None, theme: Theme = LIGHT) -> str:
    """A track of one space or more as SVG, 600 units wide and as high as its stacks need, with a small table below.

    `listing` may name pieces in its first column: they are drawn beside their names. The pieces
    that it doesn't name are explained below.
    """
    y, parts = heading(title, theme)
    for height, drawn in _sections(track, listing, theme, y + GAP):
        parts += drawn
        y += GAP + height
    return document(title, y + MARGIN, theme, parts)


def _sections(track: Track, listing: Listing | None, theme: Theme, y: float) -> Iterator[tuple[float, list[str]]]:
    """The parts below the title, each with its height."""
    leaders = _placing(track)
    if len(leaders) > 1:
        yield PLACING, _placing_parts(leaders, y, theme)
        y += PLACING + GAP
    rows = _rows(track)
    height = sum(row.height for row in rows) + GAP * (len(rows) - 1)
    yield height, _track_parts(track, rows, y, theme)
    y += height + GAP
    if listing is not None and listing.rows:
        height = listing_height(listing)
        yield height, listing_parts(listing, track.pieces, y, theme)
        y += height + GAP
    signs = key_lines(track, listing)
    if signs:
        yield key_height(signs), key_parts(signs, y, theme)


# Who leads

PLACING = 66
"""The height of the field on which the leader stands."""


def _placing(track: Track) -> list[Piece]:
    """The pieces that run up the track, the first one first."""
    runners = {piece.name: piece for piece in track.pieces if piece.heading == "up"}
    order = [runners[name] for space in track.spaces for name in space.stack if name in runners]
    return order[::-1]


def _placing_parts(order: Sequence[Piece], y: float, theme: Theme) -> list[str]:
    """The camels in the order of their places, the leader on a field of its own."""
    room = INNER / max(len(order), 5)
    scale = min(1.15, room / (WIDE + 42))
    parts = [box(MARGIN, y, room, PLACING, theme.lead, radius=12)]
    for place, piece in enumerate(order, 1):
        middle = MARGIN + room * (place - 0.5)
        ink = ink_on(theme.lead) if place == 1 else theme.faint
        parts.append(words(middle - 24 * scale, y + PLACING / 2 + 10, str(place), 28 * scale, ink, True, "middle"))
        parts.append(camel(piece, middle + 14 * scale, y + PLACING / 2 + HIGH * scale / 2, theme, False, scale))
    return parts


# The track


def _rows(track: Track) -> list[_Row]:
    """The spaces in as few rows as it takes, all but the last of one length."""
    count = -(-len(track.spaces) // IN_ROW)
    length = -(-len(track.spaces) // count)
    return [
        _row(track.spaces[length * index : length * (index + 1)], index % 2 == 1, track.flat) for index in range(count)
    ]


def _row(spaces: tuple[Space, ...], left: bool, flat: Sequence[int]) -> _Row:
    highest = max(0 if _in_line(space, flat) else len(space.stack) for space in spaces)
    above = HIGH + STEP * (highest - 1) if highest else 0
    penned = [len(space.stack) for space in spaces if _in_line(space, flat)]
    room = INNER - (2 * PEN_EDGE + GAP) * len(penned)
    return _Row(spaces, left, above, PEN if penned else 0, min(PEN_STEP, room / max(sum(penned), 1)))


def _in_line(space: Space, flat: Sequence[int]) -> bool:
    """Whether the pieces on a space stand in a row below it."""
    return space.number in flat and len(space.stack) > 1


def _track_parts(track: Track, rows: Sequence[_Row], y: float, theme: Theme) -> list[str]:
    pitch = INNER / len(rows[0].spaces)
    scene = _Scene({piece.name: piece for piece in track.pieces}, track.flat, pitch, theme)
    roads: list[str] = []
    parts: list[str] = []
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        ground = y + row.above
        if after is not None:
            roads += _road(len(row.spaces) * pitch / 2, row.left, ground, y + row.height + GAP + after.above, theme)
        for place, space in enumerate(row.spaces):
            parts += _space(scene, space, row, _middle(place, len(rows[0].spaces), row.left, pitch), ground)
        y += row.height + GAP
    return roads + parts


def _middle(place: int, length: int, left: bool, pitch: float) -> float:
    """Where the middle of a space is; a shorter last row begins where the road comes down."""
    way = pitch * (place + 0.5 - length / 2)
    return WIDTH / 2 + (-way if left else way)


def _road(half: float, left: bool, y: float, below: float, theme: Theme) -> list[str]:
    """The way from the end of a row down to the next one, with an arrow."""
    side = -1 if left else 1
    edge, turn = WIDTH / 2 + side * (half - 6), WIDTH / 2 + side * (half + 12)
    top, bottom, middle = y + SLAB / 2, below + SLAB / 2, (y + below + SLAB) / 2
    road = line([(edge, top), (turn, top), (turn, bottom), (edge, bottom)], theme.end, 8)
    tip = f"M{num(turn - 8)} {num(middle - 7)}H{num(turn + 8)}L{num(turn)} {num(middle + 7)}Z"
    return [road, path(tip, theme.faint)]


def _space(scene: _Scene, space: Space, row: _Row, x: float, ground: float) -> list[str]:
    """A space with what stands on it."""
    slab = _slab(scene, space, x, ground)
    if _in_line(space, scene.flat):
        return [*_pen(scene, space, row, x, ground), *slab]
    standing = list(enumerate(scene.pieces[name] for name in space.stack))
    return slab + [
        camel(piece, x, ground - STEP * height, scene.theme, row.left == (piece.heading == "up"))
        for height, piece in reversed(standing)  # a hump covers the feet that stand on it
    ]


def _slab(scene: _Scene, space: Space, x: float, ground: float) -> list[str]:
    theme, wide = scene.theme, scene.pitch - SEAM
    fill = theme.tile_ground if space.tile else theme.end if space.number in scene.flat else theme.ground
    slab = box(x - wide / 2, ground, wide, SLAB, fill, radius=7)
    if space.tile:
        slab = box(x - wide / 2 + 2, ground + 2, wide - 4, SLAB - 4, fill, 6, theme.tile, 4)
    number = words(x, ground + 21.5, str(space.number), 18, theme.ink, True, "middle")
    return [slab, number]


# The ends, on which nobody rides

PEN, PEN_STEP, PEN_EDGE = 58, 52, 6
"""The height of a pen, the units that a piece takes in it at most, and those left free at its sides."""


def _pen(scene: _Scene, space: Space, row: _Row, x: float, ground: float) -> list[str]:
    """The pieces on an end in a row below it; those of a kind follow their front one."""
    ahead = [scene.pieces[name] for name in space.stack if scene.pieces[name].heading == "up"]
    against = [scene.pieces[name] for name in space.stack if scene.pieces[name].heading == "down"]
    standing = [*ahead[::-1], *against] if row.left else [*against[::-1], *ahead]
    wide, slab = row.step * len(standing) + 2 * PEN_EDGE, scene.pitch - SEAM
    edge = x - slab / 2 if x <= WIDTH / 2 else x + slab / 2 - wide
    edge = max(MARGIN + SEAM / 2, min(edge, WIDTH - MARGIN - SEAM / 2 - wide))
    neck = box(x - slab / 2, ground + 6, slab, SLAB, scene.theme.end)
    parts = [neck, box(edge, ground + SLAB + 4, wide, PEN - 8, scene.theme.end, radius=7)]
    for place, piece in enumerate(standing):
        middle = edge + PEN_EDGE + row.step * (place + 0.5)
        left = row.left == (piece.heading == "up")
        parts.append(camel(piece, middle, ground + SLAB + PEN - 10, scene.theme, left))
    return parts
