"""How long a large form is read and judged, beside what python-calamine takes for its cells; what empty rows cost.

Run: `python benchmarks/bench_reading.py [ROWS]`. The sheets are made by this program, always the same ones. Times are
of the processor and noisy on a busy machine: the ratios matter, and each is made of the shortest of some runs. The
garbage collector looks as seldom as in the program `gm`.
"""

from __future__ import annotations

import datetime as dt
import gc
import io
import resource
import subprocess
import sys
import tempfile
import zipfile
from functools import partial
from pathlib import Path

from bench_answers import HEADER, PLAYERS, RUNS, answers, best
from python_calamine import CalamineWorkbook

from gm_tool.cli import GARBAGE
from gm_tool.core.draws import Draws
from gm_tool.core.names import Names
from gm_tool.core.sources import Value
from gm_tool.engine.intake import take_in
from gm_tool.engine.times import Clock
from gm_tool.engine.turn import check
from gm_tool.io.reading import tabs_of
from gm_tool.rules.camellots import CamelLots

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
GM = (sys.executable, "-c", "from gm_tool.cli import main; main()")
EPOCH = dt.datetime(1899, 12, 30)


def workbook(rows: str, texts: list[str]) -> bytes:
    """An xlsx file as a spreadsheet program saves it, with one tab; style 1 is a date and time."""
    shared = "".join(f"<si><t>{text}</t></si>" for text in texts)
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/{kind}" Target="{target}.xml"/>'
        for n, (kind, target) in enumerate(
            [("worksheet", "worksheets/sheet1"), ("styles", "styles"), ("sharedStrings", "sharedStrings")], 1
        )
    )
    parts = {
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets><sheet name="Form" sheetId="1" '
        'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>',
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs>'
        "</styleSheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}">{shared}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return file.getvalue()


def form(count: int) -> bytes:
    """A form's answers: a time, texts and a number each."""
    texts: dict[str, int] = {}

    def cell(address: str, value: Value) -> str:
        match value:
            case None:
                return f'<c r="{address}" s="0"/>'
            case dt.datetime():
                return f'<c r="{address}" s="1"><v>{(value - EPOCH) / dt.timedelta(days=1)}</v></c>'
            case str():
                return f'<c r="{address}" s="0" t="s"><v>{texts.setdefault(value, len(texts))}</v></c>'
            case _:
                return f'<c r="{address}" s="0"><v>{value}</v></c>'

    rows = []
    for n, row in enumerate((HEADER, *answers(count, as_text=False)), 1):
        cells = "".join(cell(f"{letter}{n}", value) for letter, value in zip("ABCDEF", row, strict=True))
        rows.append(f'<row r="{n}">{cells}</row>')
    return workbook("".join(rows), list(texts))


def formatted(count: int, letters: str) -> bytes:
    """An order, and below it rows that are formatted and hold nothing, with formatted cells in some columns."""
    orders = (("Player", "Action", "Camel 1", "Amount"), ("Ann", "buy", "Red", "1"))
    filled = (
        f'<row r="{n}">'
        + "".join(
            f'<c r="{a}{n}" t="inlineStr"><is><t>{text}</t></is></c>' for a, text in zip("ABCD", row, strict=True)
        )
        + "</row>"
        for n, row in enumerate(orders, 1)
    )
    cells = "".join(f'<c r="{letter}{{0}}" s="1"/>' for letter in letters)
    empty = f'<row r="{{0}}" s="1" customFormat="1">{cells}</row>'
    return workbook("".join((*filled, *(empty.format(n) for n in range(3, count + 3)))), [])


def command(folder: Path, sheet: bytes) -> float:
    """What `gm check` takes in a game with this sheet, in seconds of its process."""
    (folder / "sheets" / "round-01.xlsx").write_bytes(sheet)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([*GM, "-C", str(folder), "check"], capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def print_empty_rows(count: int) -> None:
    """Print what empty rows cost the reader, and the command as a whole."""
    few = formatted(1, "ABC")
    one = best(lambda: tabs_of(few, "a.xlsx"))
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "game"
        players = [word for name in PLAYERS for word in ("--player", name)]
        subprocess.run([*GM, "new", str(folder), "--game", "camellots", *players], capture_output=True, check=True)
        sheets = {"one": few, "rows": formatted(count, ""), "rows of three formatted cells": formatted(count, "ABC")}
        runs = [{what: command(folder, sheet) for what, sheet in sheets.items()} for _ in range(RUNS)]
    whole = {what: min(run[what] for run in runs) for what in sheets}
    for what in list(sheets)[1:]:
        many = best(partial(tabs_of, sheets[what], "a.xlsx"))
        other = best(partial(calamine_cells, sheets[what]))
        print(f"{count} formatted empty {what}: {many:.2f} s, one: {one:.4f} s; python-calamine {other:.2f} s")
        print(f"  gm check {whole[what]:.2f} s, with one {whole['one']:.2f} s: {whole[what] / whole['one']:.2f} times")


def calamine_cells(data: bytes) -> object:
    """The cells as the other reader gives them."""
    return CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0).to_python()


def main() -> None:
    """Print the ratios."""
    gc.set_threshold(GARBAGE)
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    data = form(count)
    game = CamelLots({})
    state = game.setup(PLAYERS, {}, Draws(bytes(32)))
    step, fields, names = game.due(state), game.form(state, None), Names(PLAYERS)
    assert step is not None
    clock = Clock(due=dt.datetime(2026, 4, 4, tzinfo=dt.UTC))
    (tab,) = tabs_of(data, "form.xlsx")
    cells = best(lambda: calamine_cells(data))
    read = best(lambda: tabs_of(data, "form.xlsx"))
    judged = best(lambda: check(game, state, step, take_in(tab, fields, names, step, {}, clock)))
    print(f"{count} answers: cells by python-calamine {cells:.2f} s")
    print(f"  read {read:.2f} s ({read / cells:.1f} times that), judged {judged:.2f} s ({judged / cells:.1f} times)")
    print(f"  read and judged: {(read + judged) / cells:.1f} times")
    print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")
    print_empty_rows(10 * count)


if __name__ == "__main__":
    main()
