"""Posts longer than the forum takes: whole and in parts, printed and as files."""

import re
from pathlib import Path

import pytest
from table_play import PLAYERS, contents, edit, gm, narrow, new_game

from gm_tool.app.publish import PUBLIC_POSTS

PUBLIC = "posts/round-01/public.txt"


@pytest.fixture
def short(played: Path) -> Path:
    """A forum that takes no post of more than 500 characters; all posts made for it."""
    edit(played / "game.yaml", "dialect: text", "dialect: {base: text, limit: 500}")
    assert gm("-C", played, "posts").code == 0
    return played


def parts_of(folder: Path, name: str) -> list[str]:
    """The texts of a post's part files, in order."""
    stem = name.removesuffix(".txt")
    numbers = range(1, 1 + len([other for other in contents(folder) if other.startswith(f"{stem}.part-")]))
    return [(folder / f"{stem}.part-{number}.txt").read_text(encoding="utf-8") for number in numbers]


def test_the_whole_text_is_printed_and_the_parts_are_told_beside_it(
    short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = (short / PUBLIC).read_text(encoding="utf-8")
    done = gm("-C", short, "show", "public")
    assert done.out == whole
    count = len(parts_of(short, PUBLIC))
    assert count > 2
    told = f"{len(whole):,} characters; text takes 500 in one post. In {count} parts:\n"
    assert done.err == f"{told}  gm -C {short} show public --part 1\n"
    monkeypatch.chdir(short)
    assert narrow(gm("show", "Ann", "round-1"))


def test_a_post_that_fits_is_printed_without_a_word(played: Path) -> None:
    assert gm("-C", played, "show", "public").err == ""
    one = gm("-C", played, "show", "public", "--part", "1")
    assert (one.out, one.err) == (gm("-C", played, "show", "public").out, "")
    assert not [name for name in contents(played) if ".part-" in name]


@pytest.mark.parametrize("arguments", [["public"], ["Ann", "round-1"], ["public", "pregame"]])
def test_a_part_is_printed_as_its_file_has_it(short: Path, arguments: list[str]) -> None:
    names = {"public": PUBLIC, "Ann": "posts/round-01/private/Ann.txt", "pregame": "posts/pregame/public.txt"}
    parts = parts_of(short, names[arguments[-1] if arguments[-1] in names else arguments[0]])
    for number, part in enumerate(parts, 1):
        assert len(part) <= 500
        done = gm("-C", short, "show", *arguments, "--part", str(number))
        assert (done.out, done.err) == (part, "")
    for number in (0, len(parts) + 1):
        done = gm("-C", short, "show", *arguments, "--part", str(number))
        assert (done.code, done.out) == (2, "")
        assert f"it has {len(parts)} parts" in done.text


def test_parts_are_told_of_verified_exported_and_as_secret_as_the_whole(short: Path, tmp_path: Path) -> None:
    files = gm("-C", short, "posts", "--json").json["files"]
    assert "posts/round-01/private/Ann.part-1.txt" in files
    assert not [name for name in files if re.search(r"gm\.part-", name)], "the GM's notes aren't pasted"
    for name in files:
        secret = not PUBLIC_POSTS.fullmatch(name)
        assert bool((short / name).stat().st_mode & 0o077) is not secret, name
    (short / "posts/round-01/public.part-1.txt").write_text("edited", encoding="utf-8")
    assert gm("-C", short, "verify").code == 1
    assert gm("-C", short, "posts").code == 0
    assert gm("-C", short, "verify").code == 0
    exported = gm("-C", short, "export", "public", tmp_path / "out", "--json").json["files"]
    assert "round-01/public.part-1.txt" in exported
    assert not [name for name in exported if "private" in name or any(player in name for player in PLAYERS)]


def test_parts_that_there_are_no_more_go_and_nothing_else(short: Path) -> None:
    before = contents(short)
    kept = short / "posts/round-01/mine.part-1.txt"
    kept.write_text("mine", encoding="utf-8")
    edit(short / "game.yaml", "dialect: {base: text, limit: 500}", "dialect: text")
    assert gm("-C", short, "resolve", "round-1").code == 0, "it makes the posts of its round again"
    left = [name for name in contents(short) if ".part-" in name]
    assert [name for name in left if name.startswith("posts/round-01/")] == ["posts/round-01/mine.part-1.txt"]
    assert gm("-C", short, "posts").code == 0
    assert [name for name in contents(short) if ".part-" in name] == ["posts/round-01/mine.part-1.txt"]
    kept.unlink()
    whole = {name for name in before if ".part-" not in name}
    assert contents(short).keys() == whole


def test_a_player_called_like_a_part_has_a_file_of_its_own(tmp_path: Path) -> None:
    players = ("Ann", "Ann.part-1", "ann.PART-2", "Dan", "Eve")
    folder = new_game(tmp_path / "game", players=players)
    edit(folder / "game.yaml", "dialect: text", "dialect: {base: text, limit: 500}")
    assert gm("-C", folder, "resolve", "round-1").code == 0
    for player, file in (("Ann", "Ann"), ("Ann.part-1", "Ann%2Epart-1")):
        written = (folder / f"posts/round-01/private/{file}.txt").read_text(encoding="utf-8")
        assert written == gm("-C", folder, "show", player, "--player").out
    assert gm("-C", folder, "show", "Ann.part-1", "--part", "1").out != ""
    assert gm("-C", folder, "verify").code == 0
