"""States: the first one, those that are none, and what must hold of all."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from camellots_play import COLOURS, NAMES, events_of, move, played, player, position

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change
from gm_tool.core.problems import BadInput
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.state import HOLDINGS

GAME = CamelLots({})
NO_DRAWS = Draws(None)


def finished() -> dict[str, Any]:
    board = {"2": ["Black"], "4": ["Green", "Yellow", "Purple"], "6": ["Gray"], "16": ["Blue"], "19": ["Red"]}
    orders = {"Ann": move("Red", "Green", "Blue"), **{name: {"action": "tile", "space": 9} for name in NAMES[1:]}}
    return played({}, position(board, Bob={"bets": {"Red": 3}}), orders)


def test_first_state() -> None:
    state = GAME.setup(["Zoe", "Ann"], {"garnets": {"Ann": 2}}, NO_DRAWS)
    assert GAME.dump(state) == {
        "round": 0,
        "finished": False,
        "track": {"1": list(COLOURS), "20": ["Black", "Gray"]},
        "market": dict.fromkeys(COLOURS, 8),
        "players": {"Zoe": player(), "Ann": player(garnets=2)},
        "result": None,
    }
    assert not GAME.invariants(state)
    step = GAME.due(state)
    assert step is not None
    assert (step.name, step.players) == ("round-1", ("Zoe", "Ann"))
    assert dict(GAME.tally(state)) == {"Zoe": 10, "Ann": 10}


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        ([], {}, "needs players"),
        (["Ann", ""], {}, "needs players"),
        (["Ann", "Bob", "Ann"], {}, "more than once: Ann"),
        ([str(n) for n in range(11)], {}, "too few for 11 players"),
        (["Ann"], {"rubies": {"Ann": 1}}, "bring no rubies"),
        (["Ann"], {"garnets": {"Bob": 1}}, "who doesn't play"),
        (["Ann"], {"garnets": {"Ann": -1}}, "can't bring -1"),
        (["Ann"], {"garnets": {"Ann": True}}, "can't bring True"),
        (["Ann"], {"garnets": {"Ann": 10**13}}, "can't bring"),
    ],
)
def test_first_states_that_cannot_be(players: list[str], options: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAME.setup(players, options, NO_DRAWS)


def test_states_survive_json() -> None:
    for written in (position(), finished()):
        state = GAME.load(written)
        assert GAME.dump(state) == written
        assert msgspec.json.decode(msgspec.json.encode(GAME.dump(state))) == written
        assert GAME.load(GAME.dump(state)) == state


def test_a_state_is_written_the_same_whatever_the_order_of_its_spaces() -> None:
    written = position()
    turned = {**written, "track": dict(reversed(written["track"].items()))}
    assert msgspec.json.encode(GAME.dump(GAME.load(turned))) == msgspec.json.encode(GAME.dump(GAME.load(written)))


Change_of = Callable[[dict[str, Any]], object]


def _set(*path: Any) -> Change_of:
    """A change that puts the last item at the path before it."""

    def change(state: dict[str, Any]) -> None:
        *way, key, value = path
        for step in way:
            state = state[step]
        state[key] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_set("round", -1), "round"),
        (_set("round", True), "round"),
        (_set("round", 1.0), "round"),
        (_set("round", "1"), "round"),
        (_set("finished", 0), "finished"),
        (_set("surprise", 1), "surprise"),
        (lambda s: s.pop("result"), "result"),
        (lambda s: s.pop("market"), "market"),
        (_set("market", "Red", 4), "9 Red stocks"),
        (_set("market", "Pink", 4), "Pink"),
        (lambda s: s["market"].pop("Red"), "Red"),
        (_set("track", "3", ["Pink"]), "Pink"),
        (_set("track", "3", []), "space 3 is listed without a camel.*Red stands on the track 0 times"),
        (_set("track", "4", ["Red"]), "Red stands on the track 2 times"),
        (_set("track", "5", ["Blue", "Blue"]), "Blue stands on the track 2 times"),
        (lambda s: s["track"].pop("3"), "Red stands on the track 0 times"),
        (lambda s: s["track"].update({"21": s["track"].pop("3")}), "no space 21"),
        (lambda s: s["track"].update({"0": s["track"].pop("3")}), "no space 0"),
        (lambda s: s["track"].update({"x": s["track"].pop("3")}), "int"),
        (
            lambda s: s["track"].update({"20": s["track"].pop("3")}),
            "a camel has reached its goal, but the game goes on",
        ),
        (
            lambda s: s["track"].update({"1": s["track"].pop("15")}),
            "a camel has reached its goal, but the game goes on",
        ),
        (_set("finished", True), "it is finished, but no camel has won.*a finished game has a result"),
        (_set("players", {}), "no players"),
        (lambda s: s["players"].update({"": s["players"].pop("Ann")}), "no name"),
        (_set("players", "Ann", "coins", -1), "coins|>= 0"),
        (_set("players", "Ann", "coins", 10**13), "<="),
        (_set("players", "Ann", "coins", 10.0), "float"),
        (_set("players", "Ann", "bets", {"Red": 0}), ">= 1"),
        (_set("players", "Ann", "bets", {"Gray": 1}), "Gray"),
        (_set("players", "Ann", "stocks", "Red", 2), "11 Red stocks"),
        (_set("players", "Ann", "tile", 1), "Ann's tile can't lie on space 1"),
        (_set("players", "Ann", "tile", 20), "Ann's tile can't lie on space 20"),
        (lambda s: s["players"]["Ann"].pop("tile"), "tile"),
        (_set("players", "Ann", []), "array"),
    ],
)
def test_what_is_no_state(change: Change_of, words: str) -> None:
    written = position()
    change(written)
    with pytest.raises(BadInput, match=words) as refusal:
        GAME.load(written)
    assert {problem.code for problem in refusal.value.problems} == {"state.wrong"}
    assert all(problem.message and problem.hint for problem in refusal.value.problems)


@pytest.mark.parametrize("value", [None, [], "state", 7, {}, {"round": 0}])
def test_other_json_is_no_state(value: Any) -> None:
    with pytest.raises(BadInput, match="no state of CamelLots"):
        GAME.load(value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_set("result", None), "a finished game has a result"),
        (_set("result", "ranking", ["Blue", "Red", "Purple", "Yellow", "Green"]), "ranking"),
        (_set("result", "winner", "Blue"), "Blue can't be the winner"),
        (_set("result", "winner", None), "no camel can't be the winner"),
        (_set("result", "coins", "Ann", 99), "doesn't follow"),
        (_set("result", "first", ["Ann"]), "doesn't follow"),
        (_set("result", "tokens_of_life", {"Ann": 2}), "doesn't follow"),
        (_set("result", "elimination_candidates", []), "doesn't follow"),
        (_set("players", "Ann", "phantom", 1), "phantom coins are gone"),
    ],
)
def test_what_is_no_finished_state(change: Change_of, words: str) -> None:
    written = finished()
    change(written)
    with pytest.raises(BadInput, match=words):
        GAME.load(written)


def test_a_finished_game_asks_nobody() -> None:
    assert GAME.due(GAME.load(finished())) is None


def test_invariants_name_what_a_wrong_fold_would_break() -> None:
    state = GAME.load(position())
    poorer = GAME.fold(state, [Change(player="Ann", what="coins", amount=-11, reason="a slip")])
    assert GAME.invariants(poorer) == ("Ann can't have -1 coins.",)
    emptied = GAME.fold(state, [Change(player="Ann", what="stock Red", amount=6, reason="a slip")])
    assert any("in the market (there: -1)" in broken for broken in GAME.invariants(emptied))


def test_a_stock_given_by_hand_comes_from_the_market() -> None:
    state = GAME.load(position())
    after = GAME.fold(state, [Change(player="Ann", what="stock Red", amount=2, reason="for a late order")])
    assert (after.market.Red, after.players["Ann"].stocks.Red) == (3, 3)
    assert not GAME.invariants(after)


def test_nobody_has_what_has_no_word() -> None:
    state = GAME.load(position())
    with pytest.raises(KeyError, match="camels"):
        GAME.fold(state, [Change(player="Ann", what="camels", amount=1, reason="a slip")])


def test_coins_changed_after_the_end_change_the_result() -> None:
    state = GAME.load(finished())
    assert state.result is not None
    assert state.result.first == ("Bob",)
    after = GAME.fold(state, [Change(player="Eve", what="coins", amount=100, reason="a GM's word")])
    assert after.result is not None
    assert (after.result.first, after.result.tokens_of_life) == (("Eve",), {"Eve": 2})
    assert not GAME.invariants(after)


def test_holdings_tell_everything_a_player_has() -> None:
    state = GAME.load(position(Ann={"coins": 4, "phantom": 1, "garnets": 2, "bets": {"Blue": 3}}))
    held = GAME.holdings(state, "Ann")
    assert tuple(held) == HOLDINGS
    assert (held["coins"], held["phantom"], held["garnets"], held["stock Red"], held["bet Blue"]) == (4, 1, 2, 1, 3)


def test_fold_of_nothing_changes_nothing() -> None:
    state = GAME.load(position())
    assert GAME.fold(state, []) == state


def test_a_crazy_end_makes_no_winner() -> None:
    board = {"2": ["Black"], "8": ["Red", "Blue", "Green", "Yellow", "Purple"], "19": ["Gray"]}
    orders = {"Ann": move("Black", "Red", "Blue"), **{name: {"action": "tile", "space": 12} for name in NAMES[1:]}}
    after = played({}, position(board, Bob={"bets": {"Red": 5, "Purple": 5}}), orders)
    assert after["result"]["winner"] is None
    assert after["players"]["Bob"]["coins"] == 10
    assert GAME.load(after).finished


def test_events_can_be_told() -> None:
    state = GAME.load(position())
    told = [GAME.tell(event) for event in events_of(GAME, state, {})]
    assert any("drawn (round-4/missing/Ann)" in sentence for sentence in told)
