"""What a cell of the column Caravan says."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence

from gm_tool.core.courtesy import without_courtesies
from gm_tool.core.game import Parsed
from gm_tool.core.names import any_of, fold
from gm_tool.core.numbers import has_odd_digits, whole
from gm_tool.core.posted import TAKING_BACK, without_looks, without_signature
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Cell, CellFault
from gm_tool.rules.caravaneers.board import caravan_named
from gm_tool.rules.caravaneers.orders import KEY, shorten
from gm_tool.rules.caravaneers.state import State

_TARGET = re.compile(r"[a-g][1-7]?|[1-7]")
_BACKWARDS = re.compile(r"^([1-7])([a-g])$")
_KINDS = {"column": "[a-g][1-7]?", "col": "[a-g][1-7]?", "row": "[a-g]?[1-7]", "square": "[a-g][1-7]"}
_VERBS = ("i", "move", "moving", "take", "taking", "choose", "choosing", "pick", "push", "go", "with", "for")
_NOUNS = ("caravan", "camel", "camels", "line")
_SMALL_WORDS = ("the", "my", "in", "on", "at", "of", "from", "all")
_FILLING = frozenset((*_VERBS, *_NOUNS, *_SMALL_WORDS))
_JOINING = frozenset(("and", "or", "to"))


def parse(state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
    """The Caravan cell as an order: "c", 3, "C3", "3c", "column c", "move the caravan on c3".

    A text that can't be read goes on as it stands, for `judge` to refuse. Problem codes:
    caravan.ambiguous, cell.date, cell.formula, cell.error.
    """
    cell = cells[KEY]
    used = {KEY: cell}
    match cell.value:
        case dt.date() | dt.time() | dt.timedelta():
            return Parsed(None, (_turned_into_a_date(cell),), used)
        case CellFault() as fault:
            return Parsed(None, (_faulty(cell, fault),), used)
        case str() if whole(cell.value) is None:
            return _parse_text(state, player, cell)
        case _:
            number = whole(cell.value)
            return Parsed({KEY: cell.text if number is None else str(number)}, (), used)


def _parse_text(state: State, player: str, cell: Cell) -> Parsed:
    signs = not _targets(fold(player))  # whoever is called C can't sign: that may be a caravan
    text = without_looks(without_signature(cell.text, player) if signs else cell.text)
    in_doubt = has_odd_digits(text) or any(sign in text for sign in f"?{TAKING_BACK}")  # c³ is no c3, "c?" no order
    targets = () if in_doubt else _targets(fold(text))
    if len(targets) > 1 and not _same_caravan(state, player, targets):
        return Parsed(None, (_ambiguous(cell, targets),), {KEY: cell})
    return Parsed({KEY: targets[0] if targets else cell.text}, (), {KEY: cell})


def _same_caravan(state: State, player: str, targets: Sequence[str]) -> bool:
    """Whether somebody only listed the camels of one caravan: "c1, c2, c3"."""
    side = state.side_of(player)
    if side is None:
        return False
    named = {caravan_named(state.edition, state.camels, side, target) for target in targets}
    return len(named) == 1 and None not in named


def _targets(text: str) -> tuple[str, ...]:
    """The squares and lines that a folded text names; none where it holds any word that isn't understood."""
    words = [_BACKWARDS.sub(r"\2\1", word) for word in re.findall(r"\w+(?:'\w+)*", without_courtesies(text))]
    if len(words) == 2 and re.fullmatch("[a-g] [1-7]", " ".join(words)):
        return (words[0] + words[1],)
    found: list[str] = []
    kind = ""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "a" and following in _NOUNS and not kind:  # "a caravan" names no column
            continue
        if word in _KINDS:
            kind = _KINDS[word]
        elif _TARGET.fullmatch(word) and re.fullmatch(kind or ".*", word):
            found.append(word)
            kind = ""
        elif word not in _FILLING and word not in _JOINING:
            return ()
    return tuple(dict.fromkeys(found))


def _turned_into_a_date(cell: Cell) -> Problem:
    return Problem(
        code="cell.date",
        field=KEY,
        value=cell.text,
        message="The spreadsheet turned the caravan into a date or a time, so what was typed is lost.",
        hint="Format the cell as text and type the caravan again, as c3.",
    )


def _faulty(cell: Cell, fault: CellFault) -> Problem:
    if fault.kind == "formula":
        message = f"Cell {cell.address} holds a formula with no stored result."
        hint = "Open the file in a spreadsheet and save it once, or paste the value."
    else:
        message = f"Cell {cell.address} holds an error value instead of a caravan."
        hint = "Type the caravan into the cell, as c3."
    return Problem(code=f"cell.{fault.kind}", field=KEY, value=fault.text, message=message, hint=hint)


def _ambiguous(cell: Cell, targets: Sequence[str]) -> Problem:
    return Problem(
        code="caravan.ambiguous",
        field=KEY,
        value=cell.text,
        message=f"{shorten(cell.text)} may mean {any_of(targets)}: one caravan moves a turn.",
        hint="Ask which one, and write it alone.",
    )
