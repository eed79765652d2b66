"""What an audience may see of CamelLots (Who knows what), built by adding.

The public words come first and know the board alone; a player's and the GM's are added to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from gm_tool.core.events import Change, Event
from gm_tool.core.views import Board, Listing, Space, Tile, Track, View, Viewer
from gm_tool.rules.camellots.board import bettable, buying_price, free_spaces, placing, selling_prices, space_of
from gm_tool.rules.camellots.camels import CAMELS, COLOURS, PIECES, START
from gm_tool.rules.camellots.events import (
    BetVoided,
    CamelMoved,
    CamelsDrawn,
    OrderLapsed,
    StocksDealt,
    StocksSold,
)
from gm_tool.rules.camellots.settings import Settings
from gm_tool.rules.camellots.state import Player, Result, State
from gm_tool.rules.camellots.words import tell

TILE = Tile("tile", "##")
"""A tile as everybody sees it: all are alike, and nobody's."""


def view_of(settings: Settings, before: State | None, events: Sequence[Event], after: State, viewer: Viewer) -> View:
    """The words and boards of a viewer after a round; `before` None: of the state alone."""
    words: dict[str, object] = _public_words(settings, before, events, after)
    boards: dict[str, Board] = {"track": _track(settings, after), "market": _market_listing(settings, after)}
    if viewer.kind == "player":
        name = viewer.player
        words |= _player_words(None if before is None else before.players[name], events, after.players[name], name)
        boards["holdings"] = _holdings_listing(after.players[name])
    elif viewer.kind == "gm":
        words["players"] = [{"name": name, **_belongings(player)} for name, player in after.players.items()]
        words["events"] = [tell(event) for event in events]
        boards |= {"players": _players_listing(after), "bets": _bets_listing(after)}
    return View(viewer, words, boards)


# What everybody sees


def _public_words(settings: Settings, before: State | None, events: Sequence[Event], after: State) -> dict[str, object]:
    words: dict[str, object] = {
        "round": after.round,
        "finished": after.finished,
        "placing": list(placing(after.track)),
        "market": _market(settings, after),
        "bettable": list(bettable(after.track, settings)),
        "tiles": _tiles(after),
        "free_spaces": list(free_spaces(after.track, settings)),
        "moved": [] if before is None else _moved(before, after),
        "carried": _carried(settings, after),
        "placing_before": [] if before is None else list(placing(before.track)),
        "market_before": [] if before is None else _market(settings, before),
        "race": [_race_line(event) for event in events if isinstance(event, CamelMoved) and event.known_to == "public"],
    }
    if after.result is not None:
        words |= _final_words(after, after.result)
    return words


def _final_words(after: State, result: Result) -> dict[str, object]:
    """At the end all bets and the final coins are everybody's.

    A player's own words take `bets` for its own; all of them are `all_bets` to every viewer.
    """
    bets = {name: _bets(player) for name, player in after.players.items()}
    return {
        "ended_by": result.ended_by,
        "winner": result.winner,
        "result": {
            "ended_by": result.ended_by,
            "winner": result.winner,
            "ranking": list(result.ranking),
            "coins": dict(result.coins),
            "first": list(result.first),
            "tokens_of_life": dict(result.tokens_of_life),
            "elimination_candidates": list(result.elimination_candidates),
        },
        "all_bets": bets,
        "bets": bets,
    }


def _market(settings: Settings, state: State) -> list[dict[str, Any]]:
    """Stocks and prices at the start of the next round, in colour order."""
    places, selling = placing(state.track), selling_prices(state.track, settings)
    return [
        {
            "camel": colour,
            "place": places.index(colour) + 1,
            "stocks": state.market.of(colour),
            "buy": buying_price(state, colour, settings),
            "sell": selling[colour],
        }
        for colour in COLOURS
    ]


def _tiles(state: State) -> list[int]:
    """Where tiles lie: a shared space shows one, and nobody's name."""
    return sorted({player.tile for player in state.players.values() if player.tile is not None})


def _moved(before: State, after: State) -> list[dict[str, Any]]:
    """The camels that stand on another space than before, as the two boards side by side show it."""
    starts, ends = space_of(before.track), space_of(after.track)
    return [
        {"camel": camel, "start": starts[camel], "end": ends[camel]} for camel in CAMELS if starts[camel] != ends[camel]
    ]


def _carried(settings: Settings, state: State) -> list[dict[str, Any]]:
    """Who carries whom, as the board shows it, from the last space to the first; at the ends nobody rides."""
    return [
        {"camel": state.track[space][0], "riders": list(state.track[space][1:])}
        for space in sorted(state.track, reverse=True)
        if space in settings.tile_spaces and len(state.track[space]) > 1
    ]


def _race_line(moved: CamelMoved) -> dict[str, Any]:
    return {
        "camel": moved.camel,
        "steps": moved.steps,
        "start": moved.start,
        "landed": moved.landed,
        "end": moved.end,
        "pushed": moved.tile == "pushed",
        "riders": list(moved.unit[1:]),
    }


def _track(settings: Settings, state: State) -> Track:
    last, tiles = settings.track_length, _tiles(state)
    spaces = (
        Space(number, state.track.get(number, ()), TILE if number in tiles else None)
        for number in range(START, last + 1)
    )
    return Track(tuple(spaces), PIECES, (START, last))


def _market_listing(settings: Settings, state: State) -> Listing:
    rows = (tuple(line.values()) for line in _market(settings, state))
    return Listing(("Camel", "Place", "Stocks", "Buy", "Sell"), tuple(rows))


# What a player sees of its own


def _player_words(before: Player | None, events: Iterable[Event], after: Player, name: str) -> dict[str, object]:
    own = [event for event in events if event.player == name and event.known_to == "player"]
    return {
        **_belongings(after),
        "before": None if before is None else _belongings(before),
        "changes": [
            {"what": event.what, "amount": event.amount, "reason": event.reason, "about": event.about}
            for event in own
            if isinstance(event, Change)
        ],
        "drawn": [camel for event in own if isinstance(event, CamelsDrawn) for camel in event.camels],
        "got": next((_got(event) for event in own if isinstance(event, StocksDealt)), None),
        "sold": next((_sold(event) for event in own if isinstance(event, StocksSold)), None),
        "bet_placed": {
            event.about: event.amount
            for event in own
            if isinstance(event, Change) and event.reason == "bet" and event.what != "coins"
        },
        "void_bets": {event.camel: event.amount for event in own if isinstance(event, BetVoided)},
        "lapsed": next((event.action for event in own if isinstance(event, OrderLapsed)), ""),
    }


def _got(dealt: StocksDealt) -> dict[str, Any]:
    return {
        "camel": dealt.camel,
        "asked": dealt.asked,
        "got": dealt.got,
        "price": dealt.price,
        "cost": dealt.got * dealt.price,
    }


def _sold(sold: StocksSold) -> dict[str, Any]:
    return {"camel": sold.camel, "amount": sold.amount, "place": sold.place, "price": sold.price}


def _belongings(player: Player) -> dict[str, Any]:
    """Coins, phantom coins, garnets, stocks of all colours, the tile's space, the bets made."""
    return {
        "coins": player.coins,
        "phantom": player.phantom,
        "garnets": player.garnets,
        "stocks": structs.asdict(player.stocks),
        "tile": player.tile,
        "bets": _bets(player),
    }


def _bets(player: Player) -> dict[str, int]:
    return {colour: player.bets.of(colour) for colour in COLOURS if player.bets.of(colour)}


def _holdings_listing(player: Player) -> Listing:
    rows = ((colour, player.stocks.of(colour), player.bets.of(colour)) for colour in COLOURS)
    return Listing(("Camel", "Stocks", "Bet"), tuple(rows))


# What the GM sees


def _players_listing(state: State) -> Listing:
    """What each player has: phantom coins (Ph), garnets (Ga), and a column of stocks for each colour.

    Names stand last, where the width of strange letters breaks no column.
    """
    rows: list[tuple[str | int, ...]] = [
        (
            player.coins,
            player.phantom,
            player.garnets,
            *(player.stocks.of(colour) for colour in COLOURS),
            "-" if player.tile is None else player.tile,
            name,
        )
        for name, player in state.players.items()
    ]
    return Listing(("Coins", "Ph", "Ga", *(colour[0] for colour in COLOURS), "Tile", "Player"), tuple(rows))


def _bets_listing(state: State) -> Listing:
    """The coins that each player has bet on each colour so far."""
    rows: list[tuple[str | int, ...]] = [
        (*(player.bets.of(colour) for colour in COLOURS), name) for name, player in state.players.items()
    ]
    return Listing((*(colour[0] for colour in COLOURS), "Player"), tuple(rows))
