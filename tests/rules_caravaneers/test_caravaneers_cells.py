"""What a cell of the column Caravan says, as people and spreadsheets write it."""

from __future__ import annotations

import datetime as dt

import pytest
from caravan_positions import ARTICLE, article, cell, codes, games, move, new, offers, reached, wiki
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.problems import has_errors
from gm_tool.core.sources import CellFault, Value
from gm_tool.rules.caravaneers import Caravaneers


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("c", "c"),
        ("C", "c"),
        (" c3 ", "c3"),
        ("C3", "c3"),
        ("3c", "c3"),
        ("c 3", "c3"),
        ("c-3", "c3"),
        ("c3.", "c3"),
        (3, "3"),
        (3.0, "3"),
        ("3", "3"),
        ("3.0", "3"),
        ("column c", "c"),
        ("Column: C", "c"),
        ("col. c", "c"),
        ("c column", "c"),
        ("line c", "c"),
        ("row 3", "3"),
        ("Row c3", "c3"),
        ("square c3", "c3"),
        ("column c3", "c3"),
        ("move c3", "c3"),
        ("I move the caravan on c3, please", "c3"),
        ("move the camels of column c", "c"),
        ("c3, c3", "c3"),
        ("a", "a"),
        ("move a", "a"),
        ("column a", "a"),
        ("a camel on c3", "c3"),
        ("\u200bc\u00a03", "c3"),
        ("\uff433", "c3"),
    ],
)
def test_what_has_one_meaning_is_read(value: Value, name: str) -> None:
    parsed = ARTICLE.parse(new(ARTICLE), "Ann", cell(value))
    assert parsed.order == {"caravan": name}
    assert parsed.problems == ()
    assert parsed.cells == cell(value)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "column 3",
            "row c",
            "square c",
            "c3 quickly",
            "move",
            "move a caravan",
            "pass",
            "h1",
            "c8",
            "3rd",
            "cc",
            "?",
        ),
        *("TRUE", "1e5", "None", "33c", "3c4", "column"),
    ],
)
def test_what_is_not_understood_goes_to_the_judge_as_it_stands(value: str) -> None:
    state = new(ARTICLE)
    parsed = ARTICLE.parse(state, "Ann", cell(value))
    assert parsed.order == {"caravan": value}
    assert codes(ARTICLE, state, "Ann", parsed.order) == ["caravan.unknown"]


@pytest.mark.parametrize(("value", "text"), [(2.5, "2.5"), (-3, "-3"), (True, "TRUE"), (1e400, "inf"), (10, "10")])
def test_numbers_that_are_no_row_are_refused(value: Value, text: str) -> None:
    state = article("a3 d4", "West")
    parsed = ARTICLE.parse(state, "Bob", cell(value))
    assert parsed.order == {"caravan": text}
    assert codes(ARTICLE, state, "Bob", parsed.order) == ["caravan.unknown"]


@pytest.mark.parametrize(
    ("value", "readings"),
    [
        ("c or d", "c or d"),
        ("b1 c1", "b1 or c1"),
        ("c1, c5", "c1 or c5"),
        ("b, c and d", "b, c or d"),
        ("b3 to b4", "b3 or b4"),
    ],
)
def test_what_may_mean_two_caravans_is_asked_back(value: str, readings: str) -> None:
    for player in ("Ann", "Eve"):
        parsed = ARTICLE.parse(new(ARTICLE), player, cell(value))
        assert parsed.order is None
        (problem,) = parsed.problems
        assert (problem.code, problem.field, problem.value) == ("caravan.ambiguous", "caravan", value)
        assert f"may mean {readings}:" in problem.message


def test_a_list_of_one_caravans_camels_is_that_caravan() -> None:
    state = wiki("c1 c2 c3 c5", "North")
    parsed = ARTICLE.parse(state, "Ann", cell("c1, c2 + c3"))
    assert (parsed.order, parsed.problems) == ({"caravan": "c1"}, ())
    (problem,) = ARTICLE.parse(state, "Ann", cell("c3, c5")).problems
    assert problem.code == "caravan.ambiguous"
    # who doesn't play has no caravan that the list could be of
    (problem,) = ARTICLE.parse(state, "Eve", cell("c1 c2")).problems
    assert problem.code == "caravan.ambiguous"


@pytest.mark.parametrize("value", [dt.datetime(2026, 3, 3), dt.date(2026, 3, 3), dt.time(3), dt.timedelta(hours=3)])
def test_what_the_spreadsheet_made_a_date_is_said_so(value: Value) -> None:
    parsed = ARTICLE.parse(new(ARTICLE), "Ann", cell(value))
    assert parsed.order is None
    assert [problem.code for problem in parsed.problems] == ["cell.date"]


def test_a_cell_without_a_value_is_named() -> None:
    (formula,) = ARTICLE.parse(new(ARTICLE), "Ann", cell(CellFault("formula", "=A1"))).problems
    assert (formula.code, formula.value) == ("cell.formula", "=A1")
    assert "B2 holds a formula with no stored result" in formula.message
    (error,) = ARTICLE.parse(new(ARTICLE), "Ann", cell(CellFault("error", "#REF!"))).problems
    assert (error.code, error.value) == ("cell.error", "#REF!")
    assert "B2 holds an error value" in error.message


# The form


def test_the_form_has_one_column() -> None:
    (field,) = ARTICLE.form(new(ARTICLE), "Ann").fields
    assert (field.key, field.title, field.kind) == ("caravan", "Caravan", "choice")
    assert field.choices == ("b", "c", "d", "e", "f")
    assert ARTICLE.form(new(ARTICLE), None) == ARTICLE.form(new(ARTICLE), "Ann")
    assert ARTICLE.form(new(ARTICLE), "Bob").fields[0].choices == ()


def test_the_help_fits_side_and_edition() -> None:
    def told(game: Caravaneers, *moves: str) -> str:
        state = new(game)
        for caravan in moves:
            state = move(game, state, caravan)[1]
        return game.form(state, None).fields[0].help

    assert told(ARTICLE).startswith("North moves all camels of one column: name it, as c,")
    assert told(ARTICLE, "c").startswith("West moves all camels of one row: name it, as 3,")
    wiki_game = Caravaneers({"edition": "wiki"})
    assert told(wiki_game).startswith("North moves a run of camels in one column")


@given(st.data(), games)
def test_the_form_offers_every_legal_move_and_nothing_else(data: st.DataObject, game: Caravaneers) -> None:
    state = data.draw(reached(game))
    step = game.due(state)
    if step is None:
        assert offers(game, state) == ()
        assert game.form(state, "Ann").fields[0].help == "The game is over."
        return
    (player,) = step.players
    offered = [game.judge(state, player, {"caravan": name}) for name in offers(game, state)]
    assert offered
    assert not any(judged.problems for judged in offered)
    legal = {game.judge(state, player, {"caravan": square}).order for square in state.camels} - {None}
    assert [judged.order for judged in offered] == sorted(legal, key=lambda caravan: (caravan.line, caravan.camels))
    for name in offers(game, state):  # what the form offers is also read as meant, as typed and as said
        for text in (name, game.say({"caravan": name})):
            assert game.parse(state, player, cell(text)).order == {"caravan": name}


@given(st.data(), games, st.text(max_size=12) | st.from_regex(r"[a-g1-7 ,a-z]{1,12}", fullmatch=True))
def test_any_text_is_read_asked_back_or_refused(data: st.DataObject, game: Caravaneers, text: str) -> None:
    state = data.draw(reached(game))
    parsed = game.parse(state, "Ann", cell(text))
    assert (parsed.order is None) == has_errors(parsed.problems)
    game.judge(state, "Ann", parsed.order)
