"""Small readers of markup, as forums have them: what they see of a post, for tests."""

from __future__ import annotations

import re
from typing import Any

from gm_tool.render.dialects import GAP

TAG = re.compile(r'\[(/?)([a-z]+|\*)(?:=(?:"[^"]*"|[^\]"]*))?\]', re.IGNORECASE)
TAGS = frozenset({"b", "i", "u", "s", "size", "color", "quote", "code", "list", "*", "url", "img"})


def bbcode(text: str) -> tuple[list[str], str]:
    """The tags of a post in order and its visible text. Raises ValueError for a tag out of place."""
    tags: list[str] = []
    shown: list[str] = []
    opened: list[str] = []
    position = 0
    for found in TAG.finditer(text):
        closes, name = bool(found[1]), found[2].lower()
        if name not in TAGS or (opened[-1:] == ["code"] and not (closes and name == "code")):
            continue
        shown.append(text[position : found.start()])
        position = found.end()
        tags.append(("/" if closes else "") + name)
        if closes and (not opened or opened.pop() != name):
            raise ValueError(f"{found[0]} closes nothing at {found.start()}")
        if not closes and name != "*":
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
        if token.type == "fence":
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


def seen(text: str) -> str:
    """A text as people see it: without zero-width spaces."""
    return text.replace(GAP, "")
