"""Commands that are printed can be typed as they stand: with the program as it was called, and its -C."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from table_play import gm, play

from gm_tool.cli import calling

SUGGESTED = re.compile(r"\bgm (?:-C \S+ )?(?:check|resolve|show|status|open|posts|sheet)\b")


def suggested(text: str) -> list[str]:
    """The commands in what was printed."""
    return SUGGESTED.findall(" ".join(text.split()))


@pytest.mark.parametrize(
    "words",
    [["check"], ["check", "round-2"], ["resolve"], ["status"], ["resolve", "round-9"], ["show", "final"], ["verify"]],
)
def test_a_command_that_is_suggested_names_the_folder(played: Path, words: list[str]) -> None:
    (played / "posts/round-01/public.txt").unlink()
    done = gm("-C", played, *words)
    found = suggested(done.text)
    assert all(command.startswith(f"gm -C {played} ") for command in found), done.text


def test_next_steps_name_the_folder(fresh: Path) -> None:
    done = play(fresh, {"Ann": {"Action": "tile", "Space": 7}})
    assert f"gm -C {fresh} show public round-1" in done.out
    assert f"gm -C {fresh} open round-1" in done.out
    assert f"gm -C {fresh} resolve round-2" in gm("-C", fresh, "resolve").text
    assert f"`gm -C {fresh} resolve round-2`" in gm("-C", fresh, "resolve", "7").text


def test_without_a_folder_nothing_is_put_in(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played)
    assert "name it: gm resolve round-2" in gm("resolve").out


def test_what_needs_no_folder_is_told_none(tmp_path: Path) -> None:
    calling.remember(tmp_path)
    assert calling.with_commands("`gm new DIR` makes one, `gm status` shows it") == (
        f"`gm new DIR` makes one, `gm -C {tmp_path} status` shows it"
    )
    calling.remember(Path("my games"))
    assert calling.command("status") == 'gm -C "my games" status'
    assert calling.command("status", Path("other")) == "gm -C other status"


@pytest.mark.parametrize(
    ("called", "found", "typed"),
    [
        ("gm", None, "gm"),
        (".venv/bin/gm", None, ".venv/bin/gm"),
        ("/opt/gm tool/gm", "/usr/bin/gm", '"/opt/gm tool/gm"'),
        ("/usr/bin/gm", "/usr/bin/gm", "gm"),
        ("/usr/lib/gm_tool/__main__.py", None, "python -m gm_tool"),
        ("/usr/bin/pytest", None, "gm"),
        ("/usr/lib/pytest/__main__.py", None, "gm"),
    ],
)
def test_the_program_is_named_as_it_was_called(
    called: str, found: str | None, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr(shutil, "which", lambda _: found)
    calling.remember(None)
    assert calling.command("status") == f"{typed} status"
