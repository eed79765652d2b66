"""Messages as players post them: what of a text are its sender's own words, and what order they are."""

from __future__ import annotations

import re
from typing import Any

from msgspec import structs

from gm_tool.core.game import AnyGame, Parsed
from gm_tool.core.problems import Problem
from gm_tool.core.sources import UNSEEN

_TAG = re.compile(r"[\[<](/?)(?:quote|blockquote|q)\b[^\]>]{0,200}[\]>]", re.IGNORECASE)
_CITED = re.compile(r"\s*(?:\[[a-z][^\]\s]*\]\s*)*(?:>|＞|&gt;)", re.IGNORECASE)
_WROTE = re.compile(r".*\b(?:wrote|said|schrieb)\b.*:\s*", re.IGNORECASE)
"""What mail programs write above the lines that they cite."""
_LONGEST_WROTE = 300
"""Characters of such a line. In a longer one full of these words the pattern would look for minutes."""


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
        if not cited[number] and not (cited[number + 1] and _tells_who_wrote(line))
    ]


def _tells_who_wrote(line: str) -> bool:
    return len(line) <= _LONGEST_WROTE and _WROTE.fullmatch(line) is not None


def read_words(game: AnyGame, state: Any, player: str, text: str) -> Parsed:
    """An order in a player's words; quoted posts are left out of it.

    Problem codes: the game's; of its own message.unreadable and message.quoted (a note).
    """
    own, quotes = own_words(text)
    if own is None or (quotes and not own):
        why = "has nothing but quoted words" if own == "" else "has a quote without its beginning or its end"
        problem = Problem(
            code="message.unreadable",
            message=f"{player}'s message {why}.",
            hint="Leave only the player's own words in the cell.",
        )
        return Parsed(None, (problem,))
    parsed = game.read(state, player, own)
    return structs.replace(parsed, problems=(*parsed.problems, _quoted(player))) if quotes else parsed


def _quoted(player: str) -> Problem:
    return Problem(
        code="message.quoted",
        severity="note",
        message=f"{player}'s message quotes other posts; what is quoted was not read as an order.",
    )
