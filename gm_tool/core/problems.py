"""Problems are data: what is wrong, where, what was found, what was expected, what to do.

Whatever a player or a GM can get wrong is a `Problem`, and all of them are collected
and shown at once. The three exceptions at the end are for what stops a command:
the command was used wrongly, its input can't be used at all, or the world failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from gm_tool.core.sources import Place

Severity = Literal["error", "warning", "note"]
NOWHERE = Place()


class Problem(Struct, frozen=True, kw_only=True):
    """One thing that is wrong or worth knowing.

    `code` is for programs ("buy.unaffordable"), `message` says to a GM what is wrong and
    what was expected, `hint` what to do next. `field` is the key of the order that is
    concerned ("amount", "camels/1", "bets/Red"); where the order came from a sheet,
    `place` is that cell and `value` what stands in it.
    """

    code: str
    message: str
    severity: Severity = "error"
    player: str = ""
    field: str = ""
    place: Place = NOWHERE
    value: str = ""
    hint: str = ""

    def at(self, place: Place, value: str = "") -> Problem:
        """The same problem, with its place and what was found there."""
        return structs.replace(self, place=place, value=value or self.value)

    def of(self, player: str) -> Problem:
        """The same problem, as that player's."""
        return structs.replace(self, player=player)

    def as_json(self) -> dict[str, str]:
        """The object that `--json` prints; its keys are part of the contract."""
        return {
            "code": self.code,
            "severity": self.severity,
            "player": self.player,
            "file": self.place.file,
            "tab": self.place.tab,
            "cell": self.place.cell,
            "value": self.value,
            "message": self.message,
            "hint": self.hint,
        }


def has_errors(problems: Sequence[Problem]) -> bool:
    """Whether any of them is of severity error."""
    return any(problem.severity == "error" for problem in problems)


class WrongUse(Exception):
    """The command was called wrongly (exit code 2). `hint` says how it is called rightly."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadInput(Exception):
    """The input can't be used, nothing was written (exit code 1). Carries all its problems."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class WorldFailed(Exception):
    """A file is locked, the disk is full, Google said no (exit code 3); nothing is half-written."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
