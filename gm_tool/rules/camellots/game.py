"""CamelLots under its rulings: the rooms of this folder, as the engine asks for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import GameInfo, Json, Judged, Option, Parsed
from gm_tool.core.played import LastPlayed
from gm_tool.core.rulings import Ruling
from gm_tool.core.sources import Cell
from gm_tool.core.views import View, Viewer
from gm_tool.rules.camellots import fold, form, judge, orders, parse, resolve, setup, state, views, words
from gm_tool.rules.camellots.events import AnyEvent
from gm_tool.rules.camellots.invariants import broken
from gm_tool.rules.camellots.orders import NOTHING, AnyOrder
from gm_tool.rules.camellots.settings import PLAYERS, RULINGS, settings_from
from gm_tool.rules.camellots.state import State


class CamelLots:
    """The game protocol's methods; what each promises is told there."""

    info: ClassVar[GameInfo] = GameInfo(
        id="camellots",
        title="Presenting CamelLots",
        version="1",
        players=(PLAYERS, PLAYERS),
        step_word="round",
        score="coins",
        simultaneous=True,
        hidden=True,
        chance=True,
        options=(Option("garnets", 0, "the garnets that a player brings along"),),
        summary="Five camels race up the track, two crazy ones down; stocks, tiles and secret bets ride on them.",
    )
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    states_are_json: ClassVar[bool] = True

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        """Raises BadInput where a ruling is unknown, misfits, or doesn't go with the others."""
        self.settings = settings_from(rulings)
        self._last = LastPlayed[State]()

    def seats(self) -> tuple[int, int]:
        """The least and the most players of a new game under these rulings (`player_count`, `starting_stock`)."""
        return setup.seats(self.settings)

    # States

    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        """The first state; chance has no part in it. Raises BadInput where it can't be made."""
        return setup.first_state(self.settings, players, options)

    def load(self, state_json: Json) -> State:
        """The state that a JSON object stands for; raises BadInput (state.wrong) with all that is broken."""
        return self._whole(state.read_state(state_json))

    def load_text(self, text: bytes) -> State:
        """The state that a JSON text stands for; see the protocol's `load`."""
        return self._whole(state.read_text(text))

    def _whole(self, loaded: State) -> State:
        faults = broken(loaded, self.settings)
        if faults:
            raise state.wrong_state(*faults)
        return loaded

    def dump(self, state_now: State) -> Json:
        """The state as a JSON object."""
        return state.write_state(state_now)

    def invariants(self, state_now: State) -> Sequence[str]:
        """What is broken about a state, in words."""
        return broken(state_now, self.settings)

    # A step

    def due(self, state_now: State) -> Step | None:
        """An order of every player, until the race is over."""
        if state_now.finished:
            return None
        return Step(self.info.step_word, state_now.round + 1, tuple(state_now.players))

    def form(self, state_now: State, player: str | None) -> Form:
        """The columns of the sheet with what is legal now."""
        return form.order_form(self.settings, state_now, player)

    def parse(self, state_now: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        """A row's cells as an order."""
        return parse.parse_row(self.settings, cells, lambda order: self.judge(state_now, player, order))

    def read(self, state_now: State, player: str, text: str) -> Parsed:
        """A player's own words as an order."""
        from gm_tool.rules.camellots import message  # most players fill in a sheet

        return message.read_message(self.settings, state_now, player, text)

    def judge(self, state_now: State, player: str, order: Json) -> Judged:
        """Whether an order is legal, with all that is wrong."""
        return judge.judge(self.settings, state_now, player, order)

    def default(self, state_now: State, player: str) -> AnyOrder:
        """No action: camels drawn at random move."""
        return NOTHING

    def resolve(self, state_now: State, orders_now: Mapping[str, AnyOrder], draws: Draws) -> Sequence[Event]:
        """A round, from its orders to its events."""
        return self._last.keep(state_now, *resolve.resolve(self.settings, state_now, orders_now, draws))

    def fold(self, state_now: State, events: Sequence[Event]) -> State:
        """The state after these events."""
        return self._last.after(state_now, events) or fold.fold(state_now, events)

    # Words

    def load_events(self, events: Json) -> Sequence[Event]:
        """The events that a JSON list stands for; raises msgspec.ValidationError where it stands for none."""
        return msgspec.convert(events, tuple[AnyEvent, ...])

    def say(self, order: Json) -> str:
        """An order in the words of a sheet."""
        return orders.say(order)

    def tell(self, event: Event) -> str:
        """An event as a sentence."""
        return words.tell(event)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        """What a viewer may see after a round."""
        return views.view_of(self.settings, before, events, after, viewer)

    def holdings(self, state_now: State, player: str) -> Mapping[str, int]:
        """What a player has, by the words of `Change.what`."""
        return state.holdings(state_now.players[player])

    def tally(self, state_now: State) -> Mapping[str, int]:
        """The coins of each player, in seat order."""
        return {name: player.coins for name, player in state_now.players.items()}
