"""How the pieces moved in a step, and why; and what of a step's events everybody may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from gm_tool.core.events import Change, Event, Movement
from gm_tool.engine.account import Told, cells_of, draws_behind, rulings_on, told_of
from gm_tool.engine.corrections import Ruled
from gm_tool.engine.entries import StepEntry


class Reason(Struct, frozen=True):
    """One reason why a piece moved: a sentence, whose doing, the labels of draws.

    Where it came by an order, `said` is that order as it was read, and `cells` are where it was read from.
    """

    sentence: str
    player: str
    draws: tuple[str, ...]
    said: str = ""
    cells: Mapping[str, str] = {}


class Move(Struct, frozen=True):
    """A piece that moved, as a sentence; the paragraph of the rules, the rulings in force that bear on it, reasons."""

    sentence: str
    rule: str
    rulings: Mapping[str, str]
    reasons: tuple[Reason, ...]


class PublicChange(Struct, frozen=True):
    """A change of what a player has that everybody may know. What there is of it then is not for everybody to know."""

    what: str
    amount: int
    reason: str
    about: str
    rule: str
    sentence: str
    rulings: Mapping[str, str]
    draws: tuple[str, ...]


class PublicStep(Struct, frozen=True):
    """What everybody may know of what happened to a player in a step."""

    step: str
    changes: tuple[PublicChange, ...]
    told: tuple[Told, ...]


def moves(ruled: Ruled, entry: StepEntry, public: bool = False) -> tuple[Move, ...]:
    """How the pieces moved in a step, in the order in which they did.

    `public`: only moves and reasons that everybody may know, and of no order more than that.
    """
    events = ruled.game.load_events(entry.events)
    return tuple(
        Move(
            ruled.game.tell(event),
            event.rule,
            rulings_on(ruled, event),
            tuple(_reasons(ruled, entry, event, events, public)),
        )
        for event in events
        if isinstance(event, Movement) and (event.known_to == "public" or not public)
    )


def _reasons(ruled: Ruled, entry: StepEntry, event: Event, events: Sequence[Event], public: bool) -> list[Reason]:
    reasons = []
    for cause in event.causes(entry.orders, events):
        if cause.ordered and not public:
            said = ruled.game.say(entry.orders.get(cause.player))
            cells = cells_of(entry, cause.player)
            reasons.append(Reason(cause.sentence, cause.player, cause.draws, said, cells))
        elif cause.known_to == "public" or not public:
            reasons.append(Reason(cause.sentence, cause.player, cause.draws))
    return reasons


def public_step(ruled: Ruled, entry: StepEntry, player: str) -> PublicStep:
    """What everybody may know of what happened to a player in a step: built from the public events alone."""
    events = [event for event in ruled.game.load_events(entry.events) if event.known_to == "public"]
    own = [event for event in events if event.player == player]
    changes = tuple(_public_change(ruled, event, own, events) for event in own if isinstance(event, Change))
    return PublicStep(entry.step, changes, told_of(ruled, own, {}, events, public=True))


def _public_change(ruled: Ruled, event: Change, own: Sequence[Event], events: Sequence[Event]) -> PublicChange:
    return PublicChange(
        what=event.what,
        amount=event.amount,
        reason=event.reason,
        about=event.about,
        rule=event.rule,
        sentence=ruled.game.tell(event),
        rulings=rulings_on(ruled, event),
        draws=draws_behind(event, own, {}, events, public=True),
    )
