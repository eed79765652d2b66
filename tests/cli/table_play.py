"""What the tests of the command line share: a game folder, filled sheets, `gm` called in this process."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import openpyxl
from typer.testing import CliRunner

from gm_tool.cli.commands import app

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
COLOURS = ("Red", "Blue", "Green", "Yellow", "Purple")
SEED = "07" * 32
LOCK = ".gm.lock"

Row = Mapping[str, str | int]
Sheet = Mapping[str, Row]

MOVE: Row = {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Black"}
ROUND: Sheet = {
    "Ann": MOVE,
    "Bob": {"Action": "buy", "Camel 1": "Red", "Amount": 1},
    "Cat": {"Action": "sell", "Camel 1": "Blue", "Amount": 1},
    "Dan": {"Action": "bet", "Bet Red": 3, "Bet Blue": 2},
    "Eve": {"Action": "tile", "Space": 7},
}
"""A first round in which everybody has sent a legal order."""


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All that was printed, in one line: messages are wrapped where a line is full."""
        return " ".join((self.out + " " + self.err).split())

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)


def gm(*arguments: str | Path) -> Done:
    """Call `gm` in this process. An exception that isn't one of the known ends fails the test."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    return Done(result.exit_code, result.stdout, result.stderr)


def arguments_of(where: Path, players: Sequence[str] = PLAYERS, *more: str) -> list[str | Path]:
    named = [part for player in players for part in ("--player", player)]
    return ["new", where, *named, "--seed", SEED, *more]


def new_game(where: Path, *more: str, players: Sequence[str] = PLAYERS) -> Path:
    """A new game of CamelLots, always with the same seed."""
    done = gm(*arguments_of(where, players, *more))
    assert done.code == 0, done
    return where


def fill(path: Path, orders: Sheet) -> None:
    """Put orders into the rows of a sheet that the tool made, by the titles of its columns."""
    book = openpyxl.load_workbook(path)
    tab = book.worksheets[0]
    columns = {tab.cell(1, column).value: column for column in range(1, tab.max_column + 1)}
    rows = {tab.cell(row, 1).value: row for row in range(2, tab.max_row + 1)}
    for player, cells in orders.items():
        row = rows.setdefault(player, tab.max_row + 1)
        tab.cell(row, 1, player)
        for title, value in cells.items():
            tab.cell(row, columns[title], value)
    book.save(path)


def sheet_of(folder: Path, number: int) -> Path:
    return folder / "sheets" / f"round-{number:02d}.xlsx"


def play(folder: Path, orders: Sheet, number: int = 1) -> Done:
    """Fill the sheet of a round and resolve it."""
    fill(sheet_of(folder, number), orders)
    done = gm("-C", folder, "resolve", f"round-{number}")
    assert done.code == 0, done
    return done


def workbook(path: Path, tabs: Mapping[str, Sequence[Sequence[object]]], hidden: Sequence[str] = ()) -> Path:
    """A workbook of the GM's own, from rows of plain values."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for title, rows in tabs.items():
        tab = book.create_sheet(title)
        for row in rows:
            tab.append(list(row))
        tab.sheet_state = "hidden" if title in hidden else "visible"
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    return path


TITLES = ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", "Bet Red", "Bet Blue", "Note")


def rows_of(orders: Sheet, titles: Sequence[str] = TITLES) -> list[list[object]]:
    """A grid of orders, its titles first."""
    rows: list[list[object]] = [list(titles)]
    for player, cells in orders.items():
        rows.append([player, *(cells.get(title) for title in titles[1:])])
    return rows


def csv_text(orders: Sheet) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows_of(orders))
    return text.getvalue()


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes, but for the lock."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != LOCK)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file exactly once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def problems(done: Done) -> dict[str, dict[str, str]]:
    """The problems that `--json` printed, by their codes."""
    return {problem["code"]: problem for problem in done.json["problems"]}


def narrow(done: Done) -> bool:
    """Whether no line printed is wider than a terminal of 80 columns, but for a path, and texts to be pasted."""
    printed = re.sub(r"/\S+", "", done.out + done.err)
    printed = re.sub(r"(?m)^(To paste:|To those who are missing, privately:|the new ones:)\n(  .+\n)+", "", printed)
    return all(len(line) <= 80 for line in printed.splitlines())


def order_cells(order: Mapping[str, Any] | None) -> dict[str, str | int]:
    """An order as the cells of a sheet."""
    if order is None:
        return {}
    cells: dict[str, str | int] = {"Trade garnets": order["garnets"]} if order.get("garnets") else {}
    if order.get("action"):
        cells["Action"] = order["action"]
    camels = order.get("camels", [order["camel"]] if "camel" in order else [])
    cells |= {f"Camel {number}": camel for number, camel in enumerate(camels, 1)}
    cells |= {title: order[key] for key, title in (("space", "Space"), ("amount", "Amount")) if key in order}
    return cells | {f"Bet {colour}": amount for colour, amount in order.get("bets", {}).items()}
