"""Which file and which tab the orders of a step are read from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.folder import GameFolder
from gm_tool.app.steps import names_other_step, names_step
from gm_tool.core.forms import Form, Step
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place, Tab
from gm_tool.engine.intake import Intake, take_in
from gm_tool.engine.journal import Source

STANDINGS = "Standings"


class Reading(Struct, frozen=True):
    """The orders of a step as they were read: from where, by what digest, and what came of the rows."""

    source: Source
    intake: Intake


def read_orders(folder: GameFolder, step: Step, form: Form, file: Path | None, tab: str | None) -> Reading:
    """Read a step's orders from `file`, else from where game.yaml says, and take them in.

    Raises BadInput (file.*, tab.*) where there is nothing that could be read.
    """
    from gm_tool.io.reading import digest_of, open_elsewhere, read_bytes, tabs_of

    path = file if file is not None else folder.path / folder.config.source.file_of(step)
    label = label_of(folder, path)
    data = read_bytes(path, label)
    chosen = choose_tab(tabs_of(data, label), step, tab or folder.config.source.tab_of(step), label)
    intake = take_in(chosen, form, folder.names, step, folder.config.columns)
    program = open_elsewhere(path)
    if program:
        intake = structs.replace(intake, problems=(_open_in(program, label), *intake.problems))
    return Reading(Source(label, chosen.title, digest_of(data)), intake)


def _open_in(program: str, label: str) -> Problem:
    return Problem(
        code="file.open",
        severity="warning",
        message=f"The sheet is open in {program}: what isn't saved there yet was not read.",
        place=Place(label),
        hint="Save it there, then run the command again.",
    )


def label_of(folder: GameFolder, path: Path) -> str:
    """A file as it is called in messages: relative to the game folder where it lies in it, with slashes."""
    inside = path.resolve()
    root = folder.path.resolve()
    return inside.relative_to(root).as_posix() if inside.is_relative_to(root) else path.name


def choose_tab(tabs: Sequence[Tab], step: Step, wanted: str, label: str) -> Tab:
    """The tab that holds a step's orders: the one asked for, the one named for the step, or the only one.

    A hidden tab is taken only where it is asked for. Raises BadInput: tab.missing, tab.other, tab.unclear.
    """
    if wanted:
        named = [tab for tab in tabs if tab.title == wanted] or [
            tab for tab in tabs if tab.title.strip().casefold() == wanted.strip().casefold()
        ]
        if named:
            return named[0]
        raise _no_tab("tab.missing", f"{label} has no tab {wanted!r}.", tabs, label)
    visible = [tab for tab in tabs if not tab.hidden]
    of_step = [tab for tab in visible if names_step(tab.title, step)]
    if len(of_step) == 1:
        return of_step[0]
    others = [tab for tab in visible if tab.title != STANDINGS and not names_other_step(tab.title, step)]
    if not of_step and len(others) == 1:
        return others[0]
    if not of_step and not others and visible:
        titles = ", ".join(repr(tab.title) for tab in visible)
        raise _no_tab("tab.other", f"{label} has no tab for {step.name}, only {titles}.", tabs, label)
    raise _no_tab("tab.unclear", f"It is not clear which tab of {label} holds {step.name}.", tabs, label)


def _no_tab(code: str, message: str, tabs: Sequence[Tab], label: str) -> BadInput:
    names = ", ".join(tab.title + (" (hidden)" if tab.hidden else "") for tab in tabs)
    hint = f"Its tabs: {names}. Name the tab for the step, or say which: --tab NAME." if names else "It has no tabs."
    return BadInput([Problem(code=code, message=message, place=Place(label), hint=hint)])
