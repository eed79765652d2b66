"""Small readers of markup, as forums have them: what they see of a post, for tests."""

from __future__ import annotations

import html.parser
import re
from typing import Any

from gm_tool.render.dialects import GAP

TAG = re.compile(r"""\[(/?)([a-z]+|\*)(?:(?:=|[ ]author=)(?:"[^"]*"|'[^']*'|[^\]"]*))?\]""", re.IGNORECASE)
_COMMON = frozenset({"b", "i", "u", "s", "size", "color", "quote", "code", "list", "*", "url", "img"})
TAGS = {
    "phpbb": _COMMON,
    "xenforo": _COMMON | {"spoiler", "icode", "plain", "table", "tr", "td", "th", "user"},
    "vbulletin": _COMMON | {"noparse", "html", "php", "font"},
    "smf": _COMMON | {"table", "tr", "td", "li", "pre", "tt", "nobbc", "html", "center", "left", "right"},
    "mybb": _COMMON | {"php", "font", "align", "video"},
    "bgg": _COMMON | {"q", "c", "o", "tt", "thing", "user", "imageid", "-"},
}
"""What each forum takes for a tag."""

_AS_IT_IS = ("code", "c")
_ALONE = ("*",)


def bbcode(text: str, forum: str = "phpbb") -> tuple[list[str], str]:
    """The tags of a post in order and its visible text. Raises ValueError for a tag out of place."""
    if forum == "bgg" and re.search(r"<\S", text):
        raise ValueError("the rest of the post is swallowed")
    tags: list[str] = []
    shown: list[str] = []
    opened: list[str] = []
    position = 0
    for found in TAG.finditer(text):
        closes, name = bool(found[1]), found[2].lower()
        fixed = opened[-1] if opened and opened[-1] in _AS_IT_IS else ""
        if name not in TAGS[forum] or (fixed and not (closes and name == fixed)):
            continue
        shown.append(text[position : found.start()])
        position = found.end()
        tags.append(("/" if closes else "") + name)
        if closes and (not opened or opened.pop() != name):
            raise ValueError(f"{found[0]} closes nothing at {found.start()}")
        if not closes and name not in _ALONE:
            opened.append(name)
    if opened:
        raise ValueError(f"never closed: {opened}")
    return tags, "".join([*shown, text[position:]])


def markdown(text: str) -> tuple[list[str], str]:
    """The marks of a post in order (those of its lines too) and its visible text."""
    import markdown_it

    reader = markdown_it.MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    marks: list[str] = []
    shown: list[str] = []
    # Discourse reads the lines of a block tag before anything else, and their titles are no markdown.
    for token in reader.parse(re.sub(r'(?m)^\[details="[^"\n\]]*"\]$', "(details)", text)):
        marks.append(token.type)
        if token.type in ("fence", "code_block"):
            shown.append(token.content)
        for child in token.children or ():
            _inline(child, marks, shown)
        shown.append("\n")
    return marks, "".join(shown)


def _inline(token: Any, marks: list[str], shown: list[str]) -> None:
    if token.type in ("text", "text_special"):
        shown.append(token.content)
    elif token.type in ("softbreak", "hardbreak"):
        shown.append("\n")
    else:
        marks.append(token.type)
        shown.append(token.content)


class _Page(html.parser.HTMLParser):
    """Reads a page tag by tag, and is strict about what browsers forgive."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.shown: list[str] = []
        self.opened: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.opened[-1:] == ["p"] and tag in ("p", "ul", "table", "pre", "h2", "details", "blockquote"):
            raise ValueError(f"<{tag}> inside of a paragraph")
        strange = {key for key, _ in attrs} - {"style"}
        if strange:
            raise ValueError(f"<{tag}> has {strange}")
        self.tags.append(tag)
        if tag != "br":
            self.opened.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(f"/{tag}")
        if not self.opened or self.opened.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        self.shown.append(data)

    def handle_comment(self, data: str) -> None:
        raise ValueError(f"a comment: {data}")

    def handle_decl(self, decl: str) -> None:
        raise ValueError(f"a declaration: {decl}")


def page(text: str) -> tuple[list[str], str]:
    """The tags of an HTML text in order and its visible text. Raises ValueError for a tag out of place."""
    reader = _Page()
    reader.feed(text)
    reader.close()
    if reader.opened:
        raise ValueError(f"never closed: {reader.opened}")
    return reader.tags, "".join(reader.shown)


def read(text: str, dialect: str) -> tuple[list[str], str]:
    """A post as its forum reads it: the marks in order, and the text that people see."""
    if dialect in TAGS:
        return bbcode(text, dialect)
    if dialect == "html":
        return page(text)
    return ([], text) if dialect == "text" else markdown(text)


def seen(text: str) -> str:
    """A text as people see it: without zero-width spaces, and with one sign for those that look alike."""
    return text.replace(GAP, "").replace("\u2039", "<")
