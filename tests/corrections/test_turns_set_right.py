"""Corrections of a game that goes turn by turn: one sheet, posts of several turns."""

from pathlib import Path

import pytest
from table_play import gm, new_game

ROWS = ("Turn,Player,Submission", "1,Ann,roll", "2,Bob,roll", "3,Cy,roll")


@pytest.fixture
def three(tmp_path: Path) -> Path:
    """Camel Up with three turns resolved, which share a post."""
    folder = new_game(tmp_path / "game", "--game", "camel_up", players=("Ann", "Bob", "Cy"))
    assert resolve(folder, *ROWS) == 0
    return folder


def resolve(folder: Path, *rows: str) -> int:
    (folder / "orders.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return gm("-C", folder, "resolve", "--from", folder / "orders.csv").code


def test_a_turn_is_set_right_and_the_game_goes_on_from_the_same_sheet(three: Path) -> None:
    asked = gm("-C", three, "correct", "turn-2")
    assert asked.code == 2
    assert 'correct turn-2 --set NAME "ORDER"' in asked.text
    done = gm("-C", three, "correct", "turn-2", "--set", "Bob", "bet blue", "--yes", "--json")
    assert done.code == 0, done
    assert done.json["steps"] == ["turn-2", "turn-3"]
    assert gm("-C", three, "verify").code == 0
    assert resolve(three, *ROWS, "4,Ann,roll") == 0, "the row of turn 2 may say what it said"
    assert resolve(three, *ROWS[:2], "2,Bob,bet blue", ROWS[3], "4,Ann,roll", "5,Bob,roll") == 0, "or what was set"
    assert gm("-C", three, "status", "--json").json["resolved"] == 5
    assert gm("-C", three, "verify").code == 0


def test_turns_that_share_a_post_are_taken_back_together(three: Path) -> None:
    assert resolve(three, *ROWS, "4,Ann,roll", "5,Bob,roll") == 0
    done = gm("-C", three, "reopen", "turn-5", "--yes", "--json")
    assert done.json["steps"] == ["turn-4", "turn-5"]
    assert not (three / "posts/turn-05").exists()
    assert (three / "posts/turn-03").exists()
    assert gm("-C", three, "verify").code == 0


@pytest.mark.parametrize(("what", "amount"), [("card Red", "+1"), ("card Blue", "+7")])
def test_of_what_there_is_one_nobody_is_given_a_second(three: Path, what: str, amount: str) -> None:
    done = gm("-C", three, "adjust", "Ann", what, amount, "--reason", "a gift")
    assert done.code == 1
    assert f"{what} of Ann can't be changed by {amount}: Ann has 1 of it, and can't have" in done.text
    assert gm("-C", three, "adjust", "Ann", what, "-1", "--reason", "lost").code == 0
    assert gm("-C", three, "explain", "Ann").code == 0, "all changes sum up"
