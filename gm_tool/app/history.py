"""`gm history`: all entries of the journal, what was taken back among them."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.folder import open_folder
from gm_tool.core.game import Json
from gm_tool.core.rulings import word
from gm_tool.engine.entries import (
    AdjustEntry,
    AnyEntry,
    CorrectEntry,
    ReopenEntry,
    RulingEntry,
    Start,
    StepEntry,
    number_of,
)
from gm_tool.engine.journal import Journal


class HistoryLine(Struct, frozen=True):
    """An entry: its number, kind, the step that it is about, date and reason where it has them, what it did in words.

    `taken_back_by` is the number of the entry that took it back, 0 where it is in force.
    """

    entry: int
    kind: str
    step: str
    date: str
    reason: str
    what: str
    taken_back_by: int = 0

    def as_json(self) -> dict[str, Json]:
        """The object that `--json` prints."""
        return {**structs.asdict(self), "in_force": not self.taken_back_by}


class HistoryReport(Struct, frozen=True):
    """All entries in the order in which they were written."""

    title: str
    lines: tuple[HistoryLine, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm history --json`."""
        return {"title": self.title, "entries": [line.as_json() for line in self.lines]}


def history(where: Path | None) -> HistoryReport:
    """All entries of a game's journal. Raises BadInput, WrongUse, WorldFailed."""
    folder = open_folder(where)
    back = _taken_back(folder.journal)
    lines = (structs.replace(_line(entry), taken_back_by=back.get(entry.entry, 0)) for entry in folder.journal.entries)
    return HistoryReport(folder.title, tuple(lines))


def _taken_back(journal: Journal) -> dict[int, int]:
    """For the number of each entry that was taken back, the number of the entry that did it.

    A correction is in force as long as a step is whose orders it has changed: those that were played again keep them.
    """
    back = dict(journal.line.taken_back)
    corrected: dict[int, int] = {}  # the corrections in force, each with the number of the first step that it changed
    for entry in journal.entries:
        match entry:
            case CorrectEntry():
                first = min(map(number_of, entry.orders), default=number_of(entry.from_step))
                corrected[entry.entry] = first
            case ReopenEntry():
                first = number_of(entry.from_step)
                back |= {number: entry.entry for number, step in corrected.items() if step >= first}
                corrected = {number: step for number, step in corrected.items() if step < first}
            case _:
                pass
    return back


def _line(entry: AnyEntry) -> HistoryLine:
    match entry:
        case Start():
            return HistoryLine(entry.entry, "start", "", "", "", f"the game begins: {', '.join(entry.players)}")
        case StepEntry():
            by_hand = f"set by the GM: {', '.join(entry.by_hand)}" if entry.by_hand else ""
            return HistoryLine(entry.entry, "step", entry.step, "", "", by_hand or "resolved")
        case CorrectEntry():
            orders = "; ".join(f"{step}: {', '.join(players)}" for step, players in entry.orders.items())
            return HistoryLine(entry.entry, "correct", entry.from_step, entry.date, entry.reason, f"orders of {orders}")
        case ReopenEntry():
            return HistoryLine(entry.entry, "reopen", entry.from_step, entry.date, entry.reason, "taken back from here")
        case RulingEntry():
            what = f"{entry.key}: {word(entry.setting)}, was {word(entry.was)}"
            return HistoryLine(entry.entry, "ruling", entry.from_step, entry.date, entry.reason, what)
        case AdjustEntry():
            what = f"{entry.player}: {entry.what} {entry.amount:+d}"
            return HistoryLine(entry.entry, "adjust", entry.step, entry.date, entry.reason, what)
