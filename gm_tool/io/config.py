"""game.yaml, the settings of a game, as frozen records. Knows no game: rulings and options stay texts."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Literal

from msgspec import Struct

from gm_tool.core.forms import Step
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.io.deadlines import Deadlines
from gm_tool.io.strict_yaml import line_of

CONFIG = "game.yaml"
DEFAULT_FILE = "sheets/{word}-{nn}.xlsx"
ENGLISH = "en"


class Player(Struct, frozen=True, kw_only=True):
    """A player as game.yaml has it; `options` are the keys that a game may know ("garnets"), as typed."""

    name: str
    aliases: tuple[str, ...] = ()
    zone: str = ""
    options: Mapping[str, str] = {}


class DialectChoice(Struct, frozen=True):
    """The markup of the GM's forum, and what is different there."""

    base: str = "text"
    overrides: Mapping[str, str] = {}


DateOrder = Literal["", "day-month", "month-day"]
"""What 03/04/2026 is: the 3rd of April, or the 4th of March; "" where nobody has said."""


class Push(Struct, frozen=True):
    """The Google Sheets that `gm push` writes to, by their addresses: the one that players see, and the GM's own."""

    public: str = ""
    private: str = ""


class Source(Struct, frozen=True):
    """Where orders come from: a file, or the Google Sheet of an address, which goes before.

    In `file` and `tab` {word}, {n} and {nn} stand for the step: round, 5, 05.
    """

    file: str = DEFAULT_FILE
    tab: str = ""
    google: str = ""

    @property
    def is_default(self) -> bool:
        """Whether the tool makes a workbook for each step itself."""
        return self == Source()

    @property
    def tab_varies(self) -> bool:
        """Whether each step has a tab of its own, as far as this says."""
        return not self.tab or _filled(self.tab, Step("a", 1, ())) != _filled(self.tab, Step("b", 2, ()))

    @property
    def names_steps(self) -> bool:
        """Whether each step has a file or a tab of its own by name."""
        names = (self.tab,) if self.google else (self.file, self.tab)
        return any(_filled(name, Step("a", 1, ())) != _filled(name, Step("b", 2, ())) for name in names)

    def file_of(self, step: Step) -> str:
        """The file of a step's orders, as "sheets/round-05.xlsx"."""
        return _filled(self.file, step)

    def tab_of(self, step: Step) -> str:
        """The tab of a step's orders; "" where none is named."""
        return _filled(self.tab, step)


class Config(Struct, frozen=True, kw_only=True):
    """The settings of a game.

    `rulings` are a text or the texts of a list; `columns` names a sheet's own titles and what
    they are to the tool; `grace` is how long after a deadline orders still count; `date_order` is
    how the times of a sheet are read where they are in doubt.
    `lines` are the lines of the file by the path of keys: ("players", "Ann", "garnets").
    `warnings` are problems that stop nothing, `language` is that of the posts.
    """

    game: str
    players: tuple[Player, ...]
    title: str = ""
    rulings: Mapping[str, str | tuple[str, ...]] = {}
    zone: str = "UTC"
    deadlines: Deadlines | None = None
    grace: timedelta = timedelta()
    date_order: DateOrder = ""
    dialect: DialectChoice = DialectChoice()
    language: str = ENGLISH
    source: Source = Source()
    push: Push = Push()
    columns: Mapping[str, str] = {}
    label: str = CONFIG
    lines: Mapping[tuple[str, ...], int] = {}
    warnings: tuple[Problem, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in seat order."""
        return tuple(player.name for player in self.players)

    @property
    def aliases(self) -> dict[str, tuple[str, ...]]:
        """The other spellings of each player."""
        return {player.name: player.aliases for player in self.players}

    def zone_of(self, player: str) -> str:
        """The zone of a player's clock: the player's own, else the game's."""
        return next((seat.zone for seat in self.players if seat.name == player), "") or self.zone

    def place(self, *path: str) -> Place:
        """Where a setting stands: place("rulings", "repeat_camel") is "game.yaml, line 12"."""
        line = self.lines.get(path)
        return line_of(self.label, line) if line else Place(self.label)


def one_file(word: str) -> str:
    """The tool's own workbook of a game that goes step by step in one sheet: "sheets/turns.xlsx"."""
    return f"sheets/{word}s.xlsx"


def read_config(path: Path, label: str = CONFIG) -> Config:
    """The settings in that file. Raises BadInput with all that is wrong with it, each with its line; WorldFailed.

    Codes: config.missing, config.encoding, config.yaml, config.twice, config.unknown,
    config.needed, config.value, player.name, player.twin.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        hint = "`gm new` makes a game folder; -C names the folder of a game."
        raise BadInput(
            [Problem(code="config.missing", message=f"There is no {label} here.", place=Place(label), hint=hint)]
        ) from None
    except OSError as error:
        raise WorldFailed(f"{label} can't be read: {error.strerror}.", "Check who may read the file.") from error
    return config_of(data, label)


def config_of(data: bytes, label: str = CONFIG) -> Config:
    """The settings that a file's bytes hold. Raises BadInput as `read_config` does."""
    from gm_tool.io.config_reading import ConfigReader
    from gm_tool.io.strict_yaml import parse

    return ConfigReader(label).read(parse(data, label))


def unknown_options(config: Config, known: Sequence[str]) -> tuple[Problem, ...]:
    """A problem (config.unknown, with its line) for each option of a player that the game doesn't know."""
    problems = []
    for player in config.players:
        for key in player.options:
            if key not in known:
                keys = ("name", "aliases", "zone", *known)
                near = difflib.get_close_matches(key, keys, 1)
                problem = Problem(
                    code="config.unknown",
                    message=f"There is no setting {key!r} of a player in this game.",
                    player=player.name,
                    place=config.place("players", player.name, key),
                    value=key,
                    hint=f"Did you mean {near[0]}?" if near else f"Here may stand {any_of(keys)}.",
                )
                problems.append(problem)
    return tuple(problems)


def _filled(pattern: str, step: Step) -> str:
    filled = pattern.replace("{word}", step.word).replace("{nn}", f"{step.number:02d}")
    return filled.replace("{n}", str(step.number))
