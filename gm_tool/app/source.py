"""Which file or Google Sheet, and which tab, the orders of a step are read from."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.clock import clock_of
from gm_tool.app.folder import GameFolder
from gm_tool.app.ours import refuse_ours
from gm_tool.app.steps import names_other_step, names_step
from gm_tool.core.forms import Form, Step
from gm_tool.core.names import any_of, near_titles
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place, Tab
from gm_tool.engine.earlier import earlier_rows
from gm_tool.engine.entries import Source
from gm_tool.engine.intake import Intake, take_in
from gm_tool.io.config import Config
from gm_tool.io.google_patience import PATIENT, Patience
from gm_tool.io.workshop import STANDINGS

PUSHED = ("Board", "Updates", "Tally")
"""How the titles of the tabs end that `gm push` writes: no orders stand in them."""

_PUSHED = re.compile(rf"(?:.* )?(?:{'|'.join(PUSHED)})")


class Request(Struct, frozen=True):
    """How orders are to be read: from this file and tab instead of what game.yaml says ("" and None: as it says).

    Late rows of the players in `accepted` count all the same; `patience` is for Google.
    """

    file: Path | None = None
    tab: str = ""
    accepted: tuple[str, ...] = ()
    patience: Patience = PATIENT

    @property
    def as_set(self) -> bool:
        """Whether orders are read from where game.yaml says, and nobody's late rows count."""
        return self.file is None and not self.tab and not self.accepted


AS_SET = Request()


def patient(announce: Callable[[str], None]) -> Patience:
    """The usual patience with Google; each wait is announced."""
    return Patience(announce=announce)


class Reading(Struct, frozen=True):
    """The orders of a step as they were read: from where, by what digest, and what came of the rows."""

    source: Source
    intake: Intake


class ReadTab(Struct, frozen=True):
    """The tab that was read, and the digest of all that was; `problems` are warnings.

    `tabs` are the titles of all tabs that were seen, `open` whether a spreadsheet program has the file open.
    """

    tab: Tab
    digest: str
    problems: tuple[Problem, ...] = ()
    tabs: tuple[str, ...] = ()
    open: bool = False


def read_orders(folder: GameFolder, step: Step, form: Form, request: Request = AS_SET) -> Reading:
    """Read a step's orders from where the request or game.yaml says, and take them in.

    Raises BadInput (file.*, tab.*, source.ours) where nothing could be read, WorldFailed (a disk, Google).
    """
    read = read_tab(folder, step, request)
    intake = take_in(
        read.tab,
        form,
        folder.names,
        step,
        folder.config.columns,
        clock_of(folder.config, step),
        frozenset(request.accepted),
        earlier_rows(folder.journal.steps[: step.number - 1]),
    )
    said = at_settings(folder.config, intake.problems)
    intake = structs.replace(intake, problems=(*read.problems, *said))
    source = Source(read.tab.file, read.tab.title, read.digest, dict(intake.titles), intake.timed)
    return Reading(source, intake)


def at_settings(config: Config, problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems of a sheet, those of a line under `columns` at that line of game.yaml."""
    return tuple(
        problem.at(config.place("columns", problem.field)) if problem.code == "column.mapping" else problem
        for problem in problems
    )


def read_tab(folder: GameFolder, step: Step, request: Request = AS_SET) -> ReadTab:
    """The tab with a step's orders, from where the request or game.yaml says. Raises BadInput, WorldFailed."""
    google = request.file is None and folder.config.source.google
    return _from_google(folder, step, request) if google else _from_file(folder, step, request)


def _from_file(folder: GameFolder, step: Step, request: Request) -> ReadTab:
    """The tab of a file. The tab that game.yaml names is one of its own file, not of another that is named."""
    from gm_tool.io.reading import digest_of, open_elsewhere, read_bytes, tabs_of

    config = folder.config.source
    path = request.file if request.file is not None else folder.path / folder.order_file(step)
    refuse_ours(folder.path, path)
    label = label_of(folder, path)
    if request.file is None and config.is_default and step.number > folder.played and not path.exists():
        raise BadInput([_no_sheet(step, label)])
    if request.file is None and config.is_default and path.suffix != ".ods" and path.with_suffix(".ods").exists():
        raise BadInput([_two_sheets(step, label)])
    data = read_bytes(path, label)
    wanted = request.tab or ("" if request.file is not None else config.tab_of(step))
    tabs = tabs_of(data, label)
    tab = choose_tab(tabs, step, wanted, label, folder.tab_of_all)
    program = open_elsewhere(path)
    titles = tuple(found.title for found in tabs)
    return ReadTab(tab, digest_of(data), (_open_in(program, label),) if program else (), titles, bool(program))


def _from_google(folder: GameFolder, step: Step, request: Request) -> ReadTab:
    """The tab of the Google Sheet that game.yaml names, in two requests; without a tab's name all tabs are read."""
    from gm_tool.io.google_access import find_access
    from gm_tool.io.google_address import address_of
    from gm_tool.io.google_reading import label_of as sheet_label
    from gm_tool.io.google_reading import read_spreadsheet

    config = folder.config.source
    wanted = request.tab or config.tab_of(step)
    titles = [wanted] if wanted else None
    pulled = read_spreadsheet(address_of(config.google), titles, find_access(), request.patience)
    return ReadTab(choose_tab(pulled.tabs, step, wanted, sheet_label(pulled.title), folder.tab_of_all), pulled.digest)


def _no_sheet(step: Step, label: str) -> Problem:
    return Problem(
        code="file.missing",
        place=Place(label),
        message=f"The sheet of {step.name} isn't there.",
        hint="`gm sheet` makes it. Or name another file: --from FILE.",
    )


def _two_sheets(step: Step, label: str) -> Problem:
    other = Path(label).with_suffix(".ods").as_posix()
    return Problem(
        code="file.both",
        place=Place(label),
        message=f"{step.name} has two sheets, {label} and {other}: it is not clear which one holds its orders.",
        hint="Move the one that doesn't count out of the folder, or name the one that does: --from FILE.",
    )


def _open_in(program: str, label: str) -> Problem:
    return Problem(
        code="file.open",
        severity="warning",
        message=f"The sheet is open in {program}: what isn't saved there yet was not read.",
        place=Place(label),
        hint="Save it there, then run the command again.",
    )


def label_of(folder: GameFolder, path: Path) -> str:
    """A file as messages and the journal call it: relative to the game folder where it lies in it, with slashes.

    A byte of its name that isn't UTF-8 is written out: \\udce9 for 0xE9.
    """
    inside = Path(os.path.realpath(path))  # a link to itself is no failure here
    root = Path(os.path.realpath(folder.path))
    name = inside.relative_to(root).as_posix() if inside.is_relative_to(root) else path.name
    return name.encode(errors="backslashreplace").decode()


def choose_tab(tabs: Sequence[Tab], step: Step, wanted: str, label: str, of_all: str = "") -> Tab:
    """The tab that holds a step's orders: the one asked for, the one named for the step, or the only one.

    `of_all` is the title of the tab for all steps, where a game has one by rights; it goes before others.

    A hidden tab is taken only where it is asked for. Raises BadInput: tab.missing, tab.other, tab.unclear.
    """
    if wanted:
        named = [tab for tab in tabs if tab.title == wanted] or [
            tab for tab in tabs if tab.title.strip().casefold() == wanted.strip().casefold()
        ]
        if named:
            return named[0]
        raise _no_tab("tab.missing", f"{label} has no tab {wanted!r}.", tabs, label, wanted)
    visible = [tab for tab in tabs if not tab.hidden]
    of_step = [tab for tab in visible if of_all and tab.title == of_all] or [
        tab for tab in visible if names_step(tab.title, step)
    ]
    if len(of_step) == 1:
        return of_step[0]
    others = [tab for tab in visible if not _holds_no_orders(tab.title) and not names_other_step(tab.title, step)]
    if not of_step and len(others) == 1:
        return others[0]
    if not of_step and not others and visible:
        titles = ", ".join(repr(tab.title) for tab in visible)
        raise _no_tab("tab.other", f"{label} has no tab for {step.name}, only {titles}.", tabs, label)
    raise _no_tab("tab.unclear", f"It is not clear which tab of {label} holds {step.name}.", tabs, label)


def _holds_no_orders(title: str) -> bool:
    """Whether a tab is one that gm writes for looking at."""
    return title == STANDINGS or _PUSHED.fullmatch(title) is not None


def _no_tab(code: str, message: str, tabs: Sequence[Tab], label: str, wanted: str = "") -> BadInput:
    near = near_titles(wanted, (tab.title for tab in tabs))
    names = ", ".join(tab.title + (" (hidden)" if tab.hidden else "") for tab in tabs)
    hint = f"Its tabs: {names}. Name the tab for the step, or say which: --tab NAME." if names else "It has no tabs."
    hint = f"Did you mean {any_of(map(repr, near))}? {hint}" if near else hint
    return BadInput([Problem(code=code, message=message, place=Place(label), hint=hint)])
