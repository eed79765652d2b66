"""A Google tab of turns that goes on: rows for turns to come below, and nothing that is there is changed."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google_setting import Setting, service_key, setting
from stand_in import Fault
from stand_in.sheet import Cell, Sheet
from table_play import Done, gm, problems
from test_docs_json import assert_documented
from turn_play import new_turns, played

from gm_tool.core.forms import Form
from gm_tool.io.google_access import KEY_VARIABLE
from gm_tool.rules.camel_up import CamelUp

ADDRESS = "https://docs.google.com/spreadsheets/d/{}/edit"
NAMES = ("Ann", "Bob", "Cleo")
TITLES = ["Turn", "Player", "Action", "Camel", "Space", "Side", "Partner", "Note"]
Cells = dict[tuple[int, int], Cell]


class Race:
    """A game of Camel Up whose turns are typed into a Google Sheet."""

    def __init__(self, here: Setting, folder: Path) -> None:
        self.here, self.folder = here, folder
        with (folder / "game.yaml").open("a", encoding="utf-8") as file:
            file.write(f'columns: {{"Which one?": Camel}}\nsource: {{google: "{ADDRESS.format(here.book.id)}"}}\n')

    @property
    def tab(self) -> Sheet:
        return self.here.book.sheets[-1]

    def gm(self, *arguments: str) -> Done:
        return gm("-C", self.folder, *arguments)

    def texts(self, row: int) -> list[Any]:
        """What stands in a row, which is told by its number in the tab."""
        return [self.tab.cells.get((row - 1, column), Cell()).value for column in range(self.tab.size[1])]

    def type(self, row: int, title: str, value: str) -> None:
        self.tab.put(row - 1, self.texts(1).index(title), value, typed=False)

    def play(self, first: int, last: int) -> None:
        """Let everybody roll, by the rows that name those turns, and resolve."""
        rows = {self.texts(row)[self.texts(1).index("Turn")]: row for row in range(2, self.tab.size[0] + 1)}
        for turn in range(first, last + 1):
            self.type(rows[str(turn)], "Action", "pyramid")
        done = self.gm("resolve", "--json")
        assert [turn for turn, _, _ in played(done)] == [f"turn-{turn}" for turn in range(first, last + 1)]

    def change(self) -> list[Any]:
        """The changes that were sent last."""
        sent = [asked.body["requests"] for asked in self.here.google.log if asked.path.endswith(":batchUpdate")]
        return list(sent[-1])


@pytest.fixture
def race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Race]:
    with setting(monkeypatch, tmp_path) as here:
        monkeypatch.setenv(KEY_VARIABLE, str(service_key(tmp_path)))
        yield Race(here, new_turns(tmp_path / "race", players=NAMES))


@pytest.fixture
def begun(race: Race) -> Race:
    """The tab is made, and five turns are played."""
    assert race.gm("sheet", "--google").code == 0
    race.play(1, 5)
    return race


def rows_there(race: Race, last: int) -> Cells:
    return {at: copy.deepcopy(cell) for at, cell in race.tab.cells.items() if at[0] < last}


def test_rows_run_out_and_the_tab_goes_on(begun: Race) -> None:
    assert (begun.texts(1), begun.tab.size) == (TITLES, (13, 8))
    before = rows_there(begun, 13)
    done = begun.gm("sheet", "--google", "--json")
    assert_documented("gm sheet --json", done.json)
    assert (done.code, done.json["written"], done.json["added"]) == (0, True, [14, 15, 16, 17, 18])
    assert rows_there(begun, 13) == before and begun.tab.size == (18, 8)
    told = [(begun.texts(row)[0], begun.texts(row)[1]) for row in range(14, 19)]
    assert told == [("13", "Ann"), ("14", "Bob"), ("15", "Cleo"), ("16", "Ann"), ("17", "Bob")]
    begun.play(6, 14)
    assert "pyramid" in begun.texts(15) and begun.gm("verify").code == 0


def test_all_is_sent_in_one_request_and_said(begun: Race) -> None:
    del begun.here.google.log[:]
    done = begun.gm("sheet", "--google")
    assert done.text.startswith("turn-6: 5 rows are added, 14 to 18: https://docs.google.com/spreadsheets/d/")
    book = begun.here.book.id
    assert begun.here.asked() == [f"GET {book}", f"GET {book}", f"POST {book}:batchUpdate"]


def test_the_rows_offer_what_everybody_may_see(begun: Race) -> None:
    begun.gm("sheet", "--google")
    first = {column: begun.tab.cells[1, column].rule for column in range(8)}
    for row in range(13, 18):
        new = {column: begun.tab.cells[row, column] for column in range(8)}
        assert [bool(cell.rule) for cell in new.values()] == [bool(rule) for rule in first.values()]
        assert new[2].rule["condition"] == (first[2] or {})["condition"]
        assert (new[0].kind, new[0].look) == ("TEXT", begun.tab.cells[1, 0].look)


def test_no_form_is_asked_for_that_only_its_player_may_see(begun: Race, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even for the row of the turn that is due, which is lacking, too."""
    begun.tab.cells = {at: cell for at, cell in begun.tab.cells.items() if at[0] != 6}
    real, asked = CamelUp.form, set()

    def form(self: CamelUp, state: Any, player: str | None) -> Form:
        asked.add(player)
        return real(self, state, player)

    monkeypatch.setattr(CamelUp, "form", form)
    assert begun.gm("sheet", "--google", "--json").json["added"] == [14, 15, 16, 17, 18, 19]
    assert begun.texts(14)[:2] == ["6", "Cleo"] and asked == {None}


def test_again_it_adds_nothing(begun: Race) -> None:
    begun.gm("sheet", "--google")
    before = begun.here.book.told({"includeGridData": "true"}, [])
    done = begun.gm("sheet", "--google", "--json")
    assert (done.json["written"], done.json["added"]) == (False, [])
    assert "is there already, as it should be" in begun.gm("sheet", "--google").text
    assert begun.here.book.told({"includeGridData": "true"}, []) == before
    begun.play(6, 6)
    assert "turn-7: row 19 is added: https://" in begun.gm("sheet", "--google").text
    assert begun.texts(19)[:2] == ["18", "Cleo"]


def test_below_whatever_stands_there(begun: Race) -> None:
    """The GM has empty rows below, and a line under the table; a row without a number is no turn's."""
    begun.tab.grid["rowCount"] = 1000
    begun.tab.put(20, 4, "Good luck!", typed=False)
    begun.tab.put(29, 1, "Bob", typed=False)
    begun.tab.cells[40, 3] = Cell(rule={"condition": {"type": "BOOLEAN"}})
    before = rows_there(begun, 30)
    assert begun.gm("sheet", "--google", "--json").json["added"] == [31, 32, 33, 34, 35]
    assert rows_there(begun, 30) == before
    assert begun.tab.cells[45, 3].rule == {"condition": {"type": "BOOLEAN"}}, "empty rows moved down as they are"
    assert begun.tab.size == (1005, 8)


def test_what_is_typed_meanwhile_is_not_written_over(begun: Race) -> None:
    """Between the look and the change a player types into the row below the last one."""
    begun.tab.grid["rowCount"] = 20
    real, book = begun.here.google.handle, begun.here.book

    def handle(method: str, url: str, *rest: Any) -> Any:
        if url.endswith(":batchUpdate"):
            book.sheets[-1].put(13, 1, "Cleo", typed=False)
        return real(method, url, *rest)

    begun.here.google.handle = handle  # type: ignore[assignment, method-assign]
    assert begun.gm("sheet", "--google", "--json").json["added"] == [14, 15, 16, 17, 18]
    assert begun.texts(19) == [None, "Cleo", *[None] * 6]


def test_a_row_that_was_deleted_is_added_below(begun: Race) -> None:
    for column in range(8):
        begun.tab.cells.pop((9, column), None)
    begun.gm("sheet", "--google")
    assert [begun.texts(row)[0] for row in range(14, 20)] == ["9", "13", "14", "15", "16", "17"]


def test_columns_are_found_by_their_titles(begun: Race) -> None:
    """The GM has moved and renamed columns, put one between them, a line on top, and done away with the Side."""
    moved = {0: 6, 1: 1, 2: 2, 3: 5, 4: 4, 6: 7, 7: 0}
    cells = {(row + 1, moved[column]): cell for (row, column), cell in begun.tab.cells.items() if column in moved}
    begun.tab.cells = cells
    begun.tab.grid.update(rowCount=14)
    begun.tab.put(0, 0, "The great race", typed=False)
    begun.tab.put(1, 3, "Seen?", typed=False)
    begun.tab.put(1, 5, "Which one?", typed=False)
    begun.tab.put(13, 3, "yes", typed=False)
    assert begun.gm("sheet", "--google", "--json").json["added"] == [15, 16, 17, 18, 19]
    assert begun.texts(15) == [None, "Ann", None, None, None, None, "13", None]
    action, own, camel = (begun.tab.cells.get((14, column), Cell()) for column in (2, 3, 5))
    assert "pyramid" in str(action.rule) and "Blue" in str(camel.rule) and not own.rule
    begun.tab.put(7, 2, "pyramid", typed=False)
    assert played(begun.gm("resolve", "--json"))[0][0] == "turn-6"


@pytest.mark.parametrize(
    ("column", "title", "code"),
    [(0, "Whatever", "google.no_turns"), (1, "Whatever", "header.missing"), (3, "Space", "column.twice")],
)
def test_it_is_refused_where_titles_dont_tell(begun: Race, column: int, title: str, code: str) -> None:
    begun.tab.put(0, column, title, typed=False)
    before = begun.here.book.told({"includeGridData": "true"}, [])
    done = begun.gm("sheet", "--google", "--json")
    assert done.code == 1 and code in problems(done)
    assert problems(done)[code]["tab"] == "Turns"
    assert begun.here.book.told({"includeGridData": "true"}, []) == before


def test_a_tab_that_was_emptied_is_refused(begun: Race) -> None:
    begun.tab.cells.clear()
    assert "header.missing" in problems(begun.gm("sheet", "--google", "--json"))


def test_all_rows_but_the_titles_are_gone(begun: Race) -> None:
    """New rows don't take the looks of a title, not even in a column of the GM's own."""
    begun.tab.grid.update(rowCount=2, columnCount=9)
    begun.tab.cells[0, 8] = Cell(value="Seen?", look={"textFormat": {"bold": True}})
    begun.tab.cut_to_grid()
    for column in range(8):
        begun.tab.cells.pop((1, column), None)
    assert begun.gm("sheet", "--google", "--json").json["added"] == list(range(2, 14))
    assert begun.texts(2)[:2] == ["6", "Cleo"] and begun.tab.size == (14, 9)
    assert not any(cell.look for (row, column), cell in begun.tab.cells.items() if row and column == 8)


def test_a_tab_by_another_name_is_ours_all_the_same(begun: Race) -> None:
    begun.tab.props["title"] = "R5"
    assert begun.gm("sheet", "--google", "--json").json["added"] == [14, 15, 16, 17, 18]


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize("where", ["ranges=", ":batchUpdate"])
def test_a_fault_of_googles_changes_nothing(
    begun: Race, monkeypatch: pytest.MonkeyPatch, status: int, where: str
) -> None:
    monkeypatch.setattr("gm_tool.app.source.patient", lambda announce: begun.here.patience)
    begun.here.google.faults.append(Fault(status, where=where))
    assert begun.gm("sheet", "--google", "--json").json["added"] == [14, 15, 16, 17, 18]
    assert begun.tab.size == (18, 8) and begun.gm("sheet", "--google", "--json").json["added"] == []


def test_rows_added_without_an_answer_are_added_once(begun: Race) -> None:
    begun.here.google.faults.append(Fault(where=":batchUpdate", lost=True))
    assert begun.gm("sheet", "--google", "--json").json["added"] == [14, 15, 16, 17, 18]
    assert begun.tab.size == (18, 8)
