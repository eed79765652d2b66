"""Rows of a sheet as orders: what has one meaning is read, all else is asked about."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

import pytest
from camellots_play import position
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.game import Parsed
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, CellFault, Value
from gm_tool.rules.camellots import CamelLots

GAME = CamelLots({})
STATE = GAME.load(position(Ann={"garnets": 2}))
COLUMNS = [field.key for field in GAME.form(STATE, None).fields]
FORMULA, ERROR, DATE = CellFault("formula", "=1+2"), CellFault("error", "#REF!"), dt.datetime(2003, 1, 2)


def row(**values: Value) -> Parsed:
    """Ann's row by short names: `c0` is Camel 1, `red` is Bet Red."""
    return row_in(GAME, values)


def row_in(game: CamelLots, values: Mapping[str, Value]) -> Parsed:
    """That row under other rulings."""
    short = {"c0": "camels/0", "c1": "camels/1", "c2": "camels/2"}
    short |= {colour.lower(): f"bets/{colour}" for colour in ("Red", "Blue", "Green", "Yellow", "Purple")}
    filled = {short.get(name, name): value for name, value in values.items()}
    cells = {key: Cell(f"{chr(ord('B') + n)}5", filled.get(key)) for n, key in enumerate(COLUMNS)}
    return game.parse(STATE, "Ann", cells)


def only(parsed: Parsed) -> Problem:
    (problem,) = parsed.problems
    return problem


@pytest.mark.parametrize(
    ("values", "order"),
    [
        ({"action": "move", "c0": "Red", "c1": "blue", "c2": " BLACK "}, ["Red", "Blue", "Black"]),
        ({"action": "Move camels", "c0": "r", "c1": "Bla", "c2": "p"}, ["Red", "Black", "Purple"]),
        ({"action": "m", "c0": "Red + blue, and Purple x1"}, ["Red", "Blue", "Purple"]),
        ({"action": "move", "c0": "Red/Blue/Black"}, ["Red", "Blue", "Black"]),
        ({"action": "move", "c0": "red blue black"}, ["Red", "Blue", "Black"]),
        ({"action": "move", "c0": "Red & Blue", "c2": "Gray"}, ["Red", "Blue", "Gray"]),
        ({"action": "move", "c1": "Red\nBlue;Gray"}, ["Red", "Blue", "Gray"]),
        ({"action": "move", "c0": "Red", "c1": "Blue–Gray"}, ["Red", "Blue", "Gray"]),
        ({"action": "move", "c0": "Red x2", "c1": "1x Blue"}, ["Red", "Red", "Blue"]),
        ({"action": "move", "c0": "Red or Blue"}, ["Red or Blue"]),
        ({"action": "move", "c0": "Rde", "c1": 3, "c2": True}, ["Rde", "3", "TRUE"]),
        ({"action": "move", "c0": ",", "c1": "Red"}, [",", "Red"]),
        ({"action": "move"}, []),
    ],
)
def test_moves(values: dict[str, Value], order: list[str]) -> None:
    parsed = row(**values)
    assert parsed.order == {"action": "move", "camels": order}
    assert parsed.problems == ()


@pytest.mark.parametrize(
    ("values", "order"),
    [
        ({"action": "tile", "space": 7.0}, {"action": "tile", "space": 7}),
        ({"action": "place tile", "space": " 7 "}, {"action": "tile", "space": 7}),
        ({"action": "tile", "space": "seven"}, {"action": "tile", "space": "seven"}),
        ({"action": "tile"}, {"action": "tile"}),
        ({"action": "buy", "c0": "B", "amount": 10.0}, {"action": "buy", "camel": "Blue", "amount": 10}),
        ({"action": "buy stock", "c0": "g", "amount": "2"}, {"action": "buy", "camel": "Green", "amount": 2}),
        ({"action": "Sell", "c0": "Gra", "amount": 2.5}, {"action": "sell", "camel": "Gray", "amount": "2.5"}),
        ({"action": "buy", "c0": "Red", "amount": -3}, {"action": "buy", "camel": "Red", "amount": -3}),
        ({"action": "buy", "c0": "Red", "amount": 0}, {"action": "buy", "camel": "Red", "amount": 0}),
        ({"action": "buy", "c0": "Red", "amount": "1E+1"}, {"action": "buy", "camel": "Red", "amount": "1E+1"}),
        ({"action": "buy", "amount": 1}, {"action": "buy", "amount": 1}),
        ({"action": "betting", "red": "3", "blue": 2}, {"action": "bet", "bets": {"Red": 3, "Blue": 2}}),
        ({"action": "bet", "red": 0}, {"action": "bet", "bets": {"Red": 0}}),
        ({"action": "bet"}, {"action": "bet", "bets": {}}),
        ({"action": "bet", "red": 1, "garnets": 1}, {"action": "bet", "bets": {"Red": 1}, "garnets": 1}),
        ({"garnets": 1}, {"action": None, "garnets": 1}),
        ({"garnets": 0.0}, {"action": None, "garnets": 0}),
        ({"garnets": "all"}, {"action": None, "garnets": "all"}),
    ],
)
def test_other_actions(values: dict[str, Value], order: Any) -> None:
    parsed = row(**values)
    assert parsed.order == order
    assert parsed.problems == ()


def test_a_name_that_fits_two_camels_is_a_problem_with_both() -> None:
    parsed = row(action="move", c0="Red", c1="B", c2="Gr")
    assert parsed.order is None
    assert [(p.code, p.field, p.value) for p in parsed.problems] == [
        ("camel.ambiguous", "camels/1", "B"),
        ("camel.ambiguous", "camels/2", "Gr"),
    ]
    assert "Blue or Black" in parsed.problems[0].message


def test_crazy_camels_out_of_play_make_names_clear() -> None:
    barred = CamelLots({"crazy_selectable": False})
    parsed = row_in(barred, {"action": "move", "c0": "B", "c1": "Gr", "c2": "Black"})
    assert parsed.order == {"action": "move", "camels": ["Blue", "Green", "Black"]}
    assert parsed.problems == ()


def test_an_action_that_fits_two_is_a_problem_with_both() -> None:
    problem = only(row(action="b", c0="Red"))
    assert (problem.code, problem.field) == ("action.ambiguous", "action")
    assert "buy or bet" in problem.message


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        (
            {"action": "Red", "c0": "move", "c1": "Blue", "c2": "Gray"},
            "swapped? Write move under Action and Red under Camel 1",
        ),
        ({"action": "Blue", "c0": "Red", "c1": "buy"}, "Camel 2 says “buy”"),
        ({"action": "moev", "c0": "Red"}, "Did you mean move?"),
        ({"action": "buy 2 red"}, "Write only “buy” under Action"),
        ({"action": "pass"}, "Write one of them under Action."),
    ],
)
def test_what_is_no_action_comes_with_a_suggestion(values: dict[str, Value], hint: str) -> None:
    parsed = row(**values)
    assert parsed.order is None
    problem = only(parsed)
    assert (problem.code, problem.field, problem.value) == ("action.unknown", "action", values["action"])
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"c0": "Red"}, "The Action cell is empty, but Camel 1 is filled."),
        ({"red": 2, "space": 4}, "The Action cell is empty, but Space and Bet Red are filled."),
        ({}, "and so is all that an action needs"),
    ],
)
def test_a_row_without_an_action(values: dict[str, Value], words: str) -> None:
    parsed = row(**values)
    assert parsed.order is None
    problem = only(parsed)
    assert (problem.code, problem.field) == ("action.unknown", "action")
    assert words in problem.message


@pytest.mark.parametrize(
    ("value", "code"),
    [(DATE, "cell.date"), (DATE.date(), "cell.date"), (dt.time(1, 2), "cell.date"), (dt.timedelta(1), "cell.date"),
     (FORMULA, "cell.formula"), (ERROR, "cell.error")],
)  # fmt: skip
@pytest.mark.parametrize(
    ("values", "key"),
    [
        ({"action": "tile"}, "space"),
        ({"action": "buy", "c0": "Red"}, "amount"),
        ({"action": "buy", "amount": 1}, "c0"),
        ({"action": "bet", "blue": 1}, "red"),
        ({"action": "tile", "space": 2}, "garnets"),
        ({}, "garnets"),
        ({"space": 3}, "action"),
        ({"action": "move", "c0": "Red", "c2": "Gray"}, "c1"),
    ],
)
def test_what_the_spreadsheet_lost_is_told_once(values: dict[str, Value], key: str, value: Value, code: str) -> None:
    parsed = row(**values, **{key: value})
    assert parsed.order is None
    problem = only(parsed)
    assert (problem.code, problem.severity) == (code, "error")
    assert problem.hint
    assert parsed.cells[problem.field].value == value


def test_all_that_is_wrong_with_a_row_is_told_at_once() -> None:
    parsed = row(action="buy", c0="Orange", amount=DATE, garnets=5, red=1)
    assert sorted((p.code, p.field, p.severity) for p in parsed.problems) == [
        ("cell.date", "amount", "error"),
        ("cell.unused", "bets/Red", "warning"),
        ("garnets.too_many", "garnets", "error"),
        ("stock.unknown", "camel", "error"),
    ]
    parsed = row(action="fly", garnets=5)
    assert [problem.code for problem in parsed.problems] == ["action.unknown", "garnets.too_many"]


def test_an_unreadable_bet_still_comes_too_late() -> None:
    board = {"3": ["Red"], "17": ["Blue"], "8": ["Green", "Yellow", "Purple"], "9": ["Black", "Gray"]}
    state = GAME.load(position(board))
    parsed = GAME.parse(state, "Ann", {"action": Cell("B5", "bet"), "bets/Blue": Cell("H5", DATE)})
    assert [(p.code, p.field) for p in parsed.problems] == [("cell.date", "bets/Blue"), ("bet.too_late", "bets/Blue")]


@pytest.mark.parametrize(
    ("values", "unused"),
    [
        ({"action": "move", "c0": "Red", "c1": "Blue", "c2": "Gray", "amount": 1, "red": 2}, ["amount", "bets/Red"]),
        ({"action": "tile", "space": 2, "c0": "Red"}, ["camels/0"]),
        ({"action": "buy", "c0": "Red", "c1": "Blue", "amount": 1}, ["camels/1"]),
        ({"action": "sell", "c0": "Red", "amount": 1, "space": ERROR}, ["space"]),
        ({"action": "bet", "red": 1, "c2": DATE}, ["camels/2"]),
    ],
)
def test_cells_that_the_action_does_not_use_are_warned_of(values: dict[str, Value], unused: list[str]) -> None:
    parsed = row(**values)
    assert [(p.code, p.field, p.severity) for p in parsed.problems] == [("cell.unused", k, "warning") for k in unused]
    assert not GAME.judge(STATE, "Ann", parsed.order).problems


def test_each_key_of_the_order_knows_its_cell() -> None:
    parsed = row(action="move", c0="Red, Blue", c1="Orange")
    assert [parsed.cells[f"camels/{n}"].address for n in range(3)] == ["C5", "C5", "D5"]
    (problem,) = GAME.judge(STATE, "Ann", parsed.order).problems
    assert parsed.cells[problem.field].text == "Orange"
    parsed = row(action="sell", c0="Black", amount=1)
    (problem,) = GAME.judge(STATE, "Ann", parsed.order).problems
    assert parsed.cells[problem.field].text == "Black"


values = st.none() | st.text(max_size=12) | st.integers() | st.floats() | st.booleans() | st.sampled_from(
    [FORMULA, ERROR, DATE, "move", "buy", "bet", "tile", "sell", "Red", "B", "Red, Blue", "Gray x9", 7]
)  # fmt: skip


@given(st.fixed_dictionaries({}, optional={key: values for key in COLUMNS}))  # noqa: C420
def test_any_row_is_an_order_or_says_why_not(filled: dict[str, Value]) -> None:
    cells = {key: Cell("B5", filled.get(key)) for key in COLUMNS}
    parsed = GAME.parse(STATE, "Ann", cells)
    assert (parsed.order is None) == any(problem.severity == "error" for problem in parsed.problems)
    assert all(problem.hint for problem in parsed.problems)
    judged = GAME.judge(STATE, "Ann", parsed.order) if parsed.order is not None else None
    said = [*parsed.problems, *(judged.problems if judged else ())]
    assert len({(p.code, p.field) for p in said}) == len(said), "each problem once"
