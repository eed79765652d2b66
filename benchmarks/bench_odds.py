"""How long the exact odds of a leg take: five racing and two crazy camels, all six dice in the pyramid, no tiles.

The floor is a loop that counts ten thousand boards in a dictionary, and does nothing else.

Run: `python benchmarks/bench_odds.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gm_tool.core.draws import Draws
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.odds import leg_odds
from gm_tool.rules.camel_up.state import State

BAR = 0.25
"""Seconds on one core."""

RUNS = 5
BOARDS = 10_000
TRACKS = (
    {"1": ["Green", "Blue"], "2": ["Red", "Yellow"], "3": ["Purple"], "15": ["Black"], "16": ["White"]},
    {"6": ["Blue", "White"], "7": ["Green", "Black", "Red"], "8": ["Yellow"], "9": ["Purple"]},
)


def fresh_legs() -> list[State]:
    """Two fresh legs: at the start of a race, and in the middle with all camels close to each other."""
    game = CamelUp({})
    start = game.dump(game.setup(["Ann", "Bob", "Cleo"], {}, Draws(bytes(32))))
    return [game.load(start | {"track": track}) for track in TRACKS]


def counted() -> None:
    """The floor: so many boards, each one's way counted."""
    counts: dict[tuple[int, ...], int] = {}
    for number in range(BOARDS):
        board = (number, number >> 3, number >> 6, 3, 2, 1, 0)
        counts[board] = counts.get(board, 0) + 1


def seconds(task: Callable[[], object]) -> float:
    """The time of the processor that a task takes, the median of some runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        task()
        times.append(time.process_time() - began)
    return sorted(times)[RUNS // 2]


def main() -> None:
    """Prints a line for each leg."""
    floor = seconds(counted)
    for place, leg in zip(("at the start", "close together"), fresh_legs(), strict=True):
        took = seconds(lambda leg=leg: leg_odds(leg))  # type: ignore[misc]
        verdict = "within" if took <= BAR else "OVER"
        told = f"{took:.3f} s ({verdict} the bar of {BAR} s), {took / floor:.1f} times the floor"
        print(f"exact odds of a fresh leg, camels {place}: {told}")


if __name__ == "__main__":
    main()
