"""Messages as players post them: what of a text are its sender's own words."""

from __future__ import annotations

import re

from gm_tool.core.sources import UNSEEN

_TAG = re.compile(r"[\[<](/?)(?:quote|blockquote|q)\b[^\]>]*[\]>]", re.IGNORECASE)
_CITED = re.compile(r"\s*(?:\[[a-z][^\]\s]*\]\s*)*(?:>|＞|&gt;)", re.IGNORECASE)
_WROTE = re.compile(r".*\b(?:wrote|said|schrieb)\b.*:\s*", re.IGNORECASE)
"""What mail programs write above the lines that they cite."""


def own_words(text: str) -> tuple[str | None, bool]:
    """A message without the posts that it quotes, and whether it quotes any.

    Quoted are lines that begin with ">" and what stands between [quote] and [/quote]; some forums call the tags q or
    blockquote, and lines may end in any way. None where a quote opens and doesn't close, or the other way round: then
    nobody can tell whose words the rest are.
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
    lines = "\n".join((*own, text[end:])).splitlines()
    kept = _uncited(lines)
    return "\n".join(kept).strip(), bool(own) or len(kept) < len(lines)


def _uncited(lines: list[str]) -> list[str]:
    """The lines that cite nobody, without "Bob wrote:" right above those that do."""
    cited = [*(bool(_CITED.match(line.translate(UNSEEN))) for line in lines), False]
    return [
        line
        for number, line in enumerate(lines)
        if not cited[number] and not (cited[number + 1] and _WROTE.fullmatch(line))
    ]
