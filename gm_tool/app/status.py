"""`gm status`: who has sent orders, what is wrong with them, how long there is left. It shows no order."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from msgspec import Struct

from gm_tool.app.check import check_step
from gm_tool.app.deadline import due_at, moment_text, next_daily
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.core.forms import Step
from gm_tool.core.game import Json
from gm_tool.core.problems import BadInput, Problem


class StatusReport(Struct, frozen=True, kw_only=True):
    """Where a game stands. `wrong` are the players whose row doesn't stand; `deadline` and `left` are texts."""

    game: str
    title: str
    step: str
    finished: bool
    resolved: int
    sent: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    deadline: str = ""
    left: str = ""
    reminder: str = ""
    problems: tuple[Problem, ...] = ()

    def as_json(self) -> dict[str, Json]:
        """The object of `gm status --json`. Of a problem it gives what doesn't show the order."""
        return {
            "game": self.game,
            "title": self.title,
            "step": self.step,
            "finished": self.finished,
            "resolved": self.resolved,
            "sent": list(self.sent),
            "wrong": list(self.wrong),
            "missing": list(self.missing),
            "deadline": self.deadline,
            "left": self.left,
            "reminder": self.reminder,
            "problems": [_discreet(problem) for problem in self.problems],
        }


def status(where: Path | None, now: dt.datetime) -> StatusReport:
    """Where the game stands at `now`, a moment with a zone. Raises BadInput, WrongUse, WorldFailed.

    A sheet that can't be read is a problem of the report: a status there always is.
    """
    folder = open_folder(where)
    state = folder.state_after(folder.played)
    step = folder.game.due(state)
    base = StatusReport(
        game=folder.game.info.id,
        title=folder.title,
        step=step.name if step else "",
        finished=step is None,
        resolved=folder.played,
    )
    return base if step is None else _of_step(folder, step, base, now)


def _of_step(folder: GameFolder, step: Step, base: StatusReport, now: dt.datetime) -> StatusReport:
    sent: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing = step.players
    try:
        _, checked, _ = check_step(folder, step.number)
        sent, wrong, missing, problems = tuple(checked.orders), checked.refused, checked.missing, checked.problems
    except BadInput as error:
        problems = error.problems
    moment = due_at(folder.config, step) or next_daily(folder.config, now)
    deadline = moment_text(moment, folder.config.zone) if moment else ""
    return StatusReport(
        game=base.game,
        title=base.title,
        step=base.step,
        finished=False,
        resolved=base.resolved,
        sent=sent,
        wrong=wrong,
        missing=missing,
        deadline=deadline,
        left=_left(moment, now) if moment else "",
        reminder=_reminder(folder, step, deadline),
        problems=problems,
    )


def _left(moment: dt.datetime, now: dt.datetime) -> str:
    """How long there is left: "1 day 3 hours", "20 minutes", "over"."""
    minutes = int((moment - now).total_seconds() // 60)
    if minutes < 0:
        return "over"
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    told = [f"{number} {word}{'' if number == 1 else 's'}" for number, word in parts if number][:2]
    return " ".join(told) or "less than a minute"


def _reminder(folder: GameFolder, step: Step, deadline: str) -> str:
    """A reminder to paste into the forum; it names nobody."""
    due = f" by {deadline}" if deadline else ""
    return f"{folder.title}, {step.title.lower()}: please send your orders{due}."


def _discreet(problem: Problem) -> dict[str, str]:
    """What may be told of a problem without showing the order: message and value stay out."""
    told = problem.as_json()
    return {key: told[key] for key in ("code", "severity", "player", "file", "tab", "cell")}
