"""One row of a sheet: whose it is, of which round, when it was sent, and what it holds."""

from __future__ import annotations

import re

from gm_tool.core.forms import Step
from gm_tool.core.names import plain
from gm_tool.core.numbers import has_odd_digits, whole
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Cell, Place, Tab, Value, column_name, is_empty, text_of
from gm_tool.engine.asked import Asked
from gm_tool.engine.columns import Header
from gm_tool.engine.roster import Found, find_player
from gm_tool.engine.submissions import (
    ReadRow,
    RowAccount,
    RowCells,
    Submission,
    account_of,
    content_of,
    is_blank,
    listed,
    pick,
)
from gm_tool.engine.times import Moment, dates_in, read_moment
from gm_tool.engine.titles import ROLES
from gm_tool.engine.usual_rows import Answer, UsualRows, has_usual_rows

NOTHING_SENT = "nothing filled in"

_STEP = re.compile(r"([^\W\d_]*) ?[-#:]? ?0*([0-9]{1,9})(\.0+)?")


class RowReader:
    """Reads the rows below a header, one by one, each by itself."""

    def __init__(self, tab: Tab, header: Header, asked: Asked) -> None:
        self.tab = tab
        self.header = header
        self.asked = asked
        self._orders = [column for columns in header.fields.values() for column in columns]
        self._orders += header.roles.get("submission", ())
        self._orders += header.roles.get("note", ())
        columns = (
            [*header.fields.values(), *header.roles.values()]
            if header.timed and not has_errors(header.problems)
            else []
        )
        self._paged = [several for several in columns if len(several) > 1]
        self._found: dict[tuple[type, Value], Found] = {}
        self._numbers: dict[tuple[type, Value], int | None] = {}
        self.later: dict[int, list[int]] = {}
        # With a Round column the rows of other rounds are told by it.
        self._earlier = asked.earlier if header.timed and "round" not in header.roles else {}
        self._late = asked.clock.too_late
        short = has_usual_rows(header, asked)
        self._usual = UsualRows(tab, header, asked, self._found, self._orders, self._late) if short else None

    def read(self, index: int) -> ReadRow | None:
        """One row; None where it is empty or of another round."""
        found = self.answer(index)
        return found.whole() if isinstance(found, Answer) else found

    def answer(self, index: int) -> ReadRow | Answer | None:
        """One row, a usual one as no more than an answer; None where it is empty or of another round."""
        return (self._usual and self._usual.read(index)) or self._read(index)

    def _read(self, index: int) -> ReadRow | None:
        if is_blank(self.tab, index):
            return None
        unclear = None
        if "round" in self.header.roles:
            number = self._round(index)
            if number is not None and number != self.asked.step.number:
                self._of_another(number, index)
                return None
            if number is None:
                unclear = round_problem(self.tab, self._cell(index, "round"), self.asked.step)
        account = account_of(self.tab, index, "used")
        row = ReadRow(account)
        found = self._player(index)
        past = self._past(account, index)
        if past:
            return ReadRow(_owned(account, found.player or "")).end("ignored", past)
        if self._says_nothing(index):
            return self._nothing_sent(row, index, found)
        looks = self._looks(account.place, self.tab.first_row + index)
        if found.player is None:
            return self._nobodys(row, index, (*looks, *found.problems))
        row = ReadRow(_owned(account, found.player))
        if unclear:
            said = (*looks, *found.problems, unclear.of(found.player))
            return row.end("refused", "it is not clear of which round it is", *said)
        if found.player not in self.asked.step.players:
            warning = _not_asked(row.account, self.asked.step)
            return row.end("ignored", f"not asked in {self.asked.step.name}", *looks, *found.problems, warning)
        return self._submitted(row, index, (*looks, *found.problems))

    def _of_another(self, number: int, index: int) -> None:
        """Keep in mind the number of a row that is of a later round, and filled."""
        if number > self.asked.step.number and not self._says_nothing(index):
            self.later.setdefault(number, []).append(self.tab.first_row + index)

    def _looks(self, place: Place, number: int) -> tuple[Problem, ...]:
        """What is to be said of how a row looks in the sheet: it is read whether or not one sees it."""
        looks = [_hidden(place)] if number in self.tab.hidden_rows else []
        if number in self.tab.struck:
            looks.append(_struck(place, [f"{column_name(column)}{number}" for column in self.tab.struck[number]]))
        return tuple(looks)

    def _past(self, account: RowAccount, index: int) -> str:
        """Why a row is of an earlier step: by its time, or since that step has had it; "" where it isn't."""
        if self.asked.clock.opens is None and not self._earlier:
            return ""
        moment = self._moment(index)
        if moment is not None and all(map(self.asked.clock.is_early, moment.readings)):
            return f"sent before {self.asked.step.name} began"
        if not self._earlier:
            return ""
        had = self._earlier.get(content_of(account.cells))
        # Rows move when others are deleted. Without a time another row may well say the same anew.
        return f"of {had.step}" if had and (moment is not None or had.line == account.place.cell) else ""

    def _cell(self, index: int, role: str) -> Cell:
        return pick(self.tab, index, self.header.roles[role])

    def _value(self, index: int, role: str) -> Value:
        """What a cell holds. For every row: without making a cell of it where one column alone is concerned."""
        columns = self.header.roles[role]
        if len(columns) > 1:
            return self._cell(index, role).value
        values = self.tab.rows[index]
        return values[columns[0]] if columns[0] < len(values) else None

    def _round(self, index: int) -> int | None:
        value = self._value(index, "round")
        key = (type(value), value)
        if key not in self._numbers:
            self._numbers[key] = number_in_cell(value, self.asked.step)
        return self._numbers[key]

    def _says_nothing(self, index: int) -> bool:
        values = self.tab.rows[index]
        width = len(values)
        for column in self._orders:
            value = values[column] if column < width else None
            if not is_empty(value):
                return False
        return True

    def _player(self, index: int) -> Found:
        """Whose row it is. A name is looked up once; what is said of it stands at each row's own cell."""
        value = self._value(index, "player")
        key = (type(value), value)
        found = self._found.get(key)
        if found is not None and not found.problems:
            return found
        name = self._cell(index, "player")
        place = self.tab.place(name.address)
        if found is None:
            found = Found(None) if name.empty else find_player(name, place, self.asked.players)
            self._found[key] = found
        return Found(found.player, tuple(problem.at(place) for problem in found.problems))

    def _nobodys(self, row: ReadRow, index: int, said: tuple[Problem, ...]) -> ReadRow:
        """A row with something in it of which nobody knows whose it is."""
        name = self._cell(index, "player")
        if name.empty:
            return row.end("refused", "it names no player", *said, _nameless(self.tab.place(name.address)))
        return row.end("refused", "it is not clear whose it is", *said)

    def _nothing_sent(self, row: ReadRow, index: int, found: Found) -> ReadRow:
        moment = self._moment(index)
        owned = ReadRow(_owned(row.account, found.player or ""), None, (), None if moment is None else moment.readings)
        named = not self._cell(index, "player").empty
        return owned.end("ignored", NOTHING_SENT if named else "nothing in the form's columns")

    def _submitted(self, row: ReadRow, index: int, said: tuple[Problem, ...]) -> ReadRow:
        """A row of a player who is asked, with something in it; late or refused where its time says so."""
        if self._paged:
            said = (*said, *self._pages_that_differ(row, index))
        if not self.header.timed:
            return ReadRow(row.account, self._sent(row, index, said))
        moment = self._moment(index)
        if moment is None:
            return self._without_time(row, index, said)
        row = ReadRow(row.account, None, (), moment.readings)
        return self._ended_by_time(row, index, moment) or self._with(row, index, said)

    def _with(self, row: ReadRow, index: int, said: tuple[Problem, ...]) -> ReadRow:
        return ReadRow(row.account, self._sent(row, index, said), (), row.times)

    def _moment(self, index: int) -> Moment | None:
        if not self.header.timed:
            return None
        return read_moment(self._value(index, "timestamp"), self.asked.clock)

    def _without_time(self, row: ReadRow, index: int, said: tuple[Problem, ...]) -> ReadRow:
        """A row whose time is empty is the GM's decision; one whose time can't be read can't be put in order."""
        cell = self._cell(index, "timestamp")
        place = self.tab.place(cell.address)
        if cell.empty:
            return self._with(row, index, (*said, _timeless(row.account, place)))
        return row.end("refused", "its time can't be read", *said, _no_time(row.account, place, cell))

    def _ended_by_time(self, row: ReadRow, index: int, moment: Moment) -> ReadRow | None:
        """The row with the end that its time makes, or None where it is in time."""
        clock = self.asked.clock
        readings = moment.readings if moment.in_doubt else moment.readings[:1]
        early = [clock.is_early(reading) for reading in readings]
        late = [clock.is_late(reading) for reading in readings]
        if row.account.player in self.asked.accepted:
            late = [False]
        if all(late):
            return row.end("late", self._late)
        if any(late) or any(early):
            cell = self._cell(index, "timestamp")
            problem = time_ambiguous(row.account, self.tab.place(cell.address), cell.text)
            return row.end("refused", "it is not clear whether it was in time", problem)
        return None

    def _sent(self, row: ReadRow, index: int, said: tuple[Problem, ...]) -> Submission:
        roles = self.header.roles
        note = self._cell(index, "note").text.strip() if "note" in roles else ""
        message = self._cell(index, "submission") if "submission" in roles else None
        cells = RowCells(self.tab, index, self.header.fields)
        time = row.times[0] if row.times else None
        return Submission(row.account.player, row.account.place, cells, note, message, time, said)

    def _pages_that_differ(self, row: ReadRow, index: int) -> list[Problem]:
        """An error for each thing that was answered on several pages of a form, and differently."""
        problems = []
        for columns in self._paged:
            filled = [cell for cell in (self.tab.cell(index, column) for column in columns) if not cell.empty]
            other = next((cell for cell in filled if cell.text.strip() != filled[0].text.strip()), None)
            if other is not None:
                problems.append(_answered_twice(row.account, self.tab.place(other.address), filled[0], other))
        return problems


def untrusted(row: ReadRow) -> ReadRow:
    """A row under titles that have to be put right first."""
    if not row.sent:
        return row
    said = row.sent.said
    return row.end("refused", "the row with the titles has to be put right first", *said)


def number_in_cell(value: Value, step: Step) -> int | None:
    """The number of the round that a cell names: 5, 5.0, "5", "R5", "round-05", "Runde 5"; None where it names none.

    There is no round 0, and none below.
    """
    number = whole(value)
    if number is not None:
        return number if number > 0 else None
    text = text_of(value)[:60]
    found = _STEP.fullmatch(plain(text))
    if not found or has_odd_digits(text):  # "Round 1²" would be round 12
        return None
    called = (step.word, *map(plain, ROLES["round"]))
    return int(found[2]) or None if any(word.startswith(found[1]) for word in called) else None


def _owned(account: RowAccount, player: str) -> RowAccount:
    return RowAccount(account.place, account.fate, player, account.reason, account.cells)


def _hidden(place: Place) -> Problem:
    return Problem(
        code="row.hidden",
        severity="warning",
        place=place,
        message=f"Row {place.cell} is hidden in the sheet, by a filter or by hand; it was read like the others.",
        hint="Show the row to see what it says; clear it if it must not count.",
    )


def _struck(place: Place, addresses: list[str]) -> Problem:
    return Problem(
        code="row.struck",
        severity="warning",
        place=place,
        message=f"Row {place.cell} has text that is struck through ({listed(addresses)}); it was read like any other.",
        hint="If it must not count, clear it; if it must, take the line through it away.",
    )


def _nameless(place: Place) -> Problem:
    return Problem(
        code="player.missing",
        place=place,
        message="This row is filled in, but names no player.",
        hint="Write the player's name into the Player column, or clear the row.",
    )


def _not_asked(account: RowAccount, step: Step) -> Problem:
    return Problem(
        code="player.not_asked",
        severity="warning",
        player=account.player,
        place=account.place,
        message=f"{account.player} is not asked for an order in {step.name}; the row was not used.",
    )


def round_problem(tab: Tab, cell: Cell, step: Step) -> Problem:
    """An error: the cell that should tell of which round a row is, doesn't."""
    if cell.empty:
        code, message = "round.missing", f"The {step.word.capitalize()} cell of this row is empty."
    else:
        code, message = "round.unreadable", f"{cell.text!r} is no {step.word}."
    return Problem(
        code=code,
        place=tab.place(cell.address),
        value=cell.text,
        message=message,
        hint=f"Write the number of the {step.word}, as {step.number}.",
    )


def _timeless(account: RowAccount, place: Place) -> Problem:
    return Problem(
        code="time.missing",
        severity="warning",
        player=account.player,
        place=place,
        message=f"{account.player}'s row has no time. It counts as in time, and as older than any row with a time.",
        hint="If it came too late, clear the row; if it is the newest, fill in when it was sent.",
    )


def _no_time(account: RowAccount, place: Place, cell: Cell) -> Problem:
    return Problem(
        code="time.unreadable",
        player=account.player,
        place=place,
        value=cell.text,
        message=f"{cell.text!r} can't be read as the date and time at which {account.player}'s row was sent.",
        hint="Write it as 2026-04-03 23:30. If day and month are the other way round than game.yaml says, "
        "mend `date_order` there.",
    )


def time_ambiguous(account: RowAccount, place: Place, text: str) -> Problem:
    """An error: what the row counts for hangs on whether its day or its month is first."""
    return Problem(
        code="time.ambiguous",
        player=account.player,
        place=place,
        value=text,
        message=f"{text!r} may be {' or '.join(dates_in(text))}: it may have the day first or the month first, and "
        f"whether {account.player}'s row counts hangs on it.",
        hint="Say in game.yaml `date_order: day-month` or `date_order: month-day`.",
    )


def _answered_twice(account: RowAccount, place: Place, first: Cell, second: Cell) -> Problem:
    return Problem(
        code="cell.twice",
        player=account.player,
        place=place,
        value=second.text,
        message=f"{account.player} answered this twice and differently: {first.text!r} in {first.address} and "
        f"{second.text!r} in {second.address}.",
        hint="Ask which one it is, and clear the other.",
    )
