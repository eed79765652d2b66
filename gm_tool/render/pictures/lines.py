"""Histories as lines: how the race went, how the coins grew. Names stand at the ends of their lines.

Pieces bear their letters along the line, and players' lines differ in their dashes where the
colours run out, so that nobody needs to tell red from green.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from gm_tool.core.views import Piece
from gm_tool.render.pictures.lettering import clean, fitted, width_of
from gm_tool.render.pictures.svg import MARGIN, WIDTH, document, dot, heading, line, words
from gm_tool.render.pictures.theme import LIGHT, Theme, ink_on

History = Sequence[tuple[str, Mapping[str, int]]]
"""What each name had, by the label of the step: [("0", {"Red": 1}), ("1", {"Red": 4})].

Pieces that share a space are named from the last to the leading one, as a stack is.
"""

SIZE, SMALL = 19, 16
PLOT = 400
"""The height of the field in which the lines run."""

LEAST = 27
"""Units from the name at the end of one line to the next one."""

NAMES = 210
"""Units that the names may take, at most."""

DASHES = ("", "12 9", "1 9", "18 8 1 8")
"""How lines of one colour are told apart."""

LABEL = 100
"""Units that the label of a step may take, at most."""

TOKEN, FAN = 10, 15
"""How large a letter's disc is, and how far apart those are that stand on one space."""


class _Line(Struct, frozen=True):
    """One line: whose it is, what stands at its end and along it, how it is drawn."""

    name: str
    label: str
    colour: str
    code: str = ""
    dashes: str = ""


class _Field(Struct, frozen=True):
    """Where the lines run: the values at its upper and lower edge, its edges, how many steps it has.

    The steps in `shown` bear a label and letters.
    """

    top: int
    bottom: int
    left: float
    right: float
    upper: float
    steps: int
    shown: tuple[int, ...]

    def x(self, step: int) -> float:
        """Where a step is; a single one is at the left edge."""
        return self.left + (self.right - self.left) * step / max(self.steps - 1, 1)

    def marks(self) -> range:
        """The values that have a line of their own."""
        return ticks(min(self.top, self.bottom), max(self.top, self.bottom))

    def y(self, value: int) -> float:
        """Where a value is."""
        return self.upper + PLOT * (self.top - value) / (self.top - self.bottom)


class _Point(Struct, frozen=True):
    """A point of a line: its step and where it is drawn."""

    step: int
    x: float
    y: float


def race_svg(
    history: History, pieces: Sequence[Piece], title: str, theme: Theme = LIGHT, places: bool = False, axis: str = ""
) -> str:
    """How the pieces ran, as SVG: a line with letters for each that the history names, dashed if it runs down.

    The values are spaces; or places with `places`, where the first is at the top. `axis` says what steps are.
    """
    named = {name for _, values in history for name in values}
    lines = [
        _Line(piece.name, piece.name, piece.colour, piece.code, "" if piece.heading == "up" else DASHES[2])
        for piece in pieces
        if piece.name in named
    ]
    return _drawing(history, lines, title, theme, axis, places)


def lines_svg(history: History, title: str, theme: Theme = LIGHT, axis: str = "") -> str:
    """What the players had after each step, as SVG: a line for each, its name and last amount at its end.

    `axis` says what steps are ("Round"). It tells what players hide from each other: for the end of a game only.
    """
    last = {name: amount for _, values in history for name, amount in values.items()}
    count = len(theme.lines)
    lines = [
        _Line(name, clean(f"{amount} {name}"), theme.lines[index % count], "", DASHES[index // count % len(DASHES)])
        for index, (name, amount) in enumerate(last.items())
    ]
    return _drawing(history, lines, title, theme, axis)


def ticks(low: int, high: int) -> range:
    """Round numbers from `low` to `high`, at most nine of them."""
    step = 1
    while (high - low) // step > 8:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return range(-(-low // step) * step, high + 1, step)


def _drawing(
    history: History, lines: Sequence[_Line], title: str, theme: Theme, axis: str, first_on_top: bool = False
) -> str:
    history = [(clean(label), values) for label, values in history]
    y, parts = heading(title, theme)
    field = _field(history, lines, y + 30, first_on_top)
    parts += _scale(field, [label for label, _ in history], theme)
    runs = {each.name: _points(history, each.name, field, fan=each.code != "") for each in lines}
    parts += _ends(runs, lines, field, theme)
    for each in lines:
        parts += _run(runs[each.name], each, field, theme)
    below = field.upper + PLOT + 40
    if axis:
        below += 22
        middle = (field.left + field.right) / 2
        parts.append(words(middle, below - 6, fitted(clean(axis), SMALL, LABEL), SMALL, theme.faint, anchor="middle"))
    height = max(below, field.upper + LEAST * len(lines))
    return document(title, height + MARGIN / 2, theme, parts)


def _field(history: History, lines: Sequence[_Line], upper: float, first_on_top: bool) -> _Field:
    """The field between the numbers on its left and the names on its right."""
    values = [value for _, step in history for value in step.values()] or [0]
    low, high = min(values), max(max(values), min(values) + 1)
    numbers = max(width_of(str(mark), SMALL) for mark in ticks(low, high))
    names = min(NAMES, max((width_of(each.label, SIZE) for each in lines), default=0))
    room = 2 * TOKEN + 8 if any(each.code for each in lines) else 0
    left = MARGIN + numbers + 20 + room
    right = max(WIDTH - MARGIN - names - 40 - room, left + LABEL)
    top, bottom = (low, high) if first_on_top else (high, low)
    return _Field(top, bottom, left, right, upper, len(history), _shown(history, right - left, room > 0))


def _shown(history: History, width: float, letters: bool) -> tuple[int, ...]:
    """The steps with a label and letters: every one, every second, fifth, tenth ... and the last.

    They are so far apart that letters which stand side by side are nearest to their own step.
    """
    last = len(history) - 1
    for stride in _strides(last):
        shown = (*range(0, last - stride + 1, stride), last)
        if width * stride / last >= max(_room(history[step], letters) for step in shown):
            return shown
    return (last,) if history else ()


def _room(step: tuple[str, Mapping[str, int]], letters: bool) -> float:
    """Units that a step's label takes, and its letters side by side."""
    label, values = step
    crowd = max(Counter(values.values()).values(), default=1) if letters else 1
    return max(min(width_of(label, SMALL), LABEL) + 10, FAN * (crowd - 1) + 2 * TOKEN)


def _strides(last: int) -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on, up to a number."""
    power = 1
    while power <= last:
        yield from (stride for stride in (power, 2 * power, 5 * power) if stride <= last)
        power *= 10


def _scale(field: _Field, labels: Sequence[str], theme: Theme) -> list[str]:
    """The numbers on the left, each with its line, and the labels of the steps below."""
    parts = []
    edge = MARGIN + max(width_of(str(mark), SMALL) for mark in field.marks())
    for mark in field.marks():
        y = field.y(mark)
        parts.append(line([(edge + 8, y), (field.right + 8, y)], theme.rule, 1.5))
        parts.append(words(edge, y + 6, str(mark), SMALL, theme.faint, anchor="end"))
    for step in field.shown:
        label = fitted(labels[step], SMALL, LABEL)
        parts.append(words(field.x(step), field.upper + PLOT + 34, label, SMALL, theme.faint, anchor="middle"))
    return parts


def _points(history: History, name: str, field: _Field, fan: bool) -> list[_Point]:
    """The points of a name's line; with `fan`, names that share a value stand side by side where they have letters."""
    points = []
    for step, (_, values) in enumerate(history):
        if name in values:
            beside = fan and step in field.shown
            sharing = [other for other, value in values.items() if value == values[name]] if beside else [name]
            aside = FAN * (sharing.index(name) - (len(sharing) - 1) / 2)
            points.append(_Point(step, field.x(step) + aside, field.y(values[name])))
    return points


def _run(points: Sequence[_Point], drawn: _Line, field: _Field, theme: Theme) -> list[str]:
    """A line, broken where its name was not there, with its letter or a dot at its points."""
    pieces: list[list[_Point]] = []
    for point in points:
        if not pieces or pieces[-1][-1].step != point.step - 1:
            pieces.append([])
        pieces[-1].append(point)
    parts = []
    for piece in pieces:
        through = [(point.x, point.y) for point in piece]
        parts.append(line(through, drawn.colour, 4, drawn.dashes))
    if not drawn.code:
        return parts + [dot(point.x, point.y, 5, drawn.colour, theme.paper) for point in points]
    for point in points:
        if point.step in field.shown:
            parts.append(dot(point.x, point.y, TOKEN, drawn.colour, theme.paper))
            size = 14 if len(drawn.code) == 1 else 10
            parts.append(words(point.x, point.y + 5, drawn.code, size, ink_on(drawn.colour), True, "middle"))
    return parts


def _ends(runs: Mapping[str, Sequence[_Point]], lines: Sequence[_Line], field: _Field, theme: Theme) -> list[str]:
    """The names beside the ends of their lines, moved apart where lines end together."""
    order = sorted(lines, key=lambda each: (runs[each.name][-1].y, -runs[each.name][-1].x))
    heights = apart([runs[each.name][-1].y for each in order], LEAST, field.upper, field.upper + PLOT)
    x = WIDTH - MARGIN - min(NAMES, max((width_of(each.label, SIZE) for each in lines), default=0))
    parts = []
    for each, y in zip(order, heights, strict=True):
        end = runs[each.name][-1]
        parts.append(line([(end.x, end.y), (x - 22, y), (x - 8, y)], each.colour, 2))
        parts.append(words(x, y + 7, fitted(each.label, SIZE, NAMES), SIZE, theme.ink, bold=True))
    return parts


def apart(heights: Sequence[float], least: float, upper: float, lower: float) -> list[float]:
    """Ascending heights moved as little as need be to be `least` apart, from `upper` on and down to `lower`.

    Where there are too many for that, they run on below.
    """
    moved: list[float] = []
    for height in heights:
        moved.append(max(height, moved[-1] + least if moved else upper))
    limit = max(lower, upper + least * (len(moved) - 1))
    for index in reversed(range(len(moved))):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - least
    return moved
