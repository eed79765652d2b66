"""What happens in a turn. What a player owns changes by `Change` alone.

The words of `Change.what`: "coins"; "pyramid tickets"; "ticket Red 5", a betting ticket; "card Red",
a finish card in hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from gm_tool.core.events import Cause, Change, Event, Movement
from gm_tool.rules.camel_up.pieces import RACING, TICKETS, Camel, Deck, Die, Racing, Side
from gm_tool.rules.camel_up.state import Player, Result

COINS = "coins"
PYRAMID = "pyramid tickets"


def ticket_word(camel: str, value: int) -> str:
    """A betting ticket as a holding."""
    return f"ticket {camel} {value}"


def card_word(camel: str) -> str:
    """A finish card as a holding."""
    return f"card {camel}"


TICKET_WORDS = {ticket_word(camel, value): (camel, value) for camel in RACING for value in TICKETS}
CARD_WORDS = {card_word(camel): camel for camel in RACING}
HOLDINGS = (COINS, PYRAMID, *TICKET_WORDS, *CARD_WORDS)
"""The words of `Change.what`, all of them."""


def holding(player: Player, what: str) -> int:
    """How much of `what`, one of `HOLDINGS`, a player has."""
    if what == COINS:
        return player.coins
    if what == PYRAMID:
        return player.pyramid
    if what in CARD_WORDS:
        return int(CARD_WORDS[what] in player.cards)
    camel, value = TICKET_WORDS[what]
    return player.tickets.get(camel, ()).count(value)


class TicketTaken(Event, frozen=True, kw_only=True, tag="ticket_taken"):
    """The top betting ticket left its stack."""

    camel: Racing
    value: int


class TilePlaced(Event, frozen=True, kw_only=True, tag="tile_placed"):
    """A player's tile went on a space; `start` is where it lay before (None: it wasn't out)."""

    space: int
    side: Side
    start: int | None = None


class DieRolled(Event, frozen=True, kw_only=True, tag="die_rolled"):
    """A die left the pyramid and showed `pips` for `camel`; `drawn`: from the game's seed, else the GM rolled.

    `instead`: it was drawn in a game in which the GM rolls, for a turn that was missed.
    """

    die: Die
    camel: Camel
    pips: int
    drawn: bool
    instead: bool = False

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """The draws of its turn, or the GM's own dice; where the GM rolls, no other is told that a turn was missed."""
        turn = next(event.turn for event in events[events.index(self) :] if isinstance(event, TurnEnded))
        labels = (f"turn-{turn}/die", f"turn-{turn}/face")
        shown = f"{self.camel} {self.pips}"
        if self.drawn and not self.instead:
            return (Cause(f"{shown} was drawn in {self.player}'s turn", self.player, True, labels, "public"),)
        rolled = Cause(f"{shown} came up in {self.player}'s turn", self.player, True, known_to="public")
        if self.instead:
            return (rolled, Cause("it was drawn, as no order counted", self.player, draws=labels))
        return (rolled, Cause("the GM rolled it"))


class CamelMoved(Movement, frozen=True, kw_only=True, tag="camel_moved"):
    """A camel went from `start` with those above it (`unit`, bottom first), and landed.

    A tile there (`side`, of `owner`) sent the unit on to `end`; `under`: beneath what stood there.
    """

    camel: Camel
    unit: tuple[Camel, ...]
    start: int
    landed: int
    end: int
    side: Side | None = None
    owner: str = ""
    under: bool = False

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """The die that was rolled last, and whose tile sent the unit on."""
        before = events[: events.index(self)]
        rolled = next(event for event in reversed(before) if isinstance(event, DieRolled))
        tile = Cause(f"the tile on space {self.landed} is {self.owner}'s", self.owner, known_to="public")
        return (*rolled.causes(orders, events), *((tile,) if self.owner else ()))


class CardLaid(Event, frozen=True, kw_only=True, tag="card_laid"):
    """A player put a finish card face down on a deck: all that the others see of it."""

    deck: Deck


class CardChosen(Event, frozen=True, kw_only=True, tag="card_chosen"):
    """Which camel is on the card that a player put on a deck."""

    deck: Deck
    camel: Racing


class PartnersMade(Event, frozen=True, kw_only=True, tag="partners_made"):
    """Two players are partners until the leg's end."""

    partner: str


class TurnSkipped(Event, frozen=True, kw_only=True, tag="turn_skipped"):
    """A player missed the turn, and it passed."""


class Ticket(Struct, frozen=True):
    """A betting ticket at the leg's end: its value, and its worth by the camel's rank."""

    camel: Racing
    value: int
    worth: int


class LegScored(Event, frozen=True, kw_only=True, tag="leg_scored"):
    """A player's sum for the leg: tickets, pyramid tickets at 1 each, and the best of the partner's (0: none)."""

    tickets: tuple[Ticket, ...]
    pyramid: int
    copied: int
    partner: str
    total: int


class LegEnded(Event, frozen=True, kw_only=True, tag="leg_ended"):
    """A leg was scored, and the race goes on: tickets, tiles, dice and partnership cards went back."""

    leg: int


class RaceEnded(Movement, frozen=True, kw_only=True, tag="race_ended"):
    """A camel crossed the line, forwards or backwards. `ranking` is the racing camels from first to last."""

    camel: Camel
    forwards: bool
    ranking: tuple[Racing, ...]


class CardTurned(Event, frozen=True, kw_only=True, tag="card_turned"):
    """After the race a card was turned up; `pays` is its worth: below zero for a wrong one."""

    deck: Deck
    camel: Racing
    pays: int


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The game is over."""

    result: Result


class TurnEnded(Event, frozen=True, kw_only=True, tag="turn_ended"):
    """A turn is over; `next` is whose turn it is then."""

    turn: int
    next: str


AnyEvent = (
    Change
    | TicketTaken
    | TilePlaced
    | DieRolled
    | CamelMoved
    | CardLaid
    | CardChosen
    | PartnersMade
    | TurnSkipped
    | LegScored
    | LegEnded
    | RaceEnded
    | CardTurned
    | GameEnded
    | TurnEnded
)
