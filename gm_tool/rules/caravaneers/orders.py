"""Orders: what may be moved, and whether an order is legal."""

from __future__ import annotations

import re
from typing import Any

from gm_tool.core.foresight import UNREADABLE, of_codes
from gm_tool.core.forms import Field, Form
from gm_tool.core.game import Judged, Parsed
from gm_tool.core.names import any_of
from gm_tool.core.problems import Problem
from gm_tool.rules.caravaneers.board import (
    LINES,
    MOUNTAINS,
    Caravan,
    Obstacle,
    Side,
    ahead,
    caravan_named,
    obstacle,
    open_caravans,
    other,
    runs,
    short_name,
)
from gm_tool.rules.caravaneers.state import State

KEY = "caravan"
LINE_WORD: dict[Side, str] = {"North": "column", "West": "row"}


def choices(state: State) -> tuple[str, ...]:
    """The short names of the caravans that may be moved now; none when the game is over."""
    if state.next is None:
        return ()
    found = open_caravans(state.edition, state.camels, state.next)
    return tuple(short_name(state.edition, caravan) for caravan in found)


def order_form(state: State, player: str | None) -> Form:
    """The form of the side to move, which None stands for too; any other player has nothing to choose."""
    asked = state.next is not None and player in (None, state.players.of(state.next))
    offered = choices(state) if asked else ()
    return Form((Field(key=KEY, title="Caravan", kind="choice", help=_help(state), choices=offered),))


def _help(state: State) -> str:
    if state.next is None:
        return "The game is over."
    if state.edition == "wiki":
        return f"{state.next} moves a run of camels in one {LINE_WORD[state.next]}: name any square of it, as c3."
    example = {"North": "c", "West": "3"}[state.next]
    return f"{state.next} moves all camels of one {LINE_WORD[state.next]}: name it, as {example}, or a square, as c3."


def judge(state: State, player: str, order: Any) -> Judged:
    """The caravan that an order, any JSON value, moves; or the first problem that applies.

    Problem codes: turn.not_yours, turn.missing, caravan.unknown, caravan.broken,
    caravan.blocked. No order of the player whose turn it isn't is no problem.
    """
    side = state.side_of(player)
    if side is None or side != state.next:
        awaited = order is None and side is not None
        return Judged(None) if awaited else _refused("turn.not_yours", _not_yours(state, player, side))
    if order is None:
        return _refused("turn.missing", f"{player} ({side}) has sent no order, and the game waits.", _can_move(state))
    name = order.get(KEY) if isinstance(order, dict) else None
    caravan = caravan_named(state.edition, state.camels, side, name) if isinstance(name, str) else None
    if caravan is None:
        return _refused("caravan.unknown", _unknown(state, side, name), _can_move(state), name)
    wrong = obstacle(state.edition, state.camels, side, caravan)
    if wrong is not None:
        return _refused(f"caravan.{wrong}", _obstructed(state, side, caravan, wrong), _can_move(state), name)
    return Judged(caravan)


def never(state: State, player: str, parsed: Parsed) -> tuple[Problem, ...]:
    """What no later turn makes right about a row of a player: it can't be read, or names no line of that side's."""
    side = state.side_of(player)
    if parsed.order is None or side is None:
        return of_codes(parsed.problems, UNREADABLE)
    name = parsed.order[KEY]
    if re.fullmatch("[a-g][1-7]", name) or name in LINES[side]:
        return ()
    hint = f"{player} ({side}) names a {LINE_WORD[side]} or a square."
    return _refused("caravan.unknown", _unknown(state, side, name), hint, name).problems


def _refused(code: str, message: str, hint: str = "Take this order out of the sheet.", name: object = None) -> Judged:
    field = KEY if code.startswith("caravan.") else ""
    value = name if isinstance(name, str) else ""
    return Judged(None, (Problem(code=code, field=field, value=value, message=message, hint=hint),))


def _not_yours(state: State, player: str, side: Side | None) -> str:
    if side is None:
        return f"{player} doesn't play in this game: {state.players.north} and {state.players.west} do."
    if state.next is None:
        return "The game is over: nobody moves any more."
    return f"It is the turn of {state.players.of(state.next)} ({state.next}), not of {player} ({side})."


def _can_move(state: State) -> str:
    assert state.next is not None
    return f"{state.players.of(state.next)} ({state.next}) can move {any_of(choices(state))}."


def _unknown(state: State, side: Side, name: object) -> str:
    """Why a name means no caravan of that side."""
    if not isinstance(name, str):
        return "The order names no caravan."
    if name in LINES[other(side)]:
        return f"{side} moves {LINE_WORD[side]}s, and {name} is a {LINE_WORD[other(side)]}."
    if name in LINES[side]:
        if state.edition == "wiki" and runs(state.camels, side, name):
            return f"A {LINE_WORD[side]} may hold several caravans: name a square of the one to move, not {name} alone."
        return f"There is no camel in {LINE_WORD[side]} {name}."
    if re.fullmatch("[a-g][1-7]", name):
        return f"There is no camel on {name}."
    return f"{shorten(name)} is no {LINE_WORD[side]} and no square of the board."


def _obstructed(state: State, side: Side, caravan: Caravan, wrong: Obstacle) -> str:
    line = f"{LINE_WORD[side]} {caravan.line}"
    if wrong == "broken":
        camels = [square for run in runs(state.camels, side, caravan.line) for square in run.camels]
        return f"The camels of {line} stand on {any_of(camels, 'and')}: a line with a gap can't be moved."
    if caravan.front in MOUNTAINS[state.edition]:
        return f"The front camel of this caravan stands on the mountain {caravan.front} and can't go on."
    return f"The front camel of {line} can't go from {caravan.front} into the mountain {ahead(caravan.front, side)}."


def shorten(text: str) -> str:
    """What somebody wrote, quoted, and cut where it is longer than a message should be."""
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
