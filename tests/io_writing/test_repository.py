"""Which files git leaves out, held against git itself; repositories and clouds around a folder."""

import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from gm_tool.io.repository import cloud_of, is_ignored, repository_of

GIT = shutil.which("git")
REMOTE = '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.org/games.git\n'


def repository(root: Path, config: str = REMOTE) -> Path:
    (root / ".git" / "info").mkdir(parents=True)
    (root / ".git" / "config").write_text(config)
    return root


def ignored(root: Path, name: str) -> bool:
    found = repository_of(root)
    assert found is not None
    return is_ignored(found, root / name)


def test_outside_of_git_there_is_no_repository(tmp_path: Path) -> None:
    assert repository_of(tmp_path / "not" / "there") is None
    (tmp_path / ".git").write_text("no pointer\n")
    assert repository_of(tmp_path) is None


def test_a_remote_is_what_makes_it_go_elsewhere(tmp_path: Path) -> None:
    alone = repository_of(repository(tmp_path / "alone", "[core]\n") / "games" / "oasis")
    sent = repository_of(repository(tmp_path / "sent") / "games" / "oasis")
    assert alone is not None
    assert sent is not None
    assert (alone.remote, sent.remote) == (False, True)
    assert sent.root == Path(os.path.realpath(tmp_path / "sent"))


def test_a_worktree_and_a_submodule_point_to_their_repository(tmp_path: Path) -> None:
    main = repository(tmp_path / "main")
    inner = main / ".git" / "worktrees" / "other"
    inner.mkdir(parents=True)
    (inner / "commondir").write_text("../..\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / ".git").write_text(f"gitdir: {inner}\n")
    found = repository_of(tmp_path / "other" / "game")
    assert found is not None
    assert found.remote
    module = main / ".git" / "modules" / "sub"
    module.mkdir(parents=True)
    (module / "config").write_text(REMOTE)
    (main / "sub").mkdir()
    (main / "sub" / ".git").write_text("gitdir: ../.git/modules/sub\n")
    sub = repository_of(main / "sub")
    assert sub is not None
    assert (sub.root.name, sub.remote) == ("sub", True)


@pytest.mark.parametrize(
    ("lines", "name", "expected"),
    [
        ("seed.key", "game/seed.key", True),
        ("/seed.key", "game/seed.key", False),
        ("game/", "game/seed.key", True),
        ("seed.key/", "game/seed.key", False),
        ("game/*\n!game/posts", "game/posts/round-01/public.txt", False),
        ("game/\n!game/seed.key", "game/seed.key", True),
        ("*.key\n!seed.key", "game/seed.key", False),
        ("**/private/", "game/posts/round-01/private/Ann.txt", True),
        ("game/**/Ann.txt", "game/posts/round-01/private/Ann.txt", True),
        ("game/posts/**", "game/posts/round-01/gm.txt", True),
        ("# seed.key\n\n", "game/seed.key", False),
        ("\\#seed.key", "game/#seed.key", True),
        ("seed.key   ", "game/seed.key", True),
        ("see[a-d].key", "game/seed.key", True),
        ("see[!a-d].key", "game/seed.key", False),
        ("s?ed.k*", "game/seed.key", True),
        ("[", "game/seed.key", False),
    ],
)
def test_what_is_left_out(tmp_path: Path, lines: str, name: str, expected: bool) -> None:
    root = repository(tmp_path)
    (root / ".gitignore").write_text(lines)
    assert ignored(root, name) is expected


def test_lists_of_folders_and_of_the_repository_alone(tmp_path: Path) -> None:
    root = repository(tmp_path)
    (root / ".git" / "info" / "exclude").write_text("*.key\n")
    (root / "game").mkdir()
    assert ignored(root, "game/seed.key")
    (root / "game" / ".gitignore").write_text("!/seed.key\n/journal.jsonl\n")
    assert not ignored(root, "game/seed.key")
    assert ignored(root, "game/journal.jsonl")
    assert not ignored(root, "journal.jsonl")


@pytest.mark.skipif(GIT is None, reason="there is no git here")
def test_git_says_the_same_of_random_lists(tmp_path: Path) -> None:
    assert GIT is not None
    subprocess.run([GIT, "init", "-q", tmp_path], check=True)
    chance = random.Random(7)
    pieces = ["a", "b", "ab", "*", "?", "**", "[ab]", "[!a]", "a*", "*b", "a.b", "\\a", "a[b"]
    names = ["a", "b", "ab", "a.b", "c"]
    paths = ["/".join(chance.choice(names) for _ in range(chance.randint(1, 4))) for _ in range(60)]
    for _ in range(40):
        lines = []
        for _ in range(chance.randint(1, 4)):
            pattern = "/".join(chance.choice(pieces) for _ in range(chance.randint(1, 3)))
            lines.append(chance.choice(["", "", "", "!", "/"]) + pattern + chance.choice(["", "", "/"]))
        (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n")
        command = [GIT, "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin"]
        environment = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        done = subprocess.run(command, input="\n".join(paths), capture_output=True, text=True, env=environment)
        said = set(done.stdout.split())
        assert {path for path in paths if ignored(tmp_path, path)} == said, lines


@pytest.mark.parametrize(
    ("folder", "cloud"),
    [
        ("OneDrive - Home/games", "OneDrive"),
        ("Dropbox (Ann)/game", "Dropbox"),
        ("Library/CloudStorage/GoogleDrive-ann/My Drive/game", "Google Drive"),
        ("Library/Mobile Documents/com~apple~CloudDocs/game", "iCloud"),
        ("games/oasis", ""),
    ],
)
def test_a_cloud_is_known_by_its_folder(tmp_path: Path, folder: str, cloud: str) -> None:
    assert cloud_of(tmp_path / folder) == cloud
