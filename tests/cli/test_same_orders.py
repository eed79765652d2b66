"""One round's orders are not resolved as another's: rows that say just what an earlier round's said."""

from pathlib import Path

import pytest
from table_play import MOVE, Sheet, contents, csv_text, edit, gm, problems, rows_of, workbook

SENT: Sheet = {"Ann": MOVE, "Bob": {"Action": "tile", "Space": 17}}
CHANGED: Sheet = {**SENT, "Bob": {"Action": "tile", "Space": 15}}


def refusal(folder: Path, *arguments: str | Path) -> dict[str, str]:
    before = contents(folder)
    done = gm("-C", folder, "resolve", "2", *arguments, "--json")
    assert done.code == 1
    assert contents(folder) == before
    return problems(done)["source.same"]


@pytest.fixture
def orders(fresh: Path, tmp_path: Path) -> Path:
    """A csv file of the GM's own with which the first round was resolved."""
    path = tmp_path / "orders.csv"
    path.write_text(csv_text(SENT), encoding="utf-8")
    assert gm("-C", fresh, "resolve", "1", "--from", path).code == 0
    return path


def test_the_same_file_is_no_second_round(fresh: Path, orders: Path) -> None:
    for more in ((), ("--invalid-as-missing",)):
        problem = refusal(fresh, "--from", orders, *more)
        assert problem["file"] == "orders.csv"
        assert "These are round-1's orders" in problem["message"]
    assert "source.same" in problems(gm("-C", fresh, "check", "2", "--from", orders, "--json"))


def test_neither_is_a_copy_of_it_in_another_order(fresh: Path, orders: Path, tmp_path: Path) -> None:
    turned = {player: SENT[player] for player in [*SENT][::-1]}
    copy = workbook(tmp_path / "copy.xlsx", {"Orders": [*rows_of(turned), ["Cat"]]})
    assert refusal(fresh, "--from", copy)["tab"] == "Orders"


def test_with_one_order_changed_it_is_another_round(fresh: Path, orders: Path) -> None:
    orders.write_text(csv_text(CHANGED), encoding="utf-8")
    assert gm("-C", fresh, "resolve", "2", "--from", orders).code == 0
    assert gm("-C", fresh, "resolve", "2", "--from", orders, "--json").json["outcome"] == "unchanged"
    orders.write_text(csv_text(SENT), encoding="utf-8")
    done = gm("-C", fresh, "check", "3", "--from", orders, "--json")
    assert "These are round-1's orders" in problems(done)["source.same"]["message"]


def test_a_file_or_tab_that_names_the_round_may_say_the_same_again(fresh: Path, orders: Path, tmp_path: Path) -> None:
    named = tmp_path / "orders round 2.csv"
    named.write_text(csv_text(SENT), encoding="utf-8")
    book = workbook(tmp_path / "own.xlsx", {"Round 2": rows_of(SENT)})
    numbered = [[*row, "Round" if n == 0 else 2] for n, row in enumerate(rows_of(SENT))]
    column = workbook(tmp_path / "column.xlsx", {"All": numbered})
    for path in (named, book, column):
        assert gm("-C", fresh, "check", "2", "--from", path).code == 0


def test_a_sheet_that_game_yaml_names_is_held_against_earlier_rounds_too(fresh: Path, orders: Path) -> None:
    (fresh / "mine.csv").write_text(csv_text(SENT), encoding="utf-8")
    edit(fresh / "game.yaml", '# source: "sheets/{word}-{nn}.xlsx"', "source: mine.csv")
    assert refusal(fresh)["file"] == "mine.csv"
    edit(fresh / "game.yaml", "source: mine.csv", 'source: "mine-{n}.csv"')
    (fresh / "mine.csv").rename(fresh / "mine-2.csv")
    assert gm("-C", fresh, "resolve", "2").code == 0
