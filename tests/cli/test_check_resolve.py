"""`gm check` and `gm resolve`: the contract, exit codes, and that nothing is written unless all is."""

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from msgspec import structs
from table_play import MOVE, PLAYERS, ROUND, Sheet, contents, fill, gm, narrow, new_game, play, problems, sheet_of

from gm_tool.app.folder import open_folder
from gm_tool.core.game import Judged
from gm_tool.core.problems import Problem
from gm_tool.rules.camellots import CamelLots

COUNTS = ("read", "used", "superseded", "late", "refused", "ignored")
BAD: Sheet = {"Dan": {"Action": "buy", "Camel 1": "Orange", "Amount": 1}}


def counts(*numbers: int) -> dict[str, int]:
    return dict(zip(COUNTS, numbers, strict=True))


# The contract


def test_check_json_has_the_keys_of_the_contract(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, **BAD, "Eve": {}})
    before = contents(fresh)
    done = gm("-C", fresh, "check", "round-1", "--json")
    assert done.code == 1
    assert list(done.json) == ["step", "rows", "missing", "orders", "account", "problems", "snapshot"]
    assert done.json["step"] == "round-1"
    assert done.json["rows"] == counts(5, 3, 0, 0, 1, 1)
    assert done.json["missing"] == ["Eve"]
    assert list(done.json["orders"]) == ["Ann", "Bob", "Cat"]
    assert done.json["orders"]["Ann"] == {"action": "move", "camels": ["Red", "Blue", "Black"]}
    (problem,) = done.json["problems"]
    keys = ["code", "severity", "player", "file", "tab", "cell", "value", "message", "hint"]
    assert list(problem) == keys
    assert [problem[key] for key in keys[:7]] == [
        "stock.unknown", "error", "Dan", "sheets/round-01.xlsx", "Round 1", "C5", "Orange"
    ]  # fmt: skip
    assert contents(fresh) == before


def test_check_text_shows_orders_places_and_what_next(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, **BAD})
    done = gm("-C", fresh, "check")
    assert done.code == 1
    assert "sheets/round-01.xlsx, Round 1, C5: Dan" in done.text
    assert "move Red, Blue, Black" in done.text
    assert "round-1 can't be resolved like this" in done.text
    assert narrow(done)


def test_check_of_what_stands_names_the_next_command(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    done = gm("-C", fresh, "check")
    assert done.code == 0
    assert "resolve round-1" in done.text


def test_check_of_a_resolved_round_says_so(played: Path) -> None:
    done = gm("-C", played, "check", "round-1")
    assert done.code == 0
    assert "resolved already" in done.text
    assert "Nobody's order is another one than it was resolved with." in done.text
    assert "Next:" not in done.text


def test_check_of_a_resolved_round_tells_whose_order_reads_otherwise_now(played: Path) -> None:
    fill(sheet_of(played, 1), {"Ann": {"Action": "tile", "Space": 9}, "Bob": {"Action": "fly"}})
    told = gm("-C", played, "check", "round-1").text
    assert "Other orders than it was resolved with: Ann, Bob. " in told
    assert "correct round-1` tells more." in told
    assert "Mend the sheet" not in told


def test_resolve_json_has_the_keys_of_the_contract(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, "Eve": {}})
    done = gm("-C", fresh, "resolve", "round-1", "--json")
    assert done.code == 0
    checked = ["step", "rows", "missing", "orders", "account", "problems"]
    assert list(done.json) == [*checked, "outcome", "state", "finished", "posts", "set_aside", "accepted"]
    assert done.json["outcome"] == "resolved"
    assert done.json["missing"] == ["Eve"]
    assert done.json["state"]["round"] == 1
    assert done.json["state"]["players"]["Dan"]["bets"] == {"Red": 3, "Blue": 2}
    assert done.json["finished"] is False
    base = "posts/round-01"
    private = [f"{base}/private/{name}.txt" for name in PLAYERS]
    assert done.json["posts"][:7] == [f"{base}/public.txt", *private, f"{base}/gm.txt"]
    assert all((fresh / name).is_file() for name in done.json["posts"])
    assert sheet_of(fresh, 2).is_file()


def test_resolve_text_says_what_the_rules_did_for_the_missing(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, "Eve": {}})
    done = gm("-C", fresh, "resolve")
    assert done.code == 0
    assert "Missing: Eve Eve has no action that counts;" in done.text
    assert "were drawn" in done.text
    assert "show public round-1" in done.text
    assert narrow(done)


def test_long_names_stay_within_80_columns(tmp_path: Path) -> None:
    names = [f"{letter}{'very long name ' * 3}{letter}" for letter in "ABCDE"]
    folder = new_game(tmp_path / "game", "--title", "A title that is long " * 5, players=names)
    fill(sheet_of(folder, 1), {names[0]: MOVE, names[1]: {"Action": "dance"}, "Nobody knows this one": MOVE})
    for arguments in (["check"], ["resolve"], ["status"], ["resolve", "--invalid-as-missing"], ["tally"], ["verify"]):
        done = gm("-C", folder, *arguments)
        assert done.out
        assert narrow(done), done.out


# Exit codes and what is written


def test_a_refused_round_writes_nothing_at_all(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, **BAD})
    before = {path: path.read_bytes() for path in fresh.rglob("*") if path.is_file()}
    done = gm("-C", fresh, "resolve", "round-1")
    assert done.code == 1
    assert "--invalid-as-missing" in done.text
    assert {path: path.read_bytes() for path in fresh.rglob("*") if path.is_file()} == before, "not even a lock"
    refused = gm("-C", fresh, "resolve", "round-1", "--json").json
    assert (refused["outcome"], refused["state"], refused["posts"]) == ("refused", None, [])


def test_a_sheet_that_is_gone_or_no_sheet_is_a_problem(fresh: Path) -> None:
    sheet_of(fresh, 1).unlink()
    done = gm("-C", fresh, "resolve", "--json")
    assert done.code == 1
    assert problems(done)["file.missing"]["file"] == "sheets/round-01.xlsx"
    sheet_of(fresh, 1).write_bytes(b"<!DOCTYPE html><html>sign in</html>")
    assert "file.html" in problems(gm("-C", fresh, "check", "--json"))


def test_orders_of_unknown_players_stop_the_round(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, "Zed": MOVE})
    done = gm("-C", fresh, "resolve", "--json")
    assert done.code == 1
    assert problems(done)["player.unknown"]["cell"] == "A7"
    told = gm("-C", fresh, "resolve")
    assert told.code == 1
    assert "A7" in told.text


def test_invalid_as_missing_sets_orders_and_rows_aside(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, **BAD, "Zed": MOVE})
    done = gm("-C", fresh, "resolve", "--invalid-as-missing", "--json")
    assert done.code == 0
    assert done.json["set_aside"] == ["Dan"]
    assert done.json["missing"] == []
    assert done.json["rows"] == counts(6, 4, 0, 0, 2, 0)
    told = gm("-C", fresh, "show", "Dan").out
    assert "didn't fit the rules" in told


def test_titles_that_are_wrong_cannot_be_set_aside(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    book = openpyxl.load_workbook(sheet_of(fresh, 1))
    book.worksheets[0].delete_rows(1)
    book.save(sheet_of(fresh, 1))
    before = contents(fresh)
    done = gm("-C", fresh, "resolve", "--invalid-as-missing", "--json")
    assert done.code == 1
    assert "header.missing" in problems(done)
    assert contents(fresh) == before


def test_two_columns_of_one_title_cannot_be_set_aside(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    book = openpyxl.load_workbook(sheet_of(fresh, 1))
    book.worksheets[0]["F1"] = "Amount"
    book.save(sheet_of(fresh, 1))
    done = gm("-C", fresh, "resolve", "--invalid-as-missing", "--json")
    assert done.code == 1
    assert "column.twice" in problems(done)


# Too early, too late


@pytest.mark.parametrize("step", ["round-7", "7", "R7"])
def test_a_round_that_is_too_early_is_wrong_use(fresh: Path, step: str) -> None:
    done = gm("-C", fresh, "resolve", step)
    assert done.code == 2
    assert "round-1 is not resolved" in done.text


@pytest.mark.parametrize("step", ["turn-1", "round-0", "soon", "-1", "round-1.5"])
def test_what_is_no_round_is_wrong_use(fresh: Path, step: str) -> None:
    done = gm("-C", fresh, "check", "--", step)
    assert done.code == 2
    assert "is no round of this game" in done.text


def test_with_nothing_sent_a_bare_resolve_does_nothing(fresh: Path) -> None:
    before = contents(fresh)
    done = gm("-C", fresh, "resolve")
    assert done.code == 0
    assert "Nobody has sent anything for round-1 yet" in done.text
    assert gm("-C", fresh, "resolve", "--json").json["outcome"] == "nothing"
    assert contents(fresh) == before
    assert not (fresh / ".gm.lock").exists()


def test_with_nothing_sent_a_named_round_goes_on(fresh: Path) -> None:
    done = gm("-C", fresh, "resolve", "round-1", "--json")
    assert done.code == 0
    assert done.json["outcome"] == "resolved"
    assert done.json["missing"] == list(PLAYERS)


def test_after_the_end_there_is_nothing_to_resolve(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--ruling", "track_length=6", "--ruling", "bet_limit_space=5")
    number = 0
    while not (done := gm("-C", folder, "resolve", f"round-{number + 1}", "--json")).json["finished"]:
        number += 1
        assert done.code == 0
        assert number < 30
    last = number + 1
    assert {"posts/final/public.txt", "posts/final/orders.txt"} <= set(done.json["posts"])
    assert not sheet_of(folder, last + 1).exists()
    (folder / "posts/final/public.txt").unlink()
    over = gm("-C", folder, "resolve")
    assert over.code == 0
    assert f"The game is over since round-{last}" in over.text
    assert "Made again: 1 file posts/final/public.txt" in over.text
    assert (folder / "posts/final/public.txt").exists()
    assert f"gm -C {folder} show orders" in over.text
    over = gm("-C", folder, "resolve", "--json")
    assert (over.code, over.json["outcome"], over.json["finished"]) == (0, "over", True)
    assert over.json["step"] == f"round-{last}"
    for options in (["--tab", "Orders"], ["--from", folder / "posts.csv"]):
        over = gm("-C", folder, "resolve", *options)
        assert (over.code, "there is nothing to resolve any more" in over.text) == (0, True)
    for step in (["next"], [f"round-{last + 1}"], ["round-99"]):
        over = gm("-C", folder, "resolve", *step)
        assert over.code == 2
        assert f"The game is over since round-{last}" in over.text
    again = gm("-C", folder, "resolve", f"round-{last}")
    assert again.code == 0
    assert "The game is over" not in again.text
    assert gm("-C", folder, "show", "public", "final").out == (folder / "posts/final/public.txt").read_text("utf-8")
    assert gm("-C", folder, "show", "orders").out == (folder / "posts/final/orders.txt").read_text("utf-8")
    assert gm("-C", folder, "sheet").code == 2
    status = gm("-C", folder, "status")
    assert "The game is over" in status.text
    assert gm("-C", folder, "status", "--json").json["finished"] is True
    assert gm("-C", folder, "verify").code == 0
    assert gm("-C", folder, "posts").code == 0
    assert narrow(gm("-C", folder, "tally"))


def test_the_end_is_told(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--ruling", "track_length=4", "--ruling", "bet_limit_space=3")
    everybody = {name: {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Green"} for name in PLAYERS}
    done = play(folder, everybody)
    assert f"Its final post: gm -C {folder} show public final" in done.text
    assert f"gm -C {folder} show orders" in done.text
    assert "reveal` publishes the seed" in done.text


# Versions


def test_newer_rules_are_told_before_a_round_goes_on(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CamelLots, "info", structs.replace(CamelLots.info, version="99"))
    found: dict[str, Any] = problems(gm("-C", played, "check", "--json"))
    assert found["rules.version"]["severity"] == "warning"
    assert "99" in found["rules.version"]["message"]


# A game that waits for a player


def test_a_game_without_a_default_order_waits_in_its_own_words(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, **BAD, "Eve": {}})
    monkeypatch.setattr(CamelLots, "default", lambda *_: None)
    plain = gm("-C", fresh, "check", "--json")
    assert problems(plain)["round.missing"]["player"] == "Eve"
    real = CamelLots.judge

    def judge(self: CamelLots, state: Any, player: str, order: Any) -> Judged:
        awaited = Judged(None, (Problem(code="turn.missing", message="We wait."),))
        return awaited if order is None else real(self, state, player, order)

    monkeypatch.setattr(CamelLots, "judge", judge)
    before = contents(fresh)
    told = [
        (problem["code"], problem["player"])
        for problem in gm("-C", fresh, "resolve", "--invalid-as-missing", "--json").json["problems"]
    ]
    assert ("turn.missing", "Eve") in told
    assert ("turn.missing", "Dan") in told, "an order that is set aside is awaited, too"
    assert contents(fresh) == before


def test_orders_that_were_set_aside_are_told_with_their_faults(fresh: Path) -> None:
    sheet: Sheet = {**ROUND, "Dan": {"Action": "buy", "Camel 1": "Red", "Amount": 99}, "Zed": MOVE}
    fill(sheet_of(fresh, 1), sheet)
    done = gm("-C", fresh, "resolve", "round-1", "--invalid-as-missing")
    assert done.code == 0
    assert "Treated as not sent: Dan. Row 7 belongs to nobody." in done.text
    assert "sent no action" not in done.text
    fault = problems(gm("-C", fresh, "check", "round-1", "--json"))["buy.unaffordable"]["message"]
    again = gm("-C", fresh, "resolve", "round-1")
    assert again.code == 0
    assert "(counted as not sent)" in again.text
    assert f"Dan: {fault}" in again.text
    assert "see below" not in again.text


def test_nobody_having_sent_anything_is_said(fresh: Path) -> None:
    done = gm("-C", fresh, "check")
    assert done.code == 0
    assert "Nobody has sent anything yet." in done.text
    assert "Next:" not in done.text


def test_an_order_that_is_passed_over_is_a_warning_apart_from_what_stands_above(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, "Eve": {"Action": "tile", "Space": 99}})
    done = gm("-C", fresh, "resolve", "--invalid-as-missing")
    assert done.code == 0
    assert "ERROR" not in done.text
    assert "WARNING sheets/round-01.xlsx" in done.text
    lines = done.out.splitlines()
    by_rule = next(number for number, line in enumerate(lines) if line.startswith("  Eve"))
    assert lines[by_rule - 1] == ""
    assert lines[lines.index("Treated as not sent: Eve.") - 1] == ""
    [error] = [problem for problem in open_folder(fresh).journal.steps[0].problems if problem["code"] == "tile.space"]
    assert error["severity"] == "error"
