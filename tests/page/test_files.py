"""`gm open`, `gm copy`, `gm export public`, and what `gm verify` says of pages and pictures."""

from __future__ import annotations

import os
import re
import shutil
import sys
import types
import webbrowser
import zipfile
from pathlib import Path

import pytest
from page_play import ROUND, contents, gm, new_game, play

DOCS = Path(__file__).resolve().parents[2] / "docs"


def documented(title: str) -> set[str]:
    """The keys that docs/json.md tells of a command, without the marks of lists."""
    text = (DOCS / "json.md").read_text(encoding="utf-8").split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    return {key.removesuffix("[]") for key in re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)}


# gm open


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser was asked to show."""
    addresses: list[str] = []

    def note(address: str, *_: object) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    return addresses


def test_open_shows_the_latest_page(played: Path, shown: list[str]) -> None:
    page = (played / "posts" / "round-01" / "index.html").resolve()
    for step in ([], ["round-1"], ["1"]):
        done = gm("-C", played, "open", *step)
        assert (done.code, done.out) == (0, f"{page}\n")
    assert shown == [page.as_uri()] * 3


def test_open_print_opens_nothing(played: Path, shown: list[str]) -> None:
    page = (played / "posts" / "round-01" / "index.html").resolve()
    assert gm("-C", played, "open", "--print").out == f"{page}\n"
    told = gm("-C", played, "open", "--print", "--json").json
    assert told == {"step": "round-1", "file": str(page), "opened": False}
    assert told.keys() == documented("gm open --json")
    assert shown == []


def test_open_makes_a_page_that_is_gone(played: Path, shown: list[str]) -> None:
    posts = played / "posts" / "round-01"
    before = contents(posts)
    shutil.rmtree(posts)
    assert gm("-C", played, "open").code == 0
    assert contents(posts) == before
    assert len(shown) == 1


def test_open_leaves_a_page_that_is_there(played: Path, shown: list[str]) -> None:
    page = played / "posts" / "round-01" / "index.html"
    page.write_text("edited", encoding="utf-8")
    assert gm("-C", played, "open").code == 0
    assert page.read_text(encoding="utf-8") == "edited"


@pytest.mark.parametrize("fails", [False, True])
def test_open_without_a_browser_says_where_the_page_is(
    played: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    def none(address: str) -> bool:
        if fails:
            raise webbrowser.Error("could not locate runnable browser")
        return False

    monkeypatch.setattr(webbrowser, "open", none)
    done = gm("-C", played, "open")
    assert done.code == 0
    assert "No browser was found here. Open this file in yours:" in done.out
    assert str((played / "posts" / "round-01" / "index.html").resolve()) in done.out


def test_open_before_the_first_round_says_what_to_do(tmp_path: Path, shown: list[str]) -> None:
    done = gm("-C", new_game(tmp_path / "game"), "open")
    assert done.code == 2
    assert "resolve round-1` first." in done.text
    assert shown == []


# gm copy


class Clipboard:
    """Programs for a clipboard that keep what they are given in files, on a PATH of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def program(self, name: str, code: int = 0) -> None:
        path = self._folder / name
        keeps = f"/bin/cat > '{self._folder}/{name}.kept'"
        path.write_text(f"#!/bin/sh\n{keeps}\nexit {code}\n", encoding="utf-8")
        path.chmod(0o755)

    def kept(self, name: str) -> bytes:
        return (self._folder / f"{name}.kept").read_bytes()


@pytest.fixture
def clipboard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clipboard:
    """No clipboard but the programs that a test makes; no pyperclip."""
    if os.name != "posix":
        pytest.skip("programs made of a script are for Unix")
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setitem(sys.modules, "pyperclip", None)
    return Clipboard(folder)


@pytest.mark.parametrize("name", ["pbcopy", "wl-copy", "xclip", "xsel"])
def test_copy_hands_the_text_to_the_systems_program(played: Path, clipboard: Clipboard, name: str) -> None:
    clipboard.program(name)
    done = gm("-C", played, "copy", "public")
    expected = (played / "posts" / "round-01" / "public.txt").read_bytes()
    assert (done.code, clipboard.kept(name)) == (0, expected)
    assert done.out == f"Copied: public ({len(expected.decode())} characters). Paste it into your forum.\n"


def test_copy_writes_for_windows_as_windows_reads(played: Path, clipboard: Clipboard) -> None:
    clipboard.program("clip.exe")
    assert gm("-C", played, "copy", "Ann", "round-1").code == 0
    expected = (played / "posts" / "round-01" / "private" / "Ann.txt").read_text(encoding="utf-8")
    assert clipboard.kept("clip.exe").decode("utf-16-le") == expected


def test_copy_goes_on_to_the_next_program_where_one_fails(played: Path, clipboard: Clipboard) -> None:
    clipboard.program("wl-copy", code=1)
    clipboard.program("xclip")
    assert gm("-C", played, "copy", "gm").code == 0
    assert clipboard.kept("xclip") == (played / "posts" / "round-01" / "gm.txt").read_bytes()


def test_copy_takes_pyperclip_where_it_is_installed(
    played: Path, clipboard: Clipboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    clipboard.program("xclip")
    copied: list[str] = []
    library = types.ModuleType("pyperclip")
    library.__dict__.update(copy=copied.append, PyperclipException=RuntimeError)
    monkeypatch.setitem(sys.modules, "pyperclip", library)
    assert gm("-C", played, "copy", "public", "pregame").code == 0
    assert copied == [(played / "posts" / "pregame" / "public.txt").read_text(encoding="utf-8")]

    def failing(text: str) -> None:
        raise RuntimeError("no mechanism")

    library.__dict__.update(copy=failing)
    assert gm("-C", played, "copy", "public").code == 0
    assert clipboard.kept("xclip") == (played / "posts" / "round-01" / "public.txt").read_bytes()


def test_copy_without_a_clipboard_says_how_else(played: Path, clipboard: Clipboard) -> None:
    done = gm("-C", played, "copy", "Ann", "round-1", "--dialect", "discord")
    assert done.code == 3
    assert "There is no clipboard that gm can reach." in done.text
    assert "show Ann round-1 --dialect discord` prints the text" in done.text
    assert str(played / "posts") in done.text


def test_copy_goes_part_by_part_where_the_forum_takes_no_more(played: Path, clipboard: Clipboard) -> None:
    clipboard.program("xclip")
    (played / "templates").mkdir()
    (played / "templates" / "public.txt").write_text("A line.\n\n" * 400, encoding="utf-8")
    copied = []
    for number, option in ((1, []), (2, ["--part", "2"])):
        done = gm("-C", played, "copy", "public", "--dialect", "discord", *option)
        assert done.code == 0
        assert f"part {number} of 2" in done.text
        assert ("--part 2" in done.text) == (number == 1)
        copied.append(clipboard.kept("xclip").decode())
        assert copied[-1].endswith(f"({number}/2)\n")
    assert sum(text.count("A line.") for text in copied) == 400


@pytest.mark.parametrize("part", ["0", "2", "-1"])
def test_copy_refuses_a_part_that_there_is_not(played: Path, clipboard: Clipboard, part: str) -> None:
    done = gm("-C", played, "copy", "public", "--part", part)
    assert done.code == 2
    assert f"There is no part {part} of this post: it has one part only." in done.text


def test_copy_knows_the_players(played: Path, clipboard: Clipboard) -> None:
    done = gm("-C", played, "copy", "Anne")
    assert done.code == 2
    assert "Did you mean Ann?" in done.text


# gm export


def test_export_holds_what_is_public_and_nothing_else(finished: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    done = gm("-C", finished, "export", "public", target, "--json")
    assert done.code == 0
    rounds = [f"round-{number:02d}" for number in range(1, 9)]
    expected = {"pregame/public.txt"}
    expected |= {
        f"{step}/{name}" for step in rounds for name in ("public.txt", "public.html", "board.svg", "board.png")
    }
    expected |= {f"final/{name}" for name in ("public.txt", "public.html", "race.svg", "race.png")}
    assert set(contents(target)) == expected
    assert done.json == {"target": str(target), "files": sorted(expected)}
    assert done.json.keys() == documented("gm export --json")
    seed = (finished / "seed.key").read_text().strip()
    assert not [name for name, data in contents(target).items() if seed.encode() in data]


def test_the_zip_file_is_the_folder_and_the_same_every_time(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert gm("-C", played, "export", "public", "out").code == 0
    assert gm("-C", played, "export", "public", "one.zip").code == 0
    assert gm("-C", played, "export", "public").code == 0
    assert Path("one.zip").read_bytes() == Path("game-public.zip").read_bytes()
    with zipfile.ZipFile("one.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == contents(Path("out"))
        assert archive.namelist() == sorted(archive.namelist())
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_export_is_made_from_the_journal_and_follows_no_link(played: Path, tmp_path: Path) -> None:
    posts = played / "posts" / "round-01"
    assert gm("-C", played, "export", "public", tmp_path / "before.zip").code == 0
    (posts / "public.txt").unlink()
    (posts / "public.txt").symlink_to(played / "seed.key")
    (posts / "notes.txt").write_text("mine", encoding="utf-8")
    (played / "posts" / "round-02").symlink_to(played)
    (posts / "public.html").write_text("edited", encoding="utf-8")
    assert gm("-C", played, "export", "public", tmp_path / "after.zip").code == 0
    assert (tmp_path / "before.zip").read_bytes() == (tmp_path / "after.zip").read_bytes()


def test_before_the_first_round_the_export_holds_the_pregame_post(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game")
    assert gm("-C", folder, "export", "public", tmp_path / "out").code == 0
    assert list(contents(tmp_path / "out")) == ["pregame/public.txt"]


@pytest.mark.parametrize("name", ["out", "out.zip", "OUT.ZIP"])
@pytest.mark.parametrize("kind", ["file", "folder", "link", "link to nothing"])
def test_export_overwrites_nothing(played: Path, tmp_path: Path, name: str, kind: str) -> None:
    target = tmp_path / "here" / name
    target.parent.mkdir()
    elsewhere = tmp_path / "elsewhere"
    match kind:
        case "file":
            target.write_text("mine", encoding="utf-8")
        case "folder":
            target.mkdir()
        case "link":
            elsewhere.mkdir()
            target.symlink_to(elsewhere)
        case _:
            target.symlink_to(elsewhere)
    before = sorted(tmp_path.rglob("*"))
    done = gm("-C", played, "export", "public", target)
    assert done.code == 2
    assert f"{name} is there already." in done.text
    assert "nothing is overwritten" in done.text
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_an_export_that_fails_leaves_nothing_behind(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    done = gm("-C", played, "export", "public", tmp_path / "nowhere" / name)
    assert done.code == 3
    assert "There is no folder" in done.text

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "here").mkdir()
    monkeypatch.setattr(Path, "write_bytes", full)
    done = gm("-C", played, "export", "public", tmp_path / "here" / name)
    assert done.code == 3
    assert "the disk is full" in done.text
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.parametrize("name", ["out", "out.zip"])
def test_an_export_takes_no_place_that_was_taken_meanwhile(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    write = Path.write_bytes
    target = tmp_path / name

    def slow(self: Path, data: bytes) -> int:
        if not target.exists():
            target.mkdir()
        return write(self, data)

    monkeypatch.setattr(Path, "write_bytes", slow)
    assert gm("-C", played, "export", "public", target).code == 2
    assert list(target.iterdir()) == []


def test_there_is_a_public_export_only(played: Path) -> None:
    done = gm("-C", played, "export", "gm")
    assert done.code == 2
    assert "export public" in done.text


# gm verify, gm posts


def test_verify_takes_a_redrawn_png_lightly_and_nothing_else(played: Path) -> None:
    posts = played / "posts" / "round-01"
    (posts / "board.png").write_bytes(b"drawn otherwise")
    page = (posts / "index.html").read_bytes()
    (posts / "index.html").write_bytes(page.replace(b"data:image/png;base64,iVBOR", b"data:image/png;base64,AAAAA"))
    told = gm("-C", played, "verify", "--json")
    assert told.code == 0
    found = {problem["file"]: (problem["code"], problem["severity"]) for problem in told.json["problems"]}
    assert found == {f"posts/round-01/{name}": ("picture.differs", "warning") for name in ("board.png", "index.html")}
    for name in ("board.svg", "index.html", "public.html"):
        before = (posts / name).read_bytes()
        (posts / name).write_bytes(before.replace(b"Red", b"Rad", 1))
        told = gm("-C", played, "verify", "--json")
        assert told.code == 1
        assert ("file.differs", f"posts/round-01/{name}") in {
            (problem["code"], problem["file"]) for problem in told.json["problems"]
        }
        (posts / name).write_bytes(before)
    assert gm("-C", played, "posts").code == 0
    assert gm("-C", played, "verify", "--json").json["problems"] == []


def test_resolve_names_the_page(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game")
    play(folder, ROUND)
    done = gm("-C", folder, "resolve", "round-1", "--json")
    names = [name.rsplit("/", 1)[-1] for name in done.json["posts"]]
    assert {"index.html", "public.html", "board.svg", "board.png"} <= set(names)


def test_in_another_dialect_the_page_is_in_that_dialect(played: Path) -> None:
    assert gm("-C", played, "posts", "--dialect", "discord").code == 0
    page = (played / "posts" / "round-01" / "discord" / "index.html").read_text(encoding="utf-8")
    assert "for discord from" in page
    assert "[b]" not in page
