"""`gm ruling`: a ruling changed in the middle of a game, from a step on; where that is resolved, it is played again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, structs

from gm_tool.app.decisions import Dated, Decisions, leave_of, steps_without, words_of
from gm_tool.app.folder import GameFolder, open_folder, settings_of
from gm_tool.app.outputs import grown
from gm_tool.app.redo import plan_again, stale_sheet, write_journal_and_files
from gm_tool.app.redo_report import Agree, RedoReport, carried_out
from gm_tool.app.steps import step_number
from gm_tool.core.draws import Draws
from gm_tool.core.game import Json
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.core.rulings import Setting, key_of, settle, typed_setting, word
from gm_tool.core.shell import quoted
from gm_tool.engine.corrections import Mended
from gm_tool.engine.entries import RulingEntry, number_of
from gm_tool.engine.journal import versions


class RulingReport(Struct, frozen=True):
    """A ruling that is changed, or would be, from a step on; `redo` tells of resolved steps that are played again."""

    title: str
    key: str
    was: str
    setting: str
    question: str
    meaning: str
    step: str
    changed: bool
    redo: RedoReport | None = None
    problems: tuple[Problem, ...] = ()
    written: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing stands in the way."""
        return self.redo is None or self.redo.done

    @property
    def notice(self) -> str:
        """What may be posted of it."""
        step = self.step.replace("-", " ").capitalize()
        if self.meaning:
            return f"{self.question} From {step} on: {self.meaning} ({self.setting}; it was {self.was})."
        return f"{self.question} From {step} on: {self.setting}, no longer {self.was}."

    def as_json(self) -> dict[str, Json]:
        """The object of `gm ruling --json`."""
        return {
            "key": self.key,
            "was": self.was,
            "setting": self.setting,
            "from": self.step,
            "changed": self.changed,
            "redo": self.redo.as_json() if self.redo else None,
            "written": list(self.written),
            "problems": [problem.as_json() for problem in self.problems],
        }


def change_ruling(
    where: Path | None,
    key: str,
    value: str,
    from_step: str | None,
    decisions: Decisions,
    dated: Dated,
    agree: Agree,
    dry_run: bool = False,
) -> RulingReport:
    """Have a ruling be another from a step on, the next one unless said otherwise.

    Raises BadInput (ruling.unknown, ruling.value, ruling.impossible and what a game says of rulings that don't go
    together), WrongUse, WorldFailed.
    """
    folder = open_folder(where)
    if not folder.started:
        raise WrongUse(
            "Nothing is resolved yet: change the ruling in game.yaml.", "Then `gm posts` makes the first post anew."
        )
    number = _asked_from(folder, from_step, decisions)
    entry, report = _entry(folder, key, value, number, dated)
    if report.was == report.setting:
        _must_stay(folder, entry)
        return report
    problems = _set_up_before(folder, entry)
    if number > folder.played:
        return _to_come(folder, entry, structs.replace(report, problems=problems), dry_run)
    leave = leave_of(folder, decisions)
    steps_without(folder, decisions, number)
    mended = {at: Mended(words=given) for at, given in words_of(folder, decisions, number).items()}
    folder.seed()  # one that is gone isn't the ruling's fault
    try:
        plan = plan_again(folder, entry, number, mended, leave)
    except BadInput as misfit:
        raise BadInput([_impossible(report, misfit.problems[0].message)]) from misfit
    redo = carried_out(plan, agree, dry_run, problems)
    return structs.replace(report, changed=redo.outcome == "corrected", redo=redo, written=redo.written)


def _asked_from(folder: GameFolder, from_step: str | None, decisions: Decisions) -> int:
    """The number of the step from which on a ruling is to be another. Raises WrongUse."""
    number = step_number(from_step, folder.word) or folder.played + 1
    if folder.over and number > folder.played:
        raise WrongUse("The game is over.", f"To change how it went, name a {folder.word}: --from {folder.word}-1")
    if number > folder.played and decisions.any:
        raise WrongUse(
            f"{folder.word}-{number} is to come: no {folder.word} is played again, no order is to be decided about.",
            "Leave --set, --as-missing, --invalid-as-missing and --without out.",
        )
    return number


def _to_come(folder: GameFolder, entry: RulingEntry, report: RulingReport, dry_run: bool) -> RulingReport:
    """Change a ruling for steps that are to come."""
    after = grown(folder, [entry])
    if number_of(entry.from_step) == folder.played + 1:
        _must_hold(after, report)
    problems = (*report.problems, *stale_sheet(folder, after))
    if dry_run:
        return structs.replace(report, problems=problems)
    written = write_journal_and_files(folder, after, after.played + 1)
    return structs.replace(report, changed=True, problems=problems, written=written)


def _entry(folder: GameFolder, key: str, value: str, number: int, dated: Dated) -> tuple[RulingEntry, RulingReport]:
    """The entry of a change, and what there is to be said of it so far."""
    kind, line = type(folder.game), folder.journal.line
    key = key_of(key, [ruling.key for ruling in kind.rulings])
    given, problems = settle(kind.rulings, {key: typed_setting(value)})
    if problems:
        raise BadInput(problems)
    recorded = line.rulings_at(number)
    was = settings_of(kind, recorded)[key]
    settings = settings_of(kind, {**recorded, key: _plain(given[key])})
    game = kind(settings)
    least, most = game.seats()
    step = f"{folder.word}-{number}"
    ruling = next(one for one in kind.rulings if one.key == key)
    meaning = ruling.meaning(given[key])
    report = RulingReport(folder.title, key, word(was), word(given[key]), ruling.question, meaning, step, False)
    if not least <= len(folder.config.names) <= most:
        raise BadInput([_impossible(report, f"it is for {least} to {most} players.")])
    entry = RulingEntry(
        **versions(game, settings),
        key=key,
        setting=_plain(given[key]),
        was=_plain(was),
        from_step=step,
        reason=dated.reason,
        date=dated.date,
    )
    return entry, report


def _set_up_before(folder: GameFolder, entry: RulingEntry) -> tuple[Problem, ...]:
    """A warning (ruling.set_up) where a ruling says how a game begins: this one has begun."""
    start, kind = folder.journal.start, type(folder.game)
    recorded = folder.journal.line.rulings_at(number_of(entry.from_step))

    def set_up(settings: Mapping[str, Setting]) -> Json:
        game = kind(settings)
        try:
            return game.dump(game.setup(start.players, start.options, Draws(folder.seed())))
        except BadInput:
            return None

    if set_up(settings_of(kind, recorded)) == set_up(settings_of(kind, {**recorded, entry.key: entry.setting})):
        return ()
    problem = Problem(
        code="ruling.set_up",
        severity="warning",
        field=entry.key,
        message=f"{entry.key} says how a game is set up, too. This one is set up already, and that stays as it is.",
        hint="`gm adjust NAME WHAT AMOUNT` changes what a player has.",
    )
    return (problem,)


def _must_stay(folder: GameFolder, entry: RulingEntry) -> None:
    """Raises WrongUse where a ruling has the value already, but another one from a later step on."""
    line, first = folder.journal.line, number_of(entry.from_step)
    for number in sorted({number_of(change.from_step) for change in line.rulings}):
        then = settings_of(type(folder.game), line.rulings_at(number))[entry.key]
        if number > first and _plain(then) != entry.setting:
            raise WrongUse(
                f"{entry.key} is {word(entry.setting)} from {entry.from_step} on already,"
                f" but {word(then)} from {folder.word}-{number} on.",
                f"To change it there: `gm ruling {entry.key} {quoted(word(entry.setting))}"
                f" --from {folder.word}-{number}`",
            )


def _plain(setting: Setting) -> Any:
    """A setting as it stands in the journal."""
    return msgspec.to_builtins(setting)


def _must_hold(after: GameFolder, report: RulingReport) -> None:
    """Raises BadInput (ruling.impossible) where the game as it stands can't be under the changed ruling."""
    try:
        after.game.load(after.journal.line.state_after(after.played))
    except BadInput as misfit:
        raise BadInput([_impossible(report, misfit.problems[0].message)]) from misfit


def _impossible(report: RulingReport, why: str) -> Problem:
    return Problem(
        code="ruling.impossible",
        field=report.key,
        value=report.setting,
        message=f"The ruling {report.key} can't be {report.setting} from {report.step} on: {why}",
        hint="The game as it stands doesn't allow it. Some rulings can only be settled before the first round.",
    )
