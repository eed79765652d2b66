"""Who is meant by the Player cell of a row."""

from __future__ import annotations

import datetime as dt
import re

from msgspec import Struct

from gm_tool.core.names import Match, Names, any_of
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, CellFault, Place, text_of

_NUMBER = re.compile(r"[+-]?[0-9]{1,300}(\.[0-9]{1,300})?([eE][+-]?[0-9]{1,3})?")
SHEET_DIGITS = 15
"""A spreadsheet keeps no more digits of a number than these."""


class Found(Struct, frozen=True):
    """The player of a row, or None; and what there is to say about it."""

    player: str | None
    problems: tuple[Problem, ...] = ()


def find_player(cell: Cell, place: Place, players: Names) -> Found:
    """The player whom a cell names.

    An exact name beats one that is the same but for case and blanks, that one the same but for accents, that
    a number which the sheet made of a name (007 stored as 7), and that a beginning which fits one player only.
    Whatever isn't the same is noted: player.plain, player.number, player.prefix. Errors: player.ambiguous,
    player.unknown, cell.formula, cell.error.
    """
    if isinstance(cell.value, CellFault):
        return Found(None, (_unreadable(cell.value).at(place, cell.text),))
    match = players.find(cell.text)
    if match.name is None or match.how == "prefix":
        numbers = _by_number(cell, players)
        if numbers:
            return (
                _found(Match("ambiguous", None, numbers), cell, place)
                if len(numbers) > 1
                else _number(numbers[0], cell, place)
            )
    if match.how == "same" and not _as_spelled(cell.text, match.name, players):
        return Found(match.name, (_noted("same", match.name or "", cell.text).at(place, cell.text),))
    return _found(match, cell, place)


def _as_spelled(text: str, player: str | None, players: Names) -> bool:
    """Whether a text is a player's name or alias but for case and outer blanks: nothing worth a note."""
    folded = text.strip().casefold()
    return any(folded == spelling.casefold() for spelling, name in players.spellings if name == player)


def _by_number(cell: Cell, players: Names) -> tuple[str, ...]:
    """The players whose name a sheet would have stored as the number in this cell."""
    value = cell.value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return ()
    stored = _digits(text_of(value))
    names = (
        name for spelling, name in players.spellings if _NUMBER.fullmatch(spelling) and _digits(spelling) == stored
    )
    return tuple(dict.fromkeys(names))


def _digits(number: str) -> str:
    return f"{float(number):.{SHEET_DIGITS - 1}e}"


def _number(player: str, cell: Cell, place: Place) -> Found:
    note = Problem(
        code="player.number",
        severity="note",
        player=player,
        message=f"The sheet stores the name as the number {cell.text}; it was taken for the player {player}.",
        hint="Format the Player column as text, and the name stays as it is typed.",
    )
    return Found(player, (note.at(place, cell.text),))


def _found(match: Match, cell: Cell, place: Place) -> Found:
    match match.how:
        case "exact" | "same":
            return Found(match.name)
        case "plain" | "prefix":
            problem = _noted(match.how, match.name or "", cell.text)
        case "ambiguous":
            problem = _ambiguous(cell.text, match.candidates)
        case "none":
            problem = _unknown(cell, match.candidates)
    return Found(match.name, (problem.at(place, cell.text),))


def _noted(how: str, player: str, text: str) -> Problem:
    return Problem(
        code=f"player.{how}",
        severity="note",
        player=player,
        message=f"{text!r} was taken for the player {player}.",
        hint=f"If that is wrong, write the name in full; if it is right, {text!r} may be an alias in game.yaml.",
    )


def _ambiguous(text: str, candidates: tuple[str, ...]) -> Problem:
    return Problem(
        code="player.ambiguous",
        message=f"{text!r} may be {any_of(candidates)}.",
        hint="Write the name in full.",
    )


def _unknown(cell: Cell, near: tuple[str, ...]) -> Problem:
    hint = (
        f"Did you mean {any_of(near)}?" if near else "The players are named in game.yaml; an alias can be added there."
    )
    if isinstance(cell.value, (dt.date, dt.time, dt.timedelta)):
        hint = "The spreadsheet turned the name into a date or time: format the column as text and type it again."
    elif not isinstance(cell.value, str):
        hint = f"The sheet holds a number or a truth value here, not a text: if it was a name, type it as text. {hint}"
    return Problem(code="player.unknown", message=f"There is no player {cell.text!r} in this game.", hint=hint)


def _unreadable(fault: CellFault) -> Problem:
    if fault.kind == "formula":
        return Problem(
            code="cell.formula",
            message="The Player cell holds a formula with no stored result.",
            hint="Open the file in the spreadsheet program and save it once, or paste the name as a value.",
        )
    return Problem(
        code="cell.error",
        message=f"The Player cell holds the error {fault.text}.",
        hint="Type the player's name into it.",
    )
