"""What the tests of games turn by turn share: new games, the sheet of turns filled in as players post."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import openpyxl
from table_play import SEED, Done, gm

Row = Mapping[str, str | int | float | None]
FOUR = ("Ann", "Bob", "Cat", "Dan")
TURNS = Path("sheets/turns.xlsx")


def new_turns(where: Path, game: str = "camel_up", players: Sequence[str] = FOUR, *more: str) -> Path:
    """A new game turn by turn, always with the same seed."""
    named = [part for player in players for part in ("--player", player)]
    done = gm("new", where, "--game", game, *named, "--seed", SEED, *more)
    assert done.code == 0, done
    return where


def rows_of(folder: Path) -> list[dict[str, Any]]:
    """The rows of the sheet of turns, by their titles."""
    tab = openpyxl.load_workbook(folder / TURNS).worksheets[0]
    titles, *rows = tab.iter_rows(values_only=True)
    return [dict(zip(map(str, titles), row, strict=True)) for row in rows]


def fill_turns(folder: Path, orders: Mapping[int, Row]) -> None:
    """Fill in rows of the sheet of turns, by the turn that they name; other cells are left as they are."""
    book, tab = opened(folder)
    columns = titles_of(tab)
    lines = {tab.cell(line, 1).value: line for line in range(2, tab.max_row + 1)}
    for number, cells in orders.items():
        for title, value in cells.items():
            tab.cell(lines[number], columns[title]).value = value
    book.save(folder / TURNS)


def append_row(folder: Path, cells: Row) -> None:
    """A row below all others of the sheet of turns."""
    book, tab = opened(folder)
    columns, line = titles_of(tab), tab.max_row + 1
    for title, value in cells.items():
        tab.cell(line, columns[title]).value = value
    book.save(folder / TURNS)


def opened(folder: Path) -> tuple[openpyxl.Workbook, Any]:
    """The workbook of turns and its first tab."""
    book = openpyxl.load_workbook(folder / TURNS)
    return book, book.worksheets[0]


def titles_of(tab: Any) -> dict[str, int]:
    """The columns of a tab by their titles."""
    return {str(cell.value): cell.column for cell in tab[1]}


def played(done: Done) -> list[tuple[str, str, str]]:
    """Of `--json`: the turns that were taken, whose they were, and what was read."""
    return [(turn["step"], turn["player"], turn["read_as"]) for turn in done.json["turns"]]
