"""A message as a player posts it, read as an order: "roll", "leg bet Blue", "tile on 7, cheer"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm_tool.core.game import Parsed
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell
from gm_tool.rules.camel_up.parse import parse
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.state import State

EXAMPLES = "roll; leg bet Blue; tile on 7, cheer; winner Red; loser Green; partner Bob"
ROLLED = "roll, Blue 2; "
"""How the GM's own roll is written; under `dice: gm` alone."""

_POLITE = re.compile(
    r"^(?:(?:hi|hello|hey|gm|please|i'd like to|i want to|i)\b[ ,!]*)+|[ ,]*\b(?:please|thanks)\b", re.I
)
_SENTENCES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:take )?(?:a |the )?(?P<action>pyramid|roll)(?: ticket)?(?: (?:a |the )?(?:die|dice))?"
        r"(?:[ ,:]+(?P<die>(?!(?:die|dice|ticket)\b)[^\W\d_]+)[ :]+(?P<pips>\d+))?",
        r"(?:put |place |move )?(?:my |a |the )?(?:spectator )?(?P<action>tile):? (?:on |to )?(?:space )?(?P<space>\d+)"
        r"(?:[ ,]+(?:with )?(?P<side>[^\W\d_]+|[+-]1?)(?: side)?(?: up)?)?",
        r"(?:put |place )?(?:my |a |the )?(?P<side>cheer|cheering|boo|booing) (?P<action>tile) "
        r"(?:on |to )?(?:space )?(?P<space>\d+)",
        r"(?P<action>winner|loser)(?: bet)?:?(?: on)? (?P<camel>\S+)",
        r"bet (?:on )?(?P<camel>\S+) (?:as (?:the )?|for |to )(?P<action>winner|loser|win|lose)",
        r"(?P<action>leg bet|bet):?(?: on)? (?P<camel>\S+)(?: for the leg)?",
        r"(?P<action>partner)(?: with)? (?P<partner>.+)",
    )
)


_SAID_SHORTER = {"bet": "leg bet", "win": "winner", "lose": "loser"}


def read_message(state: State, player: str, text: str, settings: Settings) -> Parsed:
    """A message as an order; None where it can't be read.

    A bet that names no deck is a leg bet. Problem codes: message.unreadable, and those of `parse`.
    """
    said = _POLITE.sub("", " ".join(text.split())).strip(" .!")
    for sentence in _SENTENCES:
        found = sentence.fullmatch(said)
        if found:
            return parse(state, player, _cells(found.groupdict()), settings)
    problem = Problem(
        code="message.unreadable",
        message=f"{text[:60]!r} can't be read as an action.",
        hint=f"Write one action, as one of these: {ROLLED if settings.gm_rolls else ''}{EXAMPLES}.",
    )
    return Parsed(None, (problem,))


def _cells(said: Mapping[str, str | None]) -> dict[str, Cell]:
    """The parts of a sentence as the cells of a row without addresses."""
    cells = {key: Cell("", value) for key, value in said.items() if value}
    action = (said["action"] or "").casefold()
    return cells | {"action": Cell("", _SAID_SHORTER.get(action, action))}
