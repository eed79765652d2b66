"""What stands in a post beside its words."""

from __future__ import annotations

import pytest

from gm_tool.core.names import Names, plain
from gm_tool.core.posted import STRUCK, without_looks, without_signature


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[b]a[/b] [url=http://b.c]d[/url]", "a d"),
        ("<strong>a</strong><br/>b&nbsp;c", "a b c"),
        ("**a** __b__ `c` *d*, e*2", "a b c d , e*2"),
        ("a :) b :-D, c ;P d <3 e xD", "a b , c d e"),
        ("a 8) b", "a b"),
        ("(a 8) b", "(a 8) b"),
        ("a :3", "a"),
        ("[b]a xD[/b]", "a"),
        ("a\n\nSent from my iPhone 12", "a"),
        ("a\nSent from my phone, but not b", "a Sent from my phone, but not b"),
        ("a\nVon meinem iPad gesendet", "a"),
        ("a: 3", "a: 3"),
        ("[I say no] a", "[I say no] a"),
        ("a -> b", "a -> b"),
        ("<a> <b>", "<a>"),
    ],
)
def test_emphasis_and_smileys_say_nothing(text: str, words: str) -> None:
    assert without_looks(text).split() == words.split()


@pytest.mark.parametrize("text", ["[s]a[/s]", "[strike]a[/strike]", "<del>a</del>", "~~a~~", "~ab~", "a\u0336"])
def test_a_line_through_a_text_is_a_word_of_its_own(text: str) -> None:
    assert STRUCK in without_looks(text).split()


def test_a_line_through_a_name_is_no_accent() -> None:
    assert plain("e\u0301") == "e"
    struck = "".join(f"{letter}\u0336" for letter in "Red")
    assert Names(["Red", "Blue"]).find(struck).name is None


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("roll\n\nAnn", "roll"),
        ("roll\r\n-- \r\n\u2014 ANN.\n", "roll"),
        ("roll, Ann", "roll, Ann"),
        ("Ann", "Ann"),
        ("roll\nBob", "roll\nBob"),
    ],
)
def test_a_last_line_that_is_the_players_name_is_a_signature(text: str, left: str) -> None:
    assert without_signature(text, "Ann") == left
