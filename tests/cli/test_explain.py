"""`gm explain`: the five causes of each change, the race, and what of both everybody may know."""

from pathlib import Path

import pytest
from table_play import MOVE, PLAYERS, ROUND, Sheet, gm, narrow, new_game, play

NO_ANN: Sheet = {player: order for player, order in ROUND.items() if player != "Ann"}


@pytest.fixture
def missed(tmp_path: Path) -> Path:
    """A game in which Ann sent nothing and earns a garnet for the camels that were drawn."""
    folder = new_game(tmp_path / "missed", "--ruling", "missing_earns_garnet=true")
    play(folder, NO_ANN)
    return folder


@pytest.fixture
def open_race(tmp_path: Path) -> Path:
    """A game whose moves are public."""
    folder = new_game(tmp_path / "open", "--ruling", "race_report=moves")
    play(folder, ROUND)
    return folder


def test_a_change_has_its_cell_order_paragraph_ruling_and_draw(missed: Path) -> None:
    [step] = gm("-C", missed, "explain", "Dan", "--json").json["steps"]
    assert (step["source"], step["cells"]["H5"], step["read_as"]) == (
        "sheets/round-01.xlsx, Round 1",
        "3",
        "bet 3 on Red, 2 on Blue",
    )
    assert {change["rule"] for change in step["changes"]} == {"A round, 5"}
    assert step["changes"][0]["rulings"] == {"bet_limit_at": "round_start", "bet_limit_space": "17"}
    [garnet] = gm("-C", missed, "explain", "Ann", "--json").json["steps"][0]["changes"]
    assert (garnet["what"], garnet["amount"], garnet["draws"]) == ("garnets", 1, ["round-1/missing/Ann"])
    assert garnet["rulings"] == {"missing_earns_garnet": "true"}


def test_the_text_has_the_sentences_of_the_json(missed: Path) -> None:
    for player in PLAYERS:
        told = gm("-C", missed, "explain", player, "--json").json
        text = gm("-C", missed, "explain", player)
        assert narrow(text)
        for step in told["steps"]:
            for one in (*step["changes"], *step["told"]):
                words = set(one["sentence"].split())
                assert words <= set(text.text.split()), one["sentence"]
                for key, setting in one["rulings"].items():
                    assert f"{key}: {setting}" in text.text
                for label in one["draws"]:
                    assert label in text.text


def test_no_empty_line_stands_where_nothing_follows(missed: Path) -> None:
    play(missed, {"Ann": MOVE}, 2)
    for arguments in (["Ann"], ["Ann", "1"], ["race"], ["race", "2"], ["Ann", "--public"], ["race", "--public"]):
        out = gm("-C", missed, "explain", *arguments).out
        assert "\n\n\n" not in out
        assert not out.startswith("\n")
        assert not out.endswith("\n\n")


def test_the_race_tells_each_move_in_order_and_why(missed: Path) -> None:
    told = gm("-C", missed, "explain", "race", "round-1", "--json").json
    [step] = told["steps"]
    assert (told["public"], step["step"], step["source"]) == (False, "round-1", "sheets/round-01.xlsx, Round 1")
    events = [move["sentence"] for move in step["moves"]]
    assert len(events) >= 2
    assert {move["rule"] for move in step["moves"]} == {"A round, 2"}
    assert step["moves"][0]["rulings"]["movement_order"] == "after_crazy"
    reasons = [reason for move in step["moves"] for reason in move["reasons"]]
    assert [reason["draws"] for reason in reasons] == [["round-1/missing/Ann"]] * 3
    text = gm("-C", missed, "explain", "race")
    assert narrow(text)
    assert "drawn for Ann (draw: round-1/missing/Ann)" in text.text
    assert "Rulings in force: movement_order: after_crazy" in text.text


def test_the_race_names_orders_cells_and_tiles(fresh: Path) -> None:
    play(fresh, {**ROUND, "Bob": {"Action": "tile", "Space": 2}})
    [step] = gm("-C", fresh, "explain", "race", "--json").json["steps"]
    red = next(move for move in step["moves"] if move["sentence"].startswith("Red "))
    assert "where a tile pushes it to 3" in red["sentence"]
    by_order, tile = red["reasons"]
    assert (by_order["sentence"], by_order["read_as"]) == ("Ann moved it", "move Red, Blue, Black")
    assert by_order["cells"]["B2"] == "move"
    assert (tile["sentence"], tile["player"], tile["read_as"]) == ("the tile on space 2 is Bob's", "Bob", "")
    text = gm("-C", fresh, "explain", "race")
    assert "Ann moved it: move Red, Blue, Black (A2, B2, C2, D2, E2)" in text.text


def test_a_camel_named_twice_is_told_so(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--ruling", "repeat_camel=true")
    play(folder, {**ROUND, "Ann": {"Action": "move", "Camel 1": "Red", "Camel 2": "Red", "Camel 3": "Blue"}})
    assert "Ann moved it twice: move Red, Red, Blue" in gm("-C", folder, "explain", "race").text


def test_a_round_in_which_nothing_moves(fresh: Path) -> None:
    play(fresh, {**ROUND, "Ann": {"Action": "tile", "Space": 9}})
    assert "round-1: nothing moved." in gm("-C", fresh, "explain", "race").out


def test_a_player_called_race_comes_first_and_it_is_said(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", players=("Race", *PLAYERS[1:]))
    play(folder, {**NO_ANN, "Race": MOVE})
    done = gm("-C", folder, "explain", "race")
    assert "Race is a player" in done.err
    assert "round-1: move Red, Blue, Black" in done.out
    other = new_game(tmp_path / "other", players=("Racer", *PLAYERS[1:]))
    play(other, {**NO_ANN, "Racer": MOVE})
    assert "Racer moved it" in gm("-C", other, "explain", "race").text, "who only begins so is no such player"


def test_nothing_of_a_player_is_public_in_a_hidden_game(missed: Path) -> None:
    for player in PLAYERS:
        done = gm("-C", missed, "explain", player, "--public")
        assert done.out == f"round-1: nothing of what {player} did or got is public.\n"
        told = gm("-C", missed, "explain", player, "--public", "--json").json
        assert told == {"player": player, "steps": [{"step": "round-1", "changes": [], "told": []}]}
    assert gm("-C", missed, "explain", "race", "--public").out == "round-1: no moves that are public.\n"


def test_public_moves_are_told_without_names(open_race: Path) -> None:
    done = gm("-C", open_race, "explain", "race", "--public")
    assert "Red makes 1 step" in done.text
    assert "Rulings in force: movement_order" in done.text
    assert not [name for name in PLAYERS if name in done.out]
    told = gm("-C", open_race, "explain", "race", "--public", "--json").json
    assert told["public"] is True
    assert all(not move["reasons"] for step in told["steps"] for move in step["moves"])
    assert [step["source"] for step in told["steps"]] == [""]
