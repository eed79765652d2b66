"""`gm games` and `gm rules`: what can be played, and what its rules leave open."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from gm_tool.app.folder import find_folder, open_folder
from gm_tool.app.games import all_games, find_game
from gm_tool.core.game import GameInfo, Json
from gm_tool.core.problems import WrongUse
from gm_tool.core.rulings import Ruling, Setting


class GamesReport(Struct, frozen=True):
    """The installed games."""

    games: tuple[GameInfo, ...]

    def as_json(self) -> dict[str, Json]:
        """The object of `gm games --json`."""
        return {"games": [msgspec.to_builtins(info) for info in self.games]}


def games() -> GamesReport:
    """All games that are installed, by id. Raises WorldFailed where a package is broken."""
    return GamesReport(tuple(game.info for game in all_games()))


class RulesReport(Struct, frozen=True):
    """The rulings of a game, and the settings in force: the folder's, else the defaults."""

    info: GameInfo
    rulings: tuple[Ruling, ...]
    settings: Mapping[str, Setting]
    in_folder: bool

    def as_json(self) -> dict[str, Json]:
        """The object of `gm rules --json`."""
        return {
            "game": self.info.id,
            "title": self.info.title,
            "rulings": [self._ruling(ruling) for ruling in self.rulings],
        }

    def _ruling(self, ruling: Ruling) -> dict[str, Json]:
        return {
            "key": ruling.key,
            "question": ruling.question,
            "default": msgspec.to_builtins(ruling.default),
            "setting": msgspec.to_builtins(self.settings[ruling.key]),
            "values": [{"value": msgspec.to_builtins(value), "meaning": text} for value, text in ruling.values],
        }


def rules(where: Path | None, game: str | None) -> RulesReport:
    """The rulings of `game`, or of the game in this folder. Raises WrongUse, BadInput, WorldFailed."""
    if game is not None:
        kind = find_game(game)
        return RulesReport(kind.info, kind.rulings, {ruling.key: ruling.default for ruling in kind.rulings}, False)
    try:
        find_folder(where)
    except WrongUse as nowhere:
        raise WrongUse("There is no game here; say which one is meant.", "As: `gm rules camellots`") from nowhere
    folder = open_folder(where)
    return RulesReport(folder.game.info, folder.game.rulings, folder.settings, True)
