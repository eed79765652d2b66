"""Orders are judged and placed, defaults filled in, and what can't be is not let through."""

from __future__ import annotations

from typing import Any

import pytest

from gm_tool.core.draws import Draws, SeedNeeded
from gm_tool.core.names import Names
from gm_tool.core.problems import Problem
from gm_tool.core.sources import Place, Tab, Value
from gm_tool.engine.intake import take_in
from gm_tool.engine.places import in_reading_order, row_and_column
from gm_tool.engine.submissions import RowAccount
from gm_tool.engine.turn import BrokenInvariant, Checked, awaited, check, check_orders, count, play

from .toy_game import PLAYERS, SEED, Auction, Bid, State, auction, first_state


def checked(*rows: tuple[Value, ...], state: State | None = None) -> Checked:
    game, state = auction(), state or first_state()
    step = game.due(state)
    assert step
    tab = Tab("a.xlsx", "Round 1", (("Player", "Bid", "For lot", "Note"), *rows))
    return check(game, state, step, take_in(tab, game.form(state, None), Names(PLAYERS), step))


def codes(result: Checked) -> list[tuple[str, str, str]]:
    return [(problem.code, problem.player, problem.place.cell) for problem in result.problems]


def test_three_states_never_mix() -> None:
    result = checked(("Ann", 0), ("Bob", "much"))
    assert (result.orders, result.judged) == ({"Ann": {"coins": 0, "on": ""}}, {"Ann": Bid(0)})
    assert (result.missing, result.refused) == (("Cat",), ("Bob",))
    assert codes(result) == [("bid.invalid", "Bob", "B3")]
    assert (result.problems[0].value, result.problems[0].place.file) == ("much", "a.xlsx")
    assert not result.stands


def test_orders_come_in_seat_order_whatever_the_order_of_the_rows() -> None:
    one, other = checked(("Cat", 1), ("Ann", 2)), checked(("Ann", 2), ("Cat", 1))
    assert list(one.orders) == list(other.orders) == ["Ann", "Cat"]
    assert list(one.judged) == ["Ann", "Cat"]
    assert one.stands


def test_an_unreadable_cell_is_not_judged_too() -> None:
    result = checked(("Ann", None, "first"))
    assert codes(result) == [("bid.unreadable", "Ann", "B2")]
    assert result.refused == ("Ann",)
    assert (result.accounts[0].fate, result.accounts[0].reason) == ("refused", "The bid is empty.")


def test_a_place_that_the_game_names_is_kept() -> None:
    problem = checked(("Ann", "see D9")).problems[0]
    assert (problem.place, problem.value) == (Place("a.xlsx", "Round 1", "D9"), "see")


def test_a_note_alone_is_refused_and_never_missing() -> None:
    result = checked(("Ann", None, None, "on holiday"))
    assert codes(result) == [("action.unknown", "Ann", "2")]
    assert (result.missing, result.refused) == (("Bob", "Cat"), ("Ann",))


def test_a_problem_without_its_own_cell_is_put_at_a_cell_below_its_key_or_at_the_row() -> None:
    state = State(0, {"Ann": 99, "Bob": 1, "Cat": 1}, dict.fromkeys(PLAYERS, 0))
    result = checked(("Ann", 99), ("Bob", 1, "nonsense"), state=state)
    assert codes(result) == [("bid.all", "Ann", "2"), ("bid.lot", "Bob", "C3")]
    assert "Ann" in result.orders  # a warning is in nobody's way
    assert result.refused == ("Bob",)


def test_a_refused_row_does_not_make_its_player_missing() -> None:
    result = checked(("Ann", 1), ("Ann", 2))
    assert (result.missing, result.refused) == (("Bob", "Cat"), ("Ann",))


def test_the_counts_add_up_and_are_told() -> None:
    result = checked(("Ann", 1), ("Ann", 1), ("Bob", "x"), ("Cat",), ("Zed", 1))
    told = result.as_json()
    assert told["rows"] == {"read": 5, "used": 1, "superseded": 1, "late": 0, "refused": 2, "ignored": 1}
    assert (told["step"], told["missing"]) == ("round-1", ["Cat"])
    assert told["orders"] == {"Ann": {"coins": 1, "on": ""}}
    assert {problem["code"] for problem in told["problems"]} == {"row.same", "bid.invalid", "player.unknown"}


def test_a_row_without_a_known_end_is_not_let_through() -> None:
    with pytest.raises(AssertionError, match="of 1 rows 0"):
        count([RowAccount(Place(), "lost")])  # type: ignore[arg-type]


def test_orders_of_strangers_and_of_who_is_not_asked() -> None:
    class LetsAllBid(Auction):
        def judge(self, state: State, player: str, order: Any) -> Any:
            return super().judge(state, "Ann", order)

    game, state = LetsAllBid({}), first_state()
    step = game.due(state)
    assert step
    result = check_orders(game, state, step, {"Zed": {"coins": 1}, "Bbo": None, "Ann": {"coins": 1}})
    said = {player: problems[0].code for player, problems in result.problems.items()}
    assert (said, list(result.problems)) == ({"Bbo": "player.unknown", "Zed": "player.unknown"}, ["Bbo", "Zed"])
    assert "Did you mean Bob?" in result.problems["Bbo"][0].hint
    asked = type(step)("round", 1, ("Ann",))
    result = check_orders(game, state, asked, {"Ann": {"coins": 1}, "Bob": {"coins": 1}, "Cat": None})
    assert {player: problems[0].code for player, problems in result.problems.items()} == {"Bob": "player.not_asked"}


def test_the_game_speaks_first_of_a_strangers_order() -> None:
    game, state = auction(), first_state()
    step = game.due(state)
    assert step
    result = check_orders(game, state, step, {"Zed": {"coins": 1}})
    assert [problem.message for problem in result.problems["Zed"]] == ["Who is Zed?"]


def test_play_fills_in_defaults_and_folds() -> None:
    played = play(auction(), first_state(), {"Bob": Bid(3), "Ann": None}, Draws(SEED))
    assert played.state == State(1, {"Ann": 10, "Bob": 7, "Cat": 10}, {"Ann": 0, "Bob": 1, "Cat": 0})
    assert [event.player for event in played.events] == ["Bob", "Bob", "Bob"]


def test_play_hands_orders_on_in_seat_order() -> None:
    class Seen(Auction):
        def resolve(self, state: State, orders: Any, draws: Draws) -> Any:
            assert list(orders) == list(PLAYERS)
            return super().resolve(state, orders, draws)

    bids = {"Cat": Bid(2), "Ann": Bid(2)}
    assert play(Seen({}), first_state(), bids, Draws(SEED)) == play(
        auction(), first_state(), dict(reversed(bids.items())), Draws(SEED)
    )


def test_play_lets_no_broken_state_through() -> None:
    with pytest.raises(BrokenInvariant, match="Ann has -5 coins"):
        play(auction(), first_state(), {"Ann": Bid(15)}, Draws(SEED))


def test_play_refuses_what_it_cant_do() -> None:
    over = State(3, {"Ann": 1}, {"Ann": 0})
    with pytest.raises(ValueError, match="over"):
        play(auction(), over, {}, Draws(SEED))
    with pytest.raises(ValueError, match="waits for the order of Bob"):
        play(auction(absent="wait"), first_state(), {"Ann": Bid(1)}, Draws(SEED))
    with pytest.raises(SeedNeeded):
        play(auction(), first_state(), {}, Draws(None))


def test_who_is_awaited() -> None:
    assert awaited(auction(absent="wait"), first_state(), ("Ann", "Bob")) == ("Ann", "Bob")
    assert awaited(auction(), first_state(), ("Ann", "Bob")) == ()


def test_problems_are_shown_as_a_sheet_is_read() -> None:
    cells = ["AA3", "B3", "C10", "C9", "", "3"]
    problems = [Problem(code="x", message="", place=Place("f", "t", cell)) for cell in cells]
    assert [p.place.cell for p in in_reading_order(problems)] == ["", "3", "B3", "AA3", "C9", "C10"]
    assert [row_and_column(cell) for cell in ("AA3", "7", "C", "?")] == [(3, 27), (7, 0), (0, 3), (0, 0)]
