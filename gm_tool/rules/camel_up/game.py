"""Camel Up as the engine sees it: the game under certain rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forecast import Forecast
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import GameInfo, Json, Judged, Parsed
from gm_tool.core.played import LastPlayed
from gm_tool.core.problems import Problem
from gm_tool.core.rulings import Ruling
from gm_tool.core.simple_game import SimpleGame
from gm_tool.core.sources import Cell
from gm_tool.core.views import View, Viewer
from gm_tool.rules.camel_up import events as happenings
from gm_tool.rules.camel_up import state as states
from gm_tool.rules.camel_up.draft import Draft
from gm_tool.rules.camel_up.form import order_form
from gm_tool.rules.camel_up.judge import judge, never
from gm_tool.rules.camel_up.message import read_message
from gm_tool.rules.camel_up.odds import forecast
from gm_tool.rules.camel_up.orders import Order, Roll, Skip
from gm_tool.rules.camel_up.parse import parse
from gm_tool.rules.camel_up.pieces import PLAYERS
from gm_tool.rules.camel_up.rulings import RULINGS, read_settings
from gm_tool.rules.camel_up.setup import first_state
from gm_tool.rules.camel_up.state import State
from gm_tool.rules.camel_up.turn import play_turn
from gm_tool.rules.camel_up.views import view
from gm_tool.rules.camel_up.words import say, tell


class CamelUp(SimpleGame[State]):
    """The game Camel Up, second edition. Its state is a `State`, its typed orders are those of `orders`."""

    info: ClassVar[GameInfo] = GameInfo(
        id="camel_up",
        title="Camel Up",
        version="1",
        players=PLAYERS,
        step_word="turn",
        score=happenings.COINS,
        simultaneous=False,
        hidden=True,
        chance=True,
        summary="Three to eight players bet on a race of camels that ride on each other's backs, turn by turn.",
    )
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    states_are_json: ClassVar[bool] = True
    event_type: ClassVar[Any] = happenings.AnyEvent

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        """Raises BadInput (ruling.unknown, ruling.value) where a ruling is unknown or misfits."""
        self._settings = read_settings(rulings)
        self._last = LastPlayed[State]()

    # States
    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        """The first state, the first player named to begin.

        Raises BadInput: players.count, players.name, option.unknown.
        """
        return first_state(players, options, self._settings.setup_order, draws)

    def load(self, state: Json) -> State:
        """The state that a JSON object stands for; raises BadInput (state.invalid) where it is none."""
        return states.load(state)

    def load_text(self, text: bytes) -> State:
        """The state that a JSON text stands for; see the protocol's `load`."""
        return states.load_text(text)

    def invariants(self, state: State) -> Sequence[str]:
        """What is broken about a state, a sentence each."""
        return states.faults(state)

    # A step
    def due(self, state: State) -> Step | None:
        """The turn of the next player; None when the race is over."""
        return None if state.finished else Step(self.info.step_word, state.turn + 1, (state.next,))

    def form(self, state: State, player: str | None) -> Form:
        """The columns Action, Camel, Space, Side, Partner, and Die and Pips where the GM rolls."""
        return order_form(state, player, self._settings)

    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        """A row's cells as an order; see the module `parse`."""
        return parse(state, player, cells, self._settings)

    def read(self, state: State, player: str, text: str) -> Parsed:
        """A player's own words as an order; see the module `message`."""
        return read_message(state, player, text, self._settings)

    def judge(self, state: State, player: str, order: Json) -> Judged:
        """The order typed, or all that is wrong with it; null is the default order of whose turn it is."""
        if order is None:
            return Judged(self.default(state, player))
        return judge(state, player, order, self._settings)

    def default(self, state: State, player: str) -> Order | None:
        """What a player does who misses the turn; None where it isn't that player's turn."""
        if player != state.next or state.finished:
            return None
        return Skip() if self._settings.skips_missing or not state.dice else Roll()

    def resolve(self, state: State, orders: Mapping[str, Order], draws: Draws) -> Sequence[Event]:
        """What the turn of the next player brings about."""
        return self._last.keep(state, *play_turn(state, orders[state.next], draws, self._settings))

    def fold(self, state: State, events: Sequence[Event]) -> State:
        """The state after these events.

        Raises BadInput (change.unknown, change.impossible) for a change of what nobody has, or below zero.
        """
        kept = self._last.after(state, events)
        if kept is not None:
            return kept
        draft = Draft(state)
        for event in events:
            draft.apply(event)
        return draft.freeze()

    # Words
    def say(self, order: Json) -> str:
        """An order in the words of a sheet: "tile on 7, cheer"."""
        return say(order)

    def tell(self, event: Event) -> str:
        """An event as an English sentence."""
        return tell(event)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        """What a viewer may see after a turn; see the module `views` for its words."""
        return view(before, events, after, viewer, self._settings.coins_public)

    def holdings(self, state: State, player: str) -> Mapping[str, int]:
        """All that a player has: coins, pyramid tickets, each kind of ticket, each finish card."""
        has = state.players[player]
        return {what: happenings.holding(has, what) for what in happenings.HOLDINGS}

    def tally(self, state: State) -> Mapping[str, int]:
        """The coins of each player, in seat order."""
        return {name: player.coins for name, player in state.players.items()}

    # Beside the protocol
    def never(self, state: State, player: str, parsed: Parsed) -> tuple[Problem, ...]:
        """What no later turn makes right about a row of that player: no such action, camel, space or side."""
        return never(state, player, parsed, self._settings)

    def forecast(self, state: State, trials: int) -> tuple[Forecast, ...]:
        """Each racing camel's chances: exact for the leg, by so many simulated races for the race.

        Raises ValueError when the race is over, and for fewer than one trial.
        """
        return forecast(state, trials)
