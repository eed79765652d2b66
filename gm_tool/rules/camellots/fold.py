"""The only way in which a state changes: events, applied one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec import structs

from gm_tool.core.events import Change, Event
from gm_tool.rules.camellots.ending import standing
from gm_tool.rules.camellots.events import CamelMoved, GameEnded, RoundClosed, TilePlaced
from gm_tool.rules.camellots.state import STOCK_OF, Player, Result, State, holdings, player_after


class Draft:
    """A state being changed, in parts that can be: the stacks on the track, the market, where tiles are."""

    def __init__(self, before: State) -> None:
        self.before = before
        self.round = before.round
        self.track = dict(before.track)
        self.market = before.market
        self.tiles: dict[str, int | None] = {}
        for name, player in before.players.items():
            self.tiles[name] = player.tile
        self.end: GameEnded | None = None
        self._gained: dict[str, dict[str, int]] = {}

    def held(self, name: str) -> dict[str, int]:
        """A player's holdings as they are now, by the words of `Change.what`."""
        return holdings(self._player(name, self.before.players[name]))

    def change(self, change: Change) -> None:
        """A holding grows or shrinks; a stock is with a player or in the market."""
        what, amount = change.what, change.amount
        gained = self._gained.setdefault(change.player, {})
        gained[what] = gained.get(what, 0) + amount
        if what in STOCK_OF:
            colour = STOCK_OF[what]
            self.market = structs.replace(self.market, **{colour: self.market.of(colour) - amount})

    def shift(self, moved: CamelMoved) -> None:
        """The unit leaves its space and stands on top of what is on the other."""
        stack, unit = self.track.pop(moved.start), moved.unit
        if len(unit) < len(stack):
            at = stack.index(unit[0])  # on the two ends it may stand in the middle
            self.track[moved.start] = stack[:at] + stack[at + len(unit) :]
        self.track[moved.end] = self.track.get(moved.end, ()) + unit

    def put_tile(self, placed: TilePlaced) -> None:
        """A tile lies on another space."""
        self.tiles[placed.player] = placed.space

    def close(self, closed: RoundClosed) -> None:
        """A round is over."""
        self.round = closed.round

    def finish(self, end: GameEnded) -> None:
        """The game is over."""
        self.end = end

    def state(self) -> State:
        """The state that the draft stands for."""
        players = {name: self._player(name, player) for name, player in self.before.players.items()}
        result = self._result(players)
        return State(
            self.round,
            result is not None,
            {space: self.track[space] for space in sorted(self.track)},
            self.market,
            players,
            result,
        )

    def _player(self, name: str, before: Player) -> Player:
        tile, gained = self.tiles[name], self._gained.get(name)
        if gained is None:
            return before if tile == before.tile else structs.replace(before, tile=tile)
        return player_after(before, gained, tile)

    def _result(self, players: Mapping[str, Player]) -> Result | None:
        """The result with the coins as they are, so that it follows a later change of coins too."""
        end = self.end or self.before.result
        if end is None:
            return None
        coins = {name: player.coins for name, player in players.items()}
        first, tokens, candidates = standing(coins)
        return Result(end.ended_by, end.winner, end.ranking, coins, first, tokens, candidates)


EFFECTS: dict[type[Event], Callable[[Draft, Any], None]] = {
    Change: Draft.change,
    CamelMoved: Draft.shift,
    TilePlaced: Draft.put_tile,
    RoundClosed: Draft.close,
    GameEnded: Draft.finish,
}
"""What each kind of event changes; the kinds that aren't here only tell."""


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after these events."""
    draft = Draft(state)
    for event in events:
        effect = EFFECTS.get(type(event))
        if effect is not None:
            effect(draft, event)
    return draft.state()
