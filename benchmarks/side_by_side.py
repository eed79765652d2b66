"""Commands against each other: fresh processes, in turns, so that a busy machine is as hard on each."""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence


def medians(
    commands: Mapping[str, Sequence[str]], rounds: int, before: Callable[[], None] = lambda: None
) -> dict[str, float]:
    """The median seconds of each command over `rounds` runs, after one that doesn't count.

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
    return {name: statistics.median(each) for name, each in seconds.items()}


def told(name: str, measured: float, against: float, bar: float) -> str:
    """A line with both times and their ratio; the bar is the ratio that should not be passed."""
    ratio = measured / against
    verdict = "within" if ratio <= bar else "OVER"
    return f"{name}: {measured * 1000:.0f} ms / {against * 1000:.0f} ms = {ratio:.2f} ({verdict} the bar of {bar})"
