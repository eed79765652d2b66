"""Forms: found by their titles, the newest row that can be used counts, and no row is lost."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.names import Names
from gm_tool.core.sources import CellFault, Value
from gm_tool.engine.times import Clock

from .auction_sheet import DUE, at, bids, checked, fates, problem, taken, told
from .toy_game import PLAYERS

# Which row counts


@given(st.permutations([(at(0), "Ann", 2), (at(60), "Ann", 1), (at(65), "ANN ", None), (at(5), "Bob", 3)]))
def test_the_newest_filled_row_counts_whatever_the_order(rows: list[tuple[Value, ...]]) -> None:
    result = checked(*rows)
    assert bids(result) == {"Ann": 1, "Bob": 3}
    assert sorted(fates(result)) == ["ignored", "superseded", "used", "used"]
    assert [code for code, _ in told(result)] == ["row.empty"]
    assert "it changes nothing about the filled ones" in problem(result, "row.empty").message
    assert result.stands


def test_an_empty_row_alone_is_nothing_sent() -> None:
    result = checked((at(0), "Ann", None), (at(1), "Ann"))
    assert (result.missing, fates(result)) == (PLAYERS, ["ignored", "ignored"])
    assert told(result) == [("row.empty", "3")]
    assert "counts as nothing sent" in problem(result, "row.empty").message


@given(st.permutations([(at(0), "Ann", 2), (at(1), "Ann", 3), (at(2), "Ann", "lots"), (at(3), "Ann", 99)]))
def test_an_older_row_counts_where_the_newer_ones_cannot_be_used(rows: list[tuple[Value, ...]]) -> None:
    result = checked(*rows)
    assert bids(result) == {"Ann": 3}
    by_bid = {row[2]: account for row, account in zip(rows, result.accounts, strict=True)}
    assert {bid: account.fate for bid, account in by_bid.items()} == {
        2: "superseded",
        3: "used",
        "lots": "refused",
        99: "refused",
    }
    assert by_bid[99].reason == "Ann has 10 coins."
    assert by_bid["lots"].reason == "A bid is a whole number."
    assert (result.stands, result.refused) == (True, ())
    passed = problem(result, "row.passed_over")
    assert passed.place.cell == by_bid[99].place.cell
    assert f"the older row {by_bid[3].place.cell} counts" in passed.message
    assert problem(result, "bid.unaffordable").severity == "warning"


def test_where_no_row_can_be_used_the_newest_is_to_be_mended() -> None:
    result = checked((at(0), "Ann", "x"), (at(1), "Ann", 11))
    assert (fates(result), result.refused) == (["refused", "refused"], ("Ann",))
    assert told(result) == [("bid.unaffordable", "C3")]
    assert not result.stands


@given(st.permutations([(at(1), "Ann", 2), (at(1), "Ann", 3), (at(0), "Ann", 4)]))
def test_rows_of_one_time_that_differ_are_refused_and_no_older_one_is_used(rows: list[tuple[Value, ...]]) -> None:
    result = checked(*rows)
    by_bid = {row[2]: account.fate for row, account in zip(rows, result.accounts, strict=True)}
    assert by_bid == {2: "refused", 3: "refused", 4: "superseded"}
    assert [code for code, _ in told(result, "error")] == ["row.twice", "row.twice"]
    assert "rows of the same time that differ" in result.problems[0].message
    assert (result.orders, result.refused) == ({}, ("Ann",))


def test_a_newer_row_settles_rows_of_one_time_that_differ() -> None:
    result = checked((at(1), "Ann", 2), (at(1), "Ann", 3), (at(2), "Ann", 4))
    assert (bids(result), told(result)) == ({"Ann": 4}, [])
    assert fates(result) == ["superseded", "superseded", "used"]


def test_rows_of_one_time_that_say_the_same_count_once() -> None:
    result = checked((at(1), "Ann", 2), (at(1), "ann", 2.0), (at(0), "Ann", 3))
    assert (bids(result), fates(result)) == ({"Ann": 2}, ["used", "superseded", "superseded"])
    assert told(result) == [("row.same", "3")]


def test_a_note_alone_is_refused_but_wipes_nothing_out() -> None:
    result = checked((at(0), "Ann", 2), (at(1), "Ann", None, None, "wait for me"))
    assert bids(result) == {"Ann": 2}
    assert told(result) == [("action.unknown", "3"), ("row.passed_over", "3")]


# Times


def test_late_rows_are_listed_and_not_used() -> None:
    result = checked((at(0), "Ann", 2), (at(481), "Ann", 3), (at(490), "Ann", 4), (at(482), "Bob", 5))
    assert (bids(result), result.missing) == ({"Ann": 2}, ("Bob", "Cat"))
    assert fates(result) == ["used", "late", "late", "late"]
    assert result.accounts[1].reason == "sent after 2026-04-03 20:00:00 UTC"
    assert told(result) == [("row.late", "4"), ("row.late", "5")]
    assert "So is 1 more of Ann's rows." in result.problems[0].message
    assert "--accept-late Ann" in result.problems[0].hint


def test_the_very_moment_and_the_grace_are_in_time() -> None:
    assert bids(checked((at(480), "Ann", 2))) == {"Ann": 2}
    graced = Clock(due=DUE, grace=dt.timedelta(minutes=10))
    assert bids(checked((at(490), "Ann", 2), (at(490.1), "Bob", 2), clock=graced)) == {"Ann": 2}


def test_late_rows_of_a_player_may_be_accepted() -> None:
    rows: list[tuple[Value, ...]] = [(at(0), "Ann", 2), (at(500), "Ann", 3), (at(500), "Bob", 4)]
    result = checked(*rows, accepted=frozenset({"Ann"}))
    assert (bids(result), fates(result)) == ({"Ann": 3}, ["superseded", "used", "late"])


def test_without_a_clock_nothing_is_late() -> None:
    assert bids(checked((dt.datetime(2100, 1, 1), "Ann", 2), clock=None)) == {"Ann": 2}


def test_what_was_sent_before_the_step_began_is_not_of_this_step() -> None:
    clock = Clock(due=DUE, opens=DUE - dt.timedelta(hours=8))
    result = checked((at(0), "Ann", 2), (at(1), "Bob", 2), clock=clock)
    assert (bids(result), fates(result)) == ({"Bob": 2}, ["ignored", "used"])
    assert result.accounts[0].reason == "sent before round-1 began"


def test_a_time_that_is_late_under_one_reading_only_is_the_gms_decision() -> None:
    rows: list[tuple[Value, ...]] = [("03/04/2026 19:30:00", "Ann", 2), ("01/05/2026 10:00:00", "Bob", 3)]
    result = checked(*rows)
    assert (fates(result), result.refused) == (["used", "refused"], ("Bob",))
    assert told(result) == [("time.ambiguous", "A3")]
    assert "`date_order: day-month`" in result.problems[0].hint
    day_first = checked(*rows, clock=Clock(due=DUE, day_first=True))
    assert fates(day_first) == ["used", "late"]
    month_first = checked(*rows, clock=Clock(due=DUE, day_first=False))
    assert fates(month_first) == ["used", "used"]
    assert fates(checked(*rows, accepted=frozenset({"Bob"}))) == ["used", "used"]


def test_where_the_order_of_rows_hangs_on_it_none_is_used() -> None:
    rows: list[tuple[Value, ...]] = [("02/03/2026 10:00:00", "Ann", 2), ("2026-02-20 10:00", "Ann", 3)]
    result = checked(*rows)
    assert (fates(result), told(result)) == (["refused", "refused"], [("time.ambiguous", "A2")])
    assert bids(checked(*rows, clock=Clock(day_first=True))) == {"Ann": 2}
    assert bids(checked(*rows, clock=Clock(day_first=False))) == {"Ann": 3}
    clear = checked(("02/03/2026 10:00:00", "Ann", 2), ("03/03/2026 10:00:00", "Ann", 3))
    assert bids(clear) == {"Ann": 3}  # under both readings


def test_a_row_without_a_time_is_older_than_all_with_one() -> None:
    result = checked((None, "Ann", 2), (at(0), "Ann", 3), (" ", "Bob", 4))
    assert (bids(result), fates(result)) == ({"Ann": 3, "Bob": 4}, ["superseded", "used", "used"])
    assert told(result) == [("time.missing", "A4")]
    assert problem(result, "time.missing").severity == "warning"
    two = checked((None, "Ann", 2), (None, "Ann", 3))
    assert [code for code, _ in told(two, "error")] == ["row.twice", "row.twice"]


@pytest.mark.parametrize("written", ["Friday night", "2026-04-03", dt.date(2026, 4, 3), CellFault("error", "#N/A"), 7])
def test_a_time_that_cannot_be_read_is_refused_with_its_cell(written: Value) -> None:
    result = checked((written, "Ann", 2), (at(1), "Bob", 2))
    assert (fates(result), told(result)) == (["refused", "used"], [("time.unreadable", "A2")])


def test_times_are_compared_in_utc() -> None:
    berlin = Clock(ZoneInfo("Europe/Berlin"), due=DUE)
    rows: list[tuple[Value, ...]] = [("2026-04-03 21:59:59", "Ann", 2), ("2026-04-03T20:00:00Z", "Bob", 2)]
    rows += [("2026-04-03 22:00:01", "Cat", 2)]
    assert fates(checked(*rows, clock=berlin)) == ["used", "used", "late"]


# Titles


@pytest.mark.parametrize(
    ("titles", "more"),
    [
        (("Zeitstempel", "Spieler", "Gebot"), ()),
        (("Horodateur", "Joueur", "Bid"), ()),
        (("Marca temporal", "Jugador", "Bid"), ()),
        (("Carimbo de data/hora", "Jogador", "Bid"), ()),
        (("Отметка времени", "Игрок", "Bid"), ()),
        (("TIMESTAMP", "Name", "bid?"), ()),
        (("Timestamp", "What is your player name?", "Your bid (coins)"), ("column.guessed", "column.guessed")),
    ],
)
def test_forms_of_other_languages(titles: tuple[str, ...], more: tuple[str, ...]) -> None:
    result = checked((at(0), "Ann", 2), header=titles)
    assert bids(result) == {"Ann": 2}
    assert tuple(code for code, _ in told(result)) == more


def test_an_address_serves_where_no_name_is_asked_for() -> None:
    players = Names(PLAYERS, {"Ann": ["ann@example.org"]})
    header = ("Timestamp", "Email Address", "Bid")
    result = checked((at(0), "Ann@example.org", 2), (at(0), "who@example.org", 2), header=header, players=players)
    assert (bids(result), told(result)) == ({"Ann": 2}, [("player.unknown", "B3")])
    both = checked((at(0), "x@example.org", "Ann", 2), header=("Timestamp", "Email Address", "Player", "Bid"))
    assert bids(both) == {"Ann": 2}


def test_a_form_may_be_of_all_rounds() -> None:
    header = ("Timestamp", "Player", "Runde", "Bid")
    result = checked((at(0), "Ann", 1, 2), (at(9), "Ann", 2, 3), (at(0), "Bob", "R1", 4), header=header)
    assert (bids(result), result.counts.read) == ({"Ann": 2, "Bob": 4}, 2)


def test_one_question_on_several_pages_is_one_column() -> None:
    header = ("Timestamp", "Player", "Bid", "Gebot", "Bid")
    result = checked((at(0), "Ann", None, 2), (at(0), "Bob", 3, None, " 3 "), (at(0), "Cat", 4, 5), header=header)
    assert bids(result) == {"Ann": 2, "Bob": 3}
    assert told(result) == [("cell.twice", "D4")]
    assert "'4' in C4 and '5' in D4" in result.problems[0].message
    assert fates(result) == ["used", "used", "refused"]


def test_a_name_on_several_pages_is_one_column_but_two_kinds_of_names_are_not() -> None:
    same = checked((at(0), None, "Ann", 2), header=("Timestamp", "Player", "Player", "Bid"))
    assert bids(same) == {"Ann": 2}
    differ = checked((at(0), "Ann", "Annie", 2), header=("Timestamp", "Player", "Name", "Bid"))
    assert told(differ) == [("column.twice", "C1")]
    twice = checked((at(0), at(1), "Ann", 2), header=("Timestamp", "Timestamp", "Player", "Bid"))
    assert told(twice) == [("column.twice", "B1")]


def test_a_reworded_title_is_taken_for_what_alone_it_fits_and_said_to_be() -> None:
    result = checked((at(0), "Ann", 2, 1), header=("Timestamp", "Player", "Your bid, please (coins)", "For lot"))
    assert bids(result) == {"Ann": 2}
    assert told(result) == [("column.guessed", "C1")]
    assert "taken for Bid" in result.problems[0].message
    grid = checked(("Ann", 2, "x"), header=("Player", "Your bid (coins)", "Lot"))
    assert bids(grid) == {"Ann": 2}


@pytest.mark.parametrize("title", ["Bid for which lot?", "Bid 2", "What do you think of this whole bid thing?"])
def test_a_title_that_fits_two_or_hardly_one_is_named_and_not_read(title: str) -> None:
    result = checked((at(0), "Ann", 2, "x"), header=("Timestamp", "Player", title, "Lot"))
    assert told(result, "warning") == [("column.unknown", "C1")]
    assert result.refused == ("Ann",)


def test_two_reworded_titles_for_one_thing_are_not_guessed_in_a_grid() -> None:
    result = checked(("Ann", 2, 3, "x"), header=("Player", "Your bid", "My bid", "Lot"))
    assert told(result, "warning") == [("column.unknown", "B1"), ("column.unknown", "C1")]


def test_two_questions_for_the_name_are_not_guessed() -> None:
    rows: list[tuple[Value, ...]] = [(at(0), "Ann", "Annie", 2)]
    header = ("Timestamp", "Your player name (forum)", "Player name, please", "Bid")
    assert told(checked(*rows, header=header)) == [("header.missing", "1")]
    assert told(checked((at(0), "Ann", "x", "y"), header=("Timestamp", "Player", "Order (now)", "My order"))) == [
        ("header.missing", "1")
    ]


def test_the_cells_of_a_row_are_a_mapping() -> None:
    intake = taken((at(0), "Ann", 2, None))
    (sent,) = intake.submissions
    assert {key: cell.address for key, cell in sent.cells.items()} == {"coins": "C2", "on/0": "D2"}
    assert (len(sent.cells), len(intake.accounts[0].cells)) == (2, 3)
    assert intake.accounts[0].cells["B2"] == "Ann"
    assert "D2" not in intake.accounts[0].cells


def test_how_many_asks_for_a_number() -> None:
    result = checked((at(0), "Ann", 2, 1), header=("Timestamp", "Player", "Bid", "How many lots?"))
    assert told(result) == [("column.unknown", "D1")]


# Whatever comes

TITLES = st.lists(
    st.sampled_from(["Timestamp", "Player", "Player", "Bid", "Bid", "Gebot", "Lot", "Note", "Submission", "Zug",
                     "Round", "Email", "Your bid?", "", "Name", "Order",
                     "Your player name", "The player, please", "Order (this round)", "Message, please", "Bid or lot"]),
    min_size=2,
    max_size=6,
)  # fmt: skip
CELLS: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.sampled_from(["Ann", "ann", "Bob", "bid 3", "round-1", "03/04/2026 19:30", "2026-04-03 21:00Z", " ", "3"]),
    st.sampled_from([at(0), at(1), at(1000), 1, 2, 46000.5, dt.date(2026, 4, 3), CellFault("error", "#N/A"), True]),
)


@given(TITLES, st.lists(st.lists(CELLS, max_size=6).map(tuple), max_size=7), st.booleans())
def test_no_row_is_lost_whatever_the_shape(titles: list[str], rows: list[tuple[Value, ...]], late: bool) -> None:
    clock = Clock(due=DUE if late else None)
    result = checked(*rows, header=tuple(titles), clock=clock)
    places = [account.place.cell for account in result.accounts]
    assert len(set(places)) == len(places)
    assert all(account.reason for account in result.accounts if account.fate != "used")
    used = [account.player for account in result.accounts if account.fate == "used"]
    assert sorted(used) == sorted(result.orders)
    in_sheet = {str(n) for n, row in enumerate(rows, 2) if any(v is not None and str(v).strip() for v in row)}
    assert set(places) - {"1"} <= in_sheet
    if not {"Round", "Zug"} & set(titles):
        assert set(places) - {"1"} == in_sheet
    again = checked(*rows[::-1], header=tuple(titles), clock=clock)
    assert again.orders == result.orders
    assert again.counts == result.counts


def test_thousands_of_answers_are_all_accounted_for() -> None:
    rows = [(at(n % 400), PLAYERS[n % 3], n % 7) for n in range(3000)]
    result = checked(*rows)
    assert result.counts.read == 3000
    assert result.counts.used + result.counts.superseded + result.counts.refused == 3000
