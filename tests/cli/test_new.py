"""`gm new`: a whole folder or nothing."""

import shutil
from pathlib import Path

import pytest
from table_play import (
    PLAYERS,
    ROUND,
    SEED,
    arguments_of,
    contents,
    edit,
    fill,
    gm,
    narrow,
    new_game,
    problems,
    sheet_of,
)
from turn_play import fill_turns

from gm_tool.core.draws import commitment

NASTY = ("[Clan]Ann", "bob & tom", "CON", "A/B", "Éowyn 007")


def test_a_new_folder_has_settings_seed_post_and_sheet(tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "game", PLAYERS, "--title", "Camels!", "--zone", "Europe/Berlin", "--json"))
    assert done.code == 0
    files = ["game.yaml", "seed.key", "posts/pregame/public.txt", "sheets/round-01.xlsx"]
    assert done.json == {
        "folder": str(tmp_path / "game"),
        "title": "Camels!",
        "step": "round-1",
        "commitment": commitment(bytes.fromhex(SEED)),
        "written": files,
        "problems": [],
    }
    assert sorted(contents(tmp_path / "game")) == sorted(files)
    settings = (tmp_path / "game/game.yaml").read_text(encoding="utf-8")
    assert "# When orders are due" in settings
    assert "zone: Europe/Berlin" in settings
    assert (tmp_path / "game/seed.key").read_text() == SEED + "\n"
    assert SEED not in (tmp_path / "game/posts/pregame/public.txt").read_text(encoding="utf-8")


def test_the_next_command_is_told_and_works(tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "my game"))
    assert f'gm -C "{tmp_path / "my game"}" resolve round-1' in done.out
    assert gm("-C", tmp_path / "my game", "status").code == 0


def test_without_a_seed_each_game_draws_its_own(tmp_path: Path) -> None:
    arguments = [part for name in PLAYERS for part in ("--player", name)]
    seeds = set()
    for name in ("one", "two"):
        assert gm("new", tmp_path / name, *arguments).code == 0
        seeds.add((tmp_path / name / "seed.key").read_text())
    assert len(seeds) == 2


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        (["--player", "ann"], 1, "can't be told apart"),
        (["--player", "Fay"], 1, "is for 5 players; there are 6"),
        (["--player", "Fay"], 1, "To play all the same: `player_count: any` in game.yaml"),
        (["--game", "camel_up", *(part for n in range(4) for part in ("--player", f"P{n}"))], 1, "Name others: a line"),
        (["--seed", "12ab"], 1, "64 hex digits"),
        (["--dialect", "phpb"], 1, "Did you mean phpbb?"),
        (["--zone", "Europe/Berln"], 1, "Did you mean Europe/Berlin?"),
        (["--ruling", "repeat_camels=true"], 1, "Did you mean repeat_camel?"),
        (["--ruling", "repeat_camel=perhaps"], 1, "It takes false or true"),
        (["--ruling", "sell_prices=3,2,1"], 1, "sell_prices"),
        (["--ruling", "camels_per_move=9"], 1, "camels_per_move"),
        (["--ruling", "repeat_camel"], 2, "write key=value"),
        (["--game", "camelots"], 2, "Did you mean camellots?"),
        (["--player", " "], 1, "is empty"),
        (["--player", "a\nb"], 1, "line break"),
    ],
)
def test_a_failure_says_what_is_wrong_and_leaves_no_folder(
    tmp_path: Path, changes: list[str], code: int, said: str
) -> None:
    done = gm(*arguments_of(tmp_path / "deep" / "game"), *changes)
    assert done.code == code
    assert said in done.text
    assert "game.yaml, line" not in done.text, "there is no such file to look into"
    assert narrow(done) or code == 2
    assert list(tmp_path.iterdir()) == []


def test_no_players_at_all_is_a_problem(tmp_path: Path) -> None:
    done = gm("new", tmp_path / "game")
    assert done.code == 1
    assert not (tmp_path / "game").exists()


def test_another_number_of_players_by_a_ruling(tmp_path: Path) -> None:
    new_game(tmp_path / "game", "--ruling", "player_count=any", players=PLAYERS[:3])
    assert gm("-C", tmp_path / "game", "status", "--json").json["missing"] == list(PLAYERS[:3])


def test_the_number_of_players_is_a_ruling_only_where_it_is(tmp_path: Path) -> None:
    lone = gm("new", tmp_path / "game", "--player", "Ann")
    assert "`gm rules camellots` tells which rulings change the number." in lone.text
    for game in ("camel_up", "caravaneers"):
        told = gm("new", tmp_path / "game", "--game", game, "--player", "Ann").text
        assert "rulings" not in told and "Name others: a line for each under players in game.yaml" in told


def test_settings_are_taken_in_any_case_of_letters(tmp_path: Path) -> None:
    done = gm(
        "new", tmp_path / "game", "--game", "Camel_Up", "--dialect", "Discord", "--language", "DE",
        "--zone", "europe/BERLIN", "--ruling", "dice=GM", *(part for n in "ABC" for part in ("--player", n)),
    )  # fmt: skip
    assert done.code == 0, done
    told = gm("-C", tmp_path / "game", "show", "public", "--dialect", "PHPBB").out
    assert "[b]" in told and "Europe/Berlin" in (tmp_path / "game/game.yaml").read_text(encoding="utf-8")
    edit(tmp_path / "game/game.yaml", "game: camel_up", "game: CAMEL_UP")
    fill_turns(tmp_path / "game", {1: {"Action": "pyramid", "Die": "Blue", "Pips": 2}})
    assert gm("-C", tmp_path / "game", "resolve").code == 0
    page = (tmp_path / "game/posts/turn-01/public.html").read_text(encoding="utf-8")
    assert 'lang="de"' in page
    assert gm("-C", tmp_path / "game", "verify").code == 0
    assert gm("-C", tmp_path / "game", "templates", "copy", "final", "--language", "De").code == 0
    assert gm("rules", "CamelLots").code == 0


def test_a_list_of_numbers_on_the_command_line(tmp_path: Path) -> None:
    new_game(tmp_path / "game", "--ruling", "sell_prices=[9, 7, 5, 3, 1]")
    assert "sell_prices: [9, 7, 5, 3, 1]" in (tmp_path / "game/game.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("taken", ["game.yaml", "seed.key", "journal.jsonl"])
def test_a_folder_that_holds_a_game_is_not_touched(tmp_path: Path, taken: str) -> None:
    (tmp_path / taken).write_text("mine")
    before = contents(tmp_path)
    done = gm(*arguments_of(tmp_path))
    assert done.code == 2
    assert taken in done.err
    assert contents(tmp_path) == before


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "game").write_text("mine")
    assert gm(*arguments_of(tmp_path / "game")).code == 2


def test_a_folder_with_other_files_is_taken(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    new_game(tmp_path)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_names_with_markup_and_barred_signs_play_a_round(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--dialect", "phpbb", players=NASTY)
    fill(sheet_of(folder, 1), {"A/B": {"Action": "tile", "Space": 5}})
    done = gm("-C", folder, "resolve", "--json")
    assert done.code == 0
    assert done.json["orders"] == {"A/B": {"action": "tile", "space": 5}}
    for name in NASTY:
        assert gm("-C", folder, "show", name).code == 0
    assert gm("-C", folder, "verify").code == 0
    assert len(list((folder / "posts/round-01/private").iterdir())) == len(NASTY)


def test_names_that_look_alike_are_warned_of(tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "game", ("Bill", "BiIl", "Cat", "Dan", "Eve"), "--json"))
    assert done.code == 0
    assert problems(done)["player.lookalike"]["severity"] == "warning"


# What game.yaml no longer says


def stale(folder: Path, *words: str) -> list[dict[str, str]]:
    told = gm("-C", folder, *words, "--json").json["problems"]
    return [problem for problem in told if problem["code"] == "file.stale"]


def test_nothing_is_out_of_date_in_a_new_game(fresh: Path) -> None:
    assert stale(fresh, "check") == []
    assert gm("-C", fresh, "check").err == ""


def test_a_pregame_post_that_no_longer_tells_the_rulings_is_told_of(fresh: Path) -> None:
    edit(fresh / "game.yaml", "repeat_camel: false", "repeat_camel: true")
    for words in (("check",), ("status",), ("resolve", "1")):
        with_it = Path(shutil.copytree(fresh, fresh.with_name(f"copy of {words[0]}")))
        (problem,) = stale(with_it, *words)
        assert (problem["severity"], problem["file"]) == ("warning", "posts/pregame/public.txt")
    assert "posts` makes it anew" in gm("-C", fresh, "status").text
    assert gm("-C", fresh, "posts").code == 0
    assert stale(fresh, "check") == []
    edit(fresh / "game.yaml", "dialect: text", "dialect: phbb")
    assert "dialect.unknown" in problems(gm("-C", fresh, "check", "--json"))


def test_a_pregame_post_that_cannot_be_made_stops_the_first_round(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    own = fresh / "templates" / "pregame.txt"
    own.parent.mkdir()
    own.write_text("{{ nobody }}", "utf-8")
    before = contents(fresh)
    for words in (("check",), ("resolve", "1"), ("resolve",)):
        done = gm("-C", fresh, *words, "--json")
        assert done.code == 1 and "template.broken" in problems(done)
    assert contents(fresh) == before
    own.unlink()
    assert gm("-C", fresh, "resolve", "1").code == 0


def test_a_first_sheet_without_a_row_for_a_player_is_told_of(fresh: Path) -> None:
    edit(fresh / "game.yaml", "  - name: Eve\n", "  - name: Fay\n")
    (problem,) = [problem for problem in stale(fresh, "check") if problem["file"].startswith("sheets/")]
    assert "sheets/round-01.xlsx has no row for Fay" in problem["message"]
    assert "gm sheet --to" in problem["hint"]
    assert gm("-C", fresh, "sheet", "--to", sheet_of(fresh, 1).with_name("new.xlsx")).code == 0
    sheet_of(fresh, 1).with_name("new.xlsx").replace(sheet_of(fresh, 1))
    assert gm("-C", fresh, "posts").code == 0
    assert stale(fresh, "check") == []


def test_after_the_start_nothing_is_called_out_of_date(played: Path) -> None:
    edit(played / "game.yaml", "title: Presenting CamelLots", "title: Camels again")
    assert stale(played, "check") == []


@pytest.mark.parametrize(("title", "code"), [("  ", 2), ("Night\x07", 1), ("\u200b", 1)])
def test_a_title_must_be_seen_and_stand_in_a_line(title: str, code: int, tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "game", PLAYERS, "--title", title))
    assert done.code == code
    assert "The title " in done.text
    assert not (tmp_path / "game").exists()


def test_a_ruling_is_named_in_any_case_of_letters(tmp_path: Path) -> None:
    made = gm(*arguments_of(tmp_path / "game", PLAYERS, "--ruling", "CRAZY_Tile=Ignore"))
    assert made.code == 0
    assert "crazy_tile: ignore" in (tmp_path / "game/game.yaml").read_text(encoding="utf-8")
