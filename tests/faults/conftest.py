"""A game to spoil: made once, copied for each test."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
from table_play import ROUND, fill, new_game, play, sheet_of

SECOND: dict[str, Mapping[str, str | int]] = {"Ann": {"Action": "tile", "Space": 17}, "Bob": ROUND["Ann"]}


@pytest.fixture(scope="session")
def _sent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = new_game(tmp_path_factory.mktemp("faults") / "game")
    play(folder, ROUND)
    fill(sheet_of(folder, 2), SECOND)
    return folder


@pytest.fixture
def sent(_sent: Path, tmp_path: Path) -> Path:
    """A game with its first round resolved, and the orders of the second in their sheet."""
    return Path(shutil.copytree(_sent, tmp_path / "game"))


@pytest.fixture(scope="session")
def resolved(_sent: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with its second round resolved, for looking only: what a rerun must come to."""
    from table_play import gm

    folder = Path(shutil.copytree(_sent, tmp_path_factory.mktemp("resolved") / "game"))
    assert gm("-C", folder, "resolve", "round-2").code == 0
    return folder


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """A new game, nothing sent yet."""
    return new_game(tmp_path / "fresh")


@pytest.fixture
def played(_sent: Path, tmp_path: Path) -> Path:
    """A game with its first round resolved."""
    return Path(shutil.copytree(_sent, tmp_path / "played"))
