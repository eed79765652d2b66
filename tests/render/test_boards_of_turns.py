"""Closed tracks, grids and supplies as fixed-width text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.views import PUBLIC, Chip, Grid, Ground, Piece, Space, Stock, Supply, Tile, Track, View
from gm_tool.render.boards import as_listing, board_text
from gm_tool.render.dialects import DIALECTS
from gm_tool.render.posts import Template, Wording, post
from gm_tool.rules.camel_up.views import PIECES

ALL = tuple(piece.name for piece in PIECES)
CHEER, BOO = Tile("cheering", "+1", "+1", "Ann"), Tile("booing", "-1", "-1", "Bob")


def oval(stacks: dict[int, tuple[str, ...]], tiles: dict[int, Tile] | None = None, length: int = 16) -> Track:
    numbers = sorted({*range(1, length + 1), *stacks})
    spaces = (Space(number, stacks.get(number, ()), (tiles or {}).get(number)) for number in numbers)
    return Track(tuple(spaces), PIECES, lap=(1, length))


def test_an_oval_turns_back_in_its_second_row() -> None:
    stacks = {6: ("Blue", "White", "Yellow"), 9: ("Red",), 16: ("Black", "Green"), 3: ("Purple",)}
    assert board_text(oval(stacks, {8: CHEER, 11: BOO})) == (
        "First to last: G R Y B P\n"
        "\n"
        "                   Y>\n"
        "                   <W\n"
        "          P>       B>\n"
        " F> __ __ __ __ __ __ __ +1 >v\n"
        "     1  2  3  4  5  6  7  8\n"
        "\n"
        "    <G\n"
        "    K>                   <R\n"
        " ^< __ __ __ __ __ -1 __ __ <<\n"
        "    16 15 14 13 12 11 10  9\n"
        "\n"
        "B> Blue         G> Green\n"
        "Y> Yellow       R> Red\n"
        "P> Purple       <W White\n"
        "<K Black        +1 cheering\n"
        "-1 booing       F  finish line"
    )


def test_who_crosses_the_line_stands_beside_the_lap() -> None:
    stacks = {0: ("White", "Blue"), 1: ("Green",), 17: ("Red", "Purple"), 16: ("Yellow",), 9: ("Black",)}
    lines = board_text(oval(stacks)).split("\n")
    assert lines[2:12] == [
        " B>",
        " <W G>",
        " F> __ __ __ __ __ __ __ __ >v",
        "     1  2  3  4  5  6  7  8",
        "",
        " <P",
        " <R <Y                   K>",
        " ^< __ __ __ __ __ __ __ __ <<",
        "    16 15 14 13 12 11 10  9",
        "",
    ]
    assert lines[0] == "First to last: P R Y G B"


def test_a_long_oval_has_an_even_number_of_rows() -> None:
    lines = board_text(oval({}, length=31)).split("\n")
    assert [line for line in lines if "__" in line] == [
        " F> __ __ __ __ __ __ __ __ >v",
        " v< __ __ __ __ __ __ __ __ <<",
        " >> __ __ __ __ __ __ __ __ >v",
        " ^< __ __ __ __ __ __ __ <<",
    ]


def test_an_oval_in_other_words() -> None:
    text = board_text(oval({}, {3: BOO}), {"booing": "Buhrufe", "finish line": "Ziellinie"})
    assert "-1 Buhrufe" in text
    assert "F  Ziellinie" in text


@given(st.data())
def test_every_oval_fits_a_phone_and_shows_all(data: st.DataObject) -> None:
    length = data.draw(st.integers(2, 60))
    stacks: dict[int, tuple[str, ...]] = {}
    for name in data.draw(st.permutations(ALL)):
        space = data.draw(st.integers(0, length + 1))
        stacks[space] = (*stacks.get(space, ()), name)
    text = board_text(oval(stacks, length=length))
    board = text.split("\n\n", 1)[1].rsplit("\n\n", 1)[0]
    assert text.isascii()
    assert all(len(line) <= 36 and line == line.rstrip() for line in text.split("\n"))
    for piece in PIECES:
        assert board.count(f"{piece.code}>") + board.count(f"<{piece.code}") == 1
    assert board.count("__") == length


SAND, HILL = Ground("sand", "."), Ground("mountains", "^", "hill")
CAMEL = Piece("camel", "C", "#b5763a")


def test_a_grid_is_drawn_square_by_square() -> None:
    grid = Grid(
        ("a", "b", "c"),
        ("1", "2"),
        ((SAND, HILL, HILL), (SAND, Ground("captures", "n", "goal", "N"), SAND)),
        {"a1": CAMEL, "b1": CAMEL, "c2": CAMEL},
    )
    assert board_text(grid) == ("   a  b  c\n 1 C  C^ ^\n 2 .  n  C\n\nC camel      . sand\n^ mountains  n captures")
    assert "C Kamel" in board_text(grid, {"camel": "Kamel"})


def test_an_empty_grid_explains_its_grounds_alone() -> None:
    assert board_text(Grid(("a",), ("10",), ((SAND,),), {})) == "    a\n 10 .\n\n. sand"


SUPPLY = Supply(
    ("Camel", "Tickets", "Die"),
    (
        Stock("Blue", ((Chip("5", "#3b7ddd", False), Chip("3", "#3b7ddd")), (Chip("B", "#3b7ddd", False),))),
        Stock("Crazy", ((), (Chip("WK", "#8a8a8a"),))),
        Stock("Winner deck", (12, ())),
    ),
)


def test_a_supply_is_a_table_of_what_is_there() -> None:
    assert as_listing(SUPPLY).rows == (("Blue", "3", "-"), ("Crazy", "", "WK"), ("Winner deck", "12", ""))
    assert board_text(SUPPLY, {"Crazy": "Verrückte", "Die": "Würfel"}) == (
        "Camel        Tickets  Würfel\n"
        "-----------  -------  ------\n"
        "Blue         3        -\n"
        "Verrückte             WK\n"
        "Winner deck  12"
    )


@pytest.mark.parametrize(
    ("dialect", "line"), [("reddit", "| Verrückte |  | WK |"), ("text", "Verrückte             WK")]
)
def test_a_supply_is_a_table_of_the_forum(dialect: str, line: str) -> None:
    wording = Wording({"a": Template('{{ table(boards.supply, {"Crazy": "Verrückte"}) }}', "a")})
    assert line in post(wording, "a", View(PUBLIC, {}, {"supply": SUPPLY}), {}, DIALECTS[dialect])
