"""`gm` warns where others may read a game folder: in a git repository that is sent elsewhere, in a cloud."""

import shutil
import subprocess
from pathlib import Path

import pytest
from table_play import ROUND, contents, edit, fill, gm, new_game, play, sheet_of

from gm_tool.io.repository import is_ignored, repository_of

BOARD = ("board.svg", "board.png")
REMOTE = '[remote "origin"]\n\turl = https://example.org/games.git\n'


def in_repository(root: Path, config: str = REMOTE) -> Path:
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "config").write_text(config)
    return root


def codes(*arguments: str | Path) -> list[str]:
    return [problem["code"] for problem in gm(*arguments, "--json").json["problems"]]


def test_a_game_in_a_repository_without_a_list_is_warned_of_by_every_command(played: Path, tmp_path: Path) -> None:
    folder = Path(shutil.move(played, in_repository(tmp_path / "repository") / "game"))
    for command in (["check"], ["status"], ["resolve", "round-2"]):
        assert "folder.shared" in codes("-C", folder, *command)
    for command in (["check"], ["status"], ["resolve", "round-3"]):
        done = gm("-C", folder, *command)
        assert done.text.count("in a git repository that is sent elsewhere") == 1
        assert "seed.key, journal.jsonl, results.xlsx and 5 more kinds of files" in done.text


def test_the_warning_is_no_part_of_the_journal(fresh: Path, tmp_path: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    alone = Path(shutil.copytree(fresh, tmp_path / "alone"))
    shared = Path(shutil.copytree(fresh, in_repository(tmp_path / "repository") / "game"))
    for folder in (alone, shared):
        assert gm("-C", folder, "resolve", "round-1").code == 0
    assert (alone / "journal.jsonl").read_bytes() == (shared / "journal.jsonl").read_bytes()


def test_once_git_leaves_the_secrets_out_nothing_is_said(played: Path, tmp_path: Path) -> None:
    root = in_repository(tmp_path / "repository")
    folder = Path(shutil.move(played, root / "game"))
    (root / ".gitignore").write_text("game/\n")
    assert codes("-C", folder, "check") == codes("-C", folder, "status") == []
    (root / ".gitignore").write_text("seed.key\n")
    assert "folder.shared" in codes("-C", folder, "check"), "the journal holds orders"


def test_orders_in_a_file_of_ones_own_are_secret_too(tmp_path: Path) -> None:
    root = in_repository(tmp_path / "repository")
    folder = new_game(root / "game")
    (folder / "orders-1.csv").write_text("Player,Submission\nAnn,tile on 7\n", encoding="utf-8")
    assert "folder.shared" not in codes("-C", folder, "status")
    edit(folder / "game.yaml", '# source: "sheets/{word}-{nn}.xlsx"', 'source: "orders-{n}.csv"')
    for command in (["status"], ["check"], ["resolve", "round-1"]):
        assert "doesn't leave out what is secret: orders-1.csv." in gm("-C", folder, *command).text
    with (folder / ".gitignore").open("a") as file:
        file.write("/orders-*.csv\n")
    assert "folder.shared" not in codes("-C", folder, "status")
    edit(folder / "game.yaml", '"orders-{n}.csv"', f'"{tmp_path}/elsewhere.csv"')
    assert "folder.shared" not in codes("-C", folder, "status"), "it isn't in the repository"


def test_a_repository_of_ones_own_goes_nowhere(played: Path, tmp_path: Path) -> None:
    folder = Path(shutil.move(played, in_repository(tmp_path / "repository", "[core]\n") / "game"))
    assert codes("-C", folder, "check") == []


def test_a_new_game_in_a_repository_brings_its_own_list(tmp_path: Path) -> None:
    root = in_repository(tmp_path / "repository")
    folder = new_game(root / "game")
    assert ".gitignore" in contents(folder)
    play(folder, ROUND)
    assert codes("-C", folder, "check") == []
    assert gm("-C", folder, "verify").code == 0


def test_what_is_left_out_is_what_is_secret(tmp_path: Path) -> None:
    """All secret files that gm writes, and no public one."""
    folder = new_game(in_repository(tmp_path / "repository") / "game")
    play(folder, ROUND)
    assert gm("-C", folder, "posts", "--dialect", "discord").code == 0
    assert gm("-C", folder, "check", "--snapshot").code == 0
    repository = repository_of(folder)
    assert repository is not None
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".gm.lock"):
        secret = not path.stat().st_mode & 0o044
        assert is_ignored(repository, path) is secret, path


@pytest.mark.parametrize(
    ("name", "secret"),
    [
        ("posts/final/points.svg", True),  # the score of another game
        ("posts/final/bsw/points.png", True),
        ("posts/final/orders.part-2.txt", True),
        ("posts/round-01/private/public.txt", True),  # there is a player of that name
        ("posts/round-01/discord/private/board.svg.txt", True),
        ("posts/round-01/.gm-0003.part", True),  # half-written when gm was killed
        (".gm-0000.part", True),
        ("posts/erratum-01/gm.txt", True),
        ("posts/erratum-01/public.txt", False),
        ("posts/final/race.png", False),
        ("posts/final/discord/public.part-2.txt", False),
        ("posts/reveal/orders.txt", False),
        ("posts/reveal/check_draws.py", False),
        ("templates/public.txt", False),
    ],
)
def test_what_is_made_later_is_left_out_where_it_is_secret(tmp_path: Path, name: str, secret: bool) -> None:
    folder = new_game(in_repository(tmp_path / "repository") / "game")
    repository = repository_of(folder)
    assert repository is not None
    assert is_ignored(repository, folder / name) is secret


@pytest.mark.skipif(not shutil.which("git"), reason="git isn't there")
def test_git_reads_the_list_in_the_same_way(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    folder = new_game(tmp_path / "game")
    play(folder, ROUND)
    (folder / "posts/round-01/.gm-0003.part").write_bytes(b"half")
    (folder / "posts/round-01/points.svg").write_bytes(b"<svg/>")
    listed = ["git", "-C", str(folder), "ls-files", "--others", "--exclude-standard"]
    seen = subprocess.run(listed, check=True, capture_output=True, text=True).stdout.split()
    posts = {"pregame/public.txt", *(f"round-01/{name}" for name in ("public.txt", "public.html", *BOARD))}
    assert set(seen) - {".gm.lock"} == {".gitignore", *(f"posts/{name}" for name in posts)}


def test_no_list_is_written_outside_of_git_or_over_one_that_is_there(tmp_path: Path) -> None:
    assert ".gitignore" not in contents(new_game(tmp_path / "game"))
    folder = in_repository(tmp_path / "repository") / "game"
    folder.mkdir()
    (folder / ".gitignore").write_text("# mine\n")
    new_game(folder)
    assert (folder / ".gitignore").read_text() == "# mine\n"
    assert "folder.shared" in codes("-C", folder, "status")


def test_a_cloud_is_told_until_the_game_has_begun(tmp_path: Path) -> None:
    folder = tmp_path / "OneDrive - Ann" / "game"
    folder.parent.mkdir()
    players = [word for name in ("Ann", "Bob", "Cat", "Dan", "Eve") for word in ("--player", name)]
    assert "This folder is in OneDrive" in gm("new", folder, *players).text
    assert "This folder is in OneDrive" in gm("-C", folder, "status").text
    play(folder, ROUND)
    assert codes("-C", folder, "check") == codes("-C", folder, "status") == []
