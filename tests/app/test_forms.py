"""Answers of a form in a file: which row is shown, which tab is read, what an earlier round has had."""

from pathlib import Path

import pytest
from table_play import edit, gm, new_game, problems, workbook

HEAD = "Timestamp,Player,Action,Camel 1,Camel 2,Camel 3,Space,Note\n"
DATES = 'deadlines: ["2026-05-01 20:00", "2026-05-02 20:00"]'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = new_game(tmp_path / "game")
    edit(folder / "game.yaml", '# source: "sheets/{word}-{nn}.xlsx"', 'source: {file: "answers.csv"}')
    edit(folder / "game.yaml", '# deadlines: "20:00"', DATES)
    return folder


def answers(game: Path, *rows: str) -> None:
    (game / "answers.csv").write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")


def test_the_row_that_counts_is_shown_beside_the_order(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,", "2026-05-01 19:00:00,Ann,tile,,,,99,")
    done = gm("-C", game, "check")
    assert done.code == 0
    assert "Ann       tile on 7       2" in done.out
    assert "refused: row 3 (Ann): see below" in done.text


def test_a_file_that_is_named_has_its_own_tabs(game: Path, tmp_path: Path) -> None:
    edit(game / "game.yaml", '{file: "answers.csv"}', '{file: "answers.xlsx", tab: "Form Responses 1"}')
    row = ["2026-05-01 18:00:00", "Ann", "tile", None, None, None, 7]
    workbook(game / "answers.xlsx", {"Form Responses 1": [HEAD.strip().split(","), row], "Other": [["x"]]})
    assert gm("-C", game, "check", "--json").json["rows"]["used"] == 1
    named = tmp_path / "tonight.csv"
    named.write_text(HEAD + "2026-05-01 18:00:00,Bob,tile,,,,8,\n", encoding="utf-8")
    assert gm("-C", game, "check", "--from", named, "--json").json["orders"].keys() == {"Bob"}
    missing = gm("-C", game, "check", "--from", game / "answers.xlsx", "--tab", "Third", "--json")
    assert "tab.missing" in problems(missing)


def test_an_order_of_day_and_month_decides_what_is_late(game: Path) -> None:
    answers(game, "04/05/2026 19:00:00,Ann,tile,,,,7,")
    edit(game / "game.yaml", DATES, 'deadlines: ["2026-05-01 20:00"]')
    told = problems(gm("-C", game, "check", "--json"))["time.ambiguous"]
    assert "'04/05/2026 19:00:00' may be 2026-05-04 or 2026-04-05" in told["message"]
    edit(game / "game.yaml", "# date_order: day-month", "date_order: day-month")
    assert gm("-C", game, "check", "--json").json["rows"]["late"] == 1
    edit(game / "game.yaml", "date_order: day-month", "date_order: month-day")
    assert gm("-C", game, "check", "--json").json["rows"]["used"] == 1


def test_a_deadline_at_a_strange_hour_is_told_of(game: Path) -> None:
    edit(game / "game.yaml", DATES, 'deadlines: ["2026-03-29 02:30"]')
    edit(game / "game.yaml", "zone: UTC", "zone: Europe/Berlin")
    answers(game)
    told = problems(gm("-C", game, "check", "--json"))["deadline.never"]
    assert told["severity"] == "warning" and told["cell"].startswith("line ") and "01:30 UTC" in told["message"]


def test_a_resolved_round_stays_as_it_is_when_answers_for_the_next_come_in(game: Path) -> None:
    """Without dates nothing but what was there when it was resolved tells which answers are whose."""
    edit(game / "game.yaml", DATES, 'deadlines: "20:00"')
    first = "2026-05-01 18:00:00,Ann,tile,,,,7,hello"
    answers(game, first)
    assert gm("-C", game, "resolve", "round-1").code == 0
    answers(game, first, "2026-05-02 18:00:00,Ann,tile,,,,9,")
    again = gm("-C", game, "resolve", "round-1")
    assert again.code == 0 and "Nothing was changed" in again.text
    assert gm("-C", game, "check", "--json").json["orders"] == {"Ann": {"action": "tile", "space": 9}}
    answers(game, first.replace(",7,", ",8,"))
    changed = gm("-C", game, "resolve", "round-1", "--json")
    assert changed.code == 1 and "step.changed" in problems(changed)


def test_a_late_row_that_was_let_count_counts_when_the_round_is_looked_at_again(game: Path) -> None:
    gm("-C", game, "posts")  # the deadlines came after the pregame post
    answers(game, "2026-05-01 20:00:01,Ann,tile,,,,7,")
    assert gm("-C", game, "check", "--json").json["rows"]["late"] == 1
    first = gm("-C", game, "resolve", "round-1", "--accept-late", "Ann", "--json").json
    assert (first["accepted"], first["rows"]["used"]) == (["Ann"], 1)
    (game / "answers.csv").write_text(
        (game / "answers.csv").read_text(encoding="utf-8") + "2026-05-02 18:00:00,Bob,tile,,,,9,\n", encoding="utf-8"
    )
    assert gm("-C", game, "resolve", "round-1", "--json").json["outcome"] == "unchanged"
    assert gm("-C", game, "verify").code == 0


def test_without_late_rows_the_journal_says_nothing_of_them(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    assert gm("-C", game, "resolve", "round-1").code == 0
    text = (game / "journal.jsonl").read_text(encoding="utf-8")
    assert '"accepted"' not in text and '"note"' not in text


def test_rows_that_move_up_were_not_edited(game: Path) -> None:
    one, two = "2026-05-01 18:00:00,Ann,tile,,,,7,", "2026-05-01 19:00:00,Ann,tile,,,,8,"
    answers(game, one, two)
    assert gm("-C", game, "check", "--snapshot", "--json").json["snapshot"] == "snapshots/round-01-0001.json"
    answers(game, two)
    assert "row.edited" not in problems(gm("-C", game, "check", "--json"))
    answers(game, two.replace(",8,", ",9,"))
    edited = problems(gm("-C", game, "check", "--json"))["row.edited"]
    assert (edited["player"], edited["cell"]) == ("Ann", "2")
    assert "G2 '7'" in edited["message"] and "G2 '9'" in edited["message"]


def test_a_grid_may_be_filled_in_bit_by_bit(tmp_path: Path) -> None:
    """Without times a row that changes is what a sheet is for."""
    from table_play import ROUND, fill, sheet_of

    folder = new_game(tmp_path / "grid")
    fill(sheet_of(folder, 1), {"Ann": ROUND["Ann"]})
    gm("-C", folder, "check", "--snapshot")
    fill(sheet_of(folder, 1), {**ROUND, "Ann": {"Action": "tile", "Space": 9}})
    assert "row.edited" not in problems(gm("-C", folder, "check", "--json"))


def test_faulty_answers_of_an_earlier_round_are_in_nobodys_way(game: Path) -> None:
    """Set aside then, or of a name that nobody knows: they are not asked about again."""
    edit(game / "game.yaml", DATES, 'deadlines: "20:00"')
    faulty = [
        "2026-05-01 18:00:00,Ann,dance,,,,,",
        "2026-05-01 18:10:00,Zoe,tile,,,,7,",
        "2026-05-01 18:20:00,Bob,,,,,,",
    ]
    answers(game, *faulty)
    assert gm("-C", game, "resolve", "round-1", "--invalid-as-missing").code == 0
    answers(game, *faulty, "2026-05-02 18:00:00,Ann,tile,,,,9,")
    done = gm("-C", game, "check", "--json")
    assert done.code == 0 and done.json["orders"].keys() == {"Ann"}
    assert [row["reason"] for row in done.json["account"]] == ["of round-1"] * 3 + [""]
    assert "row.empty" not in problems(done)


def test_a_row_that_is_deleted_after_a_snapshot_is_told_with_what_it_was(game: Path) -> None:
    one, two = "2026-05-01 18:00:00,Ann,tile,,,,7,", "2026-05-01 19:00:00,Bob,tile,,,,8,"
    answers(game, one, two)
    gm("-C", game, "pull")
    answers(game, two)
    done = gm("-C", game, "check", "--json")
    told = problems(done)["row.gone"]
    assert done.code == 0 and (told["severity"], told["player"]) == ("warning", "Ann")
    assert "Ann's row 2" in told["message"] and "G2 '7'" in told["message"]
    assert "snapshots/round-01-0001.json" in told["message"]
    assert "row.edited" not in problems(done)
    answers(game, two, one)
    assert "row.gone" not in problems(gm("-C", game, "check", "--json")), "a row that has moved is there"


def test_a_row_that_was_edited_and_then_deleted_is_told_once_as_it_was_last(game: Path) -> None:
    for space in (7, 9):
        answers(game, f"2026-05-01 18:00:00,Ann,tile,,,,{space},")
        gm("-C", game, "check", "--snapshot")
    answers(game)
    told = [problem for problem in gm("-C", game, "check", "--json").json["problems"] if problem["code"] == "row.gone"]
    assert len(told) == 1 and "0002.json it was" in told[0]["message"] and "'9'" in told[0]["message"]


def test_a_flood_of_rows_that_are_gone_is_summed_up(game: Path) -> None:
    answers(game, *(f"2026-05-01 18:00:{second},Ann,tile,,,,7," for second in range(10, 40)))
    gm("-C", game, "check", "--snapshot")
    answers(game)
    told = [problem for problem in gm("-C", game, "check", "--json").json["problems"] if problem["code"] == "row.gone"]
    assert len(told) == 13
    assert told[-1]["message"].startswith("18 more rows that stood in snapshots/round-01-0001.json aren't there")


def test_answers_of_an_earlier_round_may_be_cleared_away(game: Path) -> None:
    old, new = "2026-05-01 18:00:00,Ann,tile,,,,7,", "2026-05-02 18:00:00,Ann,tile,,,,9,"
    answers(game, old)
    assert gm("-C", game, "resolve", "round-1").code == 0
    answers(game, old, new)
    gm("-C", game, "check", "--snapshot")
    answers(game, new)
    assert "row.gone" not in problems(gm("-C", game, "check", "--json"))


def test_what_a_round_is_resolved_with_is_kept_once(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    gm("-C", game, "check", "--snapshot")
    kept = game / "snapshots" / "round-01-0001.json"
    before = kept.read_bytes()
    assert gm("-C", game, "resolve", "round-1").code == 0
    assert [path.name for path in kept.parent.iterdir()] == [kept.name] and kept.read_bytes() == before
    answers(game, "2026-05-02 18:00:00,Bob,tile,,,,8,")
    second = game / "snapshots" / "round-02-0001.json"
    assert gm("-C", game, "resolve", "round-2").code == 0
    assert second.is_file() and second.stat().st_mode & 0o077 == 0
    made = second.read_bytes()
    second.unlink()
    again = gm("-C", game, "resolve", "round-2", "--json").json
    assert again["outcome"] == "unchanged" and second.read_bytes() == made
    second.unlink()
    assert "snapshots" not in gm("-C", game, "verify").text, "a snapshot may be deleted"


def test_an_answer_that_is_edited_after_the_round_is_told_with_what_it_was(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    assert gm("-C", game, "resolve", "round-1").code == 0
    answers(game, "2026-05-01 18:30:00,Ann,tile,,,,9,")
    edited = problems(gm("-C", game, "resolve", "round-1", "--json"))["row.edited"]
    assert "G2 '7'" in edited["message"] and "snapshots/round-01-0001.json" in edited["message"]


def test_a_flood_of_answers_has_notes_with_an_end(game: Path) -> None:
    """What became of each stands in the journal; the GM's notes tell the first of them, and how many more there are."""
    flood = (f"2026-05-01 18:{n // 60:02}:{n % 60:02}.{n % 5}00,Ann,tile,,,,7," for n in range(3000))
    strangers = (f"2026-05-01 18:00:00,Nobody{n},tile,,,,7," for n in range(2500))
    answers(game, *flood, *strangers)
    done = gm("-C", game, "resolve", "round-1", "--invalid-as-missing", "--json")
    assert done.json["rows"] == {"read": 5500, "used": 1, "superseded": 2999, "late": 0, "refused": 2500, "ignored": 0}
    notes = " ".join(gm("-C", game, "show", "gm").out.split())
    assert "2500 more: refused" in notes and "999 more: superseded" in notes
    assert "more problems stand in the journal." in notes
    assert (game / "journal.jsonl").read_text(encoding="utf-8").count('"fate":"refused"') == 2500


def test_a_snapshot_of_another_file_is_not_compared(game: Path, tmp_path: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    gm("-C", game, "check", "--snapshot")
    other = tmp_path / "other.csv"
    other.write_text(HEAD + "2026-05-01 18:00:00,Ann,tile,,,,8,\n", encoding="utf-8")
    assert "row.edited" not in problems(gm("-C", game, "check", "--from", other, "--json"))


def test_a_snapshot_that_the_system_refuses_is_the_world_failing(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    (game / "snapshots" / "round-01-0001.json").mkdir(parents=True)
    done = gm("-C", game, "check")
    assert done.code == 3 and "snapshots/round-01-0001.json can't be read" in done.text


def test_the_ten_thousandth_snapshot_is_numbered_on(game: Path) -> None:
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,7,")
    gm("-C", game, "check", "--snapshot")
    folder = game / "snapshots"
    (folder / "round-01-0001.json").rename(folder / "round-01-9999.json")
    names = []
    for space in (8, 9):
        answers(game, f"2026-05-01 18:00:00,Ann,tile,,,,{space},")
        names.append(gm("-C", game, "check", "--snapshot", "--json").json["snapshot"])
    assert names == ["snapshots/round-01-10000.json", "snapshots/round-01-10001.json"]
    answers(game, "2026-05-01 18:00:00,Ann,tile,,,,10,")
    edited = problems(gm("-C", game, "check", "--json"))["row.edited"]
    assert "G2 '9'" in edited["message"] and "round-01-10001.json" in edited["message"]
