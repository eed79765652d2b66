"""Times as sheets and forms hold them: one moment each, or two where nobody has said which number is the day."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.names import plain
from gm_tool.core.sources import CellFault, Value
from gm_tool.engine.calendars import MONTHS, WEEKDAYS
from gm_tool.engine.times import Clock, Moment, read_moment

BERLIN = ZoneInfo("Europe/Berlin")
UTC_CLOCK = Clock()


def read(value: Value, **clock: object) -> str | None:
    """The moment as a text; both with "or" between where there are two."""
    moment = read_moment(value, Clock(**clock))  # type: ignore[arg-type]
    if moment is None:
        return None
    texts = [reading.replace(tzinfo=None).isoformat(" ") for reading in moment.readings]
    return texts[0] if texts[0] == texts[1] else " or ".join(texts)


@pytest.mark.parametrize(
    ("written", "utc"),
    [
        ("2026-04-03T23:30:00Z", "2026-04-03 23:30:00"),
        ("2026-04-03 23:30", "2026-04-03 23:30:00"),
        ("2026-04-03T23:30:00.250+02:00", "2026-04-03 21:30:00.250000"),
        ("2026-04-03T23:30:00-0330", "2026-04-04 03:00:00"),
        ("2026/04/03 11:30:00 PM GMT-7", "2026-04-04 06:30:00"),
        ("2026/04/03 11:30:00\u202fPM GMT+5:30", "2026-04-03 18:00:00"),
        ("\u200e2026-04-03\u200f \u200e23:30\u202c", "2026-04-03 23:30:00"),
        ("2026/04/03 12:05:00 AM UTC", "2026-04-03 00:05:00"),
        ("2026/04/03 12:05 p.m.", "2026-04-03 12:05:00"),
        ("2026/04/03 1:05:00 p. m.", "2026-04-03 13:05:00"),
        ("03.04.2026 23:30:00", "2026-04-03 23:30:00"),
        ("3.4.2026, 23:30 Uhr", "2026-04-03 23:30:00"),
        ("03.04.2026 um 23:30", "2026-04-03 23:30:00"),
        ("25/04/2026 à 23:30:00", "2026-04-25 23:30:00"),
        ("25/04/2026 23h30", "2026-04-25 23:30:00"),
        ("25/04/2026, 23:30:00", "2026-04-25 23:30:00"),
        ("04/25/2026 23:30:00", "2026-04-25 23:30:00"),
        ("03/03/2026 9:05:00", "2026-03-03 09:05:00"),
        ("03/04/2026 23:30:00", "2026-04-03 23:30:00 or 2026-03-04 23:30:00"),
        ("3/4/26 23:30", "2026-04-03 23:30:00 or 2026-03-04 23:30:00"),
        ("  2026-04-03\n23:30 ", "2026-04-03 23:30:00"),
    ],
)
def test_texts_as_programs_and_people_write_them(written: str, utc: str) -> None:
    assert read(written) == utc


@pytest.mark.parametrize(
    "written",
    [
        "14 Mar 2026 21:05", "14 March 2026, 21:05", "14th March 2026 at 9:05 pm", "14th of March, 2026 9:05 p.m.",
        "Mar 14, 2026 9:05 PM", "March 14th, 2026 at 9:05\u202fPM", "Saturday, March 14, 2026 at 9:05:00 PM",
        "Sat, 14 Mar 2026 21:05:00 +0000", "14-Mar-2026 21:05", "14/Mar/26 21:05", "14-MAR-26 21:05",
        "2026-Mar-14 21:05",
        "2026 March 14 21:05", "14 Mar '26 21:05", "14\u1d57\u02b0 Mar 2026 21:05", "14 Sept 2026 21:05",
        "14. März 2026 21:05", "14. Ma\u0308rz 2026 um 21:05 Uhr", "Samstag, 14. März 2026, 21:05 Uhr",
        "Sa., 14. Mrz. 2026 21:05", "14. Maerz 2026 21:05",
        "14 mars 2026 à 21:05", "samedi 14 mars 2026 21h05", "sam. 14 mars 2026, 21:05",
        "14 de marzo de 2026 9:05 p. m.", "14 de marzo de 2026, 21:05", "sábado, 14 de marzo de 2026 a las 21:05",
        "14 mar. 2026 21:05", "14 marzo del 2026 21:05",
        "14 de março de 2026 às 21:05", "sábado, 14 de março de 2026 21:05", "14 de mar. de 2026 21:05",
        "14 марта 2026 г. в 21:05", "14 марта 2026 г., 21:05",
        "суббота, 14 мар. 2026 года 21:05",
        "14-го марта 2026 21:05",
    ],
)  # fmt: skip
def test_months_are_written_out_in_six_languages(written: str) -> None:
    month = "09" if "Sept" in written else "03"
    assert read(written) == f"2026-{month}-14 21:05:00"


@pytest.mark.parametrize(
    ("written", "utc"),
    [
        ("1er août 2026 08:00", "2026-08-01 08:00:00"),
        ("1º de maio de 2026 08:00", "2026-05-01 08:00:00"),
        ("1 мая 2026 08:00", "2026-05-01 08:00:00"),
        ("1 май 2026 08:00", "2026-05-01 08:00:00"),
        ("mar. 14 avr. 2026 08:00", "2026-04-14 08:00:00"),  # mardi
        ("terça-feira, 14 de abril de 2026 08:00", "2026-04-14 08:00:00"),
        ("Jan 2, 2026 8:00 AM GMT+1", "2026-01-02 07:00:00"),
        ("Fri 03/04/2026 08:00", "2026-04-03 08:00:00"),
        ("Wed 03/04/2026 08:00", "2026-03-04 08:00:00"),
    ],
)
def test_what_else_stands_about_a_month(written: str, utc: str) -> None:
    assert read(written) == utc, "a day of the week may even tell which number is the month"


@pytest.mark.parametrize(
    "written",
    [
        "14 Foo 2026 21:05", "31 Apr 2026 21:05", "14 Mar 21:05", "14 Mar 2021:05", "14.03.2021:05", "14 Mar 2026",
        "Sun 14 Mar 2026 21:05", "Foo 14 Mar 2026 21:05", "Mar 2026 21:05", "14 mar apr 2026 21:05", "Mar 14 26 21:05",
        "Fri 31/02/2026 21:05", "14\u00b2 Mar 2026 21:05", "2026-03-1\u2074 21:05", "14 Mar 2026 21:0\u2075",
        "Sa 14 21:05",
    ],
)  # fmt: skip
def test_a_text_that_names_no_moment_is_not_guessed_at(written: str) -> None:
    assert read(written) is None


def test_each_name_of_a_month_or_a_day_is_found_as_it_is_looked_for() -> None:
    assert all(plain(name) == name for name in (*MONTHS, *WEEKDAYS))
    assert len(set(MONTHS.values())) == 12 and len(set(WEEKDAYS.values())) == 7


def test_the_order_of_day_and_month_is_configured() -> None:
    assert read("03/04/2026 23:30:00", day_first=True) == "2026-04-03 23:30:00"
    assert read("03/04/2026 23:30:00", day_first=False) == "2026-03-04 23:30:00"
    assert read("03.04.2026 23:30:00", day_first=False) == "2026-04-03 23:30:00"
    assert read("2026-04-03 23:30:00", day_first=False) == "2026-04-03 23:30:00"
    assert read("25/04/2026 23:30:00", day_first=False) is None
    assert read("04/25/2026 23:30:00", day_first=True) is None


@pytest.mark.parametrize(
    "value",
    [
        *("yesterday", "23:30", "2026-04-03", "31/04/2026 10:00", "2026-02-29 10:00", "2026-04-03 24:30", ""),
        *("2026/04/03 13:30 PM", "2026-04-03 23:30 GMT+25", "2026-04-03 23:30 +0199", "2026-04-03 23:30 Z+1"),
        *("2026-04/03 23:30", "0001-01-01 00:00", 5, 39999.9, 60000.1, float("nan"), float("inf"), True),
        *(dt.date(2026, 4, 3), dt.time(23, 30), dt.timedelta(1), CellFault("error", "#N/A"), None),
        *(dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31, 23, 59), "x" * 100_000),
    ],
)
def test_what_is_no_moment_is_none(value: Value) -> None:
    assert read_moment(value, UTC_CLOCK) is None


@pytest.mark.parametrize(
    ("value", "utc"),
    [
        (dt.datetime(2026, 4, 3, 23, 30), "2026-04-03 21:30:00"),
        (46115.97916666667, "2026-04-03 21:30:00"),
        (46115, "2026-04-02 22:00:00"),
        ("2026-04-03 23:30", "2026-04-03 21:30:00"),
        ("2026-04-03 23:30 UTC", "2026-04-03 23:30:00"),
        ("2026-10-25 02:30", "2026-10-25 00:30:00"),  # comes twice: the first of the two, in summer time
        ("2026-03-29 02:30", "2026-03-29 01:30:00"),  # never comes: as much later as the clocks jump
        (dt.datetime(2026, 10, 25, 2, 30, fold=1), "2026-10-25 00:30:00"),
    ],
)
def test_a_time_without_a_zone_is_on_the_clock_of_the_game(value: Value, utc: str) -> None:
    assert read(value, zone=BERLIN) == utc


def test_the_grace_is_as_long_as_it_says_in_the_night_when_clocks_go_back() -> None:
    due = dt.datetime(2026, 10, 25, 2, 30, tzinfo=BERLIN)  # at 00:30 UTC; the clocks go back at 01:00 UTC
    clock = Clock(zone=BERLIN, due=due, grace=dt.timedelta(hours=1))
    moments = [dt.datetime(2026, 10, 25, 1, minute, tzinfo=dt.UTC) for minute in (30, 31)]
    assert [clock.is_late(moment) for moment in moments] == [False, True]


def test_late_is_after_the_deadline_and_its_grace() -> None:
    due = dt.datetime(2026, 4, 3, 20, 0, tzinfo=BERLIN)
    clock = Clock(BERLIN, None, due, dt.timedelta(minutes=10))
    moments = [dt.datetime(2026, 4, 3, 18, 10, second, tzinfo=dt.UTC) for second in (0, 1)]
    assert [clock.is_late(moment) for moment in moments] == [False, True]
    assert not Clock().is_late(moments[1])
    opened = Clock(opens=moments[0])
    assert [opened.is_early(moment) for moment in moments] == [True, False]
    assert not Clock().is_early(moments[0])


def test_a_moment_is_told_on_the_clock_of_the_zone_with_utc_beside() -> None:
    moment = dt.datetime(2026, 4, 3, 22, 30, 15, 999, tzinfo=dt.UTC)
    assert Clock(BERLIN).text(moment) == "2026-04-04 00:30:15 (2026-04-03 22:30:15 UTC)"
    assert Clock(BERLIN).text(moment - dt.timedelta(hours=1)) == "2026-04-03 23:30:15 (21:30:15 UTC)"
    assert Clock().text(moment) == "2026-04-03 22:30:15 UTC"
    eastern = dt.timezone(dt.timedelta(hours=-4))
    assert Clock(BERLIN).text(moment.astimezone(eastern)) == Clock(BERLIN).text(moment)


seconds = st.datetimes(dt.datetime(1991, 1, 1), dt.datetime(2190, 1, 1)).map(lambda at: at.replace(microsecond=0))


@given(seconds)
def test_every_way_of_writing_a_moment_reads_the_same(at: dt.datetime) -> None:
    moment = Moment(at.replace(tzinfo=dt.UTC), at.replace(tzinfo=dt.UTC))
    half = f"{at.hour % 12 or 12}:{at.minute:02}:{at.second:02} {'PM' if at.hour >= 12 else 'AM'}"
    for text in (
        at.isoformat(),
        f"{at.day}.{at.month}.{at.year} {at.time().isoformat()}",
        f"{at.year}/{at.month:02}/{at.day:02} {half} GMT+0",
    ):
        assert read_moment(text, UTC_CLOCK) == moment
    assert read_moment(at, UTC_CLOCK) == moment
    day_first = f"{at.day:02}/{at.month:02}/{at.year} {half}"
    assert read_moment(day_first, Clock(day_first=True)) == moment
    unclear = read_moment(day_first, UTC_CLOCK)
    assert unclear is not None
    assert unclear.day_first == moment.day_first
    assert unclear.in_doubt == (at.day <= 12 and at.day != at.month)


@given(st.text(max_size=30) | st.from_regex(r"[0-9/.:\- APMZ+]{0,30}", fullmatch=True))
def test_no_text_is_too_strange_to_be_read_or_refused(text: str) -> None:
    moment = read_moment(text, Clock(BERLIN))
    assert moment is None or moment.day_first.tzinfo is dt.UTC
