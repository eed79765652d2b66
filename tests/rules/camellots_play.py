"""What the tests of CamelLots share: states by hand, rounds played, random games."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.core.forms import Field
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.camels import Colour
from gm_tool.rules.camellots.orders import AnyOrder
from gm_tool.rules.camellots.state import State

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve")
COLOURS: tuple[Colour, ...] = ("Red", "Blue", "Green", "Yellow", "Purple")
SEED = bytes(range(32))
ONE_EACH = dict.fromkeys(COLOURS, 1)

MIDDLE = {
    "3": ["Red"],
    "5": ["Blue"],
    "7": ["Green"],
    "9": ["Yellow"],
    "11": ["Purple"],
    "15": ["Black"],
    "17": ["Gray"],
}
"""One camel to a space: Red last, Purple first."""


def player(**parts: Any) -> dict[str, Any]:
    """A player's JSON: ten coins and a stock of each colour, but for the parts given."""
    fresh = {"coins": 10, "phantom": 0, "garnets": 0, "stocks": dict(ONE_EACH), "tile": None, "bets": {}}
    return {**fresh, **parts}


def position(track: Mapping[str, Sequence[str]] = MIDDLE, **players: Mapping[str, Any]) -> dict[str, Any]:
    """A state's JSON with five players, in which the market holds what the players don't."""
    everybody = {name: player(**players.get(name, {})) for name in NAMES}
    market = {c: 10 - sum(one["stocks"][c] for one in everybody.values()) for c in COLOURS}
    stacks = {space: list(stack) for space, stack in track.items()}
    return {"round": 3, "finished": False, "track": stacks, "market": market, "players": everybody, "result": None}


def move(*camels: str) -> dict[str, Any]:
    return {"action": "move", "camels": list(camels)}


IDLE = {"action": "tile", "space": 2}
"""An order that touches nothing on a board whose second space is free: Red is never brought there."""


def codes(game: CamelLots, state: State, name: str, order: Any) -> list[str]:
    return sorted(problem.code for problem in game.judge(state, name, order).problems)


def legal(game: CamelLots, state: State, name: str, order: Any) -> AnyOrder:
    judged = game.judge(state, name, order)
    assert not judged.problems, judged.problems
    typed: AnyOrder = judged.order
    return typed


def events_of(game: CamelLots, state: State, orders: Mapping[str, Any], seed: bytes = SEED) -> Sequence[Event]:
    typed = {name: legal(game, state, name, orders.get(name)) for name in state.players}
    return game.resolve(state, typed, Draws(seed))


def played(rulings: Mapping[str, Any], before: dict[str, Any], orders: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON after a round in which players left out put their tile on space 2."""
    game = CamelLots(rulings)
    state = game.load(before)
    after = game.fold(state, events_of(game, state, {name: orders.get(name, IDLE) for name in NAMES}))
    assert not game.invariants(after)
    written: dict[str, Any] = game.dump(after)
    return written


def events_as_json(events: Sequence[Event]) -> Any:
    return msgspec.json.decode(msgspec.json.encode(list(events)))


def rulings() -> st.SearchStrategy[dict[str, Any]]:
    """Every choice of every ruling, the numbers as they come."""
    choices = {
        ruling.key: st.sampled_from([value for value, _ in ruling.values])
        for ruling in CamelLots.rulings
        if ruling.kind in ("choice", "flag")
    }
    return st.fixed_dictionaries(choices)


def offered(field: Field) -> list[Any]:
    """All that a column of the form offers, as JSON."""
    if field.kind == "choice":
        return [int(choice) for choice in field.choices] if field.key == "space" else list(field.choices)
    assert field.minimum is not None and field.maximum is not None
    return list(range(field.minimum, field.maximum + 1))


def order_from_form(game: CamelLots, state: State, name: str, draw: st.DataObject) -> Any:
    """A legal order, by what the form offers; null now and then."""
    fields = {field.key: field for field in game.form(state, name).fields}
    action = draw.draw(st.sampled_from([*fields["action"].choices, None]), label="action")
    order: dict[str, Any] = {"action": action}
    if action == "move":
        order["camels"] = draw.draw(st.permutations(offered(fields["camels/0"])))[: game.settings.camels_per_move]
    elif action == "tile":
        order["space"] = draw.draw(st.sampled_from(offered(fields["space"])))
    elif action in ("buy", "sell"):
        order |= draw.draw(st.sampled_from(trades(game, state, name, action, fields)), label="trade")
    elif action == "bet":
        open_to_bets = [c for c in COLOURS if offered(fields[f"bets/{c}"])]
        colour = draw.draw(st.sampled_from(open_to_bets))
        order["bets"] = {colour: draw.draw(st.sampled_from(offered(fields[f"bets/{colour}"])))}
    order["garnets"] = draw.draw(st.sampled_from(offered(fields["garnets"])))
    if action == "buy":
        order["garnets"] = offered(fields["garnets"])[-1]
    return order


def trades(game: CamelLots, state: State, name: str, action: str, fields: Mapping[str, Field]) -> list[dict[str, Any]]:
    """The colours and amounts on offer that are legal together, with all garnets traded in."""
    garnets = offered(fields["garnets"])[-1]
    pairs = [{"camel": c, "amount": n} for c in COLOURS for n in offered(fields["amount"])]
    return [p for p in pairs if not codes(game, state, name, {"action": action, "garnets": garnets, **p})]
