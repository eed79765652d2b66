"""Events as English sentences, for the GM."""

from __future__ import annotations

from gm_tool.core.events import Change, Event
from gm_tool.core.names import any_of
from gm_tool.rules.camellots.events import (
    BetVoided,
    CamelMoved,
    CamelsDrawn,
    GameEnded,
    OrderLapsed,
    RaceEnded,
    RoundClosed,
    StocksDealt,
    StocksSold,
    TilePlaced,
)
from gm_tool.rules.camellots.judge import coins, count


def tell(event: Event) -> str:
    """What happened, in one sentence."""
    match event:
        case Change():
            return _tell_change(event)
        case CamelMoved():
            return _tell_move(event)
        case RaceEnded() | RoundClosed() | GameEnded():
            return _tell_end(event)
        case CamelsDrawn():
            return (
                f"{event.player} has no action that counts; {any_of(event.camels, 'and')} were drawn ({event.label})."
            )
        case TilePlaced():
            origin = "" if event.before is None else f" from space {event.before}"
            return f"{event.player} puts the tile on space {event.space}{origin}."
        case _:
            return _tell_trade(event)


_DEALINGS = {"buy": "purchase", "sell": "sale"}
"""What an order is called, as a noun; a bet is one already."""


def _tell_trade(event: Event) -> str:
    match event:
        case StocksDealt():
            asked = "" if event.got == event.asked else f" of {event.asked} asked for"
            return f"{event.player} buys {event.got} {event.camel}{asked}{_price(event.got, event.price)}."
        case StocksSold():
            sold = f"{event.amount} {event.camel} (place {event.place})"
            return f"{event.player} sells {sold}{_price(event.amount, event.price)}."
        case BetVoided():
            bet = f"{event.player}'s bet of {coins(event.amount)} on {event.camel}"
            return f"{bet} is void: it now stands on space {event.space}."
        case OrderLapsed():
            return f"The race is over: {event.player}'s {_DEALINGS.get(event.action, event.action)} isn't carried out."
        case _:
            raise TypeError(f"no event of CamelLots: {event!r}")


def _price(amount: int, each: int) -> str:
    """What stocks cost or bring, behind their number."""
    if amount == 0:
        return ""
    return f", at {coins(each)}{' each' if amount > 1 else ''}"


def _tell_end(event: RaceEnded | RoundClosed | GameEnded) -> str:
    match event:
        case RaceEnded():
            return f"The move of {event.camel} ends the race."
        case RoundClosed():
            return f"Round {event.round} is over."
        case _:
            winner = f"{event.winner} wins" if event.winner else "no camel wins and all bets are lost"
            return f"The game is over: {winner}. The camels came in as {', '.join(event.ranking)}."


def _tell_move(event: CamelMoved) -> str:
    riders = event.unit[1:]
    carrying = f" with {any_of(riders, 'and')} on its back" if riders else ""
    effects = {
        "none": "",
        "pushed": f", where a tile pushes it to {event.end}",
        "immune": ", immune to the tile there",
        "ignored": ", where the tile isn't for it",
    }
    steps = count(event.steps, "step", "steps")
    return f"{event.camel}{carrying} makes {steps}, from {event.start} to {event.landed}{effects[event.tile]}."


REASONS = {
    "garnets_traded": "garnets traded in",
    "moved": "a move of camels",
    "buy": "stocks of {about} bought",
    "sell": "stocks of {about} sold",
    "bet": "a bet on {about}",
    "tile": "the tile on {about} went off",
    "won": "the bets on {about} won",
    "vanished": "phantom coins don't outlast the game",
    "adjust": "set right by the GM ({about})",
}


def _tell_change(event: Change) -> str:
    if event.reason == "bet" and event.what.startswith("bet "):
        return f"{event.player} has bet {coins(event.amount)} more on {event.about}."
    verb = "gains" if event.amount > 0 else "loses"
    # A change of another hand, a GM's correction, brings a reason of its own.
    why = REASONS[event.reason].format(about=event.about) if event.reason in REASONS else event.reason
    return f"{event.player} {verb} {_amount(event.what, abs(event.amount))}: {why}."


def _amount(what: str, amount: int) -> str:
    kind, _, colour = what.partition(" ")
    match kind:
        case "coins":
            return coins(amount)
        case "phantom":
            return count(amount, "phantom coin", "phantom coins")
        case "garnets":
            return count(amount, "garnet", "garnets")
        case "stock":
            return f"{count(amount, 'stock', 'stocks')} of {colour}"
        case "bet":
            return f"a bet of {coins(amount)} on {colour}"
        case _:
            return f"{amount} {what}"
