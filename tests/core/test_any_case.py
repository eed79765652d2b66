"""Settings are known in any case of letters, and as people type them; where two differ in that alone, to the letter."""

import pytest

from gm_tool.core.names import in_any_case
from gm_tool.core.rulings import Ruling, settle

DICE = Ruling(
    key="dice",
    kind="choice",
    question="Who rolls?",
    default="gm_tool",
    values=(("gm_tool", "gm"), ("gm", "the GM"), (6, "nobody"), ("GM", "another GM")),
)
SEATS = Ruling(
    key="seats",
    kind="order",
    question="In which order?",
    default="as given",
    values=(("as given", "as they stand"),),
    names=("Red", "Blue"),
)


@pytest.mark.parametrize(
    ("given", "setting"),
    [("GM_Tool", "gm_tool"), (" gm_tool ", "gm_tool"), ("gm", "gm"), ("GM", "GM"), ("Gm", "gm"), (6, 6)],
)
def test_a_choice(given: object, setting: object) -> None:
    assert settle([DICE], {"dice": given}) == ({"dice": setting}, ())


@pytest.mark.parametrize("given", ["g m", "", 7, None, ["gm"]])
def test_what_is_no_choice(given: object) -> None:
    settings, problems = settle([DICE], {"dice": given})
    assert settings == {"dice": "gm_tool"}
    assert [problem.code for problem in problems] == ["ruling.value"]


@pytest.mark.parametrize(
    ("given", "setting"), [("As Given", "as given"), ("BLUE, red", "Blue, Red"), (["red", "BLUE"], "Red, Blue")]
)
def test_an_order(given: object, setting: str) -> None:
    assert settle([SEATS], {"seats": given}) == ({"seats": setting}, ())


def test_what_is_none_of_the_names_stays_as_it_is() -> None:
    assert in_any_case("Phpb", ["phpbb", "text"]) == "Phpb"


@pytest.mark.parametrize("key", ["Dice", "DICE", " dice "])
def test_the_key_of_a_ruling(key: str) -> None:
    assert settle([DICE], {key: "GM"}) == ({"dice": "GM"}, ())


def test_two_keys_of_one_ruling_are_not_both_it() -> None:
    settings, problems = settle([DICE], {"dice": "GM", "Dice": 6})
    assert (settings, [problem.field for problem in problems]) == ({"dice": "GM"}, ["Dice"])
    settings, problems = settle([DICE], {"DICE": "GM", "Dice": 6})
    assert (settings, [problem.field for problem in problems]) == ({"dice": "gm_tool"}, ["DICE", "Dice"])


def test_words_of_a_key_may_be_joined_in_any_way() -> None:
    price = Ruling(key="base_price", kind="number", question="What is it?", default=5)
    for key in ("base-price", "Base price", "base_price"):
        assert settle([price], {key: 6}) == ({"base_price": 6}, ())
