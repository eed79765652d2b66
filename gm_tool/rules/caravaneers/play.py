"""A turn: what a move brings about, and how each event changes the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from gm_tool.core.events import Change, Event
from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.caravaneers.board import Caravan, other, way
from gm_tool.rules.caravaneers.events import CAPTURE, HOARD, CaravaneersEvent, CaravanMoved, GameEnded, Passed
from gm_tool.rules.caravaneers.state import BySide, State, majority, mover, outcome


def resolve(state: State, orders: Mapping[str, Caravan], stop_at_majority: bool) -> tuple[CaravaneersEvent, ...]:
    """What the legal order of the side to move brings about: the move, and a pass or the end where it leads there."""
    assert state.next is not None
    side, player = state.next, state.players.of(state.next)
    caravan = orders[player]
    gone = way(state.edition, side, caravan)
    events: list[CaravaneersEvent] = [
        CaravanMoved(
            player=player,
            known_to="public",
            rule="A turn, 2",
            side=side,
            left=caravan.camels,
            landed=gone.landed,
        )
    ]
    if gone.captures:
        events.append(
            Change(
                player=player,
                known_to="public",
                rule="A turn, 3",
                what=HOARD,
                amount=1,
                reason=CAPTURE,
                about=caravan.front,
            )
        )
    return (*events, *_what_follows(fold(state, events), stop_at_majority))


def _what_follows(state: State, stop_at_majority: bool) -> tuple[CaravaneersEvent, ...]:
    """The pass or the end after a move; `state.next` is the other side, whether or not it can move."""
    assert state.next is not None
    if stop_at_majority and majority(state.hoards):
        return (_ended(state, "majority", "stop_at_majority"),)
    asked = state.next
    moving = mover(state, other(asked))
    if moving is None:
        return (_ended(state, "no_moves", "A turn, 5"),)
    if moving == asked:
        return ()
    return (Passed(player=state.players.of(asked), known_to="public", rule="A turn, 4", side=asked),)


def _ended(state: State, reason: str, rule: str) -> GameEnded:
    return GameEnded(
        known_to="public",
        rule=rule,
        reason=reason,
        north=state.hoards.north,
        west=state.hoards.west,
        winner=outcome(state.hoards, state.players).winner,
    )


def fold(state: State, events: Sequence[Event]) -> State:
    """The state after these events. Raises BadInput for a change of what no player of this game has."""
    for event in events:
        state = _apply(state, event)
    return state


def _apply(state: State, event: Event) -> State:
    match event:
        case CaravanMoved():
            camels = set(state.camels).difference(event.left).union(event.landed)
            return structs.replace(state, turn=state.turn + 1, next=other(event.side), camels=tuple(sorted(camels)))
        case Change():
            return structs.replace(state, hoards=_changed(state, event))
        case Passed():
            return structs.replace(state, next=other(event.side))
        case GameEnded():
            result = outcome(BySide(event.north, event.west), state.players)
            return structs.replace(state, finished=True, next=None, result=result)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of Caravaneers")


def _changed(state: State, change: Change) -> BySide[int]:
    side = state.side_of(change.player)
    if side is None or change.what != HOARD:
        raise BadInput([_no_such_holding(change)])
    hoards = state.hoards
    if side == "North":
        return BySide(hoards.north + change.amount, hoards.west)
    return BySide(hoards.north, hoards.west + change.amount)


def _no_such_holding(change: Change) -> Problem:
    return Problem(
        code="change.unknown",
        player=change.player,
        value=change.what,
        message=f"{change.player!r} can't have {change.what!r} in Caravaneers: only its two players have a hoard.",
        hint="Name one of the two players, and `hoard`.",
    )
