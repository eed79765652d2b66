"""The shortcut past the XML parser: the same cells, whatever the build of a sheet's rows; what is struck or hidden."""

from __future__ import annotations

import random

import pytest

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import CellFault, Tab, Value, column_name
from gm_tool.io import xlsx_parts, xlsx_plain
from gm_tool.io.reading import tabs_of
from gm_tool.io.xlsx_cells import Cells
from io_reading.handmade import MAIN, by_address, packed, parts, tab_of

STRINGS = "<si><t>a</t></si><si><t/></si><si><r><rPr><strike/></rPr><t>b</t></r></si>"
CONTENTS = (
    "<v>5</v></c>", "<v>2.5</v></c>", "<v>-3</v></c>", "<v>1E-5</v></c>", "<v>.</v></c>", "<v>46115.5</v></c>", "</c>",
    "<v></v></c>", "<f>1+2</f></c>", "<f>1+2</f><v>3</v></c>",
)  # fmt: skip
TEXTS = (' t="s"><v>0</v></c>', ' t="s"><v>1</v></c>', ' t="s"><v>2</v></c>', ' t="str"><v>x</v></c>', ' t="e"/>')
INLINE = (' t="inlineStr"><is><t>in a_x0041_</t></is></c>', ' t="inlineStr"><is><t>a &amp; b</t></is></c>')


def random_cell(chance: random.Random, address: str) -> str:
    place = f'<c r="{address}"' if chance.random() < 0.9 else "<c"
    style = chance.choice(("", ' s="0"', ' s="1"', ' s="5"', ' s="99"'))
    match chance.randrange(4):
        case 0:
            return f"{place}{style}/>"
        case 1:
            return place + style + chance.choice(TEXTS + INLINE)
        case _:
            return f"{place}{style}>{chance.choice(CONTENTS)}"


def random_sheet(chance: random.Random) -> str:
    """Rows of few builds, so that many are alike; some of them odd."""
    rows = []
    for number in range(1, chance.randrange(2, 25)):
        head = f'<row r="{number}"' if chance.random() < 0.95 else "<row"
        more = chance.choice(("", "", ' spans="1:3"', ' ht="15.5" customHeight="1"', ' hidden="1"', ' hidden="false"'))
        if chance.random() < 0.5:
            cells = f'<c r="A{number}" s="5"><v>46115.{number}</v></c><c r="B{number}" t="s"><v>0</v></c>'
        else:
            cells = "".join(random_cell(chance, f"{letter}{number}") for letter in "ABCD")
        rows.append(f"{head}{more}>{cells}</row>" if chance.random() < 0.95 else f"{head}{more}/>")
    return "".join(rows)


def read(rows: str) -> Tab | str:
    try:
        return tab_of(rows, STRINGS)
    except BadInput as refusal:
        return refusal.problems[0].message


@pytest.mark.parametrize("tenth", range(10))
def test_the_shortcut_reads_what_the_parser_reads(tenth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", (xlsx_parts.CHUNK, 1500, 300)[tenth % 3])
    sheets = [random_sheet(random.Random(tenth * 100 + number)) for number in range(100)]
    short = [read(sheet) for sheet in sheets]
    assert sum(isinstance(found, Tab) for found in short) > 50
    monkeypatch.setattr(xlsx_plain.PlainCells, "take", lambda self, piece: piece)
    for sheet, found in zip(sheets, short, strict=True):
        assert read(sheet) == found, sheet


def test_rows_of_one_build_are_read_by_one_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    builds: list[bytes] = []
    pattern_of = xlsx_plain.PlainCells._pattern_of

    def counted(self: xlsx_plain.PlainCells, row: bytes) -> xlsx_plain.RowPattern | None:
        builds.append(row)
        return pattern_of(self, row)

    monkeypatch.setattr(xlsx_plain.PlainCells, "_pattern_of", counted)
    rows = "".join(
        f'<row r="{n}" spans="1:4"><c r="A{n}" s="5"><v>{46115 + n / 8}</v></c><c r="B{n}" s="1"/>'
        f'<c r="D{n}" t="s"><v>0</v></c></row>'
        for n in range(1, 40)
    )
    assert len(tab_of(rows, STRINGS).rows) == 39
    assert len(builds) == 2  # the first row stands behind the head of the sheet


def test_rows_of_the_build_met_most_are_taken_out_of_the_pieces_that_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 1000)
    left: list[bytes] = []
    take_rows = xlsx_plain.PlainCells._take_rows

    def seen(self: xlsx_plain.PlainCells, piece: bytes) -> bytes:
        left.append(piece)
        return take_rows(self, piece)

    monkeypatch.setattr(xlsx_plain.PlainCells, "_take_rows", seen)
    rows = [f'<row r="{n}"><c r="A{n}" s="5"><v>{46115 + n / 8}</v></c></row>' for n in range(1, 200)]
    rows[100] = '<row r="101"><c r="A101" t="s"><v>0</v></c></row>'
    rows[150] = '<row r="151"><c r="B151"><v>7</v></c></row>'
    tab = tab_of("".join(rows), STRINGS)
    assert [tab.rows[100], tab.rows[150]] == [("a",), (None, 7)]
    assert sum(map(len, tab.rows)) == 200
    assert sum(piece.count(b"<row") for piece in left[2:]) < 30  # a piece's last row, whose next one isn't seen yet


def test_a_row_that_stands_in_two_pieces_is_refused_by_the_usual_pattern_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 1000)
    rows = [f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in (*range(1, 150), *range(20, 30))]
    found = read("".join(rows))
    assert isinstance(found, str)
    assert "stands in it twice" in found


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ('<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>', "the cell A1 stands in it twice"),
        ('<row r="1"><c r="A1"><v>1</v></c></row><row r="1"><c r="B1"><v>2</v></c></row>', "row 1 stands in it twice"),
        ('<row r="2"><c r="A2" t="s"><v>9</v></c></row>', "refers to the text '9'"),
        ('<row r="9999999"><c r="A9999999"><v>1</v></c></row>', "outside of what a sheet can hold"),
        ('<row r="1"><c r="ZZZ1"><v>1</v></c></row>', "outside of what a sheet can hold"),
    ],
)
@pytest.mark.parametrize("after", ["", '<row r="8"><c r="A8"><v>8</v></c></row>'])
def test_what_the_shortcut_refuses(rows: str, message: str, after: str) -> None:
    found = read(rows + after)
    assert isinstance(found, str)
    assert message in found


def test_a_cell_may_say_that_it_stands_in_another_row() -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c><c r="B7"><v>2</v></c></row><row r="2"><c r="A2"><v>3</v></c></row>'
    assert by_address(tab_of(rows)) == {"A1": 1, "B7": 2, "A2": 3}


def test_many_bare_rows_are_passed_over() -> None:
    bare = "".join(f'<row r="{n}" s="1" ht="15"><c r="A{n}" s="1"/><c r="B{n}" s="1"/></row>' for n in range(1, 9000))
    unnumbered = "<row><c><v>7</v></c></row>"
    assert by_address(tab_of(bare + unnumbered)) == {"A9000": 7}
    assert by_address(tab_of(bare + '<row r="9003"><c r="B9003"><v>7</v></c></row>')) == {"B9003": 7}


@pytest.mark.parametrize("chunk", range(300, 360, 3))
def test_bare_rows_may_say_no_number_and_are_counted_from_the_last_that_does(
    chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", chunk)
    three = '<row r="{}" s="1"></row><row s="1"></row><row></row>'
    rows = '<row r="1"><c r="A1"><v>5</v></c></row>' + "".join(three.format(n) for n in range(2, 200, 3))
    long = "x" * chunk  # in which a piece ends, so that the one before ends with a bare row
    filled = f'<row><c t="inlineStr"><is><t>{long}</t></is></c></row>'
    assert by_address(tab_of(rows + filled)) == {"A1": 5, "A200": long}


def test_bare_rows_below_a_few_orders_are_not_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[bytes] = []
    take_rows = xlsx_plain.PlainCells._take_rows

    def taken(self: xlsx_plain.PlainCells, piece: bytes) -> bytes:
        looked_at.append(piece)
        return take_rows(self, piece)

    monkeypatch.setattr(xlsx_plain.PlainCells, "_take_rows", taken)
    orders = '<row r="1"><c r="A1" t="str"><v>Ann</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>'
    bare = "".join(f'<row r="{n}" s="1"><c r="A{n}" s="1"/></row>' for n in range(3, 4000))
    assert by_address(tab_of(orders + bare)) == {"A1": "Ann", "A2": 1}
    assert len(b"".join(looked_at)) < 500


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("<v>7</v></c>", 7),
        (' t="s"><v>0</v></c>', "a"),
        ("<f>1+2</f></c>", CellFault("formula", "=1+2")),
        ("<f/></c>", CellFault("formula", "=…")),
        (' t="inlineStr"><is><t>x</t></is></c>', "x"),
        ("<is><t>5</t></is></c>", 5),
        (' t="e"><v>#REF!</v></c>', CellFault("error", "#REF!")),
    ],
)
@pytest.mark.parametrize("form", ['<row r="{0}" s="1"><c r="A{0}" s="1"/></row>', '<row r="{0}" s="1" ht="15"/>'])
def test_what_stands_between_bare_rows_is_read(
    form: str, content: str, value: Value, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 500)
    opened = content if content.startswith(" ") else f">{content}"
    rows = [form.format(number) for number in range(1, 200)]
    rows[99] = f'<row r="100"><c r="A100" s="1"/><c r="B100"{opened}</row>'
    assert by_address(tab_of("".join(rows), STRINGS)) == {"B100": value}


def test_bare_rows_are_not_parsed_though_they_are_of_many_builds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 1000)
    parsed: list[str] = []
    start = Cells.start

    def seen(self: Cells, name: str, attrs: dict[str, str]) -> None:
        parsed.append(name)
        start(self, name, attrs)

    monkeypatch.setattr(Cells, "start", seen)
    forms = ('<row r="{0}"/>', '<row r="{0}" s="1"><c r="A{0}" s="1"/></row>', '<row r="{0}"><c r="B{0}"/></row>')
    rows = "".join(forms[n % 7 % 3].format(n) for n in range(1, 2000))
    tab = tab_of(rows + '<row r="2000"><c r="C2000"><v>7</v></c></row>')
    assert by_address(tab) == {"C2000": 7}
    assert parsed.count("row") < 100  # the last of each piece


FONTS = (
    f'<styleSheet xmlns="{MAIN}"><fonts><font/><font><strike/></font><font><strike val="0"/></font></fonts>'
    "<dxfs><dxf><font><strike/></font></dxf></dxfs>"
    '<cellXfs><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/></cellXfs></styleSheet>'
)


def test_rows_of_thousands_of_cells_get_no_pattern_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[bytes] = []
    monkeypatch.setattr(xlsx_plain, "_any_digits", compiled.append)
    letters = [column_name(number) for number in range(1, 1001)]
    rows = "".join(
        f'<row r="{n}">{"".join(f"<c r={chr(34)}{name}{n}{chr(34)}><v>{n}</v></c>" for name in letters)}</row>'
        for n in range(100_001, 100_005)
    )
    tab = tab_of(rows)
    assert (len(tab.rows), len(tab.rows[2]), tab.rows[2][0]) == (4, 1000, 100_003)
    assert not compiled


def test_what_is_struck_through_and_which_columns_are_hidden() -> None:
    xml = (
        f'<worksheet xmlns="{MAIN}"><cols><col min="2" max="3" hidden="1"/><col min="4" max="16384"/>'
        '<col min="16000" max="99999999" hidden="true"/><col min="x" max="2" hidden="1"/></cols><sheetData>'
        '<row r="1"><c r="A1" s="1"><v>1</v></c><c r="B1" s="0"><v>1</v></c><c r="D1" s="2"><v>1</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"/><c r="C2" t="s" s="1"><v>0</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><r><rPr><strike val="1"/></rPr><t>x</t></r></is></c></row>'
        '<row r="4"><c r="A4" t="inlineStr"><is><r><rPr><strike val="false"/></rPr><t>x</t></r></is></c></row>'
        '<row r="5"><c r="A5"><v>5</v></c></row></sheetData></worksheet>'
    )
    (tab,) = tabs_of(packed({**parts({"A": xml}, STRINGS), "xl/styles.xml": FONTS}), "a.xlsx")
    assert tab.struck == {1: (1,), 2: (1, 3), 3: (1,)}
    assert sorted(tab.hidden_columns) == [2, 3]


@pytest.mark.parametrize("top", ["", '<?xml version="1.0"?>', '\ufeff<?xml version="1.0" encoding="UTF-8"?>'])
@pytest.mark.parametrize("hidden", ["<?x {}?>", "<!-- {} -->"])
@pytest.mark.parametrize("chunk", [60, xlsx_parts.CHUNK])
def test_rows_that_no_reader_sees_are_not_read(
    top: str, hidden: str, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", chunk)
    row = '<row r="{0}"><c r="A{0}"><v>{0}</v></c></row>'
    rows = row.format(1) + row.format(2) + hidden.format(row.format(3)) + row.format(4)
    sheet = f'{top}<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'
    (tab,) = tabs_of(packed(parts({"A": sheet})), "a.xlsx")
    assert [value for row in tab.rows for value in row if value is not None] == [1, 2, 4]
