"""The state of a game, its JSON, and what must hold of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.caravaneers.board import CAMELS, HOMES, Edition, Side, open_caravans, other

T = TypeVar("T")
SIDES: tuple[Side, Side] = ("North", "West")
MAJORITY = CAMELS // 2 + 1
Count = Annotated[int, Meta(ge=0)]


class BySide(Struct, Generic[T], frozen=True, forbid_unknown_fields=True, rename={"north": "North", "west": "West"}):
    """One thing for each side, North first: that is seat order."""

    north: T
    west: T

    def of(self, side: Side) -> T:
        """The one of a side."""
        return self.north if side == "North" else self.west


class Result(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended: the camels in each hoard, and the player who won (None: a draw)."""

    hoards: BySide[Count]
    winner: str | None


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A position. `turn` counts moves made, not passes; `next` is the side to move, None at the end."""

    turn: Count
    finished: bool
    next: Side | None
    edition: Edition
    camels: tuple[str, ...]
    hoards: BySide[Count]
    players: BySide[str]
    result: Result | None

    def side_of(self, player: str) -> Side | None:
        """The side that a player plays; None for anybody else."""
        return next((side for side in SIDES if self.players.of(side) == player), None)


def mover(state: State, last: Side) -> Side | None:
    """Whose turn it is after `last` has moved, passes made; None where neither side can move (A turn, 4 and 5)."""
    sides = (other(last), last)
    return next((side for side in sides if open_caravans(state.edition, state.camels, side)), None)


def outcome(hoards: BySide[int], players: BySide[str]) -> Result:
    """The result that these hoards make: more camels win, as many each is a draw (A turn, 5)."""
    if hoards.north == hoards.west:
        return Result(hoards, None)
    return Result(hoards, players.of("North" if hoards.north > hoards.west else "West"))


def majority(hoards: BySide[int]) -> bool:
    """Whether a hoard holds more than half of all camels, so that nobody can catch up."""
    return max(hoards.north, hoards.west) >= MAJORITY


def load_state(data: Any, edition: Edition, stop_at_majority: bool) -> State:
    """The state that a JSON object stands for; `camels` may come in any order.

    Raises BadInput, code `state.invalid`, where it is no state of this game under these rulings.
    """
    try:
        state = msgspec.convert(data, State)
    except msgspec.ValidationError as error:
        raise BadInput([_invalid(f"It doesn't have the form of a Caravaneers state: {error}.")]) from None
    state = msgspec.structs.replace(state, camels=tuple(sorted(state.camels)))
    broken = faults(state, edition, stop_at_majority)
    if broken:
        raise BadInput([_invalid(fault) for fault in broken])
    return state


def _invalid(fault: str) -> Problem:
    return Problem(
        code="state.invalid",
        message=f"This position can't be played on. {fault}",
        hint="Use a state that this tool gave out, unchanged.",
    )


def dump_state(state: State) -> dict[str, Any]:
    """The state as a JSON object, all of it public."""
    data: dict[str, Any] = msgspec.to_builtins(state)
    data["camels"] = list(state.camels)
    return data


def faults(state: State, edition: Edition, stop_at_majority: bool) -> Sequence[str]:
    """What is broken about a state under these rulings, a sentence each."""
    found = []
    if state.edition != edition:
        found.append(f"It is of the edition {state.edition}, but the ruling `edition` says {edition}.")
    found += _misplaced(state)
    if not all(state.players.of(side) for side in SIDES) or state.players.north == state.players.west:
        found.append("North and West must be two players, each with a name of their own.")
    if min(state.hoards.north, state.hoards.west) < 0:
        found.append("A hoard can't hold fewer than no camels.")
    total = len(state.camels) + state.hoards.north + state.hoards.west
    if total != CAMELS:
        found.append(f"Camels on the board and in hoards must be {CAMELS} in all, not {total}.")
    return found or _wrong_end(state, stop_at_majority)


def _misplaced(state: State) -> list[str]:
    homes = HOMES[state.edition]
    found = [f"No camel can stand on {square!r}." for square in dict.fromkeys(state.camels) if square not in homes]
    found += [f"Two camels stand on {square}." for square, n in Counter(state.camels).items() if n > 1]
    if tuple(sorted(state.camels)) != state.camels:
        found.append("The camels must be sorted by name.")
    return found


def _wrong_end(state: State, stop_at_majority: bool) -> list[str]:
    """What doesn't fit about `next`, `finished` and `result`, on a board that is in order."""
    stopped = stop_at_majority and majority(state.hoards)
    over = stopped or mover(state, "North") is None
    if state.finished != over:
        return [f"`finished` must be {'true' if over else 'false'} here: {_why(state, stopped, over)}."]
    if over:
        found = [] if state.next is None else ["`next` must be null: the game is over."]
        expected = outcome(state.hoards, state.players)
        return found if state.result == expected else [*found, "`result` doesn't tell what the hoards say."]
    found = [] if state.result is None else ["`result` must be null: the game goes on."]
    if state.next is None or not open_caravans(state.edition, state.camels, state.next):
        found.append("`next` must be a side that can move: a side without a move passes by itself.")
    return found


def _why(state: State, stopped: bool, over: bool) -> str:
    if stopped:
        return f"a hoard holds {MAJORITY} camels or more"
    return "neither side can move" if over else "there are caravans that can move"
