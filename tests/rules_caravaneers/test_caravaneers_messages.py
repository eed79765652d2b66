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
    [("c", "c"), ("3", "3"), ("c3", "c3"), ("Move c3, please!", "c3"), ("I move the caravan in column C.", "c")],
)
def test_what_people_post(text: str, caravan: str) -> None:
    parsed = ARTICLE.read(new(ARTICLE), "Ann", text)
    assert (parsed.order, parsed.problems) == ({"caravan": caravan}, ())


def test_two_caravans_are_refused_with_both() -> None:
    (problem,) = ARTICLE.read(new(ARTICLE), "Ann", "move c or d").problems
    assert problem.code == "caravan.ambiguous"
    assert "c or d" in problem.message


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
