"""A GM's own file is only ever read: what gm writes itself holds no orders, and is no name for a sheet of orders."""

from pathlib import Path

import pytest
from table_play import ROUND, contents, edit, fill, gm, problems, rows_of, sheet_of, workbook


def own_workbook(folder: Path) -> Path:
    """A workbook of the GM's own, under the name that gm gives to its results."""
    return workbook(folder / "results.xlsx", {"Round 1": rows_of(ROUND), "My notes": [["don't lose this"]]})


def source(folder: Path, name: str) -> None:
    edit(folder / "game.yaml", '# source: "sheets/{word}-{nn}.xlsx"', f"source: {name}")


def test_orders_are_not_read_from_the_workbook_that_is_written(fresh: Path) -> None:
    path = own_workbook(fresh)
    before = contents(fresh)
    for words in (("resolve", "1"), ("check", "1")):
        done = gm("-C", fresh, *words, "--from", path, "--json")
        assert done.code == 1
        assert problems(done)["source.ours"]["file"] == "results.xlsx"
        assert "another name" in problems(done)["source.ours"]["hint"]
    assert contents(fresh) == before


@pytest.mark.parametrize("name", ["results.xlsx", "Results.XLSX", "./results.xlsx", "journal.jsonl", "posts/{n}.csv"])
def test_no_source_is_a_file_that_gm_writes(fresh: Path, tmp_path: Path, name: str) -> None:
    own_workbook(fresh)
    other = workbook(tmp_path / "orders.xlsx", {"Round 1": rows_of(ROUND)})
    source(fresh, f'"{name}"')
    before = contents(fresh)
    for words in (("resolve", "1"), ("resolve", "1", "--from", other), ("posts",)):
        done = gm("-C", fresh, *words, "--json")
        assert done.code == 1
        assert problems(done)["source.ours"]["cell"].startswith("line ")
    assert contents(fresh) == before


@pytest.mark.parametrize("name", ["game.yaml", "journal.jsonl", "seed.key", "posts/round-01/public.txt"])
def test_no_other_file_of_gms_is_read_for_orders(played: Path, name: str) -> None:
    done = gm("-C", played, "check", "2", "--from", played / name, "--json")
    assert problems(done)["source.ours"]["file"] == name


def test_a_workbook_of_that_name_elsewhere_is_read(fresh: Path, tmp_path: Path) -> None:
    path = workbook(tmp_path / "results.xlsx", {"Round 1": rows_of(ROUND)})
    assert gm("-C", fresh, "resolve", "1", "--from", path).code == 0
    assert path.read_bytes() != (fresh / "results.xlsx").read_bytes()


def test_a_workbook_that_is_not_gms_is_not_written_over(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), ROUND)
    path = own_workbook(fresh)
    before = contents(fresh)
    done = gm("-C", fresh, "resolve", "1", "--invalid-as-missing", "--json")
    assert done.code == 1
    assert "move it away" in problems(done)["file.taken"]["hint"]
    assert contents(fresh) == before
    path.rename(fresh / "orders.xlsx")
    assert gm("-C", fresh, "resolve", "1").code == 0
    assert gm("-C", fresh, "resolve", "2").code == 0, "now it is gm's own"
