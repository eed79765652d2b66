"""The page about wording is true: what it shows is what comes out, and nothing that a template can use is missing."""

from __future__ import annotations

import re

import pytest

from gm_tool.core.views import PUBLIC, Listing, View
from gm_tool.render.adapting import SETTINGS
from gm_tool.render.dialects import PHPBB, TEXT, Dialect
from gm_tool.render.markup import Markup
from gm_tool.render.posts import Template, Wording, post

from .by_hand import FOLDER, track

PAGE = (FOLDER.parents[1] / "docs" / "wording.md").read_text("utf-8")
BLOCKS = re.findall(r"^```jinja\n(.*?)^```\n.*?^```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
ROWS = re.findall(r"^\| `(\{\{.*\}\})` \| (.*) \|$", PAGE, re.MULTILINE)
MARKET = Listing(("Camel", "Place", "Stocks", "Buy", "Sell"), (("Red", 1, 5, 10, 13), ("Blue", 2, 4, 11, 10)))


def printed(template: str, dialect: Dialect) -> str:
    view = View(PUBLIC, {"title": "Spring"}, {"market": MARKET, "track": track({})})
    return post(Wording({"a": Template(template, "a")}), "a", view, {}, dialect)


@pytest.mark.parametrize(("template", "expected"), BLOCKS)
def test_a_block_comes_out_as_shown(template: str, expected: str) -> None:
    assert printed(template, PHPBB) == expected


@pytest.mark.parametrize(("template", "expected"), [row for row in ROWS if row[1] != "prints something"])
def test_a_filter_prints_what_is_shown(template: str, expected: str) -> None:
    assert printed(template.replace("\\|", "|"), TEXT) == f"{expected}\n"


def test_the_page_has_its_examples() -> None:
    assert len(BLOCKS) == 4
    assert len(ROWS) > 12


def test_every_function_filter_file_and_setting_is_told() -> None:
    for name in Markup(TEXT, {}).functions:
        assert f"{name}(" in PAGE, name
    for name in Wording({}).environment.filters:
        assert re.search(rf"\|{name}\b|`{name}`", PAGE), name
    for name in Wording({}).environment.globals:
        assert f"`{name}(" in PAGE, name
    for path in FOLDER.glob("*.txt"):
        assert f"| `{path.name}` |" in PAGE, path.name
    settings = PAGE.split("| setting |")[1]
    for name in SETTINGS:
        assert f"`{name}`" in settings, name
