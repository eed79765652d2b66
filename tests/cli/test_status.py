"""`gm status`: who has sent orders, and never what; deadlines on the clock of the game."""

import datetime as dt
from pathlib import Path

import pytest
from table_play import LOCK, MOVE, ROUND, Row, contents, edit, fill, gm, narrow, sheet_of

from gm_tool.app.status import status
from gm_tool.core.problems import WorldFailed

NOON = dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC)


def deadlines(folder: Path, setting: str) -> None:
    edit(folder / "game.yaml", '# deadlines: "20:00"', f"deadlines: {setting}")
    edit(folder / "game.yaml", "zone: UTC", "zone: Europe/Berlin")


def at(folder: Path, now: dt.datetime) -> tuple[str, str]:
    report = status(folder, now)
    return report.deadline, report.left


def test_status_json_has_its_keys_and_no_order(fresh: Path) -> None:
    note = {**MOVE, "Note": "canary in a note"}
    fill(
        sheet_of(fresh, 1),
        {**ROUND, "Ann": note, "Dan": {"Action": "buy", "Camel 1": "Orange"}, "Eve": {}, "Zed": MOVE},
    )
    before = contents(fresh)
    done = gm("-C", fresh, "status", "--json")
    assert done.code == 0
    assert list(done.json) == [
        "game", "title", "step", "finished", "resolved", "sent", "wrong", "missing", "late", "deadline", "left",
        "reminder", "reminders", "problems",
    ]  # fmt: skip
    assert (done.json["step"], done.json["resolved"], done.json["finished"]) == ("round-1", 0, False)
    assert done.json["sent"] == ["Ann", "Bob", "Cat"]
    assert (done.json["wrong"], done.json["missing"]) == (["Dan"], ["Eve"])
    assert list(done.json["problems"][0]) == ["code", "severity", "player", "file", "tab", "cell"]
    told = gm("-C", fresh, "status")
    assert f"Wrong: Dan (`gm -C {fresh} check round-1` tells what)" in told.text
    assert f"There is more wrong with the sheet: `gm -C {fresh} check round-1` tells what." in told.text
    assert narrow(told)
    for secret in ("move", "Red", "Black", "buy", "Orange", "bet", "canary", "Zed", "tile"):
        assert secret not in done.out, secret
        assert secret not in told.out, secret
    assert contents(fresh) == before
    assert not (fresh / LOCK).exists()


@pytest.mark.parametrize(
    ("row", "secret"),
    [
        ({"Action": "buy", "Camel 1": "Red", "Amount": 9}, "buy"),
        ({"Action": "bet", "Bet Red": 99}, "bet"),
        ({"Action": "tile", "Space": 1}, "tile"),
    ],
)
def test_what_is_wrong_with_an_order_does_not_tell_which_it_is(fresh: Path, row: Row, secret: str) -> None:
    fill(sheet_of(fresh, 1), {"Ann": row})
    done = gm("-C", fresh, "status", "--json")
    told = [problem for problem in done.json["problems"] if problem["player"] == "Ann"]
    assert [(problem["code"], problem["cell"]) for problem in told] == [("order.wrong", "2")]
    assert secret not in done.out and secret not in gm("-C", fresh, "status").out


def test_a_sheet_that_is_gone_leaves_a_status(fresh: Path) -> None:
    sheet_of(fresh, 1).unlink()
    done = gm("-C", fresh, "status")
    assert done.code == 0
    assert "Missing: Ann, Bob, Cat, Dan, Eve" in done.text
    assert "The sheet of round-1 isn't there" in done.text
    assert [problem["code"] for problem in gm("-C", fresh, "status", "--json").json["problems"]] == ["file.missing"]


def test_a_sheet_that_the_system_refuses_is_the_world_failing(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tool.io import reading

    def refused(*_: object) -> bytes:
        raise WorldFailed("The drive is gone.", "Plug it in.")

    monkeypatch.setattr(reading, "read_bytes", refused)
    done = gm("-C", fresh, "status")
    assert (done.code, done.err) == (3, "The drive is gone.\nPlug it in.\n")


def test_without_deadlines_none_is_told(fresh: Path) -> None:
    report = status(fresh, NOON)
    assert (report.deadline, report.left) == ("", "")
    assert report.reminder == "Presenting CamelLots, round 1: please send your orders."
    assert "Deadline" not in gm("-C", fresh, "status").out


def test_a_daily_deadline(fresh: Path) -> None:
    deadlines(fresh, '"20:00"')
    assert at(fresh, NOON) == ("2026-05-01 20:00 Europe/Berlin (18:00 UTC)", "6 hours")
    assert at(fresh, NOON + dt.timedelta(hours=6)) == ("2026-05-02 20:00 Europe/Berlin (18:00 UTC)", "1 day")
    assert "by 20:00 (Europe/Berlin)" in gm("-C", fresh, "show", "public", "pregame").out


def test_deadlines_by_date_and_after_the_last_of_them(fresh: Path) -> None:
    deadlines(fresh, '["2026-05-01 20:00"]')
    assert at(fresh, NOON) == ("2026-05-01 20:00 Europe/Berlin (18:00 UTC)", "6 hours")
    assert at(fresh, NOON + dt.timedelta(hours=5, minutes=59, seconds=30))[1] == "less than a minute"
    assert at(fresh, NOON + dt.timedelta(hours=7))[1] == "over"
    assert "over" in gm("-C", fresh, "status").text
    assert gm("-C", fresh, "resolve", "round-1").code == 0
    assert at(fresh, NOON) == ("", "")
    assert "by" not in gm("-C", fresh, "show", "public").out.splitlines()[-1]


def test_deadlines_at_a_distance_stay_that_far_apart_when_clocks_change(fresh: Path) -> None:
    deadlines(fresh, '{every: 24h, first: "2026-03-28 20:00"}')
    night_before = dt.datetime(2026, 3, 28, tzinfo=dt.UTC)
    assert at(fresh, night_before) == ("2026-03-28 20:00 Europe/Berlin (19:00 UTC)", "19 hours")
    assert gm("-C", fresh, "resolve", "round-1").code == 0
    assert at(fresh, night_before) == ("2026-03-29 21:00 Europe/Berlin (19:00 UTC)", "1 day 19 hours")
    assert "2026-03-29 21:00 Europe/Berlin (19:00 UTC)" in gm("-C", fresh, "show", "public").out


def test_an_hour_that_comes_twice_or_never(fresh: Path) -> None:
    deadlines(fresh, '["2026-03-29 02:30", "2026-10-25 02:30"]')
    assert at(fresh, NOON)[0] == "2026-03-29 03:30 Europe/Berlin (01:30 UTC)"
    assert gm("-C", fresh, "resolve", "round-1").code == 0
    assert at(fresh, NOON)[0] == "2026-10-25 02:30 Europe/Berlin (00:30 UTC)"


def test_a_daily_deadline_in_the_hour_that_comes_twice_is_the_first(fresh: Path) -> None:
    deadlines(fresh, '"02:30"')
    between = dt.datetime(2026, 10, 25, 1, 0, tzinfo=dt.UTC)
    assert at(fresh, between)[0] == "2026-10-26 02:30 Europe/Berlin (01:30 UTC)"


def test_the_reminder_names_the_deadline_and_nobody(fresh: Path) -> None:
    deadlines(fresh, '["2026-05-01 23:59"]')
    edit(fresh / "game.yaml", "zone: Europe/Berlin", "zone: America/New_York")
    reminder = status(fresh, NOON).reminder
    assert reminder.endswith("send your orders by 2026-05-01 23:59 America/New_York (2026-05-02 03:59 UTC).")


def test_in_utc_the_hour_is_told_once(fresh: Path) -> None:
    edit(fresh / "game.yaml", '# deadlines: "20:00"', 'deadlines: "20:00"')
    assert at(fresh, NOON)[0] == "2026-05-01 20:00 UTC"


def test_a_player_sees_the_deadline_in_its_own_zone(fresh: Path) -> None:
    deadlines(fresh, '["2026-05-01 20:00", "2026-05-02 20:00"]')
    edit(fresh / "game.yaml", "  - name: Bob\n", "  - name: Bob\n    zone: Asia/Tokyo\n")
    assert gm("-C", fresh, "resolve", "round-1").code == 0
    assert "2026-05-03 03:00 Asia/Tokyo (2026-05-02 18:00 UTC)" in gm("-C", fresh, "show", "Bob").out
    assert "2026-05-02 20:00 Europe/Berlin (18:00 UTC)" in gm("-C", fresh, "show", "Ann").out
    assert "Tokyo" not in gm("-C", fresh, "show", "public").out
