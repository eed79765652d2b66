"""What a file is, told by its first bytes, and what to say where it is no sheet that can be read.

A name is a claim, the content is a fact: a login page saved as `orders.xlsx` is a web page.
Each refusal is one problem of its own code, with the one step that helps.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from gm_tool.core.problems import BadInput, Problem
from gm_tool.core.sources import Place

ZIP_HEADS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
OLE_HEAD = bytes.fromhex("d0cf11e0a1b11ae1")
WORKBOOK_ENDINGS = (".xlsx", ".xlsm", ".xltx", ".xltm", ".xlsb", ".xls", ".ods", ".ots", ".numbers")
AS_XLSX = "Open it in a spreadsheet program and save it as Excel workbook (.xlsx)."
SEND_SHEET = "Name the sheet itself: an Excel workbook (.xlsx), an OpenDocument spreadsheet (.ods) or a CSV file."

_HEADS: tuple[tuple[bytes, str], ...] = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"BM", "a picture (BMP)"),
    (b"II*\x00", "a picture (TIFF)"),
    (b"MM\x00*", "a picture (TIFF)"),
    (b"{\\rtf", "a text document (RTF)"),
    (b"\x1f\x8b", "a packed file (gzip)"),
    (b"7z\xbc\xaf\x27\x1c", "a packed archive (7z)"),
    (b"Rar!", "a packed archive (RAR)"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"MZ", "a Windows program"),
    (b"\x7fELF", "a program"),
)
_WORDS = (b"BM", b"MZ")
"""Heads that a text may begin with as well; in these files a zero byte follows soon."""
_BIFF_HEADS = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00", b"\x09\x08\x08\x00", b"\x09\x08\x10\x00")


def refused(code: str, label: str, message: str, hint: str) -> BadInput:
    """The exception for a file that can't be used: one problem, whose place is the file."""
    return BadInput([Problem(code=code, place=Place(file=label), message=message, hint=hint)])


def form_of(data: bytes, label: str) -> Literal["zip", "text"]:
    """Whether the content may be a workbook (a zip) or a CSV (anything that isn't something else).

    Raises BadInput: file.empty, file.encrypted, file.xls, file.html, file.wrong.
    """
    if not data.strip(b"\x00\t\r\n \xef\xbb\xbf"):
        raise _empty(data, label)
    if data.startswith(ZIP_HEADS):
        return "zip"
    if data.startswith(OLE_HEAD):
        raise _ole(data, label)
    if data.startswith(_BIFF_HEADS):
        raise _old_excel(label)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        raise _is(label, "a picture (WebP)")
    for head, name in _HEADS:
        if data.startswith(head) and (head not in _WORDS or b"\x00" in data[:64]):
            raise _is(label, name)
    _refuse_markup(data, label)
    if label.lower().endswith(WORKBOOK_ENDINGS):
        raise refused(
            "file.wrong",
            label,
            "The file is named as a workbook, but no workbook is in it.",
            "Save or download it again as .xlsx; if it is comma-separated text, end its name in .csv.",
        )
    return "text"


def kind_of_zip(names: Collection[str], mimetype: bytes, label: str) -> Literal["xlsx", "ods"]:
    """What kind of workbook a zip is; `names` are its parts in lower case, `mimetype` its part of that name.

    Raises BadInput for what is none: file.numbers, file.docx, file.pptx, file.xlsb, file.zip, file.wrong.
    """
    if "xl/workbook.bin" in names:
        raise refused("file.xlsb", label, "The file is a binary Excel workbook (.xlsb), which isn't read.", AS_XLSX)
    if "[content_types].xml" in names and not {"word/document.xml", "ppt/presentation.xml"} & set(names):
        return "xlsx"
    if mimetype.startswith(b"application/vnd.oasis.opendocument.spreadsheet"):
        return "ods"
    if mimetype.startswith(b"application/vnd.oasis.opendocument"):
        raise _is(label, "an OpenDocument text or presentation")
    if "index/document.iwa" in names or "index.zip" in names:
        hint = "Open it in Numbers and export it: File > Export To > Excel."
        raise refused("file.numbers", label, "The file is an Apple Numbers document, which isn't read.", hint)
    if "word/document.xml" in names:
        raise refused("file.docx", label, "The file is a Word document, not a spreadsheet.", SEND_SHEET)
    if "ppt/presentation.xml" in names:
        raise refused("file.pptx", label, "The file is a PowerPoint presentation, not a spreadsheet.", SEND_SHEET)
    hint = "If the sheet is inside, unpack it first and name the unpacked file."
    raise refused("file.zip", label, "The file is a ZIP archive, not a spreadsheet.", hint)


def encrypted(label: str) -> BadInput:
    """The exception for a file that asks for a password."""
    hint = (
        "Open it, remove the password (Excel: File > Info > Protect Workbook > Encrypt with Password, empty; "
        "LibreOffice: File > Save As without the tick at Save with password), and save it."
    )
    return refused("file.encrypted", label, "The file is protected with a password and can't be read.", hint)


def _empty(data: bytes, label: str) -> BadInput:
    what = "The file is empty (0 bytes)." if not data else "The file holds nothing but blanks."
    return refused("file.empty", label, what, "Download or save it again; the last time may have been interrupted.")


def _old_excel(label: str) -> BadInput:
    return refused("file.xls", label, "The file is an old Excel workbook (.xls), which isn't read.", AS_XLSX)


def _is(label: str, name: str) -> BadInput:
    return refused("file.wrong", label, f"The file is {name}, not a spreadsheet.", SEND_SHEET)


def _ole(data: bytes, label: str) -> BadInput:
    """Office's older container: what it holds is told by the names of its streams, in UTF-16."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return encrypted(label)
    if "WordDocument".encode("utf-16-le") in data:
        return _is(label, "an old Word document (.doc)")
    if "PowerPoint Document".encode("utf-16-le") in data:
        return _is(label, "an old PowerPoint presentation (.ppt)")
    return _old_excel(label)


def _refuse_markup(data: bytes, label: str) -> None:
    """A web page, an XML file or a Google Drive pointer would else be read as a CSV of one column."""
    head = data[:4096].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe\t\r\n ").lower()
    if head.startswith((b"<!doctype html", b"<html", b"<head", b"<script", b"<meta", b"<table")) or (
        head.startswith((b"<?xml", b"<!--")) and b"<html" in head
    ):
        raise refused(
            "file.html",
            label,
            "The file is a web page, not a spreadsheet; most likely the page that asks to sign in.",
            "Download the sheet again while signed in (File > Download > Microsoft Excel), and use that file.",
        )
    if head.startswith(b"<?xml"):
        raise refused("file.wrong", label, "The file is XML text, not a workbook (.xlsx) or CSV.", AS_XLSX)
    if head.startswith(b"{") and b"docs.google.com" in head:
        hint = "Open it in the browser and download the sheet: File > Download > Microsoft Excel (.xlsx)."
        raise refused("file.wrong", label, "The file is only a link to a Google Sheet, without the sheet.", hint)
