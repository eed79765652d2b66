"""The second process for workbooks: the same bytes as without it, whatever becomes of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.views import Listing
from gm_tool.io.workshop import Results, RoundSheet, RoundTexts, Standing, Workbook, Workshop, workbook_bytes

FORM = Form((Field(key="action", title="Action", kind="choice", choices=("move", "bet")),))
WORKBOOKS: tuple[Workbook, ...] = (
    RoundSheet(
        Step("round", 2, ("Ann", "007")),
        {"Ann": FORM, "007": FORM},
        (Standing("Market", Listing(("Lot", "Price"), (("red", 5), ("=1+1", -2)))), Standing("Track", " 1 | R")),
        "A game",
        "",
    ),
    Results(
        (RoundTexts("Round 1", "board", {"Ann": "=1", "007": "é 🐫"}),), Listing(("Player",), (("Ann",),)), "Coins", "T"
    ),
)


@pytest.fixture
def without_openpyxl(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that has not loaded it."""
    monkeypatch.delitem(sys.modules, "openpyxl", raising=False)


def written() -> list[bytes]:
    return [workbook_bytes(workbook) for workbook in WORKBOOKS]


@pytest.mark.usefixtures("without_openpyxl")
def test_a_second_process_writes_the_same_bytes() -> None:
    with Workshop() as shop:
        assert shop.second_process
        shop.send(WORKBOOKS)
        assert shop.receive() == written()


def test_there_is_no_second_process_where_openpyxl_is_loaded() -> None:
    import openpyxl  # noqa: F401

    with Workshop() as shop:
        assert not shop.second_process
        shop.send(WORKBOOKS)
        assert shop.receive() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_a_second_process_that_died_is_done_without() -> None:
    with Workshop() as shop:
        assert shop.second_process
        shop.second_process.kill()
        shop.second_process.wait()
        shop.send(WORKBOOKS)
        assert shop.receive() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_a_system_without_second_processes_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("subprocess.Popen", refuse)
    with Workshop() as shop:
        shop.send(WORKBOOKS)
        assert shop.receive() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_a_second_process_that_is_not_needed_ends() -> None:
    with Workshop() as shop:
        process = shop.second_process
    assert process and process.returncode is not None


def test_the_second_process_ends_by_itself_when_nothing_is_sent() -> None:
    command = [sys.executable, "-c", "from gm_tool.io.workshop import serve; serve()"]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout == b"\x90"


@pytest.mark.usefixtures("without_openpyxl")
def test_nothing_in_the_working_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openpyxl.py").write_text("raise SystemExit('run')")
    monkeypatch.chdir(tmp_path)
    with Workshop() as shop:
        shop.send(WORKBOOKS)
        assert shop.second_process
        answer, _ = shop.second_process.communicate()
        assert (shop.second_process.returncode, bool(answer)) == (0, True)
