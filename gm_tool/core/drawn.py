"""Draws that were made, written down: what a player needs to check each of them with the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.game import Json

T = TypeVar("T")


class Drawn(Struct, frozen=True):
    """One draw: its label, among how many (`n`) it was made, and what came out.

    Of `Draws.below` the `result` is the number, and there are no `items`; of `Draws.sample` it is the list of the
    items in the order drawn, and `items` are all of them in the order in which they were put in.
    """

    label: str
    n: int
    result: Json
    items: tuple[Json, ...] = ()


class RecordedDraws(Draws):
    """Draws as any others, which keeps a record of each."""

    def __init__(self, seed: bytes | None) -> None:
        super().__init__(seed)
        self.made: list[Drawn] = []

    def below(self, label: str, n: int) -> int:
        """A whole number from 0 to n - 1."""
        result = super().below(label, n)
        self.made.append(Drawn(label, n, result))
        return result

    def sample(self, label: str, items: Sequence[T], m: int) -> tuple[T, ...]:
        """`m` different items in the order drawn: the front of a shuffle of `items`."""
        result = super().sample(label, items, m)
        told = tuple(msgspec.to_builtins(list(items)))
        self.made.append(Drawn(label, len(told), msgspec.to_builtins(list(result)), told))
        return result
