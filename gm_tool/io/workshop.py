"""Workbooks made by a second process, pictures by a third one, while the first one writes the posts.

The second process loads openpyxl, is sent what is to be made, and sends the bytes back; what the third one does
is told in `drawing`. Where openpyxl is loaded already, or no process can be had, or it ends too early, all is
done in this one: the bytes are the same.

Both ways a message is of msgpack: a list of what is to be made, and the list of what was made of it.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
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


class Workshop:
    """A second process for workbooks and a third one for pictures, for as long as the `with` block lasts.

    `send` or `draw` what is to be made, go on with other work, then `receive` it or have it `drawn`, in that
    order; then again, if need be. The processes know nothing of each other.
    """

    def __init__(self) -> None:
        alone = "openpyxl" in sys.modules
        self.second_process = None if alone else _second_process()
        self.third_process = None if alone else _third_process()
        self._sent: tuple[Workbook, ...] = ()
        self._pictures: tuple[PngOf, ...] = ()

    def __enter__(self) -> Workshop:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in (self.second_process, self.third_process):
            if process is not None:
                from gm_tool.io.second_process import end

                end(process)

    def send(self, works: Sequence[Workbook]) -> None:
        """Have all these workbooks made. What was sent before must have been received."""
        self._sent = tuple(works)
        if self.second_process is not None and self.second_process.stdin is not None:
            with suppress(OSError):  # the second process has died: `receive` does its work
                write_message(self.second_process.stdin, msgspec.msgpack.encode(self._sent))

    def receive(self) -> list[bytes]:
        """The bytes of all that was sent, in that order."""
        if self.second_process is not None and self.second_process.stdout is not None:
            answer = read_message(self.second_process.stdout)
            if answer is not None:
                return msgspec.msgpack.decode(answer, type=list[bytes])
        return [bytes_of(work) for work in self._sent]

    def draw(self, pictures: Sequence[PngOf]) -> None:
        """Have all these pictures made. Raises WorldFailed where the installation has lost its font."""
        self._pictures = tuple(pictures)
        if self._pictures and self.third_process is not None and self.third_process.stdin is not None:
            from gm_tool.io.drawing import request
            from gm_tool.io.png import font_paths

            wanted = request([(picture.svg, picture.width) for picture in self._pictures], font_paths())
            with suppress(OSError):  # the third process has died: `drawn` does its work
                write_message(self.third_process.stdin, wanted)

    def drawn(self) -> list[bytes]:
        """The PNGs of all pictures that were to be drawn. Raises WorldFailed for one that can't be made."""
        if self.third_process is not None and self.third_process.stdout is not None:
            made = [read_message(self.third_process.stdout) for _ in self._pictures]
            whole = [picture for picture in made if picture is not None]
            if len(whole) == len(made):
                return whole
        return [bytes_of(picture) for picture in self._pictures]


def _second_process() -> Popen[bytes] | None:
    from gm_tool.io.second_process import taken  # the second process itself has no use for it

    return taken()


def _third_process() -> Popen[bytes] | None:
    from gm_tool.io.second_process import started

    return started("drawing")


def serve() -> None:
    """The second process: load what it takes, then make what is asked for until nothing more is."""
    gc.set_threshold(GARBAGE)
    import gm_tool.io.results
    import gm_tool.io.round_sheet  # noqa: F401

    while (wanted := read_message(sys.stdin.buffer)) is not None:
        works = msgspec.msgpack.decode(wanted, type=tuple[Workbook, ...])
        write_message(sys.stdout.buffer, msgspec.msgpack.encode([bytes_of(work) for work in works]))
