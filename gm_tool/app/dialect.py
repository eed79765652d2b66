"""The markup of the GM's forum: a dialect by its name, with what game.yaml says is different there."""

from __future__ import annotations

import difflib

from gm_tool.core.names import any_of, in_any_case
from gm_tool.core.problems import BadInput, Problem, WrongUse
from gm_tool.io.config import Config
from gm_tool.render.adapting import Misfit, adapted
from gm_tool.render.dialects import DIALECTS, Dialect


def dialect_of(config: Config, name: str | None = None) -> Dialect:
    """The dialect asked for, else the one of game.yaml with its own settings.

    Raises WrongUse for a name on the command line that there isn't, BadInput (dialect.unknown,
    dialect.setting, with the line) for game.yaml.
    """
    base = in_any_case(config.dialect.base, DIALECTS)
    name = in_any_case(name, DIALECTS) if name else None
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
    board, misfits = adapted(dialect, config.dialect.overrides)
    if misfits:
        raise BadInput([_misfit(config, misfit) for misfit in misfits])
    return board


def _misfit(config: Config, misfit: Misfit) -> Problem:
    message = f"The setting {misfit.key} of the dialect can't be {misfit.value!r}."
    place = config.place("dialect", misfit.key)
    return Problem(code="dialect.setting", message=message, place=place, value=misfit.value, hint=misfit.hint)
