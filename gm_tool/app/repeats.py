"""Whether a sheet holds another step's orders: an earlier one's still, or a later one's already."""

from __future__ import annotations

from collections.abc import Sequence

from gm_tool.app.folder import GameFolder
from gm_tool.app.source import Reading, Request
from gm_tool.app.steps import mentions_step
from gm_tool.core.forms import Step
from gm_tool.core.names import any_of
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Place
from gm_tool.engine.earlier import Repeated, repeated_rows, step_of_same_rows
from gm_tool.engine.turn import Checked

_SUSPECT = 3
"""So many players who send just the same again are no chance any more."""

_NAMED = 12
"""Of many rows, so many are named."""


def same_as_earlier(folder: GameFolder, reading: Reading, checked: Checked, request: Request) -> tuple[Problem, ...]:
    """What is to be said where the rows are those of an earlier step, and nothing says of which step they are.

    An error (source.same) where all are, a warning (source.mostly_same) where most players' are the last step's.
    What tells a step: a Round column, the name of the file or of the tab.
    """
    step, source, config = checked.step, reading.source, folder.config.source
    varies = request.file is None and not request.tab and config.names_steps
    if reading.intake.by_round or varies or any(mentions_step(name, step) for name in (source.file, source.tab)):
        return ()
    place, before = Place(source.file, source.tab), folder.journal.steps[: step.number - 1]
    named = f'call its tab "{step.title}", or give it a {step.word.capitalize()} column.'
    earlier = step_of_same_rows(before, checked.accounts)
    if earlier:
        problem = Problem(
            code="source.same",
            message=f"These are {earlier}'s orders: every row is as it was when {earlier} was resolved.",
            place=place,
            hint=f"Fill in the orders of {step.name}. If everybody really sent the same again, say that the sheet is "
            f"of {step.name}: {named}",
        )
        return (problem,)
    repeated = repeated_rows(before[-1], checked.accounts) if before else Repeated()
    if len(repeated.same) < _SUSPECT or len(repeated.others) >= len(repeated.same):
        return ()
    problem = Problem(
        code="source.mostly_same",
        severity="warning",
        message=f"The rows of {any_of(repeated.same, 'and')} are as they were when {before[-1].step} was resolved; "
        f"only {any_of(repeated.others, 'and')} changed.",
        place=place,
        hint=f"See whether the others' orders are of {step.name} at all. If they are, say that the sheet is of "
        f"{step.name}, and this isn't asked again: {named}",
    )
    return (problem,)


def later_rounds(reading: Reading, step: Step) -> tuple[Problem, ...]:
    """A note (round.later) for the filled rows of each later round: 55 may be a slip for 5."""
    return tuple(
        Problem(
            code="round.later",
            severity="note",
            place=Place(reading.source.file, reading.source.tab, str(lines[0])),
            value=str(number),
            message=f"{_rows(lines)} of {step.word}-{number}, and not read for {step.name}.",
            hint=f"If that is a slip, write {step.number} there.",
        )
        for number, lines in sorted(reading.intake.later.items())
    )


def _rows(lines: Sequence[int]) -> str:
    """So many rows by their numbers, the first few of many: "Rows 7, 9 are"."""
    if len(lines) == 1:
        return f"Row {lines[0]} is"
    more = f" and {len(lines) - _NAMED} more" if len(lines) > _NAMED else ""
    return f"Rows {', '.join(map(str, lines[:_NAMED]))}{more} are"
