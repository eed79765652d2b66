"""The columns of a sheet: the header row is found by its titles, and columns by name, never by position."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gm_tool.core.forms import Form
from gm_tool.core.names import any_of
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, Tab, column_name, is_empty
from gm_tool.engine.titles import ROLES, Role, Titles, bare, titles_of

HEADER_ROWS = 20
"""A header further down than this is none: a title line, a picture and some advice fit above it."""

REWORDED_TRIED = 200
"""So many columns of unknown titles are held against the known ones word by word; no form has more."""

UNKNOWN_TOLD = 30
"""So many unknown columns are told of one by one; more are no slips, but another sheet or a stray paste."""

PLAYER, ROUND, NOTE = ("role", "player"), ("role", "round"), ("role", "note")
TIMESTAMP, EMAIL, SUBMISSION = ("role", "timestamp"), ("role", "email"), ("role", "submission")
_SUBMISSIONS = frozenset(map(bare, ROLES["submission"]))


class Header(Struct, frozen=True):
    """The header row of a tab: indexes (from 0) into the tab's rows and columns.

    `fields` are the columns of the order form by the fields' keys, `roles` those that belong to no game. In a
    form several columns may be one thing, each on its own page: the one that is filled counts. A field that
    the sheet has no column for is left out. Where `problems` has an error, no row below can be trusted.
    """

    row: int
    roles: Mapping[str, tuple[int, ...]]
    fields: Mapping[str, tuple[int, ...]]
    problems: tuple[Problem, ...]

    @property
    def timed(self) -> bool:
        """Whether rows tell when they were sent, so that the last one of a player can count."""
        return "timestamp" in self.roles


class _Found(Struct):
    """What one row has of a header: columns by what they stand for; unknown and unclear ones."""

    columns: dict[Role, list[int]]
    unknown: list[int]
    unclear: dict[int, tuple[Role, ...]]

    @property
    def fields(self) -> list[Role]:
        return [role for role in self.columns if role[0] == "field"]


def find_header(tab: Tab, form: Form, columns: Mapping[str, str]) -> tuple[Header | None, tuple[Problem, ...]]:
    """The first of the tab's first 20 rows with a Player column and a title of the form or a Submission column.

    `columns` maps titles as they stand in the sheet to our titles or keys, and goes before all else.
    Titles are compared without case, accents, blanks and a closing colon or question mark; one that isn't
    known may be taken for what alone it fits by its words, with a note (column.guessed). An e-mail address
    serves where a form asks for no name. Errors: header.missing, column.twice, column.ambiguous,
    column.mapping. A warning: column.unknown, for a column that isn't known but has something in it. A note:
    column.hidden.
    Without a header: None.
    """
    titles = titles_of(form, columns)
    best: tuple[int, _Found] | None = None
    for row in range(min(HEADER_ROWS, len(tab.rows))):
        found = _read_titles(tab, row, titles)
        if _is_header(tab, row, found, titles):
            return _header(tab, row, found, titles), ()
        if found.unknown or found.columns:
            best = max(best or (row, found), (row, found), key=lambda seen: len(seen[1].columns))
    return None, (*titles.problems, _missing(tab, form, best))


def _read_titles(tab: Tab, row: int, titles: Titles) -> _Found:
    found = _Found({}, [], {})
    for index in range(len(tab.rows[row])):
        cell = tab.cell(row, index)
        if cell.empty:
            continue
        roles = titles.of(cell.text)
        if len(roles) == 1:
            found.columns.setdefault(roles[0], []).append(index)
        elif roles:
            found.unclear[index] = roles
        else:
            found.unknown.append(index)
    _settle_shape(tab, row, found, titles)
    return found


def _settle_shape(tab: Tab, row: int, found: _Found, titles: Titles) -> None:
    """Whether orders stand in one column, in words, where the titles alone don't tell.

    A title such as "Order" may be a game's for its action, and "Zug" is a round as well as a move: where it
    is the only title that orders could stand under, they are written there in words.
    """
    fields = found.fields
    if len(fields) == 1 and len(found.columns[fields[0]]) == 1 and SUBMISSION not in found.columns:
        title = bare(tab.cell(row, found.columns[fields[0]][0]).text)
        if title in _SUBMISSIONS and title not in titles.own:
            found.columns[SUBMISSION] = found.columns.pop(fields[0])
    for index, roles in list(found.unclear.items()):
        if set(roles) == {ROUND, SUBMISSION}:
            in_words = not found.fields and SUBMISSION not in found.columns
            found.columns.setdefault(SUBMISSION if in_words else ROUND, []).append(index)
            del found.unclear[index]
    if found.fields and SUBMISSION in found.columns:  # in words beside the columns: a note, never dropped
        moved = found.columns.pop(SUBMISSION)
        if NOTE in found.columns:
            found.unknown += moved
        else:
            found.columns[NOTE] = moved


def _is_header(tab: Tab, row: int, found: _Found, titles: Titles) -> bool:
    fits = [titles.reworded(tab.cell(row, index).text) for index in found.unknown[:REWORDED_TRIED]]
    guessed = [roles[0] for roles in fits if len(roles) == 1]
    timed = TIMESTAMP in found.columns
    if not (PLAYER in found.columns or guessed.count(PLAYER) == 1 or (timed and EMAIL in found.columns)):
        return False
    if found.fields or SUBMISSION in found.columns:
        return True
    return timed and (guessed.count(SUBMISSION) == 1 or any(kind == "field" for kind, _ in guessed))


def _header(tab: Tab, row: int, found: _Found, titles: Titles) -> Header:
    timed = TIMESTAMP in found.columns
    notes = _take_reworded(tab, row, found, titles)
    if PLAYER not in found.columns:
        found.columns[PLAYER] = found.columns.pop(EMAIL)
    hidden = _hidden_ones(tab, row, found)
    problems = [*titles.problems, *notes, *_unclear_ones(tab, row, found, titles), *hidden]
    for role, indexes in found.columns.items():
        texts = {bare(tab.cell(row, index).text) for index in indexes}
        pages = timed and role != TIMESTAMP and (role[0] == "field" or len(texts) == 1)
        if len(indexes) > 1 and not pages:
            problems.append(_twice(tab, titles.ours[role], tab.cell(row, indexes[0]), tab.cell(row, indexes[1])))
    return Header(
        row,
        {key: tuple(indexes) for (kind, key), indexes in found.columns.items() if kind == "role"},
        {key: tuple(indexes) for (kind, key), indexes in found.columns.items() if kind == "field"},
        (*problems, *_unknown_columns(tab, row, found.unknown, titles)),
    )


def _take_reworded(tab: Tab, row: int, found: _Found, titles: Titles) -> list[Problem]:
    """Takes unknown columns for what alone they fit by their words.

    In a form a field may have several: each action asks on a page of its own. Anything else has one column.
    """
    pages = TIMESTAMP in found.columns
    in_words = SUBMISSION in found.columns
    fits: dict[Role, list[int]] = {}
    for index in found.unknown[:REWORDED_TRIED]:
        roles = titles.reworded(tab.cell(row, index).text)
        if len(roles) == 1 and not (in_words and roles[0][0] == "field"):
            fits.setdefault(roles[0], []).append(index)
    if found.fields or any(kind == "field" for kind, _ in fits):
        fits.pop(SUBMISSION, None)
    notes = []
    for role, indexes in fits.items():
        if (pages and role[0] == "field") or (len(indexes) == 1 and role not in found.columns):
            found.columns[role] = [*found.columns.get(role, ()), *indexes]
            found.unknown = [index for index in found.unknown if index not in indexes]
            notes += [_guessed(tab, tab.cell(row, index), titles.ours[role]) for index in indexes]
    return notes


def _unclear_ones(tab: Tab, row: int, found: _Found, titles: Titles) -> list[Problem]:
    return [_unclear(tab, tab.cell(row, index), titles.names(roles)) for index, roles in found.unclear.items()]


def _unclear(tab: Tab, cell: Cell, ours: str) -> Problem:
    return Problem(
        code="column.ambiguous",
        place=tab.place(cell.address),
        value=cell.text,
        message=f"The title {cell.text!r} may stand for {ours}.",
        hint="Rename the column, or say in game.yaml under `columns` which one it is.",
    )


def _guessed(tab: Tab, cell: Cell, ours: str) -> Problem:
    return Problem(
        code="column.guessed",
        severity="note",
        place=tab.place(cell.address),
        value=cell.text,
        message=f"The column {cell.text!r} was taken for {ours}, the only one that it fits by its words.",
        hint="If that is wrong, say in game.yaml under `columns` what it is.",
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


def _hidden_ones(tab: Tab, row: int, found: _Found) -> list[Problem]:
    """A note for each hidden column that is read like the others."""
    used = sorted(index for indexes in found.columns.values() for index in indexes)
    hidden = (tab.cell(row, index) for index in used if tab.first_column + index in tab.hidden_columns)
    return [_hidden(tab, cell) for cell in hidden]


def _hidden(tab: Tab, title: Cell) -> Problem:
    return Problem(
        code="column.hidden",
        severity="note",
        place=tab.place(title.address),
        value=title.text,
        message=f"Column {title.address.rstrip('0123456789')} ({title.text!r}) is hidden in the sheet; it was read "
        "like the others.",
        hint="Show the column to see what stands in it.",
    )


def _unknown_columns(tab: Tab, header: int, titled: list[int], titles: Titles) -> list[Problem]:
    """A warning for each column that isn't known, titled or not, but has something in it below the header."""
    title_row = tab.rows[header]
    width = max(len(row) for row in tab.rows)
    untitled = [i for i in range(width) if i >= len(title_row) or is_empty(title_row[i])]
    first_filled = _first_filled(tab, header + 1, sorted([*titled, *untitled]))
    found = sorted(first_filled.items())
    problems = []
    for index, row in found[:UNKNOWN_TOLD]:
        letters = column_name(tab.first_column + index)
        problems.append(_unknown(tab, tab.cell(header, index), letters, tab.cell(row, index), titles))
    if len(found) > UNKNOWN_TOLD:
        problems.append(_more_unknown(tab, header, [index for index, _ in found[UNKNOWN_TOLD:]]))
    return problems


def _first_filled(tab: Tab, start: int, columns: list[int]) -> dict[int, int]:
    """The first row from `start` on that has something in it, for each of these columns that has one.

    Each cell that is there is looked at once: one stray cell far away makes a tab wide and long, but not full.
    """
    first: dict[int, int] = {}
    for row in range(start, len(tab.rows)):
        values = tab.rows[row]
        seen = len(first)
        for index in columns:
            if index >= len(values):
                break
            if not is_empty(values[index]):
                first[index] = row
        if len(first) > seen:
            columns = [index for index in columns if index not in first]
    return first


def _unknown(tab: Tab, title: Cell, letters: str, first: Cell, titles: Titles) -> Problem:
    near = titles.reworded(title.text) or titles.near(title.text)
    guess = f"Did you mean {titles.names(near)}? " if near else ""
    named = "has no title" if title.empty else f"({title.text!r}) is none of this form's"
    return Problem(
        code="column.unknown",
        severity="warning",
        place=tab.place(title.address),
        value=title.text,
        message=f"Column {letters} {named}: what stands in it (from {first.address} on) is not read.",
        hint=f"{guess}If it matters, give it one of the form's titles, or name it in game.yaml under `columns`.",
    )


def _more_unknown(tab: Tab, header: int, indexes: list[int]) -> Problem:
    first, last = (column_name(tab.first_column + index) for index in (indexes[0], indexes[-1]))
    return Problem(
        code="column.unknown",
        severity="warning",
        place=tab.place(tab.address(header, indexes[0])),
        message=f"{len(indexes):,} more columns, from {first} to {last}, are none of this form's: they are not read.",
        hint="See whether this is the right tab; clear what doesn't belong to the orders.",
    )


def _missing(tab: Tab, form: Form, best: tuple[int, _Found] | None) -> Problem:
    fields = any_of(field.title for field in form.fields)
    expected = f"Player and at least one of {fields}, or Player and Submission"
    if best is None:
        found, place = "there is nothing in them", tab.place()
    else:
        texts = [tab.cell(best[0], i).text for i in range(len(tab.rows[best[0]])) if not tab.cell(best[0], i).empty]
        shown = ", ".join(repr(text[:40]) for text in texts[:8])
        found = f"the nearest is row {tab.first_row + best[0]}: {shown}{', ...' if len(texts) > 8 else ''}"
        place = tab.place(str(tab.first_row + best[0]))
        if PLAYER not in best[1].columns and best[1].columns:
            found += "; a Player column is missing"
    return Problem(
        code="header.missing",
        place=place,
        message=f"No column titles were found: one of the first {HEADER_ROWS} rows must have {expected}; {found}.",
        hint="Put the titles back, or say in game.yaml under `columns` what the sheet's own titles stand for.",
    )
