"""A row of the order form, read as an order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from gm_tool.core.game import Json, Parsed
from gm_tool.core.names import Names, any_of
from gm_tool.core.numbers import number_or_text
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, CellFault
from gm_tool.rules.camel_up.form import ACTION_WORDS, KEYS, TITLES
from gm_tool.rules.camel_up.judge import judge, takes_partners
from gm_tool.rules.camel_up.pieces import CAMELS, RACING, SIDES
from gm_tool.rules.camel_up.rulings import Settings
from gm_tool.rules.camel_up.state import State

_BETS = ("bet", "betting", "final bet", "finish card", "card", "race bet")
_ACTIONS = Names(
    ACTION_WORDS,
    {
        "leg bet": ("leg_bet", "leg", "leg betting", "ticket", "betting ticket", "take ticket", "bet", "betting"),
        "tile": ("spectator tile", "spectator", "place tile", "put tile", "move tile"),
        "pyramid": ("roll", "roll die", "roll dice", "dice", "die", "pyramid ticket", "move camel"),
        "winner": ("winner deck", "overall winner", "bet winner", "final winner", *_BETS),
        "loser": ("loser deck", "overall loser", "bet loser", "final loser", *_BETS),
        "partner": ("partnership", "partners", "team up"),
    },
)
_RACING = Names(RACING)
_DICE = Names((*CAMELS, "Gray"), {"Gray": ("Grey",)})
_SIDES = Names(SIDES, {"cheer": ("cheering", "+1", "1", "+", "plus"), "boo": ("booing", "-1", "-", "minus")})

_COLUMNS_OF = {
    "leg_bet": ("camel",),
    "tile": ("space", "side"),
    "pyramid": ("die", "pips"),
    "winner": ("camel",),
    "loser": ("camel",),
    "partner": ("partner",),
}


_DIE = ("die", "pips")
"""What the GM's own roll showed; used under `dice: gm` alone."""


def parse(state: State, player: str, cells: Mapping[str, Cell], settings: Settings) -> Parsed:
    """A row's cells as an order; at least one of them is filled.

    Names are read from their beginnings, case and accents aside; what fits two is a problem
    (KEY.ambiguous), what fits none stays as it is, for `judge` to refuse. Other codes:
    action.unknown, cell.date, cell.formula, cell.error, and the warning cell.unused.
    """
    action = _read("action", cells["action"], _ACTIONS) if "action" in cells else None
    if isinstance(action, Problem):
        return Parsed(None, (action,))
    if action not in ACTION_WORDS:
        return Parsed(None, (_no_action(state, action, cells),))
    order: dict[str, Json] = {"action": ACTION_WORDS[str(action)]}
    columns = _COLUMNS_OF[order["action"]]
    if not settings.gm_rolls:
        columns = tuple(column for column in columns if column not in _DIE)
    placed = {
        "action": cells["action"],
        **{KEYS.get(column, column): cells[column] for column in columns if column in cells},
    }
    problems = []
    for column in columns:
        value = _read(column, cells[column], _names(state, column)) if column in cells else None
        if isinstance(value, Problem):
            problems.append(value)
        elif value is not None:
            order[KEYS.get(column, column)] = value
    unused = [_unused(column, cell, str(action)) for column, cell in cells.items() if _is_unused(column, cell, columns)]
    if not problems:
        return Parsed(order, tuple(unused), placed)
    told = {problem.field for problem in problems}
    others = [problem for problem in judge(state, player, order, settings).problems if problem.field not in told]
    return Parsed(None, (*problems, *others, *unused), placed)


def _names(state: State, column: str) -> Names | None:
    """What may stand in a column; None: a number."""
    match column:
        case "camel":
            return _RACING
        case "side":
            return _SIDES
        case "die":
            return _DICE
        case "partner":
            return Names(state.players)
        case _:
            return None


def _read(column: str, cell: Cell, names: Names | None) -> str | int | Problem | None:
    """What a cell says: one of the names, a number, else its text; None where it is empty."""
    if cell.empty:
        return None
    match cell.value:
        case CellFault(kind, text):
            return _fault_in(column, kind, text)
        case dt.date() | dt.time() | dt.timedelta():
            message = f"The spreadsheet turned the {TITLES[column]} cell into a date or a time."
            hint = "Format the cell as text and type the entry again."
            return _problem("cell.date", column, cell.text, message, hint)
    if names is None:
        return number_or_text(cell.value)
    match = names.find(cell.text)
    if match.how == "ambiguous":
        message = f"{cell.text!r} in {TITLES[column]} may be {any_of(match.candidates)}."
        return _problem(f"{KEYS.get(column, column)}.ambiguous", column, cell.text, message, "Write it out.")
    return match.name or cell.text


def _fault_in(column: str, kind: str, text: str) -> Problem:
    if kind == "formula":
        message = f"The {TITLES[column]} cell holds a formula with no stored result."
        hint = "Open the file in a spreadsheet and save it once, or paste the value."
        return _problem("cell.formula", column, text, message, hint)
    message = f"The {TITLES[column]} cell holds the error {text}."
    return _problem("cell.error", column, text, message, "Type the entry in place of the formula.")


def _problem(code: str, column: str, value: str, message: str, hint: str) -> Problem:
    return Problem(code=code, field=KEYS.get(column, column), value=value[:100], message=message, hint=hint)


def _no_action(state: State, said: str | int | None, cells: Mapping[str, Cell]) -> Problem:
    """The problem of a row whose Action cell is empty, or says what is none."""
    choose = f"Actions: {any_of([word for word in ACTION_WORDS if word != 'partner' or takes_partners(state)])}."
    elsewhere = [
        column
        for column, cell in cells.items()
        if column != "action" and not cell.empty and _ACTIONS.find(cell.text).name is not None
    ]
    if elsewhere:
        choose = f"The {TITLES[elsewhere[0]]} cell says {cells[elsewhere[0]].text!r}: are the cells swapped?"
    if said is None:
        filled = any_of([TITLES[column] for column, cell in cells.items() if not cell.empty], "and")
        return _problem(
            "action.unknown", "action", "", f"The Action cell is empty, but there is something in {filled}.", choose
        )
    near = _ACTIONS.find(str(said)).candidates
    hint = choose if elsewhere or not near else f"Did you mean {any_of(near)}?"
    return _problem("action.unknown", "action", str(said), f"There is no action {str(said)[:60]!r}.", hint)


def _is_unused(column: str, cell: Cell, columns: tuple[str, ...]) -> bool:
    return column != "action" and column not in columns and not cell.empty


def _unused(column: str, cell: Cell, action: str) -> Problem:
    message = f"{TITLES[column]} is filled in, but doesn't belong to the action {action}."
    if column in _DIE and action == "pyramid":
        message = f"{TITLES[column]} {cell.text[:40]!r} isn't used: the dice are drawn from the seed (`dice: tool`)."
    return Problem(
        code="cell.unused",
        severity="warning",
        field=column,
        value=cell.text[:100],
        message=message,
        hint="It isn't read; empty it to be sure.",
    )
