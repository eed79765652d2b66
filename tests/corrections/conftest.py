"""A game of several rounds to correct: made once, copied for each test."""

import shutil
from pathlib import Path

import pytest
from evening_play import six_rounds
from table_play import new_game


@pytest.fixture(scope="session")
def _six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return six_rounds(tmp_path_factory.mktemp("six") / "game")


@pytest.fixture
def six(_six: Path, tmp_path: Path) -> Path:
    """A game of which six rounds are resolved, the fifth with a typo in Ann's order; the seventh sheet is empty."""
    return Path(shutil.copytree(_six, tmp_path / "game"))


@pytest.fixture
def fresh_game(tmp_path: Path) -> Path:
    """A game of which nothing is resolved."""
    return new_game(tmp_path / "fresh")
