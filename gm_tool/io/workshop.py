"""Workbooks written by a second process, while the first one writes the posts.

To import openpyxl takes as long as to resolve a round. So `gm resolve` starts this process first of
all; it loads openpyxl meanwhile, is sent what the workbooks are to hold, and sends their bytes back.
Where openpyxl is loaded already, or no second process can be had, all is done in this one: the bytes
are the same.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType

import msgspec
from msgspec import Struct

from gm_tool.core.forms import Form, Step
from gm_tool.core.views import Listing

STANDINGS = "Standings"
"""The title of the second tab of a round's sheet."""


class Standing(Struct, frozen=True):
    """One thing to show on the second tab of a round's sheet: a table, or a text board with its lines."""

    title: str
    body: Listing | str


class RoundTexts(Struct, frozen=True):
    """The texts of one step for the results: the public board, and what each player was told alone."""

    title: str
    board: str
    private: Mapping[str, str] = {}


class RoundSheet(Struct, frozen=True, tag="round"):
    """The workbook of a step, as `round_sheet.round_workbook` makes it."""

    step: Step
    forms: dict[str, Form]
    standings: tuple[Standing, ...]
    title: str
    note: str


class TurnLine(Struct, frozen=True):
    """A row of the sheet of a game that goes turn by turn: what stands in it, and the form that it is for.

    `number` and `player` stand as they are to be shown; `entries` are by the form's keys. A line that is `done`
    is of a resolved turn.
    """

    number: int | str | None
    player: str
    form: Form
    entries: dict[str, int | str] = {}
    note: str = ""
    done: bool = False


class TurnSheet(Struct, frozen=True, tag="turns"):
    """The workbook of all turns, as `turn_sheet.turn_workbook` makes it."""

    step: Step
    lines: tuple[TurnLine, ...]
    standings: tuple[Standing, ...]
    title: str
    note: str


class Results(Struct, frozen=True, tag="results"):
    """The results workbook, as `results.results_workbook` makes it."""

    rounds: tuple[RoundTexts, ...]
    tally: Listing
    tally_title: str
    title: str


Workbook = RoundSheet | TurnSheet | Results


def workbook_bytes(workbook: Workbook) -> bytes:
    """A workbook as the bytes of an xlsx file, written in this process."""
    match workbook:
        case RoundSheet():
            from gm_tool.io.round_sheet import round_workbook

            return round_workbook(workbook.step, workbook.forms, workbook.standings, workbook.title, workbook.note)
        case TurnSheet():
            from gm_tool.io.turn_sheet import turn_workbook

            return turn_workbook(workbook.step, workbook.lines, workbook.standings, workbook.title, workbook.note)
        case Results():
            from gm_tool.io.results import results_workbook

            return results_workbook(workbook.rounds, workbook.tally, workbook.tally_title, workbook.title)


class Workshop:
    """A second process for workbooks, for as long as the `with` block lasts.

    `send` what is to be written, go on with other work, then `receive` the bytes, in that order.
    """

    def __init__(self) -> None:
        self.second_process = None if "openpyxl" in sys.modules else _second_process()
        self._sent: tuple[Workbook, ...] = ()

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.second_process is not None and self.second_process.returncode is None:
            self.second_process.kill()
            self.second_process.communicate()

    def send(self, workbooks: Sequence[Workbook]) -> None:
        """Have these workbooks written. Once only."""
        self._sent = tuple(workbooks)
        if self.second_process is not None and self.second_process.stdin is not None:
            with suppress(OSError):  # the second process has died: `receive` does its work
                self.second_process.stdin.write(msgspec.msgpack.encode(self._sent))
                self.second_process.stdin.close()
            self.second_process.stdin = None  # it is closed: `communicate` must not flush it once more

    def receive(self) -> list[bytes]:
        """The bytes of the workbooks that were sent."""
        if self.second_process is not None:
            answer, _ = self.second_process.communicate()
            if self.second_process.returncode == 0:
                return msgspec.msgpack.decode(answer, type=list[bytes])
        return [workbook_bytes(workbook) for workbook in self._sent]


def _second_process() -> subprocess.Popen[bytes] | None:
    """This module as a program of its own; None where the system doesn't allow one."""
    # -P: what lies in the folder that gm is called in, a player's archive unpacked maybe, is never run.
    command = [sys.executable, "-P", "-c", "from gm_tool.io.workshop import serve; serve()"]
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console for it
    try:
        return subprocess.Popen(  # noqa: S603 (this very program, no words of anybody's in it)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=hidden,
        )
    except OSError:
        return None


def serve() -> None:
    """The second process: load openpyxl, read what is wanted to the end, write the workbooks' bytes."""
    import gm_tool.io.results
    import gm_tool.io.round_sheet  # noqa: F401

    wanted = sys.stdin.buffer.read()
    workbooks = msgspec.msgpack.decode(wanted, type=tuple[Workbook, ...]) if wanted else ()
    sys.stdout.buffer.write(msgspec.msgpack.encode([workbook_bytes(workbook) for workbook in workbooks]))
    sys.stdout.buffer.flush()
