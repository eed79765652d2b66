"""The doors by which installed packages bring something along: their entry points.

`importlib.metadata` tells the same, but with what it imports it takes as long as to read game.yaml and the sheet.
So the files that it would read are read here, where packages lie in folders as they mostly do; else it is asked.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator

from msgspec import Struct

GAMES = "gm_tool.games"
"""The group of entry points by which games come in."""
_FILE = "entry_points.txt"
_INSTALLED = (".dist-info", ".egg-info")
"""How the folders end in which an installed package tells of itself."""


class Door(Struct, frozen=True, order=True):
    """An entry point: its name, and the object that it leads to, as "module:attribute"."""

    name: str
    value: str


def declared(group: str) -> list[Door]:
    """The entry points of a group ("gm_tool.games"), by name; twice where two packages say the same.

    A package that lies twice on Python's path counts where it lies first. A folder that can't be read has none.
    """
    if not _in_folders():
        from importlib.metadata import entry_points

        return sorted(Door(door.name, door.value) for door in entry_points(group=group))
    first: dict[str, str] = {}
    for folder in sys.path:
        for package, told in _packages(folder or "."):
            first.setdefault(package, told)
    return sorted(door for told in first.values() if os.path.isfile(told) for door in _doors_in(_read(told), group))


def _in_folders() -> bool:
    """Whether nothing but plain folders is on Python's path, in which only Python's own finder looks for packages."""
    others = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    if [getattr(finder, "__name__", "") for finder in others] != ["PathFinder"]:
        return False
    return not any(os.path.isfile(folder) or folder.endswith(".egg") for folder in sys.path)


def _packages(folder: str) -> Iterator[tuple[str, str]]:
    """Each package in a folder: its name as all its spellings are compared, and where it tells its entry points."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.lower().endswith(_INSTALLED):
            package = os.path.splitext(name)[0].partition("-")[0]
            yield re.sub(r"[-_.]+", "_", package).lower(), os.path.join(folder, name, _FILE)


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()


def _doors_in(text: str, group: str) -> Iterator[Door]:
    """The entry points of a group in the text of such a file."""
    section = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif section == group and "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield Door(name.strip(), value.strip())
