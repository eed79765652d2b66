"""How a game begins (Setup)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from gm_tool.core.draws import Draws
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.camel_up.draft import blank_player
from gm_tool.rules.camel_up.pieces import (
    CRAZY,
    CRAZY_STARTS,
    DICE,
    PLAYERS,
    PYRAMID_TICKETS,
    RACING,
    STARTING_COINS,
    STARTS,
    TICKETS,
    Camel,
    Racing,
)
from gm_tool.rules.camel_up.state import State


def first_state(players: Sequence[str], options: Iterable[str], setup_order: Sequence[Racing], draws: Draws) -> State:
    """The state before the first turn; the first player named begins.

    `setup_order` is the placing order of the racing camels, empty where it is drawn. Draws:
    `setup/order`, `setup/NAME` for each camel, `setup/crazy`. Raises BadInput: players.count, players.name,
    and option.unknown, since nobody brings anything along.
    """
    _check(players, options)
    racing = setup_order or draws.sample("setup/order", RACING, len(RACING))
    track: dict[int, tuple[Camel, ...]] = {}
    for runner in racing:
        _place(track, runner, *draws.sample(f"setup/{runner}", STARTS, 1))
    for camel in draws.sample("setup/crazy", CRAZY, len(CRAZY)):
        _place(track, camel, *draws.sample(f"setup/{camel}", CRAZY_STARTS, 1))
    return State(
        turn=0,
        leg=1,
        finished=False,
        next=players[0],
        track=dict(sorted(track.items())),
        dice=DICE,
        tickets=dict.fromkeys(RACING, TICKETS),
        pyramid_tickets=PYRAMID_TICKETS,
        tiles={},
        winner_deck=(),
        loser_deck=(),
        players={name: blank_player(STARTING_COINS) for name in players},
        result=None,
    )


def _place(track: dict[int, tuple[Camel, ...]], camel: Camel, space: int) -> None:
    track[space] = (*track.get(space, ()), camel)


def _check(players: Sequence[str], options: Iterable[str]) -> None:
    problems = []
    least, most = PLAYERS
    if not least <= len(players) <= most:
        message = f"Camel Up is for {least} to {most} players, and {len(players)} are named."
        problems.append(Problem(code="players.count", message=message, hint="Name the players in seat order."))
    twice = [name for name, times in Counter(players).items() if times > 1]
    if twice:
        message = f"{any_of(twice, 'and')} is named twice."
        problems.append(Problem(code="players.name", message=message, hint="Give each player a name of its own."))
    if not all(name.strip() for name in players):
        problems.append(Problem(code="players.name", message="A player has no name.", hint="Give each player a name."))
    unknown = sorted(options)
    if unknown:
        message = f"Camel Up knows no starting value {any_of(unknown)}."
        problems.append(Problem(code="option.unknown", message=message, hint="Leave it out."))
    if problems:
        raise BadInput(problems)
