"""What stands in the cells of an xlsx file, value by value and address by address."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from gm_tool.core.numbers import whole
from gm_tool.core.problems import BadInput
from gm_tool.core.sources import CellFault, Value
from gm_tool.io import xlsx_cells, xlsx_plain, xlsx_values
from gm_tool.io.reading import tabs_of
from io_reading.handmade import MAIN, by_address, packed, parts, tab_of, value_of, worksheet

STRINGS = (
    "<si><t>007</t></si>"
    '<si><t xml:space="preserve"> a \n b </t></si>'
    '<si><r><t>ri</t></r><r><rPr><b/></rPr><t xml:space="preserve">ch </t></r>'
    '<rPh sb="0" eb="1"><t>PHONETIC</t></rPh><phoneticPr fontId="1"/></si>'
    "<si><t/></si>"
    "<si><t>a_x000D_b _x005F_x000D_ _xD83D__xDC2A_ _xD83D_ _xZZZZ_</t></si>"
)


@pytest.mark.parametrize(
    ("stored", "value"),
    [
        ("10", 10),
        ("10.0", 10.0),
        ("1E+1", 10.0),
        ("-3", -3),
        ("2.5", 2.5),
        ("10.000000001", 10.000000001),
        ("1234567890123456789", 1234567890123456789),
        ("1.2345678901234568E+18", 1.2345678901234568e18),
        ("1e400", "1e400"),
        ("-1e400", "-1e400"),
        ("nan", "nan"),
        ("inf", "inf"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        ("١٢", "١٢"),
        ("&#49;&#x30;", 10),
        (" 10 ", 10),
        ("", None),
    ],
)
def test_numbers_keep_their_digits_and_texts_are_no_numbers(stored: str, value: Value) -> None:
    found = value_of(f'<c r="B3"><v>{stored}</v></c>')
    assert found == value
    assert type(found) is type(value)


def test_a_number_of_ten_thousand_digits_is_a_text() -> None:
    digits = "9" * 10_000
    assert value_of(f'<c r="B3"><v>{digits}</v></c>') == digits


@pytest.mark.parametrize(("stored", "amount"), [("10", 10), ("10.0", 10), ("1E+1", 10), ("2.5", None), ("1e400", None)])
def test_amounts_are_whole_numbers_or_none(stored: str, amount: int | None) -> None:
    found = value_of(f'<c r="B3"><v>{stored}</v></c>')
    assert isinstance(found, (int, float, str))
    assert whole(found) == amount


@pytest.mark.parametrize(
    ("index", "value"),
    [(0, "007"), (1, " a \n b "), (2, "rich "), (3, None), (4, "a\rb _x000D_ 🐪 \ufffd _xZZZZ_")],
)
def test_shared_texts_stay_as_they_are(index: int, value: str | None) -> None:
    assert value_of(f'<c r="B3" t="s"><v>{index}</v></c>', STRINGS) == value


@pytest.mark.parametrize("index", ["5", "-1", "x", "99999999999"])
def test_a_text_that_is_not_there_is_damage_and_no_other_text(index: str) -> None:
    with pytest.raises(BadInput) as caught:
        value_of(f'<c r="B3" t="s"><v>{index}</v></c>', STRINGS)
    assert caught.value.problems[0].code == "file.damaged"


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ('<c r="B3" t="inlineStr"><is><t>in</t></is></c>', "in"),
        (
            '<c r="B3" t="inlineStr"><is><r><t xml:space="preserve"> in</t></r><r><t>2_x000D_</t></r>'
            '<rPh sb="0" eb="1"><t>PH</t></rPh></is></c>',
            " in2\r",
        ),
        ('<c r="B3" t="str"><f>A1</f><v> x </v></c>', " x "),
        ('<c r="B3" t="str"><v>a<![CDATA[<b>]]>b</v></c>', "a<b>b"),
        ('<c r="B3" t="str"><v>a<!-- no -->b</v></c>', "ab"),
        ('<c r="B3" t="str"><v>&lt;None&gt;</v></c>', "<None>"),
        ('<c r="B3" t="str"><v>TRUE</v></c>', "TRUE"),
        ('<c r="B3" t="b"><v>1</v></c>', True),
        ('<c r="B3" t="b"><v>0</v></c>', False),
        ('<c r="B3" t="b"><v>2</v></c>', "2"),
        ('<c r="B3" t="b"><v></v></c>', None),
        ('<c r="B3" t="d"><v>2026-04-03</v></c>', dt.date(2026, 4, 3)),
        ('<c r="B3" t="d"><v>2026-04-03T23:30:00</v></c>', dt.datetime(2026, 4, 3, 23, 30)),
        ('<c r="B3" t="d"><v>soon</v></c>', "soon"),
        ('<c r="B3" t="new"><v>2</v></c>', "2"),
    ],
)
def test_other_kinds_of_cells(cell: str, value: Value) -> None:
    found = value_of(cell)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("cell", "fault"),
    [
        ('<c r="B3"><f>1+2</f></c>', CellFault("formula", "=1+2")),
        ('<c r="B3"><f>1+2</f><v/></c>', CellFault("formula", "=1+2")),
        ('<c r="B3"><f>1+2</f><v></v></c>', CellFault("formula", "=1+2")),
        ('<c r="B3" t="str"><f>A1&amp;B1</f></c>', CellFault("formula", "=A1&B1")),
        ('<c r="B3"><f>#REF!</f><v></v></c>', CellFault("formula", "=#REF!")),
        ('<c r="B3"><f t="shared" si="0"/></c>', CellFault("formula", "=…")),
        ('<c r="B3" t="e"><v>#REF!</v></c>', CellFault("error", "#REF!")),
        ('<c r="B3" t="e"><f>X</f><v>#SPILL!</v></c>', CellFault("error", "#SPILL!")),
        ('<c r="B3" t="e"><v></v></c>', CellFault("error", "#ERROR!")),
    ],
)
def test_what_cannot_be_known_is_a_fault_and_never_missing(cell: str, fault: CellFault) -> None:
    assert value_of(cell) == fault


def test_a_formula_with_a_stored_result_is_its_result() -> None:
    assert value_of('<c r="B3"><f>1+2</f><v>3</v></c>') == 3
    assert value_of('<c r="B3" t="str"><f>""</f><v></v></c>') is None


@pytest.mark.parametrize(
    ("style", "stored", "value"),
    [
        (1, "45000", dt.date(2023, 3, 15)),
        (2, "45000", dt.date(2023, 3, 15)),
        (1, "45000.5", dt.datetime(2023, 3, 15, 12)),
        (5, "46115", dt.datetime(2026, 4, 3)),
        (5, "46115.979166666664", dt.datetime(2026, 4, 3, 23, 30)),
        (4, "0.479166666666667", dt.time(11, 30)),
        (4, "1.25", dt.datetime(1900, 1, 1, 6)),
        (3, "1.5", dt.timedelta(days=1, hours=12)),
        (3, "-0.5", dt.timedelta(hours=-12)),
        (1, "1", dt.date(1900, 1, 1)),
        (1, "61", dt.date(1900, 3, 1)),
        (1, "2958465", dt.date(9999, 12, 31)),
        (1, "2958465.9999999999", 2958466.0),
        (1, "-5", -5),
        (1, "99999999999", 99999999999),
        (1, "1e400", "1e400"),
        (3, "1e300", 1e300),
        (0, "45000", 45000),
        (99, "45000", 45000),
    ],
)
def test_numbers_shown_as_dates_are_dates(style: int, stored: str, value: Value) -> None:
    found = value_of(f'<c r="B3" s="{style}"><v>{stored}</v></c>')
    assert found == value
    assert type(found) is type(value)


def test_days_counted_from_1904() -> None:
    cell = '<c r="B3" s="1"><v>10</v></c>'
    assert value_of(cell, book='<workbookPr date1904="1"/>') == dt.date(1904, 1, 11)
    assert value_of(cell, book='<workbookPr date1904="0"/>') == dt.date(1900, 1, 10)


def test_addresses_are_exact_where_the_used_range_begins_inside() -> None:
    tab = tab_of('<row r="3"><c r="B3"><v>1</v></c></row><row r="5"><c r="D5"><v>2</v></c></row>')
    assert (tab.first_row, tab.first_column) == (3, 2)
    assert by_address(tab) == {"B3": 1, "D5": 2}


def test_cells_and_rows_without_address_follow_each_other() -> None:
    tab = tab_of('<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/><row r="7"><c><v>4</v></c></row>')
    assert by_address(tab) == {"A1": 1, "C1": 3, "A7": 4}


def test_blank_cells_before_one_without_address_count() -> None:
    tab = tab_of(
        '<row r="2"/><row><c r="A3"/><c r="B3" s="1"/><c><v>3</v></c></row><row r="4"></row><row><c><v>5</v></c></row>'
    )
    assert by_address(tab) == {"C3": 3, "A5": 5}


def test_an_address_holds_against_the_row_it_stands_in() -> None:
    tab = tab_of('<row><c r="B7"><v>1</v></c></row><row><c r="b9"><v>2</v></c></row>')
    assert by_address(tab) == {"B7": 1, "B9": 2}


@pytest.mark.parametrize("address", ["XFE1", "A1048577", "A0", "ZZZZZZZ1", "1", "B", "B99999999999", "$A$1", "É1"])
def test_absurd_addresses_are_damage(address: str) -> None:
    with pytest.raises(BadInput) as caught:
        tab_of(f'<row r="1"><c r="{address}"><v>1</v></c></row>')
    assert caught.value.problems[0].code == "file.damaged"


def test_prefixed_names_are_read_alike() -> None:
    sheet = f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData><x:row r="1" hidden="1"><x:c r="A1"><x:f>1</x:f></x:c>'
    sheet += '<x:c r="B1"><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    (tab,) = tabs_of(packed(parts({"A": sheet})), "a.xlsx")
    assert by_address(tab) == {"A1": CellFault("formula", "=1"), "B1": 5}
    assert tab.hidden_rows == {1}


def test_text_that_looks_like_blank_cells_survives() -> None:
    text = '<c r="A1"/><c r="B1"/>'
    tab = tab_of(f'<row r="1"><c r="A1" t="inlineStr"><is><t><![CDATA[{text}]]></t></is></c></row>')
    assert by_address(tab) == {"A1": text}


def test_hidden_rows_and_tabs_are_known() -> None:
    rows = (
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>'
        '<row r="3" hidden="true"><c r="A3"><v>3</v></c></row><row r="4" hidden="1"/>'
        '<row r="5" hidden="0"><c r="A5"><v>5</v></c></row>'
    )
    sheets = {"Help": worksheet(""), "Lists": worksheet(""), "Round 1": worksheet(rows)}
    states = {"Help": "hidden", "Lists": "veryHidden", "Round 1": "visible"}
    tabs = tabs_of(packed(parts(sheets, states=states)), "a.xlsx")
    assert [(tab.title, tab.hidden) for tab in tabs] == [("Help", True), ("Lists", True), ("Round 1", False)]
    assert tabs[2].hidden_rows == {2, 3}


def test_a_chart_sheet_is_no_tab() -> None:
    contents = parts({"A": worksheet(""), "Chart": "<chartsheet/>"})
    key = "xl/_rels/workbook.xml.rels"
    contents[key] = contents[key].replace(
        'worksheet" Target="worksheets/sheet2.xml', 'chartsheet" Target="worksheets/sheet2.xml'
    )
    assert [tab.title for tab in tabs_of(packed(contents), "a.xlsx")] == ["A"]


def test_formatted_empty_rows_and_columns_are_nothing() -> None:
    blanks = "".join(f'<row r="{n}" ht="20"><c r="A{n}" s="1"/><c r="XFD{n}" s="1"/></row>' for n in range(2, 20_000))
    tab = tab_of(f'<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>{blanks}')
    assert tab.rows == ((1,),)


def test_blanks_never_reach_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    start = xlsx_cells.Cells.start

    def counting(self: xlsx_cells.Cells, name: str, attrs: dict[str, str]) -> None:
        begun.append(name)
        start(self, name, attrs)

    monkeypatch.setattr(xlsx_cells.Cells, "start", counting)
    tab_of("".join(f'<row r="{n}"><c r="A{n}" s="1"/></row>' for n in range(1, 20_001)))
    assert begun.count("row") < 40


def test_two_far_corners_are_read_and_a_full_sheet_of_them_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    corner = '<c r="A{0}"><v>1</v></c><c r="XFD{0}"><v>2</v></c>'
    tab = tab_of(f'<row r="1">{corner.format(1)}</row><row r="1048576">{corner.format(1048576)}</row>')
    assert by_address(tab) == {"A1": 1, "XFD1": 2, "A1048576": 1, "XFD1048576": 2}
    monkeypatch.setattr(xlsx_cells, "MAX_SLOTS", 100_000)
    with pytest.raises(BadInput) as caught:
        tab_of("".join(f'<row r="{n}">{corner.format(n)}</row>' for n in range(1, 10)))
    assert caught.value.problems[0].code == "file.too_big"


def test_too_many_filled_cells_are_refused_over_all_tabs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_values, "MAX_CELLS", 5)
    sheet = worksheet('<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>1</v></c></row>')
    assert len(tabs_of(packed(parts({"A": sheet, "B": sheet})), "a.xlsx")) == 2
    with pytest.raises(BadInput) as caught:
        tabs_of(packed(parts({"A": sheet, "B": sheet, "C": sheet})), "a.xlsx")
    assert caught.value.problems[0].code == "file.too_big"


def test_an_empty_tab_has_no_rows(tmp_path: Path) -> None:
    assert tab_of("").rows == ()


def test_the_shortcut_reads_what_the_parser_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        '<row r="2" hidden="1"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>45000</v></c></row>'
        '<row r="3" hidden="false"><c r="A3" t="s"><v>0</v></c><c r="B3" s="0" t="s"><v>3</v></c></row>'
        '<row r="4"><c r="AA4" t="n"><v>1e400</v></c><c r="AB4" t="inlineStr"><is><t> a_x0041_ </t></is></c></row>'
        '<row r="5"><c r="A5"><f>1+2</f></c><c r="B5"><v>2</v></c><c><v>3</v></c></row>'
        '<row r="6" hidden="true"><c r="A6" s="3"><v>1.5</v></c></row>'
    )
    short = tab_of(rows, STRINGS)
    assert short.hidden_rows == {2, 6}
    assert by_address(short) == {
        "A2": 1,
        "B2": dt.date(2023, 3, 15),
        "A3": "007",
        "AA4": "1e400",
        "AB4": " aA ",
        "A5": CellFault("formula", "=1+2"),
        "B5": 2,
        "C5": 3,
        "A6": dt.timedelta(days=1, hours=12),
    }
    monkeypatch.setattr(xlsx_plain.PlainCells, "take", lambda self, piece: piece)
    assert tab_of(rows, STRINGS) == short


@pytest.mark.parametrize("cell", ['<c r="XFE1"><v>1</v></c>', '<c r="A0"><v>1</v></c>', '<c r="A1048577"><v>1</v></c>'])
def test_the_shortcut_knows_the_limits_of_a_sheet(cell: str) -> None:
    with pytest.raises(BadInput) as caught:
        tab_of(f'<row r="1">{cell}</row>')
    assert caught.value.problems[0].code == "file.damaged"


def test_a_cell_over_the_edge_of_a_piece_is_read_whole() -> None:
    count = 20_000
    rows = "".join(
        f'<row r="{n}"><c r="A{n}"><v>{n}</v></c><c r="B{n}" t="str"><v>é</v></c></row>' for n in range(1, count)
    )
    assert tab_of(rows).rows == tuple((n, "é") for n in range(1, count))


FORMULA = '<c r="B2"><f>1+1</f><v>3</v></c>'
PLAIN = '<c r="B2"><v>2</v></c>'


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        (f'<row r="2">{PLAIN}{PLAIN}</row>', "the cell B2 stands in it twice"),
        (f'<row r="2">{PLAIN}{FORMULA}</row>', "the cell B2 stands in it twice"),
        (f'<row r="2">{FORMULA}{FORMULA}</row>', "the cell B2 stands in it twice"),
        (f'<row r="2">{PLAIN}</row><row r="3">{PLAIN}</row>', "the cell B2 stands in it twice"),
        (f'<row r="2">{PLAIN}</row><row r="2"><c r="C2"><v>2</v></c></row>', "row 2 stands in it twice"),
        (f'<row r="2">{FORMULA}</row><row r="02"><c><v>2</v></c></row>', "row 2 stands in it twice"),
        ('<row r="two"><c><v>2</v></c></row>', "a row has the number 'two'"),
        ('<row r=""><c><v>2</v></c></row>', "a row has the number ''"),
        ('<row r="-1"><c><v>2</v></c></row>', "a row has the number '-1'"),
        ('<row r="\u0661"><c><v>2</v></c></row>', "a row has the number"),
    ],
)
def test_what_stands_twice_or_nowhere_is_damage_and_not_the_last_one(rows: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        tab_of(rows)
    (problem,) = caught.value.problems
    assert problem.code == "file.damaged"
    assert words in problem.message
