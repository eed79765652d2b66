"""The order form: one column for each thing that an action may need, with what is legal now."""

from __future__ import annotations

from gm_tool.core.forms import Field, Form
from gm_tool.rules.camellots.board import bettable, buying_price, free_spaces
from gm_tool.rules.camellots.camels import COLOURS, Colour
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import Player, State

_FIRST_CAMEL = ("Camel", "Camels", "Colour", "Color", "Stock", "Which camels do you move?", "Which stock?")
"""A form asks for all camels of a move in one question, and for a stock's colour in another."""


def order_form(settings: Settings, state: State, name: str | None) -> Form:
    """The columns with what that player may choose now; None: with what anybody may."""
    player = None if name is None else state.players[name]
    return Form(
        (
            _action(settings, state, player),
            *_camels(settings),
            _space(settings, state),
            _amount(settings, state, player),
            *(_bet(settings, state, player, colour) for colour in COLOURS),
            _garnets(player),
        )
    )


def _action(settings: Settings, state: State, player: Player | None) -> Field:
    return Field(
        key="action",
        title="Action",
        kind="choice",
        help="move: Camel 1 and so on. tile: Space. buy, sell: Camel 1 and Amount. bet: coins under Bet. "
        "Empty: camels drawn at random move.",
        choices=_actions(settings, state, player),
        aliases=("Order", "Your action", "What do you do?", "What do you want to do?", "Which action?"),
    )


def _actions(settings: Settings, state: State, player: Player | None) -> tuple[str, ...]:
    """The actions for which there is a legal order."""
    possible = {
        "move": True,
        "tile": bool(free_spaces(state.track, settings)),
        "buy": player is None or _most_bought(settings, state, player) > 0,
        "sell": player is None or _most_sold(player) > 0,
        "bet": bool(bettable(state.track, settings)) and (player is None or player.coins > 0),
    }
    return tuple(action for action, legal in possible.items() if legal)


def _camels(settings: Settings) -> tuple[Field, ...]:
    return tuple(
        Field(
            key=f"camels/{index}",
            title=f"Camel {index + 1}",
            kind="choice",
            help="A camel to move, or the colour of the stock." if index == 0 else "A camel to move.",
            choices=settings.movable,
            aliases=_FIRST_CAMEL if index == 0 else (),
        )
        for index in range(settings.camels_per_move)
    )


def _space(settings: Settings, state: State) -> Field:
    spaces = free_spaces(state.track, settings)
    return Field(
        key="space",
        title="Space",
        kind="choice",
        help="Where the tile goes: a space without camels now.",
        choices=tuple(map(str, spaces)),
        aliases=("Tile space", "Tile on", "Where does your tile go?", "Which space?"),
        width=8,
    )


def _amount(settings: Settings, state: State, player: Player | None) -> Field:
    most = None if player is None else max(_most_bought(settings, state, player), _most_sold(player))
    return Field(
        key="amount",
        title="Amount",
        kind="number",
        help="How many stocks to buy or sell.",
        minimum=1,
        maximum=most,
        aliases=("Number of stocks", "How many", "How many stocks"),
        width=8,
    )


def _most_bought(settings: Settings, state: State, player: Player) -> int:
    """The most stocks of one colour that the player can pay for, all garnets traded in."""
    money = player.coins + player.phantom + player.garnets * settings.phantom_per_garnet
    return max(money // buying_price(state, colour, settings) for colour in COLOURS)


def _most_sold(player: Player) -> int:
    return max(player.stocks.of(colour) for colour in COLOURS)


def _bet(settings: Settings, state: State, player: Player | None, colour: Colour) -> Field:
    if colour not in bettable(state.track, settings):
        most: int | None = 0
    else:
        most = None if player is None else player.coins
    return Field(
        key=f"bets/{colour}",
        title=f"Bet {colour}",
        kind="number",
        help=f"Coins to bet on {colour}. Phantom coins can't be bet.",
        minimum=1,
        maximum=most,
        aliases=(f"{colour} bet", f"Bet on {colour}"),
        width=10,
    )


def _garnets(player: Player | None) -> Field:
    return Field(
        key="garnets",
        title="Trade garnets",
        kind="number",
        help="Garnets to trade for phantom coins, beside any action.",
        minimum=0,
        maximum=None if player is None else player.garnets,
        aliases=("Garnets", "Garnets to trade"),
    )
