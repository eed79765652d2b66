"""Commands against each other: fresh processes, in turns, so that a busy machine is as hard on each."""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence


def timed(
    commands: Mapping[str, Sequence[str]], rounds: int, before: Callable[[], None] = lambda: None
) -> dict[str, list[float]]:
    """The seconds that each command takes, run by run, over `rounds` runs after one that doesn't count.

    `before` is called before each run, off the clock. Compiled modules are kept, as on a user's machine.
    Raises CalledProcessError for a command that fails.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            before()
            start = time.perf_counter()
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, env=environment)
            if turn:
                seconds[name].append(time.perf_counter() - start)
    return seconds


def pair_ratios(measured: Sequence[float], against: Sequence[float]) -> list[float]:
    """The ratio of each run to the one of the same turn: a machine that changes its speed is as hard on both."""
    return [one / other for one, other in zip(measured, against, strict=True)]


def told(name: str, measured: Sequence[float], against: Sequence[float], bar: float) -> str:
    """A line with the median times and the median ratio by pairs, with its quarters; it should not pass the bar."""
    low, ratio, high = statistics.quantiles(pair_ratios(measured, against), n=4)
    times = f"{statistics.median(measured) * 1000:.0f} ms / {statistics.median(against) * 1000:.0f} ms"
    verdict = "within" if ratio <= bar else "OVER"
    return f"{name}: {times}, by pairs {ratio:.2f} ({low:.2f} to {high:.2f}; {verdict} the bar of {bar})"
