"""A dialect adapted to the GM's own board."""

from __future__ import annotations

import pytest

from gm_tool.core.views import PUBLIC, View
from gm_tool.render.adapting import FLAGS, SETTINGS, adapted
from gm_tool.render.dialects import DIALECTS, DISCOURSE, HTML, PHPBB, TEXT, Dialect
from gm_tool.render.posts import Template, Wording, post

from .by_hand import HOSTILE
from .readers import bbcode, page


def written(template: str, dialect: Dialect, name: str = "Ann") -> str:
    return post(Wording({"a": Template(template, "a")}), "a", View(PUBLIC, {"name": name}, {}), {}, dialect)


@pytest.mark.parametrize(
    ("key", "value", "template", "expected"),
    [
        ("spoiler", "[spoiler={title}]{body}[/spoiler]", "spoiler(name, 'x')", "[spoiler=Ann]\nx\n[/spoiler]"),
        ("spoiler", "[hide]{body}[/hide]", "spoiler(name, 'x')", "Ann\n[hide]\nx\n[/hide]"),
        ("spoiler", "[hide]\n{body}\n[/hide]", "spoiler(name, 'x')", "Ann\n[hide]\nx\n[/hide]"),
        ("spoiler", "", "spoiler(name, 'x')", "Ann\nx"),
        ("quote", "[quote={name}]{body}[/quote]", "quote(name, 'x')", "[quote=Ann]\nx\n[/quote]"),
        ("bold", "[strong]{text}[/strong]", "bold(name)", "[strong]Ann[/strong]"),
        ("bold", "", "bold(name)", "Ann"),
        ("colour", "[font color={colour}]{text}[/font]", "colour(name, '#cc0000')", "[font color=#cc0000]Ann[/font]"),
        ("code", "[pre]{body}[/pre]", "code(name)", "[pre]\nAnn\n[/pre]"),
        ("item", "[li]{text}[/li]", "bullets([name])", "[list]\n[li]Ann[/li]\n[/list]"),
        ("heading", "{text}", "heading(name)", "Ann"),
        ("heading_line", "~", "heading(name)", "[size=150][b]Ann[/b][/size]\n~~~"),
        ("smilies", "no", "':3'", ":3"),
    ],
)
def test_a_setting_changes_what_is_written(key: str, value: str, template: str, expected: str) -> None:
    dialect, misfits = adapted(PHPBB, {key: value})
    assert not misfits
    assert written(f"{{{{ {template} }}}}", dialect) == f"{expected}\n"


def test_limits_units_and_truths() -> None:
    dialect, misfits = adapted(PHPBB, {"limit": "10,000", "unit": "utf-16", "apart": "Yes", "smilies": "false"})
    assert not misfits
    assert (dialect.limit, dialect.unit, dialect.apart, dialect.smilies) == (10_000, "utf-16", True, False)


@pytest.mark.parametrize(
    ("key", "value", "hint"),
    [
        ("spoilr", "", "Did you mean spoiler?"),
        ("quux", "", "There are: bold, italic, heading"),
        ("signs", "x", "There is no such setting."),
        ("bold", "[b][/b]", "Write {text} once"),
        ("bold", "{text}{text}", "Write {text} once"),
        ("bold", "[b]{text}[b]", "b must be opened before {text} and closed behind it."),
        ("bold", "[b]{text}", "b must be opened"),
        ("bold", "{text}[/b]", "b must be opened"),
        ("heading", "[size=2][b]{text}[/size][/b]", "size must be opened"),
        ("bold", "[b]{title}{text}[/b]", "Nothing goes into {title}: here may stand {text}."),
        ("bold", "[b]{}[/b]", "Nothing goes into {}"),
        ("spoiler", "[s]{text}[/s]", "Nothing goes into {text}: here may stand {title} and {body}."),
        ("spoiler", "[s]{body}[/s]{title}", "{title} may stand once, before {body}."),
        ("spoiler", "{title}{title}{body}", "{title} may stand once"),
        ("colour", "[c]{text}[/c]", "Write {colour} where"),
        ("limit", "many", "from 500 up"),
        ("limit", "499", "from 500 up"),
        ("limit", "-500", "from 500 up"),
        ("limit", "9" * 9999, "from 500 up"),
        ("limit", "٩٩٩٩", "from 500 up"),
        ("unit", "words", "It takes characters or utf-16."),
        ("apart", "maybe", "It takes true, yes, false or no."),
    ],
)
def test_a_setting_that_cannot_be_used_is_told(key: str, value: str, hint: str) -> None:
    dialect, (misfit,) = adapted(PHPBB, {key: value, "italic": "[em]{text}[/em]"})
    assert dialect == PHPBB
    assert (misfit.key, misfit.value) == (key, value)
    assert hint in misfit.hint


def test_all_misfits_are_told_at_once() -> None:
    _, misfits = adapted(PHPBB, {"bald": "", "limit": "1", "italic": "[em]{text}[/em]"})
    assert [misfit.key for misfit in misfits] == ["bald", "limit"]


def test_every_setting_is_one_of_a_dialect() -> None:
    assert set(SETTINGS) <= set(Dialect.__struct_fields__)
    assert all(isinstance(getattr(PHPBB, flag), bool) for flag in FLAGS)


@pytest.mark.parametrize("name", HOSTILE)
def test_tags_that_only_this_board_has_are_guarded_in_names(name: str) -> None:
    tags, _ = adapted(TEXT, {"bold": "[b]{text}[/b]", "code": "[code]{body}[/code]"})
    angles, _ = adapted(TEXT, {"bold": "<b>{text}</b>", "code": "<pre>{body}</pre>"})
    template = "{{ bold(name) }} {{ name }}\n{{ code(name) }}"
    assert bbcode(written(template, tags, name))[0] == bbcode(written(template, tags))[0]
    assert page(written(template, angles, name))[0] == page(written(template, angles))[0]


@pytest.mark.parametrize("base", ["phpbb", "text", "discord", "html"])
@pytest.mark.parametrize("name", HOSTILE)
def test_a_title_cannot_close_the_tag_that_it_stands_in(name: str, base: str) -> None:
    for tag in ("[quote={name}]{body}[/quote]", '[quote="{name}"]{body}[/quote]'):
        dialect, _ = adapted(DIALECTS[base], {"quote": tag, "quote_line": ""})
        opening = written("{{ quote(name, 'x') }}", dialect, name).split("\n")[0]
        assert opening.endswith("]")
        assert opening.count("]") == opening.count("[") == 1
        assert opening.count('"') == (2 if '"' in tag else 0)


def test_a_base_that_guards_a_sign_already_keeps_its_way() -> None:
    assert adapted(HTML, {"bold": "<strong>{text}</strong>"})[0].signs == HTML.signs
    assert adapted(DISCOURSE, {"spoiler": "[spoiler]{body}[/spoiler]"})[0].signs["["] == "\\["
