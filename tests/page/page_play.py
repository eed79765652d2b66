"""What the tests of pages share: games played from csv files, and pages taken apart again."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping, Sequence
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from typer.testing import CliRunner

from gm_tool.cli.commands import app

PLAYERS = ("Ann", "Bob", "Cat", "Dan", "Eve")
SEED = "07" * 32
TITLES = ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", "Bet Red", "Bet Blue", "Note")

Orders = Mapping[str, Mapping[str, str | int]]

ROUND: Orders = {
    "Ann": {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Black"},
    "Bob": {"Action": "buy", "Camel 1": "Red", "Amount": 1},
    "Cat": {"Action": "sell", "Camel 1": "Blue", "Amount": 1},
    "Dan": {"Action": "bet", "Bet Red": 3, "Bet Blue": 2},
    "Eve": {"Action": "tile", "Space": 7},
}


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.out)

    @property
    def text(self) -> str:
        """All that was printed, on one line."""
        return " ".join((self.out + " " + self.err).split())


def gm(*arguments: str | Path) -> Done:
    """Call `gm` in this process."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    return Done(result.exit_code, result.stdout, result.stderr)


def new_game(where: Path, *more: str, players: Sequence[str] = PLAYERS) -> Path:
    named = [part for player in players for part in ("--player", player)]
    done = gm("new", where, *named, "--seed", SEED, *more)
    assert done.code == 0, done
    return where


def play(folder: Path, orders: Orders, number: int = 1) -> Path:
    """Resolve a round with these orders; gives the folder of its posts."""
    sheet = folder.parent / f"orders-{number}.csv"
    with sheet.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, TITLES)
        table.writeheader()
        table.writerows({"Player": player, **cells} for player, cells in orders.items())
    done = gm("-C", folder, "resolve", f"round-{number}", "--from", sheet)
    assert done.code == 0, done
    return folder / "posts" / f"round-{number:02d}"


def contents(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def texts_of(page: str) -> dict[str, str]:
    """What stands in the text fields of a page, as a browser has it, by their ids."""
    found = re.findall(r'<textarea [^>]*id="([^"]+)"[^>]*>\n(.*?)</textarea>', page, re.DOTALL)
    return {key: unescape(text) for key, text in found}


class Element(NamedTuple):
    """An element of a page: its tag, its attributes, the ids of what it stands in."""

    tag: str
    attributes: dict[str, str]
    inside: tuple[str, ...]


VOID = frozenset(["meta", "link", "br", "input", "hr", "img"])


class PageReader(HTMLParser):
    """Reads a page: its elements, its texts with the ids of what they stand in, what doesn't nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.texts: list[tuple[tuple[str, ...], str]] = []
        self.faults: list[str] = []
        self._open: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        self.faults += [f"{tag} is left open" for tag, _ in self._open]

    @property
    def _inside(self) -> tuple[str, ...]:
        return tuple(key for _, key in self._open if key)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        self.elements.append(Element(tag, attributes, self._inside))
        if tag not in VOID:
            self._open.append((tag, attributes.get("id", "")))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {key: value or "" for key, value in attrs}, self._inside))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            self._open.pop()
        else:
            self.faults.append(f"{tag} is closed where {self._open[-1:]} is open")

    def handle_data(self, data: str) -> None:
        self.texts.append((self._inside, data))

    def of(self, tag: str) -> list[Element]:
        return [element for element in self.elements if element.tag == tag]
