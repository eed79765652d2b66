"""Files that real programs make, whole and broken; a second reader as a second opinion."""

from __future__ import annotations

import datetime as dt
import functools
import io
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook
from python_calamine import CalamineWorkbook

from gm_tool.core.problems import BadInput, WorldFailed
from gm_tool.core.sources import CellFault
from gm_tool.io.reading import tabs_of
from io_reading.handmade import by_address, packed, parts

SOFFICE = shutil.which("soffice")


def saved(book: Workbook) -> bytes:
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


@functools.cache
def orders() -> bytes:
    """A round's workbook with a bit of everything."""
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Round 1"
    sheet["B3"], sheet["C3"], sheet["D3"] = "Player", "Action", "Amount"
    sheet["B4"], sheet["C4"], sheet["D4"] = "007", "Buy", 10
    sheet["B5"], sheet["C5"], sheet["D5"] = "None", " a\nb ", "=1+2"
    sheet["B6"], sheet["C6"], sheet["D6"] = "Zoë 🐪", True, 2.5
    sheet["B7"], sheet["C7"], sheet["D7"] = "nan", dt.datetime(2026, 4, 3, 23, 30), dt.date(2003, 1, 2)
    sheet["B8"], sheet["C8"], sheet["D8"] = dt.time(11, 30), dt.timedelta(hours=30), "#REF!"
    sheet["D8"].data_type = "e"
    sheet.row_dimensions[6].hidden = True
    sheet.merge_cells("B10:C11")
    sheet["B10"] = "merged"
    lists: Any = book.create_sheet("Lists")
    lists["A1"] = "Red"
    lists.sheet_state = "veryHidden"
    return saved(book)


EXPECTED: dict[str, object] = {
    "B3": "Player",
    "C3": "Action",
    "D3": "Amount",
    "B4": "007",
    "C4": "Buy",
    "D4": 10,
    "B5": "None",
    "C5": " a\nb ",
    "D5": CellFault("formula", "=1+2"),
    "B6": "Zoë 🐪",
    "C6": True,
    "D6": 2.5,
    "B7": "nan",
    "C7": dt.datetime(2026, 4, 3, 23, 30),
    "D7": dt.date(2003, 1, 2),
    "B8": dt.time(11, 30),
    "C8": dt.timedelta(hours=30),
    "D8": CellFault("error", "#REF!"),
    "B10": "merged",
}


def test_a_workbook_of_openpyxl() -> None:
    first, second = tabs_of(orders(), "a.xlsx")
    assert by_address(first) == EXPECTED
    assert (first.title, first.hidden, first.hidden_rows) == ("Round 1", False, frozenset({6}))
    assert (second.title, second.hidden, by_address(second)) == ("Lists", True, {"A1": "Red"})


def converted(folder: Path, source: str, data: bytes, target: str) -> Path:
    """The file as LibreOffice saves it in another format."""
    (folder / source).write_bytes(data)
    profile = (folder / "profile").as_uri()
    command = [str(SOFFICE), f"-env:UserInstallation={profile}", "--headless", "--convert-to", target]
    out = folder / "out"
    subprocess.run([*command, "--outdir", str(out), str(folder / source)], check=True, capture_output=True, timeout=120)
    (made,) = out.iterdir()
    return made


@pytest.mark.skipif(SOFFICE is None, reason="needs LibreOffice (soffice)")
def test_a_workbook_saved_by_libreoffice(tmp_path: Path) -> None:
    first, second = tabs_of(converted(tmp_path, "a.xlsx", orders(), "xlsx").read_bytes(), "a.xlsx")
    found = by_address(first)
    assert found.pop("D5") == 3
    assert found == {address: value for address, value in EXPECTED.items() if address != "D5"}
    assert first.hidden_rows == {6}
    assert second.hidden


@pytest.mark.skipif(SOFFICE is None, reason="needs LibreOffice (soffice)")
@pytest.mark.parametrize(("target", "code"), [("xls", "file.xls"), ("pdf", "file.wrong")])
def test_other_files_of_libreoffice_are_named(tmp_path: Path, target: str, code: str) -> None:
    with pytest.raises(BadInput) as caught:
        tabs_of(converted(tmp_path, "a.xlsx", orders(), target).read_bytes(), "a.xlsx")
    assert caught.value.problems[0].code == code


@pytest.mark.parametrize("twentieth", range(20))
def test_a_workbook_cut_off_anywhere_is_said_to_be(twentieth: int) -> None:
    with pytest.raises(BadInput) as caught:
        tabs_of(orders()[: len(orders()) * twentieth // 20], "a.xlsx")
    assert caught.value.problems[0].code == ("file.truncated" if twentieth else "file.empty")


def survives(data: bytes) -> None:
    """Broken bytes are read or refused in words; anything else is raised, and fails the test."""
    try:
        tabs_of(data, "a.xlsx")
    except (BadInput, WorldFailed) as refusal:
        assert str(refusal)


@given(st.data())
def test_flipped_bytes_are_read_or_refused(data: st.DataObject) -> None:
    broken = bytearray(orders())
    for place in data.draw(st.lists(st.integers(0, len(broken) - 1), min_size=1, max_size=4)):
        broken[place] = data.draw(st.integers(0, 255))
    survives(bytes(broken))


PLAIN = parts(
    {"A": '<worksheet><sheetData><row r="1"><c r="A1" s="1" t="s"><v>0</v></c></row></sheetData></worksheet>'}
)


@given(st.data())
def test_flipped_characters_inside_the_parts_are_read_or_refused(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(PLAIN)))
    content = bytearray(PLAIN[name].encode())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=4)):
        content[place] = data.draw(st.integers(0, 255) | st.sampled_from(list(b'<>/"&09eE:')))
    survives(packed({**{key: text.encode() for key, text in PLAIN.items()}, name: bytes(content)}))


# No blanks: the other reader drops them at the ends of texts that some writers don't mark as to be preserved.
CELLS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(-1e300, 1e300)
    | st.text(
        st.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp"], exclude_characters="=_"),
        min_size=1,
        max_size=9,
    )
    | st.datetimes(dt.datetime(1950, 1, 1), dt.datetime(2100, 1, 1)).map(lambda moment: moment.replace(microsecond=0))
    | st.dates(dt.date(1950, 1, 1), dt.date(2100, 1, 1))
)


@given(st.lists(st.lists(CELLS, max_size=5), max_size=6), st.integers(1, 4), st.integers(1, 30))
def test_two_readers_agree(rows: list[list[Any]], top: int, left: int) -> None:
    book = Workbook()
    sheet: Any = book.active
    for row, values in enumerate(rows, top):
        for column, value in enumerate(values, left):
            sheet.cell(row, column).value = value
    data = saved(book)
    (tab,) = tabs_of(data, "a.xlsx")
    other = CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
    start = other.start or (0, 0)
    filled = {
        (start[0] + row + 1, start[1] + column + 1): as_a_moment(value)
        for row, values in enumerate(other.to_python())
        for column, value in enumerate(values)
        if value != ""
    }
    ours = {
        (tab.first_row + row, tab.first_column + column): as_a_moment(value)
        for row, values in enumerate(tab.rows)
        for column, value in enumerate(values)
        if value is not None
    }
    assert ours == filled


def as_a_moment(value: object) -> object:
    """The other reader takes any midnight for a date, whether or not the cell shows a clock."""
    if isinstance(value, dt.date) and not isinstance(value, dt.datetime):
        return dt.datetime(value.year, value.month, value.day)
    return value
