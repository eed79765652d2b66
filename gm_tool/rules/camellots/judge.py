"""Is an order legal? All that is wrong with it is named at once (A round; As JSON)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gm_tool.core.game import Judged
from gm_tool.core.names import Names, any_of
from gm_tool.core.problems import Problem
from gm_tool.rules.camellots.board import bettable, buying_price, free_spaces, space_of
from gm_tool.rules.camellots.camels import CAMEL_SET, CAMELS, COLOURS, CRAZY, Colour
from gm_tool.rules.camellots.orders import NOTHING, AnyOrder, Bet, Buy, Move, Nothing, PlaceTile, Sell, written
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import State

ACTIONS = ("move", "tile", "buy", "sell", "bet")
MOST_NAMED = 20
"""Of a list of nonsense, so many names are told; the first few say enough."""

_CAMEL_NAMES = Names(CAMELS)
_COLOUR_NAMES = Names(COLOURS)
_ACTION_NAMES = Names(ACTIONS)


def judge(settings: Settings, state: State, player: str, order: Any) -> Judged:
    """The typed order where it is legal, else all that is wrong with it. Null is the default order."""
    if player not in state.players:
        match = Names(state.players).find(player)
        near = (match.name,) if match.name else match.candidates
        hint = f"Did you mean {any_of(near)}?" if near else f"The players are {any_of(state.players, 'and')}."
        message = f"There is no player {written(player)} in this game."
        return Judged(None, (Problem(code="player.unknown", message=message, hint=hint, value=player),))
    if order is None:
        return Judged(NOTHING)
    bench = _Bench(settings, state, player)
    typed = bench.order(order)
    return Judged(None if bench.problems else typed, tuple(bench.problems))


def count(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 coin", "2 coins"."""
    return f"{written(number)} {one if number == 1 else many}"


def coins(number: int) -> str:
    """So many coins, in words."""
    return count(number, "coin", "coins")


def _is_whole(value: Any, least: int) -> bool:
    """Whether a JSON value is an integer (not true, not 1.0, not "1") from `least` up."""
    return type(value) is int and value >= least


class _Bench:
    """One order on trial: each check that can be made is made, `problems` collects what is wrong."""

    def __init__(self, settings: Settings, state: State, player: str) -> None:
        self.settings = settings
        self.state = state
        self.player = player
        self.holder = state.players[player]
        self.problems: list[Problem] = []

    def wrong(self, code: str, field: str, message: str, hint: str, value: Any = None) -> None:
        """Something is wrong with the order at the key `field`."""
        shown = "" if value is None else value if isinstance(value, str) else written(value)
        self.problems.append(
            Problem(code=code, player=self.player, field=field, message=message, hint=hint, value=shown)
        )

    def order(self, order: Any) -> AnyOrder | None:
        """The typed order; it counts only where nothing is wrong."""
        if not isinstance(order, dict):
            hint = f"Give an action: {any_of(ACTIONS)}."
            self.wrong("action.unknown", "action", f"{written(order)} is no order.", hint, order)
            return None
        garnets = self.garnets(order.get("garnets", 0))
        match order.get("action"):
            case None:
                return Nothing(garnets=garnets)
            case "move":
                return self.move(order.get("camels"), garnets)
            case "tile":
                return self.tile(order.get("space"), garnets)
            case "buy":
                return self.buy(order.get("camel"), order.get("amount"), garnets)
            case "sell":
                return self.sell(order.get("camel"), order.get("amount"), garnets)
            case "bet":
                return self.bet(order.get("bets"), garnets)
            case other:
                self.unknown_action(other)
                return None

    def unknown_action(self, action: Any) -> None:
        """Nothing that a player can do goes by this name."""
        message = f"{written(action)} is no action. The actions are {any_of(ACTIONS, 'and')}."
        hint = f"{_did_you_mean(_ACTION_NAMES, action)}Write one of them."
        self.wrong("action.unknown", "action", message, hint, action)

    def garnets(self, garnets: Any) -> int:
        """The garnets that are traded: too many count in full, an invalid trade for nothing."""
        owned = self.holder.garnets
        if not _is_whole(garnets, 0):
            message = f"{written(garnets)} is no number of garnets to trade; a whole number from 0 up is."
            self.wrong("garnets.invalid", "garnets", message, "Leave it empty to trade none.", garnets)
            return 0
        if garnets > owned:
            message = f"{self.player} has {count(owned, 'garnet', 'garnets')}, not {written(garnets)} to trade."
            self.wrong(
                "garnets.too_many",
                "garnets",
                message,
                self.most("trade", owned, "Leave it empty to trade none."),
                garnets,
            )
        traded: int = garnets
        return traded

    def move(self, camels: Any, garnets: int) -> Move:
        """A move (A round, 2): so many camels, all different unless a ruling allows it."""
        if not isinstance(camels, list) or len(camels) != self.settings.camels_per_move:
            needed = count(self.settings.camels_per_move, "camel", "camels")
            named = len(camels) if isinstance(camels, list) else "none"
            message = f"A move names {needed}; here it is {named}."
            self.wrong("move.count", "camels", message, f"Name {needed}.")
        if not isinstance(camels, list):
            return Move((), garnets=garnets)
        known = [camel for camel in camels if isinstance(camel, str) and camel in CAMEL_SET]
        if len(known) < len(camels):
            self.unknown_camels(camels)
        if not self.settings.repeat_camel and len(set(known)) < len(known):
            self.repeated_camels(camels)
        if not self.settings.crazy_selectable:
            self.crazy_camels(camels)
        return Move(tuple(camels), garnets=garnets)

    def unknown_camels(self, camels: list[Any]) -> None:
        """Each of these names that no camel has."""
        for index, camel in enumerate(camels[:MOST_NAMED]):
            if not (isinstance(camel, str) and camel in CAMELS):
                message = f"{written(camel)} is no camel. The camels are {any_of(CAMELS, 'and')}."
                hint = f"{_did_you_mean(_CAMEL_NAMES, camel)}Write one of the {len(self.settings.movable)} camels."
                self.wrong("camel.unknown", f"camels/{index}", message, hint, camel)

    def repeated_camels(self, camels: list[Any]) -> None:
        """Each camel that is named more than once."""
        for camel in CAMELS:
            times = camels.count(camel)
            if times > 1:
                again = camels.index(camel, camels.index(camel) + 1)
                message = f"{camel} is named {times} times; the camels of a move must differ."
                self.wrong("move.repeat", f"camels/{again}", message, "Name another camel instead.", camel)

    def crazy_camels(self, camels: list[Any]) -> None:
        """Each crazy camel, where players may not move them."""
        for camel in CRAZY:
            if camel in camels:
                message = f"{camel} is a crazy camel, which players can't move in this game."
                hint = f"Name camels among {any_of(COLOURS, 'and')}."
                self.wrong("move.crazy", f"camels/{camels.index(camel)}", message, hint, camel)

    def tile(self, space: Any, garnets: int) -> PlaceTile:
        """A tile (A round, 1): between the ends, on a space where no camel stands now."""
        last = self.settings.tile_spaces.stop - 1
        if not _is_whole(space, 2) or space > last:
            found = "the space is missing" if space is None else f"{written(space)} is none of them"
            message = f"A tile goes on a space from 2 to {last}; {found}."
            self.wrong("tile.space", "space", message, f"Free now: {self.free()}.", space)
        elif space in self.state.track:
            standing = any_of(self.state.track[space], "and")
            message = f"No tile can go on space {space}: {standing} stood there at the start of the round."
            self.wrong("tile.occupied", "space", message, f"Free now: {self.free()}.", space)
        return PlaceTile(space, garnets=garnets)

    def free(self) -> str:
        """The free spaces, in words."""
        return any_of(map(str, free_spaces(self.state.track, self.settings)), "and") or "none"

    def stock(self, camel: Any) -> bool:
        """Whether there are stocks of it: only coloured camels have some."""
        if isinstance(camel, str) and camel in COLOURS:
            return True
        colours = any_of(COLOURS, "and")
        if isinstance(camel, str) and camel in CRAZY:
            message = f"{camel} is a crazy camel, of which there are no stocks."
        elif camel is None:
            message = "The colour of the stock is missing."
        else:
            message = f"There are no stocks of {written(camel)}."
        hint = f"{_did_you_mean(_COLOUR_NAMES, camel)}There are stocks of {colours}."
        self.wrong("stock.unknown", "camel", message, hint, camel)
        return False

    def amount(self, amount: Any, field: str, of: str) -> bool:
        """Whether it is a whole number from 1 up."""
        if _is_whole(amount, 1):
            return True
        found = f"The number of {of} is missing" if amount is None else f"{written(amount)} is no number of {of}"
        message = f"{found}; it must be a whole number from 1 up."
        hint = "Write a number such as 3." if of == "stocks" else "Write a number such as 3, or leave it empty."
        self.wrong("amount.invalid", field, message, hint, amount)
        return False

    def buy(self, camel: Any, amount: Any, garnets: int) -> Buy:
        """A buy (A round, 3): payable with the coins at hand, whatever the market holds."""
        valid = (self.stock(camel), self.amount(amount, "amount", "stocks"))
        if all(valid):
            self.purse(camel, amount, garnets)
        return Buy(camel, amount, garnets=garnets)

    def purse(self, colour: Colour, amount: int, garnets: int) -> None:
        """Can it be paid: coins and phantom coins, those of this trade included?"""
        price = buying_price(self.state, colour, self.settings)
        traded = garnets * self.settings.phantom_per_garnet
        phantom = self.holder.phantom + traded
        if amount * price <= self.holder.coins + phantom:
            return
        brought = f" ({written(traded)} of them from the garnets)" if traded else ""
        message = (
            f"{self.player} has {coins(self.holder.coins)} and {count(phantom, 'phantom coin', 'phantom coins')}"
            f"{brought}; {written(amount)} {colour} at {price} cost {written(amount * price)}."
        )
        most = (self.holder.coins + phantom) // price
        has = self.holder.coins + phantom
        cheaper = any(buying_price(self.state, other, self.settings) <= has for other in COLOURS)
        none = (
            f"Choose a stock that costs {coins(has)} or less, or another action."
            if cheaper
            else "Choose another action."
        )
        self.wrong("buy.unaffordable", "amount", message, self.most("buy", most, none), amount)

    def sell(self, camel: Any, amount: Any, garnets: int) -> Sell:
        """A sale (A round, 4): only what one has."""
        valid = (self.stock(camel), self.amount(amount, "amount", "stocks"))
        if all(valid) and amount > self.holder.stocks.of(camel):
            owned = self.holder.stocks.of(camel)
            message = f"{self.player} has {count(owned, 'stock', 'stocks')} of {camel}, not {written(amount)} to sell."
            self.wrong(
                "sell.too_many",
                "amount",
                message,
                self.most("sell", owned, "Choose a stock that is there, or another action."),
                amount,
            )
        return Sell(camel, amount, garnets=garnets)

    def bet(self, bets: Any, garnets: int) -> Bet:
        """Bets (A round, 5): on coloured camels below the limit, with real coins."""
        if not isinstance(bets, dict) or not bets:
            hint = f"Write a number of coins under a camel: {self.open_to_bets()}."
            self.wrong("bet.empty", "bets", "A bet names no camel and no coins.", hint)
            return Bet((), garnets=garnets)
        spaces = space_of(self.state.track)
        for camel, amount in bets.items():
            self.wager(camel, spaces.get(camel, 0))
            self.amount(amount, f"bets/{camel}", "coins")
        total = sum(amount for amount in bets.values() if _is_whole(amount, 1))
        if total > self.holder.coins:
            message = f"{self.player} has {coins(self.holder.coins)}; the bets add up to {written(total)}."
            if self.holder.phantom or garnets:
                message += " Phantom coins can't be bet."
            most = f"Bet {coins(self.holder.coins)} at most."
            hint = most if self.holder.coins else "Choose another action: who bets needs a coin."
            self.wrong("bet.unaffordable", "bets", message, hint, total)
        return Bet(tuple((colour, bets[colour]) for colour in COLOURS if colour in bets), garnets=garnets)

    def most(self, doing: str, number: int, none: str) -> str:
        """How much can be done, or what to do instead where that is nothing."""
        return f"Most {self.player} can {doing}: {written(number)}." if number else none

    def wager(self, camel: str, space: int) -> None:
        """The camel of a bet, and where it stands."""
        if camel not in COLOURS:
            what = "a crazy camel" if camel in CRAZY else "no camel"
            message = f"{written(camel)} is {what}; bets are taken on coloured camels."
            hint = f"{_did_you_mean(_COLOUR_NAMES, camel)}Bets are open on {self.open_to_bets()}."
            self.wrong("bet.unknown", f"bets/{camel}", message, hint, camel)
        elif space >= self.settings.bet_limit_space:
            limit = self.settings.bet_limit_space
            message = f"{camel} stood on space {space} at the start of the round; bets are taken below space {limit}."
            hint = f"Bets are open on {self.open_to_bets()}."
            self.wrong("bet.too_late", f"bets/{camel}", message, hint, camel)

    def open_to_bets(self) -> str:
        """The camels that can be bet on, in words."""
        return any_of(bettable(self.state.track, self.settings), "and") or "none of the camels now"


def _did_you_mean(names: Names, text: Any) -> str:
    """A question for what isn't known, or nothing where nothing is near."""
    if not isinstance(text, str):
        return ""
    match = names.find(text)
    near: Iterable[str] = (match.name,) if match.name else match.candidates
    return f"Did you mean {any_of(near)}? " if near else ""
