"""What must hold of every state that play can reach."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from gm_tool.rules.camellots.board import ends_race, placing
from gm_tool.rules.camellots.camels import CAMEL_SET, CAMELS, COLOURS, CRAZY, START, Camel
from gm_tool.rules.camellots.ending import standing
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import Result, State, holdings


def broken(state: State, settings: Settings) -> tuple[str, ...]:
    """What is broken about a state, in words; nothing, where all is well."""
    stocks = [structs.astuple(player.stocks) for player in state.players.values()]
    faults = _track(state, settings) + _players(state, settings, stocks) + _stocks(state, settings, stocks)
    # Without all camels on the track nobody can say who leads, so that the end is looked at last.
    return tuple(faults or _end(state, settings))


def _track(state: State, settings: Settings) -> list[str]:
    faults: list[str] = []
    placed: list[Camel] = []
    for space, stack in state.track.items():
        if not START <= space <= settings.track_length:
            faults.append(f"there is no space {space} on a track of {settings.track_length}.")
        if not stack:
            faults.append(f"space {space} is listed without a camel.")
        placed += stack
    if len(placed) != len(CAMELS) or CAMEL_SET.difference(placed):
        for camel in CAMELS:
            times = placed.count(camel)
            if times != 1:
                faults.append(f"{camel} stands on the track {times} times instead of once.")
    return faults


def _players(state: State, settings: Settings, stocks: list[tuple[int, ...]]) -> list[str]:
    faults = [] if state.players else ["it has no players."]
    for (name, player), owned in zip(state.players.items(), stocks, strict=True):
        if not name:
            faults.append("a player has no name.")
        if player.tile is not None and not START < player.tile < settings.track_length:
            faults.append(f"{name}'s tile can't lie on space {player.tile}.")
        lacks = player.coins < 0 or player.phantom < 0 or player.garnets < 0
        if lacks or min(owned) < 0 or min(structs.astuple(player.bets)) < 0:
            lacking = [f"{amount} {what}" for what, amount in holdings(player).items() if amount < 0]
            faults.append(f"{name} can't have {', '.join(lacking)}.")
    return faults


def _stocks(state: State, settings: Settings, stocks: list[tuple[int, ...]]) -> list[str]:
    in_market, settled = structs.astuple(state.market), settings.stocks_per_colour
    counts = [*map(sum, zip(in_market, *stocks, strict=True))]
    if min(in_market) >= 0 and counts.count(settled) == len(counts):
        return []
    return [
        f"{count} {colour} stocks are with the players and in the market (there: {left}) instead of {settled}."
        for colour, left, count in zip(COLOURS, in_market, counts, strict=True)
        if count != settled or left < 0
    ]


def _end(state: State, settings: Settings) -> list[str]:
    track, last = state.track, settings.track_length
    over = ends_race(track.get(START, ()), START, settings) or ends_race(track.get(last, ()), last, settings)
    faults = []
    if over != state.finished:
        faults.append(
            "a camel has reached its goal, but the game goes on." if over else "it is finished, but no camel has won."
        )
    if (state.result is not None) != state.finished:
        faults.append("a finished game has a result, any other has none.")
    elif state.result is not None:
        faults += _result(state, state.result)
    return faults


def _result(state: State, result: Result) -> Iterator[str]:
    ranking = placing(state.track)
    if result.ranking != ranking:
        yield f"the ranking isn't the order of the camels on the track: {', '.join(ranking)}."
    if result.winner != (None if result.ended_by in CRAZY else ranking[0]):
        yield f"{result.winner or 'no camel'} can't be the winner of a race that {result.ended_by} ended."
    coins = {name: player.coins for name, player in state.players.items()}
    shown = (result.coins, result.first, result.tokens_of_life, result.elimination_candidates)
    if shown != (coins, *standing(coins)):
        yield "the result doesn't follow from the players' coins."
    if any(player.phantom for player in state.players.values()):
        yield "phantom coins are gone once the game is over."
