"""CSV files as the world saves them: encodings, delimiters, quotes, and what is no CSV."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm_tool.core.problems import BadInput
from gm_tool.core.sources import Value
from gm_tool.io import csv_text
from gm_tool.io.csv_text import decoded, delimiter_of
from gm_tool.io.reading import tabs_of
from io_reading.handmade import by_address


def rows_of(text: str | bytes) -> tuple[tuple[Value, ...], ...]:
    (tab,) = tabs_of(text if isinstance(text, bytes) else text.encode(), "orders.csv")
    assert (tab.file, tab.title, tab.first_row, tab.first_column) == ("orders.csv", "", 1, 1)
    return tab.rows


def code_of(data: bytes) -> str:
    with pytest.raises(BadInput) as caught:
        tabs_of(data, "orders.csv")
    (problem,) = caught.value.problems
    assert problem.place.file == "orders.csv"
    assert problem.message and problem.hint
    return problem.code


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_read_alike(encoding: str, newline: str) -> None:
    text = newline.join(["Player,Note", "Zoë,“fast” – no", ""])
    assert rows_of(text.encode(encoding)) == (("Player", "Note"), ("Zoë", "“fast” – no"))


def test_utf16_of_either_end_is_read() -> None:
    assert rows_of(b"\xfe\xff" + "A,B".encode("utf-16-be")) == (("A", "B"),)
    assert rows_of(b"\xff\xfe" + "A,B".encode("utf-16-le")) == (("A", "B"),)


@pytest.mark.parametrize(
    "data",
    [
        b"Player,Note\nAnn,\x00\n",
        "Player,Note".encode("utf-16-le"),
        b"\xff\xfeA\x00,",
        b"\xff\xfe\x00\xd8,\x00",
        b"\xef\xbb\xbfA,\xff",
        b"A,B\nx,\x81\x8d",
    ],
    ids=["nul", "no mark", "cut off", "half a pair", "mark but not utf-8", "no letter"],
)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    assert code_of(data) == "file.wrong"


def test_every_value_is_the_text_that_it_is() -> None:
    texts = ["007", "1e5", "18_29", "0x10", "1234567890123456789", "None", "NA", "null", "TRUE", "nan", "1/2/3", " a "]
    assert rows_of(",".join(texts)) == (tuple(texts),)


def test_an_empty_field_is_none_and_blanks_are_a_text() -> None:
    assert rows_of('a,,"", ,b') == (("a", None, None, " ", "b"),)


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("Player,Action\nAnn;x;y;z,move", ","),
        ("Player;Action;Bet 1,5\n", ";"),
        ("Player\tAction\n", "\t"),
        ('"a,b,c";d;"e,\nf,g,h"\n', ";"),
        ("Player\nAnn\n", ","),
        ("Round 5\n\nPlayer;Action", ";"),
        ("Round 5, now;;;\nPlayer;Action;Amount;Note", ";"),
        ("a;b,c", ","),
    ],
)
def test_the_header_tells_the_delimiter(text: str, delimiter: str) -> None:
    assert delimiter_of(text) == delimiter


def test_excels_own_line_for_the_delimiter_is_no_row() -> None:
    assert rows_of("sep=;\r\nPlayer;Note, long, very\r\nAnn;x\r\n") == (("Player", "Note, long, very"), ("Ann", "x"))
    assert rows_of("sep=a\nb") == (("sep=a",), ("b",))


def test_quotes_and_line_breaks_in_fields() -> None:
    (tab,) = tabs_of(b'Player,Submission\r\nAnn,"move ""red"",\r\nthen blue"\r\n\r\nBob,x\r\n', "a.csv")
    assert by_address(tab) == {
        "A1": "Player",
        "B1": "Submission",
        "A2": "Ann",
        "B2": 'move "red",\r\nthen blue',
        "A4": "Bob",
        "B4": "x",
    }


def test_an_open_quote_is_named_and_swallows_nothing() -> None:
    with pytest.raises(BadInput) as caught:
        rows_of('Player,Note\nAnn,x\nBob,"oops\nCid,y\n')
    (problem,) = caught.value.problems
    assert problem.code == "file.damaged"
    assert "row 3" in problem.message


def test_an_open_quote_before_a_long_rest_is_named_alike() -> None:
    with pytest.raises(BadInput) as caught:
        rows_of('Player,Note\nBob,"oops\n' + "Cid,y\n" * 40_000)
    assert "row 2" in caught.value.problems[0].message


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_two_open_quotes_do_not_swallow_the_rows_between_them(delimiter: str) -> None:
    """Each note lacks its closing mark: the second one's opening mark closes the first one's text."""
    rows = ["Player,Space,Note", 'Ann,5,"first!', "Bob,7,", 'Cleo,9,"second', "Dmitri,4,"]
    data = "\n".join(rows).replace(",", delimiter).encode()
    assert code_of(data) == "file.damaged"
    with pytest.raises(BadInput, match="opened in row 2"):
        tabs_of(data, "orders.csv")


def test_words_behind_a_quote_are_kept_where_they_swallow_nothing() -> None:
    assert rows_of('Player,Note\nAnn,"very" funny\nBob,"two\nlines, ""quoted"""\n') == (
        ("Player", "Note"),
        ("Ann", "very funny"),
        ("Bob", 'two\nlines, "quoted"'),
    )


def test_a_long_field_is_called_long_and_no_open_quote() -> None:
    before = csv.field_size_limit()
    longest = "x" * csv_text.MAX_FIELD
    assert rows_of(f'Player,Note\nAnn,"{longest}"\n')[1] == ("Ann", longest)
    with pytest.raises(BadInput) as caught:
        rows_of(f'Player,Note\nAnn,x\n\nBob,"{longest}x"\nCid,y\n')
    (problem,) = caught.value.problems
    assert problem.code == "file.too_big"
    assert "field of row 4 is too long" in problem.message
    assert csv.field_size_limit() == before


def test_a_closed_quote_at_the_very_end_is_fine() -> None:
    assert rows_of('a,"b"') == (("a", "b"),)


def test_empty_rows_and_columns_at_the_end_are_dropped() -> None:
    assert rows_of("a,b,,,\n,,,,\nc,,,,\n,,,,\n\n\n") == (("a", "b"), (), ("c",))


def test_too_many_fields_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(csv_text, "MAX_SLOTS", 100)
    assert code_of(b"a,b\n" + b",\n" * 100) == "file.too_big"


FIELDS = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=8)


@given(st.lists(st.lists(FIELDS, min_size=2, max_size=4), min_size=1, max_size=5), st.sampled_from([";", ",", "\t"]))
def test_what_csv_writes_is_read_back(rows: list[list[str]], delimiter: str) -> None:
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_ALL).writerows([["Player", "Note"], *rows])
    expected = [[field or None for field in row] for row in [["Player", "Note"], *rows]]
    for row in expected:
        while row and row[-1] is None:
            row.pop()
    while not expected[-1]:
        expected.pop()
    assert rows_of(file.getvalue()) == tuple(tuple(row) for row in expected)


@given(st.binary(max_size=300))
def test_any_bytes_are_text_or_refused(data: bytes) -> None:
    try:
        assert isinstance(decoded(data, "x.csv"), str)
        tabs_of(data, "x.csv")
    except BadInput as refusal:
        assert refusal.problems
