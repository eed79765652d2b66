"""A game folder, opened: its settings, its game under its rulings, its journal.

What the journal says of players, starting values and rulings is what the game is played with; game.yaml is
compared with it, and a difference is said instead of followed. A ruling that was changed in the middle may stand in
game.yaml as it was or as it is.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_tool.app.games import find_game, game_id
from gm_tool.app.opened import open_journal
from gm_tool.app.ours import SEED, source_of_ours
from gm_tool.core.draws import Draws, commitment
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame
from gm_tool.core.names import Names, any_of
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.core.rulings import Setting, key_of, settle, word
from gm_tool.core.sources import Place
from gm_tool.engine.entries import Start, StepEntry
from gm_tool.engine.journal import EMPTY, Journal
from gm_tool.io.config import CONFIG, Config, one_file, read_config, unknown_options
from gm_tool.io.journal_file import JOURNAL


class GameFolder(Struct, frozen=True):
    """An open game folder.

    `settings` are all rulings in force for the next step, and `game` is the game under them; `options` are the
    starting values of players ({"garnets": {"Ann": 2}}); `lines` are the journal's lines as they stand; `new_seed` is
    the seed of a game that is being made.
    """

    path: Path
    config: Config
    game: AnyGame
    settings: Mapping[str, Setting]
    options: Mapping[str, Mapping[str, int]]
    lines: Sequence[bytes] = ()
    journal: Journal = EMPTY
    new_seed: bytes | None = None

    @property
    def title(self) -> str:
        """The game's title on posts: the GM's, else the game's own."""
        return self.config.title or self.game.info.title

    @property
    def word(self) -> str:
        """What a step is called: "round" or "turn"."""
        return self.game.info.step_word

    @property
    def names(self) -> Names:
        """The players with their aliases."""
        return Names(self.config.names, self.config.aliases)

    def seed(self) -> bytes:
        """The secret seed, which must be the one that the game was started with. Raises BadInput."""
        from gm_tool.io.seed import read_seed

        if self.new_seed is not None:
            return self.new_seed
        seed = read_seed(self.path / SEED, SEED)
        if self.started and self.journal.start.commitment != commitment(seed):
            problem = Problem(
                code="seed.changed",
                message="seed.key is not the seed that this game was started with: its commitment differs.",
                place=Place(SEED),
                hint="Bring the file back from a backup.",
            )
            raise BadInput([problem])
        return seed

    def first_state(self) -> Any:
        """The state with which the game begins: the journal's, or the one that game.yaml makes."""
        if self.started:
            return self.under(1).game.load(self.journal.start.state)
        return self.game.setup(self.config.names, self.options, Draws(self.seed()))

    def state_after(self, number: int) -> Any:
        """The state after that many steps, with what the GM has adjusted after them."""
        if not self.started:
            return self.first_state()
        return self.under(max(number, 1)).game.load(self.journal.line.state_after(number))

    def under(self, number: int) -> GameFolder:
        """The folder with the game and the settings under which the step of that number is played."""
        line = self.journal.line
        if not line.rulings:
            return self
        settings = settings_of(type(self.game), line.rulings_at(number))
        return structs.replace(self, game=type(self.game)(settings), settings=settings)

    def at(self, count: int) -> GameFolder:
        """The folder as it was when the journal had that many entries."""
        journal = self.journal.up_to(count)
        before = structs.replace(self, journal=journal, lines=self.lines[:count])
        if not self.journal.line.rulings:
            return before
        settings = settings_of(type(self.game), journal.line.rulings_at(before.played + 1))
        return structs.replace(before, game=type(self.game)(settings), settings=settings)

    @property
    def started(self) -> bool:
        """Whether the journal has its first entry; before it, game.yaml may still change at will."""
        return bool(self.journal.entries)

    @property
    def played(self) -> int:
        """How many steps are resolved."""
        return len(self.journal.line.steps)

    @property
    def due(self) -> Step | None:
        """The step to come, None where the game has ended."""
        return self.game.due(self.state_after(self.played))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.due is None

    def player(self, name: str, words: Sequence[str] = ()) -> str:
        """The player that a name on the command line means, where `words` could stand, too. Raises WrongUse."""
        found = self.names.find(name)
        if found.name is None:
            others = [word for word in words if word != name]  # who says that "gm" is a player is offered none
            close = difflib.get_close_matches(name[:100].lower(), others, 1) or found.candidates
            near = f"Did you mean {any_of(close)}?" if close else ""
            other = f" Or {any_of(words)}." if words else ""
            hint = near or f"The players: {', '.join(self.config.names)}.{other}"
            raise WrongUse(f"There is no player {name!r} in this game.", hint)
        return found.name

    def step(self, number: int) -> Step:
        """The step of that number; it must be resolved or the next one."""
        due = self.under(number).game.due(self.state_after(number - 1))
        return due or Step(self.word, number, ())

    def order_file(self, step: Step) -> str:
        """The file of a step's orders; a game that goes turn by turn has one for all, unless game.yaml names one.

        In place of a sheet that gm has made there may be the same, saved as .ods.
        """
        source = self.config.source
        if not source.is_default:
            return source.file_of(step)
        made = source.file_of(step) if self.game.info.simultaneous else one_file(self.word)
        saved = Path(made).with_suffix(".ods").as_posix()
        return saved if (self.path / saved).exists() and not (self.path / made).exists() else made

    @property
    def tab_of_all(self) -> str:
        """The title of the tab for all turns ("Turns") of a game that goes turn by turn, else ""."""
        return "" if self.game.info.simultaneous else f"{self.word.capitalize()}s"

    @property
    def posted(self) -> tuple[int, ...]:
        """The resolved steps that have a post of their own; it tells of those before it that have none, too."""
        last = self.played
        return tuple(n for n, entry in enumerate(self.journal.steps, 1) if not entry.post or n == last)

    def post_of(self, number: int) -> int:
        """The resolved step in whose post a resolved step is told of."""
        return next(posted for posted in self.posted if posted >= number)

    def told_by(self, number: int) -> tuple[int, ...]:
        """The steps of which the post of a step tells, that step last."""
        first = number
        while first > 1 and self.entry(first - 1).post:
            first -= 1
        return tuple(range(first, number + 1))

    def entry(self, number: int) -> StepEntry:
        """The journal's entry of a resolved step."""
        return self.journal.steps[number - 1]


def find_folder(start: Path | None) -> Path:
    """The game folder: the one named, else the nearest upwards from here that holds a game.yaml."""
    if start is not None:
        if not (start / CONFIG).is_file():
            raise WrongUse(f"{start} is no game folder: there is no {CONFIG} in it.", "`gm new DIR` makes one.")
        return start
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / CONFIG).is_file():
            return folder
    raise WrongUse(
        f"There is no game here: no {CONFIG} in this folder or above it.",
        "Go to the game's folder, or name it: `gm -C DIR status`. A new one: `gm new DIR --player Ann ...`",
    )


def open_folder(start: Path | None = None) -> GameFolder:
    """Open a game folder. Raises BadInput for what is wrong with game.yaml or the journal, WrongUse, WorldFailed."""
    path = find_folder(start)
    config = read_config(path / CONFIG, CONFIG)
    config = structs.replace(config, game=game_id(config.game))
    _raise_any(source_of_ours(path, config))
    lines, journal = open_journal(path / JOURNAL)
    if journal.entries:
        _raise_any(_another_game(journal.start, config))  # first: another game has other rulings and numbers of players
    opened = structs.replace(game_folder(path, config), lines=lines, journal=journal)
    if opened.started:
        _raise_any(_differences(opened))
    return in_force(opened)


def in_force(folder: GameFolder) -> GameFolder:
    """The folder under the rulings that the journal has for the next step, where some were changed in the middle."""
    return folder.under(folder.played + 1)


def settings_of(kind: type[AnyGame], recorded: Mapping[str, Any]) -> dict[str, Setting]:
    """The settings of all rulings of a game, as a journal has recorded them.

    A ruling that this version of the game no longer asks about is left out.
    """
    known = {ruling.key for ruling in kind.rulings}
    return settle(kind.rulings, {key: value for key, value in recorded.items() if key in known})[0]


def _raise_any(problems: Sequence[Problem]) -> None:
    if problems:
        raise BadInput(problems)


def game_folder(path: Path, config: Config) -> GameFolder:
    """The folder of a game that has not begun, by its settings. Raises BadInput with all that is wrong with them."""
    kind = _game_of(config)
    settings, problems = _settings(config, kind)
    options, others = _options(config, kind)
    if problems or others:
        raise BadInput([*problems, *others])
    folder = GameFolder(path, config, kind(settings), settings, options)
    wrong_count = _count_problems(folder)
    if wrong_count:
        raise BadInput(wrong_count)
    return folder


def _game_of(config: Config) -> type[AnyGame]:
    try:
        return find_game(config.game)
    except WrongUse as error:
        problem = Problem(
            code="config.value",
            message=error.message,
            place=config.place("game"),
            value=config.game,
            hint=error.hint,
        )
        raise BadInput([problem]) from error


def _settings(config: Config, kind: type[AnyGame]) -> tuple[dict[str, Setting], list[Problem]]:
    """The rulings in force, and what is wrong with those in game.yaml, each at its line."""
    settings, problems = settle(kind.rulings, config.rulings)
    typed = {key_of(key, settings): key for key in config.rulings}

    def placed_at_its_line(problem: Problem) -> Problem:
        return problem.at(config.place("rulings", typed.get(problem.field, problem.field)))

    placed = [*map(placed_at_its_line, problems)]
    if not placed:
        try:
            kind(settings)
        except BadInput as error:
            placed = [*map(placed_at_its_line, error.problems)]
    return settings, placed


def _options(config: Config, kind: type[AnyGame]) -> tuple[dict[str, dict[str, int]], list[Problem]]:
    """The starting values of the players by option, and what is wrong with them."""
    problems = list(unknown_options(config, [option.key for option in kind.info.options]))
    options: dict[str, dict[str, int]] = {option.key: {} for option in kind.info.options}
    for player in config.players:
        for key, text in player.options.items():
            if key not in options:
                continue
            if text.isascii() and text.isdigit() and len(text) <= 6:
                options[key][player.name] = int(text)
                continue
            problems.append(
                Problem(
                    code="config.value",
                    player=player.name,
                    message=f"{key} of {player.name} can't be {text!r}.",
                    place=config.place("players", player.name, key),
                    value=text,
                    hint="It takes a whole number from 0 up.",
                )
            )
    return options, problems


def _count_problems(folder: GameFolder) -> tuple[Problem, ...]:
    """What is wrong with the number of players, as the game and its rulings have it."""
    game, players, place = folder.game, folder.config.names, folder.config.place("players")
    least, most = game.seats()
    if least <= len(players) <= most:
        return ()
    wanted = f"{least}" if least == most else f"{least} to {most}"
    problem = Problem(
        code="players.count",
        message=f"{game.info.title} is for {wanted} players; there are {len(players)}.",
        place=place,
        value=str(len(players)),
        hint=_seats_hint(folder),
    )
    return (problem,)


def _seats_hint(folder: GameFolder) -> str:
    """What to do about the number of players: settle a ruling otherwise, where one changes it, or name others."""
    kind, count = type(folder.game), len(folder.config.names)
    others = False
    for ruling in kind.rulings:
        for value, _ in ruling.values:
            try:
                least, most = kind({**folder.settings, ruling.key: value}).seats()
            except BadInput:  # it doesn't go with the other rulings
                continue
            if least <= count <= most:
                setting, option = f"{ruling.key}: {word(value)}", f"{ruling.key}={word(value)}"
                return f"To play all the same: `{setting}` in game.yaml, --ruling {option} with gm new."
            others = others or (least, most) != folder.game.seats()
    if others:
        return f"`gm rules {kind.info.id}` tells which rulings change the number."
    return "Name others: a line for each under players in game.yaml, --player NAME for each with gm new."


def _another_game(start: Start, config: Config) -> list[Problem]:
    """Where game.yaml names another game or other players than the game was started with."""
    problems = []
    if start.game != config.game:
        problems.append(_changed("the game", start.game, config.game, config.place("game")))
    if tuple(start.players) != config.names:
        had, has = ", ".join(start.players), ", ".join(config.names)
        problems.append(_changed("the players", had, has, config.place("players")))
    return problems


def _differences(folder: GameFolder) -> list[Problem]:
    """Where game.yaml has other rulings or starting values than the game was started with."""
    start, config = folder.journal.start, folder.config
    problems = []
    in_the_end = folder.journal.line.rulings_at(folder.played + 1)
    for key, recorded in start.rulings.items():
        if key not in folder.settings:
            continue  # a ruling that this version of the game no longer asks about
        was, last, now = word(recorded), word(in_the_end[key]), word(folder.settings[key])
        if now not in (was, last):
            problems.append(_changed(f"the ruling {key}", was, now, config.place("rulings", key)))
    for key, values in folder.options.items():
        for player in config.names:
            had, has = start.options.get(key, {}).get(player, 0), values.get(player, 0)
            if had != has:
                place = config.place("players", player, key)
                problems.append(_changed(f"{key} of {player}", str(had), str(has), place))
    return problems


def _changed(what: str, was: str, is_now: str, place: Place) -> Problem:
    return Problem(
        code="config.changed",
        message=f"The game was started with {what} {was}; {CONFIG} now says {is_now}.",
        place=place,
        value=is_now,
        hint=f"Put {was} back: a game that runs keeps what it was started with."
        + (" To change it in the middle: `gm ruling`." if what.startswith("the ruling") else ""),
    )
