"""The Auction: three lots, sealed bids, and nobody knows what the others have left to spend."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.game import GameInfo
from gm_tool.core.rulings import Ruling
from gm_tool.core.simple_game import SimpleGame
from gm_tool.core.views import Board, Listing, View, Viewer

LOTS = (("Vase", 4), ("Clock", 6), ("Map", 9))


class State(Struct, frozen=True):
    """A game after `round` rounds; `lots` are those sold, each with who has it."""

    round: int
    coins: dict[str, int]
    points: dict[str, int]
    lots: dict[str, str]


class Bid(Struct, frozen=True):
    """What a player bids for the lot of this round."""

    bid: int


class LotSold(Event, frozen=True, kw_only=True, tag="lot_sold"):
    """The player has the lot."""

    lot: str


class Auction(SimpleGame[State]):
    """The game. Everything that isn't here comes from SimpleGame."""

    info: ClassVar[GameInfo] = GameInfo(
        id="auction",
        title="The Auction",
        version="1",
        players=(2, 12),
        step_word="round",
        score="points",
        simultaneous=True,
        hidden=True,
        chance=True,
        summary="Three lots go to the highest of sealed bids; what is left of your coins is your secret.",
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        Ruling(key="coins", kind="number", question="Coins that each player starts with:", default=20, minimum=1),
    )
    state_type, order_type, event_type = State, Bid, LotSold | Change

    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        self.check_players(players)
        return State(0, dict.fromkeys(players, self.number("coins")), dict.fromkeys(players, 0), {})

    def invariants(self, state: State) -> Sequence[str]:
        return [f"{player} has {coins} coins." for player, coins in state.coins.items() if coins < 0]

    def due(self, state: State) -> Step | None:
        return Step("round", state.round + 1, tuple(state.coins)) if state.round < len(LOTS) else None

    def form(self, state: State, player: str | None) -> Form:
        most = None if player is None else state.coins[player]  # for nobody in particular: public things alone
        return Form((Field(key="bid", title="Bid", kind="number", minimum=0, maximum=most, help="Coins for the lot."),))

    def default(self, state: State, player: str) -> Bid:
        return Bid(0)

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        lot, worth = LOTS[state.round]
        highest = max(order.bid for order in orders.values())
        leading = [player for player, order in orders.items() if order.bid == highest]
        winner = leading[draws.below(f"round-{state.round + 1}/{lot}", len(leading))]
        return [
            LotSold(player=winner, known_to="public", rule="Lots", lot=lot),
            Change(
                player=winner, known_to="player", rule="Lots", what="coins", amount=-highest, reason="bid", about=lot
            ),
            Change(player=winner, known_to="public", rule="Lots", what="points", amount=worth, reason="lot", about=lot),
        ]

    def fold(self, state: State, events: Sequence[Event]) -> State:
        number, coins, points, lots = state.round, dict(state.coins), dict(state.points), dict(state.lots)
        for event in events:
            match event:
                case LotSold():
                    number, lots[event.lot] = number + 1, event.player
                case Change(what="coins"):
                    coins[event.player] += event.amount
                case Change():
                    points[event.player] += event.amount
        return State(number, coins, points, lots)

    def tell(self, event: Event) -> str:
        return f"The {event.lot} goes to {event.player}." if isinstance(event, LotSold) else super().tell(event)

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        rows = [(lot, worth, after.lots.get(lot, "")) for lot, worth in LOTS]
        boards: dict[str, Board] = {"lots": Listing(("Lot", "Points", "Sold to"), tuple(rows))}
        shown = after.coins if viewer.kind == "gm" else {p: c for p, c in after.coins.items() if p == viewer.player}
        if shown:
            boards["coins"] = Listing(("Player", "Coins left"), tuple(shown.items()))
        known = [event for event in events if viewer.knows(event)]
        words: dict[str, Any] = {"news": [self.tell(event) for event in known], "points": after.points}
        return View(viewer, words, boards)

    def holdings(self, state: State, player: str) -> Mapping[str, int]:
        return {"coins": state.coins[player], "points": state.points[player]}

    def tally(self, state: State) -> Mapping[str, int]:
        return state.points
