"""A board of squares as a drawing, in both editions of the game that has one."""

from __future__ import annotations

import pytest

from gm_tool.app.pictures import board_svg
from gm_tool.core.draws import Draws
from gm_tool.core.views import PUBLIC, Grid, Ground, Listing, Piece, Space, Stock, Supply, Track
from gm_tool.render.pictures import THEMES, grid_svg
from gm_tool.render.pictures.theme import contrast
from gm_tool.rules.caravaneers import Caravaneers

from .drawings import SVG, camels, parsed, texts

CAMEL = Piece("camel", "C", "#b5763a")
SAND, HILL, GOAL = Ground("sand", "."), Ground("mountains", "^", "hill"), Ground("captures for Ann", "n", "goal", "N")
HOARDS = Listing(("Side", "Hoard"), (("North", 3), ("West", 1)))


def small(*standing: str) -> Grid:
    """Two rows of three squares: sand, a hill, a goal; then sand."""
    return Grid(("a", "b", "c"), ("1", "2"), ((SAND, HILL, GOAL), (SAND,) * 3), dict.fromkeys(standing, CAMEL))


def test_columns_and_rows_are_named_at_the_edge() -> None:
    assert [text for text in texts(grid_svg(small(), "Grid")) if text in "abc12"] == ["a", "b", "c", "1", "2"]


def test_a_piece_stands_on_its_square() -> None:
    first, second = camels(grid_svg(small("a1", "c2"), "Grid"))
    assert (first.code, second.code) == ("C", "C")
    assert first.x < second.x
    assert first.y < second.y


def test_on_a_hill_a_piece_is_smaller_so_that_the_hill_is_seen() -> None:
    on_hill, on_sand = camels(grid_svg(small("b1", "b2"), "Grid"))
    assert on_hill.scale < on_sand.scale


def test_the_grounds_are_explained_but_for_the_plain_one() -> None:
    told = texts(grid_svg(small(), "Grid"))
    assert {"Mountains", "Captures for Ann"} <= set(told)
    assert "Sand" not in told
    assert told.count("N") == 2  # on its square, and in the key


def test_a_table_stands_below() -> None:
    told = texts(grid_svg(small(), "Grid", HOARDS))
    assert told[told.index("Side") :][:6] == ["Side", "Hoard", "North", "3", "West", "1"]
    assert "Side" not in texts(grid_svg(small(), "Grid", Listing(("Side", "Hoard"), ())))


def test_a_wide_grid_still_fits() -> None:
    columns = tuple(f"c{number}" for number in range(30))
    wide = Grid(columns, ("1",), ((SAND,) * 30,), {"c291": CAMEL})
    [piece] = camels(grid_svg(wide, "Wide"))
    assert 0 < piece.x < 600


@pytest.mark.parametrize("edition", ["article", "wiki"])
def test_the_game_gives_what_is_drawn(edition: str) -> None:
    game = Caravaneers({"edition": edition})
    board = game.view(None, (), game.setup(["Ann", "Bob"], {}, Draws(None)), PUBLIC).boards["board"]
    assert isinstance(board, Grid)
    drawing = grid_svg(board, "Before turn 1")
    assert len(camels(drawing)) == 11
    assert ("Captures for North" in texts(drawing)) is (edition == "article")
    height = float(parsed(drawing).attrib["height"])
    for text in parsed(drawing).findall(f"{SVG}text"):
        assert 0 < float(text.attrib["x"]) < 600
        assert 0 < float(text.attrib["y"]) < height


@pytest.mark.parametrize("name", THEMES)
def test_the_letters_of_a_goal_can_be_read(name: str) -> None:
    assert contrast(THEMES[name].ink, THEMES[name].end) >= 4.5


def test_a_view_is_drawn_by_its_first_board() -> None:
    """With the first table below it; a view of tables alone has no picture."""
    grid = board_svg({"hoards": HOARDS, "board": small("a1")}, "By hand")
    assert len(camels(grid)) == 1
    assert "Hoard" in texts(grid)
    track = Track((Space(1, ("camel",)),), (CAMEL,))
    supply = Supply(("What", "Is"), (Stock("Deck", (3,)),))
    assert "Deck" in texts(board_svg({"track": track, "supply": supply, "hoards": HOARDS}, "By hand"))
    assert board_svg({"hoards": HOARDS}, "By hand") == ""
