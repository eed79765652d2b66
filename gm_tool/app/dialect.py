"""The markup of the GM's forum: a dialect by its name, with what game.yaml says is different there."""

from __future__ import annotations

import difflib

from msgspec import structs

from gm_tool.core.names import any_of
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.io.config import Config
from gm_tool.render.dialects import DIALECTS, Dialect

TEXT = "TEXT"
AROUND = ("bold", "italic", "heading", "colour", "code", "spoiler", "quote", "items", "item")
LINES = ("heading_line", "quote_line")
LIMIT = "limit"


def dialect_of(config: Config, name: str | None = None) -> Dialect:
    """The dialect asked for, else the one of game.yaml with its own settings.

    Raises WrongUse for a name on the command line that there isn't, BadInput (dialect.unknown,
    dialect.setting, with the line) for game.yaml.
    """
    base = config.dialect.base
    if name and name not in DIALECTS:
        raise WrongUse(f"There is no dialect {name!r}.", _near(name, tuple(DIALECTS)))
    if name and name != base:
        return DIALECTS[name]
    if base not in DIALECTS:
        place, hint = config.place("dialect"), _near(base, tuple(DIALECTS))
        message = f"There is no dialect {base!r}."
        raise BadInput([Problem(code="dialect.unknown", message=message, value=base, place=place, hint=hint)])
    return _adapted(DIALECTS[base], config)


def _near(name: str, known: tuple[str, ...]) -> str:
    near = difflib.get_close_matches(name[:100].lower(), known, 1)
    return f"Did you mean {near[0]}?" if near else f"There are: {any_of(known, 'and')}."


def _adapted(dialect: Dialect, config: Config) -> Dialect:
    """The dialect as it is on the GM's own board."""
    changes: dict[str, object] = {}
    problems = []
    for key, text in config.dialect.overrides.items():
        fault = _read(key, text, changes)
        if fault:
            place = config.place("dialect", key)
            message = f"The setting {key} of the dialect can't be {text!r}."
            problems.append(Problem(code="dialect.setting", message=message, place=place, value=text, hint=fault))
    if problems:
        raise BadInput(problems)
    return structs.replace(dialect, **changes)


def _read(key: str, text: str, changes: dict[str, object]) -> str:
    """Put a setting into `changes`; what is wrong with it, "" where nothing is."""
    if key in AROUND:
        if text.count(TEXT) != 1:
            return f"Write {TEXT} once, where the text is to stand, as [b]{TEXT}[/b]."
        before, _, after = text.partition(TEXT)
        changes[key] = (before, after)
    elif key in LINES:
        changes[key] = text
    elif key == LIMIT:
        if not (text.isascii() and text.isdigit() and 500 <= int(text) <= 10**7):
            return "It takes the characters that one post of the forum may have, from 500 up."
        changes[key] = int(text)
    else:
        return f"There is no such setting. {_near(key, (*AROUND, *LINES, LIMIT))}"
    return ""
