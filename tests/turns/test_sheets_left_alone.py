"""Sheets of turns that are not made anew: with a comment of the GM's own, or saved as .ods."""

from pathlib import Path

import openpyxl
import pytest
from io_reading.handmade import ods
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
    assert {cell[1:] for cell in commented_cells(made, "turns.xlsx")} == {"1"}
    fill_turns(camels, {1: ROLL})
    assert "sheet.kept" not in problems(gm("-C", camels, "resolve", "--json"))


def test_comments_of_what_is_no_workbook_are_refused() -> None:
    with pytest.raises(BadInput):
        commented_cells(b"PK\x03\x04", "turns.xlsx")


def test_an_ods_does_not_become_an_xlsx_under_its_name(tmp_path: Path) -> None:
    camels = new_turns(tmp_path / "camels")
    first = openpyxl.load_workbook(camels / TURNS).worksheets[0]
    titles = [str(first.cell(1, column).value) for column in range(1, first.max_column + 1)]
    rows = [titles, ["1", "Ann", "pyramid"], ["2", "Bob"]]
    cells = [[f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in row] for row in rows]
    lines = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in cells)
    saved = (camels / TURNS).with_suffix(".ods")
    saved.write_bytes(ods(f'<table:table table:name="Turns">{lines}</table:table>'))
    (camels / TURNS).unlink()
    before = saved.read_bytes()
    done = gm("-C", camels, "resolve", "--json")
    assert played(done) == [("turn-1", "Ann", "pyramid")]
    assert "gm writes .xlsx files alone" in problems(done)["sheet.kept"]["message"]
    assert saved.read_bytes() == before and not (camels / TURNS).exists()
