"""The board of a race: who leads, the track as a snake from the top, the table beside it, the signs explained.

A row of the track is read in the direction in which it runs; the road at its end leads down into
the next one. A camel's head is on the side to which it goes. Stacks stand on their space; on the
ends, where nobody rides, several camels stand in a row below it, each kind with its front camel
in front. A track that is closed is an oval of that kind: a lane on its left side leads from the last
row over the line back to the first, and who has crossed the line stands in the lane.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_tool.core.views import Listing, Piece, Space, Supply, Track
from gm_tool.render.boards import lap_of
from gm_tool.render.pictures import tile as tiles
from gm_tool.render.pictures.camel import HIGH, STEP, WIDE, camel
from gm_tool.render.pictures.key import key_height, key_lines, key_parts
from gm_tool.render.pictures.listing import listing_height, listing_parts
from gm_tool.render.pictures.supply import supply_height, supply_parts
from gm_tool.render.pictures.svg import INNER, MARGIN, WIDTH, box, document, heading, line, num, path, words
from gm_tool.render.pictures.theme import BLACK, LIGHT, WHITE, Theme, ink_on

Beside = Listing | Supply
"""What may stand below a track: a table of either kind."""

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
    centre: float
    theme: Theme


def track_svg(track: Track, title: str, beside: Beside | None = None, theme: Theme = LIGHT) -> str:
    """A track of one space or more as SVG, 600 units wide and as high as its stacks need, with a small table below.

    What is `beside` may name pieces in its first column: they are drawn beside their names. The pieces
    that it doesn't name are explained below.
    """
    y, parts = heading(title, theme)
    for height, drawn in _sections(track, beside, theme, y + GAP):
        parts += drawn
        y += GAP + height
    return document(title, y + MARGIN, theme, parts)


def _sections(track: Track, beside: Beside | None, theme: Theme, y: float) -> Iterator[tuple[float, list[str]]]:
    """The parts below the title, each with its height."""
    leaders = _placing(track)
    if len(leaders) > 1:
        yield PLACING, _placing_parts(leaders, y, theme)
        y += PLACING + GAP
    rows = _rows(track)
    height = sum(row.height for row in rows) + GAP * (len(rows) - 1)
    yield height, _track_parts(track, rows, y, theme)
    y += height + GAP
    if beside is not None and beside.rows:
        height, drawn = _beside(beside, track.pieces, y, theme)
        yield height, drawn
        y += height + GAP
    signs = key_lines(track, beside)
    if signs:
        yield key_height(signs), key_parts(signs, y, theme)


def _beside(table: Beside, pieces: Sequence[Piece], y: float, theme: Theme) -> tuple[float, list[str]]:
    """How high the table is, and its parts."""
    match table:
        case Listing():
            return listing_height(table), listing_parts(table, pieces, y, theme)
        case Supply():
            return supply_height(table), supply_parts(table, pieces, y, theme)


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
    """The spaces in as few rows as it takes, all but the last of one length; of a closed track an even number."""
    spaces, before, behind = (track.spaces, (), ()) if track.lap is None else lap_of(track)
    count = -(-len(spaces) // IN_ROW) if track.lap is None else 2 * -(-len(spaces) // (2 * IN_ROW_OF_OVAL))
    length = -(-len(spaces) // count)
    crossed = {0: len(before), count - 1: len(behind)}
    return [
        _row(spaces[length * index : length * (index + 1)], index % 2 == 1, track.flat, crossed.get(index, 0))
        for index in range(count)
    ]


def _row(spaces: tuple[Space, ...], left: bool, flat: Sequence[int], crossed: int) -> _Row:
    """`crossed` is the height of the stack that stands over the line beside the row."""
    highest = max(crossed, *(0 if _in_line(space, flat) else len(space.stack) for space in spaces))
    above: float = HIGH + STEP * (highest - 1) if highest else 0
    if any(space.tile is not None and space.tile.label for space in spaces):
        above = max(above, tiles.HIGH)
    penned = [len(space.stack) for space in spaces if _in_line(space, flat)]
    room = INNER - (2 * PEN_EDGE + GAP) * len(penned)
    below = PEN if penned else tiles.OWNER if any(space.tile and space.tile.owner for space in spaces) else 0
    return _Row(spaces, left, above, below, min(PEN_STEP, room / max(sum(penned), 1)))


def _in_line(space: Space, flat: Sequence[int]) -> bool:
    """Whether the pieces on a space stand in a row below it."""
    return space.number in flat and len(space.stack) > 1


def _track_parts(track: Track, rows: Sequence[_Row], y: float, theme: Theme) -> list[str]:
    lane = LANE if track.lap is not None else 0
    pitch = (INNER - lane) / len(rows[0].spaces)
    scene = _Scene({piece.name: piece for piece in track.pieces}, track.flat, pitch, (WIDTH + lane) / 2, theme)
    roads: list[str] = []
    parts: list[str] = []
    grounds: list[float] = []
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        ground = y + row.above
        grounds.append(ground)
        if after is not None:
            below = y + row.height + GAP + after.above
            roads += _road(scene, len(row.spaces) * pitch / 2, row.left, ground, below)
        for place, space in enumerate(row.spaces):
            parts += _space(scene, space, row, _middle(scene, place, len(rows[0].spaces), row.left), ground)
        y += row.height + GAP
    if lane:
        roads += _lane(track, scene, grounds[0], grounds[-1])
    return roads + parts


def _middle(scene: _Scene, place: int, length: int, left: bool) -> float:
    """Where the middle of a space is; a shorter last row begins where the road comes down."""
    way = scene.pitch * (place + 0.5 - length / 2)
    return scene.centre + (-way if left else way)


def _road(scene: _Scene, half: float, left: bool, y: float, below: float) -> list[str]:
    """The way from the end of a row down to the next one, with an arrow."""
    side = -1 if left else 1
    edge, turn = scene.centre + side * (half - 6), scene.centre + side * (half + 12)
    top, bottom, middle = y + SLAB / 2, below + SLAB / 2, (y + below + SLAB) / 2
    road = line([(edge, top), (turn, top), (turn, bottom), (edge, bottom)], scene.theme.end, 8)
    tip = f"M{num(turn - 8)} {num(middle - 7)}H{num(turn + 8)}L{num(turn)} {num(middle + 7)}Z"
    return [road, path(tip, scene.theme.faint)]


# The line of a closed track

LANE, CHECK = 62, 7.5
"""The room of the lane from the last row to the first, and the size of a field of its chequered ends."""

IN_ROW_OF_OVAL = 9
"""Spaces in a row of a closed track, at most: the lane takes the place of one."""


def _lane(track: Track, scene: _Scene, top: float, bottom: float) -> list[str]:
    """The lane, the line at its ends, and who has crossed: backwards at the top, forwards at the bottom."""
    _, before, behind = lap_of(track)
    wide = LANE - SEAM - 2 * CHECK
    x, edge, middle = MARGIN + wide / 2, MARGIN + wide, (top + bottom + SLAB) / 2
    tip = f"M{num(x - 8)} {num(middle + 7)}H{num(x + 8)}L{num(x)} {num(middle - 7)}Z"
    parts = [
        box(MARGIN, top, wide, bottom + SLAB - top, scene.theme.end, radius=7),
        path(tip, scene.theme.faint),
        *_chequered(edge, top),
        *_chequered(edge, bottom),
    ]
    return parts + _stack(scene, before, x, top, False) + _stack(scene, behind, x, bottom, True)


def _chequered(x: float, y: float) -> list[str]:
    """A band of fields, black and white, as high as a space, its upper left corner at a point."""
    rows = int(SLAB / CHECK)
    dark = "".join(
        f"M{num(x + CHECK * (row % 2))} {num(y + CHECK * row)}h{num(CHECK)}v{num(CHECK)}h-{num(CHECK)}Z"
        for row in range(rows)
    )
    return [box(x, y, 2 * CHECK, CHECK * rows, WHITE), path(dark, BLACK)]


def _stack(scene: _Scene, stack: Sequence[str], x: float, ground: float, turned: bool) -> list[str]:
    """Pieces on each other; `turned` where the track runs to the left."""
    standing = list(enumerate(scene.pieces[name] for name in stack))
    return [
        camel(piece, x, ground - STEP * height, scene.theme, turned == (piece.heading == "up"))
        for height, piece in reversed(standing)  # a hump covers the feet that stand on it
    ]


def _space(scene: _Scene, space: Space, row: _Row, x: float, ground: float) -> list[str]:
    """A space with what stands on it."""
    slab = _slab(scene, space, x, ground)
    if _in_line(space, scene.flat):
        return [*_pen(scene, space, row, x, ground), *slab]
    if space.tile is not None and space.tile.label:
        slab += tiles.standing(space.tile, x, ground, scene.theme)
        slab += tiles.owner(space.tile, x, ground + SLAB + 14, scene.pitch - SEAM, scene.theme)
    return slab + _stack(scene, space.stack, x, ground, row.left)


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
