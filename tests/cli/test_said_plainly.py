"""What is printed at 80 columns is whole, says where, and can be pasted."""

from pathlib import Path

from table_play import edit, fill, gm, new_game, sheet_of
from typer.testing import CliRunner

from gm_tool.cli.commands import app


def test_the_help_of_all_commands_is_cut_nowhere() -> None:
    told = CliRunner().invoke(app, ["--help"], terminal_width=80).output
    assert "Open the page of a round" in told
    assert [line for line in told.splitlines() if line.endswith("...") and not line.startswith("Usage")] == []


def test_a_problem_of_a_whole_row_names_it_as_a_row(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {"Ann": {"Note": "on holiday"}})
    done = gm("-C", fresh, "check")
    assert "sheets/round-01.xlsx, Round 1, row 2: Ann" in done.text
    assert "or clear the note" in done.text
    assert gm("-C", fresh, "check", "--json").json["problems"][0]["cell"] == "2", "programs get the number alone"


def test_rows_that_differ_are_told_once(fresh: Path, tmp_path: Path) -> None:
    orders = tmp_path / "orders.csv"
    orders.write_text("Player,Action,Space\nAnn,tile,7\nAnn,tile,8\nBob,tile,7\nBob,tile,8\n", encoding="utf-8")
    told = gm("-C", fresh, "check", "--from", orders).text
    assert told.count("Ann has rows that differ, 2 and 3: none of them is used.") == 1
    assert told.count("Bob has rows that differ, 4 and 5") == 1
    problems = gm("-C", fresh, "check", "--from", orders, "--json").json["problems"]
    assert [problem["cell"] for problem in problems if problem["code"] == "row.twice"] == ["2", "3", "4", "5"]


def test_a_text_to_paste_has_no_line_break_within(tmp_path: Path) -> None:
    title = "CamelLots at the Oasis Inn, the long match of those who never go to bed before they have sent their orders"
    folder = new_game(tmp_path / "game", "--title", title)
    lines = gm("-C", folder, "status").out.splitlines()
    assert f"  {title}, round 1: please send your orders." in lines
    assert f"  Ann, I have no orders from you yet for round 1 of {title}." in lines


def test_the_grace_is_told_of_what_came_after_it(fresh: Path, tmp_path: Path) -> None:
    edit(fresh / "game.yaml", '# deadlines: "20:00"\n# grace', 'deadlines: ["2026-05-01 20:00"]\ngrace')
    answers = tmp_path / "answers.csv"
    answers.write_text("Timestamp,Player,Action,Space\n2026-05-01 20:10:01,Ann,tile,7\n", encoding="utf-8")
    assert (
        "sent after 2026-05-01 20:00:00 UTC and 10 minutes of grace" in gm("-C", fresh, "check", "--from", answers).text
    )
    edit(fresh / "game.yaml", "grace: 10m", "grace: 1m")
    assert "UTC and 1 minute of grace" in gm("-C", fresh, "check", "--from", answers).text


def test_orders_that_were_read_from_elsewhere_are_said_to_be_out_of_the_folder(fresh: Path, tmp_path: Path) -> None:
    answers = tmp_path / "answers.csv"
    answers.write_text("Player,Action,Space\nAnn,tile,7\n", encoding="utf-8")
    assert gm("-C", fresh, "resolve", "--from", answers).code == 0
    done = gm("-C", fresh, "resolve", "round-1")
    assert "answers.csv isn't there in the game's folder." in done.text
    assert "can't be read again: answers.csv isn't there in the game's folder." in gm("-C", fresh, "correct", "1").text


def test_what_one_player_sent_for_several_turns_stands_line_by_line(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--game", "caravaneers", "--dialect", "text", players=("Ann", "Bob"))
    posts = tmp_path / "posts.csv"
    posts.write_text("Player,Submission\nAnn,c\nBob,3\nAnn,d\n", encoding="utf-8")
    assert gm("-C", folder, "resolve", "--from", posts).code == 0
    assert "> Submission: c\n> Submission: d\n" in gm("-C", folder, "show", "Ann").out


def test_a_step_in_which_a_player_did_nothing_has_no_colon_behind_it(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", "--game", "camel_up", players=("Ann", "Bob", "Cat"))
    posts = tmp_path / "posts.csv"
    rows = "".join(f"{name},pyramid\n" for name in ("Ann", "Bob", "Cat", "Ann", "Bob"))
    posts.write_text("Player,Submission\n" + rows, encoding="utf-8")
    assert gm("-C", folder, "resolve", "--from", posts).code == 0
    lines = gm("-C", folder, "explain", "Cat").out.splitlines()
    assert "turn-5" in lines, "the leg is paid in it"
