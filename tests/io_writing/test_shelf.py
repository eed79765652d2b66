"""The shelf for what can be made again: the user's alone, and never in the way."""

import os
from pathlib import Path

import pytest

from gm_tool.io.shelf import own_shelf


def test_what_was_put_down_is_found_again(tmp_path: Path) -> None:
    shelf = own_shelf({"GM_CACHE": str(tmp_path / "shelf")})
    assert shelf is not None
    shelf.put("a", b"1")
    shelf.put("a", b"2")
    assert shelf.get("a") == b"2"
    assert shelf.get("b") is None
    assert [path.name for path in shelf.folder.iterdir()] == ["a"]


def test_it_lies_among_the_caches_of_the_user(tmp_path: Path) -> None:
    shelf = own_shelf({"HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)})
    assert shelf is not None
    assert shelf.folder.is_relative_to(tmp_path)
    if os.name == "posix":
        assert shelf.folder.stat().st_mode & 0o777 == 0o700


def test_it_can_be_switched_off() -> None:
    assert own_shelf({"GM_CACHE": "off"}) is None


def test_where_it_cannot_be_made_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert own_shelf({"GM_CACHE": str(tmp_path / "file" / "shelf")}) is None


@pytest.mark.skipif(os.name != "posix", reason="who may write is told by modes on POSIX only")
def test_a_folder_in_which_others_may_write_is_not_used(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    assert own_shelf({"GM_CACHE": str(folder)}) is None


def test_a_failing_disk_makes_it_forget(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = own_shelf({"GM_CACHE": str(tmp_path)})
    assert shelf is not None

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr("os.replace", fail)
    shelf.put("a", b"1")
    assert shelf.get("a") is None
