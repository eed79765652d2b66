"""The few elements of SVG that the drawings are made of, as text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Literal

from gm_tool.render.pictures.lettering import clean, in_lines, width_of
from gm_tool.render.pictures.theme import Theme

WIDTH = 600
"""The width of every drawing: as many units as pixels of a picture that a phone shows whole."""

MARGIN = 28
"""Units left free on each side."""

INNER = WIDTH - 2 * MARGIN
TITLE_SIZES = (26, 24, 22, 20)

FONT = "DejaVu Sans, Verdana, sans-serif"
"""The font of the PNG, and what a browser that lacks it has most alike."""

Anchor = Literal["start", "middle", "end"]


def num(value: float) -> str:
    """A length with at most one digit after the point, and no `-0`."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def words(x: float, y: float, text: str, size: float, colour: str, bold: bool = False, anchor: Anchor = "start") -> str:
    """A text whose base line starts, has its middle or ends at a point."""
    weight = ' font-weight="bold"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" fill="{colour}"{weight}{where}>'
        f"{escape(clean(text), quote=False)}</text>"
    )


def box(
    x: float, y: float, width: float, height: float, fill: str, radius: float = 0, edge: str = "", thick: float = 0
) -> str:
    """A rectangle, with round corners and an edge where they are asked for."""
    corners = f' rx="{num(radius)}"' if radius else ""
    stroke = f' stroke="{edge}" stroke-width="{num(thick)}"' if edge else ""
    return (
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}" fill="{fill}"{corners}{stroke}/>'
    )


def line(points: Iterable[tuple[float, float]], colour: str, thick: float, dashes: str = "") -> str:
    """A line through points, with round joints; `dashes` as stroke-dasharray has them."""
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    through = " ".join(f"{num(x)},{num(y)}" for x, y in points)
    return (
        f'<polyline points="{through}" fill="none" stroke="{colour}" stroke-width="{num(thick)}" '
        f'stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
    )


def dot(x: float, y: float, radius: float, fill: str, edge: str) -> str:
    """A disc with a thin edge."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{fill}" stroke="{edge}" stroke-width="1.5"/>'


def path(steps: str, fill: str, edge: str = "", thick: float = 0) -> str:
    """A shape in the language of `<path>`."""
    stroke = f' stroke="{edge}" stroke-width="{num(thick)}" stroke-linejoin="round"' if edge else ""
    return f'<path d="{steps}" fill="{fill}"{stroke}/>'


def placed(parts: Iterable[str], x: float, y: float, scale: float = 1, mirrored: bool = False) -> str:
    """Parts moved to a point, their own origin, and made larger or turned to the other side there."""
    sizes = f" scale({'-' if mirrored else ''}{scale:.3g} {scale:.3g})" if mirrored or scale != 1 else ""
    return f'<g transform="translate({num(x)} {num(y)}){sizes}">{"".join(parts)}</g>'


def heading(title: str, theme: Theme) -> tuple[float, list[str]]:
    """The title on one line, smaller if it must be, or on two: where it ends, and its parts."""
    text = clean(title)
    size = next((size for size in TITLE_SIZES if width_of(text, size) <= INNER), TITLE_SIZES[0])
    lines = in_lines(text, size, INNER, 2)
    bases = [MARGIN + (size + 2) * number - 6 for number in range(1, len(lines) + 1)]
    parts = [words(MARGIN, base, line, size, theme.ink, bold=True) for base, line in zip(bases, lines, strict=True)]
    return bases[-1] + 6, parts


def document(title: str, height: float, theme: Theme, parts: Iterable[str]) -> str:
    """A whole drawing of that height, on paper with round corners. Ends with a line break."""
    name = escape(clean(title), quote=False)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{num(height)}" '
            f'viewBox="0 0 {WIDTH} {num(height)}" font-family="{FONT}" role="img">',
            f"<title>{name}</title>",
            box(0, 0, WIDTH, height, theme.paper, radius=18),
            *parts,
            "</svg>\n",
        ]
    )
