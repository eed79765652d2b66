"""A correction that is cut off leaves the old game or the new one, and the same command ends it well."""

import errno
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from table_play import contents, gm

SALE = ("correct", "6", "--set", "Bob", "bet 2 on red", "--date", "2026-03-14", "--yes")


class CutOff:
    """Fails a system call of that name from the n-th call on: the disk is full, or gm was killed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, fails_at: int, failure: BaseException) -> None:
        self.calls, self.fails_at, self.failure, self.real = 0, fails_at, failure, getattr(os, name)
        monkeypatch.setattr(os, name, self)

    def __call__(self, *arguments: Any, **more: Any) -> Any:
        self.calls += 1
        if self.calls >= self.fails_at:
            raise self.failure
        return self.real(*arguments, **more)


@pytest.fixture(scope="module")
def corrected(_six: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """What the whole correction leaves behind."""
    whole = Path(shutil.copytree(_six, tmp_path_factory.mktemp("whole") / "game"))
    assert gm("-C", whole, *SALE).code == 0
    return contents(whole)


@pytest.mark.parametrize(("name", "call"), [("fsync", 5), ("replace", 1), ("replace", 2), ("replace", 9)])
def test_a_full_disk_or_a_kill(
    six: Path, corrected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    before = contents(six)
    with monkeypatch.context() as patch:
        CutOff(patch, name, call, OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
        done = gm("-C", six, *SALE)
    assert done.code == 3
    after = contents(six)
    assert after["journal.jsonl"] in (before["journal.jsonl"], corrected["journal.jsonl"])
    if name == "fsync" or call == 1:
        assert after == before
        assert gm("-C", six, *SALE).code == 0
    else:
        assert "Already written: journal.jsonl" in done.text
        assert gm("-C", six, "correct", "6", "--yes").code == 0, "what is lacking is made again"
    assert contents(six) == corrected


def test_another_gm_that_was_faster_is_noticed(six: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from gm_tool.app import redo

    before = contents(six)
    monkeypatch.setattr(redo, "journal_lines", lambda path: [b"another\n"])
    done = gm("-C", six, *SALE)
    assert done.code == 3
    assert "Another gm has written to this game meanwhile" in done.text
    assert contents(six) == before
