from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from gm_tool.core.problems import WorldFailed
from gm_tool.io.transaction import LOCK, Transaction, lock

posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX's")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def given(folder: Path, **writes: bytes) -> Transaction:
    transaction = Transaction(folder)
    for name, data in writes.items():
        transaction.write(name.replace("__", "/"), data)
    return transaction


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_files_and_their_folders_are_made(tmp_path: Path) -> None:
    assert given(tmp_path, a__b__c=b"1", d=b"2").commit() == ("a/b/c", "d")
    assert files(tmp_path) == {"a/b/c": b"1", "d": b"2"}


def test_a_game_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    given(tmp_path / "new" / "game", a=b"1").commit()
    assert files(tmp_path) == {"new/game/a": b"1"}


def test_a_file_with_the_same_bytes_is_not_touched(tmp_path: Path) -> None:
    given(tmp_path, a=b"1", b=b"1").commit()
    os.utime(tmp_path / "a", (0, 0))
    assert given(tmp_path, a=b"1", b=b"2").commit() == ("b",)
    assert (tmp_path / "a").stat().st_mtime == 0


def test_files_move_in_in_the_callers_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: list[str] = []
    replace = os.replace

    def seen(source: Any, target: Any) -> None:
        moved.append(Path(target).name)
        replace(source, target)

    monkeypatch.setattr(os, "replace", seen)
    given(tmp_path, z=b"1", a=b"1", m=b"1").commit()
    assert moved == ["z", "a", "m"]


@posix
def test_secret_files_are_their_owners_alone_from_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []
    fsync = os.fsync

    def seen(handle: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(handle).st_mode))
        fsync(handle)

    monkeypatch.setattr(os, "fsync", seen)
    transaction = Transaction(tmp_path)
    transaction.write("posts/private/Ann.txt", b"x", secret=True)
    transaction.write("posts/public.txt", b"x")
    old = os.umask(0o022)
    try:
        transaction.commit()
    finally:
        os.umask(old)
    assert modes[0] == 0o600
    assert mode(tmp_path / "posts/private/Ann.txt") == 0o600
    assert mode(tmp_path / "posts/private") == 0o700
    assert mode(tmp_path / "posts") == 0o755
    assert mode(tmp_path / "posts/public.txt") == 0o644


@posix
def test_a_secret_that_others_may_read_is_closed_again(tmp_path: Path) -> None:
    (tmp_path / "seed.key").write_bytes(b"x")
    (tmp_path / "seed.key").chmod(0o644)
    transaction = Transaction(tmp_path)
    transaction.write("seed.key", b"x", secret=True)
    assert transaction.commit() == ("seed.key",)
    assert mode(tmp_path / "seed.key") == 0o600


@posix
def test_a_file_keeps_the_mode_that_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o664)
    given(tmp_path, a=b"new").commit()
    assert mode(tmp_path / "a") == 0o664


class Disk:
    """A disk that fails at the n-th call of a function of `os`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, call: int, error: BaseException) -> None:
        self.calls, self.call, self.error, self.real = 0, call, error, getattr(os, name)
        monkeypatch.setattr(os, name, self)

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        if self.calls == self.call:
            raise self.error
        return self.real(*given)


@pytest.mark.parametrize("call", [1, 2, 3])
def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int) -> None:
    (tmp_path / "a").write_bytes(b"old")
    Disk(monkeypatch, "fsync", call, OSError(errno.ENOSPC, "No space left on device"))
    with pytest.raises(WorldFailed) as failure:
        given(tmp_path, a=b"new", b__c=b"new", d=b"new").commit()
    assert "disk is full" in failure.value.message
    assert [path.name for path in tmp_path.rglob("*")] == ["a"]
    assert files(tmp_path) == {"a": b"old"}


def test_a_file_held_by_another_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, "replace", 1, PermissionError(errno.EACCES, "in use"))
    with pytest.raises(WorldFailed) as failure:
        given(tmp_path, results=b"new").commit()
    assert "results" in failure.value.message and "Nothing was written" in failure.value.message
    assert "Excel" in failure.value.hint
    assert files(tmp_path) == {}


def test_a_failure_between_two_files_says_what_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Disk(monkeypatch, "replace", 2, PermissionError(errno.EACCES, "in use"))
    with pytest.raises(WorldFailed) as failure:
        given(tmp_path, journal=b"new", results=b"new").commit()
    assert "Already written: journal." in failure.value.message
    assert files(tmp_path) == {"journal": b"new"}


@pytest.mark.parametrize("call", [1, 2, 3, 4])
def test_a_killed_run_leaves_old_or_new_and_the_next_one_cleans_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    given(tmp_path, a=b"old", b__c=b"old").commit()
    with monkeypatch.context() as patch:
        patch.setattr("gm_tool.io.transaction._clear", lambda parts, made: None)  # a killed program clears nothing
        Disk(patch, "fsync" if call < 3 else "replace", call if call < 3 else call - 2, KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            given(tmp_path, a=b"new", b__c=b"new").commit()
    left = files(tmp_path)
    assert left.pop("a") in (b"old", b"new") and left.pop("b/c") in (b"old", b"new")
    assert left and all(Path(name).name.startswith(".gm-") for name in left)
    given(tmp_path, a=b"new", b__c=b"new").commit()
    assert files(tmp_path) == {"a": b"new", "b/c": b"new"}


def test_files_of_the_gm_are_not_swept_away(tmp_path: Path) -> None:
    (tmp_path / ".gm-notes").write_bytes(b"mine")
    given(tmp_path, a=b"1").commit()
    assert (tmp_path / ".gm-notes").exists()


@pytest.mark.parametrize("name", ["../a", "a/../../b", "/etc/x", "", ".", "a\\b", "C:x", "a\0b", "a\nb", "a?"])
def test_names_that_lead_out_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(WorldFailed):
        Transaction(tmp_path).write(name, b"")


@posix
def test_a_link_that_leads_out_is_refused_and_one_inside_is_followed(tmp_path: Path) -> None:
    game = tmp_path / "game"
    (game / "real").mkdir(parents=True)
    (game / "out").symlink_to(tmp_path)
    (game / "inside").symlink_to(game / "real")
    with pytest.raises(WorldFailed) as failure:
        Transaction(game).write("out/a", b"")
    assert "leads out" in failure.value.message
    given(game, inside__a=b"1").commit()
    assert files(game)["real/a"] == b"1"
    assert (game / "inside").is_symlink()


@posix
def test_a_link_that_leads_to_itself_is_named(tmp_path: Path) -> None:
    (tmp_path / "posts").symlink_to(tmp_path / "posts")
    with pytest.raises(WorldFailed, match=r"posts/public\.txt can't be written: a link in it leads to itself"):
        Transaction(tmp_path).write("posts/public.txt", b"")


def test_a_file_given_twice_is_a_bug(tmp_path: Path) -> None:
    transaction = given(tmp_path, a=b"1")
    with pytest.raises(ValueError):
        transaction.write("a", b"2")


@pytest.mark.parametrize(("mark", "program"), [("~$results.xlsx", "Excel"), (".~lock.results.xlsx#", "LibreOffice")])
def test_a_workbook_that_is_open_is_noticed_before(tmp_path: Path, mark: str, program: str) -> None:
    (tmp_path / "results.xlsx").write_bytes(b"old")
    (tmp_path / mark).write_bytes(b"")
    message = f"results.xlsx is open in {program}: close it and run the command again."
    transaction = Transaction(tmp_path)
    transaction.write("a", b"1")
    transaction.write("results.xlsx", b"new")
    with pytest.raises(WorldFailed) as failure:
        transaction.commit()
    assert failure.value.message == message
    assert files(tmp_path) == {"results.xlsx": b"old", mark: b""}


def test_an_open_workbook_that_stays_as_it_is_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "results.xlsx").write_bytes(b"old")
    (tmp_path / "~$results.xlsx").write_bytes(b"")
    transaction = Transaction(tmp_path)
    transaction.write("results.xlsx", b"old")
    assert transaction.commit() == ()


def test_a_read_only_file_and_a_folder_in_the_way_are_noticed_before(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o444)
    (tmp_path / "b").mkdir()
    for name, word in (("a", "read-only"), ("b", "is a folder"), ("a/c", "not a folder")):
        transaction = Transaction(tmp_path)
        transaction.write(name, b"new")
        with pytest.raises(WorldFailed) as failure:
            transaction.commit()
        assert word in failure.value.message
    (tmp_path / "a").chmod(0o644)


def test_a_folder_that_nobody_may_write_in_is_noticed_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *given: False)
    transaction = Transaction(tmp_path)
    transaction.write("posts/a", b"new")
    with pytest.raises(WorldFailed) as failure:
        transaction.commit()
    assert "its folder is read-only" in failure.value.message


def test_the_second_gm_in_a_folder_is_told_so(tmp_path: Path) -> None:
    with lock(tmp_path, timeout=0):
        with pytest.raises(WorldFailed) as failure, lock(tmp_path, timeout=0):
            pass
        assert "Another gm is working in this folder" in failure.value.message
    with lock(tmp_path, timeout=0):
        assert (tmp_path / LOCK).exists()


def test_a_lock_is_given_back_after_a_failure(tmp_path: Path) -> None:
    with pytest.raises(WorldFailed, match="boom"), lock(tmp_path, timeout=0):
        raise WorldFailed("boom")
    with lock(tmp_path, timeout=0):
        pass


def test_a_drive_without_locks_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def acquire(self: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr("filelock.FileLock.acquire", acquire)
    with pytest.raises(WorldFailed) as failure, lock(tmp_path, timeout=0):
        pass
    assert "can't lock files" in failure.value.message


def test_a_folder_that_is_gone_cannot_be_locked(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(WorldFailed), lock(tmp_path / "file", timeout=0):
        pass
