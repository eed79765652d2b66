"""The processes for workbooks and pictures: the same bytes as without them, whatever becomes of them."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.problems import WorldFailed
from gm_tool.core.views import Listing
from gm_tool.io import drawing, second_process, workshop
from gm_tool.io.pipes import read_message, write_message
from gm_tool.io.workshop import PngOf, Results, RoundSheet, RoundTexts, Standing, Workbook, Workshop, bytes_of

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

PICTURES = tuple(
    PngOf(f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="8">{sign}</text></svg>', 40)
    for sign in "Aé"
)


@pytest.fixture
def without_openpyxl(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a program that has not loaded it; what loads it here has done so."""
    written()
    monkeypatch.delitem(sys.modules, "openpyxl", raising=False)


def written() -> list[bytes]:
    return [bytes_of(workbook) for workbook in WORKBOOKS]


def drawn() -> list[bytes]:
    return [bytes_of(picture) for picture in PICTURES]


@pytest.mark.usefixtures("without_openpyxl")
def test_a_second_process_writes_the_same_bytes() -> None:
    with Workshop() as shop:
        assert shop.second_process
        assert shop.write(WORKBOOKS).received() == written()


def test_there_is_no_second_process_where_openpyxl_is_loaded() -> None:
    import openpyxl  # noqa: F401

    with Workshop() as shop:
        assert not shop.second_process and not shop.third_process
        assert shop.draw(PICTURES).received() == drawn()
        assert shop.write(WORKBOOKS).received() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_a_second_process_that_died_is_done_without() -> None:
    with Workshop() as shop:
        assert shop.second_process
        shop.second_process.kill()
        shop.second_process.wait()
        assert shop.write(WORKBOOKS).received() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_a_system_without_second_processes_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr("subprocess.Popen", refuse)
    with Workshop() as shop:
        assert shop.draw(PICTURES).received() == drawn()
        assert shop.write(WORKBOOKS).received() == written()


@pytest.mark.usefixtures("without_openpyxl")
def test_processes_that_are_not_needed_end() -> None:
    with Workshop() as shop:
        processes = (shop.second_process, shop.third_process)
    assert all(process and process.returncode is not None for process in processes)


@pytest.mark.parametrize("module", ["workshop", "drawing"])
def test_a_process_ends_by_itself_when_nothing_is_sent(module: str) -> None:
    command = [sys.executable, "-c", f"from gm_tool.io.{module} import serve; serve()"]
    assert subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout == b""


@pytest.mark.usefixtures("without_openpyxl")
def test_what_is_ordered_may_be_received_in_any_order(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = (drawn(), written())
    with Workshop() as shop:
        pictures, books = shop.draw(PICTURES), shop.write(WORKBOOKS)
        monkeypatch.setattr(workshop, "bytes_of", None)  # all is made over there
        assert (books.received(), pictures.received()) == wanted[::-1]


@pytest.mark.usefixtures("without_openpyxl")
def test_no_order_gets_the_answer_to_another() -> None:
    with Workshop() as shop:
        first, second = shop.write(WORKBOOKS), shop.write(WORKBOOKS[1:])
        one, other = shop.draw(PICTURES), shop.draw(PICTURES[1:])
        assert (second.received(), first.received()) == (written()[1:], written())
        assert (other.received(), one.received()) == (drawn()[1:], drawn())


@pytest.mark.usefixtures("without_openpyxl")
def test_an_order_may_be_received_twice() -> None:
    with Workshop() as shop:
        books, pictures = shop.write(WORKBOOKS), shop.draw(PICTURES)
        assert books.received() == books.received() == written()
        assert pictures.received() == pictures.received() == drawn()


@pytest.mark.usefixtures("without_openpyxl")
def test_nothing_to_draw_is_not_waited_for() -> None:
    with Workshop() as shop:
        assert shop.draw(()).received() == []


@pytest.mark.usefixtures("without_openpyxl")
def test_what_dies_with_an_order_is_done_without() -> None:
    with Workshop() as shop:
        processes = (shop.second_process, shop.third_process)
        books, pictures = shop.write(WORKBOOKS), shop.draw(PICTURES)
        for process in processes:
            assert process
            process.kill()
            process.wait()
        assert (books.received(), pictures.received()) == (written(), drawn())


@pytest.mark.usefixtures("without_openpyxl")
def test_what_cannot_be_drawn_over_there_is_told_here() -> None:
    with Workshop() as shop:
        pictures = shop.draw((*PICTURES, PngOf("<svg", 40)))
        with pytest.raises(WorldFailed, match="can't be drawn"):
            pictures.received()


def test_a_message_cut_off_is_none() -> None:
    pipe = io.BytesIO()
    write_message(pipe, b"whole")
    write_message(pipe, b"cut off")
    pipe = io.BytesIO(pipe.getvalue()[:-1])
    assert [read_message(pipe) for _ in range(3)] == [b"whole", None, None]


@pytest.mark.usefixtures("without_openpyxl")
def test_nothing_in_the_working_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "openpyxl.py").write_text("raise SystemExit('run')")
    (tmp_path / "resvg_py.py").write_text("raise SystemExit('run')")
    books, pictures = written(), drawn()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])  # as `python -m gm_tool` does
    with Workshop() as shop:
        monkeypatch.setattr(workshop, "bytes_of", None)
        assert (shop.write(WORKBOOKS).received(), shop.draw(PICTURES).received()) == (books, pictures)


@pytest.mark.usefixtures("without_openpyxl")
def test_another_gm_does_not_work_for_this_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where `python -m gm_tool` is called in a newer copy than the one that is installed."""
    books, pictures = written(), drawn()
    (tmp_path / "gm_tool" / "io").mkdir(parents=True)
    for name in ("workshop", "drawing"):
        other = "import sys\ndef serve():\n    sys.stdout.buffer.write(2 * ((1).to_bytes(8, 'big') + b'?'))\n"
        (tmp_path / "gm_tool" / "io" / f"{name}.py").write_text(other)
    (tmp_path / "gm_tool" / "__init__.py").touch()
    monkeypatch.setattr(sys, "path", ["", str(tmp_path), *sys.path])
    with Workshop() as shop:
        assert shop.second_process and shop.third_process
        assert (shop.write(WORKBOOKS).received(), shop.draw(PICTURES).received()) == (books, pictures)


def test_the_fonts_of_drawings_may_lie_anywhere() -> None:
    asked = drawing.request([("<svg/>", 40), ("<svg>é</svg>", 600)], ["/fonts/é \udcff.ttf", "C:\\two.ttf"])
    assert drawing.asked(asked) == (["/fonts/é \udcff.ttf", "C:\\two.ttf"], [("<svg/>", 40), ("<svg>é</svg>", 600)])


@pytest.mark.usefixtures("without_openpyxl")
def test_what_was_started_ahead_is_taken_once() -> None:
    second_process.start_ahead()
    with Workshop() as first, Workshop() as second:
        assert first.second_process and second.second_process
        assert first.second_process.pid != second.second_process.pid


def test_what_was_started_ahead_for_nothing_ends_with_the_command() -> None:
    code = """
from gm_tool.io import second_process as ahead
ahead.start_ahead()
process = ahead._Ahead.process
import atexit
atexit._run_exitfuncs()
print(process.returncode is not None)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "True\n"
