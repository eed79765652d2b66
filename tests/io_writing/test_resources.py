from __future__ import annotations

from pathlib import Path

import pytest

from gm_tool.core.problems import BadInput, WorldFailed
from gm_tool.io import resources
from gm_tool.io.resources import examples_folder, languages, template_files


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with two templates, as it lies in a checkout: beside the package."""
    own = tmp_path / "templates" / "auction"
    own.mkdir(parents=True)
    (own / "public.txt").write_text("own public")
    (own / "gm.txt").write_text("own gm")
    (tmp_path / "examples").mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "gm_tool")
    return tmp_path


def test_templates_come_along(installed: Path) -> None:
    assert template_files("auction") == {
        "gm.txt": ("own gm", "gm's own templates/auction/gm.txt"),
        "public.txt": ("own public", "gm's own templates/auction/public.txt"),
    }
    assert template_files("chess") == {}


def test_a_game_folder_overrides_file_by_file(installed: Path) -> None:
    mine = installed / "game" / "templates"
    mine.mkdir(parents=True)
    (mine / "public.txt").write_bytes(b"\xef\xbb\xbfmine\r\nhere\r")
    for ignored in (".public.txt.swp", "gm.txt~", "~$gm.txt"):
        (mine / ignored).write_text("no")
    files = template_files("auction", installed / "game")
    assert files["public.txt"] == ("mine\nhere\n", "templates/public.txt")
    assert files["gm.txt"][0] == "own gm"
    assert list(files) == ["gm.txt", "public.txt"]


def test_a_language_lies_between_english_and_the_folders_own(installed: Path) -> None:
    german, mine = installed / "templates/auction/de", installed / "game/templates"
    for folder in (german, installed / "templates/auction/__pycache__", mine):
        folder.mkdir(parents=True)
    (german / "public.txt").write_text("deutsch")
    (german / "gm.txt").write_text("deutsch")
    (mine / "gm.txt").write_text("mine")
    files = template_files("auction", installed / "game", "de")
    assert files["public.txt"] == ("deutsch", "gm's own templates/auction/de/public.txt")
    assert files["gm.txt"] == ("mine", "templates/gm.txt")
    assert template_files("auction")["public.txt"][0] == "own public"
    assert languages("auction") == ("en", "de")
    assert languages("chess") == ("en",)


def test_a_template_that_is_no_text_is_named(installed: Path) -> None:
    mine = installed / "game" / "templates"
    mine.mkdir(parents=True)
    (mine / "public.txt").write_bytes("Kämpfe".encode("latin-1"))
    with pytest.raises(BadInput) as refused:
        template_files("auction", installed / "game")
    (problem,) = refused.value.problems
    assert (problem.code, problem.place.file) == ("template.encoding", "templates/public.txt")


def test_inside_the_package_comes_before_beside_it(installed: Path) -> None:
    assert examples_folder() == installed / "examples"
    (installed / "gm_tool" / "examples").mkdir(parents=True)
    assert examples_folder() == installed / "gm_tool" / "examples"


def test_a_broken_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "gone" / "gm_tool")
    with pytest.raises(WorldFailed) as failure:
        examples_folder()
    assert failure.value.hint == "Install gm again."


def test_the_real_ones_are_there() -> None:
    assert "public.txt" in template_files("camellots")
    assert examples_folder().is_dir()
