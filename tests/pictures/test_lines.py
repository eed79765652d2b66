"""The race and the coins as lines: every name at the end of its line, whatever the history."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.render.pictures import DARK, LIGHT, lines_svg, race_svg
from gm_tool.render.pictures.lines import apart, ticks
from gm_tool.rules.camellots.camels import PIECES

from .drawings import SVG, parsed, texts

RACE = [
    ("0", {"Red": 1, "Blue": 1, "Black": 20}),
    ("1", {"Red": 4, "Blue": 3, "Black": 19}),
    ("2", {"Red": 4, "Blue": 9, "Black": 16}),
]
COINS = [("0", {"Ann": 10, "Bob": 10}), ("1", {"Ann": 4, "Bob": 30}), ("2", {"Ann": 25, "Bob": 12})]

Points = list[tuple[float, float]]


def points(text: str) -> Points:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+),(-?[\d.]+)", text)]


def runs(svg: str, colour: str) -> list[Points]:
    """The lines of a colour, without the thin ones that lead to the names."""
    lines = parsed(svg).iter(f"{SVG}polyline")
    return [
        points(line.attrib["points"])
        for line in lines
        if line.get("stroke") == colour and line.get("stroke-width") == "4"
    ]


def names(svg: str) -> list[tuple[str, float]]:
    """The names at the ends, from the top down, with their heights."""
    bold = [text for text in parsed(svg).iter(f"{SVG}text") if text.get("font-size") == "19"]
    return sorted(((text.text or "", float(text.attrib["y"])) for text in bold), key=lambda found: found[1])


def test_each_camel_has_a_line_in_its_colour() -> None:
    drawing = race_svg(RACE, PIECES, "The race")
    [red] = runs(drawing, PIECES[0].colour)
    assert [x for x, _ in red] == sorted(x for x, _ in red)
    assert red[0][1] > red[1][1] == red[2][1]
    assert runs(drawing, PIECES[2].colour) == []  # Green is not in this history


def test_names_stand_where_their_lines_end_the_leader_on_top() -> None:
    assert [name for name, _ in names(race_svg(RACE, PIECES, "The race"))] == ["Black", "Blue", "Red"]
    assert [name for name, _ in names(lines_svg(COINS, "Coins"))] == ["25 Ann", "12 Bob"]


def test_camels_that_run_down_are_dashed() -> None:
    lines = list(parsed(race_svg(RACE, PIECES, "The race")).iter(f"{SVG}polyline"))
    dashed = {line.get("stroke") for line in lines if line.get("stroke-dasharray")}
    assert dashed == {PIECES[5].colour}


def test_camels_bear_their_letters_along_the_line() -> None:
    assert [text for text in texts(race_svg(RACE, PIECES, "The race")) if text in ("R", "B", "K")] == [*"RRRBBBKKK"]


def test_camels_on_one_space_stand_side_by_side_the_leading_one_in_front() -> None:
    drawing = race_svg([("0", {"Red": 5, "Blue": 5, "Green": 5})], PIECES, "Tie")
    letters = [text for text in parsed(drawing).iter(f"{SVG}text") if text.text in ("R", "B", "G")]
    assert [text.text for text in sorted(letters, key=lambda text: float(text.attrib["x"]))] == ["R", "B", "G"]
    assert len({text.get("y") for text in letters}) == 1
    assert [name for name, _ in names(drawing)] == ["Green", "Blue", "Red"]


def test_the_first_place_is_at_the_top() -> None:
    history = [("1", {"Red": 1, "Blue": 2, "Green": 3})]
    assert [name for name, _ in names(race_svg(history, PIECES, "Places", places=True))] == ["Red", "Blue", "Green"]
    assert [name for name, _ in names(race_svg(history, PIECES, "Spaces"))] == ["Green", "Blue", "Red"]


def test_a_line_is_broken_where_its_name_was_not_there() -> None:
    history = [("0", {"Ann": 1}), ("1", {"Ann": 2}), ("2", {"Bob": 3}), ("3", {"Ann": 4}), ("4", {"Ann": 5})]
    assert [len(run) for run in runs(lines_svg(history, "Coins"), LIGHT.lines[0])] == [2, 2]


def test_players_of_one_colour_differ_in_their_dashes() -> None:
    everybody = {f"Player {number}": number for number in range(24)}
    drawn = parsed(lines_svg([("0", everybody), ("1", everybody)], "Many")).iter(f"{SVG}polyline")
    styles = [(line.get("stroke"), line.get("stroke-dasharray")) for line in drawn if line.get("stroke-width") == "4"]
    assert len(styles) == len(set(styles)) == 24


def test_a_crowd_makes_the_drawing_higher_and_its_names_stay_apart() -> None:
    drawing = lines_svg([("0", {f"Player {number}": 10 for number in range(24)})], "Crowd")
    heights = [y for _, y in names(drawing)]
    assert len(heights) == 24
    assert all(lower - upper >= 26.9 for upper, lower in itertools.pairwise(heights))
    assert heights[-1] < float(parsed(drawing).attrib["height"])


def test_hostile_names_are_text_and_long_ones_are_cut() -> None:
    told = texts(lines_svg([("<0>", {"<b>&\x00": 3, "A name that goes on and on and on": 2})], "Coins"))
    assert "3 <b>&\\x00" in told
    assert "<0>" in told
    assert any(text.startswith("2 A name that") and text.endswith("…") for text in told)


def test_labels_of_a_long_game_are_thinned_out() -> None:
    history = [(f"Round {number}", {"Red": number}) for number in range(60)]
    drawing = race_svg(history, PIECES, "Long")
    labels = [text for text in parsed(drawing).iter(f"{SVG}text") if (text.text or "").startswith("Round")]
    places = [float(text.attrib["x"]) for text in labels]
    assert labels[-1].text == "Round 59"
    assert min(later - earlier for earlier, later in itertools.pairwise(places)) >= 60
    assert texts(drawing).count("R") == len(labels)
    [run] = runs(drawing, PIECES[0].colour)
    assert len(run) == 60


def ticks_of(svg: str) -> dict[float, str]:
    """The labels of the steps, by where they stand."""
    found = [text for text in parsed(svg).iter(f"{SVG}text") if (text.text or "").isdigit()]
    return {float(text.attrib["x"]): text.text or "" for text in found if text.get("text-anchor") == "middle"}


def test_the_axis_says_what_steps_are() -> None:
    assert "Round" in texts(race_svg(RACE, PIECES, "The race", axis="Round"))
    assert "Turn" in texts(lines_svg(COINS, "Coins", axis="Turn"))


@pytest.mark.parametrize(("steps", "labels"), [(3, "0 1 2"), (58, "0 10 20 30 40 57"), (31, "0 5 10 15 20 25 30")])
def test_labels_are_round_numbers_and_the_last(steps: int, labels: str) -> None:
    drawing = race_svg([(str(step), {"Red": step, "Blue": -step - 1}) for step in range(steps)], PIECES, "Race")
    assert " ".join(ticks_of(drawing).values()) == labels


@pytest.mark.parametrize("crowd", range(1, 6))
def test_letters_are_nearest_to_their_own_step(crowd: int) -> None:
    """However many camels share a space there: one that stood left of its step read as one of the step before."""
    names = [piece.name for piece in PIECES[:5]]
    values = dict.fromkeys(names[:crowd], 3) | {name: 4 + place for place, name in enumerate(names[crowd:])}
    drawing = race_svg([(str(step), values) for step in range(21)], PIECES, "Race")
    ticks = ticks_of(drawing)
    letters = [text for text in parsed(drawing).iter(f"{SVG}text") if text.text in [*"RBGYP"]]
    assert len(letters) == 5 * len(ticks)
    for letter, own in zip(letters, list(ticks) * 5, strict=True):
        assert min(ticks, key=lambda tick: abs(tick - float(letter.attrib["x"]))) == own


@pytest.mark.parametrize(
    "history",
    [
        [],
        [("0", {})],
        [("0", {"Ann": 10})],
        [("0", {"Ann": 0}), ("1", {"Ann": 0})],
        [("0", {"Ann": -5}), ("1", {"Ann": 10**12})],
    ],
)
def test_odd_histories_are_drawn_too(history: Sequence[tuple[str, dict[str, int]]]) -> None:
    for theme in (LIGHT, DARK):
        assert parsed(lines_svg(history, "Coins", theme)).attrib["width"] == "600"


@given(st.lists(st.dictionaries(st.sampled_from(["Red", "Blue", "Gray"]), st.integers(-(10**12), 10**12)), max_size=12))
def test_lines_stay_on_the_paper(values: list[dict[str, int]]) -> None:
    history = [(str(number), step) for number, step in enumerate(values)]
    for drawing in (race_svg(history, PIECES, "Race"), lines_svg(history, "Coins")):
        height = float(parsed(drawing).attrib["height"])
        for line in parsed(drawing).iter(f"{SVG}polyline"):
            assert all(0 <= x <= 600 and 0 <= y <= height for x, y in points(line.attrib["points"]))


@given(st.integers(-(10**12), 10**12), st.integers(1, 10**12))
def test_marks_are_few_round_and_within(low: int, distance: int) -> None:
    marks = ticks(low, low + distance)
    assert 1 <= len(marks) <= 9
    assert low <= marks[0] <= marks[-1] <= low + distance
    assert str(marks.step).rstrip("0") in ("1", "2", "5")


def test_marks_of_a_track_and_of_places() -> None:
    assert list(ticks(1, 20)) == [5, 10, 15, 20]
    assert list(ticks(1, 5)) == [1, 2, 3, 4, 5]
    assert list(ticks(0, 59)) == [0, 10, 20, 30, 40, 50]


@given(st.lists(st.floats(100, 500), max_size=40))
def test_heights_are_moved_apart(heights: list[float]) -> None:
    heights.sort()
    moved = apart(heights, 27, 100, 500)
    assert len(moved) == len(heights)
    assert all(lower - upper >= 27 - 1e-6 for upper, lower in itertools.pairwise(moved))
    if len(heights) <= 15:
        assert all(100 - 1e-6 <= height <= 500 + 1e-6 for height in moved)


def test_heights_far_enough_apart_stay() -> None:
    assert apart([120, 150, 400], 27, 100, 500) == [120, 150, 400]
    assert apart([490, 495], 27, 100, 500) == [473, 500]
