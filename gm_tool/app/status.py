"""`gm status`: who has sent orders, what is wrong with them, how long there is left. It shows no order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, structs

from gm_tool.app.check import check_step
from gm_tool.app.clock import grace_left
from gm_tool.app.deadline import due_at, moment_text, next_daily
from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.source import AS_SET, Request
from gm_tool.app.surroundings import shared_game_warnings
from gm_tool.app.turn_reading import ahead_by_seat, read_turns
from gm_tool.core.forms import Step
from gm_tool.core.game import Json
from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem
from gm_tool.io.config import Config

WRONG_ORDER = "order.wrong"
"""Stands for all that can be wrong with an order itself."""

_OF_SHEETS = frozenset(("row", "player", "time", "round", "file", "tab", "source", "snapshot", "config", "turn"))
"""What the codes begin with that tell of a sheet, and of no order."""


class StatusReport(Struct, frozen=True, kw_only=True):
    """Where a game stands. `wrong` are the players whose row doesn't stand; `deadline` and `left` are texts.

    `late` are those of the missing who sent something too late; `reminders` a text for each who is missing. Turn by
    turn, `ahead` counts each player's rows for later turns; it is None for other games.
    """

    game: str
    title: str
    word: str
    step: str
    finished: bool
    resolved: int
    sent: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    deadline: str = ""
    left: str = ""
    reminder: str = ""
    reminders: Mapping[str, str] = {}
    problems: tuple[Problem, ...] = ()
    ahead: dict[str, int] | None = None

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
            "late": list(self.late),
            "deadline": self.deadline,
            "left": self.left,
            "reminder": self.reminder,
            "reminders": dict(self.reminders),
            "problems": [_discreet(problem) for problem in self.problems],
            **({} if self.ahead is None else {"ahead": dict(self.ahead)}),
        }


def status(where: Path | None, now: dt.datetime, request: Request = AS_SET) -> StatusReport:
    """Where the game stands at `now`, a moment with a zone. Raises BadInput, WrongUse, WorldFailed.

    A sheet that can't be read is a problem of the report: a status there always is.
    """
    folder = open_folder(where)
    step = folder.due
    base = StatusReport(
        game=folder.game.info.id,
        title=folder.title,
        word=folder.word,
        step=step.name if step else "",
        finished=step is None,
        resolved=folder.played,
    )
    told = base if step is None else _of_step(folder, step, base, now, request)
    return structs.replace(told, problems=(*told.problems, *shared_game_warnings(folder, folder.started)))


def _of_step(folder: GameFolder, step: Step, base: StatusReport, now: dt.datetime, request: Request) -> StatusReport:
    try:
        told, lacking = _sent(folder, step, base, request)
    except BadInput as error:
        told, lacking = structs.replace(base, missing=step.players, problems=error.problems), step
    config, step = folder.config, lacking or step
    moment = due_at(config, step) or next_daily(config, now)
    over = moment is not None and now > moment + config.grace
    due = _Due(moment, over, turn=not folder.game.info.simultaneous)
    return structs.replace(
        told,
        deadline=moment_text(moment, config.zone) if moment else "",
        left=_left(config, moment, now) if moment else "",
        reminder=_reminder(folder, step, due) if lacking else "",
        reminders={player: _private(folder, step, due, player, player in told.late) for player in told.missing},
    )


def _sent(folder: GameFolder, step: Step, base: StatusReport, request: Request) -> tuple[StatusReport, Step | None]:
    """What was sent, and the step of which something may be lacking.

    Turn by turn that is the first that can't be taken; None where all turns to the end can.
    """
    if not folder.game.info.simultaneous:
        taken = read_turns(folder, request).run
        sent = dict.fromkeys(player for turn in taken.turns for player in turn.checked.step.players)
        told = structs.replace(
            base,
            sent=tuple(sent),
            wrong=taken.checked.refused,
            missing=taken.checked.missing,
            ahead=ahead_by_seat(folder, taken),
            problems=taken.checked.problems,
        )
        return told, taken.due
    _, checked, _ = check_step(folder, step.number, request)
    late = {account.player for account in checked.accounts if account.fate == "late"}
    told = structs.replace(
        base,
        sent=tuple(checked.orders),
        wrong=checked.refused,
        missing=checked.missing,
        late=tuple(player for player in checked.missing if player in late),
        problems=checked.problems,
    )
    return told, step


def _left(config: Config, moment: dt.datetime, now: dt.datetime) -> str:
    """How long there is left: "1 day 3 hours", "20 minutes", "over", "over, 5 minutes of grace"."""
    if grace_left(config, moment, now):
        return f"over, {_span(moment + config.grace - now)} of grace"
    return "over" if now > moment else _span(moment - now)


def _span(span: dt.timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    told = [f"{number} {word}{'' if number == 1 else 's'}" for number, word in parts if number][:2]
    return " ".join(told) or "less than a minute"


def _reminder(folder: GameFolder, step: Step, due: _Due) -> str:
    """A reminder to paste into the forum; where all send orders at once, it names nobody."""
    whose = f"{any_of(step.players)}, " if due.turn else ""
    return f"{folder.title}, {step.title.lower()}: {whose}{due.asked(folder.config.zone)}."


def _private(folder: GameFolder, step: Step, due: _Due, player: str, late: bool) -> str:
    """A reminder for one player without an order that counts, with the deadline on that player's clock."""
    zone = folder.config.zone_of(player)
    of_step = f"{step.title.lower()} of {folder.title}"
    if due.turn:
        return f"{player}, {of_step} is yours, and I have no order from you yet.{due.told(zone)}"
    if late:
        return f"{player}, your orders for {of_step} came too late.{due.told(zone)}"
    return f"{player}, I have no orders from you yet for {of_step}.{due.told(zone)}"


class _Due(Struct, frozen=True):
    """A step's deadline, None for none, whether it is over (with its grace), and whether it is one player's turn."""

    moment: dt.datetime | None
    over: bool
    turn: bool

    def asked(self, zone: str) -> str:
        """The request to all for their orders, or to one for the turn."""
        please = "please take your turn" if self.turn else "please send your orders"
        if self.moment is None:
            return please
        if self.over:
            were = "your turn was" if self.turn else "orders were"
            yours = "it" if self.turn else "yours"
            return f"{were} due by {moment_text(self.moment, zone)}; if {yours} is still to come, please tell me"
        return f"{please} by {moment_text(self.moment, zone)}"

    def told(self, zone: str) -> str:
        """A sentence that says when orders are due, or were."""
        if self.moment is None:
            return ""
        is_due = ("It was" if self.over else "It is") if self.turn else ("They were" if self.over else "They are")
        return f" {is_due} due by {moment_text(self.moment, zone)}."


def _discreet(problem: Problem) -> dict[str, str]:
    """What may be told of a problem without showing the order: message and value stay out.

    A code of the game's own tells what was ordered (buy.unaffordable), and so may the column of a player's cell.
    """
    told = problem.as_json()
    keys = ("code", "severity", "player", "file", "tab", "cell")
    if problem.player and problem.code.partition(".")[0] not in _OF_SHEETS:
        told |= {"code": WRONG_ORDER, "cell": problem.place.row}
    return {key: told[key] for key in keys}
