"""A large workbook is read by a thread meanwhile: the same tabs, the same refusals, and only of the bytes asked for."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import Tab
from gm_tool.io import read_ahead, reading
from io_reading.handmade import packed, parts, worksheet

LABEL = "sheets/a.xlsx"
ORDERS = packed(parts({"Round 1": worksheet('<row r="1"><c r="A1"><v>1</v></c></row>')}))
OTHERS = packed(parts({"Round 1": worksheet('<row r="1"><c r="A1"><v>2</v></c></row>')}))


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """What was read since; no thread stays behind."""
    real, read = reading.tabs_of, list[bytes]()

    def watched(data: bytes, label: str) -> object:
        read.append(data)
        return real(data, label)

    monkeypatch.setattr(reading, "tabs_of", watched)
    yield read
    for thread in threading.enumerate():
        if thread.name == read_ahead.NAME:
            thread.join()
    taken(ORDERS)


def begun(folder: Path, data: bytes) -> None:
    (folder / "a.xlsx").write_bytes(data)
    read_ahead.start(folder / "a.xlsx", LABEL)


def taken(data: bytes, label: str = LABEL) -> tuple[Tab, ...]:
    return read_ahead.tabs_of(data, label, lambda: None)


def test_what_was_read_ahead_is_not_read_again(tmp_path: Path, read_here: list[bytes]) -> None:
    begun(tmp_path, ORDERS)
    (tab,) = taken(ORDERS)
    assert tab.rows == ((1,),)
    assert read_here == [ORDERS]


def test_it_is_taken_once(tmp_path: Path, read_here: list[bytes]) -> None:
    begun(tmp_path, ORDERS)
    assert taken(ORDERS) == taken(ORDERS)
    assert read_here == [ORDERS, ORDERS]


def test_a_file_saved_meanwhile_counts_as_it_is_now(tmp_path: Path, read_here: list[bytes]) -> None:
    begun(tmp_path, ORDERS)
    (tab,) = taken(OTHERS)
    assert tab.rows == ((2,),)
    assert read_here == [ORDERS, OTHERS]


def test_another_file_than_was_guessed_is_read_itself(tmp_path: Path, read_here: list[bytes]) -> None:
    begun(tmp_path, ORDERS)
    (tab,) = taken(ORDERS, "sheets/b.xlsx")
    assert tab.file == "sheets/b.xlsx"


@pytest.mark.parametrize("data", [ORDERS[:-30], ORDERS[:400] + b"????" + ORDERS[404:], b"", b"PK\x03\x04"])
def test_what_is_wrong_with_it_is_told_to_who_asks(tmp_path: Path, read_here: list[bytes], data: bytes) -> None:
    with pytest.raises(BadInput) as expected:
        reading.tabs_of(data, LABEL)
    begun(tmp_path, data)
    with pytest.raises(BadInput) as found:
        taken(data)
    assert found.value.problems == expected.value.problems
    assert len(read_here) == 2


def test_a_file_that_is_gone_is_no_failure_before_it_is_asked_for(tmp_path: Path, read_here: list[bytes]) -> None:
    read_ahead.start(tmp_path / "gone.xlsx", LABEL)
    (tab,) = taken(ORDERS)
    assert tab.title == "Round 1"
    assert read_here == [ORDERS]


def test_what_can_be_done_meanwhile_is_done_where_somebody_else_reads(tmp_path: Path, read_here: list[bytes]) -> None:
    done: list[str] = []
    read_ahead.tabs_of(ORDERS, LABEL, lambda: done.append("alone"))
    begun(tmp_path, ORDERS)
    read_ahead.tabs_of(ORDERS, LABEL, lambda: done.append("meanwhile"))
    assert done == ["meanwhile"]
