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


FIVE: Sheet = {**SENT, "Cat": {"Action": "tile", "Space": 9}, "Dan": {"Action": "bet", "Bet Red": 1}, "Eve": MOVE}


def mostly_same(folder: Path, path: Path, sent: Sheet) -> dict[str, str] | None:
    """What is said of a second round in which this was sent, after the five orders of the first."""
    path.write_text(csv_text(sent), encoding="utf-8")
    done = gm("-C", folder, "check", "2", "--from", path, "--json")
    assert done.code == 0, done
    return problems(done).get("source.mostly_same")


def test_a_sheet_in_which_few_rows_are_new_is_asked_about(fresh: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(csv_text(FIVE), encoding="utf-8")
    assert gm("-C", fresh, "resolve", "1", "--from", path).code == 0
    new: dict[str, str | int] = {"Action": "tile", "Space": 12}
    other: dict[str, str | int] = {"Action": "tile", "Space": 14}
    said = mostly_same(fresh, path, {**FIVE, "Bob": new, "Cat": other})
    assert said is not None and said["severity"] == "warning" and said["file"] == "orders.csv"
    assert "The rows of Ann, Dan and Eve are as they were when round-1 was resolved" in said["message"]
    assert "only Bob and Cat changed" in said["message"]
    gone = mostly_same(fresh, path, {name: row for name, row in FIVE.items() if name != "Dan"})
    assert gone is not None and "only Dan changed" in gone["message"]
    assert mostly_same(fresh, path, {**FIVE, "Bob": new, "Cat": other, "Dan": MOVE}) is None, (
        "two may repeat themselves"
    )
    named = tmp_path / "orders round 2.csv"
    assert mostly_same(fresh, named, {**FIVE, "Bob": new}) is None


def test_in_a_small_game_who_repeats_an_order_is_not_asked_about(fresh: Path, orders: Path) -> None:
    assert mostly_same(fresh, orders, CHANGED) is None
