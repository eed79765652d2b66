"""The door by which games come in: entry points of installed packages."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_tool.app import games
from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.doors import GAMES, Door

OURS = Door("camellots", "gm_tool.rules.camellots:CamelLots")


def installed(monkeypatch: pytest.MonkeyPatch, *doors: Door) -> None:
    monkeypatch.setattr(games, "declared", lambda group: doors if group == GAMES else ())


@pytest.fixture(autouse=True)
def _nothing_remembered() -> Iterator[None]:
    def forget() -> None:
        games.find_game.cache_clear()
        games._doors.cache_clear()

    forget()
    yield
    forget()


def test_a_game_is_found_by_its_id() -> None:
    assert games.find_game("camellots").info.id == "camellots"
    assert games.find_game("camellots") in games.all_games()


@pytest.mark.parametrize(
    ("name", "hint"), [("Camellot", "Did you mean camellots?"), ("chess", "Installed are: camellots.")]
)
def test_an_unknown_game_is_told_with_the_nearest(monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    installed(monkeypatch, OURS)
    with pytest.raises(WrongUse) as refused:
        games.find_game(name)
    assert refused.value.hint == hint


def test_without_any_game_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)
    with pytest.raises(WrongUse) as refused:
        games.find_game("camellots")
    assert refused.value.hint == "Installed are: none."


@pytest.mark.parametrize("value", ["gm_tool.rules.nowhere:Game", "gm_tool.rules.camellots:Nothing"])
def test_a_broken_package_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    installed(monkeypatch, Door("broken", value))
    with pytest.raises(WorldFailed, match="The game broken can't be loaded"):
        games.find_game("broken")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = (", "SyntaxError: '(' was never closed (broken_game.py, line 1)"),
        ("def f():\n    return y\n\nf()", "NameError: name 'y' is not defined (site/broken_game.py, line 2)"),
        ("from gm_tool.core.game import Nothing", "ImportError: cannot import name 'Nothing'"),
        ("raise KeyError('a')", "KeyError: 'a' (site/broken_game.py, line 1)"),
    ],
)
def test_whatever_is_wrong_in_a_game_of_ones_own_is_told_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, told: str
) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "broken_game.py").write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    installed(monkeypatch, Door("mine", "broken_game:Mine"))
    with pytest.raises(WorldFailed, match="The game mine can't be loaded from broken_game:Mine: ") as failed:
        games.find_game("mine")
    assert told in failed.value.message
    assert failed.value.hint == "Mend it if it is yours; else install its package anew."


def test_one_game_from_two_packages_is_refused_and_twice_the_same_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, OURS, OURS)
    assert games.find_game("camellots").info.id == "camellots"
    games._doors.cache_clear()
    games.find_game.cache_clear()
    installed(monkeypatch, OURS, Door("camellots", "other:Game"))
    with pytest.raises(WorldFailed, match="Two installed packages"):
        games.find_game("camellots")
