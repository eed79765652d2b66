"""`gm new-game`: what it writes is a whole game, whose tests pass, and which can be installed and played at once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from outside_game import Site, fill
from test_docs_json import assert_documented
from typer.testing import CliRunner

from gm_tool.app.fuzz import FuzzReport, KeptFinding
from gm_tool.app.new_game import new_game
from gm_tool.cli.commands import app
from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io import resources
from gm_tool.testing.fuzz import Finding


def test_what_it_writes_is_tested_installed_and_played(tmp_path: Path) -> None:
    site = Site(tmp_path)
    told = json.loads(site.gm("new-game", "Éowyn's ride", "--json"))
    assert told["game"] == "eowyn_s_ride"
    assert told["written"] == [
        "README.md",
        "pyproject.toml",
        "src/eowyn_s_ride/__init__.py",
        "src/eowyn_s_ride/templates/final.txt",
        "tests/test_eowyn_s_ride.py",
    ]
    site.install(tmp_path / told["folder"])
    assert "passed" in site.run("-m", "pytest", told["folder"], "-q", "-p", "no:cacheprovider", "-p", "no:randomly")
    site.gm("new", "first", "--game", "eowyn_s_ride", "--player", "Ann", "--player", "Bob")
    fill(tmp_path / "first/sheets/round-01.xlsx", (2,), (1,))
    site.gm("-C", "first", "resolve")
    assert "The Vase goes to Ann." in site.gm("-C", "first", "show", "public")


def test_nothing_of_the_example_s_name_is_left(tmp_path: Path) -> None:
    report = new_game(tmp_path / "desert-race")
    old = ("sealed_auction", "sealed-auction", "Auction", '"auction"', "--game auction")
    for name in report.written:
        text = (report.folder / name).read_text(encoding="utf-8")
        assert not [word for word in old if word in text], name
    rules = (report.folder / report.rules).read_text(encoding="utf-8")
    assert "class DesertRace(SimpleGame[State]):" in rules
    assert 'title="Desert Race"' in rules


@pytest.mark.parametrize("name", ["3d", "???", "class", "json", "camellots", "gm_tool", "msgspec", "pytest"])
def test_a_name_that_no_game_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(WrongUse) as refused:
        new_game(tmp_path / name)
    assert "gm new-game" in refused.value.hint
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "race").mkdir()
    (tmp_path / "race" / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(WrongUse, match="was not touched"):
        new_game(tmp_path / "race")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WrongUse, match="was not touched"):
        new_game(tmp_path / "file")
    (tmp_path / "empty").mkdir()
    assert new_game(tmp_path / "empty").game == "empty"


def test_it_tells_how_to_go_on(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["new-game", str(tmp_path / "oasis")])
    assert done.exit_code == 0
    assert "pip install -e" in done.stdout
    assert "new my-first-game --game oasis" in done.stdout


def test_a_folder_with_a_blank_is_quoted_where_it_is_to_be_typed(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["new-game", str(tmp_path / "My game")])
    assert f'pip install -e "{tmp_path / "My game"}"\n' in done.stdout
    assert f'python -m pytest "{tmp_path / "My game"}"   (once: pip install pytest)\n' in done.stdout


def test_an_installation_without_the_example_is_the_world_s_fault() -> None:
    with pytest.raises(WorldFailed, match="lacks its example"):
        resources.example_package("no-such-example")


def test_what_programs_are_told_is_documented(tmp_path: Path) -> None:
    assert_documented("gm new-game --json", new_game(tmp_path / "oasis").as_json())
    found = KeptFinding(Finding(kind="crash", number=3, step="round-1", where="here", message="Oh."), "found/game-3")
    assert_documented("gm fuzz --json", FuzzReport("oasis", "1", 200, 600, 1_800, (found,)).as_json())
