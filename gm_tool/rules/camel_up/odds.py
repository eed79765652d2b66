"""The chances of the camels: exact for the leg, by simulation for the race.

Here a board is a tuple of whole numbers, one for each camel, from the last space to the foremost and
on each from the bottom up: 8 times the space, plus the camel's index in `CAMELS`. A die is its index
in `DICE`. Tiles are their side by space. All is small and hashable, so that equal boards fall together.
"""

from __future__ import annotations

import hashlib
import math
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from gm_tool.core.forecast import Forecast
from gm_tool.rules.camel_up.pieces import BEHIND, BEYOND, CAMELS, DICE, PIPS, RACING, Racing, Side
from gm_tool.rules.camel_up.state import State

Board = tuple[int, ...]
Dice = tuple[int, ...]
Tiles = Mapping[int, Side]

GRAY = DICE.index("Gray")
WHITE, BLACK = CAMELS.index("White"), CAMELS.index("Black")
FACES = 6  # a racing die shows each number twice, the gray one each number once for each crazy camel


class LegOdds(Struct, frozen=True):
    """Each racing camel's exact chance to lead, and to be second, when the leg ends."""

    lead: Mapping[Racing, Fraction]
    second: Mapping[Racing, Fraction]


class Estimate(Struct, frozen=True):
    """A share of the races simulated, from 0 to 1, and its standard error.

    The error is that of the share with one more race in which it is so, and one in which it isn't: what none of the
    races has shown, or all of them, isn't told as certain by that.
    """

    share: float
    error: float


class RaceOdds(Struct, frozen=True):
    """Each racing camel's estimated chance to win the race, and to come last."""

    win: Mapping[Racing, Estimate]
    lose: Mapping[Racing, Estimate]


def forecast(state: State, trials: int) -> tuple[Forecast, ...]:
    """The chances to lead and to be second at the leg's end, and, by so many races, to win and to lose the race.

    The races are drawn from what everybody sees, so that the same board gives the same estimate, and none
    tells anything of the game's secret seed. Raises ValueError when the race is over, and for fewer than one race.
    """
    leg = leg_odds(state)
    race = race_odds(state, trials, repr((_position(state), state.pyramid_tickets)).encode())
    return (
        _exact("Leads leg", leg.lead),
        _exact("Second", leg.second),
        _estimated("Wins race", race.win),
        _estimated("Loses race", race.lose),
    )


def _exact(title: str, chances: Mapping[Racing, Fraction]) -> Forecast:
    return Forecast(title, {str(camel): float(chance) for camel, chance in chances.items()})


def _estimated(title: str, chances: Mapping[Racing, Estimate]) -> Forecast:
    shares = {str(camel): estimate.share for camel, estimate in chances.items()}
    return Forecast(title, shares, {str(camel): estimate.error for camel, estimate in chances.items()})


def leg_odds(state: State) -> LegOdds:
    """The chances at the leg's end, over every order of the dice left and every face.

    The tiles stay as they lie. A leg ends with the last pyramid ticket, so that a die is left over.
    Raises ValueError when the race is over.
    """
    board, dice, tiles = _position(state)
    rolls = min(state.pyramid_tickets, len(dice))
    ends: dict[tuple[int, int], int] = {}
    ways: dict[tuple[Board, Dice], int] = {(board, dice): 1}
    for roll in range(rolls):
        # A race that ends early stands for as many ways as its dice could still have fallen.
        rest = math.prod(FACES * (len(dice) - later) for later in range(roll + 1, rolls))
        ways = _roll_all(ways, tiles, ends, rest, last=roll == rolls - 1)
    if rolls == 0:
        ends[_first_two(board)] = 1
    total = sum(ends.values())
    lead, second = dict.fromkeys(RACING, Fraction(0)), dict.fromkeys(RACING, Fraction(0))
    for (first, next_one), count in ends.items():
        lead[RACING[first]] += Fraction(count, total)
        second[RACING[next_one]] += Fraction(count, total)
    return LegOdds(lead, second)


def _position(state: State) -> tuple[Board, Dice, Tiles]:
    if state.finished:
        raise ValueError("the race is over")
    board = tuple(8 * space + CAMELS.index(camel) for space in sorted(state.track) for camel in state.track[space])
    dice = tuple(DICE.index(die) for die in state.dice)
    return board, dice, {space: tile.side for space, tile in state.tiles.items()}


def _roll_all(
    ways: Mapping[tuple[Board, Dice], int], tiles: Tiles, ends: dict[tuple[int, int], int], rest: int, last: bool
) -> dict[tuple[Board, Dice], int]:
    """The boards after one more die, and in how many ways each comes about; what ends is counted in `ends`."""
    after: dict[tuple[Board, Dice], int] = {}
    for (board, dice), count in ways.items():
        for die in dice:
            left = tuple([other for other in dice if other != die])
            drops_crazy = GRAY not in left
            for moved, weight, over in _outcomes(board, die, tiles):
                if over or last:
                    pair = _first_two(moved)
                    ends[pair] = ends.get(pair, 0) + count * weight * rest
                    continue
                # Without the gray die the crazy camels stand still, and who stands on them ranks as before.
                kept = tuple([camel for camel in moved if camel & 7 < WHITE]) if drops_crazy else moved
                key = (kept, left)
                after[key] = after.get(key, 0) + count * weight
    return after


def _first_two(board: Board) -> tuple[int, int]:
    """The racing camels that are first and second."""
    ranked = [camel & 7 for camel in board if camel & 7 < WHITE]
    return ranked[-1], ranked[-2]


def _outcomes(board: Board, die: int, tiles: Tiles) -> Iterator[tuple[Board, int, bool]]:
    """Each board that a die leads to, on how many of its six faces, and whether the race is over."""
    runners = _runners(board, die)
    weight = FACES // (len(PIPS) * len(runners))
    for camel in runners:
        for pips in PIPS:
            moved, over = _run(board, camel, pips, tiles)
            yield moved, weight, over


def _runners(board: Board, die: int) -> tuple[int, ...]:
    """The camels that a die may move: one, or both crazy ones where the colour rolled tells."""
    if die != GRAY:
        return (die,)
    white, black = _riders(board, WHITE), _riders(board, BLACK)
    white_carries = any(rider < WHITE for rider in white)
    if white_carries != any(rider < WHITE for rider in black):
        return (WHITE,) if white_carries else (BLACK,)
    if white and white[0] == BLACK:
        return (BLACK,)
    return (WHITE,) if black and black[0] == WHITE else (WHITE, BLACK)


def _riders(board: Board, camel: int) -> Sequence[int]:
    """Who sits on a camel, from the bottom up."""
    at = _index(board, camel)
    space = board[at] >> 3
    return [rider & 7 for rider in board[at + 1 :] if rider >> 3 == space]


def _index(board: Board, camel: int) -> int:
    at = 0
    while board[at] & 7 != camel:
        at += 1
    return at


def _run(board: Board, camel: int, pips: int, tiles: Tiles) -> tuple[Board, bool]:
    """The board after a camel has gone so many spaces with its riders, and whether the race is over."""
    way = -1 if camel >= WHITE else 1
    at = _index(board, camel)
    start = board[at] >> 3
    end = start + way * pips
    side = tiles.get(end)
    if side is not None:
        end += way if side == "cheer" else -way
    end = min(max(end, BEHIND), BEYOND)
    above = at + 1
    while above < len(board) and board[above] >> 3 == start:
        above += 1
    shift = 8 * (end - start)
    unit = tuple([rider + shift for rider in board[at:above]])
    rest = board[:at] + board[above:]
    place = bisect_left(rest, 8 * end if side == "boo" else 8 * (end + 1))
    return rest[:place] + unit + rest[place:], end in (BEHIND, BEYOND)


def race_odds(state: State, races: int, seed: bytes) -> RaceOdds:
    """The chances in the race, from so many simulated ones; the same seed gives the same estimate.

    The tiles that lie now count to the end of this leg; later legs are run without. Raises
    ValueError when the race is over, and for fewer than one race.
    """
    if races < 1:
        raise ValueError("there is at least one race to simulate")
    position = _position(state)
    stream = _Stream(seed)
    won, lost = [0] * len(RACING), [0] * len(RACING)
    for _ in range(races):
        ranked = _race(*position, state.pyramid_tickets, stream)
        won[ranked[-1]] += 1
        lost[ranked[0]] += 1
    return RaceOdds(_estimates(won, races), _estimates(lost, races))


def _race(board: Board, dice: Dice, tiles: Tiles, tickets: int, stream: _Stream) -> list[int]:
    """One race from here to its end: the racing camels from last to first."""
    over = False
    while not over:
        if tickets == 0 or not dice:
            dice, tiles, tickets = tuple(range(len(DICE))), {}, len(DICE) - 1
        die = dice[stream.below(len(dice))]
        dice, tickets = tuple([other for other in dice if other != die]), tickets - 1
        runners = _runners(board, die)
        board, over = _run(board, runners[stream.below(len(runners))], PIPS[stream.below(len(PIPS))], tiles)
    return [camel & 7 for camel in board if camel & 7 < WHITE]


def _estimates(counts: Sequence[int], races: int) -> dict[Racing, Estimate]:
    guesses = [(count + 1) / (races + 2) for count in counts]
    errors = [math.sqrt(guess * (1 - guess) / races) for guess in guesses]
    return {camel: Estimate(count / races, error) for camel, count, error in zip(RACING, counts, errors, strict=True)}


class _Stream:
    """Small whole numbers, each as likely as the other, from SHA-256 of a seed and a counter."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._block = 0
        self._bytes = b""
        self._at = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, for n up to 256."""
        limit = 256 - 256 % n
        while True:
            if self._at == len(self._bytes):
                self._bytes = hashlib.sha256(self._seed + self._block.to_bytes(8, "big")).digest()
                self._block += 1
                self._at = 0
            number = self._bytes[self._at]
            self._at += 1
            if number < limit:
                return number % n
