"""How long gm waits for Google, and how it says so."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct


def say_nothing(line: str) -> None:
    """Announces nothing."""


class Patience(Struct, frozen=True):
    """At most so many tries, and so many seconds in all, waiting and answers together.

    The quota is counted by the minute, so 75 s outlast it. `announce` is told a line for each wait;
    `sleep` and `clock` are seconds.
    """

    tries: int = 6
    seconds: float = 75.0
    announce: Callable[[str], None] = say_nothing
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic


PATIENT = Patience()
