"""The language of a game's posts: one that its wording came along in."""

from __future__ import annotations

import difflib

from gm_tool.core.names import any_of, in_any_case
from gm_tool.core.problems import BadInput, Problem
from gm_tool.io.config import Config
from gm_tool.io.resources import languages


def language_of(config: Config) -> str:
    """The language that game.yaml names. Raises BadInput (language.unknown, with the line), WorldFailed."""
    known = languages(config.game)
    language = in_any_case(config.language, known)
    if language in known:
        return language
    problem = Problem(
        code="language.unknown",
        message=f"There is no wording in the language {config.language!r} for this game.",
        place=config.place("language"),
        value=config.language,
        hint=unknown_hint(config.language, known),
    )
    raise BadInput([problem])


def unknown_hint(language: str, known: tuple[str, ...]) -> str:
    """What to write in place of a language that there isn't."""
    near = difflib.get_close_matches(language[:100].lower(), known, 1)
    if near:
        return f"Did you mean {near[0]}?"
    return f"There are: {any_of(known, 'and')}. For another one, translate the files that `gm templates copy` copies."
