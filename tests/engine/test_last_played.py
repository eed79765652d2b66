"""What a game keeps of the step it resolved last is what its events make of the state, and serves for nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec
import pytest

from gm_tool.core.draws import Draws
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.played import LastPlayed
from gm_tool.engine.turn import check_orders
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots

SEED = bytes(range(32))
COLOURS = ("Red", "Blue", "Green", "Yellow", "Purple")
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")


def _camellots(chance: random.Random) -> Json:
    move = {"action": "move", "camels": chance.sample((*COLOURS, "Black", "Gray"), 3)}
    buy = {"action": "buy", "camel": chance.choice(COLOURS), "amount": 1}
    return chance.choice([move, move, buy, {"action": "bet", "bets": {chance.choice(COLOURS): 1}}, None])


def _camel_up(chance: random.Random) -> Json:
    tile = {"action": "tile", "space": chance.randint(2, 16), "side": "cheer"}
    return chance.choice([{"action": "pyramid"}, {"action": "leg_bet", "camel": chance.choice(COLOURS)}, tile])


@pytest.mark.parametrize(("kind", "order"), [(CamelLots, _camellots), (CamelUp, _camel_up)])
@pytest.mark.parametrize("number", range(5))
def test_the_state_that_is_kept_is_that_of_the_events(
    kind: type[AnyGame], order: Callable[[random.Random], Json], number: int
) -> None:
    playing, folding = kind({}), kind({})
    chance = random.Random(number)
    state = playing.setup(NAMES, {}, Draws(SEED))
    while (step := playing.due(state)) is not None:
        sent = {player: order(chance) for player in step.players}
        judged = check_orders(playing, state, step, sent).orders
        orders = {player: judged.get(player) or playing.default(state, player) for player in step.players}
        events = playing.resolve(state, orders, Draws(SEED))
        after = playing.fold(state, events)
        assert after == folding.fold(state, folding.load_events(msgspec.to_builtins(events)))
        assert playing.fold(state, ()) == folding.fold(state, ())
        state = after


def test_only_the_very_same_state_and_events_get_it() -> None:
    last, events = LastPlayed[list[int]](), ()
    before, after = [1], [2]
    assert last.after(before, events) is None
    assert last.keep(before, events, after) is events
    assert last.after(before, events) is after
    assert last.after([1], events) is None
    assert last.after(before, []) is None
