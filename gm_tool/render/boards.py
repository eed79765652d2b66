"""Boards as fixed-width text: what players look at every evening, most of them on a phone.

A track that is open is drawn in rows of spaces from left to right, with the stacks standing on them:

```
First to last: Y R

          Y>
    <K    R>
 == __ __ ## __ __ __ __ __ __
  1  2  3  4  5  6  7  8  9 10
```

`R>` runs up the track and `<K` down; `##` is ground with a tile, `==` ground on which nobody
rides (those on it stand in a row, which is written out below).

A track that is closed to an oval turns back in every second row, where all arrows turn, too; `F` is the
line between its last space and its first, and `>v`, `<<`, `^<` lead around the bends:

```
    Y>
 F> __ __ +1 __ >v
     1  2  3  4

    <R    K>
 ^< __ __ __ __ <<
     8  7  6  5
```

A grid is drawn square by square, its columns and rows named at the edge. Everything that the tool adds is ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from gm_tool.core.views import Board, Chip, Grid, Ground, Listing, Piece, Space, Supply, Track
from gm_tool.render.columns import one_line, padded, steady, width, wrapped

AIM = 36
"""Cells in a line: what the code blocks of most phones show without scrolling."""

MOST = 40
"""Cells that a listing may take before its texts are wrapped."""

NARROWEST = 16
"""Cells that a wrapped column of texts keeps: names and rows of numbers stay whole, sentences are wrapped."""


FIRST_TO_LAST, BACK_TO_FRONT, NO_STACK = "First to last:", "On {}, back to front:", "no stack"
"""What a track says of itself; `{}` is a space's number."""

FINISH, FINISH_SIGN = "finish line", "F"
"""What a closed track says of its line, and the sign for it."""


def board_text(board: Board, words: Mapping[str, str] | None = None) -> str:
    """A board as lines of fixed-width text, without a line break at the end or blanks at a line's end.

    `words` are what to say in place of a board's own words or a table's titles: {"tile": "Plättchen"}.
    """
    match board:
        case Track():
            lines = _track(board, words or {})
        case Grid():
            lines = _grid(board, words or {})
        case Supply():
            lines = _listing(as_listing(board, words), words or {})
        case Listing():
            lines = _listing(board, words or {})
    return "\n".join(line.rstrip() for line in lines)


# Tracks


class _Line(Struct, frozen=True):
    """A row of spaces, in the order in which it is drawn.

    `turned`: the track runs to the left here. `ends` are what stands beside the ground, to the left and
    to the right, and `over` the pieces on those two places: they crossed the line there.
    """

    spaces: Sequence[Space]
    turned: bool = False
    ends: tuple[str, str] = ("", "")
    over: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


def _track(track: Track, words: Mapping[str, str]) -> list[str]:
    pieces = {piece.name: piece for piece in track.pieces}
    marks = [_mark(piece) for piece in track.pieces]
    room = 1 + max(2, *map(len, marks), *(len(str(space.number)) for space in track.spaces))
    lines = _placing(track, words.get(FIRST_TO_LAST, FIRST_TO_LAST))
    for row in _rows(track.spaces, AIM // room) if track.lap is None else _oval(track, AIM // room - 2):
        lines += [*_row(row, track.flat, pieces, room), ""]
    rows = [space for space in track.spaces if space.number in track.flat and len(space.stack) > 1]
    for space in rows:
        title = words.get(BACK_TO_FRONT, BACK_TO_FRONT).replace("{}", str(space.number))
        lines += _hanging(title, [_mark(pieces[name]) for name in space.stack])
    if rows:
        lines.append("")
    return lines + _legend(_track_legend(track, words))


def _mark(piece: Piece, turned: bool = False) -> str:
    """A piece as it stands on the board: its code, and an arrow on the side to which it heads."""
    return f"{piece.code}>" if (piece.heading == "up") != turned else f"<{piece.code}"


def _rows(spaces: Sequence[Space], most: int) -> list[_Line]:
    """The spaces in as few rows as it takes, all but the last of one length."""
    count = -(-len(spaces) // most)
    length = -(-len(spaces) // count)
    return [_Line(spaces[start : start + length]) for start in range(0, len(spaces), length)]


def _oval(track: Track, most: int) -> list[_Line]:
    """The rows of a closed track: an even number of them, every second one turned."""
    spaces, before, behind = lap_of(track)
    count = 2 * -(-len(spaces) // (2 * most))
    length = -(-len(spaces) // count)
    lines = []
    for index in range(count):
        row = spaces[length * index : length * (index + 1)]
        first, last = index == 0, index == count - 1
        if index % 2 == 0:
            ends = (f"{FINISH_SIGN}>" if first else ">>", ">v")
            lines.append(_Line(row, False, ends, (before if first else (), ())))
        else:
            lines.append(_Line(row[::-1], True, ("^<" if last else "v<", "<<"), (behind if last else (), ())))
    return lines


def lap_of(track: Track) -> tuple[tuple[Space, ...], tuple[str, ...], tuple[str, ...]]:
    """The spaces of a closed track, and who stands over the line: before its first space, behind its last one."""
    assert track.lap is not None
    first, last = track.lap
    lap = tuple(space for space in track.spaces if first <= space.number <= last)
    before = [name for space in track.spaces if space.number < first for name in space.stack]
    behind = [name for space in track.spaces if space.number > last for name in space.stack]
    return lap, tuple(before), tuple(behind)


def _row(row: _Line, flat: Sequence[int], pieces: Mapping[str, Piece], room: int) -> list[str]:
    """A row of spaces: stacks from the top down, the ground, the numbers."""
    stacks = [_standing(space.stack, space.number in flat, pieces, row.turned) for space in row.spaces]
    grounds = [_ground(space, flat) for space in row.spaces]
    numbers = [str(space.number) for space in row.spaces]
    if row.ends != ("", ""):
        left, right = (_standing(stack, False, pieces, row.turned) for stack in row.over)
        stacks = [left, *stacks, right]
        grounds = [row.ends[0], *grounds, row.ends[1]]
        numbers = ["", *numbers]
    lines = []
    for height in reversed(range(max(map(len, stacks)))):
        lines.append("".join((stack[height] if height < len(stack) else "").rjust(room) for stack in stacks))
    lines.append("".join(ground.rjust(room) for ground in grounds))
    lines.append("".join(number.rjust(room) for number in numbers))
    return lines


def _ground(space: Space, flat: Sequence[int]) -> str:
    if space.tile is not None:
        return space.tile.sign
    return "==" if space.number in flat else "__"


def _standing(stack: Sequence[str], flat: bool, pieces: Mapping[str, Piece], turned: bool) -> list[str]:
    """What is drawn above a space, bottom first: its stack, or how many stand there in a row."""
    if flat and len(stack) > 1:
        return [f"x{len(stack)}"]
    return [_mark(pieces[name], turned) for name in stack]


def _placing(track: Track, title: str) -> list[str]:
    """Who leads among the pieces that run up the track."""
    codes = {piece.name: piece.code for piece in track.pieces if piece.heading == "up"}
    order = [codes[name] for space in track.spaces for name in space.stack if name in codes]
    return [*_hanging(title, order[::-1]), ""] if len(order) > 1 else []


def _track_legend(track: Track, words: Mapping[str, str]) -> list[str]:
    entries = [f"{_mark(piece)} {piece.name}" for piece in track.pieces]
    tiles = {space.tile.sign: space.tile.name for space in track.spaces if space.tile is not None}
    entries += [f"{sign} {words.get(name, name)}" for sign, name in sorted(tiles.items())]
    if track.flat:
        entries.append(f"== {words.get(NO_STACK, NO_STACK)}")
    if track.lap is not None:
        entries.append(f"{FINISH_SIGN}  {words.get(FINISH, FINISH)}")
    return entries


def _legend(entries: Sequence[str]) -> list[str]:
    """What the signs mean, in as many columns as a phone has room for."""
    entry_width = max(map(width, entries)) + 2
    in_line = max(AIM // entry_width, 1)
    lines = [entries[start : start + in_line] for start in range(0, len(entries), in_line)]
    return ["".join(padded(entry, entry_width) for entry in line) for line in lines]


def _hanging(title: str, words: Sequence[str]) -> list[str]:
    """A title and words behind it; lines after the first are indented."""
    first, *rest = wrapped(f"{title} {' '.join(words)}", AIM)
    return [first, *(f"  {line}" for text in rest for line in wrapped(text, AIM - 2))]


# Grids


def _grid(grid: Grid, words: Mapping[str, str]) -> list[str]:
    """The squares with what stands on them, the names of columns and rows at the edge, and what the signs mean."""
    squares = [
        [
            _square(ground, grid.standing.get(f"{column}{row}"))
            for column, ground in zip(grid.columns, line, strict=True)
        ]
        for row, line in zip(grid.rows, grid.squares, strict=True)
    ]
    room = 1 + max(2, *(len(sign) for line in squares for sign in line), *map(len, grid.columns))
    edge = 1 + max(map(len, grid.rows))
    lines = [" " * edge + "".join(f" {column:<{room - 1}}" for column in grid.columns)]
    for row, line in zip(grid.rows, squares, strict=True):
        lines.append(row.rjust(edge) + "".join(f" {sign:<{room - 1}}" for sign in line))
    return [*lines, "", *_legend(_grid_legend(grid, words))]


def _square(ground: Ground, piece: Piece | None) -> str:
    """What is on a square: a piece, which on a hill has the hill's sign behind it, or the ground."""
    if piece is None:
        return ground.sign
    return piece.code if ground.kind == "open" else f"{piece.code}{ground.sign}"


def _grid_legend(grid: Grid, words: Mapping[str, str]) -> list[str]:
    signs = {piece.code: piece.name for piece in grid.standing.values()}
    signs |= {ground.sign: ground.name for line in grid.squares for ground in line}
    return [f"{sign} {words.get(name, name)}" for sign, name in signs.items()]


# Tables


def as_listing(supply: Supply, words: Mapping[str, str] | None = None) -> Listing:
    """A supply as a table: of its chips those that are there, a dash for none; `words` for the names of its rows."""
    known = words or {}
    rows = [(known.get(row.name, row.name), *map(_cell, row.cells)) for row in supply.rows]
    return Listing(supply.header, tuple(rows))


def _cell(cell: tuple[Chip, ...] | int) -> str:
    """A cell of a supply as text; a column of it may hold chips and a number."""
    if isinstance(cell, int):
        return str(cell)
    return " ".join(chip.text for chip in cell if chip.there) or ("-" if cell else "")


def _listing(listing: Listing, words: Mapping[str, str]) -> list[str]:
    """Columns two blanks apart (one, where space is short), numbers to the right, uncertain widths last."""
    order = _order(listing)
    numbers = [numeric(listing, column) for column in order]
    header = [one_line(words.get(listing.header[column], listing.header[column])) for column in order]
    cells = [[one_line(str(row[column])) for column in order] for row in listing.rows]
    widths = [max(map(width, column)) for column in zip(header, *cells, strict=True)]
    gap = 2 if sum(widths) + 2 * (len(widths) - 1) <= AIM else 1
    _narrow(widths, numbers, MOST - gap * (len(widths) - 1))
    lines = _listed(header, widths, numbers, gap)
    lines.append((" " * gap).join("-" * cells for cells in widths))
    for row in cells:
        lines += _listed(row, widths, numbers, gap)
    return lines


def _order(listing: Listing) -> list[int]:
    """The columns, with those last whose texts some fonts show wider or narrower than others."""

    def uncertain(column: int) -> bool:
        return any(not steady(str(row[column])) for row in listing.rows)

    return sorted(range(len(listing.header)), key=uncertain)


def numeric(listing: Listing, column: int) -> bool:
    """Whether a column of a listing holds numbers, and maybe dashes or nothing."""
    values = [row[column] for row in listing.rows]
    return any(isinstance(value, int) for value in values) and all(
        isinstance(value, int) or value in ("", "-") for value in values
    )


def _narrow(widths: list[int], numeric: Sequence[bool], most: int) -> None:
    """Take cells from the widest column of texts, one by one, until all fit or none can give more."""
    texts = [column for column, number in enumerate(numeric) if not number and widths[column] > NARROWEST]
    while sum(widths) > most and texts:
        widest = max(texts, key=lambda column: widths[column])
        widths[widest] -= 1
        texts = [column for column in texts if widths[column] > NARROWEST]


def _listed(row: Sequence[str], widths: Sequence[int], numeric: Sequence[bool], gap: int) -> list[str]:
    """One row of a listing, in as many lines as its longest cell takes."""
    columns = [wrapped(text, max(cells, 1)) for text, cells in zip(row, widths, strict=True)]
    return [
        (" " * gap).join(
            padded(column[line] if line < len(column) else "", cells, number)
            for column, cells, number in zip(columns, widths, numeric, strict=True)
        )
        for line in range(max(map(len, columns)))
    ]
