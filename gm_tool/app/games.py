"""The games that are installed: built-in ones and other people's come in by the same door, an entry point."""

from __future__ import annotations

import difflib
import functools
import traceback
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from typing import cast

from gm_tool.core.game import AnyGame
from gm_tool.core.names import in_any_case
from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.doors import GAMES, Door, declared


@functools.cache
def find_game(game: str) -> type[AnyGame]:
    """The class of the game with that id, in any case of letters.

    Raises WrongUse, with the nearest id, where no such game is installed; WorldFailed where its package is broken.
    """
    doors = _doors()
    door = doors.get(in_any_case(game, doors))
    if door is None:
        near = difflib.get_close_matches(game[:100].lower(), doors, 1)
        hint = f"Did you mean {near[0]}?" if near else f"Installed are: {', '.join(doors) or 'none'}."
        raise WrongUse(f"There is no game {game[:100]!r}.", hint)
    return _opened(door)


def game_id(game: str) -> str:
    """The id of an installed game, as it is written there; what is no such id stays as it is."""
    return in_any_case(game, _doors())


def all_games() -> tuple[type[AnyGame], ...]:
    """The classes of all installed games, by id. Raises WorldFailed where one of their packages is broken."""
    return tuple(find_game(game) for game in _doors())


@functools.cache
def _doors() -> dict[str, Door]:
    doors: dict[str, Door] = {}
    for door in declared(GAMES):
        known = doors.setdefault(door.name, door)
        if known.value != door.value:
            raise WorldFailed(
                f"Two installed packages bring a game {door.name!r}: {known.value} and {door.value}.",
                "Uninstall one of them.",
            )
    return doors


def _opened(door: Door) -> type[AnyGame]:
    try:
        module, _, attribute = door.value.partition(":")
        return cast("type[AnyGame]", attrgetter(attribute)(import_module(module)))
    except Exception as broken:  # it is other people's code, and may break in any way as it is loaded
        raise WorldFailed(
            f"The game {door.name} can't be loaded from {door.value}: {_told(broken)}",
            "Mend it if it is yours; else install its package anew.",
        ) from broken


def _told(broken: Exception) -> str:
    """What is wrong with a package, and in which line of it: "NameError: name 'x' is not defined (my_game/..."."""
    if isinstance(broken, ImportError | SyntaxError):  # these name the place by themselves
        return f"{type(broken).__name__}: {broken}"
    last = traceback.extract_tb(broken.__traceback__)[-1]
    return f"{type(broken).__name__}: {broken} ({'/'.join(Path(last.filename).parts[-2:])}, line {last.lineno})"
