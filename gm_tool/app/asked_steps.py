"""Which step of a game the GM means: any, one that can be read, a resolved one, one that has a post."""

from __future__ import annotations

from gm_tool.app.folder import GameFolder
from gm_tool.app.steps import step_number
from gm_tool.core.problems import WrongUse
from gm_tool.engine.entries import StepEntry


def named_step(folder: GameFolder, text: str | None) -> int | None:
    """The number of the step that was named, None for the next one. Raises WrongUse where that is after the end."""
    number = step_number(text, folder.word)
    if folder.over and (number is None or number > folder.played):
        raise WrongUse(
            f"The game is over since {folder.word}-{folder.played}: there is no {folder.word} to come.",
            "`gm show public final` prints the final post.",
        )
    return number


def asked_number(folder: GameFolder, text: str | None) -> int:
    """The step that was asked for: one that was resolved, or the next. Raises WrongUse for any later one."""
    due = folder.played + 1
    number = named_step(folder, text) or due
    if number > due:
        raise WrongUse(
            f"{folder.word}-{number} can't be read or resolved yet: {folder.word}-{due} is not resolved.",
            f"Run `gm resolve {folder.word}-{due}` first.",
        )
    return number


def resolved_number(folder: GameFolder, text: str | None) -> int:
    """The resolved step that was asked for, the latest where none was. Raises WrongUse."""
    number = folder.played if text is None else step_number(text, folder.word) or folder.played + 1
    if 0 < number <= folder.played:
        return number
    due = f"{folder.word}-{folder.played + 1}"
    if number and folder.over:
        last = f"{folder.word}-{folder.played}"
        raise WrongUse(f"There is no {folder.word}-{number}: the game was over with {last}.", f"Name one up to {last}.")
    asked = f"{folder.word}-{number}"
    if asked == due:
        state = "is taken back, and not resolved anew" if taken_back_step(folder, asked) else "is not resolved"
        raise WrongUse(f"{asked} {state} yet: it comes next.", f"Run `gm resolve {due}` first.")
    state = f"{asked} is not resolved" if folder.played else "Nothing is resolved"
    raise WrongUse(f"{state} yet: {due} comes next.", f"Run `gm resolve {due}` first.")


def taken_back_step(folder: GameFolder, text: str | None) -> str:
    """The step that was asked for, if it was resolved, taken back and not resolved anew; else "".

    Where none was named, it is the first of them.
    """
    number = folder.played + 1 if text is None else step_number(text, folder.word) or 0
    asked = f"{folder.word}-{number}"
    if number <= folder.played:
        return ""
    ever = any(isinstance(entry, StepEntry) and entry.step == asked for entry in folder.journal.entries)
    return asked if ever else ""


def posted_number(folder: GameFolder, text: str | None) -> int:
    """The step whose post tells of the resolved step that was asked for. Raises WrongUse."""
    return folder.post_of(resolved_number(folder, text))
