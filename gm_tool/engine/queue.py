"""The rows of a game that goes turn by turn: a row a turn, in one sheet for the whole game.

A row with a number is of that turn; one without is of that player's next own turn. Rows of resolved turns
stay in the sheet: they are known again, and told where they say something else than they did.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, structs

from gm_tool.core.forms import Form, Step
from gm_tool.core.names import Names
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Tab, column_name
from gm_tool.engine.asked import Asked
from gm_tool.engine.columns import Header
from gm_tool.engine.entries import StepEntry
from gm_tool.engine.intake import titles_of_orders
from gm_tool.engine.rows import RowReader, number_in_cell, round_problem, untrusted
from gm_tool.engine.submissions import ReadRow, account_of, is_blank, pick
from gm_tool.engine.times import Clock
from gm_tool.engine.whole_messages import header_and_rows

K = TypeVar("K")

Said = frozenset[tuple[str, str]]
"""What a row orders: the texts of its order's cells, by the titles of their columns."""


class TurnRow(Struct, frozen=True):
    """A row of a queue: as it was read, and the turn that it names; None where it names none."""

    row: ReadRow
    number: int | None
    said: Said

    @property
    def player(self) -> str:
        """Whose row it is; "" where nobody knows."""
        return self.row.account.player

    @property
    def filled(self) -> bool:
        """Whether somebody has something to say in it, be it wrong."""
        return self.row.sent is not None or self.row.account.fate == "refused"


class Queue(Struct, frozen=True):
    """All rows of a sheet in its order. `titles` are those of the columns of orders by letter, `turns` is the
    letter of the column that tells the turn ("" for none); `header` is the index of the row with the titles,
    None where there is none. `problems` are those of the sheet, not of its rows.
    """

    rows: tuple[TurnRow, ...]
    problems: tuple[Problem, ...]
    titles: Mapping[str, str] = {}
    turns: str = ""
    timed: bool = False
    header: int | None = None


def line_up(tab: Tab, form: Form, players: Names, step: Step, columns: Mapping[str, str], clock: Clock) -> Queue:
    """The rows of a tab, each by itself; `step` is the turn that is due, with all players of the game.

    No row is late: a turn is asked for until the game has gone on. Errors: those of `find_header`, and by
    row those of `take_in` but for row.twice; round.unreadable for a turn that can't be read.
    """
    tab, header, problems = header_and_rows(tab, form, columns)
    if header is None:
        filled = (row for row in range(len(tab.rows)) if not is_blank(tab, row))
        ended = (ReadRow(account_of(tab, row, "refused", "no row with column titles was found")) for row in filled)
        return Queue(tuple(TurnRow(row, None, frozenset()) for row in ended), problems)
    reader = _QueueReader(tab, header, players, step, clock)
    read = (reader.read(index) for index in range(header.row + 1, len(tab.rows)))
    rows = tuple(row for row in read if row is not None)
    if has_errors(header.problems):
        rows = tuple(structs.replace(row, row=untrusted(row.row)) for row in rows)
    letter = reader.column and column_name(tab.first_column + reader.column[0])
    return Queue(rows, header.problems, reader.titles, letter or "", header.timed, header.row)


class _QueueReader:
    """Reads rows of any turn, and the turns that they name."""

    def __init__(self, tab: Tab, header: Header, players: Names, step: Step, clock: Clock) -> None:
        self.tab = tab
        self.step = step
        self.column = header.roles.get("round", ())
        self.titles = titles_of_orders(tab, header)
        roles = {role: columns for role, columns in header.roles.items() if role != "round"}
        asked = Asked(step, players, clock, frozenset())
        self._rows = RowReader(tab, structs.replace(header, roles=roles), asked)

    def read(self, index: int) -> TurnRow | None:
        row = self._rows.read(index)
        if row is None:
            return None
        said = said_in(row.account.cells, self.titles)
        cell = pick(self.tab, index, self.column) if self.column else None
        number = number_in_cell(cell.value, self.step) if cell and not cell.empty else None
        if cell and not cell.empty and number is None and row.sent:
            problem = round_problem(self.tab, cell, self.step).of(row.account.player)
            row = row.end("refused", f"it is not clear of which {self.step.word} it is", *row.sent.said, problem)
        return TurnRow(row, number, said)


def said_in(cells: Mapping[str, str], titles: Mapping[str, str]) -> Said:
    """What stands in the columns of an order, by their titles; `cells` are texts by address."""
    found = ((titles.get(address.rstrip("0123456789")), text.strip()) for address, text in cells.items())
    return frozenset((title, text) for title, text in found if title)


class PastTurn(Struct, frozen=True):
    """What a resolved turn was read from: `line` is the row's number; `here`: it stood in this very sheet.

    `numbered`: the row named its turn. Where nothing was sent, there is no row (""). `by_hand`: the GM has set the
    order since; what the row says is the same to us.
    """

    number: int
    name: str
    player: str
    said: Said = frozenset()
    line: str = ""
    numbered: bool = False
    here: bool = False
    by_hand: bool = False

    def known_in(self, row: TurnRow) -> bool:
        """Whether a row may be the one that the turn was resolved with."""
        return self.by_hand or (row.player, row.said) == (self.player, self.said)


_READ = ("used", "refused", "superseded")
"""What became of a row that a turn was resolved with; superseded is one in whose place the GM has set an order."""


def had_before(entries: Sequence[StepEntry], file: str, tab: str) -> tuple[PastTurn, ...]:
    """What the resolved turns were read from; `file` and `tab` are the sheet that is read now."""
    return tuple(_had(number, entry, file, tab) for number, entry in enumerate(entries, 1))


def _had(number: int, entry: StepEntry, file: str, tab: str) -> PastTurn:
    source = entry.source
    player = next(iter(entry.orders), "")
    row = next((row for row in entry.rows if row.player == player and row.fate in _READ), None)
    by_hand = player in entry.by_hand
    if source is None or row is None:
        return PastTurn(number, entry.step, player, by_hand=by_hand)
    said = said_in(row.cells, source.titles)
    numbered = bool(source.turns) and f"{source.turns}{row.row}" in row.cells
    return PastTurn(
        number, entry.step, player, said, row.row, numbered, (source.file, source.tab) == (file, tab), by_hand
    )


class Sorted(Struct, frozen=True):
    """A queue's rows by what they are for. Rows are named by their line.

    `past`: of which resolved turn a row is; `numbered` by turn and `free` by player: the rows to come, in the
    order of the sheet; `next` is the number of the turn to come. `problems`, and the rows in `refused`, are in
    the way of every turn to come.
    """

    past: Mapping[str, PastTurn]
    numbered: Mapping[int, tuple[TurnRow, ...]]
    free: Mapping[str, tuple[TurnRow, ...]]
    refused: Mapping[str, str]
    problems: tuple[Problem, ...]
    next: int

    @property
    def changed(self) -> bool:
        """Whether a row of a resolved turn says something else than it did."""
        return any(problem.code == CHANGED for problem in self.problems)


CHANGED = "step.changed"


def sort_out(queue: Queue, had: Sequence[PastTurn]) -> Sorted:
    """Tell the rows of resolved turns (`had`, from turn 1 on) from those to come.

    Errors: step.changed, for a row that isn't any more what its turn was resolved with; row.unplaced, where
    it can't be told which of a player's rows without numbers are new; those of rows that are nobody's.
    """
    past: dict[str, PastTurn] = {}
    to_come: list[TurnRow] = []
    refused: dict[str, str] = {}
    problems: list[Problem] = []
    for row in queue.rows:
        if not row.filled:
            continue
        if row.number is not None and row.number <= len(had):
            turn = had[row.number - 1]
            past[row.row.line] = turn
            if not turn.known_in(row):
                problems.append(_changed(row, turn))
        elif row.number is not None or row.player:
            to_come.append(row)
        else:
            refused[row.row.line] = row.row.account.reason
            problems += row.row.problems
    placed = {turn.number for turn in past.values()}  # a sheet made anew has given these their numbers
    bare = [turn for turn in had if turn.line and not turn.numbered and turn.number not in placed]
    for player, rows in _grouped((row.player, row) for row in to_come if row.number is None).items():
        known, said = _known(rows, [turn for turn in bare if turn.player == player])
        past |= known
        problems += said
    refused |= {p.place.cell: p.message for p in problems if p.code in (CHANGED, UNPLACED)}
    return Sorted(
        past,
        _grouped((row.number, row) for row in to_come if row.number is not None),
        _grouped((row.player, row) for row in to_come if row.number is None and row.row.line not in past),
        refused,
        tuple(problems),
        len(had) + 1,
    )


def _grouped(rows: Iterable[tuple[K, TurnRow]]) -> dict[K, tuple[TurnRow, ...]]:
    """The rows by what each is named with, in their order."""
    groups: dict[K, list[TurnRow]] = {}
    for key, row in rows:
        groups.setdefault(key, []).append(row)
    return {key: tuple(group) for key, group in groups.items()}


UNPLACED = "row.unplaced"


def _known(rows: Sequence[TurnRow], had: Sequence[PastTurn]) -> tuple[dict[str, PastTurn], list[Problem]]:
    """Which of a player's rows without numbers are of resolved turns, by line, and what is wrong with them.

    The first of the rows must be those that came last of what was resolved; rows of older turns may be gone.
    """
    for gone in range(len(had)):
        rest = had[gone:]
        if len(rest) <= len(rows) and all(turn.known_in(row) for row, turn in zip(rows, rest, strict=False)):
            return {row.row.line: turn for row, turn in zip(rows, rest, strict=False)}, []
    here = {turn.line: turn for turn in had if turn.here}
    edited = {row.row.line: here[row.row.line] for row in rows if row.row.line in here}
    if edited:
        wrong = [row for row in rows if row.row.line in edited and not edited[row.row.line].known_in(row)]
        return edited, [_changed(row, edited[row.row.line]) for row in wrong]
    if here:
        return {}, [_unplaced(rows[0], had[-1])]
    return {}, []


def _changed(row: TurnRow, turn: PastTurn) -> Problem:
    if not turn.line:
        was = "without an order"
    elif row.player == turn.player:
        was = f"with another order of {turn.player}"
    else:
        was = f"with an order of {turn.player}"
    return Problem(
        code=CHANGED,
        player=row.player,
        place=row.row.account.place,
        message=f"{turn.name} is resolved already, {was}. Nothing was changed.",
        hint=f"`gm show gm {turn.name}` prints what it was resolved with: put that back. Or set it right: "
        f'`gm correct {turn.name} --set NAME "ORDER"`',
    )


def _unplaced(row: TurnRow, last: PastTurn) -> Problem:
    return Problem(
        code=UNPLACED,
        player=row.player,
        place=row.row.account.place,
        message=f"{row.player}'s rows without a number don't begin with what {last.name} was resolved with: "
        "it isn't clear which of them are new.",
        hint="Put the rows of resolved turns back, or write into a Turn column of which turn each row is.",
    )
