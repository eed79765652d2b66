"""Random games of any kind as journals, and the same games played anew with other orders, by the plain turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import has_errors
from gm_tool.core.rulings import settle
from gm_tool.engine.corrections import Leave, Mended, Redone, Ruled, adjust_entry, play_again
from gm_tool.engine.entries import AdjustEntry, AnyEntry, CorrectEntry, RulingEntry, StepEntry
from gm_tool.engine.journal import EMPTY, Journal, read, seal_all, start_entry, versions
from gm_tool.engine.turn import Played, awaited, check_orders, play
from gm_tool.testing.tables import Setup, legal_row, random_setup, understand

Orders = Mapping[str, Json]
LEAVE_ALL = Leave(everybody=True)


class Table(Struct, frozen=True):
    """A game under its rulings, its seed and players."""

    game: AnyGame
    setup: Setup

    @property
    def ruled(self) -> Ruled:
        return Ruled(self.game, settings_of(self.game, self.setup.rulings))


def settings_of(game: AnyGame, rulings: Mapping[str, Json]) -> dict[str, Json]:
    return dict(msgspec.to_builtins(settle(game.rulings, rulings)[0]))


def random_table(kind: type[AnyGame], chance: random.Random) -> Table:
    setup = random_setup(kind, chance)
    return Table(kind(setup.rulings), setup)


def journal_of(bodies: Sequence[AnyEntry], after: Journal = EMPTY) -> Journal:
    """A journal with entries appended, sealed and read as from a file."""
    lines = [] if after is EMPTY else seal_all(after.entries)
    return read([*lines, *seal_all(bodies, after)])


def begun(table: Table) -> Journal:
    setup, ruled = table.setup, table.ruled
    start = start_entry(table.game, ruled.settings, "A game", setup.players, setup.options, setup.seed)
    return journal_of([start])


def random_order(game: AnyGame, state: Any, player: str, chance: random.Random) -> Json:
    """A legal order; None where none was found."""
    row = legal_row(game, state, player, chance)
    return None if row is None else understand(game, state, player, game.form(state, player), row).order


def random_orders(game: AnyGame, state: Any, step: Step, chance: random.Random) -> Orders:
    needed = awaited(game, state, step.players)
    return {
        player: random_order(game, state, player, chance) if player in needed or chance.random() < 0.8 else None
        for player in step.players
    }


def entry_of(ruled: Ruled, step: Step, orders: Orders, played: Played, aside: Sequence[str] = ()) -> StepEntry:
    """The entry of a step, without rows."""
    return StepEntry(
        **versions(ruled.game, ruled.settings),
        step=step.name,
        source=None,
        rows=(),
        orders={player: orders.get(player) for player in step.players},
        missing=tuple(name for name in step.players if orders.get(name) is None and name not in aside),
        set_aside=tuple(name for name in step.players if name in aside),
        problems=(),
        events=msgspec.to_builtins(played.events),
        state=ruled.game.dump(played.state),
    )


def played_on(table: Table, journal: Journal, chance: random.Random, steps: int) -> Journal:
    """The journal after up to that many steps more, of random legal orders."""
    game = table.game
    for _ in range(steps):
        state = game.load(journal.state)
        step = game.due(state)
        if step is None:
            break
        orders = random_orders(game, state, step, chance)
        done = play(game, state, check_orders(game, state, step, orders).orders, Draws(table.setup.seed))
        journal = journal_of([entry_of(table.ruled, step, orders, done)], journal)
    return journal


def corrected(
    table: Table, journal: Journal, words: Mapping[int, Mapping[str, str]], ruled: Callable[[int], Ruled] | None = None
) -> tuple[Journal, Redone]:
    """The journal with a correction appended: orders set by step and player, all that no longer stand left out."""
    first = min(words)
    of = ruled or (lambda number: table.ruled)
    mended = {number: Mended(words=given) for number, given in words.items()}
    redone = play_again(journal.line, first, of, table.setup.seed, mended, LEAVE_ALL)
    head = CorrectEntry(
        **versions(of(first).game, of(first).settings),
        from_step=f"{table.game.info.step_word}-{first}",
        reason="",
        date="2026-03-14",
        orders={},
        again=len(redone.entries),
    )
    return journal_of([head, *redone.entries], journal), redone


class Right(Struct, frozen=True):
    """What is played from the start: the orders of each step as sent, and the adjustments after each."""

    orders: tuple[Orders, ...]
    adjusts: Mapping[int, Sequence[AdjustEntry]] = {}


def played_right(table: Table, right: Right, ruled: Callable[[int], Ruled]) -> list[StepEntry]:
    """The steps of a game played from the start with these orders; those that don't stand count as not sent."""
    journal, steps = begun(table), []
    state = ruled(1).game.load(journal.state)
    for number, sent in enumerate(right.orders, 1):
        game = ruled(number).game
        step = game.due(state)
        if step is None:
            break
        judged = check_orders(game, state, step, sent)
        wrong = {name for name, said in judged.problems.items() if has_errors(said)}
        orders = {name: None if name in wrong else sent.get(name) for name in step.players}
        needed = awaited(game, state, [name for name in step.players if orders[name] is None])
        if needed:
            break
        done = play(game, state, judged.orders, Draws(table.setup.seed))
        steps.append(entry_of(ruled(number), step, orders, done, [name for name in wrong if sent[name] is not None]))
        state = done.state
        for adjust in right.adjusts.get(number, ()):
            _, state = adjust_entry(ruled(number), state, adjust)
    return steps


def adjust_of(table: Table, number: int, player: str, what: str, amount: int) -> AdjustEntry:
    """An adjustment that is asked for after a step, not made yet."""
    return AdjustEntry(
        **versions(table.game, table.ruled.settings),
        step=f"{table.game.info.step_word}-{number}",
        player=player,
        what=what,
        amount=amount,
        reason="a gift",
        date="2026-03-14",
        events=[],
        state=None,
    )


def ruling_of(table: Table, first: int, key: str, setting: Json, again: int) -> RulingEntry:
    settings = {**table.ruled.settings, key: setting}
    return RulingEntry(
        **versions(type(table.game)(settings), settings),
        key=key,
        setting=setting,
        was=table.ruled.settings[key],
        from_step=f"{table.game.info.step_word}-{first}",
        reason="",
        date="2026-03-14",
        again=again,
    )
