"""Orders that are the entries of their form: from cells, from words, judged, said."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.entries import faults, read_cells, read_words, say_entries, shown
from gm_tool.core.forms import Field, Form
from gm_tool.core.sources import Cell, CellFault

FORM = Form(
    (
        Field(key="lot", title="Which lot?", kind="choice", choices=("Vase", "Vine", "Old map")),
        Field(key="bid", title="Bid", kind="number", minimum=1, maximum=9, aliases=("Your offer",)),
        Field(key="word", title="A word", kind="text"),
    )
)
OPEN = Form((Field(key="bid", title="Bid", kind="number"),))
CLOSED = Form(
    (
        Field(key="bid", title="Bid", kind="number", minimum=1, maximum=0),
        Field(key="lot", title="Lot", kind="choice"),
    )
)


def cells(**values: Any) -> dict[str, Cell]:
    return {key: Cell(f"{letter}2", value) for letter, (key, value) in zip("BCDE", values.items(), strict=False)}


def codes(found: Any) -> list[str]:
    return [problem.code for problem in found]


def test_a_row_is_read_entry_by_entry() -> None:
    order, problems = read_cells(FORM, cells(lot=" vase ", bid="7.0", word=" hello "))
    assert order == {"lot": "Vase", "bid": 7, "word": "hello"}
    assert problems == ()
    assert read_cells(FORM, cells(lot=None, bid=3)) == ({"bid": 3}, ())


def test_what_is_not_known_goes_on_as_it_stands() -> None:
    order, problems = read_cells(FORM, cells(lot="Clock", bid="many"))
    assert order == {"lot": "Clock", "bid": "many"}
    assert problems == ()
    assert codes(faults(FORM, order)) == ["entry.choice", "entry.number"]


@pytest.mark.parametrize(
    ("values", "code", "said"),
    [
        ({"lot": "V"}, "entry.ambiguous", "may mean Vase or Vine"),
        ({"bid": dt.date(2026, 3, 7)}, "cell.date", "into a date or a time"),
        ({"bid": dt.time(7, 3)}, "cell.date", "into a date or a time"),
        ({"word": CellFault("formula", "=A1")}, "cell.formula", "B2 holds a formula"),
        ({"word": CellFault("error", "#REF!")}, "cell.error", "B2 holds an error value"),
    ],
)
def test_a_cell_that_can_not_be_read_is_told(values: dict[str, Any], code: str, said: str) -> None:
    order, [problem] = read_cells(FORM, cells(**values))
    assert order is None
    assert (problem.code, problem.field) == (code, next(iter(values)))
    assert said in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("bid 5", {"bid": 5}),
        ("BID 5, which lot? old map", {"bid": 5, "lot": "Old map"}),
        ("your offer  5,lot vase,", {"bid": 5, "lot": "Vase"}),
        ("bid 5, bid 5", {"bid": 5}),
        ("a word bid", {"word": "bid"}),
    ],
)
def test_words_are_read(text: str, order: dict[str, Any]) -> None:
    assert read_words(FORM, text) == (order, ())


def test_one_column_needs_no_name() -> None:
    assert read_words(OPEN, "5") == ({"bid": 5}, ())
    assert read_words(OPEN, "bid 5") == ({"bid": 5}, ())


@pytest.mark.parametrize(
    ("text", "code"),
    [("hello", "message.unreadable"), ("bid", "message.unreadable"), (", ,", "message.unreadable"),
     ("bid 5, bid 6", "message.ambiguous"), ("lot V", "entry.ambiguous")],
)  # fmt: skip
def test_words_that_can_not_be_read_are_told(text: str, code: str) -> None:
    order, [problem] = read_words(FORM, text)
    assert (order, problem.code) == (None, code)
    assert problem.hint


def test_the_hint_shows_how_to_write_it() -> None:
    assert read_words(FORM, "hello")[1][0].hint == "Write it as: lot Vase, bid 1, word ..."
    assert read_words(CLOSED, "hello")[1][0].hint == "Write it as: bid 1, lot ..."
    assert read_words(OPEN, ", ,")[1][0].hint == "Write it as: bid 1"


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "lot": st.sampled_from(FORM.fields[0].choices),
            "bid": st.integers(1, 9),
            "word": st.text("abc xyz", min_size=1).map(str.split).map(" ".join).filter(bool),
        },
    ).filter(bool)
)
def test_what_is_said_is_read_again(order: dict[str, Any]) -> None:
    assert faults(FORM, order) == ()
    assert read_words(FORM, say_entries(order)) == (order, ())


@pytest.mark.parametrize(
    ("order", "said"),
    [(None, "nothing"), ({}, "an empty order"), (5, "5"), ("x" * 50, f"'{'x' * 40}...'"), ({"bid": [1]}, "bid a list")],
)
def test_any_order_can_be_said(order: Any, said: str) -> None:
    assert say_entries(order) == said


@pytest.mark.parametrize(
    ("value", "told"),
    [(True, "true"), (False, "false"), (10**30, "a huge number"), (1.5, "1.5"), ([], "a list"), ({}, "an object")],
)
def test_any_value_can_be_shown(value: Any, told: str) -> None:
    assert shown(value) == told


@pytest.mark.parametrize(
    ("order", "code", "hint"),
    [
        ([], "order.invalid", "Entries are lot, bid and word."),
        ({"bdi": 5}, "entry.unknown", "Entries are lot, bid and word."),
        ({"lot": "Clock"}, "entry.choice", "Possible now: Vase, Vine or Old map."),
        ({"lot": 5}, "entry.choice", "Possible now: Vase, Vine or Old map."),
        ({"bid": 0}, "entry.number", "Write a whole number up to 9."),
        ({"bid": 10}, "entry.number", "Write a whole number up to 9."),
        ({"bid": True}, "entry.number", "Write a whole number up to 9."),
        ({"bid": "5"}, "entry.number", "Write a whole number up to 9."),
        ({"word": 5}, "entry.text", "Write a text."),
    ],
)
def test_what_does_not_fit_is_told(order: Any, code: str, hint: str) -> None:
    [problem] = faults(FORM, order)
    assert (problem.code, problem.hint) == (code, hint)


def test_what_is_missing_is_told() -> None:
    [problem] = faults(FORM, {"bid": 5}, ("lot",))
    assert (problem.code, problem.field) == ("entry.missing", "lot")


def test_hints_tell_what_a_column_takes() -> None:
    assert faults(OPEN, {"bid": "x"})[0].hint == "Write a whole number."
    least = Form((Field(key="bid", title="Bid", kind="number", minimum=2),))
    assert faults(least, {"bid": 1})[0].hint == "Write a whole number from 2 up."
    assert {problem.hint for problem in faults(CLOSED, {"bid": 1, "lot": "Vase"})} == {"Nothing is possible there now."}
