"""The board as a drawing: what stands where, who leads, and that nothing falls off the paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.views import PUBLIC, Listing, Piece, Space, Tile, Track
from gm_tool.render.pictures import DARK, LIGHT, THEMES, track_svg
from gm_tool.render.pictures.theme import contrast, ink_on
from gm_tool.rules.camellots.camels import PIECES

from .drawings import SVG, Camel, camels, moved, parsed, texts

TILE = Tile("tile", "##")
UP = ("Red", "Blue", "Green", "Yellow", "Purple")
ALL = (*UP, "Black", "Gray")
MARKET = Listing(
    ("Camel", "Place", "Stocks", "Buy", "Sell"),
    (("Red", 5, 3, 12, 1), ("Blue", 4, 5, 10, 4), ("Green", 3, 0, 15, 7), ("Yellow", 2, 10, 5, 10)),
)


def track(
    stacks: dict[int, tuple[str, ...]],
    tiles: tuple[int, ...] = (),
    length: int = 20,
    flat: tuple[int, ...] | None = None,
) -> Track:
    spaces = tuple(
        Space(number, stacks.get(number, ()), TILE if number in tiles else None) for number in range(1, length + 1)
    )
    return Track(spaces, PIECES, (1, length) if flat is None else flat)


def on_board(drawing: str) -> dict[str, Camel]:
    """The camels on the track by their letters: the only ones in their own size."""
    return {camel.code: camel for camel in camels(drawing, 1)}


# The track


def test_a_stack_grows_upwards_from_its_space() -> None:
    standing = on_board(track_svg(track({11: ALL}), "Seven"))
    heights = [standing[code].y for code in "RBGYPKA"]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) == 7
    assert {camel.x for camel in standing.values()} == {standing["R"].x}


def test_the_camel_on_top_is_drawn_first_so_that_no_feet_hide_a_head() -> None:
    drawn = camels(track_svg(track({5: ("Red", "Blue", "Gray")}), "Stack"), 1)
    assert [camel.code for camel in drawn] == ["A", "B", "R"]


def test_camels_head_where_they_run_on_a_track_that_turns() -> None:
    """Row one runs to the right, row two to the left; those that run down face the other way."""
    standing = on_board(track_svg(track({3: ("Red", "Black"), 14: ("Blue", "Gray")}), "Heads"))
    assert {code: camel.left for code, camel in standing.items()} == {"R": False, "K": True, "B": True, "A": False}
    assert standing["R"].x < 300 < standing["B"].x + 80


def test_the_track_turns_back_under_its_own_end() -> None:
    ahead, behind = on_board(track_svg(track({10: ("Red",), 11: ("Blue",)}), "Turn")).values()
    assert ahead.x == behind.x
    assert ahead.y < behind.y


def test_on_the_first_space_all_stand_in_a_row_each_kind_behind_its_front_camel() -> None:
    """Listed furthest back first: Purple leads to the right, Gray leads to the left."""
    standing = on_board(track_svg(track({1: (*UP, "Black", "Gray")}), "Row"))
    assert "".join(sorted(standing, key=lambda code: standing[code].x)) == "AKRBGYP"
    assert len({camel.y for camel in standing.values()}) == 1
    assert [standing[code].left for code in "AKRBGYP"] == [True, True, *[False] * 5]


def test_on_the_last_space_the_row_is_turned_as_the_track_is() -> None:
    standing = on_board(track_svg(track({20: ("Black", "Gray", "Red", "Green")}), "Row"))
    assert "".join(sorted(standing, key=lambda code: standing[code].x)) == "GRKA"
    assert {code: camel.left for code, camel in standing.items()} == {"G": True, "R": True, "K": False, "A": False}


def test_rows_on_both_ends_of_a_short_track_keep_apart() -> None:
    standing = on_board(track_svg(track({1: UP, 4: ("Black", "Gray")}, length=4), "Short"))
    assert standing["P"].x + 50 < standing["A"].x


def test_a_single_camel_on_an_end_stands_on_it() -> None:
    alone = on_board(track_svg(track({1: ("Red",), 2: ("Blue",)}), "One"))
    assert alone["R"].y == alone["B"].y


def test_ends_where_camels_may_ride_have_stacks() -> None:
    """Camel Up: no end is flat."""
    standing = on_board(track_svg(track({16: ("Red", "Blue")}, length=16, flat=()), "Sixteen"))
    assert standing["R"].x == standing["B"].x


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_tiles_are_outlined_in_blue(theme: object) -> None:
    tiles, plain = ((track({5: ("Red",)}, tiles)) for tiles in ((3, 5, 12), ()))
    chosen = LIGHT if theme is LIGHT else DARK
    outlines = [f'stroke="{chosen.tile}"' in line for line in track_svg(tiles, "T", None, chosen).splitlines()]
    assert sum(outlines) == 3 + 1  # and one in the key
    assert "Tile" in texts(track_svg(tiles, "T"))
    without = track_svg(plain, "T", None, chosen)
    assert chosen.tile not in without
    assert "Tile" not in texts(without)


def test_every_space_bears_its_number() -> None:
    for length in (4, 9, 10, 11, 16, 20, 33, 60):
        numbers = [text for text in texts(track_svg(track({}, length=length), "Board")) if text.isdigit()]
        assert sorted(map(int, numbers)) == list(range(1, length + 1))


# Who leads


def test_the_order_of_the_race_stands_on_top() -> None:
    board = track({4: ("Red", "Gray"), 6: ("Green",), 9: ("Purple", "Yellow"), 2: ("Blue",), 16: ("Black",)})
    leaders = camels(track_svg(board, "Order"), 1.15)
    assert "".join(camel.code for camel in leaders) == "YPGRB"
    assert [camel.x for camel in leaders] == sorted(camel.x for camel in leaders)
    assert all(not camel.left for camel in leaders)


def test_the_leader_stands_on_a_field_of_its_own() -> None:
    drawing = track_svg(track({4: ("Red",), 6: ("Green",)}), "Order")
    [field] = [box for box in parsed(drawing).iter(f"{SVG}rect") if box.get("fill") == LIGHT.lead]
    first, second = camels(drawing, 1.15)
    left, right = float(field.attrib["x"]), float(field.attrib["x"]) + float(field.attrib["width"])
    assert first.code == "G"
    assert left < first.x < right < second.x


def test_nobody_leads_a_field_of_one() -> None:
    assert camels(track_svg(track({4: ("Red",)}), "One"), 1.15) == []


def test_more_racers_than_five_still_fit() -> None:
    pieces = tuple(Piece(f"Camel {number}", f"C{number}", "#3b7ddd") for number in range(8))
    board = Track(tuple(Space(number, (f"Camel {number}",)) for number in range(8)), pieces)
    leaders = camels(track_svg(board, "Eight"))[:8]
    assert [camel.code for camel in leaders] == [f"C{number}" for number in reversed(range(8))]
    assert all(camel.x + 25 * camel.scale <= 600 for camel in leaders)


# The table and the key


def test_the_market_is_written_below_with_its_camels() -> None:
    drawing = track_svg(track({4: ("Red",)}), "Market", MARKET)
    told = texts(drawing)
    for row in (MARKET.header, *MARKET.rows):
        assert [str(cell) for cell in row] == told[told.index(str(row[0])) :][: len(row)]
    assert [camel.code for camel in camels(drawing, 0.62)] == ["R", "B", "G", "Y"]


def test_numbers_stand_to_the_right_and_names_to_the_left() -> None:
    drawn = parsed(track_svg(track({4: ("Red",)}), "Market", MARKET)).iter(f"{SVG}text")
    anchors = {text.text: text.get("text-anchor") for text in drawn}
    assert (anchors["Camel"], anchors["Yellow"], anchors["Place"], anchors["15"]) == (None, None, "end", "end")


def test_pieces_that_the_table_does_not_name_are_explained() -> None:
    told = texts(track_svg(track({4: ("Red",)}), "Key", MARKET))
    assert [text for text in told if text in ("1 → 20", "Purple", "20 → 1", "Black", "Gray")] == [
        "1 → 20",
        "Purple",
        "20 → 1",
        "Black",
        "Gray",
    ]
    assert told.count("Red") == 1


def test_a_table_without_pieces_or_rows_is_no_fault() -> None:
    told = texts(track_svg(track({}), "Rates", Listing(("What", "Worth"), (("Garnet", 2), ("Token", "-")))))
    assert {"What", "Worth", "Garnet", "2", "Token", "-"} <= set(told)
    assert "What" not in texts(track_svg(track({}), "Rates", Listing(("What", "Worth"), ())))


def test_a_long_name_in_the_table_is_cut_off_and_numbers_are_not() -> None:
    name = "A player with a name that no phone has ever shown in one line"
    told = texts(track_svg(track({}), "Names", Listing(("Player", "Coins"), ((name, 123456),))))
    assert name not in told
    assert "123456" in told
    assert any(text.startswith("A player") and text.endswith("…") for text in told)


def test_a_table_of_wide_numbers_alone_shares_the_room() -> None:
    drawn = parsed(track_svg(track({}), "Numbers", Listing(("A", "B", "C"), ((10**15, 10**15, 10**15),)))).iter(
        f"{SVG}text"
    )
    edges = [float(text.attrib["x"]) for text in drawn if text.get("text-anchor") == "end"]
    assert len(edges) == 6
    assert all(0 < edge < 600 for edge in edges)


def test_a_board_whose_table_explains_all_has_no_key() -> None:
    everybody = Listing(("Camel", "Space"), tuple((name, 4) for name in ALL))
    assert "20 → 1" not in texts(track_svg(track({4: ALL}), "No key", everybody))


# The whole


@pytest.mark.parametrize(
    "title",
    [
        "<script>alert(1)</script>",
        "Tom & \"Jerry\" 'n' co",
        "]]>",
        "&lt;",
        "<!--",
        "{0} %s",
        "Žluťoučký kůň",
        "さくら 🐪",
    ],
)
def test_a_title_is_text_whatever_it_holds(title: str) -> None:
    drawing = track_svg(track({4: ("Red",)}), title)
    assert title in texts(drawing)
    assert parsed(drawing).findtext(f"{SVG}title") == title


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("a\x00b\x1bc", "a\\x00b\\x1bc"),
        ("two\nlines\tand a tab", "two lines and a tab"),
        ("\ufffe\uffff", "\ufffd\ufffd"),
        ("\ud800", "\\ud800"),
        ("right\u202eleft", "right\\u202eleft"),
        ("e\u0301", "é"),
        ("z\u0335\u0336\u0337", "z"),
    ],
)
def test_signs_that_xml_cannot_hold_are_shown(title: str, shown: str) -> None:
    assert texts(track_svg(track({}), title))[0] == shown


def test_a_long_title_takes_two_lines_and_no_more() -> None:
    long = texts(track_svg(track({}), "The seventeenth grand derby of the camels of the western desert, after round 5"))
    assert " ".join(long[:2]).startswith("The seventeenth grand derby of the camels")
    endless = texts(track_svg(track({}), "camel " * 500))
    assert endless[1].endswith("…")
    assert endless[2] == "1"


@given(st.data())
def test_nothing_falls_off_the_paper(data: st.DataObject) -> None:
    """Any length, any stacks: every camel lies within the drawing, with head and feet."""
    length = data.draw(st.integers(4, 60))
    stacks: dict[int, tuple[str, ...]] = {}
    for name in data.draw(st.permutations(ALL)):
        number = data.draw(st.integers(1, length) | st.sampled_from((1, length)))
        stacks[number] = (*stacks.get(number, ()), name)
    drawing = track_svg(track(stacks, (2, 3), length), "Any", MARKET)
    height = float(parsed(drawing).attrib["height"])
    for group in parsed(drawing).findall(f"{SVG}g"):
        x, y, scale = moved(group)
        assert 25 * scale <= x <= 600 - 25 * scale
        assert 38 * scale <= y <= height
    assert len(on_board(drawing)) == 7


def test_the_same_board_is_the_same_text() -> None:
    board = track({4: ("Red", "Gray"), 20: ("Black",)}, (3,))
    assert track_svg(board, "Same", MARKET) == track_svg(board, "Same", MARKET)


def test_the_game_gives_what_is_drawn() -> None:
    from gm_tool.core.draws import Draws
    from gm_tool.rules.camellots import CamelLots

    game = CamelLots({})
    state = game.setup(["Ann", "Bob", "Cleo", "Dmitri", "Eve"], {}, Draws(bytes(32)))
    boards = game.view(None, (), state, PUBLIC).boards
    board, market = boards["track"], boards["market"]
    assert isinstance(board, Track)
    assert isinstance(market, Listing)
    drawing = track_svg(board, "Before round 1", market)
    assert set(on_board(drawing)) == set("RBGYPKA")
    assert "".join(camel.code for camel in camels(drawing, 1.15)) == "PYGBR"
    assert not [name for name in ("Ann", "Bob", "Cleo", "Dmitri", "Eve") if name in drawing]


# Colours


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_letters_can_be_read_on_their_camels(piece: Piece) -> None:
    """WCAG 2 asks for 3 where letters are as large and bold as these."""
    assert contrast(ink_on(piece.colour), piece.colour) >= 3


@pytest.mark.parametrize("name", THEMES)
def test_inks_can_be_read_on_their_paper(name: str) -> None:
    theme = THEMES[name]
    for ground in (theme.paper, theme.stripe):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.faint, ground) >= 4.5
    for ground in (theme.ground, theme.end, theme.tile_ground):
        assert contrast(theme.ink, ground) >= 4.5
    assert contrast(theme.tile, theme.paper) >= 3
    assert contrast(ink_on(theme.lead), theme.lead) >= 4.5
    assert all(contrast(colour, theme.paper) >= 3 for colour in theme.lines)


def test_a_dark_camel_has_an_edge_on_dark_paper() -> None:
    assert f'stroke="{DARK.faint}"' in track_svg(track({4: ("Black",)}), "Night", None, DARK)
    assert f'stroke="{LIGHT.faint}"' not in track_svg(track({4: ("Black",)}), "Day", None, LIGHT)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#d9a514", "#d9a514") == 1
