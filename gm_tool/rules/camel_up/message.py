"""A message as a player posts it, read as an order: "roll", "leg bet Blue", "tile on 7, cheer"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gm_tool.core.courtesy import without_courtesies
from gm_tool.core.game import Parsed
from gm_tool.core.names import Names
from gm_tool.core.numbers import plain_signs
from gm_tool.core.posted import without_looks, without_signature
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell
from gm_tool.rules.camel_up.parse import parse
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.state import State

EXAMPLES = "roll; leg bet Blue; tile on 7, cheer; winner Red; loser Green; partner Bob"
ROLLED = "roll, Blue 2; "
"""How the GM's own roll is written; under `dice: gm` alone."""

_CHOOSE = r"(?:choose |pick |select |take |grab |get |do |play |go (?:for|with) )?(?:a |the |one )?"
_CAMEL = r"(?P<camel>[^\W\d_]+)"
_WAY = r"(?:as (?:the )?|for (?:the )?|to (?:be (?:the )?)?|will (?:be (?:the )?)?|is (?:the )?)?"
_SENTENCES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_CHOOSE}(?P<action>pyramid|roll|rolling)(?: ticket)?(?: (?:a |the |one )?(?:die|dice))?"
        r"(?:[ ,:]+(?P<die>(?!(?:die|dice|ticket)\b)[^\W\d_]+)[ :]+(?P<pips>\d+))?",
        r"(?:put |place |move |lay )?(?:my |a |the )?(?:spectator )?(?P<action>tile):? (?:on |to )?(?:space )?"
        r"(?P<space>\d+)(?:[ ,(]+(?:with )?(?:the |its )?(?P<side>[^\W\d_]+|[+-]1)(?: side)?(?: up)?\)?)?",
        r"(?:put |place |move |lay )?(?:my |a |the )?(?P<side>cheer|cheering|boo|booing|[+-]1) (?P<action>tile) "
        r"(?:on |to )?(?:space )?(?P<space>\d+)",
        rf"{_CHOOSE}(?:bet (?:on )?(?:the )?)?(?P<action>winner|loser)(?: bet)?:?(?: on)? {_CAMEL}",
        rf"(?:bet )?(?:on |that )?{_CAMEL} {_WAY}(?P<action>(?:overall )?(?:winner|loser)|wins?|loses?)"
        r"(?: overall| the (?:race|game))?",
        rf"(?:put|place|lay|play) (?:my |a |the )?{_CAMEL}(?: finish)?(?: card)? (?:on|in|onto|into|to) (?:the )?"
        r"(?P<action>winner|loser)(?: deck| stack| pile)?",
        rf"{_CHOOSE}(?P<action>leg bet|bet):?(?: on)? {_CAMEL}(?: for (?:the|this) leg)?",
        rf"(?:bet )?(?:on |that )?{_CAMEL} (?:to |will )?(?:wins?|leads?) (?P<action>the leg|this leg)",
        rf"{_CHOOSE}(?!pyramid\b){_CAMEL} (?:leg )?(?:betting )?(?P<action>ticket)(?: for (?:the|this) leg)?",
        rf"{_CHOOSE}(?:leg )?(?:betting )?(?P<action>ticket) (?:of|for|on) {_CAMEL}",
        r"(?P<action>partner|team up)(?: up)?(?: with)? (?P<partner>.+)",
        r"(?:choose |pick |take )?(?P<partner>.+) (?:as|for) (?:my |a )?(?P<action>partner)",
    )
)


_SAID_SHORTER = {
    "rolling": "roll",
    **dict.fromkeys(("bet", "ticket", "the leg", "this leg"), "leg bet"),
    **dict.fromkeys(("win", "wins"), "winner"),
    **dict.fromkeys(("lose", "loses"), "loser"),
}


def read_message(state: State, player: str, text: str, settings: Settings) -> Parsed:
    """A message as an order; None where it can't be read.

    A bet that names no deck is a leg bet; to win or lose is to win or lose the race, unless
    the leg is named. Problem codes: message.unreadable, and those of `parse`.
    """
    named_as_an_order = _match(player) is not None  # whoever is called Roll can't sign: that may be an order
    plain = without_looks(plain_signs(text if named_as_an_order else without_signature(text, player)))
    # A player may be called Please, or *Star*.
    texts = (without_courtesies(text), " ".join(text.split()), without_courtesies(plain))
    readings = [match.groupdict() for match in map(_match, texts) if match]
    known = [said for said in readings if Names(state.players).find(said.get("partner") or "").name]
    if readings:
        return parse(state, player, _cells([*known, *readings][0]), settings)
    problem = Problem(
        code="message.unreadable",
        message=f"{text[:60]!r} can't be read as an action.",
        hint=f"Write one action, as one of these: {ROLLED if settings.gm_rolls else ''}{EXAMPLES}.",
    )
    return Parsed(None, (problem,))


def _match(said: str) -> re.Match[str] | None:
    """The sentence that a text is, on one line."""
    found = (sentence.fullmatch(said.strip(" .!")) for sentence in _SENTENCES)
    return next((match for match in found if match), None)


def _cells(said: Mapping[str, str | None]) -> dict[str, Cell]:
    """The parts of a sentence as the cells of a row without addresses."""
    cells = {key: Cell("", value) for key, value in said.items() if value}
    action = (said["action"] or "").casefold().removeprefix("overall ")
    return cells | {"action": Cell("", _SAID_SHORTER.get(action, action))}
