"""A resolved round is read anew: beside orders that are set, with rows that don't count, with late answers."""

import shutil
from pathlib import Path

from table_play import Done, edit, fill, gm, new_game, sheet_of

SALE = ("--set", "Ann", "sell 1 blue")


def correct(folder: Path, *arguments: str | Path) -> Done:
    return gm("-C", folder, "correct", *arguments)


def test_a_row_that_does_not_stand_is_no_hindrance_where_the_order_is_set(six: Path) -> None:
    fill(sheet_of(six, 7), {"Ann": {"Action": "fly"}, "Bob": {"Action": "bet", "Bet Red": 1}})
    assert gm("-C", six, "resolve", "round-7", "--invalid-as-missing").code == 0
    assert correct(six, "7", "--set", "Ann", "tile on 13", "--yes").code == 0
    fill(sheet_of(six, 7), {"Ann": {"Action": "swim"}, "Bob": {"Bet Red": 2}})
    done = correct(six, "7", "--yes", "--json")
    assert done.code == 0, done
    assert [change["player"] for change in done.json["orders"]] == ["Bob"]
    assert gm("-C", six, "explain", "Ann", "7", "--json").json["steps"][0]["read_as"] == "tile on 13"


def test_a_file_that_is_named_is_read_beside_an_order_that_is_set(six: Path, tmp_path: Path) -> None:
    mended = tmp_path / "mended.xlsx"
    shutil.copyfile(sheet_of(six, 5), mended)
    fill(mended, {"Ann": {"Action": "fly"}, "Dan": {"Bet Red": 1}})
    done = correct(six, "5", "--from", mended, *SALE, "--yes", "--json")
    assert done.code == 0, done
    assert [(one["player"], one["why"]) for one in done.json["orders"]] == [("Ann", "set"), ("Dan", "read anew")]
    assert gm("-C", six, "verify").code == 0


def test_who_was_let_in_late_by_a_correction_stays_in(tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    rows = ["Timestamp,Player,Submission", "2026-05-01 21:00,Bob,bet 1 red", "2026-05-01 19:00,Cat,tile 9"]
    answers.write_text("\n".join(rows) + "\n", encoding="utf-8")
    folder = new_game(tmp_path / "game")
    edit(folder / "game.yaml", '# deadlines: "20:00"', 'deadlines: ["2026-05-01 20:00"]')
    assert gm("-C", folder, "resolve", "1", "--from", answers).code == 0
    assert correct(folder, "1", "--from", answers, "--accept-late", "bob", "--yes").code == 0
    assert correct(folder, "1", "--from", answers, "--yes", "--json").json["outcome"] == "unchanged"
    rows[2] = rows[2].replace("9", "8")
    answers.write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = correct(folder, "1", "--from", answers, "--yes", "--json")
    assert [change["player"] for change in done.json["orders"]] == ["Cat"]
    assert gm("-C", folder, "resolve", "1", "--from", answers, "--json").json["accepted"] == ["Bob"]
