"""States that can't be, events that are none, and changes from outside the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from camel_up_play import FINAL, RACING, player, position, roll, turn

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change
from gm_tool.core.problems import BadInput
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.rulings import read_settings
from gm_tool.rules.camel_up.turn import play_turn

GM_ROLLS = CamelUp({"dice": "gm"})


# Changes from outside the rules
@pytest.mark.parametrize(
    ("name", "what", "amount", "expected"),
    [
        ("Ann", "coins", 2, 5),
        ("Ann", "pyramid tickets", 1, 1),
        ("Ann", "ticket Red 2", 2, 2),
        ("Ann", "card Red", -1, 0),
        ("Bob", "card Red", 1, 1),
    ],
)
def test_a_change_alone_is_applied(name: str, what: str, amount: int, expected: int) -> None:
    game = CamelUp({})
    players = position()["players"] | {"Bob": player(cards=["Blue", "Purple"])}
    after = game.fold(
        game.load(position(players=players)), [Change(player=name, what=what, amount=amount, reason="adjusted")]
    )
    assert game.holdings(after, name)[what] == expected
    assert game.load(game.dump(after)) == after
    assert game.tell(Change(player=name, what=what, amount=amount, reason="adjusted"))


@pytest.mark.parametrize(
    ("name", "what", "amount", "code"),
    [
        ("Zoe", "coins", 1, "change.unknown"),
        ("Ann", "garnets", 1, "change.unknown"),
        ("Ann", "coins", -4, "change.impossible"),
        ("Ann", "ticket Red 2", -1, "change.impossible"),
    ],
)
def test_a_change_that_cant_be(name: str, what: str, amount: int, code: str) -> None:
    game = CamelUp({})
    with pytest.raises(BadInput) as refused:
        game.fold(game.load(position()), [Change(player=name, what=what, amount=amount, reason="adjusted")])
    assert refused.value.problems[0].code == code


def test_events_that_are_none() -> None:
    with pytest.raises(msgspec.ValidationError):
        CamelUp({}).load_events([{"event": "rain"}])


# States that are none
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"turn": -1}, "turn"),
        ({"turn": True}, "turn"),
        ({"leg": 1.0}, "leg"),
        ({"weather": "dry"}, "weather"),
        ({"track": {"1": ["Red"]}}, "stands on the track once"),
        ({"track": {"1": RACING, "2": ["Red", "White"]}}, "stands on the track once"),
        ({"track": {"1": [*RACING, "White", "Black"], "2": []}}, "track"),
        ({"track": {"0": [*RACING, "White", "Black"]}}, "over the line"),
        ({"track": {"18": [*RACING, "White", "Black"]}}, "track"),
        ({"track": {"1": [*RACING, "White", "Pink"]}}, "Pink"),
        ({"finished": True}, "over the line"),
        ({"result": {"ranking": RACING, "coins": {}, "winners": []}}, "result"),
        ({"tiles": {"1": {"player": "Ann", "side": "boo"}}}, "space 1"),
        ({"tiles": {"9": {"player": "Ann", "side": "boo"}}}, "camels and a tile"),
        ({"tiles": {"11": {"player": "Ann", "side": "boo"}, "12": {"player": "Bob", "side": "boo"}}}, "side by side"),
        ({"tiles": {"11": {"player": "Ann", "side": "boo"}, "13": {"player": "Ann", "side": "boo"}}}, "two tiles"),
        ({"tiles": {"11": {"player": "Zoe", "side": "boo"}}}, "Zoe"),
        ({"dice": ["Gray", "Blue"]}, "dice"),
        ({"dice": ["Blue", "Blue"]}, "dice"),
        ({"pyramid_tickets": 0}, "last pyramid ticket"),
        ({"pyramid_tickets": 6}, "pyramid_tickets"),
        ({"tickets": {"Blue": [5]}}, "tickets"),
        ({"tickets": {camel: [3, 5] for camel in RACING}}, "in this order"),
        ({"next": "Zoe"}, "Zoe"),
        ({"winner_deck": [{"player": "Zoe", "camel": "Red"}]}, "Zoe"),
        ({"players": {"Ann": player()}}, "3 to 8"),
        ({"players": {"Ann": player(), "Bob": player(), "": player()}}, "no name"),
        ({"players": {"Ann": player(), "Bob": player(), "Cat": player(coins=-1)}}, "coins"),
        ({"players": {"Ann": player(), "Bob": player(), "Cat": player(cards=["Red", "Red"])}}, "twice"),
        ({"players": {"Ann": player(), "Bob": player(), "Cat": player(tickets={"Red": []})}}, "tickets"),
        ({"players": {"Ann": player(), "Bob": player(), "Cat": player(partner="Ann")}}, "partner"),
        ({"players": {"Ann": player(), "Bob": player(), "Cat": player(partner="Cat")}}, "partner"),
    ],
)
def test_what_is_no_state(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadInput) as refused:
        CamelUp({}).load(position(**changes))
    assert any(says in problem.message for problem in refused.value.problems)
    assert {problem.code for problem in refused.value.problems} == {"state.invalid"}


@pytest.mark.parametrize("state", [None, [], "state", 3])
def test_what_is_no_object(state: Any) -> None:
    with pytest.raises(BadInput):
        CamelUp({}).load(state)


@pytest.mark.parametrize(
    "result",
    [
        None,
        {"ranking": RACING, "coins": {"Ann": 4, "Bob": 3, "Cat": 3}, "winners": ["Ann"]},
        {"ranking": ["Red", "Blue", "Yellow", "Green", "Purple"], "coins": {"Ann": 4}, "winners": ["Ann"]},
        {
            "ranking": ["Red", "Blue", "Yellow", "Green", "Purple"],
            "coins": {"Ann": 4, "Bob": 3, "Cat": 3},
            "winners": ["Zoe"],
        },
    ],
)
def test_results_that_dont_fit(result: Any) -> None:
    _, after = turn(GM_ROLLS, GM_ROLLS.load(position(track=FINAL)), roll("Red", 1))
    with pytest.raises(BadInput):
        GM_ROLLS.load(GM_ROLLS.dump(after) | {"result": result})


def test_a_camel_that_isnt_there_cant_move() -> None:
    state = msgspec.structs.replace(GM_ROLLS.load(position()), track={})
    with pytest.raises(ValueError, match="isn't on the track"):
        play_turn(state, GM_ROLLS.judge(state, "Ann", roll("Red", 1)).order, Draws(None), read_settings({"dice": "gm"}))
