"""The grid: who is meant, what counts, and that no row is lost."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.names import Names
from gm_tool.core.problems import Problem
from gm_tool.core.sources import UNSEEN, CellFault, Place, Tab, Value
from gm_tool.engine.intake import Intake, take_in
from gm_tool.engine.places import in_reading_order

FORM = Form(
    (
        Field(key="action", title="Action", kind="choice", aliases=("Aktion",)),
        Field(key="camels/0", title="Camel 1", kind="choice", aliases=("Which camel?",)),
        Field(key="amount", title="Amount", kind="number"),
    )
)
HEADER = ("Player", "Action", "Camel 1", "Amount", "Note")
STEP = Step("round", 5, ("Ann", "Bob", "Cat"))


def sheet(*rows: tuple[Value, ...], hidden: frozenset[int] = frozenset()) -> Tab:
    return Tab("sheets/round-05.xlsx", "Round 5", rows, hidden_rows=hidden)


def taken(
    *rows: tuple[Value, ...],
    header: tuple[Value, ...] = HEADER,
    players: Names | None = None,
    step: Step = STEP,
    columns: Mapping[str, str] | None = None,
    hidden: frozenset[int] = frozenset(),
) -> Intake:
    names = players or Names(step.players)
    return take_in(sheet(header, *rows, hidden=hidden), FORM, names, step, columns or {})


def roster(*names: str) -> dict[str, object]:
    return {"players": Names(names), "step": Step("round", 5, names)}


def sent(intake: Intake) -> dict[str, dict[str, str]]:
    return {s.player: {key: cell.text for key, cell in s.cells.items() if not cell.empty} for s in intake.submissions}


def codes(intake: Intake) -> list[tuple[str, str]]:
    return [(problem.code, problem.place.cell) for problem in said(intake)]


def said(intake: Intake) -> tuple[Problem, ...]:
    """All there is to say: of the tab, and of the rows that are to be judged."""
    return in_reading_order([*intake.problems, *(problem for sent in intake.submissions for problem in sent.said)])


def fates(intake: Intake) -> list[str]:
    return [account.fate for account in intake.accounts]


def test_a_row_is_a_submission_with_its_cells_and_its_place() -> None:
    intake = taken(("Ann", "buy", "Red", 2, " for luck "))
    assert sent(intake) == {"Ann": {"action": "buy", "camels/0": "Red", "amount": "2"}}
    only = intake.submissions[0]
    assert (only.place, only.note) == (Place("sheets/round-05.xlsx", "Round 5", "2"), "for luck")
    assert only.cells["amount"].address == "D2"
    assert intake.accounts[0].cells == {"A2": "Ann", "B2": "buy", "C2": "Red", "D2": "2", "E2": " for luck "}
    assert said(intake) == ()


@given(st.permutations(range(5)))
def test_columns_are_found_by_title_whatever_their_order(order: list[int]) -> None:
    row = ("Ann", "buy", "Red", 2, "hm")
    intake = taken(tuple(row[i] for i in order), header=tuple(HEADER[i] for i in order))
    assert sent(intake) == {"Ann": {"action": "buy", "camels/0": "Red", "amount": "2"}}
    assert intake.submissions[0].note == "hm"


def test_titles_differ_in_case_blanks_breaks_aliases_and_a_closing_mark() -> None:
    header = ("  PLAYER\u00a0", "aktion:", "which\ncamel", "Amount ?", "notes")
    assert sent(taken(("Ann", "buy", "Red", 2, None), header=header))["Ann"]["camels/0"] == "Red"


def test_the_header_may_stand_below_other_rows_and_beside_empty_columns() -> None:
    rows: tuple[tuple[Value, ...], ...] = (
        ("Our great game",),
        (),
        (None, "Player", None, "Action"),
        (None, None),
        (None, "Ann", None, "buy"),
    )
    tab = Tab("a.csv", "", rows, first_row=3, first_column=2)
    intake = take_in(tab, FORM, Names(STEP.players), STEP)
    assert sent(intake) == {"Ann": {"action": "buy"}}
    assert intake.submissions[0].cells["action"].address == "E7"
    assert len(intake.accounts) == 1


def test_without_a_header_nothing_is_guessed_and_every_row_is_refused() -> None:
    intake = take_in(sheet(("Who", "Action"), ("Ann", "buy")), FORM, Names(STEP.players), STEP)
    assert codes(intake) == [("header.missing", "1")]
    assert fates(intake) == ["refused", "refused"]
    message = said(intake)[0].message
    assert "'Who', 'Action'" in message and "a Player column is missing" in message


def test_an_empty_tab_has_no_header() -> None:
    intake = take_in(sheet(), FORM, Names(STEP.players), STEP)
    assert (codes(intake), intake.accounts) == ([("header.missing", "")], ())


def test_a_header_below_the_twentieth_row_is_none() -> None:
    advice: tuple[tuple[Value, ...], ...] = (("advice",),) * 19
    assert sent(take_in(sheet(*advice, HEADER, ("Ann", "buy")), FORM, Names(["Ann"]), STEP))
    late = take_in(sheet(("advice",), *advice, HEADER, ("Ann", "buy")), FORM, Names(["Ann"]), STEP)
    assert codes(late) == [("header.missing", "1")]


def test_the_users_own_titles_go_before_ours() -> None:
    header = ("Who", "What", "Camel 1", "Action")
    columns = {"who ": "player", "What": "Action", "Action": "amount"}
    intake = taken(("Ann", "buy", "Red", 3), header=header, columns=columns)
    assert sent(intake) == {"Ann": {"action": "buy", "camels/0": "Red", "amount": "3"}}


def test_an_own_title_that_leads_nowhere_is_an_error_with_a_suggestion() -> None:
    intake = taken(("Ann", "buy"), columns={"Which": "Camel 11"})
    assert [problem.code for problem in said(intake)] == ["column.mapping"]
    assert said(intake)[0].hint == "Did you mean Camel 1?"
    assert fates(intake) == ["refused"]


def test_a_title_that_is_settled_twice_is_an_error() -> None:
    twice = taken(("Ann", "buy"), columns={"Who": "Player", "WHO ": "Action"})
    assert [(problem.code, problem.field) for problem in said(twice)] == [("column.mapping", "WHO ")]
    assert said(taken(("Ann", "buy"), columns={"Who": "Player", "WHO ": "Name"})) == ()


def test_an_unknown_column_is_named_only_where_something_stands_in_it() -> None:
    intake = taken(("Ann", "buy", None, "x", None, "y"), header=("Player", "Action", "Seat", "Camel 2", "", None))
    assert codes(intake) == [("column.unknown", "D1"), ("column.unknown", "F1")]
    assert [problem.severity for problem in said(intake)] == ["warning", "warning"]
    assert "Did you mean Camel 1?" in said(intake)[0].hint
    assert "Column F has no title" in said(intake)[1].message


def test_two_columns_for_one_thing_are_an_error_and_no_row_is_trusted() -> None:
    intake = taken(("Ann", "buy", "sell"), header=("Player", "Action", "Aktion"))
    assert codes(intake) == [("column.twice", "C1")]
    assert "B1" in said(intake)[0].message
    assert (intake.submissions, fates(intake)) == ((), ["refused"])
    assert intake.accounts[0].player == "Ann"


def test_a_title_that_may_be_two_things_is_an_error() -> None:
    form = Form(tuple(Field(key=key, title=key, kind="text", aliases=("camel",)) for key in ("one", "two")))
    intake = take_in(sheet(("Player", "one", "Camel"), ("Ann", "x", "y")), form, Names(["Ann"]), STEP)
    assert codes(intake) == [("column.ambiguous", "C1")]
    assert "one or two" in said(intake)[0].message


@pytest.mark.parametrize(
    ("written", "player"),
    [("None", "None"), ("NA", "NA"), ("null", "null"), ("TRUE", "TRUE"), (True, "TRUE"), ("nan", "nan")],
)
def test_words_that_look_like_nothing_are_names(written: Value, player: str) -> None:
    intake = taken((written, "buy"), **roster("None", "NA", "null", "TRUE", "nan"))  # type: ignore[arg-type]
    assert (list(sent(intake)), codes(intake)) == ([player], [])


@pytest.mark.parametrize("name", ["007", "1e5", "18_29", "0x10", "1234567890123456789"])
def test_names_of_digits_stay_as_written(name: str) -> None:
    intake = taken((name, "buy"), **roster("007", "1e5", "18_29", "0x10", "1234567890123456789"))  # type: ignore[arg-type]
    assert (list(sent(intake)), codes(intake)) == ([name], [])


@pytest.mark.parametrize(
    ("stored", "name"), [(7, "007"), (7.0, "007"), (100000.0, "1e5"), (1.2345678901234568e18, "1234567890123456789")]
)
def test_a_name_that_the_sheet_made_a_number_is_found_through_the_roster(stored: float, name: str) -> None:
    intake = taken((stored, "buy"), **roster("007", "1e5", "7up", "1234567890123456789"))  # type: ignore[arg-type]
    assert (list(sent(intake)), codes(intake)) == ([name], [("player.number", "A2")])
    assert said(intake)[0].severity == "note"


def test_a_number_that_may_be_two_names_is_an_error() -> None:
    intake = taken((7, "buy"), **roster("007", "07"))  # type: ignore[arg-type]
    assert codes(intake) == [("player.ambiguous", "A2")]
    assert "007 or 07" in said(intake)[0].message


def test_a_number_or_date_that_is_nobody_says_how_to_write_a_name() -> None:
    intake = taken((8, "buy"), (dt.date(2026, 3, 4), "buy"), **roster("007", "3-4"))  # type: ignore[arg-type]
    assert codes(intake) == [("player.unknown", "A2"), ("player.unknown", "A3")]
    assert "type it as text" in said(intake)[0].hint
    assert "turned the name into a date" in said(intake)[1].hint


def test_an_alias_of_digits_is_found_too() -> None:
    players = Names(["Ann"], {"Ann": ["007"]})
    assert list(sent(taken((7, "buy"), players=players))) == ["Ann"]


@pytest.mark.parametrize(
    ("written", "name", "code"),
    [
        ("Sam", "Sam", None),
        ("sam ", "Sam", None),
        ("Samm", "Sammy", "player.prefix"),
        ("D\u2019Arcy", "D'Arcy", "player.same"),
        ("D\u2019Arcy\u200b", "D'Arcy", "player.same"),
        ("Mary\u00a0 Lou", "Mary Lou", "player.same"),
        ("eowyn", "Éowyn", "player.plain"),
    ],
)
def test_names_as_people_write_them(written: str, name: str, code: str | None) -> None:
    intake = taken((written, "buy"), **roster("Sam", "Sammy", "D'Arcy", "Mary Lou", "Éowyn"))  # type: ignore[arg-type]
    assert list(sent(intake)) == [name]
    assert [problem.code for problem in said(intake)] == ([code] if code else [])
    assert not any(problem.severity == "error" for problem in said(intake))


def test_a_beginning_of_two_names_is_ambiguous_and_a_typo_is_unknown() -> None:
    intake = taken(("Sa", "buy"), ("Smamy", "buy"), **roster("Sam", "Sammy"))  # type: ignore[arg-type]
    assert codes(intake) == [("player.ambiguous", "A2"), ("player.unknown", "A3")]
    assert "Did you mean Sammy" in said(intake)[1].hint
    assert (fates(intake), intake.submissions) == (["refused", "refused"], ())


@pytest.mark.parametrize(("kind", "text"), [("formula", "=B9"), ("error", "#REF!")])
def test_a_name_that_cant_be_known_is_refused_with_what_to_do(kind: str, text: str) -> None:
    intake = taken((CellFault(kind, text), "buy"))  # type: ignore[arg-type]
    assert codes(intake) == [(f"cell.{kind}", "A2")]
    assert said(intake)[0].value == text


def test_a_name_alone_is_no_submission() -> None:
    intake = taken(("Ann", None, "  "), ("Nobody",), (None, "  "))
    assert (fates(intake), codes(intake)) == (["ignored", "ignored"], [])
    assert intake.accounts[0].reason == "nothing filled in"
    assert [account.player for account in intake.accounts] == ["Ann", ""]


def test_a_note_alone_is_a_submission() -> None:
    intake = taken(("Ann", None, None, None, "on holiday"))
    assert sent(intake) == {"Ann": {}}
    assert intake.submissions[0].note == "on holiday"


def test_a_zero_or_false_is_something_and_a_faulty_cell_too() -> None:
    intake = taken(("Ann", None, None, 0), ("Bob", False), ("Cat", CellFault("formula", "=1")))
    assert list(sent(intake)) == ["Ann", "Bob", "Cat"]


def test_a_row_without_a_name_is_refused_unless_nothing_of_it_is_ours() -> None:
    intake = taken((None, "buy", "Red"), (None, None, None, None, None, "my sums"))
    assert fates(intake) == ["refused", "ignored"]
    assert codes(intake) == [("column.unknown", "F1"), ("player.missing", "A2")]


def test_the_same_row_twice_counts_once() -> None:
    intake = taken(("Ann", "buy", "Red", 2), ("Bob", "sell"), ("ann", "buy ", "Red", 2.0))
    assert fates(intake) == ["used", "used", "superseded"]
    assert codes(intake) == [("row.same", "4")]


def test_different_rows_of_a_player_are_all_refused() -> None:
    intake = taken(("Ann", "buy"), ("Ann", "sell"), ("Ann", "buy"), ("Bob", "buy"))
    assert fates(intake) == ["refused", "refused", "refused", "used"]
    assert codes(intake) == [("row.twice", "2"), ("row.twice", "3"), ("row.twice", "4")]
    assert "2, 3 and 4" in said(intake)[0].message
    assert list(sent(intake)) == ["Bob"]


def test_of_many_different_rows_a_few_are_named() -> None:
    intake = taken(*(("Ann", "buy", None, number) for number in range(20)))
    assert fates(intake) == ["refused"] * 20
    assert "2, 3, 4, 5, 6, 7 and 14 more" in said(intake)[0].message


def test_a_row_that_differs_in_the_note_alone_differs() -> None:
    intake = taken(("Ann", "buy", None, None, "x"), ("Ann", "buy", None, None, "y"))
    assert fates(intake) == ["refused", "refused"]


def test_a_name_alone_does_not_clash_with_a_filled_row() -> None:
    assert fates(taken(("Ann",), ("Ann", "buy"))) == ["ignored", "used"]


def test_a_hidden_row_is_read_and_said_to_be() -> None:
    intake = taken(("Ann", "buy"), ("Bob",), hidden=frozenset({2, 3}))
    assert (codes(intake), said(intake)[0].severity) == ([("row.hidden", "2")], "warning")
    assert list(sent(intake)) == ["Ann"]


@pytest.mark.parametrize("which", [5, 5.0, "5", "R5", "r5", "Round 5", "round-05", "ROUND 5", " 5 ", "#5", "Runde 5"])
def test_a_round_column_picks_the_rows_of_the_step(which: Value) -> None:
    rows: tuple[tuple[Value, ...], ...] = ((4, "Ann", "sell"), (which, "Ann", "buy"), ("Round 15", "Ann", "bet"))
    intake = taken(*rows, header=("Round", "Player", "Action"))
    assert sent(intake) == {"Ann": {"action": "buy"}}
    assert len(intake.accounts) == 1


def test_a_row_of_no_round_is_refused() -> None:
    intake = taken((None, "Ann", "sell"), ("day 5", "Bob", "buy"), (None, "Cat"), header=("Round", "Player", "Action"))
    assert codes(intake) == [("round.missing", "A2"), ("round.unreadable", "A3")]
    assert fates(intake) == ["refused", "refused", "ignored"]
    assert [problem.player for problem in said(intake)] == ["Ann", "Bob"]


@pytest.mark.parametrize("which", [0, -1, -5.0, "0", "R0", "Round 0", "-5"])
def test_there_is_no_round_zero_and_none_below_and_such_a_row_is_not_lost(which: Value) -> None:
    intake = taken((which, "Ann", "sell"), header=("Round", "Player", "Action"))
    assert (codes(intake), fates(intake)) == ([("round.unreadable", "A2")], ["refused"])


def test_who_is_not_asked_is_ignored_with_a_warning() -> None:
    intake = taken(("Bob", "buy"), players=Names(["Ann", "Bob"]), step=Step("turn", 3, ("Ann",)))
    assert (fates(intake), codes(intake)) == (["ignored"], [("player.not_asked", "2")])


VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(),
    st.sampled_from(["Ann", "ann", "Bob", "B", "buy", "Player", "Action", "Round", "Note", " ", "\u200b", "round-5"]),
    st.text(max_size=5),
    st.integers(),
    st.floats(),
    st.booleans(),
    st.dates(),
    st.just(CellFault("error", "#N/A")),
)


@given(st.lists(st.lists(VALUES, max_size=6).map(tuple), max_size=8), st.booleans())
def test_no_row_is_lost_whatever_the_sheet(rows: list[tuple[Value, ...]], titled: bool) -> None:
    tab = sheet(*([HEADER] if titled else []), *rows, hidden=frozenset({3}))
    intake = take_in(tab, FORM, Names(STEP.players), STEP)
    places = [account.place.cell for account in intake.accounts]
    assert len(set(places)) == len(places)
    used = [(account.player, account.place) for account in intake.accounts if account.fate == "used"]
    assert used == [(submission.player, submission.place) for submission in intake.submissions]
    for account in intake.accounts:
        assert account.fate == "used" or account.reason
    if titled and not any(problem.code.startswith("column.") for problem in said(intake)):
        assert len(places) == sum(any(v is not None and str(v).translate(UNSEEN).strip() for v in row) for row in rows)


@given(st.permutations([("Ann", "buy"), ("Bob", "sell"), ("Cat", None, None, 1), ("Zed", "x"), ("Bob", "buy")]))
def test_the_order_of_the_rows_changes_nothing_but_the_places(rows: list[tuple[Value, ...]]) -> None:
    intake = taken(*rows)
    assert set(sent(intake)) == {"Ann", "Cat"}
    assert sorted(fates(intake)) == ["refused", "refused", "refused", "used", "used"]
