"""The door by which games come in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gm_tool.app import games
from gm_tool.app.games import all_games, find_game
from gm_tool.core.problems import WorldFailed, WrongUse
from gm_tool.io.doors import Door


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Door]]:
    """The entry points that are installed for the length of a test."""
    installed = [
        Door("order", "collections:OrderedDict"),
        Door("count", "collections:Counter"),
    ]
    monkeypatch.setattr(games, "declared", lambda group: sorted(installed))
    games._doors.cache_clear()
    find_game.cache_clear()
    yield installed
    games._doors.cache_clear()
    find_game.cache_clear()


def test_games_are_found_by_their_id(doors: list[Door]) -> None:
    assert find_game("order").__name__ == "OrderedDict"
    assert [kind.__name__ for kind in all_games()] == ["Counter", "OrderedDict"]


def test_an_unknown_game_is_wrong_use_with_the_nearest_or_all(doors: list[Door]) -> None:
    with pytest.raises(WrongUse) as near:
        find_game("Ordre")
    assert near.value.hint == "Did you mean order?"
    with pytest.raises(WrongUse) as far:
        find_game("x" * 5000)
    assert far.value.hint == "Installed are: count, order."
    assert len(far.value.message) < 200


def test_a_package_that_cant_be_loaded_is_named(doors: list[Door]) -> None:
    doors.append(Door("lost", "no_such_module:Game"))
    with pytest.raises(WorldFailed, match="lost can't be loaded from no_such_module"):
        find_game("lost")


def test_two_packages_with_one_id_are_refused(doors: list[Door]) -> None:
    doors.append(Door("order", "collections:deque"))
    with pytest.raises(WorldFailed, match="Two installed packages"):
        find_game("order")


def test_the_first_game_comes_in_by_the_same_door() -> None:
    assert find_game("camellots").info.id == "camellots"
