"""Where orders are read from: the tool's sheet, a file of the GM's own, which of its tabs."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from table_play import (
    MOVE,
    ROUND,
    Sheet,
    contents,
    csv_text,
    edit,
    fill,
    gm,
    play,
    problems,
    rows_of,
    sheet_of,
    workbook,
)

Tabs = Mapping[str, Sequence[Sequence[object]]]
TILE: Sheet = {"Ann": {"Action": "tile", "Space": 4}}
OTHER: Sheet = {"Ann": {"Action": "tile", "Space": 12}}
SPACE_4 = {"Ann": {"action": "tile", "space": 4}}


def orders(folder: Path, *arguments: str | Path) -> Any:
    done = gm("-C", folder, "check", *arguments, "--json")
    assert done.code == 0, done
    return done.json["orders"]


def source(folder: Path, setting: str) -> None:
    edit(folder / "game.yaml", '# source: "sheets/{word}-{nn}.xlsx"', f"source: {setting}")


def refusal(folder: Path, *arguments: str | Path) -> dict[str, str]:
    """The one problem of a file that can't be used; nothing is written."""
    before = contents(folder)
    done = gm("-C", folder, "resolve", "round-1", *arguments, "--json")
    assert done.code == 1
    assert contents(folder) == before
    (problem,) = done.json["problems"]
    assert isinstance(problem, dict)
    return problem


# --from and --tab


def test_a_csv_file_is_named_relative_to_where_one_stands(
    fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "orders.csv").write_text(csv_text(TILE), encoding="utf-8-sig")
    monkeypatch.chdir(tmp_path)
    assert orders(fresh, "--from", "orders.csv") == SPACE_4
    done = gm("-C", fresh, "resolve", "--from", "orders.csv", "--json")
    assert done.json["orders"] == SPACE_4
    assert '"file":"orders.csv"' in (fresh / "journal.jsonl").read_text(encoding="utf-8")


def test_a_file_inside_the_folder_is_named_from_there(fresh: Path) -> None:
    (fresh / "sheets/by hand.csv").write_text("Player,Action\nAnn,dance\n", encoding="utf-8")
    done = gm("-C", fresh, "check", "--from", fresh / "sheets/by hand.csv", "--json")
    assert problems(done)["action.unknown"]["file"] == "sheets/by hand.csv"
    assert problems(done)["action.unknown"]["cell"] == "B2"


def test_a_csv_beside_the_folder_is_compared_when_resolved_again(fresh: Path, tmp_path: Path) -> None:
    path = tmp_path / "orders.csv"
    path.write_text(csv_text(TILE), encoding="utf-8")
    source(fresh, '"../orders.csv"')
    assert gm("-C", fresh, "resolve").code == 0
    path.write_text(csv_text(OTHER), encoding="utf-8")
    again = gm("-C", fresh, "resolve", "round-1", "--json")
    assert (again.code, again.json["outcome"]) == (1, "changed")


def test_a_missing_file_is_told_with_the_nearest(fresh: Path) -> None:
    problem = refusal(fresh, "--from", fresh / "sheets/round-1.xlsx")
    assert problem["code"] == "file.missing"
    assert "Did you mean round-01.xlsx?" in problem["hint"]


def test_tab_names_the_tab_whatever_its_case(fresh: Path, tmp_path: Path) -> None:
    path = workbook(tmp_path / "own.xlsx", {"May": rows_of(TILE), "June": rows_of(OTHER)})
    assert orders(fresh, "--from", path, "--tab", " may") == SPACE_4
    assert orders(fresh, "--from", path, "--tab", "May") == SPACE_4
    problem = refusal(fresh, "--from", path, "--tab", "Mayy")
    assert problem["code"] == "tab.missing"
    assert problem["hint"].startswith("Did you mean 'May'? Its tabs: May, June.")


def test_the_tab_of_another_round_is_not_what_was_meant(fresh: Path, tmp_path: Path) -> None:
    path = workbook(tmp_path / "own.xlsx", {"Round 2": rows_of(TILE), "Runde 1": rows_of(OTHER)})
    hint = refusal(fresh, "--from", path, "--tab", "Round 1")["hint"]
    assert hint.startswith("Did you mean 'Runde 1'? Its tabs: Round 2, Runde 1.")


# Which tab


def test_the_tab_of_the_round_goes_before_all_others(fresh: Path, tmp_path: Path) -> None:
    tabs: Tabs = {"Round 2": rows_of(OTHER), "Notes": [["x"]], "round-01": rows_of(TILE)}
    assert orders(fresh, "--from", workbook(tmp_path / "own.xlsx", tabs)) == SPACE_4


def test_the_only_tab_is_taken_whatever_it_is_called(fresh: Path, tmp_path: Path) -> None:
    path = workbook(tmp_path / "own.xlsx", {"Orders": rows_of(TILE), "Standings": [["x"]]})
    assert orders(fresh, "--from", path) == SPACE_4


def test_a_hidden_tab_is_never_taken_unasked(fresh: Path, tmp_path: Path) -> None:
    tabs = {"Round 1": rows_of(OTHER), "Orders": rows_of(TILE)}
    path = workbook(tmp_path / "own.xlsx", tabs, hidden=["Round 1"])
    assert orders(fresh, "--from", path) == SPACE_4
    assert orders(fresh, "--from", path, "--tab", "Round 1") != SPACE_4


def test_the_tab_of_another_round_is_refused(fresh: Path, tmp_path: Path) -> None:
    problem = refusal(fresh, "--from", workbook(tmp_path / "own.xlsx", {"Round 4": rows_of(TILE)}))
    assert problem["code"] == "tab.other"
    assert "only 'Round 4'" in problem["message"]


@pytest.mark.parametrize("titles", [("Orders", "More orders"), ("Round 1", "R1")])
def test_two_tabs_that_could_be_meant_are_refused(fresh: Path, tmp_path: Path, titles: tuple[str, str]) -> None:
    path = workbook(tmp_path / "own.xlsx", {title: rows_of(TILE) for title in titles})
    problem = refusal(fresh, "--from", path)
    assert problem["code"] == "tab.unclear"
    assert "--tab NAME" in problem["hint"]


def test_a_workbook_whose_tabs_are_all_hidden_is_refused(fresh: Path, tmp_path: Path) -> None:
    tabs: Tabs = {"Orders": rows_of(TILE), "Notes": [["x"]]}
    path = workbook(tmp_path / "own.xlsx", tabs, hidden=["Orders"])
    assert refusal(fresh, "--from", path)["code"] == "header.missing"


def test_one_tab_with_a_round_column(fresh: Path, tmp_path: Path) -> None:
    titles = ("Round", "Player", "Action", "Space")
    rows = [titles, (2, "Ann", "tile", 5), ("Round 1", "Ann", "tile", 4)]
    done = gm("-C", fresh, "check", "--from", workbook(tmp_path / "own.xlsx", {"All": rows}), "--json")
    assert done.json["orders"] == SPACE_4
    assert done.json["rows"]["read"] == 1


# game.yaml


def test_a_workbook_of_ones_own_with_a_tab_a_round(fresh: Path) -> None:
    source(fresh, '{file: "orders.xlsx", tab: "Round {n}"}')
    path = workbook(fresh / "orders.xlsx", {"Round 1": rows_of(TILE), "Round 2": rows_of(OTHER)})
    before = path.read_bytes()
    assert gm("-C", fresh, "resolve", "round-1", "--json").json["orders"] == SPACE_4
    assert gm("-C", fresh, "resolve", "round-2", "--json").json["orders"] == {"Ann": {"action": "tile", "space": 12}}
    assert path.read_bytes() == before, "the GM's own workbook is only read"
    assert not sheet_of(fresh, 2).exists(), "no sheet of ours beside the GM's"


def test_a_file_a_round_by_its_number(fresh: Path) -> None:
    source(fresh, '"own/{word}{n}-{nn}.csv"')
    (fresh / "own").mkdir()
    (fresh / "own/round1-01.csv").write_text(csv_text(TILE), encoding="utf-8")
    assert orders(fresh) == SPACE_4
    assert refusal(fresh, "--from", fresh / "own/round2-02.csv")["file"] == "own/round2-02.csv"


def test_titles_of_ones_own(fresh: Path, tmp_path: Path) -> None:
    edit(fresh / "game.yaml", "#   columns: {Spieler: Player, Aktion: Action}", "columns: {Spieler: Player, Wo: Space}")
    path = workbook(tmp_path / "own.xlsx", {"Orders": [["Spieler", "Action", "Wo"], ["Ann", "tile", 4]]})
    assert orders(fresh, "--from", path) == SPACE_4


def test_a_sheet_that_is_open_is_read_with_a_warning(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    (fresh / "sheets/~$round-01.xlsx").write_bytes(b"ann")
    done = gm("-C", fresh, "check", "--json")
    assert done.code == 0
    assert problems(done)["file.open"]["severity"] == "warning"
    assert "open in Excel: what isn't saved there yet was not read" in problems(done)["file.open"]["message"]


def test_aliases_stand_for_players(fresh: Path) -> None:
    edit(fresh / "game.yaml", "  - name: Ann\n", "  - name: Ann\n    aliases: [Annie]\n")
    path = workbook(fresh / "own.xlsx", {"Orders": rows_of({"ANNIE ": TILE["Ann"]})})
    assert orders(fresh, "--from", path) == SPACE_4


# -C and the folder upwards


def test_the_nearest_folder_upwards_is_the_game(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(fresh / "posts/pregame")
    assert gm("check").code == 0


def test_where_there_is_no_game_the_message_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = gm("status")
    assert done.code == 2
    assert "gm new DIR" in done.text
    named = gm("-C", tmp_path, "status", "--json")
    assert named.code == 2
    assert "is no game folder" in named.json["error"]


def test_only_what_the_row_says_counts_not_its_place(fresh: Path, tmp_path: Path) -> None:
    forward = workbook(tmp_path / "a.xlsx", {"Orders": rows_of(ROUND)})
    backward = workbook(tmp_path / "b.xlsx", {"Orders": rows_of({name: ROUND[name] for name in reversed(list(ROUND))})})
    assert orders(fresh, "--from", forward) == orders(fresh, "--from", backward)


def test_a_second_round_reads_its_own_sheet(played: Path) -> None:
    done = play(played, {"Ann": MOVE}, 2)
    assert "round-2 is resolved" in done.text


# What a player is told of what was read


def test_a_player_is_told_the_order_under_its_titles_and_no_note_of_the_gm(fresh: Path) -> None:
    play(fresh, {**ROUND, "Dan": {"Action": "bet", "Bet Blue": 3, "Note": "Dan is broke, ha"}})
    update = gm("-C", fresh, "show", "Dan", "--dialect", "text").out
    assert "> Received:\n> Action: bet, Bet Blue: 3\n" in update
    assert "ha" not in update.split()
    assert "note" not in update.casefold()
    assert "Dan is broke, ha" not in (fresh / "results.xlsx").read_bytes().decode("latin-1")
    assert gm("-C", fresh, "verify").code == 0


def test_what_was_written_into_a_form_is_told_with_its_note(fresh: Path) -> None:
    rows = [
        ["Timestamp", "E-mail", "Player", "Your order", "Note"],
        ["2026-04-03 20:00", "dan@example.org", "Dan", "bet 3 on Blue", "wish me luck"],
    ]
    workbook(fresh / "form.xlsx", {"Form Responses 1": rows})
    assert gm("-C", fresh, "resolve", "round-1", "--from", fresh / "form.xlsx").code == 0
    update = gm("-C", fresh, "show", "Dan", "--dialect", "text").out
    assert "> Received:\n> Your order: bet 3 on Blue\n" in update
    assert "> Your note:\n> wish me luck\n" in update
    assert "example.org" not in update
    assert "2026-04-03" not in update


def test_a_stray_cell_in_the_last_corner_of_a_sheet_is_named(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    book = openpyxl.load_workbook(sheet_of(fresh, 1))
    book.worksheets[0]["XFD1048576"] = "x"
    book.save(sheet_of(fresh, 1))
    done = gm("-C", fresh, "check", "--json")
    assert (done.code, list(done.json["orders"])) == (0, list(ROUND))
    assert "from XFD1048576 on" in problems(done)["column.unknown"]["message"]


def test_filled_rows_of_a_later_round_are_told_for_they_may_be_a_slip(fresh: Path, tmp_path: Path) -> None:
    rows = rows_of(TILE)
    numbered: list[list[Any]] = [["Round", *rows[0]], *([55, *row] for row in rows[1:])]
    empty = [7, rows[1][0]]
    path = workbook(tmp_path / "own.xlsx", {"Orders": [*numbered, empty]})
    said = json.loads(gm("-C", fresh, "check", "1", "--from", path, "--json").out)
    [told] = [problem for problem in said["problems"] if problem["code"] == "round.later"]
    assert (told["severity"], told["cell"], told["value"]) == ("note", "2", "55")
    assert told["message"] == "Row 2 is of round-55, and not read for round-1."


def test_a_sheet_of_all_rounds_says_nothing_of_later_ones_once_they_are_resolved(fresh: Path, tmp_path: Path) -> None:
    rows = rows_of(TILE)
    both = [["Round", *rows[0]], *([1, *row] for row in rows[1:]), *([2, *row] for row in rows[1:])]
    path = workbook(tmp_path / "own.xlsx", {"Orders": both})
    assert "Rows " in gm("-C", fresh, "check", "1", "--from", path).out
    assert gm("-C", fresh, "resolve", "1", "--from", path).code == 0
    assert "round.later" not in gm("-C", fresh, "check", "1", "--from", path, "--json").out
