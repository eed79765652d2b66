"""Sheets of the auction, taken in and checked: what the tests of their shapes look at."""

from __future__ import annotations

import datetime as dt
from typing import Any

from gm_tool.core.names import Names
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Tab, Value
from gm_tool.engine.intake import Intake, take_in
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import Checked, check

from .toy_game import PLAYERS, auction, first_state

GAME, STATE = auction(), first_state()
FORM = GAME.form(STATE, None)
STEP = GAME.due(STATE)
assert STEP is not None
HEADER = ("Timestamp", "Player", "Bid", "For lot", "Note")
DUE = dt.datetime(2026, 4, 3, 20, 0, tzinfo=dt.UTC)
CLOCK = Clock(due=DUE)
NOON = dt.datetime(2026, 4, 3, 12, 0)


def at(minutes: float) -> dt.datetime:
    """A time of day, so many minutes after noon, eight hours before the deadline."""
    return NOON + dt.timedelta(minutes=minutes)


def taken(*rows: tuple[Value, ...], header: tuple[Value, ...] = HEADER, **more: Any) -> Intake:
    assert STEP is not None
    tab = Tab("answers.csv", more.pop("tab", ""), (header, *rows))
    return take_in(tab, FORM, more.pop("players", Names(PLAYERS)), STEP, **{"clock": CLOCK, **more})


def checked(*rows: tuple[Value, ...], header: tuple[Value, ...] = HEADER, **more: Any) -> Checked:
    assert STEP is not None
    result = check(GAME, STATE, STEP, taken(*rows, header=header, **more))
    assert result.counts.read == len(result.accounts)
    return result


def bids(result: Checked) -> dict[str, int]:
    return {player: order["coins"] for player, order in result.orders.items()}


def fates(result: Checked) -> list[str]:
    return [account.fate for account in result.accounts]


def told(result: Checked, *severities: str) -> list[tuple[str, str]]:
    wanted = severities or ("error", "warning", "note")
    return [(p.code, p.place.cell) for p in result.problems if p.severity in wanted]


def problem(result: Checked, code: str) -> Problem:
    (found,) = (p for p in result.problems if p.code == code)
    return found
