"""No name and no note can become markup, ping a group or end a code block, in any dialect (and all stay readable)."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.views import PUBLIC, Listing, View
from gm_tool.render.dialects import DIALECTS
from gm_tool.render.posts import Template, Wording, post

from .by_hand import HOSTILE
from .readers import bbcode, markdown, seen

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


@pytest.mark.parametrize("name", HOSTILE)
def test_bbcode_has_the_tags_of_a_harmless_name(name: str) -> None:
    tags, shown = bbcode(written(name, "phpbb"))
    assert tags == bbcode(written("Ann", "phpbb"))[0]
    assert seen(shown).count(name.strip()) >= 18  # all but the one place in a tag's quotes


@pytest.mark.parametrize("dialect", ["discourse", "discord"])
@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_has_the_marks_of_a_harmless_name(name: str, dialect: str) -> None:
    pytest.importorskip("markdown_it")
    marks, shown = markdown(written(name, dialect))
    assert marks == markdown(written("Ann", dialect))[0]
    assert seen(shown).count(name.strip()) >= 18


@pytest.mark.parametrize("name", HOSTILE)
def test_plain_text_holds_the_name_as_it_is(name: str) -> None:
    assert seen(written(name, "text")).count(name.strip()) >= 18


@pytest.mark.parametrize("dialect", sorted(DIALECTS))
@pytest.mark.parametrize("name", ["@everyone", "@here", "x @everyone", "<@&1234>", "<@1234>"])
def test_nobody_is_pinged(name: str, dialect: str) -> None:
    assert not re.search(r"@[\w&!]", written(name, dialect))


@pytest.mark.parametrize("dialect", ["phpbb", "discourse", "discord"])
@pytest.mark.parametrize("name", [":3", "8)", ":)", ";-)", "=D", "^^", "x :P", ":smile:", "B-)"])
def test_a_smiley_stays_text_in_prose(name: str, dialect: str) -> None:
    wording = Wording({"a": Template("{{ name }}", "a")})
    text = post(wording, "a", View(PUBLIC, {"name": name}, {}), {}, DIALECTS[dialect])
    assert name not in text
    assert seen(text).replace("\\", "").strip() == name


def test_times_and_addresses_are_not_parted() -> None:
    wording = Wording({"a": Template("{{ name }}", "a")})
    view = View(PUBLIC, {"name": "by 20:00 (10) at https://x.org"}, {})
    assert post(wording, "a", view, {}, DIALECTS["phpbb"]) == "by 20:00 (10) at https://x.org\n"


@given(st.text("[]/bcode`*_~|<>#&@!:;=^8)(\\-+.1 \n\t'\"x", min_size=1, max_size=12).filter(lambda name: name.strip()))
def test_no_mix_of_signs_makes_markup(name: str) -> None:
    assert bbcode(written(name, "phpbb"))[0] == bbcode(written("Ann", "phpbb"))[0]
    pytest.importorskip("markdown_it")
    lines = len(name.strip().splitlines())
    if lines == 1:
        assert markdown(written(name, "discourse"))[0] == markdown(written("Ann", "discourse"))[0]
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
