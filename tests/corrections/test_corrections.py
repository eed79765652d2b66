"""`gm correct` on the command line: orders set, orders that no longer stand, asking, and what is refused."""

import html
import os
from pathlib import Path
from typing import Any

import pytest
from evening_play import RIGHT
from table_play import contents, edit, fill, gm, narrow, new_game, play, problems, sheet_of
from typer.testing import CliRunner

from gm_tool.cli import correction_reports
from gm_tool.cli.commands import app

SALE = ("--set", "Ann", "sell 1 blue")
NO_SALE = ("--set", "Ann", "nothing")
"""Without the sale Ann has too little for the bet that she has sent for round 6."""


def correct(folder: Path, *arguments: str) -> Any:
    return gm("-C", folder, "correct", *arguments)


def test_an_order_that_is_set_counts_as_one_that_was_sent(six: Path, tmp_path: Path) -> None:
    done = correct(six, "5", *SALE, "--yes", "--json")
    assert done.code == 0
    assert done.json["outcome"] == "corrected"
    assert done.json["orders"] == [
        {"step": "round-5", "player": "Ann", "was": "sell 1 Red", "now": "sell 1 Blue", "why": "set"}
    ]
    assert {"player": "Ann", "what": "stock Blue", "was": 1, "now": 0} in done.json["numbers"]
    assert done.json["steps"] == ["round-5", "round-6"]
    assert done.json["published"] == 2
    assert done.json["erratum"] == "posts/erratum-01"
    assert "I read it as: [b]sell 1 Blue[/b]" in gm("-C", six, "show", "Ann", "round-5").out
    assert gm("-C", six, "verify").code == 0
    assert gm("-C", six, "resolve", "round-5", "--json").json["outcome"] == "unchanged", "the sheet is as it was"


def test_what_is_set_stays_set_when_the_sheet_is_read_again(six: Path) -> None:
    assert correct(six, "5", *SALE, "--yes").code == 0
    fill(sheet_of(six, 5), {"Dan": {"Bet Red": 1}})
    changed = gm("-C", six, "resolve", "round-5", "--json").json
    assert changed["outcome"] == "changed"
    assert "with other orders than these, of Dan. Nothing" in changed["problems"][-1]["message"], "Ann's was set since"
    done = correct(six, "5", "--yes", "--json")
    assert [change["player"] for change in done.json["orders"]] == ["Dan"]
    assert gm("-C", six, "explain", "Ann", "5", "--json").json["steps"][0]["read_as"] == "sell 1 Blue"
    assert "snapshots/round-05-0002.json" in done.json["written"], "what was read anew is kept"
    before = contents(six)
    assert gm("-C", six, "resolve", "round-5").code == 0
    assert contents(six) == before


def test_an_order_of_a_later_round_may_be_set_beside_the_mended_sheet(six: Path) -> None:
    fill(sheet_of(six, 5), RIGHT)
    done = correct(six, "5", "--set", "round-6:bob", "nothing", "--yes", "--json")
    assert [(one["step"], one["player"], one["now"]) for one in done.json["orders"]] == [
        ("round-5", "Ann", "sell 1 Blue"),
        ("round-6", "Bob", "nothing"),
    ]
    only_later = correct(six, "5", "--set", "6:Bob", "bet 1 on red", "--yes", "--json")
    assert only_later.json["step"] == "round-6", "round 5 stays as it is"
    assert only_later.json["published"] == 1


def test_an_order_that_no_longer_stands_has_to_be_decided_about(six: Path) -> None:
    before = contents(six)
    asked = correct(six, "5", *NO_SALE, "--yes")
    assert asked.code == 1
    assert "round-6: the order of Ann doesn't stand any more" in asked.text
    for choice in ('--set round-6:Ann "ORDER"', "--as-missing round-6:Ann", "--invalid-as-missing"):
        assert choice in asked.text
    assert "Nothing was written." in asked.text
    assert contents(six) == before
    assert narrow(asked)
    as_json = correct(six, "5", *NO_SALE, "--yes", "--json")
    assert as_json.json["outcome"] == "refused"
    assert problems(as_json)["correct.stale"]["player"] == "Ann"


@pytest.mark.parametrize("choice", ["--as-missing round-6:Ann", "--invalid-as-missing"])
def test_it_may_count_as_not_sent_and_counts_again_when_it_stands_again(six: Path, choice: str) -> None:
    before = contents(six)
    done = correct(six, "5", *NO_SALE, *choice.split(), "--yes", "--json")
    assert done.code == 0, done
    assert {
        "step": "round-6",
        "player": "Ann",
        "was": "bet 11 on Purple",
        "now": "nothing",
        "why": "doesn't stand",
    } in (done.json["orders"])
    assert "Your order didn't fit the rules" in gm("-C", six, "show", "Ann", "round-6").out
    assert "doesn't stand any more after a correction" in gm("-C", six, "show", "gm", "round-6").text
    back = correct(six, "5", "--set", "Ann", "sell 1 red", "--yes", "--json")
    assert back.code == 0, back
    now = contents(six)
    assert all(now[f"posts/round-0{n}/public.txt"] == before[f"posts/round-0{n}/public.txt"] for n in range(1, 7))
    assert now["posts/round-06/private/Ann.txt"] == before["posts/round-06/private/Ann.txt"]
    assert gm("-C", six, "verify").code == 0


def test_what_was_decided_about_it_is_not_asked_again(six: Path) -> None:
    assert correct(six, "5", *NO_SALE, "--as-missing", "6:Ann", "--yes").code == 0
    again = correct(six, "5", "--set", "Bob", "tile on 17", "--yes", "--json")
    assert again.code == 0, again
    assert "correct.set_aside" not in problems(again), "it is judged again, and would count if it stood"
    assert "Your order didn't fit the rules" in gm("-C", six, "show", "Ann", "round-6").out
    assert gm("-C", six, "verify").code == 0


def test_another_order_may_be_set_in_its_place(six: Path) -> None:
    done = correct(six, "5", *NO_SALE, "--set", "6:Ann", "tile on 30", "--yes", "--json")
    assert done.code == 0
    assert done.json["orders"][-1]["now"] == "tile on 30"


def test_an_order_that_is_set_has_to_stand_itself(six: Path) -> None:
    for order, code in (("sell 9 blue", "sell.too_many"), ("dance", "message.unreadable")):
        done = correct(six, "5", "--set", "Ann", order, "--invalid-as-missing", "--yes", "--json")
        assert done.code == 1
        assert code in problems(done)
        assert problems(done)[code]["message"].startswith("round-5: ")
        assert done.json["orders"][0] == {
            "step": "round-5",
            "player": "Ann",
            "was": "sell 1 Red",
            "now": order,
            "why": "set, but doesn't stand",
        }
    nothing_before = correct(six, "5", "--set", "Bob", "sell 9 blue", "--dry-run")
    assert "round-5 Bob nothing sell 9 blue set, but doesn't stand" in nothing_before.text


def test_dry_run_shows_and_writes_nothing(six: Path) -> None:
    before = contents(six)
    done = correct(six, "5", *SALE, "--dry-run")
    assert done.code == 0
    assert "Ann stock Blue 1 0" in done.text
    assert "Nothing was written (--dry-run)." in done.text
    assert correct(six, "5", *SALE, "--dry-run", "--json").json["outcome"] == "shown"
    assert contents(six) == before


@pytest.mark.parametrize(("answer", "written"), [("y\n", True), ("\n", False)])
def test_it_asks_at_a_terminal(six: Path, monkeypatch: pytest.MonkeyPatch, answer: str, written: bool) -> None:
    monkeypatch.setattr(correction_reports, "at_terminal", lambda: True)
    before = contents(six)
    done = CliRunner().invoke(app, ["-C", str(six), "correct", "5", *SALE], input=answer)
    assert done.exit_code == 0
    shown, _, rest = done.stdout.partition("Write this?")
    assert "sell 1 Blue" in shown
    assert "Order was" not in rest, "it isn't shown twice"
    assert (contents(six) != before) == written


def test_nothing_to_correct_is_said_and_lost_posts_are_made_again(six: Path) -> None:
    whole = contents(six)
    (six / "posts/round-06/public.txt").unlink()
    done = correct(six, "5", "--yes")
    assert done.code == 0
    assert "there is nothing to correct" in done.text
    assert "Made again: 1 file posts/round-06/public.txt" in done.text
    assert contents(six) == whole


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
def test_nothing_is_written_where_the_order_that_is_set_stands_already(six: Path, more: tuple[str, ...]) -> None:
    before = contents(six)
    done = correct(six, "5", "--set", "Ann", "sell 1 red", *more)
    assert done.code == 0, "and nobody is asked"
    assert done.out == "round-5 was resolved with just these orders: there is nothing to correct.\n"
    assert correct(six, "5", "--set", "Ann", "sell 1 red", *more, "--json").json["outcome"] == "unchanged"
    assert contents(six) == before


def test_a_dry_run_makes_no_lost_post_either(six: Path) -> None:
    (six / "posts/round-06/public.txt").unlink()
    before = contents(six)
    assert "there is nothing to correct" in correct(six, "5", "--dry-run").out
    assert contents(six) == before


def test_an_adjustment_left_out_is_a_change_though_the_order_stands(six: Path) -> None:
    given = gm("-C", six, "adjust", "Ann", "coins", "+2", "--reason", "a sale", "--date", "2026-03-14", "--json")
    assert given.code == 0
    entry = str(gm("-C", six, "history", "--json").json["entries"][-1]["entry"])
    done = correct(six, "5", "--set", "Ann", "sell 1 red", "--without", entry, "--yes", "--json")
    assert done.json["outcome"] == "corrected"
    assert {one["what"] for one in done.json["numbers"]} == {"coins"}


def test_before_the_first_round_nothing_can_be_corrected_or_taken_back(fresh_game: Path) -> None:
    for words, hint in (("correct", "an order is changed where it was sent"), ("reopen", "status` tells what is due")):
        done = gm("-C", fresh_game, words, "1", "--yes")
        assert done.code == 2 and "post" not in done.text
        assert "Nothing is resolved yet: there is nothing to" in done.text and hint in done.text


def test_a_sheet_that_is_gone_or_still_wrong(six: Path) -> None:
    fill(sheet_of(six, 5), {"Ann": {"Action": "fly"}})
    wrong = correct(six, "5", "--yes", "--json")
    assert wrong.code == 1
    assert wrong.json["outcome"] == "refused"
    assert "action.unknown" in problems(wrong)
    assert correct(six, "5", "--invalid-as-missing", "--dry-run").code == 0
    sheet_of(six, 5).unlink()
    gone = correct(six, "5", "--yes")
    assert gone.code == 1
    assert "can't be read again: sheets/round-05.xlsx isn't there" in gone.text
    assert "--from FILE" in gone.text
    assert correct(six, "5", *SALE, "--dry-run").code == 0, "an order that is set needs no sheet"


def test_who_was_set_aside_may_be_so_again(six: Path) -> None:
    fill(
        sheet_of(six, 7),
        {"Ann": {"Action": "sell", "Camel 1": "Red", "Amount": 9}, "Bob": {"Action": "bet", "Bet Red": 1}},
    )
    assert gm("-C", six, "resolve", "round-7", "--invalid-as-missing").code == 0
    fill(sheet_of(six, 7), {"Bob": {"Bet Red": 2}})
    done = correct(six, "7", "--yes", "--json")
    assert done.code == 0, done
    assert [change["player"] for change in done.json["orders"]] == ["Bob"]
    noted = correct(six, "5", *SALE, "--dry-run", "--json")
    assert problems(noted)["correct.set_aside"]["player"] == "Ann"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("5", "--set", "Ann"), 'it takes a name and an order: --set Ann "sell 1 blue"'),
        (("5", "--set", "Zoe", "nothing"), "There is no player 'Zoe'"),
        (("5", "--set", "4:Ann", "nothing"), "Correct from the earliest one on: `gm correct round-4`"),
        (("5", "--set", "7:Ann", "nothing"), "round-7 is not among the rounds that are played again"),
        (("5", "--set", "x-6:Ann", "nothing"), "'x-6' is no round of this game"),
        (("5", "--set", "Ann", "nothing", "--set", "5:ann", "tile on 8"), "--set gives two orders of Ann for round-5."),
        (("5", "--as-missing", "Zoe"), "There is no player 'Zoe'"),
        (("5", "--without", "3"), "Entry 3 is no adjustment in force"),
        (("5", "--date", "14.3.2026"), "is no date: write it as 2026-03-14"),
        (("7",), "round-7 is not resolved"),
        (("next",), "round-7 is not resolved"),
    ],
)
def test_wrong_use_is_told(six: Path, arguments: tuple[str, ...], said: str) -> None:
    before = contents(six)
    done = correct(six, *arguments)
    assert done.code == 2
    assert said in done.text.replace(f"-C {six} ", ""), done.text
    assert contents(six) == before


def test_a_player_with_a_colon_in_its_name(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", players=("R2:D2", "Bob", "Cat", "Dan", "Eve"))
    play(folder, {"R2:D2": {"Action": "tile", "Space": 7}})
    done = correct(folder, "1", "--set", "R2:D2", "tile on 8", "--yes", "--json")
    assert done.json["orders"][0]["player"] == "R2:D2"


def test_the_next_sheet_is_made_anew_unless_something_is_filled_in(six: Path) -> None:
    before = sheet_of(six, 7).read_bytes()
    done = correct(six, "5", *SALE, "--yes", "--json")
    assert "sheets/round-07.xlsx" in done.json["written"]
    assert sheet_of(six, 7).read_bytes() != before
    fill(sheet_of(six, 7), {"Bob": {"Action": "bet", "Bet Red": 1}})
    filled = sheet_of(six, 7).read_bytes()
    again = correct(six, "5", "--set", "Ann", "sell 1 red", "--yes", "--json")
    assert problems(again)["sheet.before"]["file"] == "sheets/round-07.xlsx"
    assert sheet_of(six, 7).read_bytes() == filled


def test_an_erratum_is_compared_shown_and_exported(six: Path, tmp_path: Path) -> None:
    assert correct(six, "5", *SALE, "--yes").code == 0
    assert "erratum-01/public.txt" in gm("-C", six, "export", "public", tmp_path / "out", "--json").json["files"]
    assert not list((tmp_path / "out").rglob("Ann.txt")) and not list((tmp_path / "out").rglob("index.html"))
    edit(six / "posts/erratum-01/public.txt", "A mistake", "No mistake")
    assert problems(gm("-C", six, "verify", "--json"))["file.differs"]["file"] == "posts/erratum-01/public.txt"
    assert gm("-C", six, "posts").code == 0
    assert gm("-C", six, "verify").code == 0
    assert gm("-C", six, "show", "Ann", "erratum-1", "--dialect", "text").out.startswith(
        "Presenting CamelLots: erratum 1"
    )
    for arguments, said in (
        (("public", "erratum-2"), "The last one is erratum-01"),
        (("Cat", "erratum-1"), "Cat gets no word of erratum-01"),
    ):
        done = gm("-C", six, "show", *arguments)
        assert done.code == 2
        assert said in done.text


def test_an_erratum_that_the_journal_does_not_have_is_named(six: Path) -> None:
    before = (six / "journal.jsonl").read_bytes()
    assert correct(six, "6", "--set", "Bob", "tile on 13", "--yes").code == 0
    (six / "journal.jsonl").write_bytes(before)
    assert gm("-C", six, "posts").code == 0
    done = gm("-C", six, "verify", "--json")
    assert (done.code, problems(done)["file.left"]["file"]) == (1, "posts/erratum-01")
    assert correct(six, "6", "--set", "Bob", "tile on 13", "--yes").code == 0
    assert gm("-C", six, "verify").code == 0


def test_an_erratum_has_a_page(six: Path) -> None:
    done = correct(six, "5", *SALE, "--yes")
    assert f"All of it, to copy: gm -C {six} open erratum-01" in done.text
    page = six / "posts/erratum-01/index.html"
    assert gm("-C", six, "open", "erratum-1", "--print").out == f"{page}\n"
    made = page.read_text("utf-8")
    for name in ("public.txt", "private/Ann.txt", "gm.txt"):
        assert html.escape((six / "posts/erratum-01" / name).read_text("utf-8"), quote=False).strip() in made, name
    assert 'data-copy="public-1"' in made and 'data-copy="player-1-1"' in made
    assert "What has changed from Round 5 on." in made and "private/Cat.txt" not in made
    if os.name == "posix":
        assert page.stat().st_mode & 0o077 == 0
    page.unlink()
    assert gm("-C", six, "open", "erratum-01", "--print").code == 0
    assert page.read_text("utf-8") == made
    assert gm("-C", six, "verify").code == 0
    none = gm("-C", six, "open", "erratum-2", "--print")
    assert none.code == 2 and "There is no erratum 2. The last one is erratum-01." in none.text


def test_an_erratum_in_german(six: Path) -> None:
    config = (six / "game.yaml").read_text("utf-8")
    (six / "game.yaml").write_text(config.replace("language: en", "language: de"), "utf-8")
    assert correct(six, "5", *SALE, "--yes").code == 0
    public, private = (
        (six / "posts/erratum-01" / name).read_text("utf-8") for name in ("public.txt", "private/Ann.txt")
    )
    assert "Ein Fehler in Runde 5 ist berichtigt." in public
    assert "Runde 5 und 6 sind damit neu gespielt" in public
    assert "Aktien von Blue: [b]0[/b] (vorher: 1)" in private


def test_a_game_that_ends_earlier_loses_its_later_rounds(tmp_path: Path) -> None:
    run: dict[str, Any] = {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Green"}
    folder = new_game(tmp_path / "game", "--ruling", "track_length=12")
    number = 1
    while gm("-C", folder, "status", "--json").json["finished"] is False:
        play(folder, dict.fromkeys(("Ann", "Bob", "Cat"), run) if number > 1 else {"Ann": run}, number)
        number += 1
    last = number - 1
    assert (folder / "posts/final/public.txt").is_file()
    everybody = [
        word for name in ("Ann", "Bob", "Cat", "Dan", "Eve") for word in ("--set", name, "move red, blue, green")
    ]
    done = correct(folder, "1", *everybody, "--invalid-as-missing", "--yes", "--json")
    assert done.code == 0, done
    fallen = done.json["fallen"]
    assert len(done.json["steps"]) + len(fallen) == last
    for name in fallen:
        assert not (folder / "posts" / f"round-{int(name.rsplit('-', 1)[1]):02d}").exists()
    assert gm("-C", folder, "verify").code == 0


def test_after_the_end_the_final_post_is_named_among_what_is_out(tmp_path: Path) -> None:
    run: dict[str, Any] = {"Action": "move", "Camel 1": "Red", "Camel 2": "Blue", "Camel 3": "Green"}
    folder = new_game(tmp_path / "game", "--ruling", "track_length=4", "--ruling", "bet_limit_space=4")
    play(folder, {"Ann": run, "Bob": run, "Cat": run, "Eve": {"Action": "bet", "Bet Red": 5}}, 1)
    done = correct(folder, "1", "--set", "Eve", "bet 4 on Red", "--dry-run")
    assert "to be made anew: 1 round (round-1), and the final post." in done.text
    sent = correct(folder, "1", "--set", "Eve", "bet 4 on Red", "--yes")
    assert sent.code == 0
    assert "the update of Eve" in gm("-C", folder, "show", "gm", "erratum-1").text, "of one player it is one update"


def test_what_cannot_be_read_is_not_told_as_a_plan(six: Path) -> None:
    done = correct(six, "5", "--set", "Ann", "sdfg", "--yes")
    assert done.code == 1
    assert "says nothing of an action" in done.text
    assert "All orders stay" not in done.text and "made anew" not in done.text


def test_many_rounds_are_named_by_the_first_and_the_last(six: Path) -> None:
    done = correct(six, "2", "--set", "Bob", "tile on 19", "--invalid-as-missing", "--yes")
    assert "Published already, to be made anew: 5 rounds (round-2 to round-6)." in done.text, done
    said = {"public": "Round 2 to Round 6 were played again with it", "gm": "Played again: Round 2 to Round 6."}
    for what, words in said.items():
        assert words in gm("-C", six, "show", what, "erratum-1").text
    edit(six / "game.yaml", "language: en", "language: de")
    for what, words in {"public": "Runde 2 bis 6 sind damit neu", "gm": "Neu gespielt: Runde 2 bis 6."}.items():
        assert words in gm("-C", six, "show", what, "erratum-1").text
