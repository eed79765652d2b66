"""The end of the game: winnings, tokens of life, the elimination candidates (The end)."""

from __future__ import annotations

from collections.abc import Mapping

TOKENS = 2
"""Tokens of life for the first: both to one, one each to two, none among three or more until the GM says."""


def standing(coins: Mapping[str, int]) -> tuple[tuple[str, ...], dict[str, int], tuple[str, ...]]:
    """Who has the most coins, the tokens of life, who has the fewest coins; names in seat order."""
    most, fewest = max(coins.values()), min(coins.values())
    first = tuple(name for name, amount in coins.items() if amount == most)
    tokens = dict.fromkeys(first, TOKENS // len(first)) if len(first) <= TOKENS else {}
    return first, tokens, tuple(name for name, amount in coins.items() if amount == fewest)
