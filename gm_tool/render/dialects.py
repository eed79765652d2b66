"""Dialects: the markup of each kind of forum, as values.

A template holds words, a dialect holds markup. `gm_tool.render.markup` is the one place that
reads these records; a forum is added, or a GM's own board adapted, by values alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

Around = tuple[str, str]
"""What stands before and after a text. `{}` in it is replaced: by a title, a name or a colour."""

GAP = "\u200b"
"""A zero-width space: it parts a tag, a smiley or a mention, and is not seen."""


class Dialect(Struct, frozen=True, kw_only=True):
    """How a forum writes.

    `limit` is the size of one post (None: none is known), counted in `unit`s.
    `signs` is how a sign of a text is written in prose, where it could be markup, `attribute` the
    same inside a tag's quotes, `code_breaks` what is replaced in a fixed-width block. Signs of
    `line_start` get a backslash at the start of a line, and after a number there.
    `smilies`: the forum turns `:3` and `8)` into pictures.
    `apart`: blocks must have an empty line before and after them.
    `heading_line` is a sign that underlines a heading; `quote_line` begins each line of a quote;
    `items` are what stands around a list, `item` around each entry.
    """

    name: str
    limit: int | None = None
    unit: Literal["characters", "utf-16"] = "characters"
    bold: Around = ("", "")
    italic: Around = ("", "")
    heading: Around = ("", "")
    heading_line: str = ""
    colour: Around = ("", "")
    code: Around = ("", "")
    spoiler: Around = ("{}\n", "")
    quote: Around = ("{}:\n", "")
    quote_line: str = ""
    items: Around = ("", "")
    item: Around = ("- ", "")
    pipe_tables: bool = False
    apart: bool = False
    smilies: bool = False
    signs: Mapping[str, str] = {}
    line_start: str = ""
    attribute: Mapping[str, str] = {}
    code_breaks: tuple[tuple[str, str], ...] = (("@", f"@{GAP}"),)


_ATTRIBUTE = {"[": "(", "]": ")", '"': "'", "\\": "/", "@": f"@{GAP}"}
"""Inside the quotes of a tag nothing can be escaped on every board, so the nearest sign stands in."""

PHPBB = Dialect(
    name="phpbb",
    limit=60_000,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    heading=("[size=150][b]", "[/b][/size]"),
    colour=("[color={}]", "[/color]"),
    code=("[code]\n", "\n[/code]"),
    spoiler=("[b]{}[/b]\n", ""),
    quote=('[quote="{}"]\n', "\n[/quote]"),
    items=("[list]\n", "\n[/list]"),
    item=("[*]", ""),
    smilies=True,
    signs={"[": f"[{GAP}", "@": f"@{GAP}"},
    attribute=_ATTRIBUTE,
    code_breaks=(("[", f"[{GAP}"), ("@", f"@{GAP}")),
)

_MARKDOWN_SIGNS = {sign: f"\\{sign}" for sign in "\\`*_~|[]<>#&"} | {"@": f"@{GAP}"}
_FENCE_BREAKS = (("```", f"`{GAP}`{GAP}`"), ("@", f"@{GAP}"))

DISCOURSE = Dialect(
    name="discourse",
    limit=32_000,
    bold=("**", "**"),
    italic=("*", "*"),
    heading=("## ", ""),
    code=("```text\n", "\n```"),
    spoiler=('[details="{}"]\n', "\n[/details]"),
    quote=("**{}**\n", ""),
    quote_line="> ",
    pipe_tables=True,
    apart=True,
    smilies=True,
    signs=_MARKDOWN_SIGNS,
    line_start="-+=.)",
    attribute=_ATTRIBUTE,
    code_breaks=_FENCE_BREAKS,
)

DISCORD = Dialect(
    name="discord",
    limit=2_000,
    unit="utf-16",
    bold=("**", "**"),
    italic=("*", "*"),
    heading=("## ", ""),
    code=("```\n", "\n```"),
    spoiler=("**{}**\n||\n", "\n||"),
    quote=("**{}**\n", ""),
    quote_line="> ",
    apart=True,
    smilies=True,
    signs=_MARKDOWN_SIGNS,
    line_start="-+=.)",
    code_breaks=_FENCE_BREAKS,
)

TEXT = Dialect(name="text", heading_line="=", quote_line="> ", apart=True, signs={"@": f"@{GAP}"})

DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (PHPBB, DISCOURSE, DISCORD, TEXT)}
