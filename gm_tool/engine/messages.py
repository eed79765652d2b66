"""Messages as players post them: what of a text are its sender's own words."""

from __future__ import annotations

import re

_TAG = re.compile(r"\[(/?)quote\b[^\]]*\]", re.IGNORECASE)
_CITED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)


def own_words(text: str) -> tuple[str | None, bool]:
    """A message without the posts that it quotes, and whether it quotes any.

    Quoted are lines that begin with ">" and what stands between [quote] and [/quote]. None where a quote opens
    and doesn't close, or the other way round: then nobody can tell whose words the rest are.
    """
    own, depth, end = [], 0, 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            own.append(text[end : tag.start()])
        depth += -1 if tag[1] else 1
        if depth < 0:
            return None, True
        end = tag.end()
    if depth:
        return None, True
    rest, cited = _CITED.subn("", "\n".join((*own, text[end:])))
    return rest.strip(), bool(own or cited)
