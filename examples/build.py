"""Makes the example games anew, all of them, from the table of orders below: `python examples/build.py`.

To be run after a change of the wording, of the sheets or of the story; what it makes is committed,
and compared with what it would make now by tests/test_example.py.
"""

from __future__ import annotations

import csv
import io
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from gm_tool.app.new import new
from gm_tool.app.posts import write_posts
from gm_tool.app.resolve import resolve
from gm_tool.app.sheet import make_sheet
from gm_tool.io import workbook as wb

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

GAME, FINISHED, OTHERS = "camellots", "camellots-finished", "camellots-other-sheets"
READY = 4
"""So many rounds are played in examples/camellots: the next command resolves round 5."""

TITLE = "CamelLots at the Oasis Inn"
SEED = "ed8dda4a03a9b87be73d44fc46a26d593c3329ffdcd28bcb1f8ae96a4f65aa5c"
PLAYERS = ("Ann", "Bob", "Cleo", "Dmitri", "Eve")

# What the GM writes into the fresh game.yaml.
SETTINGS = {
    "  - name: Ann\n    garnets: 0\n": "  - name: Ann\n    garnets: 2\n",
    "  - name: Bob\n": "  - name: Bob\n    aliases: [Bobby, Robert]\n",
    "  - name: Dmitri\n    garnets: 0\n": "  - name: Dmitri\n    aliases: [Dima]\n    garnets: 3\n",
    "  - name: Eve\n    garnets: 0\n": "  - name: Eve\n    aliases: [Evening Star]\n    garnets: 1\n",
    '\n# deadlines: "20:00"\n': '\ndeadlines: "20:00"\n',
}

Row = dict[str, str | int]
"""The filled cells of a player's row, by the titles of the columns, as the player typed them."""


def move(first: str, second: str, third: str) -> Row:
    """Three camels make a step more."""
    return {"Action": "move", "Camel 1": first, "Camel 2": second, "Camel 3": third}


def tile(space: int) -> Row:
    """The player's tile goes to a space."""
    return {"Action": "tile", "Space": space}


def buy(colour: str, amount: int) -> Row:
    """Stocks of one colour, bought."""
    return {"Action": "buy", "Camel 1": colour, "Amount": amount}


def sell(colour: str, amount: int) -> Row:
    """Stocks of one colour, sold."""
    return {"Action": "sell", "Camel 1": colour, "Amount": amount}


def bet(**coins: int) -> Row:
    """Coins on camels: bet(Red=3, Yellow=1)."""
    return {"Action": "bet"} | {f"Bet {colour}": amount for colour, amount in coins.items()}


def garnets(number: int) -> Row:
    """A trade of garnets, beside any action."""
    return {"Trade garnets": number}


def note(text: str) -> Row:
    """A word to the GM."""
    return {"Note": text}


def signed(name: str) -> Row:
    """Another name than the one that the sheet has for the player."""
    return {"Player": name}


# The story. None is an empty row: that player has sent nothing.
ROUNDS: tuple[dict[str, Row | None], ...] = (
    {  # Red runs ahead of the pack, over Ann's tile; Dmitri waits for the crazy camels at the other end.
        "Ann": tile(4),
        "Bob": move("Red", "Blue", "Yellow"),
        "Cleo": move("Red", "Green", "Yellow"),
        "Dmitri": tile(18),
        "Eve": move("Red", "Purple", "Black"),
    },
    {  # Both tiles go off; Ann's pays twice. Dmitri signs with a nickname, Eve makes the first bets.
        "Ann": move("red", "blue", "purple"),
        "Bob": tile(7),
        "Cleo": move("Blue", "Yellow", "Gray"),
        "Dmitri": signed("Dima") | move("Purple", "Green", "Black"),
        "Eve": bet(Red=3, Yellow=1) | note("A little on the side."),
    },
    {  # Nothing comes from Eve, so chance moves for her. Ann pays a part of her stock with a garnet.
        "Ann": buy("Red", 1) | garnets(1),
        "Bob": move("Green", "Purple", "Black"),
        "Cleo": tile(9),
        "Dmitri": move("Red", "Yellow", "Black"),
        "Eve": None,
    },
    {  # Bob and Eve put their tiles on the same space. Purple and Green jump onto the crazy camels; Dmitri sells high.
        "Ann": move("Yellow", "Red", "Blue"),
        "Bob": tile(15),
        "Cleo": move("Purple", "Red", "Yellow"),
        "Dmitri": sell("Green", 1),
        "Eve": tile(15) | note("Sorry for yesterday, no connection on the train!"),
    },
    {  # Black carries Purple and Green back; Blue lands with four riders where two tiles lie; three want four Reds.
        "Ann": buy("Red", 2),
        "Bob": move("rED", "bLUE", "black") | note("typed on the phone"),
        "Cleo": buy("red", 1),
        "Dmitri": buy("Red", 2) | garnets(3),
        "Eve": move("Blue", "Black", "Purple"),
    },
    {  # The last round in which anybody may bet on Red. Cleo would rather sell.
        "Ann": bet(Red=9, Blue=4),
        "Bob": move("Red", "Black", "Green"),
        "Cleo": sell("Red", 2),
        "Dmitri": move("Purple", "Black", "Gray"),
        "Eve": tile(17),
    },
    {  # Over Eve's tile Blue, with Yellow on its back, jumps onto the two that lead. Eve has seen it coming.
        "Ann": move("Red", "Gray", "Black"),
        "Bob": signed("Robert") | bet(Blue=6),
        "Cleo": buy("Yellow", 2) | garnets(2),
        "Dmitri": move("Blue", "Gray", "Black"),
        "Eve": bet(Yellow=8),
    },
    {  # Ann brings Red home, with three riders, and the topmost wins: Yellow. The others sell.
        "Ann": move("Red", "Black", "Gray") | note("Run, Red, run!"),
        "Bob": sell("Blue", 1),
        "Cleo": sell("Yellow", 3),
        "Dmitri": sell("Purple", 1),
        "Eve": sell("Yellow", 1),
    },
)

# How a GM may title the columns of a workbook of its own, in an order of its own.
OWN_TITLES = {
    "Note": "Notes",
    "Player": "Name",
    "Trade garnets": "Garnets",
    "Action": "Your action",
    "Space": "Tile on",
    "Camel 1": "Colour",
    "Camel 2": "Camel 2",
    "Camel 3": "Camel 3",
    "Amount": "How many",
    "Bet Purple": "Bet on purple",
    "Bet Yellow": "Bet on yellow",
    "Bet Green": "Bet on green",
    "Bet Blue": "Bet on blue",
    "Bet Red": "Bet on red",
}
INITIALS = {"Red": "R", "Blue": "Blu", "Green": "Gre", "Yellow": "Y", "Purple": "P", "Black": "Bla", "Gray": "Gra"}

ONE_TAB_TITLES = ("Round", "Player", "Order", "Camel", "Space", "Amount")
ONE_TAB_BETS = ("Bet Red", "Bet Blue", "Bet Green", "Bet Yellow", "Bet Purple")
ONE_TAB_REST = ("Trade garnets", "Note")

README = f"""\
The orders of examples/{GAME} in two other sheets, as game masters keep them. gm takes both as they are.

one-workbook.xlsx   one workbook, a tab a round, with titles and an order of columns of its own
one-tab.csv         one tab for all rounds, told apart by its Round column; all camels of a move in one cell

To play the game with one of them, from round 1 on, in a folder of its own:

  mkdir oasis
  cp examples/{GAME}/game.yaml examples/{GAME}/seed.key oasis
  gm -C oasis resolve round-1 --from examples/{OTHERS}/one-workbook.xlsx
  gm -C oasis resolve round-2 --from examples/{OTHERS}/one-workbook.xlsx

and so on to round {len(ROUNDS)}; or with one-tab.csv in its place. To name the sheet once and for all, copy
it into the folder of the game and write into its game.yaml:

  source: "one-workbook.xlsx"

The seed.key of an example lies open for all to see. That of a real game is a secret: `gm new` draws one.
"""


def build(target: Path) -> None:
    """Write the three example folders into `target`, in place of those that are there."""
    with TemporaryDirectory() as workshop:
        made = Path(workshop) / "made"
        tell(Path(workshop) / GAME, made)
        others = made / OTHERS
        others.mkdir()
        (others / "README.txt").write_bytes(README.encode())
        (others / "one-workbook.xlsx").write_bytes(one_workbook())
        (others / "one-tab.csv").write_bytes(one_tab())
        for name in (GAME, FINISHED, OTHERS):  # not before all of it could be made
            if (target / name).exists():
                shutil.rmtree(target / name)
        copy(made, target)


def tell(game: Path, made: Path) -> None:
    """Play the story in `game`, and leave the game as it was after READY rounds and at its end in `made`."""
    begin(game)
    for number, orders in enumerate(ROUNDS, 1):
        fill(game / sheet_name(number), orders)
        play(game, number)
        if number == READY:
            copy(game, made / GAME)
    copy(game / "sheets", made / GAME / "sheets")
    shutil.rmtree(game / "sheets")
    copy(game, made / FINISHED)


def copy(source: Path, target: Path) -> None:
    """Copy the files of a folder, those that begin with a dot excepted; anybody may read an example."""
    for path in sorted(source.rglob("*")):
        if path.is_file() and not path.name.startswith("."):
            place = target / path.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())


def begin(game: Path) -> None:
    """What a GM does first: `gm new`, a few settings in game.yaml, then post and sheet anew."""
    new(game, "camellots", PLAYERS, title=TITLE, seed=SEED, dialect="phpbb", zone="Europe/Berlin")
    settings = game / "game.yaml"
    text = settings.read_text("utf-8")
    for fresh, own in SETTINGS.items():
        if text.count(fresh) != 1:
            raise SystemExit(f"game.yaml has not exactly one {fresh!r} to be settled.")
        text = text.replace(fresh, own)
    settings.write_bytes(text.encode())
    write_posts(game)
    (game / sheet_name(1)).unlink()
    make_sheet(game)


def sheet_name(number: int) -> str:
    """The tool's own sheet of a round."""
    return f"sheets/round-{number:02d}.xlsx"


def play(game: Path, number: int) -> None:
    """Resolve a round of the story; the last one, and no other, ends the game."""
    report = resolve(game, f"round-{number}")
    if report.outcome != "resolved" or report.finished != (number == len(ROUNDS)):
        problems = [f"{problem.place}: {problem.message}" for problem in report.problems]
        raise SystemExit("\n".join([f"Round {number} of the story is {report.outcome}.", *problems]))


def fill(path: Path, orders: Mapping[str, Row | None]) -> None:
    """Fill in the tool's own sheet of a round, as a spreadsheet program would save it."""
    from openpyxl import load_workbook

    workbook = load_workbook(path)
    tab = workbook.worksheets[0]
    columns = {str(cell.value): column for column, cell in enumerate(tab[1], 1)}
    for cell in tab[1]:
        if cell.comment:
            cell.comment.width, cell.comment.height = 240, 110  # what is read has lost its size
    for line, player in enumerate(PLAYERS, 2):
        if wb.cell_at(tab, line, 1).value != player:
            raise SystemExit(f"{path.name} has not {player} in row {line}.")
        for title, typed in (orders[player] or {}).items():
            cell = wb.cell_at(tab, line, columns[title])
            cell.value = str(typed) if cell.number_format == "@" else typed
    path.write_bytes(wb.save_bytes(workbook))


def one_workbook() -> bytes:
    """A GM's own workbook, a tab a round. Bob writes initials in it, Cleo no capitals, Dmitri nothing but."""
    workbook = wb.new_workbook(TITLE)
    for number, orders in enumerate(ROUNDS, 1):
        tab = wb.new_tab(workbook, f"Round {number}")
        wb.put_title(wb.cell_at(tab, 1, 1), f"{TITLE}: orders of round {number}")
        for column, title in enumerate(OWN_TITLES.values(), 1):
            wb.put_header(wb.cell_at(tab, 3, column), title)
            wb.widen(tab, column, 44 if title == "Notes" else max(10, len(title) + 2))
        for line, (player, row) in enumerate(orders.items(), 4):
            put_row(tab, line, player, row or {})
    return wb.save_bytes(workbook)


def put_row(tab: Worksheet, line: int, player: str, row: Row) -> None:
    """A player's row of the GM's own workbook."""
    for column, title in enumerate(OWN_TITLES, 1):
        if title in row:
            wb.put(wb.cell_at(tab, line, column), spelt(player, row[title]))
        elif title == "Player":
            wb.put(wb.cell_at(tab, line, column), player)


def spelt(player: str, typed: str | int) -> str | int:
    """What a player typed, in that player's other manner."""
    if isinstance(typed, int):
        return typed
    manners = {"Bob": INITIALS.get(typed.capitalize(), typed), "Cleo": typed.lower(), "Dmitri": typed.upper()}
    return manners.get(player, typed)


def one_tab() -> bytes:
    """All rounds in one table, as a csv file; who sent nothing has no row."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow([*ONE_TAB_TITLES, *ONE_TAB_BETS, *ONE_TAB_REST])
    for number, orders in enumerate(ROUNDS, 1):
        for player, row in orders.items():
            if row is None:
                continue
            camels = ", ".join(str(row[title]) for title in ("Camel 1", "Camel 2", "Camel 3") if title in row)
            first = [number, row.get("Player", player), row["Action"], camels]
            rest = [row.get(title, "") for title in ("Space", "Amount", *ONE_TAB_BETS, *ONE_TAB_REST)]
            table.writerow([*first, *rest])
    return text.getvalue().encode()


if __name__ == "__main__":
    build(Path(__file__).resolve().parent)
    sys.stdout.write(f"{GAME}, {FINISHED} and {OTHERS} are made anew.\n")
