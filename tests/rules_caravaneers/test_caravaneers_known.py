"""The known answers of the rules, and each rule of a turn in both editions."""

from __future__ import annotations

import pytest
from caravan_positions import ARTICLE, GAMES, WIKI, article, as_json, endgame, move, new, offers, play, sequences, wiki

from gm_tool.core.events import Change
from gm_tool.rules.caravaneers import Caravaneers
from gm_tool.rules.caravaneers.events import CaravanMoved, GameEnded, Passed


def test_north_may_move_columns_b_to_f_at_the_start() -> None:
    assert offers(ARTICLE, new(ARTICLE)) == ("b", "c", "d", "e", "f")


def test_number_of_sequences_from_the_start_of_the_article() -> None:
    found = [sequences(ARTICLE, new(ARTICLE), length) for length in range(1, 8)]
    assert found == [5, 22, 96, 406, 1719, 6650, 25891]


def test_number_of_sequences_from_the_endgame() -> None:
    found = [sequences(ARTICLE, endgame(), length) for length in range(1, 13)]
    assert found == [3, 5, 10, 14, 27, 38, 79, 139, 256, 430, 722, 1109]


def test_number_of_sequences_from_the_start_of_the_wiki() -> None:
    found = [sequences(WIKI, new(WIKI), length) for length in range(1, 6)]
    assert found == [6, 44, 297, 2272, 16260]


def test_nobody_can_move_f1_a6_f6() -> None:
    # f6 alone could go on, but f1 is in its column and a6 in its row: both lines have a gap
    result = {"hoards": {"North": 3, "West": 5}, "winner": "Bob"}
    state = ARTICLE.load(as_json("f1 a6 f6", None, 3, result=result))
    assert ARTICLE.due(state) is None
    assert offers(ARTICLE, state) == ()


def test_the_endgame_as_told() -> None:
    state = endgame()
    assert offers(ARTICLE, state) == ("2", "3", "5")
    for row, captures in (("2", 0), ("3", 1), ("5", 1)):
        assert play(ARTICLE, state, row).hoards.west == 1 + captures
    state = play(ARTICLE, state, "2")
    assert (state.next, offers(ARTICLE, state)) == ("North", ("f",))
    state = play(ARTICLE, state, "f")
    assert state.camels == ("a6", "d4", "d6", "f3", "f4", "f5", "f6")
    events, state = move(ARTICLE, state, "5")
    assert [type(event) for event in events] == [CaravanMoved, Change, Passed]
    assert (state.next, state.turn) == ("West", 23)
    events, state = move(ARTICLE, state, "3")
    assert [type(event) for event in events] == [CaravanMoved, Change, GameEnded]
    assert ARTICLE.dump(state)["result"] == {"hoards": {"North": 3, "West": 3}, "winner": None}
    assert ARTICLE.dump(state)["finished"] is True
    assert ARTICLE.dump(state)["next"] is None


# A turn, one rule at a time


def test_a_caravan_moves_away_from_its_mover() -> None:
    assert play(ARTICLE, new(ARTICLE), "c").camels[6:] == ("b1", "c2", "d1", "e1", "f1")
    assert play(ARTICLE, play(ARTICLE, new(ARTICLE), "c"), "3").camels[:4] == ("a1", "a2", "a4", "a5")


@pytest.mark.parametrize(("to_move", "camels", "line"), [("North", "c6 d3", "c"), ("West", "f4 d3", "4")])
def test_the_front_camel_is_captured_in_the_article(to_move: str, camels: str, line: str) -> None:
    before = article(camels, to_move)
    events, after = move(ARTICLE, before, line)
    assert after.camels == ("d3",)
    (change,) = (event for event in events if isinstance(event, Change))
    assert (change.what, change.amount, change.reason, change.about) == ("hoard", 1, "capture", camels.split()[0])
    assert ARTICLE.holdings(after, change.player)["hoard"] == ARTICLE.holdings(before, change.player)["hoard"] + 1


@pytest.mark.parametrize(("to_move", "camels", "square"), [("North", "c7 d3", "c7"), ("West", "g4 d3", "g4")])
def test_a_camel_off_the_board_is_captured_in_the_wiki(to_move: str, camels: str, square: str) -> None:
    events, after = move(WIKI, wiki(camels, to_move), square)
    assert after.camels == ("d3",)
    assert [event.about for event in events if isinstance(event, Change)] == [square]


def test_the_wiki_enters_what_is_mountain_or_bank_in_the_article() -> None:
    assert play(WIKI, wiki("f1 f4", "West"), "f1").camels == ("f4", "g1")
    assert play(WIKI, wiki("a6 f4", "North"), "a6").camels == ("a7", "f4")
    assert play(WIKI, wiki("g6 f4", "North"), "g6").camels == ("f4", "g7")
    assert offers(WIKI, wiki("g7 f4", "North")) == ("f4", "g7")


def test_a_line_of_the_wiki_holds_several_caravans() -> None:
    state = wiki("c1 c2 c4 c6 c7", "North")
    assert offers(WIKI, state) == ("c2", "c4", "c7")
    assert play(WIKI, state, "c1").camels == ("c2", "c3", "c4", "c6", "c7")


def test_either_mountain_of_the_wiki_blocks_either_side() -> None:
    camels = "a7 g1 d4"
    assert offers(WIKI, wiki(camels, "North")) == ("d4",)
    assert offers(WIKI, wiki(camels, "West")) == ("d4",)
    # the far end of a run counts, not the near one: g1 and a7 are no obstacle behind
    assert offers(WIKI, wiki("g1 g2 a6 a7", "North")) == ("g2",)
    assert offers(WIKI, wiki("a7 b7 f1 g1", "West")) == ("b7",)


def test_a_side_without_a_move_passes_and_is_not_asked() -> None:
    # column a is blocked by its mountain, so after row 3 only West goes on
    events, after = move(ARTICLE, article("a6 b3", "West"), "3")
    assert not any(isinstance(event, Passed) for event in events)
    events, after = move(ARTICLE, article("a6 f5", "West"), "5")
    assert [(event.side, event.player) for event in events if isinstance(event, Passed)] == [("North", "Ann")]
    step = ARTICLE.due(after)
    assert step is not None
    assert (step.name, step.players) == ("turn-22", ("Bob",))


def test_the_turn_changes_hands_without_a_pass() -> None:
    state = new(ARTICLE)
    step = ARTICLE.due(state)
    assert step is not None
    assert (step.name, step.players) == ("turn-1", ("Ann",))
    step = ARTICLE.due(play(ARTICLE, state, "c"))
    assert step is not None
    assert (step.name, step.players) == ("turn-2", ("Bob",))


# Both readings of stop_at_majority


@pytest.mark.parametrize("edition", ["article", "wiki"])
def test_the_game_ends_at_six_only_where_the_ruling_says_so(edition: str) -> None:
    going_on = Caravaneers({"edition": edition})
    stopping = Caravaneers({"edition": edition, "stop_at_majority": True})
    last = "c6" if edition == "article" else "c7"
    data = as_json(f"{last} d3 d4 d5", "North", 5, edition=edition)
    state = play(going_on, going_on.load(data), last)
    assert (state.hoards.north, state.finished, state.next) == (6, False, "West")
    events, state = move(stopping, stopping.load(data), last)
    assert stopping.dump(state)["result"] == {"hoards": {"North": 6, "West": 2}, "winner": "Ann"}
    assert (state.finished, state.next, state.turn) == (True, None, 21)
    assert [(event.reason, event.rule) for event in events if isinstance(event, GameEnded)] == [
        ("majority", "stop_at_majority")
    ]
    assert not stopping.invariants(state)


def test_five_are_no_majority() -> None:
    game = GAMES["article, majority"]
    state = play(game, game.load(as_json("c6 d3 d4 d5", "North", 4)), "c")
    assert (state.hoards.north, state.finished) == (5, False)


@pytest.mark.parametrize(("north", "winner"), [(3, "Bob"), (4, None), (5, "Ann")])
def test_more_camels_win_and_as_many_are_a_draw(north: int, winner: str | None) -> None:
    # West captures f5; f1, a6 and f6 stay where nobody can move them and count for nobody
    events, state = move(ARTICLE, article("f1 f5 a6 f6", "West", north), "5")
    result = {"hoards": {"North": north, "West": 8 - north}, "winner": winner}
    assert ARTICLE.dump(state)["result"] == result
    (ended,) = (event for event in events if isinstance(event, GameEnded))
    assert (ended.reason, ended.north, ended.west, ended.winner) == ("no_moves", north, 8 - north, winner)
    assert ARTICLE.tally(state) == {"Ann": north, "Bob": 8 - north}
