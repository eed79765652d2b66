"""Whole games, by chance: what must hold whatever happens, under all rulings."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from camellots_play import (
    COLOURS,
    NAMES,
    events_as_json,
    events_of,
    legal,
    move,
    offered,
    order_from_form,
    position,
    rulings,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Field
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.events import CamelMoved
from gm_tool.rules.camellots.state import State


def check_round(game: CamelLots, before: State, events: Any, after: State) -> None:
    """What holds of every round."""
    assert not game.invariants(after)
    assert after.round == before.round + 1
    for name in before.players:
        held = dict(game.holdings(before, name))
        for event in events:
            if isinstance(event, Change) and event.player == name:
                held[event.what] += event.amount
        assert held == game.holdings(after, name), "the changes sum up to the holdings"
    for colour in COLOURS:
        owned = sum(player.stocks.of(colour) for player in after.players.values())
        assert owned + after.market.of(colour) == game.settings.stocks_per_colour
    assert game.load(game.dump(after)) == after
    assert game.states_are_json and msgspec.json.encode(after) == msgspec.json.encode(game.dump(after))
    assert game.load_events(events_as_json(events)) == events
    assert game.fold(before, game.load_events(events_as_json(events))) == after
    check_stacks(game, before, events)
    assert all(isinstance(game.tell(event), str) for event in events)


def check_stacks(game: CamelLots, before: State, events: Any) -> None:
    """A unit moves as it stood, from where it stood, and stands on top where it arrives."""
    state = before
    for event in events:
        after = game.fold(state, [event])
        if isinstance(event, CamelMoved):
            on_top = state.track[event.start][-len(event.unit) :] == event.unit
            assert on_top or event.start in (1, game.settings.track_length)
            assert after.track[event.end][-len(event.unit) :] == event.unit
        state = after


@settings(max_examples=60)
@given(rulings(), st.binary(min_size=32, max_size=32), st.data())
def test_games_by_the_form(chosen: Mapping[str, Any], seed: bytes, data: st.DataObject) -> None:
    game = CamelLots(chosen)
    state = game.setup(NAMES, {"garnets": {"Ann": 3, "Eve": 1}}, Draws(None))
    for _ in range(data.draw(st.integers(1, 6))):
        if game.due(state) is None:
            break
        orders = {name: order_from_form(game, state, name, data) for name in NAMES}
        events = events_of(game, state, orders, seed)
        after = game.fold(state, events)
        check_round(game, state, events, after)
        typed = {name: legal(game, state, name, orders[name]) for name in reversed(NAMES)}
        again = game.resolve(state, typed, Draws(seed))
        assert msgspec.json.encode(list(again)) == msgspec.json.encode(list(events)), "the order of rows is nothing"
        state = after


@pytest.mark.parametrize("number", range(40))
def test_games_of_random_moves_end(number: int) -> None:
    """Each of the 200 games (five a test) moves at random to the end."""
    for which in range(5):
        seed = bytes([number, which] * 16)
        order = ("after_crazy", "round_start", "dynamic")[which % 3]
        game = CamelLots({"movement_order": order, "crazy_selectable": which != 4})
        state = game.setup(NAMES, {}, Draws(None))
        for _ in range(200):
            if game.due(state) is None:
                break
            state = game.fold(state, events_of(game, state, {}, seed))
        assert state.finished
        assert not game.invariants(state)


def short_of(game: CamelLots, state: State, name: str, field: Field, choice: Any) -> bool:
    """Whether some order with this entry of the form is legal."""
    key, _, rest = field.key.partition("/")
    most = state.players[name].garnets
    match key:
        case "action":
            return any(
                short_of(game, state, name, other, value)
                for other in game.form(state, name).fields
                if other.key.startswith({"move": "camels", "tile": "space", "bet": "bets"}.get(choice, "amount"))
                for value in offered(other)
            )
        case "camels":
            orders = [move(*([choice, *(c for c in offered(field) if c != choice)][: game.settings.camels_per_move]))]
        case "space":
            orders = [{"action": "tile", "space": choice}]
        case "amount":
            orders = [
                {"action": action, "camel": c, "amount": choice, "garnets": most}
                for action in ("buy", "sell")
                for c in COLOURS
            ]
        case "bets":
            orders = [{"action": "bet", "bets": {rest: choice}}]
        case _:
            orders = [{"action": None, "garnets": choice}]
    return any(not game.judge(state, name, order).problems for order in orders)


wealth = st.fixed_dictionaries(
    {"coins": st.integers(0, 30), "phantom": st.integers(0, 6), "garnets": st.integers(0, 3)}
)
heights = st.permutations(["Red", "Blue", "Green", "Yellow", "Purple", "Black", "Gray"])


@given(rulings(), wealth, heights, st.lists(st.integers(2, 19), min_size=7, max_size=7))
def test_all_that_the_form_offers_is_legal(
    chosen: Mapping[str, Any], owned: dict[str, int], camels: list[str], spaces: list[int]
) -> None:
    game = CamelLots(chosen)
    track: dict[str, list[str]] = {}
    for camel, space in zip(camels, spaces, strict=True):
        track.setdefault(str(space), []).append(camel)
    stocks = dict.fromkeys(COLOURS, 0) | {"Red": owned["garnets"]}
    state = game.load(position(track, Ann={**owned, "stocks": stocks}))
    for field in game.form(state, "Ann").fields:
        for choice in offered(field):
            assert short_of(game, state, "Ann", field, choice), (field.key, choice)


def test_the_form_for_nobody_in_particular_knows_public_things_alone() -> None:
    game = CamelLots({})
    poor, rich = (game.load(position(Ann={"coins": coins})) for coins in (0, 99))
    assert game.form(poor, None) == game.form(rich, None)
    fields = {field.key: field for field in game.form(poor, None).fields}
    assert list(fields) == [
        "action", "camels/0", "camels/1", "camels/2", "space", "amount", *(f"bets/{c}" for c in COLOURS), "garnets",
    ]  # fmt: skip
    assert [field.title for field in fields.values()] == [
        "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", *(f"Bet {c}" for c in COLOURS), "Trade garnets",
    ]  # fmt: skip
    assert fields["action"].choices == ("move", "tile", "buy", "sell", "bet")
    assert fields["amount"].maximum is fields["bets/Red"].maximum is fields["garnets"].maximum is None


def test_the_form_of_a_player_knows_its_purse_and_the_board() -> None:
    game = CamelLots({"crazy_selectable": False})
    board = {"3": ["Red"], "17": ["Blue"], "8": ["Green", "Yellow", "Purple"], "9": ["Black", "Gray"]}
    state = game.load(
        position(board, Ann={"coins": 7, "phantom": 1, "garnets": 1, "stocks": dict.fromkeys(COLOURS, 0)})
    )
    fields = {field.key: field for field in game.form(state, "Ann").fields}
    assert fields["camels/0"].choices == COLOURS
    assert fields["action"].choices == ("move", "tile", "buy", "bet")
    assert (fields["amount"].minimum, fields["amount"].maximum) == (1, 1)
    assert (fields["bets/Red"].maximum, fields["bets/Blue"].maximum) == (7, 0)
    assert fields["garnets"].maximum == 1
    assert fields["space"].choices == tuple(str(n) for n in range(2, 20) if n not in (3, 8, 9, 17))
    bare = game.load(position(board, Ann={"coins": 0, "stocks": dict.fromkeys(COLOURS, 0)}))
    assert game.form(bare, "Ann").fields[0].choices == ("move", "tile")


def test_events_are_read_back_as_they_were() -> None:
    game = CamelLots({})
    events: list[Event] = list(events_of(game, game.load(position()), {}))
    assert list(game.load_events(events_as_json(events))) == events
