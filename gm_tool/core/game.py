"""The Game protocol: what the engine asks of a game, and nothing else.

A game is a class, named by an entry point of the group `gm_tool.games`. An instance of it is
the game under certain rulings. It is pure: no clock, no chance but `Draws`, no files.

Three words for three failures: a text that can't be read (`parse` reports it), an order that
isn't legal (`judge` reports it), a text that may mean two things (`parse`, with both readings).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Form, Step
from gm_tool.core.problems import Problem
from gm_tool.core.rulings import Ruling
from gm_tool.core.sources import Cell
from gm_tool.core.views import View, Viewer

Json = Any
"""A JSON value as Python has it: dict, list, str, int, float, bool, None."""


class Option(Struct, frozen=True):
    """A starting value that a player brings along (`garnets`): a whole number from 0 up."""

    key: str
    default: int
    help: str


class GameInfo(Struct, frozen=True, kw_only=True):
    """What a game is.

    `version` names its rules in the journal; it changes when any game could come out differently.
    `players` is the least and the most; `step_word` is "round" or "turn"; a game that isn't `simultaneous` asks
    one player at a time, and is played from one sheet with a row a turn;
    `score` is what the tally counts ("coins").
    """

    id: str
    title: str
    version: str
    players: tuple[int, int]
    step_word: str
    score: str
    simultaneous: bool
    hidden: bool
    chance: bool
    options: tuple[Option, ...] = ()
    summary: str = ""


class Parsed(Struct, frozen=True):
    """What a row of a sheet says: an order as JSON, or None where it can't be read (a problem says why).

    `cells` tells for each key of the order ("camels/1") the cell that it was read from.
    """

    order: Json
    problems: tuple[Problem, ...] = ()
    cells: Mapping[str, Cell] = {}


S = TypeVar("S")
O = TypeVar("O")


class Judged(Struct, frozen=True):
    """An order judged: the typed order where it is legal, else None; and all that is to be said of it."""

    order: Any
    problems: tuple[Problem, ...] = ()


class Game(Protocol[S, O]):
    """A game under its rulings. `S` is its state, `O` its typed orders: both frozen."""

    info: ClassVar[GameInfo]
    rulings: ClassVar[tuple[Ruling, ...]]

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        """Raises BadInput where a ruling is unknown, misfits, or doesn't go with the others."""

    def seats(self) -> tuple[int, int]:
        """The least and the most players under these rulings."""
        ...

    # States
    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> S:
        """The first state. `options` is {"garnets": {"Ann": 2}}; raises BadInput where it can't be made."""
        ...

    def load(self, state: Json) -> S:
        """The state that a JSON object stands for; raises BadInput where it is none of this game's.

        A class may also have `load_text(text: bytes)`, which reads JSON text straight into a state's record: the
        same state, with all that the text holds. For any other text it raises BadInput, msgspec.MsgspecError or
        UnicodeDecodeError, and `load` is asked why. It is what makes `gm adjudicate` quick. The record must have no
        defaults that are written out where the text had none (none at all, or `omit_defaults`): by the number of
        keys written out again it is seen whether a key stood twice.
        """
        ...

    def dump(self, state: S) -> Json:
        """The state as a JSON object, what the GM may see; `load(dump(s)) == s`.

        Where msgspec writes a state's record itself as the same JSON text, a class may say so by
        `states_are_json = True`, so that `gm adjudicate` needn't dump it.
        """
        ...

    def invariants(self, state: S) -> Sequence[str]:
        """What is broken about a state, in words; nothing, for every state that play can reach."""
        ...

    # A step
    def due(self, state: S) -> Step | None:
        """What is asked of whom now; None when the game is over."""
        ...

    def form(self, state: S, player: str | None) -> Form:
        """The order form with what is legal now for that player; None: for whom only public things are known."""
        ...

    def parse(self, state: S, player: str, cells: Mapping[str, Cell]) -> Parsed:
        """A row's cells, by the form's keys, as an order. At least one of them is not empty."""
        ...

    def read(self, state: S, player: str, text: str) -> Parsed:
        """An order in a player's own words, as posted; `read(state, player, say(order))` is that order again.

        What can't be read is message.unreadable, what may mean two orders message.ambiguous.
        """
        ...

    def judge(self, state: S, player: str, order: Json) -> Judged:
        """Whether an order, any JSON value, is legal for that player now. Null is the default order."""
        ...

    def default(self, state: S, player: str) -> O | None:
        """The order of a player who sent none; None where the game waits for it."""
        ...

    def resolve(self, state: S, orders: Mapping[str, O], draws: Draws) -> Sequence[Event]:
        """What happens. `orders` has one legal order for each player of the step, in seat order."""
        ...

    def fold(self, state: S, events: Sequence[Event]) -> S:
        """The state after these events: the only way in which a state changes."""
        ...

    # Words
    def load_events(self, events: Json) -> Sequence[Event]:
        """The events that a JSON list stands for (`msgspec.to_builtins` is the way there)."""
        ...

    def say(self, order: Json) -> str:
        """An order in the words of a sheet: "move Red, Blue, Black"; "nothing" for null."""
        ...

    def tell(self, event: Event) -> str:
        """An event as an English sentence, for the GM."""
        ...

    def view(self, before: S | None, events: Sequence[Event], after: S, viewer: Viewer) -> View:
        """What a viewer may see after a step (`before` None: of the state alone). Built by adding."""
        ...

    def holdings(self, state: S, player: str) -> Mapping[str, int]:
        """What a player has, by the words of `Change.what`; the changes of a game sum up to it."""
        ...

    def tally(self, state: S) -> Mapping[str, int]:
        """The score of each player, in seat order."""
        ...


AnyGame = Game[Any, Any]
