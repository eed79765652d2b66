"""Deadlines of game.yaml as moments and as texts, with no clock but the one given."""

import datetime as dt

import pytest
from msgspec import structs

from gm_tool.app.clock import clock_of, deadline_problems
from gm_tool.app.deadline import deadline_text, due_at, moment_text, next_daily
from gm_tool.core.forms import Step
from gm_tool.io.config import Config
from gm_tool.io.deadlines import Daily, Dates, Deadlines, Every

BERLIN = "Europe/Berlin"
FIRST = dt.datetime(2026, 10, 24, 2, 30)


def config(deadlines: Deadlines | None, zone: str = BERLIN) -> Config:
    return Config(game="toy", players=(), zone=zone, deadlines=deadlines)


def step(number: int) -> Step:
    return Step("round", number, ())


@pytest.mark.parametrize(
    ("number", "expected"),
    [(1, "2026-10-24T02:30:00+02:00"), (2, "2026-10-25T02:30:00+02:00"), (3, "2026-10-26T01:30:00+01:00")],
)
def test_every_24_hours_across_the_hour_that_comes_twice(number: int, expected: str) -> None:
    moment = due_at(config(Every(dt.timedelta(hours=24), FIRST)), step(number))
    assert moment and moment.isoformat() == expected


def test_dates_end_with_the_last() -> None:
    dates = config(Dates((FIRST,)))
    assert due_at(dates, step(1)) is not None
    assert due_at(dates, step(2)) is None
    assert deadline_text(dates, step(2), BERLIN) == ""


def test_a_daily_deadline_has_no_date_of_its_own() -> None:
    daily = config(Daily(dt.time(20)))
    assert due_at(daily, step(1)) is None
    assert "20:00 (Europe/Berlin)" in deadline_text(daily, step(1), "Asia/Tokyo")


def test_a_daily_deadline_with_a_first_day_has_dates() -> None:
    daily = config(Daily(dt.time(20), dt.date(2026, 3, 28)))
    moments = [due_at(daily, step(number)) for number in (1, 2)]
    assert [moment and moment.isoformat() for moment in moments] == [
        "2026-03-28T20:00:00+01:00",
        "2026-03-29T20:00:00+02:00",
    ]
    assert deadline_text(daily, step(1), "Asia/Tokyo") == "2026-03-29 04:00 Asia/Tokyo (2026-03-28 19:00 UTC)"
    assert next_daily(daily, dt.datetime(2026, 3, 28, tzinfo=dt.UTC)) is None


@pytest.mark.parametrize(
    ("deadlines", "number", "expected"),
    [
        (Daily(dt.time(2, 30), dt.date(2026, 10, 24)), 2, [("deadline.twice", "00:30 UTC")]),
        (Dates((dt.datetime(2026, 3, 29, 2, 30),)), 1, [("deadline.never", "01:30 UTC")]),
        (Every(dt.timedelta(days=1), dt.datetime(2026, 10, 25, 2, 30)), 1, [("deadline.twice", "00:30 UTC")]),
        (Every(dt.timedelta(days=1), dt.datetime(2026, 10, 25, 2, 30)), 2, []),
        (Daily(dt.time(2, 30)), 1, []),
        (Dates((dt.datetime(2026, 3, 29, 3, 30),)), 1, []),
    ],
)
def test_a_deadline_at_an_hour_when_clocks_change_is_warned_of(
    deadlines: Deadlines, number: int, expected: list[tuple[str, str]]
) -> None:
    found = deadline_problems(config(deadlines), step(number))
    assert [problem.code for problem in found] == [code for code, _ in expected]
    assert all(utc in problem.message for problem, (_, utc) in zip(found, expected, strict=True))
    assert all(problem.severity == "warning" for problem in found)


def test_the_clock_of_a_step_opens_with_the_deadline_before() -> None:
    every = structs.replace(
        config(Every(dt.timedelta(days=1), FIRST)), date_order="month-day", grace=dt.timedelta(minutes=10)
    )
    first, second = clock_of(every, step(1)), clock_of(every, step(2))
    assert (first.opens, first.due, first.day_first) == (None, due_at(every, step(1)), False)
    assert (second.opens, second.due) == (first.due, due_at(every, step(2)))
    assert second.grace == dt.timedelta(minutes=10)
    assert clock_of(config(None), step(2)).day_first is None


def test_no_deadline_at_all() -> None:
    assert due_at(config(None), step(1)) is None
    assert next_daily(config(None), dt.datetime(2026, 1, 1, tzinfo=dt.UTC)) is None
    assert deadline_text(config(None), step(1), BERLIN) == ""


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-03-28T12:00+00:00", "2026-03-29T03:30:00+02:00"),  # 02:30 never comes that night
        ("2026-03-29T01:30+00:00", "2026-03-30T02:30:00+02:00"),  # at the deadline itself it is the next one
        ("2026-10-24T12:00+00:00", "2026-10-25T02:30:00+02:00"),  # the first of the two
        ("2026-10-25T01:00+00:00", "2026-10-26T02:30:00+01:00"),  # between the two
    ],
)
def test_a_daily_deadline_on_days_when_clocks_change(now: str, expected: str) -> None:
    moment = next_daily(config(Daily(dt.time(2, 30))), dt.datetime.fromisoformat(now))
    assert moment and moment.isoformat() == expected


def test_a_daily_deadline_beyond_midnight_of_the_date_line() -> None:
    kiritimati = config(Daily(dt.time(0, 10)), "Pacific/Kiritimati")
    moment = next_daily(kiritimati, dt.datetime(2026, 5, 1, 10, 0, tzinfo=dt.UTC))
    assert moment and moment.isoformat() == "2026-05-02T00:10:00+14:00"


def test_the_utc_date_is_told_where_it_is_another() -> None:
    moment = dt.datetime(2026, 5, 1, 23, 0, tzinfo=dt.UTC)
    assert moment_text(moment, BERLIN) == "2026-05-02 01:00 Europe/Berlin (2026-05-01 23:00 UTC)"
    assert moment_text(moment, "UTC") == "2026-05-01 23:00 UTC"


def test_german_posts_write_times_as_germans_do() -> None:
    moment = dt.datetime(2026, 5, 1, 23, tzinfo=dt.UTC)
    assert moment_text(moment, BERLIN, "de") == "02.05.2026, 01:00 Uhr Europe/Berlin (01.05.2026, 23:00 Uhr UTC)"
    assert moment_text(moment, "America/New_York", "de") == "01.05.2026, 19:00 Uhr America/New_York (23:00 Uhr UTC)"
    assert moment_text(moment, "UTC", "de") == "01.05.2026, 23:00 Uhr UTC"
    assert deadline_text(config(Daily(dt.time(20))), step(1), BERLIN, "de") == "20:00 Uhr (Europe/Berlin)"
    assert moment_text(moment, "UTC", "fr") == moment_text(moment, "UTC"), "no form of its own: the year first"
