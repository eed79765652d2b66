from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter

from gm_tool.core.forms import Field, Form, Step
from gm_tool.core.problems import BadInput
from gm_tool.core.views import Listing
from gm_tool.io import workbook as wb
from gm_tool.io.reading import tabs_of
from gm_tool.io.results import results_workbook
from gm_tool.io.round_sheet import round_workbook
from gm_tool.io.workshop import RoundTexts, Standing

PLAYERS = ("Ann", "007", "=1+2", "+1", "-x", "@SUM(1)", "#REF!", "TRUE", "1e5", "🐺 Wolf", "[Clan]Ann", "2026-05-01")
LONG = tuple(f"a rather long entry, number {number}" for number in range(40))


def form(most: int = 3) -> Form:
    return Form(
        (
            Field(key="action", title="Action", kind="choice", choices=("bid", "pass"), help="What you do."),
            Field(key="lot", title="Lot", kind="choice", choices=LONG, width=30),
            Field(key="few", title="Few", kind="number", minimum=1, maximum=most),
            Field(key="many", title="Many", kind="number", minimum=0, maximum=500),
            Field(key="open", title="Open", kind="number", minimum=1),
            Field(key="none", title="None", kind="number", minimum=1, maximum=0),
            Field(key="shut", title="Shut", kind="choice"),
            Field(key="words", title="Words", kind="text"),
        )
    )


def sheet() -> bytes:
    forms = {player: form(3 if player != "007" else 5) for player in PLAYERS}
    market = Standing("Market", Listing(("Lot", "Price"), (("=1+1", 5), ("red", -2))))
    track = Standing("Track", " 3 | red\n 2 |\n=1 | blue")
    return round_workbook(Step("round", 5, PLAYERS), forms, [track, market], "The Auction", "Due on Friday.\n=now()")


def results() -> bytes:
    updates = {player: f"Round 1, {player}\n+5 coins" for player in PLAYERS}
    rounds = [RoundTexts(f"Round {number}", " 1 | red\n=2 | blue", updates) for number in (1, 2)]
    tally = Listing(("Player", "Start", "Round 1", "Round 2"), tuple((player, 10, 0, -5) for player in PLAYERS))
    return results_workbook(rounds, tally, "Coins")


def opened(data: bytes) -> Workbook:
    return load_workbook(io.BytesIO(data))


def rules(data: bytes, tab: str = "Round 5") -> dict[str, tuple[str, str, str, str]]:
    """The validation of each cell: kind, both formulas, and how it stops."""
    found = {}
    for rule in opened(data)[tab].data_validations.dataValidation:
        for cells in rule.sqref.ranges:
            for row, column in cells.cells:
                shown = (str(rule.type), str(rule.formula1), str(rule.formula2), str(rule.errorStyle))
                found[f"{get_column_letter(column)}{row}"] = shown
    return found


def test_a_row_a_player_under_the_forms_titles() -> None:
    tab = opened(sheet())["Round 5"]
    assert [cell.value for cell in tab[1]] == ["Player", *(f.title for f in form().fields), "Note"]
    assert [row[0].value for row in tab.iter_rows(min_row=2)] == list(PLAYERS)
    assert tab.max_row == len(PLAYERS) + 1
    assert tab.freeze_panes == "B2"
    assert "What you do." in tab["B1"].comment.text


def test_names_stay_texts() -> None:
    for data, tab, first in ((sheet(), "Round 5", 2), (results(), "Coins", 2)):
        for row, player in enumerate(PLAYERS, first):
            cell = opened(data)[tab].cell(row, 1)
            assert (cell.value, cell.data_type, cell.number_format) == (player, "s", "@")
            assert cell.quotePrefix == (player[0] in "=+-@")


def test_the_reader_of_the_tool_finds_what_was_written() -> None:
    by_title = {tab.title: tab for tab in tabs_of(sheet(), "sheets/round-05.xlsx")}
    assert [row[0] for row in by_title["Round 5"].rows[1:]] == list(PLAYERS)
    assert by_title["Lists"].hidden
    assert "=now()" in [row[0] for row in by_title["Standings"].rows if row]


def test_drop_downs_say_what_is_legal_now() -> None:
    found = rules(sheet())
    assert found["B2"] == ("list", '"bid,pass"', "None", "warning")
    assert found["C2"] == ("list", "list_1", "None", "warning")
    assert found["D2"] == ("list", '"1,2,3"', "None", "warning")
    assert found["D3"] == ("list", '"1,2,3,4,5"', "None", "warning")
    assert found["E2"] == ("whole", "0", "500", "warning")
    assert found["F2"] == ("whole", "1", "None", "warning")
    assert found["G2"] == found["H2"] == ("custom", "FALSE", "None", "warning")
    assert "I2" not in found and "J2" not in found


def test_long_lists_stand_on_a_hidden_tab() -> None:
    workbook = opened(sheet())
    assert workbook["Lists"].sheet_state == "hidden"
    assert [cell.value for cell in workbook["Lists"]["A"]] == list(LONG)
    assert workbook.defined_names["list_1"].attr_text == "'Lists'!$A$1:$A$40"


@pytest.mark.parametrize("entries", [("a,b", "c"), ('say "x"',), ("=1", "2"), ("a\nb",), (" a",), ("é" * 251,)])
def test_entries_that_a_literal_list_would_break_stand_there_too(entries: tuple[str, ...]) -> None:
    field = Field(key="k", title="K", kind="choice", choices=entries)
    data = round_workbook(Step("round", 5, ("Ann",)), {"Ann": Form((field,))})
    assert rules(data)["B2"][1] == "list_1"
    assert [cell.value for cell in opened(data)["Lists"]["A"]] == list(entries)


def test_cells_with_the_same_rule_share_it() -> None:
    listed = opened(sheet())["Round 5"].data_validations.dataValidation
    assert [str(rule.sqref) for rule in listed] == [
        "B2:B13", "C2:C13", "D2 D4:D13", "D3", "E2:E13", "F2:F13", "G2:G13", "H2:H13"
    ]  # fmt: skip


def test_a_player_who_is_not_asked_for_a_field_has_it_grey() -> None:
    other = Field(key="x", title="Extra", kind="text")
    data = round_workbook(Step("round", 5, ("Ann", "Bob")), {"Ann": Form((other,)), "Bob": Form(())})
    tab = opened(data)["Round 5"]
    assert tab["B3"].fill.fgColor.rgb.endswith(wb.GREY) and not tab["B2"].fill.fgColor.rgb.endswith(wb.GREY)
    assert rules(data) == {"B3": ("custom", "FALSE", "None", "warning")}


def test_what_a_message_has_no_room_for_is_left_out() -> None:
    listed = {rule.errorTitle: rule.error for rule in opened(sheet())["Round 5"].data_validations.dataValidation}
    assert listed["Action"] == "Legal now: bid, pass."
    assert listed["Lot"] == "This is not on the list of what is legal now."
    assert listed["None"] == "Nothing is possible here now: leave it empty."


def test_standings_are_texts_and_numbers() -> None:
    tab = opened(sheet())["Standings"]
    column = [cell.value for cell in tab["A"]]
    assert column[0] == "The Auction: Round 5"
    assert all(cell.data_type == "s" for cell in tab["A"] if cell.value is not None)
    board = next(cell for cell in tab["A"] if cell.value == " 3 | red")
    assert board.font.name == wb.MONO
    price = next(row[1] for row in tab.iter_rows() if row[0].value == "red")
    assert (price.value, price.data_type, price.alignment.horizontal) == (-2, "n", "right")


def test_results_have_boards_updates_and_the_tally() -> None:
    workbook = opened(results())
    assert workbook.sheetnames == ["Board", "Private", "Coins"]
    assert [cell.value for cell in workbook["Board"]["A"]][:4] == ["Round 2", " 1 | red", "=2 | blue", None]
    private = [tuple(cell.value for cell in row) for row in workbook["Private"].iter_rows()]
    assert private[:2] == [("Round", "Player", "Update"), ("Round 2", "Ann", "Round 1, Ann\n+5 coins")]
    assert len(private) == 1 + 2 * len(PLAYERS)
    assert [cell.value for cell in workbook["Coins"][3]] == ["007", 10, 0, -5]


def test_results_of_a_game_without_steps() -> None:
    workbook = opened(results_workbook([], Listing(("Player", "Start"), (("Ann", 10),)), "Pieces: won/lost"))
    assert workbook.sheetnames == ["Board", "Private", "Pieces  won lost"]


def test_an_update_too_long_for_a_cell_goes_on_in_the_next_row() -> None:
    update = "".join(f"line {number}\n" for number in range(4000))
    data = results_workbook([RoundTexts("Round 1", "", {"Ann": update})], Listing(("Player",), ()))
    rows = [tuple(cell.value for cell in row) for row in opened(data)["Private"].iter_rows(min_row=2)]
    assert [row[0] for row in rows] == ["Round 1 (1 of 3)", "Round 1 (2 of 3)", "Round 1 (3 of 3)"]
    assert "".join(str(row[2]) for row in rows) == update


def test_a_text_is_never_cut_silently() -> None:
    cell = wb.cell_at(wb.new_tab(wb.new_workbook(""), "a"), 1, 1)
    wb.put_text(cell, "x" * wb.LONGEST_TEXT)
    for text in ("x" * (wb.LONGEST_TEXT + 1), "🐺" * 16_384, "_x0041_" * 4_000):
        with pytest.raises(BadInput) as refused:
            wb.put_text(cell, text)
        assert refused.value.problems[0].code == "cell.too_long"


@settings(max_examples=25)
@given(st.text(max_size=40))
def test_any_text_comes_back_but_for_what_no_workbook_holds(text: str) -> None:
    workbook = wb.new_workbook("t")
    wb.put_text(wb.cell_at(wb.new_tab(workbook, "a"), 1, 1), text)
    ((tab,), expected) = tabs_of(wb.save_bytes(workbook), "a.xlsx"), wb.clean(text)
    assert (tab.rows[0][0] if tab.rows else "") == expected


@pytest.mark.parametrize("text", ["\t=1", "_x0041_", "a\tb", " a ", '=HYPERLINK("http://x","y")', "'quoted", "a\n\nb"])
def test_texts_that_a_spreadsheet_likes_to_change_come_back(text: str) -> None:
    workbook = wb.new_workbook("t")
    wb.put_text(wb.cell_at(wb.new_tab(workbook, "a"), 1, 1), text)
    (tab,) = tabs_of(wb.save_bytes(workbook), "a.xlsx")
    assert tab.rows[0][0] == text


def test_control_characters_are_left_out_and_line_ends_are_one_kind() -> None:
    assert wb.clean("a\x00\x07b\ud800\uffff\r\nc\rd\te") == "ab\nc\nd\te"


def test_tab_titles_are_what_excel_takes() -> None:
    workbook = wb.new_workbook("")
    wanted = ["Round 1", "round 1", "a/b:c", "x" * 40, "x" * 40, "'q'", "", "History", "🐺" * 20]
    titles = [wb.new_tab(workbook, title).title for title in wanted]
    assert titles[:3] == ["Round 1", "round 1 2", "a b c"]
    assert all(0 < wb.utf16_length(title) <= 31 for title in titles)
    assert len({title.casefold() for title in titles}) == len(titles)
    assert titles[5:8] == ["q", "Tab", "History 2"]


def test_pieces_are_cut_between_characters() -> None:
    assert list(wb.pieces("🐺🐺🐺", 3)) == ["🐺", "🐺", "🐺"]
    assert list(wb.pieces("ab\ncd\nef", 6)) == ["ab\ncd\n", "ef"]
    assert list(wb.pieces("", 6)) == [""]


def test_the_same_input_gives_the_same_bytes_whatever_the_hash_seed_and_the_clock() -> None:
    script = (
        "import sys, tests.io_writing.test_workbooks as t, hashlib;"
        "print(hashlib.sha256(t.sheet() + t.results()).hexdigest())"
    )
    root = Path(__file__).parents[2]
    outputs = set()
    for seed, zone in (("1", "UTC"), ("2", "Asia/Tokyo")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "PYTHONPATH": str(root)}
        run = subprocess.run(
            [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
    assert sheet() == sheet() and results() == results()


def test_there_is_no_clock_no_compression_and_no_program_version_in_a_workbook() -> None:
    for data in (sheet(), results()):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for part in archive.infolist():
                assert part.date_time == (1980, 1, 1, 0, 0, 0)
                assert part.compress_type == zipfile.ZIP_STORED
                assert b"penpyxl" not in archive.read(part)
            core = archive.read("docProps/core.xml").decode()
    assert core.count("2000-01-01T00:00:00Z") == 2


@pytest.mark.parametrize("module", ["workbook", "results", "round_sheet", "turn_sheet", "plain_sheet", "cell_styles"])
def test_the_writer_does_without_lxml_whichever_module_is_loaded_first(module: str, tmp_path: Path) -> None:
    (tmp_path / "lxml").mkdir()
    (tmp_path / "lxml" / "__init__.py").write_text("")
    (tmp_path / "lxml" / "etree.py").write_text("LXML_VERSION = (6, 0, 0, 0)\nxmlfile = fromstring = tostring = None\n")
    planted = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import lxml.etree, gm_tool.io.{module}, openpyxl.xml"
    script = f"{planted}; assert openpyxl.xml.lxml_available() and not openpyxl.LXML"
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[2])


soffice = shutil.which("soffice")


@pytest.mark.skipif(soffice is None, reason="LibreOffice isn't installed")
def test_libreoffice_opens_the_sheet_and_keeps_every_drop_down(tmp_path: Path) -> None:
    (tmp_path / "sheet.xlsx").write_bytes(sheet())
    profile = (tmp_path / "profile").as_uri()
    command = [
        str(soffice),
        f"-env:UserInstallation={profile}",
        "--headless",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
    ]
    subprocess.run(
        [*command, "--outdir", "out", "sheet.xlsx"], cwd=tmp_path, check=True, capture_output=True, timeout=120
    )
    saved = (tmp_path / "out" / "sheet.xlsx").read_bytes()
    before, after = rules(sheet()), rules(saved)
    assert set(after) == set(before)
    assert {cell: kind for cell, (kind, *_) in after.items()} == {cell: kind for cell, (kind, *_) in before.items()}
    assert after["B2"][1] == '"bid,pass"' and after["C2"][1] == "list_1" and after["E2"][1:3] == ("0", "500")
    assert [row[0].value for row in opened(saved)["Round 5"].iter_rows(min_row=2)] == list(PLAYERS)
