"""The colours of a drawing: its paper and its inks, and which ink can be read on a piece."""

from __future__ import annotations

from msgspec import Struct

WHITE, BLACK = "#ffffff", "#1c1a17"


class Theme(Struct, frozen=True):
    """The colours of a drawing, each #rrggbb.

    `paper` lies under all, `ink` is for what must be read, `faint` for what may be, `rule` for thin
    lines and `stripe` for every second row of a table. `ground` is a space of the track, `end` one
    on which nobody rides; `tile` is the outline of a space with a tile and `tile_ground` its fill;
    `lead` marks who leads. `lines` are for the players' lines of a history, which differ for people
    who don't tell red from green too.
    """

    paper: str
    ink: str
    faint: str
    rule: str
    stripe: str
    ground: str
    end: str
    tile: str
    tile_ground: str
    lead: str
    lines: tuple[str, ...]


LIGHT = Theme(
    paper="#fbf7ee",
    ink="#2a251f",
    faint="#6b6255",
    rule="#ddd2bd",
    stripe="#f2e9d8",
    ground="#ead9b3",
    end="#d3bd8b",
    tile="#1668d8",
    tile_ground="#d5e5fb",
    lead="#f6cf57",
    lines=("#0072b2", "#c85200", "#00805e", "#b0558a", "#8a7000", "#4b4b4b"),
)

DARK = Theme(
    paper="#23211e",
    ink="#f3ede1",
    faint="#b8ad9b",
    rule="#4a443b",
    stripe="#302d28",
    ground="#574c38",
    end="#776745",
    tile="#62a8ff",
    tile_ground="#263f60",
    lead="#c4951a",
    lines=("#56b4e9", "#e69f00", "#2fc79a", "#e08ec0", "#f0e442", "#cfcfcf"),
)

THEMES = {"light": LIGHT, "dark": DARK}
"""The themes by the names under which a GM chooses them."""


def ink_on(colour: str) -> str:
    """White where large letters can be read so on a colour (WCAG 2 asks for a contrast of 3), else black."""
    return WHITE if contrast(WHITE, colour) >= 3.2 else BLACK


def contrast(one: str, other: str) -> float:
    """How far two colours (#rrggbb) stand apart, from 1 to 21: the contrast ratio of WCAG 2."""
    lower, higher = sorted((_luminance(one), _luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return float(share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4)
