"""Steps of random games, played as the engine plays them: from a sheet's rows to the next state."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.names import Names
from gm_tool.core.problems import has_errors
from gm_tool.core.sources import Tab
from gm_tool.engine.intake import take_in
from gm_tool.engine.turn import Checked, awaited, check, play
from gm_tool.testing.tables import Row, Setup, grid, legal_row, understand

MOST_STEPS = 3_000
"""A game that takes more steps has no end."""


class NoWayOn(Exception):
    """A game waits for somebody who has no legal order, or never ends. The text says which."""


class PlayedStep(Struct, frozen=True):
    """One step of a game: the states around it, what was sent and what came of it.

    `rows` is what legal rows the players filled in; `orders` are those as JSON, `judged` as the game's own records.
    """

    game: AnyGame
    seed: bytes
    before: Any
    step: Step
    rows: Mapping[str, Row]
    orders: Mapping[str, Json]
    judged: Mapping[str, Any]
    events: tuple[Event, ...]
    after: Any


def checked_tab(game: AnyGame, state: Any, step: Step, tab: Tab) -> Checked:
    """A tab read and judged, as by `gm check`."""
    players = Names(tuple(game.tally(state)))
    return check(game, state, step, take_in(tab, game.form(state, None), players, step))


def legal_rows(game: AnyGame, state: Any, step: Step, chance: random.Random) -> dict[str, Row]:
    """A legal row of each player, or of most of those whom the game can do without.

    Raises NoWayOn where a player for whom the game waits has none.
    """
    needed = awaited(game, state, step.players)
    rows: dict[str, Row] = {}
    for player in step.players:
        if player not in needed and chance.random() < 0.2:
            continue
        found = legal_row(game, state, player, chance)
        if found is not None:
            rows[player] = found
        elif player in needed:
            raise NoWayOn(f"{step.name} waits for {player}, and no row of the form makes a legal order")
    return rows


def play_step(game: AnyGame, seed: bytes, state: Any, step: Step, rows: Mapping[str, Row]) -> PlayedStep:
    """A step, played from a sheet with these rows. Raises BrokenInvariant, AssertionError."""
    forms = {player: game.form(state, player) for player in step.players}
    checked = checked_tab(game, state, step, grid(step, forms, list(rows.items())))
    errors = [problem for problem in checked.problems if has_errors((problem,))]
    assert not errors, f"a row that the game took alone is refused in a sheet: {errors[0].code}: {errors[0].message}"
    done = play(game, state, checked.judged, Draws(seed))
    return PlayedStep(game, seed, state, step, rows, checked.orders, checked.judged, done.events, done.state)


def random_game(kind: type[AnyGame], setup: Setup, chance: random.Random) -> Iterator[PlayedStep]:
    """A whole game of legal rows, turn by turn. Raises NoWayOn for a dead end or a game without end."""
    game, state = setup.begun(kind)
    for _ in range(MOST_STEPS):
        step = game.due(state)
        if step is None:
            return
        played = play_step(game, setup.seed, state, step, legal_rows(game, state, step, chance))
        yield played
        state = played.after
    raise NoWayOn(f"the game has not ended after {MOST_STEPS} steps")


def played_out(kind: type[AnyGame], setup: Setup, chance: random.Random) -> int:
    """The number of steps that a game of legal orders takes, played without sheets. Raises as `random_game` does."""
    game, state = setup.begun(kind)
    for number in range(MOST_STEPS):
        step = game.due(state)
        if step is None:
            return number
        orders = {
            player: understand(game, state, player, game.form(state, player), row).judged
            for player, row in legal_rows(game, state, step, chance).items()
        }
        state = play(game, state, orders, Draws(setup.seed)).state
    raise NoWayOn(f"the game has not ended after {MOST_STEPS} steps")
