"""Caravaneers, a game by Andrew Perkis (2009): two players move caravans of camels, turn by turn."""

from gm_tool.rules.caravaneers.game import Caravaneers

__all__ = ["Caravaneers"]
