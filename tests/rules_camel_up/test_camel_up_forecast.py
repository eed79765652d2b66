"""What `gm odds` is told: the chances in columns, made of what everybody sees."""

from __future__ import annotations

import pytest
from camel_up_play import NAMES, SEED, random_game

from gm_tool.core.draws import Draws
from gm_tool.core.forecast import Forecaster
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots

GAME = CamelUp({})
START = GAME.dump(GAME.setup(NAMES, {}, Draws(SEED)))


def test_only_games_with_chances_to_tell_are_forecasters() -> None:
    assert isinstance(GAME, Forecaster)
    assert not isinstance(CamelLots({}), Forecaster)


def test_the_columns_and_which_of_them_are_exact() -> None:
    columns = GAME.forecast(GAME.load(START), 50)
    assert [(each.title, bool(each.errors)) for each in columns] == [
        ("Leads leg", False),
        ("Second", False),
        ("Wins race", True),
        ("Loses race", True),
    ]
    for each in columns:
        assert list(each.shares) == ["Blue", "Green", "Yellow", "Red", "Purple"]
        assert sum(each.shares.values()) == pytest.approx(1)


def test_what_players_hide_changes_no_chance() -> None:
    name = NAMES[0]
    played = {**START["players"][name], "cards": ["Blue", "Green", "Yellow", "Purple"]}
    hidden = START | {
        "players": START["players"] | {name: played},
        "winner_deck": [{"player": name, "camel": "Red"}],
    }
    other = START | {
        "players": START["players"] | {name: {**played, "cards": ["Blue", "Green", "Yellow", "Red"]}},
        "winner_deck": [{"player": name, "camel": "Purple"}],
    }
    assert GAME.forecast(GAME.load(hidden), 50) == GAME.forecast(GAME.load(other), 50)


def test_a_finished_race_and_no_races_are_refused() -> None:
    with pytest.raises(ValueError, match="race is over"):
        GAME.forecast([turn.after for turn in random_game(GAME, 3, 1)][-1], 1)
    with pytest.raises(ValueError, match="at least one"):
        GAME.forecast(GAME.load(START), 0)
