"""Thousands of random and broken sheets: read or refused in words, no row lost, exit codes as designed.

Most are read, taken in and judged in this process; one of eighty goes through the whole command line.
How many: GM_BROKEN_SHEETS (10,000 unless said otherwise).
"""

from __future__ import annotations

import io
import os
import random
import zipfile
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from io_reading.handmade import ods, packed, parts, worksheet
from table_play import gm, new_game

from gm_tool.app.folder import GameFolder, open_folder
from gm_tool.app.source import Request, read_orders
from gm_tool.core.forms import Form, Step
from gm_tool.core.problems import BadInput
from gm_tool.core.sources import UNSEEN, Tab, Value, text_of
from gm_tool.engine.columns import find_header
from gm_tool.engine.rows import number_in_cell
from gm_tool.engine.turn import check
from gm_tool.io.reading import tabs_of

KINDS = ("xlsx by a library", "xlsx by hand", "ods", "csv")
WAYS = ("bytes", "parts", "tags", "cut")
EACH = int(os.environ.get("GM_BROKEN_SHEETS", "10000")) // (len(KINDS) * 2)
"""Examples of each kind, mutated and random."""
SHARE = 80
"""One of so many, more or less, goes through the command line."""
SETTINGS = settings(
    max_examples=EACH,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
WORDS = (
    "Player", "Action", "Camel 1", "Camel 2", "Space", "Amount", "Bet Red", "Note", "Timestamp", "Submission", "Round",
    "Ann", "Bob", "Cat", "ANN ", "Dan", "Zed", "move", "buy", "sell", "bet", "tile", "Red", "Blue", "blak",
    "=1+2", "#REF!", "007", "None", "nan", "5-10", "1e400", "\u200b", " ", "a\nb", "'", '"', ";", "move red, blue",
    "2026-04-03 11:30", "03/04/2026 23:30:00", "R1", "Round 2", "2", "-1", "1", "Red + Blue", "9" * 40, "🐪",
)  # fmt: skip
VALUES: tuple[Value, ...] = (*WORDS, None, None, None, 0, 1, 2, 3, -4, 2.5, 10.0, 1e300, True, False, 46115.5)
NASTY = (
    b"", b"0", b"-1", b"99999999", b"1048577", b"1e999", b"XFE1", b"A0", b"a", b"<", b">", b"&amp;", b"&x;", b'"',
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"\x00", b"\xff", b"true", b"hidden", b"float", b"date", b"error", b"str",
)  # fmt: skip
HEADERS = (
    ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", "Bet Red", "Note"),
    ("Timestamp", "Player", "Action", "Camel 1", "Space", "Amount"),
    ("Player", "Submission"),
    ("Timestamp", "Email Address", "Player", "Round", "Action", "Amount", "Amount"),
)

Rows = list[list[Value]]


def random_rows(chance: random.Random) -> Rows:
    """A sheet as somebody may fill it in, or nothing of the kind."""
    width = chance.randrange(1, 9)
    rows: Rows = [[chance.choice(VALUES) for _ in range(width)] for _ in range(chance.randrange(8))]
    if chance.random() < 0.8:
        rows.insert(chance.randrange(min(3, len(rows) + 1)), list(chance.choice(HEADERS)))
    return rows


def by_library(rows: Rows) -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    sheet.title = "Round 1"
    for row in rows:
        sheet.append(row)
    sheet.row_dimensions[3].hidden = True
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def escaped(value: Value) -> str:
    return text_of(value).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def by_hand(rows: Rows) -> bytes:
    texts = sorted({text_of(value) for row in rows for value in row if isinstance(value, str)})
    lines = ""
    for number, row in enumerate(rows, 1):
        cells = ""
        for letter, value in zip("ABCDEFGHI", row, strict=False):
            if isinstance(value, str):
                cells += f'<c r="{letter}{number}" s="1" t="s"><v>{texts.index(value)}</v></c>'
            elif value is not None:
                cells += f'<c r="{letter}{number}" s="2"><v>{float(value)}</v></c>'  # type: ignore[arg-type]
            else:
                cells += f'<c r="{letter}{number}" s="1"/>'
        lines += f'<row r="{number}" spans="1:9">{cells}</row>'
    strings = "".join(f"<si><t>{escaped(text)}</t></si>" for text in texts)
    return packed(parts({"Round 1": worksheet(lines)}, strings))


def as_ods(rows: Rows) -> bytes:
    lines = ""
    for row in rows:
        cells = ""
        for value in row:
            kind = "float" if isinstance(value, (int, float)) else "string"
            said = f'office:value-type="{kind}"' + (f' office:value="{text_of(value)}"' if kind == "float" else "")
            cells += f"<table:table-cell {said}><text:p>{escaped(value)}</text:p></table:table-cell>"
        lines += f'<table:table-row table:number-rows-repeated="1">{cells}</table:table-row>'
    return ods(f'<table:table table:name="Round 1"><table:table-column/>{lines}</table:table>')


def as_csv(rows: Rows) -> bytes:
    return "\n".join(";".join('"' + text_of(cell).replace('"', '""') + '"' for cell in row) for row in rows).encode()


MAKERS: dict[str, Callable[[Rows], bytes]] = dict(zip(KINDS, (by_library, by_hand, as_ods, as_csv), strict=True))
ENDINGS = dict(zip(KINDS, (".xlsx", ".xlsx", ".ods", ".csv"), strict=True))


@cache
def whole(kind: str, number: int) -> bytes:
    """One of some sheets to be broken."""
    return MAKERS[kind](random_rows(random.Random(number)))


def flipped(data: bytes, chance: random.Random) -> bytes:
    broken = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        if broken:
            broken[chance.randrange(len(broken))] = chance.choice((chance.randrange(256), *b"<>/\"'&=;,\n09eE:"))
    return bytes(broken)


def retagged(data: bytes, chance: random.Random) -> bytes:
    """Tags (of a CSV: lines) dropped, doubled, moved; what stands between them replaced by something nasty."""
    mark = b">" if b"<" in data else b"\n"
    pieces = data.split(mark)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(pieces))
        match chance.randrange(4):
            case 0:
                del pieces[place]
                pieces = pieces or [b""]
            case 1:
                pieces.insert(place, chance.choice(pieces))
            case 2:
                attributes = pieces[place].split(b'"')
                attributes[chance.randrange(len(attributes))] = chance.choice(NASTY)
                pieces[place] = b'"'.join(attributes)
            case _:
                pieces[place] = chance.choice(NASTY) + pieces[place]
    return mark.join(pieces)


def broken(data: bytes, way: str, chance: random.Random) -> bytes:
    """A file with something wrong in it, as a whole or in one of its parts."""
    if way == "cut":
        return data[: chance.randrange(len(data) + 1)]
    if way == "bytes" or not data.startswith(b"PK"):
        return retagged(data, chance) if way == "tags" else flipped(data, chance)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        contents = {name: package.read(name) for name in package.namelist()}
    name = chance.choice([*contents, *(name for name in contents if "sheet1" in name or name == "content.xml")])
    if chance.random() < 0.05:
        del contents[name]
    else:
        contents[name] = (retagged if way == "tags" else flipped)(contents[name], chance)
    return packed(contents, zipfile.ZIP_STORED)


class Table(NamedTuple):
    """A new game, and what is asked first."""

    folder: GameFolder
    state: Any
    step: Step
    form: Form


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = open_folder(new_game(tmp_path_factory.mktemp("broken") / "game"))
    state, step = folder.state_after(0), folder.step(1)
    return Table(folder, state, step, folder.game.form(state, step.players[0]))


def examined(game: Table, data: bytes, ending: str, through_the_command: bool) -> None:
    """The sheet is read, each row in the account, or refused in words; anything else is raised, and fails the test."""
    path = game.folder.path.parent / f"orders{ending}"
    path.write_bytes(data)
    if through_the_command:
        done = gm("-C", game.folder.path, "check", "--from", path, "--json")
        assert done.code in (0, 1)
        assert done.code == 1 or sum(done.json["rows"][fate] for fate in FATES) == done.json["rows"]["read"]
        assert done.code == 0 or any(problem["severity"] == "error" for problem in done.json["problems"])
        return
    try:
        reading = read_orders(game.folder, game.step, game.form, Request(path))
        checked = check(game.folder.game, game.state, game.step, reading.intake)
    except BadInput as refusal:
        assert all(problem.code and problem.message for problem in refusal.problems)
        return
    (tab,) = [tab for tab in tabs_of(path.read_bytes(), path.name) if tab.title == reading.source.tab]
    assert [account.place.cell for account in checked.accounts] == [str(line) for line in lines_of(game, tab)]
    assert sum(checked.counts.as_json()[fate] for fate in FATES) == len(checked.accounts)


FATES = ("used", "superseded", "late", "refused", "ignored")


def lines_of(game: Table, tab: Tab) -> list[int]:
    """The numbers of the rows that have to be in the account: all with something in them, but for other rounds'."""
    header, _ = find_header(tab, game.form, {})
    rounds = header.roles.get("round", ()) if header else ()
    lines = []
    for index, row in enumerate(tab.rows):
        texts = [text_of(value).translate(UNSEEN).strip() for value in row]
        if not any(texts) or (header and index <= header.row):
            continue
        named = next((row[column] for column in rounds if column < len(row) and texts[column]), None)
        if not rounds or named is None or number_in_cell(named, game.step) in (None, 1):
            lines.append(tab.first_row + index)
    return lines


@pytest.mark.parametrize("kind", KINDS)
@SETTINGS
@given(seed=st.integers(0, 2**64 - 1), way=st.sampled_from(WAYS))
def test_broken_sheets(game: Table, kind: str, seed: int, way: str) -> None:
    chance = random.Random(seed)
    data = broken(whole(kind, chance.randrange(12)), way, chance)
    examined(game, data, ENDINGS[kind], chance.randrange(SHARE) == 0)


@pytest.mark.parametrize("kind", KINDS)
@SETTINGS
@given(seed=st.integers(0, 2**64 - 1))
def test_random_sheets(game: Table, kind: str, seed: int) -> None:
    chance = random.Random(seed)
    data = MAKERS[kind](random_rows(chance))
    examined(game, data, ENDINGS[kind], chance.randrange(SHARE) == 0)
