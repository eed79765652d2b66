"""Positions of Camel Up, turns and whole games for the tests."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.sources import Cell
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.state import State

SEED = bytes(range(32))
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal")
RACING = ["Blue", "Green", "Yellow", "Red", "Purple"]
FINAL = {"2": ["Purple"], "3": ["Green", "Yellow"], "8": ["Blue"], "15": ["White"], "16": ["Red", "Black"]}


def player(**changes: Any) -> dict[str, Any]:
    """A player at the start, but for what is given."""
    return {"coins": 3, "tickets": {}, "pyramid": 0, "cards": list(RACING), "partner": None} | changes


def position(count: int = 3, /, **changes: Any) -> dict[str, Any]:
    """A state in JSON: Red leads on 9, before Blue on 8; but for what is given."""
    return {
        "turn": 9,
        "leg": 1,
        "finished": False,
        "next": "Ann",
        "track": {
            "2": ["Purple"],
            "3": ["Green", "Yellow"],
            "8": ["Blue"],
            "9": ["Red"],
            "15": ["White"],
            "16": ["Black"],
        },
        "dice": [*RACING, "Gray"],
        "tickets": {camel: [5, 3, 2, 2] for camel in RACING},
        "pyramid_tickets": 5,
        "tiles": {},
        "winner_deck": [],
        "loser_deck": [],
        "players": {name: player() for name in NAMES[:count]},
        "result": None,
    } | copy.deepcopy(changes)


def codes(game: CamelUp, state: Any, order: Any, name: str = "Ann") -> list[str]:
    """The codes of what is wrong with an order, sorted."""
    return sorted(problem.code for problem in game.judge(game.load(state), name, order).problems)


def turn(game: CamelUp, state: State, order: Any, seed: bytes = SEED) -> tuple[Sequence[Event], State]:
    """A legal order, carried out by the player whose turn it is."""
    judged = game.judge(state, state.next, order)
    assert not judged.problems, judged.problems
    events = game.resolve(state, {state.next: judged.order}, Draws(seed))
    return events, game.fold(state, events)


def cells(**values: Any) -> dict[str, Cell]:
    """A row of a sheet: the keys of the form and what stands there."""
    return {key: Cell(f"{chr(66 + place)}2", value) for place, (key, value) in enumerate(values.items())}


class Turn(Struct, frozen=True):
    """One turn of a random game."""

    before: State
    order: Any
    events: Sequence[Event]
    after: State


def random_order(game: CamelUp, state: State, chance: random.Random) -> Any:
    """One of the orders that the form offers, or None for a missed turn."""
    offered = {field.key: field.choices for field in game.form(state, state.next).fields}
    chosen = chance.choice([*offered["action"], "pyramid", "pyramid", None])
    if chosen is None or chosen not in offered["action"]:
        return None
    row = {"action": chosen}
    for key in {"leg bet": ["camel"], "winner": ["camel"], "loser": ["camel"], "partner": ["partner"]}.get(chosen, []):
        row[key] = chance.choice(offered[key])
    if chosen == "tile":
        row |= {"space": chance.choice(offered["space"]), "side": chance.choice(offered["side"])}
    if chosen == "pyramid" and "die" in offered:
        row |= {"die": chance.choice(offered["die"]), "pips": str(chance.randint(1, 3))}
    order = game.parse(state, state.next, cells(**row)).order
    return order if not game.judge(state, state.next, order).problems else None


def random_game(game: CamelUp, players: int, number: int) -> Iterator[Turn]:
    """A whole game of so many players, the same for the same number."""
    chance = random.Random(number)
    seed = chance.randbytes(32)
    state = game.setup(NAMES[:players], {}, Draws(seed))
    while game.due(state):
        order = random_order(game, state, chance)
        chosen = game.judge(state, state.next, order).order
        events = game.resolve(state, {state.next: chosen}, Draws(seed))
        after = game.fold(state, events)
        yield Turn(state, order, events, after)
        state = after


def roll(die: str, pips: int) -> dict[str, Any]:
    return {"action": "pyramid", "die": die, "pips": pips}
