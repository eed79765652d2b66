"""Messages in a csv file that was typed by hand, with commas and without quotation marks."""

from __future__ import annotations

from .auction_sheet import bids, checked, fates, told

HEADER = ("Player", "Submission")


def test_a_message_with_commas_is_whole() -> None:
    result = checked(("Ann", "bid 3", " coins 4"), ("Bob", "bid 4"), ("Cat", "bid 2", None, " "), header=HEADER, tab="")
    assert told(result) == [("message.joined", "2"), ("message.unreadable", "B2")]
    assert fates(result) == ["refused", "used", "used"]
    assert result.problems[-1].value == "bid 3, coins 4"


def test_a_column_with_a_title_is_no_message() -> None:
    result = checked(("Ann", "bid 3", "x"), header=(*HEADER, "Mine"), tab="")
    assert (bids(result), told(result)) == ({"Ann": 3}, [("column.unknown", "C1")])


def test_in_a_workbook_what_stands_beside_is_a_remark() -> None:
    result = checked(("Ann", "bid 3", "x"), header=HEADER, tab="Round 1")
    assert (bids(result), told(result)) == ({"Ann": 3}, [("column.unknown", "C1")])
