"""A step that was resolved before: what it was resolved with, and how that is read once more."""

from __future__ import annotations

from pathlib import Path

from msgspec import structs

from gm_tool.app.folder import GameFolder
from gm_tool.app.resolve_report import NOT_COMPARED
from gm_tool.app.source import Request, label_of
from gm_tool.core.problems import NOWHERE, Problem, Severity
from gm_tool.core.sources import Place
from gm_tool.engine.entries import StepEntry
from gm_tool.engine.submissions import RowAccount
from gm_tool.engine.turn import Checked


def recorded(folder: GameFolder, number: int) -> Checked:
    """What was checked when a step was resolved, as the journal has it."""
    entry = folder.entry(number)
    file, tab = (entry.source.file, entry.source.tab) if entry.source else ("", "")
    return Checked(
        step=folder.step(number),
        orders={player: order for player, order in entry.orders.items() if order is not None},
        judged={},
        missing=entry.missing,
        refused=entry.set_aside,
        accounts=tuple(
            RowAccount(Place(file, tab, row.row), row.fate, row.player, row.reason, row.cells, row.note)
            for row in entry.rows
        ),
        problems=(),
    )


def request_again(folder: GameFolder, entry: StepEntry, number: int, asked: Request) -> Request | None:
    """How a resolved step's orders are read once more; None where what they were read from isn't there.

    Whose late rows were let count then, is let count again.
    """
    accepted = {*asked.accepted, *entry.accepted}
    asked = structs.replace(asked, accepted=tuple(name for name in folder.config.names if name in accepted))
    if asked.file is not None or entry.source is None:
        return asked if asked.file is not None else None
    asked = structs.replace(asked, tab=asked.tab or entry.source.tab)
    from gm_tool.io.google_reading import is_label  # no other command needs what it loads

    if is_label(entry.source.file):
        return asked if folder.config.source.google else None
    path = _recorded_file(folder, number)
    return None if path is None else structs.replace(asked, file=path)


def not_found(entry: StepEntry) -> str:
    """What is said where a step's orders can't be read once more, since what they were read from isn't there."""
    from gm_tool.io.google_reading import is_label

    if entry.source is None:
        return "It isn't recorded what they were read from."
    where = "" if is_label(entry.source.file) else " in the game's folder"
    return f"{entry.source.file} isn't there{where}."


def _recorded_file(folder: GameFolder, number: int) -> Path | None:
    """The file that a resolved step was read from, if it is still there: as game.yaml names it, or by its record."""
    source = folder.entry(number).source
    if source is None:
        return None
    for path in (folder.path / folder.order_file(folder.step(number)), folder.path / source.file):
        if path.is_file() and label_of(folder, path) == source.file:
            return path
    return None


def ordered_otherwise(entry: StepEntry, now: Checked) -> tuple[str, ...]:
    """Who has another order now than a step was resolved with, but for those whose order the GM has set since."""
    return tuple(
        player
        for player, order in entry.orders.items()
        if player not in entry.by_hand and now.orders.get(player) != order
    )


def not_compared(entry: StepEntry, why: str, severity: Severity) -> Problem:
    """A problem (step.not_compared) that says why a resolved step was not held against what is there now."""
    return Problem(
        code=NOT_COMPARED,
        severity=severity,
        place=Place(entry.source.file, entry.source.tab) if entry.source else NOWHERE,
        message=f"The orders of {entry.step} were not compared with those that it was resolved with. {why}",
        hint="To compare them, name the file: `--from FILE`, and `--tab NAME` if it has several.",
    )
