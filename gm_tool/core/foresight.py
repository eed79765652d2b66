"""What a game can say of an order that is sent ahead: an extra beside the Game protocol, for games turn by turn.

What is wrong today may be right when the turn comes: a space is free then, a ticket is back. Only a game knows what
no turn makes right. Of one that hasn't this extra, only texts that can't be read are told before their turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, runtime_checkable

from gm_tool.core.game import Parsed
from gm_tool.core.problems import Problem

UNREADABLE = frozenset(("message.unreadable", "cell.date", "cell.formula", "cell.error"))
"""The codes of what can't be read in any turn, whatever the game."""


@runtime_checkable
class Foresighted(Protocol):
    """A game that tells what can never be played."""

    def never(self, state: Any, player: str, parsed: Parsed) -> tuple[Problem, ...]:
        """What no later turn makes right about a row that was read now, for a turn of that player to come."""
        ...


def of_codes(problems: Iterable[Problem], codes: frozenset[str]) -> tuple[Problem, ...]:
    """The errors among these problems that have one of the codes."""
    return tuple(problem for problem in problems if problem.severity == "error" and problem.code in codes)
