"""Commands that are printed can be typed as they stand: with the program as it was called, and its -C."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from table_play import ROUND, csv_text, gm, play, rows_of, workbook
from turn_play import new_turns

from gm_tool.cli import calling

SUGGESTED = re.compile(r"\bgm (?:-C \S+ )?(?:check|resolve|show|status|open|posts|sheet)\b")


def suggested(text: str) -> list[str]:
    """The commands in what was printed."""
    return SUGGESTED.findall(" ".join(text.split()))


@pytest.mark.parametrize(
    "words",
    [["check"], ["check", "round-2"], ["resolve"], ["status"], ["resolve", "round-9"], ["show", "final"], ["verify"]],
)
def test_a_command_that_is_suggested_names_the_folder(played: Path, words: list[str]) -> None:
    (played / "posts/round-01/public.txt").unlink()
    done = gm("-C", played, *words)
    found = suggested(done.text)
    assert all(command.startswith(f"gm -C {played} ") for command in found), done.text


def test_next_steps_name_the_folder(fresh: Path) -> None:
    done = play(fresh, {"Ann": {"Action": "tile", "Space": 7}})
    assert f"gm -C {fresh} show public round-1" in done.out
    assert f"gm -C {fresh} open round-1" in done.out
    assert f"gm -C {fresh} resolve round-2" in gm("-C", fresh, "resolve").text
    assert f"`gm -C {fresh} resolve round-2`" in gm("-C", fresh, "resolve", "7").text


def test_without_a_folder_nothing_is_put_in(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(played)
    assert "name it: gm resolve round-2" in gm("resolve").out


def test_what_needs_no_folder_is_told_none(tmp_path: Path) -> None:
    calling.remember(tmp_path)
    assert calling.with_commands("`gm new DIR` makes one, `gm status` shows it") == (
        f"`gm new DIR` makes one, `gm -C {tmp_path} status` shows it"
    )
    calling.remember(Path("my games"))
    assert calling.command("status") == 'gm -C "my games" status'
    assert calling.command("status", Path("other")) == "gm -C other status"


@pytest.mark.parametrize(
    "name", ["a$HOME", "a`b`", 'a "b"', "a\\b", "a\\", "it's $5", "~ann", "wow!", "#1", "a;b", "100%"]
)
def test_a_name_is_quoted_so_that_a_shell_reads_it_as_it_is(name: str) -> None:
    assert shlex.split(calling.quoted(name, windows=False)) == [name]


@pytest.mark.parametrize(
    ("name", "shell", "windows"),
    [
        ("oasis", "oasis", "oasis"),
        ("my games", '"my games"', '"my games"'),
        ("a$b", "'a$b'", '"a$b"'),
        ("a`b", "'a`b'", '"a`b"'),
        ("wow!", "'wow!'", '"wow!"'),
        ("C:\\oasis", "'C:\\oasis'", "C:\\oasis"),
        ("C:\\my games", "'C:\\my games'", '"C:\\my games"'),
        ("it's", '"it\'s"', '"it\'s"'),
    ],
)
def test_a_name_is_quoted_as_each_system_has_it(name: str, shell: str, windows: str) -> None:
    assert (calling.quoted(name, windows=False), calling.quoted(name, windows=True)) == (shell, windows)


@pytest.mark.parametrize(
    ("called", "found", "typed"),
    [
        ("gm", None, "gm"),
        (".venv/bin/gm", None, ".venv/bin/gm"),
        ("/opt/gm tool/gm", "/usr/bin/gm", '"/opt/gm tool/gm"'),
        ("/usr/bin/gm", "/usr/bin/gm", "gm"),
        ("/usr/lib/gm_tool/__main__.py", None, "python -m gm_tool"),
        ("/usr/bin/pytest", None, "gm"),
        ("/usr/lib/pytest/__main__.py", None, "gm"),
    ],
)
def test_the_program_is_named_as_it_was_called(
    called: str, found: str | None, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [called])
    monkeypatch.setattr(shutil, "which", lambda _: found)
    calling.remember(None)
    assert calling.command("status") == f"{typed} status"


# What is printed as the next step reads the same orders


@pytest.fixture
def posts(tmp_path: Path) -> Path:
    """Orders in a file of the GM's own, all of a first round."""
    file = tmp_path / "my posts.csv"
    file.write_text(csv_text(ROUND), encoding="utf-8")
    return file


def printed(text: str) -> list[list[str]]:
    """The commands of gm in what was printed, in words, each from its name on."""
    lines = [line.rpartition("gm -C ")[2] for line in text.splitlines() if "gm -C " in line]
    return [shlex.split(line)[1:] for line in lines]


def test_the_next_step_after_check_reads_the_same_file(fresh: Path, posts: Path) -> None:
    done = gm("-C", fresh, "check", "--from", posts, "--accept-late", "Ann")
    [following] = printed(done.out)
    assert following == ["resolve", "round-1", "--from", str(posts), "--accept-late", "Ann"]
    resolved = gm("-C", fresh, *following, "--json")
    assert resolved.code == 0
    assert len(resolved.json["orders"]) == len(ROUND)


@pytest.mark.skipif(os.name == "nt", reason="no such names on Windows")
def test_commands_for_a_folder_with_signs_of_the_shell_can_be_typed(fresh: Path, posts: Path) -> None:
    folder = fresh.rename(fresh.with_name('of $Ann "A" `x`\\'))
    [following] = printed(gm("-C", folder, "check", "--from", posts).out)
    assert following == ["resolve", "round-1", "--from", str(posts)]


def test_the_next_step_reads_the_same_tab(fresh: Path) -> None:
    workbook(fresh / "mine.xlsx", {"Old": [["x"]], "New ones": rows_of(ROUND)})
    for words in (["pull"], ["check"]):
        [following] = printed(gm("-C", fresh, *words, "--from", fresh / "mine.xlsx", "--tab", "New ones").out)
        assert following[2:] == ["--from", str(fresh / "mine.xlsx"), "--tab", "New ones"]
        assert gm("-C", fresh, *following).code == 0


def test_after_a_refusal_the_same_file_is_read_with_what_is_offered(fresh: Path, posts: Path) -> None:
    posts.write_text(csv_text({**ROUND, "Eve": {"Action": "tile", "Space": 99}}), encoding="utf-8")
    checked = gm("-C", fresh, "check", "--from", posts)
    assert f'check --from "{posts}"`' in checked.text
    refused = gm("-C", fresh, "resolve", "--from", posts)
    assert refused.code == 1
    [offered] = printed(refused.out)
    assert offered == ["resolve", "round-1", "--invalid-as-missing", "--from", str(posts)]
    done = gm("-C", fresh, *offered, "--json")
    assert (done.code, done.json["set_aside"], len(done.json["orders"])) == (0, ["Eve"], 4)


def test_other_orders_than_before_are_corrected_from_the_same_file(fresh: Path, posts: Path) -> None:
    assert gm("-C", fresh, "resolve", "--from", posts).code == 0
    posts.write_text(csv_text({**ROUND, "Eve": {"Action": "tile", "Space": 9}}), encoding="utf-8")
    for words in (["check", "1"], ["resolve", "round-1"]):
        told = gm("-C", fresh, *words, "--from", posts)
        assert f'correct round-1 --from "{posts}"`' in told.text


def test_a_command_about_another_round_has_no_options_of_this_one(fresh: Path, posts: Path) -> None:
    told = gm("-C", fresh, "check", "round-3", "--from", posts)
    assert f"`gm -C {fresh} resolve round-1`" in told.text


def test_a_command_that_sets_orders_reads_no_file(tmp_path: Path) -> None:
    calling.remember(None)
    calling.remember_reading(None, tmp_path / "a.csv", None, ())
    assert calling.command('correct round-1 --set Ann "buy 1 Red"') == 'gm correct round-1 --set Ann "buy 1 Red"'
    assert calling.command("show public") == "gm show public"
    calling.remember(None)
    assert calling.command("resolve") == "gm resolve"


def test_turn_by_turn_the_next_step_reads_the_same_rows_as_far(tmp_path: Path) -> None:
    folder, file = new_turns(tmp_path / "race"), tmp_path / "posts.csv"
    file.write_text("Player,Submission\nAnn,pyramid\nBob,pyramid\n", encoding="utf-8")
    [following] = printed(gm("-C", folder, "check", "turn-1", "--from", file).out)
    assert following == ["resolve", "turn-1", "--from", str(file)]
    assert gm("-C", folder, *following).code == 0
    file.write_text("Player,Submission\nAnn,pyramid\nBob,tile on 99\n", encoding="utf-8")
    refused = gm("-C", folder, "resolve", "--from", file, "--missing", "Cat")
    [offered] = printed(refused.out)
    assert offered == ["resolve", "--missing", "Cat", "--missing", "Bob", "--from", str(file)]
    assert [turn["fate"] for turn in gm("-C", folder, *offered, "--json").json["turns"]] == ["refused", "missing"]


def test_turn_by_turn_check_offers_nothing_that_resolve_refuses(tmp_path: Path) -> None:
    folder = new_turns(tmp_path / "race")
    done = gm("-C", folder, "check", "--accept-late", "Ann")
    assert done.code == 2
    assert "turn by turn no order is late" in done.text
