"""The conformance suite: what must hold of every game, as a class of tests to inherit from."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar

from gm_tool.core.game import AnyGame, Json
from gm_tool.testing import checks
from gm_tool.testing.record import record, record_elsewhere
from gm_tool.testing.tables import Setup, random_setup
from gm_tool.testing.turns import PlayedStep, played_out, random_game
from gm_tool.testing.twins import TURNS_TOLD, leaks

SHOWN = 5
"""So many faults of a check are told."""


@functools.lru_cache(maxsize=8)
def _sample(kind: type[AnyGame], games: int) -> tuple[tuple[Setup, tuple[PlayedStep, ...]], ...]:
    """Random games, played once for all checks; the first under the default rulings."""
    samples = []
    for number in range(games):
        chance = random.Random(f"sample {number}")
        setup = random_setup(kind, chance, plain=number == 0)
        samples.append((setup, tuple(random_game(kind, setup, chance))))
    return tuple(samples)


class Conformance:
    """Inherit it in a test module, name the game, and pytest runs all of its checks:

        class TestMyGame(Conformance):
            game = MyGame

    A game that hides something (`info.hidden`) has to say what: by `secrets`, by `disguised`, or both.
    """

    game: ClassVar[type[AnyGame]]
    games: ClassVar[int] = 6
    """Random games that each check looks at."""
    endings: ClassVar[int] = 200
    """Random games that are played to their end."""
    looked_at: ClassVar[int] = 40
    """Steps of the random games at which the dearer checks look, spread over all."""
    twins: ClassVar[int] = 20
    """Pairs of games that differ in nothing but what one player hides."""

    # What a game that hides something tells of it

    def secrets(self, game: AnyGame) -> Sequence[str]:
        """The words of `holdings` that only the player and the GM may know, under the rulings of this game."""
        return ()

    def disguised(self, game: AnyGame, state: Any, player: str, order: Json, chance: random.Random) -> Json:
        """Another legal order that looks to all others like this one: the same bet on another camel; or None."""
        return None

    # The checks

    def test_states_and_events_survive_json(self) -> None:
        """A state and events come back from JSON as they were, in the same bytes."""
        self._each_step(checks.survives_json)

    def test_a_state_changes_by_its_events_alone(self) -> None:
        """fold(state, events) is the state after the step, and the same orders give the same events again."""
        self._each_step(checks.folds)

    def test_what_players_have_is_the_sum_of_the_changes(self) -> None:
        """Every holding is what it was and the changes since."""
        self._each_step(checks.adds_up)

    def test_everything_can_be_told(self) -> None:
        """Every event, every order and every audience's view can be put into words; of several turns, too."""
        self._each_step(checks.speaks)
        for played in self._spread(self.looked_at):
            _tell(checks.shows(played), played.step.name)
        if not self.game.info.simultaneous:
            for number, (_, steps) in enumerate(_sample(self.game, self.games)):
                for first in range(0, len(steps), 5 * TURNS_TOLD):
                    several = steps[first : first + TURNS_TOLD]
                    _tell(checks.shows_several(several), f"sample {number}, from {several[0].step.name} on")

    def test_nothing_is_ever_broken(self) -> None:
        """The invariants hold of every state, from the first on."""
        self._each_step(
            lambda played: (*checks.holds(played.game, played.before), *checks.holds(played.game, played.after))
        )

    def test_an_order_that_is_said_is_read_again(self) -> None:
        """read(say(order)) is that order."""
        self._each_step(checks.reads_back)

    def test_the_order_of_rows_makes_no_difference(self) -> None:
        """Shuffled rows give the same orders, events and state, byte for byte."""
        chance = random.Random("rows")
        self._each_step(lambda played: checks.same_however_sent(played, chance))

    def test_the_default_stands(self) -> None:
        """Null is judged as the default order, and a step of defaults alone can be played."""
        self._each_step(lambda played: checks.default_stands(played.game, played.before, played.seed))

    def test_nonsense_gives_problems(self) -> None:
        """No order, row or message is an exception, whatever it holds; a problem says why it doesn't stand."""
        chance = random.Random("nonsense")
        self._each_step(lambda played: self._nonsense(played, chance))
        for played in self._spread(8):
            player = played.step.players[0]
            _tell(checks.takes_odd_cells(played.game, played.before, player))

    def _nonsense(self, played: PlayedStep, chance: random.Random) -> Iterator[str]:
        for player in played.step.players:
            for _ in range(4):
                order = played.orders.get(player)
                yield from checks.refuses_nonsense(played.game, played.before, player, order, chance)

    def test_all_that_the_form_offers_is_legal(self) -> None:
        """Each entry that the form offers is part of some complete row that makes a legal order."""
        chance = random.Random("form")
        for played in self._spread(self.looked_at):
            player = chance.choice(played.step.players)
            _tell(checks.offers_what_is_legal(played.game, played.before, player, chance))

    def test_another_hash_seed_gives_the_same_bytes(self) -> None:
        """A fresh Python with another hash seed plays the same games, to the byte."""
        here = record(self.game, 2)
        for hash_seed in (1, 2):
            found = record_elsewhere(self.game, 2, hash_seed)
            _tell([f"with the hash seed {hash_seed} the same games come out differently"] if found != here else [])

    def test_what_one_hides_nobody_else_can_tell(self) -> None:
        """A secret shows in no other audience's words, boards or forms, and makes no difference to any of them."""
        said = bool(self.secrets(self.game({}))) or type(self).disguised is not Conformance.disguised
        assert said or not self.game.info.hidden, "info.hidden is True: say what is hidden, by `secrets` or `disguised`"
        for number in range(self.twins):
            chance = random.Random(f"twins {number}")
            setup = random_setup(self.game, chance, plain=number == 0)
            secrets = self.secrets(self.game(setup.rulings))
            _tell(leaks(self.game, setup, secrets, self.disguised, chance, steps=12), f"twins {number}")

    def test_random_games_end(self) -> None:
        """Random games of legal rows come to an end, and nobody is ever without a legal order."""
        for number in range(self.endings):
            chance = random.Random(f"ending {number}")
            played_out(self.game, random_setup(self.game, chance), chance)

    # How they look at games

    def _each_step(self, check: Callable[[PlayedStep], Iterable[str]]) -> None:
        for number, (_, steps) in enumerate(_sample(self.game, self.games)):
            for played in steps:
                _tell(check(played), f"sample {number}, {played.step.name}")

    def _spread(self, most: int) -> list[PlayedStep]:
        """At most so many steps, from all parts of all games."""
        steps = [played for _, steps in _sample(self.game, self.games) for played in steps]
        return steps[:: max(1, -(-len(steps) // most))]


def _tell(faults: Iterable[str], where: str = "") -> None:
    """Fails with the first faults, if there are any."""
    found = [fault for fault, _ in zip(faults, range(SHOWN), strict=False)]
    assert not found, "\n".join([f"In {where}:" if where else "Found:", *found])
