"""Comments that a GM has put at cells of the sheet of turns: a sheet with one is not made anew."""

from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from table_play import gm, problems
from turn_play import TURNS, fill_turns, new_turns, played

from gm_tool.core.problems import BadInput
from gm_tool.io.cell_comments import commented_cells

ROLL = {"Action": "pyramid"}


def test_a_comment_of_the_gms_own_is_never_lost(tmp_path: Path) -> None:
    camels = new_turns(tmp_path / "camels")
    fill_turns(camels, {1: ROLL})
    book = openpyxl.load_workbook(camels / TURNS)
    book.worksheets[0]["D4"].comment = Comment("Cat wants Blue if it is still there", "GM")
    book.save(camels / TURNS)
    before = (camels / TURNS).read_bytes()
    done = gm("-C", camels, "resolve", "--json")
    assert played(done) == [("turn-1", "Ann", "pyramid")]
    assert "cell D4 has a comment" in problems(done)["sheet.kept"]["message"]
    assert (camels / TURNS).read_bytes() == before


def test_comments_at_titles_are_gms_own(tmp_path: Path) -> None:
    camels = new_turns(tmp_path / "camels")
    made = (camels / TURNS).read_bytes()
    assert {cell[1:] for cell in commented_cells(made, TURNS)} == {"1"}
    fill_turns(camels, {1: ROLL})
    assert "sheet.kept" not in problems(gm("-C", camels, "resolve", "--json"))


def test_comments_of_what_is_no_workbook_are_refused() -> None:
    with pytest.raises(BadInput):
        commented_cells(b"PK\x03\x04", "turns.xlsx")
