"""What the GM decides when something resolved is changed: why and when, whose order is which, whose may be left out."""

from __future__ import annotations

import re

from msgspec import Struct

from gm_tool.app.folder import GameFolder
from gm_tool.app.steps import step_number
from gm_tool.core.problems import WrongUse
from gm_tool.engine.corrections import Leave

_OF_STEP = re.compile(r"(?P<step>(?:[A-Za-z]+[ _#-]*)?[0-9]{1,6}):(?P<player>.+)")


class Decisions(Struct, frozen=True):
    """What the GM decides about orders: those set ("Ann" or "round-6:Ann", and the words), those that may be left out.

    `without` are the numbers of adjustments that aren't made again.
    """

    sets: tuple[tuple[str, str], ...] = ()
    as_missing: tuple[str, ...] = ()
    invalid_as_missing: bool = False
    without: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        """Whether anything is decided."""
        return bool(self.sets or self.as_missing or self.invalid_as_missing or self.without)


class Dated(Struct, frozen=True):
    """Why and when the GM changes something; the date as "2026-03-14"."""

    reason: str
    date: str


def leave_of(folder: GameFolder, decisions: Decisions) -> Leave:
    """Whose orders may be left out. Raises WrongUse for names that there are not."""
    players = []
    for text in decisions.as_missing:
        number, player = _step_and_player(folder, text)
        players.append((f"{folder.word}-{number}" if number else "", player))
    known = {adjust.entry for after in folder.journal.line.adjusts for adjust in after}
    for number in decisions.without:
        if number not in known:
            raise WrongUse(f"Entry {number} is no adjustment in force.", "`gm history` lists the entries.")
    return Leave(decisions.invalid_as_missing, frozenset(players), frozenset(decisions.without))


def steps_without(folder: GameFolder, decisions: Decisions, asked: int) -> tuple[int, ...]:
    """The steps after which the adjustments were made that aren't made again; from them on steps are played again.

    Raises WrongUse for one that was made before the step `asked` for.
    """
    made = {adjust.entry: number for number, after in enumerate(folder.journal.line.adjusts) for adjust in after}
    for entry in decisions.without:  # each is one in force: `leave_of` has seen to that
        if made[entry] < asked:
            after = f"{folder.word}-{made[entry]}" if made[entry] else "the start"
            earlier = f"Go back as far: `gm correct {after} --without {entry}`. " if made[entry] else ""
            raise WrongUse(
                f"--without {entry}: that was adjusted after {after}, before what is played again from "
                f"{folder.word}-{asked} on.",
                f"{earlier}Or adjust it once more, by the same amount the other way.",
            )
    return tuple(sorted({made[entry] for entry in decisions.without}))


def words_of(folder: GameFolder, decisions: Decisions, asked: int) -> dict[int, dict[str, str]]:
    """The orders that the GM sets, by step and player; one without a step is of the step `asked` for.

    Raises WrongUse for a player or a step that there is not, a step before the one asked for, or two orders for one.
    """
    words: dict[int, dict[str, str]] = {}
    for text, order in decisions.sets:
        number, player = _step_and_player(folder, text)
        number = number or asked
        if not asked <= number <= folder.played:
            raise WrongUse(
                f"--set {text}: {folder.word}-{number} is not among the {folder.word}s that are played again,"
                f" {folder.word}-{asked} to {folder.word}-{folder.played}.",
                f"Correct from the earliest one on: `gm correct {folder.word}-{min(number, folder.played)}`",
            )
        if player in words.setdefault(number, {}):
            raise WrongUse(
                f"--set gives two orders of {player} for {folder.word}-{number}.", "Only one can count: leave one out."
            )
        words[number][player] = order
    return words


def _step_and_player(folder: GameFolder, text: str) -> tuple[int, str]:
    """A player, and the number of the step before the colon; 0 where none is named."""
    found = _OF_STEP.fullmatch(text)
    if found is None or folder.names.find(text).name is not None:
        return 0, folder.player(text)
    return step_number(found["step"], folder.word) or 0, folder.player(found["player"])
