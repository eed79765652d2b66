"""The start of a game: who plays, and with what (A round)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.rules.camellots.camels import COLOURS, CRAZY, START
from gm_tool.rules.camellots.settings import PLAYERS, Settings
from gm_tool.rules.camellots.state import LARGEST_AMOUNT, Bets, Player, State, Stocks

FEWEST_PLAYERS, MOST_PLAYERS = 2, 1_000
"""With `player_count: any`; the most is for a game in which nobody starts with stocks."""


def seats(settings: Settings) -> tuple[int, int]:
    """The least and the most players of a new game."""
    if settings.player_count == "five":
        return PLAYERS, PLAYERS
    return FEWEST_PLAYERS, min(MOST_PLAYERS, _most_served(settings))


def first_state(settings: Settings, players: Sequence[str], options: Mapping[str, Mapping[str, int]]) -> State:
    """The state before the first round.

    Any number of players that fits the stocks is seated: how many may play is for whoever makes
    the game to ask (`seats`). Raises BadInput, with all that stands in the way.
    """
    problems = [*_misfits(settings, players), *_option_misfits(players, options)]
    if problems:
        raise BadInput(problems)
    garnets = options.get("garnets", {})
    in_market = settings.stocks_per_colour - settings.starting_stock * len(players)
    return State(
        round=0,
        finished=False,
        track={START: COLOURS, settings.track_length: CRAZY},
        market=_stocks(in_market),
        players={name: _player(settings, garnets.get(name, 0)) for name in players},
        result=None,
    )


def _player(settings: Settings, garnets: int) -> Player:
    return Player(settings.starting_coins, 0, garnets, _stocks(settings.starting_stock), None, Bets())


def _stocks(amount: int) -> Stocks:
    return Stocks(amount, amount, amount, amount, amount)


def _most_served(settings: Settings) -> int:
    """How many players the stocks of a colour suffice for."""
    return settings.stocks_per_colour // settings.starting_stock if settings.starting_stock else MOST_PLAYERS


def _misfits(settings: Settings, players: Sequence[str]) -> list[Problem]:
    problems = []
    twice = [name for name, times in Counter(players).items() if times > 1]
    if not players or not all(players):
        problems.append(_problem("A game needs players, and each of them a name.", "Name all players."))
    if twice:
        problems.append(
            _problem(f"Named more than once: {any_of(twice, 'and')}.", "Give each player a name of its own.")
        )
    if len(players) > _most_served(settings):
        message = (
            f"There are {settings.stocks_per_colour} stocks of a colour: too few for {len(players)} players"
            f" who start with {settings.starting_stock} each."
        )
        problems.append(_problem(message, "Change starting_stock or stocks_per_colour under `rulings:`."))
    return problems


def _option_misfits(players: Sequence[str], options: Mapping[str, Mapping[str, int]]) -> list[Problem]:
    problems = []
    for key in options:
        if key != "garnets":
            problems.append(_problem(f"Players of CamelLots bring no {key} along.", "They may bring garnets."))
    for name, amount in options.get("garnets", {}).items():
        if name not in players:
            problems.append(_problem(f"Garnets are given to {name}, who doesn't play.", "Check the name."))
        if type(amount) is not int or not 0 <= amount <= LARGEST_AMOUNT:
            message = f"{name} can't bring {amount!r} garnets along."
            problems.append(_problem(message, "Give a whole number from 0 up."))
    return problems


def _problem(message: str, hint: str) -> Problem:
    return Problem(code="setup.misfit", message=message, hint=hint)
