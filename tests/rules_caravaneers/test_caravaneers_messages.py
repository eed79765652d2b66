"""Moves of Caravaneers as people post them."""

from __future__ import annotations

import pytest
from caravan_positions import ARTICLE, article, histories, new
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.rules.caravaneers import Caravaneers

WIKI = Caravaneers({"edition": "wiki"})


@pytest.mark.parametrize(
    ("text", "caravan"),
    [
        *(("c", "c"), ("3", "3"), ("c3", "c3"), ("Move c3, please!", "c3"), ("I move the caravan in column C.", "c")),
        *(("Hi! I move row 3.", "3"), ("I take row 3", "3"), ("I'd like to move row 3, please.", "3")),
        *(("Hello GM, I\u2019ll pick column d. Thank you!", "d"), ("I choose a", "a"), ("Let's go with c3", "c3")),
        *(("My move: all the camels in row 4", "4"), ("I want to push the caravan from c3", "c3")),
    ],
)
def test_what_people_post(text: str, caravan: str) -> None:
    parsed = ARTICLE.read(new(ARTICLE), "Ann", text)
    assert (parsed.order, parsed.problems) == ({"caravan": caravan}, ())


@pytest.mark.parametrize("text", ["[b]c[/b]", "c :D", "*c*", "c <3", "c\n\nAnn"])
def test_looks_and_smileys_name_no_caravan(text: str) -> None:
    assert ARTICLE.read(new(ARTICLE), "Ann", text).order == {"caravan": "c"}


def test_a_signature_that_may_be_a_caravan_is_none() -> None:
    assert ARTICLE.read(new(ARTICLE), "D", "c\nD").problems[0].code == "caravan.ambiguous"


@pytest.mark.parametrize("text", ["a\nmove column b", "move column a; move column e", "a, take c"])
def test_a_column_a_before_another_is_no_article(text: str) -> None:
    assert ARTICLE.read(new(ARTICLE), "Ann", text).problems[0].code == "caravan.ambiguous"


def test_two_caravans_are_refused_with_both() -> None:
    (problem,) = ARTICLE.read(new(ARTICLE), "Ann", "move c or d").problems
    assert problem.code == "caravan.ambiguous"
    assert "c or d" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "I won't move c",
        "I'd move row 3",
        "not row 3",
        "row three or 3",
        "please",
        "hi",
        "c?",
        "c³",
        "~~c~~",
        "[s]c[/s]",
        "❌ c",
    ],
)
def test_what_may_mean_something_else_is_not_guessed(text: str) -> None:
    assert ARTICLE.read(new(ARTICLE), "Ann", text).order == {"caravan": text}


def test_what_names_no_caravan_is_for_judge_to_refuse() -> None:
    state = article("c3", "North")
    parsed = ARTICLE.read(state, "Ann", "whatever you like")
    assert [p.code for p in ARTICLE.judge(state, "Ann", parsed.order).problems] == ["caravan.unknown"]


@given(st.data(), st.sampled_from([ARTICLE, WIKI]))
def test_what_is_said_of_an_order_reads_as_that_order(data: st.DataObject, game: Caravaneers) -> None:
    for before, _, _ in data.draw(histories(game)):
        for caravan in game.form(before, None).fields[0].choices:
            order = {"caravan": caravan}
            assert game.read(before, "Ann", game.say(order)).order == order


@pytest.mark.parametrize(
    ("text", "codes"),
    [("the fast one", ["caravan.unknown"]), ("c", ["caravan.unknown"]), ("3", []), ("g7", []), ("3 or 4", [])],
)
def test_what_no_turn_makes_right(text: str, codes: list[str]) -> None:
    """Bob moves the rows of West; that it is Ann's turn is no fault of an order sent ahead."""
    state = new(ARTICLE)
    assert [problem.code for problem in ARTICLE.never(state, "Bob", ARTICLE.read(state, "Bob", text))] == codes


def test_of_who_does_not_play_only_what_cannot_be_read_is_told() -> None:
    state = new(ARTICLE)
    assert ARTICLE.never(state, "Zed", ARTICLE.read(state, "Bob", "c")) == ()
