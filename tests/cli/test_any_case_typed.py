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


def test_what_is_typed_on_a_command_line_is_forgiven_where_it_is_clear(played: Path) -> None:
    assert gm("-C", played, "adjust", "Ann", "Coins", "\uff0b\uff12", "--reason", "x").code == 0
    assert gm("-C", played, "adjust", "Ann", "coins", "\u22122", "--reason", "x").code == 0
    assert gm("-C", played, "adjust", "Ann", "coins", "2\u00b2", "--reason", "x").code == 2
    assert gm("-C", played, "ruling", "sell prices", "20,10,7,4,1", "--dry-run").code == 0
    assert gm("-C", played, "ruling", "movement_order", "round start", "--dry-run").code == 0
    assert gm("-C", played, "templates", "copy", "PUBLIC").code == 0
    assert "Did you mean" not in gm("-C", played, "show", "gm", "--player").text


def test_an_address_is_told_from_a_file(fresh: Path) -> None:
    done = gm("-C", fresh, "check", "--from", "https://docs.google.com/spreadsheets/d/1/edit")
    assert (done.code, "source: {google:" in done.text) == (1, True)


def test_what_a_set_order_quotes_is_not_read(played: Path) -> None:
    words = ("-C", played, "correct", "1", "--dry-run", "--set", "Ann")
    assert "nothing but quoted words" in gm(*words, "> tile 9").text
    assert gm(*words, "[quote]tile 9[/quote] tile 8").code == 0
