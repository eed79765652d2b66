"""Posts: the wording of a template, the words of a view, the markup of a dialect."""

from __future__ import annotations

import difflib
import re
import traceback
from collections.abc import Iterator, Mapping

import jinja2
from msgspec import Struct

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place
from gm_tool.core.views import View
from gm_tool.render.compiled import CompiledTemplates, Shelf
from gm_tool.render.dialects import Dialect
from gm_tool.render.markup import Drawn, Markup
from gm_tool.render.sandbox import Environment
from gm_tool.render.signs import disguise, reveal

_FAULTS: tuple[type[Exception], ...] = (
    jinja2.TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    RecursionError,
    SyntaxError,
    MemoryError,
)
"""What a template can run into; anything else is a fault of ours."""

_DISGUISED = re.compile(r"\\U000f00([0-9a-f]{2})")
_UNKNOWN = re.compile(r"'(\w+)' is undefined|has no attribute '([^']+)'|[Nn]o (?:filter|test) named '(\w+)'")


class Template(Struct, frozen=True):
    """The text of a template, and the path under which its GM knows it."""

    text: str
    label: str


class Wording:
    """The templates of a game, by name ("public.txt"); one may include or import another.

    What was compiled before is taken from the `shelf`, where there is one.
    """

    def __init__(self, templates: Mapping[str, Template], shelf: Shelf | None = None) -> None:
        self.templates = dict(templates)
        compiled = CompiledTemplates(shelf) if shelf is not None else None
        self.environment = Environment(jinja2.FunctionLoader(self._source), compiled)

    def _source(self, name: str) -> tuple[str, str, None] | None:
        template = self.templates.get(name)
        return (template.text, template.label, None) if template else None


def post(wording: Wording, name: str, view: View, told: Mapping[str, object], dialect: Dialect) -> str:
    """The post that template `name` makes of a view, and of what else is `told` (the game's title, a deadline).

    In the template the view's words and what is told go by their names, the boards as `boards.track`.
    The text ends with one line break; it may be longer than a post of the forum (see `parts.split`).
    Raises BadInput (template.missing, template.broken) with the template's path and line.
    """
    markup = Markup(dialect, view.boards)
    boards = {key: Drawn(board) for key, board in view.boards.items()}
    words = {**_entries(view.words), **_entries(told)}
    environment = wording.environment
    if name not in wording.templates:
        raise BadInput([_missing(name, wording)])
    try:
        environment.begin()
        template = environment.get_template(name)
        text = "".join(template.generate({**words, "boards": boards, **markup.functions}))
        return markup.finished(text)
    except _FAULTS as fault:
        names = {*words, "boards", *markup.functions}
        raise BadInput([_broken(fault, wording, name, names, {**words, "boards": boards})]) from fault


def _entries(words: Mapping[str, object]) -> dict[str, object]:
    """Words for a template, the texts in them in disguise; their own names are names of a template."""
    return {key: disguise(value) for key, value in words.items()}


def _missing(name: str, wording: Wording) -> Problem:
    return Problem(
        code="template.missing",
        value=name,
        message=f"There is no template {name}.",
        hint=f"There are: {', '.join(sorted(wording.templates))}.",
    )


def _broken(fault: Exception, wording: Wording, name: str, names: set[str], words: Mapping[str, object]) -> Problem:
    label, line = _where(fault, wording, wording.templates[name].label)
    message = _said(fault)
    return Problem(
        code="template.broken",
        place=Place(file=label, cell=f"line {line}" if line else ""),
        message=f"{label}, line {line}: {message}" if line else f"{label}: {message}",
        hint=_hint(fault, wording, names, words),
    )


def _where(fault: Exception, wording: Wording, label: str) -> tuple[str, int]:
    """The template and line at fault: the innermost one that ran, or that Jinja names."""
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return fault.filename or label, fault.lineno
    labels = {template.label for template in wording.templates.values()}
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(fault.__traceback__)]
    return next(((file, line) for file, line in reversed(lines) if file in labels), (label, 0))


def _said(fault: Exception) -> str:
    """What is wrong, in a sentence without Python's words where we have better ones."""
    text = reveal(fault.message or "" if isinstance(fault, jinja2.TemplateError) else str(fault))
    text = _DISGUISED.sub(lambda found: chr(int(found[1], 16)), text)
    text = text.replace("'dict object' has no attribute", "there is no entry").replace("Markup.", "")
    match fault:
        case RecursionError():
            return "this calls itself without end."
        case jinja2.TemplateNotFound():
            return f"there is no template {text} to include."
        case _:
            return text if text.endswith((".", "?")) else f"{text}."


def _hint(fault: Exception, wording: Wording, names: set[str], words: Mapping[str, object]) -> str:
    """The names nearest to an unknown one, and those that there are."""
    found = _UNKNOWN.search(str(fault))
    if not found:
        return "Correct the line, or remove your own copy of the template to use the one that comes with the tool."
    top, entry, filter_name = found.groups()
    known = set(wording.environment.filters) if filter_name else set(_keys(words)) if entry else names
    near = difflib.get_close_matches(top or entry or filter_name, sorted(known), 1)
    suggestion = f"Did you mean {near[0]}? " if near else ""
    return suggestion + ("" if entry else f"There are: {', '.join(sorted(known))}.")


def _keys(words: object) -> Iterator[str]:
    """All names of entries in the words, however deep."""
    match words:
        case dict():
            for key, value in words.items():
                yield reveal(str(key))
                yield from _keys(value)
        case list():
            for value in words:
                yield from _keys(value)
        case _:
            return
