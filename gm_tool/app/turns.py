"""`gm resolve` of a game that goes turn by turn: take the filled rows that follow each other, and post them as one."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from gm_tool.app.asked_steps import named_step
from gm_tool.app.folder import GameFolder
from gm_tool.app.kept_rows import kept_rows
from gm_tool.app.made import Made, write_made
from gm_tool.app.outputs import begun, grown, hand_over, step_outputs
from gm_tool.app.recorded import not_compared, recorded
from gm_tool.app.resolve_report import Outcome, ResolveReport, ResolveRequest, as_decided, report_of
from gm_tool.app.sheet_content import rows_ahead, turn_sheet
from gm_tool.app.surroundings import shared_game_warnings
from gm_tool.app.turn_reading import TurnReading, read_turns, refuse_late, turns_told
from gm_tool.core.events import Change
from gm_tool.core.problems import BadInput, Problem, WorldFailed, WrongUse
from gm_tool.core.sources import Place
from gm_tool.engine.entries import Source, StepEntry
from gm_tool.engine.journal import step_entry
from gm_tool.engine.queue import CHANGED
from gm_tool.engine.turn import Checked
from gm_tool.io.journal_file import write_journal
from gm_tool.io.transaction import Transaction
from gm_tool.io.workshop import TurnSheet, Workshop


class TurnPlan(Struct, frozen=True):
    """Turns that can be resolved, or, without a reading to take them from, a resolved one whose files are looked after.

    `outcome` is what comes of it; `problems` are to be told beside those of the rows.
    """

    folder: GameFolder
    outcome: Outcome
    reading: TurnReading | None
    number: int = 0
    problems: tuple[Problem, ...] = ()


def plan_turns(folder: GameFolder, asked: ResolveRequest) -> TurnPlan | ResolveReport:
    """What there is to do, or the report where nothing is to be written. Only reads. Raises as `resolve` does."""
    _refuse_options(asked)
    named = asked.request.file is not None or bool(asked.request.tab)
    if folder.over and asked.step is None:
        return TurnPlan(folder, "over", None, folder.played)
    limit = named_step(folder, asked.step)
    if limit is not None and limit <= folder.played:
        return _again(folder, limit, asked, named)
    reading = read_turns(folder, asked.request, limit, asked.missing)
    if reading.run.turns:
        return TurnPlan(folder, "resolved", reading)
    if reading.rows.changed:
        return _report(folder, "changed", reading)
    if reading.run.stop == "refused":
        return _report(folder, "refused", reading)
    if not folder.played:
        return _report(folder, "nothing", reading)
    return TurnPlan(folder, "nothing", reading, folder.played)


def _refuse_options(asked: ResolveRequest) -> None:
    refuse_late(asked.request)
    if asked.invalid_as_missing:
        raise WrongUse(
            "--invalid-as-missing is for games in which all send orders at once.",
            "Turn by turn, say whose turn is missed: --missing NAME",
        )


def _again(folder: GameFolder, number: int, asked: ResolveRequest, named: bool) -> TurnPlan | ResolveReport:
    """A turn that was resolved before: its row is held against what it was resolved with."""
    try:
        reading = read_turns(folder, asked.request, limit=0)
    except (BadInput, WorldFailed) as error:
        if named:
            raise
        problem = not_compared(folder.entry(number), str(error), "note")
        return TurnPlan(folder, "unchanged", None, number, (problem,))
    name = folder.entry(number).step
    changed = [p for p in reading.rows.problems if p.code == CHANGED and reading.rows.past[p.place.cell].name == name]
    if changed:
        was = structs.replace(recorded(folder, number), problems=tuple(changed))
        return _resolved_before(folder, "changed", was, reading.source, number)
    return TurnPlan(folder, "unchanged", None, number)


def play_turns(plan: TurnPlan, shop: Workshop) -> ResolveReport:
    """Write the turns that were taken, with one post for all; or make again what is lacking of a turn's files."""
    if plan.outcome == "resolved" and plan.reading is not None:
        return _written(plan.folder, plan.reading, shop)
    folder = plan.folder
    transaction = Transaction(folder.path)
    sheet = _overdue(folder, plan.reading) if plan.reading is not None else None
    files = step_outputs(folder, folder.post_of(plan.number), shop, sheet)
    write_made(transaction, files)
    written = transaction.commit()
    if plan.reading is not None:
        return _report(folder, plan.outcome, plan.reading, (), written)
    was = structs.replace(recorded(folder, plan.number), problems=plan.problems)
    return _resolved_before(folder, plan.outcome, was, folder.entry(plan.number).source, plan.number, files, written)


def _written(folder: GameFolder, reading: TurnReading, shop: Workshop) -> ResolveReport:
    """Append an entry for each turn, all at once, and write all that follows from them."""
    before, last = begun(folder), reading.run.turns[-1].checked.step
    entries = []
    for turn in reading.run.turns:
        under = before.under(turn.checked.step.number)
        post = "" if turn.checked.step == last else last.name
        entries.append(step_entry(under.game, under.settings, turn.checked, turn.played, reading.source, post=post))
    after = grown(before, entries)
    sheet, notes = _renewed(after, reading)
    files = step_outputs(after, after.played, shop, sheet)
    transaction = Transaction(folder.path)
    write_journal(transaction, after.lines)
    hand_over(transaction, folder, after, files)
    written = transaction.commit()
    return _report(after, "resolved", reading, files, written, notes)


def _renewed(after: GameFolder, reading: TurnReading) -> tuple[tuple[str, TurnSheet] | None, tuple[Problem, ...]]:
    """The sheet made anew with its filled rows taken over, where it is gm's own; else nothing, and maybe a note.

    A file with more in it than gm has put there and somebody has filled in stays as it is.
    """
    due = after.due
    source = after.config.source
    if not source.is_default or reading.source.file != after.order_file(after.step(after.played)):
        return None, ()
    kept = kept_rows(after, reading)
    if isinstance(kept, str):
        problem = Problem(
            code="sheet.kept",
            severity="note",
            place=Place(reading.source.file),
            message=f"{reading.source.file} was not made anew: {kept}. It serves on as it is.",
            hint="For one with the drop-downs of what is legal now: `gm sheet --to FILE`.",
        )
        return None, (problem,) if due is not None else ()
    return ((reading.source.file, turn_sheet(after, due, kept)) if due else None), ()


def _overdue(folder: GameFolder, reading: TurnReading) -> tuple[str, TurnSheet] | None:
    """The sheet made anew where it should have been before: it has fewer rows for turns to come than it is made with.

    So it is after a power cut between the journal and the sheet.
    """
    last = max((row.number for row in reading.queue.rows if row.number), default=0)
    return _renewed(folder, reading)[0] if last < folder.played + rows_ahead(folder) else None


def _report(
    folder: GameFolder,
    outcome: Outcome,
    reading: TurnReading,
    files: Sequence[Made] = (),
    written: tuple[str, ...] = (),
    notes: tuple[Problem, ...] = (),
) -> ResolveReport:
    """The report of turns that were taken, or of none."""
    taken = reading.run
    entries = folder.journal.steps[len(folder.journal.steps) - len(taken.turns) :] if outcome == "resolved" else ()
    told = as_decided(taken.checked.problems, [problem for turn in taken.turns for problem in turn.checked.problems])
    return structs.replace(
        report_of(folder, outcome, taken.checked, reading.source, files, written),
        state=entries[-1].state if entries else None,
        problems=(*told, *notes, *shared_game_warnings(folder, folder.played > len(taken.turns))),
        set_aside=tuple(player for entry in entries for player in entry.set_aside),
        by_rule=tuple(sentence for entry in entries for sentence in _all_by_rule(folder, entry)),
        turns=turns_told(folder, taken),
    )


def _resolved_before(
    folder: GameFolder,
    outcome: Outcome,
    checked: Checked,
    source: Source | None,
    number: int,
    files: Sequence[Made] = (),
    written: tuple[str, ...] = (),
) -> ResolveReport:
    """The report of a turn that is resolved already."""
    entry = folder.entry(number)
    report = report_of(folder, outcome, checked, source, files, written)
    by_rule = tuple(_all_by_rule(folder, entry))
    return structs.replace(report, state=entry.state, set_aside=entry.set_aside, by_rule=by_rule)


def _all_by_rule(folder: GameFolder, entry: StepEntry) -> list[str]:
    """What happened to a player without an order, in the game's own words, but for what it gained by that."""
    without = [player for player, order in entry.orders.items() if order is None]
    events = [event for event in folder.game.load_events(entry.events) if event.player in without]
    return [folder.game.tell(event) for event in events if not isinstance(event, Change)]
