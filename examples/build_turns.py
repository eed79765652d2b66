"""Makes the example games that go turn by turn anew, from the orders below: `python examples/build_turns.py`.

To be run after a change of the wording, of the sheets or of a story; what it makes is committed, and compared with
what it would make now by tests/turns/test_turn_examples.py.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from openpyxl import load_workbook

from gm_tool.app.new import new
from gm_tool.app.resolve import resolve
from gm_tool.io import workbook as wb
from gm_tool.rules.camel_up.form import ACTION_WORDS

RACE, DESERT = "camel_up", "caravaneers"
SEED = "5c1d0e0f6a7b8c9d5c1d0e0f6a7b8c9d5c1d0e0f6a7b8c9d5c1d0e0f6a7b8c9d"
SHEET = "sheets/turns.xlsx"

RACERS = ("Ann", "Bob", "Cleo", "Dmitri")
EVENINGS = (
    # An evening a line: the turns that were posted by then.
    "leg bet Purple; pyramid; tile on 3, cheer; pyramid; pyramid; leg bet Green; pyramid; tile on 12, boo",
    "leg bet Green; pyramid; loser Purple; winner Yellow; winner Yellow; pyramid; tile on 3, cheer",
    "pyramid; tile on 11, cheer; leg bet Green; pyramid; pyramid; pyramid; pyramid; leg bet Blue; pyramid",
    "winner Blue; pyramid; pyramid; leg bet Red; pyramid; pyramid; pyramid; leg bet Green; pyramid; loser Blue",
    "leg bet Red; loser Blue; leg bet Red; pyramid; leg bet Red; pyramid; pyramid; pyramid",
)

NOMADS = ("Ann", "Bob")
POSTED = (
    # North's messages and West's, as they came: an evening a line.
    "f 5 e 4 e 4 f 6 e 1 a 1",
    "b 6 d 6 a 3 a 2 d 2 f 5",
    "b 6 b 3 f 3 6 d",
)


def build(target: Path) -> None:
    """Write the two example folders into `target`, in place of those that are there."""
    with TemporaryDirectory() as workshop:
        made = Path(workshop)
        race(made / RACE)
        desert(made / DESERT)
        for name in (RACE, DESERT):  # not before both could be made
            if (target / name).exists():
                shutil.rmtree(target / name)
            copy(made / name, target / name)


def race(game: Path) -> None:
    """Camel Up, by gm's own sheet."""
    new(game, RACE, RACERS, title="The Race at the Oasis Inn", seed=SEED, dialect="phpbb")
    first = 1
    for evening in EVENINGS:
        orders = evening.split("; ")
        fill(game / SHEET, first, orders)
        first += len(orders)
        play(game, last=evening == EVENINGS[-1])


def desert(game: Path) -> None:
    """Caravaneers, by what two players posted. Where a side has no move, the other one moves again."""
    new(game, DESERT, NOMADS, title="Camels at Dusk", seed=SEED, dialect="phpbb")
    settings = game / "game.yaml"
    text = settings.read_text("utf-8")
    if text.count(f"# source: {SHEET}") != 1:
        raise SystemExit("game.yaml doesn't tell where the orders come from.")
    settings.write_bytes(text.replace(f"# source: {SHEET}", "source: posts.csv").encode())
    (game / SHEET).unlink()
    (game / SHEET).parent.rmdir()
    lines = ["Player,Submission"]
    for evening in POSTED:
        for caravan in evening.split():
            lines.append(f"{NOMADS[caravan.isdigit()]},{caravan}")
        (game / "posts.csv").write_bytes("".join(f"{line}\n" for line in lines).encode())
        play(game, last=evening == POSTED[-1])


def fill(path: Path, first: int, orders: Sequence[str]) -> None:
    """Fill in the rows of the turns from `first` on, as a spreadsheet program would save them."""
    workbook = load_workbook(path)
    tab = workbook.worksheets[0]
    columns = {str(cell.value): column for column, cell in enumerate(tab[1], 1)}
    for cell in tab[1]:
        if cell.comment:
            cell.comment.width, cell.comment.height = 240, 110  # what is read has lost its size
    lines = {wb.cell_at(tab, line, 1).value: line for line in range(2, tab.max_row + 1)}
    for number, order in enumerate(orders, first):
        for title, typed in cells_of(order).items():
            cell = wb.cell_at(tab, lines[number], columns[title])
            cell.value = typed if cell.number_format == "@" or not typed.isdigit() else int(typed)
    path.write_bytes(wb.save_bytes(workbook))


def cells_of(order: str) -> dict[str, str]:
    """The cells of an order in words: "tile on 3, cheer" is Action tile, Space 3, Side cheer."""
    action = max((word for word in ACTION_WORDS if order.startswith(word)), key=len)
    rest = order.removeprefix(action).replace(",", "").split()
    match action:
        case "tile":
            return {"Action": action, "Space": rest[1], "Side": rest[2]}
        case "pyramid":
            return {"Action": action}
        case _:
            return {"Action": action, "Camel": rest[0]}


def play(game: Path, last: bool) -> None:
    """Resolve all that was posted; the last evening, and no other, ends the game."""
    report = resolve(game)
    told = report.turns
    if report.outcome != "resolved" or report.finished != last or (told and not told.waits and not last):
        problems = [f"{problem.place}: {problem.message}" for problem in report.problems]
        raise SystemExit("\n".join([f"The story comes to a stop at {told.due if told else '?'}.", *problems]))


def copy(source: Path, target: Path) -> None:
    """Copy the files of a folder, those that begin with a dot excepted; anybody may read an example."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())


if __name__ == "__main__":
    build(Path(__file__).resolve().parent)
    sys.stdout.write(f"{RACE} and {DESERT} are made anew.\n")
