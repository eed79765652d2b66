"""All draws of a game, made once more from its journal and its seed, and written down."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gm_tool.core.drawn import Drawn, RecordedDraws
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame
from gm_tool.engine.entries import Start, StepEntry
from gm_tool.engine.turn import check_orders, play

SETUP = "setup"


class StepDraws(Struct, frozen=True):
    """The draws of a step, or of the setting up, in the order in which they were made."""

    step: str
    draws: tuple[Drawn, ...]


def setup_draws(game: AnyGame, start: Start, seed: bytes) -> StepDraws:
    """The draws with which a game was set up. Raises BadInput as `game.setup` does."""
    recorded = RecordedDraws(seed)
    game.setup(start.players, start.options, recorded)
    return StepDraws(SETUP, tuple(recorded.made))


def step_draws(game: AnyGame, before: Any, entry: StepEntry, seed: bytes) -> StepDraws:
    """The draws of a resolved step. `before` is the state that it was played from, under the rulings of `game`.

    Raises ValueError where the entry's orders can't be played from there (`replay` tells why).
    """
    step = game.due(before)
    if not isinstance(step, Step):
        raise ValueError(f"{entry.step} can't be played: the game is over before it")
    recorded = RecordedDraws(seed)
    play(game, before, check_orders(game, before, step, entry.orders).orders, recorded)
    return StepDraws(entry.step, tuple(recorded.made))
