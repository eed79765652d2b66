"""Writing to Google Sheets: tabs of our own, whole or not at all, and nobody else's."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google_setting import Setting, setting
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from stand_in import Fault, Service

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.problems import BadInput, WorldFailed, WrongUse
from gm_tool.core.sources import Place
from gm_tool.io.google_access import LINK
from gm_tool.io.google_entry import Column, Entry, EntrySheet, MadeTab, entry_sheet, make_sheet_tab
from gm_tool.io.google_reading import read_spreadsheet
from gm_tool.io.google_writing import MARK, Pushed, TabToWrite, cell_of, own_id, push

SIGNS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=12)
STEP = Step("round", 5, ("Ann", "007"))


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Setting]:
    with setting(monkeypatch, tmp_path) as made:
        yield made


def send(here: Setting, *tabs: TabToWrite, owner: str = "game") -> Pushed:
    return push(here.address, tabs, owner, here.access, here.patience)


def tab(title: str = "Public", *rows: tuple[str | int | None, ...], **more: Any) -> TabToWrite:
    return TabToWrite(title=title, rows=rows or (("Player", "Coins"), ("Ann", 7)), **more)


def titles(here: Setting) -> list[str]:
    return [sheet.title for sheet in here.book.sheets]


def codes(caught: pytest.ExceptionInfo[BadInput]) -> list[str]:
    return [problem.code for problem in caught.value.problems]


def test_two_requests_write_all_tabs_at_once(here: Setting) -> None:
    pushed = send(here, tab("Public"), tab("Board", ("=^.^=",), header=False, fixed_width=True))
    assert here.asked() == [f"GET {here.book.id}", f"POST {here.book.id}:batchUpdate"]
    assert titles(here) == ["Sheet1", "Public", "Board"]
    assert (pushed.title, pushed.made, pushed.renewed) == ("Forum game", ("Public", "Board"), ())
    assert here.book.sheet("Public").grid == {"rowCount": 2, "columnCount": 2, "frozenRowCount": 1}
    assert here.book.sheet("Public").protected[0]["description"] == MARK
    assert here.book.sheet("Board").cells[0, 0].look["textFormat"] == {"fontFamily": "Courier New"}


def test_texts_stay_texts_and_numbers_numbers(here: Setting) -> None:
    row = ("007", "=1+2", "+1", "1e5", "TRUE", "2026-01-02", 7, -2.5, True, None)
    send(here, TabToWrite(title="Public", rows=(row,), header=False))
    cells = here.book.sheet("Public").cells
    assert tuple(cells[0, column].value for column in range(len(row))) == row
    assert not any(cell.formula for cell in cells.values())
    read = read_spreadsheet(here.address, ["Public"], here.access, here.patience)
    assert read.tabs[0].rows == (row[:-1],)


def test_again_it_changes_nothing(here: Setting) -> None:
    send(here, tab())
    before = here.book.told({"includeGridData": "true"}, [])
    assert send(here, tab()).renewed == ("Public",)
    assert here.book.told({"includeGridData": "true"}, []) == before


def test_a_renewed_tab_holds_nothing_of_the_old_one(here: Setting) -> None:
    send(here, tab("Public", ("Player", "Coins", "Note"), ("Ann", 7, "old"), ("Bob", 3, "old")))
    ours = here.book.sheet("Public")
    ours.props["title"] = "Standings, renamed"
    ours.cell(2, 2).note = "the GM's"
    assert send(here, tab("Public", ("Player",), ("Ann",))).renewed == ("Public",)
    assert titles(here) == ["Sheet1", "Standings, renamed"]
    assert [(at, cell.value) for at, cell in ours.cells.items() if cell.filled] == [((0, 0), "Player"), ((1, 0), "Ann")]
    assert ours.size == (2, 1)


def test_a_tab_of_the_gms_is_never_touched(here: Setting) -> None:
    here.book.sheet("Sheet1").put(0, 0, "mine", typed=False)
    before = here.book.told({"includeGridData": "true"}, [])
    with pytest.raises(BadInput) as caught:
        send(here, tab("Public"), tab("SHEET1"))
    assert codes(caught) == ["google.tab_taken"]
    assert caught.value.problems[0].place == Place("Forum game (Google Sheet)", "SHEET1")
    assert here.asked() == [f"GET {here.book.id}"]
    assert here.book.told({"includeGridData": "true"}, []) == before


def test_two_games_in_one_spreadsheet_dont_share_tabs(here: Setting) -> None:
    send(here, tab("Public"), owner="one")
    with pytest.raises(BadInput) as caught:
        send(here, tab("Public"), owner="two")
    assert codes(caught) == ["google.tab_taken"]


def test_numbers_of_tabs_are_the_same_everywhere() -> None:
    assert own_id("game", "Public") == 1_949_416_327
    assert 0 < own_id("", "") < 2**31


def test_all_or_nothing(here: Setting) -> None:
    here.book.props["title"] = "Forum game"
    refusal = {"error": {"code": 400, "message": "This would be above the limit of 10000000 cells.", "status": "X"}}
    here.google.faults.append(Fault(400, where=":batchUpdate", body=refusal))
    with pytest.raises(WorldFailed, match="is full"):
        send(here, tab("Public"), tab("More"))
    assert titles(here) == ["Sheet1"]


def test_what_was_written_without_an_answer_is_not_written_twice(here: Setting) -> None:
    here.google.faults.append(Fault(where=":batchUpdate", lost=True))
    assert send(here, tab()).made == ("Public",)
    assert titles(here) == ["Sheet1", "Public"]
    assert len(here.book.sheet("Public").protected) == 1


def test_who_may_only_read_is_told_to_be_editor(here: Setting) -> None:
    here.book.writers = {"other@example.org"}
    with pytest.raises(WorldFailed) as caught:
        send(here, tab())
    assert caught.value.message.startswith("Forum game (Google Sheet) is not shared with gm-bot@")
    assert "as Editor" in caught.value.hint


def test_without_an_account_nothing_is_written(here: Setting) -> None:
    with pytest.raises(WrongUse, match="only read"):
        push(here.address, [tab()], "game", LINK, here.patience)
    assert not here.google.log


def test_nothing_to_write_writes_nothing(here: Setting) -> None:
    assert send(here).made == ()
    assert here.asked() == [f"GET {here.book.id}"]


def test_an_empty_tab_and_a_header_alone(here: Setting) -> None:
    send(here, TabToWrite(title="Empty", rows=()), tab("Head", ("Player",)))
    assert here.book.sheet("Empty").size == (1, 1)
    assert here.book.sheet("Head").size == (2, 1)


@pytest.mark.parametrize("title", ["", "  ", "x" * 101, "two\nlines", "bell\a"])
def test_titles_that_cant_be(here: Setting, title: str) -> None:
    with pytest.raises(BadInput) as caught:
        send(here, tab(title))
    assert codes(caught) == ["google.tab_title"]


def test_the_same_title_twice_is_a_mistake(here: Setting) -> None:
    with pytest.raises(ValueError, match="same title"):
        send(here, tab("Public"), tab("public"))


def test_a_text_is_refused_rather_than_cut() -> None:
    cell_of("x" * 50_000, Place())
    with pytest.raises(BadInput) as caught:
        cell_of("🐪" * 25_001, Place(tab="Public", cell="2"))
    assert codes(caught) == ["cell.too_long"]
    assert caught.value.problems[0].place == Place(tab="Public", cell="2")


@given(st.text(max_size=20) | st.floats() | st.integers() | st.booleans())
def test_no_value_is_a_formula_or_breaks_the_json(value: str | float | int | bool) -> None:
    (held,) = cell_of(value, Place())["userEnteredValue"].items()
    assert held[0] in ("stringValue", "numberValue", "boolValue")
    if isinstance(value, str) or (isinstance(value, float) and not math.isfinite(value)):
        assert held[0] == "stringValue"
        held[1].encode()


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.lists(SIGNS.filter(str.strip), min_size=1, max_size=3), min_size=1, max_size=3))
def test_what_is_written_is_read_again(here: Setting, rows: list[list[str]]) -> None:
    made = TabToWrite(title="Public", rows=tuple(tuple(row) for row in rows))
    send(here, made)
    assert read_spreadsheet(here.address, ["Public"], here.access, here.patience).tabs[0].rows == made.rows


# The tab for orders
def order_form(*camels: str, most: int | None = 3) -> Form:
    return Form(
        (
            Field(key="camels/0", title="Camel 1", kind="choice", choices=camels, help="Which camel runs."),
            Field(key="amount", title="Amount", kind="number", minimum=0, maximum=most),
            Field(key="say", title="Say", kind="text"),
        )
    )


def make(here: Setting, sheet: EntrySheet) -> MadeTab:
    return make_sheet_tab(here.address, sheet, "game", here.access, here.patience)


def test_a_tab_for_orders(here: Setting) -> None:
    made = make(here, entry_sheet(STEP, {"Ann": order_form("Red", "=Blue"), "007": order_form("Red", most=99)}))
    ours = here.book.sheet("Round 5")
    assert (made.new, made.url) == (
        True,
        f"https://docs.google.com/spreadsheets/d/{here.book.id}/edit#gid={ours.number}",
    )
    assert [ours.cells[0, column].value for column in range(5)] == ["Player", "Camel 1", "Amount", "Say", "Note"]
    assert ours.cells[0, 1].note == "Which camel runs."
    assert [ours.cells[row, 0].value for row in (1, 2)] == ["Ann", "007"]
    assert (ours.cells[2, 0].kind, ours.cells[1, 1].kind, ours.cells[1, 2].kind) == ("TEXT", "TEXT", "")
    assert ours.grid == {"rowCount": 3, "columnCount": 5, "frozenRowCount": 1, "frozenColumnCount": 1}
    assert not any(cell.formula for cell in ours.cells.values())
    read = read_spreadsheet(here.address, None, here.access, here.patience)
    assert read.tabs[1].rows == (("Player", "Camel 1", "Amount", "Say", "Note"), ("Ann",), ("007",))


def test_drop_downs_warn_and_dont_stop(here: Setting) -> None:
    closed = Form((*order_form().fields[:1], Field(key="amount", title="Amount", kind="number", minimum=1, maximum=0)))
    players = {"Ann": order_form("Red", "=Blue"), "Bob": order_form("Red", most=99), "Cid": closed}
    make(here, entry_sheet(STEP, {**players, "Dan": order_form("Red", most=None)}))
    ours = here.book.sheet("Round 5")
    rules = {at: cell.rule for at, cell in ours.cells.items() if cell.rule}
    told = {
        at: (r["condition"]["type"], [v["userEnteredValue"] for v in r["condition"]["values"]])
        for at, r in rules.items()
    }
    assert told == {
        (1, 1): ("ONE_OF_LIST", ["Red"]),  # "=Blue" would be a formula there
        (1, 2): ("ONE_OF_LIST", ["0", "1", "2", "3"]),
        (2, 1): ("ONE_OF_LIST", ["Red"]),
        (2, 2): ("NUMBER_BETWEEN", ["0", "99"]),
        (3, 1): ("CUSTOM_FORMULA", ["=FALSE"]),
        (3, 2): ("CUSTOM_FORMULA", ["=FALSE"]),
        (3, 3): ("CUSTOM_FORMULA", ["=FALSE"]),
        (4, 1): ("ONE_OF_LIST", ["Red"]),
        (4, 2): ("NUMBER_GREATER_THAN_EQ", ["0"]),
    }
    assert not any(rule["strict"] for rule in rules.values())
    assert rules[1, 1]["inputMessage"] == "Legal now: Red, =Blue."
    assert rules[3, 3]["inputMessage"] == "This player isn't asked for that."
    assert rules[3, 2]["inputMessage"] == "Nothing is possible here now: leave it empty."


def test_a_tab_that_is_there_may_hold_orders(here: Setting) -> None:
    sheet = entry_sheet(STEP, {"Ann": order_form("Red")})
    assert make(here, sheet).new
    here.book.sheet("Round 5").put(1, 1, "Red", typed=False)
    before = here.book.told({"includeGridData": "true"}, [])
    assert not make(here, sheet).new
    assert here.book.told({"includeGridData": "true"}, []) == before


def test_a_tab_made_without_an_answer_is_made_once(here: Setting) -> None:
    here.google.faults.append(Fault(where=":batchUpdate", lost=True))
    assert make(here, entry_sheet(STEP, {"Ann": order_form("Red")})).new
    assert titles(here) == ["Sheet1", "Round 5"]


def test_a_tab_of_the_gms_of_that_name(here: Setting) -> None:
    here.book.sheet("Sheet1").props["title"] = "Round 5"
    with pytest.raises(BadInput) as caught:
        make(here, entry_sheet(STEP, {"Ann": order_form("Red")}))
    assert codes(caught) == ["google.tab_taken"]


def test_a_sheet_of_one_column_and_no_players(here: Setting) -> None:
    make(here, EntrySheet("Round 5", (Column("Player"),), ()))
    assert here.book.sheet("Round 5").size == (2, 1)
    make(here, EntrySheet("Round 6", (Column("Player"),), ((Entry(value="Ann"),),)))


def test_the_stand_in_changes_all_or_nothing() -> None:
    google = Service()
    book = google.new()
    changes = [{"addSheet": {"properties": {"title": "New"}}}, {"addSheet": {"properties": {"title": "SHEET1"}}}]
    body = str({"requests": changes}).replace("'", '"').encode()
    answer = google.handle(
        "POST", f"/v4/spreadsheets/{book.id}:batchUpdate", {"Content-Type": "application/json"}, body
    )
    assert answer.status == 400
    assert [sheet.title for sheet in book.sheets] == ["Sheet1"]
