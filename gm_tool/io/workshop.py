"""Workbooks made by a second process, pictures by a third one, while the first one writes the posts.

The second process loads openpyxl, is sent what is to be made, and sends the bytes back; what the third one does
is told in `drawing`. Where openpyxl is loaded already, or no process can be had, or it ends too early, all is
done in this one: the bytes are the same.

Both ways a message is of msgpack: a list of what is to be made, and the list of what was made of it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from gm_tool.core.forms import Form, Step
from gm_tool.core.views import Listing
from gm_tool.io.pipes import read_message, write_message

if TYPE_CHECKING:
    from subprocess import Popen

GARBAGE = 200_000
"""New objects after which the second process looks for garbage: openpyxl makes that many which all stay."""

STANDINGS = "Standings"
"""The title of the second tab of a round's sheet."""


LISTS = "Lists"
"""The title of the hidden tab with long drop-downs."""


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


class PngOf(Struct, frozen=True):
    """A drawing in SVG, to be made a PNG that many pixels wide, as `png.png` makes it."""

    svg: str
    width: int


Workbook = RoundSheet | TurnSheet | Results
Work = Workbook | PngOf


def bytes_of(work: Work) -> bytes:
    """The bytes of an xlsx file or of a picture, made in this process. Raises WorldFailed as `png.png` does."""
    match work:
        case RoundSheet():
            from gm_tool.io.round_sheet import round_workbook

            return round_workbook(work.step, work.forms, work.standings, work.title, work.note)
        case TurnSheet():
            from gm_tool.io.turn_sheet import turn_workbook

            return turn_workbook(work.step, work.lines, work.standings, work.title, work.note)
        case Results():
            from gm_tool.io.results import results_workbook

            return results_workbook(work.rounds, work.tally, work.tally_title, work.title)
        case PngOf():
            from gm_tool.io.png import png

            return png(work.svg, work.width)


class Ordered(Struct, frozen=True):
    """What a process was told to make. It is had by `received`; made in this process where no other one does it."""

    works: tuple[Work, ...]
    answer: Callable[[], list[bytes] | None] = lambda: None

    def received(self) -> list[bytes]:
        """The bytes of all works, in their order. Raises WorldFailed for a picture that can't be drawn."""
        made = self.answer()
        return [bytes_of(work) for work in self.works] if made is None else made


class Workshop:
    """A second process for workbooks and a third one for pictures, for as long as the `with` block lasts.

    Order with `write` and `draw`, go on with other work, then have what was ordered `received`. Each process takes
    one order, so that no answer is taken for another's; what is ordered after it is made in this process.
    """

    def __init__(self) -> None:
        alone = "openpyxl" in sys.modules
        self.second_process = None if alone else _second_process()
        self.third_process = None if alone else _third_process()
        self._started = [process for process in (self.second_process, self.third_process) if process is not None]

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._started:
            from gm_tool.io.second_process import end

            end(process)

    def write(self, workbooks: Sequence[Workbook]) -> Ordered:
        """Have all these workbooks written."""
        works, process = tuple(workbooks), self.second_process
        if process is None:
            return Ordered(works)
        self.second_process = None
        _send(process, msgspec.msgpack.encode(works))
        return Ordered(works, partial(_written, process))

    def draw(self, pictures: Sequence[PngOf]) -> Ordered:
        """Have all these pictures drawn. Raises WorldFailed where the installation has lost its font."""
        works, process = tuple(pictures), self.third_process
        if process is None or not works:
            return Ordered(works)
        from gm_tool.io.drawing import request
        from gm_tool.io.png import font_paths

        self.third_process = None
        _send(process, request([(picture.svg, picture.width) for picture in works], font_paths()))
        return Ordered(works, partial(_drawn, process, len(works)))


def _send(process: Popen[bytes], message: bytes) -> None:
    if process.stdin is not None:
        with suppress(OSError):  # it has died: there will be no answer, and this process does its work
            write_message(process.stdin, message)


def _written(process: Popen[bytes]) -> list[bytes] | None:
    """The workbooks that the second process answers with; None where it has ended."""
    answer = None if process.stdout is None else read_message(process.stdout)
    return None if answer is None else msgspec.msgpack.decode(answer, type=list[bytes])


def _drawn(process: Popen[bytes], count: int) -> list[bytes] | None:
    """The pictures that the third process answers with, one by one; None where it has ended before the last."""
    pictures: list[bytes] = []
    while process.stdout is not None and len(pictures) < count:
        picture = read_message(process.stdout)
        if picture is None:
            return None
        pictures.append(picture)
    return pictures


def _second_process() -> Popen[bytes] | None:
    from gm_tool.io.second_process import taken  # the second process itself has no use for it

    return taken()


def _third_process() -> Popen[bytes] | None:
    from gm_tool.io.second_process import started

    return started("drawing")


def serve() -> None:
    """The second process: load what it takes, then make what is asked for, if anything is."""
    gc.set_threshold(GARBAGE)
    import gm_tool.io.results
    import gm_tool.io.round_sheet  # noqa: F401

    wanted = read_message(sys.stdin.buffer)
    if wanted is not None:
        works = msgspec.msgpack.decode(wanted, type=tuple[Workbook, ...])
        write_message(sys.stdout.buffer, msgspec.msgpack.encode([bytes_of(work) for work in works]))
