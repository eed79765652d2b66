"""When the orders of a step are due, by the settings of game.yaml. No clock is read here."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from gm_tool.core.forms import Step
from gm_tool.io.config import Config
from gm_tool.io.deadlines import Daily, Dates, Every

UTC = ZoneInfo("UTC")


def due_at(config: Config, step: Step) -> dt.datetime | None:
    """The moment at which a step's orders are due, in the game's zone; None where game.yaml names none.

    A daily deadline has no date of its own. An hour that comes twice is the first of the two,
    one that never comes (the clocks go forward) is as much later as the clocks jump.
    """
    zone = ZoneInfo(config.zone)
    match config.deadlines:
        case Dates(moments=moments) if step.number <= len(moments):
            local = moments[step.number - 1].replace(tzinfo=zone)
        case Every(span=span, first=first):
            local = first.replace(tzinfo=zone).astimezone(UTC) + span * (step.number - 1)
        case _:
            return None
    return local.astimezone(UTC).astimezone(zone)


def next_daily(config: Config, now: dt.datetime) -> dt.datetime | None:
    """The next moment of a daily deadline after `now` (with a zone); None where the deadline is no daily one."""
    if not isinstance(config.deadlines, Daily):
        return None
    zone = ZoneInfo(config.zone)
    day = now.astimezone(zone).date()
    days = (day + dt.timedelta(days=later) for later in range(3))  # where clocks jump, tomorrow's may be past, too
    moments = (dt.datetime.combine(day, config.deadlines.time, zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > now).astimezone(zone)


def deadline_text(config: Config, step: Step, zone: str) -> str:
    """The deadline of a step for a post, on the clock of `zone`; "" where there is none.

    A daily one stays on the game's clock: what it is elsewhere changes with the time of the year.
    """
    if isinstance(config.deadlines, Daily):
        return f"{config.deadlines.time:%H:%M} ({config.zone})"
    moment = due_at(config, step)
    return "" if moment is None else moment_text(moment, zone)


def moment_text(moment: dt.datetime, zone: str) -> str:
    """A moment on the clock of a zone, with UTC beside it: "2026-05-01 20:00 Europe/Berlin (18:00 UTC)"."""
    local, utc = moment.astimezone(ZoneInfo(zone)), moment.astimezone(UTC)
    if zone == "UTC":
        return f"{utc:%Y-%m-%d %H:%M} UTC"
    day = f"{utc:%Y-%m-%d} " if utc.date() != local.date() else ""
    return f"{local:%Y-%m-%d %H:%M} {zone} ({day}{utc:%H:%M} UTC)"
