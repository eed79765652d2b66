"""What happens in a round of CamelLots.

What a player owns changes by core's `Change` alone. Its reasons are `garnets_traded`, `tile`,
`moved`, `buy`, `sell`, `bet`, `won` and `vanished`; `about` is the colour, or "space 7" for a
tile's income: which camel landed there is not the owner's to know.
"""

from __future__ import annotations

from typing import Literal

from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots.camels import Camel, Colour


class CamelsDrawn(Event, frozen=True, kw_only=True, tag="camels_drawn"):
    """A missing action moves `camels`, drawn under `label`."""

    label: str
    camels: tuple[Camel, ...]


class TilePlaced(Event, frozen=True, kw_only=True, tag="tile_placed"):
    """A player's tile goes to `space`; it came from `before`, or from the player's hand (None)."""

    space: int
    before: int | None = None


TileEffect = Literal["none", "pushed", "immune", "ignored"]


class CamelMoved(Event, frozen=True, kw_only=True, tag="camel_moved"):
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


class RaceEnded(Event, frozen=True, kw_only=True, tag="race_ended"):
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
