"""`gm new-game`: the skeleton of a game of one's own, an installable package that can be played at once.

It is the auction of the examples under another name: a whole game is easier to change than an empty one to fill.
"""

from __future__ import annotations

import importlib.util
import keyword
import re
from pathlib import Path

from msgspec import Struct

from gm_tool.app.games import all_games
from gm_tool.core.game import Json
from gm_tool.core.names import plain
from gm_tool.core.problems import WrongUse
from gm_tool.io.resources import example_package
from gm_tool.io.transaction import Transaction

EXAMPLE = "auction"


class NewGameReport(Struct, frozen=True):
    """A package that was made: its folder, the id of its game, the file with its rules, all of its files."""

    folder: Path
    game: str
    rules: str
    written: tuple[str, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm new-game --json`."""
        return {"folder": str(self.folder), "game": self.game, "rules": self.rules, "written": list(self.written)}


class _Names(Struct, frozen=True):
    """How a game is called: its id (the module, too), its class, its title, its package."""

    id: str
    cls: str
    title: str
    package: str


def new_game(where: Path) -> NewGameReport:
    """Write the skeleton of a game into a folder that isn't there yet; the game is called after the folder.

    Raises WrongUse for a folder that is there, or a name that no module can have; WorldFailed.
    """
    if where.exists() and (not where.is_dir() or any(where.iterdir())):
        raise WrongUse(f"{where} is there already; it was not touched.", "Name a folder that doesn't exist yet.")
    names = _named(where.name)
    transaction = Transaction(where)
    for name, text in example_package(EXAMPLE).items():
        transaction.write(_renamed(name, names), _renamed(text, names).encode())
    written = transaction.commit()
    return NewGameReport(where, names.id, f"src/{names.id}/__init__.py", written)


def _named(folder: str) -> _Names:
    words = re.findall(r"[a-z0-9]+", plain(folder))
    game = "_".join(words)
    if not game.isidentifier() or keyword.iskeyword(game):
        raise WrongUse(
            f"A game can't be called {folder!r}: its module needs a name.",
            "Begin with a letter, and use letters, digits and hyphens: `gm new-game desert-race`",
        )
    # Under the name of a module that is there already the game would hide it, or be hidden by it.
    if game in {kind.info.id for kind in all_games()} or importlib.util.find_spec(game) is not None:
        raise WrongUse(f"There is a {game} already.", "Call your game otherwise: `gm new-game desert-race`")
    return _Names(game, "".join(map(str.capitalize, words)), " ".join(map(str.capitalize, words)), "-".join(words))


def _renamed(text: str, names: _Names) -> str:
    """A text of the example with the names of the new game in place of its own."""
    for old, new in (
        ("sealed_auction", names.id),
        ("sealed-auction", names.package),
        ("test_auction", f"test_{names.id}"),
        ('"auction"', f'"{names.id}"'),
        ("--game auction", f"--game {names.id}"),
        ("auction =", f"{names.id} ="),
        ("The Auction", names.title),
        ("Auction", names.cls),
    ):
        text = text.replace(old, new)
    return text
