"""What comes from the system as bytes that aren't UTF-8: refused as a text, taken as a path."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from table_play import ROUND, csv_text, gm

from gm_tool.cli.commands import app

ODD = os.fsdecode(b"caf\xe9") if os.name != "nt" else ""

takes_any_bytes = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="paths are text there")


@pytest.mark.parametrize(
    "words",
    [
        ["adjust", "Ann", "coins", "+1", "--reason", "caf\udce9"],
        ["adjust", "Ann", "coins", "+1", "--reason", "caf\udce9", "--json"],
        ["adjust", "\udce9", "coins", "+1", "--reason", "x"],
        ["correct", "1", "--set", "Ann", "buy \udce9", "--yes"],
        ["correct", "1", "--yes", "--reason", "\udce9"],
        ["reopen", "1", "--yes", "--reason", "\udce9"],
        ["ruling", "crazy_tile", "ignore", "--reason", "\udce9"],
        ["check", "--tab", "\udce9"],
        ["resolve", "--accept-late", "\udce9"],
        ["templates", "copy", "\udce9"],
        ["google", "doctor", "\udce9"],
        ["fuzz", "camellots", "--games", "1", "--seed", "\udce9"],
        ["new", "elsewhere", "--player", "Ann", "--title", "caf\udce9"],
        ["new", "elsewhere", "--player", "\udce9"],
        ["new", "elsewhere", "--player", "Ann", "--ruling", "dice=\udce9"],
    ],
)
def test_a_text_must_be_utf_8(words: list[str], played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (played / "journal.jsonl").read_bytes()
    monkeypatch.chdir(played)
    done = gm(*words)
    assert (done.code, done.out) == (2, "")
    assert "isn't text in UTF-8" in done.text
    assert (played / "journal.jsonl").read_bytes() == before
    assert not (played / "elsewhere").exists()


def commands_of(group: Any) -> list[Any]:
    """All commands of a group, and of the groups in it."""
    parts = group.commands.values()
    return [one for part in parts for one in (commands_of(part) if hasattr(part, "commands") else [part])]


def test_every_command_looks_at_its_texts() -> None:
    from gm_tool.cli.arguments import Command

    for command in commands_of(typer.main.get_command(app)):
        assert isinstance(command, Command), command.name


@takes_any_bytes
def test_a_file_may_be_called_as_it_likes(fresh: Path, tmp_path: Path) -> None:
    file = tmp_path / f"{ODD}.csv"
    missing = gm("-C", fresh, "check", "--from", file, "--json")
    assert (missing.code, json.loads(missing.out)["problems"][0]["file"]) == (1, "caf\\udce9.csv")
    file.write_text(csv_text(ROUND), encoding="utf-8")
    assert gm("-C", fresh, "check", "--from", file, "--snapshot", "--json").code == 0
    assert gm("-C", fresh, "resolve", "--from", file, "--json").json["outcome"] == "resolved"
    assert gm("-C", fresh, "verify").code == 0


@takes_any_bytes
def test_a_folder_may_be_called_as_it_likes_and_programs_are_told_its_name(fresh: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(fresh, tmp_path / ODD))
    assert gm("-C", folder, "check", "--json").code == 0
    export = gm("-C", folder, "export", "public", tmp_path / f"{ODD}.zip", "--json")
    assert (export.code, json.loads(export.out)["target"]) == (0, str(tmp_path / f"{ODD}.zip"))
