"""Chance that anybody can check: labelled draws from the secret seed of a game.

x = the first 8 bytes, big-endian, of HMAC-SHA256(key = the seed's 32 bytes, message =
`LABEL#k` in UTF-8), k = 0, 1, 2, ... until x < 2^64 - (2^64 mod n); the draw is x mod n.
A label is used once a game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SEED_BYTES = 32
SPAN = 1 << 64


class SeedNeeded(ValueError):
    """A draw was to be made without the game's seed."""


class Draws:
    """The draws of one step. Without a seed, any draw is refused.

    Raises ValueError for a label that was used before, SeedNeeded for a draw without a seed.
    """

    def __init__(self, seed: bytes | None) -> None:
        if seed is not None and len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._labels: set[str] = set()

    def below(self, label: str, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return self._number(self._opened(label), 0, n)[0]

    def sample(self, label: str, items: Sequence[T], m: int) -> tuple[T, ...]:
        """`m` different items in the order drawn: the front of a shuffle of `items`."""
        seed_label = self._opened(label)
        pool, k = list(items), 0
        for i in range(m):
            step, k = self._number(seed_label, k, len(pool) - i)
            pool[i], pool[i + step] = pool[i + step], pool[i]
        return tuple(pool[:m])

    def _opened(self, label: str) -> str:
        if label in self._labels:
            raise ValueError(f"the draw {label!r} was made before")
        self._labels.add(label)
        return label

    def _number(self, label: str, k: int, n: int) -> tuple[int, int]:
        """A number below n from the k-th message of the label on, and the next k."""
        if self._seed is None:
            raise SeedNeeded(f"the draw {label!r} needs the game's seed")
        limit = SPAN - SPAN % n
        while True:
            digest = hmac.digest(self._seed, f"{label}#{k}".encode(), "sha256")
            x = int.from_bytes(digest[:8], "big")
            k += 1
            if x < limit:
                return x % n, k


def commitment(seed: bytes) -> str:
    """What the pregame post shows of the seed: SHA-256 of its 32 bytes, in hex."""
    return hashlib.sha256(seed).hexdigest()
