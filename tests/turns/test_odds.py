"""`gm odds` on the command line: of now, of a turn, of the start; with few races; as a picture."""

from pathlib import Path

import pytest
from table_play import gm
from turn_play import fill_turns, new_turns

RACES = ("--races", "50")


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A race of Camel Up with one turn resolved."""
    folder = new_turns(tmp_path_factory.mktemp("odds") / "race")
    before = gm("-C", folder, "odds", *RACES, "--json")
    assert before.code == 0 and before.json["step"] == ""
    fill_turns(folder, {1: {"Action": "pyramid"}})
    assert gm("-C", folder, "resolve").code == 0
    return folder


def test_the_start_can_be_asked_for_once_turns_are_resolved(begun: Path, tmp_path: Path) -> None:
    fresh = new_turns(tmp_path / "fresh")  # of the same seed
    start = gm("-C", begun, "odds", "start", *RACES, "--json")
    assert start.code == 0
    assert start.json == gm("-C", fresh, "odds", *RACES, "--json").json
    now = gm("-C", begun, "odds", *RACES, "--json")
    assert now.json["step"] == "turn-1" and now.json["odds"] != start.json["odds"]
    assert "the odds at the start" in gm("-C", begun, "odds", "START", *RACES).out


@pytest.mark.parametrize("step", ["turn-0", "final"])
def test_what_may_be_named_is_told(begun: Path, step: str) -> None:
    done = gm("-C", begun, "odds", step)
    assert done.code == 2
    assert "Write turn-5, 5, T5 or start; nothing means now." in done.text


def test_one_race_is_told_as_what_it_is(begun: Path) -> None:
    told = gm("-C", begun, "odds", "--races", "1").text
    assert "from 1 simulated race, with their standard error" in told
    assert "± 0.0" not in told and "100.0 % ± 47.1" in told
    assert "from 50 simulated races," in gm("-C", begun, "odds", *RACES).text


def test_no_race_is_none(begun: Path) -> None:
    done = gm("-C", begun, "odds", "--races", "0")
    assert done.code == 2 and "Give a number from 1 to 1,000,000." in done.text


def test_a_name_that_is_too_long_is_said_to_be(begun: Path, tmp_path: Path) -> None:
    name = "oasis" * 60
    for target in (tmp_path / f"{name}.png", tmp_path / name / "odds.svg"):
        done = gm("-C", begun, "odds", *RACES, "--picture", target)
        assert done.code == 3
        assert "folder" not in done.text.replace(str(tmp_path), "")
        assert "too long" in done.text and "shorter" in done.text
    assert list(tmp_path.iterdir()) == []
