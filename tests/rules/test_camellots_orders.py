"""Every fault of an order is named, with what was expected and what to do."""

from typing import Any

import pytest
from camellots_play import codes, move, position
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.camels import COLOURS
from gm_tool.rules.camellots.judge import MOST_NAMED

GAME = CamelLots({})
RICH = {"coins": 40, "phantom": 3, "garnets": 2, "tile": 4}
BOARD = {
    "3": ["Red"],
    "5": ["Blue"],
    "7": ["Green"],
    "17": ["Yellow"],
    "19": ["Purple"],
    "15": ["Black"],
    "16": ["Gray"],
}
STATE = GAME.load(position(BOARD, Ann=RICH))


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (None, []),
        ({}, []),
        ({"action": None}, []),
        ({"garnets": 2}, []),
        ({"action": None, "garnets": 3}, ["garnets.too_many"]),
        ([], ["action.unknown"]),
        (7, ["action.unknown"]),
        ({"action": True}, ["action.unknown"]),
        ({"action": ["move"]}, ["action.unknown"]),
        ({"action": "MOVE"}, ["action.unknown"]),
        ({"action": "steal", "garnets": -1}, ["action.unknown", "garnets.invalid"]),
        ({**move("Red", "Blue", "Black"), "extra": 1}, []),
        ({**move("Red", "Blue", "Black"), "garnets": None}, ["garnets.invalid"]),
        ({**move("Red", "Blue", "Black"), "garnets": True}, ["garnets.invalid"]),
        ({**move("Red", "Blue", "Black"), "garnets": 1.0}, ["garnets.invalid"]),
        (move(), ["move.count"]),
        ({"action": "move", "camels": "Red"}, ["move.count"]),
        ({"action": "move", "camels": {"Red": 1}}, ["move.count"]),
        (move("Red", "Blue", "Green", "Gray"), ["move.count"]),
        (move("Red", "Red"), ["move.count", "move.repeat"]),
        (move("Red", "Red", "Red"), ["move.repeat"]),
        (move("Blue", "Blue", "Red"), ["move.repeat"]),
        (move("red", "Blue", "Green"), ["camel.unknown"]),
        ({"action": "move", "camels": [None, ["Red"], {}]}, ["camel.unknown"] * 3),
        (move("Orange", "Orange", "Red"), ["camel.unknown"] * 2),
        ({"action": "tile", "space": 2}, []),
        ({"action": "tile", "space": 4}, []),  # where it lies already
        ({"action": "tile", "space": 18}, []),
        ({"action": "tile"}, ["tile.space"]),
        ({"action": "tile", "space": None}, ["tile.space"]),
        ({"action": "tile", "space": True}, ["tile.space"]),
        ({"action": "tile", "space": 7.0}, ["tile.space"]),
        ({"action": "tile", "space": 20}, ["tile.space"]),
        ({"action": "tile", "space": 10**30}, ["tile.space"]),
        ({"action": "tile", "space": 15}, ["tile.occupied"]),
        ({"action": "tile", "space": 19}, ["tile.occupied"]),
        ({"action": "buy", "camel": "Red", "amount": 4}, []),  # 43 with the phantom coins
        ({"action": "buy", "camel": "Red", "amount": 5}, ["buy.unaffordable"]),
        ({"action": "buy", "camel": "Red", "amount": 5, "garnets": 2}, ["buy.unaffordable"]),
        ({"action": "buy", "camel": "Red", "amount": 5, "garnets": 4}, ["garnets.too_many"]),  # counts in full
        ({"action": "buy", "camel": "Red", "amount": 5, "garnets": "4"}, ["buy.unaffordable", "garnets.invalid"]),
        ({"action": "buy", "camel": None, "amount": 1}, ["stock.unknown"]),
        ({"action": "buy", "camel": ["Red"], "amount": 99}, ["stock.unknown"]),
        ({"action": "buy", "camel": "Red"}, ["amount.invalid"]),
        ({"action": "buy"}, ["amount.invalid", "stock.unknown"]),
        ({"action": "sell", "camel": "Red", "amount": 1}, []),
        ({"action": "sell", "camel": "Red", "amount": 2}, ["sell.too_many"]),
        ({"action": "sell", "camel": "Gray", "amount": 2}, ["stock.unknown"]),
        ({"action": "sell", "camel": "Red", "amount": "1"}, ["amount.invalid"]),
        ({"action": "sell", "camel": "Red", "amount": True}, ["amount.invalid"]),
        ({"action": "bet", "bets": {"Red": 40}}, []),
        ({"action": "bet", "bets": {"Red": 41}}, ["bet.unaffordable"]),  # phantom coins don't help
        ({"action": "bet", "bets": {"Red": 41}, "garnets": 2}, ["bet.unaffordable"]),
        ({"action": "bet", "bets": {}}, ["bet.empty"]),
        ({"action": "bet"}, ["bet.empty"]),
        ({"action": "bet", "bets": [["Red", 1]]}, ["bet.empty"]),
        ({"action": "bet", "bets": {"Red": 0, "Blue": 0}}, ["amount.invalid"] * 2),
        ({"action": "bet", "bets": {"Orange": 1}}, ["bet.unknown"]),
        ({"action": "bet", "bets": {"Gray": 41}}, ["bet.unaffordable", "bet.unknown"]),
        ({"action": "bet", "bets": {"Yellow": 1}}, ["bet.too_late"]),
        ({"action": "bet", "bets": {"Purple": 41, "Red": "x"}}, ["amount.invalid", "bet.too_late", "bet.unaffordable"]),
    ],
)
def test_codes(order: Any, expected: list[str]) -> None:
    assert codes(GAME, STATE, "Ann", order) == expected


@pytest.mark.parametrize(
    ("order", "field", "message", "hint"),
    [
        (
            {"action": "buy", "camel": "Red", "amount": 9, "garnets": 1},
            "amount",
            "Ann has 40 coins and 5 phantom coins (2 of them from the garnets); 9 Red at 10 cost 90.",
            "Most Ann can buy: 4.",
        ),
        (move("Red", "Blu", "Gray"), "camels/1", "“Blu” is no camel.", "Did you mean Blue?"),
        (move("Red", "Blue", "Red"), "camels/2", "Red is named 2 times", "another camel"),
        ({"action": "bett"}, "action", "“bett” is no action.", "Did you mean bet?"),
        ({"action": "tile", "space": 15}, "space", "Black stood there", "Free now: 2, 4, 6, 8"),
        ({"action": "tile"}, "space", "the space is missing", "Free now"),
        (
            {"action": "sell", "camel": "Red", "amount": 3},
            "amount",
            "Ann has 1 stock of Red, not 3",
            "Most Ann can sell: 1.",
        ),
        ({"action": "sell", "camel": "Grean", "amount": 1}, "camel", "“Grean”", "Did you mean Green?"),
        (
            {"action": "buy", "camel": "Black", "amount": 1},
            "camel",
            "crazy camel",
            "Red, Blue, Green, Yellow and Purple",
        ),
        ({"action": "bet", "bets": {"Yellow": 1}}, "bets/Yellow", "stood on space 17", "Red, Blue and Green"),
        ({"action": "bet", "bets": {"Gray": 1}}, "bets/Gray", "a crazy camel", "Bets are open on"),
        ({"action": "bet", "bets": {"Rot": 1}}, "bets/Rot", "no camel", "Bets are open on"),
        ({"action": "bet", "bets": {"Red": 50}}, "bets", "Phantom coins can't be bet.", "Bet 40 coins at most."),
        ({"action": "bet", "bets": {"Red": 0}}, "bets/Red", "0 is no number of coins", "leave it empty"),
        ({"garnets": 3}, "garnets", "Ann has 2 garnets, not 3 to trade.", "Most Ann can trade: 2."),
    ],
)
def test_messages(order: Any, field: str, message: str, hint: str) -> None:
    (problem,) = GAME.judge(STATE, "Ann", order).problems
    assert (problem.field, problem.player, problem.severity) == (field, "Ann", "error")
    assert message in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("order", "hint"),
    [
        ({"action": "buy", "camel": "Red", "amount": 1}, "Choose another action."),
        ({"action": "sell", "camel": "Red", "amount": 1}, "Choose a stock that is there, or another action."),
        ({"action": "bet", "bets": {"Red": 1}}, "Choose another action: who bets needs a coin."),
        ({"garnets": 1}, "Leave it empty to trade none."),
    ],
)
def test_who_has_nothing_is_not_told_to_take_nothing(order: Any, hint: str) -> None:
    poor = GAME.load(position(BOARD, Ann={"coins": 0, "phantom": 1, "garnets": 0, "stocks": dict.fromkeys(COLOURS, 0)}))
    (problem,) = GAME.judge(poor, "Ann", order).problems
    assert problem.hint == hint


def test_who_can_pay_for_a_cheaper_stock_alone_is_told_so() -> None:
    rich = {"stocks": dict.fromkeys(COLOURS, 1) | {"Red": 3}}
    state = GAME.load(position(BOARD, Ann={"coins": 10}, Bob=rich))
    (problem,) = GAME.judge(state, "Ann", {"action": "buy", "camel": "Red", "amount": 1}).problems
    assert problem.hint == "Choose a stock that costs 10 coins or less, or another action."


def test_an_unknown_player_is_named_with_the_nearest() -> None:
    (problem,) = GAME.judge(STATE, "Anne", None).problems
    assert problem.code == "player.unknown"
    assert "Ann" in problem.hint
    (problem,) = GAME.judge(STATE, "ann", {"action": "tile", "space": 1}).problems
    assert problem.hint == "Did you mean Ann?"
    (problem,) = GAME.judge(STATE, "Zoltan", None).problems
    assert problem.hint == "The players are Ann, Bob, Cat, Dan and Eve."


def test_where_nothing_is_open_the_hints_say_so() -> None:
    full = {
        str(space): [camel]
        for space, camel in zip(
            (2, 3, 4, 5, 6, 7, 8), ("Red", "Blue", "Green", "Yellow", "Purple", "Black", "Gray"), strict=True
        )
    }
    game = CamelLots({"track_length": 9, "bet_limit_space": 2})
    state = game.load(position(full))
    (problem,) = game.judge(state, "Ann", {"action": "tile", "space": 2}).problems
    assert problem.hint == "Free now: none."
    (problem,) = game.judge(state, "Ann", {"action": "bet", "bets": {"Red": 1}}).problems
    assert problem.hint == "Bets are open on none of the camels now."


def test_a_long_list_of_nonsense_is_answered_shortly() -> None:
    problems = GAME.judge(STATE, "Ann", move(*["Orange" * 50] * 5000)).problems
    assert len(problems) == 1 + MOST_NAMED
    assert all(len(problem.message) < 200 for problem in problems)


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=60)
    | st.sampled_from(["Red", "Gray", "buy"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["Red", "Black"]), inner, max_size=4)
    ),
    max_leaves=8,
)
nearly_orders = st.fixed_dictionaries(
    {"action": st.sampled_from(["move", "tile", "buy", "sell", "bet"]) | anything},
    optional=dict.fromkeys(("camels", "camel", "space", "amount", "bets", "garnets"), anything),
)


@given(anything | nearly_orders)
def test_nonsense_is_a_problem_never_an_exception(order: Any) -> None:
    judged = GAME.judge(STATE, "Ann", order)
    assert (judged.order is None) == bool(judged.problems)
    assert all(problem.message and problem.hint for problem in judged.problems)
    assert isinstance(GAME.say(order), str)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (None, "nothing"),
        ({"action": None}, "nothing"),
        ({"action": None, "garnets": 1}, "nothing, trade 1 garnet"),
        (move("Red", "Blue", "Black"), "move Red, Blue, Black"),
        ({**move("Red", "Blue", "Black"), "garnets": 2}, "move Red, Blue, Black and trade 2 garnets"),
        ({"action": "tile", "space": 7, "garnets": 0}, "tile on 7"),
        ({"action": "buy", "camel": "Red", "amount": 2, "garnets": 1}, "buy 2 Red and trade 1 garnet"),
        ({"action": "sell", "camel": "Blue", "amount": 1}, "sell 1 Blue"),
        ({"action": "bet", "bets": {"Blue": 2, "Red": 3}}, "bet 3 on Red, 2 on Blue"),
        ({"action": "bet", "bets": {"Orange": 2.5, "Red": "x"}}, "bet x on Red, 2.5 on Orange"),
        ({"action": "bet"}, "bet"),
        ({"action": "move"}, "move"),
        ({"action": "buy"}, "buy ? ?"),
        ({"action": "tile"}, "tile on ?"),
        ({"action": "dance"}, "dance"),
        ({"action": "tile", "space": True, "garnets": "all"}, "tile on true and trade all garnets"),
        ({"action": False}, "false"),
        ("move red", "move red"),
        ([], "a list"),
    ],
)
def test_orders_in_words(order: Any, said: str) -> None:
    assert GAME.say(order) == said


def test_the_default_is_a_random_move() -> None:
    assert GAME.default(STATE, "Ann") == GAME.judge(STATE, "Ann", None).order


def test_numbers_too_long_to_print_are_problems_too() -> None:
    huge = 10**5000
    for order in (
        {"action": "buy", "camel": "Red", "amount": huge, "garnets": huge},
        {"action": "sell", "camel": "Red", "amount": huge},
        {"action": "bet", "bets": {"Red": huge}},
        {"action": "tile", "space": huge},
        {"action": huge},
    ):
        assert all("a huge number" in problem.message for problem in GAME.judge(STATE, "Ann", order).problems)
        assert codes(GAME, STATE, "Ann", order)
