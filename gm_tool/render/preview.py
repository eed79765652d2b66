"""A post as it will look, as HTML that can stand inside another page, whatever a template makes of it."""

from __future__ import annotations

import re
from html import escape, unescape

from msgspec import structs

from gm_tool.render.dialects import HTML, Dialect

PREVIEW: Dialect = structs.replace(
    HTML,
    name="preview",  # posts are kept by the name of their dialect
    heading=("<h3>", "</h3>"),
    colour=('<font color="{}">', "</font>"),  # a style would need a hole in the page's policy
    number=('<td class="number">', "</td>"),
)
"""The dialect in which a post is written for `shown`."""

_TAGS = frozenset(
    [
        "b",
        "i",
        "h3",
        "p",
        "br",
        "pre",
        "font",
        "details",
        "summary",
        "blockquote",
        "ul",
        "li",
        "table",
        "tr",
        "th",
        "td",
    ]
)
_EMPTY = frozenset(["br"])
_TAG = re.compile(r"</?([a-z][a-z0-9]*)(?: [^<>]*)?>")
_KEPT = re.compile(r'<td class="number">|<font color="#[0-9a-fA-F]{6}">')


def shown(text: str) -> str:
    """A post written in PREVIEW, as HTML that closes what it opens and holds nothing but plain markup.

    Whatever else looks like a tag (a template of a GM's own may hold anything) is shown as text.
    """
    written: list[str] = []
    opened: list[str] = []
    start = 0
    for tag in _TAG.finditer(text):
        written.append(_text(text[start : tag.start()]))
        written.append(_written(tag[0], tag[1], opened))
        start = tag.end()
    written.append(_text(text[start:]))
    return "".join(written) + _closed(opened, 0)


def _written(source: str, name: str, opened: list[str]) -> str:
    """A tag as it is written down; `opened` are the names of those that are open, and are kept up to date."""
    if name not in _TAGS or (source.startswith("</") and name not in opened):
        return _text(source)
    if source.startswith("</"):
        return _closed(opened, len(opened) - 1 - opened[::-1].index(name))
    if name not in _EMPTY:
        opened.append(name)
    return source if _KEPT.fullmatch(source) else f"<{name}>"


def _closed(opened: list[str], depth: int) -> str:
    """The ends of all tags that were opened at that depth and further in."""
    ends = "".join(f"</{name}>" for name in reversed(opened[depth:]))
    del opened[depth:]
    return ends


def _text(text: str) -> str:
    return escape(unescape(text))
