"""How cells look: the fonts, fills, alignments and frames of the house style, each made once for a workbook.

Whenever a cell is given a style, openpyxl looks for its like among all that the workbook has, which takes
longer than to write the cell. So the second cell is given the number that the first one's style got.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.cell_style import StyleArray

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell.cell import Cell

INK = "1F2933"
_NUMBERED: WeakKeyDictionary[Workbook, dict[tuple[object, ...], int]] = WeakKeyDictionary()


def put_font(cell: Cell, bold: bool = False, size: int = 11, color: str = INK, name: str = "Calibri") -> None:
    """Have a cell's text in a font of the house style."""
    _put(cell, "font", "fontId", lambda: Font(name=name, size=size, bold=bold, color=color), name, size, bold, color)


def put_fill(cell: Cell, color: str) -> None:
    """Fill a cell with a colour."""
    _put(cell, "fill", "fillId", lambda: PatternFill("solid", fgColor=color), color)


def put_alignment(cell: Cell, vertical: str, horizontal: str | None = None, wrapped: bool | None = None) -> None:
    """Say where in a cell its text stands, and whether it goes on in further lines."""
    _put(
        cell,
        "alignment",
        "alignmentId",
        lambda: Alignment(horizontal=horizontal, vertical=vertical, wrap_text=wrapped),
        horizontal,
        vertical,
        wrapped,
    )


def put_frame(cell: Cell, color: str) -> None:
    """Draw a thin frame round a cell."""

    def frame() -> Border:
        line = Side("thin", color=color)
        return Border(left=line, right=line, top=line, bottom=line)

    _put(cell, "border", "borderId", frame, color)


def _put(cell: Any, part: str, number: str, made: Callable[[], object], *words: object) -> None:
    """Give a cell a style that these `words` tell from all others of its kind."""
    numbers = _NUMBERED.setdefault(cell.parent.parent, {})
    if (part, *words) not in numbers:
        setattr(cell, part, made())
        numbers[part, *words] = getattr(cell._style, number)
    elif cell._style is None:  # it was given nothing yet
        cell._style = StyleArray()
    setattr(cell._style, number, numbers[part, *words])
