"""Posts in another language than English: a setting of game.yaml, and wording that came along."""

from pathlib import Path

import pytest
from table_play import arguments_of, edit, gm, new_game, problems


def set_to(folder: Path, language: str) -> None:
    edit(folder / "game.yaml", "language: en", f"language: {language}")


def test_a_new_game_in_german(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--language", "de", "--zone", "Europe/Berlin")
    assert "Willkommen bei" in (folder / "posts/pregame/public.txt").read_text(encoding="utf-8")
    edit(folder / "game.yaml", '# deadlines: "20:00"', 'deadlines: ["2026-05-01 20:00", "2026-05-03 20:00"]')
    assert gm("-C", folder, "posts").code == 0
    assert gm("-C", folder, "resolve", "round-1").code == 0
    due = "03.05.2026, 20:00 Uhr Europe/Berlin (18:00 Uhr UTC)"
    assert due in gm("-C", folder, "show", "public").out
    assert due in gm("-C", folder, "show", "Ann").out
    assert gm("-C", folder, "verify").code == 0


def test_the_language_may_change_while_a_game_runs(played: Path) -> None:
    english = gm("-C", played, "show", "public").out
    set_to(played, "de")
    german = gm("-C", played, "show", "public").out
    assert german != english
    assert "Der Markt" in german
    assert gm("-C", played, "posts").code == 0
    assert (played / "posts/round-01/public.txt").read_text(encoding="utf-8") == german


def test_a_file_of_the_folders_own_goes_before_that_of_the_language(played: Path) -> None:
    set_to(played, "de")
    (played / "templates").mkdir()
    (played / "templates/words.txt").write_text("{% set board_words = {} %}\n", encoding="utf-8")
    german = gm("-C", played, "show", "public").out
    assert "Der Markt" in german, "public.txt is still the German one"
    assert "Camel" in german, "words.txt is not"


@pytest.mark.parametrize(
    ("language", "hint"),
    [("dee", "Did you mean de?"), ("german", "There are: en and de."), ("../de", "There are: en and de.")],
)
def test_a_language_that_there_is_not_is_named(played: Path, tmp_path: Path, language: str, hint: str) -> None:
    set_to(played, f'"{language}"')
    found = problems(gm("-C", played, "posts", "--json"))["language.unknown"]
    assert hint in found["hint"]
    assert found["cell"].startswith("line ")
    done = gm(*arguments_of(tmp_path / "other"), "--language", language, "--json")
    assert done.code == 1
    assert problems(done)["language.unknown"]["cell"] == ""
    assert not (tmp_path / "other").exists()
