"""What most games do alike: a class to inherit from, so that a game writes down its rules and nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from gm_tool.core import entries
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.game import GameInfo, Json, Judged, Parsed
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.rulings import Ruling, Setting, settle
from gm_tool.core.sources import Cell

S = TypeVar("S")


class SimpleGame(ABC, Generic[S]):
    """The part of the game protocol that needs no rules; what each method promises is told there.

    A game names its records: `state_type`, `event_type` (a union of them), and `order_type`, whose fields are
    the keys of the order form. It writes `setup`, `due`, `form`, `resolve`, `fold`, `tell`, `view`, `holdings` and
    `tally`, and whatever it does in another way than here: a rule that an order must keep beyond its form goes
    into `judge`, a default order into `default`.
    """

    info: ClassVar[GameInfo]
    rulings: ClassVar[tuple[Ruling, ...]] = ()
    state_type: ClassVar[type[Any]]
    event_type: ClassVar[Any]
    order_type: ClassVar[type[Any]]
    settings: Mapping[str, Setting]

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        """Raises BadInput (ruling.unknown, ruling.value) where a ruling is unknown or misfits."""
        self.settings, problems = settle(self.rulings, rulings)
        if problems:
            raise BadInput(problems)

    def seats(self) -> tuple[int, int]:
        """The least and the most players, whatever the rulings."""
        return self.info.players

    def number(self, key: str) -> int:
        """The setting of a ruling of the kind "number"."""
        setting = self.settings[key]
        assert type(setting) is int, f"the ruling {key} is no number"
        return setting

    def check_players(self, players: Sequence[str]) -> None:
        """For `setup`: raises BadInput (players.count, player.twin) unless these can sit down to play."""
        least, most = self.seats()
        if not least <= len(players) <= most:
            number = str(least) if least == most else f"{least} to {most}"
            message = f"{self.info.title} is for {number} players, not {len(players)}."
            raise BadInput([Problem(code="players.count", message=message, hint="Name as many players.")])
        if len(set(players)) < len(players) or not all(players):
            message = "Each player needs a name of their own."
            raise BadInput([Problem(code="player.twin", message=message, hint="Name players that can be told apart.")])

    def load(self, state: Json) -> S:
        """The state that a JSON object stands for; raises BadInput (state.wrong) where it is none."""
        try:
            loaded: S = msgspec.convert(state, self.state_type, str_keys=True)
        except msgspec.ValidationError as error:
            raise BadInput([self._wrong_state(str(error))]) from error
        faults = self.invariants(loaded)
        if faults:
            raise BadInput([self._wrong_state(fault) for fault in faults])
        return loaded

    def _wrong_state(self, fault: str) -> Problem:
        message = f"This is no state of {self.info.title}: {fault}"
        return Problem(code="state.wrong", message=message, hint="Give a state as this tool wrote it.")

    def dump(self, state: S) -> Json:
        """The state as a JSON object, of dicts and lists as JSON gives them."""
        return msgspec.json.decode(msgspec.json.encode(state))

    def invariants(self, state: S) -> Sequence[str]:
        """Nothing: the types of the state's record say all."""
        return ()

    @abstractmethod
    def due(self, state: S) -> Step | None:
        """What is asked of whom now."""

    @abstractmethod
    def form(self, state: S, player: str | None) -> Form:
        """The order form, with what is legal now."""

    def parse(self, state: S, player: str, cells: Mapping[str, Cell]) -> Parsed:
        """A row's cells, each as the entry of its column; see `entries.read_cells`."""
        order, problems = entries.read_cells(self.form(state, player), cells)
        return Parsed(order, problems, {key: cell for key, cell in cells.items() if not cell.empty})

    def read(self, state: S, player: str, text: str) -> Parsed:
        """Entries in words, "bid 5, lot Vase"; see `entries.read_words`."""
        return Parsed(*entries.read_words(self.form(state, player), text))

    def judge(self, state: S, player: str, order: Json) -> Judged:
        """The order as an `order_type` where the form allows it, else all that is wrong.

        Problem codes: player.not_asked, and those of `entries.faults`.
        """
        step = self.due(state)
        if step is None or player not in step.players:
            return Judged(None, (_not_asked(step, player),))
        if order is None:
            return Judged(self.default(state, player))
        needed = tuple(field.name for field in msgspec.structs.fields(self.order_type) if field.required)
        problems = entries.faults(self.form(state, player), order, needed)
        return Judged(None if problems else msgspec.convert(order, self.order_type), problems)

    def default(self, state: S, player: str) -> Any:
        """None: the game waits for everybody's order."""
        return None

    def load_events(self, events: Json) -> Sequence[Event]:
        """The events that a JSON list stands for; raises msgspec.ValidationError for anything else."""
        loaded: Sequence[Event] = msgspec.convert(events, tuple[self.event_type, ...])  # type: ignore[name-defined]
        return loaded

    def tell(self, event: Event) -> str:
        """A change in a sentence: "Ann: -3 coins (bid, Vase)." Raises TypeError for an event of the game's own."""
        if not isinstance(event, Change):
            raise TypeError(f"{type(event).__name__} is an event that {self.info.title} doesn't tell")
        cause = ", ".join(part for part in (event.reason, event.about) if part)
        return f"{event.player}: {event.amount:+} {event.what} ({cause})."

    def say(self, order: Json) -> str:
        """An order as `read` reads it: "bid 5, lot Vase"."""
        return entries.say_entries(order)


def _not_asked(step: Step | None, player: str) -> Problem:
    if step is None:
        return Problem(code="player.not_asked", player=player, message="The game is over: nobody is asked any more.")
    return Problem(
        code="player.not_asked",
        player=player,
        message=f"{player[: entries.LONGEST]} is not asked for an order in {step.name}.",
        hint="Take this order out of the sheet.",
    )
