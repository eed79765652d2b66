"""Texts in columns: how wide a text shows, in cells of a terminal or a fixed-width font.

Letters of East Asia and emoji are two cells wide, accents that stand alone and joiners none.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

STEADY = 0x0590
"""Below it are Latin, Greek, Cyrillic and Armenian letters, which fixed-width fonts have."""


def one_line(text: str) -> str:
    """A player's text as one line that can't steer a terminal or turn the reading direction.

    Line breaks and tabs become a blank; other control characters and direction marks show as
    `\\x1b` or `\\u202e`.
    """
    return "".join(map(shown, " ".join(text.split())))


def shown(sign: str) -> str:
    """A sign as itself, or its number where it is a control character or a direction mark."""
    kind = unicodedata.category(sign)
    if kind in ("Cc", "Cs") or (kind == "Cf" and unicodedata.bidirectional(sign) not in ("BN", "ON")):
        return f"\\x{ord(sign):02x}" if ord(sign) < 256 else f"\\u{ord(sign):04x}"
    return sign


def steady(text: str) -> bool:
    """Whether every font shows a text as wide as `width` says: no emoji, fancy letters or letters of East Asia."""
    return text.isascii() or all(ord(sign) < STEADY and not unicodedata.combining(sign) for sign in text)


def width(text: str) -> int:
    """How many cells a text of one line takes."""
    return len(text) if text.isascii() else max(_wcswidth(text), 0)


def padded(text: str, cells: int, right: bool = False) -> str:
    """A text filled up with blanks to that many cells, on its left side if it stands to the right."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


def wrapped(text: str, cells: int) -> list[str]:
    """A text in lines of at most so many cells, broken at blanks; longer words are cut. At least one line."""
    return filled([piece for word in text.split(" ") for piece in _cut(word, cells)], cells)


def filled(words: Sequence[str], cells: int) -> list[str]:
    """Words in lines of at most so many cells; a longer word stays whole on a line of its own. At least one line."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and width(line) + 1 + width(word) <= cells:
            line = f"{line} {word}"
            continue
        if line:
            lines.append(line)
        line = word
    return [*lines, line]


def _cut(word: str, cells: int) -> Iterator[str]:
    """A word in pieces of at most so many cells; a sign that is wider stands alone."""
    piece = ""
    for grapheme in word if word.isascii() else _graphemes(word):
        if piece and width(piece + grapheme) > cells:
            yield piece
            piece = ""
        piece += grapheme
    yield piece


def _wcswidth(text: str) -> int:
    from wcwidth import wcswidth  # its tables take long to load, and most games are all ASCII

    return wcswidth(text)


def _graphemes(word: str) -> Iterator[str]:
    from wcwidth import iter_graphemes

    return iter_graphemes(word)
