"""Two gm at once in one folder: one of them resolves, the other sees it; the game is whole."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from table_play import contents, gm


def test_two_programs_resolve_the_same_round(sent: Path, resolved: Path) -> None:
    command = [sys.executable, "-m", "gm_tool", "-C", str(sent), "resolve", "round-2", "--json"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(2)]
    told = [json.loads(one.communicate(timeout=120)[0]) for one in both]
    assert [one.returncode for one in both] == [0, 0]
    assert sorted(one["outcome"] for one in told) == ["resolved", "unchanged"]
    assert contents(sent) == contents(resolved)
    assert gm("-C", sent, "verify").code == 0


def test_who_comes_second_sees_what_the_first_has_done(
    sent: Path, resolved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finishes between reading the game and having the folder for oneself."""
    from gm_tool.app import resolve
    from gm_tool.io.transaction import lock

    def late(folder: Path) -> object:
        shutil.copytree(resolved, folder, dirs_exist_ok=True)
        return lock(folder)

    monkeypatch.setattr(resolve, "lock", late)
    assert gm("-C", sent, "resolve", "round-2", "--json").json["outcome"] == "unchanged"
    assert contents(sent) == contents(resolved)
