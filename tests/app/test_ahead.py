"""The second process, and to read a large sheet, are begun before all else, where the command line asks for it."""

import os
from pathlib import Path

import pytest

from gm_tool.app import ahead
from gm_tool.app.ahead import command_of, start_ahead
from gm_tool.io import read_ahead, second_process


@pytest.mark.parametrize(
    ("words", "command"),
    [
        ("resolve", "resolve"),
        ("resolve round-2 --json", "resolve"),
        ("-C oasis resolve", "resolve"),
        ("-C resolve status", "status"),
        ("-C -C resolve", "resolve"),
        ("-Coasis --version resolve", "resolve"),
        ("status resolve", "status"),
        ("-C", ""),
        ("", ""),
    ],
)
def test_the_command_is_the_first_word_that_is_no_option(words: str, command: str) -> None:
    assert command_of(words.split()) == command


@pytest.mark.parametrize(
    ("words", "starts"),
    [("resolve round-1", 1), ("-C a resolve", 1), ("status", 0), ("resolve --help", 0), ("-h resolve", 0)],
)
def test_a_process_is_started_for_resolve_alone(words: str, starts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[str] = []
    monkeypatch.setattr(second_process, "start_ahead", lambda: started.append(words))
    start_ahead(words.split())
    assert len(started) == starts


# Which sheet is read ahead


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, str]]:
    """The files that are read ahead, and what they are called; ten bytes are a large file here."""
    files: list[tuple[Path, str]] = []
    monkeypatch.setattr(ahead, "LARGE", 10)
    monkeypatch.setattr(read_ahead, "start", lambda path, label: files.append((path, label)))
    return files


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game folder with two large sheets, of which the first was saved later, and a small one, saved last."""
    folder = tmp_path / "game"
    (folder / "sheets").mkdir(parents=True)
    (folder / "game.yaml").touch()
    for name, size, saved in [("round-01.xlsx", 10, 2), ("round-02.xlsx", 10, 1), ("round-03.xlsx", 9, 3)]:
        file = folder / "sheets" / name
        file.write_bytes(bytes(size))
        os.utime(file, (saved, saved))
    return folder


def test_the_large_sheet_saved_last_is_read_ahead(game: Path, begun: list[tuple[Path, str]]) -> None:
    start_ahead(["-C", str(game), "check"])
    assert begun == [(game / "sheets" / "round-01.xlsx", "sheets/round-01.xlsx")]


def test_so_is_a_workbook_beside_game_yaml(game: Path, begun: list[tuple[Path, str]]) -> None:
    (game / "Orders.XLSX").write_bytes(bytes(10))
    start_ahead(["-C", str(game), "status"])
    assert begun == [(game / "Orders.XLSX", "Orders.XLSX")]


def test_the_game_is_the_nearest_one_upwards(
    game: Path, begun: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game / "sheets")
    start_ahead(["check"])
    assert [label for _, label in begun] == ["sheets/round-01.xlsx"]


def test_a_file_that_is_named_goes_before_all(game: Path, tmp_path: Path, begun: list[tuple[Path, str]]) -> None:
    other = tmp_path / "other.ods"
    other.write_bytes(bytes(10))
    start_ahead(["-C", str(game), "check", "--from", str(other)])
    start_ahead(["-C", str(game), "check", "--from", str(game / "sheets" / "round-03.xlsx")])
    assert begun == [(other, "other.ods")]


@pytest.mark.parametrize("words", ["show public", "check --help", "", "sheet", "check --from gone.xlsx"])
def test_nothing_is_read_ahead_where_no_orders_are_read(words: str, game: Path, begun: list[tuple[Path, str]]) -> None:
    start_ahead(["-C", str(game), *words.split()])
    assert begun == []


def test_without_a_game_nothing_is_read_ahead(
    tmp_path: Path, begun: list[tuple[Path, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    start_ahead(["check"])
    start_ahead(["-C", "nowhere", "check"])
    assert begun == []
