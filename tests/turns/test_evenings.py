"""Games turn by turn on the command line: the sheet of turns filled in as players post, one post for several turns."""

from __future__ import annotations

import random
from pathlib import Path

import openpyxl
import pytest
from table_play import contents, gm, narrow, new_game, problems, workbook
from turn_play import FOUR, TURNS, append_row, fill_turns, new_turns, played, rows_of

from gm_tool.app.folder import open_folder
from gm_tool.io.transaction import Transaction

ROLL = {"Action": "pyramid"}
BLUE = {"Action": "leg bet", "Camel": "Blue"}


@pytest.fixture
def camels(tmp_path: Path) -> Path:
    return new_turns(tmp_path / "camels")


def test_a_new_game_has_one_sheet_with_a_row_a_turn(camels: Path) -> None:
    assert [(row["Turn"], row["Player"]) for row in rows_of(camels)][:5] == [
        (1, "Ann"),
        (2, "Bob"),
        (3, "Cat"),
        (4, "Dan"),
        (5, "Ann"),
    ]
    assert "sheets/turns.xlsx" in (camels / "game.yaml").read_text("utf-8")
    tab = openpyxl.load_workbook(camels / TURNS).worksheets[0]
    due = [rule.formula1 for rule in tab.data_validations.dataValidation if "C2" in rule.sqref]
    assert due == ['"leg bet,tile,pyramid,winner,loser"']


def test_several_turns_have_one_post_and_an_entry_each(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: BLUE, 3: ROLL, 5: BLUE})
    checked = gm("-C", camels, "check", "--json")
    assert (checked.code, played(checked)) == (
        0,
        [("turn-1", "Ann", "pyramid"), ("turn-2", "Bob", "leg bet Blue"), ("turn-3", "Cat", "pyramid")],
    )
    assert not (camels / "journal.jsonl").exists()
    done = gm("-C", camels, "resolve", "--json")
    assert (done.code, done.json["outcome"], played(done)) == (0, "resolved", played(checked))
    assert (done.json["due"], done.json["waits_for"], done.json["ahead"]) == ("turn-4", "Dan", {"Ann": 1})
    assert done.json["rows"] == {"read": 12, "used": 3, "superseded": 0, "late": 0, "refused": 0, "ignored": 9}
    assert [path.name for path in (camels / "posts").iterdir()] != []
    assert sorted(path.name for path in (camels / "posts").iterdir()) == ["pregame", "turn-03"]
    entries = open_folder(camels).journal.steps
    assert [(entry.step, entry.post, len(entry.rows)) for entry in entries] == [
        ("turn-1", "turn-3", 1),
        ("turn-2", "turn-3", 1),
        ("turn-3", "", 1),
    ]
    assert gm("-C", camels, "show", "public", "turn-1").out == gm("-C", camels, "show", "public", "turn-3").out
    assert "Turns 1 to 3" in gm("-C", camels, "show", "public").out
    assert gm("-C", camels, "verify").code == 0


def test_resolved_rows_stay_and_what_was_filled_in_ahead_is_taken_over(camels: Path) -> None:
    fill_turns(
        camels, {1: ROLL, 2: BLUE | {"Note": "from the train"}, 6: BLUE | {"Note": "ahead"}, 5: {"Action": "fly"}}
    )
    append_row(camels, {"Player": "Dan", "Action": "tile", "Space": 9, "Side": "boo"})
    gm("-C", camels, "resolve")
    rows = rows_of(camels)
    assert [(row["Turn"], row["Player"], row["Action"], row["Note"]) for row in rows[:6]] == [
        (1, "Ann", "pyramid", None),
        (2, "Bob", "leg bet", "from the train"),
        (3, "Cat", None, None),
        (4, "Dan", None, None),
        (5, "Ann", "fly", None),
        (6, "Bob", "leg bet", "ahead"),
    ]
    assert rows[-1] | {"Turn": None} == rows[-1]
    assert (rows[-1]["Player"], rows[-1]["Space"], rows[-1]["Side"]) == ("Dan", 9, "boo")


def test_a_standing_order_counts_when_its_turn_comes_and_then_has_a_number(camels: Path) -> None:
    append_row(camels, {"Player": "Bob", **BLUE})
    fill_turns(camels, {1: ROLL})
    assert played(gm("-C", camels, "resolve", "--json"))[1:] == [("turn-2", "Bob", "leg bet Blue")]
    assert [row["Turn"] for row in rows_of(camels) if row["Action"]] == [1, 2]
    again = gm("-C", camels, "resolve")
    assert (again.code, "nothing was changed" in again.text, "turn-3 is Cat's" in again.text) == (0, True, True)


def test_several_standing_orders_of_one_player_count_one_after_the_other(camels: Path) -> None:
    for order in (BLUE, {"Action": "winner", "Camel": "Red"}, ROLL):
        append_row(camels, {"Player": "Bob", **order})
    for turn, said in ((2, "leg bet Blue"), (6, "winner Red"), (10, "pyramid")):
        fill_turns(camels, {turn - 1: ROLL} | ({turn - 3: ROLL, turn - 2: ROLL} if turn > 2 else {}))
        assert played(gm("-C", camels, "resolve", "--json"))[-1] == (f"turn-{turn}", "Bob", said)
    assert gm("-C", camels, "check").code == 0


def test_a_sheet_with_more_in_it_than_gm_put_there_is_left_alone(camels: Path) -> None:
    fill_turns(camels, {1: ROLL})
    book = openpyxl.load_workbook(camels / TURNS)
    book.worksheets[0]["J4"] = "ask Cat whether she is back"
    book.save(camels / TURNS)
    before = (camels / TURNS).read_bytes()
    done = gm("-C", camels, "resolve", "--json")
    assert problems(done)["sheet.kept"]["severity"] == "note"
    assert (camels / TURNS).read_bytes() == before
    fill_turns(camels, {2: ROLL})
    assert played(gm("-C", camels, "resolve", "--json")) == [("turn-2", "Bob", "pyramid")]


def test_a_tab_of_the_gms_own_is_never_lost(camels: Path) -> None:
    fill_turns(camels, {1: ROLL})
    book = openpyxl.load_workbook(camels / TURNS)
    book.create_sheet("Notes")["A1"] = "who is away when"
    book.save(camels / TURNS)
    assert "sheet.kept" in problems(gm("-C", camels, "resolve", "--json"))
    assert openpyxl.load_workbook(camels / TURNS)["Notes"]["A1"].value == "who is away when"


def test_a_sheet_that_is_open_or_was_saved_meanwhile_is_not_written(
    camels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill_turns(camels, {1: ROLL})
    lock = camels / "sheets" / ".~lock.turns.xlsx#"
    lock.write_text(",gm,host,01.01.2026 20:00,file:///;", "utf-8")
    assert {"file.open", "sheet.kept"} <= set(problems(gm("-C", camels, "resolve", "--json")))
    lock.unlink()
    fill_turns(camels, {2: ROLL})
    monkeypatch.setattr("gm_tool.app.kept_rows.digest_of", lambda data: "another")
    done = gm("-C", camels, "resolve", "--json")
    assert "changed meanwhile" in problems(done)["sheet.kept"]["message"]


def test_cells_that_cannot_be_written_anew_keep_the_sheet_as_it_is(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL | {"Note": 1.5}})
    assert "sheet.kept" in problems(gm("-C", camels, "resolve", "--json"))


def test_resolve_goes_no_further_than_the_turn_that_is_named(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL, 3: ROLL, 4: ROLL})
    done = gm("-C", camels, "resolve", "turn-2", "--json")
    assert [step for step, *_ in played(done)] == ["turn-1", "turn-2"]
    assert (done.json["step"], done.json["waits_for"]) == ("turn-2", "")
    assert [step for step, *_ in played(gm("-C", camels, "resolve", "99", "--json"))] == ["turn-3", "turn-4"]


def test_good_rows_count_and_the_one_that_does_not_stand_is_named(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: {"Action": "leg bet", "Camel": "Black"}, 3: ROLL})
    done = gm("-C", camels, "resolve", "--json")
    assert (done.code, [step for step, *_ in played(done)]) == (0, ["turn-1"])
    assert problems(done)["camel.unknown"]["cell"] == "D3"
    before = contents(camels)
    refused = gm("-C", camels, "resolve", "--json")
    assert (refused.code, refused.json["outcome"], contents(camels)) == (1, "refused", before)
    told = gm("-C", camels, "resolve")
    assert ("turn-2 was not resolved" in told.text, "--missing Bob" in told.text) == (True, True)
    assert narrow(told)
    assert gm("-C", camels, "check").code == 1


def test_a_turn_is_missed_when_the_gm_says_so(camels: Path) -> None:
    fill_turns(camels, {2: ROLL})
    waits = gm("-C", camels, "resolve", "--json")
    assert (waits.code, waits.json["outcome"], waits.json["waits_for"]) == (0, "nothing", "Ann")
    assert not (camels / "journal.jsonl").exists()
    missed = gm("-C", camels, "resolve", "--missing", "ann", "--json")
    assert [(turn["player"], turn["fate"]) for turn in missed.json["turns"]] == [("Ann", "missing"), ("Bob", "used")]
    assert gm("-C", camels, "resolve", "--missing", "Zoe").code == 2
    unused = gm("-C", camels, "resolve", "--missing", "Dan", "--json")
    assert (unused.json["outcome"], list(problems(unused))) == ("nothing", ["missing.unused"])
    assert gm("-C", camels, "verify").code == 0


def test_missing_skips_where_the_ruling_says_so(tmp_path: Path) -> None:
    game = new_turns(tmp_path / "skip", "camel_up", FOUR, "--ruling", "missing=skip")
    done = gm("-C", game, "resolve", "--missing", "Ann")
    assert "Ann misses the turn." in done.text
    assert "Ann misses the turn.\n\nRows read" in done.out
    assert "turn-2 is Bob's" in done.text
    assert "I had no order from you in time, and the turn passed." in gm("-C", game, "show", "Ann").out


def test_a_bad_row_that_is_passed_over_is_a_warning_and_the_next_one_an_error(camels: Path) -> None:
    fill_turns(camels, {1: {"Action": "fly"}, 2: {"Action": "swim"}})
    done = gm("-C", camels, "resolve", "--missing", "Ann", "--json")
    assert done.code == 0
    told = [(problem["player"], problem["severity"]) for problem in done.json["problems"]]
    assert told == [("Ann", "warning"), ("Bob", "error")]
    assert [problem["severity"] for problem in open_folder(camels).journal.steps[0].problems] == ["error"]


def test_who_was_not_due_reads_that_none_of_the_turns_was_theirs(camels: Path) -> None:
    fill_turns(camels, {1: ROLL})
    gm("-C", camels, "resolve")
    assert "No turn of yours since the last post." in gm("-C", camels, "show", "Bob").out
    assert "No turn of yours" not in gm("-C", camels, "show", "Ann").out


def test_the_notes_count_the_rows_of_their_post(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL, 4: ROLL})
    done = gm("-C", camels, "resolve")
    assert "= 2 used" in done.text
    assert "2 rows for this post: 2 used" in gm("-C", camels, "show", "gm").out


def test_of_several_turns_in_one_post_each_player_reads_what_became_of_each(camels: Path) -> None:
    fill_turns(camels, dict.fromkeys((2, 3, 4), ROLL) | {5: {"Action": "fly"}, 6: ROLL, 7: ROLL, 8: ROLL, 9: ROLL})
    gm("-C", camels, "resolve", "--missing", "Ann", "--missing", "Ann")
    told = [line for line in gm("-C", camels, "show", "Ann", "--dialect", "text").out.splitlines() if "Turn " in line]
    assert told == [
        "Turn 1: pyramid, for want of an order of yours in time.",
        "Turn 5: your order didn't fit the rules, so it counts as none. Instead: pyramid.",
        "Turn 9: pyramid.",
    ]


def test_options_of_the_other_kind_of_games_are_refused_with_what_to_type(camels: Path, tmp_path: Path) -> None:
    assert "--missing NAME" in gm("-C", camels, "resolve", "--invalid-as-missing").text
    assert gm("-C", camels, "resolve", "--accept-late", "Ann").code == 2
    rounds = new_game(tmp_path / "rounds")
    assert "--invalid-as-missing" in gm("-C", rounds, "resolve", "--missing", "Ann").text


def test_the_gm_rolls_the_dice(tmp_path: Path) -> None:
    game = new_turns(tmp_path / "dice", "camel_up", FOUR, "--ruling", "dice=gm")
    fill_turns(game, {1: ROLL | {"Die": "Blue", "Pips": 2}, 2: ROLL})
    done = gm("-C", game, "resolve", "--json")
    assert played(done) == [("turn-1", "Ann", "pyramid, Blue 2")]
    assert set(problems(done)) == {"die.unknown", "die.pips"}
    assert "Blue 2" in gm("-C", game, "show", "public").out
    missed = gm("-C", game, "resolve", "--missing", "Bob", "--json")
    assert [turn["fate"] for turn in missed.json["turns"]] == ["refused"]
    told = gm("-C", game, "show", "Bob").out
    assert "Turn 2: your order didn't fit the rules, so it counts as none. Instead: pyramid." in told
    assert gm("-C", game, "verify").code == 0


def test_a_resolved_row_that_was_edited_is_told_of_and_changes_nothing(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL})
    gm("-C", camels, "resolve")
    assert gm("-C", camels, "resolve", "turn-1").code == 0
    fill_turns(camels, {1: BLUE, 3: ROLL})
    before = contents(camels)
    for asked in ((), ("turn-1",)):
        done = gm("-C", camels, "resolve", *asked, "--json")
        assert (done.code, done.json["outcome"], contents(camels)) == (1, "changed", before)
        assert problems(done)["step.changed"]["cell"] == "2"
    assert gm("-C", camels, "resolve", "turn-2", "--json").json["outcome"] == "unchanged"


def test_after_an_order_was_set_right_by_hand_the_game_goes_on(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL})
    append_row(camels, {"Player": "Cat", **ROLL})
    gm("-C", camels, "resolve")
    for turn, name in (("turn-2", "Bob"), ("turn-3", "Cat")):
        words = ("--set", name, "leg bet Blue", "--reason", "misread", "--date", "2026-05-01", "--yes")
        assert gm("-C", camels, "correct", turn, *words).code == 0
    fill_turns(camels, {4: ROLL})
    assert played(gm("-C", camels, "resolve", "--json")) == [("turn-4", "Dan", "pyramid")]
    fill_turns(camels, {2: BLUE})
    assert gm("-C", camels, "resolve").code == 0, "the sheet may be set right, too"
    assert gm("-C", camels, "reopen", "turn-3", "--reason", "from there", "--date", "2026-05-01", "--yes").code == 0
    assert [said for *_, said in played(gm("-C", camels, "check", "--json"))] == [
        "pyramid",
        "leg bet Blue",
        "pyramid",
        "pyramid",
    ], "what shares a post is taken back together"
    assert gm("-C", camels, "verify").code == 0


def test_a_resolved_turn_whose_sheet_is_gone_is_not_compared(camels: Path) -> None:
    fill_turns(camels, {1: ROLL})
    gm("-C", camels, "resolve")
    (camels / TURNS).unlink()
    done = gm("-C", camels, "resolve", "turn-1", "--json")
    assert (done.code, list(problems(done))) == (0, ["step.not_compared"])
    assert (camels / TURNS).exists(), "and the sheet is made again"
    assert gm("-C", camels, "resolve", "turn-1", "--from", "nowhere.csv").code == 1


def test_what_a_power_cut_took_is_made_again(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL})
    gm("-C", camels, "resolve")
    before = contents(camels)
    for name in before:
        if name.startswith("posts/turn-02"):
            (camels / name).unlink()
    assert gm("-C", camels, "resolve").code == 0
    assert contents(camels) == before


def test_a_command_that_dies_leaves_all_or_nothing(camels: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill_turns(camels, {1: ROLL, 2: ROLL, 3: ROLL})
    before = contents(camels)

    def die(transaction: Transaction) -> tuple[str, ...]:
        raise KeyboardInterrupt

    with monkeypatch.context() as context:
        context.setattr(Transaction, "commit", die)
        with pytest.raises(KeyboardInterrupt):
            open_and_resolve(camels)
    assert contents(camels) == before
    assert len(played(gm("-C", camels, "resolve", "--json"))) == 3


def open_and_resolve(folder: Path) -> None:
    from gm_tool.app.resolve import resolve

    resolve(folder)


def test_status_tells_whose_turn_it_is_and_who_has_sent_ahead(camels: Path) -> None:
    fill_turns(camels, {1: ROLL, 3: ROLL, 7: BLUE})
    told = gm("-C", camels, "status", "--json").json
    assert (told["sent"], told["missing"], told["ahead"]) == (["Ann"], ["Bob"], {"Cat": 2})
    assert told["reminder"] == "Camel Up, turn 2: Bob, please take your turn."
    assert told["reminders"] == {"Bob": "Bob, turn 2 of Camel Up is yours, and I have no order from you yet."}
    shown = gm("-C", camels, "status")
    assert "Ahead: Cat 2" in shown.text
    assert "pyramid" not in shown.text
    (camels / TURNS).unlink()
    assert gm("-C", camels, "status", "--json").json["missing"] == ["Ann"]


def test_sheets_for_players_and_snapshots_serve_turn_games_too(camels: Path) -> None:
    assert "sheets/turns-public.xlsx is written" in gm("-C", camels, "sheet", "--public").text
    pulled = gm("-C", camels, "pull", "--json").json
    assert (pulled["step"], pulled["snapshot"]) == ("turn-1", "snapshots/turn-01-0001.json")
    assert gm("-C", camels, "check", "--snapshot").code == 0


def test_a_sheet_of_the_gms_own_works_and_is_never_written_to(camels: Path) -> None:
    own = workbook(
        camels / "orders.xlsx",
        {
            "Orders": [
                ["Turn", "Name", "Action", "Camel"],
                [1, "Ann", "roll", None],
                ["turn 2", "bob", "Leg Bet", "blue"],
            ]
        },
    )
    before = own.read_bytes()
    done = gm("-C", camels, "resolve", "--from", own, "--json")
    assert [step for step, *_ in played(done)] == ["turn-1", "turn-2"]
    assert own.read_bytes() == before
    assert played(gm("-C", camels, "resolve", "--from", own, "--json")) == []
    fill_turns(camels, {3: ROLL})
    assert [step for step, *_ in played(gm("-C", camels, "resolve", "--json"))] == ["turn-3"]


def test_a_whole_game_of_camel_up_by_its_sheet(tmp_path: Path) -> None:
    """Four players, from `gm new` to the final post, as it goes on a forum: some evenings one turn, some five."""
    game, chance = new_turns(tmp_path / "race"), random.Random(6)
    posts = 0
    while not open_folder(game).over:
        folder = open_folder(game)
        first = folder.played + 1
        cards = [{"Action": deck, "Camel": c} for deck in ("winner", "loser") for c in ("Red", "Green", "Purple")]
        orders = {}
        for number in range(first, first + chance.choice([1, 9, 12])):
            rare = chance.random() < 0.15 and cards
            orders[number] = cards.pop(chance.randrange(len(cards))) if rare else ROLL
        fill_turns(game, orders)
        done = gm("-C", game, "resolve", "--json")
        if not played(done):  # a card was used before: the player thinks again
            fill_turns(game, {first: ROLL | {"Camel": None}})
            done = gm("-C", game, "resolve", "--json")
        assert done.code == 0, done
        posts += 1
    folder = open_folder(game)
    assert done.json["finished"]
    assert (len(folder.posted), folder.played > posts) == (posts, True)
    assert gm("-C", game, "verify").code == 0
    assert {"public.txt", "orders.txt"} <= {path.name for path in (game / "posts/final").iterdir()}
    for player in FOUR:
        account = gm("-C", game, "explain", player)
        assert "All changes since the start sum up" in account.text
        assert ": nothing" not in account.out, "a turn of somebody else is no order that was missed"
        assert account.out.count("turn-") < folder.played * 2, "turns of others that don't touch a player are left out"
    others = gm("-C", game, "explain", FOUR[1], "turn-1")
    assert others.out.startswith("turn-1: nothing was asked, and nothing changed\n")
    for command in ("tally", "status", "resolve"):
        told = gm("-C", game, command)
        assert (told.code, narrow(told)) == (0, True)
    assert gm("-C", game, "resolve", "turn-99").code == 2
    assert gm("-C", game, "show", "orders").code == 0
    assert gm("-C", game, "export", "public", tmp_path / "public").code == 0


def test_caravaneers_by_the_messages_of_two_players_alone(tmp_path: Path) -> None:
    game = new_turns(tmp_path / "desert", "caravaneers", ("Ann", "Bob"))
    messages = [["Player", "Submission"], ["Ann", "c"], ["Bob", "3"], ["Ann", "d"]]
    sheet = tmp_path / "posts.csv"
    sheet.write_text("\n".join(",".join(row) for row in messages), encoding="utf-8")
    done = gm("-C", game, "resolve", "--from", sheet, "--json")
    assert played(done) == [("turn-1", "Ann", "move c"), ("turn-2", "Bob", "move 3"), ("turn-3", "Ann", "move d")]
    assert (done.json["waits_for"], gm("-C", game, "verify").code) == ("Bob", 0)
    waits = gm("-C", game, "resolve", "--missing", "Bob", "--from", sheet, "--json")
    assert (waits.code, "turn.missing" in problems(waits)) == (1, True)
    sheet.write_text("\n".join(",".join(row) for row in [*messages, ["Bob", "x"]]), encoding="utf-8")
    refused = gm("-C", game, "resolve", "--from", sheet)
    assert (refused.code, "turn-4 was not resolved" in refused.text, "--missing" in refused.text) == (1, True, False)


def test_a_game_without_chance_promises_no_seed_and_no_draws(tmp_path: Path) -> None:
    """A whole game by its messages, in one post."""
    new = gm("new", tmp_path / "desert", "--game", "caravaneers", "--player", "Ann", "--player", "Bob")
    moves = "d5f4e1d5f6a4e1d5a2f6e4e1f6e5f3f1c3b1e6e5c5c5d3d5d6f2"
    rows = ["Player,Submission", *(f"{'Bob' if move.isdigit() else 'Ann'},{move}" for move in moves)]
    (tmp_path / "posts.csv").write_text("\n".join(rows), encoding="utf-8")
    end = gm("-C", tmp_path / "desert", "resolve", "--from", tmp_path / "posts.csv")
    assert (end.code, "The game is over." in end.text) == (0, True)
    assert [word for done in (new, end) for word in ("fingerprint", "draws") if word in done.text] == []
