"""Reading the board: who is ahead, which spaces are free, what a stock costs."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from gm_tool.rules.camellots.camels import COLOUR_SET, COLOURS, CRAZY_SET, START, Camel, Colour
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import State

Stacks = Mapping[int, Sequence[Camel]]


def space_of(track: Stacks) -> dict[Camel, int]:
    """The space that each camel stands on."""
    spaces: dict[Camel, int] = {}
    for space, stack in track.items():
        for camel in stack:
            spaces[camel] = space
    return spaces


def furthest_back_first(track: Stacks, camels: Container[Camel], crazy: bool = False) -> list[Camel]:
    """Camels of one kind in the order in which they move (Board and camels).

    The lower space first, for crazy camels the higher one; on one space the lower place in the
    stack, or the earlier one in the listing of an end.
    """
    order: list[Camel] = []
    for space in sorted(track, reverse=crazy):
        for camel in track[space]:
            if camel in camels:
                order.append(camel)
    return order


def placing(track: Stacks) -> tuple[Colour, ...]:
    """The coloured camels from first to fifth; the crazy ones take no place."""
    order: Any = furthest_back_first(track, COLOUR_SET)
    return tuple(reversed(order))


def ends_race(unit: Sequence[Camel], space: int, settings: Settings) -> bool:
    """Whether these camels, on this space, end the race: a coloured one on the last space, a crazy one on the first."""
    if space == settings.track_length:
        return not CRAZY_SET.issuperset(unit)
    return space == START and not CRAZY_SET.isdisjoint(unit)


def bettable(track: Stacks, settings: Settings) -> tuple[Colour, ...]:
    """The coloured camels below the betting limit, in colour order (A round, 5)."""
    spaces = space_of(track)
    return tuple(colour for colour in COLOURS if spaces[colour] < settings.bet_limit_space)


def free_spaces(track: Stacks, settings: Settings) -> tuple[int, ...]:
    """The spaces on which a tile may be put: no camel there (A round, 1)."""
    return tuple(space for space in settings.tile_spaces if space not in track)


def buying_price(state: State, colour: Colour, settings: Settings) -> int:
    """Coins for one stock at the start of the round (A round, 3)."""
    return settings.base_price + settings.stocks_per_colour - state.market.of(colour)


def selling_prices(track: Stacks, settings: Settings) -> dict[Colour, int]:
    """Coins for one stock of each colour by the placing on this board (A round, 4)."""
    return dict(zip(placing(track), settings.sell_prices, strict=True))
