"""The columns of a sheet: the header row is found by its titles, and columns by name, never by position."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from msgspec import Struct

from gm_tool.core.forms import Form
from gm_tool.core.names import any_of, plain
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, Tab, column_name

HEADER_ROWS = 20
"""A header further down than this is none: a title line, a picture and some advice fit above it."""

ROLES: Mapping[str, tuple[str, ...]] = {
    "player": ("Player", "Player name", "Name", "Spieler", "Spielername", "Joueur", "Jugador", "Giocatore"),
    "round": ("Round", "Turn", "Runde", "Zug", "Tour", "Ronda", "Turno"),
    "note": ("Note", "Notes", "Comment", "Comments", "Remark", "Remarks", "Notiz", "Bemerkung", "Remarque", "Nota"),
    "timestamp": ("Timestamp", "Zeitstempel", "Horodateur", "Marca temporal", "Informazioni cronologiche"),
    "email": ("Email Address", "Email", "E-mail address", "E-mail", "E-Mail-Adresse", "Adresse e-mail"),
}
"""The columns that belong to no game, by their first title; the others are what people and form makers call them."""

Role = tuple[str, str]
"""What a column is for: ("role", "player") or ("field", "camels/0")."""


class Header(Struct, frozen=True):
    """The header row of a tab: indexes (from 0) into the tab's rows and columns.

    `fields` are the columns of the order form by the fields' keys; a form's column that the sheet
    lacks is left out. Where `problems` has an error, no row below can be trusted.
    """

    row: int
    roles: Mapping[str, int]
    fields: Mapping[str, int]
    problems: tuple[Problem, ...]


class _Titles(Struct, frozen=True):
    """What titles stand for, by their plain form; our own title of each role; what is wrong with the mapping."""

    table: Mapping[str, tuple[Role, ...]]
    ours: Mapping[Role, str]
    problems: tuple[Problem, ...]


class _Found(Struct):
    """What one row has of a header while it is being read."""

    columns: dict[Role, Cell]
    indexes: dict[Role, int]
    unknown: list[int]
    problems: list[Problem]


def find_header(tab: Tab, form: Form, columns: Mapping[str, str]) -> tuple[Header | None, tuple[Problem, ...]]:
    """The first of the tab's first 20 rows with a Player column and at least one title of the form.

    `columns` maps titles as they stand in the sheet to our titles or keys, and goes before all else.
    Titles are compared without case, accents, blanks and a closing colon or question mark. Problem
    codes: header.missing, column.twice, column.ambiguous, column.mapping (errors), column.unknown (a
    warning, for a column that isn't known but has something in it). Without a header: None.
    """
    titles = _titles(form, columns)
    best: tuple[int, _Found] | None = None
    for row in range(min(HEADER_ROWS, len(tab.rows))):
        found = _read_titles(tab, row, titles)
        fields = {key: index for (kind, key), index in found.indexes.items() if kind == "field"}
        roles = {key: index for (kind, key), index in found.indexes.items() if kind == "role"}
        if "player" in roles and fields:
            unknown = _unknown_columns(tab, row, found.unknown, titles)
            return Header(row, roles, fields, (*titles.problems, *found.problems, *unknown)), ()
        if found.unknown or found.columns:
            best = max(best or (row, found), (row, found), key=lambda seen: len(seen[1].columns))
    return None, (*titles.problems, _missing(tab, form, titles, best))


def _titles(form: Form, columns: Mapping[str, str]) -> _Titles:
    ours: dict[Role, str] = {("role", "player"): "Player"}
    spellings: list[tuple[str, Role]] = [(title, ("role", "player")) for title in ROLES["player"]]
    for field in form.fields:
        role = ("field", field.key)
        ours[role] = field.title
        spellings += [(title, role) for title in (field.title, *field.aliases)]
    of_the_game = {_bare(title) for title, _ in spellings}
    for key, others in ROLES.items():
        ours.setdefault(("role", key), others[0])
        spellings += [(title, ("role", key)) for title in others if _bare(title) not in of_the_game]
    table: dict[str, tuple[Role, ...]] = {}
    for title, role in spellings:
        known = table.get(_bare(title), ())
        table[_bare(title)] = known if role in known else (*known, role)
    return _mapped(table, ours, columns)


def _mapped(table: dict[str, tuple[Role, ...]], ours: Mapping[Role, str], columns: Mapping[str, str]) -> _Titles:
    """The titles with the user's own over them."""
    by_key = {role[1]: role for role in ours}
    own: dict[str, tuple[Role, ...]] = {}
    problems = []
    for title, target in columns.items():
        roles = (by_key[target],) if target in by_key else table.get(_bare(target), ())
        if len(roles) == 1:
            own[_bare(title)] = roles
        else:
            problems.append(_misdirected(title, target, ours))
    return _Titles({**table, **own}, ours, tuple(problems))


def _misdirected(title: str, target: str, ours: Mapping[Role, str]) -> Problem:
    near = difflib.get_close_matches(target, ours.values(), 1)
    return Problem(
        code="column.mapping",
        field=title,
        value=target,
        message=f"The column {title!r} is said to be {target!r}, but there is no such column.",
        hint=f"Did you mean {near[0]}?" if near else f"The columns are {any_of(ours.values())}.",
    )


def _bare(title: str) -> str:
    return plain(title[:200]).rstrip(" :?")


def _read_titles(tab: Tab, row: int, titles: _Titles) -> _Found:
    found = _Found({}, {}, [], [])
    for index in range(len(tab.rows[row])):
        cell = tab.cell(row, index)
        if cell.empty:
            continue
        roles = titles.table.get(_bare(cell.text), ())
        if not roles:
            found.unknown.append(index)
        elif len(roles) > 1:
            found.problems.append(_unclear(tab, cell, [titles.ours[role] for role in roles]))
        elif roles[0] in found.columns:
            found.problems.append(_twice(tab, titles.ours[roles[0]], found.columns[roles[0]], cell))
        else:
            found.columns[roles[0]] = cell
            found.indexes[roles[0]] = index
    return found


def _unclear(tab: Tab, cell: Cell, ours: list[str]) -> Problem:
    return Problem(
        code="column.ambiguous",
        place=tab.place(cell.address),
        value=cell.text,
        message=f"The title {cell.text!r} may stand for {any_of(ours)}.",
        hint="Rename the column, or say in game.yaml under `columns` which one it is.",
    )


def _twice(tab: Tab, title: str, first: Cell, second: Cell) -> Problem:
    both = f"{first.address} ({first.text!r}) and {second.address} ({second.text!r})"
    return Problem(
        code="column.twice",
        place=tab.place(second.address),
        value=second.text,
        message=f"Two columns stand for {title}: {both}.",
        hint="Delete or rename the one that doesn't count.",
    )


def _unknown_columns(tab: Tab, header: int, titled: list[int], titles: _Titles) -> list[Problem]:
    """A warning for each column that isn't known, titled or not, but has something in it below the header."""
    width = max(len(row) for row in tab.rows)
    title_row = tab.rows[header]
    untitled = [i for i in range(width) if i >= len(title_row) or tab.cell(header, i).empty]
    problems = []
    for index in sorted([*titled, *untitled]):
        filled = (tab.cell(row, index) for row in range(header + 1, len(tab.rows)))
        first = next((cell for cell in filled if not cell.empty), None)
        if first is not None:
            problems.append(
                _unknown(tab, tab.cell(header, index), column_name(tab.first_column + index), first, titles)
            )
    return problems


def _unknown(tab: Tab, title: Cell, letters: str, first: Cell, titles: _Titles) -> Problem:
    near = difflib.get_close_matches(_bare(title.text), titles.table, 1)
    guess = f"Did you mean {any_of(titles.ours[role] for role in titles.table[near[0]])}? " if near else ""
    named = "has no title" if title.empty else f"({title.text!r}) is none of this form's"
    return Problem(
        code="column.unknown",
        severity="warning",
        place=tab.place(title.address),
        value=title.text,
        message=f"Column {letters} {named}: what stands in it (from {first.address} on) is not read.",
        hint=f"{guess}If it matters, give it one of the form's titles, or name it in game.yaml under `columns`.",
    )


def _missing(tab: Tab, form: Form, titles: _Titles, best: tuple[int, _Found] | None) -> Problem:
    expected = f"Player and at least one of {any_of(field.title for field in form.fields)}"
    if best is None:
        found, place = "there is nothing in them", tab.place()
    else:
        texts = [tab.cell(best[0], i).text for i in range(len(tab.rows[best[0]])) if not tab.cell(best[0], i).empty]
        shown = ", ".join(repr(text[:40]) for text in texts[:8])
        found = f"the nearest is row {tab.first_row + best[0]}: {shown}{', ...' if len(texts) > 8 else ''}"
        place = tab.place(str(tab.first_row + best[0]))
        if ("role", "player") not in best[1].columns and best[1].columns:
            found += "; a Player column is missing"
    return Problem(
        code="header.missing",
        place=place,
        message=f"No column titles were found: one of the first {HEADER_ROWS} rows must have {expected}; {found}.",
        hint="Put the titles back, or say in game.yaml under `columns` what the sheet's own titles stand for.",
    )
