"""Printing: what has no hint, no place, or no stream that could be told its encoding."""

import io
import sys
from pathlib import Path

import pytest
import typer

from gm_tool.cli import calling, output
from gm_tool.core.problems import Problem, WorldFailed, WrongUse
from gm_tool.core.sources import Place


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


def test_a_cell_that_is_a_story_is_not_printed_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    story = "once upon a time " * 2_000
    output.print_problems([Problem(code="x", message=f"There is no player {story!r}.", value="?", hint="Clear it.")])
    printed = capsys.readouterr().out
    assert len(printed) < 6_000 and "…" in printed and "(found: '?')" in printed and "Clear it." in printed


LONG = f"C:/games/{'oasis-' * 20}1/game.yaml"


def test_a_command_stays_whole_on_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(f"/home/eve/my games of  {'2026 ' * 12}/oasis")
    calling.remember(folder)
    hint = "Look at what they sent with `gm show gm round-1`, then run `gm resolve round-1`. It takes a second."
    output.print_problems([Problem(code="x", message="It is so.", hint=hint)])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert lines[1:] == [
        "Look at what they sent with",
        f'`gm -C "{folder}" show gm round-1`,',
        "then run",
        f'`gm -C "{folder}" resolve round-1`.',
        "It takes a second.",
    ]


def test_a_short_command_is_broken_nowhere_either(capsys: pytest.CaptureFixture[str]) -> None:
    calling.remember(None)
    output.paragraph(f"{'word ' * 14}then `gm resolve round-1` first")
    assert capsys.readouterr().out.splitlines() == ["word " * 14 + "then", "`gm resolve round-1` first"]


def test_a_long_path_is_never_cut(capsys: pytest.CaptureFixture[str]) -> None:
    output.paragraph(f"There is no folder {LONG}. Make it first.")
    output.print_problems([Problem(code="x", message="That can't be read.", place=Place(LONG, "Round 1", "B2"))])
    assert capsys.readouterr().out.count(LONG) == 2


def test_a_control_character_in_a_path_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    calling.remember(Path("oasis\x1b[2J"))
    output.paragraph("Run `gm status`.")
    assert "\x1b" not in capsys.readouterr().out
