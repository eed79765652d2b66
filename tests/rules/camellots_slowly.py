"""A second referee of CamelLots, for the tests alone.

Written from the rules as docs/camellots.md tells them, on plain dictionaries, one paragraph after the other, with
no care for speed, and with nothing of the game's own modules: where the two differ, one has misread.
"""

from __future__ import annotations

import copy
import hashlib
import hmac
from collections.abc import Iterator, Mapping
from typing import Any

COLOURED = ["Red", "Blue", "Green", "Yellow", "Purple"]
CRAZY = ["Black", "Gray"]
DEFAULTS: Mapping[str, Any] = {
    "movement_order": "after_crazy",
    "repeat_camel": False,
    "crazy_selectable": True,
    "crazy_tile": "own_direction",
    "tile_immunity": "unit",
    "scarce_stock": "stop",
    "bet_limit_at": "round_start",
    "sell_price_at": "after_movement",
    "after_finish": "complete_round",
    "missing_earns_garnet": False,
    "track_length": 20,
    "stocks_per_colour": 10,
    "base_price": 5,
    "sell_prices": [13, 10, 7, 4, 1],
    "tile_bonus": 10,
    "phantom_per_garnet": 2,
    "bet_limit_space": 17,
    "bet_multiplier": 2,
    "camels_per_move": 3,
}


class Referee:
    """The rules under certain rulings; states and orders are JSON."""

    def __init__(self, rulings: Mapping[str, Any], seed: bytes) -> None:
        self.rule = {**DEFAULTS, **rulings}
        self.seed = seed
        self.goal = {**dict.fromkeys(COLOURED, self.rule["track_length"]), **dict.fromkeys(CRAZY, 1)}

    # Orders
    def faults(self, state: Any, name: str, order: Any) -> list[str]:
        """The codes of all that is wrong with an order, sorted."""
        if order is None:
            return []
        if not isinstance(order, dict):
            return ["action.unknown"]
        has = state["players"][name]
        trade = order.get("garnets", 0)
        codes = []
        if not whole(trade, 0):
            codes.append("garnets.invalid")
            trade = 0
        elif trade > has["garnets"]:
            codes.append("garnets.too_many")
        match order.get("action"):
            case "move":
                codes += self.faults_of_move(order.get("camels"))
            case "tile":
                codes += self.faults_of_tile(state, order.get("space"))
            case "buy" | "sell" as action:
                purse = has["coins"] + has["phantom"] + trade * self.rule["phantom_per_garnet"]
                codes += self.faults_of_trade(state, has, action, order, purse)
            case "bet":
                codes += self.faults_of_bet(state, has["coins"], order.get("bets"))
            case other:
                codes += [] if other is None else ["action.unknown"]
        return sorted(codes)

    def faults_of_move(self, camels: Any) -> list[str]:
        if not isinstance(camels, list):
            return ["move.count"]
        known = [camel for camel in camels if camel in COLOURED + CRAZY]
        codes = ["camel.unknown"] * (len(camels) - len(known))
        if len(camels) != self.rule["camels_per_move"]:
            codes.append("move.count")
        if not self.rule["repeat_camel"]:
            codes += ["move.repeat" for camel in set(known) if known.count(camel) > 1]
        if not self.rule["crazy_selectable"]:
            codes += ["move.crazy" for camel in CRAZY if camel in known]
        return codes

    def faults_of_tile(self, state: Any, space: Any) -> list[str]:
        if not whole(space, 2) or space >= self.rule["track_length"]:
            return ["tile.space"]
        return ["tile.occupied"] if str(space) in state["track"] else []

    def faults_of_trade(self, state: Any, has: Any, action: str, order: Any, purse: int) -> list[str]:
        colour, amount = order.get("camel"), order.get("amount")
        codes = [] if colour in COLOURED else ["stock.unknown"]
        if not whole(amount, 1):
            codes.append("amount.invalid")
        if codes:
            return codes
        if action == "buy":
            return ["buy.unaffordable"] if amount * self.price(state, colour) > purse else []
        return ["sell.too_many"] if amount > has["stocks"][colour] else []

    def faults_of_bet(self, state: Any, coins: int, bets: Any) -> list[str]:
        if not isinstance(bets, dict) or not bets:
            return ["bet.empty"]
        codes, total = [], 0
        for colour, amount in bets.items():
            if colour not in COLOURED:
                codes.append("bet.unknown")
            elif space_of(state["track"], colour) >= self.rule["bet_limit_space"]:
                codes.append("bet.too_late")
            if whole(amount, 1):
                total += amount
            else:
                codes.append("amount.invalid")
        return codes + (["bet.unaffordable"] if total > coins else [])

    # A round
    def play(self, before: Any, orders: Mapping[str, Any]) -> Any:
        """The state after a round of legal orders."""
        state = copy.deepcopy(before)
        state["round"] += 1
        sent = {name: orders.get(name) or {} for name in state["players"]}
        for name, order in sent.items():
            traded = order.get("garnets", 0)
            state["players"][name]["garnets"] -= traded
            state["players"][name]["phantom"] += traded * self.rule["phantom_per_garnet"]
            if order.get("action") == "tile":
                state["players"][name]["tile"] = order["space"]
        ended_by = self.race(state, self.steps(state, sent))
        if ended_by is None or self.rule["after_finish"] == "complete_round":
            for colour in COLOURED:
                self.deal(before, state, colour, {n: o for n, o in sent.items() if wants(o, "buy", colour)})
            self.sell(before, state, sent)
            self.bet(state, sent)
        if ended_by is not None:
            self.finish(state, ended_by)
        return state

    def steps(self, state: Any, sent: Mapping[str, Any]) -> dict[str, int]:
        """How many steps each camel makes; its mover gets the garnet."""
        steps = dict.fromkeys(COLOURED + CRAZY, 0)
        for name, order in sent.items():
            action = order.get("action")
            if action == "move":
                camels = order["camels"]
            elif action is None:
                choice = COLOURED + CRAZY if self.rule["crazy_selectable"] else COLOURED
                label = f"round-{state['round']}/missing/{name}"
                camels = drawn(self.seed, label, choice, self.rule["camels_per_move"])
            else:
                continue
            for camel in camels:
                steps[camel] += 1
            if action == "move" or self.rule["missing_earns_garnet"]:
                state["players"][name]["garnets"] += 1
        return steps

    def race(self, state: Any, steps: Mapping[str, int]) -> str | None:
        """Moves the camels; the one that ended the race, or None."""
        immune: set[str] = set()
        for camel in self.turns(state["track"]):
            if steps[camel]:
                self.run(state, camel, steps[camel], immune)
            if any(space_of(state["track"], one) == goal for one, goal in self.goal.items()):
                return camel
        return None

    def turns(self, track: Mapping[str, list[str]]) -> Iterator[str]:
        """The camels as their turns come, on a track that changes meanwhile."""

        def advance(camel: str) -> tuple[int, int]:
            space, height = place(track, camel)
            return (space if camel in COLOURED else -space, height)

        shown = sorted(COLOURED, key=advance)
        yield from sorted(CRAZY, key=advance)
        match self.rule["movement_order"]:
            case "round_start":
                yield from shown
            case "after_crazy":
                yield from sorted(COLOURED, key=advance)
            case "dynamic":
                left = set(COLOURED)
                while left:
                    camel = min(left, key=advance)
                    left.remove(camel)
                    yield camel

    def run(self, state: Any, camel: str, steps: int, immune: set[str]) -> None:
        """One camel's jump, with its riders."""
        track, last = state["track"], self.rule["track_length"]
        start, height = place(track, camel)
        stack = track.pop(str(start))
        unit = [camel] if start in (1, last) else stack[height:]
        left = [one for one in stack if one not in unit]
        if left:
            track[str(start)] = left
        way = 1 if camel in COLOURED else -1
        space = min(max(start + way * steps, 1), last)
        owners = [player for player in state["players"].values() if player["tile"] == space]
        spared = {"unit": camel in immune, "strict": bool(immune & set(unit)), "none": False}
        blind = camel in CRAZY and self.rule["crazy_tile"] == "ignore"
        if owners and not blind and not spared[self.rule["tile_immunity"]]:
            for player in owners:
                player["coins"] += self.rule["tile_bonus"]
            space += 1 if self.rule["crazy_tile"] == "clockwise" else way
            immune.update(unit)
        track.setdefault(str(space), []).extend(unit)

    def price(self, state: Any, colour: str) -> int:
        away: int = self.rule["stocks_per_colour"] - state["market"][colour]
        return away + int(self.rule["base_price"])

    def deal(self, before: Any, state: Any, colour: str, orders: Mapping[str, Any]) -> None:
        """The stocks of a colour, one each in turn, from the smallest wish to the largest."""
        asked = {name: order["amount"] for name, order in orders.items()}
        got = dict.fromkeys(asked, 0)
        for turn in range(1, 1 + max(asked.values(), default=0)):
            for wish in sorted(set(asked.values())):
                group = [name for name in asked if asked[name] == wish >= turn]
                if len(group) > state["market"][colour]:
                    if self.rule["scarce_stock"] == "stop":
                        return self.pay(before, state, colour, got)
                    continue
                for name in group:
                    got[name] += 1
                    state["market"][colour] -= 1
        return self.pay(before, state, colour, got)

    def pay(self, before: Any, state: Any, colour: str, got: Mapping[str, int]) -> None:
        for name, amount in got.items():
            player = state["players"][name]
            player["stocks"][colour] += amount
            for _ in range(amount * self.price(before, colour)):
                player["phantom" if player["phantom"] else "coins"] -= 1

    def sell(self, before: Any, state: Any, sent: Mapping[str, Any]) -> None:
        shown = state if self.rule["sell_price_at"] == "after_movement" else before
        for name, order in sent.items():
            if order.get("action") == "sell":
                colour, amount, player = order["camel"], order["amount"], state["players"][name]
                player["coins"] += amount * self.rule["sell_prices"][ranking(shown["track"]).index(colour)]
                player["stocks"][colour] -= amount
                state["market"][colour] += amount

    def bet(self, state: Any, sent: Mapping[str, Any]) -> None:
        for name, order in sent.items():
            for colour, amount in order.get("bets", {}).items() if order.get("action") == "bet" else ():
                too_far = space_of(state["track"], colour) >= self.rule["bet_limit_space"]
                if not (too_far and self.rule["bet_limit_at"] == "after_movement"):
                    player = state["players"][name]
                    player["coins"] -= amount
                    player["bets"][colour] = player["bets"].get(colour, 0) + amount

    def finish(self, state: Any, ended_by: str) -> None:
        places = ranking(state["track"])
        winner = places[0] if ended_by in COLOURED else None
        for player in state["players"].values():
            player["phantom"] = 0
            player["coins"] += player["bets"].get(winner, 0) * self.rule["bet_multiplier"]
        coins = {name: player["coins"] for name, player in state["players"].items()}
        first = [name for name in coins if coins[name] == max(coins.values())]
        tokens = {1: 2, 2: 1}.get(len(first), 0)
        state["finished"] = True
        state["result"] = {
            "ended_by": ended_by,
            "winner": winner,
            "ranking": places,
            "coins": coins,
            "first": first,
            "tokens_of_life": dict.fromkeys(first, tokens) if tokens else {},
            "elimination_candidates": [name for name in coins if coins[name] == min(coins.values())],
        }


def whole(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def wants(order: Mapping[str, Any], action: str, colour: str) -> bool:
    return order.get("action") == action and order["camel"] == colour


def place(track: Mapping[str, list[str]], camel: str) -> tuple[int, int]:
    """A camel's space, and how high it stands there."""
    return next((int(space), stack.index(camel)) for space, stack in track.items() if camel in stack)


def space_of(track: Mapping[str, list[str]], camel: str) -> int:
    return place(track, camel)[0]


def ranking(track: Mapping[str, list[str]]) -> list[str]:
    """The coloured camels from first to last."""
    return sorted(COLOURED, key=lambda colour: place(track, colour), reverse=True)


def drawn(seed: bytes, label: str, choice: list[str], many: int) -> list[str]:
    """A sample by the label, as docs/secrets.md tells how to check it."""
    items, number = list(choice), 0
    for at in range(many):
        left = len(items) - at
        while True:
            digest = hmac.new(seed, f"{label}#{number}".encode(), hashlib.sha256).digest()
            number += 1
            value = int.from_bytes(digest[:8], "big")
            if value < 2**64 - 2**64 % left:
                break
        other = at + value % left
        items[at], items[other] = items[other], items[at]
    return items[:many]
