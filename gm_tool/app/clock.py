"""How the times in a sheet are held against a step's deadline, and what is to be said of the deadline itself."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from gm_tool.app.deadline import UTC, due_at, local_due, moment_text
from gm_tool.core.forms import Step
from gm_tool.core.problems import Problem
from gm_tool.engine.times import Clock
from gm_tool.io.config import Config

DAY_FIRST = {"": None, "day-month": True, "month-day": False}


def clock_of(config: Config, step: Step) -> Clock:
    """The clock for the orders of a step: what was sent up to the deadline before it belongs to the step before."""
    before = Step(step.word, step.number - 1, ())
    return Clock(
        zone=ZoneInfo(config.zone),
        day_first=DAY_FIRST[config.date_order],
        due=due_at(config, step),
        grace=config.grace,
        opens=due_at(config, before) if before.number else None,
    )


def deadline_problems(config: Config, step: Step) -> tuple[Problem, ...]:
    """A warning where the clocks are changed at the hour of a step's deadline: deadline.twice, deadline.never.

    It is resolved by a fixed rule (see `due_at`); the warning tells what comes of it, in UTC too.
    """
    local = local_due(config, step)
    if local is None:
        return ()
    zone = ZoneInfo(config.zone)
    first, second = (local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if first == second:
        return ()
    shown, meant = f"{local:%Y-%m-%d %H:%M}", moment_text(first, config.zone)
    if first < second:
        code, message = "deadline.twice", f"{shown} comes twice in {config.zone}: the first of the two is meant"
    else:
        code, message = "deadline.never", f"{shown} never comes in {config.zone}, where the clocks go forward then"
    problem = Problem(
        code=code,
        severity="warning",
        message=f"The deadline {message}. Orders are due at {meant}.",
        place=config.place("deadlines"),
        value=shown,
        hint="If that isn't what you want, name another hour.",
    )
    return (problem,)


def grace_left(config: Config, moment: dt.datetime, now: dt.datetime) -> bool:
    """Whether the deadline at `moment` is over, but orders still count."""
    return moment < now <= moment + config.grace
