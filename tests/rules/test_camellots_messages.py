"""Orders as people post them: read where they have one meaning, asked about where they have none or two."""

from typing import Any

import pytest
from camellots_play import NAMES, order_from_form, position
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.problems import Problem
from gm_tool.rules.camellots import CamelLots

GAME = CamelLots({})
STATE = GAME.load(position(Ann={"garnets": 3}))


def read(text: str, player: str = "Ann", game: CamelLots = GAME) -> Any:
    """The order, which must come without a problem."""
    parsed = game.read(STATE, player, text)
    assert parsed.problems == (), text
    return parsed.order


def refused(text: str, game: CamelLots = GAME) -> Problem:
    """The one problem of a text that is no order."""
    parsed = game.read(STATE, "Ann", text)
    assert parsed.order is None, text
    (problem,) = parsed.problems
    assert problem.severity == "error"
    assert problem.hint
    return problem


@pytest.mark.parametrize(
    ("text", "camels"),
    [
        ("move red, blue and black", ["Red", "Blue", "Black"]),
        ("Move Red + blue, and Purple x1", ["Red", "Blue", "Purple"]),
        ("MOVE RED/BLUE/GREY", ["Red", "Blue", "Gray"]),
        ("advance yellow; green & purple", ["Yellow", "Green", "Purple"]),
        ("I'm pushing red, blue, black.", ["Red", "Blue", "Black"]),
        ("run pur, gree, bla", ["Purple", "Green", "Black"]),
        ("move 3 camels: red blue black", ["Red", "Blue", "Black"]),
        ("Move the red, the blue and the black camel", ["Red", "Blue", "Black"]),
        ("move a red, a blue and a black camel", ["Red", "Blue", "Black"]),
        ("move red\nmove blue\nmove black", ["Red", "Blue", "Black"]),
        ("move red, blue, black. So: move red, blue, black!", ["Red", "Blue", "Black"]),
        ("red, blue, black - move please", ["Red", "Blue", "Black"]),
        ("move red x2, blue", ["Red", "Red", "Blue"]),
        ("move 2x red + 1 x blue", ["Red", "Red", "Blue"]),
        ("move red*2 and blue", ["Red", "Red", "Blue"]),
        ("move 2 red 1 blue", ["Red", "Red", "Blue"]),
        ("move red, x2 blue", ["Red", "Blue", "Blue"]),
        ("move red 2x, blue", ["Red", "Red", "Blue"]),
        ("move red×2, blue", ["Red", "Red", "Blue"]),
        ("move red and 2x blue", ["Red", "Blue", "Blue"]),
        ("move red x2 blue x1", ["Red", "Red", "Blue"]),
        ("move 1x red 2x blue", ["Red", "Blue", "Blue"]),
        ("move #1 red #2 blue #3 black", ["Red", "Blue", "Black"]),
        ("Hi GM! I would like to move Red, Blue and Black, please 🐪🐪, thanks!! :)", ["Red", "Blue", "Black"]),
        ("Action: move\nRed\nBlue\nBlack\n\n— Ann", ["Red", "Blue", "Black"]),
        ("round 4: move red, blue, black", ["Red", "Blue", "Black"]),
        ("Move\n1. Red\n2) Blue\n3. Black", ["Red", "Blue", "Black"]),
        ("1) red 2) blue 3) black: move", ["Red", "Blue", "Black"]),
        ("move red, blue, black <3 :-) :D xD 8)", ["Red", "Blue", "Black"]),
        ("[spoiler=mine]move [color=red]red[/color], *blue*,<br>**black**[/spoiler]", ["Red", "Blue", "Black"]),
        ("move [list][*]red[*]blue[*]black[/list]", ["Red", "Blue", "Black"]),
        ("move red\u00a0, blu\u0065, bl\u200back", ["Red", "Blue", "Black"]),
        ("move", []),
        ("move red", ["Red"]),
    ],
)
def test_moves(text: str, camels: list[str]) -> None:
    assert read(text) == {"action": "move", "camels": camels}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("buy 3 red", {"camel": "Red", "amount": 3}),
        ("purchase three red stocks", {"camel": "Red", "amount": 3}),
        ("I'd like to get 2 shares of Blue", {"camel": "Blue", "amount": 2}),
        ("buy red x3", {"camel": "Red", "amount": 3}),
        ("Red – 3 buy", {"camel": "Red", "amount": 3}),
        ("buy Red: 3", {"camel": "Red", "amount": 3}),
        ("buy a red stock", {"camel": "Red", "amount": 1}),
        ("buy gre 1", {"camel": "Green", "amount": 1}),
        ("buy red 0", {"camel": "Red", "amount": 0}),
        ("buy -3 red", {"camel": "Red", "amount": -3}),
        ("buy 2.5 red", {"camel": "Red", "amount": "2.5"}),
        ("buy 10.0 red", {"camel": "Red", "amount": 10}),
        ("buy 1 black", {"camel": "Black", "amount": 1}),
        ("buy red", {"camel": "Red"}),
        ("buy 3", {"amount": 3}),
        ("buy", {}),
    ],
)
def test_buys(text: str, order: dict[str, Any]) -> None:
    assert read(text) == {"action": "buy", **order}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("sell 1 blue", {"action": "sell", "camel": "Blue", "amount": 1}),
        ("I will be selling two purple stocks", {"action": "sell", "camel": "Purple", "amount": 2}),
        ("tile 7", {"action": "tile", "space": 7}),
        ("tile on 7.", {"action": "tile", "space": 7}),
        ("put my tile on the 7th space", {"action": "tile", "space": 7}),
        ("place influence tile on space seven", {"action": "tile", "space": 7}),
        ("move my tile to 7", {"action": "tile", "space": 7}),
        ("put on 7 my tile", {"action": "tile", "space": 7}),
        ("[b]Tile[/b] on **7**", {"action": "tile", "space": 7}),
        ("[color=red][size=120]tile *7*[/size][/color]", {"action": "tile", "space": 7}),
        ("`bet` __5__ on *red*", {"action": "bet", "bets": {"Red": 5}}),
        ("bet 1,000 on red", {"action": "bet", "bets": {"Red": "1,000"}}),
        ("sell 1.0 red", {"action": "sell", "camel": "Red", "amount": 1}),
        ("tile", {"action": "tile"}),
        ("bet 5 on red, 3 on blue", {"action": "bet", "bets": {"Red": 5, "Blue": 3}}),
        ("bet red 5, blue 3", {"action": "bet", "bets": {"Red": 5, "Blue": 3}}),
        ("bet 5 on red and bet 3 on blue", {"action": "bet", "bets": {"Red": 5, "Blue": 3}}),
        ("wager ten coins on purple", {"action": "bet", "bets": {"Purple": 10}}),
        ("put 5 coins on red and 3 on blue", {"action": "bet", "bets": {"Red": 5, "Blue": 3}}),
        ("place a bet of 5 coins on Red", {"action": "bet", "bets": {"Red": 5}}),
        ("bet 2 each on red and blue", {"action": "bet", "bets": {"Red": 2, "Blue": 2}}),
        ("bet 0 on red", {"action": "bet", "bets": {"Red": 0}}),
        ("bet 5 on black", {"action": "bet", "bets": {"Black": 5}}),
        ("bet", {"action": "bet", "bets": {}}),
        ("trade 2 garnets", {"action": None, "garnets": 2}),
        ("trade a garnet for 2 phantom coins", {"action": None, "garnets": 1}),
        ("exchange two garnets", {"action": None, "garnets": 2}),
        ("buy 2 red and trade 1 garnet", {"action": "buy", "camel": "Red", "amount": 2, "garnets": 1}),
        ("use 1 garnet to buy 2 red stocks", {"action": "buy", "camel": "Red", "amount": 2, "garnets": 1}),
        ("trade 0 garnets", {"action": None, "garnets": 0}),
        ("nothing", {"action": None}),
        ("I pass this round", {"action": None}),
        ("nothing, trade 1 garnet", {"action": None, "garnets": 1}),
    ],
)
def test_other_actions(text: str, order: dict[str, Any]) -> None:
    assert read(text) == order


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("buy 2 red and sell 1 blue", ("buy 2 Red", "sell 1 Blue")),
        ("buy 2 red and 1 blue", ("buy 2 Red", "buy 1 Blue")),
        ("buy 2 red and blue", ("buy 2 Red", "buy 2 Blue")),
        ("buy red 2 or 3", ("or",)),
        ("buy red 2, 3", ("buy 2 Red", "buy 3 Red")),
        ("tile 7, 8", ("tile on 7", "tile on 8")),
        ("move red, blue or black", ("or",)),
        ("move red, blue, black and buy 1 red", ("move Red, Blue, Black", "buy 1 Red")),
        ("nothing. buy 1 red", ("nothing", "buy 1 Red")),
        ("buy 1 red, sell what", None),
        ("trade 1 garnet, trade 2 garnets", ("trade 1 garnet", "trade 2 garnets")),
    ],
)
def test_what_may_mean_two_things_is_refused_with_both(text: str, readings: tuple[str, ...] | None) -> None:
    problem = refused(text)
    assert problem.code == ("message.ambiguous" if readings else "message.unreadable")
    for reading in readings or ():
        assert f"“{reading}”" in problem.message


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("move blak, red, blue", "“blak” can't be read in this message. The rest reads “move Red, Blue”."),
        ("mvoe red, blue, black", "“mvoe” can't be read"),
        ("move r, blue, black", "“r” can't be read"),
        ("red, blue, black", "says “red blue black”, but not what to do with it"),
        ("", "says nothing of an action"),
        ("🐪", "says nothing of an action"),
        ("bet 5 on red and blue", "how many coins go on which camel"),
        ("bet 5", "how many coins go on which camel"),
        ("bet on red", "how many coins go on which camel"),
        ("bet 2 garnets on red", "It isn't clear what “garnets” means here"),
        ("bet 2 on red, 3 on red", "one camel more than once"),
        ("bet red 5 3 blue", "how many coins go on which camel"),
        ("bet 5, red 3, blue", "how many coins go on which camel"),
        ("buy red for 5 coins", "Leave out the price"),
        ("buy red for 5", "It isn't clear what"),
        ("buy all red stocks", "“all” can't be read"),
        ("move red, blue, black if nobody else does", "“if”"),
        ("don't move red, blue, black", "“don” and “t”"),
        ("move red 2 blue", "It isn't clear what “2” means here"),
        ("move 3 camels: red, blue", "speaks of 3 camels, but names 2"),
        ("move red one space", "It isn't clear"),
        ("move red, blue, black each", "It isn't clear what “each” means here"),
        ("tile red", "It isn't clear what “red” means here"),
        ("put red", "how many coins go on which camel"),
        ("put 5", "a tile, or coins on a camel?"),
        ("pass 5", "It isn't clear what “5” means here"),
        ("trade garnets", "how many garnets"),
        ("trade 1 garnet for 5 phantom coins", "It isn't clear"),
        ("trade 2 coins for 1 garnet", "It isn't clear what “2 coins for 1 garnet” means here"),
        ("convert 4 coins to 2 garnets", "It isn't clear"),
        ("trade for 1 garnet", "It isn't clear"),
        ("exchange for 1", "It isn't clear"),
        ("move red, blue, black, trade 2 phantom coins into a garnet", "It isn't clear"),
        ("spend 5 coins", "It isn't clear"),
        ("trade 2 red", "It isn't clear what “red” means here"),
        ("[s]buy 1 red[/s]", "“struck” can't be read"),
        ("<s>buy 1 red</s>", "“struck” can't be read"),
        ("move ~red~, blue, black, green", "“struck” can't be read"),
        ("b\u0336u\u0336y\u0336 1 red", "“struck”"),
        ("❌ buy 1 red", "“❌” can't be read"),
        ("buy 1 red. Scratch that!", "“scratch” and “that” can't be read"),
        ("buy 1 red. Just kidding.", "“kidding”"),
        ("kaufe 1 red. Doch nicht", "“nicht”"),
        ("buy 1 red [I would rather move red]", "“rather” can't be read"),
        ("put red on 7", "a tile, or coins on a camel?"),
        ("buy the 3rd red", "It isn't clear what “3rd” means here"),
        ("move red 2x blue", "It isn't clear what “2x” means here"),
        ("move red, 2x, blue", "It isn't clear what “2x” means here"),
        ("move red x0, blue, black, green", "It isn't clear what “x0” means here"),
        ("move 0 red, blue, black, green", "It isn't clear what “0” means here"),
        ("move 2. red 1. blue", "It isn't clear what “2 1” means here"),
        ("bet 1. red 2. blue", "It isn't clear what “1 2” means here"),
        ("buy three 3 red", "whether 3 is meant once or 2 times"),
        ("buy 1 red and 1 red", "whether 1 is meant once or 2 times"),
        ("~~buy 1 red~~ buy 2 red", "“struck” can't be read"),
        ("7: tile", "before “tile” means"),
        ("5 move red", "before “move red” means"),
        ("move red, blue, black. Actually, don't.", "“actually”, “don” and “t”"),
        ("move red, blue, black. Cancel that", "“cancel” and “that”"),
        ("a b c d e f g h move", "“b”, “c”, “e”, “f” and “g” and more"),
    ],
)
def test_what_cannot_be_read_is_told_with_what_is(text: str, found: str) -> None:
    problem = refused(text)
    assert problem.code == "message.unreadable"
    assert found in problem.message
    assert "move Red, Blue, Black" in problem.hint


@pytest.mark.parametrize(
    ("text", "guess"),
    [("move blak", "Did you mean Black by “blak”?"), ("mvoe red", "mean move"), ("buy 1 y", "mean Yellow by “y”")],
)
def test_a_typo_is_asked_about(text: str, guess: str) -> None:
    assert guess in refused(text).hint


def test_a_name_of_two_camels_is_asked_about_by_what_it_is_for() -> None:
    assert read("bet 3 on gre") == {"action": "bet", "bets": {"Green": 3}}
    problem = refused("move red, blue, gre")
    assert (problem.code, problem.message) == ("camel.ambiguous", "“gre” may be Green or Gray.")
    barred = CamelLots({"crazy_selectable": False})
    text = "move red, blue, gre"
    assert read(text, game=barred) == {"action": "move", "camels": ["Red", "Blue", "Green"]}


@pytest.mark.parametrize("text", ["move red, blue, black?", "Shall I move red, blue and black?!", "red? buy 1"])
def test_a_question_is_no_order(text: str) -> None:
    problem = refused(text)
    assert problem.code == "message.ambiguous"
    assert "is a question" in problem.message
    assert read("You ok? Buy 1 red. Ok?")["amount"] == 1


@pytest.mark.parametrize(
    "text",
    ["buy red round-3", "buy red, round: 3", "buy red in the 3rd round", "buy red, round three", "Round (3) buy red"],
)
def test_the_number_of_another_round_is_no_amount(text: str) -> None:
    assert refused(text).code == "message.round"
    assert read(text.replace("3", "4").replace("three", "four").replace("rd", "th")) == {
        "action": "buy",
        "camel": "Red",
    }


def test_a_number_behind_this_round_is_an_amount() -> None:
    assert read("buy this round: 3 red") == {"action": "buy", "camel": "Red", "amount": 3}


def test_another_round_is_named() -> None:
    problem = refused("Round 3: move red, blue, black")
    assert problem.code == "message.round"
    assert refused("Turn #3: tile").code == "message.round"
    assert "round 3, but round 4" in problem.message


def test_a_message_of_many_pages_is_no_order() -> None:
    assert refused("move red, blue, black " * 300).message == "The message has 6600 characters."


def test_sentences_without_an_order_are_left_out_and_said_to_be() -> None:
    parsed = GAME.read(STATE, "Ann", "What a race!\nMove red, blue, black. Never seen such camels")
    assert parsed.order is None  # "never" may turn it
    parsed = GAME.read(STATE, "Ann", "What a race!\nMove red, blue, black. See ya tomorrow :)")
    assert parsed.order == {"action": "move", "camels": ["Red", "Blue", "Black"]}
    (note,) = parsed.problems
    assert (note.code, note.severity) == ("message.chatter", "note")
    assert "what a race; see ya tomorrow" in note.message


def test_the_players_own_name_is_a_signature_unless_it_is_a_camels() -> None:
    assert read("Zoë: tile 7", "Zoë") == {"action": "tile", "space": 7}
    assert refused("tile 7 - red").code == "message.unreadable"
    assert read("move blue, black, red", "Red") == {"action": "move", "camels": ["Blue", "Black", "Red"]}
    signed = [("Red", "move blue, black. Red"), ("Red", "Move blue, black\n- Red\n"), ("3 Red", "bet 5 on blue\r3 red")]
    for player, text in (*signed, ("1", "buy red\n\n-- \n1"), ("Move", "buy 1 red\nMove")):
        (problem,) = GAME.read(STATE, player, text).problems
        assert (problem.code, "own name" in problem.message) == ("message.ambiguous", True)
    assert read("move blue, black. Red", "Reddy") == {"action": "move", "camels": ["Blue", "Black", "Red"]}


def test_a_player_called_as_a_word_that_turns_an_order_does_not_make_it_say_nothing() -> None:
    assert GAME.read(STATE, "Not", "not: move red, blue, black").order is None
    assert read("tile 7\nDon", "Don") == {"action": "tile", "space": 7}
    assert GAME.read(STATE, "Don", "Don't tile 7").order is None


RULINGS: list[dict[str, Any]] = [{}, {"repeat_camel": True}, {"camels_per_move": 2}, {"crazy_selectable": False}]


@given(st.data())
def test_what_is_said_of_an_order_reads_as_that_order(data: st.DataObject) -> None:
    rulings = data.draw(st.sampled_from(RULINGS))
    game = CamelLots(rulings)
    garnets = data.draw(st.integers(0, 3))
    state = game.load(position(Ann={"garnets": garnets, "coins": data.draw(st.integers(0, 200))}))
    order = order_from_form(game, state, data.draw(st.sampled_from(NAMES)), data)
    parsed = game.read(state, "Ann", game.say(order))
    assert parsed.problems == ()
    expected = {"action": None} if order is None else {key: value for key, value in order.items() if value != 0}
    assert parsed.order == expected
    judged = game.judge(state, "Ann", order)
    assert game.judge(state, "Ann", parsed.order).order == judged.order


WORDS = st.sampled_from(
    ["move", "red", "Blue", "blak", "3", "x2", "buy", "bet", "on", "each", "or", "tile", "garnet", "trade", ".", ",",
     "\n", "a", "for", "put", "coins", "5", "zero", "not", "nothing", "round 4", "camels", "hello", "-1", "1e9"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=40))
def test_any_text_is_an_order_or_says_why_not(text: str) -> None:
    parsed = GAME.read(STATE, "Ann", text)
    assert (parsed.order is None) == any(problem.severity == "error" for problem in parsed.problems)
    GAME.judge(STATE, "Ann", parsed.order)
    assert GAME.say(parsed.order)


@pytest.mark.parametrize(
    ("text", "key", "number"),
    [
        ("buy 1² red", "amount", "1²"),
        ("buy ⑩ red", "amount", "⑩"),
        ("buy ½ red", "amount", "½"),
        ("buy >3 red", "amount", ">3"),
        ("buy ≥ 3 red", "amount", "≥ 3"),
        ("sell ~2 red", "amount", "~2"),
        ("sell 2+ red", "amount", "2+"),
        ("buy 50% red", "amount", "50%"),
        ("tile 1②", "space", "1②"),
        ("buy ３ red", "amount", 3),
    ],
)
def test_odd_digits_are_no_digits_and_full_width_ones_are(text: str, key: str, number: str | int) -> None:
    assert read(text)[key] == number


def test_odd_digits_make_no_other_round_or_number_of_times() -> None:
    assert "²" in refused("round 4² tile 5").message
    assert "²" in refused("move red x2² blue").message
