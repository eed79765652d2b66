"""The short way for answers of a form with nothing special about them: of a hundred thousand, all but a few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gm_tool.core.sources import Place, Tab, Value, is_empty
from gm_tool.engine.asked import Asked
from gm_tool.engine.columns import Header
from gm_tool.engine.roster import Found
from gm_tool.engine.submissions import Row, RowAccount, RowCells, RowTexts, Submission
from gm_tool.engine.times import in_utc, read_moment

Met = Mapping[tuple[type, Value], Found]
"""The players of the names met so far, by the name's type and value."""


class UsualRows:
    """Reads a row of a player who was met before, with one time that can be read, and an order in words or cells.

    What it gives is what `RowReader.read` gives for that row; any other row is left to it. `found` are the players
    met so far, `orders` the columns that orders stand in, `late` the reason of a late row.
    """

    def __init__(self, tab: Tab, header: Header, asked: Asked, found: Met, orders: Sequence[int], late: str) -> None:
        clock = asked.clock
        self._tab, self._fields, self._clock, self._late = tab, header.fields, clock, late
        self._accepted, self._asked, self._found = asked.accepted, frozenset(asked.step.players), found
        self._orders = tuple(orders)
        self._special = tab.hidden_rows | tab.struck.keys()
        self._player, self._time = header.roles["player"][0], header.roles["timestamp"][0]
        self._note = header.roles.get("note", (-1,))[0]
        self._message = header.roles.get("submission", (-1,))[0]
        self._opens = None if clock.opens is None else in_utc(clock.opens)
        self._closes = None if clock.due is None else in_utc(clock.due) + clock.grace

    def read(self, index: int) -> Row | None:
        """The row at an index (from 0) of the tab; None where it isn't a usual one."""
        values = self._tab.rows[index]
        line = self._tab.first_row + index
        if len(values) <= self._player or len(values) <= self._time or line in self._special:
            return None
        name = values[self._player]
        found = self._found.get((type(name), name))
        if found is None or found.problems or found.player not in self._asked or not self._says_something(values):
            return None
        moment = read_moment(values[self._time], self._clock)
        if moment is None or moment.day_first is not moment.month_first:
            return None
        time = moment.day_first
        if self._opens is not None and time <= self._opens:
            return None
        times = (time, time)
        place = Place(self._tab.file, self._tab.title, str(line))
        cells = RowTexts(self._tab, index)
        if self._closes is not None and time > self._closes and found.player not in self._accepted:
            return Row(RowAccount(place, "late", found.player, self._late, cells), None, (), times)
        sent = Submission(
            found.player,
            place,
            RowCells(self._tab, index, self._fields),
            self._tab.cell(index, self._note).text.strip() if self._note >= 0 else "",
            self._tab.cell(index, self._message) if self._message >= 0 else None,
            time,
        )
        return Row(RowAccount(place, "used", found.player, "", cells), sent, (), times)

    def _says_something(self, values: Sequence[Value]) -> bool:
        width = len(values)
        for column in self._orders:  # noqa: SIM110 -- a generator takes twice as long
            if column < width and not is_empty(values[column]):
                return True
        return False


def has_usual_rows(header: Header, asked: Asked) -> bool:
    """Whether a sheet is one for the short way: with times, without rounds, each thing in one column."""
    columns = (*header.fields.values(), *header.roles.values())
    return header.timed and "round" not in header.roles and not asked.earlier and all(len(c) == 1 for c in columns)
