"""`gm odds`: the chances of a game's pieces, for the GM's commentary. Made of what everybody sees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.games import all_games
from gm_tool.app.pictures import WIDTH
from gm_tool.app.steps import step_number
from gm_tool.core.forecast import Forecast, Forecaster
from gm_tool.core.names import any_of
from gm_tool.core.problems import WrongUse
from gm_tool.core.views import PUBLIC, Piece, Track
from gm_tool.io.parcel import write_file
from gm_tool.io.png import png

START = "start"
"""What a GM types for the chances before the first turn."""

MOST = 1_000_000
"""More would take minutes and change no digit that is shown."""


class OddsReport(Struct, frozen=True):
    """The chances after a step ("" before the first), and the `picture` where one was asked for."""

    title: str
    step: str
    trials: int
    forecasts: tuple[Forecast, ...]
    picture: str = ""

    def as_json(self) -> dict[str, object]:
        """The object of `gm odds --json`."""
        return {
            "step": self.step,
            "trials": self.trials,
            "odds": [
                {"title": each.title, "shares": dict(each.shares), "errors": dict(each.errors)}
                for each in self.forecasts
            ],
            "picture": self.picture,
        }


def odds(where: Path | None, step: str | None, trials: int, picture: Path | None = None) -> OddsReport:
    """The chances at the start or after a resolved step, the latest unless said otherwise.

    As a picture, too, where a new file is named for it.
    Raises WrongUse for a game that tells no chances, that is over there, or for a file that is there already.
    """
    folder = open_folder(where)
    forecaster = _forecaster(folder)
    number = _asked(folder, step)
    state = folder.state_after(number)
    name = folder.step(number).name if number else ""
    if not 1 <= trials <= MOST:
        raise WrongUse(f"{trials} races can't be simulated.", f"Give a number from 1 to {MOST:,}.")
    if folder.game.due(state) is None:
        raise WrongUse(
            f"The game is over since {name}: nothing is left to chance.", f"`gm odds {folder.word}-1` looks back."
        )
    forecasts = forecaster.forecast(state, trials)
    if picture is not None:
        when = folder.step(number).title if number else "the start"
        _draw(folder, state, forecasts, f"{folder.title}: the odds after {when}", picture)
    return OddsReport(folder.title, name, trials, forecasts, str(picture or ""))


def _forecaster(folder: GameFolder) -> Forecaster:
    game = folder.game
    if isinstance(game, Forecaster):
        return game
    able = [each.info.title for each in all_games() if issubclass(each, Forecaster)]
    hint = f"Games that do: {any_of(able, 'and')}." if able else ""
    raise WrongUse(f"{game.info.title} tells no odds.", hint)


def _asked(folder: GameFolder, step: str | None) -> int:
    """How many steps are played where the chances are asked for; none at the start."""
    if step is not None and step.strip().lower() == START:
        return 0
    word = folder.word
    try:
        number = step_number(step, word)
    except WrongUse as error:
        hint = f"Write {word}-5, 5, {word[0].upper()}5 or {START}; nothing means now."
        raise WrongUse(error.message, hint) from None
    if number is None:
        return folder.played
    if number > folder.played:
        raise WrongUse(f"{word}-{number} is not resolved yet.", "`gm odds` tells the chances as they are now.")
    return number


def _draw(folder: GameFolder, state: object, forecasts: Sequence[Forecast], title: str, target: Path) -> None:
    from gm_tool.render.pictures import chances_svg

    ending = target.suffix.lower()
    if ending not in (".svg", ".png"):
        raise WrongUse(f"{target} can't be made.", "A picture's name ends with .png or .svg.")
    svg = chances_svg(forecasts, _pieces(folder, state), title)
    write_file(target, svg.encode() if ending == ".svg" else png(svg, WIDTH))


def _pieces(folder: GameFolder, state: object) -> tuple[Piece, ...]:
    """The pieces that run on the game's track; none where it has no track."""
    boards = folder.game.view(None, (), state, PUBLIC).boards.values()
    return next((board.pieces for board in boards if isinstance(board, Track)), ())
