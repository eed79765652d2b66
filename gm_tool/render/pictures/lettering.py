"""How much room a text takes in the font that is brought along, and what to do where there is less.

The widths are those of DejaVu Sans Bold, rounded up; its book weight is narrower.
"""

from __future__ import annotations

import unicodedata

from gm_tool.render.columns import STEADY, one_line

_SHARES = {
    0.38: " 'ijl/\\|,.I",
    0.46: ":;-!()[]f",
    0.53: 'rt_`"*',
    0.60: "?csz",
    0.65: "xvyL",
    0.69: "aekoTEFJ",
    0.73: "0123456789$hnubdgpq{}SYZ",
    0.78: "PCBRXAVK",
    0.86: "UGDHNQO#+<=>^~",
    1.01: "&@%M",
    1.11: "mwW",
}
_WIDTHS = {sign: share for share, signs in _SHARES.items() for sign in signs}

_LETTER = 0.85
"""For Greek and Cyrillic letters; few are wider."""

_OTHER = 1.25
"""For signs that the font lacks: they show as a box in the PNG and in whatever a browser has in the SVG."""

ELLIPSIS = "…"

_ACCENTS = ("\u0300", "\u036f")
"""The first and the last accent that stands alone."""

_NO_SIGNS = dict.fromkeys((0xFFFE, 0xFFFF), "\ufffd")
"""What XML forbids beside control characters and halves of pairs, which `one_line` has written out."""


def clean(text: str) -> str:
    """A text as one line that XML can hold.

    Accents are joined to their letters, for which the font has signs; those that can't be joined
    are left out, since they would pile up over the lines above.
    """
    joined = unicodedata.normalize("NFC", one_line(text))
    return "".join(sign for sign in joined.translate(_NO_SIGNS) if not _ACCENTS[0] <= sign <= _ACCENTS[1])


def capital(text: str) -> str:
    """A text with a capital at its beginning; the rest is as it was."""
    return text[:1].upper() + text[1:]


def width_of(text: str, size: float) -> float:
    """The room that a text takes at most, in the units of its size."""
    return size * sum(map(_share, text))


def fitted(text: str, size: float, room: float) -> str:
    """A text, with its end cut off (and an ellipsis) if it needs more than the room."""
    if width_of(text, size) <= room:
        return text
    left, kept = room - width_of(ELLIPSIS, size), 0
    while kept < len(text) and width_of(text[kept], size) <= left:
        left -= width_of(text[kept], size)
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS


def in_lines(text: str, size: float, room: float, most: int) -> list[str]:
    """A text in at most so many lines of that room, broken at blanks; what is left over is cut off."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and (len(lines) == most or width_of(f"{lines[-1]} {word}", size) <= room):
            lines[-1] = f"{lines[-1]} {word}"
        else:
            lines.append(word)
    return [fitted(line, size, room) for line in lines]


def _share(sign: str) -> float:
    """The width of a sign as a share of the size of the font; an accent needs no more than its letter."""
    base = unicodedata.normalize("NFD", sign)[0]
    if base in _WIDTHS:
        return _WIDTHS[base]
    return _LETTER if ord(base) < STEADY else _OTHER
