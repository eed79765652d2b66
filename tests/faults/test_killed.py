"""gm is killed at a system call that changes something on the disk: each of them in turn.

After it the game is the old one or the new one, whatever command looks; a rerun ends well, with the same files as if
nothing had happened, and nothing half-written is left.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from table_play import contents, gm

from gm_tool.engine.journal import read
from gm_tool.io.transaction import Transaction

CHANGING = ("open", "replace", "unlink", "mkdir", "rmdir", "fsync", "chmod", "write")
"""The functions of `os` by which a transaction changes the disk, or asks for its being written."""


class Killed(BaseException):
    """The process is gone. Nobody catches it, and nothing that is called on its way out does anything."""


class Killer:
    """Counts the calls that change something in a folder, and kills at that of a number; all later calls fail, too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, at: int | None = None) -> None:
        self.folder, self.at, self.calls, self.dead = str(folder), at, 0, False
        for name in CHANGING:
            monkeypatch.setattr(os, name, self._watched(name, getattr(os, name)))

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **more: Any) -> Any:
            concerns = name in ("fsync", "write") or str(given[0]).startswith(self.folder)
            reads = name == "open" and not (given[1] if len(given) > 1 else 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            locks = name == "open" and str(given[0]).endswith(".gm.lock")
            if not concerns or reads or locks:
                return real(*given, **more)
            self.calls += 1
            if self.dead or self.calls == self.at:
                self.dead = True
                raise Killed
            return real(*given, **more)

        return called


def given(folder: Path) -> Transaction:
    transaction = Transaction(folder)
    transaction.write("journal.jsonl", b"new\n", secret=True)
    transaction.write("posts/a/public.txt", b"new")
    transaction.write("posts/a/private/Ann.txt", b"new", secret=True)
    transaction.drop("posts/a/public.part-1.txt")
    return transaction


def begun(folder: Path) -> Path:
    (folder / "posts/a").mkdir(parents=True)
    for name in ("journal.jsonl", "posts/a/public.txt", "posts/a/public.part-1.txt"):
        (folder / name).write_bytes(b"old")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_transaction_survives_being_killed_at_every_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        killer = Killer(patch, begun(tmp_path / "whole"))
        given(tmp_path / "whole").commit()
        calls = killer.calls
    whole = files(tmp_path / "whole")
    assert calls >= 12
    for at in range(1, calls + 1):
        folder = begun(tmp_path / str(at))
        with monkeypatch.context() as patch, pytest.raises(Killed):
            Killer(patch, folder, at)
            given(folder).commit()
        left = {name: data for name, data in files(folder).items() if ".gm-" not in name}
        assert set(left.values()) <= {b"old", b"new", b"new\n"}, at
        assert left["journal.jsonl"] in (b"old", b"new\n")
        if left["journal.jsonl"] == b"old":
            assert left["posts/a/public.txt"] == b"old", "the journal comes first"
        given(folder).commit()
        assert files(folder) == whole, at


def calls_of_resolve(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many calls `gm resolve` makes; as many are alike, every seventh has to do."""
    with monkeypatch.context() as patch:
        killer = Killer(patch, folder)
        assert gm("-C", folder, "resolve", "round-2").code == 0
        return list(range(1, killer.calls + 1, 7))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # of what was being written then
def test_resolve_survives_being_killed(
    sent: Path, resolved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = calls_of_resolve(Path(shutil.copytree(sent, tmp_path / "counted")), monkeypatch)
    assert len(calls) >= 5
    old, new = read((sent / "journal.jsonl").read_bytes().splitlines()), (resolved / "journal.jsonl").read_bytes()
    for at in calls:
        folder = Path(shutil.copytree(sent, tmp_path / str(at) / "game"))
        with monkeypatch.context() as patch, pytest.raises(Killed):
            Killer(patch, folder, at)
            gm("-C", folder, "resolve", "round-2")
        left = (folder / "journal.jsonl").read_bytes()
        assert left == new or read(left.splitlines()).digest == old.digest, at
        assert gm("-C", folder, "status").code == 0
        again = gm("-C", folder, "resolve", "round-2", "--json")
        assert again.json["outcome"] == ("unchanged" if left == new else "resolved"), at
        assert contents(folder) == contents(resolved), at


def test_reveal_survives_being_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished = Path(__file__).resolve().parents[2] / "examples" / "camellots-finished"
    whole = Path(shutil.copytree(finished, tmp_path / "whole"))
    with monkeypatch.context() as patch:
        killer = Killer(patch, whole)
        assert gm("-C", whole, "reveal").code == 0
        calls = range(1, killer.calls + 1, 3)
    for at in calls:
        folder = Path(shutil.copytree(finished, tmp_path / str(at)))
        with monkeypatch.context() as patch, pytest.raises(Killed):
            Killer(patch, folder, at)
            gm("-C", folder, "reveal")
        assert gm("-C", folder, "reveal").code == 0
        assert contents(folder) == contents(whole)
