"""Rows of sheets become orders; orders, events and views become words."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from camel_up_play import RACING, cells, player, position, turn

from gm_tool.core.events import Event
from gm_tool.core.sources import CellFault
from gm_tool.core.views import GM, PUBLIC, Listing, Tile, Track, Viewer
from gm_tool.rules.camel_up import CamelUp

TOOL, GM_ROLLS = CamelUp({}), CamelUp({"dice": "gm"})
STATE = TOOL.load(position(6))


@pytest.mark.parametrize(
    ("row", "order", "said"),
    [
        ({"action": "leg bet", "camel": "Blue"}, {"action": "leg_bet", "camel": "Blue"}, "leg bet Blue"),
        ({"action": "LEG", "camel": " b "}, {"action": "leg_bet", "camel": "Blue"}, "leg bet Blue"),
        (
            {"action": "tile", "space": 7.0, "side": "Boo"},
            {"action": "tile", "space": 7, "side": "boo"},
            "tile on 7, boo",
        ),
        (
            {"action": "TILE ", "space": "12", "side": 1},
            {"action": "tile", "space": 12, "side": "cheer"},
            "tile on 12, cheer",
        ),
        (
            {"action": "tile", "space": "x", "side": "\u22121"},
            {"action": "tile", "space": "x", "side": "boo"},
            "tile on x, boo",
        ),
        ({"action": "tile"}, {"action": "tile"}, "tile on ?, ?"),
        ({"action": "Roll dice"}, {"action": "pyramid"}, "pyramid"),
        ({"action": "Winner", "camel": "red"}, {"action": "winner", "camel": "Red"}, "winner Red"),
        ({"action": "loser deck", "camel": "Orange"}, {"action": "loser", "camel": "Orange"}, "loser Orange"),
        ({"action": "partner", "partner": "bo"}, {"action": "partner", "player": "Bob"}, "partner Bob"),
    ],
)
def test_rows_are_read(row: dict[str, Any], order: Any, said: str) -> None:
    parsed = TOOL.parse(STATE, "Ann", cells(**row))
    assert (parsed.order, parsed.problems) == (order, ())
    assert TOOL.say(order) == said
    assert parsed.cells["action"].address == "B2"


@pytest.mark.parametrize(("players", "offered"), [(6, True), (4, False)])
def test_partners_are_offered_where_there_are_enough_players(players: int, offered: bool) -> None:
    state = TOOL.load(position(players))
    for problems in (
        TOOL.parse(state, "Ann", cells(action="Ann")).problems,
        TOOL.judge(state, "Ann", {"action": "fly"}).problems,
    ):
        assert problems[0].hint.startswith("Actions: leg")
        assert ("partner" in problems[0].hint) is offered


def test_the_gms_dice_are_read() -> None:
    row = cells(action="pyramid", die="wh", pips=2)
    assert GM_ROLLS.parse(STATE, "Ann", row).order == {"action": "pyramid", "die": "White", "pips": 2}
    assert GM_ROLLS.say({"action": "pyramid", "die": "White", "pips": 2}) == "pyramid, White 2"
    grey = GM_ROLLS.parse(STATE, "Ann", cells(action="pyramid", die="Grey", pips=2)).order
    assert grey["die"] == "Gray"
    assert GM_ROLLS.judge(STATE, "Ann", grey).problems[0].hint == "Write White or Black for the die."


@pytest.mark.parametrize(
    ("row", "expected", "says"),
    [
        ({"action": "bet", "camel": "Red"}, ["action.ambiguous"], "leg bet, winner or loser"),
        ({"action": "p"}, ["action.ambiguous"], "pyramid, partner or tile"),
        (
            {"action": "", "camel": "Red"},
            ["action.unknown"],
            "The Action cell is empty, but there is something in Camel.",
        ),
        ({"camel": "Red"}, ["action.unknown"], "empty"),
        ({"action": "pyramyd"}, ["action.unknown"], "Did you mean pyramid?"),
        ({"action": "Ann"}, ["action.unknown"], "Actions: leg bet, tile"),
        (
            {"action": "Red", "camel": "winner"},
            ["action.unknown"],
            "The Camel cell says 'winner': are the cells swapped?",
        ),
        ({"action": CellFault("formula", "=A1")}, ["cell.formula"], "save it once"),
        ({"action": "leg bet", "camel": CellFault("error", "#REF!")}, ["cell.error"], "#REF!"),
        ({"action": "tile", "space": dt.datetime(2026, 7, 1), "side": "up"}, ["cell.date", "tile.side"], "date"),
        ({"action": "tile", "space": dt.time(7), "side": "boo"}, ["cell.date"], "date"),
    ],
)
def test_rows_that_cant_be_read(row: dict[str, Any], expected: list[str], says: str) -> None:
    parsed = TOOL.parse(STATE, "Ann", cells(**row))
    assert parsed.order is None
    assert sorted(problem.code for problem in parsed.problems) == expected
    assert says in " ".join(f"{problem.message} {problem.hint}" for problem in parsed.problems)


def test_dice_that_may_be_two() -> None:
    parsed = GM_ROLLS.parse(STATE, "Ann", cells(action="pyramid", die="B", pips=4))
    assert [(p.code, p.field) for p in parsed.problems] == [("die.ambiguous", "die"), ("die.pips", "pips")]
    assert parsed.problems[0].message == "'B' in Die may be Blue or Black."


def test_two_partners_that_fit() -> None:
    players = {name: player() for name in ("Ann", "Bob", "Cat", "Dan", "Sam", "Sandy")}
    state = TOOL.load(position(players=players))
    parsed = TOOL.parse(state, "Ann", cells(action="partner", partner="sa"))
    assert [(p.code, p.field) for p in parsed.problems] == [("player.ambiguous", "player")]
    assert parsed.cells["player"].value == "sa"


def test_cells_of_another_action_are_warned_of() -> None:
    parsed = TOOL.parse(STATE, "Ann", cells(action="pyramid", camel="Red", space="", side=None))
    assert parsed.order == {"action": "pyramid"}
    assert [(p.code, p.severity, p.field) for p in parsed.problems] == [("cell.unused", "warning", "camel")]


def test_the_columns_of_the_form() -> None:
    def titles(game: CamelUp) -> list[str]:
        return [field.title for field in game.form(STATE, "Ann").fields]

    assert titles(TOOL) == ["Action", "Camel", "Space", "Side", "Partner"]
    assert titles(GM_ROLLS) == [*titles(TOOL), "Die", "Pips"]


def test_what_the_form_offers() -> None:
    tickets = {camel: [] if camel in ("Red", "Blue") else [5, 3, 2, 2] for camel in RACING}
    players = position(6)["players"] | {"Ann": player(cards=["Blue"])}
    tiles = {"12": {"player": "Bob", "side": "boo"}}
    state = GM_ROLLS.load(position(6, tickets=tickets, players=players, tiles=tiles, dice=["Blue", "Gray"]))
    offered = {field.key: field.choices for field in GM_ROLLS.form(state, "Ann").fields}
    assert offered["action"] == ("leg bet", "tile", "pyramid", "winner", "loser", "partner")
    assert offered["camel"] == ("Blue", "Green", "Yellow", "Purple")
    assert offered["space"] == ("4", "5", "6", "7", "10", "14")
    assert offered["partner"] == ("Bob", "Cat", "Dan", "Eve", "Fay")
    assert offered["die"] == ("Blue", "White", "Black")
    assert {field.key: field.choices for field in GM_ROLLS.form(state, None).fields}["camel"] == tuple(RACING)
    later = GM_ROLLS.load(position(dice=["Red"], tickets={camel: [] for camel in RACING}))
    offered = {field.key: field.choices for field in GM_ROLLS.form(later, "Ann").fields}
    assert offered["action"] == ("tile", "pyramid", "winner", "loser")
    assert offered["die"] == ("Red",)


@pytest.mark.parametrize("order", [3, [], {"action": ["x"]}, {"action": "skip"}, {}])
def test_orders_that_are_none_are_said_too(order: Any) -> None:
    assert TOOL.say(order).startswith("an order without an action")


def test_no_order_is_said() -> None:
    assert TOOL.say(None) == "nothing"


def test_views_of_a_card() -> None:
    before = TOOL.load(position())
    events, after = turn(TOOL, before, {"action": "winner", "camel": "Yellow"})
    public, mine, gms = (TOOL.view(before, events, after, viewer) for viewer in (PUBLIC, Viewer("player", "Ann"), GM))
    sentence = "It is Ann's Yellow card that lies on the winner deck."
    assert public.words["happened"] == ["Ann puts a finish card on the winner deck.", "Turn 10 is over; next is Bob."]
    assert "winner_cards" not in public.words
    assert public.words["winner_deck"] == ["Ann"]
    assert sentence in mine.words["happened"]  # type: ignore[operator]
    assert mine.words["bets"] == [{"deck": "winner", "camel": "Yellow", "place": 1}]
    assert mine.words["changes"] == [{"what": "card Yellow", "amount": -1, "reason": "final bet", "about": "winner"}]
    assert gms.words["winner_cards"] == [{"player": "Ann", "camel": "Yellow"}]
    assert sentence in gms.words["events"]  # type: ignore[operator]
    assert isinstance(mine.boards["holdings"], Listing)


def test_views_of_tickets_and_partners() -> None:
    before = TOOL.load(position(6, tiles={"12": {"player": "Ann", "side": "boo"}}))
    events, state = turn(TOOL, before, {"action": "leg_bet", "camel": "Red"})
    assert TOOL.tell(events[0]) == "Ann bets on Red for the leg: the ticket worth 5."
    assert TOOL.tell(events[1]) == "Ann gets the ticket Red 5."
    events, after = turn(TOOL, state, {"action": "partner", "player": "Ann"})
    view = TOOL.view(None, events, after, Viewer("player", "Bob"))
    assert view.words["partners"] == [["Ann", "Bob"]]
    assert view.words["moved"] == []
    assert view.words["before"] is None
    assert view.words["players"][0] == {  # type: ignore[index]
        "name": "Ann",
        "tickets": {"Red": [5]},
        "pyramid": 0,
        "cards": 5,
        "tile": 12,
        "side": "boo",
        "partner": "Bob",
        "coins": 3,
    }
    assert view.boards["players"] == Listing(
        ("Coins", "Tickets", "Pyr", "Cards", "Tile", "Player"),
        ((3, "R5", 0, 5, "12 -1", "Ann"), *((3, "-", 0, 5, "-", name) for name in ("Bob", "Cat", "Dan", "Eve", "Fay"))),
    )
    board = view.boards["track"]
    assert isinstance(board, Track)
    assert [space.tile for space in board.spaces if space.tile] == [Tile("booing", "-1", "-1", "Ann")]


def test_the_track_has_the_space_beyond_the_line_once_it_is_reached() -> None:
    track = {"1": ["Purple", "Green", "Yellow", "Blue"], "15": ["White"], "16": ["Red", "Black"]}
    before = GM_ROLLS.load(position(track=track))
    board = GM_ROLLS.view(None, (), before, PUBLIC).boards["track"]
    assert isinstance(board, Track)
    assert [space.number for space in board.spaces] == list(range(1, 17))
    assert [piece.heading for piece in board.pieces] == ["up"] * 5 + ["down"] * 2
    events, after = turn(GM_ROLLS, before, {"action": "pyramid", "die": "Red", "pips": 2})
    view = GM_ROLLS.view(before, events, after, PUBLIC)
    board = view.boards["track"]
    assert isinstance(board, Track)
    assert (board.spaces[-1].number, board.spaces[-1].stack) == (17, ("Red", "Black"))
    assert view.words["moved"] == [{"camel": "Red", "start": 16, "end": 17}, {"camel": "Black", "start": 16, "end": 17}]
    assert view.words["next"] == ""
    assert view.words["result"]["winners"] == ["Ann"]  # type: ignore[index]
    assert view.words["hands"]["Ann"] == RACING  # type: ignore[index]
    assert "Red with Black goes from space 16 over the finish line." in view.words["happened"]  # type: ignore[operator]


def test_a_tile_is_told() -> None:
    events, state = turn(TOOL, TOOL.load(position()), {"action": "tile", "space": 12, "side": "boo"})
    assert TOOL.tell(events[0]) == "Ann puts the spectator tile on space 12, booing."
    again = TOOL.load(TOOL.dump(state) | {"next": "Ann"})
    events, _ = turn(TOOL, again, {"action": "tile", "space": 6, "side": "cheer"})
    assert TOOL.tell(events[0]) == "Ann moves the spectator tile from space 12 to space 6, cheering."


def test_an_event_of_no_game_is_refused() -> None:
    with pytest.raises(TypeError, match="no event of Camel Up"):
        TOOL.tell(Event())
