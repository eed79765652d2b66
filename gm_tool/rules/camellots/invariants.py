"""What must hold of every state that play can reach."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from gm_tool.rules.camellots.board import ends_race, placing
from gm_tool.rules.camellots.camels import CAMELS, COLOURS, CRAZY, START
from gm_tool.rules.camellots.ending import standing
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import Result, State, holdings


def broken(state: State, settings: Settings) -> tuple[str, ...]:
    """What is broken about a state, in words; nothing, where all is well."""
    on_board = (*_spaces(state, settings), *_camels(state))
    belongings = (*_players(state, settings), *_stocks(state, settings))
    # Without all camels on the track nobody can say who leads, so that the end is looked at last.
    return (*on_board, *belongings) or (*_end(state, settings),)


def _spaces(state: State, settings: Settings) -> Iterator[str]:
    for space, stack in state.track.items():
        if not START <= space <= settings.track_length:
            yield f"there is no space {space} on a track of {settings.track_length}."
        if not stack:
            yield f"space {space} is listed without a camel."


def _camels(state: State) -> Iterator[str]:
    standing_there = [camel for stack in state.track.values() for camel in stack]
    if len(standing_there) == len(set(standing_there)) == len(CAMELS):
        return
    for camel in CAMELS:
        times = standing_there.count(camel)
        if times != 1:
            yield f"{camel} stands on the track {times} times instead of once."


def _players(state: State, settings: Settings) -> Iterator[str]:
    if not state.players:
        yield "it has no players."
    tile_spaces = settings.tile_spaces
    for name, player in state.players.items():
        if not name:
            yield "a player has no name."
        if player.tile is not None and player.tile not in tile_spaces:
            yield f"{name}'s tile can't lie on space {player.tile}."
        counts = structs.astuple(player.stocks) + structs.astuple(player.bets)
        if min(player.coins, player.phantom, player.garnets, *counts) < 0:
            lacking = [f"{amount} {what}" for what, amount in holdings(player).items() if amount < 0]
            yield f"{name} can't have {', '.join(lacking)}."


def _stocks(state: State, settings: Settings) -> Iterator[str]:
    with_all = [structs.astuple(player.stocks) for player in state.players.values()]
    in_market = structs.astuple(state.market)
    for colour, left, count in zip(COLOURS, in_market, map(sum, zip(in_market, *with_all, strict=True)), strict=True):
        if count != settings.stocks_per_colour or left < 0:
            yield (
                f"{count} {colour} stocks are with the players and in the market (there: {left})"
                f" instead of {settings.stocks_per_colour}."
            )


def _end(state: State, settings: Settings) -> Iterator[str]:
    over = any(ends_race(state.track.get(end, ()), end, settings) for end in (START, settings.track_length))
    if over != state.finished:
        yield "a camel has reached its goal, but the game goes on." if over else "it is finished, but no camel has won."
    if (state.result is not None) != state.finished:
        yield "a finished game has a result, any other has none."
    elif state.result is not None:
        yield from _result(state, state.result)


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
