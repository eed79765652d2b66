"""The line of play in force: which entries of a journal count, once the GM has taken some of them back.

The entries are walked through from the first to the last. A step goes to the end of the line, an adjustment to the step
before it; an entry that takes back cuts the line off before its `from_step`. Nothing else is known here: that the
steps are the right ones is for replay to say.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from gm_tool.core.game import Json
from gm_tool.engine.entries import AdjustEntry, AnyEntry, RulingEntry, Start, StepEntry, number_of


class Line(Struct, frozen=True):
    """The line of play: the start, its steps in order, and the adjustments after each number of steps.

    `adjusts` has one tuple more than there are steps: the first is of those before any step. `rulings` are the
    changes of rulings in the order in which they were made: they count for their steps whatever is taken back.
    """

    start: Start | None = None
    steps: tuple[StepEntry, ...] = ()
    adjusts: tuple[tuple[AdjustEntry, ...], ...] = ((),)
    rulings: tuple[RulingEntry, ...] = ()

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

    def in_force(self) -> frozenset[int]:
        """The numbers of the steps' and adjustments' entries that count."""
        adjusts = (adjust.entry for after in self.adjusts for adjust in after)
        return frozenset((*(step.entry for step in self.steps), *adjusts))


def line_of(entries: Sequence[AnyEntry]) -> Line:
    """The line of play that these entries, from the first on, come to."""
    start: Start | None = None
    steps: list[StepEntry] = []
    adjusts: list[tuple[AdjustEntry, ...]] = [()]
    rulings: list[RulingEntry] = []
    for entry in entries:
        match entry:
            case StepEntry():
                steps.append(entry)
                adjusts.append(())
            case AdjustEntry():
                adjusts[-1] = (*adjusts[-1], entry)
            case Start():
                start = start or entry
            case _:
                kept = max(number_of(entry.from_step) - 1, 0)
                del steps[kept:], adjusts[kept + 1 :]
                if isinstance(entry, RulingEntry):
                    rulings.append(entry)
    return Line(start, tuple(steps), tuple(adjusts), tuple(rulings))
