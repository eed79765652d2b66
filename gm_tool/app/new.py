"""`gm new`: a game folder with its settings, the secret seed, the pregame post and the first sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.dialect import dialect_of
from gm_tool.app.folder import GameFolder, game_folder
from gm_tool.app.games import find_game
from gm_tool.app.language import language_of
from gm_tool.app.ours import FINAL, PREGAME, REVEAL, SEED
from gm_tool.app.publish import Publisher
from gm_tool.app.sheet import next_sheet
from gm_tool.app.show import KEYWORDS
from gm_tool.app.surroundings import ignore_list, shared_warnings
from gm_tool.core.draws import commitment
from gm_tool.core.game import Json
from gm_tool.core.problems import NOWHERE, BadInput, Problem, WrongUse
from gm_tool.core.rulings import settle, typed_setting
from gm_tool.core.shell import quoted
from gm_tool.io.config import CONFIG, ENGLISH, Config, DialectChoice, Player, config_of
from gm_tool.io.config_text import config_text
from gm_tool.io.journal_file import JOURNAL
from gm_tool.io.repository import IGNORE
from gm_tool.io.seed import new_seed, seed_of, seed_text
from gm_tool.io.transaction import Transaction


class NewReport(Struct, frozen=True):
    """A game that was made: where, its files, its first step, the `command` that plays it, the seed's commitment.

    `chance`: the game has some, and its first post shows the commitment.
    """

    folder: Path
    title: str
    first_step: str
    command: str
    commitment: str
    written: tuple[str, ...]
    warnings: tuple[Problem, ...]
    chance: bool

    def as_json(self) -> dict[str, Json]:
        """The object of `gm new --json`."""
        return {
            "folder": str(self.folder),
            "title": self.title,
            "step": self.first_step,
            "commitment": self.commitment,
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.warnings],
        }


def new(
    where: Path,
    game: str,
    players: Sequence[str],
    title: str = "",
    seed: str | None = None,
    dialect: str = "",
    zone: str = "",
    rulings: Mapping[str, str] | None = None,
    language: str = "",
) -> NewReport:
    """Make a game folder. Raises WrongUse for a folder that holds a game, BadInput, WorldFailed."""
    _refuse_taken(where)
    _refuse_no_players(players)
    if title and not title.strip():
        raise WrongUse("The title is empty.", "Leave --title out, and the game has its own.")
    chosen = Config(
        game=game,
        title=title,
        players=tuple(Player(name=name.strip()) for name in players),
        zone=zone or "UTC",
        dialect=DialectChoice(dialect) if dialect else DialectChoice(),
        language=language or ENGLISH,
    )
    folder = _planned(where, chosen, rulings or {})
    secret = seed_of(seed) if seed is not None else new_seed()
    written = _write(structs.replace(folder, new_seed=secret), secret)
    return NewReport(
        folder=where,
        title=folder.title,
        first_step=f"{folder.word}-1",
        command=f"resolve {folder.word}-1" if folder.game.info.simultaneous else "resolve",
        commitment=commitment(secret),
        written=written,
        chance=folder.game.info.chance,
        warnings=(*folder.config.warnings, *_words_of_commands(folder.config), *shared_warnings(where, started=False)),
    )


def _write(folder: GameFolder, secret: bytes) -> tuple[str, ...]:
    """Write all files of a new game, with that seed; their names."""
    transaction = Transaction(folder.path)
    text = config_text(folder.game.info, folder.game.rulings, folder.settings, folder.config)
    transaction.write(CONFIG, text.encode(), secret=True)  # it says who brings what along
    transaction.write(SEED, seed_text(secret).encode(), secret=True)
    ignored = ignore_list(folder.path)
    if ignored:
        transaction.write(IGNORE, ignored.encode())
    sheet = next_sheet(folder)
    for made in [*Publisher(folder).pregame_files(secret), *([sheet] if sheet else [])]:
        transaction.write(made.name, made.data, made.secret)
    return transaction.commit()


def _refuse_taken(where: Path) -> None:
    if where.exists() and not where.is_dir():
        raise WrongUse(f"{where} is a file, not a folder.", "Name a folder that doesn't exist yet.")
    taken = [name for name in (CONFIG, SEED, JOURNAL) if (where / name).exists()]
    if taken:
        raise WrongUse(
            f"{where} holds a game already: {', '.join(taken)}. Nothing was changed.",
            "Name another folder. To look at that game: `gm -C DIR status`",
        )


def _words_of_commands(config: Config) -> tuple[Problem, ...]:
    """A warning for each player whose name is a word of `gm show`."""
    return tuple(
        Problem(
            code="player.word",
            severity="warning",
            player=name,
            message=f"{name} is a word that `gm show` knows as well.",
            value=name,
            hint=f"To print the updates of the player: `gm show {quoted(name)} --player`.",
        )
        for name in config.names
        if name.lower() in (*KEYWORDS, PREGAME, FINAL, REVEAL)
    )


def _refuse_no_players(players: Sequence[str]) -> None:
    """Raises BadInput (players.count) where no player is named, or all of them in one text."""
    names = [name.strip() for player in players for name in player.split(",") if name.strip()]
    if not names:
        hint = "Name the players in seat order: `gm new DIR --player Ann --player Bob ...`"
        raise BadInput([Problem(code="players.count", message="A game needs players.", hint=hint)])
    if len(players) == 1 and len(names) > 1:
        each = " ".join(f"--player {quoted(name)}" for name in names)
        message, hint = f"{players[0]!r} is taken for one player.", f"Each player is named by itself: {each}"
        raise BadInput([Problem(code="players.count", message=message, value=players[0], hint=hint)])


def _planned(where: Path, chosen: Config, rulings: Mapping[str, str]) -> GameFolder:
    """The folder as it will be: its settings written down and read again, as the next command will read them."""
    kind = find_game(chosen.game)
    given = {key: typed_setting(value) for key, value in rulings.items()}
    settings, problems = settle(kind.rulings, given)
    if problems:
        raise BadInput(problems)
    defaults = {option.key: str(option.default) for option in kind.info.options}
    wished = structs.replace(
        chosen,
        title=chosen.title or kind.info.title,
        players=tuple(structs.replace(player, options=defaults) for player in chosen.players),
    )
    text = config_text(kind.info, kind.rulings, settings, wished)
    try:
        folder = game_folder(where, config_of(text.encode(), CONFIG))
        dialect_of(folder.config)
        language_of(folder.config)
    except BadInput as error:  # the lines of a file that was never written would help nobody
        raise BadInput([problem.at(NOWHERE) for problem in error.problems]) from error
    return folder
