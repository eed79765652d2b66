"""A small table in a drawing: names to the left with their pieces, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.core.views import Listing, Piece
from gm_tool.render.boards import numeric
from gm_tool.render.pictures.camel import camel
from gm_tool.render.pictures.lettering import clean, fitted, width_of
from gm_tool.render.pictures.svg import INNER, MARGIN, Anchor, box, words
from gm_tool.render.pictures.theme import Theme

LINE, SIZE, PAD = 33, 20, 12
"""The height of a row, of its letters, and what is left free beside a text."""

ICON = 44
"""The room that a piece takes before its name."""


def listing_height(listing: Listing) -> float:
    """How many units high a listing is drawn."""
    return LINE * (len(listing.rows) + 1)


def listing_parts(listing: Listing, pieces: Sequence[Piece], y: float, theme: Theme) -> list[str]:
    """A listing from margin to margin, its upper edge at `y`."""
    known = {piece.name: piece for piece in pieces}
    right = [numeric(listing, column) for column in range(len(listing.header))]
    indent = ICON if any(row[0] in known for row in listing.rows) else 0
    edges = _edges(listing, right, indent)
    parts = _cells(listing.header, edges, right, indent, y, theme.faint, 17)
    for number, row in enumerate(listing.rows, 1):
        top = y + LINE * number
        if number % 2:
            parts.append(box(MARGIN, top, INNER, LINE, theme.stripe, radius=8))
        if row[0] in known:
            parts.append(camel(known[str(row[0])], MARGIN + PAD + 16, top + LINE - 4, theme, False, 0.62))
        parts += _cells([str(cell) for cell in row], edges, right, indent, top, theme.ink, SIZE)
    return parts


def _edges(listing: Listing, right: Sequence[bool], indent: float) -> list[float]:
    """Where the columns begin, and where the last one ends.

    Each has what it needs and its part of what is left over; where there is too little, texts give way.
    """
    columns = [[title, *(str(row[index]) for row in listing.rows)] for index, title in enumerate(listing.header)]
    needs = [max(width_of(clean(text), SIZE) for text in column) + 2 * PAD for column in columns]
    needs[0] += indent
    spare = INNER - sum(needs)
    if spare >= 0:
        giving = [1.0] * len(needs)
    elif all(right):
        giving = needs
    else:
        giving = [0 if number else need for need, number in zip(needs, right, strict=True)]
    widths = [need + spare * part / sum(giving) for need, part in zip(needs, giving, strict=True)]
    return [MARGIN + sum(widths[:index]) for index in range(len(widths) + 1)]


def _cells(
    row: Sequence[str], edges: Sequence[float], right: Sequence[bool], indent: float, y: float, colour: str, size: float
) -> list[str]:
    """The texts of a row, cut off where their column ends."""
    parts = []
    for column, text in enumerate(row):
        start = edges[column] + PAD + (indent if column == 0 else 0)
        end = edges[column + 1] - PAD
        anchor: Anchor = "end" if right[column] else "start"
        x = end if right[column] else start
        parts.append(words(x, y + 23.5, fitted(clean(text), size, end - start), size, colour, size == SIZE, anchor))
    return parts
