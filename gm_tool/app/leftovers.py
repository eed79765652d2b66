"""What lies in a game folder of rounds and errata that the journal lacks: it was lost, or cut short by hand."""

from __future__ import annotations

import re
from pathlib import Path

from gm_tool.app.folder import GameFolder
from gm_tool.app.ours import FINAL, RESULTS
from gm_tool.core.problems import Problem, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.engine.entries import plays_again
from gm_tool.io.journal_file import JOURNAL
from gm_tool.io.transaction import is_part

_ERRATUM = re.compile(r"erratum-([0-9]{2,6})")


def journal_gone(folder: GameFolder) -> tuple[Problem, ...]:
    """An error (journal.gone) where the journal is missing or empty, and posts of resolved steps are there."""
    left = () if folder.started else _later_posts(folder)
    if not left:
        return ()
    problem = Problem(
        code="journal.gone",
        message=f"{_listed(left)} {'is' if len(left) == 1 else 'are'} here, but {JOURNAL} is missing or empty: "
        f"the {folder.word}s that were resolved stood in it.",
        place=Place(JOURNAL),
        hint=f"Bring {JOURNAL} back from a backup. To begin the game anew, first delete posts and {RESULTS}.",
    )
    return (problem,)


def left_behind(folder: GameFolder) -> tuple[Problem, ...]:
    """An error (file.left) for each folder of posts of a step or an erratum that the journal doesn't have.

    Nothing where there is no journal: that is for `journal_gone` to say.
    """
    if not folder.started:
        return ()
    steps = (_left(folder, name) for name in _later_posts(folder))
    return (*steps, *(_erratum_left(name) for name in _later_errata(folder)))


def _left(folder: GameFolder, name: str) -> Problem:
    last = f"ends with {folder.word}-{folder.played}" if folder.played else f"has no resolved {folder.word}"
    return Problem(
        code="file.left",
        message=f"{name} is of a {folder.word} that isn't resolved: {JOURNAL} {last}.",
        place=Place(name),
        hint=f"If you took it back, delete {name} or resolve it anew; else bring {JOURNAL} back from a backup.",
    )


def _erratum_left(name: str) -> Problem:
    return Problem(
        code="file.left",
        message=f"{name} is of a correction that {JOURNAL} doesn't have.",
        place=Place(name),
        hint=f"Bring {JOURNAL} back from a backup that has it; else delete {name}, and tell your players.",
    )


def _later_errata(folder: GameFolder) -> tuple[str, ...]:
    """The folders with posts of errata after the last one that the journal has, in order."""
    there = {
        int(found[1]): f"posts/{path.name}"
        for path in _inside(folder.path / "posts")
        if (found := _ERRATUM.fullmatch(path.name)) and _has_posts(path)
    }
    if not there:
        return ()
    known = sum(map(plays_again, folder.journal.entries))
    return tuple(there[number] for number in sorted(there) if number > known)


def _later_posts(folder: GameFolder) -> tuple[str, ...]:
    """The folders with posts of steps after the last one that is resolved, the last post's among them, in order."""
    over = folder.started and folder.over
    found = {}
    for path in _inside(folder.path / "posts"):
        number = re.fullmatch(rf"{folder.word}-([0-9]{{2,6}})", path.name)
        later = int(number[1]) > folder.played if number else path.name == FINAL and not over
        if later and _has_posts(path):
            found[int(number[1]) if number else 10**6] = f"posts/{path.name}"
    return tuple(found[key] for key in sorted(found))


def _has_posts(path: Path) -> bool:
    """Whether a folder holds a file that is whole: what a command that was killed had begun to write is no post."""
    return any(_has_posts(inside) if inside.is_dir() else not is_part(inside.name) for inside in _inside(path))


def _inside(path: Path) -> tuple[Path, ...]:
    """What lies in a folder; nothing where there is no folder. Raises WorldFailed where it can't be looked into."""
    try:
        return tuple(path.iterdir()) if path.is_dir() else ()
    except OSError as error:
        raise WorldFailed(f"{path.name} can't be read: {error.strerror}.", "Check who may read the folder.") from error


def _listed(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
