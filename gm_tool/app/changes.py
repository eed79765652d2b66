"""What differs between a game as it was and as it is after a correction: orders, and what the players have."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from msgspec import Struct, structs

from gm_tool.app.folder import GameFolder
from gm_tool.core.game import Json
from gm_tool.engine.corrections import Mended
from gm_tool.engine.entries import StepEntry


class OrderChange(Struct, frozen=True):
    """An order that is another than it was, both in words, "nothing" for none. `why` is for the GM."""

    step: str
    player: str
    was: str
    now: str
    why: str = ""

    def as_json(self) -> dict[str, Json]:
        """The object that `--json` prints."""
        return structs.asdict(self)


class NumberChange(Struct, frozen=True):
    """Of what a player has another number than it had, by the words of `Game.holdings`."""

    player: str
    what: str
    was: int
    now: int

    def as_json(self) -> dict[str, Json]:
        """The object that `--json` prints."""
        return structs.asdict(self)


def order_changes(
    before: GameFolder,
    steps: Sequence[StepEntry],
    mended: Mapping[int, Mended] = {},
    wrong: Collection[tuple[str, str]] = (),
) -> tuple[OrderChange, ...]:
    """The orders of steps played again that are others than before, in the order of steps and seats.

    `wrong` names by step and player the orders set now that don't stand: they are told as they were set.
    """
    was = {entry.step: (number, entry) for number, entry in enumerate(before.journal.steps, 1)}
    changes = []
    for entry in steps:
        number, old = was[entry.step]
        for player in dict.fromkeys((*entry.orders, *old.orders)):
            order, other = old.orders.get(player), entry.orders.get(player)
            say = before.game.say
            if (entry.step, player) in wrong:
                words = mended[number].words[player]
                changes.append(OrderChange(entry.step, player, say(order), words, "set, but doesn't stand"))
            elif order != other:
                why = _why(entry, player, mended.get(number))
                changes.append(OrderChange(entry.step, player, say(order), say(other), why))
    return tuple(changes)


def _why(entry: StepEntry, player: str, mended: Mended | None) -> str:
    """Why an order is another one: it was set, read anew, or left out since it no longer stands."""
    if player in entry.set_aside:
        return "doesn't stand"
    return "set" if player in (mended.words if mended else entry.by_hand) else "read anew"


def number_changes(before: GameFolder, after: GameFolder) -> tuple[NumberChange, ...]:
    """What the players have in the end, where it is another number than before, in the order of seats."""
    return numbers_between(before, before.played, after, after.played)


def numbers_between(
    before: GameFolder, played_before: int, after: GameFolder, played_after: int
) -> tuple[NumberChange, ...]:
    """The same after a number of steps each."""
    old, new = before.state_after(played_before), after.state_after(played_after)
    changes = []
    for player in before.config.names:
        had, has = before.game.holdings(old, player), after.game.holdings(new, player)
        for what in dict.fromkeys((*had, *has)):
            if had.get(what, 0) != has.get(what, 0):
                changes.append(NumberChange(player, what, had.get(what, 0), has.get(what, 0)))
    return tuple(changes)
