"""A large workbook is read while the command is still being loaded, by a thread of its own.

A sheet with a million formatted rows takes as long to unpack as a command takes to load, and nobody knows
before whether an order stands below them. zlib unpacks and checks without Python's lock, so a second core does it
meanwhile. Which workbook is meant is a guess: what was read counts only where the command asks for the very same bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from gm_tool.core.sources import Tab
from gm_tool.io import reading

NAME = "read ahead"


class _Ahead(threading.Thread):
    """Reads a file; ends with the program at the latest, for it writes nothing."""

    def __init__(self, path: Path, label: str) -> None:
        super().__init__(name=NAME, daemon=True)
        self.path, self.label = path, label
        self.data: bytes | None = None
        self.outcome: tuple[Tab, ...] | Exception = ()

    def run(self) -> None:
        """Keep the tabs, or what has to be said instead: who asks for them hears it."""
        try:
            self.data = reading.read_bytes(self.path, self.label)
            self.outcome = reading.tabs_of(self.data, self.label)
        except Exception as failure:
            self.outcome = failure


class _Started:
    """The thread that was started, until somebody asks for tabs."""

    thread: _Ahead | None = None


def start(path: Path, label: str) -> None:
    """Begin to read a file that is called `label` as in `reading.tabs_of`; nothing is raised before it is asked for.

    What reading takes is imported here: two threads that import at once are as slow as one after the other.
    """
    from gm_tool.io import xlsx_cells  # noqa: F401

    _Started.thread = _Ahead(path, label)
    _Started.thread.start()


def tabs_of(data: bytes, label: str, meanwhile: Callable[[], None]) -> tuple[Tab, ...]:
    """As `reading.tabs_of`, and raises the same; what was read ahead isn't read again.

    `meanwhile` is what can be done before it is read, where somebody else reads it.
    """
    thread, _Started.thread = _Started.thread, None
    if thread is None or thread.label != label:
        return reading.tabs_of(data, label)
    meanwhile()
    thread.join()
    if thread.data != data:  # it was saved meanwhile
        return reading.tabs_of(data, label)
    if isinstance(thread.outcome, Exception):
        raise thread.outcome
    return thread.outcome
