"""The line of play in force: which entries of a journal count, once the GM has taken some of them back.

The entries are walked through from the first to the last. A step goes to the end of the line, an adjustment to the step
before it; an entry that takes back cuts the line off before its `from_step`. Nothing else is known here: that the
steps are the right ones is for replay to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal, cast

from msgspec import Struct

from gm_tool.core.game import Json
from gm_tool.engine.entries import AdjustEntry, AnyEntry, RulingEntry, Start, StepEntry, number_of
from gm_tool.engine.lazy import LazyEntries


class Line(Struct, frozen=True):
    """The line of play: the start, its steps in order, and the adjustments after each number of steps.

    `adjusts` has one tuple more than there are steps: the first is of those before any step. `rulings` are the
    changes of rulings in the order in which they were made: they count for their steps whatever is taken back.
    `taken_back` has, for the number of the entry of each step and adjustment that doesn't count any more, the number
    of the entry that took it back.
    """

    start: Start | None = None
    steps: Sequence[StepEntry] = ()
    adjusts: tuple[tuple[AdjustEntry, ...], ...] = ((),)
    rulings: tuple[RulingEntry, ...] = ()
    taken_back: Mapping[int, int] = {}

    def state_after(self, number: int) -> Json:
        """The state after that many steps, with what the GM adjusted after them. Raises ValueError before the start."""
        if self.adjusts[number]:
            return self.adjusts[number][-1].state
        if number:
            return self.steps[number - 1].state
        if self.start is None:
            raise ValueError("the journal is empty")
        return self.start.state

    def rulings_at(self, number: int) -> dict[str, Json]:
        """The settings of all rulings under which the step of that number is played. The latest change counts."""
        settings = dict(self.start.rulings) if self.start else {}
        settings.update(
            {change.key: change.setting for change in self.rulings if number_of(change.from_step) <= number}
        )
        return settings


class Sign(Struct, frozen=True, array_like=True):
    """What an entry is to the line of play; `first` is the number of the first step that it takes back, or changes."""

    kind: Literal["start", "step", "adjust", "ruling", "back"]
    first: int = 0


def sign_of(entry: AnyEntry) -> Sign:
    """What an entry is to the line of play."""
    match entry:
        case Start():
            return Sign("start")
        case StepEntry():
            return Sign("step")
        case AdjustEntry():
            return Sign("adjust")
        case RulingEntry():
            return Sign("ruling", number_of(entry.from_step))
        case _:
            return Sign("back", number_of(entry.from_step))


def line_of(entries: Sequence[AnyEntry]) -> Line:
    """The line of play that these entries, from the first on, come to."""
    return line_from(entries, tuple(map(sign_of, entries)))


def line_from(entries: Sequence[AnyEntry], signs: Sequence[Sign]) -> Line:
    """The line of play by the signs of its entries; of lazy ones no step is decoded for it."""
    steps: list[int] = []
    adjusts: list[list[int]] = [[]]
    rulings: list[int] = []
    back: dict[int, int] = {}
    for place, sign in enumerate(signs):
        match sign.kind:
            case "step":
                steps.append(place)
                adjusts.append([])
            case "adjust":
                adjusts[-1].append(place)
            case "ruling" | "back":
                kept = max(sign.first - 1, 0)
                back |= {gone + 1: place + 1 for gone in (*steps[kept:], *chain(*adjusts[kept + 1 :]))}
                del steps[kept:], adjusts[kept + 1 :]
                if sign.kind == "ruling":
                    rulings.append(place)
            case _:
                pass
    starts = [place for place, sign in enumerate(signs) if sign.kind == "start"]
    return Line(
        cast("Start", entries[starts[0]]) if starts else None,
        cast("Sequence[StepEntry]", _at(entries, steps)),
        tuple(cast("tuple[AdjustEntry, ...]", tuple(entries[p] for p in after)) if after else () for after in adjusts),
        cast("tuple[RulingEntry, ...]", tuple(entries[place] for place in rulings)),
        back,
    )


def _at(entries: Sequence[AnyEntry], places: Sequence[int]) -> Sequence[AnyEntry]:
    """The entries at these places; lazy ones stay lazy."""
    return entries.only(places) if isinstance(entries, LazyEntries) else tuple(entries[place] for place in places)
