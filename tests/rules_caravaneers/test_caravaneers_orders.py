"""Whether an order is legal: each code, the first that applies, against a second reading of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from caravan_positions import ARTICLE, WIKI, article, as_json, codes, endgame, games, json_values, new, reached, wiki
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.rules.caravaneers.board import HOMES, SQUARES
from gm_tool.rules.caravaneers.state import State

ENDED = as_json("f1 a6 f6", None, 4, result={"hoards": {"North": 4, "West": 4}, "winner": None})


def text(game: Caravaneers, state: State, player: str, order: Any) -> str:
    (problem,) = game.judge(state, player, order).problems
    return f"{problem.message} {problem.hint}"


def test_who_is_not_to_move_has_no_order() -> None:
    state = new(ARTICLE)
    assert codes(ARTICLE, state, "Bob", {"caravan": "3"}) == ["turn.not_yours"]
    assert codes(ARTICLE, state, "Bob", {"caravan": "nonsense"}) == ["turn.not_yours"]
    assert codes(ARTICLE, state, "Bob", None) == []
    assert ARTICLE.judge(state, "Bob", None).order is None
    assert "It is the turn of Ann (North), not of Bob (West)." in text(ARTICLE, state, "Bob", 1)


def test_who_does_not_play_has_no_order() -> None:
    assert codes(ARTICLE, new(ARTICLE), "Eve", {"caravan": "c"}) == ["turn.not_yours"]
    assert codes(ARTICLE, new(ARTICLE), "Eve", None) == ["turn.not_yours"]
    assert "Eve doesn't play in this game: Ann and Bob do." in text(ARTICLE, new(ARTICLE), "Eve", None)


def test_after_the_end_nobody_has_an_order() -> None:
    state = ARTICLE.load(ENDED)
    assert codes(ARTICLE, state, "Ann", {"caravan": "f1"}) == ["turn.not_yours"]
    assert codes(ARTICLE, state, "Ann", None) == []
    assert "The game is over" in text(ARTICLE, state, "Bob", {})


def test_the_game_waits_for_a_missing_order() -> None:
    assert codes(ARTICLE, new(ARTICLE), "Ann", None) == ["turn.missing"]
    assert ARTICLE.default(new(ARTICLE), "Ann") is None
    assert "Ann (North) can move b, c, d, e or f." in text(ARTICLE, new(ARTICLE), "Ann", None)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ({"caravan": "c2"}, "no camel on c2"),
        ({"caravan": "h1"}, "'h1' is no column and no square"),
        ({"caravan": "C"}, "'C' is no column"),
        ({"caravan": ""}, "'' is no column"),
        ({"caravan": "ab"}, "'ab' is no column"),
        ({"caravan": "x" * 999}, f"'{'x' * 37}...' is no column"),
        ({"caravan": "g"}, "no camel in column g"),
        ({"caravan": "3"}, "North moves columns, and 3 is a row"),
        ({"caravan": None}, "names no caravan"),
        ({"caravan": 3}, "names no caravan"),
        ({"caravan": ["c"]}, "names no caravan"),
        ({}, "names no caravan"),
        ([], "names no caravan"),
        ("c", "names no caravan"),
        (False, "names no caravan"),
    ],
)
def test_what_is_no_caravan(order: Any, why: str) -> None:
    assert codes(ARTICLE, new(ARTICLE), "Ann", order) == ["caravan.unknown"]
    assert why in text(ARTICLE, new(ARTICLE), "Ann", order)


def test_other_keys_do_not_matter() -> None:
    assert codes(ARTICLE, new(ARTICLE), "Ann", {"caravan": "c", "note": "hi"}) == []


def test_the_other_sides_line_is_unknown_to_west_too() -> None:
    assert codes(ARTICLE, endgame(), "Bob", {"caravan": "f"}) == ["caravan.unknown"]
    assert "West moves rows, and f is a column" in text(ARTICLE, endgame(), "Bob", {"caravan": "f"})


def test_a_line_alone_names_no_caravan_of_the_wiki() -> None:
    assert codes(WIKI, new(WIKI), "Ann", {"caravan": "c"}) == ["caravan.unknown"]
    assert "name a square of the one to move, not c alone" in text(WIKI, new(WIKI), "Ann", {"caravan": "c"})
    assert "no camel in column g" in text(WIKI, new(WIKI), "Ann", {"caravan": "g"})
    assert codes(WIKI, new(WIKI), "Ann", {"caravan": "c1"}) == []


def test_a_line_with_a_gap_is_broken_in_the_article_alone() -> None:
    state = article("c1 c2 c6 d4", "North")
    for name in ("c", "c1", "c2", "c6"):
        assert codes(ARTICLE, state, "Ann", {"caravan": name}) == ["caravan.broken"]
        assert "The camels of column c stand on c1, c2 and c6" in text(ARTICLE, state, "Ann", {"caravan": name})
    for name in ("c1", "c2", "c6"):
        assert codes(WIKI, wiki("c1 c2 c6", "North"), "Ann", {"caravan": name}) == []


def test_broken_comes_before_blocked() -> None:
    assert codes(ARTICLE, article("a1 a6 d4", "North"), "Ann", {"caravan": "a"}) == ["caravan.broken"]


def test_a_mountain_ahead_blocks_in_the_article() -> None:
    assert codes(ARTICLE, new(ARTICLE), "Ann", {"caravan": "a3"}) == ["caravan.blocked"]
    assert "column a can't go from a6 into the mountain a7" in text(ARTICLE, new(ARTICLE), "Ann", {"caravan": "a"})
    state = article("e1 f1 d4", "West")
    assert codes(ARTICLE, state, "Bob", {"caravan": "1"}) == ["caravan.blocked"]
    assert "row 1 can't go from f1 into the mountain g1" in text(ARTICLE, state, "Bob", {"caravan": "e1"})


def test_a_mountain_under_the_front_camel_blocks_in_the_wiki() -> None:
    state = wiki("a6 a7 g1 d4", "North")
    assert codes(WIKI, state, "Ann", {"caravan": "a6"}) == ["caravan.blocked"]
    assert codes(WIKI, state, "Ann", {"caravan": "g1"}) == ["caravan.blocked"]
    assert "stands on the mountain a7" in text(WIKI, state, "Ann", {"caravan": "a6"})


def test_a_problem_names_its_key_and_what_was_found() -> None:
    (problem,) = ARTICLE.judge(new(ARTICLE), "Ann", {"caravan": "a3"}).problems
    assert (problem.field, problem.value, problem.severity) == ("caravan", "a3", "error")
    (problem,) = ARTICLE.judge(new(ARTICLE), "Ann", None).problems
    assert (problem.field, problem.value) == ("", "")


@given(st.data(), games, json_values)
def test_any_nonsense_gives_a_problem(data: st.DataObject, game: Caravaneers, order: Any) -> None:
    state = data.draw(reached(game))
    for player in ("Ann", "Bob", "Eve"):
        judged = game.judge(state, player, order)
        assert judged.order is None
        assert judged.problems or (order is None and player != "Eve")
        game.say(order)


# A second reading of the rules, on numbers instead of names and runs


def lawful(edition: str, camels: set[tuple[int, int]], at: tuple[int, int], step: tuple[int, int]) -> str:
    """ "" where the caravan of the camel at a place (column, row from 1) may go a step; else the code."""
    (column, row), (east, south) = at, step
    line = {(x, y) for x, y in camels if (x == column if south else y == row)}
    front = at
    while (front[0] + east, front[1] + south) in camels:
        front = (front[0] + east, front[1] + south)
    if edition == "wiki":
        return "caravan.blocked" if front in {(1, 7), (7, 1)} else ""
    places = sorted(x + y for x, y in line)
    if places[-1] - places[0] >= len(places):
        return "caravan.broken"
    return "caravan.blocked" if (front[0] + east, front[1] + south) in {(1, 7), (7, 1), (7, 7)} else ""


@st.composite
def positions(draw: st.DrawFn, edition: str) -> dict[str, Any]:
    homes = sorted(HOMES["article" if edition == "article" else "wiki"])
    camels = draw(st.lists(st.sampled_from(homes), min_size=2, max_size=11, unique=True))
    north = draw(st.integers(0, 11 - len(camels)))
    side = draw(st.sampled_from(["North", "West"]))
    return as_json(" ".join(camels), side, edition=edition, hoards={"North": north, "West": 11 - len(camels) - north})


@given(st.data(), st.sampled_from(["article", "wiki"]))
def test_every_square_is_judged_as_by_a_second_reading(data: st.DataObject, edition: str) -> None:
    game = ARTICLE if edition == "article" else WIKI
    position = data.draw(positions(edition))
    camels = {("abcdefg".index(name[0]) + 1, int(name[1])) for name in position["camels"]}
    step = (0, 1) if position["next"] == "North" else (1, 0)
    expected = {
        name: lawful(edition, camels, ("abcdefg".index(name[0]) + 1, int(name[1])), step) for name in position["camels"]
    }
    if "" not in expected.values():
        return  # the side can't move, so it is never asked
    state = game.load(position)
    player = "Ann" if position["next"] == "North" else "Bob"
    for square in SQUARES:
        code = expected.get(square, "caravan.unknown")
        assert codes(game, state, player, {"caravan": square}) == ([code] if code else [])
        if edition == "article" and square in expected:
            line = square[0] if player == "Ann" else square[1]
            assert codes(game, state, player, {"caravan": line}) == ([code] if code else [])
