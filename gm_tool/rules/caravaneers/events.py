"""What happens in a game. Nothing is hidden, so all of it is known to everybody.

A captured camel comes to its hoard by `Change` of "hoard", reason "capture", about the
square that it left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm_tool.core.events import Cause, Change, Event, Movement
from gm_tool.rules.caravaneers.board import Side

HOARD = "hoard"
CAPTURE = "capture"


class CaravanMoved(Movement, frozen=True, kw_only=True, tag="caravan_moved"):
    """A side moved the caravan that stood on `left` to `landed`: one fewer where its front camel was captured."""

    side: Side
    left: tuple[str, ...]
    landed: tuple[str, ...]

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """The player's own order."""
        return (Cause(f"{self.player} moved it", self.player, ordered=True, known_to="public"),)


class Passed(Event, frozen=True, kw_only=True, tag="passed"):
    """A side had no move and passed, by itself."""

    side: Side


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The game is over. `reason`: "no_moves" (neither side can move) or "majority"; `winner` None: a draw."""

    reason: str
    north: int
    west: int
    winner: str | None


CaravaneersEvent = CaravanMoved | Change | Passed | GameEnded
