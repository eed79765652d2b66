"""The only way in which a state changes: events, applied one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots.camels import COLOURS, Camel
from gm_tool.rules.camellots.ending import standing
from gm_tool.rules.camellots.events import CamelMoved, GameEnded, RoundClosed, TilePlaced
from gm_tool.rules.camellots.state import Player, Result, State, Stocks, holdings, player_with

STOCK_OF = {f"stock {colour}": colour for colour in COLOURS}


class Draft:
    """A state being changed, in parts that can be: the stacks, the market, where tiles and camels are."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.round = before.round
        self.track = {space: list(stack) for space, stack in before.track.items()}
        self.market = structs.asdict(before.market)
        self.tiles = {name: player.tile for name, player in before.players.items()}
        self.end: GameEnded | None = None
        self._held: dict[str, dict[str, int]] = {}

    def held(self, name: str) -> dict[str, int]:
        """A player's holdings, by the words of `Change.what`."""
        if name not in self._held:  # made where they are asked for: most rounds touch few players
            self._held[name] = holdings(self.before.players[name])
        return self._held[name]

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
        self.held(change.player)[change.what] += change.amount
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
        players = {name: self._player(name, player) for name, player in self.before.players.items()}
        result = self._result(players)
        return State(
            self.round,
            result is not None,
            {space: tuple(self.track[space]) for space in sorted(self.track)},
            Stocks(**self.market),
            players,
            result,
        )

    def _player(self, name: str, before: Player) -> Player:
        tile = self.tiles[name]
        if name in self._held:
            return player_with(self._held[name], tile)
        return before if tile == before.tile else structs.replace(before, tile=tile)

    def _result(self, players: Mapping[str, Player]) -> Result | None:
        """The result with the coins as they are, so that it follows a later change of coins too."""
        end = self.end or self.before.result
        if end is None:
            return None
        coins = {name: player.coins for name, player in players.items()}
        first, tokens, candidates = standing(coins)
        return Result(end.ended_by, end.winner, end.ranking, coins, first, tokens, candidates)


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    draft = Draft(state)
    for event in events:
        draft.apply(event)
    return draft.state()
