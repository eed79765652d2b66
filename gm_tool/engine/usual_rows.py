"""The short way for answers of a form with nothing special about them: of a hundred thousand, all but a few."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from msgspec import Struct

from gm_tool.core.problems import has_errors
from gm_tool.core.sources import Place, Tab, Value, is_empty, text_of
from gm_tool.engine.asked import Asked
from gm_tool.engine.columns import Header
from gm_tool.engine.roster import Found
from gm_tool.engine.submissions import Fate, ReadRow, RowAccount, RowCells, RowTexts, Submission
from gm_tool.engine.times import in_utc, read_moment, utc_of

Met = Mapping[tuple[type, Value], Found]
"""The players of the names met so far, by the name's type and value."""


class Answer(Struct, frozen=True, gc=False):
    """A usual row in time: no more of it than tells whether a newer one of the same player counts.

    Of a hundred thousand answers all but a few are behind a newer one: nobody looks at what they say.
    `sheet` is what it was read from, `index` that of the row (from 0), `time` in UTC.
    """

    sheet: UsualRows
    index: int
    player: str
    time: dt.datetime

    def account(self, fate: Fate, reason: str = "") -> RowAccount:
        """An account of the row."""
        return self.sheet.account(self, fate, reason)

    def sent(self) -> Submission:
        """What was sent."""
        return self.sheet.sent(self)

    def whole(self) -> ReadRow:
        """The row as any other."""
        return ReadRow(self.account("used"), self.sent(), (), (self.time, self.time))


class UsualRows:
    """Reads a row of a player who was met before, with one time that can be read, and an order in words or cells.

    What it gives is what `RowReader.read` gives for that row; any other row is left to it. `found` are the players
    met so far, `orders` the columns that orders stand in, `late` the reason of a late row.
    """

    def __init__(self, tab: Tab, header: Header, asked: Asked, found: Met, orders: Sequence[int], late: str) -> None:
        clock = asked.clock
        self._tab, self._fields, self._clock, self._late = tab, header.fields, clock, late
        self._rows, self._first_row, self._zone = tab.rows, tab.first_row, clock.zone
        self._accepted, self._asked, self._found = asked.accepted, frozenset(asked.step.players), found
        self._players: dict[Value, str] = {}
        self._orders = tuple(orders)
        self._special = tab.hidden_rows | tab.struck.keys()
        self._player, self._time = header.roles["player"][0], header.roles["timestamp"][0]
        self._note = header.roles.get("note", (-1,))[0]
        self._message = header.roles.get("submission", (-1,))[0]
        self._width = max(self._player, self._time) + 1
        self._opens = None if clock.opens is None else in_utc(clock.opens)
        self._closes = None if clock.due is None else in_utc(clock.due) + clock.grace

    def read(self, index: int) -> ReadRow | Answer | None:
        """The row at an index (from 0) of the tab; None where it isn't a usual one."""
        values = self._rows[index]
        width = len(values)
        if width < self._width or (self._special and self._first_row + index in self._special):
            return None
        name, value = values[self._player], values[self._time]
        player = self._players.get(name) or self._met(name)
        if player is None:
            return None
        for column in self._orders:
            if column < width and not is_empty(values[column]):
                break
        else:
            return None
        time = utc_of(value, self._zone) if isinstance(value, dt.datetime) else self._time_of(value)
        if time is None or (self._opens is not None and time <= self._opens):
            return None
        if self._closes is not None and time > self._closes and player not in self._accepted:
            account = RowAccount(self.place(index), "late", player, self._late, RowTexts(self._tab, index))
            return ReadRow(account, None, (), (time, time))
        answer = Answer(self, index, player, time)
        # What a row says to the GM is told wherever the row ends.
        return answer.whole() if 0 <= self._note < width and text_of(values[self._note]).strip() else answer

    def place(self, index: int) -> Place:
        """The place of a row."""
        return Place(self._tab.file, self._tab.title, str(self._first_row + index))

    def account(self, answer: Answer, fate: Fate, reason: str = "") -> RowAccount:
        """An account of an answer."""
        return RowAccount(self.place(answer.index), fate, answer.player, reason, RowTexts(self._tab, answer.index))

    def sent(self, answer: Answer) -> Submission:
        """An answer as a submission."""
        index = answer.index
        return Submission(
            answer.player,
            self.place(index),
            RowCells(self._tab, index, self._fields),
            self._tab.cell(index, self._note).text.strip() if self._note >= 0 else "",
            self._tab.cell(index, self._message) if self._message >= 0 else None,
            answer.time,
        )

    def _time_of(self, value: Value) -> dt.datetime | None:
        """The one moment that a cell may stand for."""
        moment = read_moment(value, self._clock)
        return None if moment is None or moment.day_first is not moment.month_first else moment.day_first

    def _met(self, name: Value) -> str | None:
        """The player of a name that was met before and is clear. Texts alone are kept: 1 is the same key as TRUE."""
        found = self._found.get((type(name), name))
        if found is None or found.problems or found.player not in self._asked:
            return None
        if isinstance(name, str):
            self._players[name] = found.player
        return found.player


def has_usual_rows(header: Header, asked: Asked) -> bool:
    """Whether a sheet is one for the short way: with times, without rounds, each thing in one column."""
    columns = (*header.fields.values(), *header.roles.values())
    in_order = header.timed and not has_errors(header.problems)
    return in_order and "round" not in header.roles and not asked.earlier and all(len(c) == 1 for c in columns)
