"""The account of a player: every change of what it has, with the running balance and the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from gm_tool.core.events import Change, Event
from gm_tool.core.game import Json
from gm_tool.core.problems import Problem
from gm_tool.core.rulings import Ruling, word
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import AdjustEntry, Source, StepEntry
from gm_tool.engine.journal import Journal

START = "start"
"""Where what the GM adjusted before the first step stands in an account."""

Under = Callable[[int], Ruled]
"""The game and the settings under which the step of a number is played, from 1; 0 is the start."""


class AccountLine(Struct, frozen=True):
    """One change: `balance` is what the player has of `what` after it; the other words are the event's.

    `rulings` are those in force that bear on it, {"tile_bonus": "10"}; `draws` the labels of the draws behind it.
    """

    step: str
    what: str
    amount: int
    balance: int
    reason: str
    about: str
    rule: str
    sentence: str
    rulings: Mapping[str, str] = {}
    draws: tuple[str, ...] = ()


class Told(Struct, frozen=True):
    """What happened to a player beside changes, as a sentence; rule, rulings and draws as in a `AccountLine`."""

    sentence: str
    rule: str
    rulings: Mapping[str, str] = {}
    draws: tuple[str, ...] = ()


class StepAccount(Struct, frozen=True):
    """A player's changes in one step, beside the order that was carried out and the cells it was read from.

    `order` is None where the player had none (it sent nothing, or it was set aside), and `said` its words, "" where
    the player wasn't asked; `cells` are the filled cells of the player's used rows by address, in the tab of
    `source`; `told` are the other things that happened to it.
    """

    step: str
    order: Json
    said: str
    cells: Mapping[str, str]
    lines: tuple[AccountLine, ...]
    told: tuple[Told, ...] = ()
    source: Source | None = None


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
    def lines(self) -> tuple[AccountLine, ...]:
        """All changes in order."""
        return tuple(line for step in self.steps for line in step.lines)


def balance(under: Under, journal: Journal, player: str) -> Account:
    """The account of a player; amounts are in units of what is counted (coins, stocks).

    What the GM adjusted after a step stands with it. After each step the sums are held against what the player has.
    """
    game, line = under(0).game, journal.line
    start = dict(game.holdings(game.load(journal.start.state), player))
    sums = dict(start)
    steps, problems = [], []
    before = _adjusted(under(1), START, line.adjusts[0], player, sums)
    if before:
        steps.append(StepAccount(START, None, "", {}, before))
    for number, entry in enumerate(line.steps, 1):
        ruled = under(number)
        lines = _lines(ruled, entry, player, sums)
        lines += _adjusted(ruled, entry.step, line.adjusts[number], player, sums)
        steps.append(_step(ruled, entry, player, lines))
        problems += _unequal(ruled, entry.step, line.state_after(number), player, sums)
    return Account(player, start, tuple(steps), tuple(problems))


def _step(ruled: Ruled, entry: StepEntry, player: str, lines: tuple[AccountLine, ...]) -> StepAccount:
    """One step's changes, beside the order and what else happened."""
    order, events = entry.orders.get(player), ruled.game.load_events(entry.events)
    own = [event for event in events if event.player == player]
    return StepAccount(
        entry.step,
        order,
        ruled.game.say(order) if player in entry.orders else "",
        cells_of(entry, player),
        lines,
        told_of(ruled, own, entry.orders, events),
        entry.source,
    )


def told_of(
    ruled: Ruled, own: Sequence[Event], orders: Mapping[str, Json], events: Sequence[Event], public: bool = False
) -> tuple[Told, ...]:
    """What happened to a player beside changes; `own` and `public` are as for `draws_behind`."""
    return tuple(
        Told(
            ruled.game.tell(event),
            event.rule,
            rulings_on(ruled, event),
            draws_behind(event, own, orders, events, public),
        )
        for event in own
        if not isinstance(event, Change)
    )


def cells_of(entry: StepEntry, player: str) -> dict[str, str]:
    """The filled cells of a player's used rows, by address."""
    rows = (row for row in entry.rows if row.player == player and row.fate == "used")
    return {address: text for row in rows for address, text in row.cells.items()}


def _lines(ruled: Ruled, entry: StepEntry, player: str, sums: dict[str, int]) -> tuple[AccountLine, ...]:
    """One step's changes, added to `sums`."""
    events = ruled.game.load_events(entry.events)
    own = [event for event in events if event.player == player]
    lines = []
    for event in own:
        if not isinstance(event, Change):
            continue
        sums[event.what] = sums.get(event.what, 0) + event.amount
        lines.append(_line(ruled, entry.step, event, sums[event.what], draws_behind(event, own, entry.orders, events)))
    return tuple(lines)


def _line(ruled: Ruled, step: str, event: Change, now: int, draws: tuple[str, ...] = ()) -> AccountLine:
    return AccountLine(
        step=step,
        what=event.what,
        amount=event.amount,
        balance=now,
        reason=event.reason,
        about=event.about,
        rule=event.rule,
        sentence=ruled.game.tell(event),
        rulings=rulings_on(ruled, event),
        draws=draws,
    )


def draws_behind(
    event: Event, own: Sequence[Event], orders: Mapping[str, Json], events: Sequence[Event], public: bool = False
) -> tuple[str, ...]:
    """The labels of the draws behind a change: those of what happened to the player by the same paragraph.

    `own` are the player's events among the step's. `public`: only of causes that everybody may know.
    """
    labels = (
        label
        for other in own
        if other.rule == event.rule
        for cause in other.causes(orders, events)
        if cause.known_to == "public" or not public
        for label in cause.draws
    )
    return tuple(dict.fromkeys(labels))


def rulings_on(ruled: Ruled, event: Event) -> dict[str, str]:
    """The rulings in force that bear on an event, as they stand in game.yaml: {"tile_bonus": "10"}."""
    return {
        ruling.key: word(ruled.settings[ruling.key])
        for ruling in ruled.game.rulings
        if _bears_on(ruling, event) and ruling.key in ruled.settings
    }


def _bears_on(ruling: Ruling, event: Event) -> bool:
    return event.kind in ruling.bears_on or event.rule in ruling.bears_on


def _adjusted(
    ruled: Ruled, step: str, adjusts: Sequence[AdjustEntry], player: str, sums: dict[str, int]
) -> tuple[AccountLine, ...]:
    """What the GM adjusted after a step, added to `sums`."""
    lines = []
    for entry in adjusts:
        for event in ruled.game.load_events(entry.events):
            if isinstance(event, Change) and event.player == player:
                sums[event.what] = sums.get(event.what, 0) + event.amount
                lines.append(_line(ruled, step, event, sums[event.what]))
    return tuple(lines)


def _unequal(ruled: Ruled, step: str, state: Json, player: str, sums: Mapping[str, int]) -> list[Problem]:
    """A problem for each thing of which the player has another number than its changes sum up to."""
    has = ruled.game.holdings(ruled.game.load(state), player)
    return [
        Problem(
            code="account.sum",
            player=player,
            field=what,
            message=f"After {step} {player} has {has.get(what, 0)} {what}, "
            f"but the changes sum up to {sums.get(what, 0)}.",
            hint="`gm verify` tells whether the journal was changed.",
        )
        for what in dict.fromkeys((*has, *sums))
        if has.get(what, 0) != sums.get(what, 0)
    ]
