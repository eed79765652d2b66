"""Camel Up, second edition: a race of camels, and bets on it."""

from gm_tool.rules.camel_up.game import CamelUp

__all__ = ["CamelUp"]
