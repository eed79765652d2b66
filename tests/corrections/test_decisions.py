"""What the GM decides beside a correction or a ruling takes effect or is refused, and is not passed over in silence."""

from pathlib import Path
from typing import Any

import pytest
from evening_play import LONG
from table_play import contents, fill, gm, new_game, play, problems, sheet_of

GIFT = ("coins", "+2", "--reason", "a gift")
ENTRY = "4"
"""The number of the adjustment in the journal: after the start and two rounds."""


@pytest.fixture
def gifted(tmp_path: Path) -> Path:
    """Three rounds without orders; Ann was given two coins after the second."""
    folder = new_game(tmp_path / "game", *LONG)
    play(folder, {})
    play(folder, {}, 2)
    assert gm("-C", folder, "adjust", "Ann", *GIFT).code == 0
    play(folder, {}, 3)
    return folder


def coins(folder: Path) -> Any:
    return gm("-C", folder, "tally", "--json").json["players"]["Ann"][-1]


@pytest.mark.parametrize("number", ["1", "2"])
def test_an_adjustment_is_left_out_though_no_order_changes(gifted: Path, number: str) -> None:
    before = coins(gifted)
    done = gm("-C", gifted, "correct", number, "--without", ENTRY, "--yes", "--json")
    assert done.json["outcome"] == "corrected"
    assert done.json["steps"] == ["round-2", "round-3"]
    assert coins(gifted) == before - 2
    assert gm("-C", gifted, "verify").code == 0


def test_an_adjustment_before_what_is_played_again_cannot_be_left_out(gifted: Path) -> None:
    before = contents(gifted)
    for words in (
        ["correct", "3"],
        ["correct", "3", "--set", "Ann", "tile on 13"],
        ["ruling", "tile_bonus", "5", "--from", "3"],
    ):
        done = gm("-C", gifted, *words, "--without", ENTRY, "--yes")
        assert done.code == 2, done
        assert f"correct round-2 --without {ENTRY}`" in done.text
    assert contents(gifted) == before


@pytest.mark.parametrize(
    "decided", [["--set", "Ann", "nothing"], ["--as-missing", "Ann"], ["--invalid-as-missing"], ["--without", ENTRY]]
)
def test_for_rounds_to_come_there_is_nothing_to_decide(gifted: Path, decided: list[str]) -> None:
    before = contents(gifted)
    done = gm("-C", gifted, "ruling", "tile_bonus", "5", *decided, "--yes")
    assert done.code == 2
    assert "round-4 is to come: no round is played again" in done.text
    assert contents(gifted) == before


def test_a_ruling_changed_ahead_that_does_not_fit_when_its_round_comes(gifted: Path) -> None:
    assert gm("-C", gifted, "ruling", "track_length", "20", "--from", "5").code == 0
    assert gm("-C", gifted, "ruling", "bet_limit_space", "17", "--from", "5").code == 0
    play(gifted, {}, 4)
    fill(sheet_of(gifted, 5), {"Ann": {"Action": "sell", "Camel 1": "Red", "Amount": 1}})
    before = contents(gifted)
    for words in (["check"], ["resolve"], ["resolve", "5", "--invalid-as-missing"]):
        done = gm("-C", gifted, *words)
        assert done.code == 1, done
        assert (
            "round-5 can't be played by the ruling that is changed for it, track_length and bet_limit_space"
            in done.text
        )
        assert "ruling track_length 60 --from round-5`" in done.text
    assert gm("-C", gifted, "status").code == 0
    assert contents(gifted) == before
    assert gm("-C", gifted, "ruling", "track_length", "60", "--from", "round-5").code == 0
    assert gm("-C", gifted, "resolve", "5").code == 0
    assert gm("-C", gifted, "verify").code == 0


def test_what_was_set_up_stays_and_that_is_said(gifted: Path) -> None:
    for more in ([], ["--from", "1"]):
        done = gm("-C", gifted, "ruling", "starting_coins", "12", "--dry-run", *more)
        assert done.code == 0, done
        assert "starting_coins says how a game is set up, too." in done.text
        assert "set up" not in gm("-C", gifted, "ruling", "tile_bonus", "5", "--dry-run", *more).text


def test_the_name_may_be_tied_to_its_option(gifted: Path) -> None:
    done = gm("-C", gifted, "correct", "3", "--set=Ann", "tile on 13", "--yes", "--json")
    assert [change["now"] for change in done.json["orders"]] == ["tile on 13"]
    assert "it takes a name and an order" in gm("-C", gifted, "correct", "3", "--set=Ann", "--yes").text


def test_a_seed_that_is_gone_is_not_the_rulings_fault(gifted: Path) -> None:
    (gifted / "seed.key").unlink()
    done = gm("-C", gifted, "ruling", "tile_bonus", "5", "--from", "2", "--yes", "--json")
    assert (done.code, list(problems(done))) == (1, ["seed.missing"])
