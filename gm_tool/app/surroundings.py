"""What lies around a game folder: who else may read what is secret in it."""

from __future__ import annotations

import os
from pathlib import Path

from gm_tool.app.folder import GameFolder
from gm_tool.app.ours import RESULTS, SEED
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Place
from gm_tool.io.journal_file import JOURNAL
from gm_tool.io.repository import IGNORE, cloud_of, is_ignored, repository_of

SECRETS = (
    SEED,
    JOURNAL,
    RESULTS,
    "sheets/round-01.xlsx",
    "snapshots/round-01-0001.json",
    "posts/round-01/gm.txt",
    "posts/round-01/index.html",
    "posts/round-01/private/Ann.txt",
)
"""A file of each kind that only the GM may read, but for game.yaml: in many games it tells nothing that is secret."""

IGNORED = """\
# What nobody but the game master may read; gm wrote this list when it made the game.
/game.yaml
/seed.key
/journal.jsonl
/results.xlsx
/sheets/
/snapshots/
/.gm/
.gm-*.part
# Of the posts all is left out but what everybody may have.
/posts/**
!/posts/**/
!/posts/**/public*.txt
!/posts/**/public.html
!/posts/**/board.svg
!/posts/**/board.png
!/posts/**/race.svg
!/posts/**/race.png
!/posts/reveal/**
/posts/**/private/
"""


def shared_warnings(folder: Path, started: bool, orders: str = "") -> tuple[Problem, ...]:
    """A warning (folder.shared) where what is secret in a game folder may get to others.

    `orders` is the file that the orders come from, relative to the folder, where there is one.

    In a git repository with a remote it is given until git leaves the secret files out; in the folder of a cloud only
    before the first step, as that may be wanted.
    """
    loose = _loose(folder, orders)
    if loose:
        return (_in_repository(loose),)
    cloud = "" if started else cloud_of(folder)
    return (_in_cloud(cloud),) if cloud else ()


def shared_game_warnings(folder: GameFolder, started: bool) -> tuple[Problem, ...]:
    """The same of an opened game, which may take its orders from a file of the GM's own."""
    source = folder.config.source
    orders = "" if source.google or source.is_default else folder.order_file(folder.step(max(folder.played, 1)))
    return shared_warnings(folder.path, started, orders)


def ignore_list(folder: Path) -> str:
    """What a new game's .gitignore is to hold; "" where it needs none: outside of git, or where all is left out."""
    repository = repository_of(folder)
    if repository is None or (folder / IGNORE).exists():
        return ""
    return "" if all(is_ignored(repository, folder / name) for name in SECRETS) else IGNORED


def _loose(folder: Path, orders: str) -> tuple[str, ...]:
    """The secret files that git would send on, by an example of each kind."""
    repository = repository_of(folder)
    if repository is None or not repository.remote:
        return ()
    own = (orders,) if orders and Path(os.path.realpath(folder / orders)).is_relative_to(repository.root) else ()
    return tuple(name for name in dict.fromkeys((*own, *SECRETS)) if not is_ignored(repository, folder / name))


def _in_repository(loose: tuple[str, ...]) -> Problem:
    more = f" and {len(loose) - 3} more kinds of files" if len(loose) > 3 else ""
    return Problem(
        code="folder.shared",
        severity="warning",
        message="This folder is in a git repository that is sent elsewhere, and git doesn't leave out what is secret: "
        f"{', '.join(loose[:3])}{more}.",
        place=Place(IGNORE),
        hint=f"Put these names into {IGNORE}, or move the game out of the repository. What was committed already is "
        "for everybody who has the repository.",
    )


def _in_cloud(cloud: str) -> Problem:
    return Problem(
        code="folder.shared",
        severity="warning",
        message=f"This folder is in {cloud}: those with whom it is shared there can read seed.key and all posts.",
        hint=f"Look in {cloud} that it is shared with nobody. Once the game has begun, gm doesn't say so again.",
    )
