"""`gm correct`: resolved steps played again, with orders that are set right. First shown, then asked, then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from gm_tool.app.asked_steps import resolved_number
from gm_tool.app.check import accepting, check_step
from gm_tool.app.decisions import Dated, Decisions, leave_of, steps_without, words_of
from gm_tool.app.erratum import errata
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.made import write_made
from gm_tool.app.recorded import not_found, request_again
from gm_tool.app.redo import files_after, plan_again
from gm_tool.app.redo_report import Agree, RedoReport, carried_out
from gm_tool.app.resolve import may_go_on
from gm_tool.app.source import AS_SET, Reading, Request
from gm_tool.core.game import Json
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.engine.corrections import Leave, Mended
from gm_tool.engine.entries import CorrectEntry, StepEntry
from gm_tool.engine.journal import step_entry
from gm_tool.engine.turn import Checked, Played
from gm_tool.io.transaction import Transaction, lock


def correct(
    where: Path | None,
    step: str,
    decisions: Decisions,
    dated: Dated,
    agree: Agree,
    request: Request = AS_SET,
    dry_run: bool = False,
) -> RedoReport:
    """Correct a resolved step: by the orders set, else by its sheet, which is read again.

    What would change is given to `agree` first; only if it says yes anything is written. Raises BadInput, WrongUse,
    WorldFailed.
    """
    folder = open_folder(where)
    asked = _asked(folder, step)
    leave = leave_of(folder, decisions)
    words = words_of(folder, decisions, asked)
    mended = {number: Mended(words=given) for number, given in words.items()}
    problems: tuple[Problem, ...] = ()
    if asked not in words or not request.as_set:
        given = words.get(asked, {})
        again = _request_again(folder, asked, request)
        reading, checked, _ = check_step(folder, asked, again)
        problems = checked.problems
        if not _stands(checked, folder.entry(asked), leave, given):
            return RedoReport(folder.title, folder.entry(asked).step, "refused", problems=problems)
        entry = _entry_anew(folder, asked, reading, checked, again.accepted)
        if _differs(entry, folder.entry(asked)):
            mended[asked] = Mended(entry, given)
    for number in steps_without(folder, decisions, asked):
        mended.setdefault(number, Mended())
    if not mended:
        return _unchanged(folder, asked, problems, dry_run)
    first = min(mended)
    plan = plan_again(folder, _head(f"{folder.word}-{first}", dated), first, mended, leave)
    if plan.changes_nothing:
        return _unchanged(folder, asked, problems, dry_run)
    return carried_out(plan, agree, dry_run, tuple(one for one in problems if one.severity != "error"))


def _asked(folder: GameFolder, step: str) -> int:
    """The number of the resolved step that is meant. Raises WrongUse."""
    if not folder.played:
        raise WrongUse(
            "Nothing is resolved yet: there is nothing to correct.",
            "Until then an order is changed where it was sent. Then run `gm resolve`.",
        )
    return resolved_number(folder, step)


def _head(from_step: str, dated: Dated) -> CorrectEntry:
    """The entry of a correction, as far as it is known before all is played again."""
    return CorrectEntry(
        engine="", rules="", settled="", from_step=from_step, orders={}, again=0, reason=dated.reason, date=dated.date
    )


def _unchanged(folder: GameFolder, asked: int, problems: tuple[Problem, ...], dry_run: bool) -> RedoReport:
    """The report where a step was resolved with just these orders."""
    written = () if dry_run else _made_again(folder, asked)
    return RedoReport(folder.title, folder.entry(asked).step, "unchanged", problems=problems, written=written)


def _request_again(folder: GameFolder, number: int, request: Request) -> Request:
    """How the orders of a resolved step are read once more. Raises WrongUse, and BadInput (correct.no_sheet)."""
    entry = folder.entry(number)
    if not folder.game.info.simultaneous:
        raise WrongUse(
            f"A sheet with a row a {folder.word} isn't read again: what others have sent since stands in it, too.",
            f'Set the order: `gm correct {entry.step} --set NAME "ORDER"`',
        )
    asked = request_again(folder, entry, number, accepting(folder, request))
    if asked is None:
        problem = Problem(
            code="correct.no_sheet",
            message=f"The orders of {entry.step} can't be read again: {not_found(entry)}",
            hint=f'Name the file: --from FILE. Or set an order: `gm correct {entry.step} --set NAME "ORDER"`',
        )
        raise BadInput([problem])
    return asked


def _stands(checked: Checked, entry: StepEntry, leave: Leave, given: Mapping[str, str]) -> bool:
    """Whether a step that was read again can be played: who was set aside before may be so again.

    Rows of players whose order is `given` now, or was set in an earlier correction, don't count.
    """
    if checked.stands:
        return True
    before = {(row.row, row.player) for row in entry.rows if row.fate == "refused"}
    refused = [account for account in checked.accounts if account.fate == "refused"]
    known = all(
        (account.place.cell, account.player) in before
        or account.player in entry.by_hand
        or account.player in given
        or (account.player and leave.out(entry.step, account.player))
        or leave.everybody
        for account in refused
    )
    return known and may_go_on(checked, True)


def _entry_anew(
    folder: GameFolder, number: int, reading: Reading, checked: Checked, accepted: Sequence[str]
) -> StepEntry:
    """The entry of a step that was read again; its events and state are to come."""
    under, entry = folder.under(number), folder.entry(number)
    unplayed = Played((), under.state_after(number - 1))
    return step_entry(under.game, under.settings, checked, unplayed, reading.source, accepted, entry.post)


def _differs(entry: StepEntry, was: StepEntry) -> bool:
    """Whether a step that was read again has other orders than it was played with, those set by hand aside."""

    def sent(one: StepEntry) -> Mapping[str, Json]:
        return {player: order for player, order in one.orders.items() if player not in was.by_hand}

    def aside(one: StepEntry) -> Sequence[str]:
        return [player for player in one.set_aside if player not in was.by_hand]

    return sent(entry) != sent(was) or aside(entry) != aside(was)


def _made_again(folder: GameFolder, number: int) -> tuple[str, ...]:
    """Whatever is lacking of the files from a step on, made again from the journal.

    It may be what a correction that was cut off has left undone: a sheet of the game before it is made anew, too.
    """
    known = errata(folder)
    before = known[-1].before if known else folder
    with lock(folder.path):
        transaction = Transaction(folder.path)
        write_made(transaction, files_after(before, folder, number))
        return transaction.commit()
