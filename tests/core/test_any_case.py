"""Settings are known in any case of letters, and as people type them; where two differ in that alone, to the letter."""

import pytest

from gm_tool.core.names import in_any_case
from gm_tool.core.rulings import Ruling, settle, typed_setting

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
    [
        ("GM_Tool", "gm_tool"),
        (" gm_tool ", "gm_tool"),
        ("gm tool", "gm_tool"),
        ("GM-tool", "gm_tool"),
        ("gm", "gm"),
        ("GM", "GM"),
        ("Gm", "gm"),
        (6, 6),
    ],
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


NUMBER = Ruling(key="base_price", kind="number", question="What is it?", default=5, minimum=1)
FLAG = Ruling(key="open", kind="flag", question="Is it?", default=False, values=((False, "no"), (True, "yes")))
NUMBERS = Ruling(key="prices", kind="numbers", question="What are they?", default=(3, 2, 1))


@pytest.mark.parametrize("given", [6, "6", " 6 ", "+6", "6.0", "６"])
def test_a_number(given: object) -> None:
    assert settle([NUMBER], {"base_price": given}) == ({"base_price": 6}, ())


@pytest.mark.parametrize("given", [0, "0", "-6", "6.5", "six", "1e3", "", True, None, 6.0, "６²"])
def test_what_is_no_number(given: object) -> None:
    assert [problem.code for problem in settle([NUMBER], {"base_price": given})[1]] == ["ruling.value"]


@pytest.mark.parametrize("given", [10**9, "1000000000", "9" * 40])
def test_of_a_number_that_is_too_large_the_largest_is_told(given: object) -> None:
    (problem,) = settle([NUMBER], {"base_price": given})[1]
    assert ("at most 999,999,999" in problem.hint) is (given != "9" * 40)
    assert "at most" in settle([NUMBERS], {"prices": [10**9, 1, 1]})[1][0].hint


def test_a_flag_and_a_list_of_another_length() -> None:
    assert [settle([FLAG], {"open": given})[0]["open"] for given in ("Yes", "on", True)] == [True, True, True]
    assert [settle([FLAG], {"open": given})[0]["open"] for given in ("NO", "off", False)] == [False, False, False]
    (problem,) = settle([NUMBERS], {"prices": ["3", "2"]})[1]
    assert (problem.message, problem.value) == ("The ruling prices can't be [3, 2].", "[3, 2]")
    assert "as [3, 2, 1]" in problem.hint


@pytest.mark.parametrize(
    ("text", "setting"),
    [("[13, 10]", ["13", "10"]), ("13,10", ["13", "10"]), (" 13 ", "13"), ("[13]", ["13"]), ("a b", "a b")],
)
def test_a_setting_as_it_is_typed(text: str, setting: object) -> None:
    assert typed_setting(text) == setting
