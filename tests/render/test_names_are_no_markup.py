"""No name and no note can become markup, ping a group or end a code block, in any dialect (and all stay readable)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.views import PUBLIC, Listing, View
from gm_tool.render.dialects import DIALECTS, GAP
from gm_tool.render.posts import Template, Wording, post

from .by_hand import HOSTILE
from .readers import TAGS, bbcode, markdown, page, read, seen

EVERYWHERE = """
{{ heading("For " ~ name) }}
{{ bold(name) }} is {{ name }} and {{ italic(name) }} is {{ colour(name, "#cc0000") }}
{{ name }}
{{ [name, name]|join(", ") }}
{% set copy %}{{ name }}{% endset %}
{{ copy }} and {{ name ~ copy }}
{% macro twice(x) %}{{ x }} {{ x }}{% endmacro %}
{{ twice(name) }}
{{ bullets([name, "b"]) }}
{% call bullets() %}
{{ name }}
{{ bold(name) }}: c
{% endcall %}
{{ quote(name, name) }}
{{ code(name) }}
{{ code("x" ~ name) }}
{% call spoiler(name) %}
{{ name }}
{% endcall %}
{{ board(boards.names) }}
{{ table(boards.names) }}
{{ notes[name] }} at the end
"""


WORDING = Wording({"all.txt": Template(EVERYWHERE, "all.txt")})


def written(name: str, dialect: str) -> str:
    view = View(PUBLIC, {"name": name, "notes": {name: name}}, {"names": Listing(("Name", "N"), ((name, 1),))})
    return post(WORDING, "all.txt", view, {}, DIALECTS[dialect])


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("name", HOSTILE)
def test_a_post_has_the_marks_of_a_harmless_name(name: str, dialect: str) -> None:
    pytest.importorskip("markdown_it")
    marks, shown = read(written(name, dialect), dialect)
    assert marks == read(written("Ann", dialect), dialect)[0]
    assert seen(shown).count(name.strip()) >= 18  # all but the one place in a tag's quotes


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("name", ["@everyone", "@here", "x @everyone", "<@&1234>", "<@1234>"])
def test_nobody_is_pinged(name: str, dialect: str) -> None:
    assert not re.search(r"@[\w&!]", written(name, dialect))


@pytest.mark.parametrize("name", ["u/Ann", "/u/Ann", "U/Ann", "r/games", "x u/Ann"])
def test_reddit_calls_nobody(name: str) -> None:
    text = written(name, "reddit")
    assert not re.search(r"(?i)\b[ur]/\w", re.sub("(?m)^    .*", "", text))
    assert seen(text).count(name) >= 18
    assert "tour/year" in written("tour/year", "reddit")


@pytest.mark.parametrize("dialect", ["phpbb", "discourse", "discord", "xenforo", "vbulletin", "smf", "mybb", "bgg"])
@pytest.mark.parametrize("name", [":3", "8)", ":)", ";-)", "=D", "^^", "x :P", ":smile:", "B-)"])
def test_a_smiley_stays_text_in_prose(name: str, dialect: str) -> None:
    wording = Wording({"a": Template("{{ name }}", "a")})
    text = post(wording, "a", View(PUBLIC, {"name": name}, {}), {}, DIALECTS[dialect])
    assert name not in text
    assert seen(text).replace("\\", "").strip() == name


def test_a_number_and_a_bracket_make_no_smiley() -> None:
    wording = Wording({"a": Template("({{ number }}) (space {{ number }}) {{ code('(8)') }}", "a")})
    text = post(wording, "a", View(PUBLIC, {"number": 8}, {}), {}, DIALECTS["phpbb"])
    assert text == f"(8{GAP}) (space 8{GAP})\n[code]\n(8)\n[/code]\n"


def test_times_and_addresses_are_not_parted() -> None:
    wording = Wording({"a": Template("{{ name }}", "a")})
    view = View(PUBLIC, {"name": "by 20:00 (10) at https://x.org"}, {})
    assert post(wording, "a", view, {}, DIALECTS["phpbb"]) == "by 20:00 (10) at https://x.org\n"


@given(st.text("[]/bcode`*_~|<>#&@!:;=^8)(\\-+.1 \n\t'\"x", min_size=1, max_size=12).filter(lambda name: name.strip()))
def test_no_mix_of_signs_makes_markup(name: str) -> None:
    for forum in TAGS:
        assert bbcode(written(name, forum), forum)[0] == bbcode(written("Ann", forum), forum)[0]
    lines = len(name.strip().splitlines())
    if lines == 1:  # each line of a quote ends with a break
        assert page(written(name, "html"))[0] == page(written("Ann", "html"))[0]
    pytest.importorskip("markdown_it")
    if lines == 1:
        for forum in ("discourse", "reddit"):
            assert markdown(written(name, forum))[0] == markdown(written("Ann", forum))[0]
    text = written(name, "discord")
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\|\|", text)) == 2
    assert text.count("```") == 8


@given(st.text(max_size=30))
def test_any_text_at_all_can_be_written(name: str) -> None:
    for dialect in DIALECTS:
        text = written(name, dialect)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\n\n\n" not in text
        assert not re.search(r"[ \t]\n", text)
        assert not re.search("[\U000f0000-\U000f00ff\x00-\x08\x0b-\x1f\x7f\u202e]", text)


def test_a_control_character_and_a_turned_direction_show_as_their_number() -> None:
    text = written("a\x1b[31m\u202eb", "text")
    assert "a\\x1b[31m\\u202eb" in text


def test_lines_of_a_note_stay_apart_in_a_quote_and_in_code_only() -> None:
    text = written("one\ntwo", "discord")
    assert "> one\n> two" in text
    assert "```\none\ntwo\n```" in text
    assert "**one two** is one two" in text
