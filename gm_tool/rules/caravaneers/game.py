"""Caravaneers as the engine sees it: the game under certain rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import GameInfo, Json, Judged, Parsed
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.rulings import Ruling
from gm_tool.core.simple_game import SimpleGame
from gm_tool.core.sources import Cell
from gm_tool.core.views import View, Viewer
from gm_tool.rules.caravaneers.board import START, Caravan, Edition
from gm_tool.rules.caravaneers.events import HOARD, CaravaneersEvent
from gm_tool.rules.caravaneers.orders import KEY, judge, never, order_form
from gm_tool.rules.caravaneers.parse import parse
from gm_tool.rules.caravaneers.play import fold, resolve
from gm_tool.rules.caravaneers.state import SIDES, BySide, State, dump_state, faults, load_state
from gm_tool.rules.caravaneers.views import say, tell, view

RULINGS = (
    Ruling(
        key="edition",
        kind="choice",
        question="Which edition of the rules is played?",
        default="article",
        bears_on=("caravan_moved", "capture"),
        values=(
            ("article", "the designer's magazine article of 2009: a line with a gap can't be moved, mountains bar"),
            ("wiki", "an online edition of January 2015: each run of camels is a caravan, all 49 squares are entered"),
        ),
    ),
    Ruling(
        key="stop_at_majority",
        kind="flag",
        bears_on=("game_ended",),
        question="Does the game end as soon as one hoard holds six camels, more than half of all?",
        default=False,
        values=((False, "it goes on until neither side can move"), (True, "it ends at once")),
    ),
)


class Caravaneers(SimpleGame[State]):
    """The game Caravaneers. Its state is a `State`, its typed order the `Caravan` to move."""

    info: ClassVar[GameInfo] = GameInfo(
        id="caravaneers",
        title="Caravaneers",
        version="1",
        players=(2, 2),
        step_word="turn",
        score=HOARD,
        simultaneous=False,
        hidden=False,
        chance=False,
        summary="Two players move caravans of camels, turn by turn, and capture what they push across the desert.",
    )
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    event_type: ClassVar[Any] = CaravaneersEvent

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        """Raises BadInput (ruling.unknown, ruling.value) where a ruling is unknown or misfits."""
        super().__init__(rulings)
        self._edition: Edition = "wiki" if self.settings["edition"] == "wiki" else "article"
        self._stop_at_majority = self.settings["stop_at_majority"] is True

    # States
    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        """The first state, the first player named as North. Draws nothing.

        Raises BadInput: players.count, players.names, option.unknown.
        """
        problems = _misfits(players, options)
        if problems:
            raise BadInput(problems)
        return State(
            turn=0,
            finished=False,
            next="North",
            edition=self._edition,
            camels=START,
            hoards=BySide(0, 0),
            players=BySide(players[0], players[1]),
            result=None,
        )

    def load(self, state: Json) -> State:
        """The state that a JSON object stands for; raises BadInput (state.invalid) where it is none."""
        return load_state(state, self._edition, self._stop_at_majority)

    def dump(self, state: State) -> Json:
        """The state as a JSON object."""
        return dump_state(state)

    def invariants(self, state: State) -> Sequence[str]:
        """What is broken about a state, a sentence each."""
        return faults(state, self._edition, self._stop_at_majority)

    # A step
    def due(self, state: State) -> Step | None:
        """The turn of the side to move; None when the game is over."""
        if state.next is None:
            return None
        return Step(self.info.step_word, state.turn + 1, (state.players.of(state.next),))

    def form(self, state: State, player: str | None) -> Form:
        """One column, Caravan, with the caravans that may be moved; nothing to choose off turn."""
        return order_form(state, player)

    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        """The Caravan cell as an order; see the module `parse`."""
        return parse(state, player, cells)

    def read(self, state: State, player: str, text: str) -> Parsed:
        """A player's own words, as those of the Caravan cell: "c", "move the caravan on c3"."""
        return parse(state, player, {KEY: Cell("", text)})

    def judge(self, state: State, player: str, order: Json) -> Judged:
        """The caravan to move, or the first problem that applies; see `orders.judge`."""
        return judge(state, player, order)

    def resolve(self, state: State, orders: Mapping[str, Caravan], draws: Draws) -> Sequence[Event]:
        """What the move of the side to move brings about. Draws nothing."""
        return resolve(state, orders, self._stop_at_majority)

    def fold(self, state: State, events: Sequence[Event]) -> State:
        """The state after these events; raises BadInput (change.unknown) for a change of what nobody has."""
        return fold(state, events)

    # Beside the protocol
    def never(self, state: State, player: str, parsed: Parsed) -> tuple[Problem, ...]:
        """What no later turn makes right about a row of that player; see `orders.never`."""
        return never(state, player, parsed)

    # Words
    def say(self, order: Json) -> str:
        """An order in the words of a sheet: "move c3"."""
        return say(order)

    def tell(self, event: Event) -> str:
        """An event as an English sentence."""
        return tell(event)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        """What a viewer may see after a step: everything; see `views.view` for the words."""
        return view(events, after, viewer)

    def holdings(self, state: State, player: str) -> Mapping[str, int]:
        """A player's hoard; nothing for anybody else."""
        side = state.side_of(player)
        return {} if side is None else {HOARD: state.hoards.of(side)}

    def tally(self, state: State) -> Mapping[str, int]:
        """Both hoards by player, North first."""
        return {state.players.of(side): state.hoards.of(side) for side in SIDES}


def _misfits(players: Sequence[str], options: Mapping[str, Mapping[str, Any]]) -> list[Problem]:
    found = []
    if len(players) != len(SIDES):
        found.append(
            Problem(
                code="players.count",
                message=f"Caravaneers is for 2 players, not {len(players)}.",
                hint="Name two players: the first is North and begins, the second is West.",
            )
        )
    if len(set(players)) < len(players) or "" in players:
        found.append(
            Problem(
                code="players.names",
                message="Each player needs a name of their own.",
                hint="Name two players that can be told apart.",
            )
        )
    for key in (key for key, given in options.items() if given):
        found.append(
            Problem(
                code="option.unknown",
                field=key,
                value=key,
                message=f"Players bring no {key} along in Caravaneers.",
                hint="Leave the starting values out.",
            )
        )
    return found
