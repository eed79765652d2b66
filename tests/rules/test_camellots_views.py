"""What each audience sees, and that nobody sees what is another's."""

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from camellots_play import COLOURS, NAMES, events_of, move, order_from_form, position
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.views import GM, PUBLIC, Listing, Track, View, Viewer
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.state import State

GAME = CamelLots({})
MOVES = CamelLots({"race_report": "moves"})
ORDERS: dict[str, Any] = {
    "Ann": {"action": "buy", "camel": "Red", "amount": 2, "garnets": 2},
    "Bob": {"action": "sell", "camel": "Purple", "amount": 1},
    "Cat": {"action": "bet", "bets": {"Red": 3, "Blue": 2}},
    "Dan": {"action": "tile", "space": 4},
    "Eve": move("Red", "Black", "Gray"),
}
WEALTH: dict[str, Any] = {"Ann": {"coins": 20, "garnets": 2}, "Cat": {"bets": {"Red": 1}}, "Eve": {"tile": 8}}


def viewed(viewer: Viewer, game: CamelLots = GAME, orders: Mapping[str, Any] = ORDERS) -> View:
    before = game.load(position(**WEALTH))
    events = events_of(game, before, orders)
    return game.view(before, events, game.fold(before, events), viewer)


def words(viewer: Viewer, game: CamelLots = GAME, orders: Mapping[str, Any] = ORDERS) -> dict[str, Any]:
    return dict(viewed(viewer, game, orders).words)


def test_what_the_public_sees() -> None:
    seen = words(PUBLIC)
    assert set(seen) == {
        "round", "finished", "placing", "market", "bettable", "tiles", "free_spaces", "moved", "race",
        "carried", "placing_before", "market_before",
    }  # fmt: skip
    assert (seen["round"], seen["finished"]) == (4, False)
    assert seen["placing"] == ["Purple", "Yellow", "Green", "Red", "Blue"]
    assert seen["market"][0] == {"camel": "Red", "place": 4, "stocks": 3, "buy": 12, "sell": 4}
    assert seen["market"][4] == {"camel": "Purple", "place": 1, "stocks": 6, "buy": 9, "sell": 13}
    assert seen["bettable"] == list(COLOURS)
    assert seen["tiles"] == [4, 8]
    assert seen["free_spaces"] == [2, 3, 4, 6, 8, 10, 12, 13, 15, 17, 18, 19]
    assert seen["moved"] == [
        {"camel": "Red", "start": 3, "end": 5},
        {"camel": "Black", "start": 15, "end": 14},
        {"camel": "Gray", "start": 17, "end": 16},
    ]
    assert seen["race"] == []
    assert seen["carried"] == [{"camel": "Blue", "riders": ["Red"]}]
    assert seen["placing_before"] == ["Purple", "Yellow", "Green", "Blue", "Red"]
    assert seen["market_before"][0] == {"camel": "Red", "place": 5, "stocks": 5, "buy": 10, "sell": 1}


def test_under_race_report_moves_the_public_sees_steps_and_pushes() -> None:
    (*_, red) = words(PUBLIC, MOVES)["race"]
    assert red == {"camel": "Red", "steps": 1, "start": 3, "landed": 4, "end": 5, "pushed": True, "riders": []}


def test_what_each_player_sees() -> None:
    ann, bob, cat, dan, eve = (words(Viewer("player", name)) for name in NAMES)
    assert (ann["coins"], ann["phantom"], ann["garnets"]) == (4, 0, 0)
    assert ann["stocks"] == {"Red": 3, "Blue": 1, "Green": 1, "Yellow": 1, "Purple": 1}
    assert ann["got"] == {"camel": "Red", "asked": 2, "got": 2, "price": 10, "cost": 20}
    assert (ann["before"]["coins"], ann["before"]["garnets"]) == (20, 2)
    assert [(c["what"], c["amount"], c["reason"], c["about"]) for c in ann["changes"]] == [
        ("garnets", -2, "garnets_traded", ""),
        ("phantom", 4, "garnets_traded", ""),
        ("stock Red", 2, "buy", "Red"),
        ("phantom", -4, "buy", "Red"),
        ("coins", -16, "buy", "Red"),
    ]
    assert bob["sold"] == {"camel": "Purple", "amount": 1, "place": 1, "price": 13}
    assert (cat["bet_placed"], cat["bets"]) == ({"Red": 3, "Blue": 2}, {"Red": 4, "Blue": 2})
    assert (dan["tile"], dan["before"]["tile"]) == (4, None)
    assert dan["changes"] == [{"what": "coins", "amount": 10, "reason": "tile", "about": "space 4"}]
    assert eve["changes"] == [{"what": "garnets", "amount": 1, "reason": "moved", "about": ""}]
    assert (eve["got"], eve["sold"], eve["drawn"], eve["bet_placed"], eve["void_bets"], eve["lapsed"]) == (
        None, None, [], {}, {}, "",
    )  # fmt: skip


def test_a_player_sees_what_was_drawn_what_is_void_and_what_lapsed() -> None:
    assert len(words(Viewer("player", "Ann"), orders={**ORDERS, "Ann": None})["drawn"]) == 3
    board = {"3": ["Black"], "4": ["Gray"], "8": ["Blue", "Green", "Yellow", "Purple"], "16": ["Red"]}
    for rulings, orders, key, expected in (
        ({"bet_limit_at": "after_movement"}, {"Eve": move("Red", "Blue", "Green")}, "void_bets", {"Red": 3}),
        ({"after_finish": "stop"}, {n: move("Red", "Blue", "Green") for n in NAMES if n != "Cat"}, "lapsed", "bet"),
    ):  # fmt: skip
        game = CamelLots(rulings)
        before = game.load(position(board))
        everybody = {**{name: {"action": "tile", "space": 2} for name in NAMES}, "Cat": ORDERS["Cat"], **orders}
        events = events_of(game, before, everybody)
        assert game.view(before, events, game.fold(before, events), Viewer("player", "Cat")).words[key] == expected


def test_what_the_gm_sees() -> None:
    view = viewed(GM)
    seen: dict[str, Any] = dict(view.words)
    assert [one["name"] for one in seen["players"]] == list(NAMES)
    assert seen["players"][2]["bets"] == {"Red": 4, "Blue": 2}
    assert seen["events"] == [
        "Ann loses 2 garnets: garnets traded in.",
        "Ann gains 4 phantom coins: garnets traded in.",
        "Dan puts the tile on space 4.",
        "Gray makes 1 step, from 17 to 16.",
        "Black makes 1 step, from 15 to 14.",
        "Red makes 1 step, from 3 to 4, where a tile pushes it to 5.",
        "Dan gains 10 coins: the tile on space 4 went off.",
        "Eve gains 1 garnet: a move of camels.",
        "Ann buys 2 Red, at 10 coins each.",
        "Ann gains 2 stocks of Red: stocks of Red bought.",
        "Ann loses 4 phantom coins: stocks of Red bought.",
        "Ann loses 16 coins: stocks of Red bought.",
        "Bob sells 1 Purple (place 1), at 13 coins.",
        "Bob loses 1 stock of Purple: stocks of Purple sold.",
        "Bob gains 13 coins: stocks of Purple sold.",
        "Cat loses 3 coins: a bet on Red.",
        "Cat has bet 3 coins more on Red.",
        "Cat loses 2 coins: a bet on Blue.",
        "Cat has bet 2 coins more on Blue.",
        "Round 4 is over.",
    ]
    players = view.boards["players"]
    assert isinstance(players, Listing)
    assert players.header == ("Coins", "Ph", "Ga", "R", "B", "G", "Y", "P", "Tile", "Player")
    assert players.rows[2] == (5, 0, 0, 1, 1, 1, 1, 1, "-", "Cat")
    assert players.rows[3] == (20, 0, 0, 1, 1, 1, 1, 1, 4, "Dan")
    bets = view.boards["bets"]
    assert isinstance(bets, Listing)
    assert (bets.header[-1], bets.rows[2], bets.rows[3]) == ("Player", (4, 2, 0, 0, 0, "Cat"), (0, 0, 0, 0, 0, "Dan"))


def test_boards() -> None:
    view = viewed(Viewer("player", "Cat"))
    track, market, holdings = (view.boards[name] for name in ("track", "market", "holdings"))
    assert isinstance(track, Track) and isinstance(market, Listing) and isinstance(holdings, Listing)
    assert [space.number for space in track.spaces] == list(range(1, 21))
    assert track.flat == (1, 20)
    assert track.spaces[4].stack == ("Blue", "Red")
    assert [space.number for space in track.spaces if space.tile] == [4, 8]
    assert len({piece.code for piece in track.pieces}) == 7
    assert market.rows[0] == ("Red", 4, 3, 12, 4)
    assert holdings.rows[0] == ("Red", 1, 4)
    assert set(viewed(PUBLIC).boards) == {"track", "market"}


def test_a_view_of_the_state_alone() -> None:
    state = GAME.load(position(**WEALTH))
    seen = dict(GAME.view(None, (), state, Viewer("player", "Ann")).words)
    assert (seen["before"], seen["changes"], seen["moved"]) == (None, [], [])
    assert (seen["placing_before"], seen["market_before"]) == ([], [])
    assert GAME.view(None, (), state, GM).words["events"] == []


def test_at_the_end_everybody_sees_the_bets_and_the_coins() -> None:
    board = {"4": ["Green", "Yellow", "Purple"], "2": ["Black"], "6": ["Gray"], "16": ["Blue"], "19": ["Red"]}
    before = GAME.load(position(board, Bob={"bets": {"Red": 3}}))
    orders = {**{n: {"action": "tile", "space": 9} for n in NAMES}, "Ann": move("Red", "Green", "Blue")}
    events = events_of(GAME, before, orders)
    after = GAME.fold(before, events)
    seen = dict(GAME.view(before, events, after, PUBLIC).words)
    assert (seen["finished"], seen["ended_by"], seen["winner"]) == (True, "Red", "Red")
    assert seen["result"] == GAME.dump(after)["result"]
    assert seen["bets"] == {"Ann": {}, "Bob": {"Red": 3}, "Cat": {}, "Dan": {}, "Eve": {}}
    own = dict(GAME.view(before, events, after, Viewer("player", "Bob")).words)
    assert (own["bets"], own["all_bets"]) == ({"Red": 3}, seen["bets"])


def test_sentences_for_what_is_rare() -> None:
    told = [
        GAME.tell(event)
        for event in GAME.load_events(
            [
                {"event": "change", "player": "Ann", "what": "coins", "amount": 1, "reason": "a GM's word"},
                {"event": "change", "player": "Ann", "what": "bet Red", "amount": -1, "reason": "a GM's word"},
                {"event": "change", "player": "Ann", "what": "luck", "amount": 2, "reason": "a GM's word"},
                {"event": "tile_placed", "player": "Ann", "space": 7, "before": 4},
                {"event": "stocks_dealt", "player": "Ann", "camel": "Red", "asked": 3, "got": 1, "price": 5},
                {"event": "stocks_dealt", "player": "Bob", "camel": "Red", "asked": 3, "got": 0, "price": 5},
                {"event": "bet_voided", "player": "Ann", "camel": "Red", "amount": 1, "space": 18},
                {"event": "order_lapsed", "player": "Ann", "action": "sell"},
                {"event": "game_ended", "ended_by": "Gray", "winner": None, "ranking": ["Red", "Blue"]},
                {"event": "game_ended", "ended_by": "Red", "winner": "Red", "ranking": ["Red", "Blue"]},
            ]
        )
    ]
    assert told == [
        "Ann gains 1 coin: a GM's word.",
        "Ann loses a bet of 1 coin on Red: a GM's word.",
        "Ann gains 2 luck: a GM's word.",
        "Ann puts the tile on space 7 from space 4.",
        "Ann buys 1 Red of 3 asked for, at 5 coins.",
        "Bob buys 0 Red of 3 asked for.",
        "Ann's bet of 1 coin on Red is void: it now stands on space 18.",
        "The race is over: Ann's sale isn't carried out.",
        "The game is over: no camel wins and all bets are lost. The camels came in as Red, Blue.",
        "The game is over: Red wins. The camels came in as Red, Blue.",
    ]
    with pytest.raises(TypeError, match="no event of CamelLots"):
        GAME.tell(Event())


def _others(game: CamelLots, before: State, orders: Mapping[str, Any]) -> list[Any]:
    """All that anybody but Ann and the GM sees of a round."""
    events = events_of(game, before, orders)
    after = game.fold(before, events)
    viewers = [PUBLIC, *(Viewer("player", name) for name in NAMES if name != "Ann")]
    return [msgspec.to_builtins(game.view(before, events, after, viewer)) for viewer in viewers]


@given(st.sampled_from(["board", "moves"]), st.data())
def test_what_one_player_hides_changes_no_other_view(report: str, data: st.DataObject) -> None:
    game = CamelLots({"race_report": report})
    hidden = st.fixed_dictionaries(
        {"coins": st.integers(1, 40), "phantom": st.integers(0, 9), "garnets": st.integers(0, 3),
         "bets": st.dictionaries(st.sampled_from(COLOURS), st.integers(1, 20))}
    )  # fmt: skip
    one, other = (game.load(position(Ann=data.draw(hidden), Dan={"tile": 4})) for _ in range(2))
    rest = {name: order_from_form(game, one, name, data) for name in NAMES[1:]}
    assert _others(game, one, {**rest, "Ann": _bet(one, data)}) == _others(
        game, other, {**rest, "Ann": _bet(other, data)}
    )


def _bet(state: State, data: st.DataObject) -> dict[str, Any]:
    """An order that leaves no trace on the board: whatever bets and trades Ann can make."""
    ann = state.players["Ann"]
    colours = data.draw(st.sets(st.sampled_from(COLOURS), min_size=1, max_size=min(3, ann.coins)))
    bets = {colour: data.draw(st.integers(1, ann.coins // 3 or 1)) for colour in sorted(colours)}
    return {"action": "bet", "bets": bets, "garnets": data.draw(st.integers(0, ann.garnets))}


def test_the_public_sees_no_name_and_no_change() -> None:
    for game in (GAME, MOVES):
        text = msgspec.json.encode(msgspec.to_builtins(viewed(PUBLIC, game))).decode()
        assert not any(name in text for name in NAMES)


def test_events_for_the_public_name_nobody() -> None:
    for game in (GAME, MOVES):
        before = game.load(position(**WEALTH))
        events = game.resolve(before, {n: game.judge(before, n, ORDERS[n]).order for n in NAMES}, Draws(None))
        assert all(event.player == "" for event in events if event.known_to == "public")
        assert all(event.known_to == "player" for event in events if isinstance(event, Change))
