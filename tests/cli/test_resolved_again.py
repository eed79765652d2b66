"""`gm resolve` of a round that is resolved already: what is compared with what, and what is made again."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from table_play import ROUND, Sheet, contents, fill, gm, problems, sheet_of

from gm_tool.app import resolve as resolving
from gm_tool.io.transaction import lock


def test_resolving_again_changes_nothing_and_says_so(played: Path) -> None:
    before = contents(played)
    done = gm("-C", played, "resolve", "round-1")
    assert done.code == 0
    assert "resolved already, with just these orders" in done.text
    assert "Nothing was changed." in done.text
    again = gm("-C", played, "resolve", "1", "--json").json
    assert again["outcome"] == "unchanged"
    assert again["state"]["round"] == 1
    assert (again["rows"]["read"], again["rows"]["used"]) == (5, 5)
    assert contents(played) == before


def test_a_note_added_afterwards_is_no_other_order(played: Path) -> None:
    fill(sheet_of(played, 1), {"Ann": {"Note": "thanks"}})
    assert gm("-C", played, "resolve", "R1", "--json").json["outcome"] == "unchanged"


def test_changed_orders_of_a_resolved_round_are_pointed_out(played: Path) -> None:
    fill(sheet_of(played, 1), {"Eve": {"Space": 8}})
    before = contents(played)
    done = gm("-C", played, "resolve", "round-1")
    assert done.code == 1
    assert "with other orders than these, of Eve. Nothing was changed." in done.text
    assert "correct round-1` shows what these change and for whom" in done.text
    assert "ERROR sheets/round-01.xlsx, Round 1" in done.text
    assert "show gm round-1" in done.text
    assert contents(played) == before
    assert "step.changed" in problems(gm("-C", played, "resolve", "round-1", "--json"))


def test_lost_files_are_made_again_by_resolving_again(played: Path) -> None:
    before = contents(played)
    for name in ("posts/round-01/public.txt", "results.xlsx", "sheets/round-02.xlsx"):
        (played / name).unlink()
    done = gm("-C", played, "resolve", "round-1")
    assert done.code == 0
    assert "Made again: 3 files" in done.text
    assert contents(played) == before


def test_a_resolved_round_whose_sheet_is_gone_stays_resolved(played: Path) -> None:
    sheet_of(played, 1).unlink()
    done = gm("-C", played, "resolve", "round-1", "--json")
    assert done.code == 0
    assert done.json["outcome"] == "unchanged"


def test_another_file_for_a_resolved_round_is_compared(played: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("Player,Action,Space\nAnn,tile,4\n", encoding="utf-8")
    done = gm("-C", played, "resolve", "round-1", "--from", other, "--json")
    assert done.code == 1
    assert "step.changed" in problems(done)


def interrupt(folder: Path, monkeypatch: pytest.MonkeyPatch, changes: Sheet) -> None:
    """Let another gm resolve round 1 after the next one has read the folder, and before it has the lock."""
    real = lock

    @contextlib.contextmanager
    def late(path: Path) -> Iterator[None]:
        monkeypatch.setattr(resolving, "lock", real)
        assert gm("-C", folder, "resolve", "round-1", "--json").json["outcome"] == "resolved"
        fill(sheet_of(folder, 1), changes)
        with real(path):
            yield

    monkeypatch.setattr(resolving, "lock", late)


def test_of_two_at_once_the_second_sees_what_the_first_wrote(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    interrupt(fresh, monkeypatch, {})
    assert gm("-C", fresh, "resolve", "round-1", "--json").json["outcome"] == "unchanged"
    assert len((fresh / "journal.jsonl").read_bytes().splitlines()) == 2


def test_of_two_at_once_the_second_reads_the_sheet_anew(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    interrupt(fresh, monkeypatch, {"Eve": {"Space": 9}})
    done = gm("-C", fresh, "resolve", "round-1", "--json")
    assert (done.code, done.json["outcome"]) == (1, "changed")


def test_a_resolved_round_whose_sheet_is_gone_is_not_compared(played: Path) -> None:
    sheet_of(played, 1).unlink()
    before = contents(played)
    done = gm("-C", played, "resolve", "round-1")
    assert done.code == 0
    assert "just these orders" not in done.text
    assert "with these orders; nothing was compared" in done.text
    assert "sheets/round-01.xlsx isn't there" in done.text
    assert contents(played) == before
    assert problems(gm("-C", played, "resolve", "1", "--json"))["step.not_compared"]["severity"] == "note"
    named = gm("-C", played, "resolve", "1", "--tab", "Round 1", "--json")
    assert named.code == 1
    assert problems(named)["step.not_compared"]["severity"] == "error"


def test_a_resolved_round_whose_sheet_cannot_be_read_is_not_compared(played: Path) -> None:
    sheet_of(played, 1).write_bytes(b"no workbook")
    done = gm("-C", played, "resolve", "round-1")
    assert done.code == 0
    assert "nothing was compared" in done.text
    assert gm("-C", played, "resolve", "round-1", "--from", sheet_of(played, 1)).code == 1
    assert gm("-C", played, "resolve", "round-1", "--tab", "Round 1").code == 1


def test_another_tab_of_the_file_is_compared(played: Path) -> None:
    done = gm("-C", played, "resolve", "round-1", "--tab", "Standings")
    assert done.code == 1
    assert "just these orders" not in done.text
