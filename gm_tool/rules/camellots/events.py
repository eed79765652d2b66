"""What happens in a round of CamelLots.

What a player owns changes by core's `Change` alone. Its reasons are `garnets_traded`, `tile`,
`moved`, `buy`, `sell`, `bet`, `won` and `vanished`; `about` is the colour, or "space 7" for a
tile's income: which camel landed there is not the owner's to know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from gm_tool.core.events import Cause, Change, Event, Movement
from gm_tool.rules.camellots.camels import Camel, Colour


class CamelsDrawn(Event, frozen=True, kw_only=True, tag="camels_drawn"):
    """A missing action moves `camels`, drawn under `label`."""

    label: str
    camels: tuple[Camel, ...]

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """The draw."""
        return (Cause(f"drawn for {self.player}", self.player, draws=(self.label,), known_to="player"),)


class TilePlaced(Event, frozen=True, kw_only=True, tag="tile_placed"):
    """A player's tile goes to `space`; it came from `before`, or from the player's hand (None)."""

    space: int
    before: int | None = None


TileEffect = Literal["none", "pushed", "immune", "ignored"]


class CamelMoved(Movement, frozen=True, kw_only=True, tag="camel_moved"):
    """A camel makes its `steps` with those above it: `unit`, bottom first, itself included.

    From space `start` it lands on `landed`, and stands on `end` after a push. `tile` tells what
    the tiles on `landed` did: there are none, they pushed it, it is immune, or tiles are not for it.
    """

    camel: Camel
    unit: tuple[Camel, ...]
    steps: int
    start: int
    landed: int
    end: int
    tile: TileEffect = "none"

    def causes(self, orders: Mapping[str, Any], events: Sequence[Event]) -> tuple[Cause, ...]:
        """Who moved it, for whom it was drawn, whose tiles pushed it."""
        named = [(player, _times_moved(order, self.camel)) for player, order in orders.items()]
        owners = dict.fromkeys(
            event.player
            for event in events
            if isinstance(event, Change) and event.reason == "tile" and event.about == f"space {self.landed}"
        )
        return (
            *(Cause(f"{player} moved it{_TIMES.get(n, '')}", player, ordered=True) for player, n in named if n),
            *(
                cause
                for event in events
                if isinstance(event, CamelsDrawn) and self.camel in event.camels
                for cause in event.causes(orders, events)
            ),
            *(
                Cause(f"the tile on space {self.landed} is {owner}'s", owner)
                for owner in owners
                if self.tile == "pushed"
            ),
        )


_TIMES = {2: " twice", 3: " three times"}


def _times_moved(order: Any, camel: Camel) -> int:
    """How often an order, as JSON, names a camel to move."""
    return list(order["camels"]).count(camel) if order and order.get("action") == "move" else 0


class RaceEnded(Movement, frozen=True, kw_only=True, tag="race_ended"):
    """The move of `camel` brought a camel to its goal: no camel moves any more."""

    camel: Camel


class StocksDealt(Event, frozen=True, kw_only=True, tag="stocks_dealt"):
    """A buyer who asked for `asked` stocks of a colour got `got` of them, at `price` coins each."""

    camel: Colour
    asked: int
    got: int
    price: int


class StocksSold(Event, frozen=True, kw_only=True, tag="stocks_sold"):
    """A player sold `amount` stocks of a colour that is in `place` (1 to 5), at `price` coins each."""

    camel: Colour
    amount: int
    place: int
    price: int


class BetVoided(Event, frozen=True, kw_only=True, tag="bet_voided"):
    """A bet of `amount` coins isn't made: the camel passed the limit, to `space`, in this round's movement."""

    camel: Colour
    amount: int
    space: int


class OrderLapsed(Event, frozen=True, kw_only=True, tag="order_lapsed"):
    """A buy, sale or bet that isn't carried out: the race ended before it."""

    action: Literal["buy", "sell", "bet"]


class RoundClosed(Event, frozen=True, kw_only=True, tag="round_closed"):
    """Round `round` (from 1) is resolved."""

    round: int


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The game is over. `winner` is None where a crazy camel ended the race."""

    ended_by: Camel
    winner: Colour | None
    ranking: tuple[Colour, ...]


AnyEvent = (
    Change
    | CamelsDrawn
    | TilePlaced
    | CamelMoved
    | RaceEnded
    | StocksDealt
    | StocksSold
    | BetVoided
    | OrderLapsed
    | RoundClosed
    | GameEnded
)
