"""Orders in words, in a column of a sheet or of a form."""

from __future__ import annotations

import datetime as dt

import pytest

from gm_tool.core.sources import CellFault, Value

from .auction_sheet import at, bids, checked, fates, told


@pytest.mark.parametrize("title", ["Submission", "Order", "Your orders", "Zug", "Ordre", "Mensaje", "Приказ"])
def test_orders_in_words_stand_in_one_column(title: str) -> None:
    result = checked(("Ann", "bid 3"), ("Bob", "3"), ("Cat",), header=("Player", title))
    assert (bids(result), result.missing) == ({"Ann": 3}, ("Cat",))
    assert fates(result) == ["used", "refused", "ignored"]
    assert told(result) == [("message.unreadable", "B3")]
    assert result.problems[0].value == "3"


def test_messages_without_times_are_as_a_grid_and_with_them_as_a_form() -> None:
    rows: list[tuple[Value, ...]] = [(at(0), "Ann", "bid 3"), (at(1), "Ann", "bid 4"), (at(2), "Ann", "bid x y")]
    assert bids(checked(*rows, header=("Timestamp", "Player", "Submission"))) == {"Ann": 4}
    result = checked(*(row[1:] for row in rows), header=("Player", "Submission"))
    assert fates(result) == ["refused", "refused", "refused"]


def test_a_title_that_the_gm_has_settled_is_not_taken_for_that_of_messages() -> None:
    result = checked(("Ann", 3), header=("Player", "Order"), columns={"Order": "coins"})
    assert bids(result) == {"Ann": 3}
    result = checked((1, "Ann", 3), header=("Zug", "Player", "Bid"))
    assert bids(result) == {"Ann": 3}


def test_a_round_beside_a_message_may_have_the_same_title_as_the_message() -> None:
    result = checked((1, "Ann", "bid 3"), (2, "Bob", "bid 4"), header=("Zug", "Player", "Submission"))
    assert bids(result) == {"Ann": 3}


def test_words_beside_the_columns_of_a_form_are_a_note_and_never_nothing() -> None:
    result = checked(("Ann", None, "bid 3"), header=("Player", "Bid", "Submission"))
    assert (told(result), result.refused) == ([("action.unknown", "2")], ("Ann",))
    result = checked(("Ann", 2, "bid 3", "x"), header=("Player", "Bid", "Submission", "Note"))
    assert told(result) == [("column.unknown", "C1")]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (dt.date(2003, 2, 1), "cell.date"),
        (dt.datetime(2003, 2, 1), "cell.date"),
        (dt.time(5, 10), "cell.date"),
        (CellFault("formula", "=A1"), "cell.formula"),
        (CellFault("error", "#REF!"), "cell.error"),
        ("> bid 4\n\n[quote=Bob]bid 5[/quote]", "message.unreadable"),
        ("[quote]bid 3", "message.unreadable"),
        ("bid 3[/quote]", "message.unreadable"),
    ],
)
def test_what_was_lost_before_it_was_read_is_told(value: Value, code: str) -> None:
    result = checked(("Ann", value), header=("Player", "Submission"))
    assert (told(result), result.refused) == ([(code, "B2")], ("Ann",))
    assert "45" not in result.problems[0].message


def test_quotes_of_earlier_posts_are_not_read() -> None:
    text = "[quote=Bob]bid 9 [QUOTE]bid 8[/QUOTE][/quote]\n> bid 7\n bid 3"
    result = checked(("Ann", text), header=("Player", "Submission"))
    assert (bids(result), told(result)) == ({"Ann": 3}, [("message.quoted", "B2")])


@pytest.mark.parametrize(
    "text",
    [
        "\xa0> bid 9\nbid 3",
        "\u200b> bid 9\r\nbid 3",
        "\u200e＞ bid 9\rbid 3",
        "bid 3\r> bid 9",
        "[size=120]> bid 9\nbid 3",
        "bid 3\u2028&gt; bid 9\u2028",
        "On Monday, Bob wrote:\n> bid 9\n>\n\nbid 3",
        '[q="Bob"]bid 9[/q] bid 3',
        "<blockquote>bid 9</blockquote>bid 3",
    ],
)
def test_quotes_are_known_however_forums_and_mail_programs_write_them(text: str) -> None:
    result = checked(("Ann", text), header=("Player", "Submission"))
    assert (bids(result), told(result)) == ({"Ann": 3}, [("message.quoted", "B2")])


@pytest.mark.parametrize("flood", ["[quote" * 20_000, "<q" * 40_000, f"{'said ' * 20_000}\n> x", "[" * 100_000])
def test_a_flood_of_what_begins_like_a_quote_is_read_in_passing(flood: str) -> None:
    """To look through all that follows for the end of each would take minutes for this."""
    result = checked(("Ann", flood), header=("Player", "Submission"))
    assert (result.orders, result.refused) == ({}, ("Ann",))


def test_what_somebody_wrote_is_only_a_quote_where_it_is_cited() -> None:
    result = checked(("Ann", "Bob wrote: bid 9"), header=("Player", "Submission"))
    assert told(result) == [("message.unreadable", "B2")]


def test_a_reworded_question_for_words_is_found_but_not_beside_a_question_of_the_form() -> None:
    rows: list[tuple[Value, ...]] = [(at(0), "Ann", "bid 3", 2)]
    result = checked(*rows, header=("Timestamp", "Player", "What is your order, please?", "Name of your cat"))
    assert bids(result) == {"Ann": 3}
    result = checked(*rows, header=("Timestamp", "Player", "What is your order, please?", "Your bid, please"))
    assert bids(result) == {"Ann": 2}
    assert told(result) == [("column.unknown", "C1"), ("column.guessed", "D1")]


def test_a_note_beside_an_empty_message_is_refused() -> None:
    result = checked(("Ann", None, "away"), header=("Player", "Submission", "Note"))
    assert told(result) == [("action.unknown", "2")]
