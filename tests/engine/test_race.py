"""How pieces moved and why, of random games of all kinds; and the draws that were made, written down."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from gm_tool.core.drawn import RecordedDraws
from gm_tool.core.draws import Draws
from gm_tool.core.events import Movement
from gm_tool.core.game import AnyGame
from gm_tool.core.rulings import Setting
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import StepEntry
from gm_tool.engine.proof import setup_draws, step_draws
from gm_tool.engine.race import moves, public_step
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.testing.tables import random_setup
from gm_tool.testing.turns import PlayedStep, random_game

GAMES = (CamelLots, CamelUp, Caravaneers)
SEED = bytes(range(32))


def entry_of(turn: PlayedStep) -> StepEntry:
    """The journal's entry of a turn, as far as it is looked at here."""
    return StepEntry(
        engine="",
        rules="",
        settled="",
        step=turn.step.name,
        source=None,
        rows=(),
        orders={player: turn.orders.get(player) for player in turn.step.players},
        missing=(),
        set_aside=(),
        problems=(),
        events=msgspec.to_builtins(turn.events),
        state=None,
    )


def all_turns(kind: type[AnyGame], games: int) -> list[tuple[Ruled, PlayedStep]]:
    turns = []
    for number in range(games):
        chance = random.Random(number)
        setup = random_setup(kind, chance)
        settings: dict[str, Setting] = {ruling.key: ruling.default for ruling in kind.rulings}
        ruled = Ruled(kind(setup.rulings), settings | dict(setup.rulings))
        turns += [(ruled, turn) for turn in random_game(kind, setup, chance)]
    return turns


@pytest.mark.parametrize("kind", GAMES)
def test_every_move_has_its_reasons(kind: type[AnyGame]) -> None:
    told = 0
    for ruled, turn in all_turns(kind, 12):
        entry = entry_of(turn)
        made = {draw.label for draw in step_draws(ruled.game, turn.before, entry, turn.seed).draws}
        movements = [event for event in turn.events if isinstance(event, Movement)]
        found = moves(ruled, entry)
        assert [move.sentence for move in found] == [ruled.game.tell(event) for event in movements]
        for move, event in zip(found, movements, strict=True):
            assert move.rule
            ends = type(event).__name__ == "RaceEnded"
            assert ends or move.reasons, move
            assert {label for reason in move.reasons for label in reason.draws} <= made
            told += 1
    assert told > 50


@pytest.mark.parametrize("kind", GAMES)
def test_what_is_public_of_the_race_is_less(kind: type[AnyGame]) -> None:
    for ruled, turn in all_turns(kind, 6):
        entry = entry_of(turn)
        gms, publics = moves(ruled, entry), moves(ruled, entry, public=True)
        public = [event for event in turn.events if isinstance(event, Movement) and event.known_to == "public"]
        assert len(publics) == len(public)
        assert {move.sentence for move in publics} <= {move.sentence for move in gms}
        assert not any(reason.said or reason.cells for move in publics for reason in move.reasons)
        for player in turn.step.players:
            step = public_step(ruled, entry, player)
            known = [ruled.game.tell(event) for event in turn.events if event.known_to == "public"]
            assert {one.sentence for one in step.changes} | {one.sentence for one in step.told} <= set(known)


def test_a_die_that_the_gm_rolled_has_no_draw() -> None:
    game = CamelUp({"dice": "gm"})
    state = game.setup(("Ann", "Bob", "Cat"), {}, Draws(SEED))
    order: Any = {"action": "pyramid", "die": "Red", "pips": 2}
    judged = game.judge(state, "Ann", order)
    assert judged.order is not None, judged.problems
    events = tuple(game.resolve(state, {"Ann": judged.order}, Draws(None)))
    causes = next(event for event in events if isinstance(event, Movement)).causes({"Ann": order}, events)
    assert [cause.sentence for cause in causes] == ["Red 2 came up in Ann's turn", "the GM rolled it"]
    assert not any(cause.draws for cause in causes)


def test_where_the_gm_rolls_nobody_else_is_told_for_whom_a_die_was_drawn() -> None:
    """A turn that was missed looks to all others like one for which the GM rolled the same."""
    game = CamelUp({"dice": "gm"})
    state = game.setup(("Ann", "Bob", "Cat"), {}, Draws(SEED))
    default = game.default(state, "Ann")
    assert default is not None
    missed = tuple(game.resolve(state, {"Ann": default}, Draws(SEED)))
    die = next(event for event in missed if event.kind == "die_rolled")
    order: Any = {"action": "pyramid", "die": die.camel, "pips": die.pips}  # type: ignore[attr-defined]
    judged = game.judge(state, "Ann", order).order
    assert judged is not None
    sent = tuple(game.resolve(state, {"Ann": judged}, Draws(SEED)))
    known = [
        [
            [cause for cause in event.causes(orders, events) if cause.known_to == "public"]
            for event in events
            if event.kind in ("die_rolled", "camel_moved")
        ]
        for orders, events in (({"Ann": None}, missed), ({"Ann": order}, sent))
    ]
    assert known[0] == known[1]
    assert die.causes({"Ann": None}, missed)[1].draws == ("turn-1/die", "turn-1/face"), "the GM is told"


# Draws, written down


def test_recorded_draws_are_those_that_are_made() -> None:
    plain, recorded = Draws(SEED), RecordedDraws(SEED)
    assert recorded.below("die", 6) == plain.below("die", 6)
    assert recorded.sample("camels", ("a", "b", "c"), 2) == plain.sample("camels", ("a", "b", "c"), 2)
    number, sample = recorded.made
    assert (number.label, number.n, number.items) == ("die", 6, ())
    assert (sample.label, sample.n, sample.items) == ("camels", 3, ("a", "b", "c"))
    assert tuple(sample.result) == Draws(SEED).sample("camels", ("a", "b", "c"), 2)


def test_the_draws_of_a_setup_are_written_down() -> None:
    from gm_tool.engine.journal import start_entry

    settings: dict[str, Setting] = {ruling.key: ruling.default for ruling in CamelUp.rulings}
    game = CamelUp({})
    start = start_entry(game, settings, "", ("Ann", "Bob", "Cat"), {}, SEED)
    labels = [draw.label for draw in setup_draws(game, start, SEED).draws]
    assert labels[0] == "setup/order"
    assert len(labels) == len(set(labels)) == 9
    turn = next(random_game(CamelUp, random_setup(CamelUp, random.Random(1)), random.Random(1)))
    over = msgspec.structs.replace(entry_of(turn), step="turn-99")
    finished = game.load(_finished())
    with pytest.raises(ValueError, match="the game is over before it"):
        step_draws(game, finished, over, SEED)


def _finished() -> Any:
    """The last state of a random game of Camel Up, as JSON."""
    chance = random.Random(3)
    *_, last = random_game(CamelUp, random_setup(CamelUp, chance, plain=True), chance)
    return last.game.dump(last.after)
