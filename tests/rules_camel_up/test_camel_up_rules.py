"""Single rules and rulings, each ruling in both its readings."""

from __future__ import annotations

from typing import Any

import pytest
from camel_up_play import FINAL, NAMES, RACING, SEED, codes, player, position, roll, turn

from gm_tool.core.drawn import RecordedDraws
from gm_tool.core.draws import Draws
from gm_tool.core.events import Change
from gm_tool.core.problems import BadInput
from gm_tool.core.views import PUBLIC
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.orders import Roll
from gm_tool.rules.camel_up.pieces import DICE

GM_ROLLS = CamelUp({"dice": "gm"})
COINS = {"Ann": 4, "Bob": 3, "Cat": 3}
RANKED = ["Red", "Blue", "Yellow", "Green", "Purple"]
OWN_TILE = {"12": {"player": "Ann", "side": "boo"}}


# Setup
def test_setup_follows_the_labels() -> None:
    state = CamelUp({}).setup(NAMES[:3], {}, Draws(SEED))
    draws = Draws(SEED)
    expected: dict[int, list[str]] = {}
    for camel in draws.sample("setup/order", RACING, 5):
        expected.setdefault(draws.below(f"setup/{camel}", 3) + 1, []).append(camel)
    for camel in (("White", "Black"), ("Black", "White"))[draws.below("setup/crazy", 2)]:
        expected.setdefault(16 - draws.below(f"setup/{camel}", 3), []).append(camel)
    assert {space: list(stack) for space, stack in state.track.items()} == expected
    assert state.next == "Ann"
    assert CamelUp({}).tally(state) == {"Ann": 3, "Bob": 3, "Cat": 3}


def test_draws_are_of_things_that_the_posts_name() -> None:
    """Who checks them finds "Purple 3" on the page and in the post, rather than a 4 and a 2."""
    game, draws = CamelUp({}), RecordedDraws(SEED)
    state = game.setup(NAMES[:3], {}, draws)
    drawn = {draw.label: draw for draw in draws.made}
    assert all(draw.items for draw in draws.made)
    for camel in RACING:
        (space,) = drawn[f"setup/{camel}"].result
        assert camel in state.track[space]
        assert drawn[f"setup/{camel}"].items == (1, 2, 3)
    assert (drawn["setup/White"].items, drawn["setup/crazy"].items) == ((16, 15, 14), ("White", "Black"))


@pytest.mark.parametrize("number", range(12))
def test_a_die_is_drawn_by_what_the_post_tells_of_it(number: int) -> None:
    game, draws = CamelUp({}), RecordedDraws(number.to_bytes(32, "big"))
    state = game.setup(NAMES[:3], {}, Draws(SEED))
    events = game.resolve(state, {"Ann": Roll()}, draws)
    die, face = draws.made
    assert (die.label, die.items) == ("turn-1/die", DICE)
    assert face.label == "turn-1/face"
    assert len(face.items) == (6 if die.result == ["Gray"] else 3)
    assert any(f"{face.result[0]}." in game.tell(event) for event in events)


@pytest.mark.parametrize("number", range(30))
def test_the_gm_may_set_the_placing_order(number: int) -> None:
    order = ["Purple", "Red", "Yellow", "Green", "Blue"]
    seed = number.to_bytes(32, "big")
    drawn = CamelUp({"setup_order": "drawn"}).setup(NAMES[:3], {}, Draws(seed))
    for setting in (order, ", ".join(order).lower()):
        placed = CamelUp({"setup_order": setting}).setup(NAMES[:3], {}, Draws(seed))
        assert placed.track.keys() == drawn.track.keys()
        for space, stack in placed.track.items():
            assert set(stack) == set(drawn.track[space])
            if space <= 3:
                assert list(stack) == [camel for camel in order if camel in stack]
            else:
                assert stack == drawn.track[space]


@pytest.mark.parametrize(
    "rulings",
    [
        {"setup_order": ["Blue", "Green"]},
        {"setup_order": ["Blue", "Green", "Yellow", "Red", "White"]},
        {"setup_order": 3},
        {"dice": "mine"},
        {"flip_in_place": 1},
        {"mising": "skip"},
    ],
)
def test_rulings_that_misfit(rulings: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as refused:
        CamelUp(rulings)
    assert refused.value.problems[0].hint


@pytest.mark.parametrize(
    ("names", "options", "expected"),
    [
        (["Ann", "Bob"], {}, ["players.count"]),
        ([f"P{n}" for n in range(9)], {}, ["players.count"]),
        (["Ann", "Ann", "Bob"], {}, ["players.name"]),
        (["Ann", " ", "Bob"], {}, ["players.name"]),
        (["Ann", "Bob", "Cat"], {"garnets": {"Ann": 1}}, ["option.unknown"]),
        ([], {"garnets": {}}, ["players.count", "option.unknown"]),
    ],
)
def test_games_that_cant_be_made(names: list[str], options: dict[str, Any], expected: list[str]) -> None:
    with pytest.raises(BadInput) as refused:
        CamelUp({}).setup(names, options, Draws(SEED))
    assert [problem.code for problem in refused.value.problems] == expected


# Rulings of a turn
def test_own_tile_blocks_in_both_readings() -> None:
    order = {"action": "tile", "space": 13, "side": "cheer"}
    state = position(tiles=OWN_TILE)
    assert codes(CamelUp({"own_tile_blocks": False}), state, order) == []
    assert codes(CamelUp({"own_tile_blocks": True}), state, order) == ["tile.adjacent"]
    assert codes(CamelUp({"own_tile_blocks": True}), state, order | {"space": 14}) == []


def test_flip_in_place_in_both_readings() -> None:
    state = position(tiles=OWN_TILE)
    turned, as_it_is = ({"action": "tile", "space": 12, "side": side} for side in ("cheer", "boo"))
    assert codes(CamelUp({"flip_in_place": False}), state, turned) == ["tile.same_space"]
    flips = CamelUp({"flip_in_place": True})
    assert codes(flips, state, turned) == []
    assert codes(flips, state, as_it_is) == ["tile.same_space"]
    assert codes(flips, state, turned | {"side": "up"}) == ["tile.side"]
    events, after = turn(flips, flips.load(state), turned)
    assert flips.dump(after)["tiles"] == {"12": {"player": "Ann", "side": "cheer"}}
    assert flips.tell(events[0]) == "Ann turns the spectator tile on space 12 over: cheering."


def test_coins_public_in_both_readings() -> None:
    state = position(tiles={"10": {"player": "Bob", "side": "cheer"}})
    for public in (True, False):
        game = CamelUp({"coins_public": public, "dice": "gm"})
        before = game.load(state)
        events, after = turn(game, before, roll("Red", 1))
        view = game.view(before, events, after, PUBLIC)
        assert ("coins" in view.words["players"][0]) is public  # type: ignore[index]
        assert ("Bob gets 1 coin for the spectator tile." in view.words["happened"]) is public  # type: ignore[operator]
        assert view.boards["players"].header[0] == ("Coins" if public else "Tickets")  # type: ignore[union-attr]


def test_dice_in_both_readings() -> None:
    order = roll("Blue", 2)
    tool, state = CamelUp({"dice": "tool"}), position()
    drawn, _ = turn(tool, tool.load(state), order)
    assert drawn == turn(tool, tool.load(state), {"action": "pyramid"})[0]
    rolled, after = turn(GM_ROLLS, GM_ROLLS.load(state), order)
    assert GM_ROLLS.dump(after)["track"]["10"] == ["Blue"]
    assert "takes a pyramid ticket and rolls Blue 2" in GM_ROLLS.tell(rolled[1])


def test_missing_in_both_readings() -> None:
    state = position()
    for rulings, taken in (({}, 1), ({"dice": "gm"}, 1), ({"missing": "skip"}, 0)):
        game = CamelUp(rulings)
        before = game.load(state)
        chosen = game.default(before, "Ann")
        assert game.judge(before, "Ann", None).order == chosen
        after = game.fold(before, game.resolve(before, {"Ann": chosen}, Draws(SEED)))  # type: ignore[dict-item]
        assert after.players["Ann"].pyramid == taken
        assert after.next == "Bob"


def test_missing_turn_without_a_die_is_skipped() -> None:
    game = CamelUp({})
    state = game.load(position(dice=[]))
    assert codes(game, position(dice=[]), {"action": "pyramid"}) == ["die.used"]
    assert "pyramid" not in game.form(state, "Ann").fields[0].choices
    events = game.resolve(state, {"Ann": game.default(state, "Ann")}, Draws(None))  # type: ignore[dict-item]
    assert [type(event).__name__ for event in events] == ["TurnSkipped", "TurnEnded"]


# Whose turn it is
def test_only_the_next_player_is_asked() -> None:
    game = CamelUp({})
    state = game.load(position())
    step = game.due(state)
    assert step is not None
    assert (step.name, step.players) == ("turn-10", ("Ann",))
    assert codes(game, position(), {"action": "pyramid"}, "Bob") == ["turn.not_yours"]
    assert codes(game, position(), {"action": "nonsense"}, "Zoe") == ["turn.not_yours"]
    assert codes(game, position(), None, "Bob") == []
    assert game.default(state, "Bob") is None


def test_nobody_is_asked_after_the_end() -> None:
    game = GM_ROLLS
    _, after = turn(game, game.load(position(track=FINAL)), roll("Red", 1))
    assert game.due(after) is None
    assert game.default(after, "Bob") is None
    assert [p.code for p in game.judge(after, "Bob", {"action": "pyramid"}).problems] == ["turn.not_yours"]
    assert all(not field.choices for field in game.form(after, None).fields)


# Orders that don't stand
@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ([], ["action.unknown"]),
        ({}, ["action.unknown"]),
        ({"action": "skip"}, ["action.unknown"]),
        ({"action": "Tile"}, ["action.unknown"]),
        ({"action": None}, ["action.unknown"]),
        ({"action": "leg_bet"}, ["camel.unknown"]),
        ({"action": "leg_bet", "camel": ["Red"]}, ["camel.unknown"]),
        ({"action": "winner", "camel": "Black"}, ["camel.unknown"]),
        ({"action": "loser", "camel": "red"}, ["camel.unknown"]),
        ({"action": "tile"}, ["tile.side", "tile.space"]),
        ({"action": "tile", "space": True, "side": "cheer"}, ["tile.space"]),
        ({"action": "tile", "space": 5.0, "side": "cheer"}, ["tile.space"]),
        ({"action": "tile", "space": "5", "side": "Boo"}, ["tile.side", "tile.space"]),
        ({"action": "tile", "space": 17, "side": "boo"}, ["tile.space"]),
        ({"action": "tile", "space": 1, "side": ["boo"]}, ["tile.side", "tile.space"]),
        ({"action": "tile", "space": 9, "side": "boo"}, ["tile.adjacent", "tile.occupied"]),
        ({"action": "tile", "space": 10, "side": "boo"}, ["tile.occupied"]),
        ({"action": "tile", "space": 11, "side": "boo"}, ["tile.adjacent"]),
        ({"action": "tile", "space": 11, "side": 1}, ["tile.adjacent", "tile.side"]),
        ({"action": "partner", "player": "Bob"}, ["partner.unavailable"]),
        ({"action": "pyramid"}, ["die.pips", "die.unknown"]),
        ({"action": "pyramid", "die": "Gray", "pips": 1}, ["die.unknown"]),
        ({"action": "pyramid", "die": "Orange", "pips": 0}, ["die.pips", "die.unknown"]),
        ({"action": "pyramid", "die": "White", "pips": 2}, ["die.used"]),
        ({"action": "pyramid", "die": "Red", "pips": 2.0}, ["die.pips", "die.used"]),
        ({"action": "pyramid", "die": "Blue", "pips": True}, ["die.pips"]),
        ({"action": "pyramid", "die": {}, "pips": 3}, ["die.unknown"]),
    ],
)
def test_what_is_wrong_with_an_order(order: Any, expected: list[str]) -> None:
    tiles = {"10": {"player": "Bob", "side": "boo"}}
    assert codes(GM_ROLLS, position(tiles=tiles, dice=["Blue", "Green"]), order) == expected


def test_without_tickets_or_cards_the_hint_says_so() -> None:
    game = CamelUp({})
    players = position()["players"] | {"Ann": player(cards=[])}
    state = game.load(position(tickets={camel: [] for camel in RACING}, players=players))
    leg, final = (game.judge(state, "Ann", {"action": a, "camel": "Red"}).problems[0] for a in ("leg_bet", "winner"))
    assert (leg.code, leg.hint) == ("ticket.none_left", "No colour has a ticket left in this leg.")
    assert (final.code, final.hint) == ("card.used", "Ann has no finish card left.")


@pytest.mark.parametrize(
    ("partner", "says"),
    [
        ("Ann", "of their own"),
        ("Zoe", "There is no player 'Zoe'"),
        ("Fey", "There is no player"),
        ("Bob", "Bob has a partner"),
        (None, "names no partner"),
        (7, "There is no player '7'"),
    ],
)
def test_partners_that_cant_be(partner: Any, says: str) -> None:
    game = CamelUp({})
    players = position(6)["players"] | {"Bob": player(partner="Cat"), "Cat": player(partner="Bob")}
    problem = game.judge(
        game.load(position(6, players=players)), "Ann", {"action": "partner", "player": partner}
    ).problems[0]
    assert problem.code == "partner.unavailable"
    assert says in problem.message
    assert problem.hint == ("Did you mean Fay?" if partner == "Fey" else "Free: Dan, Eve or Fay.")


def test_a_partner_has_no_second_one() -> None:
    game = CamelUp({})
    players = position(6)["players"] | {"Ann": player(partner="Cat"), "Cat": player(partner="Ann")}
    problem = game.judge(
        game.load(position(6, players=players)), "Ann", {"action": "partner", "player": "Bob"}
    ).problems[0]
    assert problem.message == "Ann and Cat are partners until the leg's end."
    assert problem.hint == "Choose another action."


def test_a_typo_is_asked_about() -> None:
    game = CamelUp({})
    state = game.load(position())
    wrong = game.judge(state, "Ann", {"action": "leg_bet", "camel": "Bleu"}).problems[0]
    assert wrong.hint == "Did you mean Blue?"
    wrong = game.judge(state, "Ann", {"action": "winer"}).problems[0]
    assert wrong.hint == "Did you mean winner?"
    assert game.judge(state, "Ann", {"action": "winner", "camel": "blue"}).problems[0].hint == "Did you mean Blue?"


# Movement
def test_both_stacked_crazy_camels_carry_the_upper_one_moves() -> None:
    track = {"1": ["Red", "Yellow", "Purple", "Green"], "10": ["Black", "White", "Blue"]}
    _, after = turn(GM_ROLLS, GM_ROLLS.load(position(track=track)), roll("Black", 1))
    assert after.track[9] == ("White", "Blue")


def test_black_on_white_moves() -> None:
    track = {"1": ["Red", "Yellow", "Purple", "Green", "Blue"], "10": ["White", "Black"]}
    _, after = turn(GM_ROLLS, GM_ROLLS.load(position(track=track)), roll("White", 3))
    assert after.track[7] == ("Black",)


def test_a_booed_unit_goes_under_those_it_left() -> None:
    track = {"1": ["Green", "Yellow", "Purple"], "9": ["Blue", "Red"], "15": ["White"], "16": ["Black"]}
    state = GM_ROLLS.load(position(track=track, tiles={"10": {"player": "Ann", "side": "boo"}}))
    events, after = turn(GM_ROLLS, state, roll("Red", 1))
    assert after.track[9] == ("Red", "Blue")
    assert GM_ROLLS.tell(events[2]) == "Red goes from space 9 to space 10, and is booed back by Ann's tile to space 9."


def test_carried_over_the_line_by_a_cheered_crazy_camel_it_isnt_over() -> None:
    track = {"1": ["Green", "Yellow", "Purple"], "4": ["White", "Red"], "9": ["Blue"], "16": ["Black"]}
    state = GM_ROLLS.load(position(track=track, tiles={"2": {"player": "Ann", "side": "cheer"}}))
    _, after = turn(GM_ROLLS, state, roll("White", 2))
    assert after.track[1] == ("Green", "Yellow", "Purple", "White", "Red")
    assert not after.finished


# Leg and end
def test_the_partners_pyramid_ticket_is_copied() -> None:
    players = position(6)["players"] | {
        "Ann": player(partner="Bob", tickets={"Green": [5]}),
        "Bob": player(partner="Ann", pyramid=2),
    }
    state = GM_ROLLS.load(position(6, next="Cat", pyramid_tickets=1, dice=["Purple", "Gray"], players=players))
    events, after = turn(GM_ROLLS, state, roll("Purple", 1))
    assert after.players["Ann"].coins == 3 - 1 + 1
    assert after.players["Bob"].coins == 3 + 2
    assert after.players["Ann"].partner is None
    told = [GM_ROLLS.tell(event) for event in events]
    assert "Ann's leg: Green 5: -1, Bob's best ticket: +1; +0 in all." in told


def test_nothing_goes_back_after_the_race() -> None:
    players = position(6)["players"] | {
        "Ann": player(partner="Bob"),
        "Bob": player(partner="Ann", tickets={"Red": [5]}),
    }
    tiles = {"5": {"player": "Cat", "side": "boo"}}
    state = position(6, track=FINAL, pyramid_tickets=1, dice=["Red", "Gray"], players=players, tiles=tiles)
    _, after = turn(GM_ROLLS, GM_ROLLS.load(state), roll("Red", 3))
    assert (after.leg, after.pyramid_tickets, after.dice, after.next) == (1, 0, ("Gray",), "Bob")
    assert after.players["Bob"].tickets == {"Red": (5,)}
    assert after.players["Ann"].partner == "Bob"
    assert after.players["Ann"].coins == 3 + 1 + 5
    assert after.players["Bob"].coins == 3 + 5 + 1
    assert after.track[17] == ("Red", "Black")
    assert GM_ROLLS.load(GM_ROLLS.dump(after)) == after


def test_decks_pay_card_by_card_and_never_below_zero() -> None:
    deck = [("Bob", "Blue"), ("Bob", "Green"), *((name, "Red") for name in ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay"))]
    players = position(6)["players"] | {"Bob": player(coins=1)}
    cards = [{"player": name, "camel": camel} for name, camel in deck]
    state = position(6, track=FINAL, winner_deck=cards, loser_deck=cards[:1], players=players)
    events, after = turn(GM_ROLLS, GM_ROLLS.load(state), roll("Red", 1))
    assert after.result is not None
    assert after.result.coins == {"Ann": 12, "Bob": 1 - 1 + 5 - 1, "Cat": 6, "Dan": 5, "Eve": 4, "Fay": 4}
    assert after.result.winners == ("Ann",)
    assert len([e for e in events if isinstance(e, Change) and e.player == "Bob"]) == 3


def test_a_leg_gives_all_back() -> None:
    players = position()["players"] | {"Bob": player(tickets={"Red": [5, 2]}, pyramid=3)}
    state = position(pyramid_tickets=1, dice=["Purple", "Gray"], players=players, tiles=OWN_TILE)
    _, after = turn(GM_ROLLS, GM_ROLLS.load(state), roll("Purple", 1))
    assert (after.leg, after.dice, after.pyramid_tickets, after.tiles) == (2, DICE, 5, {})
    assert all(not one.tickets and not one.pyramid for one in after.players.values())
