"""Several rows of one player: which come first, and which don't count.

Without times (a grid) rows that say the same are one, and rows that differ are all refused. With times the
newest comes first; whether it can be used is seen when it is judged (see `candidates`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import overload

from gm_tool.core.problems import Problem
from gm_tool.core.shell import quoted
from gm_tool.core.sources import Tab
from gm_tool.engine.rows import NOTHING_SENT, time_ambiguous
from gm_tool.engine.submissions import ReadRow, RowAccount, Submission, listed
from gm_tool.engine.usual_rows import Answer

BEHIND = "the player has a newer row"

_LONG_AGO = dt.datetime(1, 1, 1, tzinfo=dt.UTC)
"""A row without a time is older than all that have one."""


def one_each(rows: Sequence[ReadRow]) -> list[ReadRow]:
    """The rows of a sheet without times, with at most one submission a player.

    An error: row.twice. A note: row.same.
    """
    ended = list(rows)
    for numbers in _by_player(rows).values():
        sent = [sub for number in numbers if (sub := rows[number].sent)]
        if all(other.content == sent[0].content for other in sent[1:]):
            for number, other in zip(numbers[1:], sent[1:], strict=True):
                ended[number] = rows[number].end("superseded", f"the same as row {sent[0].line}", same(other, sent[0]))
        else:
            lines = lines_of(sent)
            for number, other in zip(numbers, sent, strict=True):
                said = (*other.said, differing(other, lines))
                ended[number] = rows[number].end("refused", "the player has rows that differ", *said)
    return ended


class Rivals(Sequence[Submission]):
    """A player's submissions, the newest first, each made of its row when somebody asks for it."""

    def __init__(self, rows: Sequence[ReadRow | Answer]) -> None:
        """All of the rows hold something sent."""
        self._rows = rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Submission: ...

    @overload
    def __getitem__(self, index: slice) -> Rivals: ...

    def __getitem__(self, index: int | slice) -> Submission | Rivals:
        if isinstance(index, slice):
            return Rivals(self._rows[index])
        row = self._rows[index]
        sent = row.sent() if isinstance(row, Answer) else row.sent
        assert sent is not None, "rows without anything sent are nobody's rivals"
        return sent


def newest_first(
    rows: Sequence[ReadRow | Answer], tab: Tab, column: str
) -> tuple[list[ReadRow], dict[str, Sequence[Submission]]]:
    """The rows of a sheet with times, and its submissions by player, the newest of each first.

    What is behind a player's newest moment is superseded, until it turns out that the newest can't be used.
    `column` has the times. An error: time.ambiguous, where it hangs on the order of day and month which row is
    the newest. Warnings, once a player: row.late, row.empty.
    """
    ended = [ReadRow(row.account("superseded", BEHIND)) if isinstance(row, Answer) else row for row in rows]
    ages = [row.time if isinstance(row, Answer) else _age(row) for row in rows]
    rivals: dict[str, Sequence[Submission]] = {}
    for player, numbers in _by_player(rows).items():
        if _in_doubt([rows[number] for number in numbers]):
            for number in numbers:
                ended[number] = _doubted(_whole(rows[number]), tab, column)
            continue
        ranked = sorted(numbers, key=ages.__getitem__, reverse=True)
        newest = ages[ranked[0]]
        for number in ranked:
            row = rows[number]
            if ages[number] == newest:
                ended[number] = _whole(row)
            elif isinstance(row, ReadRow):  # an answer is superseded already
                ended[number] = _behind(row)
        rivals[player] = Rivals([rows[number] for number in ranked])
    unused = [number for number, row in enumerate(rows) if isinstance(row, ReadRow) and not row.sent]
    _warn_of_late(ended, unused, ages)
    _warn_of_empty(ended, unused, ages, rivals.keys())
    return ended, rivals


def _whole(row: ReadRow | Answer) -> ReadRow:
    return row.whole() if isinstance(row, Answer) else row


def _behind(row: ReadRow) -> ReadRow:
    """The row, which still may count, as superseded."""
    was = row.account
    account = RowAccount(was.place, "superseded", was.player, BEHIND, was.cells)
    return ReadRow(account, row.sent, row.problems, row.times)


def _by_player(rows: Sequence[ReadRow | Answer]) -> dict[str, list[int]]:
    """The indexes of each player's rows that hold a submission."""
    of_player: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        if isinstance(row, Answer):
            of_player.setdefault(row.player, []).append(number)
        elif row.sent:
            of_player.setdefault(row.sent.player, []).append(number)
    return of_player


def _age(row: ReadRow) -> dt.datetime:
    return row.times[0] if row.times else _LONG_AGO


def _in_doubt(rows: Sequence[ReadRow | Answer]) -> bool:
    """Whether rows come in another order with the month first than with the day first. An answer has one time."""
    pairs = (row.times for row in rows if isinstance(row, ReadRow) and row.times)
    if all(day_first == month_first for day_first, month_first in pairs):
        return False
    times = ((row.time, row.time) if isinstance(row, Answer) else row.times for row in rows)
    known = [pair for pair in times if pair is not None]
    return _ranks([pair[0] for pair in known]) != _ranks([pair[1] for pair in known])


def _ranks(moments: Sequence[dt.datetime]) -> list[int]:
    rank = {moment: number for number, moment in enumerate(sorted(set(moments)))}
    return [rank[moment] for moment in moments]


def _doubted(row: ReadRow, tab: Tab, column: str) -> ReadRow:
    address = f"{column}{row.line}"
    said = row.sent.said if row.sent else ()
    if row.times and row.times[0] != row.times[1]:
        said = (*said, time_ambiguous(row.account, tab.place(address), row.account.cells.get(address, "")))
    return row.end("refused", "it is not clear which of the player's rows is the newest", *said)


def _warn_of_late(rows: list[ReadRow], unused: Sequence[int], ages: Sequence[dt.datetime]) -> None:
    """One warning for each player with late rows, at the newest of them."""
    late: dict[str, list[int]] = {}
    for number in unused:
        account = rows[number].account
        if account.fate == "late":
            late.setdefault(account.player, []).append(number)
    for player, numbers in late.items():
        newest = max(numbers, key=ages.__getitem__)
        row = rows[newest]
        others = "is 1" if len(numbers) == 2 else f"are {len(numbers) - 1}"
        more = f" So {others} more of {player}'s rows." if len(numbers) > 1 else ""
        problem = Problem(
            code="row.late",
            severity="warning",
            player=player,
            place=row.account.place,
            value=_moment(row),
            message=f"{player}'s row {row.line} is late and not used: {row.account.reason}.{more}",
            hint=f"To let it count all the same: --accept-late {quoted(player)}.",
        )
        rows[newest] = row.end("late", row.account.reason, problem)


def _moment(row: ReadRow) -> str:
    """When a row was sent, "" where that can be read in two ways: "2026-05-01 21:00:00 UTC"."""
    if row.times is None or row.times[0] != row.times[1]:
        return ""
    return f"{row.times[0].replace(microsecond=0, tzinfo=None).isoformat(' ')} UTC"


def _warn_of_empty(
    rows: list[ReadRow], unused: Sequence[int], ages: Sequence[dt.datetime], senders: AbstractSet[str]
) -> None:
    """One warning for each player with empty rows, at the newest of them: they wipe nothing out."""
    empty: dict[str, list[int]] = {}
    for number in unused:
        account = rows[number].account
        if account.reason == NOTHING_SENT and account.player:
            empty.setdefault(account.player, []).append(number)
    for player, numbers in empty.items():
        newest = max(numbers, key=ages.__getitem__)
        row = rows[newest]
        counts = "it changes nothing about the filled ones" if player in senders else "it counts as nothing sent"
        problem = Problem(
            code="row.empty",
            severity="warning",
            player=player,
            place=row.account.place,
            message=f"{player}'s row {row.line} has nothing in any column of an order; {counts}.",
            hint=f"If {player} wanted to take an order back, clear the rows with it.",
        )
        rows[newest] = row.end("ignored", NOTHING_SENT, problem)


def same(sent: Submission, first: Submission) -> Problem:
    """A note: the row says the same as another one."""
    return Problem(
        code="row.same",
        severity="note",
        player=sent.player,
        place=sent.place,
        message=f"Row {sent.line} says the same as row {first.line}; it is counted once.",
    )


def lines_of(rivals: Sequence[Submission]) -> str:
    """The numbers of their rows in a sentence: made once for all of them, who may be thousands."""
    return listed([rival.line for rival in rivals])


def differing(sent: Submission, lines: str) -> Problem:
    """An error: rows of a player (`lines`, in words) differ, and nothing tells which one counts."""
    when = "" if sent.time is None else " of the same time"
    return Problem(
        code="row.twice",
        player=sent.player,
        place=sent.place,
        message=f"{sent.player} has rows{when} that differ, {lines}: none of them is used.",
        hint="Only one order of a player can count: clear the other rows, or tell by a Timestamp which is the last.",
    )
