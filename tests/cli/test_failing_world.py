"""Files open elsewhere, a full disk, a locked folder: exit code 3, and the old state or the new one."""

import errno
import os
from pathlib import Path
from typing import Any

import filelock
import pytest
from table_play import LOCK, ROUND, arguments_of, contents, fill, gm, new_game, sheet_of


@pytest.fixture
def sent(fresh: Path) -> Path:
    """A game whose first round can be resolved, to the same posts as that of `played`."""
    fill(sheet_of(fresh, 1), ROUND)
    return fresh


def test_a_workbook_that_is_open_is_noticed_before_anything_is_written(played: Path) -> None:
    (played / ".~lock.results.xlsx#").write_bytes(b"ann")
    before = contents(played)
    done = gm("-C", played, "resolve", "round-2")
    assert done.code == 3
    assert "results.xlsx is open in LibreOffice" in done.err
    assert contents(played) == before
    (played / ".~lock.results.xlsx#").unlink()
    assert gm("-C", played, "resolve", "round-2").code == 0


def test_a_read_only_file_is_noticed_before_anything_is_written(played: Path) -> None:
    (played / "results.xlsx").chmod(0o400)
    before = contents(played)
    done = gm("-C", played, "resolve", "round-2", "--json")
    assert done.code == 3
    assert "read-only" in done.json["error"]
    assert contents(played) == before


def test_a_folder_where_nothing_may_be_written(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(sent)
    real = os.access

    def access(path: Any, mode: int, **more: Any) -> bool:
        return not mode & os.W_OK and real(path, mode, **more)

    monkeypatch.setattr(os, "access", access)
    done = gm("-C", sent, "resolve", "round-1")
    assert done.code == 3
    assert "its folder is read-only" in done.err
    assert contents(sent) == before


def test_another_gm_in_the_folder_is_waited_for_and_then_told(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tool.app import posts, resolve, sheet
    from gm_tool.io.transaction import lock

    for module in (posts, resolve, sheet):
        monkeypatch.setattr(module, "lock", lambda folder: lock(folder, timeout=0.01))
    before = contents(sent)
    with filelock.FileLock(sent / LOCK):
        for arguments in (["resolve", "round-1"], ["sheet"], ["posts"]):
            done = gm("-C", sent, *arguments)
            assert done.code == 3
            assert "Another gm is working in this folder" in done.err
    assert contents(sent) == before


class FullDisk:
    """Fails the call of that number of os.fsync or os.replace, as a full disk does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, fails_at: int) -> None:
        self.calls, self.fails_at, self.real = 0, fails_at, getattr(os, name)
        monkeypatch.setattr(os, name, self)

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        self.calls += 1
        if self.calls == self.fails_at:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return self.real(*arguments, **more)


FILES = 11  # journal, snapshot, public post, five updates, the GM's notes, results.xlsx, the next sheet


def test_a_disk_that_is_full_while_writing_leaves_the_old_state(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(sent)
    for call in range(1, FILES + 1):
        with monkeypatch.context() as patch:
            FullDisk(patch, "fsync", call)
            done = gm("-C", sent, "resolve", "round-1")
        assert done.code == 3
        assert "the disk is full" in done.err
        assert contents(sent) == before
    assert gm("-C", sent, "resolve", "round-1", "--json").json["outcome"] == "resolved"
    assert gm("-C", sent, "verify").code == 0


@pytest.mark.parametrize("call", range(1, FILES + 1))
def test_a_disk_that_is_full_while_moving_in_leaves_old_or_new(
    sent: Path, played: Path, call: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(sent)
    with monkeypatch.context() as patch:
        FullDisk(patch, "replace", call)
        done = gm("-C", sent, "resolve", "round-1")
    assert done.code == 3
    after = contents(sent)
    assert not [name for name in after if name.endswith(".part")]
    if call == 1:
        assert "Nothing was written" in done.text
        assert after == before
    else:
        assert "Already written: journal.jsonl" in done.text, "the journal is the point of truth"
        assert len(after) == len(before) + call - 1
    again = gm("-C", sent, "resolve", "round-1", "--json")
    assert again.code == 0
    assert again.json["outcome"] == ("resolved" if call == 1 else "unchanged")
    whole = contents(played)
    lasting = {name for name in whole if not name.startswith("sheets/round-01")}
    assert lasting <= contents(sent).keys()
    lasting -= {"journal.jsonl", "snapshots/round-01-0001.json"}  # they have the sheet's digest, and its time in it
    assert {name: data for name, data in contents(sent).items() if name in lasting} == {
        name: whole[name] for name in lasting
    }


@pytest.mark.parametrize(("name", "calls"), [("fsync", 4), ("replace", 4)])
def test_a_disk_that_is_full_while_a_game_is_made(
    tmp_path: Path, name: str, calls: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for call in range(1, calls + 1):
        folder = tmp_path / f"game {call}"
        with monkeypatch.context() as patch:
            FullDisk(patch, name, call)
            assert gm(*arguments_of(folder)).code == 3
        if name == "fsync" or call == 1:
            assert not folder.exists()
            new_game(folder)
        else:
            assert "game.yaml" in contents(folder)


def test_what_the_system_refuses_is_told_in_a_line(sent: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tool.app import verify

    def compared(root: Path, made: Any) -> list[Any]:
        raise PermissionError(errno.EACCES, "Permission denied", made.name)

    monkeypatch.setattr(verify, "_compared", compared)
    done = gm("-C", sent, "verify")
    assert done.code == 3
    assert "posts/pregame/public.txt: Permission denied" in done.err
    monkeypatch.setattr(verify, "_compared", lambda *_: os.fsync(10**6))
    assert "The system refused: Bad file descriptor" in gm("-C", sent, "verify").err


@pytest.mark.parametrize("words", [("-C", "{}", "status"), ("new", "{}", "--player", "Ann"), ("demo", "{}")])
def test_a_name_that_no_disk_takes_is_said_to_be_too_long(words: tuple[str, ...], tmp_path: Path) -> None:
    name = tmp_path / ("oasis" * 60)
    done = gm(*(word.format(name) for word in words))
    assert done.code == 3
    assert "the name is too long for this disk. Give it a shorter one." in done.text


def test_a_sheet_of_such_a_name_is_not_there(fresh: Path) -> None:
    done = gm("-C", fresh, "check", "--from", f"{'oasis' * 60}.xlsx", "--json")
    assert done.code == 1 and [one["code"] for one in done.json["problems"]] == ["file.missing"]


def test_a_path_that_is_too_long_as_a_whole(tmp_path: Path) -> None:
    done = gm("-C", tmp_path / Path(*["oasis"] * 2000), "status")
    assert done.code == 3
    assert "the path is too long for this disk. Name a shorter path" in done.text
