"""Turns of Camel Up as people post them."""

from __future__ import annotations

from typing import Any

import pytest
from camel_up_play import position, random_game

from gm_tool.rules.camel_up import CamelUp

GAME, GM_ROLLS = CamelUp({}), CamelUp({"dice": "gm"})
STATE = GAME.load(position(6))


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("roll", {"action": "pyramid"}),
        ("Roll the dice!", {"action": "pyramid"}),
        ("Hi GM, please roll a die, thanks", {"action": "pyramid"}),
        ("pyramid", {"action": "pyramid"}),
        ("leg bet Blue", {"action": "leg_bet", "camel": "Blue"}),
        ("bet blue", {"action": "leg_bet", "camel": "Blue"}),
        ("I'd like to bet on blue for the leg", {"action": "leg_bet", "camel": "Blue"}),
        ("bet purp", {"action": "leg_bet", "camel": "Purple"}),
        ("tile on 7, cheer", {"action": "tile", "space": 7, "side": "cheer"}),
        ("tile 7 boo", {"action": "tile", "space": 7, "side": "boo"}),
        ("put my tile on space 7, -1", {"action": "tile", "space": 7, "side": "boo"}),
        ("tile 7", {"action": "tile", "space": 7}),
        ("winner red", {"action": "winner", "camel": "Red"}),
        ("loser on green", {"action": "loser", "camel": "Green"}),
        ("bet red for winner", {"action": "winner", "camel": "Red"}),
        ("partner Bob", {"action": "partner", "player": "Bob"}),
        ("partner with bob.", {"action": "partner", "player": "Bob"}),
        ("I bet on green to win!", {"action": "winner", "camel": "Green"}),
        ("bet on green to lose", {"action": "loser", "camel": "Green"}),
        ("leg bet: yellow", {"action": "leg_bet", "camel": "Yellow"}),
        ("Loser: red", {"action": "loser", "camel": "Red"}),
        ("take a pyramid ticket", {"action": "pyramid"}),
        ("cheering tile on 9 please", {"action": "tile", "space": 9, "side": "cheer"}),
        ("put my tile on 12 with boo side up", {"action": "tile", "space": 12, "side": "boo"}),
        ("I roll the dice", {"action": "pyramid"}),
        ("Hello! I'll choose the pyramid.", {"action": "pyramid"}),
        ("rolling!", {"action": "pyramid"}),
        ("[b]roll[/b] :-)", {"action": "pyramid"}),
        ("roll\n\n-- \nAnn", {"action": "pyramid"}),
        ("partner Bob :)", {"action": "partner", "player": "Bob"}),
        ("partner Bob\nAnn", {"action": "partner", "player": "Bob"}),
        ("**roll**", {"action": "pyramid"}),
        ("\u200froll\u200f", {"action": "pyramid"}),
        ("ｒｏｌｌ", {"action": "pyramid"}),
        ("tile on 7, \u22121", {"action": "tile", "space": 7, "side": "boo"}),
        ("I\u2019ll take the blue ticket please", {"action": "leg_bet", "camel": "Blue"}),
        ("grab a red betting ticket", {"action": "leg_bet", "camel": "Red"}),
        ("I'd like the ticket for green, thanks", {"action": "leg_bet", "camel": "Green"}),
        ("red to win the leg", {"action": "leg_bet", "camel": "Red"}),
        ("I bet red wins this leg", {"action": "leg_bet", "camel": "Red"}),
        ("I choose leg bet Blue", {"action": "leg_bet", "camel": "Blue"}),
        ("blue to win", {"action": "winner", "camel": "Blue"}),
        ("I bet that Blue will win the race", {"action": "winner", "camel": "Blue"}),
        ("I bet on red as the overall winner", {"action": "winner", "camel": "Red"}),
        ("put my red card on the winner deck", {"action": "winner", "camel": "Red"}),
        ("I bet Red loses", {"action": "loser", "camel": "Red"}),
        ("Red is the loser", {"action": "loser", "camel": "Red"}),
        ("I'll bet loser red", {"action": "loser", "camel": "Red"}),
        ("I place a +1 tile on 12", {"action": "tile", "space": 12, "side": "cheer"}),
        ("I'd like to move my tile to 7 (boo)", {"action": "tile", "space": 7, "side": "boo"}),
        ("I'd like to team up with Bob, please", {"action": "partner", "player": "Bob"}),
        ("I choose Bob as my partner", {"action": "partner", "player": "Bob"}),
        ("bet blak", {"action": "leg_bet", "camel": "blak"}),
    ],
)
def test_what_people_post(text: str, order: Any) -> None:
    parsed = GAME.read(STATE, STATE.next, text)
    assert (parsed.order, parsed.problems) == (order, ())


@pytest.mark.parametrize(
    "text", ["Pyramid, Blue 2", "roll blue 2", "roll: Blue 2", "pyramid, blue: 2", "roll the die, Blue 2"]
)
def test_a_die_that_the_gm_rolled(text: str) -> None:
    parsed = GM_ROLLS.read(STATE, STATE.next, text)
    assert (parsed.order, parsed.problems) == ({"action": "pyramid", "die": "Blue", "pips": 2}, ())


def test_the_example_of_a_rolled_die_is_given_to_who_rolls() -> None:
    hints = [game.read(STATE, STATE.next, "roll blue").problems[0].hint for game in (GAME, GM_ROLLS)]
    assert ["roll, Blue 2" in hint for hint in hints] == [False, True]


@pytest.mark.parametrize(
    "text",
    [
        *("", "bet", "bet red and blue", "roll twice", "tile seven cheer", "move red", "winner", "please", "I"),
        *("take blue", "blue", "I won't roll", "I'd rather not roll", "red not to win", "red or blue to win"),
        *("red comes first", "blue ticket or red ticket", "red wins, blue loses", "red to lose the leg"),
    ],
)
def test_what_cannot_be_read_is_told_with_examples(text: str) -> None:
    parsed = GAME.read(STATE, STATE.next, text)
    assert parsed.order is None
    (problem,) = parsed.problems
    assert problem.code == "message.unreadable"
    assert "leg bet Blue" in problem.hint


def test_what_may_be_two_dice_is_a_problem() -> None:
    (problem,) = GM_ROLLS.read(STATE, STATE.next, "pyramid, B 2").problems
    assert (problem.code, problem.field) == ("die.ambiguous", "die")


@pytest.mark.parametrize("name", ["Please", "Thanks", "Hi", "GM", "I"])
def test_a_partner_may_be_called_by_a_courtesy(name: str) -> None:
    players = {**position(6)["players"], name: position(6)["players"]["Bob"]}
    state = GAME.load(position(6, players=players))
    assert GAME.read(state, "Ann", f"partner {name}").order == {"action": "partner", "player": name}


@pytest.mark.parametrize("game", [GAME, GM_ROLLS])
@pytest.mark.parametrize("number", range(6))
def test_what_is_said_of_an_order_reads_as_that_order(game: CamelUp, number: int) -> None:
    for turn in random_game(game, 3 + number, number):
        if turn.order is not None:
            parsed = game.read(turn.before, turn.before.next, game.say(turn.order))
            assert (parsed.order, parsed.problems) == (turn.order, ())


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        *(("leg bet gren", ["camel.unknown"]), ("dance", ["message.unreadable"]), ("tile 99 cheer", ["tile.space"])),
        *(("roll", []), ("leg bet red", []), ("tile 3 cheer", [])),
    ],
)
def test_what_no_turn_makes_right(text: str, codes: list[str]) -> None:
    """Cat isn't due: that a turn isn't hers yet is no fault of an order sent ahead."""
    parsed = GAME.read(STATE, "Cat", text)
    assert [problem.code for problem in GAME.never(STATE, "Cat", parsed)] == codes


def test_what_is_said_of_a_die_that_the_tool_rolls_is_not_used() -> None:
    parsed = GAME.read(STATE, "Ann", "roll, blue 2")
    assert parsed.order == {"action": "pyramid"}
    assert [(problem.code, problem.severity) for problem in parsed.problems] == [("cell.unused", "warning")] * 2
    assert "drawn from the seed" in parsed.problems[0].message


def test_a_signature_that_may_be_an_order_is_no_signature() -> None:
    assert GAME.read(STATE, "Roll", "bet red\nRoll").order is None
