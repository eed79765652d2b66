"""A row of the sheet, read as an order (the grid: one column for each thing).

What has one meaning is read; what may have two is reported with both; a typo is never
corrected, only asked about. What can be read goes into the order as it stands, for `judge`
to refuse it by the rules.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import Any

from gm_tool.core.game import Judged, Parsed
from gm_tool.core.names import Match, Names, any_of
from gm_tool.core.numbers import number_or_text
from gm_tool.core.problems import Problem, Severity
from gm_tool.core.sources import Cell, CellFault
from gm_tool.rules.camellots.camels import CAMELS, COLOURS
from gm_tool.rules.camellots.judge import ACTIONS
from gm_tool.rules.camellots.settings import Settings

Judge = Callable[[Any], Judged]

ACTION_NAMES = Names(
    ACTIONS,
    {
        "move": ("move camels", "moving", "moves", "move camel"),
        "tile": ("place tile", "place a tile", "put tile", "tiles", "influence tile", "place influence tile"),
        "buy": ("buy stock", "buy stocks", "buying", "buys", "purchase"),
        "sell": ("sell stock", "sell stocks", "selling", "sells"),
        "bet": ("betting", "bets", "place bet", "place a bet", "bet coins", "place bets"),
    },
)
ALL_CAMELS = Names(CAMELS)
STOCK_COLOURS = Names(COLOURS)

BETWEEN_CAMELS = re.compile(r"[,;+/&|\n\-–—]|\band\b", re.IGNORECASE)
TIMES = re.compile(r"(.+?)\s*[x×*]\s*([1-9])|([1-9])\s*[x×*]\s*(.+)", re.IGNORECASE)

# What judge says of a key that couldn't be read is no second fault.
FOLLOWS_FROM_UNREADABLE = {"camel.unknown", "stock.unknown", "amount.invalid", "tile.space", "garnets.invalid"}


def parse_row(settings: Settings, cells: Mapping[str, Cell], judge: Judge) -> Parsed:
    """An order from a row's cells, by the form's keys; None where something can't be read.

    Then the problems have all that is wrong with what can be read too, by `judge`, which says
    whether an order stands.
    """
    row = _Row(settings, {key: cell for key, cell in cells.items() if not cell.empty})
    order = row.order()
    if not any(problem.severity == "error" for problem in row.problems):
        return Parsed(order, tuple(row.problems), row.places)
    unreadable = {problem.field for problem in row.problems if problem.severity == "error"}
    more = () if order is None else judge(order).problems
    # A cell that the spreadsheet lost may have named several camels: their number isn't known.
    lost = any(p.field.startswith("camels/") and p.code.startswith("cell.") for p in row.problems)
    others = (
        p
        for p in more
        if not ((p.field in unreadable and p.code in FOLLOWS_FROM_UNREADABLE) or (lost and p.code == "move.count"))
    )
    return Parsed(None, (*row.problems, *others), row.places)


class _Row:
    """The filled cells of a row, on their way to an order.

    `places` tells where each key of the order was read, `problems` what is wrong with the cells.
    """

    def __init__(self, settings: Settings, cells: Mapping[str, Cell]) -> None:
        self.settings = settings
        self.cells = cells
        self.places = dict(cells)
        self.problems: list[Problem] = []

    def report(
        self, code: str, field: str, cell: Cell | None, message: str, hint: str, severity: Severity = "error"
    ) -> None:
        """Something is wrong with a cell."""
        value = "" if cell is None else cell.text
        self.problems.append(
            Problem(code=code, field=field, value=value, message=message, hint=hint, severity=severity)
        )

    def order(self) -> dict[str, Any] | None:
        """The order as JSON; None where even the action can't be read."""
        garnets = {"garnets": self.number("garnets")} if "garnets" in self.cells else {}
        action = self.action()
        if action is None:
            # The garnets can be judged all the same, as beside no action.
            return {"action": None, **garnets} if garnets else None
        self.warn_of_unused(action)
        return {"action": action, **self.details(action), **garnets}

    def details(self, action: str) -> dict[str, Any]:
        """The keys that the action needs, from their cells."""
        match action:
            case "move":
                return {"camels": self.camels()}
            case "tile":
                return self.numbers("space")
            case "buy" | "sell":
                return {**self.stock(), **self.numbers("amount")}
            case _:
                filled = (colour for colour in COLOURS if f"bets/{colour}" in self.cells)
                return {"bets": {colour: self.number(f"bets/{colour}") for colour in filled}}

    # The action

    def action(self) -> str | None:
        """The action; None where there is none, or none can be told (then a problem says why)."""
        cell = self.cells.get("action")
        if cell is None:
            self.without_action()
            return None
        if self.faulty("action", cell):
            return None
        match = ACTION_NAMES.find(cell.text)
        if match.name is not None:
            return match.name
        if match.how == "ambiguous":
            message = f"{cell.text} may be {any_of(match.candidates)}."
            self.report("action.ambiguous", "action", cell, message, "Write the action in full.")
        else:
            message = f"“{cell.text}” is no action. The actions are {any_of(ACTIONS, 'and')}."
            self.report("action.unknown", "action", cell, message, self.hint_for_action(cell, match))
        return None

    def without_action(self) -> None:
        """Garnets alone may be traded; anything else needs an action."""
        filled = [key for key in self.cells if key != "garnets"]
        if self.cells and not filled:
            return
        if filled:
            where = any_of((_title(key) for key in filled), "and")
            message = f"The Action cell is empty, but {where} {'is' if len(filled) == 1 else 'are'} filled."
        else:
            message = "The Action cell is empty, and so is all that an action needs."
        hint = f"Write {any_of(ACTIONS)} under Action; leave the whole row empty to send no order."
        self.report("action.unknown", "action", None, message, hint)

    def hint_for_action(self, cell: Cell, match: Match) -> str:
        """What to do about a text that is no action."""
        for key, other in self.cells.items():
            if key.startswith("camels/") and ACTION_NAMES.find(other.text).how in ("exact", "same", "plain"):
                return (
                    f"{_title(key)} says “{other.text}”: are the two cells swapped? "
                    f"Write {other.text} under Action and {cell.text} under {_title(key)}."
                )
        if match.candidates:
            return f"Did you mean {any_of(match.candidates)}?"
        first = ACTION_NAMES.find(re.split(r"[\s:,]", cell.text.strip(), maxsplit=1)[0]).name
        if first:
            return f"Write only “{first}” under Action, and the rest in the columns beside it."
        return "Write one of them under Action."

    # Cells of each kind

    def faulty(self, key: str, cell: Cell, column: str = "") -> bool:
        """Whether the spreadsheet lost what was written: a date made of it, a formula, an error.

        `column` is the form's key where it isn't the order's.
        """
        title = _title(column or key)
        match cell.value:
            case CellFault(kind="formula"):
                message = f"{title} holds a formula with no stored result ({cell.text})."
                hint = "Open the file in a spreadsheet program and save it once, or paste the value in its place."
                self.report("cell.formula", key, cell, message, hint)
            case CellFault():
                message = f"{title} holds an error of the spreadsheet ({cell.text})."
                self.report("cell.error", key, cell, message, "Write the value in its place.")
            case dt.date() | dt.time() | dt.timedelta():
                message = f"The spreadsheet turned {title} into a date ({cell.text})."
                hint = "Format the cell as plain text, then write again what was meant."
                self.report("cell.date", key, cell, message, hint)
            case _:
                return False
        return True

    def number(self, key: str) -> int | str | None:
        """The whole number of a filled cell, else its text for judge to refuse; None where it can't be read."""
        cell = self.cells[key]
        return None if self.faulty(key, cell) else number_or_text(cell.value)

    def numbers(self, key: str) -> dict[str, Any]:
        """That key of the order, if its cell is filled."""
        return {key: self.number(key)} if key in self.cells else {}

    # Camels

    def stock(self) -> dict[str, Any]:
        """The colour of the stock, which stands in Camel 1."""
        cell = self.cells.get("camels/0")
        if cell is None:
            return {}
        self.places["camel"] = cell
        if self.faulty("camel", cell):
            return {"camel": None}
        return {"camel": self.camel("camel", cell, cell.text, STOCK_COLOURS)}

    def camels(self) -> list[str]:
        """The camels of a move, cell by cell; one cell may name several."""
        names: list[str] = []
        among = ALL_CAMELS if self.settings.crazy_selectable else STOCK_COLOURS
        for column in (f"camels/{index}" for index in range(self.settings.camels_per_move)):
            cell = self.cells.get(column)
            if cell is None:
                continue
            lost = self.faulty(f"camels/{len(names)}", cell, column)
            for text in [cell.text] if lost else _split(cell.text, among):
                key = f"camels/{len(names)}"
                self.places[key] = cell
                names.append(text if lost else self.camel(key, cell, text, among))
        return names

    def camel(self, key: str, cell: Cell, text: str, among: Names) -> str:
        """The camel that a text means among those that make sense; else what judge refuses."""
        match = among.find(text)
        if match.name is not None:
            return match.name
        if match.how == "ambiguous":
            message = f"“{text}” may be {any_of(match.candidates)}."
            self.report("camel.ambiguous", key, cell, message, "Write the name in full.")
            return text
        return ALL_CAMELS.find(text).name or text

    # What is left over

    def warn_of_unused(self, action: str) -> None:
        """Cells that are filled but not needed: the order stands without them."""
        needed = {"tile": ("space",), "buy": ("camels/0", "amount"), "sell": ("camels/0", "amount")}
        for key, cell in self.cells.items():
            kind = key.split("/")[0]
            used = key in ("action", "garnets") or key in needed.get(action, ())
            if not used and (action, kind) not in (("move", "camels"), ("bet", "bets")):
                message = f"{_title(key)} is filled, but a {action} doesn't use it."
                hint = "Clear it, or check that the action is the right one."
                self.report("cell.unused", key, cell, message, hint, "warning")


def _title(key: str) -> str:
    """The column of a key of the order, by its title."""
    kind, _, rest = key.partition("/")
    match kind:
        case "camels":
            return f"Camel {int(rest) + 1}"
        case "camel":
            return "Camel 1"
        case "bets":
            return f"Bet {rest}"
        case "garnets":
            return "Trade garnets"
        case _:
            return kind.capitalize()


def _split(text: str, among: Names) -> list[str]:
    """The names in a cell: "Red + blue, and Purple x1" are three. What isn't clear stays in one piece."""
    if among.find(text).how != "none":
        return [text]
    names: list[str] = []
    for part in BETWEEN_CAMELS.split(text):
        if part.strip():
            names += _several(part.strip(), among)
    return names or [text]


def _several(part: str, among: Names) -> list[str]:
    times = TIMES.fullmatch(part)
    if times:
        name, number = (times[1], times[2]) if times[1] else (times[4], times[3])
        return [name.strip()] * int(number)
    words = part.split()
    if len(words) > 1 and all(among.find(word).how != "none" for word in words):
        return words
    return [part]
