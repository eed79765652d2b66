"""Rows in, submissions out: who sent what, and what became of each row.

This reads the grid: one row a player, a tab for the round or one tab with a `Round` column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, structs

from gm_tool.core.forms import Form, Step
from gm_tool.core.names import Names, plain
from gm_tool.core.numbers import whole
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Cell, Place, Tab
from gm_tool.engine.columns import ROLES, Header, find_header
from gm_tool.engine.places import in_reading_order
from gm_tool.engine.roster import find_player

Fate = Literal["used", "superseded", "late", "refused", "ignored"]

_STEP = re.compile(r"([a-z]*) ?[-#:]? ?0*([0-9]{1,9})(\.0+)?")
_NO_COLUMNS: Mapping[str, str] = {}


class Submission(Struct, frozen=True):
    """What one player sent. `place.cell` is the row number.

    `cells` has a cell for each key of the form that the sheet has a column for, empty ones too;
    `note` is the text of the Note column.
    """

    player: str
    place: Place
    cells: Mapping[str, Cell]
    note: str = ""


class RowAccount(Struct, frozen=True):
    """What became of a row: its fate and why; `cells` are the texts of its filled cells by address.

    `player` is "" where it isn't known whose row it is.
    """

    place: Place
    fate: Fate
    player: str = ""
    reason: str = ""
    cells: Mapping[str, str] = {}


class Intake(Struct, frozen=True):
    """The submissions of a tab, an account of every row read, and what is wrong, in reading order."""

    submissions: tuple[Submission, ...] = ()
    accounts: tuple[RowAccount, ...] = ()
    problems: tuple[Problem, ...] = ()


class _Row(Struct, frozen=True):
    """One row as taken in; `submission` is None where there is none to go on with."""

    account: RowAccount
    submission: Submission | None = None
    problems: tuple[Problem, ...] = ()

    def end(self, fate: Fate, reason: str, *problems: Problem) -> _Row:
        """The same row with another end."""
        account = structs.replace(self.account, fate=fate, reason=reason)
        return _Row(account, None, (*self.problems, *problems))


def take_in(tab: Tab, form: Form, players: Names, step: Step, columns: Mapping[str, str] = _NO_COLUMNS) -> Intake:
    """The submissions of `step` in a grid. `columns` maps the sheet's own titles to our titles or keys.

    Rows above the header, rows without anything in them, and rows whose Round cell names another round are
    not rows of this step: they are neither read nor counted. Every other row has an account. A name alone
    is no submission (ignored); a note alone is one. Of a player's rows with the same content the first
    counts (row.same, a note); with different content none does (row.twice): a grid has no times to go by.
    Errors: those of `find_header` and `find_player`, player.missing, row.twice, round.missing,
    round.unreadable. Warnings: column.unknown, row.hidden, player.not_asked.
    """
    header, problems = find_header(tab, form, columns)
    if header is None:
        filled = (row for row in range(len(tab.rows)) if not _blank(tab, row))
        accounts = tuple(_account(tab, row, "refused", "no row with column titles was found") for row in filled)
        return Intake((), accounts, problems)
    taken = (_take_row(tab, header, row, players, step) for row in range(header.row + 1, len(tab.rows)))
    rows = [row for row in taken if row is not None]
    if has_errors(header.problems):
        rows = [_untrusted(row) for row in rows]
    rows = _one_each(rows)
    return Intake(
        submissions=tuple(row.submission for row in rows if row.submission),
        accounts=tuple(row.account for row in rows),
        problems=in_reading_order([*header.problems, *(problem for row in rows for problem in row.problems)]),
    )


def _blank(tab: Tab, row: int) -> bool:
    return all(value is None or (isinstance(value, str) and not value.strip()) for value in tab.rows[row])


def _account(tab: Tab, row: int, fate: Fate, reason: str = "") -> RowAccount:
    cells = (tab.cell(row, column) for column in range(len(tab.rows[row])))
    texts = {cell.address: cell.text for cell in cells if not cell.empty}
    return RowAccount(tab.place(str(tab.first_row + row)), fate, "", reason, texts)


def _take_row(tab: Tab, header: Header, index: int, players: Names, step: Step) -> _Row | None:
    """One row below the header; None where it is empty or of another round."""
    if _blank(tab, index):
        return None
    round_problem = None
    if "round" in header.roles:
        which = tab.cell(index, header.roles["round"])
        number = _step_number(which, step)
        if number is not None and number != step.number:
            return None
        round_problem = _round_problem(tab, which, step) if number is None else None
    row = _Row(_account(tab, index, "used"))
    cells = {key: tab.cell(index, column) for key, column in header.fields.items()}
    note = tab.cell(index, header.roles["note"]).text.strip() if "note" in header.roles else ""
    name = tab.cell(index, header.roles["player"])
    if not note and all(cell.empty for cell in cells.values()):
        return _nothing_sent(row, name, players)
    if tab.first_row + index in tab.hidden_rows:
        row = structs.replace(row, problems=(_hidden(row.account.place),))
    if name.empty:
        return row.end("refused", "it names no player", _nameless(tab.place(name.address)))
    row = _of_player(row, name, tab.place(name.address), players)
    if not row.account.player:
        return row
    if round_problem:
        return row.end("refused", "it is not clear of which round it is", round_problem.of(row.account.player))
    if row.account.player not in step.players:
        return row.end("ignored", f"not asked in {step.name}", _not_asked(row.account, step))
    return structs.replace(row, submission=Submission(row.account.player, row.account.place, cells, note))


def _nothing_sent(row: _Row, name: Cell, players: Names) -> _Row:
    player = "" if name.empty else find_player(name, row.account.place, players).player or ""
    account = structs.replace(row.account, player=player)
    return _Row(account).end("ignored", "nothing in the form's columns" if name.empty else "nothing filled in")


def _of_player(row: _Row, name: Cell, place: Place, players: Names) -> _Row:
    """The row as that of its player, or refused where it isn't clear whose it is."""
    found = find_player(name, place, players)
    if found.player is None:
        return row.end("refused", "it is not clear whose it is", *found.problems)
    account = structs.replace(row.account, player=found.player)
    return structs.replace(row, account=account, problems=(*row.problems, *found.problems))


def _step_number(cell: Cell, step: Step) -> int | None:
    """The number of a round: 5, 5.0, "5", "R5", "round-05", "Runde 5"; None where the cell names none."""
    number = whole(cell.value)
    if number is not None:
        return number
    found = _STEP.fullmatch(plain(cell.text[:60]))
    if not found:
        return None
    called = (step.word, *map(plain, ROLES["round"]))
    return int(found[2]) if any(word.startswith(found[1]) for word in called) else None


def _untrusted(row: _Row) -> _Row:
    return row.end("refused", "the row with the titles has to be put right first") if row.submission else row


def _one_each(rows: list[_Row]) -> list[_Row]:
    """The rows with at most one submission a player."""
    of_player: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        if row.submission:
            of_player.setdefault(row.submission.player, []).append(number)
    for numbers in of_player.values():
        first, *others = (rows[number] for number in numbers)
        if all(_content(other) == _content(first) for other in others):
            for number in numbers[1:]:
                same = _same(rows[number], first)
                rows[number] = rows[number].end("superseded", f"the same as row {_line(first)}", same)
        else:
            lines = _listed([_line(first), *map(_line, others)])
            for number in numbers:
                differs = _different(rows[number], lines)
                rows[number] = rows[number].end("refused", "the player has rows that differ", differs)
    return rows


def _listed(lines: list[str]) -> str:
    """Row numbers in a sentence, not too many of them."""
    if len(lines) > 8:
        return f"{', '.join(lines[:6])} and {len(lines) - 6} more"
    return f"{', '.join(lines[:-1])} and {lines[-1]}"


def _content(row: _Row) -> object:
    sent = row.submission
    return sent and ({key: cell.text.strip() for key, cell in sent.cells.items()}, sent.note)


def _line(row: _Row) -> str:
    return row.account.place.cell


def _same(row: _Row, first: _Row) -> Problem:
    return Problem(
        code="row.same",
        severity="note",
        player=row.account.player,
        place=row.account.place,
        message=f"Row {_line(row)} says the same as row {_line(first)}; it is counted once.",
    )


def _different(row: _Row, lines: str) -> Problem:
    player = row.account.player
    return Problem(
        code="row.twice",
        player=player,
        place=row.account.place,
        message=f"{player} has rows that differ, {lines}: none of them is used.",
        hint="In a sheet with one row a player only one can count: clear the others.",
    )


def _hidden(place: Place) -> Problem:
    return Problem(
        code="row.hidden",
        severity="warning",
        place=place,
        message=f"Row {place.cell} is hidden in the sheet, by a filter or by hand; it was read like the others.",
        hint="Show the row to see what it says; clear it if it must not count.",
    )


def _nameless(place: Place) -> Problem:
    return Problem(
        code="player.missing",
        place=place,
        message="This row is filled in, but names no player.",
        hint="Write the player's name into the Player column, or clear the row.",
    )


def _not_asked(account: RowAccount, step: Step) -> Problem:
    return Problem(
        code="player.not_asked",
        severity="warning",
        player=account.player,
        place=account.place,
        message=f"{account.player} is not asked for an order in {step.name}; the row was not used.",
    )


def _round_problem(tab: Tab, cell: Cell, step: Step) -> Problem:
    if cell.empty:
        code, message = "round.missing", f"The {step.word.capitalize()} cell of this row is empty."
    else:
        code, message = "round.unreadable", f"{cell.text!r} is no {step.word}."
    return Problem(
        code=code,
        place=tab.place(cell.address),
        value=cell.text,
        message=message,
        hint=f"Write the number of the {step.word}, as {step.number}.",
    )
