"""A resolved step, opened for its posts: the states around it, and what has happened since the post before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.core.events import Event
from gm_tool.core.forms import Step
from gm_tool.core.views import View, Viewer
from gm_tool.engine.entries import StepEntry


class PostedStep(Struct, frozen=True):
    """A resolved step that has a post, under its rulings. `told` is what all templates of its posts are told.

    `entries` are its own and those of the steps before it of which its post tells, too. `title` is what the post is
    of: "Round 5", "Turns 10 to 12".
    """

    folder: GameFolder
    title: str
    entries: tuple[StepEntry, ...]
    before: Any
    after: Any
    events: Sequence[Event]
    next_step: Step | None
    told: dict[str, object]

    def view(self, viewer: Viewer) -> View:
        """What a viewer may see of it."""
        return self.folder.game.view(self.before, self.events, self.after, viewer)


def posted_step(folder: GameFolder, number: int, deadline: Callable[[Step | None], str]) -> PostedStep:
    """The resolved step of that number; `deadline` is the text of a step's deadline.

    What the GM has adjusted is told with the post that follows it; after the end of the game, with the last one.
    """
    under, line, numbers = folder.under(number), folder.journal.line, folder.told_by(number)
    entries = tuple(folder.entry(told_of) for told_of in numbers)
    over = ends(folder, number)
    events = []
    for told_of, entry in zip(numbers, entries, strict=True):
        adjusts = (*line.adjusts[told_of - 1], *(line.adjusts[number] if over and told_of == number else ()))
        events += [*(event for adjust in adjusts for event in adjust.events), *entry.events]
    first, step = numbers[0], step_of(folder, number)
    next_step = None if over else step_of(folder, number + 1)
    return PostedStep(
        folder=under,
        title=title_of(step, first),
        entries=entries,
        before=under.game.load(line.steps[first - 2].state if first > 1 else folder.journal.start.state),
        after=under.game.load(state_posted(folder, number)),
        events=under.game.load_events(events),
        next_step=next_step,
        told=told(folder, step, next_step, deadline(next_step), first),
    )


def state_posted(folder: GameFolder, number: int) -> Any:
    """The state that the post of a step shows, as the journal keeps it: after the end, with what was adjusted since."""
    return folder.journal.line.state_after(number) if ends(folder, number) else folder.entry(number).state


def ends(folder: GameFolder, number: int) -> bool:
    """Whether a resolved step is the last one of a game that is over."""
    return number == folder.played and folder.over


def step_of(folder: GameFolder, number: int) -> Step:
    """The step of that number, as posts name it."""
    return Step(folder.word, number, folder.config.names)


def told(
    folder: GameFolder, step: Step | None, next_step: Step | None, deadline: str, first: int = 0
) -> dict[str, object]:
    """What all templates are told; `deadline` is that of the next step, `first` the first step of the post."""
    info = folder.game.info
    return {
        "game": {"id": info.id, "title": info.title},
        "title": folder.title,
        "step": step_told(step, first),
        "next_step": step_told(next_step),
        "deadline": deadline,
        "players": list(folder.config.names),
    }


def step_told(step: Step | None, first: int = 0) -> dict[str, object] | None:
    """A step for a template; where a post tells of several, it is the last of them, from number `first` on."""
    if step is None:
        return None
    first = first or step.number
    title = title_of(step, first)
    return {"word": step.word, "number": step.number, "name": step.name, "title": title, "first": first}


def title_of(step: Step, first: int) -> str:
    """What a post is of that tells of the steps from number `first` on: "Round 5", "Turns 10 to 12"."""
    return step.title if first == step.number else f"{step.word.capitalize()}s {first} to {step.number}"
