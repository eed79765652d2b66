"""A correction at any step gives exactly what playing it right from the start gives; replay agrees."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from random_corrections import (
    Right,
    Table,
    adjust_of,
    begun,
    corrected,
    journal_of,
    played_on,
    played_right,
    random_order,
    random_table,
    ruling_of,
)

from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import has_errors
from gm_tool.engine.corrections import Impossible, Leave, Mended, Redone, Ruled, adjust_entry, play_again
from gm_tool.engine.entries import AdjustEntry, ReopenEntry, StepEntry
from gm_tool.engine.journal import Journal, versions
from gm_tool.engine.replay import replay
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.caravaneers import Caravaneers

KINDS: Sequence[type[AnyGame]] = (CamelLots, CamelUp, Caravaneers)
seeds = st.integers(0, 2**32)


def played(step: StepEntry) -> Any:
    """What must come out alike: the orders, who is missing or set aside, events and state, as bytes."""
    return (
        step.step,
        msgspec.json.encode([step.orders, step.missing, step.set_aside, step.events, step.state]),
    )


def other_words(table: Table, journal: Journal, number: int, chance: random.Random) -> dict[str, str]:
    """Orders for some players of a step, legal there, in words that are read back as just that order."""
    game, state = table.game, table.game.load(journal.line.state_after(number - 1))
    words: dict[str, str] = {}
    for player in journal.steps[number - 1].orders:
        if words and chance.random() < 0.6:
            continue
        order = random_order(game, state, player, chance)
        said = game.say(order)
        if order is not None and game.read(state, player, said).order == order:
            words[player] = said
    return words


def orders_with(table: Table, journal: Journal, number: int, words: dict[str, str]) -> list[dict[str, Json]]:
    """The orders as they were sent, those of one step set right."""
    sent = [{**step.orders, **step.left_out} for step in journal.steps]
    state = table.game.load(journal.line.state_after(number - 1))
    sent[number - 1] |= {player: table.game.read(state, player, said).order for player, said in words.items()}
    return sent


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=40)
def test_a_correction_gives_what_playing_right_gives(kind: type[AnyGame], seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(kind, chance)
    journal = played_on(table, begun(table), chance, chance.randint(2, 6))
    for _ in range(2):
        number = chance.randint(1, len(journal.steps))
        words = other_words(table, journal, number, chance)
        if not words:
            continue
        right = Right(tuple(orders_with(table, journal, number, words)))
        journal, redone = corrected(table, journal, {number: words})
        expected = played_right(table, right, lambda number: table.ruled)
        assert list(map(played, journal.steps)) == list(map(played, expected))
        assert not redone.wrong
    assert replay(table.game, journal, table.setup.seed) == ()


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@example(seed=456)
@settings(max_examples=15)
def test_adjustments_are_made_again_in_their_places(kind: type[AnyGame], seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(kind, chance)
    journal = begun(table)
    adjusts: dict[int, list[AdjustEntry]] = {}
    for _ in range(3):
        journal = played_on(table, journal, chance, 1)
        number, state = len(journal.steps), table.game.load(journal.state)
        player = chance.choice(table.setup.players)
        what = next(iter(table.game.holdings(state, player)))
        asked = adjust_of(table, number, player, what, chance.choice((1, 2)))
        try:
            made, _ = adjust_entry(table.ruled, state, asked)
        except Impossible:
            continue  # in Caravaneers all camels of a hoard come from the board
        journal = journal_of([made], journal)
        adjusts[number] = [*adjusts.get(number, ()), made]
    words = other_words(table, journal, 1, chance)
    if not words:
        return
    right = Right(tuple(orders_with(table, journal, 1, words)), adjusts)
    journal, redone = corrected(table, journal, {1: words})
    if redone.lost:
        return  # said, and for the GM to decide
    assert list(map(played, journal.steps)) == list(map(played, played_right(table, right, lambda _: table.ruled)))
    assert sum(map(len, journal.line.adjusts)) == sum(len(after) for after in adjusts.values())
    assert replay(table.game, journal, table.setup.seed) == ()


@given(seed=seeds)
@settings(max_examples=30)
def test_a_ruling_in_the_middle_gives_what_playing_by_it_gives(seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(CamelLots, chance)
    journal = played_on(table, begun(table), chance, chance.randint(2, 5))
    first = chance.randint(1, len(journal.steps))
    ruling = chance.choice([one for one in table.game.rulings if one.kind in ("choice", "flag")])
    setting = msgspec.to_builtins(chance.choice(ruling.values)[0])
    changed = {**table.ruled.settings, ruling.key: setting}
    try:
        game = CamelLots(changed)
        game.load(journal.line.state_after(first - 1))
    except Exception:
        return  # rulings that don't go together, or with the game as it stands: `gm ruling` says so

    def ruled(number: int) -> Ruled:
        return Ruled(game, changed) if number >= first else table.ruled

    redone = play_again(journal.line, first, ruled, table.setup.seed, {}, Leave(everybody=True))
    right = Right(tuple(step.orders for step in journal.steps))
    head = ruling_of(table, first, ruling.key, setting, len(redone.entries))
    journal = journal_of([head, *redone.entries], journal)
    assert list(map(played, journal.steps)) == list(map(played, played_right(table, right, ruled)))
    assert replay(table.game, journal, table.setup.seed) == ()


@pytest.mark.parametrize("kind", KINDS)
@given(seed=seeds)
@settings(max_examples=10)
def test_reopened_and_resolved_again_with_the_same_orders_is_the_same(kind: type[AnyGame], seed: int) -> None:
    chance = random.Random(seed)
    table = random_table(kind, chance)
    before = played_on(table, begun(table), chance, 4)
    number = chance.randint(1, len(before.steps))
    reopened = ReopenEntry(
        **versions(table.game, table.ruled.settings), from_step=before.steps[number - 1].step, reason="", date=""
    )
    journal = journal_of([reopened], before)
    assert journal.steps == before.steps[: number - 1]
    assert journal.state == before.line.state_after(number - 1)
    journal = journal_of(list(before.steps[number - 1 :]), journal)
    assert list(map(played, journal.steps)) == list(map(played, before.steps))
    assert replay(table.game, journal, table.setup.seed) == ()


def redone_with(table: Table, journal: Journal, words: dict[str, str], leave: Leave) -> Redone:
    """The whole game played again with other orders in its first step."""
    mended = {1: Mended(words=words)}
    return play_again(journal.line, 1, lambda _: table.ruled, table.setup.seed, mended, leave)


def test_an_order_that_no_longer_stands_is_told_and_left_out_only_if_that_is_decided() -> None:
    found = 0
    for seed in range(60):
        chance = random.Random(seed)
        table = random_table(CamelLots, chance)
        journal = played_on(table, begun(table), chance, 5)
        words = other_words(table, journal, 1, chance)
        if not words:
            continue
        asked = redone_with(table, journal, words, Leave())
        undecided = frozenset((stale.step, stale.player) for stale in asked.stale)
        decided = redone_with(table, journal, words, Leave(players=undecided))
        assert not decided.stale
        for stale in asked.stale:
            assert has_errors(stale.problems)
            step = next(step for step in decided.steps if step.step == stale.step)
            assert stale.player in step.set_aside
            assert step.orders[stale.player] is None
            found += 1
    assert found > 5
