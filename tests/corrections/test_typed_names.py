"""Commands that corrections name can be pasted, whatever signs are in the names and orders that stand in them."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from table_play import Sheet, gm, new_game, play

from gm_tool.cli import calling
from gm_tool.core.shell import quoted

ODD = ("O'Neil $HOME", 'Ann "x"', "B`k` y", "#1 & [b]", "wow!\\")
PRINTED = re.compile(r"""`gm -C ((?:'[^']*'|"[^"`]*"|[^`'"])+)`""")
BUY: Sheet = {name: {"Action": "buy", "Camel 1": "Red", "Amount": 1} for name in ODD}
SELL: Sheet = {name: {"Action": "sell", "Camel 1": "Red", "Amount": 2} for name in ODD}


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds in which everybody buys a stock, and sells two."""
    folder = new_game(tmp_path_factory.mktemp("odd") / "game", players=ODD)
    play(folder, BUY)
    play(folder, SELL, 2)
    return folder


def printed(text: str) -> list[list[str]]:
    """The commands between backticks, as a shell has them, without the program and its folder."""
    return [shlex.split(found)[1:] for found in PRINTED.findall(text)]


@pytest.mark.parametrize(
    "name", [*ODD, "Ann", "Änne", "~", "#1", "-", "", "a;b", "100%", "a\\b", "🐪", "'", "`", "'`'"]
)
def test_a_name_is_one_word_and_a_command_with_it_can_stand_between_backticks(name: str) -> None:
    assert shlex.split(quoted(name)) == [name]
    calling.remember(Path("oasis"))
    told = calling.with_commands(f"Isn't it so? `gm show {quoted(name)} round-5` prints it, `gm status` doesn't.")
    assert printed(told) == [["show", name, "round-5"], ["status"]]
    assert f"`gm -C oasis show {quoted(name)} round-5`" in calling.words_of(told)


@pytest.mark.parametrize("name", ["a=~", "C:~", "a=~/b", "x=1:~"])
def test_a_name_in_which_a_shell_sees_a_home_is_quoted(name: str) -> None:
    assert quoted(name) == f'"{name}"'
    assert quoted("a=b~") == "a=b~"


def test_on_windows_single_quotes_become_double_ones() -> None:
    assert calling._as_here("show 'a$b' round-5", windows=True) == 'show "a$b" round-5'
    assert calling.quoted('Ann "x"', windows=True) == '"Ann \\"x\\""'
    assert calling._as_here('correct round-5 --set NAME "ORDER"', windows=True).endswith('"ORDER"')


def test_what_stands_in_the_way_names_whose_order_it_is(odd: Path) -> None:
    sets = [word for name in ODD for word in ("--set", name, "nothing")]
    done = gm("-C", odd, "correct", "1", *sets, "--json", "--yes")
    hints = [problem["hint"] for problem in done.json["problems"] if problem["code"] == "correct.stale"]
    assert len(hints) == len(ODD)
    for name, hint in zip(ODD, hints, strict=True):
        whose = quoted(f"round-2:{name}")
        assert f"--as-missing {whose}," in hint
        assert f'--set {whose} "ORDER".' in hint


def test_what_is_taken_back_can_be_set_again(odd: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(odd, tmp_path / "game"))
    for name in ODD:
        assert gm("-C", folder, "correct", "2", "--set", name, "sell 1 red", "--yes").code == 0
        assert gm("-C", folder, "adjust", name, "coins", "+1", "--reason", f"`{name}` it's").code == 0
    done = gm("-C", folder, "reopen", "2", "--yes")
    again = printed(done.out)
    assert [words[:4] for words in again[: len(ODD)]] == [["correct", "round-2", "--set", name] for name in ODD]
    assert [words[1] for words in again[len(ODD) :]] == list(ODD)
    assert gm("-C", folder, "resolve", "2").code == 0
    for words in again:
        ended = gm("-C", folder, *words, *(["--yes"] if words[0] == "correct" else []))
        assert ended.code == 0, (words, ended)
    assert gm("-C", folder, "verify").code == 0


def test_other_hints_can_be_typed_too(odd: Path) -> None:
    for name in ODD:
        refused = gm("-C", odd, "adjust", name, "coins", "-99", "--reason", "x")
        assert printed(refused.err) == [["explain", name]]
    one = gm("new", odd.parent / "one", "--player", "O'Neil, Ann B")
    assert """--player "O'Neil" --player "Ann B\"""" in one.text
