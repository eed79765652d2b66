"""The account of a player: every change of what it has, with the running balance and the reason."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from gm_tool.core.events import Change
from gm_tool.core.game import AnyGame, Json
from gm_tool.core.problems import Problem
from gm_tool.engine.journal import Journal, StepEntry


class Line(Struct, frozen=True):
    """One change: `balance` is what the player has of `what` after it; the other words are the event's."""

    step: str
    what: str
    amount: int
    balance: int
    reason: str
    about: str
    rule: str
    sentence: str


class StepAccount(Struct, frozen=True):
    """A player's changes in one step, beside the order that was carried out and the cells it was read from.

    `order` is None where the player had none (it sent nothing, or it was set aside); `cells` are
    the filled cells of the player's used rows by address; `told` are the other things that happened to it.
    """

    step: str
    order: Json
    said: str
    cells: Mapping[str, str]
    lines: tuple[Line, ...]
    told: tuple[str, ...] = ()


class Account(Struct, frozen=True):
    """A player's account: what it had at the start, and each step since.

    `problems` names each holding that the changes don't sum up to (account.sum): never, unless the
    game or the journal is broken.
    """

    player: str
    start: Mapping[str, int]
    steps: tuple[StepAccount, ...]
    problems: tuple[Problem, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All changes in order."""
        return tuple(line for step in self.steps for line in step.lines)


def balance(game: AnyGame, journal: Journal, player: str) -> Account:
    """The account of a player of the game; amounts are in units of what is counted (coins, stocks).

    After each step the sums are held against what the player has in that step's state.
    """
    start = dict(game.holdings(game.load(journal.start.state), player))
    sums = dict(start)
    steps, problems = [], []
    for entry in journal.steps:
        steps.append(_step(game, entry, player, sums))
        problems += _unequal(game, entry, player, sums)
    return Account(player, start, tuple(steps), tuple(problems))


def _step(game: AnyGame, entry: StepEntry, player: str, sums: dict[str, int]) -> StepAccount:
    """One step's changes, added to `sums`."""
    lines = []
    events = [event for event in game.load_events(entry.events) if event.player == player]
    told = tuple(game.tell(event) for event in events if not isinstance(event, Change))
    for event in events:
        if not isinstance(event, Change):
            continue
        sums[event.what] = sums.get(event.what, 0) + event.amount
        lines.append(
            Line(
                step=entry.step,
                what=event.what,
                amount=event.amount,
                balance=sums[event.what],
                reason=event.reason,
                about=event.about,
                rule=event.rule,
                sentence=game.tell(event),
            )
        )
    order = entry.orders.get(player)
    rows = (row for row in entry.rows if row.player == player and row.fate == "used")
    cells = {address: text for row in rows for address, text in row.cells.items()}
    return StepAccount(entry.step, order, game.say(order), cells, tuple(lines), told)


def _unequal(game: AnyGame, entry: StepEntry, player: str, sums: Mapping[str, int]) -> list[Problem]:
    """A problem for each thing of which the player has another number than its changes sum up to."""
    has = game.holdings(game.load(entry.state), player)
    return [
        Problem(
            code="account.sum",
            player=player,
            field=what,
            message=f"After {entry.step} {player} has {has.get(what, 0)} {what}, "
            f"but the changes sum up to {sums.get(what, 0)}.",
            hint="`gm verify` tells whether the journal was changed.",
        )
        for what in dict.fromkeys((*has, *sums))
        if has.get(what, 0) != sums.get(what, 0)
    ]
