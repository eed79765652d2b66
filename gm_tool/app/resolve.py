"""`gm resolve`: check a step's orders, play it, and write the journal, the posts and the next sheet.

Nothing is written unless all of it can be. The journal is the point of truth and is moved in
first; whatever else was lost by a power cut is made again from it by the next run.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_tool.app.asked_steps import asked_number
from gm_tool.app.check import accepting, check_step, waiting
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.made import Made, write_made
from gm_tool.app.outputs import begun, grown, hand_over, order_pictures, step_outputs
from gm_tool.app.recorded import not_compared, not_found, ordered_otherwise, recorded, request_again
from gm_tool.app.resolve_report import Outcome, ResolveReport, ResolveRequest, as_decided, report_of
from gm_tool.app.snapshots import keep_resolved
from gm_tool.app.source import AS_SET, Reading, Request
from gm_tool.app.stale import stale_post
from gm_tool.app.surroundings import shared_game_warnings
from gm_tool.app.told import first_by_rule
from gm_tool.app.turns import TurnPlan, plan_turns, play_turns
from gm_tool.core.draws import Draws
from gm_tool.core.names import any_of
from gm_tool.core.problems import NOWHERE, BadInput, Problem, WorldFailed, WrongUse, has_errors
from gm_tool.core.sources import Place
from gm_tool.engine.entries import Source, StepEntry
from gm_tool.engine.journal import step_entry
from gm_tool.engine.submissions import content_of
from gm_tool.engine.turn import Checked, play
from gm_tool.io.journal_file import JOURNAL, journal_lines, write_journal
from gm_tool.io.transaction import Transaction, lock
from gm_tool.io.workshop import Workshop


def resolve(
    where: Path | None,
    step: str | None = None,
    request: Request = AS_SET,
    invalid_as_missing: bool = False,
    missing: Sequence[str] = (),
) -> ResolveReport:
    """Resolve a step, the next one unless said otherwise. Raises BadInput, WrongUse, WorldFailed.

    Of a game that goes turn by turn: all turns that can be taken, up to that one. With `invalid_as_missing`
    players whose order doesn't stand are treated as if they had sent none; each name in `missing` is a player
    who misses a turn.
    """
    with Workshop() as shop:
        return _resolved(ResolveRequest(where, step, request, invalid_as_missing, tuple(missing)), shop)


def _resolved(asked: ResolveRequest, shop: Workshop) -> ResolveReport:
    plan = _planned(asked)
    if isinstance(plan, ResolveReport):
        return plan  # nothing is to be written, not even a lock
    with lock(plan.folder.path):
        if tuple(journal_lines(plan.folder.path / JOURNAL)) != plan.folder.lines:
            plan = _planned(asked)  # another gm was faster
        match plan:
            case ResolveReport():
                return plan
            case TurnPlan():
                return play_turns(plan, shop)
            case _:
                return _play(plan, shop) if plan.number > plan.folder.played else _made_again(plan, shop)


class _Plan(Struct, frozen=True):
    """A step that can be resolved, or one that is resolved and whose files are to be looked after."""

    folder: GameFolder
    number: int
    source: Source | None
    checked: Checked
    state: Any
    accepted: tuple[str, ...] = ()
    over: bool = False


def _planned(asked: ResolveRequest) -> _Plan | TurnPlan | ResolveReport:
    """What there is to do, or the report where nothing is to be written. Only reads."""
    folder = open_folder(asked.where)
    if not folder.game.info.simultaneous:
        return plan_turns(folder, asked)
    if asked.missing:
        raise WrongUse(
            "--missing is for games that go turn by turn: in this one, who sends nothing is missing by itself.",
            "To pass over orders that don't stand: --invalid-as-missing",
        )
    if folder.over and asked.step is None:
        last = folder.played
        return _Plan(folder, last, folder.entry(last).source, recorded(folder, last), None, over=True)
    number = asked_number(folder, asked.step)
    if number <= folder.played:
        return _again(folder, number, asked)
    request = accepting(folder, asked.request)
    reading, checked, state = check_step(folder, number, request, first_post=False)
    if asked.step is None and not checked.orders and not checked.refused and checked.stands:
        return _report(folder, "nothing", reading.source, _and_first_post(folder, checked))
    if asked.invalid_as_missing and checked.refused:
        waits = waiting(folder, state, checked.step, checked.refused)
        checked = structs.replace(checked, problems=(*checked.problems, *waits))
    if not may_go_on(checked, asked.invalid_as_missing):
        return _report(folder, "refused", reading.source, _and_first_post(folder, checked))
    return _Plan(folder, number, reading.source, checked, state, request.accepted)


def may_go_on(checked: Checked, invalid_as_missing: bool) -> bool:
    """Whether no error is left, but those of rows that the GM wants set aside.

    What is wrong with the titles concerns all rows, whichever row they stand in, and can't be set aside.
    """
    if checked.stands:
        return True
    refused = {account.place for account in checked.accounts if account.fate == "refused"}
    rows = {(place.file, place.tab, place.row) for place in refused}
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    of_titles = any(problem.code.startswith(("header.", "column.")) for problem in errors)
    return invalid_as_missing and not of_titles and all(_row_of(problem) in rows for problem in errors)


def _row_of(problem: Problem) -> tuple[str, str, str]:
    """The row that a problem stands in, as the account of rows names it."""
    return problem.place.file, problem.place.tab, problem.place.row


def _play(plan: _Plan, shop: Workshop) -> ResolveReport:
    """Play the step, and write all that follows from it."""
    folder, checked = plan.folder, plan.checked
    played = play(folder.game, plan.state, checked.judged, Draws(folder.seed()))
    entry = step_entry(folder.game, folder.settings, checked, played, plan.source, plan.accepted)
    after = grown(begun(folder), [entry])
    pictures = order_pictures(after, after.played, shop)
    checked = _and_first_post(folder, checked)
    if has_errors(checked.problems[len(plan.checked.problems) :]):
        return _report(folder, "refused", plan.source, checked)
    files = step_outputs(after, after.played, shop, pictures=pictures)
    transaction = Transaction(folder.path)
    write_journal(transaction, after.lines)
    keep_resolved(transaction, checked, plan.source)
    hand_over(transaction, folder, after, files)
    written = transaction.commit()
    return _report(after, "resolved", plan.source, checked, after.played, files, written)


def _and_first_post(folder: GameFolder, checked: Checked) -> Checked:
    """What was checked, and after it what is to be said of the pregame post.

    To make that post takes what makes posts, and long to load; so a step's pictures are ordered first.
    """
    return structs.replace(checked, problems=(*checked.problems, *stale_post(folder)))


def _again(folder: GameFolder, number: int, asked: ResolveRequest) -> _Plan | ResolveReport:
    """A step that was resolved before: compare what is there now with what was resolved.

    Where it can't be compared that is said; it is an error only where the GM has named what to compare with.
    """
    entry = folder.entry(number)
    plan = _Plan(folder, number, entry.source, recorded(folder, number), None)
    named = asked.request.file is not None or bool(asked.request.tab)
    request = request_again(folder, entry, number, accepting(folder, asked.request))
    if request is None:
        problem = not_compared(entry, not_found(entry), "error" if named else "note")
        if named:
            raise BadInput([problem])
        return structs.replace(plan, checked=structs.replace(plan.checked, problems=(problem,)))
    try:
        reading, now, _ = check_step(folder, number, request)
    except (BadInput, WorldFailed) as error:
        if named:
            raise
        problem = not_compared(entry, str(error), "note")
        return structs.replace(plan, checked=structs.replace(plan.checked, problems=(problem,)))
    return plan if _same(entry, now, reading) else _report(folder, "changed", reading.source, now, number)


def _made_again(plan: _Plan, shop: Workshop) -> ResolveReport:
    """Whatever is lacking of a resolved step's files, made again from the journal."""
    files = step_outputs(plan.folder, plan.number, shop)
    transaction = Transaction(plan.folder.path)
    keep_resolved(transaction, plan.checked, plan.source)
    write_made(transaction, files)
    written = transaction.commit()
    outcome: Outcome = "over" if plan.over else "unchanged"
    return _report(plan.folder, outcome, plan.source, plan.checked, plan.number, files, written)


def _same(entry: StepEntry, checked: Checked, reading: Reading) -> bool:
    """Whether the orders read now are those that were resolved, but for those that the GM set by hand.

    Where nothing but times tells rounds apart, answers that came since are of the round that follows.
    """
    was, now = entry.source, reading.source
    if was is not None and (was.tab, was.digest) == (now.tab, now.digest):
        return True
    if reading.intake.by_time:
        there = {(account.place.cell, content_of(account.cells)) for account in checked.accounts}
        if all((row.row, content_of(row.cells)) in there for row in entry.rows):
            return True
    return not ordered_otherwise(entry, checked)


def _report(
    folder: GameFolder,
    outcome: Outcome,
    source: Source | None,
    checked: Checked,
    number: int = 0,
    files: Sequence[Made] = (),
    written: tuple[str, ...] = (),
) -> ResolveReport:
    """The report of a step; `number` is 0 where it isn't resolved."""
    shared = shared_game_warnings(folder, folder.played > 1)
    report = report_of(folder, outcome, checked, source, files, written)
    if not number:
        return structs.replace(report, problems=(*checked.problems, *shared))
    entry = folder.entry(number)
    changed = _changed(entry, checked, source) if outcome == "changed" else ()
    told = as_decided(checked.problems, checked.problems) if outcome == "resolved" else checked.problems
    return structs.replace(
        report,
        state=entry.state,
        problems=(*told, *changed, *shared),
        set_aside=entry.set_aside,
        by_rule=tuple(first_by_rule(folder.game, entry).values()),
        accepted=entry.accepted,
        faults=_faults(entry),
    )


def _faults(entry: StepEntry) -> dict[str, tuple[str, ...]]:
    """Of each player whose order was set aside, the errors that were recorded."""
    errors = [problem for problem in entry.problems if problem["severity"] == "error"]
    return {name: tuple(said["message"] for said in errors if said["player"] == name) for name in entry.set_aside}


def _changed(entry: StepEntry, now: Checked, source: Source | None) -> tuple[Problem, ...]:
    others = ordered_otherwise(entry, now)
    problem = Problem(
        code="step.changed",
        place=Place(source.file, source.tab) if source else NOWHERE,
        message=f"{entry.step} is resolved already, with other orders than these, of {any_of(others, 'and')}. "
        "Nothing was changed.",
        hint=f"`gm show gm {entry.step}` prints what it was resolved with. `gm correct {entry.step}` shows what these "
        "change and for whom, and plays it again if you agree.",
    )
    return (problem,)
