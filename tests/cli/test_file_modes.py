"""Whatever gm writes is its owner's alone to read, but for a short list of files that everybody may have."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_play import fill, gm, sheet_of

from gm_tool.app.publish import PUBLIC_POSTS

FINISHED = Path(__file__).parents[2] / "examples" / "camellots-finished"
FOR_ALL = (".gm.lock", "sheets/round-02-public.xlsx", "templates/public.txt")

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files")


@pytest.fixture(autouse=True)
def _open_handed() -> Iterator[None]:
    """The system gives files to everybody unless a program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def others_read(folder: Path) -> set[str]:
    """The files of a game folder that others may read."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in files if path.stat().st_mode & 0o077}


def test_a_running_game(fresh: Path) -> None:
    sheet_of(fresh, 1).chmod(0o600)
    fill(sheet_of(fresh, 1), {"Ann": {"Action": "tile", "Space": 17}})
    for words in (
        ("check", "--snapshot"),
        ("resolve",),
        ("sheet",),
        ("sheet", "--public"),
        ("sheet", "--to", fresh / "sheets/mine.xlsx"),
        ("templates", "copy", "public"),
        ("posts",),
        ("posts", "1", "--dialect", "discord"),
    ):
        assert gm("-C", fresh, *words).code == 0, words
    shared = others_read(fresh)
    assert shared >= {"sheets/round-02-public.xlsx", "posts/round-01/public.txt"}
    assert {name for name in shared if not PUBLIC_POSTS.fullmatch(name)} <= set(FOR_ALL)
    everything = {path.relative_to(fresh).as_posix() for path in fresh.rglob("*") if path.is_file()}
    assert everything - shared >= {"game.yaml", "seed.key", "journal.jsonl", "results.xlsx", "sheets/round-02.xlsx"}
    assert any(name.startswith("snapshots/") for name in everything - shared)
    assert not [name for name in everything - shared if PUBLIC_POSTS.fullmatch(name)]


def test_a_game_that_is_over(tmp_path: Path) -> None:
    for name in ("game.yaml", "seed.key", "journal.jsonl"):
        shutil.copy(FINISHED / name, tmp_path / name)
        (tmp_path / name).chmod(0o600)
    assert gm("-C", tmp_path, "posts").code == 0
    assert gm("-C", tmp_path, "resolve", "round-8").code == 0
    shared = others_read(tmp_path)
    assert "posts/final/public.txt" in shared
    assert "posts/final/orders.txt" not in shared
    assert gm("-C", tmp_path, "reveal").code == 0
    shared = others_read(tmp_path)
    assert shared >= {f"posts/reveal/{name}" for name in ("public.txt", "orders.txt", "reveal.html", "check_draws.py")}
    assert {name for name in shared if not PUBLIC_POSTS.fullmatch(name)} <= set(FOR_ALL)


def test_the_demo(tmp_path: Path) -> None:
    assert gm("demo", tmp_path / "demo").code == 0
    shared = others_read(tmp_path / "demo")
    assert "posts/round-04/public.txt" in shared
    assert {name for name in shared if not PUBLIC_POSTS.fullmatch(name)} <= set(FOR_ALL)
