"""What is said around an order, and what isn't."""

from __future__ import annotations

import pytest

from gm_tool.core.courtesy import without_courtesies


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("Hi! I'd like to move row 3, please.", "move row 3"),
        ("hello GM,\n I\u2019ll take the blue ticket. Thanks a lot!", "take the blue ticket"),
        ("Please, let me roll", "roll"),
        ("For my turn I choose to roll", "roll"),
        ("My move is c3, thank you very much", "c3"),
        ("I am going to roll", "roll"),
        ("Ok, I want the blue ticket", "the blue ticket"),
        ("roll", "roll"),
        ("", ""),
        ("please", ""),
    ],
)
def test_the_order_is_left(text: str, order: str) -> None:
    assert without_courtesies(text) == order


@pytest.mark.parametrize(
    "text",
    ["I'd rather not roll", "I don't move row 3", "I won't roll", "I'd move row 3", "pleased", "Iris bets", "gmail"],
)
def test_what_may_mean_something_else_stays(text: str) -> None:
    left = without_courtesies(text)
    assert text.endswith(left)
    assert any(word in left for word in ("not", "don't", "won't", "I'd", "pleased", "Iris", "gmail"))


@pytest.mark.parametrize("signs", [",", ".", "; ", ", please", "hi gm "])
def test_a_flood_of_signs_is_read_in_passing(signs: str) -> None:
    """One that looks at a run of signs anew from each of them takes minutes for this."""
    assert without_courtesies(f"roll{signs * 8_000} 7").startswith("roll")


def test_signs_go_with_the_courtesy_behind_them_alone() -> None:
    assert without_courtesies("tile on 7, please, cheer; thanks!") == "tile on 7, cheer"
    assert without_courtesies("a, b ,! please... thx; c") == "a, b; c"
