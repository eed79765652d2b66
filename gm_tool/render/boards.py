"""Boards as fixed-width text: what players look at every evening, most of them on a phone.

A track is drawn in rows of spaces from left to right, with the stacks standing on them:

```
First to last: Y R

          Y>
    <K    R>
 == __ __ ## __ __ __ __ __ __
  1  2  3  4  5  6  7  8  9 10
```

`R>` runs up the track and `<K` down; `##` is ground with a tile, `==` ground on which nobody
rides (those on it stand in a row, which is written out below). Everything that the tool adds is ASCII.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm_tool.core.views import Board, Listing, Piece, Space, Track
from gm_tool.render.columns import one_line, padded, steady, width, wrapped

AIM = 36
"""Cells in a line: what the code blocks of most phones show without scrolling."""

MOST = 40
"""Cells that a listing may take before its texts are wrapped."""

NARROWEST = 16
"""Cells that a wrapped column of texts keeps: names and rows of numbers stay whole, sentences are wrapped."""


FIRST_TO_LAST, BACK_TO_FRONT, TILE, NO_STACK = "First to last:", "On {}, back to front:", "tile", "no stack"
"""What a track says of itself; `{}` is a space's number."""


def board_text(board: Board, words: Mapping[str, str] | None = None) -> str:
    """A board as lines of fixed-width text, without a line break at the end or blanks at a line's end.

    `words` are what to say in place of a track's own words or a listing's titles: {"tile": "Plättchen"}.
    """
    match board:
        case Track():
            lines = _track(board, words or {})
        case Listing():
            lines = _listing(board, words or {})
    return "\n".join(line.rstrip() for line in lines)


def _track(track: Track, words: Mapping[str, str]) -> list[str]:
    marks = {piece.name: _mark(piece) for piece in track.pieces}
    room = 1 + max(2, *(len(mark) for mark in marks.values()), *(len(str(space.number)) for space in track.spaces))
    lines = _placing(track, words.get(FIRST_TO_LAST, FIRST_TO_LAST))
    for row in _rows(track.spaces, AIM // room):
        lines += [*_row(row, track.flat, marks, room), ""]
    rows = [space for space in track.spaces if space.number in track.flat and len(space.stack) > 1]
    for space in rows:
        title = words.get(BACK_TO_FRONT, BACK_TO_FRONT).replace("{}", str(space.number))
        lines += _hanging(title, [marks[name] for name in space.stack])
    if rows:
        lines.append("")
    return lines + _legend(track, marks, words)


def _mark(piece: Piece) -> str:
    """A piece as it stands on the board: its code, and an arrow on the side to which it heads."""
    return f"{piece.code}>" if piece.heading == "up" else f"<{piece.code}"


def _rows(spaces: Sequence[Space], most: int) -> list[Sequence[Space]]:
    """The spaces in as few rows as it takes, all but the last of one length."""
    count = -(-len(spaces) // most)
    length = -(-len(spaces) // count)
    return [spaces[start : start + length] for start in range(0, len(spaces), length)]


def _row(row: Sequence[Space], flat: Sequence[int], marks: dict[str, str], room: int) -> list[str]:
    """A row of spaces: stacks from the top down, the ground, the numbers."""
    stacks = [_standing(space, flat, marks) for space in row]
    lines = []
    for height in reversed(range(max(map(len, stacks)))):
        lines.append("".join((stack[height] if height < len(stack) else "").rjust(room) for stack in stacks))
    grounds = ["##" if space.tile else "==" if space.number in flat else "__" for space in row]
    lines.append("".join(ground.rjust(room) for ground in grounds))
    lines.append("".join(str(space.number).rjust(room) for space in row))
    return lines


def _standing(space: Space, flat: Sequence[int], marks: dict[str, str]) -> list[str]:
    """What is drawn above a space, bottom first: its stack, or how many stand there in a row."""
    if space.number in flat and len(space.stack) > 1:
        return [f"x{len(space.stack)}"]
    return [marks[name] for name in space.stack]


def _placing(track: Track, title: str) -> list[str]:
    """Who leads among the pieces that run up the track."""
    codes = {piece.name: piece.code for piece in track.pieces if piece.heading == "up"}
    order = [codes[name] for space in track.spaces for name in space.stack if name in codes]
    return [*_hanging(title, order[::-1]), ""] if len(order) > 1 else []


def _legend(track: Track, marks: dict[str, str], words: Mapping[str, str]) -> list[str]:
    entries = [f"{marks[piece.name]} {piece.name}" for piece in track.pieces]
    if any(space.tile for space in track.spaces):
        entries.append(f"## {words.get(TILE, TILE)}")
    if track.flat:
        entries.append(f"== {words.get(NO_STACK, NO_STACK)}")
    entry_width = max(map(width, entries)) + 2
    in_line = max(AIM // entry_width, 1)
    lines = [entries[start : start + in_line] for start in range(0, len(entries), in_line)]
    return ["".join(padded(entry, entry_width) for entry in line) for line in lines]


def _hanging(title: str, words: Sequence[str]) -> list[str]:
    """A title and words behind it; lines after the first are indented."""
    first, *rest = wrapped(f"{title} {' '.join(words)}", AIM)
    return [first, *(f"  {line}" for text in rest for line in wrapped(text, AIM - 2))]


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
