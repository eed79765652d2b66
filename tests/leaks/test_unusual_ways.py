"""Twin games by the ways that an evening takes when something goes wrong: through the command line, to the byte.

The two games of a pair differ in what one player hides, or in what became of its row. Whatever all others may read
of them has to be the same.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import openpyxl
import pytest
from table_play import MOVE, Row, Sheet, contents, fill, gm, new_game, sheet_of
from turn_play import fill_turns, new_turns

CANARY = "canary"
OTHERS: Sheet = {
    "Ann": MOVE,
    "Bob": {"Action": "buy", "Camel 1": "Red", "Amount": 1},
    "Dan": {"Action": "move", "Camel 1": "Green", "Camel 2": "Yellow", "Camel 3": "Gray"},
    "Eve": {"Action": "tile", "Space": 7},
}
RICH = ("--ruling", "starting_coins=40", "--ruling", "race_report=moves")
ASIDE = ("resolve", "round-1", "--invalid-as-missing")
RESOLVE = ("resolve", "round-1")
TOO_MUCH: Row = {"Action": "buy", "Camel 1": "Red", "Amount": 99, "Note": CANARY}

Commands = Sequence[Sequence[str]]


def bet(**coins: int) -> Row:
    return {"Action": "bet", **{f"Bet {colour}": amount for colour, amount in coins.items()}}


def for_others(folder: Path, hiders: Sequence[str]) -> dict[str, bytes]:
    """All that anybody but the GM and the hiders may read, by files and by commands."""
    assert gm("-C", folder, "export", "public", folder / "all.zip").code == 0
    read = {"export": (folder / "all.zip").read_bytes(), "board": board(folder)}
    for name, data in contents(folder / "posts").items():
        file = name.rpartition("/")[2]
        own = any(f"/private/{hider}." in name for hider in hiders)
        if not own and not file.startswith(("gm.", "orders.", "coins.")) and file != "index.html":
            read[name] = data
    for asked in (*hiders, "race"):
        read[f"explain {asked}"] = gm("-C", folder, "explain", asked, "--public", "--json").out.encode()
    read["reminder"] = gm("-C", folder, "status", "--json").json["reminder"].encode()
    gm("-C", folder, "sheet", "--public")
    sheets = folder / "sheets"
    return read | {path.name: path.read_bytes() for path in sheets.glob("*-public.xlsx")}


def board(folder: Path) -> bytes:
    tab = openpyxl.load_workbook(io.BytesIO((folder / "results.xlsx").read_bytes())).worksheets[0]
    return repr([[cell.value for cell in row] for row in tab.iter_rows()]).encode()


def same(games: tuple[Path, Path], *hiders: str) -> None:
    """See that all others read the same in both games, though they are two."""
    first, second = (for_others(folder, hiders) for folder in games)
    private = [{name: data for name, data in contents(folder).items() if "/private/" in name} for folder in games]
    assert private[0] != private[1], "the hiders are told of it"
    assert len(first) > 12
    assert first.keys() == second.keys()
    assert not [name for name in first if first[name] != second[name]]
    for name, data in (*first.items(), *second.items()):
        assert CANARY.encode() not in data, name


class Way(NamedTuple):
    """A game of one round: Cat's row, the commands, and what the others' rows are instead."""

    row: Row | None
    commands: Commands
    others: Sheet = OTHERS


def walked(where: Path, way: Way) -> Path:
    folder = new_game(where / "race", *RICH)
    fill(sheet_of(folder, 1), {**way.others, **({} if way.row is None else {"Cat": way.row})})
    for words in way.commands:
        done = gm("-C", folder, *words)
        assert done.code == 0, done
    return folder


def correct(order: str, *more: str) -> tuple[str, ...]:
    return ("correct", "round-1", "--set", "Cat", order, "--reason", CANARY, "--yes", *more)


def adjust(name: str, what: str, amount: str, reason: str = "") -> tuple[str, ...]:
    return ("adjust", name, what, amount, "--reason", f"{CANARY} {reason}")


REOPEN = ("reopen", "round-1", "--reason", CANARY, "--yes")
RULING = ("ruling", "bet_multiplier", "3", "--from", "round-1", "--reason", CANARY, "--yes")

WAYS: dict[str, tuple[Way, Way]] = {
    "refused or missing": (Way(TOO_MUCH, [ASIDE]), Way(None, [RESOLVE])),
    "two refused orders": (Way(TOO_MUCH, [ASIDE]), Way({"Action": CANARY}, [ASIDE])),
    "bets set right": (
        Way(bet(Red=3), [RESOLVE, correct("bet 2 on red")]),
        Way(bet(Blue=9), [RESOLVE, correct("bet 11 on blue, 1 on green")]),
    ),
    "taken back and resolved anew": (Way(bet(Red=3), [RESOLVE]), Way(bet(Blue=2), [RESOLVE, REOPEN, RESOLVE])),
    "adjusted": (
        Way(bet(Red=3), [RESOLVE, adjust("Cat", "coins", "+2"), ("resolve", "round-2")]),
        Way(bet(Red=3), [RESOLVE, adjust("Cat", "garnets", "+31", "much longer"), ("resolve", "round-2")]),
    ),
    "a ruling changed": (Way(bet(Red=3), [RESOLVE, RULING]), Way(bet(Green=30), [RESOLVE, RULING])),
}


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS)
def test_the_twin_reads_the_same(tmp_path: Path, ways: tuple[Way, Way]) -> None:
    same((walked(tmp_path / "1", ways[0]), walked(tmp_path / "2", ways[1])), "Cat")


def lying(bob: int, eve: int) -> Sheet:
    """Bob's tile and Eve's."""
    return {**OTHERS, "Bob": {"Action": "tile", "Space": bob}, "Eve": {"Action": "tile", "Space": eve}}


def trading(bob: Row, eve: Row) -> Sheet:
    return {**OTHERS, "Bob": bob, "Eve": eve}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lying(2, 7), lying(7, 2)),  # camels run onto the tile on 2
        (lying(2, 2), trading(bet(Red=1), {"Action": "tile", "Space": 2})),
        (
            trading(
                {"Action": "buy", "Camel 1": "Red", "Amount": 1}, {"Action": "sell", "Camel 1": "Red", "Amount": 1}
            ),
            trading(bet(Red=1), bet(Blue=5)),
        ),
    ],
    ids=["whose tile", "how many tiles on a space", "a sale that undoes a purchase"],
)
def test_whose_doing_it_was_is_told_to_nobody(tmp_path: Path, one: Sheet, other: Sheet) -> None:
    one_way, other_way = (Way(bet(Red=3), [RESOLVE], rows) for rows in (one, other))
    same((walked(tmp_path / "1", one_way), walked(tmp_path / "2", other_way)), "Bob", "Eve")


# Turn by turn

PYRAMID: Row = {"Action": "pyramid"}
CARD: Row = {"Action": "winner", "Camel": "Red"}
FOUR = ("Ann", "Bob", "Cat", "Dan")


def raced(where: Path, third: Row, commands: Commands, *rulings: str) -> Path:
    folder = new_turns(where / "race", "camel_up", FOUR, *rulings)
    fill_turns(folder, {1: {"Action": "leg bet", "Camel": "Red"}, 2: PYRAMID, 3: third, 4: PYRAMID})
    for words in commands:
        done = gm("-C", folder, *words)
        assert done.code == 0, done
    return folder


ALL = ("resolve",)
SECRET = ("--ruling", "coins_public=false")


def card_set(order: str) -> tuple[str, ...]:
    return ("correct", "turn-3", "--set", "Cat", order, "--reason", CANARY, "--yes")


RACES: dict[str, Callable[[Path], tuple[Path, Path]]] = {
    "a card set right": lambda where: (
        raced(where / "1", CARD, [ALL, card_set("winner Blue")]),
        raced(where / "2", {**CARD, "Note": CANARY}, [ALL, card_set("winner Green")]),
    ),
    "a card taken away": lambda where: (
        raced(where / "1", CARD, [("resolve", "turn-3"), adjust("Cat", "card Blue", "-1"), ALL]),
        raced(where / "2", CARD, [("resolve", "turn-3"), adjust("Cat", "card Green", "-1", "longer"), ALL]),
    ),
    "secret coins": lambda where: (
        raced(where / "1", CARD, [("resolve", "turn-3"), adjust("Cat", "coins", "+4711"), ALL], *SECRET),
        raced(where / "2", CARD, [("resolve", "turn-3"), ALL], *SECRET),
    ),
    "missed or taken": lambda where: (
        raced(where / "1", PYRAMID, [("resolve", "turn-3")]),
        raced(where / "2", {}, [("resolve", "turn-3", "--missing", "Cat")]),
    ),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_the_twin_of_a_race_turn_by_turn_reads_the_same(
    tmp_path: Path, race: Callable[[Path], tuple[Path, Path]]
) -> None:
    same(race(tmp_path), "Cat")
