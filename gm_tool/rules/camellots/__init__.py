"""Presenting CamelLots: five camels race up the track, two crazy ones down, and stocks, tiles and bets ride on them."""

from gm_tool.rules.camellots.game import CamelLots

__all__ = ["CamelLots"]
