"""The board and its caravans: which there are, which may move, where they go.

A square is its name, "a1" to "g7": columns a to g from west to east, rows 1 to 7 from north
to south. A line is a column ("c") for North, who moves camels south, and a row ("3") for
West, who moves them east. Positions are sets of squares: camels belong to nobody.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import Struct

Side = Literal["North", "West"]
Edition = Literal["article", "wiki"]
Obstacle = Literal["broken", "blocked"]

COLUMNS = "abcdefg"
ROWS = "1234567"
SQUARES = tuple(column + row for column in COLUMNS for row in ROWS)
LINES: dict[Side, dict[str, tuple[str, ...]]] = {
    "North": {column: tuple(column + row for row in ROWS) for column in COLUMNS},
    "West": {row: tuple(column + row for column in COLUMNS) for row in ROWS},
}
"""The squares of each line of a side, the nearest to that side first."""
MOUNTAINS: dict[Edition, frozenset[str]] = {
    "article": frozenset({"a7", "g1", "g7"}),
    "wiki": frozenset({"a7", "g1"}),
}
HOMES: dict[Edition, frozenset[str]] = {
    "article": frozenset(square for square in SQUARES if square[0] != "g" and square[1] != "7"),
    "wiki": frozenset(SQUARES),
}
"""Where camels live: the desert (`article`), the whole board (`wiki`)."""
START = ("a1", "a2", "a3", "a4", "a5", "a6", "b1", "c1", "d1", "e1", "f1")
CAMELS = len(START)


class Caravan(Struct, frozen=True):
    """An unbroken run of camels in one line, the front one last, in the way their mover looks."""

    line: str
    camels: tuple[str, ...]

    @property
    def front(self) -> str:
        """The square of the camel that goes first, the farthest from its mover."""
        return self.camels[-1]


class Way(Struct, frozen=True):
    """Where a caravan's camels come to stand, and whether its front camel is captured."""

    landed: tuple[str, ...]
    captures: bool


def other(side: Side) -> Side:
    """The side across."""
    return "West" if side == "North" else "North"


def line_of(square: str, side: Side) -> str:
    """The side's line through a square: of "c3" North's is "c", West's "3"."""
    return square[0] if side == "North" else square[1]


def ahead(square: str, side: Side) -> str:
    """The next square away from a side; "" off the board."""
    line = LINES[side][line_of(square, side)]
    return (*line, "")[line.index(square) + 1]


def runs(camels: Collection[str], side: Side, line: str) -> tuple[Caravan, ...]:
    """The unbroken runs of camels in a side's line that can't be made longer, the nearest first."""
    found: list[Caravan] = []
    run: list[str] = []
    for square in (*LINES[side][line], ""):
        if square in camels:
            run.append(square)
        elif run:
            found.append(Caravan(line, tuple(run)))
            run = []
    return tuple(found)


def obstacle(edition: Edition, camels: Collection[str], side: Side, caravan: Caravan) -> Obstacle | None:
    """Why a side can't move one of its runs; None where it can (A turn, 1 and 2).

    `article`: a line with a gap is broken; a mountain ahead blocks. `wiki`: each run is a
    caravan of its own; a mountain under the front camel blocks.
    """
    if edition == "wiki":
        return "blocked" if caravan.front in MOUNTAINS[edition] else None
    if len(runs(camels, side, caravan.line)) > 1:
        return "broken"
    return "blocked" if ahead(caravan.front, side) in MOUNTAINS[edition] else None


def open_caravans(edition: Edition, camels: Collection[str], side: Side) -> tuple[Caravan, ...]:
    """The caravans that a side may move now: line by line, in each the nearest first."""
    return tuple(
        caravan
        for line in LINES[side]
        for caravan in runs(camels, side, line)
        if obstacle(edition, camels, side, caravan) is None
    )


def caravan_named(edition: Edition, camels: Collection[str], side: Side, name: str) -> Caravan | None:
    """The run of a side that a name means: any square of it, or in `article` its line alone.

    A run of a broken line is found too; None where no camel stands there, or nothing is called so.
    """
    if name in camels:
        found = runs(camels, side, line_of(name, side))
        return next(caravan for caravan in found if name in caravan.camels)
    if edition == "article" and name in LINES[side]:
        return next(iter(runs(camels, side, name)), None)
    return None


def short_name(edition: Edition, caravan: Caravan) -> str:
    """How a movable caravan is named on a sheet: its line (`article`), its front camel's square (`wiki`)."""
    return caravan.line if edition == "article" else caravan.front


def way(edition: Edition, side: Side, caravan: Caravan) -> Way:
    """Where a caravan goes when its side moves it: each camel one square away (A turn, 2 and 3)."""
    steps = [ahead(square, side) for square in caravan.camels]
    landed = tuple(square for square in steps if square in HOMES[edition])
    return Way(landed, captures=len(landed) < len(steps))
