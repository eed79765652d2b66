"""When the orders of a step are due, by the settings of game.yaml. No clock is read here."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from msgspec import Struct

from gm_tool.core.forms import Step
from gm_tool.io.config import ENGLISH, Config
from gm_tool.io.deadlines import Daily, Dates, Every

UTC = ZoneInfo("UTC")


def due_at(config: Config, step: Step) -> dt.datetime | None:
    """The moment at which a step's orders are due, in the game's zone; None where game.yaml names none.

    A daily deadline without its first day has no date of its own. An hour that comes twice is the first of
    the two, one that never comes (the clocks go forward) is as much later as the clocks jump.
    """
    zone = ZoneInfo(config.zone)
    local = local_due(config, step)
    if local is not None:
        return local.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    if isinstance(config.deadlines, Every):
        later = config.deadlines.span * (step.number - 1)
        return (config.deadlines.first.replace(tzinfo=zone).astimezone(UTC) + later).astimezone(zone)
    return None


def local_due(config: Config, step: Step) -> dt.datetime | None:
    """A step's deadline as game.yaml names it, on the game's clock and without a zone; None where it names none."""
    match config.deadlines:
        case Dates(moments=moments) if step.number <= len(moments):
            return moments[step.number - 1]
        case Every(first=first) if step.number == 1:
            return first
        case Daily(time=time, first=dt.date() as first):
            return dt.datetime.combine(first + dt.timedelta(days=step.number - 1), time)
        case _:
            return None


def next_daily(config: Config, now: dt.datetime) -> dt.datetime | None:
    """The next moment after `now` (with a zone) of a daily deadline without dates; None where it is another."""
    if not isinstance(config.deadlines, Daily) or config.deadlines.first:
        return None
    zone = ZoneInfo(config.zone)
    day = now.astimezone(zone).date()
    days = (day + dt.timedelta(days=later) for later in range(3))  # where clocks jump, tomorrow's may be past, too
    moments = (dt.datetime.combine(day, config.deadlines.time, zone).astimezone(UTC) for day in days)
    return next(moment for moment in moments if moment > now).astimezone(zone)


def deadline_text(config: Config, step: Step, zone: str, language: str = ENGLISH) -> str:
    """The deadline of a step for a post in a language, on the clock of `zone`; "" where there is none.

    A daily one without dates stays on the game's clock: what it is elsewhere changes with the time of the year.
    """
    if isinstance(config.deadlines, Daily) and not config.deadlines.first:
        return f"{config.deadlines.time:{_forms(language).time}} ({config.zone})"
    moment = due_at(config, step)
    return "" if moment is None else moment_text(moment, zone, language)


def moment_text(moment: dt.datetime, zone: str, language: str = ENGLISH) -> str:
    """A moment on the clock of a zone, with UTC beside it, as a language writes it.

    "2026-05-01 20:00 Europe/Berlin (18:00 UTC)", "01.05.2026, 20:00 Uhr Europe/Berlin (18:00 Uhr UTC)".
    """
    local, utc, forms = moment.astimezone(ZoneInfo(zone)), moment.astimezone(UTC), _forms(language)
    if zone == "UTC":
        return f"{utc:{forms.moment}} UTC"
    return f"{local:{forms.moment}} {zone} ({utc:{forms.time if utc.date() == local.date() else forms.moment}} UTC)"


class _Forms(Struct, frozen=True):
    """How a language writes times; digits alone, so that no machine's locale has a say."""

    moment: str
    time: str


_ENGLISH_FORMS = _Forms("%Y-%m-%d %H:%M", "%H:%M")
_FORMS = {"de": _Forms("%d.%m.%Y, %H:%M Uhr", "%H:%M Uhr")}


def _forms(language: str) -> _Forms:
    """How times are written; in a language that has no forms of its own here, with the year first."""
    return _FORMS.get(language, _ENGLISH_FORMS)
