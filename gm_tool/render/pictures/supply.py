"""A supply in a drawing: rows of tickets, dice and cards; what is taken has left its outline."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.core.views import Chip, Piece, Stock, Supply
from gm_tool.render.pictures.camel import camel
from gm_tool.render.pictures.lettering import clean, fitted, width_of
from gm_tool.render.pictures.listing import ICON, LINE, PAD, SIZE
from gm_tool.render.pictures.svg import INNER, MARGIN, box, words
from gm_tool.render.pictures.theme import Theme, contrast, ink_on

CHIP, SEAM = 26, 6
"""The height of a chip, and what is left free between two."""


def supply_height(supply: Supply) -> float:
    """How many units high a supply is drawn."""
    return LINE * (len(supply.rows) + 1)


def supply_parts(supply: Supply, pieces: Sequence[Piece], y: float, theme: Theme) -> list[str]:
    """A supply from margin to margin, its upper edge at `y`; a row that is named like a piece shows it."""
    known = {piece.name: piece for piece in pieces}
    edges = _edges(supply)
    parts = [
        words(edge + PAD, y + 23.5, title, 17, theme.faint)
        for edge, title in zip(edges, supply.header, strict=True)
        if title
    ]
    for number, row in enumerate(supply.rows, 1):
        top = y + LINE * number
        if number % 2:
            parts.append(box(MARGIN, top, INNER, LINE, theme.stripe, radius=8))
        if row.name in known:
            parts.append(camel(known[row.name], MARGIN + PAD + 16, top + LINE - 4, theme, False, 0.62))
        start = edges[0] + PAD + (ICON if row.name in known else 0)
        name = fitted(clean(row.name), SIZE, edges[1] - start - SEAM)
        parts.append(words(start, top + 23.5, name, SIZE, theme.ink, bold=True))
        parts += _row(row, edges, top, theme)
    return parts


def _edges(supply: Supply) -> list[float]:
    """Where the columns begin: each has what it needs, and its part of what is left over; else names give way."""
    needs = []
    for column, title in enumerate(supply.header[1:]):
        widest = max(_width(row.cells[column]) for row in supply.rows)
        needs.append(max(widest, width_of(title, SIZE)) + 2 * PAD)
    names = max(ICON + width_of(clean(row.name), SIZE) for row in supply.rows) + 2 * PAD
    needs.insert(0, min(names, INNER - sum(needs)))
    spare = max(INNER - sum(needs), 0) / len(needs)
    return [MARGIN + sum(needs[:index]) + spare * index for index in range(len(needs))]


def _row(row: Stock, edges: Sequence[float], top: float, theme: Theme) -> list[str]:
    parts = []
    for edge, cell in zip(edges[1:], row.cells, strict=True):
        x = edge + PAD
        if isinstance(cell, int):
            parts.append(words(x, top + 23.5, str(cell), SIZE, theme.ink, bold=True))
            continue
        for chip in cell:
            parts += _chip(chip, x, top + (LINE - CHIP) / 2, theme)
            x += _chip_width(chip) + SEAM
    return parts


def _chip(chip: Chip, x: float, y: float, theme: Theme) -> list[str]:
    wide = _chip_width(chip)
    middle, base = x + wide / 2, y + CHIP / 2 + 6
    if not chip.there:
        return [box(x + 1, y + 1, wide - 2, CHIP - 2, theme.paper, 6, theme.rule, 1.5)]
    edge = theme.paper if contrast(chip.colour, theme.paper) >= 2 else theme.faint
    return [
        box(x, y, wide, CHIP, chip.colour, 6, edge, 1.5),
        words(middle, base, chip.text, 17, ink_on(chip.colour), True, "middle"),
    ]


def _width(cell: tuple[Chip, ...] | int) -> float:
    if isinstance(cell, int):
        return width_of(str(cell), SIZE)
    return sum(_chip_width(chip) + SEAM for chip in cell)


def _chip_width(chip: Chip) -> float:
    return max(CHIP + 2, width_of(chip.text, 17) + 10)
