"""The tab of a Google Sheet for all turns: as it is made, and the rows that it lacks when turns were played."""

from __future__ import annotations

from gm_tool.app.folder import GameFolder
from gm_tool.app.sheet_content import turn_sheet
from gm_tool.app.source import at_settings
from gm_tool.core.forms import Step
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Tab
from gm_tool.engine.columns import Header, find_header
from gm_tool.engine.rows import number_in_cell
from gm_tool.engine.submissions import pick
from gm_tool.io.google_entry import Below, EntrySheet, turn_entry_sheet


def turn_tab(folder: GameFolder, due: Step) -> EntrySheet:
    """The tab with a row for the turn that is due and each of those after it, with what all may know."""
    lines = turn_sheet(folder, due, (), public=True).lines
    return turn_entry_sheet(due.word, lines, folder.config.source.tab_of(due) or folder.tab_of_all)


def rows_lacking(folder: GameFolder, due: Step, made: EntrySheet, there: Tab) -> Below:
    """The rows of a tab as it would be made now whose turns have no row in the one that is there.

    Columns are found by their titles; one that the form has and the tab has not is left out. Raises BadInput:
    header.missing, column.*, or google.no_turns where no column tells the turns.
    """
    form = folder.game.form(folder.state_after(folder.played), None)
    header, problems = find_header(there, form, folder.config.columns)
    errors = [problem for problem in (header.problems if header else problems) if problem.severity == "error"]
    if header is None or errors:
        raise BadInput(at_settings(folder.config, errors))
    if "round" not in header.roles:
        raise BadInput([_no_turns(due, there)])
    numbers = _numbers(due, there, header)
    rows = tuple(row for row in made.rows if int(row[0].value or 0) not in numbers)
    titled = [header.roles.get("round"), header.roles.get("player")]
    titled += [header.fields.get(field.key) for field in form.fields]
    titled.append(header.roles.get("note"))
    return Below(rows, tuple(columns[0] + there.first_column - 1 if columns else None for columns in titled))


def _numbers(due: Step, tab: Tab, header: Header) -> set[int | None]:
    """The turns that rows of a tab name."""
    lines = range(header.row + 1, len(tab.rows))
    return {number_in_cell(pick(tab, line, header.roles["round"]).value, due) for line in lines}


def _no_turns(due: Step, tab: Tab) -> Problem:
    title = due.word.capitalize()
    return Problem(
        code="google.no_turns",
        message=f"No column of the tab is called {title}, so gm can't tell which {due.word}s have a row already. "
        "Nothing was written.",
        place=tab.place(),
        hint=f"Put the title {title} back above the numbers of the {due.word}s, or say in game.yaml under `columns` "
        "which column it is.",
    )
