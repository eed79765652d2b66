"""What `gm status` and the page say of a deadline where one player's turn is due."""

import datetime as dt
import shutil
from pathlib import Path

from table_play import edit, gm
from turn_play import append_row, fill_turns, new_turns

from gm_tool.app.status import status


def test_a_reminder_tells_when_a_turn_is_due(tmp_path: Path) -> None:
    camels = new_turns(tmp_path / "camels")
    edit(camels / "game.yaml", '\n# deadlines: "20:00"', '\ndeadlines: ["2026-05-01 20:00", "2026-05-02 20:00"]')
    early = status(camels, dt.datetime(2026, 5, 1, 12, tzinfo=dt.UTC))
    assert early.reminder == "Camel Up, turn 1: Ann, please take your turn by 2026-05-01 20:00 UTC."
    assert early.reminders["Ann"].endswith("no order from you yet. It is due by 2026-05-01 20:00 UTC.")
    over = status(camels, dt.datetime(2026, 5, 1, 21, tzinfo=dt.UTC))
    assert over.reminder.endswith(
        "Ann, your turn was due by 2026-05-01 20:00 UTC; if it is still to come, please tell me."
    )
    assert over.reminders["Ann"].endswith("It was due by 2026-05-01 20:00 UTC.")
    fill_turns(camels, {1: {"Action": "pyramid"}})
    assert gm("-C", camels, "resolve").code == 0
    page = (camels / "posts/turn-01/index.html").read_text(encoding="utf-8")
    assert "Next is Turn 2: the order by 2026-05-02 20:00 UTC." in page


def test_rows_ahead_are_told_in_the_order_of_the_seats(tmp_path: Path) -> None:
    folder = new_turns(tmp_path / "race")
    file = folder / "ahead.csv"
    file.write_text("Turn,Player,Submission\n8,Dan,pyramid\n6,Bob,pyramid\n5,Ann,pyramid\n", encoding="utf-8")
    told = gm("-C", folder, "check", "--from", file)
    assert "Rows for later turns: Ann 1, Bob 1, Dan 1" in told.text
    fill_turns(folder, {4: {"Player": "Dan", "Action": "pyramid"}, 3: {"Player": "Cat", "Action": "pyramid"}})
    append_row(folder, {"Player": "Bob", "Action": "pyramid"})
    assert list(gm("-C", folder, "status", "--json").json["ahead"]) == ["Bob", "Cat", "Dan"]


def test_where_all_turns_to_the_end_are_there_nobody_is_reminded(tmp_path: Path) -> None:
    """The turns of the example, taken back: their rows still stand in the sheet."""
    folder = Path(shutil.copytree(Path(__file__).parents[2] / "examples/camel_up", tmp_path / "game"))
    assert gm("-C", folder, "reopen", "42", "--yes").code == 0
    assert gm("-C", folder, "status", "--json").json["reminder"] == ""
    told = gm("-C", folder, "status")
    assert "All turns to the end are there: nobody is to be reminded." in told.text
    assert "resolve" in told.text and "please take your turn" not in told.text
