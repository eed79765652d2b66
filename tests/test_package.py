"""What is handed out holds what a GM needs, and nothing of the workshop."""

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import gm_tool

REPOSITORY = Path(__file__).resolve().parents[1]


def files_below(name: str, suffix: str = "") -> set[str]:
    """The files of a folder of the repository, by their path from there."""
    files = (REPOSITORY / name).rglob(f"*{suffix}")
    return {
        file.relative_to(REPOSITORY).as_posix() for file in files if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel, built offline."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-t", "sdist", "-d", str(folder)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, encoding="utf-8", timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> dict[str, str]:
    """The files of the wheel; of its small texts in dist-info, what stands in them."""
    [path] = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
        assert len(set(names)) == len(names)
        return {name: archive.read(name).decode() if ".dist-info/" in name else "" for name in names}


def test_the_wheel_holds_every_module(wheel: dict[str, str]) -> None:
    assert files_below("gm_tool", ".py") <= set(wheel)
    assert "gm_tool/py.typed" in wheel


@pytest.mark.parametrize("name", ["templates", "examples"])
def test_the_wheel_brings_templates_and_examples_along(wheel: dict[str, str], name: str) -> None:
    brought = files_below(name)
    assert brought
    assert {f"gm_tool/{file}" for file in brought} <= set(wheel)


def test_the_wheel_holds_nothing_else(wheel: dict[str, str]) -> None:
    information = f"gm_tool-{gm_tool.__version__}.dist-info/"
    strange = [name for name in wheel if not name.startswith(("gm_tool/", information))]
    assert strange == []
    ours = [
        name for name in wheel if not name.startswith("gm_tool/examples/auction/")
    ]  # an example of a package, whole
    assert not [name for name in ours if "test" in name.split("/")[-1] or name.startswith("gm_tool/tests")]


def test_the_wheel_names_the_command_and_the_games(wheel: dict[str, str]) -> None:
    [entry_points] = [text for name, text in wheel.items() if name.endswith("/entry_points.txt")]
    assert "gm = gm_tool.cli:main" in entry_points
    games = entry_points.partition("[gm_tool.games]\n")[2].splitlines()[:3]
    assert games == [
        "camel_up = gm_tool.rules.camel_up:CamelUp",
        "camellots = gm_tool.rules.camellots:CamelLots",
        "caravaneers = gm_tool.rules.caravaneers:Caravaneers",
    ]


def test_the_wheel_says_what_it_is(wheel: dict[str, str]) -> None:
    [text] = [text for name, text in wheel.items() if name.endswith("/METADATA")]
    said = Parser().parsestr(text)
    assert (said["Name"], said["Version"], said["License-Expression"]) == ("gm-tool", gm_tool.__version__, "MIT")
    assert said["Requires-Python"] == ">=3.11"
    assert any(name.endswith("/licenses/LICENSE") for name in wheel)


def test_the_changelog_tells_of_this_version() -> None:
    assert f"## {gm_tool.__version__}" in (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_requirement_is_locked() -> None:
    """What pyproject.toml asks for has one tested version in requirements-dev.txt."""
    import tomllib

    from packaging.requirements import Requirement

    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lines = (REPOSITORY / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    locked = {req.name.lower(): req for req in (Requirement(line) for line in lines if not line.startswith("#"))}
    assert all(str(req.specifier).startswith("==") for req in locked.values())
    for text in [*project["dependencies"], *project["optional-dependencies"]["dev"]]:
        asked = Requirement(text)
        assert asked.name.lower() in locked, f"{asked.name} is not in requirements-dev.txt: make lock"
        version = str(locked[asked.name.lower()].specifier).removeprefix("==")
        assert asked.specifier.contains(version), f"{asked.name} {version} is locked, {asked.specifier} is asked for"


def test_the_source_holds_what_its_own_tests_need(built: Path) -> None:
    [path] = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers()}
    needed = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "Makefile", "requirements-dev.txt"}
    assert needed | files_below("gm_tool", ".py") | files_below("tests", ".py") | files_below("templates") <= names
    assert not [name for name in names if name.startswith((".venv", ".git/", "dist", ".hypothesis"))]


def test_the_wheel_from_the_source_is_the_same(built: Path, tmp_path: Path) -> None:
    [source] = built.glob("*.tar.gz")
    [wheel] = built.glob("*.whl")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path)  # our own; `filter` is missing in early releases of Python 3.11
    [unpacked] = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "again")]
    subprocess.run(command, cwd=unpacked, capture_output=True, timeout=120, check=True)
    with zipfile.ZipFile(tmp_path / "again" / wheel.name) as again, zipfile.ZipFile(wheel) as first:
        assert {name: again.read(name) for name in again.namelist()} == {
            name: first.read(name) for name in first.namelist()
        }


def test_what_is_installed_along_is_what_the_package_imports() -> None:
    """Each library that users get with gm is imported by it; one that only the tests need is the developers'."""
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    named = {re.split(r"[<>=!~\[; ]", text)[0].lower() for text in settings["project"]["dependencies"]}
    modules = {"pyyaml": "yaml", "google-auth": "google"}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (REPOSITORY / "gm_tool").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", source, re.MULTILINE))
    by_name = {"tzdata"}  # read as data: resources.files("tzdata")
    unused = {name for name in named if modules.get(name, name.replace("-", "_")) not in imported} - by_name
    assert not unused
