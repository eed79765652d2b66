"""Twin games: alike but for what one player hides, which nobody else may be able to tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Step
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.views import Viewer
from gm_tool.engine.turn import play
from gm_tool.testing.checks import audiences, named, public_events
from gm_tool.testing.tables import Setup, legal_row, understand

CANARY = 7_310_429
"""A number that stands in nobody's view by chance."""

TURNS_TOLD = 3
"""Up to so many turns are told at once, where players take turns."""

_NO_EVENTS: tuple[tuple[Event, ...], tuple[Event, ...]] = ((), ())

Disguise = Callable[[AnyGame, Any, str, Json, random.Random], Json]
"""Gives another order of that player that looks to everybody else like the one given; None where there is none."""


class _Pair(Struct, frozen=True):
    game: AnyGame
    seed: bytes
    hider: str
    states: tuple[Any, Any]


def leaks(
    kind: type[AnyGame], setup: Setup, secrets: Sequence[str], disguise: Disguise, chance: random.Random, steps: int
) -> Iterator[str]:
    """What others may see of a player's secrets in two games that differ in these alone.

    The first game's hider has `CANARY` more of each holding in `secrets`, and sends in some steps a disguised order.
    Compared are the views (words and boards) of the public and of all other players, their forms and the public
    events, after each step but the last one of a game.
    """
    game, state = setup.begun(kind)
    hider = chance.choice(setup.players)
    rich = state
    for place, what in enumerate(secrets):
        rich = game.fold(rich, [Change(player=hider, what=what, amount=CANARY + place, reason="canary")])
        if game.holdings(rich, hider).get(what) == game.holdings(state, hider).get(what):
            yield f"a change of {what} changes nothing that {hider} has"
    pair = _Pair(game, setup.seed, hider, (rich, state))
    yield from _compared(pair, (None, None), ((), ()))
    since, gathered = pair.states, _NO_EVENTS
    for number in range(1, steps + 1):
        step = game.due(pair.states[1])
        if step is None:
            return
        orders = _orders(pair, step, disguise, chance)
        done = [play(game, state, judged, Draws(setup.seed)) for state, judged in zip(pair.states, orders, strict=True)]
        before, pair = pair.states, _Pair(game, setup.seed, hider, (done[0].state, done[1].state))
        dues = [game.due(one.state) for one in done]
        if dues[0] != dues[1]:
            yield f"what {hider} hides makes a difference to what is asked next"
        if None in dues:
            return
        yield from _compared(pair, before, (done[0].events, done[1].events))
        if not game.info.simultaneous:  # a post of such a game may tell of several turns
            gathered = (*gathered[0], *done[0].events), (*gathered[1], *done[1].events)
            yield from _compared(pair, since, gathered)
            if number % TURNS_TOLD == 0:
                since, gathered = pair.states, _NO_EVENTS


def _compared(pair: _Pair, before: tuple[Any, Any], events: tuple[Any, Any]) -> Iterator[str]:
    game, hider = pair.game, pair.hider
    one, other = pair.states
    for viewer in audiences(game, other):
        if viewer.kind == "gm" or viewer.player == hider:
            continue
        views = [
            msgspec.json.encode(game.view(before[n], events[n], pair.states[n], viewer))
            for n in range(len(pair.states))
        ]
        yield from (
            f"{named(viewer)} can read {digits}, which {hider} hides"
            for digits in _canaries()
            if digits in views[0].decode()
        )
        if views[0] != views[1]:
            yield f"the view of {named(viewer)} changes with what {hider} hides"
        yield from _forms(game, hider, one, other, viewer)
    if public_events(events[0]) != public_events(events[1]):
        yield f"public events change with what {hider} hides"


def _forms(game: AnyGame, hider: str, one: Any, other: Any, viewer: Viewer) -> Iterator[str]:
    asked = viewer.player or None
    if game.form(one, asked) != game.form(other, asked):
        yield f"the form for {named(viewer)} changes with what {hider} hides"


def _canaries() -> Iterator[str]:
    """The digits that all canaries begin with, with and without marks for thousands."""
    yield str(CANARY)[:5]
    yield f"{CANARY:,}"[:7]


def _orders(
    pair: _Pair, step: Step, disguise: Disguise, chance: random.Random
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Typed orders of a step for both games, the same but for a disguised one."""
    orders: tuple[dict[str, Any], dict[str, Any]] = ({}, {})
    for player in step.players:
        order = _order(pair, player, chance)
        if order is None:
            continue
        sent = (disguise(pair.game, pair.states[0], player, order, chance) or order) if player == pair.hider else order
        judged = [pair.game.judge(state, player, each) for state, each in zip(pair.states, (sent, order), strict=True)]
        if judged[0].order is None:
            judged[0] = pair.game.judge(pair.states[0], player, order)
        for kept, each in zip(orders, judged, strict=True):
            kept[player] = each.order
    return orders


def _order(pair: _Pair, player: str, chance: random.Random) -> Json:
    """An order that is legal in both games; None where none is found and the game has a default."""
    game, (one, other) = pair.game, pair.states
    for _ in range(20):
        row = legal_row(game, other, player, chance)
        if row is None:
            return None
        order = understand(game, other, player, game.form(other, player), row).order
        if game.judge(one, player, order).order is not None:
            return order
    return None
