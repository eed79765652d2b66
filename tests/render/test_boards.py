"""Boards and tables as fixed-width text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.views import Listing, Piece, Track
from gm_tool.render.boards import board_text
from gm_tool.render.columns import filled, one_line, steady, width, wrapped
from gm_tool.render.tables import table

from .by_hand import PIECES, track

ALL = tuple(piece.name for piece in PIECES)


def test_a_race_under_way() -> None:
    board = track({4: ("Red", "Gray", "Yellow"), 6: ("Blue",), 8: ("Green", "Purple"), 15: ("Black",)}, (7, 12))
    assert board_text(board) == (
        "First to last: P G B Y R\n"
        "\n"
        "          Y>\n"
        "          <A          P>\n"
        "          R>    B>    G>\n"
        " == __ __ __ __ __ ## __ __ __\n"
        "  1  2  3  4  5  6  7  8  9 10\n"
        "\n"
        "             <K\n"
        " __ ## __ __ __ __ __ __ __ ==\n"
        " 11 12 13 14 15 16 17 18 19 20\n"
        "\n"
        "R> Red       B> Blue\n"
        "G> Green     Y> Yellow\n"
        "P> Purple    <K Black\n"
        "<A Gray      ## tile\n"
        "== no stack"
    )


def test_on_flat_spaces_camels_stand_in_a_row() -> None:
    text = board_text(track({1: ("Black", "Blue"), 20: ("Red",), 17: ("Green", "Yellow")}))
    assert " x2\n" in text
    assert "On 1, back to front: <K B>\n" in text
    assert "First to last: R Y G B\n" in text
    assert "On 20" not in text
    assert "##" not in text


def test_a_stack_of_seven_stands_upright() -> None:
    lines = board_text(track({9: ALL})).split("\n")
    assert [line.strip() for line in lines[2:9]] == ["<A", "<K", "P>", "Y>", "G>", "B>", "R>"]
    assert {line.index(line.strip()) for line in lines[2:9]} == {25}


@given(
    st.integers(4, 60),
    st.lists(st.integers(1, 60), min_size=7, max_size=7),
    st.sets(st.integers(2, 59)),
    st.booleans(),
)
def test_every_track_fits_a_phone_and_shows_all(length: int, places: list[int], tiles: set[int], flat: bool) -> None:
    stacks: dict[int, tuple[str, ...]] = {}
    for name, place in zip(ALL, places, strict=True):
        space = min(place, length)
        stacks[space] = (*stacks.get(space, ()), name)
    shown_tiles = tuple(sorted(tile for tile in tiles if 1 < tile < length))
    text = board_text(track(stacks, shown_tiles, length, None if flat else ()))
    assert text.isascii()
    assert all(len(line) <= 36 and line == line.rstrip() for line in text.split("\n"))
    for piece in PIECES:
        mark = f"{piece.code}>" if piece.heading == "up" else f"<{piece.code}"
        assert text.count(mark) == 2  # on the board and in the legend
    assert text.count("##") == len(shown_tiles) + bool(shown_tiles)


def test_codes_of_two_letters_take_shorter_rows() -> None:
    pieces = (Piece("Red", "Rd", "#cc0000"), Piece("Rose", "Ro", "#cc0066", "down"))
    spaces = track({3: (), 5: ()}).spaces
    text = board_text(Track(spaces, pieces))
    assert "   1   2   3   4   5   6   7\n" in text
    assert all(len(line) <= 36 for line in text.split("\n"))


def test_a_listing_has_numbers_to_the_right() -> None:
    listing = Listing(("Camel", "Place", "Tile"), (("Red", 1, "-"), ("Yellow", 12, 7)))
    assert board_text(listing) == ("Camel   Place  Tile\n------  -----  ----\nRed         1     -\nYellow     12     7")


@pytest.mark.parametrize("name", ["漢字", "Ann👍", "👨‍👩‍👧", "🇩🇪", "𝓐𝓷𝓷", "e\u0301ve"])
def test_names_that_could_break_columns_stand_last(name: str) -> None:
    text = board_text(Listing(("Player", "Coins"), ((name, 10), ("Bob", 7))))
    assert text == f"Coins  Player\n-----  {'-' * max(6, width(name))}\n   10  {name}\n    7  Bob"
    assert not steady(name)


def test_names_in_letters_of_steady_width_stay_where_they_are() -> None:
    assert board_text(Listing(("Player", "N"), (("Éowyn", 1), ("Жук", 2)))).split("\n")[2:] == [
        "Éowyn   1",
        "Жук     2",
    ]


def test_a_wide_listing_comes_closer_and_wraps_sentences_only() -> None:
    rows = (("Ann", 12, "move Red, Blue and Black, and trade 2 garnets in"), ("Bob", 3, ""))
    lines = board_text(Listing(("Player", "Coins", "Order"), rows)).split("\n")
    assert lines[2:5] == [
        "Ann       12 move Red, Blue and Black,",
        "             and trade 2 garnets in",
        "Bob        3",
    ]
    assert all(len(line) <= 40 for line in lines)


def test_a_listing_without_rows_is_its_header() -> None:
    assert board_text(Listing(("Player", "Coins"), ())) == "Player  Coins\n------  -----"


def test_a_table_for_the_terminal_takes_texts_as_given() -> None:
    rows = [("007", 5), ("1e5", -10), ("\x1b[31mred", 0), ("None", 1), ("two\nlines", 2)]
    assert table(("Player", "Coins"), rows).split("\n")[2:] == [
        f"{'007':<13}{5:>7}",
        f"{'1e5':<13}{-10:>7}",
        f"{chr(92)}x1b[31mred  {0:>7}",
        f"{'None':<13}{1:>7}",
        f"{'two lines':<13}{2:>7}",
    ]


def test_a_table_wraps_its_longest_texts_to_fit() -> None:
    rows = [("sheets/round-05.xlsx, Round 5, C5", "漢字", "camel.unknown", "There is no camel Orange here. " * 4)]
    for cells in (80, 60):
        text = table(("Where", "Player", "Code", "Message"), rows, cells)
        assert all(width(line) <= cells for line in text.split("\n"))
        assert "".join(text.split()).count("Orange") == 4


def test_a_table_that_can_not_be_narrow_is_as_narrow_as_can_be() -> None:
    text = table(tuple("ABCDEFGH"), [("x" * 20,) * 8], 20)
    assert max(map(len, text.split("\n"))) == 8 * 8 + 7 * 2


def test_a_table_without_rows_is_its_header() -> None:
    assert table(("Player", "Coins"), []).split("\n")[0] == "Player    Coins"


@given(st.text(max_size=60), st.integers(1, 20))
def test_wrapping_loses_nothing_and_keeps_to_its_cells(text: str, cells: int) -> None:
    line = one_line(text)
    lines = wrapped(line, cells)
    assert "".join("".join(lines).split()) == "".join(line.split())
    assert all(width(piece) <= max(cells, 2) for piece in lines)


def test_a_word_that_stays_whole_makes_no_other_line_longer() -> None:
    assert filled(["aa", "bb", "/a/long/path", "cc", "dd", "ee"], 8) == ["aa bb", "/a/long/path", "cc dd ee"]
    assert filled([], 8) == [""]
    assert wrapped("/a/long/path", 8) == ["/a/long/", "path"]


def test_one_line_shows_what_steers_a_terminal() -> None:
    assert one_line("a\tb\nc\x07 \u202ed \u200be") == "a b c\\x07 \\u202ed \u200be"
