"""Printing: what has no hint, no place, or no stream that could be told its encoding."""

import io
import sys

import pytest
import typer

from gm_tool.cli import output
from gm_tool.core.problems import Problem, WorldFailed, WrongUse


def test_streams_that_cannot_be_told_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    output.prepare_streams()
    assert sys.stderr.encoding == "utf-8"


def test_a_problem_without_place_and_hint(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_problems([Problem(code="x", message="It is so.", value="that", severity="note")])
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == ["NOTE  It is so. (found: 'that')"]


@pytest.mark.parametrize(("stopped", "code"), [(WrongUse("No."), 2), (WorldFailed("No."), 3)])
def test_a_stop_without_a_hint(stopped: Exception, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    def use_case() -> None:
        raise stopped

    with pytest.raises(typer.Exit) as ended:
        output.run(use_case, False)
    assert ended.value.exit_code == code
    assert capsys.readouterr().err == "No.\n"


def test_what_a_player_wrote_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_problems([Problem(code="x", message="Ann wrote \x1b[2J\nand \u202eback.", player="A\x1bnn")])
    printed = capsys.readouterr().out
    assert "\x1b" not in printed.replace("\x1b[31m", "").replace("\x1b[1m", "").replace("\x1b[0m", "")
    assert "\u202e" not in printed


def test_what_cannot_be_seen_in_a_cell_is_written_out(capsys: pytest.CaptureFixture[str]) -> None:
    output.print_problems([Problem(code="x", message="“x\u200by” is no space; 👨\u200d👧 is Ann.", value="x\u200by")])
    assert "“x\\u200by” is no space; 👨\u200d👧 is Ann." in capsys.readouterr().out
