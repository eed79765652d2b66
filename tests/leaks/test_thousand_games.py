"""A thousand random games: nobody reads what one player hides, nor sees that it changed.

The games go through all dialects in all languages in turn, each through one round of its own. In every
one the hider's bets, coins, garnets, order, or having sent one at all, differ from those of a twin; all
files for anybody else have the same names and the same bytes in both, and hold none of the secrets.
How many: GM_LEAK_GAMES (1,000 unless said otherwise).
"""

import os

import pytest
from proof import EVERYBODY, leaks, readers
from shared_posts import SharedPosts, files_of, printing_all, wording_in
from twins import NAMES, WORDINGS, Twins, twins

GAMES, CHUNK = int(os.environ.get("GM_LEAK_GAMES", "1000")), 25


def found_in(pair: Twins) -> list[str]:
    return leaks(pair, files_of(pair.first, pair.number), files_of(pair.second, pair.number))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("start", range(0, GAMES, CHUNK))
def test_nothing_leaks(start: int) -> None:
    for index in range(start, start + CHUNK):
        assert not found_in(twins(index)), f"game {index}"


@pytest.mark.usefixtures("quick")
def test_the_pregame_post_knows_no_secret() -> None:
    for index in range(len(WORDINGS) * 2):
        pair = twins(index)
        made = [SharedPosts(game).pregame_files(game.seed()) for game in (pair.first, pair.second)]
        assert not leaks(pair, *made), f"game {index}"


@pytest.mark.usefixtures("quick")
def test_not_even_a_template_that_prints_all_it_is_given() -> None:
    """A GM's own wording can't leak either: what it isn't told, it can't print."""
    looked = 0
    for index in range(40):
        pair = twins(index)
        if pair.finished:
            continue  # then all bets and coins are everybody's
        wording = printing_all(SharedPosts(pair.first), pair.number, NAMES[0])
        made = [SharedPosts(game, wording).step_files(pair.number) for game in (pair.first, pair.second)]
        assert not leaks(pair, *made), f"game {index}"
        looked += 1
    assert looked > 20


def test_the_games_are_as_different_as_the_proof_needs() -> None:
    """Each wording is looked at; games end, orders are swapped, secrets are long."""
    pairs = [twins(index) for index in range(120)]
    wordings = {(pair.first.config.dialect.base, pair.first.config.language) for pair in pairs}
    assert wordings == set(WORDINGS)
    assert len(WORDINGS) == 22
    assert 10 < sum(pair.finished for pair in pairs) < 110
    assert 5 < sum(len(pair.hiders) == 2 for pair in pairs) < 60
    assert len({pair.number for pair in pairs}) > 5
    assert all(len(pair.numbers) >= 2 and pair.words for pair in pairs)
    assert {name for pair in pairs for name in pair.hiders} == set(NAMES)
    entries = [pair.first.entry(pair.number) for pair in pairs]
    for fate in ("missing", "set_aside"):
        assert any(getattr(entry, fate) for entry in entries)


@pytest.mark.usefixtures("quick")
def test_the_one_who_hides_is_told() -> None:
    """The files for the hider hold the secrets: what isn't found elsewhere would be found."""
    for index in range(44):
        pair = twins(index)
        seen = readers(files_of(pair.first, pair.number))
        own = b"".join(seen[pair.hiders[0]].values()).decode()
        assert any(number in own for number in pair.numbers), f"game {index}"
        assert seen[EVERYBODY]
        assert all(seen[name] for name in NAMES)


def test_wordings_are_those_that_come_along() -> None:
    assert {language for _, language in WORDINGS} == {"en", "de"}
    assert wording_in("de").templates["public.txt"].label.endswith("de/public.txt")
