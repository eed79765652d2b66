"""Game folders to begin a test with: made once, copied for each test."""

import shutil
from pathlib import Path

import pytest
from table_play import ROUND, new_game, play


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    new_game(folder / "fresh")
    shutil.copytree(folder / "fresh", folder / "played")
    play(folder / "played", ROUND)
    return folder


@pytest.fixture
def fresh(_made: Path, tmp_path: Path) -> Path:
    """A new game, nothing sent yet."""
    return Path(shutil.copytree(_made / "fresh", tmp_path / "game"))


@pytest.fixture
def played(_made: Path, tmp_path: Path) -> Path:
    """A game with its first round resolved."""
    return Path(shutil.copytree(_made / "played", tmp_path / "played"))
