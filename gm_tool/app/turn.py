"""A resolved step, opened for its posts: the states around it, and what has happened since the post before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.core.events import Event
from gm_tool.core.forms import Step
from gm_tool.core.views import View, Viewer
from gm_tool.engine.journal import StepEntry


class Turn(Struct, frozen=True):
    """A resolved step under its rulings. `told` is what all templates of its posts are told."""

    folder: GameFolder
    entry: StepEntry
    before: Any
    after: Any
    events: Sequence[Event]
    next_step: Step | None
    told: dict[str, object]

    def view(self, viewer: Viewer) -> View:
        """What a viewer may see of it."""
        return self.folder.game.view(self.before, self.events, self.after, viewer)


def open_turn(folder: GameFolder, number: int, deadline: Callable[[Step | None], str]) -> Turn:
    """The resolved step of that number; `deadline` is the text of a step's deadline.

    What the GM has adjusted is told with the post that follows it; after the end of the game, with the last one.
    """
    under, entry, line = folder.under(number), folder.entry(number), folder.journal.line
    over = number == folder.played and folder.over
    adjusts = (*line.adjusts[number - 1], *(line.adjusts[number] if over else ()))
    events = [*(event for adjust in adjusts for event in adjust.events), *entry.events]
    next_step = None if over else step_of(folder, number + 1)
    return Turn(
        folder=under,
        entry=entry,
        before=under.game.load(line.steps[number - 2].state if number > 1 else folder.journal.start.state),
        after=under.game.load(line.state_after(number) if over else entry.state),
        events=under.game.load_events(events),
        next_step=next_step,
        told=told(folder, step_of(folder, number), next_step, deadline(next_step)),
    )


def step_of(folder: GameFolder, number: int) -> Step:
    """The step of that number, as posts name it."""
    return Step(folder.word, number, folder.config.names)


def told(folder: GameFolder, step: Step | None, next_step: Step | None, deadline: str) -> dict[str, object]:
    """What all templates are told; `deadline` is that of the next step."""
    info = folder.game.info
    return {
        "game": {"id": info.id, "title": info.title},
        "title": folder.title,
        "step": step_told(step),
        "next_step": step_told(next_step),
        "deadline": deadline,
        "players": list(folder.config.names),
    }


def step_told(step: Step | None) -> dict[str, object] | None:
    """A step for a template."""
    if step is None:
        return None
    return {"word": step.word, "number": step.number, "name": step.name, "title": step.title}
