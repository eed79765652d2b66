"""`gm check`: read the orders of a step and say what is wrong with them. Writes nothing but a snapshot, if asked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from gm_tool.app.about import about_game
from gm_tool.app.asked_steps import asked_number, named_step
from gm_tool.app.clock import clock_of, deadline_problems
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.recorded import ordered_otherwise
from gm_tool.app.repeats import later_rounds, same_as_earlier
from gm_tool.app.resolve_report import TurnsTold
from gm_tool.app.snapshots import changed_rows, keep_snapshot
from gm_tool.app.source import AS_SET, Reading, Request, read_orders
from gm_tool.app.stale import lacking_rows
from gm_tool.app.state_before import state_before
from gm_tool.app.surroundings import shared_game_warnings
from gm_tool.app.turn_reading import read_turns, refuse_late, turns_told
from gm_tool.core.forms import Step
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem
from gm_tool.engine.earlier import carried_over
from gm_tool.engine.entries import Source
from gm_tool.engine.turn import Checked, lacking
from gm_tool.engine.turn import check as check_intake


class CheckReport(Struct, frozen=True):
    """What `gm check` found. `said` are the orders in words; `resolved`: the step was resolved before.

    `others` are the players with whose orders it was resolved otherwise than they read now.
    `kept` is the file of the snapshot where one was asked for; `turns` is None where a game has rounds.
    """

    title: str
    checked: Checked
    source: Source
    said: dict[str, str]
    resolved: bool
    kept: str = ""
    turns: TurnsTold | None = None
    others: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the step could be resolved as it is."""
        return self.checked.stands

    def as_json(self) -> dict[str, Json]:
        """The object of `gm check --json`."""
        return {**self.checked.as_json(), "snapshot": self.kept, **(self.turns.as_json() if self.turns else {})}


def check(
    where: Path | None, step: str | None = None, request: Request = AS_SET, snapshot: bool = False
) -> CheckReport:
    """Check the orders of a step, the next one unless said otherwise. Raises BadInput, WrongUse, WorldFailed.

    Writes nothing, unless a `snapshot` of what was read is to be kept.
    """
    folder = open_folder(where)
    if not folder.game.info.simultaneous:
        return _of_turns(folder, step, request, snapshot)
    number = asked_number(folder, step)
    reading, checked, _ = check_step(folder, number, accepting(folder, request))
    kept = keep_snapshot(folder.path, checked, reading.source).name if snapshot else ""
    return CheckReport(
        title=folder.title,
        checked=structs.replace(checked, problems=(*checked.problems, *shared_game_warnings(folder, folder.started))),
        source=reading.source,
        said={player: folder.game.say(order) for player, order in checked.orders.items()},
        resolved=number <= folder.played,
        kept=kept,
        others=_others(folder, number, reading, checked) if number <= folder.played else (),
    )


def _others(folder: GameFolder, number: int, reading: Reading, checked: Checked) -> tuple[str, ...]:
    """Who has another order now than the step was resolved with.

    Where nothing but times tells rounds apart, what is there now may be of the round that follows.
    """
    return () if reading.intake.by_time else ordered_otherwise(folder.entry(number), checked)


def _of_turns(folder: GameFolder, step: str | None, request: Request, snapshot: bool) -> CheckReport:
    """What the rows of a game that goes turn by turn would do, as far as they can be taken, up to a turn."""
    refuse_late(request)
    limit = named_step(folder, step)
    reading = read_turns(folder, request, limit)
    shared = shared_game_warnings(folder, folder.started)
    checked = structs.replace(reading.run.checked, problems=(*reading.run.checked.problems, *shared))
    resolved = limit is not None and limit <= folder.played
    if resolved and limit is not None:
        checked = structs.replace(checked, step=folder.step(limit))
    kept = keep_snapshot(folder.path, checked, reading.source).name if snapshot else ""
    said = {player: folder.game.say(order) for player, order in checked.orders.items()}
    return CheckReport(folder.title, checked, reading.source, said, resolved, kept, turns_told(folder, reading.run))


def accepting(folder: GameFolder, request: Request) -> Request:
    """The request with the players, whose late rows count, spelled as the game spells them. Raises WrongUse."""
    names = {folder.player(name) for name in request.accepted}
    return structs.replace(request, accepted=tuple(name for name in folder.config.names if name in names))


def read_due(folder: GameFolder, step: Step, request: Request = AS_SET) -> tuple[Source, Checked]:
    """What was sent for the step that is due, from where; of a game that goes turn by turn, all rows of its sheet."""
    if folder.game.info.simultaneous:
        reading, checked, _ = check_step(folder, step.number, request)
        return reading.source, checked
    turns = read_turns(folder, request)
    return turns.source, structs.replace(turns.run.checked, step=step)


def check_step(
    folder: GameFolder, number: int, request: Request = AS_SET, first_post: bool = True
) -> tuple[Reading, Checked, Any]:
    """Read and judge the orders of a step on the state before it; that state comes along.

    Without `first_post` the pregame post isn't looked at. Raises BadInput (file.*, tab.*, source.ours,
    ruling.impossible), WorldFailed.
    """
    folder, state = folder.under(number), state_before(folder, number)
    step = folder.game.due(state)
    assert step is not None, "asked_number lets no step after the end through"
    form = folder.game.form(state, step.players[0])
    reading = read_orders(folder, step, form, request)
    checked = check_intake(folder.game, state, step, reading.intake)
    waits = waiting(folder, state, step, checked.missing)
    edited = changed_rows(folder, checked, reading.source) if reading.intake.timed else ()
    deadline = deadline_problems(folder.config, step)
    no_rows = () if folder.started else lacking_rows(folder, reading.source.file, checked)
    about = about_game(folder, (*no_rows, *deadline), first_post)
    again = () if reading.intake.timed else same_as_earlier(folder, reading, checked, request)
    carried = carried_over(folder.journal.steps[: number - 1], checked.accounts) if reading.intake.by_time else ()
    ahead = later_rounds(reading, step) if number > folder.played else ()
    let_count = _let_count(folder, reading, checked, request)
    problems = (*about, *again, *ahead, *checked.problems, *let_count, *edited, *carried, *waits)
    return reading, structs.replace(checked, problems=problems), state


def _let_count(folder: GameFolder, reading: Reading, checked: Checked, request: Request) -> tuple[Problem, ...]:
    """A note (row.let_count) for each row that is used though it came too late, since the GM wants it."""
    if not request.accepted:
        return ()
    clock = clock_of(folder.config, checked.step)
    sent = {submission.line: submission.time for submission in reading.intake.submissions}
    problems = []
    for account in checked.accounts:
        time = sent.get(account.place.cell)
        if account.fate == "used" and account.player in request.accepted and time and clock.is_late(time):
            problem = Problem(
                code="row.let_count",
                severity="note",
                player=account.player,
                place=account.place,
                message=f"{account.player}'s row {account.place.cell} came too late, at {clock.text(time)}, "
                "and counts all the same, as you have decided.",
            )
            problems.append(problem)
    return tuple(problems)


def waiting(folder: GameFolder, state: Any, step: Step, players: Sequence[str]) -> tuple[Problem, ...]:
    """What is to be said of players without an order where the game has none to put in its place."""
    return tuple(problem for said in lacking(folder.game, state, step, players).values() for problem in said)
