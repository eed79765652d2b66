"""What is told of turns, and what lies ready beside the track."""

from __future__ import annotations

from typing import Any

import pytest
from camel_up_play import RACING, SEED, player, position, turn

from gm_tool.core.draws import Draws
from gm_tool.core.events import Change, Event
from gm_tool.core.views import GM, PUBLIC, Chip, Supply, Viewer
from gm_tool.rules.camel_up import CamelUp
from gm_tool.rules.camel_up.state import State

GAME = CamelUp({"dice": "gm"})
SECRETIVE = CamelUp({"dice": "gm", "coins_public": False})


def roll(camel: str, pips: int) -> dict[str, Any]:
    return {"action": "pyramid", "die": camel, "pips": pips}


def played(state: State, *orders: Any, game: CamelUp = GAME) -> tuple[list[Event], State]:
    """These orders, one after the other, each by whose turn it is."""
    events: list[Event] = []
    for order in orders:
        more, state = turn(game, state, order)
        events += more
    return events, state


def told(state: State, *orders: Any, viewer: Viewer = PUBLIC, game: CamelUp = GAME) -> list[dict[str, Any]]:
    events, after = played(state, *orders, game=game)
    turns = game.view(state, events, after, viewer).words["turns"]
    assert isinstance(turns, list)
    return turns


def test_turns_are_told_in_their_order() -> None:
    orders = ({"action": "leg_bet", "camel": "Red"}, {"action": "tile", "space": 12, "side": "boo"}, roll("Red", 3))
    bet, tile, run = told(GAME.load(position()), *orders)
    assert [entry["turn"] for entry in (bet, tile, run)] == [10, 11, 12]
    assert [entry["player"] for entry in (bet, tile, run)] == ["Ann", "Bob", "Cat"]
    assert [entry["said"] for entry in (bet, tile, run)] == ["leg bet Red", "tile on 12, boo", "pyramid"]
    assert (bet["action"], bet["camel"], bet["value"]) == ("leg_bet", "Red", 5)
    assert (tile["space"], tile["side"], tile["start"]) == (12, "boo", None)
    assert (run["die"], run["camel"], run["pips"]) == ("Red", "Red", 3)
    assert run["run"] == {
        "camel": "Red",
        "riders": [],
        "why": "",
        "start": 9,
        "landed": 12,
        "end": 11,
        "side": "boo",
        "owner": "Bob",
        "paid": 1,
        "under": True,
        "line": "",
    }


def test_why_the_other_crazy_camel_runs_is_told() -> None:
    """The board runs along: it is the turn before that puts Red on White's back."""
    track = {"2": ["Purple", "Green", "Yellow", "Blue"], "12": ["Red"], "15": ["White"], "16": ["Black"]}
    ran = told(GAME.load(position(track=track)), roll("Red", 3), roll("Black", 2))
    assert [(entry["run"]["camel"], entry["run"]["why"]) for entry in ran] == [("Red", ""), ("White", "carries")]
    track = {"2": ["Purple", "Green", "Yellow", "Blue"], "12": ["Red"], "14": ["White", "Black"]}
    for rolled in ("White", "Black"):
        [entry] = told(GAME.load(position(track=track)), roll(rolled, 2))
        assert (entry["run"]["camel"], entry["run"]["why"]) == ("Black", "upper" if rolled == "White" else "")


def test_without_the_board_before_nothing_is_said_of_why() -> None:
    state = GAME.load(position(track={"2": RACING, "14": ["White", "Black"]}))
    events, after = played(state, roll("White", 1))
    turns: Any = GAME.view(None, events, after, PUBLIC).words["turns"]
    assert (turns[0]["run"]["camel"], turns[0]["run"]["why"]) == ("Black", "")


def test_every_turn_has_every_key() -> None:
    orders = ({"action": "leg_bet", "camel": "Red"}, {"action": "loser", "camel": "Red"}, roll("White", 1))
    keys = {tuple(entry) for entry in told(GAME.load(position()), *orders)}
    assert len(keys) == 1


@pytest.mark.parametrize("deck", ["winner", "loser"])
def test_a_card_is_told_to_its_player_and_the_gm(deck: str) -> None:
    state = GAME.load(position())
    order = {"action": deck, "camel": "Yellow"}
    for viewer, camel in (
        (PUBLIC, ""),
        (Viewer("player", "Bob"), ""),
        (Viewer("player", "Ann"), "Yellow"),
        (GM, "Yellow"),
    ):
        [entry] = told(state, order, viewer=viewer)
        assert (entry["action"], entry["camel"]) == (deck, camel)
        assert entry["said"] == f"{deck} {camel}".strip()


def test_partners_and_a_missed_turn() -> None:
    state = GAME.load(position(6))
    [entry] = told(state, {"action": "partner", "player": "Fay"})
    assert (entry["action"], entry["partner"], entry["said"]) == ("partner", "Fay", "partner Fay")
    skips = CamelUp({"missing": "skip"})
    events = skips.resolve(state, {"Ann": skips.default(state, "Ann")}, Draws(SEED))  # type: ignore[dict-item]
    [entry] = skips.view(state, events, skips.fold(state, events), PUBLIC).words["turns"]  # type: ignore[misc]
    assert (entry["player"], entry["action"], entry["said"]) == ("Ann", "skip", "")


LAST_DIE = position(
    dice=["Blue", "Red"],
    pyramid_tickets=1,
    players={
        "Ann": player(tickets={"Red": [5], "Blue": [3]}, coins=0),
        "Bob": player(tickets={"Green": [5]}, coins=0),
        "Cat": player(),
    },
)


def test_the_end_of_a_leg_is_told_with_everybodys_sum() -> None:
    [entry] = told(GAME.load(LAST_DIE), roll("Red", 1))
    assert entry["leg"] == 1
    assert entry["over"] is None
    ann, bob = entry["scores"]
    assert ann == {
        "player": "Ann",
        "tickets": [{"camel": "Red", "value": 5, "worth": 5}, {"camel": "Blue", "value": 3, "worth": 1}],
        "pyramid": 1,
        "copied": 0,
        "partner": "",
        "total": 7,
        "paid": 7,
    }
    assert (bob["total"], bob["paid"]) == (-1, 0)


def test_secret_coins_are_told_to_their_player_alone() -> None:
    state = SECRETIVE.load(LAST_DIE | {"tiles": {"10": {"player": "Cat", "side": "cheer"}}})
    seen = {}
    for viewer in (PUBLIC, Viewer("player", "Bob"), Viewer("player", "Cat"), GM):
        [entry] = told(state, roll("Red", 1), viewer=viewer, game=SECRETIVE)
        seen[viewer] = ([score["player"] for score in entry["scores"]], entry["run"]["paid"])
    assert list(seen.values()) == [([], 0), (["Bob"], 0), ([], 1), (["Ann", "Bob"], 1)]


def test_the_end_of_the_race_is_told_with_the_cards() -> None:
    track = {"1": ["Purple", "Green", "Yellow", "Blue"], "15": ["White"], "16": ["Red", "Black"]}
    cards = [{"player": "Bob", "camel": "Red"}, {"player": "Ann", "camel": "Blue"}]
    [entry] = told(GAME.load(position(track=track, winner_deck=cards)), roll("Red", 2))
    assert entry["run"]["line"] == "ahead"
    assert entry["run"]["riders"] == ["Black"]
    assert entry["over"] == {"camel": "Red", "forwards": True, "ranking": ["Red", "Blue", "Yellow", "Green", "Purple"]}
    assert entry["cards"] == [
        {"deck": "winner", "player": "Bob", "camel": "Red", "pays": 8},
        {"deck": "winner", "player": "Ann", "camel": "Blue", "pays": -1},
    ]
    assert entry["leg"] == 0


def test_a_change_of_another_hand_is_no_turn() -> None:
    state = GAME.load(position())
    change = Change(player="Bob", known_to="public", what="coins", amount=2, reason="a gift")
    after = GAME.fold(state, [change])
    view = GAME.view(state, [change], after, PUBLIC)
    assert view.words["turns"] == []
    assert view.words["happened"] == ["Bob gets 2 coins (a gift)."]
    events, end = played(after, {"action": "leg_bet", "camel": "Red"})
    turns: Any = GAME.view(state, [change, *events], end, PUBLIC).words["turns"]
    assert [(entry["player"], entry["scores"], entry["run"]) for entry in turns] == [("Ann", [], None)]


def there(supply: Supply, name: str) -> list[str]:
    """What is still there in the row of that name, chip by chip; "." for what is gone."""
    [row] = [row for row in supply.rows if row.name == name]
    chips: list[Chip] = [chip for cell in row.cells if not isinstance(cell, int) for chip in cell]
    return [chip.text if chip.there else "." for chip in chips]


def test_what_lies_ready() -> None:
    state = position(
        dice=["Blue", "Gray"],
        pyramid_tickets=2,
        tickets={"Blue": [5, 3, 2, 2], "Green": [3, 2, 2], "Yellow": [2], "Red": [], "Purple": [5, 2]},
        winner_deck=[{"player": "Ann", "camel": "Red"}],
    )
    supply = GAME.view(None, (), GAME.load(state), PUBLIC).boards["supply"]
    assert isinstance(supply, Supply)
    assert {row.name: there(supply, row.name) for row in supply.rows[:7]} == {
        "Blue": ["5", "3", "2", "2", "B"],
        "Green": [".", "3", "2", "2", "."],
        "Yellow": [".", ".", ".", "2", "."],
        "Red": [".", ".", ".", ".", "."],
        "Purple": ["5", ".", ".", "2", "."],
        "Crazy": ["WK"],
        "Pyramid": [".", ".", ".", "1", "1"],
    }
    assert [row.cells for row in supply.rows[7:]] == [(1, ()), (0, ())]
