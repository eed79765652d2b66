"""Tables for the terminal: problems, coins, status. Texts stay as given, no number is guessed from them."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.render.columns import one_line, wrapped
from gm_tool.render.columns import width as display_width

NARROWEST = 8
"""Cells that a wrapped column keeps, however narrow the terminal is."""

TITLE_PADDING = "  "
"""What tabulate adds to the width of a column's title."""

GAP = 2
"""Blanks between two columns."""


def table(header: Sequence[str], rows: Sequence[Sequence[str | int]], width: int = 80) -> str:
    """Header and rows as text of at most `width` cells a line; whole numbers stand to the right.

    Long texts are wrapped, the widest column first; control characters show as `\\x1b`. A table that can't
    be made so narrow is as narrow as can be. No line break at the end.
    """
    from tabulate import tabulate  # takes as long as the rest of a small command

    titles = [one_line(title) for title in header]
    texts = [[one_line(str(cell)) for cell in row] for row in rows]
    numeric = [bool(rows) and all(isinstance(row[column], int) for row in rows) for column in range(len(header))]
    limits = _limits([[title + TITLE_PADDING for title in titles], *texts], numeric, width - GAP * (len(header) - 1))
    laid = tabulate(
        [_wrapped(row, limits) for row in texts],
        _wrapped(titles, [cells - len(TITLE_PADDING) for cells in limits]),
        tablefmt="simple",
        disable_numparse=True,
        colalign=["right" if number else "left" for number in numeric] if rows else None,
    )
    return "\n".join(line.rstrip() for line in laid.splitlines())


def _wrapped(row: Sequence[str], limits: Sequence[int]) -> list[str]:
    return ["\n".join(wrapped(text, max(most, 1))) for text, most in zip(row, limits, strict=True)]


def _limits(texts: Sequence[Sequence[str]], numeric: Sequence[bool], most: int) -> list[int]:
    """The cells of each column: what it needs, less what the widest columns of texts must give."""
    limits = [max(1, *map(display_width, column)) for column in zip(*texts, strict=True)]
    while sum(limits) > most:
        texts_left = [column for column, cells in enumerate(limits) if not numeric[column] and cells > NARROWEST]
        if not texts_left:
            break
        limits[max(texts_left, key=lambda column: limits[column])] -= 1
    return limits
