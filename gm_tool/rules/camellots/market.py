"""Stocks are bought and sold (A round, 3 and 4)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from gm_tool.rules.camellots.board import buying_price, placing
from gm_tool.rules.camellots.camels import COLOURS, Colour
from gm_tool.rules.camellots.events import StocksDealt, StocksSold
from gm_tool.rules.camellots.orders import Buy, Sell
from gm_tool.rules.camellots.playing import Playing

RULE_BUY = "A round, 3"
RULE_SELL = "A round, 4"


def deal(demands: Mapping[str, int], supply: int, skip: bool) -> dict[str, int]:
    """How many of `supply` stocks each buyer gets, by its demand.

    Again and again one stock goes to each buyer who wants more, from the lowest demand up; a group
    of equal demands that can't all be served gets none, and ends the deal, unless `skip` lets
    later groups have their turn.
    """
    got = dict.fromkeys(demands, 0)
    groups = [list(group) for _, group in groupby(sorted(demands, key=demands.__getitem__), demands.__getitem__)]
    while groups:
        served = []
        for group in groups:
            if len(group) <= supply:
                supply -= len(group)
                for buyer in group:
                    got[buyer] += 1
                served.append(group)
            elif not skip:
                return got
        groups = [group for group in served if got[group[0]] < demands[group[0]]]
    return got


def buy_stocks(playing: Playing) -> None:
    """All buys, at the price shown at the start of the round; phantom coins are spent first."""
    demands: dict[Colour, dict[str, int]] = {}
    for player, order in playing.orders_of(Buy):
        demands.setdefault(order.camel, {})[player] = order.amount
    if not demands:
        return
    skip = playing.settings.scarce_stock == "skip"
    for colour in COLOURS:
        if colour in demands:
            price = buying_price(playing.before, colour, playing.settings)
            got = deal(demands[colour], playing.before.market.of(colour), skip)
            for player, asked in demands[colour].items():
                _hand_over(playing, player, colour, asked, got[player], price)


def _hand_over(playing: Playing, player: str, colour: Colour, asked: int, got: int, price: int) -> None:
    playing.happen(
        StocksDealt(player=player, camel=colour, asked=asked, got=got, price=price, rule=RULE_BUY, known_to="player")
    )
    phantom = min(playing.draft.held(player)["phantom"], got * price)
    playing.change(player, f"stock {colour}", got, "buy", RULE_BUY, colour)
    playing.change(player, "phantom", -phantom, "buy", RULE_BUY, colour)
    playing.change(player, "coins", phantom - got * price, "buy", RULE_BUY, colour)


def sell_stocks(playing: Playing) -> None:
    """All sales, by the place of the camel after this round's movement (or before it, by ruling)."""
    before_movement = playing.settings.sell_price_at == "round_start"
    for player, order in playing.orders_of(Sell):
        places = placing(playing.before.track if before_movement else playing.draft.track)
        colour, amount = order.camel, order.amount
        place = places.index(colour) + 1
        price = playing.settings.sell_prices[place - 1]
        playing.happen(
            StocksSold(
                player=player,
                camel=colour,
                amount=amount,
                place=place,
                price=price,
                rule=RULE_SELL,
                known_to="player",
            )
        )
        playing.change(player, f"stock {colour}", -amount, "sell", RULE_SELL, colour)
        playing.change(player, "coins", amount * price, "sell", RULE_SELL, colour)
