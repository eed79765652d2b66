"""Posts that are longer than a forum takes."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from gm_tool.core.views import PUBLIC, Listing, View
from gm_tool.render.adapting import adapted
from gm_tool.render.dialects import DIALECTS, DISCORD, DISCOURSE, PHPBB, TEXT
from gm_tool.render.parts import size, split
from gm_tool.render.posts import Template, Wording, post

from .readers import bbcode, read, seen


def numbered(parts: tuple[str, ...]) -> bool:
    return all(part.endswith(f"\n\n({number}/{len(parts)})\n") for number, part in enumerate(parts, 1))


def test_a_post_that_fits_is_left_alone() -> None:
    text = "x" * 1999 + "\n"
    assert split(text, DISCORD) == (text,)
    assert len(split("x" + text, DISCORD)) == 2
    assert split("x" * 99_999, TEXT) == ("x" * 99_999,)


def test_a_code_block_over_the_cut_is_closed_and_opened_again() -> None:
    prose = "\n".join(f"Line {number} of the update, forty signs long." for number in range(45))
    block = "\n".join(f"{number:3} {'#' * 40}" for number in range(50))
    text = f"{prose}\n\n```\n{block}\n```\n\nThe end.\n"
    assert len(text) > 4_000
    parts = split(text, DISCORD)
    assert len(parts) == 3
    assert numbered(parts)
    assert all(len(part.encode("utf-16-le")) // 2 <= 2_000 for part in parts)
    assert all(part.count("```") % 2 == 0 for part in parts)
    rows = [line for part in parts for line in part.split("\n") if line.endswith("##")]
    assert "\n".join(rows) == block


def test_an_emoji_counts_as_two_in_discord_and_as_one_in_discourse() -> None:
    assert size("🐪", DISCORD) == 2
    assert size("🐪", DISCOURSE) == 1
    text = "🐪\n" * 800
    assert len(split(text, DISCORD)) == 2
    assert len(split(text, structs.replace(DISCOURSE, limit=2_000))) == 1


def test_a_cut_is_made_at_an_empty_line_where_there_is_one() -> None:
    first, second = "a\n" * 700, "b\n" * 700
    parts = split(f"{first}\n{second}", DISCORD)
    assert [set(part.split("\n\n(")[0]) for part in parts] == [{"a", "\n"}, {"b", "\n"}]


def test_a_headline_goes_with_what_it_announces() -> None:
    small = structs.replace(DISCORD, limit=300)
    for headline in ("**The market**", "The market"):
        first, second = split(f"{'a' * 100}.\n\n{'b' * 100}.\n\n{headline}\n\n{'c' * 100}\n", small)
        assert headline not in first
        assert second.startswith(f"{headline}\n\nc")
    first, second = split(f"{'a' * 100}.\n\n{'b' * 100}.\n\nA sentence.\n\n{'c' * 100}\n", small)
    assert "A sentence." in first


def test_tags_over_the_cut_are_closed_and_opened_again() -> None:
    small = structs.replace(PHPBB, limit=300)
    rows = "\n".join(f"[*][b]Player {number}[/b]: some coins" for number in range(30))
    text = f'[b]Coins[/b]\n[quote="Ann"]\n[list]\n{rows}\n[/list]\n[/quote]\n[code]\n{"x [b] y" * 3}\n[/code]\n'
    parts = split(text, small)
    assert len(parts) > 3
    for part in parts:
        bbcode(part)
        assert len(part) <= 300
    assert parts[1].startswith('[quote="Ann"]\n[list]\n[*]')


def test_a_spoiler_over_the_cut_is_closed_and_opened_again() -> None:
    text = "||\n" + "secret \\|\\| line\n" * 200 + "||\n"
    parts = split(text, DISCORD)
    assert len(parts) == 2
    assert all(len(re.findall(r"(?<!\\)\|\|", part)) == 2 for part in parts)


def test_details_over_the_cut_are_closed_and_opened_again() -> None:
    small = structs.replace(DISCOURSE, limit=500)
    parts = split('[details="Rulings"]\n' + "- a ruling, [sic]\n" * 60 + "[/details]\n", small)
    assert all(part.startswith('[details="Rulings"]') and "[/details]" in part for part in parts)
    assert all(len(part) <= 500 for part in parts)


def test_a_long_line_of_a_quote_goes_on_as_a_quote() -> None:
    parts = split("> " + "word " * 900 + "\n", DISCORD)
    assert len(parts) == 3
    lines = [line for part in parts for line in part.split("\n\n(")[0].split("\n")]
    assert all(line.startswith("> ") for line in lines)
    assert " ".join(line.removeprefix("> ") for line in lines).strip() == "word " * 899 + "word"


def test_a_line_without_blanks_is_not_cut_behind_a_backslash() -> None:
    for text in ("\\*" * 2_500, "x" + "\\*" * 2_500):
        parts = split(text, DISCORD)
        assert "".join(part.split("\n\n(")[0].replace("\n", "") for part in parts) == text
        assert all(not line.endswith("\\") for part in parts for line in part.split("\n"))


def test_a_part_does_not_begin_with_an_empty_line() -> None:
    small = structs.replace(DISCORD, limit=100)
    parts = split("```\n" + "x" * 50 + "\n" + "y" * 24 + "\n\n" + "z" * 30 + "\n```\n", small)
    assert [part.split("\n")[:2] for part in parts] == [["```", "x" * 50], ["```", "z" * 30]]


def test_a_stray_closing_tag_opens_nothing() -> None:
    small = structs.replace(PHPBB, limit=100)
    parts = split("[b][i]word[/b]\n" + "word\n" * 30, small)
    assert all(not re.search(r"\[/?[bi]\]", part) for part in parts[1:])
    parts = split("[/b]\n" + "word\n" * 30, small)
    assert "[b]" not in "".join(parts)


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@given(data=st.data())
def test_no_part_is_too_long_and_no_line_is_lost(dialect: str, data: st.DataObject) -> None:
    small = structs.replace(DIALECTS[dialect], limit=200)
    lines = data.draw(st.lists(st.sampled_from(["", "word", "🐪 camel", "> quote", "- entry " * 5]), max_size=60))
    text = "\n".join(lines).strip("\n") + "\n"
    parts = split(text, small)
    assert all(size(part, small) <= 200 for part in parts)
    kept = [line for part in parts for line in part.split("\n") if line and not re.fullmatch(r"\(\d+/\d+\)", line)]
    assert kept == [line.rstrip() if len(parts) > 1 and size(line, small) > 138 else line for line in lines if line]


WHOLE = """
{{ heading("All of it") }}
{% call spoiler("Rules, in short") %}
{% call bullets() %}
{% for n in range(40) %}
{{ bold("Rule") }} {{ n }} of the game
{% endfor %}
{% endcall %}
{% endcall %}
{% call quote("[Clan]Ann") %}
{% for n in range(40) %}
Line {{ n }} of the note
{% endfor %}
{% endcall %}
{% call code() %}
{% for n in range(40) %}
{{ n }} <b> [b] ||
{% endfor %}
{% endcall %}
{{ table(boards.many) }}
{% for n in range(40) %}
Prose {{ n }}: the end is near.
{% endfor %}
"""


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
def test_every_part_of_a_long_post_stands_on_its_own(dialect: str) -> None:
    pytest.importorskip("markdown_it")
    many = Listing(("Number", "Name"), tuple((number, f"Player {number}") for number in range(40)))
    wording = Wording({"whole": Template(WHOLE, "whole")})
    small = structs.replace(DIALECTS[dialect], limit=600)
    whole = post(wording, "whole", View(PUBLIC, {}, {"many": many}), {}, small)
    parts = split(whole, small)
    assert len(parts) > 4
    assert numbered(parts)
    assert all(size(part, small) <= 600 for part in parts)
    words = [re.findall(r"[A-Za-z]+ \d+|\d+ [<\u2039]", seen(read(text, dialect)[1])) for text in (whole, *parts)]
    assert [word for part in words[1:] for word in part] == words[0]
    if dialect == "discord":
        assert all(len(re.findall(r"(?m)^\|\|$", part)) % 2 == 0 for part in parts)


def test_the_tags_of_a_board_of_ones_own_are_closed_too() -> None:
    own, misfits = adapted(PHPBB, {"spoiler": "[Hide={title}]{body}[/Hide]", "limit": "500"})
    assert not misfits
    text = "[Hide=All]\n" + "a line of the spoiler\n" * 60 + "[/Hide]\n"
    parts = split(text, own)
    assert len(parts) > 2
    assert all(part.startswith("[Hide=All]\n") and "\n[/Hide]\n" in part for part in parts)
