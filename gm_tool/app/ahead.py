"""What a command needs for sure is begun before anything is imported: the second process, and to read a large sheet."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

HELP = ("-h", "--help")
READERS = ("check", "resolve", "status")
"""The commands that read orders."""
WORKBOOKS = (".xlsx", ".xlsm", ".ods")
LARGE = 1_000_000
"""Bytes from which a workbook takes so long to unpack that it pays to begin early."""


def start_ahead(words: Sequence[str]) -> None:
    """Start what the words of a command line ask for: the second process of `gm resolve`, the reading of orders."""
    command = command_of(words)
    if any(word in HELP for word in words):
        return
    if command == "resolve":
        from gm_tool.io import second_process

        second_process.start_ahead()
    if command in READERS:
        with suppress(OSError):  # of a file that can't be looked at tells who needs it
            _read_ahead(Path(_after("-C", words) or _nearest_game()), _after("--from", words))


def command_of(words: Sequence[str]) -> str:
    """The command on a command line without the program's name: the first word that is no option, "" for none."""
    after_c = False
    for word in words:
        if not after_c and not word.startswith("-"):
            return word
        after_c = word == "-C" and not after_c
    return ""


def _after(option: str, words: Sequence[str]) -> str:
    """The word after an option; "" where there is none."""
    return next((word for before, word in pairwise(words) if before == option), "")


def _nearest_game() -> Path:
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / "game.yaml").exists()), here)


def _read_ahead(folder: Path, named: str) -> None:
    """Begin to read the workbook that is most likely meant, where it is a large one.

    It is the one that is named, else the one saved last of those in the game folder and its sheets/. What games there
    are, where game.yaml has orders come from, and which step is due: to find out takes as long as to load the command.
    """
    files = [Path(named)] if named else [file for place in (folder, folder / "sheets") for file in place.glob("*.*")]
    sizes = {file: file.stat() for file in files if file.suffix.lower() in WORKBOOKS}
    large = [file for file, size in sizes.items() if size.st_size >= LARGE]
    if large:
        from gm_tool.io import read_ahead
        from gm_tool.io.reading import label_in

        file = max(large, key=lambda file: (sizes[file].st_mtime, file))
        read_ahead.start(file, label_in(folder, file))
