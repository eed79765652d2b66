"""Answers that an earlier step has had: in a tab for all rounds they stay where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from gm_tool.core.problems import Problem
from gm_tool.engine.journal import Row, StepEntry
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


def _sent_by_player(rows: Sequence[RowAccount | Row]) -> dict[str, set[Content]]:
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


def edits(before: Mapping[str, Before], accounts: Sequence[RowAccount]) -> list[Edit]:
    """The rows that were read before as the same player's, and held something else then.

    `before` has each row that was read, by its number. What stands in another row than before was moved (rows
    above were deleted, or sorted), not edited.
    """
    found = []
    still = {content_of(account.cells) for account in accounts} if before else set()
    known = {content_of(row.cells) for row in before.values()}
    for account in accounts:
        row = before.get(account.place.cell)
        if row is None or not row.player or row.player != account.player:
            continue
        if content_of(row.cells) not in still and content_of(account.cells) not in known:
            found.append(_edit(account, row.cells))
    return found


def gone(before: Mapping[str, Before], accounts: Sequence[RowAccount], edited: Sequence[Edit]) -> list[Gone]:
    """The players' rows that were read before, and now stand nowhere, neither moved nor `edited` in their place."""
    still = {content_of(account.cells) for account in accounts} if before else set()
    in_place = {edit.account.place.cell for edit in edited}
    return [
        Gone(row.player, line, row.cells)
        for line, row in before.items()
        if row.player and line not in in_place and content_of(row.cells) not in still
    ]


def _edit(account: RowAccount, was: Mapping[str, str]) -> Edit:
    now = account.cells
    changed = [address for address in dict.fromkeys((*was, *now)) if was.get(address, "") != now.get(address, "")]
    return Edit(
        account,
        {address: was.get(address, "") for address in changed},
        {address: now.get(address, "") for address in changed},
    )
