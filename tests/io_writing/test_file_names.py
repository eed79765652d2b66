from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.io.file_names import file_name, file_names

PLAYERS = st.text(min_size=1, max_size=60)


@pytest.mark.parametrize("player", ["Ann", "D'Arcy", "Éowyn", "007", "Anna B.C", "🐺 Wolf", "[Clan]Ann", "gm", "小明"])
def test_a_plain_name_stays_as_it_is(player: str) -> None:
    assert file_name(player) == player


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("A/B", "A%2FB"),
        ("..", "%2E%2E"),
        ("../../etc", "%2E.%2F..%2Fetc"),
        ("CON", "%43ON"),
        ("nul.txt", "%6Eul.txt"),
        ("COM1", "%43OM1"),
        ("Ann.", "Ann%2E"),
        (" Ann ", "%20Ann%20"),
        ('a<b>:"|?*\\', "a%3Cb%3E%3A%22%7C%3F%2A%5C"),
        ("100%", "100%25"),
        ("a\nb\x7f", "a%0Ab%7F"),
        ("~$Ann", "%7E$Ann"),
        (".gm-0000.part", "%2Egm-0000.part"),
        ("txt\u202eexe", "txt%E2%80%AEexe"),
        ("E\u0301owyn", "Éowyn"),
    ],
)
def test_what_a_system_cannot_bear_is_encoded(player: str, name: str) -> None:
    assert file_name(player) == name


def test_an_empty_name_is_refused() -> None:
    with pytest.raises(ValueError):
        file_name("")


def test_long_names_are_cut_and_stay_different() -> None:
    first, second = file_name("小" * 200), file_name("小" * 201)
    assert first != second
    assert len(first.encode()) <= 200


@given(PLAYERS)
def test_every_name_is_safe(player: str) -> None:
    name = file_name(player)
    assert not set(name) & set('<>:"/\\|?*\0')
    assert name[0] not in " .~" and name[-1] not in " ."
    assert len((name + ".txt").encode()) <= 255
    assert name.split(".")[0].upper() not in {"CON", "NUL", "AUX", "PRN", "COM1", "LPT1"}


@given(PLAYERS, PLAYERS)
def test_two_names_become_one_only_by_the_form_of_their_accents(one: str, other: str) -> None:
    if file_name(one) == file_name(other):
        assert unicodedata.normalize("NFC", one) == unicodedata.normalize("NFC", other)


@given(st.lists(PLAYERS, unique=True, max_size=8))
def test_a_file_system_that_ignores_case_keeps_them_apart(players: list[str]) -> None:
    names = file_names(players)
    assert list(names) == players
    assert len({name.casefold() for name in names.values()}) == len(players)


def test_the_first_of_two_that_differ_in_case_keeps_its_name() -> None:
    assert file_names(["Ann", "ANN", "Ann-2", "ann"]) == {
        "Ann": "Ann",
        "ANN": "ANN-2",
        "Ann-2": "Ann-2-2",
        "ann": "ann-3",
    }
