"""`gm reopen`, `gm adjust` and `gm ruling` on the command line."""

import shlex
import shutil
from pathlib import Path

import pytest
from docs_pages import REPOSITORY
from table_play import contents, edit, fill, gm, narrow, problems, sheet_of
from typer.testing import CliRunner

from gm_tool.cli import correction_reports
from gm_tool.cli.commands import app

DATED = ("--date", "2026-03-14", "--reason", "too early")


# Reopen


def test_rounds_are_taken_back_and_resolved_again_to_the_same(six: Path) -> None:
    before = contents(six)
    done = gm("-C", six, "reopen", "5", *DATED, "--yes")
    assert done.code == 0
    assert "taken back: round-5 and round-6. The sheets are as they were." in done.text
    assert "If its posts are out already, paste this" in done.text
    assert "Taken back: round-5 and round-6. What was posted of it doesn't count any more" in done.text
    assert "too early" not in done.text, "the reason is for the journal"
    assert not (six / "posts/round-05").exists() and not (six / "posts/round-06").exists()
    assert gm("-C", six, "status", "--json").json["resolved"] == 4
    assert {name for name in before if name.startswith("sheets/")} <= contents(six).keys()
    assert gm("-C", six, "verify").code == 0
    for number in (5, 6):
        assert gm("-C", six, "resolve", f"round-{number}").code == 0
    after = contents(six)
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed == {"journal.jsonl"}
    assert gm("-C", six, "verify").code == 0


def test_adjustments_that_go_with_a_round_are_told(six: Path) -> None:
    gm("-C", six, "reopen", "6", *DATED, "--yes")
    adjust(six, "Ann", "coins", "+2")
    assert gm("-C", six, "reopen", "5", *DATED, "--yes", "--json").json["problems"][0]["code"] == "adjust.taken_back"
    adjust(six, "Ann", "coins", "+3")
    told = gm("-C", six, "reopen", "4", *DATED, "--yes").text
    assert "What was adjusted after round-4 goes with it: coins +3" in told
    assert "coins +2" not in told, "it is taken back already"
    assert 'adjust Ann coins +3 --reason "a coin too few"`' in told


def test_the_command_that_brings_an_adjustment_back_can_be_typed(six: Path) -> None:
    gm("-C", six, "reopen", "6", *DATED, "--yes")
    assert gm("-C", six, "adjust", "Ann", "coins", "+2", "--reason", 'a "typo" in `bets`').code == 0
    hint = gm("-C", six, "reopen", "5", *DATED, "--yes", "--json").json["problems"][0]["hint"]
    typed = hint[hint.index("`gm") + 1 : -1]
    assert shlex.split(typed) == ["gm", "adjust", "Ann", "coins", "+2", "--reason", 'a "typo" in `bets`']
    assert gm("-C", six, *shlex.split(typed)[1:]).code == 0


def test_orders_set_by_hand_that_go_with_a_round_are_told(six: Path) -> None:
    gm("-C", six, "correct", "5", "--set", "Bob", "tile on 13", "--yes")
    gm("-C", six, "correct", "6", "--set", "Bob", "nothing", "--yes")
    done = gm("-C", six, "reopen", "5", *DATED, "--yes")
    assert "WARNING Bob What you have set for Bob in round-5 goes with it: tile on 13." in done.text
    assert 'correct round-5 --set Bob "tile on 13"`' in done.text
    assert "What you have set for Bob in round-6 goes with it: nothing." in done.text
    assert narrow(done)
    assert gm("-C", six, "resolve", "round-5").code == 0
    assert gm("-C", six, "explain", "Bob", "5", "--json").json["steps"][0]["read_as"] == "nothing", "the sheet counts"
    assert gm("-C", six, "correct", "round-5", "--set", "Bob", "tile on 13", "--yes").code == 0
    assert gm("-C", six, "explain", "Bob", "5", "--json").json["steps"][0]["read_as"] == "tile on 13"
    assert gm("-C", six, "verify").code == 0


def test_history_tells_which_corrections_are_taken_back(six: Path) -> None:
    gm("-C", six, "correct", "4", "--set", "Bob", "tile on 13", "--yes")
    gm("-C", six, "correct", "6", "--set", "Bob", "nothing", "--yes")
    gm("-C", six, "correct", "5", "--set", "Dan", "nothing", "--yes")
    assert corrections(six) == {"round-4": 0, "round-5": 0, "round-6": 0}, "what is played again keeps what was set"
    gm("-C", six, "reopen", "5", *DATED, "--yes")
    reopened = gm("-C", six, "history", "--json").json["entries"][-1]["entry"]
    assert corrections(six) == {"round-4": 0, "round-5": reopened, "round-6": reopened}
    gm("-C", six, "reopen", "4", *DATED, "--yes")
    assert corrections(six) == {"round-4": reopened + 1, "round-5": reopened, "round-6": reopened}


def corrections(folder: Path) -> dict[str, int]:
    """By the round of each correction the number of the entry that took it back."""
    entries = gm("-C", folder, "history", "--json").json["entries"]
    return {entry["step"]: entry["taken_back_by"] for entry in entries if entry["kind"] == "correct"}


def test_a_round_that_is_taken_back_is_still_explained(six: Path) -> None:
    gm("-C", six, "reopen", "5", *DATED, "--yes")
    told = gm("-C", six, "explain", "Ann", "round-5").text
    assert told.startswith("round-5 before the reopening of 2026-03-14 (entry 8, too early): sell 1 Red It changed:")
    assert "All changes" not in told and "round-6" not in told
    later = gm("-C", six, "explain", "Ann", "6")
    assert later.code == 0 and "bet 11 on Purple" in later.text
    for arguments in (("Ann", "5", "--public"), ("race", "5")):
        done = gm("-C", six, "explain", *arguments)
        assert done.code == 2
        assert "round-5 is taken back, and not resolved anew yet: it comes next." in done.text
    assert "round-7 is not resolved yet: round-5 comes next." in gm("-C", six, "explain", "Ann", "7").text
    gm("-C", six, "reopen", "1", *DATED, "--yes")
    assert "round-1 before the reopening" in gm("-C", six, "explain", "Bob").text
    assert gm("-C", six, "resolve", "round-1").code == 0
    assert "round-2 is taken back" in gm("-C", six, "reopen", "2", "--yes").text
    done = gm("-C", six, "explain", "Bob", "1")
    assert done.text.startswith("round-1: move Red, Blue, Green"), "and what came out as before is told once"
    assert "before the reopening" not in done.text


def test_the_first_round_may_be_taken_back_too(six: Path) -> None:
    done = gm("-C", six, "reopen", "1", "--yes", "--json")
    assert done.json["steps"] == [f"round-{number}" for number in range(1, 7)]
    assert done.json["done"] is True
    status = gm("-C", six, "status", "--json").json
    assert (status["step"], status["resolved"]) == ("round-1", 0)
    assert not (six / "results.xlsx").exists()
    pregame = (six / "posts/pregame/public.txt").read_bytes()
    adjust(six, "Ann", "stock red", "-1")
    assert (six / "posts/pregame/public.txt").read_bytes() == pregame, "it says how the game began"
    assert gm("-C", six, "verify").code == 0
    assert gm("-C", six, "resolve", "round-1").code == 0
    update = gm("-C", six, "show", "Ann", "round-1", "--dialect", "text").text
    assert "Stocks of Red: -1, set right by the GM (a coin too few)." in update


def test_a_game_that_was_over_goes_on(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(REPOSITORY / "examples/camellots-finished", tmp_path / "game"))
    last = gm("-C", folder, "status", "--json").json["resolved"]
    taken_back = gm("-C", folder, "reopen", str(last), "--yes")
    assert (
        "new posts will follow. The game isn't over any more: the final post doesn't count, either." in taken_back.text
    )
    assert not (folder / "posts/final").exists()
    assert gm("-C", folder, "status", "--json").json["finished"] is False
    assert gm("-C", folder, "verify").code == 0


def test_it_is_told_at_once_that_the_seed_is_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(REPOSITORY / "examples/camel_up", tmp_path / "game"))
    assert gm("-C", folder, "reveal").code == 0
    set_right = gm("-C", folder, "correct", "turn-36", "--set", "Dmitri", "winner Blue", "--yes")
    assert "who has it can work out" not in set_right.text, "it is over as before"
    assert "winner Blue" in (folder / "posts/reveal/orders.txt").read_text("utf-8"), "everybody's orders, made anew"
    assert gm("-C", folder, "verify").code == 0
    ends = ("correct", "turn-42", "--set", "Bob", "leg bet green")
    asked = gm("-C", folder, *ends, "--dry-run")
    assert "The game isn't over any more: after turn-42 it goes on." in asked.text
    assert "who has it can work out the draws to come" in asked.text
    taken_back = gm("-C", folder, "reopen", "turn-42")
    assert taken_back.code == 2, "it asks first"
    assert "who has it can work out the draws to come" in taken_back.text
    done = gm("-C", folder, *ends, "--yes", "--json")
    assert problems(done)["reveal.early"]["severity"] == "warning"
    notice = gm("-C", folder, "show", "public", "erratum-2").text
    assert "it goes on after turn 42, and the final post counts no longer." in notice
    reopened = gm("-C", folder, "reopen", "turn-42", "--yes", "--json")
    codes = [problem["code"] for problem in reopened.json["problems"]]
    assert codes == ["correct.taken_back", "correct.taken_back", "reveal.early"], "and the two orders that were set"


def test_reopening_asks_first(six: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = contents(six)
    asked = gm("-C", six, "reopen", "5")
    assert asked.code == 2
    assert "round-5 and round-6 would be taken back" in asked.text
    assert "add --yes" in asked.text
    monkeypatch.setattr(correction_reports, "at_terminal", lambda: True)
    assert CliRunner().invoke(app, ["-C", str(six), "reopen", "5"], input="n\n").exit_code == 0
    assert contents(six) == before
    assert CliRunner().invoke(app, ["-C", str(six), "reopen", "5"], input="y\n").exit_code == 0
    assert contents(six) != before
    assert gm("-C", six, "reopen", "5", "--yes").code == 2, "it isn't resolved any more"


# Adjust


def adjust(folder: Path, *arguments: str) -> None:
    done = gm("-C", folder, "adjust", *arguments, "--reason", "a coin too few", "--date", "2026-03-14")
    assert done.code == 0, done
    assert narrow(done)


def test_a_coin_given_is_told_with_the_next_update(six: Path) -> None:
    before = contents(six)
    adjust(six, "ann", "COINS", "+2")
    adjust(six, "Ann", "stock red", "-1")
    changed = {name for name, data in contents(six).items() if before.get(name) != data}
    assert changed == {"journal.jsonl", "results.xlsx", "sheets/round-07.xlsx"}, "what is posted stays"
    coins = gm("-C", six, "tally", "--json").json["players"]["Ann"]
    assert coins[-1] == 14, "12 and the 2 given"
    assert gm("-C", six, "resolve", "round-7").code == 0
    update = gm("-C", six, "show", "Ann", "round-7", "--dialect", "text").text
    assert "Coins: +2, set right by the GM (a coin too few). Stocks of Red: -1, set right" in update
    assert "12 coins at the start of the round - +2: set right by the GM (a coin too few) - 14 coins now" in update
    assert "Ann gains 2 coins: set right by the GM (a coin too few)." in gm("-C", six, "show", "gm", "round-7").text
    for other in ("public", "Bob"):
        assert "a coin too few" not in gm("-C", six, "show", other, "round-7").out
    assert gm("-C", six, "explain", "Ann").code == 0, "the changes add up"
    assert gm("-C", six, "verify").code == 0


def test_after_the_end_it_is_told_with_the_last_update(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(REPOSITORY / "examples/camellots-finished", tmp_path / "game"))
    coins = gm("-C", folder, "tally", "--json").json["players"]["Ann"][-1]
    adjust(folder, "Ann", "coins", "+3")
    assert "a coin too few" in gm("-C", folder, "show", "Ann").out
    assert f"{coins + 3}" in gm("-C", folder, "show", "public", "final").out
    assert gm("-C", folder, "verify").code == 0


def test_an_adjustment_holds_through_a_correction_or_is_left_out(six: Path) -> None:
    adjust(six, "Ann", "coins", "-11")
    asked = gm("-C", six, "correct", "6", "--set", "Ann", "bet 20 on purple", "--yes", "--json")
    assert asked.code == 1
    problem = problems(asked)["correct.adjust"]
    assert "coins -11 for Ann, can't be made any more" in problem["message"]
    assert problem["hint"].startswith("Leave it out: --without 8")
    assert gm("-C", six, "correct", "6", "--set", "Ann", "bet 20 on purple", "--without", "8", "--yes").code == 0
    assert gm("-C", six, "tally", "--json").json["players"]["Ann"][-1] == 3
    adjust(six, "Ann", "coins", "-3")
    assert gm("-C", six, "correct", "6", "--set", "Ann", "bet 12 on purple", "--yes").code == 0
    assert gm("-C", six, "tally", "--json").json["players"]["Ann"][-1] == 8
    assert gm("-C", six, "verify").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("Ann", "coins", "-99"), 1, "coins of Ann can't be changed by -99"),
        (("Ann", "stock Red", "+99"), 1, "can't be changed by +99"),
        (("Ann", "coin", "+1"), 2, "Did you mean coins?"),
        (("Ann", "xyzzy", "+1"), 2, "There are: coins, phantom, garnets"),
        (("Ann", "coins", "2.5"), 2, "'2.5' is no amount"),
        (("Ann", "coins", "+0"), 2, "'+0' is no amount"),
        (("Zoe", "coins", "+1"), 2, "There is no player 'Zoe'"),
    ],
)
def test_adjustments_that_cannot_be(six: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    before = contents(six)
    done = gm("-C", six, "adjust", *arguments, "--reason", "x")
    assert done.code == code
    assert said in done.text
    assert contents(six) == before


def test_an_adjustment_has_a_reason_and_a_game_that_has_begun(six: Path, fresh_game: Path) -> None:
    assert "Say why" in gm("-C", six, "adjust", "Ann", "coins", "+1").text
    done = gm("-C", fresh_game, "adjust", "Ann", "coins", "+1", "--reason", "x")
    assert done.code == 2
    assert "set in game.yaml" in done.text


# Rulings


def test_a_ruling_for_the_next_round_leaves_what_is_posted(six: Path) -> None:
    before = contents(six)
    done = gm("-C", six, "ruling", "sell_prices", "[20, 10, 7, 4, 1]", *DATED)
    assert done.code == 0, done
    assert "From Round 7 on: [20, 10, 7, 4, 1], no longer [13, 10, 7, 4, 1]." in done.text
    changed = {name for name, data in contents(six).items() if before.get(name) != data}
    assert changed <= {"journal.jsonl", "sheets/round-07.xlsx"}
    assert gm("-C", six, "verify").code == 0
    fill(sheet_of(six, 7), {"Dan": {"Action": "sell", "Camel 1": "Red", "Amount": 1}})
    assert gm("-C", six, "resolve", "round-7").code == 0
    assert gm("-C", six, "verify").code == 0
    assert "[20, 10, 7, 4, 1]" in gm("-C", six, "explain", "Dan", "7").text


def test_game_yaml_may_say_what_a_ruling_was_or_is_but_nothing_else(six: Path) -> None:
    assert gm("-C", six, "ruling", "tile_bonus", "5").code == 0
    for said, value, code in (("10", "5", 0), ("5", "7", 1), ("7", "10", 0)):
        edit(six / "game.yaml", f"tile_bonus: {said}", f"tile_bonus: {value}")
        done = gm("-C", six, "status")
        assert done.code == code, value
        assert ("To change it in the middle" in done.text) == bool(code)


def test_a_ruling_from_an_earlier_round_on_is_played_again(six: Path) -> None:
    assert gm("-C", six, "ruling", "sell_prices", "[3, 3, 3, 3, 3]", "--from", "5").code == 2, "it asks first"
    done = gm(
        "-C", six, "ruling", "sell_prices", "[3, 3, 3, 3, 3]", "--from", "5", *DATED, "--invalid-as-missing", "--yes"
    )
    assert done.code == 0, done
    assert narrow(done)
    assert "Ann coins 12 2" in done.text
    public = gm("-C", six, "show", "public", "erratum-1", "--dialect", "text").text
    assert "A ruling is changed from round 5 on." in public
    assert "it was [13, 10, 7, 4, 1]" in public
    changed = "What differs now, as it stands after round 6 (in brackets: before): Camel"
    assert changed in public, "the prices, and no camel"
    assert gm("-C", six, "verify").code == 0
    assert gm("-C", six, "explain", "Ann", "5", "--json").json["former"][0]["taken_back_by"]["kind"] == "ruling"
    assert "sell_prices: [3, 3, 3, 3, 3], was [13, 10, 7, 4, 1]" in gm("-C", six, "history").text


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("track_length", "20"), 1, "can't be 20 from round-7 on"),
        (("track_length", "20", "--from", "5", "--yes"), 1, "can't be 20 from round-5 on"),
        (("tile_bonus", "many"), 1, "The ruling tile_bonus can't be 'many'"),
        (("tile_bonos", "5"), 1, "Did you mean tile_bonus?"),
        (("tile_bonus", "10"), 0, "there is nothing to change"),
        (("tile_bonus", "5", "--dry-run"), 0, "Nothing was written (--dry-run)."),
        (("tile_bonus", "5", "--from", "4", "--dry-run"), 0, "Nothing was written (--dry-run)."),
    ],
)
def test_rulings_that_cannot_be_or_need_not(six: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    before = contents(six)
    done = gm("-C", six, "ruling", *arguments)
    assert done.code == code, done
    assert said in done.text
    assert contents(six) == before


def test_a_ruling_that_is_another_one_later_on_is_not_said_to_be_settled(six: Path) -> None:
    assert gm("-C", six, "ruling", "tile_bonus", "5", "--from", "9").code == 0
    before = contents(six)
    for start in ((), ("--from", "5"), ("--from", "8")):
        done = gm("-C", six, "ruling", "tile_bonus", "10", *start)
        assert done.code == 2, done
        assert "already, but 5 from round-9 on." in done.text
        assert "ruling tile_bonus 10 --from round-9`" in done.text
    assert contents(six) == before
    assert gm("-C", six, "ruling", "tile_bonus", "10", "--from", "9").code == 0
    assert "there is nothing to change" in gm("-C", six, "ruling", "tile_bonus", "10").text


def test_a_ruling_before_the_first_round_and_after_the_last(fresh_game: Path, tmp_path: Path) -> None:
    done = gm("-C", fresh_game, "ruling", "tile_bonus", "5")
    assert done.code == 2
    assert "change the ruling in game.yaml" in done.text
    folder = Path(shutil.copytree(REPOSITORY / "examples/camellots-finished", tmp_path / "over"))
    for more in ([], ["--from", "99"]):
        over = gm("-C", folder, "ruling", "tile_bonus", "5", *more)
        assert over.code == 2
        assert "name a round" in over.text


def test_history_writes_settings_as_they_are_typed(six: Path) -> None:
    gm("-C", six, "ruling", "missing_earns_garnet", "true", *DATED)
    assert "missing_earns_garnet: true, was false" in gm("-C", six, "history").text


def test_history_of_a_new_game(fresh_game: Path) -> None:
    assert gm("-C", fresh_game, "history", "--json").json["entries"] == []
    edit(fresh_game / "game.yaml", "language: en", "language: de")
    assert gm("-C", fresh_game, "history").code == 0
