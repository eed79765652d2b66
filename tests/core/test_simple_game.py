"""What a game inherits: settings, seats, states, orders."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from sealed_auction import Auction, Bid, LotSold

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.problems import BadInput
from gm_tool.core.simple_game import SimpleGame
from gm_tool.core.views import GM, PUBLIC, Viewer

GAME = Auction({})
FIRST = GAME.setup(("Ann", "Bob"), {}, Draws(None))


def codes(problems: Any) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize("known_to", ["public", "player", "gm"])
def test_an_event_is_told_to_whom_it_may_be_told(known_to: Any) -> None:
    """One that is the GM's alone isn't told to the player it is about, either."""
    event = Change(player="Ann", what="coins", amount=-3, reason="bid", known_to=known_to)
    told = [
        viewer.player or viewer.kind
        for viewer in (PUBLIC, GM, Viewer("player", "Ann"), Viewer("player", "Bob"))
        if GAME.view(FIRST, [event], FIRST, viewer).words["news"]
    ]
    assert told == {"public": ["public", "gm", "Ann", "Bob"], "player": ["gm", "Ann"], "gm": ["gm"]}[known_to]


def test_rulings_are_settled() -> None:
    assert Auction({"coins": 5}).number("coins") == 5
    with pytest.raises(BadInput) as refused:
        Auction({"coins": 0, "cions": 5})
    assert codes(refused.value.problems) == ["ruling.value", "ruling.unknown"]


@pytest.mark.parametrize(
    ("players", "code"),
    [(["Ann"], "players.count"), ([f"P{n}" for n in range(13)], "players.count"), (["Ann", "Ann"], "player.twin"),
     (["Ann", ""], "player.twin")],
)  # fmt: skip
def test_players_who_can_not_sit_down_are_refused(players: list[str], code: str) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.setup(players, {}, Draws(None))
    assert codes(refused.value.problems) == [code]


class Two(Auction):
    info = Auction.info.__class__(
        id="two", title="Two", version="1", players=(2, 2), step_word="round", score="points",
        simultaneous=True, hidden=True, chance=True,
    )  # fmt: skip


def test_seats_are_told() -> None:
    with pytest.raises(BadInput, match="Two is for 2 players, not 3"):
        Two({}).setup(("Ann", "Bob", "Cid"), {}, Draws(None))
    with pytest.raises(BadInput, match="The Auction is for 2 to 12 players, not 1"):
        GAME.setup(("Ann",), {}, Draws(None))


@pytest.mark.parametrize(
    "state", [None, {}, {"round": 0, "coins": {"Ann": -1}, "points": {}, "lots": {}}, {"round": "x"}, []]
)
def test_a_state_that_is_none_is_refused(state: Any) -> None:
    with pytest.raises(BadInput) as refused:
        GAME.load(state)
    assert codes(refused.value.problems) == ["state.wrong"]
    assert refused.value.problems[0].hint


def test_a_game_without_invariants_takes_what_its_record_takes() -> None:
    assert SimpleGame.invariants(GAME, FIRST) == ()


def test_orders_are_judged_by_the_form() -> None:
    assert GAME.judge(FIRST, "Ann", {"bid": 5}).order == Bid(5)
    assert GAME.judge(FIRST, "Ann", None).order == Bid(0)
    assert codes(GAME.judge(FIRST, "Ann", {}).problems) == ["entry.missing"]
    assert codes(GAME.judge(FIRST, "Ann", {"bid": 21}).problems) == ["entry.number"]
    assert codes(GAME.judge(FIRST, "Zoe", {"bid": 2}).problems) == ["player.not_asked"]
    over = GAME.load({**GAME.dump(FIRST), "round": 3})
    assert "The game is over" in GAME.judge(over, "Ann", {"bid": 2}).problems[0].message


def test_a_game_waits_unless_it_says_otherwise() -> None:
    assert SimpleGame.default(GAME, FIRST, "Ann") is None


def test_changes_are_told_and_other_events_are_the_game_s() -> None:
    change = Change(player="Ann", what="coins", amount=-3, reason="bid", about="Vase")
    assert GAME.tell(change) == "Ann: -3 coins (bid, Vase)."
    assert GAME.tell(LotSold(player="Ann", lot="Vase")) == "The Vase goes to Ann."
    with pytest.raises(TypeError, match="Event is an event that The Auction doesn't tell"):
        SimpleGame.tell(GAME, Event())


def test_a_number_that_is_none_is_a_bug_of_the_game() -> None:
    class Odd(Struct):
        settings: dict[str, Any]

    with pytest.raises(AssertionError, match="the ruling flag is no number"):
        SimpleGame.number(Odd({"flag": True}), "flag")  # type: ignore[arg-type]
