"""The example games turn by turn: played anew they give, byte for byte, what lies in examples/."""

from __future__ import annotations

import runpy
from itertools import pairwise
from pathlib import Path

import pytest
from test_example import assert_same, files_of

from gm_tool.app.folder import open_folder
from gm_tool.app.verify import verify

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = ("camel_up", "caravaneers")


def test_the_stories_give_the_examples(tmp_path: Path) -> None:
    """After a change of wording or sheets: `python examples/build_turns.py`, and look at what differs."""
    (tmp_path / "camel_up").mkdir()
    (tmp_path / "camel_up" / "stale.txt").write_text("left over from another story", "utf-8")
    runpy.run_path(str(EXAMPLES / "build_turns.py"))["build"](tmp_path)
    for game in GAMES:
        assert_same(files_of(tmp_path / game), files_of(EXAMPLES / game))


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_are_whole_games_and_verified(game: str) -> None:
    report = verify(EXAMPLES / game)
    assert (report.verified, report.problems) == (True, ())
    folder = open_folder(EXAMPLES / game)
    assert folder.over
    assert len(folder.posted) < folder.played, "a post tells of several turns"


def test_a_side_without_a_move_is_not_asked_in_the_example() -> None:
    asked = [next(iter(entry.orders)) for entry in open_folder(EXAMPLES / "caravaneers").journal.steps]
    assert any(one == other for one, other in pairwise(asked))
