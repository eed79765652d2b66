"""Whole games by chance, judged and played by the game and by the slow referee beside it: never another answer.

The orders seek quarrels: few colours, few spaces, equal wishes, empty purses, many steps for one camel; some are
spoiled.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from camellots_play import events_of
from camellots_slowly import COLOURED, CRAZY, Referee, place

from gm_tool.core.draws import Draws
from gm_tool.rules.camellots import CamelLots

NAMES = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]
JUNK = [None, True, 1.0, "1", 0, -1, 10**30, "Red", "red", "Pink", "Gray", 20, [], {}, ["Red"], {"Red": 1}, {"Pink": 0}]
NUMBERS = {
    "track_length": [5, 12, 20],
    "starting_coins": [0, 500, 500],
    "stocks_per_colour": [8, 10, 12],
    "base_price": [1, 5],
    "camels_per_move": [1, 2, 3, 5],
    "bet_limit_space": [4, 17],
    "phantom_per_garnet": [0, 2],
}


def some_rulings(chance: random.Random) -> dict[str, Any]:
    rulings = {
        ruling.key: chance.choice([value for value, _ in ruling.values])
        for ruling in CamelLots.rulings
        if ruling.kind in ("choice", "flag")
    }
    if chance.random() < 0.4:
        rulings |= {key: chance.choice(values) for key, values in NUMBERS.items()}
    return rulings


def scattered(chance: random.Random, last: int) -> dict[str, list[str]]:
    """All camels on few spaces, none of them at its goal."""
    few = chance.choices(range(2, last), k=2)
    track: dict[str, list[str]] = {}
    for camel in chance.sample(COLOURED + CRAZY, 7):
        space = chance.choice([*few, 1 if camel in COLOURED else last])
        track.setdefault(str(space), []).append(camel)
    return track


class Table:
    """What the players of one game wish for."""

    def __init__(self, chance: random.Random, rulings: dict[str, Any], last: int) -> None:
        self.chance, self.last = chance, last
        self.many = rulings.get("camels_per_move", 3)
        self.camels = COLOURED + CRAZY if rulings["crazy_selectable"] else COLOURED
        self.weights = chance.choice([(4, 2, 2, 1, 1, 1), (0, 0, 6, 1, 0, 0), (1, 3, 1, 1, 4, 0), (8, 4, 0, 0, 0, 0)])

    def order(self, state: Any, name: str) -> Any:
        chance, has = self.chance, state["players"][name]
        (action,) = chance.choices(["move", "tile", "buy", "sell", "bet", None], self.weights)
        order: dict[str, Any] = {"action": action}
        colour = chance.choice(COLOURED[:2])
        if action == "move":
            fair = chance.sample(self.camels, len(self.camels))
            camels = chance.choice([self.camels, fair, fair, chance.choices(self.camels, k=self.many)])
            order["camels"] = camels[: self.many]
        elif action == "tile":
            order["space"] = place(state["track"], chance.choice(COLOURED))[0] + chance.choice([1, 1, 2, 3])
        elif action == "buy":
            order |= {"camel": colour, "amount": chance.choice([1, 2, 2, 3, 4])}
        elif action == "sell":
            order |= {"camel": colour, "amount": max(1, has["stocks"][colour])}
        elif action == "bet":
            order["bets"] = dict.fromkeys(chance.sample(COLOURED, 2), max(1, has["coins"] // 2))
        if chance.random() < 0.3:
            order["garnets"] = min(has["garnets"], chance.choice([1, 9]))
        return self.spoiled(order) if chance.random() < 0.08 else order

    def spoiled(self, order: dict[str, Any]) -> Any:
        key = self.chance.choice([*order, *order, "garnets", ""])
        junk = copy.deepcopy(self.chance.choice(JUNK))
        if not key:
            return junk
        if isinstance(order.get(key), list) and self.chance.random() < 0.6:
            return {**order, key: [*order[key][1:], self.chance.choice([junk, "Red", "Black"])]}
        return {**order, key: junk}


@pytest.mark.parametrize("number", range(160))
def test_the_slow_referee_agrees(number: int) -> None:
    chance = random.Random(number)
    rulings, seed = some_rulings(chance), chance.randbytes(32)
    game, referee = CamelLots(rulings), Referee(rulings, seed)
    last = rulings.get("track_length", 20)
    names = NAMES[: chance.randint(3, 8)]
    state = game.dump(game.setup(names, {"garnets": {name: chance.randint(0, 4) for name in names}}, Draws(seed)))
    table = Table(chance, rulings, last)
    for _ in range(15):
        if chance.random() < 0.3:
            state = {**state, "track": scattered(chance, last)}
        loaded = game.load(state)
        orders = {}
        for name in names:
            order = table.order(state, name)
            found = sorted(problem.code for problem in game.judge(loaded, name, order).problems)
            assert found == referee.faults(state, name, order), (name, order)
            orders[name] = None if found else order
        after = game.dump(game.fold(loaded, events_of(game, loaded, orders, seed)))
        assert after == referee.play(state, orders), (rulings, state, orders)
        state = after
        if state["finished"]:
            return
