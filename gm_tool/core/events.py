"""What happened: frozen records, the only way in which a state changes.

A game declares its own kinds as subclasses of `Event`. What a player owns changes by
`Change` alone, so that the sum of the changes of a thing is its balance, in every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

Knower = Literal["gm", "player", "public"]


class Cause(Struct, frozen=True):
    """One reason why an event came about, as a short sentence; `player` is whose doing it is ("" for nobody's).

    `ordered`: the player's order made it so. `draws` are the labels of draws that decided it. `known_to` is as in
    an event: the GM alone unless said otherwise.
    """

    sentence: str
    player: str = ""
    ordered: bool = False
    draws: tuple[str, ...] = ()
    known_to: Knower = "gm"


class Event(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="event", gc=False):
    """One thing that happened.

    Records like these can't be part of a cycle, so that the garbage collector needn't look at them (`gc=False`).
    `player`: whom it concerns, by whose order it came ("" for nobody's).
    `known_to`: the GM alone unless said otherwise; "player" is that player and the GM.
    `rule`: the paragraph of the game's rules that made it so ("A round, 4").
    """

    player: str = ""
    known_to: Knower = "gm"
    rule: str = ""

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """Why it came about: `orders` are those of its step as JSON, `events` all that happened in it, this one too.

        Nothing, unless a kind of event can tell more than its player and its paragraph do.
        """
        return ()

    @property
    def kind(self) -> str:
        """What a ruling names that bears on it (`Ruling.bears_on`): the tag of its record."""
        return str(self.__struct_config__.tag)


class Movement(Event, frozen=True, kw_only=True):
    """A piece moved, or a race ended by that: what `gm explain race` tells, in the order of the events."""


class Change(Event, frozen=True, kw_only=True, tag="change"):
    """A player's holding of `what` grew by `amount` (below zero: shrank).

    `what` is the game's word: "coins", "garnets", "stock Red". `reason` is a short word for
    the cause ("buy", "tile"); `about` what it was about ("Red").
    """

    what: str
    amount: int
    reason: str
    about: str = ""

    @property
    def kind(self) -> str:
        """The reason: rulings bear on what made it, not on changes as such."""
        return self.reason
