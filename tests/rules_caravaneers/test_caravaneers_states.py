"""States: JSON both ways, what is none, and whole games."""

from __future__ import annotations

import contextlib
import copy
import json
from typing import Any

import msgspec
import pytest
from caravan_positions import (
    ARTICLE,
    GAMES,
    NO_DRAWS,
    WIKI,
    as_json,
    games,
    histories,
    json_values,
    move,
    new,
    reached,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from gm_tool.core.events import Change, Event
from gm_tool.core.problems import BadInput
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.rules.caravaneers.events import CaravanMoved

START = {
    "turn": 0,
    "finished": False,
    "next": "North",
    "edition": "article",
    "camels": ["a1", "a2", "a3", "a4", "a5", "a6", "b1", "c1", "d1", "e1", "f1"],
    "hoards": {"North": 0, "West": 0},
    "players": {"North": "Ann", "West": "Bob"},
    "result": None,
}
DRAW = {"hoards": {"North": 4, "West": 4}, "winner": None}
ENDED = as_json("a6 f1 f6", None, 4, result=DRAW)
MAJORITY = as_json("d4 d5", None, 6, result={"hoards": {"North": 6, "West": 3}, "winner": "Ann"})


def refusal(game: Caravaneers, state: Any) -> str:
    with pytest.raises(BadInput) as refused:
        game.load(state)
    assert {problem.code for problem in refused.value.problems} == {"state.invalid"}
    return " ".join(problem.message for problem in refused.value.problems)


def test_the_first_state_as_json() -> None:
    assert ARTICLE.dump(new(ARTICLE)) == START
    assert list(ARTICLE.dump(new(ARTICLE))) == list(START)
    assert WIKI.dump(new(WIKI)) == {**START, "edition": "wiki"}
    assert ARTICLE.load(START) == new(ARTICLE)


def test_the_first_player_named_is_north() -> None:
    state = ARTICLE.setup(["Zoe", "Ann"], {"garnets": {}}, NO_DRAWS)
    assert ARTICLE.dump(state)["players"] == {"North": "Zoe", "West": "Ann"}
    assert list(ARTICLE.tally(state)) == ["Zoe", "Ann"]


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (["Ann"], {}, "players.count"),
        (["Ann", "Bob", "Cid"], {}, "players.count"),
        (["Ann", "Ann"], {}, "players.names"),
        (["", "Bob"], {}, "players.names"),
        (["Ann", "Bob"], {"garnets": {"Ann": 2}}, "option.unknown"),
    ],
)
def test_what_no_game_can_be_made_of(players: list[str], options: dict[str, dict[str, int]], code: str) -> None:
    with pytest.raises(BadInput) as refused:
        ARTICLE.setup(players, options, NO_DRAWS)
    assert [problem.code for problem in refused.value.problems] == [code]


@pytest.mark.parametrize(
    ("rulings", "code"),
    [
        ({"edition": "book"}, "ruling.value"),
        ({"stop_at_majority": "maybe"}, "ruling.value"),
        ({"editions": "wiki"}, "ruling.unknown"),
    ],
)
def test_rulings_that_are_none(rulings: dict[str, Any], code: str) -> None:
    with pytest.raises(BadInput) as refused:
        Caravaneers(rulings)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_camels_may_come_in_any_order_and_leave_sorted() -> None:
    state = ARTICLE.load({**START, "camels": START["camels"][::-1]})  # type: ignore[index]
    assert ARTICLE.dump(state) == START


def test_ends_are_loaded_under_the_rulings_that_make_them() -> None:
    assert ARTICLE.dump(ARTICLE.load(ENDED)) == ENDED
    stopping = GAMES["article, majority"]
    assert stopping.dump(stopping.load(MAJORITY)) == MAJORITY
    assert "`finished` must be false here: there are caravans that can move" in refusal(ARTICLE, MAJORITY)
    going_on = as_json("d4 d5", "North", 6)
    assert ARTICLE.load(going_on).next == "North"
    assert "`finished` must be true here: a hoard holds 6 camels or more" in refusal(stopping, going_on)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"turn": -1}, "turn"),
        ({"turn": True}, "turn"),
        ({"turn": 1.0}, "turn"),
        ({"turn": "1"}, "turn"),
        ({"finished": 0}, "finished"),
        ({"next": "East"}, "next"),
        ({"edition": "book"}, "edition"),
        ({"edition": "wiki"}, "but the ruling `edition` says article"),
        ({"camels": "a1"}, "camels"),
        ({"camels": [*START["camels"][1:], "g1"]}, "No camel can stand on 'g1'"),  # type: ignore[index]
        ({"camels": [*START["camels"][1:], "b7"]}, "No camel can stand on 'b7'"),  # type: ignore[index]
        ({"camels": [*START["camels"][1:], "x"]}, "No camel can stand on 'x'"),  # type: ignore[index]
        ({"camels": [*START["camels"][1:], "a2"]}, "Two camels stand on a2"),  # type: ignore[index]
        ({"camels": START["camels"][1:]}, "must be 11 in all, not 10"),  # type: ignore[index]
        ({"hoards": {"North": 1, "West": 0}}, "must be 11 in all, not 12"),
        ({"hoards": {"North": 1, "West": -1}}, "hoards"),
        ({"hoards": {"North": 0}}, "West"),
        ({"hoards": {"North": 0, "West": 0, "East": 0}}, "East"),
        ({"players": {"North": "Ann", "West": "Ann"}}, "two players"),
        ({"players": {"North": "Ann", "West": ""}}, "two players"),
        ({"players": {"North": "Ann", "West": None}}, "players"),
        ({"result": DRAW}, "`result` must be null: the game goes on"),
        ({"next": None}, "`next` must be a side that can move"),
        ({"finished": True, "next": None}, "`finished` must be false here"),
        ({"extra": 1}, "extra"),
    ],
)
def test_what_is_no_state(change: dict[str, Any], why: str) -> None:
    assert why in refusal(ARTICLE, {**START, **change})


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"finished": False}, "`finished` must be true here: neither side can move"),
        ({"next": "West"}, "`next` must be null"),
        ({"result": None}, "`result` doesn't tell what the hoards say"),
        ({"result": {**DRAW, "winner": "Ann"}}, "`result` doesn't tell what the hoards say"),
        ({"result": {"hoards": {"North": 5, "West": 3}, "winner": "Ann"}}, "`result` doesn't tell"),
    ],
)
def test_what_is_no_end(change: dict[str, Any], why: str) -> None:
    assert why in refusal(ARTICLE, {**ENDED, **change})


def test_a_side_without_a_move_is_never_next() -> None:
    assert "`next` must be a side that can move" in refusal(ARTICLE, as_json("a6 b2 b4", "North"))
    assert ARTICLE.load(as_json("a6 b2 b4", "West")).next == "West"


@pytest.mark.parametrize("key", START)
def test_no_key_can_be_left_out(key: str) -> None:
    assert key in refusal(ARTICLE, {name: value for name, value in START.items() if name != key})


@given(games, json_values)
def test_any_other_json_is_no_state(game: Caravaneers, value: Any) -> None:
    refusal(game, value)


@given(games, st.sampled_from([*START]), json_values)
def test_a_state_with_one_wrong_value_is_refused_or_kept_to_the_letter(game: Caravaneers, key: str, value: Any) -> None:
    data = {**game.dump(new(game)), key: value}
    given_data = copy.deepcopy(data)
    with contextlib.suppress(BadInput):
        assert game.dump(game.load(data)) == data
    assert repr(data) == repr(given_data)


def test_invariants_see_what_json_cannot_hold() -> None:
    state = new(ARTICLE)
    assert ARTICLE.invariants(state) == []
    unsorted = msgspec.structs.replace(state, camels=state.camels[::-1])
    assert ARTICLE.invariants(unsorted) == ["The camels must be sorted by name."]
    shifted = ARTICLE.fold(
        state,
        [
            Change(player="Ann", what="hoard", amount=1, reason="x"),
            Change(player="Bob", what="hoard", amount=-1, reason="x"),
        ],
    )
    assert ARTICLE.invariants(shifted) == ["A hoard can't hold fewer than no camels."]


# Events


def test_only_the_two_players_change_and_only_their_hoards() -> None:
    for player, what in (("Eve", "hoard"), ("Ann", "coins")):
        with pytest.raises(BadInput) as refused:
            ARTICLE.fold(new(ARTICLE), [Change(player=player, what=what, amount=1, reason="x")])
        assert [(problem.code, problem.player) for problem in refused.value.problems] == [("change.unknown", player)]


class Foreign(Event, frozen=True, kw_only=True, tag="foreign"):
    """An event of no game."""


def test_a_foreign_event_is_refused() -> None:
    with pytest.raises(TypeError, match="Foreign is no event of Caravaneers"):
        ARTICLE.fold(new(ARTICLE), [Foreign()])
    with pytest.raises(TypeError, match="Foreign is no event of Caravaneers"):
        ARTICLE.tell(Foreign())
    with pytest.raises(msgspec.ValidationError):
        ARTICLE.load_events([{"event": "foreign"}])


def test_events_as_json() -> None:
    events, _ = move(ARTICLE, new(ARTICLE), "c")
    assert json.loads(msgspec.json.encode(events)) == [
        {
            "event": "caravan_moved",
            "player": "Ann",
            "known_to": "public",
            "rule": "A turn, 2",
            "side": "North",
            "left": ["c1"],
            "landed": ["c2"],
        }
    ]


# Whole games


@settings(max_examples=50)
@given(st.data(), games)
def test_a_whole_game_keeps_the_rules(data: st.DataObject, game: Caravaneers) -> None:
    steps = data.draw(histories(game, whole=True))
    gained = {"Ann": 0, "Bob": 0}
    for turn, (before, events, after) in enumerate(steps, 1):
        assert not game.invariants(after)
        assert after.turn == turn
        assert game.load(json.loads(json.dumps(game.dump(after)))) == after
        stored = json.loads(msgspec.json.encode(events))
        assert tuple(game.load_events(stored)) == tuple(events)
        assert game.fold(before, game.load_events(stored)) == after
        assert sum(isinstance(event, CaravanMoved) for event in events) == 1
        assert all(event.known_to == "public" and event.rule for event in events)
        for event in events:
            assert game.tell(event)
            if isinstance(event, Change):
                gained[event.player] += event.amount
        assert gained == {player: game.holdings(after, player)["hoard"] for player in gained} == game.tally(after)
    end = steps[-1][2]
    assert game.due(end) is None
    assert game.dump(end)["result"]["hoards"] == game.dump(end)["hoards"]
    # each move brings a camel nearer to its edge, so no game is longer than all ways together
    assert len(steps) <= 11 * 12


@given(st.data(), games)
def test_nobody_else_holds_anything(data: st.DataObject, game: Caravaneers) -> None:
    assert game.holdings(data.draw(reached(game)), "Eve") == {}
