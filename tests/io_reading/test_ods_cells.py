"""OpenDocument spreadsheets: the same values as of the same sheet as xlsx."""

from __future__ import annotations

import datetime as dt
import io
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import CellFault, Tab
from gm_tool.io import ods_cells
from gm_tool.io.reading import tabs_of
from io_reading.handmade import by_address, ods, packed, read
from io_reading.test_real_files import SOFFICE, converted, orders, saved


def tab_of(table: str, automatic: str = "", styles: str = "") -> Tab:
    """The tab that these rows and columns make."""
    (tab,) = tabs_of(ods(f'<table:table table:name="Round 1">{table}</table:table>', automatic, styles), "a.ods")
    return tab


def value_of(cell: str, automatic: str = "") -> object:
    tab = tab_of(f"<table:table-row>{cell}</table:table-row>", automatic)
    return tab.rows[0][0] if tab.rows else None


def cell(attributes: str, text: str = "") -> str:
    return f"<table:table-cell {attributes}>{text}</table:table-cell>"


def date(raw: str, style: str = "") -> str:
    return cell(f'office:value-type="date" office:date-value="{raw}" table:style-name="{style}"')


def time(raw: str, style: str = "") -> str:
    return cell(f'office:value-type="time" office:time-value="{raw}" table:style-name="{style}"')


def refusal(data: bytes) -> tuple[str, str]:
    with pytest.raises(BadInput) as caught:
        tabs_of(data, "a.ods")
    (problem,) = caught.value.problems
    return problem.code, problem.message


STRING, FLOAT = 'office:value-type="string"', 'office:value-type="float"'
READING = "<text:ruby-base>字</text:ruby-base><text:ruby-text>ji</text:ruby-text>"
DIVIDED = CellFault("error", "#DIV/0!")
SHAPES = """
<number:date-style style:name="D"><number:year/><number:text>-</number:text><number:month/></number:date-style>
<number:date-style style:name="DT"><number:day/><number:hours/></number:date-style>
<number:time-style style:name="T"><number:hours/><number:minutes/></number:time-style>
<number:time-style style:name="E" number:truncate-on-overflow="false"><number:hours/></number:time-style>
<style:style style:name="d" style:family="table-cell" style:data-style-name="D"/>
<style:style style:name="dt" style:family="table-cell" style:data-style-name="DT"/>
<style:style style:name="t" style:family="table-cell" style:data-style-name="T"/>
<style:style style:name="e" style:family="table-cell" style:data-style-name="E"/>
<style:style style:name="behind" style:family="table-cell" style:parent-style-name="dt"/>
<style:style style:name="ring" style:family="table-cell" style:parent-style-name="ring"/>
"""


@pytest.mark.parametrize(
    ("given", "value"),
    [
        (cell(STRING, "<text:p>007</text:p>"), "007"),
        (cell(STRING, "<text:p>None</text:p>"), "None"),
        (cell(STRING, "<text:p/>"), None),
        (cell(STRING, "<text:p>a</text:p><text:p>b</text:p>"), "a\nb"),
        (cell(STRING, "<text:p> a <text:s text:c='2'/>b<text:tab/>c<text:line-break/>d </text:p>"), " a   b\tc\nd "),
        (cell(STRING, "<text:p>\n  a\n  <text:span>b</text:span>\n</text:p>"), "a b"),
        (cell(STRING, "<text:p><text:a>link</text:a></text:p>"), "link"),
        (cell(STRING, f"<text:p><text:ruby>{READING}</text:ruby></text:p>"), "字"),
        (cell(STRING, "<office:annotation><text:p>a comment</text:p></office:annotation><text:p>x</text:p>"), "x"),
        (cell(STRING, "<draw:frame><draw:text-box><text:p>y</text:p></draw:text-box></draw:frame>"), None),
        (cell(f'{STRING} office:string-value="raw"', "<text:p>shown</text:p>"), "raw"),
        (cell("", "<text:p>bare</text:p>"), "bare"),
        (cell(f'{FLOAT} office:value="10"', "<text:p>10</text:p>"), 10),
        (cell(f'{FLOAT} office:value="1234567890123456789"'), 1234567890123456789),
        (cell(f'{FLOAT} office:value="2.5"', "<text:p>3</text:p>"), 2.5),
        (cell(f'{FLOAT} office:value="1.5E+003"'), 1500.0),
        (cell(f'{FLOAT} office:value="1e400"'), "1e400"),
        (cell(f'{FLOAT} office:value="lots"'), "lots"),
        (cell(f'{FLOAT} office:value=" "'), None),
        (cell(FLOAT, "<text:p>7</text:p>"), "7"),
        (cell('office:value-type="percentage" office:value="0.5"', "<text:p>50%</text:p>"), 0.5),
        (cell('office:value-type="currency" office:value="12.5"', "<text:p>12.50 €</text:p>"), 12.5),
        (cell('office:value-type="boolean" office:boolean-value="true"', "<text:p>WAHR</text:p>"), True),
        (cell('office:value-type="boolean" office:boolean-value="false"'), False),
        (cell('office:value-type="boolean" office:boolean-value="perhaps"'), "perhaps"),
        (cell(f'table:formula="of:=TRUE()" {FLOAT} office:value="1"', "<text:p>VRAI</text:p>"), True),
        (cell(f'table:formula="of:=1=2" {FLOAT} office:value="0"', "<text:p>FALSE</text:p>"), False),
        (cell(f'table:formula="of:=1" {FLOAT} office:value="1"', "<text:p>1</text:p>"), 1),
        (cell(f'table:formula="of:=1+2" {FLOAT} office:value="3"', "<text:p>3</text:p>"), 3),
        (cell('table:formula="of:=1+2"'), CellFault("formula", "=1+2")),
        (cell('table:formula="of:=SUM([.A1:.B2];[$Lists.C3])"'), CellFault("formula", "=SUM(A1:B2;$Lists.C3)")),
        (cell('table:formula="odd"'), CellFault("formula", "=…")),
        (cell('table:formula="of:=&quot;&quot;"', "<text:p/>"), None),
        (cell('table:formula="of:=1/0" calcext:value-type="error"', "<text:p>#DIV/0!</text:p>"), DIVIDED),
        (cell(f'table:formula="of:=1/0" {STRING}', "<text:p>Err:502</text:p>"), CellFault("error", "Err:502")),
        (cell(f'{STRING} calcext:value-type="error"'), CellFault("error", "#ERROR!")),
        (cell(STRING, "<text:p>#REF!</text:p>"), "#REF!"),
        (date("2026-04-03"), dt.date(2026, 4, 3)),
        (date("2026-04-03T00:00:00"), dt.datetime(2026, 4, 3)),
        (date("2026-04-03T00:00:00", "d"), dt.date(2026, 4, 3)),
        (date("2026-04-03", "dt"), dt.datetime(2026, 4, 3)),
        (date("2026-04-03", "behind"), dt.datetime(2026, 4, 3)),
        (date("2026-04-03", "ring"), dt.date(2026, 4, 3)),
        (date("2026-04-03T23:30:15.2499999", "d"), dt.datetime(2026, 4, 3, 23, 30, 15, 250_000)),
        (date("2026-02-30"), "2026-02-30"),
        (date("9999-12-31T23:59:59.9999"), "9999-12-31T23:59:59.9999"),
        (date("-0044-03-15"), "-0044-03-15"),
        (time("PT11H30M00S", "t"), dt.time(11, 30)),
        (time("PT11H29M59.9999999S"), dt.time(11, 30)),
        (time("PT30H00M00S", "e"), dt.timedelta(hours=30)),
        (time("-P1DT1H", "e"), dt.timedelta(hours=-25)),
        (time("PT42H00M00S", "t"), dt.datetime(1900, 1, 1, 18)),
        (time("soon"), "soon"),
        (cell(f'{FLOAT} office:value="46115" table:style-name="d"'), dt.date(2026, 4, 3)),
    ],
)
def test_what_a_cell_holds(given: str, value: object) -> None:
    found = value_of(given, SHAPES)
    assert (found, type(found)) == (value, type(value))


A = cell(STRING, "<text:p>a</text:p>")
A_TWICE = cell(f'{STRING} table:number-columns-repeated="2"', "<text:p>a</text:p>")
A_BACK = cell(f'{STRING} table:style-name="back"', "<text:p>a</text:p>")
A_PARTLY = cell(STRING, '<text:p>a<text:span text:style-name="T1">b</text:span></text:p>')
TABLE = """
<table:table table:name="A"><table:table-row table:number-rows-repeated="%s">%s</table:table-row></table:table>"""


def test_cells_and_rows_that_are_repeated() -> None:
    tab = tab_of(
        '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/>'
        "</table:table-row><table:table-header-rows><table:table-row><table:table-cell/>"
        f"{A_TWICE}<table:covered-table-cell/>{A}"
        '<table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table-header-rows>'
        f'<table:table-row-group><table:table-row table:number-rows-repeated="2">{A}</table:table-row>'
        "</table:table-row-group>"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell/></table:table-row>'
    )
    assert by_address(tab) == {"B3": "a", "C3": "a", "E3": "a", "A4": "a", "A5": "a"}


def test_what_is_hidden_and_what_is_struck_through() -> None:
    automatic = (
        '<style:style style:name="gone" style:family="table"><style:table-properties table:display="false"/>'
        '</style:style><style:style style:name="out" style:family="table-cell"><style:text-properties '
        'style:text-line-through-style="solid"/></style:style><style:style style:name="back" '
        'style:family="table-cell" style:parent-style-name="out"><style:text-properties '
        'style:text-line-through-type="none"/></style:style><style:style style:name="T1" style:family="text">'
        '<style:text-properties style:text-line-through-style="solid"/></style:style>'
    )
    body = (
        '<table:table table:name="A"><table:table-column/>'
        '<table:table-column table:number-columns-repeated="2" table:visibility="collapse"/>'
        '<table:table-column table:default-cell-style-name="out"/>'
        f"<table:table-row>{A}{A}<table:table-cell/>{A}</table:table-row>"
        f'<table:table-row table:visibility="filter" table:number-rows-repeated="2">{A}</table:table-row>'
        '<table:table-row table:visibility="collapse"><table:table-cell/></table:table-row>'
        f"<table:table-row>{A}{A_BACK}</table:table-row>"
        f'<table:table-row table:default-cell-style-name="out">{A}</table:table-row>'
        f"<table:table-row>{A_PARTLY}</table:table-row></table:table>"
        f'<table:table table:name="B" table:style-name="gone"><table:table-row>{A}</table:table-row></table:table>'
    )
    first, second = tabs_of(ods(body, automatic), "a.ods")
    assert (first.hidden, sorted(first.hidden_rows), sorted(first.hidden_columns)) == (False, [2, 3], [2])
    assert first.struck == {1: (4,), 6: (1,), 7: (1,)}
    assert (second.title, second.hidden, second.struck) == ("B", True, {})


def test_styles_with_a_name_stand_in_a_part_of_their_own() -> None:
    given = f"<table:table-row>{date('2026-04-03', 'dt')}</table:table-row>"
    assert tab_of(given, "", SHAPES).rows == ((dt.datetime(2026, 4, 3),),)


def test_tables_that_are_no_tabs_are_passed_over() -> None:
    inner = f'<table:table table:name="inner"><table:table-row>{A}{A}</table:table-row></table:table>'
    body = (
        f"<table:tracked-changes>{A}{inner}</table:tracked-changes><table:table-row>{A}</table:table-row>"
        f'<table:table table:name="A"><table:shapes>{inner}</table:shapes>'
        f"<table:table-row>{A}{cell('', inner)}<office:annotation/></table:table-row></table:table>"
        f"<table:dde-links>{inner}</table:dde-links>"
    )
    (tab,) = tabs_of(ods(body), "a.ods")
    assert (tab.title, by_address(tab)) == ("A", {"A1": "a"})


def test_any_prefix_will_do() -> None:
    content = (
        (
            '<d xmlns="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
            'xmlns:w="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
            '<body><spreadsheet><t:table t:name="A"><t:table-row><t:table-cell><w:p>x</w:p></t:table-cell>'
            "</t:table-row></t:table></spreadsheet></body></d>"
        )
        .replace("<d ", "<document-content ")
        .replace("</d>", "</document-content>")
    )
    (tab,) = tabs_of(packed({"mimetype": MIME, "content.xml": content}), "a.ods")
    assert tab.rows == (("x",),)


MIME = "application/vnd.oasis.opendocument.spreadsheet"
MANIFEST = (
    '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry>'
    "<manifest:encryption-data/></manifest:file-entry></manifest:manifest>"
)


def test_what_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    locked = packed({"mimetype": MIME, "META-INF/manifest.xml": MANIFEST, "content.xml": b"\x00\x01".decode()})
    assert refusal(locked)[0] == "file.encrypted"
    assert refusal(packed({"mimetype": MIME, "content.xml": "<a>"}))[0] == "file.damaged"
    entity = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'
    assert "document type" in refusal(packed({"mimetype": MIME, "content.xml": entity}))[1]
    assert "stands in it '-1' times" in refusal(ods(TABLE % ("-1", A)))[1]
    assert "outside" in refusal(ods(TABLE % (1_048_577, A)))[1]
    wide = cell(f'table:number-columns-repeated="16385" {STRING}', "<text:p>a</text:p>")
    assert "outside" in refusal(ods(TABLE % (1, wide)))[1]
    assert refusal(ods(TABLE % (1_000_000, A * 4)))[0] == "file.too_big"
    monkeypatch.setattr(ods_cells, "MAX_SLOTS", 100)
    far = '<table:table-cell table:number-columns-repeated="9"/>' + A
    assert "too far apart" in refusal(ods(TABLE % (11, far)))[1]
    assert tabs_of(ods(TABLE % (10, far)), "a.ods")[0].rows[0] == ("a",)


def everything() -> bytes:
    """The round's workbook with what only shows in its styles, too."""
    book = load_workbook(io.BytesIO(orders()))
    sheet: Any = book["Round 1"]
    for row, (value, format_code) in enumerate(
        [
            (dt.datetime(2026, 4, 3), "yyyy-mm-dd hh:mm"),
            (dt.datetime(2026, 4, 3, 23, 30, 15, 250000), "yyyy-mm-dd"),
            (0.5, "0%"),
            (12.5, "#,##0.00 [$€-407]"),
            (1.75, "hh:mm"),
            (46115.5, "0.00"),
            ("  a  b   c\td ", "General"),
            ("  ", "@"),
            (0.1 + 0.2, "General"),
            (-5, "General"),
            ("=NA()", "General"),
            ('=B4&"x"', "General"),
            ('=IF(1,"","")', "General"),
            ("=1=2", "General"),
            ("=SUM(D4:D4)*2", "General"),
        ],
        4,
    ):
        sheet.cell(row, 6).value = value
        sheet.cell(row, 6).number_format = format_code
    sheet["G4"], sheet["H4"] = "struck", "hidden"
    sheet["G4"].font = Font(strike=True)
    sheet["B4"].comment = Comment("no text of the cell", "me")
    sheet.column_dimensions["H"].hidden = True
    for row in range(40, 3000):
        sheet.row_dimensions[row].height = 30
    return saved(book)


@pytest.mark.skipif(SOFFICE is None, reason="needs LibreOffice (soffice)")
def test_libreoffice_saves_the_same_sheet_as_ods_and_as_xlsx(tmp_path: Path) -> None:
    pairs = {}
    for kind in ("ods", "xlsx"):
        (tmp_path / kind).mkdir()
        pairs[kind] = read(converted(tmp_path / kind, "a.xlsx", everything(), kind))
    assert len(pairs["ods"]) == 2
    for as_ods, as_xlsx in zip(pairs["ods"], pairs["xlsx"], strict=True):
        assert as_ods.rows
        assert typed(as_ods) == typed(as_xlsx)
        assert as_ods.struck == as_xlsx.struck
        names = ("title", "first_row", "first_column", "hidden", "hidden_rows", "hidden_columns")
        assert [getattr(as_ods, name) for name in names] == [getattr(as_xlsx, name) for name in names]


def typed(tab: Tab) -> dict[str, tuple[str, object]]:
    return {address: (type(value).__name__, value) for address, value in by_address(tab).items()}
