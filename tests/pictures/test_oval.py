"""A closed track as a drawing: the oval, its line, tiles that say what they do; and what lies ready beside it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.views import PUBLIC, Chip, Space, Stock, Supply, Tile, Track
from gm_tool.render.pictures import DARK, LIGHT, Theme, track_svg
from gm_tool.render.pictures.theme import WHITE, contrast, ink_on
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.views import COLOURS, GRAY, PIECES, WOOD

from .drawings import SVG, Camel, camels, moved, parsed, texts

ALL = tuple(piece.name for piece in PIECES)
CHEER, BOO = Tile("cheering", "+1", "+1", "Ann"), Tile("booing", "-1", "-1", "Bob & Co")


def oval(stacks: dict[int, tuple[str, ...]], tiles: dict[int, Tile] | None = None, length: int = 16) -> Track:
    """A closed track; spaces beyond it are those over the line."""
    numbers = sorted({*range(1, length + 1), *stacks})
    spaces = (Space(number, stacks.get(number, ()), (tiles or {}).get(number)) for number in numbers)
    return Track(tuple(spaces), PIECES, lap=(1, length))


def on_board(drawing: str) -> dict[str, Camel]:
    return {camel.code: camel for camel in camels(drawing, 1)}


def at(drawing: str, text: str) -> tuple[float, float]:
    """Where a text stands that there is once."""
    [found] = [element for element in parsed(drawing).iter(f"{SVG}text") if element.text == text]
    return float(found.attrib["x"]), float(found.attrib["y"])


# The oval


def test_the_last_space_lies_under_the_first_one() -> None:
    drawing = track_svg(oval({3: ALL}), "Oval")
    places = {number: at(drawing, str(number)) for number in range(6, 17)}
    assert places[8][0] == places[9][0]
    assert places[8][1] < places[9][1]
    assert places[16][0] < places[15][0]
    assert len({y for number, (_, y) in places.items() if number > 8}) == 1


def test_no_space_gets_a_number_beyond_the_lap() -> None:
    numbers = [text for text in texts(track_svg(oval({0: ("Blue",), 17: ("Red",)}), "Lines")) if text.isdigit()]
    assert sorted(map(int, numbers)) == sorted([*range(1, 17), 1, 2])  # and the two places of the race


def test_a_stack_of_six_stands_upright_in_both_rows() -> None:
    for space in (5, 12):
        standing = on_board(track_svg(oval({space: ALL[:6]}), "Six"))
        heights = [standing[code].y for code in "BGYRPW"]
        assert heights == sorted(heights, reverse=True)
        assert len({camel.x for camel in standing.values()}) == 1


def test_crazy_camels_face_the_other_way_in_both_rows() -> None:
    standing = on_board(track_svg(oval({3: ("Red", "Black"), 14: ("Blue", "White")}), "Heads"))
    assert {code: camel.left for code, camel in standing.items()} == {"R": False, "K": True, "B": True, "W": False}


def test_who_crosses_the_line_stands_in_the_lane() -> None:
    """Forwards beside the last space, backwards beside the first."""
    stacks = {0: ("White", "Blue"), 17: ("Red", "Green"), 1: ("Yellow",), 16: ("Purple",)}
    standing = on_board(track_svg(oval(stacks), "Line"))
    assert standing["W"].x == standing["B"].x == standing["R"].x == standing["G"].x
    assert standing["R"].x + 40 < standing["P"].x
    assert standing["W"].y == standing["Y"].y
    assert standing["R"].y == standing["P"].y
    assert standing["G"].y < standing["R"].y
    assert (standing["W"].left, standing["B"].left, standing["R"].left) == (True, False, True)


def test_the_line_is_chequered_at_both_ends() -> None:
    drawn = parsed(track_svg(oval({}), "Flags")).iter(f"{SVG}rect")
    assert len([box for box in drawn if box.get("fill") == WHITE]) == 2
    open_track = Track(oval({}).spaces, PIECES)
    plain = parsed(track_svg(open_track, "No flags")).iter(f"{SVG}rect")
    assert not [box for box in plain if box.get("fill") == WHITE]


def test_the_key_tells_both_ways_by_the_lap() -> None:
    told = texts(track_svg(oval({0: ("White", "Blue")}), "Key"))
    assert {"1 → 16", "16 → 1"} <= set(told)


@given(st.data())
def test_nothing_falls_off_the_paper(data: st.DataObject) -> None:
    length = data.draw(st.integers(2, 60))
    stacks: dict[int, tuple[str, ...]] = {}
    for name in data.draw(st.permutations(ALL)):
        number = data.draw(st.integers(0, length + 1))
        stacks[number] = (*stacks.get(number, ()), name)
    free = [number for number in range(1, length + 1) if number not in stacks]
    tiles = dict.fromkeys(free[:2], BOO)
    drawing = track_svg(oval(stacks, tiles, length), "Any")
    height = float(parsed(drawing).attrib["height"])
    for group in parsed(drawing).findall(f"{SVG}g"):
        x, y, scale = moved(group)
        assert 25 * scale <= x <= 600 - 25 * scale
        assert 38 * scale <= y <= height
    assert len(on_board(drawing)) == 7


# Tiles


def test_a_tile_says_what_it_does_and_whose_it_is() -> None:
    told = texts(track_svg(oval({3: ("Red",)}, {7: CHEER, 11: BOO}), "Tiles"))
    assert [text for text in told if text in ("+1", "−1")] == ["+1", "−1", "+1", "−1"]  # and once more in the key
    assert {"Ann", "Cheering", "Booing"} <= set(told)
    assert "Bob…" in told


def test_a_tile_that_belongs_to_nobody_has_no_name_below() -> None:
    tile = Tile("tile", "+1", "+1")
    assert texts(track_svg(oval({}, {7: tile}), "T")).count("") == 0


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_both_sides_of_a_tile_can_be_read_and_told_apart(theme: Theme) -> None:
    for fill in (theme.tile, theme.tile_ground):
        assert contrast(ink_on(fill), fill) >= 4.5
    assert contrast(theme.tile, theme.tile_ground) >= 3


# What lies ready

BLUE = "#3b7ddd"
SUPPLY = Supply(
    ("Camel", "Tickets", "Die"),
    (
        Stock("Blue", ((Chip("5", BLUE, False), Chip("3", BLUE), Chip("2", BLUE)), (Chip("B", BLUE),))),
        Stock("Crazy", ((), (Chip("WK", GRAY, False),))),
        Stock("Winner deck", (12, ())),
    ),
)


def test_what_is_there_bears_its_value_and_what_is_gone_leaves_an_outline() -> None:
    drawing = track_svg(oval({1: ("Blue",)}), "Supply", SUPPLY)
    told = texts(drawing)
    start = told.index("Tickets") - 1
    assert told[start:][:11] == ["Camel", "Tickets", "Die", "B", "Blue", "3", "2", "B", "Crazy", "Winner deck", "12"]
    outlines = [box for box in parsed(drawing).iter(f"{SVG}rect") if box.get("stroke") == LIGHT.rule]
    assert len(outlines) == 2
    assert [camel.code for camel in camels(drawing, 0.62)] == ["B"]


def test_a_supply_names_its_pieces_so_that_the_key_need_not() -> None:
    told = texts(track_svg(oval({1: ("Blue",)}), "Key", SUPPLY))
    assert told.count("Blue") == 1
    assert "Green" in told


def test_a_supply_without_rows_is_left_out() -> None:
    assert "What" not in texts(track_svg(oval({}), "None", Supply(("What", "Is"), ())))


def test_a_long_name_in_a_supply_is_cut_off() -> None:
    name = "A stack of things with a name that no phone has ever shown in one line, not even a large one"
    told = texts(track_svg(oval({}), "Long", Supply(("What", "Is"), (Stock(name, ((Chip("1", WOOD),),)),))))
    assert any(text.startswith("A stack") and text.endswith("…") for text in told)


@pytest.mark.parametrize("colour", [*COLOURS.values(), GRAY, WOOD])
def test_letters_can_be_read_on_camels_and_chips(colour: str) -> None:
    """WCAG 2 asks for 3 where letters are as large and bold as these."""
    assert contrast(ink_on(colour), colour) >= 3


def test_the_game_gives_what_is_drawn() -> None:
    game = CamelUp({})
    boards = game.view(None, (), game.setup(["Ann", "Bob", "Cat"], {}, Draws(bytes(32))), PUBLIC).boards
    track, supply = boards["track"], boards["supply"]
    assert isinstance(track, Track)
    assert isinstance(supply, Supply)
    drawing = track_svg(track, "Before turn 1", supply)
    assert set(on_board(drawing)) == set("BGYRPWK")
    assert texts(drawing).count("5") == 5 + 2  # tickets, the space, the place of the race
