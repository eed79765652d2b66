"""Turn by turn without gm's own sheet: the filter's words when a game waits, and a tab for Google."""

import msgspec

from gm_tool.core.draws import Draws
from gm_tool.engine.adjudicate import Adjudicator
from gm_tool.io.google_entry import turn_entry_sheet
from gm_tool.io.workshop import TurnLine
from gm_tool.rules.caravaneers import Caravaneers

GAME = Caravaneers({})
START = GAME.setup(("Ann", "Bob"), {}, Draws(bytes(32)))


def test_the_filter_says_what_the_game_says_when_it_waits() -> None:
    line = msgspec.json.encode({"game": "caravaneers", "state": GAME.dump(START), "orders": {"Ann": None}})
    answer = msgspec.json.decode(Adjudicator(lambda name: Caravaneers).answer(line))
    assert [problem["code"] for problem in answer["problems"]["Ann"]] == ["turn.missing"]


def test_a_tab_for_google_has_a_row_a_turn_too() -> None:
    form = GAME.form(START, None)
    tab = turn_entry_sheet("turn", [TurnLine(n, name, form) for n, name in ((1, "Ann"), (2, "Bob"))], "Turns")
    assert [column.title for column in tab.columns] == ["Turn", "Player", "Caravan", "Note"]
    assert [[entry.value for entry in row[:3]] for row in tab.rows] == [["1", "Ann", None], ["2", "Bob", None]]
