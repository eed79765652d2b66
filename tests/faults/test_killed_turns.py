"""gm is killed while it writes several turns at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from table_play import contents, gm
from test_killed import Killed, Killer
from turn_play import append_row, fill_turns, new_turns

from gm_tool.engine.journal import read


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what was being written then
def test_several_turns_are_written_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = new_turns(tmp_path / "sent")
    fill_turns(sent, {1: {"Action": "pyramid"}, 2: {"Action": "leg bet", "Camel": "Red"}, 6: {"Action": "pyramid"}})
    append_row(sent, {"Player": "Cat", "Action": "pyramid"})
    resolved = Path(shutil.copytree(sent, tmp_path / "resolved"))
    with monkeypatch.context() as patch:
        killer = Killer(patch, resolved)
        assert gm("-C", resolved, "resolve").code == 0
        calls = range(1, killer.calls + 1, 15)
    assert len(calls) >= 5
    whole = (resolved / "journal.jsonl").read_bytes()
    for at in calls:
        folder = Path(shutil.copytree(sent, tmp_path / str(at) / "sent"))
        with monkeypatch.context() as patch, pytest.raises(Killed):
            Killer(patch, folder, at)
            gm("-C", folder, "resolve")
        left = (folder / "journal.jsonl").read_bytes() if (folder / "journal.jsonl").exists() else b""
        assert left in (b"", whole), at
        assert gm("-C", folder, "status").code == 0
        again = gm("-C", folder, "resolve", "--json")
        assert again.json["outcome"] == ("nothing" if left else "resolved"), at
        assert contents(folder) == contents(resolved), at
    assert len(read(whole.splitlines()).steps) == 3
