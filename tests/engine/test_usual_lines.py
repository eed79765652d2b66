"""The filter reads most lines straight into a game's records: nobody can tell by the answers."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.game import AnyGame
from gm_tool.engine.adjudicate import Adjudicator
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots


class CarefulCamelUp(CamelUp):
    load_text: ClassVar[Any] = None


class CarefulCamelLots(CamelLots):
    load_text: ClassVar[Any] = None


QUICK: dict[str, type[AnyGame]] = {"camel_up": CamelUp, "camellots": CamelLots}
CAREFUL: dict[str, type[AnyGame]] = {"camel_up": CarefulCamelUp, "camellots": CarefulCamelLots}
SEED = "07" * 32
PLAYERS = ["Ann", "Bob", "Cat", "Dan", "Eve"]
ORDERS: dict[str, Any] = {
    "camel_up": {"Ann": {"action": "pyramid"}},
    "camellots": {"Ann": {"action": "move", "camels": ["Red", "Blue", "Black"]}, "Bob": None},
}


def answered(text: bytes, games: dict[str, type[AnyGame]] = QUICK) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(Adjudicator(games.__getitem__).answer(text))
    return answer


def begun(game: str) -> Any:
    asked = {"game": game, "seed": SEED, "state": None, "players": PLAYERS}
    return answered(json.dumps(asked).encode())["state"]


STATES = {game: begun(game) for game in QUICK}


def line(game: str, **changes: Any) -> bytes:
    asked = {"game": game, "rulings": {}, "seed": SEED, "state": STATES[game], "orders": ORDERS[game]} | changes
    return json.dumps({key: value for key, value in asked.items() if value is not ...}).encode()


@pytest.mark.parametrize("game", QUICK)
def test_a_usual_line_is_read_at_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QUICK[game], "load", None)
    assert answered(line(game))["state"]["players"].keys() == STATES[game]["players"].keys()
    assert answered(line(game, rulings=..., orders={}))["problems"] == {}


@pytest.mark.parametrize("game", QUICK)
@pytest.mark.parametrize(
    ("once", "twice"),
    [
        (b'"finished": false', b'"finished": false, "finished": false'),
        (b'"rulings": {}', b'"rulings": {}, "rulings": {}'),
        (b'"Ann": {"action"', b'"Ann": null, "Ann": {"action"'),
        (b'"coins":', b'"co\\u0069ns": 1, "coins":'),
        (b'"rulings": {}, ', b'"orders": {}, '),
    ],
)
def test_a_key_that_stands_twice_is_seen(game: str, once: bytes, twice: bytes) -> None:
    text = line(game)
    assert once in text
    assert "stands twice" in answered(text.replace(once, twice, 1))["error"]


@pytest.mark.parametrize("game", QUICK)
def test_a_space_that_stands_twice_on_the_track_is_seen(game: str) -> None:
    text = line(game)
    space = b'"track": {'
    text = text.replace(space, space + b'"9": ["Red"], "\\u0039": [], ', 1)
    assert "stands twice" in answered(text)["error"]


LEAVES = st.none() | st.booleans() | st.integers(-2, 20) | st.floats(-2, 2) | st.sampled_from(["", "Ann", "Red", "é:"])
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3))


@given(st.sampled_from(sorted(QUICK)), st.data())
def test_any_line_has_the_same_answer_read_quickly_or_with_care(game: str, data: st.DataObject) -> None:
    asked = json.loads(line(game))
    for _ in range(data.draw(st.integers(1, 2))):
        here: Any = asked
        while True:
            key = data.draw(st.sampled_from(list(here) if isinstance(here, dict) else range(len(here))))
            if not (isinstance(here[key], (dict, list)) and here[key] and data.draw(st.booleans())):
                break
            here = here[key]
        here[key] = data.draw(VALUES)
        if not asked.get("state"):
            break
    text = json.dumps(asked, ensure_ascii=data.draw(st.booleans())).encode()
    assert answered(text) == answered(text, CAREFUL)
