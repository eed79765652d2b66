"""Commands, options and keys of rulings, typed in another case of letters."""

from pathlib import Path

import pytest
from table_play import gm, problems


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("CHECK", "--JSON"), 0),
        (("Check", "--Json"), 0),
        (("Templates", "LIST"), 0),
        (("google", "DOCTOR"), 2),
        (("nothing",), 2),
    ],
)
def test_a_command(fresh: Path, words: tuple[str, ...], code: int) -> None:
    done = gm("-C", fresh, *words)
    assert done.code == code
    assert ("No such command" in done.text) is (words == ("nothing",))


def test_a_command_in_capitals_is_told_as_it_is_written(fresh: Path) -> None:
    assert gm("-C", fresh, "RESOLVE").text == gm("-C", fresh, "resolve").text


def test_the_key_of_a_ruling(played: Path) -> None:
    done = gm("-C", played, "ruling", "Base-PRICE", "6", "--json")
    assert (done.code, done.json["key"], done.json["setting"]) == (0, "base_price", "6")


def test_a_key_in_game_yaml_is_read_in_any_case_and_found_where_it_stands(fresh: Path) -> None:
    settings = fresh / "game.yaml"
    text = settings.read_text(encoding="utf-8")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "base_price:" in line)
    assert "  base_price: 5" in text
    settings.write_text(text.replace("  base_price: 5", "  Base_Price: none"), encoding="utf-8")
    (problem,) = problems(gm("-C", fresh, "check", "--json")).values()
    assert (problem["code"], problem["cell"]) == ("ruling.value", f"line {line}")
    settings.write_text(text.replace("  base_price: 5", "  Base_Price: 6"), encoding="utf-8")
    assert gm("-C", fresh, "check").code == 0


def test_a_ruling_settled_twice_is_refused(tmp_path: Path) -> None:
    players = [word for name in "ABCDE" for word in ("--player", f"{name}{name}")]
    twice = ("--ruling", "base_price=6", "--ruling", "base_price=7")
    done = gm("new", tmp_path / "game", *players, *twice)
    assert (done.code, "settled twice" in done.text) == (2, True)
    assert gm("new", tmp_path / "game", *players, *twice[:2], *twice[:2]).code == 0


def test_what_is_wrong_with_columns_is_told_at_its_line(fresh: Path) -> None:
    settings = fresh / "game.yaml"
    settings.write_text(settings.read_text(encoding="utf-8") + "columns: {Wer: Palyer}\n", encoding="utf-8")
    told = problems(gm("-C", fresh, "check", "--json"))["column.mapping"]
    lines = settings.read_text(encoding="utf-8").splitlines()
    assert (told["file"], told["cell"]) == ("game.yaml", f"line {len(lines)}")
