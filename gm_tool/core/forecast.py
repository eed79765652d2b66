"""What a game can say of its chances: an extra beside the Game protocol, for games that run on luck.

A game that has it is asked by `gm odds`; one that hasn't is told of as such.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

from msgspec import Struct


class Forecast(Struct, frozen=True):
    """The chances of one thing: `title` is the head of its column ("Leads leg").

    `shares` are the chances of the pieces by name, from 0 to 1, in the game's order. Where they come from a
    number of trials, `errors` are their standard errors; it is empty where they are exact.
    """

    title: str
    shares: Mapping[str, float]
    errors: Mapping[str, float] = {}


@runtime_checkable
class Forecaster(Protocol):
    """A game that tells the chances of its pieces."""

    def forecast(self, state: Any, trials: int) -> tuple[Forecast, ...]:
        """The chances from a state on, all for the same pieces, made of what the public knows of the state alone.

        Where chances are estimated it is by so many trials, which are the same for the same state. Raises
        ValueError when the game is over, or for fewer than one trial.
        """
        ...
