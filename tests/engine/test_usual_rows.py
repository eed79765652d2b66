"""The short way for usual rows gives what the long way gives; what a row or column looks like is told."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.toy_game import Auction
from gm_tool.core.draws import Draws
from gm_tool.core.names import Names
from gm_tool.core.sources import Tab, Value
from gm_tool.engine import rows as rows_module
from gm_tool.engine.intake import Intake, take_in
from gm_tool.engine.submissions import Submission
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import check
from gm_tool.engine.usual_rows import Answer, UsualRows

HEADER = ("Timestamp", "Player", "Bid", "For lot", "Note")
NOON = dt.datetime(2026, 4, 3, 12)
CLOCK = Clock(due=NOON.replace(tzinfo=dt.UTC), grace=dt.timedelta(minutes=5))


def taken(tab: Tab, clock: Clock = CLOCK, accepted: frozenset[str] = frozenset()) -> Intake:
    game = Auction({})
    state = game.setup(("Ann", "Bob", "Cat"), {}, Draws(bytes(32)))
    step = game.due(state)
    assert step is not None
    return take_in(tab, game.form(state, None), Names(("Ann", "Bob", "Cat", "Zoe")), step, {}, clock, accepted)


MOMENTS = (
    st.integers(-3, 8).map(lambda minutes: NOON + dt.timedelta(minutes=minutes))
    | st.sampled_from(["03/04/2026 11:00:00", "04/04/2026 10:00", "2026-04-03T12:04:00Z", "soon", None, 46115.25])
    | st.just(dt.date(2026, 4, 3))
)
NAMES = st.sampled_from(["Ann", "Bob", "ann ", "Ca", "Zed", "Zoe", None, "", 7, True])
CELLS: st.SearchStrategy[Value] = st.sampled_from(["2", "lots", "", " ", None, 1, 2.0, "\u200b"])
ROWS = st.lists(
    st.tuples(MOMENTS, NAMES, CELLS, CELLS, CELLS).flatmap(
        lambda row: st.integers(1, 5).map(lambda width: row[:width]) | st.just(row)
    ),
    max_size=12,
)


@given(
    ROWS,
    st.frozensets(st.integers(3, 14), max_size=3),
    st.frozensets(st.integers(3, 14), max_size=3),
    st.sampled_from([CLOCK, Clock(), Clock(day_first=True), Clock(opens=NOON.replace(tzinfo=dt.UTC))]),
    st.frozensets(st.sampled_from(["Ann", "Bob"])),
)
def test_the_short_way_says_what_the_long_way_says(
    rows: list[tuple[Value, ...]],
    hidden: frozenset[int],
    struck: frozenset[int],
    clock: Clock,
    accepted: frozenset[str],
) -> None:
    tab = Tab("a.xlsx", "R", (HEADER, *rows), 2, hidden_rows=hidden, struck=dict.fromkeys(struck, (2, 3)))
    short = taken(tab, clock, accepted)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows_module, "has_usual_rows", lambda *_: False)
        long = taken(tab, clock, accepted)
    assert plain(short) == plain(long)
    filled = sum(any(str(value or "").strip(" \u200b") for value in row) for row in rows)
    assert len(short.accounts) == filled


def plain(intake: Intake) -> Any:
    """What an intake says, cells and all."""
    accounts = [(a.place, a.fate, a.player, a.reason, dict(a.cells)) for a in intake.accounts]
    sent = [(s.place, s.player, s.filled, s.note, s.time, s.said) for s in intake.submissions]
    return accounts, sent, intake.problems, intake.notes


def test_of_answers_behind_a_newer_one_nobody_makes_a_submission(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    sent = UsualRows.sent

    def counted(self: UsualRows, answer: Answer) -> Submission:
        made.append(answer.index)
        return sent(self, answer)

    monkeypatch.setattr(UsualRows, "sent", counted)
    notes = {7: "back on Monday", 20: " ", 39: "again"}
    rows = [(NOON - dt.timedelta(minutes=n), "Ann", "2", "lots", notes.get(n)) for n in range(40)]
    tab = Tab("a.csv", "", (HEADER, *rows))
    game = Auction({})
    state = game.setup(("Ann", "Bob", "Cat"), {}, Draws(bytes(32)))
    step = game.due(state)
    assert step is not None
    intake = taken(tab)
    checked = check(game, state, step, intake)
    assert set(made) == {2, 8, 40}  # the first behind the newest, for its time, and those with notes
    assert [account.fate for account in checked.accounts] == ["used"] + ["superseded"] * 39
    assert {account.place.cell: account.note for account in checked.accounts if account.note} == {
        "9": "back on Monday",
        "41": "again",
    }
    assert len(intake.submissions) == 40
    assert [sub.line for sub in intake.rivals["Ann"][1:3]] == ["3", "4"]


def test_struck_rows_and_hidden_columns_are_told_and_read() -> None:
    rows = ((NOON, "Ann", "buy", 1), (NOON, "Bob", "buy", 2), (NOON, "Cat", "sell", 1))
    tab = Tab("a.xlsx", "R", (HEADER, *rows), hidden_columns=frozenset({4, 9}), struck={3: (2, 3, 4), 9: (1,)})
    intake = taken(tab)
    hidden, *others = intake.problems
    assert (hidden.code, hidden.severity, hidden.place.cell, hidden.value) == ("column.hidden", "note", "D1", "For lot")
    assert not others
    assert [sent.player for sent in intake.submissions] == ["Ann", "Bob", "Cat"]
    (struck,) = intake.submissions[1].said
    assert (struck.code, struck.severity, struck.place.cell) == ("row.struck", "warning", "3")
    assert "B3, C3 and D3" in struck.message
