"""Orders that are no more than the entries of their form: read from cells or words, judged, said.

For games whose order is one JSON object with a value for each column that was filled in:
{"bid": 5, "lot": "Vase"}. The keys of the form's fields are the keys of the order.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any

from gm_tool.core.forms import Field, Form
from gm_tool.core.names import Names, any_of, fold
from gm_tool.core.numbers import number_or_text
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, CellFault

LONGEST = 40
"""Of what somebody wrote, a message shows so many characters."""


def read_cells(form: Form, cells: Mapping[str, Cell]) -> tuple[dict[str, Any] | None, tuple[Problem, ...]]:
    """The entries of a row's cells, by key; None where one of them can't be read.

    A name is understood as `Names` does; one that isn't known goes on as it stands, for `faults` to refuse.
    Problem codes: cell.date, cell.formula, cell.error, entry.ambiguous.
    """
    entries: dict[str, Any] = {}
    problems: list[Problem] = []
    for field in form.fields:
        cell = cells.get(field.key)
        if cell is None or cell.empty:
            continue
        match cell.value:
            case CellFault() | dt.date() | dt.time() | dt.timedelta():
                problems.append(_unreadable(field, cell))
            case _ if field.kind == "number":
                entries[field.key] = number_or_text(cell.value)
            case _:
                entry, problem = _entry(field, cell.text)
                entries[field.key] = entry
                problems += [problem] if problem else []
    return (None if problems else entries), tuple(problems)


def _entry(field: Field, text: str) -> tuple[str, Problem | None]:
    """What a text stands for in a column."""
    if field.kind == "text":
        return text.strip(), None
    found = Names(field.choices).find(text)
    if found.how == "ambiguous":
        return text, Problem(
            code="entry.ambiguous",
            field=field.key,
            value=text,
            message=f"{shown(text)} under {field.title} may mean {any_of(found.candidates)}.",
            hint="Write it in full.",
        )
    return found.name or text.strip(), None


def _unreadable(field: Field, cell: Cell) -> Problem:
    match cell.value:
        case CellFault(kind="formula"):
            code, message = "cell.formula", f"Cell {cell.address} holds a formula with no stored result."
            hint = "Open the file in a spreadsheet and save it once, or paste the value."
        case CellFault():
            code, message = "cell.error", f"Cell {cell.address} holds an error value instead of an entry."
            hint = "Type the entry into the cell."
        case _:
            code, message = "cell.date", f"The spreadsheet turned the entry under {field.title} into a date or a time."
            hint = "Format the cell as text and type the entry again."
    return Problem(code=code, field=field.key, value=cell.text, message=message, hint=hint)


def read_words(form: Form, text: str) -> tuple[dict[str, Any] | None, tuple[Problem, ...]]:
    """The entries of a text as `say_entries` writes it: "bid 5, lot Vase"; a form of one column needs no name.

    A column goes by its key, title or alias. Problem codes: message.unreadable, message.ambiguous (a column
    named twice), entry.ambiguous.
    """
    cells: dict[str, Cell] = {}
    for key, value in _parts(form, text):
        if key is None:
            return None, (_no_entry(form, value),)
        if key in cells and cells[key].value != value:
            message = f"{shown(text)} gives two values for {key}."
            return None, (Problem(code="message.ambiguous", field=key, message=message, hint="Ask which one it is."),)
        cells[key] = Cell("", value)
    if not cells:
        return None, (_no_entry(form, text),)
    return read_cells(form, cells)


def _parts(form: Form, text: str) -> Iterator[tuple[str | None, str]]:
    """The parts between commas, each with the key of its column (None: of no column)."""
    called = {fold(name): field.key for field in form.fields for name in (*field.aliases, field.title, field.key)}
    for part in text.split(","):
        words = part.split()
        for length in range(len(words), 0, -1):
            key = called.get(fold(" ".join(words[:length])))
            if key is not None and length < len(words):
                yield key, " ".join(words[length:])
                break
        else:
            if words:
                yield (form.fields[0].key if len(form.fields) == 1 else None), " ".join(words)


def _no_entry(form: Form, text: str) -> Problem:
    example = ", ".join(f"{field.key} {_example(field)}" for field in form.fields)
    return Problem(
        code="message.unreadable",
        value=text,
        message=f"{shown(text)} can't be read as an order.",
        hint=f"Write it as: {example}",
    )


def _example(field: Field) -> str:
    match field.kind:
        case "number":
            return str(field.minimum if field.minimum is not None else 1)
        case "choice":
            return next(iter(field.choices), "...")
        case "text":
            return "..."


def say_entries(order: Any) -> str:
    """An order in words, "bid 5, lot Vase"; "nothing" for null, whatever else it is in short."""
    if order is None:
        return "nothing"
    if not isinstance(order, dict):
        return shown(order)
    words = [f"{key} {value if isinstance(value, (str, int)) else shown(value)}" for key, value in order.items()]
    return ", ".join(words) or "an empty order"


def faults(form: Form, order: Any, needed: tuple[str, ...] = ()) -> tuple[Problem, ...]:
    """All that is wrong with an order, any JSON value, by its form; `needed` are the keys that it can't do without.

    Problem codes: order.invalid, entry.unknown, entry.missing, entry.choice, entry.number, entry.text.
    """
    if not isinstance(order, dict):
        message = "An order is an object with an entry for each column."
        return (Problem(code="order.invalid", message=message, hint=f"Entries are {_keys(form)}."),)
    known = {field.key: field for field in form.fields}
    problems = [_strange(form, key) for key in order if key not in known]
    for key, field in known.items():
        if key in order:
            problems += _misfit(field, order[key])
        elif key in needed:
            message = f"The entry under {field.title} is missing."
            problems.append(Problem(code="entry.missing", field=key, message=message, hint=_takes(field)))
    return tuple(problems)


def _keys(form: Form) -> str:
    return any_of([field.key for field in form.fields], "and")


def _strange(form: Form, key: object) -> Problem:
    return Problem(
        code="entry.unknown",
        value=str(key)[:LONGEST],
        message=f"There is no entry {shown(key)} in an order.",
        hint=f"Entries are {_keys(form)}.",
    )


def _misfit(field: Field, value: Any) -> list[Problem]:
    match field.kind:
        case "number":
            fits = type(value) is int and not _outside(field, value)
        case "choice":
            fits = isinstance(value, str) and value in field.choices
        case "text":
            fits = isinstance(value, str)
    if fits:
        return []
    return [
        Problem(
            code=f"entry.{field.kind}",
            field=field.key,
            value=value[:LONGEST] if isinstance(value, str) else "",
            message=f"{field.title} can't be {shown(value)}.",
            hint=_takes(field),
        )
    ]


def _outside(field: Field, number: int) -> bool:
    least, most = field.minimum, field.maximum
    return (least is not None and number < least) or (most is not None and number > most)


def _takes(field: Field) -> str:
    """What a column takes now, in a sentence."""
    least, most = field.minimum, field.maximum
    match field.kind:
        case "choice":
            return f"Possible now: {any_of(field.choices)}." if field.choices else "Nothing is possible there now."
        case "text":
            return "Write a text."
        case "number" if most is None:
            return "Write a whole number." if least is None else f"Write a whole number from {least} up."
        case "number":
            nothing = least is not None and most < least
            return "Nothing is possible there now." if nothing else f"Write a whole number up to {most}."


def shown(value: Any) -> str:
    """A JSON value as a message shows it: a text quoted and cut, a list or an object by its kind."""
    match value:
        case str():
            return repr(value if len(value) <= LONGEST else f"{value[:LONGEST]}...")
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if abs(value) < 10**18 else "a huge number"
        case float():
            return repr(value)
        case list() | tuple():
            return "a list"
        case _:
            return "an object"
