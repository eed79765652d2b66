"""Rows in, submissions out: who sent what, and what became of each row.

Three shapes are read, told apart by their titles: the grid (a column for each thing), the form (one row a
response, with its time) and the message (orders in words); a tab for the round, or one with a `Round` column.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct, structs

from gm_tool.core.forms import Form, Step
from gm_tool.core.names import Names
from gm_tool.core.problems import Problem, has_errors
from gm_tool.core.sources import Tab, column_name
from gm_tool.engine.asked import Asked
from gm_tool.engine.columns import Header
from gm_tool.engine.places import in_reading_order
from gm_tool.engine.rivals import newest_first, one_each
from gm_tool.engine.rows import RowReader, untrusted
from gm_tool.engine.submissions import Content, Had, ReadRow, RowAccount, Submission, account_of, is_blank
from gm_tool.engine.times import Clock
from gm_tool.engine.whole_messages import header_and_rows

_NO_COLUMNS: Mapping[str, str] = {}
_NO_ANSWERS: Mapping[Content, Had] = {}


class Intake(Struct, frozen=True):
    """The submissions of a tab by player, an account of every row read, and what is wrong, in reading order.

    A player has several submissions (`rivals`) only where rows have times: the newest first, to be judged one by one
    until one can be used. What is to be said of a row that is judged stands in its submission; `notes` are what such
    rows say to the GM, by their numbers.
    `timed`: rows have times; `by_round`: a Round column tells of which round a row is, `by_time`: nothing but the
    times does. `later` are the numbers of filled rows of later rounds, by round. `titles` are those of the columns
    that orders stand in, by the columns' letters: no names, times or notes.
    """

    rivals: Mapping[str, Sequence[Submission]] = {}
    accounts: tuple[RowAccount, ...] = ()
    problems: tuple[Problem, ...] = ()
    timed: bool = False
    by_time: bool = False
    by_round: bool = False
    later: Mapping[int, Sequence[int]] = {}
    titles: Mapping[str, str] = {}
    notes: Mapping[str, str] = {}

    @property
    def submissions(self) -> tuple[Submission, ...]:
        """All submissions, player by player. Of a large sheet that is much: `rivals` makes only those asked for."""
        return tuple(sent for rivals in self.rivals.values() for sent in rivals)


def take_in(
    tab: Tab,
    form: Form,
    players: Names,
    step: Step,
    columns: Mapping[str, str] = _NO_COLUMNS,
    clock: Clock | None = None,
    accepted: AbstractSet[str] = frozenset(),
    earlier: Mapping[Content, Had] = _NO_ANSWERS,
) -> Intake:
    """The submissions of `step` in a tab. `columns` maps the sheet's own titles to our titles or keys.

    `clock` says how times are read and when orders were due (by default UTC, and never); late rows of the players
    in `accepted` count all the same. `earlier` are the answers that earlier steps have had: where rows have times
    and no Round, these are ignored.

    Rows above the header, rows without anything in them, and rows whose Round cell names another round are
    not rows of this step: they are neither read nor counted. Every other row has an account. A name alone
    is no submission (ignored); a note alone is one. Where rows have no times, of a player's rows with the same
    content the first counts (row.same, a note); with different content none does (row.twice).
    Errors: those of `find_header` and `find_player`, player.missing, row.twice, round.missing, round.unreadable,
    time.ambiguous, time.unreadable, cell.twice. Warnings: column.unknown, row.hidden, row.struck, row.late, row.empty,
    time.missing, player.not_asked. A note: message.joined.
    """
    tab, header, problems = header_and_rows(tab, form, columns)
    if header is None:
        why = "no row with column titles was found"
        untitled = (row for row in range(len(tab.rows)) if not is_blank(tab, row))
        return Intake({}, tuple(account_of(tab, row, "refused", why) for row in untitled), problems)
    reader = RowReader(tab, header, Asked(step, players, clock or Clock(), accepted, earlier))
    filled = [row for row in range(header.row + 1, len(tab.rows)) if tab.rows[row]]
    if has_errors(header.problems):
        return _intake([untrusted(row) for row in map(reader.read, filled) if row is not None], {}, header.problems)
    taken_in = _by_time(reader, filled) if header.timed else _one_each(reader, filled)
    by_round = "round" in header.roles
    return structs.replace(
        taken_in,
        timed=header.timed,
        by_time=header.timed and not by_round,
        by_round=by_round,
        later=reader.later,
        titles=titles_of_orders(tab, header),
    )


def _one_each(reader: RowReader, filled: Sequence[int]) -> Intake:
    """The rows of a sheet without times: one counts of each player."""
    rows = one_each([row for row in map(reader.read, filled) if row is not None])
    return _intake(rows, {row.sent.player: (row.sent,) for row in rows if row.sent}, reader.header.problems)


def _by_time(reader: RowReader, filled: Sequence[int]) -> Intake:
    """The rows of a sheet with times: the newest of each player counts that can be used."""
    tab, header = reader.tab, reader.header
    column = column_name(tab.first_column + header.roles["timestamp"][0])
    ranked, rivals = newest_first([row for row in map(reader.answer, filled) if row is not None], tab, column)
    return _intake(ranked, rivals, header.problems)


def titles_of_orders(tab: Tab, header: Header) -> dict[str, str]:
    """The titles of the columns that orders stand in, by letter, from left to right."""
    indexes = [*header.roles.get("submission", ()), *(index for several in header.fields.values() for index in several)]
    return {column_name(tab.first_column + n): tab.cell(header.row, n).text.strip() for n in sorted(indexes)}


def _intake(rows: list[ReadRow], rivals: Mapping[str, Sequence[Submission]], problems: tuple[Problem, ...]) -> Intake:
    said = [problem for row in rows if row.problems for problem in row.problems]
    notes = {row.line: row.sent.note for row in rows if row.sent and row.sent.note}
    accounts = tuple(row.account for row in rows)
    return Intake(rivals, accounts, in_reading_order([*problems, *said]), notes=notes)
