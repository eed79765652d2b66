"""`gm push` into two spreadsheets: what is refused is written into none, and what fails half-way says so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google_setting import service_key, setting
from table_play import new_game
from test_evening import FORM, Table, titles

from gm_tool.io.google_access import KEY_VARIABLE


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Table]:
    """A game with its first round resolved, and nothing pushed yet."""
    with setting(monkeypatch, tmp_path) as here:
        monkeypatch.setenv(KEY_VARIABLE, str(service_key(tmp_path)))
        made = Table(here, new_game(tmp_path / "game"))
        made.orders_come_in()
        assert made.gm("resolve", "round-1").code == 0
        yield made


def test_what_is_refused_in_one_spreadsheet_is_written_into_none(table: Table) -> None:
    table.own.sheets.append(table.own.sheets[0].copied(9, "Tally"))
    done = table.gm("push")
    assert done.code == 1 and "a tab 'Tally' that gm didn't make" in done.text and "Nothing was written." in done.text
    assert titles(table.players) == [FORM] and titles(table.own) == ["Sheet1", "Tally"]


@pytest.mark.parametrize("between", ["no right to write", "a tab of that title"])
def test_what_fails_after_the_public_post_is_written_says_so(table: Table, between: str) -> None:
    """That shows only when the second spreadsheet is written to: then the first one has its tab."""
    if between == "no right to write":
        table.own.writers = set()
    else:
        routed = table.here.google._routed

        def meanwhile(asked: Any, raw: bytes) -> Any:
            if asked.method == "POST" and table.players.id in asked.path:
                table.own.sheets.append(table.own.sheets[0].copied(9, "Tally"))
            return routed(asked, raw)

        table.here.google._routed = meanwhile  # type: ignore[method-assign]
    done = table.gm("push")
    assert done.code == 3 and titles(table.players) == [FORM, "Round 1 Board"]
    assert "Round 1 Board was written, the private updates and the tally weren't." in done.text
    assert "Nothing was written" not in done.text and "Round 1 Updates" not in titles(table.own)
