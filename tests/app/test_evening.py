"""An evening with a Google Form: answers come in, twice, late, edited and with a typo; the GM resolves and pushes."""

import copy
import datetime as dt
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from google_setting import ACCOUNT, Setting, service_key, setting
from stand_in import Book, Fault
from table_play import PLAYERS, Done, contents, edit, gm, narrow, new_game, problems, workbook
from test_docs_json import assert_documented

from gm_tool.app.status import status
from gm_tool.io.google_access import KEY_VARIABLE

FORM = "Form Responses 1"
TITLES = ("Timestamp", "Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount", "Note")
ANN = ("2026-05-01 18:00:00", "Ann", "move", "Red", "Blue", "Black", "", "", "")
BOB = ("2026-05-01 18:10:00", "Bob", "tile", "", "", "", 7, "", "")
CAT = ("2026-05-01 18:20:00", "Cat", "buy", "Orange", "", "", "", 1, "")
BOB_EDITED = ("2026-05-01 20:30:00", "Bob", "tile", "", "", "", 12, "", "")
ANN_AGAIN = ("2026-05-01 19:00:00", "Ann", "tile", "", "", "", 9, "", "sorry, this one")
CAT_AGAIN = ("2026-05-01 19:10:00", "Cat", "buy", "Yellow", "", "", "", 1, "")
DAN_LATE = ("2026-05-01 21:00:00", "Dan", "tile", "", "", "", 15, "", "")
SETTINGS = """
deadlines: ["2026-05-01 20:00", "2026-05-02 20:00"]
grace: 10m
source: {{google: "{players}", tab: "Form Responses 1"}}
push: {{private: "{gm}"}}
"""


class Table:
    """A game whose players answer a form, with a spreadsheet for all and one for the GM alone."""

    def __init__(self, here: Setting, folder: Path) -> None:
        self.here, self.folder = here, folder
        self.players = here.book
        self.players.sheets[0].props["title"] = FORM
        self.own = here.google.new("The GM's own")
        self.own.readers, self.own.writers = {ACCOUNT}, {ACCOUNT}
        self.own.sheets[0].put(0, 0, "my notes", typed=False)
        self.answer(TITLES)
        text = (folder / "game.yaml").read_text(encoding="utf-8")
        settings = SETTINGS.format(players=address(self.players), gm=address(self.own))
        (folder / "game.yaml").write_text(text + settings, encoding="utf-8")

    def answer(self, row: Sequence[str | int], number: int | None = None) -> None:
        """A new answer, or another one in the place of row `number`."""
        tab = self.players.sheet(FORM)
        index = len({at for at, _ in tab.cells}) if number is None else number - 1
        for column, value in enumerate(row):
            tab.put(index, column, value, typed=False)

    def own_tabs(self) -> list[tuple[Book, str]]:
        """All tabs there are: none of them is gm's before it has pushed."""
        return [(book, sheet.title) for book in (self.players, self.own) for sheet in book.sheets]

    def gm(self, *arguments: str) -> Done:
        return gm("-C", self.folder, *arguments)

    def orders_come_in(self) -> None:
        for row in (ANN, BOB, CAT):
            self.answer(row)
        assert self.gm("check", "--snapshot").code == 1
        self.answer(BOB_EDITED, 3)
        for row in (ANN_AGAIN, CAT_AGAIN, DAN_LATE):
            self.answer(row)


def address(book: Book) -> str:
    return f"https://docs.google.com/spreadsheets/d/{book.id}/edit#gid=0"


def titles(book: Book) -> list[str]:
    return [sheet.title for sheet in book.sheets]


def texts(book: Book, title: str) -> list[Any]:
    return [cell.value for _, cell in sorted(book.sheet(title).cells.items()) if cell.filled]


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Table]:
    with setting(monkeypatch, tmp_path) as here:
        monkeypatch.setenv(KEY_VARIABLE, str(service_key(tmp_path)))
        yield Table(here, new_game(tmp_path / "game"))


def first_answers(table: Table) -> None:
    """Three answers, one of them with a typo; in the spreadsheet the GM has plans of her own."""
    plans = table.players.sheets[0].copied(77, "Plans")
    plans.put(0, 0, "=1+1", typed=True)
    plans.put(4, 2, "the GM's plans", typed=False)
    plans.props["index"] = 1
    table.players.sheets.append(plans)
    table.answer(ANN)
    table.answer(BOB)
    table.answer(CAT)
    before = contents(table.folder)
    first = table.gm("check", "--snapshot")
    assert first.code == 1 and "Kept as snapshots/round-01-0001.json." in first.text
    assert contents(table.folder).keys() - before.keys() == {"snapshots/round-01-0001.json"}
    assert "Forum game (Google Sheet), tab Form Responses 1" in first.text


def later_answers(table: Table) -> None:
    """One is edited after the deadline, two come twice, one comes too late."""
    table.answer(BOB_EDITED, 3)
    for row in (ANN_AGAIN, CAT_AGAIN, DAN_LATE):
        table.answer(row)
    second = table.gm("check", "--json")
    assert second.code == 0
    assert second.json["rows"] == {"read": 6, "used": 2, "superseded": 2, "late": 2, "refused": 0, "ignored": 0}
    assert second.json["orders"] == {"Ann": {"action": "tile", "space": 9}, "Cat": second.json["orders"]["Cat"]}
    assert [(row["row"], row["fate"], row["player"]) for row in second.json["account"]] == [
        ("2", "superseded", "Ann"), ("3", "late", "Bob"), ("4", "superseded", "Cat"),
        ("5", "used", "Ann"), ("6", "used", "Cat"), ("7", "late", "Dan"),
    ]  # fmt: skip
    edited = problems(second)["row.edited"]
    assert "G3 '7'" in edited["message"] and "G3 '12'" in edited["message"] and edited["player"] == "Bob"
    told = table.gm("check")
    assert narrow(told)
    assert "superseded: rows 2 (Ann), 4 (Cat): the player has a newer row" in told.text
    assert "late: rows 3 (Bob), 7 (Dan): sent after 2026-05-01 20:00:00 UTC" in told.text


def state_of_the_game(table: Table) -> None:
    """Who has sent, and whom to remind: nobody is named to all."""
    state = table.gm("status", "--json").json
    assert (state["sent"], state["late"], state["missing"]) == (["Ann", "Cat"], ["Bob", "Dan"], ["Bob", "Dan", "Eve"])
    assert list(state["reminders"]) == state["missing"] and not any(name in state["reminder"] for name in PLAYERS)


def the_round(table: Table) -> None:
    """The round is resolved; what was edited, and what was let count, is told to the GM."""
    done = table.gm("resolve", "round-1", "--accept-late", "bob")
    assert done.code == 0, done
    assert '"accepted":["Bob"]' in (table.folder / "journal.jsonl").read_text(encoding="utf-8")
    assert "sorry, this one" in table.gm("show", "Ann").out
    notes = " ".join(table.gm("show", "gm").out.split())
    assert "row 7, Dan: late" in notes
    assert "Bob's row 3 came too late, at 2026-05-01 20:30:00 UTC, and counts all the same" in notes
    assert "Bob's row 3 was edited after snapshots/round-01-0001.json was kept. It was: " in notes
    assert (table.folder / "snapshots" / "round-01-0002.json").is_file(), "what it was resolved with is kept"
    assert "already" in table.gm("resolve", "round-1").text


def the_push(table: Table) -> None:
    """The tabs are there, and the GM's own are as they were."""
    own = [(book, title, copy.deepcopy(book.sheet(title))) for book, title in table.own_tabs()]
    pushed = table.gm("push", "round-1", "--json")
    assert_documented("gm push --json", pushed.json)
    assert [target["kind"] for target in pushed.json["spreadsheets"]] == ["public", "private"]
    assert titles(table.players) == [FORM, "Plans", "Round 1 Board"]
    assert titles(table.own) == ["Sheet1", "Round 1 Updates", "Tally"]
    for book, title, before_it in own:
        assert (book.sheet(title).cells, book.sheet(title).props) == (before_it.cells, before_it.props)
    assert texts(table.own, "Sheet1") == ["my notes"] and "the GM's plans" in texts(table.players, "Plans")
    assert texts(table.own, "Tally")[:3] == ["Player", "Start", "Round 1"]
    assert any("sorry, this one" in str(text) for text in texts(table.own, "Round 1 Updates"))
    assert "\n".join(str(text) for text in texts(table.players, "Round 1 Board")).startswith("Presenting CamelLots")
    assert not any("sorry" in str(text) for text in texts(table.players, "Round 1 Board"))


def test_the_evening(table: Table) -> None:
    first_answers(table)
    later_answers(table)
    state_of_the_game(table)
    the_round(table)
    the_push(table)


def test_who_is_late_is_told_when_it_came_and_that_it_was_too_late(table: Table) -> None:
    """On each player's own clock, in both languages, and nobody else is told."""
    edit(table.folder / "game.yaml", "  - name: Dan\n", "  - name: Dan\n    zone: America/New_York\n")
    table.answer(ANN)
    table.answer(("2026-05-01 20:40:00", "Ann", "tile", "", "", "", 9, "", ""))
    table.answer(DAN_LATE)
    assert table.gm("resolve", "round-1").code == 0
    told = {name: " ".join(table.gm("show", name, "--dialect", "text").out.split()) for name in ("Ann", "Dan", "Eve")}
    assert "Your order came on 2026-05-01 17:00 America/New_York (21:00 UTC), after the deadline" in told["Dan"]
    assert "15" not in told["Dan"].split("Coins")[0].replace("2026-05-01", ""), "what it said is of no matter now"
    assert "What you sent on 2026-05-01 20:40 UTC came after the deadline" in told["Ann"]
    assert "I had no order from you in time." in told["Eve"]
    assert not any(word in table.gm("show", "public").out for word in ("late", "deadline:", "21:00"))
    edit(table.folder / "game.yaml", "language: en", "language: de")
    assert "Dein Zug kam am 01.05.2026, 17:00 Uhr America/New_York (21:00 Uhr UTC), nach Ablauf der Frist" in " ".join(
        table.gm("show", "Dan", "--dialect", "text").out.split()
    )


def test_pushing_again_writes_nothing_twice_and_reading_goes_on(table: Table) -> None:
    table.orders_come_in()
    assert table.gm("resolve", "round-1").code == 0
    answers = copy.deepcopy(table.players.sheet(FORM).cells)
    assert table.gm("push").code == 0
    made = {title: copy.deepcopy(table.players.sheet(title).cells) for title in titles(table.players)}
    table.here.google.faults = [Fault(times=1, where=":batchUpdate", lost=True)]
    again = table.gm("push")
    assert again.code == 0 and "written anew: Round 1 Board" in again.text
    assert {title: table.players.sheet(title).cells for title in titles(table.players)} == made
    assert table.players.sheet(FORM).cells == answers


def test_the_next_round_takes_no_answer_of_the_last(table: Table) -> None:
    """Bob's came after the deadline, but was let count; Dan's was late, and is now the order of the round."""
    table.orders_come_in()
    assert table.gm("resolve", "round-1", "--accept-late", "Bob").code == 0
    table.answer(("2026-05-02 12:00:00", "Ann", "tile", "", "", "", 5, "", ""))
    done = table.gm("check", "--json")
    fates = {row["row"]: (row["fate"], row["reason"]) for row in done.json["account"]}
    assert fates["2"] == fates["5"] == ("ignored", "sent before round-2 began")
    assert fates["3"] == ("ignored", "of round-1")
    assert done.json["orders"].keys() == {"Ann", "Dan"}
    assert problems(done)["row.carried_over"]["player"] == "Dan"
    assert table.gm("resolve", "round-1").text.startswith("Player")
    assert "is resolved already, with just these orders" in table.gm("resolve", "round-1").text


def test_without_dates_answers_of_an_earlier_round_are_known_by_what_they_say(table: Table) -> None:
    edit(table.folder / "game.yaml", 'deadlines: ["2026-05-01 20:00", "2026-05-02 20:00"]', 'deadlines: "20:00"')
    table.orders_come_in()
    assert table.gm("resolve", "round-1").code == 0
    tab = table.players.sheet(FORM)
    rows = {row for row, _ in tab.cells}
    tab.cells = {(row - (row > 3), column): cell for (row, column), cell in tab.cells.items() if row != 3}
    table.answer(("2026-05-02 12:00:00", "Ann", "tile", "", "", "", 5, "", ""), max(rows) + 1)
    done = table.gm("check", "--json")
    assert [(row["fate"], row["reason"]) for row in done.json["account"]] == [("ignored", "of round-1")] * 5 + [
        ("used", "")
    ]
    assert done.json["orders"] == {"Ann": {"action": "tile", "space": 5}}


def test_pull_keeps_what_is_there_once_and_shows_nothing(table: Table) -> None:
    table.answer(ANN)
    done = table.gm("pull")
    assert done.code == 0 and "Kept as snapshots/round-01-0001.json." in done.text and "Rows read: 1" in done.text
    assert "move" not in done.out and "Red" not in done.out
    again = table.gm("pull", "--json").json
    assert (again["snapshot"], again["new"]) == ("snapshots/round-01-0001.json", False)
    table.answer(BOB)
    assert table.gm("pull", "--json").json["snapshot"] == "snapshots/round-01-0002.json"
    assert all(path.stat().st_mode & 0o077 == 0 for path in (table.folder / "snapshots").iterdir())


def test_a_snapshot_that_was_edited_is_told(table: Table) -> None:
    table.answer(ANN)
    table.gm("pull")
    (table.folder / "snapshots" / "round-01-0001.json").write_text("{", encoding="utf-8")
    done = table.gm("check", "--json")
    assert done.code == 1 and "snapshot.unreadable" in problems(done)


def test_private_things_never_go_where_players_look(table: Table) -> None:
    table.orders_come_in()
    assert table.gm("resolve", "round-1").code == 0
    edit(table.folder / "game.yaml", address(table.own), address(table.players))
    done = table.gm("push", "--json")
    assert done.code == 1 and "push.private" in problems(done)
    edit(table.folder / "game.yaml", f'{{private: "{address(table.players)}"}}', '{private: "X", public: "X"}')
    text = (table.folder / "game.yaml").read_text(encoding="utf-8").replace('"X"', f'"{address(table.own)}"')
    (table.folder / "game.yaml").write_text(text, encoding="utf-8")
    assert "push.private" in problems(table.gm("push", "--json"))
    assert titles(table.players) == [FORM] and titles(table.own) == ["Sheet1"]


def test_only_public_things_go_to_an_address_that_is_named(table: Table) -> None:
    table.orders_come_in()
    assert table.gm("resolve", "round-1").code == 0
    assert table.gm("push", "--to", address(table.own)).code == 0
    assert titles(table.own) == ["Sheet1", "Round 1 Board"] and titles(table.players) == [FORM]


def test_the_tab_of_the_next_round_is_made_once(table: Table) -> None:
    refused = table.gm("sheet", "--google")
    assert refused.code == 2 and "a new one would not be read" in refused.text
    edit(table.folder / "game.yaml", ', tab: "Form Responses 1"', "")
    made = table.gm("sheet", "--google", "--json").json
    assert made["written"] and made["file"].startswith(f"https://docs.google.com/spreadsheets/d/{table.players.id}")
    assert titles(table.players) == [FORM, "Round 1"]
    table.players.sheet("Round 1").put(1, 1, "tile", typed=False)
    table.players.sheet("Round 1").put(1, 5, 9, typed=False)
    assert not table.gm("sheet", "--google", "--json").json["written"]
    done = table.gm("check", "--json")
    assert done.json["orders"] == {"Ann": {"action": "tile", "space": 9}}
    assert table.gm("sheet", "--google", "--to", "x.xlsx").code == 2


def test_the_doctor_looks_at_the_spreadsheet_of_the_game(table: Table) -> None:
    done = table.gm("google", "doctor", "--json")
    assert done.code == 0 and done.json["well"]
    assert_documented("gm google doctor --json", done.json)
    assert FORM in done.json["findings"][-1]["message"]
    table.players.readers = table.players.writers = set()
    failed = table.gm("google", "doctor")
    assert failed.code == 1 and ACCOUNT in failed.text and narrow(failed)
    assert table.gm("google", "doctor", "nonsense").code == 1


def test_a_game_without_google_says_what_to_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game(tmp_path / "game")
    assert gm("-C", game, "google", "doctor").code == 2
    assert gm("-C", game, "sheet", "--google").code == 2
    assert gm("-C", game, "resolve", "round-1").code == 0
    assert "game.yaml names no Google Sheet to write to" in gm("-C", game, "push").text
    assert gm("-C", game, "pull").code == 0


def test_when_google_says_no_nothing_is_written(table: Table) -> None:
    table.orders_come_in()
    before = contents(table.folder)
    table.here.google.faults = [Fault(403, times=99, where="GET")]
    done = table.gm("resolve", "round-1")
    assert done.code == 3 and ACCOUNT in done.text
    assert contents(table.folder) == before


def test_status_tells_who_was_late_and_reminds_those_missing(table: Table) -> None:
    table.orders_come_in()
    edit(table.folder / "game.yaml", "  - name: Eve\n", "  - name: Eve\n    zone: Asia/Tokyo\n")
    report = status(table.folder, dt.datetime(2026, 5, 1, 20, 4, 30, tzinfo=dt.UTC))
    assert (report.sent, report.missing, report.late) == (("Ann", "Cat"), ("Bob", "Dan", "Eve"), ("Bob", "Dan"))
    assert report.left == "over, 5 minutes of grace"
    assert report.deadline == "2026-05-01 20:00 UTC"
    assert "2026-05-02 05:00 Asia/Tokyo (2026-05-01 20:00 UTC)" in report.reminders["Eve"]
    assert list(report.reminders) == ["Bob", "Dan", "Eve"] and "Eve" not in report.reminder
    assert report.reminder.endswith("please send your orders by 2026-05-01 20:00 UTC.")
    over = status(table.folder, dt.datetime(2026, 5, 1, 20, 10, 1, tzinfo=dt.UTC))
    assert over.reminder.endswith("orders were due by 2026-05-01 20:00 UTC; if yours is still to come, please tell me.")
    assert "I have no orders from you yet" in over.reminders["Eve"] and "They were due by" in over.reminders["Eve"]
    assert over.reminders["Dan"].startswith("Dan, your orders for round 1 of Presenting CamelLots came too late.")
    told = table.gm("status")
    assert "Late: Bob, Dan" in told.text
    for secret in ("tile", "Yellow", "sorry", "move"):
        assert secret not in told.out


def test_a_sheet_that_anyone_with_the_link_may_see_needs_no_account(
    table: Table, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(KEY_VARIABLE)
    for name in ("HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    refused = table.gm("check")
    assert refused.code == 3 and "private" in refused.text
    file = workbook(tmp_path / "shared.xlsx", {FORM: [list(TITLES), [text or None for text in ANN]]})
    table.players.linked, table.players.exported = True, file.read_bytes()
    assert table.gm("check", "--json").json["orders"].keys() == {"Ann"}
    assert table.gm("push", "--to", address(table.own)).code == 2


def test_late_rows_of_nobody_can_be_let_count(table: Table) -> None:
    done = table.gm("check", "--accept-late", "Zoe")
    assert done.code == 2 and "There is no player 'Zoe'" in done.text


def test_private_things_alone_may_be_pushed(table: Table) -> None:
    text = (table.folder / "game.yaml").read_text(encoding="utf-8")
    start, end = text.rindex("source: {google"), text.rindex("push:")
    (table.folder / "game.yaml").write_text(text[:start] + text[end:], encoding="utf-8")
    assert table.gm("resolve", "round-1").code == 0
    assert [target["kind"] for target in table.gm("push", "--json").json["spreadsheets"]] == ["private"]
    assert titles(table.players) == [FORM]


def test_after_the_end_nothing_is_pulled(tmp_path: Path) -> None:
    game = new_game(tmp_path / "game", "--ruling", "track_length=6", "--ruling", "bet_limit_space=5")
    number = 1
    while not gm("-C", game, "resolve", f"round-{number}", "--json").json["finished"]:
        number += 1
    assert gm("-C", game, "pull").code == 2
    assert gm("-C", game, "sheet").code == 2
