"""Entry points are read from where packages tell of themselves, as importlib.metadata would."""

import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from gm_tool.io.doors import Door, declared

TOLD = """
[console_scripts]
oasis = oasis:main

[gm_tool.games]
# ours
oasis = oasis.game:Oasis
dunes=oasis.dunes:Dunes
no door

[others]
oasis = other:Oasis
"""


def package(folder: Path, name: str, told: str = TOLD) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "entry_points.txt").write_text(told, encoding="utf-8")


@pytest.mark.parametrize("group", ["gm_tool.games", "console_scripts", "pytest11", "no.such.group"])
def test_the_doors_here_are_those_that_python_tells(group: str) -> None:
    assert declared(group) == sorted(Door(door.name, door.value) for door in entry_points(group=group))


@pytest.mark.parametrize("end", ["1.0.dist-info", "1.0-py3.11.egg-info"])
def test_a_group_has_its_own_lines_by_name(end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, f"oasis-{end}")
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "gone")])
    assert declared("gm_tool.games") == [Door("dunes", "oasis.dunes:Dunes"), Door("oasis", "oasis.game:Oasis")]


def test_a_package_counts_where_it_lies_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path / "a", "my_oasis-2.dist-info", "[gm_tool.games]\noasis = new:Oasis\n")
    package(tmp_path / "b", "My.Oasis-1.dist-info", "[gm_tool.games]\noasis = old:Oasis\n")
    package(tmp_path / "b", "other-1.dist-info", "[gm_tool.games]\noasis = other:Oasis\n")
    (tmp_path / "b" / "bare-1.dist-info").mkdir()
    monkeypatch.setattr(sys, "path", [str(tmp_path / "a"), str(tmp_path / "b")])
    assert declared("gm_tool.games") == [Door("oasis", "new:Oasis"), Door("oasis", "other:Oasis")]


def test_the_working_folder_counts_where_python_looks_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package(tmp_path, "oasis-1.dist-info")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [""])
    assert len(declared("gm_tool.games")) == 2


class OtherFinder:
    """One that finds packages somewhere else."""

    def find_spec(self, *_: object) -> None:
        return None

    def find_distributions(self, *_: object) -> list[object]:
        return []


@pytest.mark.parametrize("other", ["archive", "egg", "finder"])
def test_where_packages_lie_elsewhere_python_is_asked(
    other: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def entry_points(group: str) -> tuple[()]:
        asked.append(group)
        return ()

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    (tmp_path / "packages.zip").write_bytes(b"")
    (tmp_path / "oasis.egg").mkdir()
    match other:
        case "archive":
            monkeypatch.setattr(sys, "path", [str(tmp_path / "packages.zip")])
        case "egg":
            monkeypatch.setattr(sys, "path", [str(tmp_path / "oasis.egg")])
        case _:
            monkeypatch.setattr(sys, "meta_path", [OtherFinder(), *sys.meta_path])
    assert declared("gm_tool.games") == []
    assert asked == ["gm_tool.games"]
