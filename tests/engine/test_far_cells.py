"""A stray cell far away makes a tab wide and long, but not full: it is named, and costs next to nothing."""

from __future__ import annotations

import pytest

from gm_tool.core.names import Names
from gm_tool.core.sources import Cell, Tab, Value
from gm_tool.engine import rivals
from gm_tool.engine.columns import REWORDED_TRIED, UNKNOWN_TOLD
from gm_tool.engine.intake import take_in
from gm_tool.engine.submissions import listed
from gm_tool.engine.titles import Role, Titles

from .test_intake import FORM, HEADER, STEP, codes, fates, sheet, taken

ROWS, COLUMNS = 1_048_576, 16_384
UNSEEN = ("\u200b", "\u2060\ufeff", " \u200b\u00a0")


@pytest.mark.parametrize("column", [26, COLUMNS])
def test_one_stray_cell_in_the_last_row_is_named(column: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = 0
    cell_of = Tab.cell

    def counted(tab: Tab, row: int, column: int) -> Cell:
        nonlocal looked_at
        looked_at += 1
        return cell_of(tab, row, column)

    monkeypatch.setattr(Tab, "cell", counted)
    nothing: tuple[Value, ...] = ()
    stray = (*(None,) * (column - 1), "x")
    rows = (HEADER, ("Ann", "buy", "Red", 2), *(nothing,) * (ROWS - 3), stray)
    intake = take_in(sheet(*rows), FORM, Names(STEP.players), STEP)
    address = f"{'Z' if column == 26 else 'XFD'}{ROWS}"
    unknown = [problem for problem in intake.problems if problem.code == "column.unknown"]
    assert [address in problem.message for problem in unknown] == [True]
    assert fates(intake) == ["used", "ignored"]
    assert looked_at < 1000  # not each column in each row


def test_the_first_filled_cell_of_each_unknown_column_is_named() -> None:
    intake = taken(
        ("Ann", "buy", "Red", 2, None, None, "a"),
        ("Bob", "buy", "Red", 2, None, "b", "c", "d"),
        header=(*HEADER, None, "Mood"),
    )
    told = [(p.place.cell, p.message.split("from ")[1][:2]) for p in intake.problems if p.code == "column.unknown"]
    assert told == [("F1", "F3"), ("G1", "G2"), ("H1", "H3")]


def test_a_flood_of_unknown_columns_is_summed_up() -> None:
    intake = taken(("Ann", "buy", "Red", 2, None, *("x",) * (COLUMNS - 5)))
    unknown = [problem for problem in intake.problems if problem.code == "column.unknown"]
    assert len(unknown) == UNKNOWN_TOLD + 1
    assert unknown[-1].place.cell == "AJ1"
    assert f"{COLUMNS - 5 - UNKNOWN_TOLD:,} more columns, from AJ to XFD" in unknown[-1].message


def test_of_a_flood_of_titles_few_are_looked_at_word_by_word(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []
    reworded = Titles.reworded

    def counted(titles: Titles, title: str) -> tuple[Role, ...]:
        looked_at.append(title)
        return reworded(titles, title)

    monkeypatch.setattr(Titles, "reworded", counted)
    taken(("Ann", "buy", "Red", 2), header=(*HEADER, *(f"word {n}" for n in range(COLUMNS - 5))))
    assert len(looked_at) == 2 * REWORDED_TRIED


@pytest.mark.parametrize("text", UNSEEN)
def test_cells_in_which_nothing_can_be_seen_are_blank(text: str) -> None:
    assert Cell("A1", text).empty
    intake = taken((text, text), ("Ann", "buy", "Red", "3\u200b", text, text))
    assert (fates(intake), codes(intake)) == (["used"], [])
    assert sorted(intake.accounts[0].cells) == ["A3", "B3", "C3", "D3"]


def test_a_visible_text_with_a_zero_width_character_is_not_blank() -> None:
    assert not Cell("A1", "\u200bx").empty


def test_many_rows_of_one_player_are_listed_once_and_not_by_each_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0

    def counted(lines: list[str]) -> str:
        nonlocal calls
        calls += 1
        return listed(lines)

    monkeypatch.setattr(rivals, "listed", counted)
    intake = taken(*(("Ann", "buy", "Red", number) for number in range(300)))
    assert [code for code, _ in codes(intake)] == ["row.twice"] * 300
    assert calls == 1
