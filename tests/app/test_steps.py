"""Steps as they are typed, and as tabs are called."""

import pytest

from gm_tool.app.steps import mentions_step, names_other_step, names_step, step_number
from gm_tool.core.forms import Step
from gm_tool.core.problems import WrongUse

FIVE = Step("round", 5, ("Ann",))


@pytest.mark.parametrize("text", ["round-5", "5", "R5", "r 5", "Round 5", "round_05", "ROUND#5", "#5", " 5 ", "ro5"])
def test_a_step_as_people_type_it(text: str) -> None:
    assert step_number(text, "round") == 5


@pytest.mark.parametrize("text", [None, "next", " NEXT "])
def test_the_next_step(text: str | None) -> None:
    assert step_number(text, "round") is None


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "turn-5", "round", "round-", "5.0", "round-5-6", "1234567", "５", "²", "pregame"]
)
def test_what_is_no_step(text: str) -> None:
    if text == "":
        assert step_number(text, "round") is None
        return
    with pytest.raises(WrongUse, match="is no round of this game") as refused:
        step_number(text, "round")
    assert "R5 or next" in refused.value.hint


@pytest.mark.parametrize("title", ["Round 5", "round-05", "R5", "5", "  ROUND   5 "])
def test_a_tab_that_is_called_for_the_step(title: str) -> None:
    assert names_step(title, FIVE)
    assert not names_other_step(title, FIVE)


@pytest.mark.parametrize("title", ["Round 4", "R12", "round-06"])
def test_a_tab_that_is_called_for_another_step(title: str) -> None:
    assert not names_step(title, FIVE)
    assert names_other_step(title, FIVE)


@pytest.mark.parametrize("title", ["Orders", "", "2026", "T5", "Sheet1", "Round five"])
def test_a_tab_that_is_called_for_no_step(title: str) -> None:
    assert not names_step(title, FIVE)
    assert not names_other_step(title, FIVE)


@pytest.mark.parametrize("name", ["Round 5", "sheets/round-05.xlsx", "oasis round 5.csv", "Orders R5", "r005_new.csv"])
def test_a_name_that_mentions_the_step(name: str) -> None:
    assert mentions_step(name, FIVE)


@pytest.mark.parametrize("name", ["orders.csv", "Round 4", "round-55", "tour 5", "5", "background 5"])
def test_a_name_that_does_not_mention_the_step(name: str) -> None:
    assert not mentions_step(name, FIVE)
