"""Names as people type them: what is the same, what is near, what is unclear.

`Names` finds one of a few known names (players, camels, actions, columns) for a text, and
says how sure it is: exact beats the same but for case, spaces and accents' form; that beats
the same without accents; that beats a beginning that fits only one.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

How = Literal["exact", "same", "plain", "prefix", "ambiguous", "none"]

_SAME_SIGN = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201b\u02bc\u0060\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    }
)


_OVERLAY = 1
"""The combining class of strokes through letters, as U+0336."""


class Match(Struct, frozen=True):
    """What a text means: `name` where it is clear, else None and the `candidates`.

    With "ambiguous" the candidates are the names that it fits, with "none" the nearest ones.
    """

    how: How
    name: str | None = None
    candidates: tuple[str, ...] = ()


def fold(text: str) -> str:
    """A text without what people don't see or mean: case, blanks, the form of accents and quotes.

    Zero-width characters vanish, runs of any blanks are one space, `ﬁ` is `fi`.
    """
    text = unicodedata.normalize("NFKC", text.translate(_SAME_SIGN)).translate(_SAME_SIGN)
    text = "".join(c for c in text if unicodedata.category(c) not in ("Cf", "Cc") or c.isspace())
    return unicodedata.normalize("NFC", " ".join(text.casefold().split()))


def plain(text: str) -> str:
    """A folded text without its accents: `Éowyn` is `eowyn`. A line through a letter is no accent: it may take back."""
    decomposed = unicodedata.normalize("NFD", fold(text))
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn" or unicodedata.combining(c) == _OVERLAY)


def in_any_case(text: str, known: Iterable[str]) -> str:
    """The one of these names that a text is, whatever the case of its letters; the text itself where it is none."""
    names = tuple(known)
    if text in names:
        return text
    folded = fold(text)
    return next((name for name in names if fold(name) == folded), text)


class Names:
    """A few known names, each with the other spellings that stand for it."""

    def __init__(self, names: Iterable[str], aliases: Mapping[str, Iterable[str]] | None = None) -> None:
        """`aliases` gives further spellings for a name. A spelling of two names is ambiguous."""
        self.names = tuple(names)
        spellings = [(name, name) for name in self.names]
        for name, others in (aliases or {}).items():
            spellings += [(other, name) for other in others]
        self.spellings = tuple(spellings)
        self._exact = _by(spellings, lambda text: text)
        self._same = _by(spellings, fold)
        self._plain = _by(spellings, plain)
        self._found: dict[str, Match] = {}

    def find(self, text: str) -> Match:
        """What `text` means among these names."""
        if text not in self._found:
            if len(self._found) > 10_000:  # a sheet full of nonsense must not fill the memory
                self._found.clear()
            self._found[text] = self._look(text)
        return self._found[text]

    def _look(self, text: str) -> Match:
        folded, bare = fold(text), plain(text)
        if not folded:
            return Match("none")
        if text in self._exact:
            return _match("exact", self._exact[text])
        if folded in self._same:
            return _match("same", self._same[folded])
        if bare in self._plain:
            return _match("plain", self._plain[bare])
        fitting = tuple(dict.fromkeys(n for s, ns in self._plain.items() if s.startswith(bare) for n in ns))
        if bare and fitting:
            return _match("prefix", fitting)
        near = difflib.get_close_matches(bare[:100], self._plain, 3, 0.6)
        return Match("none", None, tuple(dict.fromkeys(n for s in near for n in self._plain[s])))


def _match(how: How, names: tuple[str, ...]) -> Match:
    return Match(how, names[0]) if len(names) == 1 else Match("ambiguous", None, names)


def _by(spellings: Sequence[tuple[str, str]], key: Callable[[str], str]) -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for spelling, name in spellings:
        folded = key(spelling)
        if folded and name not in table.get(folded, ()):
            table[folded] = (*table.get(folded, ()), name)
    return table


def near_titles(title: str, known: Iterable[str]) -> list[str]:
    """The known titles nearest to one that isn't known, at most three; "Round 5" isn't meant by "Round 6"."""
    numbers = re.findall(r"\d+", title)
    by_plain = {plain(other): other for other in known if re.findall(r"\d+", other) == numbers}
    return [by_plain[near] for near in difflib.get_close_matches(plain(title[:100]), by_plain, 3, 0.6)]


def any_of(names: Iterable[str], joint: str = "or") -> str:
    """Names in a sentence: "Red, Blue or Green"."""
    words = list(names)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}" if words else ""
