"""Posts of rounds that the journal doesn't have: a lost journal is no new game, and what is left over is named."""

import os
from pathlib import Path

import pytest
from table_play import ROUND, contents, fill, gm, play, problems, sheet_of


@pytest.mark.parametrize("lost", ["missing", "empty"])
@pytest.mark.parametrize("results", [True, False])
def test_a_lost_journal_is_no_new_game(played: Path, lost: str, results: bool) -> None:
    if lost == "missing":
        (played / "journal.jsonl").unlink()
    else:
        (played / "journal.jsonl").write_bytes(b"")
    if not results:
        (played / "results.xlsx").unlink()
    before = contents(played)
    for words in (("verify",), ("check", "1"), ("resolve", "1"), ("resolve", "1", "--invalid-as-missing")):
        done = gm("-C", played, *words, "--json")
        assert done.code == 1, words
        assert "posts/round-01 is here" in problems(done)["journal.gone"]["message"]
        assert "backup" in problems(done)["journal.gone"]["hint"]
        assert "file.taken" not in problems(done)
    assert contents(played) == before


def test_a_workbook_of_results_without_any_journal_is_not_verified(fresh: Path) -> None:
    (fresh / "results.xlsx").write_bytes(b"PK")
    assert problems(gm("-C", fresh, "verify", "--json"))["file.taken"]["file"] == "results.xlsx"


def test_a_new_game_has_lost_nothing(fresh: Path) -> None:
    assert gm("-C", fresh, "verify", "--json").json["problems"] == []


def test_a_round_taken_back_leaves_posts_that_are_named_until_it_is_resolved_anew(played: Path) -> None:
    play(played, {"Ann": ROUND["Eve"]}, 2)
    before = contents(played)
    lines = (played / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (played / "journal.jsonl").write_bytes(b"".join(lines[:-1]))
    done = gm("-C", played, "verify", "--json")
    assert (done.code, done.json["verified"]) == (1, False)
    assert [p["file"] for p in done.json["problems"] if p["code"] == "file.left"] == ["posts/round-02"]
    assert gm("-C", played, "resolve", "2").code == 0
    assert contents(played) == before
    assert gm("-C", played, "verify").code == 0


def test_the_final_post_is_left_over_while_the_game_goes_on(played: Path) -> None:
    (played / "posts/final").mkdir()
    assert "file.left" not in problems(gm("-C", played, "verify", "--json"))
    (played / "posts/final/public.txt").write_text("It is over.\n", encoding="utf-8")
    assert problems(gm("-C", played, "verify", "--json"))["file.left"]["file"] == "posts/final"


@pytest.mark.skipif(os.name != "posix", reason="links need rights elsewhere")
@pytest.mark.parametrize(("name", "command"), [("posts", ("resolve", "1")), ("sheets", ("sheet",))])
def test_a_link_that_leads_to_itself_is_the_worlds_fault(fresh: Path, name: str, command: tuple[str, ...]) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    (fresh / name).rename(fresh / f"{name}-kept")
    (fresh / name).symlink_to(fresh / name)
    before = contents(fresh)
    done = gm("-C", fresh, *command)
    assert done.code == 3, done
    assert "leads to itself" in done.text
    assert contents(fresh) == before
    assert gm("-C", fresh, "check", "1").code == (0 if name == "posts" else 1), "no sheet is there"


def test_a_line_of_the_journal_is_called_a_line(played: Path) -> None:
    lines = (played / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (played / "journal.jsonl").write_bytes(lines[0] + b"hello}\n")
    assert problems(gm("-C", played, "verify", "--json"))["journal.unreadable"]["cell"] == "line 2"
