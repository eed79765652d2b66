"""Texts on their way through a template: every sign that could be markup travels in disguise.

`disguise` turns the punctuation and the line breaks of a text into signs of a private range of
Unicode. A template may then join, cut, sort or capitalize texts as it likes: no step on the way
can turn a name into a tag. Only where a sign ends up, in prose, in a tag's attribute or in a
fixed-width block, decides how it must be written there; `gm_tool.render.markup` does that last.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import lru_cache

from gm_tool.render.columns import shown

PRIVATE = 0xF0000
"""The first sign of Unicode's plane 15, which belongs to nobody."""

BREAK = chr(PRIVATE + ord("\n"))
"""A line break that a player wrote."""

BLANK = chr(PRIVATE + ord(" "))
"""A blank that could indent a line, or is one of several in a row."""

_DISGUISE = {ord(sign): PRIVATE + ord(sign) for sign in string.punctuation}
_REVEAL = {PRIVATE + code: code for code in (*map(ord, string.punctuation), ord("\n"), ord(" "))}


def disguised(sign: str) -> str:
    """One sign of punctuation in disguise."""
    return chr(PRIVATE + ord(sign))


def disguise_signs(text: str) -> str:
    """A text with its punctuation in disguise; blanks and line breaks stay."""
    return text.translate(_DISGUISE)


def disguise(value: object) -> object:
    """A value with every text in it in disguise, keys too; mappings become dicts, sequences lists.

    Raises TypeError for what is neither a text, a number, a truth, None nor made of them.
    """
    match value:
        case str():
            return _disguised_text(value)
        case None | bool() | int() | float():
            return value
        case list() | tuple():
            return [disguise(item) for item in value]
        case Mapping():
            return {disguise(key): disguise(item) for key, item in value.items()}
        case _:
            raise TypeError(f"a template can't be given {type(value).__name__}")


def reveal(text: str) -> str:
    """The text as it was."""
    return text.translate(_REVEAL)


@lru_cache(maxsize=4096)  # the same few names and words go into every post
def _disguised_text(text: str) -> str:
    if text.isascii() and text.isprintable() and "  " not in text and text.strip() == text:
        return text.translate(_DISGUISE)  # most texts are so
    lines = ["".join(map(_neutral, " ".join(_blanks(line)))) for line in text.splitlines()]
    return BREAK.join(lines).strip(BREAK).translate(_DISGUISE)


def _blanks(line: str) -> list[str]:
    """The words of a line; blanks beyond the one between two words are in disguise."""
    words: list[str] = []
    odd = ""
    for word in line.rstrip().replace("\t", " ").split(" "):
        if word:
            words.append(odd + word)
            odd = ""
        else:
            odd += BLANK
    return words


def _neutral(sign: str) -> str:
    """A sign that can't steer a terminal, turn the reading direction, or pass for one in disguise."""
    if sign == BLANK:
        return sign
    return "\ufffd" if PRIVATE <= ord(sign) < PRIVATE + 0x100 else shown(sign)
