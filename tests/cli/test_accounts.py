"""`gm tally`, `gm explain`, `gm rules`, `gm games`, `gm sheet`: what the GM looks up and hands out."""

import os
from pathlib import Path

import openpyxl
import pytest
from table_play import MOVE, PLAYERS, Row, contents, edit, fill, gm, narrow, new_game, play, sheet_of


def test_tally_counts_the_coins_of_each_round(played: Path) -> None:
    done = gm("-C", played, "tally", "--json")
    assert list(done.json) == ["title", "score", "steps", "players"]
    assert done.json["steps"] == ["Start", "Round 1"]
    assert list(done.json["players"]) == list(PLAYERS)
    assert done.json["players"]["Dan"] == [10, 5]
    told = gm("-C", played, "tally")
    assert "Dan 10 5" in told.text
    assert narrow(told)


def test_a_long_tally_is_told_in_blocks(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--ruling", "track_length=90")
    for number in range(1, 7):
        assert gm("-C", folder, "resolve", f"round-{number}").code == 0
    done = gm("-C", folder, "tally")
    assert narrow(done)
    assert done.out.count("Player") == 2
    assert "Round 6" in done.out


def test_explain_tells_where_each_coin_comes_from(played: Path) -> None:
    done = gm("-C", played, "explain", "dan", "--json")
    assert done.code == 0
    assert list(done.json) == ["player", "start", "steps", "former", "problems"]
    assert done.json["player"] == "Dan"
    assert done.json["start"]["coins"] == 10
    (step,) = done.json["steps"]
    assert list(step) == ["step", "order", "read_as", "source", "cells", "changes", "told"]
    assert step["source"] == "sheets/round-01.xlsx, Round 1"
    assert step["order"] == {"action": "bet", "bets": {"Red": 3, "Blue": 2}}
    assert step["cells"] == {"A5": "Dan", "B5": "bet", "H5": "3", "I5": "2"}
    bets = [change for change in step["changes"] if change["what"] == "coins"]
    assert [(bet["amount"], bet["balance"], bet["reason"], bet["about"]) for bet in bets] == [
        (-3, 7, "bet", "Red"),
        (-2, 5, "bet", "Blue"),
    ]
    told = gm("-C", played, "explain", "Dan", "1")
    assert "from sheets/round-01.xlsx, Round 1: A5 'Dan', B5 'bet', H5 '3', I5 '2'" in told.text
    assert "All changes since the start sum up to what Dan has." in told.text
    assert narrow(told)


def test_explain_of_one_round_of_two(played: Path) -> None:
    play(played, {"Ann": MOVE}, 2)
    assert [step["step"] for step in gm("-C", played, "explain", "Ann", "2", "--json").json["steps"]] == ["round-2"]
    assert "sum up" not in gm("-C", played, "explain", "Ann", "2").text, "one round is not all"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Evee"], "Did you mean Eve?"),
        (["Zyx"], "The players: Ann, Bob"),
        (["Ann", "round-2"], "round-2 is not resolved yet"),
    ],
)
def test_what_cannot_be_explained_is_wrong_use(played: Path, arguments: list[str], said: str) -> None:
    done = gm("-C", played, "explain", *arguments)
    assert done.code == 2
    assert said in done.text


def test_nothing_is_explained_before_the_first_round(fresh: Path) -> None:
    assert gm("-C", fresh, "explain", "Ann").code == 2
    assert gm("-C", fresh, "tally", "--json").json["steps"] == ["Start"]
    assert narrow(gm("-C", fresh, "tally"))


def test_a_round_that_changes_nothing_of_a_player_is_told_by_its_order(fresh: Path) -> None:
    assert gm("-C", fresh, "resolve", "round-1").code == 0
    done = gm("-C", fresh, "explain", "Ann")
    assert done.out.startswith("round-1: nothing\n  Ann has no action that counts; ")


def test_many_files_that_differ_are_told_together(played: Path) -> None:
    for path in (played / "posts/round-01/private").iterdir():
        path.write_text("mine")
    done = gm("-C", played, "verify")
    assert done.code == 1
    assert done.text.count("is not what the journal makes") == 1
    assert "The same of posts/round-01/private/Bob.txt" in done.text
    assert narrow(done)


# gm games, gm rules


def test_games_lists_what_is_installed() -> None:
    done = gm("games", "--json")
    assert done.code == 0
    assert "camellots" in [game["id"] for game in done.json["games"]]
    told = gm("games")
    assert "Presenting CamelLots" in told.text
    assert narrow(told)


def test_rules_of_a_game_and_of_a_folder(fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    everywhere = gm("rules", "camellots", "--json").json
    assert everywhere["game"] == "camellots"
    by_key = {ruling["key"]: ruling for ruling in everywhere["rulings"]}
    assert by_key["repeat_camel"]["setting"] is False
    assert by_key["sell_prices"]["setting"] == [13, 10, 7, 4, 1]
    assert list(by_key["repeat_camel"]) == ["key", "question", "default", "setting", "values"]
    edit(fresh / "game.yaml", "repeat_camel: false", "repeat_camel: true")
    here = {ruling["key"]: ruling for ruling in gm("-C", fresh, "rules", "--json").json["rulings"]}
    assert (here["repeat_camel"]["default"], here["repeat_camel"]["setting"]) == (False, True)
    told = gm("-C", fresh, "rules")
    assert "* true: yes" in told.text
    assert "takes 5 whole numbers from 0 up, as [13, 10, 7, 4, 1]" in told.text
    assert narrow(told)
    assert "The default is marked" in gm("rules", "camellots").text


def test_rules_without_a_game_say_what_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = gm("rules")
    assert done.code == 2
    assert "gm rules camellots" in done.text
    assert "Did you mean camellots?" in gm("rules", "camellot").text


def test_rules_of_a_broken_folder_say_what_is_broken(fresh: Path) -> None:
    edit(fresh / "game.yaml", "repeat_camel: false", "repeat_camel: perhaps")
    assert gm("-C", fresh, "rules").code == 1


# gm sheet


def test_a_sheet_that_is_there_as_made_is_left(fresh: Path) -> None:
    before = contents(fresh)
    done = gm("-C", fresh, "sheet")
    assert done.code == 0
    assert "is there already, as it should be" in done.text
    assert contents(fresh) == before
    sheet_of(fresh, 1).unlink()
    again = gm("-C", fresh, "sheet", "--json")
    assert again.json == {"step": "round-1", "file": "sheets/round-01.xlsx", "written": True, "added": []}
    assert contents(fresh) == before


def test_a_filled_sheet_is_never_written_over(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {"Ann": MOVE})
    before = contents(fresh)
    done = gm("-C", fresh, "sheet")
    assert done.code == 2
    assert "may hold orders: it was not touched" in done.text
    assert contents(fresh) == before


def test_a_sheet_to_another_place(fresh: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = sheet_of(fresh, 1).read_bytes()
    assert gm("-C", fresh, "sheet", "--to", "mine.xlsx").code == 0
    assert (tmp_path / "mine.xlsx").read_bytes() == made
    fill(tmp_path / "mine.xlsx", {"Ann": MOVE})
    assert gm("-C", fresh, "sheet", "--to", "mine.xlsx").code == 2
    folder = gm("-C", fresh, "sheet", "--to", tmp_path)
    assert folder.code == 2
    assert "is a folder" in folder.text
    assert gm("-C", fresh, "sheet", "--to", "new/deep.xlsx").code == 0
    assert (tmp_path / "new/deep.xlsx").read_bytes() == made


@pytest.mark.parametrize("name", ["journal.jsonl", "Results.xlsx", "snapshots", "posts/round-01"])
@pytest.mark.parametrize("words", ["sheet --to", "export public"])
def test_nothing_is_written_under_a_name_that_gm_keeps_for_itself(fresh: Path, words: str, name: str) -> None:
    """As the journal a workbook would end the game."""
    before = contents(fresh)
    done = gm("-C", fresh, *words.split(), fresh / name)
    assert done.code == 2 and "a name that gm keeps for itself" in done.text
    assert contents(fresh) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_sheet_into_a_pipe_is_refused_and_the_pipe_not_read(fresh: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xlsx")
    assert gm("-C", fresh, "sheet", "--to", tmp_path / "pipe.xlsx").code == 2


def test_the_sheet_to_hand_out_is_the_same_whatever_players_hide(tmp_path: Path) -> None:
    sheets = []
    for name, garnets in (("one", 0), ("two", 7)):
        folder = new_game(tmp_path / name)
        edit(folder / "game.yaml", "  - name: Bob\n    garnets: 0\n", f"  - name: Bob\n    garnets: {garnets}\n")
        bet: Row = {"Action": "bet", "Bet Red": 3 + garnets // 7}
        play(folder, {"Ann": bet, "Bob": {"Action": "tile", "Space": 5}, "Cat": MOVE, "Dan": MOVE, "Eve": MOVE})
        assert gm("-C", folder, "sheet", "--public").code == 0
        sheets.append((folder / "sheets/round-02-public.xlsx").read_bytes())
    assert sheets[0] == sheets[1]
    tab = openpyxl.load_workbook(tmp_path / "one/sheets/round-02-public.xlsx").worksheets[0]
    assert [tab["A1"].value, tab["B1"].value] == ["Player", "Action"]
    assert (tmp_path / "one/sheets/round-02.xlsx").read_bytes() != sheets[0]
