"""Answers that an earlier step has had: in a tab for all rounds they stay where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from gm_tool.core.problems import Problem
from gm_tool.engine.entries import RecordedRow, StepEntry
from gm_tool.engine.rows import NOTHING_SENT
from gm_tool.engine.submissions import Content, Had, RowAccount, content_of

_SETTLED = ("used", "superseded", "refused")
"""Ends after which a row has done its service. One that was late for its step may be meant for the next."""


def earlier_rows(entries: Sequence[StepEntry]) -> dict[Content, Had]:
    """What the rows of resolved steps held, each with the first step that settled it and its number in the tab."""
    had: dict[Content, Had] = {}
    for entry in entries:
        for row in entry.rows:
            if row.fate in _SETTLED or row.reason == NOTHING_SENT:
                had.setdefault(content_of(row.cells), Had(entry.step, row.row))
    return had


def carried_over(entries: Sequence[StepEntry], accounts: Sequence[RowAccount]) -> tuple[Problem, ...]:
    """A warning (row.carried_over) for each row that is used now, and was too late for an earlier step."""
    late: dict[Content, str] = {}
    for entry in entries:
        late |= {content_of(row.cells): entry.step for row in entry.rows if row.fate == "late"}
    if not late:
        return ()
    problems = []
    for account in accounts:
        step = late.get(content_of(account.cells)) if account.fate == "used" else None
        if step:
            problem = Problem(
                code="row.carried_over",
                severity="warning",
                player=account.player,
                place=account.place,
                message=f"{account.player}'s row {account.place.cell} came too late for {step}; now it counts.",
                hint=f"If {account.player} meant it for {step} alone, clear the row.",
            )
            problems.append(problem)
    return tuple(problems)


def step_of_same_rows(entries: Sequence[StepEntry], accounts: Sequence[RowAccount]) -> str:
    """The latest resolved step that was read from rows just like these, "" where there is none.

    Rows in which only a name stands are no orders: they aren't compared.
    """
    now = {content_of(account.cells) for account in accounts if account.reason != NOTHING_SENT}
    for entry in reversed(entries):
        if now and now == {content_of(row.cells) for row in entry.rows if row.reason != NOTHING_SENT}:
            return entry.step
    return ""


class Repeated(Struct, frozen=True):
    """Players whose rows are the very ones that a step was resolved with, and those who sent something else.

    Whose row is gone has changed it, too. Who sent nothing both times is in neither.
    """

    same: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def repeated_rows(entry: StepEntry, accounts: Sequence[RowAccount]) -> Repeated:
    """Who has sent just the same as for a resolved step, and who hasn't. A name alone is no order."""
    now = _sent_by_player(accounts)
    before = _sent_by_player(entry.rows)
    players = [*before, *(player for player in now if player not in before)]
    return Repeated(
        tuple(player for player in players if now.get(player) == before.get(player)),
        tuple(player for player in players if now.get(player) != before.get(player)),
    )


def _sent_by_player(rows: Sequence[RowAccount | RecordedRow]) -> dict[str, set[Content]]:
    sent: dict[str, set[Content]] = {}
    for row in rows:
        if row.player and row.reason != NOTHING_SENT:
            sent.setdefault(row.player, set()).add(content_of(row.cells))
    return sent


class Before(Struct, frozen=True):
    """A row as it was read before: whose it was ("" for nobody's), the texts of its filled cells by address."""

    player: str
    cells: Mapping[str, str]


class Edit(Struct, frozen=True):
    """A row that says something else than it did: what stood in its cells, and what stands there now, by address."""

    account: RowAccount
    was: Mapping[str, str]
    now: Mapping[str, str]


class Gone(Struct, frozen=True):
    """A row of a player's that was read before and stands nowhere now: its number then, and what it held."""

    player: str
    line: str
    was: Mapping[str, str]

    @property
    def content(self) -> Content:
        """What it held, wherever it stood."""
        return content_of(self.was)


class Changes(Struct, frozen=True):
    """What became of rows that were read before: edited in their place, or gone."""

    edited: tuple[Edit, ...] = ()
    gone: tuple[Gone, ...] = ()


def changes(before: Mapping[str, Before], accounts: Sequence[RowAccount]) -> Changes:
    """What became of the rows that were read before; `before` has each by its number.

    Edited is a row of the same player's that held something else then. What stands in another row than before was
    moved (rows above were deleted, or sorted), not edited; what stands nowhere any more is gone. Rows that are as
    they were are left out of all this: they are by far the most.
    """
    now = {account.place.cell: account for account in accounts}
    others = {
        line: row for line, row in before.items() if line not in now or not _same_cells(now[line].cells, row.cells)
    }
    changed = [account for line, account in now.items() if line in others or line not in before]
    still = {content_of(account.cells) for account in changed}
    known = {content_of(row.cells) for row in others.values()}
    edited, gone = [], []
    for line, row in others.items():
        if not row.player or content_of(row.cells) in still:
            continue
        account = now.get(line)
        if account is not None and account.player == row.player and content_of(account.cells) not in known:
            edited.append(_edit(account, row.cells))
        else:
            gone.append(Gone(row.player, line, row.cells))
    return Changes(tuple(edited), tuple(gone))


def _same_cells(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    return len(one) == len(other) and all(other.get(address) == text for address, text in one.items())


def _edit(account: RowAccount, was: Mapping[str, str]) -> Edit:
    now = account.cells
    changed = [address for address in dict.fromkeys((*was, *now)) if was.get(address, "") != now.get(address, "")]
    return Edit(
        account,
        {address: was.get(address, "") for address in changed},
        {address: now.get(address, "") for address in changed},
    )
