"""What may be sent to do harm: names, sheets, archives, formulas, templates; what gm tells without being asked."""

import csv
import io
import json
import os
import re
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest
from table_play import ROUND, SEED, contents, fill, gm, new_game, sheet_of, workbook

NAMES = ("../../Ann", "..", "C:\\Bob", "/etc/passwd", '=HYPERLINK("http://x","y")')
FORMULAS = ('=HYPERLINK("http://x","y")', "+1+cmd|' /C calc'!A0", "@SUM(1)", "-2+3", "\t=1", "{=1}")


def everything_below(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def resolve_texts(folder: Path, notes: Mapping[str, str]) -> None:
    """Resolve the first round from a csv, in which everything is a text: the same move of all, each with a note."""
    path = folder.parent / "orders.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("Player", "Action", "Camel 1", "Camel 2", "Camel 3", "Note"))
        rows.writerows((name, "move", "Red", "Blue", "Black", note) for name, note in notes.items())
    done = gm("-C", folder, "resolve", "round-1", "--from", path)
    assert done.code == 0, done


def test_no_name_of_a_player_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "games" / "oasis", players=NAMES)
    resolve_texts(folder, dict.fromkeys(NAMES, ""))
    assert gm("-C", folder, "verify").code == 0
    outside = {name for name in everything_below(tmp_path) if not name.startswith("games/oasis")}
    assert outside == {"games", "games/orders.csv"}
    assert len(list((folder / "posts/round-01/private").iterdir())) == len(NAMES)


def formulas_in(path: Path) -> list[str]:
    """What a spreadsheet program would work out in a workbook: formulas, and links."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode("utf-8", "replace") for name in archive.namelist()}
    sheets = {name: text for name, text in parts.items() if name.startswith("xl/worksheets/")}
    return [name for name, text in sheets.items() if re.search(r"<f[ >]|<hyperlink", text)]


def test_nothing_that_a_player_writes_becomes_a_formula(tmp_path: Path) -> None:
    folder = new_game(tmp_path / "game", players=NAMES)
    resolve_texts(folder, dict(zip(NAMES, FORMULAS, strict=False)))
    assert gm("-C", folder, "sheet", "--public").code == 0
    books = list(folder.rglob("*.xlsx"))
    assert len(books) == 4
    for path in books:
        assert formulas_in(path) == []
        texts = [cell for tab in openpyxl.load_workbook(path) for row in tab.iter_rows() for cell in row if cell.value]
        assert not [cell for cell in texts if cell.data_type == "f"]
        likely = [cell for cell in texts if isinstance(cell.value, str) and cell.value[0] in "=+-@"]
        assert all(cell.quotePrefix for cell in likely), "it stays a text when somebody types it again"


def test_the_guard_against_formulas_bites(tmp_path: Path) -> None:
    made = workbook(tmp_path / "made.xlsx", {"A": [["=1+1"]]})
    assert formulas_in(made) == ["xl/worksheets/sheet1.xml"]


def test_an_archive_is_read_and_never_unpacked(fresh: Path, tmp_path: Path) -> None:
    """Entries with paths that lead out, links and programs beside the parts of a workbook."""
    source = sheet_of(fresh, 1)
    fill(source, ROUND)
    before, outside = contents(fresh), everything_below(tmp_path)
    with zipfile.ZipFile(source, "a") as archive:
        for name in ("../evil.txt", "/tmp/evil.txt", "..\\evil.txt", "xl/../../evil.txt", "evil.sh"):
            archive.writestr(name, "evil")
        link = zipfile.ZipInfo("xl/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("xl/vbaProject.bin", b"macros")
    done = gm("-C", fresh, "check", "--json")
    assert done.json["rows"]["used"] == 5
    assert everything_below(tmp_path) == outside
    assert not Path("/tmp/evil.txt").exists()
    assert contents(fresh).keys() == before.keys()


def test_a_formula_of_a_player_is_not_worked_out(fresh: Path) -> None:
    fill(sheet_of(fresh, 1), {**ROUND, "Bob": {"Action": "buy", "Camel 1": "Red", "Amount": "=1+1"}})
    done = gm("-C", fresh, "check", "--json")
    assert done.code == 1
    assert "Bob" not in done.json["orders"]


@pytest.mark.parametrize(
    "text",
    [
        "{{ ''.__class__.__mro__ }}",
        "{{ title.__init__.__globals__ }}",
        "{% for x in range(10**9) %}x{% endfor %}",
        "{{ 'a' * 10**9 }}",
        "{% include '../../seed.key' %}",
        "{{ cycler.__init__ }}",
    ],
)
def test_a_template_reaches_nothing_but_its_words(played: Path, text: str) -> None:
    (played / "templates").mkdir()
    (played / "templates/public.txt").write_text(text + "\n")
    done = gm("-C", played, "show", "public")
    assert done.code == 1, done
    assert "templates/public.txt" in done.err
    assert SEED not in done.text


def test_no_command_tells_the_seed_without_being_asked(played: Path, tmp_path: Path) -> None:
    secret = (played / "seed.key").read_text().strip()
    commands = [
        ["status"], ["check"], ["resolve", "round-1"], ["tally"], ["verify"], ["rules"], ["show", "public"],
        ["show", "public", "pregame"], ["show", "gm"], ["show", "Ann"], ["explain", "Ann"], ["explain", "race"],
        ["posts"], ["sheet"], ["pull"], ["reveal"], ["templates", "list"], ["history"],
    ]  # fmt: skip
    for command in commands:
        for form in ([], ["--json"]):
            done = gm("-C", played, *command, *form)
            assert secret not in done.text, command
    (played / "seed.key").write_text("x" + secret[1:])
    for command in (["resolve", "round-2"], ["verify"]):
        done = gm("-C", played, *command, "--json")
        assert done.code == 1
        assert secret[1:] not in done.text


def test_what_is_exported_holds_neither_seed_nor_orders(played: Path, tmp_path: Path) -> None:
    secret = (played / "seed.key").read_text().strip()
    assert gm("-C", played, "export", "public", tmp_path / "out.zip").code == 0
    with zipfile.ZipFile(io.BytesIO((tmp_path / "out.zip").read_bytes())) as archive:
        told = b"".join(archive.read(name) for name in archive.namelist())
        assert not [name for name in archive.namelist() if "private" in name or "gm" in name]
    assert secret.encode() not in told
    assert b"bet 3 on Red" not in told


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_secret_files_and_their_folders_are_their_owners_alone(played: Path) -> None:
    for name in ("seed.key", "journal.jsonl", "results.xlsx", "posts/round-01/gm.txt"):
        assert (played / name).stat().st_mode & 0o777 == 0o600, name
    folder = played / "posts/round-01/private"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_a_bug_report_names_no_order(
    played: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gm_tool.cli import bugs

    def broken() -> None:
        raise RuntimeError(json.dumps({"Dan": "bet 3 on Red", "seed": SEED}))

    try:
        broken()
    except RuntimeError as bug:
        assert bugs.report(bug) == 3
    said = capsys.readouterr().err
    assert "RuntimeError" in said
    assert "bet 3" not in said
    assert SEED not in said


def test_a_game_folder_that_is_a_link_keeps_what_it_writes_inside(played: Path, tmp_path: Path) -> None:
    if os.name != "posix":
        pytest.skip("links")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.rmtree(played / "posts/round-01/private")
    (played / "posts/round-01/private").symlink_to(elsewhere)
    done = gm("-C", played, "posts")
    assert done.code == 3
    assert "leads out of the game folder" in done.text
    assert not list(elsewhere.iterdir())
