"""What somebody meets who has never used gm: commands half-typed, files that are gone, names that mean two things."""

from pathlib import Path

import pytest
from table_play import PLAYERS, ROUND, Row, arguments_of, edit, gm, new_game, play, problems, sheet_of


def test_a_sheet_that_is_gone_can_be_made(played: Path) -> None:
    sheet_of(played, 2).unlink()
    done = gm("-C", played, "check")
    assert done.code == 1
    assert f"`gm -C {played} sheet` makes it." in done.text
    assert "Did you mean" not in done.text
    assert "Nothing was written" not in done.text
    assert "Nothing was written." in gm("-C", played, "resolve").text


def test_the_first_round_writes_the_post_before_the_game(fresh: Path) -> None:
    post = fresh / "posts/pregame/public.txt"
    before = post.read_bytes()
    post.unlink()
    done = play(fresh, ROUND)
    assert post.read_bytes() == before
    assert "posts/pregame/public.txt" in done.out


def test_posts_are_right_again_after_the_deadlines_have_changed(played: Path) -> None:
    edit(played / "game.yaml", "zone: UTC", "zone: Europe/Berlin\ndeadlines: [2026-05-01 20:00, 2026-05-02 20:00]")
    done = gm("-C", played, "verify")
    assert done.code == 1
    assert "the deadlines or a player's time zone have changed since" in done.text
    assert "results.xlsx" in gm("-C", played, "posts").out
    assert gm("-C", played, "verify").code == 0


def test_a_game_without_players_says_how_they_are_named(tmp_path: Path) -> None:
    done = gm("new", tmp_path / "game")
    assert done.code == 1
    assert "--player Ann --player Bob" in done.text
    listed = gm("new", tmp_path / "game", "--player", "Ann, Bob May, Cat")
    assert listed.code == 1
    assert 'Each player is named by itself: --player Ann --player "Bob May" --player Cat' in listed.text
    assert not (tmp_path / "game").exists()


def test_another_number_of_players_names_the_ruling_that_allows_it(tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "game", ("Ann", "Bob", "Cat")))
    assert done.code == 1
    assert "--ruling player_count=any with gm new" in done.text
    assert gm(*arguments_of(tmp_path / "game", ("Ann", "Bob", "Cat"), "--ruling", "player_count=any")).code == 0


@pytest.mark.parametrize("name", ["public", "GM", "orders", "final", "pregame"])
def test_a_player_called_like_a_word_of_a_command_is_warned_of(name: str, tmp_path: Path) -> None:
    done = gm(*arguments_of(tmp_path / "game", (name, *PLAYERS[1:]), "--json"))
    assert done.code == 0
    assert problems(done)["player.word"]["value"] == name


def test_posts_that_there_are_not_are_told_truly(played: Path) -> None:
    for words in (["Ann", "pregame"], ["Ann", "final"], ["gm", "final"]):
        done = gm("-C", played, "show", *words)
        assert done.code == 2
        assert "Only the public has a pregame, a final and a reveal post" in done.text
        assert "resolve" not in done.text
    assert "Did you mean public?" in gm("-C", played, "show", "pulbic").text
    assert "Did you mean orders?" in gm("-C", played, "show", "order").text


def test_after_the_end_no_round_is_to_be_resolved(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--ruling", "track_length=4", "--ruling", "bet_limit_space=3")
    play(
        folder, {name: {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Green"} for name in PLAYERS}
    )
    done = gm("-C", folder, "show", "public", "round-9")
    assert done.code == 2
    assert "the game was over with round-1" in done.text


def test_a_scarce_deal_is_explained(tmp_path: Path) -> None:
    fresh = new_game(tmp_path / "game", "--ruling", "stocks_per_colour=7")
    buy: Row = {"Action": "buy", "Camel 1": "Red", "Amount": 1}
    play(fresh, dict.fromkeys(PLAYERS, buy))
    assert "buys 0 Red of 1 asked for" in " ".join(gm("-C", fresh, "explain", name).text for name in PLAYERS)


def test_one_file_is_one_file(played: Path) -> None:
    (played / "posts/round-01/public.txt").unlink()
    assert "Written: 1 file\n" in gm("-C", played, "posts").out
    assert "nothing means all." in gm("posts", "-h").text
