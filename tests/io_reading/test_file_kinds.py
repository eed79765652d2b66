"""What a GM hands over by mistake, and what is said to it: one problem, its own code, one step that helps."""

from __future__ import annotations

import hashlib
import io
import os
import random
import stat
import zipfile
import zlib
from pathlib import Path

import pytest

from gm_tool.core.problems import BadInput, Problem, WorldFailed
from gm_tool.io import reading, xlsx_parts
from gm_tool.io.reading import digest_of, open_elsewhere, read_bytes, tabs_of
from io_reading.handmade import packed, parts, read, worksheet

OLE = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600)
LOGIN = b'\r\n<!DOCTYPE html><html lang="en"><head><title>Sign in</title></head></html>'


def refusal(data: bytes, label: str = "sheets/round-05.xlsx") -> Problem:
    with pytest.raises(BadInput) as caught:
        tabs_of(data, label)
    (problem,) = caught.value.problems
    assert problem.place.file == label
    assert problem.severity == "error"
    assert problem.message.endswith(".") and problem.hint
    return problem


@pytest.mark.parametrize(
    ("data", "code", "word"),
    [
        (b"", "file.empty", "0 bytes"),
        (b"\r\n \x00\x00", "file.empty", "blanks"),
        (OLE + "EncryptedPackage".encode("utf-16-le"), "file.encrypted", "password"),
        (OLE + "Workbook".encode("utf-16-le"), "file.xls", ".xls"),
        (b"\x09\x08\x10\x00\x00\x06\x05\x00", "file.xls", ".xls"),
        (OLE + "WordDocument".encode("utf-16-le"), "file.wrong", "Word"),
        (OLE + "PowerPoint Document".encode("utf-16-le"), "file.wrong", "PowerPoint"),
        (LOGIN, "file.html", "web page"),
        (b"\xef\xbb\xbf<html><body>", "file.html", "web page"),
        ("<html>".encode("utf-16"), "file.html", "web page"),
        (b'<?xml version="1.0"?>\n<html xmlns="x">', "file.html", "web page"),
        (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>', "file.wrong", "XML"),
        (b'{"url": "https://docs.google.com/open?id=x"}', "file.wrong", "link"),
        (b"%PDF-1.7\n", "file.wrong", "PDF"),
        (b"\x89PNG\r\n\x1a\n", "file.wrong", "PNG"),
        (b"\xff\xd8\xff\xe0", "file.wrong", "JPEG"),
        (b"BM\x36\x00\x00", "file.wrong", "BMP"),
        (b"RIFF\x00\x00\x00\x00WEBP", "file.wrong", "WebP"),
        (b"\x1f\x8b\x08", "file.wrong", "gzip"),
        (b"Player,Action\n", "file.wrong", "no workbook"),
        (packed({"word/document.xml": "", "[Content_Types].xml": ""}), "file.docx", "Word"),
        (packed({"ppt/presentation.xml": "", "[Content_Types].xml": ""}), "file.pptx", "PowerPoint"),
        (packed({"mimetype": "application/vnd.oasis.opendocument.spreadsheet"}), "file.damaged", "content.xml"),
        (packed({"mimetype": "application/vnd.oasis.opendocument.text"}), "file.wrong", "OpenDocument"),
        (packed({"Index/Document.iwa": ""}), "file.numbers", "Numbers"),
        (packed({"xl/workbook.bin": "", "[Content_Types].xml": ""}), "file.xlsb", ".xlsb"),
        (packed({"round-05.xlsx": "x"}), "file.zip", "ZIP"),
        (packed({}), "file.zip", "ZIP"),
        (packed({"[Content_Types].xml": ""}), "file.damaged", "_rels/.rels"),
        (packed(parts())[:-30], "file.truncated", "cut off"),
        (b"PK\x03\x04", "file.truncated", "cut off"),
    ],
)
def test_each_kind_is_named(data: bytes, code: str, word: str) -> None:
    problem = refusal(data)
    assert problem.code == code
    assert word in problem.message


def test_the_content_counts_and_not_the_name() -> None:
    data = packed(parts({"A": worksheet('<row><c t="str"><v>x</v></c></row>')}))
    assert tabs_of(data, "orders.csv")[0].title == "A"
    assert refusal(LOGIN, "orders.csv").code == "file.html"
    assert tabs_of(b"MZ,BM\n1,2", "orders.csv")[0].rows == (("MZ", "BM"), ("1", "2"))


def test_a_folder_a_missing_file_and_a_lock_file(tmp_path: Path) -> None:
    (tmp_path / "round-05.xlsx").write_bytes(packed(parts()))
    (tmp_path / "~$round-05.xlsx").write_bytes(b"\x05user")
    found = {}
    for name in ("", "round-06.xlsx", "else.csv", "no/such.xlsx", "~$round-05.xlsx", ".~lock.round-05.xlsx#"):
        with pytest.raises(BadInput) as caught:
            read(tmp_path / name)
        (problem,) = caught.value.problems
        found[name] = (problem.code, problem.hint)
    assert [code for code, _ in found.values()] == [
        "file.wrong",
        "file.missing",
        "file.missing",
        "file.missing",
        "file.lockfile",
        "file.lockfile",
    ]
    with pytest.raises(BadInput):
        read(tmp_path / "no\x00name" / "a.csv")
    assert found["round-06.xlsx"][1] == "Did you mean round-05.xlsx?"
    assert found["else.csv"][1] == "In that folder: round-05.xlsx."


def test_a_link_to_nothing_is_called_so_and_not_suggested(tmp_path: Path) -> None:
    try:
        (tmp_path / "orders.csv").symlink_to("gone.csv")
    except OSError:
        pytest.skip("needs links")
    with pytest.raises(BadInput) as caught:
        read(tmp_path / "orders.csv")
    (problem,) = caught.value.problems
    assert problem.code == "file.missing" and "link" in problem.message and "orders.csv" not in problem.hint


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(BadInput) as caught:
        read(tmp_path / "pipe.csv")
    assert caught.value.problems[0].code == "file.wrong"


def test_a_file_that_may_not_be_read_is_the_worlds_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def locked(*_: object, **__: object) -> None:
        raise PermissionError(13, "used by another process")

    (tmp_path / "a.xlsx").write_bytes(b"x")
    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(WorldFailed) as caught:
        read(tmp_path / "a.xlsx")
    assert "a.xlsx" in caught.value.message and "Close it" in caught.value.hint


def test_a_disk_that_fails_is_the_worlds_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object, **__: object) -> os.stat_result:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "stat", failing)
    with pytest.raises(WorldFailed) as caught:
        read(tmp_path / "a.xlsx")
    assert "Input/output error" in caught.value.message


def test_a_file_beyond_the_limit_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_BYTES", 10)
    (tmp_path / "a.csv").write_bytes(b"a,b\n" * 3)
    with pytest.raises(BadInput) as caught:
        read(tmp_path / "a.csv")
    assert caught.value.problems[0].code == "file.too_big"


def test_digest_and_tabs_are_of_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"a,b\n")
    data = read_bytes(tmp_path / "a.csv", "a.csv")
    (tmp_path / "a.csv").write_bytes(b"c,d\n")
    assert digest_of(data) == hashlib.sha256(b"a,b\n").hexdigest()
    assert tabs_of(data, "a.csv")[0].rows == (("a", "b"),)


def test_who_has_a_file_open(tmp_path: Path) -> None:
    sheet = tmp_path / "round-05.xlsx"
    assert open_elsewhere(sheet) == ""
    (tmp_path / ".~lock.round-05.xlsx#").write_text(",ann,home;")
    assert open_elsewhere(sheet) == "LibreOffice"
    (tmp_path / "~$round-05.xlsx").write_bytes(b"\x05user")
    assert open_elsewhere(sheet) == "Excel"
    assert open_elsewhere(tmp_path / "round-06.xlsx") == ""


def test_small_files_that_unpack_to_much_are_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    contents = {**parts(), "xl/media/bomb.bin": "0" * 30_000_000}
    assert refusal(packed(contents)).code == "file.too_big"
    monkeypatch.setattr(xlsx_parts, "MAX_INFLATED", 1000)
    assert refusal(packed(parts())).code == "file.too_big"


def test_a_part_that_inflates_to_more_than_it_declares_ends_there() -> None:
    contents = {**parts(), "xl/styles.xml": "<a>" + " " * 1_000_000 + "</a>"}
    data = packed(contents)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        size = package.getinfo("xl/styles.xml").file_size.to_bytes(4, "little")
    assert data.count(size) == 2
    problem = refusal(data.replace(size, (500).to_bytes(4, "little")))
    assert (problem.code, "styles" in problem.message) == ("file.damaged", True)


def test_a_part_with_another_checksum_is_refused() -> None:
    data = packed(parts(), zipfile.ZIP_STORED)
    problem = refusal(data.replace(b"[h]:mm", b"[h]:ss"))
    assert (problem.code, "styles" in problem.message) == ("file.damaged", True)


def test_a_part_that_is_not_where_the_list_has_it_is_refused() -> None:
    data = packed(parts(), zipfile.ZIP_STORED)
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        start = package.getinfo("xl/styles.xml").header_offset
    problem = refusal(data[:start] + b"PK\x07\x08" + data[start + 4 :])
    assert (problem.code, "styles" in problem.message) == ("file.damaged", True)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_part_larger_than_a_piece_is_read_piece_by_piece(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 100)
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(1, 500))
    (tab,) = tabs_of(packed(parts({"A": worksheet(rows)}), method), "a.xlsx")
    assert tab.rows == tuple((n,) for n in range(1, 500))


def outcome(data: bytes) -> object:
    """What comes of reading a file: its rows, or the problem."""
    try:
        return [tab.rows for tab in tabs_of(data, "a.xlsx")]
    except BadInput as refused:
        return [(problem.code, problem.message) for problem in refused.problems]


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_where_nothing_but_zlib_unpacks_all_is_the_same(method: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of files that are broken: a byte of each is another, or the end is missing."""
    rows = "".join(f'<row r="{n}"><c r="A{n}"><v>{n * n}</v></c></row>' for n in range(1, 60))
    whole, chance = packed(parts({"A": worksheet(rows)}), method), random.Random(5)
    files = [whole, whole[: len(whole) // 2]]
    for _ in range(300):
        broken = bytearray(whole)
        broken[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        files.append(bytes(broken))
    quick = [outcome(data) for data in files]
    monkeypatch.setattr(xlsx_parts, "inflate", zlib)
    assert [outcome(data) for data in files] == quick
    assert len({str(each) for each in quick}) > 3


def test_bytes_behind_the_end_of_a_part_are_no_content(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "CHUNK", 100)
    info = zipfile.ZipInfo("a")
    info.compress_type, info.file_size, info.CRC = zipfile.ZIP_DEFLATED, 3, zlib.crc32(b"abc")
    data = zlib.compress(b"abc", wbits=-zlib.MAX_WBITS) + bytes(1000)
    assert b"".join(xlsx_parts.unpacked(info, memoryview(data))) == b"abc"


def test_too_many_parts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_parts, "MAX_PARTS", 5)
    assert refusal(packed(parts())).code == "file.too_big"


def test_parts_packed_otherwise_are_refused() -> None:
    assert refusal(packed(parts(), zipfile.ZIP_BZIP2)).code == "file.damaged"


def test_a_zip_with_a_password_is_encrypted() -> None:
    data = bytearray(packed(parts()))
    start = data.rindex(b"PK\x01\x02")
    data[start + 8] |= 1
    assert refusal(bytes(data)).code == "file.encrypted"


def test_an_encoding_that_nobody_knows_is_damage() -> None:
    sheet = '<?xml version="1.0" encoding="no-such"?>' + worksheet("")
    assert refusal(packed(parts({"A": sheet}))).code == "file.damaged"


def test_a_part_that_stands_in_it_twice_is_damage() -> None:
    """Programs differ in which of the two they show, so what the GM sees may not be what is read."""
    file = io.BytesIO(packed(parts({"A": worksheet("")})))
    with zipfile.ZipFile(file, "a") as package:
        package.writestr("XL/worksheets/sheet1.xml", worksheet('<row><c t="str"><v>x</v></c></row>'))
    problem = refusal(file.getvalue())
    assert problem.code == "file.damaged" and "twice" in problem.message


def test_entities_are_refused_whatever_they_hold() -> None:
    laughs = '<!DOCTYPE lolz [<!ENTITY a "ha">' + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    for doctype in (f"{laughs}]>", '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/hostname">]>', "<!DOCTYPE x>"):
        sheet = doctype + worksheet('<row><c t="str"><v>&i;</v></c></row>')
        assert "document type" in refusal(packed(parts({"A": sheet}))).message
        assert "document type" in refusal(packed({**parts(), "xl/sharedStrings.xml": f"{doctype}<sst/>"})).message


@pytest.mark.parametrize(
    "name", sorted(set(parts()) - {"[Content_Types].xml", "xl/styles.xml", "xl/sharedStrings.xml"})
)
def test_a_missing_or_broken_part_is_damage_and_named(name: str) -> None:
    without = {key: content for key, content in parts().items() if key != name}
    for contents in (without, {**parts(), name: "<a><b></a>"}):
        problem = refusal(packed(contents))
        assert problem.code == "file.damaged"
        assert name.rpartition("/")[2] in problem.message


def test_workbooks_that_lead_nowhere_are_damaged() -> None:
    contents = parts()
    key = "xl/_rels/workbook.xml.rels"
    assert "Round 1" in refusal(packed({**contents, key: "<Relationships/>"})).message
    assert refusal(packed({**contents, "_rels/.rels": "<Relationships/>"})).code == "file.damaged"


def test_part_names_of_other_case_and_slashes_are_found() -> None:
    contents = {name.upper().replace("/", "\\"): content for name, content in parts().items()}
    assert tabs_of(packed(contents), "a.xlsx")[0].title == "Round 1"


def test_reading_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    sheet = tmp_path / "a.xlsx"
    sheet.write_bytes(packed(parts()))
    sheet.chmod(stat.S_IREAD)
    before = (sheet.read_bytes(), sheet.stat().st_mtime_ns)
    read(sheet)
    assert (sheet.read_bytes(), sheet.stat().st_mtime_ns) == before
    assert os.listdir(tmp_path) == ["a.xlsx"]


@pytest.mark.parametrize("endless", ["<!-- {} -->", '<a b="{}"/>'])
def test_a_tag_of_megabytes_is_not_waited_for(endless: str) -> None:
    content = endless.format("<>"[endless.startswith("<a") :] * 1_200_000)
    problem = refusal(packed({**parts(), "xl/styles.xml": f"<styleSheet>{content}</styleSheet>"}))
    assert (problem.code, "without end" in problem.message) == ("file.damaged", True)


def test_a_text_of_megabytes_is_no_tag() -> None:
    text = "long " * 500_000
    sheet = worksheet(f'<row r="1"><c r="A1" t="inlineStr"><is><t>{text}</t></is></c></row>')
    (tab,) = tabs_of(packed(parts({"A": sheet}), zipfile.ZIP_STORED), "a.xlsx")
    assert tab.rows == ((text,),)
