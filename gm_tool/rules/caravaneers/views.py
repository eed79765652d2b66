"""What is shown of a game, all of it public, and its orders and events in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gm_tool.core.events import Change, Event
from gm_tool.core.names import any_of
from gm_tool.core.views import Grid, Ground, Listing, Piece, View, Viewer
from gm_tool.rules.caravaneers.board import COLUMNS, HOMES, MOUNTAINS, ROWS, Side
from gm_tool.rules.caravaneers.events import CAPTURE, CaravanMoved, GameEnded, Passed
from gm_tool.rules.caravaneers.orders import KEY, choices
from gm_tool.rules.caravaneers.state import SIDES, State

CAMEL = Piece("camel", "C", "#b5763a")
SAND = Ground("sand", ".")
MOUNTAINS_GROUND = Ground("mountains", "^", "hill")
CAPTURES: dict[Side, Ground] = {
    "North": Ground("captures for North", "n", "goal", "N"),
    "West": Ground("captures for West", "w", "goal", "W"),
}


def view(events: Sequence[Event], after: State, viewer: Viewer) -> View:
    """The view of anybody after a move, or several.

    Words: `turn`, `finished`, `edition`, `camels` and `choices` (names of squares or lines),
    `sides` (a list of {side, player, hoard}), `next` ({side, player} or None), `turns` (move by
    move: {turn, side, player, left, landed, captured (the square that the captured camel left, or ""), passed
    (who passes after it, or ""), ended ("no_moves", "majority" or "")}), `events` (sentences), `result` ({hoards by
    side, winner} or None). A player's has `you` too ({side, to_move}). Boards: `board`, `hoards`.
    """
    words: dict[str, object] = {
        "turn": after.turn,
        "finished": after.finished,
        "edition": after.edition,
        "camels": list(after.camels),
        "choices": list(choices(after)),
        "sides": [{**_who(after, side), "hoard": after.hoards.of(side)} for side in SIDES],
        "next": None if after.next is None else _who(after, after.next),
        "turns": _turns(after.turn, events),
        "events": [tell(event) for event in events],
        "result": _result(after),
    }
    if viewer.kind == "player":
        side = after.side_of(viewer.player)
        words["you"] = {"side": side, "to_move": side is not None and side == after.next}
    return View(viewer, words, {"board": board(after), "hoards": hoards(after)})


def _who(state: State, side: Side) -> dict[str, object]:
    return {"side": side, "player": state.players.of(side)}


def _turns(last: int, events: Sequence[Event]) -> list[dict[str, object]]:
    """The moves, each with what came of it; the last one has the number of moves made."""
    told: list[dict[str, object]] = []
    first = last - sum(isinstance(event, CaravanMoved) for event in events) + 1
    for event in events:
        match event:
            case CaravanMoved():
                told.append(_move(first + len(told), event))
            case Change(reason=reason) if reason == CAPTURE:
                told[-1]["captured"] = event.about
            case Passed():
                told[-1]["passed"] = event.player
            case GameEnded():
                told[-1]["ended"] = event.reason
            case _:
                continue  # a change of another hand is no turn
    return told


def _move(turn: int, moved: CaravanMoved) -> dict[str, object]:
    return {
        "turn": turn,
        "side": moved.side,
        "player": moved.player,
        "left": list(moved.left),
        "landed": list(moved.landed),
        "captured": "",
        "passed": "",
        "ended": "",
    }


def _result(state: State) -> dict[str, object] | None:
    if state.result is None:
        return None
    found = state.result.hoards
    return {"hoards": {side: found.of(side) for side in SIDES}, "winner": state.result.winner}


def board(state: State) -> Grid:
    """The board, north at the top."""
    squares = tuple(tuple(_ground(state, column + row) for column in COLUMNS) for row in ROWS)
    return Grid(tuple(COLUMNS), tuple(ROWS), squares, dict.fromkeys(state.camels, CAMEL))


def _ground(state: State, square: str) -> Ground:
    if square in MOUNTAINS[state.edition]:
        return MOUNTAINS_GROUND
    if square in HOMES[state.edition]:
        return SAND
    return CAPTURES["North" if square[1] == "7" else "West"]


def hoards(state: State) -> Listing:
    """Both players' hoards, North first."""
    rows = tuple((side, state.hoards.of(side), state.players.of(side)) for side in SIDES)
    return Listing(("Side", "Hoard", "Player"), rows)


def say(order: Any) -> str:
    """An order in the words of a sheet: "move c3"; "nothing" for null."""
    match order:
        case None:
            return "nothing"
        case {"caravan": str(name)}:
            return f"move {name}"
        case _:
            return f"an order without a {KEY}"


def tell(event: Event) -> str:
    """An event as an English sentence."""
    match event:
        case CaravanMoved(player=player, side=side, left=left):
            way = "south" if side == "North" else "east"
            return f"{player} ({side}) moves {_camels(left)} one square {way}."
        case Change(player=player, reason=reason, about=about) if reason == CAPTURE:
            return f"{player} captures the camel from {about}."
        case Change(player=player, what=what, amount=amount, reason=reason):
            return f"{player}: {amount:+d} {what} ({reason})."
        case Passed(player=player, side=side):
            return f"{player} ({side}) has no move and passes."
        case GameEnded() as ended:
            return _ending(ended)
        case _:
            raise TypeError(f"{type(event).__name__} is no event of Caravaneers")


def _camels(squares: Sequence[str]) -> str:
    return f"the camel on {squares[0]}" if len(squares) == 1 else f"the caravan on {any_of(squares, 'and')}"


def _ending(ended: GameEnded) -> str:
    why = "One hoard holds the majority" if ended.reason == "majority" else "Neither side can move"
    score = f"North {ended.north}, West {ended.west}"
    return f"{why}: the game is over, {score}. " + (f"{ended.winner} wins." if ended.winner else "It is a draw.")
