"""What of a game folder gm writes itself: no orders are read from it, and nobody's own file is lost to it."""

from __future__ import annotations

import os
from pathlib import Path

from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.core.sources import Place
from gm_tool.io.config import CONFIG, Config
from gm_tool.io.journal_file import JOURNAL

SEED = "seed.key"
RESULTS = "results.xlsx"
PREGAME, FINAL, REVEAL = "pregame", "final", "reveal"
"""The folders of posts that are of no step."""

_FILES = (RESULTS, JOURNAL, CONFIG, SEED)
_FOLDERS = ("posts/", "snapshots/")
_KEEP = "Keep the orders under another name, as orders.xlsx."


def refuse_ours(folder: Path, path: Path) -> None:
    """Raises BadInput (source.ours) where a file to be read for orders is one that gm writes in the game folder."""
    name = _our_name(folder, path)
    if name:
        raise BadInput([_ours(name, Place(name))])


def refuse_name_of_ours(folder: Path, target: Path) -> None:
    """Raises WrongUse where what the GM wants written would stand under a name that gm keeps for itself."""
    name = _our_name(folder, target)
    if name:
        raise WrongUse(f"{name} in the game folder is a name that gm keeps for itself.", "Name another one.")


def source_of_ours(folder: Path, config: Config) -> tuple[Problem, ...]:
    """An error (source.ours), at its line, where game.yaml has orders come from a file that gm writes itself."""
    file = config.source.file_of(Step("round", 1, ()))
    name = "" if config.source.google else _our_name(folder, folder / file)
    return (_ours(name, config.place("source")),) if name else ()


def taken_by_others(folder: Path) -> tuple[Problem, ...]:
    """An error (file.taken) where, before the first step, results.xlsx is there: it isn't gm's, but somebody's."""
    if not (folder / RESULTS).exists():
        return ()
    problem = Problem(
        code="file.taken",
        message=f"{RESULTS} is there already, and not from this game: nothing is resolved yet. gm would write over it.",
        place=Place(RESULTS),
        hint="Give it another name or move it away; gm makes a workbook of that name.",
    )
    return (problem,)


def _our_name(root: Path, path: Path) -> str:
    """The name of a file of gm's own, "" for any other; where case makes no other file, it makes none here."""
    inside, root = Path(os.path.realpath(path)), Path(os.path.realpath(root))  # a link to itself is no failure here
    if not inside.is_relative_to(root):
        return ""
    name = inside.relative_to(root).as_posix()
    known = name.casefold() in _FILES or f"{name.casefold()}/".startswith(_FOLDERS)
    return name if known else ""


def _ours(name: str, place: Place) -> Problem:
    if name.casefold() == RESULTS:
        message = f"{name} is the workbook that gm itself writes, with posts and coins: no orders are read from it."
    else:
        message = f"{name} is a file that gm itself writes: no orders are read from it."
    return Problem(code="source.ours", message=message, place=place, value=name, hint=_KEEP)
