"""Which of a player's submissions counts: the newest that can be used."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct, structs

from gm_tool.core.foresight import UNREADABLE, Foresighted, of_codes
from gm_tool.core.game import AnyGame, Json, Parsed
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Cell, CellFault
from gm_tool.engine.messages import read_words
from gm_tool.engine.rivals import differing, lines_of, same
from gm_tool.engine.submissions import Fate, Submission

End = tuple[Fate, str]
"""What becomes of a row, and why."""


class Examined(Struct, frozen=True):
    """One submission, read and judged. `problems` stand at their cells; with an error among them it can't be used."""

    order: Json
    judged: Any
    problems: tuple[Problem, ...]

    @property
    def error(self) -> Problem | None:
        """The first of the errors."""
        return next((problem for problem in self.problems if problem.severity == "error"), None)


class Chosen(Struct, frozen=True):
    """What came of one player's submissions: the one that counts, or None; how rows ended, by their numbers."""

    examined: Examined | None
    ends: Mapping[str, End]
    problems: tuple[Problem, ...]


def choose(rivals: Sequence[Submission], examine: Callable[[Submission], Examined]) -> Chosen:
    """The first of a player's submissions, the newest first, that can be used.

    What is newer and can't be used is refused, and said to be (row.passed_over, a warning; its errors are
    warnings then, for they are in nobody's way). Rows of one time count once where they say the same; where
    they differ nobody knows which is the newest, and none is used (row.twice), nor an older one.
    """
    ends: dict[str, End] = {}
    failed: list[tuple[Submission, Examined]] = []
    for _, group in groupby(rivals, key=lambda sent: sent.time):
        twins = list(group)
        first, *others = twins
        if any(other.content != first.content for other in others):
            ends.update((twin.line, ("refused", "the player has rows of one time that differ")) for twin in twins)
            lines = lines_of(twins)
            said = [problem for twin in twins for problem in (*twin.said, differing(twin, lines))]
            return Chosen(None, ends, (*_of_newest(failed), *said))
        ends.update((other.line, ("superseded", f"the same as row {first.line}")) for other in others)
        examined = examine(first)
        if examined.error is None:
            ends[first.line] = ("used", "")
            repeated = (same(other, first) for other in others)
            return Chosen(examined, ends, (*_passed_over(failed, first), *examined.problems, *repeated))
        ends[first.line] = ("refused", examined.error.message)
        failed.append((first, examined))
    return Chosen(None, ends, _of_newest(failed))


def _of_newest(failed: Sequence[tuple[Submission, Examined]]) -> tuple[Problem, ...]:
    """What is wrong with the newest row: to mend that one is enough."""
    return failed[0][1].problems if failed else ()


def _passed_over(failed: Sequence[tuple[Submission, Examined]], used: Submission) -> tuple[Problem, ...]:
    if not failed:
        return ()
    newest = failed[0][0]
    lines = f"row {newest.line}" if len(failed) == 1 else f"row {newest.line} and {len(failed) - 1} more"
    warning = Problem(
        code="row.passed_over",
        severity="warning",
        player=newest.player,
        place=newest.place,
        message=f"{newest.player}'s newest rows can't be used ({lines}): the older row {used.line} counts.",
        hint=f"If {newest.player} meant the newer order, have it put right.",
    )
    return (warning, *(_softened(problem) for problem in _of_newest(failed)))


def _softened(problem: Problem) -> Problem:
    return structs.replace(problem, severity="warning") if problem.severity == "error" else problem


def examine(game: AnyGame, state: Any, sent: Submission) -> Examined:
    """Reads and judges one submission of a player who is asked.

    Problem codes: the game's; of its own action.unknown for a row with a note but no order, and for messages
    cell.date, cell.formula, cell.error, message.unreadable and message.quoted (a note).
    """
    parsed = _parse(game, state, sent)
    said = [*sent.said, *(_placed(problem, sent, parsed.cells) for problem in parsed.problems)]
    judged = None
    if not has_errors(parsed.problems):
        judgement = game.judge(state, sent.player, parsed.order)
        judged = judgement.order
        said += [_placed(problem, sent, parsed.cells) for problem in judgement.problems]
    return Examined(parsed.order, judged, tuple(said))


def foresee(game: AnyGame, state: Any, sent: Submission) -> tuple[Problem, ...]:
    """Warnings of what no turn to come makes right about a submission for one of them, at their cells."""
    parsed = _parse(game, state, sent)
    if isinstance(game, Foresighted):
        found = game.never(state, sent.player, parsed)
    else:
        found = of_codes(parsed.problems, UNREADABLE)
    warnings = (_placed(_softened(problem), sent, parsed.cells) for problem in found)
    later = "The row waits for a later turn, which will stop there."
    return tuple(structs.replace(warning, hint=f"{warning.hint} {later}".lstrip()) for warning in warnings)


def _parse(game: AnyGame, state: Any, sent: Submission) -> Parsed:
    if not sent.filled:
        problem = Problem(
            code="action.unknown",
            message=f"{sent.player}'s row has a note, but no order.",
            hint="Fill in the order; or clear the note, for a row with the name alone counts as nothing sent.",
        )
        return Parsed(None, (problem,))
    parsed = game.parse(state, sent.player, sent.cells) if sent.message is None else _read(game, state, sent)
    assert parsed.order is not None or has_errors(parsed.problems), f"{game.info.id} read no order and didn't say why"
    return parsed


def _read(game: AnyGame, state: Any, sent: Submission) -> Parsed:
    """An order in words, if the spreadsheet still has them."""
    assert sent.message is not None
    lost = _lost(sent.message)
    return Parsed(None, (lost,)) if lost else read_words(game, state, sent.player, sent.message.text)


def _lost(cell: Cell) -> Problem | None:
    """Why the spreadsheet no longer has what the player wrote."""
    match cell.value:
        case dt.date() | dt.time() | dt.timedelta():
            return Problem(
                code="cell.date",
                message=f"The spreadsheet made a date or a time of this message ({cell.text}): what was typed is lost.",
                hint="Format the cell as plain text, then write again what was meant.",
            )
        case CellFault(kind="formula"):
            return Problem(
                code="cell.formula",
                message=f"This message is a formula with no stored result ({cell.text}).",
                hint="Open the file in the spreadsheet program and save it once, or paste the text as a value.",
            )
        case CellFault():
            return Problem(
                code="cell.error",
                message=f"This cell holds an error of the spreadsheet ({cell.text}).",
                hint="Write the message in its place.",
            )
        case _:
            return None


def _placed(problem: Problem, sent: Submission, cells: Mapping[str, Cell]) -> Problem:
    """The problem as the player's, at the cell that its field was read from; else at the row."""
    problem = problem.of(sent.player)
    if problem.place.cell:
        return problem.at(structs.replace(sent.place, cell=problem.place.cell))
    cell = sent.message or _cell_of(problem.field, cells) or _cell_of(problem.field, sent.cells)
    if cell is None or (cell.empty and sent.message):
        return problem.at(sent.place)
    return problem.at(structs.replace(sent.place, cell=cell.address), cell.text)


def _cell_of(field: str, cells: Mapping[str, Cell]) -> Cell | None:
    """The cell of a key, or the first of a key that has several ("camels" for "camels/0")."""
    if not field:
        return None
    return cells.get(field) or next((cell for key, cell in cells.items() if key.startswith(f"{field}/")), None)
