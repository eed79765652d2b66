"""A round's sheet saved as an OpenDocument spreadsheet, in place of the one that gm made or beside it."""

from pathlib import Path

from io_reading.handmade import ods
from table_play import MOVE, fill, gm, sheet_of

HEADER = ("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Space", "Amount")


def as_ods(*rows: tuple[str, ...]) -> bytes:
    cells = (
        "".join(
            f'<table:table-cell office:value-type="string"><text:p>{value}</text:p></table:table-cell>' for value in row
        )
        for row in (HEADER, *rows)
    )
    lines = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
    return ods(f'<table:table table:name="Round 1">{lines}</table:table>')


def test_the_sheet_may_be_saved_as_ods_in_its_place(fresh: Path) -> None:
    made = sheet_of(fresh, 1)
    made.unlink()
    made.with_suffix(".ods").write_bytes(as_ods(("Ann", "tile", "", "", "", "4")))
    done = gm("-C", fresh, "check", "--json")
    assert done.code == 0, done
    assert done.json["orders"] == {"Ann": {"action": "tile", "space": 4}}
    done = gm("-C", fresh, "resolve", "round-1")
    assert done.code == 0, done
    assert not made.exists()
    assert sheet_of(fresh, 2).exists()
    assert gm("-C", fresh, "resolve", "round-1").code == 0  # the same again


def test_of_two_sheets_of_a_round_none_is_read(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {"Ann": MOVE})
    other = sheet_of(fresh, 1).with_suffix(".ods")
    other.write_bytes(as_ods(("Ann", "tile", "", "", "", "4")))
    done = gm("-C", fresh, "check", "--json")
    (problem,) = done.json["problems"]
    assert (done.code, problem["code"], problem["file"]) == (1, "file.both", "sheets/round-01.xlsx")
    assert "sheets/round-01.ods" in problem["message"]
    assert gm("-C", fresh, "check", "--json", "--from", other).json["orders"]["Ann"]["action"] == "tile"
    assert gm("-C", fresh, "check", "--json", "--from", sheet_of(fresh, 1)).json["orders"]["Ann"]["action"] == "move"
