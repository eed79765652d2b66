"""The orders of a turn, typed: what a player does once it is judged to be legal."""

from __future__ import annotations

from msgspec import Struct

from gm_tool.rules.camel_up.pieces import Camel, Deck, Racing, Side


class LegBet(Struct, frozen=True):
    """Take the top betting ticket of a colour."""

    camel: Racing


class PutTile(Struct, frozen=True):
    """Put the spectator tile on a space, or move it there."""

    space: int
    side: Side


class Roll(Struct, frozen=True):
    """Take a pyramid ticket. `camel` is the camel on the die that the GM rolled; None: the die is drawn."""

    camel: Camel | None = None
    pips: int = 0


class FinalBet(Struct, frozen=True):
    """Put the finish card of a camel on a deck."""

    deck: Deck
    camel: Racing


class JoinPartner(Struct, frozen=True):
    """Enter into a partnership for the rest of the leg."""

    player: str


class Skip(Struct, frozen=True):
    """Nothing: what a player who missed the turn does under `missing: skip`. Can't be ordered."""


Order = LegBet | PutTile | Roll | FinalBet | JoinPartner | Skip
