"""The orders of a round, as typed records, and how they read in words."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gm_tool.core.entries import LONGEST, shown
from gm_tool.rules.camellots.camels import COLOURS, Camel, Colour


class Order(Struct, frozen=True, kw_only=True, gc=False):
    """What every order may add: `garnets` to trade in."""

    garnets: int = 0


class Nothing(Order, frozen=True):
    """No action: the camels are drawn at random."""


class Move(Order, frozen=True):
    """Move these camels, each named one step."""

    camels: tuple[Camel, ...]


class PlaceTile(Order, frozen=True):
    """Put the tile on a space, from the hand or from where it lies."""

    space: int


class Buy(Order, frozen=True):
    """Buy stocks of one colour."""

    camel: Colour
    amount: int


class Sell(Order, frozen=True):
    """Sell stocks of one colour."""

    camel: Colour
    amount: int


class Bet(Order, frozen=True):
    """Bet coins on colours: (colour, coins), in colour order."""

    bets: tuple[tuple[Colour, int], ...]


AnyOrder = Nothing | Move | PlaceTile | Buy | Sell | Bet
NOTHING = Nothing()


def say(order: Any) -> str:
    """An order, any JSON value, in the words of a sheet: "buy 2 Red and trade 1 garnet"."""
    if order is None:
        return "nothing"
    if not isinstance(order, dict):
        return _word(order)
    action = _say_action(order)
    garnets = order.get("garnets", 0)
    if not garnets:
        return action
    trade = f"trade {_word(garnets)} {'garnet' if garnets == 1 else 'garnets'}"
    return f"nothing, {trade}" if action == "nothing" else f"{action} and {trade}"


def _say_action(order: dict[Any, Any]) -> str:
    match order.get("action"):
        case None:
            return "nothing"
        case "move":
            return f"move {_list(order.get('camels'))}".rstrip()
        case "tile":
            return f"tile on {_word(order.get('space', '?'))}"
        case "buy" | "sell" as action:
            return f"{action} {_word(order.get('amount', '?'))} {_word(order.get('camel', '?'))}"
        case "bet":
            return f"bet {_say_bets(order.get('bets'))}".rstrip()
        case other:
            return _word(other)


def _say_bets(bets: Any) -> str:
    if not isinstance(bets, dict):
        return ""
    # In colour order, then what else was written, so that one order always reads the same.
    colours = [*(colour for colour in COLOURS if colour in bets), *(name for name in bets if name not in COLOURS)]
    return ", ".join(f"{_word(bets[name])} on {_word(name)}" for name in colours)


def _list(names: Any) -> str:
    return ", ".join(_word(name) for name in names) if isinstance(names, list) else ""


def _word(value: Any) -> str:
    return value[:LONGEST] if isinstance(value, str) else written(value)


def written(value: Any) -> str:
    """A JSON value as a message can show it, short, whatever it is."""
    if isinstance(value, str):
        return f"“{value}”" if len(value) <= LONGEST else f"“{value[:LONGEST]}…”"
    return shown(value)
