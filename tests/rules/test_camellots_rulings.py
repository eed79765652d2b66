"""Each ruling of CamelLots in all its readings, and the rules that rulings lean on."""

from typing import Any

import pytest
from camellots_play import COLOURS, IDLE, MIDDLE, NAMES, ONE_EACH, SEED, codes, events_of, move, played, position

from gm_tool.core.draws import Draws
from gm_tool.core.problems import BadInput
from gm_tool.rules.camellots import CamelLots
from gm_tool.rules.camellots.market import deal

NEAR_END = {"1": ["Gray"], "2": ["Black"]}


def track_of(before: dict[str, Any], orders: dict[str, Any], **rulings: Any) -> dict[str, list[str]]:
    track: dict[str, list[str]] = played(rulings, before, orders)["track"]
    return track


# movement_order

ORDER_BOARD = {"4": ["Red"], "5": ["Blue"], "8": ["Green", "Yellow", "Purple"], "9": ["Black", "Gray"]}


@pytest.mark.parametrize(
    ("reading", "six"),
    [
        # Red, then Blue onto it: Red 4 to 6, Blue 5 to 6.
        ("after_crazy", ["Red", "Blue"]),
        ("round_start", ["Red", "Blue"]),
        ("dynamic", ["Red", "Blue"]),
    ],
)
def test_furthest_back_moves_first_in_every_order(reading: str, six: list[str]) -> None:
    orders = {"Ann": move("Red", "Blue", "Purple"), "Bob": move("Red", "Green", "Yellow")}
    assert track_of(position(ORDER_BOARD), orders, movement_order=reading)["6"] == six


@pytest.mark.parametrize(
    ("reading", "fourteen"),
    [("after_crazy", ["Red", "Blue"]), ("round_start", ["Blue", "Red"]), ("dynamic", ["Red", "Blue"])],
)
def test_movement_order_after_a_crazy_camel_carried_one_back(reading: str, fourteen: list[str]) -> None:
    # Blue on 13 is ahead of nobody at the start but Red on 14; Black then takes Red to 12.
    board = {"3": ["Green", "Yellow", "Purple"], "13": ["Blue"], "14": ["Black", "Red"], "18": ["Gray"]}
    orders = {
        "Ann": move("Black", "Red", "Gray"),
        "Bob": move("Black", "Red", "Blue"),
    }
    assert track_of(position(board), orders, movement_order=reading)["14"] == fourteen


@pytest.mark.parametrize(
    ("reading", "eight"),
    [("after_crazy", ["Green"]), ("round_start", ["Green"]), ("dynamic", ["Green", "Blue"])],
)
def test_movement_order_once_or_anew(reading: str, eight: list[str]) -> None:
    # Red carries Green ahead of Blue: dynamic lets Blue move next, onto Green, and ride with it.
    board = {"1": ["Yellow", "Purple"], "3": ["Red", "Green"], "4": ["Blue"], "15": ["Black"], "17": ["Gray"]}
    orders = {
        "Ann": move("Red", "Green", "Blue"),
        "Bob": move("Red", "Green", "Blue"),
        "Cat": move("Red", "Black", "Gray"),
    }
    assert track_of(position(board), orders, movement_order=reading)["8"] == eight


def test_dynamic_order_moves_each_camel_once() -> None:
    orders = {"Ann": move("Red", "Blue", "Green")}
    moved = track_of(position(), orders, movement_order="dynamic")
    assert (moved["4"], moved["6"], moved["8"]) == (["Red"], ["Blue"], ["Green"])


# repeat_camel, crazy_selectable


@pytest.mark.parametrize(("allowed", "expected"), [(False, ["move.repeat"]), (True, [])])
def test_repeat_camel(allowed: bool, expected: list[str]) -> None:
    game = CamelLots({"repeat_camel": allowed})
    assert codes(game, game.load(position()), "Ann", move("Red", "Red", "Blue")) == expected


@pytest.mark.parametrize(("selectable", "expected"), [(True, []), (False, ["move.crazy", "move.crazy"])])
def test_crazy_selectable(selectable: bool, expected: list[str]) -> None:
    game = CamelLots({"crazy_selectable": selectable})
    assert codes(game, game.load(position()), "Ann", move("Red", "Gray", "Black")) == expected
    assert codes(game, game.load(position()), "Ann", move("Red", "Blue", "Gray")) == expected[:1]
    assert codes(game, game.load(position()), "Ann", move("Red", "Blue", "Green")) == []


@pytest.mark.parametrize("repeat", [False, True])
def test_a_random_move_leaves_barred_camels_out_and_names_each_once(repeat: bool) -> None:
    game = CamelLots({"crazy_selectable": False, "repeat_camel": repeat, "camels_per_move": 5})
    state = game.load(position())
    drawn = [event for event in events_of(game, state, {}) if event.__struct_config__.tag == "camels_drawn"]
    assert len(drawn) == 5
    assert all(sorted(event.camels) == sorted(COLOURS) for event in drawn)  # type: ignore[attr-defined]


def test_draws_are_labelled_by_round_and_player() -> None:
    game = CamelLots({})
    state = game.load(position())
    (drawn, *_) = events_of(game, state, {name: IDLE for name in NAMES if name != "Dan"})[4:]
    camels = Draws(SEED).sample("round-4/missing/Dan", (*COLOURS, "Black", "Gray"), 3)
    assert (drawn.label, drawn.camels) == ("round-4/missing/Dan", camels)  # type: ignore[attr-defined]


# crazy_tile


@pytest.mark.parametrize(
    ("reading", "space", "coins"), [("own_direction", "13", 20), ("clockwise", "15", 20), ("ignore", "14", 10)]
)
def test_crazy_tile(reading: str, space: str, coins: int) -> None:
    orders = {"Ann": move("Black", "Red", "Blue"), "Dan": {"action": "tile", "space": 14}}
    after = played({"crazy_tile": reading}, position(Dan={"tile": 14}), orders)
    assert after["track"][space] == ["Black"]
    assert after["players"]["Dan"]["coins"] == coins


@pytest.mark.parametrize("reading", ["own_direction", "clockwise", "ignore"])
def test_crazy_tile_is_for_the_camel_that_moves(reading: str) -> None:
    board = {**MIDDLE, "3": ["Red", "Black"]}
    del board["15"]
    orders = {"Ann": move("Red", "Green", "Yellow"), "Dan": {"action": "tile", "space": 4}}
    after = played({"crazy_tile": reading}, position(board), orders)
    assert after["track"]["5"] == ["Blue", "Red", "Black"]
    assert after["players"]["Dan"]["coins"] == 20


def test_pushed_clockwise_a_crazy_camel_lands_on_what_it_left_behind() -> None:
    board = {"3": ["Red", "Blue", "Green", "Yellow"], "9": ["Purple", "Black"], "15": ["Gray"]}
    orders = {"Ann": move("Black", "Red", "Gray"), "Dan": {"action": "tile", "space": 8}}
    assert track_of(position(board), orders, crazy_tile="clockwise")["9"] == ["Purple", "Black"]


def test_pushed_back_to_the_last_space_a_crazy_camel_is_listed_and_goes_last() -> None:
    board = {**MIDDLE, "20": ["Black", "Gray"]}
    del board["15"], board["17"]
    orders = {"Ann": move("Black", "Red", "Blue"), "Dan": {"action": "tile", "space": 19}}
    back = played({"crazy_tile": "clockwise"}, position(board), orders)
    assert back["track"]["20"] == ["Gray", "Black"]
    back["players"]["Dan"]["tile"] = None
    assert track_of(back, {"Ann": move("Black", "Gray", "Red")}, crazy_tile="clockwise")["19"] == ["Gray", "Black"]


@pytest.mark.parametrize(("reading", "finished"), [("own_direction", True), ("clockwise", False), ("ignore", False)])
def test_a_push_can_end_the_race_on_the_first_space(reading: str, finished: bool) -> None:
    board = {"3": ["Black"], "5": ["Red", "Blue", "Green", "Yellow", "Purple"], "9": ["Gray"]}
    after = played({"crazy_tile": reading}, position(board), {"Ann": move("Black", "Red", "Blue")})
    assert after["finished"] is finished  # everybody else's tile lies on 2


def test_a_push_can_end_the_race_on_the_last_space() -> None:
    board = {**MIDDLE, "18": ["Purple"]}
    del board["11"]
    orders = {"Ann": move("Purple", "Red", "Black"), "Dan": {"action": "tile", "space": 19}}
    after = played({}, position(board), orders)
    assert after["result"]["winner"] == after["result"]["ended_by"] == "Purple"
    assert after["players"]["Dan"]["coins"] == 20


# tile_immunity


@pytest.mark.parametrize(
    ("reading", "rider", "carried"),
    [("unit", "8", "9"), ("strict", "8", "8"), ("none", "9", "9")],
)
def test_tile_immunity(reading: str, rider: str, carried: str) -> None:
    rider_moves = {"5": ["Red", "Blue"], "12": ["Green", "Yellow", "Purple"], "15": ["Black"], "17": ["Gray"]}
    tiles = {"Dan": {"action": "tile", "space": 6}, "Eve": {"action": "tile", "space": 8}}
    orders = {"Ann": move("Red", "Blue", "Gray"), **tiles}
    assert track_of(position(rider_moves), orders, tile_immunity=reading)[rider][-1] == "Blue"
    under_it = {"5": ["Red"], "7": ["Blue"], "12": ["Green", "Yellow", "Purple"], "15": ["Black"], "17": ["Gray"]}
    assert track_of(position(under_it), orders, tile_immunity=reading)[carried] == ["Blue", "Red"]


# scarce_stock


@pytest.mark.parametrize(
    ("demands", "supply", "stop", "skip"),
    [
        ((1, 1, 2, 3, 3), 7, (1, 1, 2, 1, 1), (1, 1, 2, 1, 1)),
        ((2, 2, 4), 4, (1, 1, 1), (1, 1, 2)),
        ((2, 2, 3, 3), 5, (1, 1, 1, 1), (1, 1, 1, 1)),
        ((1, 1, 2), 1, (0, 0, 0), (0, 0, 1)),
        ((9, 2, 2), 4, (1, 1, 1), (2, 1, 1)),
        ((3,), 10, (3,), (3,)),
        ((30,), 10, (10,), (10,)),
        ((1,), 0, (0,), (0,)),
    ],
)
def test_scarce_stock(demands: tuple[int, ...], supply: int, stop: tuple[int, ...], skip: tuple[int, ...]) -> None:
    asked = dict(zip(NAMES, demands, strict=False))
    assert tuple(deal(asked, supply, skip=False).values()) == stop
    assert tuple(deal(asked, supply, skip=True).values()) == skip


@pytest.mark.parametrize(("reading", "left"), [("stop", 1), ("skip", 0)])
def test_scarce_stock_in_a_round(reading: str, left: int) -> None:
    rich = {"coins": 100}
    many = {"stocks": {**ONE_EACH, "Red": 3}}
    before = position(Ann=rich, Bob=rich, Cat=rich, Dan=many, Eve={"stocks": {**ONE_EACH, "Red": 0}})
    orders = {name: {"action": "buy", "camel": "Red", "amount": n} for name, n in (("Ann", 2), ("Bob", 2), ("Cat", 4))}
    assert before["market"]["Red"] == 4
    assert played({"scarce_stock": reading}, before, orders)["market"]["Red"] == left


# bet_limit_at, sell_price_at


@pytest.mark.parametrize(("reading", "bets"), [("round_start", {"Red": 5, "Blue": 3}), ("after_movement", {"Blue": 3})])
def test_bet_limit_at(reading: str, bets: dict[str, int]) -> None:
    board = {"3": ["Black"], "4": ["Gray"], "8": ["Blue", "Green", "Yellow", "Purple"], "16": ["Red"]}
    orders = {"Ann": {"action": "bet", "bets": {"Blue": 3, "Red": 5}}, "Bob": move("Red", "Green", "Yellow")}
    after = played({"bet_limit_at": reading}, position(board), orders)["players"]["Ann"]
    assert after["bets"] == bets
    assert after["coins"] == 10 - sum(bets.values())


@pytest.mark.parametrize("reading", ["round_start", "after_movement"])
def test_a_bet_on_a_camel_past_the_limit_shown_is_refused_either_way(reading: str) -> None:
    game = CamelLots({"bet_limit_at": reading})
    board = {"3": ["Black"], "4": ["Gray"], "8": ["Blue", "Green", "Yellow", "Purple"], "17": ["Red"]}
    assert codes(game, game.load(position(board)), "Ann", {"action": "bet", "bets": {"Red": 1}}) == ["bet.too_late"]


@pytest.mark.parametrize(("reading", "coins"), [("after_movement", 14), ("round_start", 11)])
def test_sell_price_at(reading: str, coins: int) -> None:
    orders = {
        "Ann": {"action": "sell", "camel": "Red", "amount": 1},
        **{n: move("Red", "Black", "Gray") for n in NAMES[1:4]},
    }
    after = played({"sell_price_at": reading}, position(), orders)
    assert after["players"]["Ann"]["coins"] == coins  # Red passes Blue: fourth instead of fifth


# after_finish

LAST_ROUND = {**NEAR_END, "4": ["Green", "Yellow", "Purple"], "16": ["Blue"], "19": ["Red"]}


@pytest.mark.parametrize(("reading", "carried_out"), [("complete_round", True), ("stop", False)])
def test_after_finish(reading: str, carried_out: bool) -> None:
    del (board := dict(LAST_ROUND))["1"]
    before = position({**board, "2": ["Black", "Gray"]}, Bob={"garnets": 1}, Eve={"tile": 5, "bets": {"Red": 2}})
    orders = {
        "Ann": {"action": "buy", "camel": "Green", "amount": 1},
        "Bob": {"action": "sell", "camel": "Red", "amount": 1, "garnets": 1},
        "Cat": {"action": "bet", "bets": {"Blue": 4}},
        "Dan": move("Red", "Green", "Black"),
        "Eve": {"action": "tile", "space": 5},
    }
    # Black gets to its goal first, so that the coloured camels stay: only its own end is asked for here.
    ended_by_black = played({"after_finish": reading}, before, orders)
    assert ended_by_black["result"]["ended_by"] == "Black"
    orders["Dan"] = move("Red", "Green", "Blue")
    after = played({"after_finish": reading}, before, orders)
    people = after["players"]
    assert people["Ann"]["stocks"]["Green"] == (2 if carried_out else 1)
    assert people["Ann"]["coins"] == (0 if carried_out else 10)
    assert people["Bob"]["stocks"]["Red"] == (0 if carried_out else 1)
    assert people["Bob"]["garnets"] == 0, "a trade stays"
    assert people["Cat"]["bets"] == ({"Blue": 4} if carried_out else {})
    assert people["Dan"]["garnets"] == 1, "a garnet is earned either way"
    assert people["Eve"]["coins"] == 10 + 10 + 4, "tile income and winnings are paid either way"
    assert all(one["phantom"] == 0 for one in people.values())


def test_after_finish_stop_keeps_tile_income() -> None:
    board = {"4": ["Red", "Blue", "Green"], "15": ["Black", "Gray"], "17": ["Yellow"], "18": ["Purple"]}
    orders = {
        "Ann": move("Yellow", "Red", "Blue"),
        "Bob": move("Yellow", "Purple", "Red"),
        "Cat": move("Purple", "Red", "Blue"),
    }
    orders |= {"Dan": {"action": "tile", "space": 19}}
    after = played({"after_finish": "stop"}, position(board), orders)
    assert after["result"]["ended_by"] == "Yellow"
    assert after["players"]["Dan"]["coins"] == 20


# missing_earns_garnet, race_report


@pytest.mark.parametrize(("earns", "garnets"), [(False, 0), (True, 1)])
def test_missing_earns_garnet(earns: bool, garnets: int) -> None:
    after = played({"missing_earns_garnet": earns}, position(), {"Ann": None, "Bob": move("Red", "Blue", "Green")})
    assert after["players"]["Ann"]["garnets"] == garnets
    assert after["players"]["Bob"]["garnets"] == 1


@pytest.mark.parametrize(("report", "known"), [("board", "gm"), ("moves", "public")])
def test_race_report(report: str, known: str) -> None:
    game = CamelLots({"race_report": report})
    orders = {**dict.fromkeys(NAMES, IDLE), "Ann": move("Red", "Blue", "Green")}
    moves = [e for e in events_of(game, game.load(position()), orders) if type(e).__name__ == "CamelMoved"]
    assert {event.known_to for event in moves} == {known}


# player_count and the numbers


@pytest.mark.parametrize(("rulings", "seats"), [
    ({}, (5, 5)),
    ({"player_count": "any"}, (2, 10)),
    ({"player_count": "any", "starting_stock": 3}, (2, 3)),
    ({"player_count": "any", "starting_stock": 0}, (2, 1000)),
])  # fmt: skip
def test_player_count(rulings: dict[str, Any], seats: tuple[int, int]) -> None:
    assert CamelLots(rulings).seats() == seats


def test_numbers_are_used_throughout() -> None:
    numbers = {
        "track_length": 12, "starting_coins": 30, "starting_stock": 2, "stocks_per_colour": 12, "base_price": 3,
        "sell_prices": [9, 8, 7, 6, 5], "tile_bonus": 4, "phantom_per_garnet": 3, "bet_limit_space": 9,
        "bet_multiplier": 5, "camels_per_move": 2,
    }  # fmt: skip
    game = CamelLots(numbers)
    before = game.dump(game.setup(NAMES, {"garnets": {"Ann": 2}}, Draws(None)))
    assert before["track"] == {"1": list(COLOURS), "12": ["Black", "Gray"]}
    assert before["market"] == dict.fromkeys(COLOURS, 2)
    orders = {
        "Ann": {"action": "buy", "camel": "Red", "amount": 2, "garnets": 2},
        "Bob": {"action": "sell", "camel": "Purple", "amount": 2},
        "Cat": {"action": "bet", "bets": {"Red": 30}},
        "Dan": {"action": "tile", "space": 11},
        "Eve": move("Red", "Black"),
    }
    after = played(numbers, before, orders)
    people = after["players"]
    assert (people["Ann"]["coins"], people["Ann"]["phantom"]) == (30 + 6 - 2 * 13, 0)
    assert people["Bob"]["coins"] == 30 + 2 * 8, "Red has moved past Purple"
    assert people["Dan"]["coins"] == 34
    assert after["track"]["10"] == ["Black"]
    after["track"]["9"] = after["track"].pop("2")
    state = game.load(after)
    assert codes(game, state, "Ann", {"action": "bet", "bets": {"Red": 1}}) == ["bet.too_late"]
    assert codes(game, state, "Ann", {"action": "tile", "space": 12}) == ["tile.space"]
    final = game.dump(game.fold(state, events_of(game, state, dict.fromkeys(NAMES, move("Red", "Blue")))))
    assert final["track"]["12"] == ["Gray", "Red"]
    assert final["result"]["winner"] == "Red"
    assert final["players"]["Cat"]["coins"] == 150


@pytest.mark.parametrize(
    ("rulings", "code"),
    [
        ({"camels_per_move": 8}, "ruling.misfit"),
        ({"camels_per_move": 6, "crazy_selectable": False}, "ruling.misfit"),
        ({"camels_per_move": 6, "crazy_selectable": False, "repeat_camel": True}, "ruling.misfit"),
        ({"starting_stock": 11}, "ruling.misfit"),
        ({"track_length": 2}, "ruling.value"),
        ({"track_length": 1001}, "ruling.misfit"),
        ({"starting_coins": 10**6 + 1}, "ruling.misfit"),
        ({"sell_prices": [10**6 + 1, 1, 1, 1, 1]}, "ruling.misfit"),
        ({"sell_prices": [13, 10, 7, 4]}, "ruling.value"),
        ({"movement_order": "backwards"}, "ruling.value"),
        ({"crazy_tiles": "ignore"}, "ruling.unknown"),
    ],
)
def test_rulings_that_cannot_fit_are_refused(rulings: dict[str, Any], code: str) -> None:
    with pytest.raises(BadInput) as refusal:
        CamelLots(rulings)
    assert [problem.code for problem in refusal.value.problems] == [code]


def test_every_ruling_tells_its_question_and_its_readings() -> None:
    for ruling in CamelLots.rulings:
        assert ruling.question
        assert all(meaning for _, meaning in ruling.values)
        if ruling.kind in ("choice", "flag"):
            assert ruling.values[0][0] == ruling.default
