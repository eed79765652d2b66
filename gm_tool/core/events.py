"""What happened: frozen records, the only way in which a state changes.

A game declares its own kinds as subclasses of `Event`. What a player owns changes by
`Change` alone, so that the sum of the changes of a thing is its balance, in every game.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Knower = Literal["gm", "player", "public"]


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


class Change(Event, frozen=True, kw_only=True, tag="change"):
    """A player's holding of `what` grew by `amount` (below zero: shrank).

    `what` is the game's word: "coins", "garnets", "stock Red". `reason` is a short word for
    the cause ("buy", "tile"); `about` what it was about ("Red").
    """

    what: str
    amount: int
    reason: str
    about: str = ""
