"""`gm show`, `gm posts`, `gm verify`: posts come from the journal, byte for byte."""

from pathlib import Path

import pytest
from table_play import PLAYERS, ROUND, contents, edit, fill, gm, narrow, new_game, play, problems, sheet_of

PUBLIC = "posts/round-01/public.txt"


def text(folder: Path, name: str) -> str:
    return (folder / name).read_bytes().decode()


# gm show


def test_show_prints_just_what_the_files_hold(played: Path) -> None:
    for step in ([], ["round-1"], ["1"], ["R1"]):
        assert gm("-C", played, "show", "public", *step).out == text(played, PUBLIC)
        assert gm("-C", played, "show", "gm", *step).out == text(played, "posts/round-01/gm.txt")
        for name in PLAYERS:
            assert gm("-C", played, "show", name, *step).out == text(played, f"posts/round-01/private/{name}.txt")
    assert gm("-C", played, "show", "public", "pregame").out == text(played, "posts/pregame/public.txt")


def test_words_of_the_command_line_are_known_in_any_case(played: Path, tmp_path: Path) -> None:
    assert gm("-C", played, "show", "PUBLIC").out == text(played, PUBLIC)
    assert gm("-C", played, "show", "Gm").out == text(played, "posts/round-01/gm.txt")
    assert gm("-C", played, "export", "Public", tmp_path / "out").code == 0
    named = new_game(tmp_path / "named", players=("GM", *PLAYERS[1:]))
    play(named, {name: ROUND[name] for name in PLAYERS[1:]})
    assert gm("-C", named, "show", "GM").out == text(named, "posts/round-01/private/GM.txt")
    assert gm("-C", named, "show", "gm").out == text(named, "posts/round-01/gm.txt")


def test_before_the_first_round_public_is_the_pregame_post(fresh: Path) -> None:
    assert gm("-C", fresh, "show", "public").out == text(fresh, "posts/pregame/public.txt")


def test_show_needs_no_files(played: Path) -> None:
    before = text(played, PUBLIC)
    (played / PUBLIC).unlink()
    assert gm("-C", played, "show", "public").out == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["public", "round-2"], "round-2 is not resolved yet"),
        (["Ann", "next"], "round-2 is not resolved yet"),
        (["Ann", "pregame"], "Only the public has a pregame"),
        (["public", "final"], "The game isn't over"),
        (["orders"], "The game isn't over"),
        (["Annn"], "Did you mean Ann?"),
        (["Zyx"], "Ann, Bob, Cat, Dan, Eve. Or public"),
        (["public", "--dialect", "phpb"], "Did you mean phpbb?"),
        (["public", "--dialect", "zzz"], "There are: phpbb"),
    ],
)
def test_what_cannot_be_shown_is_wrong_use(played: Path, arguments: list[str], said: str) -> None:
    done = gm("-C", played, "show", *arguments)
    assert done.code == 2
    assert done.out == "", "nothing for whoever pastes standard output"
    assert said in done.text


def test_show_before_anything_is_resolved(fresh: Path) -> None:
    for who in ("gm", "Ann"):
        done = gm("-C", fresh, "show", who)
        assert done.code == 2
        assert "Nothing is resolved yet: round-1 comes next." in done.text
        assert "resolve round-1` first" in done.text


def test_a_player_may_be_called_public_or_gm(tmp_path: Path) -> None:
    names = ("public", "gm", "orders", "Dan", "final")
    folder = new_game(tmp_path / "game", players=names)
    fill(sheet_of(folder, 1), {"public": {"Action": "tile", "Space": 5}})
    assert gm("-C", folder, "resolve", "round-1").code == 0
    for name in names[:3]:
        assert gm("-C", folder, "show", name, "--player").out == text(folder, f"posts/round-01/private/{name}.txt")
    assert gm("-C", folder, "show", "public").out == text(folder, PUBLIC)
    assert gm("-C", folder, "verify").code == 0


def test_problems_never_go_to_where_a_post_is_expected(played: Path) -> None:
    edit(played / "game.yaml", "dialect: text", "dialect: phbb")
    done = gm("-C", played, "show", "public")
    assert (done.code, done.out) == (1, "")
    assert "Did you mean phpbb?" in done.err


# Dialects


@pytest.mark.parametrize(("dialect", "mark"), [("phpbb", "[code]"), ("discourse", "```text"), ("discord", "```\n")])
def test_another_dialect_for_once(played: Path, dialect: str, mark: str) -> None:
    before = contents(played)
    assert mark in gm("-C", played, "show", "public", "--dialect", dialect).out
    assert contents(played) == before
    done = gm("-C", played, "posts", "round-1", "--dialect", dialect)
    assert done.code == 0
    assert "Written: 11 files" in done.text
    other = text(played, f"posts/round-01/{dialect}/public.txt")
    assert other == gm("-C", played, "show", "public", "--dialect", dialect).out
    assert text(played, PUBLIC) == before[PUBLIC].decode()
    assert (played / f"posts/round-01/{dialect}/private/Ann.txt").is_file()


def test_a_dialect_adapted_to_the_board(played: Path) -> None:
    adapted = 'dialect:\n  base: phpbb\n  bold: "<b>{text}</b>"\n  limit: "9000"\n  heading_line: "~"'
    edit(played / "game.yaml", "dialect: text", adapted)
    assert "<b>" in gm("-C", played, "show", "Ann").out
    assert "<b>" in gm("-C", played, "show", "Ann", "--dialect", "phpbb").out
    assert "<b>" not in gm("-C", played, "show", "Ann", "--dialect", "discord").out
    assert gm("-C", played, "posts").code == 0
    assert "<b>" in text(played, "posts/round-01/private/Ann.txt")


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('bold: "<b>"', "Write {text} once"),
        ("limit: many", "from 500 up"),
        ("limit: 20", "from 500 up"),
        ('bald: "<b>{text}</b>"', "Did you mean bold?"),
        ('quux: "1"', "There are: bold, italic"),
    ],
)
def test_a_dialect_setting_that_is_wrong_is_named(played: Path, setting: str, said: str) -> None:
    edit(played / "game.yaml", "dialect: text", f"dialect:\n  base: phpbb\n  {setting}")
    done = gm("-C", played, "posts", "--json")
    assert done.code == 1
    problem = problems(done)["dialect.setting"]
    assert said in problem["hint"]
    assert problem["cell"].startswith("line ")


# Wording of the GM's own


def test_wording_of_ones_own_and_what_is_wrong_with_it(played: Path) -> None:
    own = played / "templates/public.txt"
    own.parent.mkdir()
    own.write_text("Hello, {{ title }}!\n", encoding="utf-8")
    assert gm("-C", played, "show", "public").out == "Hello, Presenting CamelLots!\n"
    own.write_text("Hello,\n{{ titel }}!\n", encoding="utf-8")
    done = gm("-C", played, "show", "public")
    assert done.code == 1
    assert "Did you mean title?" in done.text
    assert done.text.count("templates/public.txt, line 2") == 1, "the place is told once"
    assert narrow(done)


# gm posts


def test_posts_brings_back_what_was_deleted_or_edited(played: Path) -> None:
    before = contents(played)
    (played / PUBLIC).write_text("mine")
    (played / "posts/round-01/gm.txt").unlink()
    (played / "posts/pregame/public.txt").unlink()
    done = gm("-C", played, "posts", "--json")
    assert done.code == 0
    assert sorted(done.json["written"]) == ["posts/pregame/public.txt", "posts/round-01/gm.txt", PUBLIC]
    assert len(done.json["files"]) == 13
    assert contents(played) == before
    again = gm("-C", played, "posts")
    assert "All 13 files are there and right." in again.text


def test_posts_of_one_round_or_of_none_yet(played: Path) -> None:
    assert len(gm("-C", played, "posts", "1", "--json").json["files"]) == 12
    assert gm("-C", played, "posts", "round-2").code == 2


def test_posts_before_the_first_round(fresh: Path) -> None:
    (fresh / "posts/pregame/public.txt").unlink()
    assert gm("-C", fresh, "posts", "--json").json["written"] == ["posts/pregame/public.txt"]


# gm verify


def test_a_clean_folder_verifies(played: Path) -> None:
    done = gm("-C", played, "verify", "--json")
    assert done.code == 0
    assert done.json == {
        "title": "Presenting CamelLots",
        "verified": True,
        "entries": 2,
        "steps": 1,
        "files": 13,
        "rules": {"version": "1", "made_by": [{"first": 1, "last": 2, "version": "1"}]},
        "problems": [],
    }
    told = gm("-C", played, "verify")
    assert "verified. Journal entries that hold together: 2" in told.text
    assert narrow(told)


def test_a_new_folder_verifies(fresh: Path) -> None:
    assert gm("-C", fresh, "verify", "--json").json["files"] == 1


def test_an_edited_post_is_found_and_a_deleted_one_warned_of(played: Path) -> None:
    with (played / PUBLIC).open("a") as file:
        file.write("Ann is great\n")
    (played / "results.xlsx").unlink()
    done = gm("-C", played, "verify", "--json")
    assert done.code == 1
    found = problems(done)
    assert (found["file.differs"]["file"], found["file.differs"]["severity"]) == (PUBLIC, "error")
    assert (found["file.gone"]["file"], found["file.gone"]["severity"]) == ("results.xlsx", "warning")
    assert "NOT verified" in gm("-C", played, "verify").text
    assert gm("-C", played, "posts").code == 0
    assert gm("-C", played, "verify").code == 0, "a file that is gone is only a warning"


def test_files_that_are_secret_are_the_gms_alone(played: Path) -> None:
    for name in ("seed.key", "journal.jsonl", "results.xlsx", "sheets/round-02.xlsx", "posts/round-01/gm.txt"):
        assert (played / name).stat().st_mode & 0o077 == 0, name


def test_the_second_round_leaves_the_posts_of_the_first_as_they_are(played: Path) -> None:
    before = contents(played / "posts")
    play(played, {"Ann": ROUND["Ann"]}, 2)
    after = contents(played / "posts")
    assert {name: after[name] for name in before} == before


@pytest.mark.parametrize(
    ("words", "what", "player", "step", "file"),
    [
        (("public",), "public", "", "round-1", "round-01/public.txt"),
        (("gm", "1"), "gm", "", "round-1", "round-01/gm.txt"),
        (("ann",), "private", "Ann", "round-1", "round-01/private/Ann.txt"),
        (("public", "pregame"), "public", "", "pregame", "pregame/public.txt"),
    ],
)
def test_a_post_as_json_is_the_file(
    played: Path, words: tuple[str, ...], what: str, player: str, step: str, file: str
) -> None:
    text = (played / "posts" / file).read_text(encoding="utf-8")
    told = {"what": what, "player": player, "step": step, "dialect": "text", "text": text}
    assert gm("-C", played, "show", *words, "--json").json == told


def test_a_post_that_there_is_not_is_an_error_as_json_too(played: Path) -> None:
    done = gm("-C", played, "show", "Zoe", "--json")
    assert done.code == 2
    assert "no player 'Zoe'" in done.json["error"]
    assert "public, gm or orders" in done.json["hint"]
