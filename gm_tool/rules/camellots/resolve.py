"""A round from its orders to its events, in the order of the rules (A round; The end)."""

from __future__ import annotations

from collections.abc import Mapping

from gm_tool.core.draws import Draws
from gm_tool.core.events import Event
from gm_tool.rules.camellots.board import placing, space_of
from gm_tool.rules.camellots.camels import CRAZY, Camel
from gm_tool.rules.camellots.events import BetVoided, GameEnded, OrderLapsed, RoundClosed, TilePlaced
from gm_tool.rules.camellots.market import buy_stocks, sell_stocks
from gm_tool.rules.camellots.movement import move_camels
from gm_tool.rules.camellots.orders import AnyOrder, Bet, Buy, PlaceTile, Sell
from gm_tool.rules.camellots.playing import Playing
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import State

RULE_TRADE = "A round, garnets"
RULE_TILE = "A round, 1"
RULE_BET = "A round, 5"
RULE_END = "The end"


def resolve(
    settings: Settings, state: State, orders: Mapping[str, AnyOrder], draws: Draws
) -> tuple[tuple[Event, ...], State]:
    """What happens in a round in which each player has this legal order, and the state after it."""
    playing = Playing(settings, state, orders)
    _trade_garnets(playing)
    _place_tiles(playing)
    move_camels(playing, draws)
    if playing.ended_by is not None and settings.after_finish == "stop":
        _lapse(playing)
    else:
        buy_stocks(playing)
        sell_stocks(playing)
        _place_bets(playing)
    if playing.ended_by is not None:
        _end(playing, playing.ended_by)
    playing.happen(RoundClosed(round=state.round + 1, known_to="public"))
    return tuple(playing.events), playing.draft.state()


def _trade_garnets(playing: Playing) -> None:
    for player, order in playing.orders.items():
        if order.garnets:
            phantom = order.garnets * playing.settings.phantom_per_garnet
            playing.change(player, "garnets", -order.garnets, "garnets_traded", RULE_TRADE)
            playing.change(player, "phantom", phantom, "garnets_traded", RULE_TRADE)


def _place_tiles(playing: Playing) -> None:
    for player, order in playing.orders_of(PlaceTile):
        before = playing.draft.tiles[player]
        playing.happen(TilePlaced(player=player, space=order.space, before=before, rule=RULE_TILE, known_to="player"))


def _place_bets(playing: Playing) -> None:
    """Bets are paid at once; by ruling, those on a camel that has passed the limit are void."""
    settings = playing.settings
    judged_again = settings.bet_limit_at == "after_movement"
    for player, order in playing.orders_of(Bet):
        spaces = space_of(playing.draft.track)
        for colour, amount in order.bets:
            space = spaces[colour]
            if judged_again and space >= settings.bet_limit_space:
                playing.happen(
                    BetVoided(player=player, camel=colour, amount=amount, space=space, rule=RULE_BET, known_to="player")
                )
            else:
                playing.change(player, "coins", -amount, "bet", RULE_BET, colour)
                playing.change(player, f"bet {colour}", amount, "bet", RULE_BET, colour)


def _lapse(playing: Playing) -> None:
    for player, order in playing.orders.items():
        match order:
            case Buy():
                playing.happen(OrderLapsed(player=player, action="buy", rule=RULE_END, known_to="player"))
            case Sell():
                playing.happen(OrderLapsed(player=player, action="sell", rule=RULE_END, known_to="player"))
            case Bet():
                playing.happen(OrderLapsed(player=player, action="bet", rule=RULE_END, known_to="player"))
            case _:
                pass


def _end(playing: Playing, ended_by: Camel) -> None:
    """Winnings are paid, phantom coins vanish, the game is over."""
    ranking = placing(playing.draft.track)
    winner = None if ended_by in CRAZY else ranking[0]
    for player in playing.before.players:
        held = playing.draft.held(player)
        if winner is not None:
            winnings = held[f"bet {winner}"] * playing.settings.bet_multiplier
            playing.change(player, "coins", winnings, "won", RULE_END, winner)
        playing.change(player, "phantom", -held["phantom"], "vanished", RULE_END)
    playing.happen(GameEnded(ended_by=ended_by, winner=winner, ranking=ranking, rule=RULE_END, known_to="public"))
