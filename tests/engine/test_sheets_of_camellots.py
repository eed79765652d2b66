"""Sheets as people really send them, from the values or the very file to the orders of CamelLots."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import openpyxl
import pytest

from gm_tool.core.draws import Draws
from gm_tool.core.names import Names
from gm_tool.core.problems import Problem
from gm_tool.core.sources import CellFault, Tab, Value
from gm_tool.engine.intake import take_in
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import Checked, check
from gm_tool.io.reading import tabs_of
from gm_tool.rules.camellots import CamelLots

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
GRID = ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", "Bet Red", "Trade garnets", "Note")
FORM = (
    *("Timestamp", "Player", "What do you do?", "Which camels do you move?", "Which stock do you buy?"),
    *("How many stocks do you buy?", "Which stock do you sell?", "How many stocks do you sell?"),
    *("How many coins do you bet on Red?", "Where does your tile go?"),
)
GAME = CamelLots({})
STATE = GAME.setup(PLAYERS, {}, Draws(bytes(32)))
NOON = dt.datetime(2026, 4, 3, 12, 0)


def checked_tab(tab: Tab, players: tuple[str, ...] = PLAYERS, clock: Clock | None = None) -> Checked:
    state = GAME.setup(players, {}, Draws(bytes(32)))
    step = GAME.due(state)
    assert step is not None
    return check(GAME, state, step, take_in(tab, GAME.form(state, None), Names(players), step, {}, clock))


def grid(*rows: tuple[Value, ...], header: tuple[Value, ...] = GRID, players: tuple[str, ...] = PLAYERS) -> Checked:
    return checked_tab(Tab("sheets/round-01.xlsx", "Round 1", (header, *rows)), players)


def message(text: Value) -> Checked:
    return grid(("Ann", text), header=("Player", "Submission"))


def from_file(folder: Path, *rows: tuple[Value, ...], clock: Clock | None = None) -> Checked:
    """The same through a real workbook."""
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(list(row))
    path = folder / "orders.xlsx"
    book.save(path)
    (tab,) = tabs_of(path.read_bytes(), "orders.xlsx")
    return checked_tab(tab, clock=clock)


def only(result: Checked, severity: str = "error") -> Problem:
    (found,) = (problem for problem in result.problems if problem.severity == severity)
    return found


# What has one meaning is read; the rest is listed with a suggestion, and nobody of these is missing


def test_camels_in_one_cell() -> None:
    result = grid(("Ann", "move", "Red + blue, and Purple x1"))
    assert result.orders == {"Ann": {"action": "move", "camels": ["Red", "Blue", "Purple"]}}
    assert result.orders == message("move Red + blue, and Purple x1").orders


def test_swapped_cells_are_listed_with_a_suggestion() -> None:
    result = grid(("Ann", "Red", "move", "Blue", "Gray"))
    assert (result.refused, "Ann" in result.missing) == (("Ann",), False)
    assert "Write move under Action and Red under Camel 1" in only(result).hint


@pytest.mark.parametrize(
    "row",
    [
        ("Ann", "Buy", "Red", None, None, None, 0),
        ("Ann", "bet", None, None, None, None, None, 0),
        ("Ann", None, None, None, None, None, None, None, None, "sorry, busy"),
        ("Ann", "buy", "Red", None, None, None, CellFault("formula", "=1+2")),
        ("Ann", "buy", "Red", None, None, None, CellFault("error", "#REF!")),
    ],
)
def test_what_was_sent_is_never_missing(row: tuple[Value, ...]) -> None:
    result = grid(row)
    assert (result.refused, result.missing) == (("Ann",), PLAYERS[1:])
    assert only(result).place.cell


@pytest.mark.parametrize("text", ["Buy Red 0", "buy 0 red", "bet 0 on red", "huh?"])
def test_what_was_posted_is_never_missing(text: str) -> None:
    result = message(text)
    assert (result.refused, result.missing) == (("Ann",), PLAYERS[1:])
    assert (only(result).place.cell, only(result).value) == ("B2", text)


@pytest.mark.parametrize(
    ("amount", "bought"), [(10.0, 10), ("1.0", 1), (2.5, None), (10.000000001, None), ("1E+1", None), (-3, None)]
)
def test_amounts_are_whole_numbers(amount: Value, bought: int | None) -> None:
    result = grid(("Ann", "sell", "Red", None, None, None, amount))
    problem = only(result) if result.refused else None
    if bought == 1:
        assert result.orders == {"Ann": {"action": "sell", "camel": "Red", "amount": 1}}
    else:
        assert problem is not None
        assert problem.code == ("sell.too_many" if bought else "amount.invalid")
        assert "10.0 " not in problem.message


@pytest.mark.parametrize("value", [dt.datetime(2003, 2, 1), dt.date(2026, 10, 5), dt.time(5, 10)])
def test_a_date_of_the_spreadsheets_making_is_called_one(value: Value) -> None:
    for result, cell in (
        (grid(("Ann", "move", value)), "C2"),
        (grid(("Ann", "bet", None, None, None, None, None, value)), "H2"),
        (message(value), "B2"),
    ):
        problem = only(result)
        assert (problem.code, problem.place.cell) == ("cell.date", cell)
        assert "spreadsheet" in problem.message


def test_a_list_that_became_a_date_in_a_real_file(tmp_path: Path) -> None:
    result = from_file(tmp_path, GRID, ("Ann", "move", dt.datetime(2003, 2, 1)))
    assert only(result).code == "cell.date"
    assert "37653" not in only(result).message
    assert "2003-02-01" in only(result).message


@pytest.mark.parametrize("name", ["An\u200bn", "\u00a0Ann ", "ANN", "ann"])
def test_names_and_titles_with_blanks_that_nobody_sees(name: str) -> None:
    header = ("Player ", "Action", "Camel\n1", "Amount\u00a0")
    result = grid((name, "sell", "Red\n", 1), header=header)
    assert result.orders == {"Ann": {"action": "sell", "camel": "Red", "amount": 1}}


def test_curly_signs_and_dashes() -> None:
    players = ("D'Arcy", "Sam", "Sammy", "Dan", "Eve")
    rows: list[tuple[Value, ...]] = [("D\u2019Arcy", "sell Red \u2013 1"), ("Sam", "tile 7"), ("Samm", "tile 8")]
    result = grid(*rows, header=("Player", "Submission"), players=players)
    assert result.orders == {
        "D'Arcy": {"action": "sell", "camel": "Red", "amount": 1},
        "Sam": {"action": "tile", "space": 7},
        "Sammy": {"action": "tile", "space": 8},
    }


# Forms


def test_the_last_valid_answer_in_time_counts_in_a_real_file(tmp_path: Path) -> None:
    rows: list[tuple[Value, ...]] = [
        FORM,
        (NOON.replace(hour=11, minute=5), "ANN ", None),
        (NOON.replace(hour=10), "Ann", "buy", None, "Red", 2),
        (NOON.replace(hour=11), "Ann", "sell", None, None, None, "Blue", 1),
        (NOON, "Bob", "move", "Red, Blue, Black"),
        (NOON.replace(hour=23), "Bob", "tile", *[None] * 6, 7),
        (NOON, "Cat", "bet", *[None] * 5, 3),
        (NOON, "Dan", "buy", None, "Red", 9),
    ]
    clock = Clock(due=NOON.replace(hour=20, tzinfo=dt.UTC))
    for ordered in (rows, [FORM, *reversed(rows[1:])]):
        result = from_file(tmp_path, *ordered, clock=clock)
        assert result.orders == {
            "Ann": {"action": "sell", "camel": "Blue", "amount": 1},
            "Bob": {"action": "move", "camels": ["Red", "Blue", "Black"]},
            "Cat": {"action": "bet", "bets": {"Red": 3}},
        }
        assert (result.refused, result.missing) == (("Dan",), ("Eve",))
        assert result.counts.as_json() == {
            "read": 7,
            "used": 3,
            "superseded": 1,
            "late": 1,
            "refused": 1,
            "ignored": 1,
        }
        errors = {p.code for p in result.problems if p.severity == "error"}
        warnings = {p.code for p in result.problems if p.severity == "warning"}
        assert (errors, warnings) == ({"buy.unaffordable"}, {"row.late", "row.empty"})


def test_a_question_between_and_one_put_otherwise() -> None:
    header = ("Timestamp", "Your favourite song?", "Action", "Which camel? (one)", "How many?", "Player")
    tab = Tab("answers.csv", "", (header, (NOON, "none", "sell", "Red", "1", "Ann")))
    result = checked_tab(tab)
    assert result.orders == {"Ann": {"action": "sell", "camel": "Red", "amount": 1}}
    assert {(p.code, p.place.cell) for p in result.problems} == {("column.unknown", "B1"), ("column.guessed", "D1")}


def test_messages_of_a_form_are_read_like_any() -> None:
    rows: list[tuple[Value, ...]] = [
        (NOON, "Ann", "Hi GM, please move red, blue and black!"),
        ("2026-04-03T12:30:00Z", "Ann", "> move red, blue and black\nOn second thought: tile 7"),
        ("2026-04-03T12:40:00Z", "Ann", "Sorry, tile 8"),
        (NOON, "Bob", "buy 1 red and sell 1 blue"),
    ]
    result = checked_tab(Tab("posts.csv", "", (("Timestamp", "Player", "Submission"), *rows)))
    assert result.orders == {"Ann": {"action": "move", "camels": ["Red", "Blue", "Black"]}}
    assert result.refused == ("Bob",)
    assert only(result).code == "message.ambiguous"
    assert [account.fate for account in result.accounts] == ["used", "refused", "refused", "refused"]


def test_a_hidden_row_is_read_and_told_of(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.active.append(("Player", "Submission"))
    book.active.append(("Ann", "tile 7"))
    book.active.row_dimensions[2].hidden = True
    book.save(tmp_path / "orders.xlsx")
    result = checked_tab(tabs_of((tmp_path / "orders.xlsx").read_bytes(), "orders.xlsx")[0])
    assert result.orders == {"Ann": {"action": "tile", "space": 7}}
    assert only(result, "warning").code == "row.hidden"
