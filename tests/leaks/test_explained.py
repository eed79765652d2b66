"""What `gm explain --public` tells is the same in both of twin games, for every player and of the race."""

from msgspec import to_builtins
from twins import NAMES, twins

from gm_tool.app.folder import GameFolder
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.race import moves, public_step


def told_of(game: GameFolder, public: bool = True) -> object:
    ruled = Ruled(game.game, game.settings)
    steps = [game.entry(number) for number in range(1, game.played + 1)]
    return [
        to_builtins([*(public_step(ruled, entry, player) for player in NAMES), *moves(ruled, entry, public)])
        for entry in steps
    ]


def test_what_is_public_is_the_same_in_both() -> None:
    pairs = [twins(index) for index in range(60)]
    open_races = 0
    for pair in pairs:
        told = told_of(pair.first)
        assert told == told_of(pair.second)
        assert not [secret for secret in (*pair.words, *pair.numbers) if secret in str(told)]
        open_races += (
            any(step[len(NAMES) :] for step in told if isinstance(step, list)) if isinstance(told, list) else 0
        )
    assert open_races > 10, "races that are told"


def test_the_guard_bites() -> None:
    """What the GM is told of the same moves differs: whose orders they were."""
    pairs = [twins(index) for index in range(20)]
    assert any(told_of(pair.first, public=False) != told_of(pair.second, public=False) for pair in pairs)
