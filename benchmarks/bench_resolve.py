"""How long `gm resolve` takes for a round of five players, against what openpyxl needs for the same two workbooks.

The yardstick is a fresh Python that imports openpyxl, reads the round's sheet and the results, and writes both.

    python benchmarks/bench_resolve.py [RUNS]
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from openpyxl import load_workbook
from side_by_side import timed, told

EXAMPLE = Path(__file__).parent.parent / "examples" / "camellots"
GM = [sys.executable, "-m", "gm_tool"]
YARDSTICK = """
import sys
from openpyxl import load_workbook
for name in sys.argv[1:]:
    load_workbook(name).save(name + ".copy.xlsx")
"""
ORDERS: dict[str, dict[str, str | int]] = {
    "Ann": {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Black"},
    "Bob": {"Action": "tile", "Space": 7},
    "Cid": {"Action": "buy", "Camel 1": "Green", "Amount": 1},
    "Dan": {"Action": "sell", "Camel 1": "Purple", "Amount": 1},
    "Eve": {"Action": "bet", "Bet Red": 2, "Bet Yellow": 3},
}


def new_game(folder: Path) -> None:
    """A game of five players with the orders of its first round filled in."""
    players = [word for name in ORDERS for word in ("--player", name)]
    new = ["new", str(folder), "--game", "camellots", "--seed", "07" * 32, *players]
    subprocess.run([*GM, *new], capture_output=True, check=True)
    path = folder / "sheets" / "round-01.xlsx"
    book = load_workbook(path)
    sheet = book["Round 1"]
    rows = list(sheet.iter_rows())
    top = next(row for row in rows if any(cell.value == "Player" for cell in row))
    columns = {str(cell.value): index for index, cell in enumerate(top)}
    for row in rows:
        for title, value in ORDERS.get(str(row[columns["Player"]].value), {}).items():
            row[columns[title]].value = value
    book.save(path)


def compare(fresh: Path, number: int, runs: int) -> None:
    """Print the ratio for a round of a game that is played up to it."""
    with tempfile.TemporaryDirectory() as name:
        played, turn = Path(name, "played"), Path(name, "turn")
        shutil.copytree(fresh, played)
        subprocess.run([*GM, "-C", str(played), "resolve", f"round-{number}"], capture_output=True, check=True)

        def begin_again() -> None:
            shutil.rmtree(turn, ignore_errors=True)
            shutil.copytree(fresh, turn)

        books = [str(played / "sheets" / f"round-{number:02}.xlsx"), str(played / "results.xlsx")]
        took = timed(
            {
                "resolve": [*GM, "-C", str(turn), "resolve", f"round-{number}"],
                "yardstick": [sys.executable, "-c", YARDSTICK, *books],
            },
            runs,
            before=begin_again,
        )
    what = f"gm resolve round-{number} / openpyxl reads and writes two workbooks"
    print(told(what, took["resolve"], took["yardstick"], 2.0))


def main(runs: int) -> None:
    """Print the ratios for the first round of a new game, and for the fifth one of the example."""
    with tempfile.TemporaryDirectory() as name:
        new_game(Path(name, "game"))
        compare(Path(name, "game"), 1, runs)
    compare(EXAMPLE, 5, runs)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 15)
