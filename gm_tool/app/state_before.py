"""The state on which a step is played, where rulings that change with that step may not fit it."""

from __future__ import annotations

from typing import Any

from gm_tool.app.folder import GameFolder
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.rulings import word
from gm_tool.core.shell import quoted
from gm_tool.engine.entries import RulingEntry, number_of


def state_before(folder: GameFolder, number: int) -> Any:
    """The state on which the step of that number is played, as it is under the rulings of that step.

    A ruling may have been changed for it rounds ago, when nobody could know how the game would stand. Raises BadInput
    (ruling.impossible) where that can't be.
    """
    changes = [change for change in folder.journal.line.rulings if number_of(change.from_step) == number]
    if not changes:
        return folder.state_after(number - 1)
    try:
        return folder.under(number).game.load(folder.journal.line.state_after(number - 1))
    except BadInput as misfit:
        raise BadInput([_misfit(changes, misfit.problems[0].message)]) from misfit


def _misfit(changes: list[RulingEntry], why: str) -> Problem:
    """What is said of rulings that change with a step which can't be played under them."""
    keys = tuple(dict.fromkeys(change.key for change in changes))
    was = {change.key: change.was for change in reversed(changes)}  # the first of several changes of one
    step = changes[0].from_step
    back = " ".join(f"`gm ruling {key} {quoted(word(was[key]))} --from {step}`" for key in keys)
    return Problem(
        code="ruling.impossible",
        field=keys[0],
        message=f"{step} can't be played by the ruling that is changed for it, {any_of(keys, 'and')}: {why}",
        hint=f"Put it back as it was: {back}",
    )
