"""The only way in which a state changes: events, applied one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots.camels import COLOURS, Camel
from gm_tool.rules.camellots.ending import standing
from gm_tool.rules.camellots.events import CamelMoved, GameEnded, RoundClosed, TilePlaced
from gm_tool.rules.camellots.state import Result, State, Stocks, holdings, in_order, player_with

STOCK_OF = {f"stock {colour}": colour for colour in COLOURS}


class Draft:
    """A state being changed, in parts that can be: `held` has each player's holdings, `tiles` where theirs lie."""

    def __init__(self, state: State) -> None:
        self.round = state.round
        self.track = {space: list(stack) for space, stack in state.track.items()}
        self.market = {colour: state.market.of(colour) for colour in COLOURS}
        self.held = {name: holdings(player) for name, player in state.players.items()}
        self.tiles = {name: player.tile for name, player in state.players.items()}
        self.end: GameEnded | None = None
        self._result = state.result

    def apply(self, event: Event) -> None:
        """Change what the event changes; many events only tell."""
        match event:
            case Change():
                self._change(event)
            case CamelMoved():
                self._shift(event.unit, event.start, event.end)
            case TilePlaced():
                self.tiles[event.player] = event.space
            case RoundClosed():
                self.round = event.round
            case GameEnded():
                self.end = event
            case _:
                pass

    def _change(self, change: Change) -> None:
        self.held[change.player][change.what] += change.amount
        colour = STOCK_OF.get(change.what)
        if colour is not None:  # a stock is with a player or in the market
            self.market[colour] -= change.amount

    def _shift(self, unit: tuple[Camel, ...], start: int, end: int) -> None:
        staying = [camel for camel in self.track.pop(start) if camel not in unit]
        if staying:
            self.track[start] = staying
        self.track.setdefault(end, []).extend(unit)

    def state(self) -> State:
        """The state that the draft stands for."""
        result = self._settled()
        return State(
            self.round,
            result is not None,
            in_order({space: tuple(stack) for space, stack in self.track.items()}),
            Stocks(**self.market),
            {name: player_with(held, self.tiles[name]) for name, held in self.held.items()},
            result,
        )

    def _settled(self) -> Result | None:
        """The result with the coins as they are, so that it follows a later change of coins too."""
        end = self.end or self._result
        if end is None:
            return None
        coins = {name: held["coins"] for name, held in self.held.items()}
        first, tokens, candidates = standing(coins)
        return Result(end.ended_by, end.winner, end.ranking, coins, first, tokens, candidates)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    draft = Draft(state)
    for event in events:
        draft.apply(event)
    return draft.state()
