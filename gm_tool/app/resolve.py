"""`gm resolve`: check a step's orders, play it, and write the journal, the posts and the next sheet.

Nothing is written unless all of it can be. The journal is the point of truth and is moved in
first; whatever else was lost by a power cut is made again from it by the next run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct, structs

from gm_tool.app.check import accepting, asked_number, check_step, waiting
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.ours import RESULTS
from gm_tool.app.publish import PREGAME, Made, Publisher, sheet_wanted, write_made
from gm_tool.app.sheet import sheet_to_come
from gm_tool.app.snapshots import keep_resolved
from gm_tool.app.source import AS_SET, Reading, Request, label_of
from gm_tool.app.surroundings import shared_warnings
from gm_tool.core.draws import Draws
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.core.problems import NOWHERE, BadInput, Problem, Severity, WorldFailed
from gm_tool.core.sources import Place
from gm_tool.engine.intake import RowAccount
from gm_tool.engine.journal import Journal, Source, StepEntry, read, seal, start_entry, step_entry
from gm_tool.engine.submissions import content_of
from gm_tool.engine.turn import Checked, play
from gm_tool.io.google_reading import is_label
from gm_tool.io.journal_file import JOURNAL, journal_lines, write_journal
from gm_tool.io.transaction import Transaction, lock
from gm_tool.io.workshop import Workshop

PREGAME_POST = f"posts/{PREGAME}/public.txt"
NOT_COMPARED = "step.not_compared"
Outcome = Literal["resolved", "refused", "unchanged", "changed", "nothing", "over"]
"""How `gm resolve` ended.

"resolved"; "refused": problems; "unchanged": resolved before, with these orders; "changed": resolved before, but
the orders read now are others; "nothing": asked for the next step, and nobody has sent anything; "over": asked for
the next step, and the game has ended.
"""


class ResolveReport(Struct, frozen=True):
    """What `gm resolve` did. `posts` are the post files of the step, `written` all files that changed.

    `by_rule` says of each player without an order what the rules did instead: the GM's alone.
    `accepted` are the players whose late rows were let count; `faults` says of each player in `set_aside` why
    the order didn't stand, as it was recorded.
    """

    title: str
    outcome: Outcome
    checked: Checked
    source: Source | None
    said: dict[str, str]
    state: Json = None
    finished: bool = False
    posts: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    set_aside: tuple[str, ...] = ()
    by_rule: tuple[str, ...] = ()
    accepted: tuple[str, ...] = ()
    faults: Mapping[str, tuple[str, ...]] = {}

    @property
    def compared(self) -> bool:
        """Whether a step that was resolved before was held against what is there now."""
        return all(problem.code != NOT_COMPARED for problem in self.problems)

    @property
    def done(self) -> bool:
        """Whether the command did what was asked, or there was nothing to do."""
        return self.outcome in ("resolved", "unchanged", "nothing", "over")

    def as_json(self) -> dict[str, Json]:
        """The object of `gm resolve --json`."""
        return {
            **self.checked.as_json(),
            "problems": [problem.as_json() for problem in self.problems],
            "outcome": self.outcome,
            "state": self.state,
            "finished": self.finished,
            "posts": list(self.posts),
            "set_aside": list(self.set_aside),
            "accepted": list(self.accepted),
        }


def resolve(
    where: Path | None,
    step: str | None = None,
    request: Request = AS_SET,
    invalid_as_missing: bool = False,
) -> ResolveReport:
    """Resolve a step, the next one unless said otherwise. Raises BadInput, WrongUse, WorldFailed.

    With `invalid_as_missing` players whose order doesn't stand are treated as if they had sent none.
    """
    with Workshop() as shop:
        return _resolved(_Asked(where, step, request, invalid_as_missing), shop)


def _resolved(asked: _Asked, shop: Workshop) -> ResolveReport:
    plan = _planned(asked)
    if isinstance(plan, ResolveReport):
        return plan  # nothing is to be written, not even a lock
    with lock(plan.folder.path):
        if tuple(journal_lines(plan.folder.path / JOURNAL)) != plan.folder.lines:
            plan = _planned(asked)  # another gm was faster
        if isinstance(plan, ResolveReport):
            return plan
        return _play(plan, shop) if plan.number > plan.folder.played else _made_again(plan, shop)


class _Asked(Struct, frozen=True):
    """What the command line asks for."""

    where: Path | None
    step: str | None
    request: Request
    invalid_as_missing: bool


class _Plan(Struct, frozen=True):
    """A step that can be resolved, or one that is resolved and whose files are to be looked after."""

    folder: GameFolder
    number: int
    source: Source | None
    checked: Checked
    state: Any
    accepted: tuple[str, ...] = ()
    over: bool = False


def _planned(asked: _Asked) -> _Plan | ResolveReport:
    """What there is to do, or the report where nothing is to be written. Only reads."""
    folder = open_folder(asked.where)
    if folder.over and asked.step is None and asked.request.file is None and not asked.request.tab:
        last = folder.played
        return _Plan(folder, last, folder.entry(last).source, _recorded(folder, last), None, over=True)
    number = asked_number(folder, asked.step)
    if number <= folder.played:
        return _again(folder, number, asked)
    request = accepting(folder, asked.request)
    reading, checked, state = check_step(folder, number, request)
    if asked.step is None and not checked.orders and not checked.refused and checked.stands:
        return _report(folder, "nothing", reading.source, checked)
    if asked.invalid_as_missing and checked.refused:
        waits = waiting(folder, state, checked.step, checked.refused)
        checked = structs.replace(checked, problems=(*checked.problems, *waits))
    if not _may_go_on(checked, asked.invalid_as_missing):
        return _report(folder, "refused", reading.source, checked)
    return _Plan(folder, number, reading.source, checked, state, request.accepted)


def _may_go_on(checked: Checked, invalid_as_missing: bool) -> bool:
    """Whether no error is left, but those of rows that the GM wants set aside.

    What is wrong with the titles concerns all rows, whichever row they stand in, and can't be set aside.
    """
    if checked.stands:
        return True
    refused = {account.place for account in checked.accounts if account.fate == "refused"}
    rows = {(place.file, place.tab, place.cell) for place in refused}
    errors = [problem for problem in checked.problems if problem.severity == "error"]
    of_titles = any(problem.code.startswith(("header.", "column.")) for problem in errors)
    return invalid_as_missing and not of_titles and all(_row_of(problem) in rows for problem in errors)


def _row_of(problem: Problem) -> tuple[str, str, str]:
    """The row that a problem stands in, as the account of rows names it."""
    place = problem.place
    return place.file, place.tab, place.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _play(plan: _Plan, shop: Workshop) -> ResolveReport:
    """Play the step, and write all that follows from it."""
    folder, checked, seed = plan.folder, plan.checked, plan.folder.seed()
    played = play(folder.game, plan.state, checked.judged, Draws(seed))
    lines, journal = list(folder.lines), folder.journal
    if not folder.started:
        start = start_entry(folder.game, folder.settings, folder.title, folder.config.names, folder.options, seed)
        lines, journal = _grown(lines, seal(start, journal))
    entry = step_entry(folder.game, folder.settings, checked, played, plan.source, plan.accepted)
    lines, journal = _grown(lines, seal(entry, journal))
    after = structs.replace(folder, lines=tuple(lines), journal=journal)
    files = _outputs(after, after.played, shop)
    transaction = Transaction(folder.path)
    write_journal(transaction, lines)
    keep_resolved(transaction, checked, plan.source)
    if not folder.started and not (folder.path / PREGAME_POST).exists():
        write_made(transaction, Publisher(after).pregame_files(seed))
    write_made(transaction, files)
    written = transaction.commit()
    return _report(after, "resolved", plan.source, checked, after.played, files, written)


def _grown(lines: Sequence[bytes], line: bytes) -> tuple[list[bytes], Journal]:
    """The journal with one line more, read again as anybody would read it."""
    grown = [*lines, line]
    return grown, read(grown)


def _outputs(folder: GameFolder, number: int, shop: Workshop) -> list[Made]:
    """All that is made from the journal for a step: its posts, the results of all steps, the next step's sheet.

    Pictures are drawn in the workshop while posts are written here, and workbooks while pages are made.
    """
    publisher, sheet = Publisher(folder), sheet_to_come(folder)
    sketches = publisher.sketches(number)
    shop.send([sketch.wanted for sketch in sketches])
    wanted = {RESULTS: publisher.results_wanted()} | ({sheet[0]: sheet_wanted(folder, sheet[1])} if sheet else {})
    drawings = [sketch.drawn(png) for sketch, png in zip(sketches, shop.receive(), strict=True)]
    shop.send(tuple(wanted.values()))
    posts = publisher.step_files(number, drawings)
    books = [Made(name, data, secret=True) for name, data in zip(wanted, shop.receive(), strict=True)]
    return [*posts, *books]


def _again(folder: GameFolder, number: int, asked: _Asked) -> _Plan | ResolveReport:
    """A step that was resolved before: compare what is there now with what was resolved.

    Where it can't be compared that is said; it is an error only where the GM has named what to compare with.
    """
    entry = folder.entry(number)
    plan = _Plan(folder, number, entry.source, _recorded(folder, number), None)
    named = asked.request.file is not None or bool(asked.request.tab)
    request = _request_again(folder, entry, number, accepting(folder, asked.request))
    if request is None:
        problem = _not_compared(entry, _gone(entry), "error" if named else "note")
        if named:
            raise BadInput([problem])
        return structs.replace(plan, checked=structs.replace(plan.checked, problems=(problem,)))
    try:
        reading, now, _ = check_step(folder, number, request)
    except (BadInput, WorldFailed) as error:
        if named:
            raise
        problem = _not_compared(entry, str(error), "note")
        return structs.replace(plan, checked=structs.replace(plan.checked, problems=(problem,)))
    return plan if _same(entry, now, reading) else _report(folder, "changed", reading.source, now, number)


def _gone(entry: StepEntry) -> str:
    return (
        f"{entry.source.file} isn't there any more." if entry.source else "It isn't recorded what they were read from."
    )


def _not_compared(entry: StepEntry, why: str, severity: Severity) -> Problem:
    return Problem(
        code=NOT_COMPARED,
        severity=severity,
        place=Place(entry.source.file, entry.source.tab) if entry.source else NOWHERE,
        message=f"The orders of {entry.step} were not compared with those that it was resolved with. {why}",
        hint="To compare them, name the file: `--from FILE`, and `--tab NAME` if it has several.",
    )


def _request_again(folder: GameFolder, entry: StepEntry, number: int, asked: Request) -> Request | None:
    """How a resolved step's orders are read once more; None where what they were read from isn't there.

    Whose late rows were let count then, is let count again.
    """
    asked = structs.replace(asked, accepted=(*asked.accepted, *entry.accepted))
    if asked.file is not None or entry.source is None:
        return asked if asked.file is not None else None
    asked = structs.replace(asked, tab=asked.tab or entry.source.tab)
    if is_label(entry.source.file):
        return asked if folder.config.source.google else None
    path = _recorded_file(folder, number)
    return None if path is None else structs.replace(asked, file=path)


def _recorded_file(folder: GameFolder, number: int) -> Path | None:
    """The file that a resolved step was read from, if it is still there: as game.yaml names it, or by its record."""
    source = folder.entry(number).source
    if source is None:
        return None
    for path in (folder.path / folder.order_file(folder.step(number)), folder.path / source.file):
        if path.is_file() and label_of(folder, path) == source.file:
            return path
    return None


def _made_again(plan: _Plan, shop: Workshop) -> ResolveReport:
    """Whatever is lacking of a resolved step's files, made again from the journal."""
    files = _outputs(plan.folder, plan.number, shop)
    transaction = Transaction(plan.folder.path)
    keep_resolved(transaction, plan.checked, plan.source)
    write_made(transaction, files)
    written = transaction.commit()
    outcome: Outcome = "over" if plan.over else "unchanged"
    return _report(plan.folder, outcome, plan.source, plan.checked, plan.number, files, written)


def _recorded(folder: GameFolder, number: int) -> Checked:
    """What was checked when a step was resolved, as the journal has it."""
    entry = folder.entry(number)
    file, tab = (entry.source.file, entry.source.tab) if entry.source else ("", "")
    return Checked(
        step=folder.step(number),
        orders={player: order for player, order in entry.orders.items() if order is not None},
        judged={},
        missing=entry.missing,
        refused=entry.set_aside,
        accounts=tuple(
            RowAccount(Place(file, tab, row.row), row.fate, row.player, row.reason, row.cells, row.note)
            for row in entry.rows
        ),
        problems=(),
    )


def _same(entry: StepEntry, checked: Checked, reading: Reading) -> bool:
    """Whether the orders read now are those that were resolved.

    Where nothing but times tells rounds apart, answers that came since are of the round that follows.
    """
    was, now = entry.source, reading.source
    if was is not None and (was.tab, was.digest) == (now.tab, now.digest):
        return True
    if reading.intake.by_time:
        there = {(account.place.cell, content_of(account.cells)) for account in checked.accounts}
        if all((row.row, content_of(row.cells)) in there for row in entry.rows):
            return True
    return {player: checked.orders.get(player) for player in checked.step.players} == entry.orders


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
    entry = folder.entry(number) if number else None
    return ResolveReport(
        title=folder.title,
        outcome=outcome,
        checked=checked,
        source=source,
        said={player: folder.game.say(order) for player, order in checked.orders.items()},
        state=entry.state if entry else None,
        finished=folder.game.due(folder.state_after(folder.played)) is None,
        posts=tuple(made.name for made in files if made.name.startswith("posts/")),
        written=written,
        problems=(
            *checked.problems,
            *(_changed(entry, checked, source) if entry and outcome == "changed" else ()),
            *shared_warnings(folder.path, folder.played > 1),
        ),
        set_aside=entry.set_aside if entry else (),
        by_rule=_by_rule(folder, entry) if entry else (),
        accepted=entry.accepted if entry else (),
        faults=_faults(entry) if entry else {},
    )


def _by_rule(folder: GameFolder, entry: StepEntry) -> tuple[str, ...]:
    """Of each player without an order, the first thing that happened to it, in the game's own words."""
    without = [player for player, order in entry.orders.items() if order is None]
    told = dict.fromkeys(without, "")
    for event in folder.game.load_events(entry.events):
        if event.player in told and not told[event.player]:
            told[event.player] = folder.game.tell(event)
    return tuple(sentence for sentence in told.values() if sentence)


def _faults(entry: StepEntry) -> dict[str, tuple[str, ...]]:
    """Of each player whose order was set aside, the errors that were recorded."""
    errors = [problem for problem in entry.problems if problem["severity"] == "error"]
    return {name: tuple(said["message"] for said in errors if said["player"] == name) for name in entry.set_aside}


def _changed(entry: StepEntry, now: Checked, source: Source | None) -> tuple[Problem, ...]:
    others = [player for player, order in entry.orders.items() if now.orders.get(player) != order]
    problem = Problem(
        code="step.changed",
        place=Place(source.file, source.tab) if source else NOWHERE,
        message=f"{entry.step} is resolved already, with other orders than these, of {any_of(others, 'and')}. "
        "Nothing was changed.",
        hint=f"`gm show gm {entry.step}` prints what it was resolved with. What can be done is in docs/guide.md "
        'under "Resolving twice, and mistakes found too late".',
    )
    return (problem,)
