"""What is to be said of a game whatever its orders are: its settings, its files, the version of its rules."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from gm_tool.app.folder import GameFolder
from gm_tool.app.leftovers import journal_gone
from gm_tool.app.ours import taken_by_others
from gm_tool.app.stale import stale_post
from gm_tool.app.templates import unused_templates
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.io.journal_file import JOURNAL


def about_game(folder: GameFolder, of_step: Sequence[Problem] = (), first_post: bool = True) -> tuple[Problem, ...]:
    """What is to be said of a game before a step, with what is to be said of that step.

    Before the first one game.yaml may have changed, and nothing is gm's own yet. Without `first_post` the pregame post
    isn't looked at.
    """
    first = () if folder.started else journal_gone(folder) or taken_by_others(folder.path)
    return (
        *folder.config.warnings,
        *_seed_fault(folder),
        *first,
        *(stale_post(folder) if first_post else ()),
        *of_step,
        *_newer_rules(folder),
        *unused_templates(folder),
    )


def _seed_fault(folder: GameFolder) -> tuple[Problem, ...]:
    """A warning where the seed can't be used: orders can be checked without it, and nothing be resolved.

    Before the first step nothing can be checked either: chance sets up the game.
    """
    if not folder.started:
        return ()
    try:
        folder.seed()
    except BadInput as error:
        return tuple(structs.replace(problem, severity="warning") for problem in error.problems)
    return ()


def _newer_rules(folder: GameFolder) -> tuple[Problem, ...]:
    """A warning where the latest entry of the journal was made by another version of the game's rules."""
    entries, version = folder.journal.entries, folder.game.info.version
    if not entries or entries[-1].rules == version:
        return ()
    problem = Problem(
        code="rules.version",
        severity="warning",
        message=f"So far version {entries[-1].rules} of the rules was played; this gm has version {version}.",
        place=Place(JOURNAL),
        hint="`gm verify` tells whether the new version comes to the same results.",
    )
    return (problem,)
