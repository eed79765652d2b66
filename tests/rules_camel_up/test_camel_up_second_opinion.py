"""Whole random games, played by the game and by the slow referee beside it: never another answer."""

from __future__ import annotations

import random
from typing import Any

import camel_up_slowly as slowly
import pytest
from camel_up_play import RACING, random_game

from gm_tool.core.draws import Draws
from gm_tool.rules.camel_up import CamelUp


@pytest.mark.parametrize("number", range(60))
def test_the_slow_referee_agrees(number: int) -> None:
    dice, missed, flips = ("tool", "gm")[number % 2], ("pyramid", "skip")[number // 2 % 2], number % 3 == 0
    game = CamelUp({"dice": dice, "missing": missed, "flip_in_place": flips, "own_tile_blocks": number % 5 == 0})
    seed = random.Random(number).randbytes(32)  # as `random_game` draws it
    for turn in random_game(game, 3 + number % 6, number):
        assert game.dump(turn.after) == slowly.play(game.dump(turn.before), turn.order, seed, missed), turn.order


def stacked(chance: random.Random, tiles: Any) -> dict[str, list[str]]:
    """All camels on few spaces, the crazy ones among the others, near both ends of the track."""
    free = [space for space in range(1, 17) if str(space) not in tiles]
    few = [*chance.sample(free, 2), chance.choice([free[0], free[-1]])]
    track: dict[str, list[str]] = {}
    for camel in chance.sample([*RACING, "White", "Black"], 7):
        track.setdefault(str(chance.choice(few)), []).append(camel)
    return track


@pytest.mark.parametrize("number", range(300))
def test_the_slow_referee_agrees_on_high_stacks_and_full_decks(number: int) -> None:
    chance = random.Random(number)
    game, seed = CamelUp({}), chance.randbytes(32)
    names = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"]
    state = game.dump(game.setup(names, {}, Draws(seed)))
    spaces = chance.sample([2, 4, 6, 8, 10, 12, 14, 16], 5)
    state["tiles"] = {
        str(at): {"player": name, "side": chance.choice(["cheer", "boo"])}
        for at, name in zip(spaces, names, strict=False)
    }
    state["track"] = stacked(chance, state["tiles"])
    for name in names:
        state["players"][name]["coins"] = chance.randint(0, 2)
        for deck in ("winner_deck", "loser_deck"):
            state[deck] += [{"player": name, "camel": camel} for camel in chance.sample(RACING, 4)]
    before = game.load(state)
    events = game.resolve(before, {"Ann": game.judge(before, "Ann", None).order}, Draws(seed))
    assert game.dump(game.fold(before, events)) == slowly.play(state, None, seed)
