"""The auction of the examples, as a package that isn't gm's, from the empty folder to the final post."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from outside_game import Site, fill

from gm_tool.io import resources

AUCTION = Path(__file__).resolve().parents[1] / "examples" / "auction"
SEED = f"{7:064d}"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A game of the auction, played to its end by the program alone."""
    site = Site(tmp_path_factory.mktemp("auction"))
    site.install(AUCTION)
    names = [word for name in ("Ann", "Bob", "Cid") for word in ("--player", name)]
    site.gm("new", "sale", "--game", "auction", *names, "--seed", SEED, "--ruling", "coins=10")
    for number, bids in enumerate([(3, 3, None), (7, 6, 0), (0, 1, 10)], 1):
        fill(site.folder / f"sale/sheets/round-0{number}.xlsx", *((bid,) for bid in bids))
        site.gm("-C", "sale", "resolve")
    return site


def test_rules_fit_on_two_screens() -> None:
    assert len((AUCTION / "src/sealed_auction/__init__.py").read_text(encoding="utf-8").splitlines()) <= 120


def test_it_is_listed_with_the_others(played: Site) -> None:
    told = json.loads(played.gm("games", "--json"))
    assert [game["title"] for game in told["games"] if game["id"] == "auction"] == ["The Auction"]
    assert "camellots" in [game["id"] for game in told["games"]]


def test_its_posts_are_of_the_words_that_every_game_has(played: Site) -> None:
    posts = played.folder / "sale/posts"
    pregame = (posts / "pregame/public.txt").read_text(encoding="utf-8")
    assert "Coins that each player starts with: 10" in pregame
    public = (posts / "round-02/public.txt").read_text(encoding="utf-8")
    assert "- The Clock goes to Ann." in public
    private = (posts / "round-02/private/Ann.txt").read_text(encoding="utf-8")
    assert "I read it as: bid 7." in private
    notes = (posts / "round-01/gm.txt").read_text(encoding="utf-8")
    assert "Nothing came from Cid." in notes
    assert "Coins left" in notes
    assert "Coins left" not in public
    assert "-7" not in public


def test_its_own_words_stand_before_them(played: Site) -> None:
    final = (played.folder / "sale/posts/final/public.txt").read_text(encoding="utf-8")
    assert "going, going, gone" in final
    assert "1st: Cid with 9 points" in final


def test_a_bid_that_is_too_high_is_told_at_its_cell(played: Site) -> None:
    names = [word for name in ("Ann", "Bob") for word in ("--player", name)]
    played.gm("new", "other", "--game", "auction", *names, "--seed", SEED)
    fill(played.folder / "other/sheets/round-01.xlsx", (21,), ("ten",))
    told = played.gm("-C", "other", "check", code=1)
    assert "B2: Ann" in told
    assert "Bid can't be 21." in told
    assert "Write a whole number up to 20." in told
    assert "Bid can't be 'ten'." in told


def test_it_is_verified_and_explained(played: Site) -> None:
    assert "verified" in played.gm("-C", "sale", "verify")
    assert "sum up to what Ann has" in played.gm("-C", "sale", "explain", "Ann")
    assert "The Auction: points" in played.gm("-C", "sale", "tally")


def test_its_templates_can_be_copied_and_changed(played: Site) -> None:
    told = played.gm("-C", "sale", "templates", "copy", "final")
    assert "templates/final.txt" in told
    own = played.folder / "sale/templates/final.txt"
    own.write_text("Sold out!\n", encoding="utf-8")
    assert played.gm("-C", "sale", "show", "public", "final") == "Sold out!\n"
    own.write_text("{{ pionts }}\n", encoding="utf-8")
    assert "Did you mean points?" in played.gm("-C", "sale", "show", "public", "final", code=1)
    own.unlink()


def test_its_own_tests_pass(played: Site) -> None:
    told = played.run("-m", "pytest", str(AUCTION / "tests"), "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-x")
    assert "passed" in told


def test_the_fuzzer_finds_nothing_in_it(played: Site) -> None:
    assert "Nothing was found." in played.gm("fuzz", "auction", "--games", "20")


# Where the words come from


def test_a_game_that_is_not_there_has_the_words_that_every_game_has() -> None:
    files = resources.template_files("no_such_game")
    assert files["public.txt"][1] == "gm's own templates/outside/public.txt"
    assert resources.languages("no_such_game") == ("en",)
    assert "news.txt" not in resources.template_files("camellots")


@pytest.mark.parametrize("module", ["json", "sealed_auction", "sealed_auction.nowhere", "nowhere", "calendar"])
def test_the_folder_of_a_package_is_found_and_of_a_module_none(module: str) -> None:
    found = resources._package_of(module)
    if module in ("json", "sealed_auction"):
        assert found is not None
        assert found.name == module
    else:
        assert found is None
