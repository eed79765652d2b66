"""The posts of games that are played turn by turn: golden ones, and all of them in every dialect."""

from __future__ import annotations

import re
from typing import Any

import pytest

from gm_tool.core.views import PUBLIC, Viewer
from gm_tool.io.resources import languages, template_files
from gm_tool.render.dialects import DIALECTS

from . import played
from .by_hand import HOSTILE
from .readers import TAGS, read, seen

SECRET = {"coins_public": False}


@pytest.mark.parametrize(("game", "language"), played.EDITIONS)
def test_the_posts_are_the_golden_ones(game: str, language: str) -> None:
    for name, text in played.golden_posts(game, language).items():
        assert text == (played.GOLDEN / name).read_bytes().decode(), name


def test_no_golden_post_is_left_over() -> None:
    made = {name for edition in played.EDITIONS for name in played.golden_posts(*edition)}
    assert {path.name for path in played.GOLDEN.iterdir()} == made


@pytest.mark.parametrize(
    ("language", "why", "said"),
    [
        ("en", "", "on the gray die. White runs from 14 to 12."),
        ("en", "upper", "on the gray die, but White sits on the other crazy camel: White runs from 14 to 12."),
        ("en", "carries", "but White is the only crazy camel that carries a racing one: White runs from"),
        ("de", "upper", "mit dem grauen Würfel, aber White steht auf dem anderen verrückten Kamel: White läuft von"),
        ("de", "carries", "aber von den verrückten Kamelen trägt nur White ein Rennkamel: White läuft von"),
    ],
)
def test_why_a_crazy_camel_runs_that_was_not_rolled(language: str, why: str, said: str) -> None:
    game = played.example("camel_up")
    words: dict[str, Any] = {**game.view(6, 14, PUBLIC).words}
    [number] = [number for number, turn in enumerate(words["turns"]) if turn["die"] == "Gray"]
    turn = words["turns"][number]
    run = {**turn["run"], "camel": "White", "start": 14, "end": 12, "riders": [], "why": why}
    words["turns"] = [{**turn, "run": run}]
    assert said in played.post_of(game, language, "public", words)


@pytest.mark.parametrize("game", played.GAMES)
def test_all_files_are_there_in_german_too(game: str) -> None:
    assert languages(game) == ("en", "de")
    english, german = (template_files(game, language=language) for language in ("en", "de"))
    assert english.keys() == german.keys()
    assert not [label for text, label in german.values() if "/de/" not in label]


@pytest.mark.parametrize(("game", "language"), played.EDITIONS)
@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_every_dialect_takes_all_posts(game: str, language: str, dialect: str) -> None:
    for name, text in played.all_posts(played.example(game), language, dialect).items():
        assert text.strip(), name
        if dialect in (*TAGS, "html"):
            _, shown = read(text, dialect)
            assert not re.search(r"\[/?\w+\]|</", seen(shown)), name


@pytest.mark.parametrize("language", ["en", "de"])
def test_boards_and_tables_fit_a_phone(language: str) -> None:
    """What stands in blocks of fixed width; names may make it wider."""
    for game in played.GAMES:
        for name, text in played.all_posts(played.example(game), language, "phpbb").items():
            for block in re.findall(r"\[code\]\n(.*?)\[/code\]", text, re.DOTALL):
                fingerprint = re.fullmatch("[0-9a-f]{64}\n", block)
                assert fingerprint or all(len(line) <= 40 for line in block.split("\n")), (name, block)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_names_are_no_markup(dialect: str) -> None:
    """The same marks as with harmless names, whatever the players are called."""
    pytest.importorskip("markdown_it")
    hostile, harmless = HOSTILE[:6], tuple(f"P{number}" for number in range(6))
    posts = [played.all_posts(played.played("camel_up", names), "en", dialect) for names in (hostile, harmless)]
    for name in ("public", "private", "gm", "orders", "pregame"):
        marks = [read(post[name], dialect)[0] for post in posts]
        assert marks[0] == marks[1], name


def test_other_rulings_are_told() -> None:
    game = played.played("camel_up", ("Ann", "Bob", "Cat"), **SECRET, dice="gm", missing="skip", flip_in_place=True)
    posts = played.all_posts(game, "en")
    assert "I roll the dice." in posts["pregame"]
    assert "- You may turn your tile over on the space where it lies." in posts["pregame"]
    assert "Partner" not in posts["pregame"]
    assert "misses the turn." in posts["public"]
    assert "What it brought each of you, I tell you alone." in posts["public"]
    order = played.played("camel_up", ("Ann", "Bob", "Cat"), setup_order="Red, Blue, Green, Yellow, Purple")
    assert "placed in this order: Red, Blue, Green, Yellow, Purple." in played.all_posts(order, "en")["pregame"]


def test_the_wiki_edition_has_rules_of_its_own() -> None:
    game = played.played("caravaneers", ("Ann", "Bob"), edition="wiki", stop_at_majority=True)
    for language, said in (("en", "A camel that leaves the board goes into your hoard."), ("de", "vom Brett geht")):
        posts = played.all_posts(game, language)
        assert said in posts["pregame"]
        assert "captures for" not in posts["pregame"] + posts["public"]


def test_a_draw_is_told() -> None:
    """Eleven camels can't be shared, but for some that stay on the board."""
    game = played.played("caravaneers", ("Ann", "Bob"))
    view = game.view(1, 1, PUBLIC)
    words = {
        **view.words,
        "finished": True,
        "result": {"hoards": {"North": 4, "West": 4}, "winner": None},
        "next": None,
    }
    for language, said in (("en", "a draw, with 4 camels each."), ("de", "unentschieden, mit 4 Kamelen")):
        assert said in played.post_of(game, language, "public", words)
    for language, said in (("en", "It is a draw."), ("de", "Es ist unentschieden.")):
        assert said in played.post_of(game, language, "final", words)


def test_everybody_reads_the_same_of_caravaneers() -> None:
    """But for the words to the player, there is no secret."""
    game = played.example("caravaneers")
    boards = {repr(game.view(6, 14, Viewer("player", name)).boards) for name in game.players}
    assert len(boards | {repr(game.view(6, 14, PUBLIC).boards)}) == 1
