"""Dialects: the markup of each kind of forum, as values.

A template holds words, a dialect holds markup. `gm_tool.render.markup` is the one place that
reads these records; a forum is added, or a GM's own board adapted, by values alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

Around = tuple[str, str]
"""What stands before and after a text. `{}` in it is replaced: by a title, a name or a colour."""

NOTHING: Around = ("", "")

GAP = "\u200b"
"""A zero-width space: it parts a tag, a smiley or a mention, and is not seen."""

_ATTRIBUTE: Mapping[str, str] = MappingProxyType(
    {"[": "(", "]": ")", "<": "(", ">": ")", '"': "'", "\\": "/", "@": f"@{GAP}"}
)
"""Inside a tag nothing can be escaped on every board, so the nearest sign stands in."""


class Dialect(Struct, frozen=True, kw_only=True):
    """How a forum writes.

    `limit` is the size of one post (None: none is known), counted in `unit`s.
    `heading_line` is a sign that underlines a heading; `quote_line` begins each line of a quote,
    `code_line` each of a fixed-width block; `spoiler_line` stands around each line of a spoiler.
    `items` are what stands around a list, `item` around each entry, `after_list` between a list and
    a fixed-width block.
    `table`, `row`, `title`, `cell` and `number` make a table by tags; `pipe_tables` by signs; with
    neither it is a fixed-width block. `paragraph` stands around lines of prose, and `line_break`
    at the end of each but the last, where the forum takes no line break as it is.
    `apart`: blocks must have an empty line before and after them.

    `signs` is how a sign of a text is written in prose, where it could be markup, `attribute` the
    same inside a tag, `code_breaks` what is replaced in a fixed-width block. Signs of `line_start`
    get a backslash at the start of a line, and after a number there. `mentions` are what calls
    somebody, beside `@`. `smilies`: the forum turns `:3` and `8)` into pictures.
    """

    name: str
    limit: int | None = None
    unit: Literal["characters", "utf-16"] = "characters"
    bold: Around = NOTHING
    italic: Around = NOTHING
    heading: Around = NOTHING
    heading_line: str = ""
    colour: Around = NOTHING
    code: Around = NOTHING
    code_line: str = ""
    spoiler: Around = ("{}\n", "")
    spoiler_line: Around = NOTHING
    quote: Around = ("{}:\n", "")
    quote_line: str = ""
    items: Around = NOTHING
    item: Around = ("- ", "")
    after_list: str = ""
    pipe_tables: bool = False
    table: Around = NOTHING
    row: Around = NOTHING
    title: Around = NOTHING
    cell: Around = NOTHING
    number: Around = NOTHING
    paragraph: Around = NOTHING
    line_break: str = ""
    apart: bool = False
    smilies: bool = False
    signs: Mapping[str, str] = {}
    line_start: str = ""
    attribute: Mapping[str, str] = _ATTRIBUTE
    mentions: tuple[str, ...] = ()
    code_breaks: tuple[tuple[str, str], ...] = (("@", f"@{GAP}"),)

    @property
    def pairs(self) -> tuple[Around, ...]:
        """All that the forum opens and closes."""
        lines = (self.bold, self.italic, self.heading, self.colour, self.item, self.paragraph)
        blocks = (self.code, self.spoiler, self.quote, self.items)
        return (*lines, *blocks, self.table, self.row, self.title, self.cell, self.number)


# Forums with tags in brackets

_TAG_SIGNS = {"[": f"[{GAP}", "@": f"@{GAP}"}
_TAG_BREAKS = (("[", f"[{GAP}"), ("@", f"@{GAP}"))

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
    signs=_TAG_SIGNS,
    code_breaks=_TAG_BREAKS,
)

XENFORO = Dialect(
    name="xenforo",
    limit=10_000,
    bold=("[B]", "[/B]"),
    italic=("[I]", "[/I]"),
    heading=("[SIZE=5][B]", "[/B][/SIZE]"),
    colour=("[COLOR={}]", "[/COLOR]"),
    code=("[CODE]\n", "\n[/CODE]"),
    spoiler=('[SPOILER="{}"]\n', "\n[/SPOILER]"),
    quote=('[QUOTE="{}"]\n', "\n[/QUOTE]"),
    items=("[LIST]\n", "\n[/LIST]"),
    item=("[*]", ""),
    smilies=True,
    signs=_TAG_SIGNS,
    attribute=dict(_ATTRIBUTE) | {",": ";"},  # what follows a comma in [QUOTE="..."] is data of the forum
    code_breaks=_TAG_BREAKS,
)

VBULLETIN = Dialect(
    name="vbulletin",
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    heading=("[size=4][b]", "[/b][/size]"),
    colour=("[color={}]", "[/color]"),
    code=("[code]\n", "\n[/code]"),
    spoiler=("[b]{}[/b]\n", ""),
    quote=("[quote={}]\n", "\n[/quote]"),
    items=("[list]\n", "\n[/list]"),
    item=("[*]", ""),
    smilies=True,
    signs=_TAG_SIGNS,
    attribute=dict(_ATTRIBUTE) | {";": ","},  # what follows a semicolon is the number of a post
    code_breaks=_TAG_BREAKS,
)

SMF = Dialect(
    name="smf",
    limit=20_000,
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    heading=("[size=14pt][b]", "[/b][/size]"),
    colour=("[color={}]", "[/color]"),
    code=("[code]\n", "\n[/code]"),
    spoiler=("[b]{}[/b]\n", ""),
    quote=("[quote author={}]\n", "\n[/quote]"),
    items=("[list]\n", "\n[/list]"),
    item=("[li]", "[/li]"),
    table=("[table]\n", "\n[/table]"),
    row=("[tr]", "[/tr]"),
    title=("[td][b]", "[/b][/td]"),
    cell=("[td]", "[/td]"),
    number=("[td]", "[/td]"),
    smilies=True,
    signs=_TAG_SIGNS,
    attribute=dict(_ATTRIBUTE) | {"=": "-"},
    code_breaks=_TAG_BREAKS,
)

MYBB = Dialect(
    name="mybb",
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    heading=("[size=large][b]", "[/b][/size]"),
    colour=("[color={}]", "[/color]"),
    code=("[code]\n", "\n[/code]"),
    spoiler=("[b]{}[/b]\n", ""),
    quote=("[quote='{}']\n", "\n[/quote]"),
    items=("[list]\n", "\n[/list]"),
    item=("[*]", ""),
    smilies=True,
    signs=_TAG_SIGNS,
    attribute=dict(_ATTRIBUTE) | {'"': "\u2019", "'": "\u2019"},
    code_breaks=_TAG_BREAKS,
)

_NO_ANGLE = {"<": "\u2039"}
"""There `<` before anything but a blank swallows the rest of a post, in fixed-width blocks too."""

BGG = Dialect(
    name="bgg",
    bold=("[b]", "[/b]"),
    italic=("[i]", "[/i]"),
    heading=("[b]", "[/b]"),
    code=("[c]\n", "\n[/c]"),
    spoiler=("[b]{}[/b]\n", ""),
    quote=('[q="{}"]\n', "\n[/q]"),
    apart=True,
    smilies=True,
    signs=_TAG_SIGNS | _NO_ANGLE,
    attribute=dict(_ATTRIBUTE) | _NO_ANGLE,
    code_breaks=(*_TAG_BREAKS, *_NO_ANGLE.items()),
)

# Forums with Markdown

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
    code_breaks=_FENCE_BREAKS,
)

REDDIT = Dialect(
    name="reddit",
    limit=40_000,
    bold=("**", "**"),
    italic=("*", "*"),
    heading=("## ", ""),
    code_line="    ",
    after_list="&#x200B;",  # as the editor there writes it: indented lines would belong to the last entry
    spoiler=("**{}**\n\n", ""),
    spoiler_line=(">!", "!<"),
    quote=("**{}**\n", ""),
    quote_line="> ",
    pipe_tables=True,
    line_break="\n",
    apart=True,
    signs=_MARKDOWN_SIGNS | {"^": "\\^"},
    line_start="-+=.)",
    mentions=("u/", "r/"),
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
    code_breaks=(*_FENCE_BREAKS, ("|", f"|{GAP}")),  # bars in a block would end a spoiler around it
)

# For e-mail and everything else

_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}

HTML = Dialect(
    name="html",
    bold=("<b>", "</b>"),
    italic=("<i>", "</i>"),
    heading=("<h2>", "</h2>"),
    colour=('<span style="color: {}">', "</span>"),
    code=("<pre>\n", "\n</pre>"),
    spoiler=("<details>\n<summary>{}</summary>\n", "\n</details>"),
    quote=("<blockquote>\n<b>{}</b><br>\n", "\n</blockquote>"),
    items=("<ul>\n", "\n</ul>"),
    item=("<li>", "</li>"),
    table=("<table>\n", "\n</table>"),
    row=("<tr>", "</tr>"),
    title=("<th>", "</th>"),
    cell=("<td>", "</td>"),
    number=('<td style="text-align: right">', "</td>"),
    paragraph=("<p>", "</p>"),
    line_break="<br>",
    signs=_ENTITIES | {"@": f"@{GAP}"},
    attribute=_ENTITIES | {"@": f"@{GAP}"},
    code_breaks=(*_ENTITIES.items(), ("@", f"@{GAP}")),
)

TEXT = Dialect(name="text", heading_line="=", quote_line="> ", apart=True, signs={"@": f"@{GAP}"})

DIALECTS: Mapping[str, Dialect] = {
    dialect.name: dialect
    for dialect in (
        PHPBB, XENFORO, VBULLETIN, SMF, MYBB, BGG, DISCOURSE, REDDIT, DISCORD, HTML, TEXT,
    )
}  # fmt: skip
"""The dialects there are, by name."""
