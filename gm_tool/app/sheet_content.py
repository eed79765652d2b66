"""What the sheets hold that gm makes: a row for each player of a step, or a row a turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from gm_tool.app.deadline import deadline_text
from gm_tool.app.folder import GameFolder
from gm_tool.core.forms import Form, Step
from gm_tool.core.views import PUBLIC, Listing
from gm_tool.io.workshop import RoundSheet, Standing, TurnLine, TurnSheet, bytes_of
from gm_tool.render.boards import board_text

_ROUNDS_AHEAD, _LEAST_AHEAD = 3, 12
"""The rows for turns to come: as many as make these rounds of the table, and at least so many."""


class KeptRow(Struct, frozen=True):
    """A row that is taken over into a new sheet. `number` is the turn that it names or was of; None for none.

    `typed` is what stands in its Turn cell where that can't be read.
    """

    number: int | None
    player: str
    entries: dict[str, int | str]
    note: str = ""
    done: bool = False
    typed: str = ""


def sheet_file(folder: GameFolder, step: Step, public: bool = False) -> bytes:
    """The workbook of a step that isn't resolved yet, written."""
    return bytes_of(sheet_wanted(folder, step, public))


def sheet_wanted(folder: GameFolder, step: Step, public: bool = False) -> RoundSheet | TurnSheet:
    """What the workbook of a step that isn't resolved yet is to hold.

    `public` keeps what only one player may know out of it.
    """
    if not folder.game.info.simultaneous:
        return turn_sheet(folder, step, (), public)
    state = folder.state_after(step.number - 1)
    forms: dict[str, Form] = {player: folder.game.form(state, None if public else player) for player in step.players}
    return RoundSheet(step, forms, _standings(folder, state), folder.title, _deadline(folder, step))


def turn_sheet(folder: GameFolder, due: Step, kept: Sequence[KeptRow], public: bool = False) -> TurnSheet:
    """The sheet of a game that goes turn by turn: rows of resolved turns, then those to come.

    The row that is due has the drop-downs of its player, later rows those that everybody may see. Whose turns
    they are is only guessed, by the order of seats. Kept rows that name no turn stand below.
    """
    state = folder.state_after(due.number - 1)
    [player] = due.players
    own, common = folder.game.form(state, None if public else player), folder.game.form(state, None)
    lines = [_line(row, common) for row in kept if row.done]
    names = folder.config.names
    coming = range(due.number, due.number + rows_ahead(folder))
    for number in sorted({*coming, *(row.number for row in kept if row.number and not row.done)}):
        form = own if number == due.number else common
        named = [_line(row, form) for row in kept if row.number == number and not row.done]
        guessed = names[(names.index(player) + number - due.number) % len(names)]
        lines += named or [TurnLine(number, guessed, form)]
    lines += [_line(row, common) for row in kept if row.number is None and not row.done]
    return TurnSheet(due, tuple(lines), _standings(folder, state), folder.title, _deadline(folder, due))


def rows_ahead(folder: GameFolder) -> int:
    """How many rows for turns to come a sheet has."""
    return max(_LEAST_AHEAD, _ROUNDS_AHEAD * len(folder.config.names))


def _line(row: KeptRow, form: Form) -> TurnLine:
    return TurnLine(row.typed or row.number, row.player, form, row.entries, row.note, row.done)


def _standings(folder: GameFolder, state: Any) -> tuple[Standing, ...]:
    """What everybody may know of a state, for the second tab."""
    view = folder.game.view(None, (), state, PUBLIC)
    return tuple(
        Standing(name.capitalize(), board if isinstance(board, Listing) else board_text(board))
        for name, board in view.boards.items()
    )


def _deadline(folder: GameFolder, step: Step) -> str:
    return deadline_text(folder.config, step, folder.config.zone)
