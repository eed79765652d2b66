"""An auction of three lots with hidden coins: the smallest game that has all that the engine deals with.

Each round everyone bids coins, secretly. The highest bid takes the lot and pays; of equal bids chance picks
one. Who sends nothing bids 0 (`absent: bid_nothing`), or is waited for (`absent: wait`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.game import AnyGame, GameInfo, Json, Judged, Option, Parsed
from gm_tool.core.numbers import number_or_text
from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.rulings import Ruling, settle
from gm_tool.core.sources import Cell, Place
from gm_tool.core.views import View, Viewer

LOTS = 3


class State(Struct, frozen=True, forbid_unknown_fields=True):
    round: int
    coins: dict[str, int]
    lots: dict[str, int]


class Bid(Struct, frozen=True):
    coins: int
    on: str = ""


class LotSold(Event, frozen=True, kw_only=True, tag="lot_sold"):
    number: int


EventOfAuction = LotSold | Change


class Auction:
    """The auction under its rulings."""

    info: ClassVar[GameInfo] = GameInfo(
        id="auction",
        title="An Auction",
        version="1",
        players=(2, 9),
        step_word="round",
        score="coins",
        simultaneous=True,
        hidden=True,
        chance=True,
        options=(Option("purse", 0, "coins brought along"),),
    )
    rulings: ClassVar[tuple[Ruling, ...]] = (
        Ruling(
            key="absent",
            kind="choice",
            question="What does one bid who sends nothing?",
            default="bid_nothing",
            values=(("bid_nothing", "0 coins"), ("wait", "the game waits")),
        ),
    )

    def __init__(self, rulings: Mapping[str, Json]) -> None:
        self.settings, problems = settle(self.rulings, rulings)
        if problems:
            raise BadInput(problems)

    def seats(self) -> tuple[int, int]:
        return self.info.players

    def setup(self, players: Sequence[str], options: Mapping[str, Mapping[str, int]], draws: Draws) -> State:
        if len(players) < 2:
            raise BadInput([Problem(code="players.number", message="An auction takes two.")])
        purse = options.get("purse", {})
        rich = draws.below("setup/rich", len(players))
        coins = {player: 10 + purse.get(player, 0) + (i == rich) for i, player in enumerate(players)}
        return State(0, coins, dict.fromkeys(players, 0))

    def load(self, state: Json) -> State:
        try:
            return msgspec.convert(state, State)
        except msgspec.ValidationError as error:
            raise BadInput([Problem(code="state.wrong", message=str(error))]) from error

    def dump(self, state: State) -> Json:
        return msgspec.to_builtins(state)

    def invariants(self, state: State) -> Sequence[str]:
        return [f"{player} has {coins} coins" for player, coins in state.coins.items() if coins < 0]

    def due(self, state: State) -> Step | None:
        return Step("round", state.round + 1, tuple(state.coins)) if state.round < LOTS else None

    def form(self, state: State, player: str | None) -> Form:
        most = state.coins[player] if player else None
        return Form(
            (
                Field(key="coins", title="Bid", kind="number", minimum=0, maximum=most, aliases=("Gebot",)),
                Field(key="on/0", title="For lot", kind="text", aliases=("Lot",)),
            )
        )

    def parse(self, state: State, player: str, cells: Mapping[str, Cell]) -> Parsed:
        bid = cells.get("coins")
        if bid is None or bid.empty:
            return Parsed(None, (Problem(code="bid.unreadable", field="coins", message="The bid is empty."),))
        if bid.value == "see D9":
            elsewhere = Problem(code="bid.unreadable", message="What is it?", place=Place(cell="D9"), value="see")
            return Parsed(None, (elsewhere,))
        on = cells["on/0"].text if "on/0" in cells else ""
        return Parsed({"coins": number_or_text(bid.value), "on": on}, (), {"coins": bid})

    def read(self, state: State, player: str, text: str) -> Parsed:
        words = text.split()
        if len(words) != 2 or words[0] != "bid":
            return Parsed(None, (Problem(code="message.unreadable", message=f"{text!r} is no bid.", field="coins"),))
        return Parsed({"coins": number_or_text(words[1])})

    def judge(self, state: State, player: str, order: Json) -> Judged:
        if player not in state.coins:
            return Judged(None, (Problem(code="player.unknown", message=f"Who is {player}?"),))
        if order is None:
            return Judged(self.default(state, player))
        try:
            bid = msgspec.convert(order, Bid)
        except msgspec.ValidationError:
            return Judged(None, (Problem(code="bid.invalid", field="coins", message="A bid is a whole number."),))
        if not 0 <= bid.coins <= state.coins[player]:
            message = f"{player} has {state.coins[player]} coins."
            return Judged(None, (Problem(code="bid.unaffordable", field="coins", message=message),))
        if bid.on == "nonsense":
            return Judged(None, (Problem(code="bid.lot", field="on", message="There is no such lot."),))
        warned = (Problem(code="bid.all", severity="warning", message="All in."),) if bid.coins == 99 else ()
        return Judged(bid, warned)

    def default(self, state: State, player: str) -> Bid | None:
        return Bid(0) if self.settings["absent"] == "bid_nothing" else None

    def resolve(self, state: State, orders: Mapping[str, Bid], draws: Draws) -> Sequence[Event]:
        number = state.round + 1
        highest = max(bid.coins for bid in orders.values())
        leading = [player for player, bid in orders.items() if bid.coins == highest]
        chosen = draws.below(f"round-{number}/tie", len(leading)) if len(leading) > 1 else 0
        winner = leading[chosen]
        paid = Change(player=winner, what="coins", amount=-highest, reason="bid", about=f"lot {number}", rule="Bids")
        won = Change(player=winner, what="lots", amount=1, reason="bid", rule="Bids")
        return [LotSold(player=winner, number=number, known_to="public"), paid, won]

    def fold(self, state: State, events: Sequence[Event]) -> State:
        coins, lots, number = dict(state.coins), dict(state.lots), state.round
        for event in events:
            match event:
                case Change(what="coins"):
                    coins[event.player] += event.amount
                case Change():
                    lots[event.player] += event.amount
                case LotSold():
                    number = event.number
        return State(number, coins, lots)

    def load_events(self, events: Json) -> Sequence[Event]:
        return msgspec.convert(events, list[EventOfAuction])

    def say(self, order: Json) -> str:
        return f"bid {order['coins']}" if order else "nothing"

    def tell(self, event: Event) -> str:
        match event:
            case Change():
                return f"{event.player}: {event.amount:+} {event.what}"
            case _:
                return f"{event.player} takes the lot"

    def view(self, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
        return View(viewer, {"round": after.round}, {})

    def holdings(self, state: State, player: str) -> Mapping[str, int]:
        return {"coins": state.coins[player], "lots": state.lots[player]}

    def tally(self, state: State) -> Mapping[str, int]:
        return state.coins


def auction(**rulings: Any) -> AnyGame:
    """The auction under these rulings."""
    return Auction(rulings)


SEED = bytes(range(32))
PLAYERS = ("Ann", "Bob", "Cat")


def first_state() -> State:
    """Everybody has 10 coins and nothing is sold."""
    return State(0, dict.fromkeys(PLAYERS, 10), dict.fromkeys(PLAYERS, 0))
