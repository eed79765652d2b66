"""`gm sheet`: the next step's workbook. A sheet that is there is never written over: it may hold orders."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import GameFolder, find_folder, open_folder
from gm_tool.app.made import Made
from gm_tool.app.ours import refuse_name_of_ours
from gm_tool.app.sheet_content import sheet_file
from gm_tool.core.forms import Step
from gm_tool.core.problems import WrongUse
from gm_tool.core.shell import quoted
from gm_tool.io.config import one_file
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.transaction import Transaction, lock


class SheetReport(Struct, frozen=True):
    """The sheet of a step: where it is (a file, or an address), and whether something was written or all stood there.

    `added` are the numbers of rows that a tab was lengthened by.
    """

    step: str
    file: str
    written: bool
    added: tuple[int, ...] = ()

    def as_json(self) -> dict[str, object]:
        """The object of `gm sheet --json`."""
        return {"step": self.step, "file": self.file, "written": self.written, "added": list(self.added)}


def make_online(where: Path | None, patience: Patience = PATIENT) -> SheetReport:
    """Make the next step's tab in the Google Sheet that orders come from; no cell of one that is there is changed.

    One for all turns gets the rows that it lacks below. Raises WrongUse, BadInput (google.*, header.missing,
    column.*), WorldFailed.
    """
    from gm_tool.app.google import make_google_tab

    folder = open_folder(where)
    step = _due(folder)
    made = make_google_tab(folder, step, patience)
    return SheetReport(step.name, made.url, made.new or bool(made.added), made.added)


def _due(folder: GameFolder) -> Step:
    step = folder.due
    if step is None:
        raise WrongUse("The game is over: no sheet is needed any more.", "`gm show public final` prints the end.")
    return step


def make_sheet(where: Path | None, to: Path | None = None, public: bool = False) -> SheetReport:
    """Make the next step's workbook, at `to` or in the folder's sheets. Raises WrongUse, BadInput, WorldFailed."""
    if to is not None and (to.is_dir() or not to.name):
        raise WrongUse(f"{to} is a folder.", f"Name the file, too: `gm sheet --to {quoted(str(to / 'orders.xlsx'))}`")
    with lock(find_folder(where)):
        folder = open_folder(where)
        step = _due(folder)
        data = sheet_file(folder, step, public)
        standard = _own_name(folder, step, public)
        path = to if to is not None else folder.path / standard
        refuse_name_of_ours(folder.path, path)
        if path.exists() and not _holds(path, data):
            raise WrongUse(
                f"{path} is there already, and may hold orders: it was not touched.",
                "Move it away first, or name another file: `gm sheet --to FILE`",
            )
        transaction = Transaction(folder.path if to is None else to.parent)
        transaction.write(standard if to is None else to.name, data, secret=not public)
        return SheetReport(step.name, str(to) if to is not None else standard, bool(transaction.commit()))


def _holds(path: Path, data: bytes) -> bool:
    """Whether what is there is a file of just these bytes: a pipe or a device may have no end."""
    return path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data


def _own_name(folder: GameFolder, step: Step, public: bool) -> str:
    """The name of gm's own sheet of a step, or of all turns."""
    name = f"sheets/{step.slug}.xlsx" if folder.game.info.simultaneous else one_file(folder.word)
    return name.replace(".xlsx", "-public.xlsx") if public else name


def next_sheet(folder: GameFolder) -> Made | None:
    """The next step's workbook, unless the game is over, the GM keeps another one, or the file is there."""
    sheet = sheet_to_come(folder)
    return Made(sheet[0], sheet_file(folder, sheet[1]), secret=True) if sheet else None


def sheet_to_come(folder: GameFolder) -> tuple[str, Step] | None:
    """The name and the step of the sheet that is to be made now."""
    step = folder.due
    if step is None or not folder.config.source.is_default:
        return None
    name = folder.order_file(step)
    return None if (folder.path / name).exists() else (name, step)
