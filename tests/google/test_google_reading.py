"""Reading Google Sheets: with an account, and with a link alone."""

import datetime as dt
import io
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from google_setting import ACCOUNT, Setting, service_key, setting, user_sign_in
from openpyxl import Workbook
from stand_in import Book, Fault

from gm_tool.core.problems import BadInput, WorldFailed
from gm_tool.core.sources import CellFault, Tab, Value
from gm_tool.io.google_access import LINK, access_of
from gm_tool.io.google_address import SheetAddress
from gm_tool.io.google_reading import Pulled, digest_of_tabs, read_spreadsheet


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Setting]:
    with setting(monkeypatch, tmp_path) as made:
        yield made


def fill(book: Book, tab: str, rows: list[list[Value]]) -> None:
    for row, values in enumerate(rows):
        for column, value in enumerate(values):
            book.sheet(tab).put(row, column, value, typed=False)


def read(here: Setting, *tabs: str) -> Pulled:
    return read_spreadsheet(here.address, tabs or None, here.access, here.patience)


def only(here: Setting) -> Tab:
    (tab,) = read(here).tabs
    return tab


def test_values_come_as_they_are(here: Setting) -> None:
    fill(here.book, "Sheet1", [["Player", "Amount", "Done"], ["Ann", 7, True], [], ["=1+2", 2.5, "007"], ["", "", ""]])
    tab = only(here)
    assert tab.rows == (("Player", "Amount", "Done"), ("Ann", 7, True), (), ("=1+2", 2.5, "007"))
    assert (tab.title, tab.file, tab.cell(1, 1).address) == ("Sheet1", "Forum game (Google Sheet)", "B2")


def test_it_takes_two_requests(here: Setting) -> None:
    here.book.sheet("Sheet1").put(0, 0, "Player", typed=False)
    read(here)
    assert here.asked() == [f"GET {here.book.id}"] * 2
    assert not here.time.slept


def test_dates_are_dates_in_the_spreadsheets_zone(here: Setting) -> None:
    here.book.props["timeZone"] = "America/New_York"
    patterns = ("m/d/yyyy h:mm:ss", "yyyy-mm-dd", "yyyy-mm-dd", "h:mm", "[h]:mm", "")
    kinds = ("DATE_TIME", "DATE", "DATE", "TIME", "TIME", "")
    numbers = (46082.390625, 46082, -5, 0.25, 1.5, 46082.390625)
    for column, (number, pattern, kind) in enumerate(zip(numbers, patterns, kinds, strict=True)):
        cell = here.book.sheet("Sheet1").cell(0, column)
        cell.value, cell.pattern, cell.kind = number, pattern, kind
    pulled = read(here)
    moment = dt.datetime(2026, 3, 1, 9, 22, 30, tzinfo=ZoneInfo("America/New_York"))
    expected = (moment, dt.date(2026, 3, 1), -5, dt.time(6), dt.timedelta(hours=36), 46082.390625)
    assert pulled.tabs[0].rows == (expected,)
    assert pulled.zone == "America/New_York"


def test_a_zone_that_nobody_knows_leaves_moments_without_one(here: Setting) -> None:
    here.book.props["timeZone"] = "Mars/Olympus"
    cell = here.book.sheet("Sheet1").cell(0, 0)
    cell.value, cell.pattern, cell.kind = 46082.5, "", "DATE_TIME"
    assert only(here).rows == ((dt.datetime(2026, 3, 1, 12),),)


def test_a_number_shown_with_leading_zeros_is_the_text_shown(here: Setting) -> None:
    cell = here.book.sheet("Sheet1").cell(0, 0)
    cell.value, cell.pattern, cell.kind = 7, "000", "NUMBER"
    assert only(here).rows == (("007",),)


def test_errors_are_faults_and_the_same_text_is_a_text(here: Setting) -> None:
    sheet = here.book.sheet("Sheet1")
    sheet.cell(0, 0).error = "#REF!"
    sheet.cell(0, 1).value = "#REF!"
    sheet.cell(0, 2).error = "#LOADING"
    kinds = [(value.kind, value.text) if isinstance(value, CellFault) else value for value in only(here).rows[0]]
    assert kinds == [("error", "#REF!"), "#REF!", ("formula", "#LOADING")]


def test_hidden_tabs_and_rows_are_marked(here: Setting) -> None:
    here.book.sheets.append(here.book.sheets[0].copied(7, "Secret"))
    here.book.sheet("Secret").props["hidden"] = True
    fill(here.book, "Sheet1", [["a"], ["b"], ["c"]])
    here.book.sheet("Sheet1").hidden_rows = {1: "hiddenByUser", 2: "hiddenByFilter", 900: "hiddenByUser"}
    first, second = read(here).tabs
    assert (first.hidden, first.hidden_rows) == (False, frozenset({2, 3}))
    assert (second.title, second.hidden) == ("Secret", True)


def test_charts_are_no_tabs(here: Setting) -> None:
    here.book.sheets.append(here.book.sheets[0].copied(7, "Chart"))
    here.book.sheet("Chart").props["sheetType"] = "OBJECT"
    assert [tab.title for tab in read(here).tabs] == ["Sheet1"]


@pytest.mark.parametrize("title", ["R5", "Round 5", "D3:D4", "A", "It's", "Runde ✓"])
def test_a_tab_may_be_called_like_a_cell(here: Setting, title: str) -> None:
    here.book.sheets.append(here.book.sheets[0].copied(7, title))
    fill(here.book, title, [["found"]])
    assert [tab.rows for tab in read(here, title).tabs] == [(("found",),)]


def test_a_title_may_differ_in_case_and_a_missing_one_is_named(here: Setting) -> None:
    here.book.sheets.append(here.book.sheets[0].copied(7, "Round 5"))
    assert [tab.title for tab in read(here, " round 5").tabs] == ["Round 5"]
    with pytest.raises(BadInput) as caught:
        read(here, "Round 6", "Round 5", "Round 7")
    assert [(problem.code, problem.value) for problem in caught.value.problems] == [
        ("tab.missing", "Round 6"),
        ("tab.missing", "Round 7"),
    ]
    assert caught.value.problems[0].hint == "Its tabs: Sheet1, Round 5."
    with pytest.raises(BadInput, match="no tab 'Rund 5'") as caught:
        read(here, "Rund 5")
    assert caught.value.problems[0].hint == "Did you mean 'Round 5'? Its tabs: Sheet1, Round 5."


def test_no_tab_wanted_takes_one_request(here: Setting) -> None:
    assert read_spreadsheet(here.address, [], here.access, here.patience).tabs == ()
    assert here.asked() == [f"GET {here.book.id}"]


def test_the_digest_is_that_of_what_was_read(here: Setting) -> None:
    fill(here.book, "Sheet1", [["Player", 1]])
    before = read(here)
    here.book.props["title"] = "Another name"
    assert read(here).digest == before.digest == digest_of_tabs(before.tabs)
    fill(here.book, "Sheet1", [["Player", "1"]])
    assert read(here).digest != before.digest


def test_a_user_may_be_signed_in(here: Setting, tmp_path: Path) -> None:
    here.book.readers = {"ann@example.org"}
    access = access_of(user_sign_in(tmp_path, "ann@example.org"))
    assert read_spreadsheet(here.address, None, access, here.patience).title == "Forum game"


# With a link alone
def workbook() -> bytes:
    made, file = Workbook(), io.BytesIO()
    tab = made.worksheets[0]
    tab.title = "Round 1"
    tab.append(["Player", "Amount"])
    tab.append(["Ann", 3])
    made.create_sheet("Secret").sheet_state = "hidden"
    made.save(file)
    return file.getvalue()


def test_a_linked_sheet_needs_no_account(here: Setting) -> None:
    here.book.linked, here.book.exported = True, workbook()
    pulled = read_spreadsheet(here.address, None, LINK, here.patience)
    assert [(tab.title, tab.hidden, tab.file) for tab in pulled.tabs] == [
        ("Round 1", False, "Forum game (Google Sheet)"),
        ("Secret", True, "Forum game (Google Sheet)"),
    ]
    assert pulled.tabs[0].rows == (("Player", "Amount"), ("Ann", 3))
    assert here.asked() == ["GET export"]
    assert here.google.log[0].account == "anybody"
    one = read_spreadsheet(here.address, ["Round 1"], LINK, here.patience)
    assert one.digest == digest_of_tabs(pulled.tabs[:1])


def test_a_private_sheet_answers_with_a_login_page(here: Setting) -> None:
    with pytest.raises(WorldFailed) as caught:
        read_spreadsheet(here.address, None, LINK, here.patience)
    assert caught.value.message == "The spreadsheet is private: Google asks to sign in."
    assert "Anyone with the link" in caught.value.hint
    assert "--from FILE" in caught.value.hint


@pytest.mark.parametrize(("status", "word"), [(401, "private"), (403, "private"), (404, "no spreadsheet")])
def test_a_refused_download_is_told(here: Setting, status: int, word: str) -> None:
    here.google.faults.append(Fault(status, body=b"<html>no</html>"))
    with pytest.raises(WorldFailed, match=word):
        read_spreadsheet(here.address, None, LINK, here.patience)


def test_a_download_is_tried_again(here: Setting) -> None:
    here.book.linked, here.book.exported = True, workbook()
    here.google.faults.append(Fault(502, body=b"<html>Bad Gateway</html>"))
    here.google.faults.append(Fault(lost=True))
    assert read_spreadsheet(here.address, None, LINK, here.patience).tabs
    assert here.time.slept == [2, 4]


def test_what_is_too_big_is_refused_without_keeping_it(here: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    here.book.linked, here.book.exported = True, workbook()
    monkeypatch.setattr("gm_tool.io.google_client.MAX_BYTES", 100)
    monkeypatch.setattr("gm_tool.io.reading.MAX_BYTES", 100)
    with pytest.raises(WorldFailed, match="more than"):
        read_spreadsheet(here.address, None, LINK, here.patience)


# What Google refuses
def test_a_sheet_that_is_not_shared_names_the_account(here: Setting, tmp_path: Path) -> None:
    here.book.readers, here.book.writers = {"other@example.org"}, {"other@example.org"}
    with pytest.raises(WorldFailed) as caught:
        read(here)
    assert caught.value.message == f"The Google Sheet is not shared with {ACCOUNT}."
    assert f"add {ACCOUNT} as Viewer" in caught.value.hint
    assert "--from FILE" in caught.value.hint
    here.book.readers = None
    assert read_spreadsheet(here.address, None, access_of(service_key(tmp_path, "new@x.org")), here.patience).tabs


def test_an_unknown_id(here: Setting) -> None:
    with pytest.raises(WorldFailed, match="no spreadsheet of that address"):
        read_spreadsheet(SheetAddress("x" * 44), None, here.access, here.patience)


def test_an_excel_file_in_drive(here: Setting) -> None:
    here.book.is_excel = True
    with pytest.raises(WorldFailed, match="Excel file in Google Drive") as caught:
        read(here)
    assert "Save as Google Sheets" in caught.value.hint


def test_a_tab_renamed_between_the_requests(here: Setting) -> None:
    refusal = {"error": {"code": 400, "message": "Unable to parse range: 'Sheet1'!A:Z", "status": "INVALID_ARGUMENT"}}
    here.google.faults.append(Fault(400, where="ranges=", body=refusal))
    with pytest.raises(WorldFailed, match="renamed or deleted"):
        read(here)


def test_a_page_in_place_of_an_answer(here: Setting) -> None:
    here.google.faults.append(Fault(200, where="/v4/", body=b"<html>Welcome to the hotel</html>"))
    with pytest.raises(WorldFailed, match="isn't Google Sheets"):
        read(here)
